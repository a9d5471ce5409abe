"""Whose turn it is, at the root of a tree and at a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import Player, to_player
from fpgames.tree.unfolding import GameView, Seed, Tree, tree_from

A = TypeVar("A")
B = TypeVar("B")


def require_player(player: int | None, what: str = "player") -> Player | None:
    """Return a player, or None; raise ValueError for anything else."""
    if player is not None and player not in (1, -1):
        raise ValueError(f"player is {player!r}; expected Player.FIRST or Player.SECOND")
    return None if player is None else to_player(player)


def with_root_player(tree: Tree[A], player: Player | None, what: str) -> Tree[A]:
    """Return a tree that knows the player to move at its root: it does already, or the player is given."""
    known, player = tree.player, require_player(player)
    if player is None:
        if known is None:
            raise ValueError(
                f"{what} has to know whose turn it is, but this tree does not: build it from rules, build_tree(rules),"
                f" or give {what} the option player=Player.FIRST (or SECOND), the player to move at the root"
            )
        return tree
    if known is not None and known is not player:
        raise ValueError(
            f"{what} was given player={player!r}, but this tree knows that the {known.name.lower()} player moves at its"
            " root; leave player out"
        )
    return tree_from(tree.unfolding, tree.seed, tree.depth, player)


@lowers_as("turn")
def player_or(asked: Player | None, otherwise: Player) -> Player:
    """Return the player that a seed names, or the other argument if it names none."""
    return otherwise if asked is None else to_player(asked)


def child_walk(game: GameView, player: Player, same: Callable[..., B], opposite: Callable[..., B]) -> Callable[..., B]:
    """Return the walk of a child after a move of a player: that of the same player's seeds, or of the opponent's."""
    player_of, other = game.player_of, player.opponent
    if player_of is None:  # players alternate
        return opposite

    def of_child(seed: Seed, *rest: object) -> B:
        asked = player_of(seed)
        if asked is player or (asked is not other and player_or(asked, other) is player):
            return same(seed, *rest)
        return opposite(seed, *rest)

    return of_child
