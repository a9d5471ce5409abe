"""Find the player to move at the root of a tree or at a child, and check the option ``player``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Mover, Player, to_mover, to_player
from fpgames.tree.unfolding import GameView, Seed, Tree, tree_from

A = TypeVar("A")
B = TypeVar("B")


def require_player(player: int | None, _caller: str = "player") -> Player | None:
    """Return the option ``player`` as a Player, or None; raise ValueError unless it is 1, -1 or None."""
    if player is not None and player not in (1, -1):
        raise ValueError(f"player is {player!r}; expected Player.FIRST or Player.SECOND")
    return None if player is None else to_player(player)


def with_root_player(tree: Tree[A], player: int | None, caller: str, *, chance: bool = False) -> Tree[A]:
    """Return the tree with a known player to move; raise ValueError if no player is known, or ``player`` is wrong.

    Chance may move at the root if ``chance`` is true; otherwise, raise ValueError.
    """
    root_player, player = tree.mover if chance else tree.player, require_player(player)
    if player is None:
        if root_player is None:
            raise ValueError(
                f"{caller} has to know whose turn it is, but this tree does not: build it from rules, build_tree(rules),"
                f" or give {caller} the option player=Player.FIRST (or SECOND), the player to move at the root"
            )
        return tree
    if root_player is not None and root_player is not player:
        raise ValueError(
            f"{caller} was given player={player!r}, but this tree knows that {mover_name(root_player)} moves at its root;"
            " leave player out"
        )
    return tree_from(tree.unfolding, tree.seed, tree.depth, player, tree.run)


def mover_name(mover: Mover) -> str:
    """Return who moves, for a message: ``the first player``, ``the second player`` or ``chance``."""
    return f"the {mover.name.lower()} player" if isinstance(mover, Player) else "chance"


def mover_or(mover: Mover | None, default: Player | None) -> Mover:
    """Return the mover, or the default if the mover is None; raise ValueError if both are None."""
    if mover is not None:
        return to_mover(mover)
    if default is None:
        raise ValueError(
            "this tree does not know who moves after a chance node: give player= to each child of the node, or player_of"
            " to unfold"
        )
    return default


@lowers_as("turn")
def player_or(player: Mover | None, default: Player) -> Player:
    """Return the player, or the default if the player is None; raise ValueError for chance."""
    return default if player is None else to_player(player)


def make_child_walk(
    game: GameView, player: Player, same: Callable[..., B], opposite: Callable[..., B]
) -> Callable[..., B]:
    """Return a function that walks a child: it calls ``same`` if ``player`` moves at the child, else ``opposite``."""
    player_of = game.player_of
    if player_of is None:  # ``player_of`` is None if players alternate
        return opposite
    opponent = player.opponent

    def walk_child(seed: Seed, *rest: object) -> B:
        mover = player_of(seed)
        if mover is player or (mover is not opponent and player_or(mover, opponent) is player):
            return same(seed, *rest)
        return opposite(seed, *rest)

    return walk_child
