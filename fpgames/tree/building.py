"""What builds a tree: positions that follow from one, or positions with the line of moves that leads to them.

Source: article 2; Hughes, *Why Functional Programming Matters* (doi:10.1093/comjnl/32.2.98), section 5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar, overload

from toolz import identity

from fpgames.rules import Player, Rules, to_player, whose_turn
from fpgames.stage import Stage
from fpgames.tree.unfolding import Seed, Tree, Unfolding, tree_from
from fpgames.validation import guarded, stray

__all__ = ["Node", "build_tree", "game_tree"]

M = TypeVar("M")
P = TypeVar("P")


class Node(NamedTuple, Generic[P, M]):
    """A label that knows how it was reached: a position, and the line of moves from the root to it.

    Args:
        position: where the line ends.
        line: the moves from the root.

    See also: :func:`game_tree`, whose labels these are.
    """

    position: P
    line: tuple[M, ...]

    @property
    def move(self) -> M:
        """The move that led here.

        Raises:
            IndexError: at the root none did.
        """
        return self.line[-1]


@overload
def build_tree(rules: Rules[P, M], /) -> Stage[P, Tree[P]]: ...
@overload
def build_tree(successors: Callable[[P], Iterable[P]], /, *, player: Player | None = None) -> Stage[P, Tree[P]]: ...
def build_tree(of: Any, /, *, player: Player | None = None) -> Any:
    """Return the tree of all positions that follow from one: ``buildTree f a = Node a (map (buildTree f) (f a))``.

    Built of rules, it knows whose turn it is at every node, and of which positions. Built of a function, players
    alternate from the one who is given; if none is given, the tree does not know.

    Args:
        of: the rules of a game; or a function that returns the positions after each move, any iterable.
        player: the player to move at the root, where the tree is built of a function.

    Raises:
        TypeError: it is built of something else, or of rules and a player.

    >>> from fpgames import leaves
    >>> halves = build_tree(lambda n: [n // 2] if n else [])
    >>> list(leaves(halves(10)))
    [0]
    >>> from fpgames.games.tictactoe.record import rules
    >>> build_tree(rules)(rules.start).player
    Player.FIRST

    See also: :func:`game_tree`, whose labels know the moves.

    Source: article 2, ``buildGTree``; Hughes, ``gametree``.
    """
    if isinstance(of, Rules):
        if player is not None:
            raise TypeError("build_tree takes rules, which know whose turn it is, or successors and a player")
        return Stage(_build_tree, (of,))
    if not callable(of):
        raise TypeError(f"build_tree takes rules, or a function from a position to those after it; got {of!r}")
    return Stage(_build_tree, (of,), player_option(player))


def player_option(player: Player | None) -> tuple[tuple[str, Player], ...]:
    """The option of a stage that is told who moves at the root; it has none if it is not told."""
    return () if player is None else (("player", to_player(player)),)


def _build_tree(of: Any, position: P, *, player: Player | None = None) -> Tree[P]:
    if isinstance(of, Rules):
        return _of_rules(of, Unfolding(identity, of.successors, rules=of, labels="positions"), position)
    return tree_from(Unfolding(identity, of, labels="positions"), position, turn=player)


def _of_rules(rules: Rules[P, M], functions: Unfolding, root: Seed) -> Tree[Any]:
    """A tree that asks rules whose turn it is: at the root only, if they claim that players alternate."""
    position_of = functions.position_of
    if rules.alternates:
        return tree_from(functions, root, turn=guarded(whose_turn, rules, position_of(root)))
    player_of = (
        partial(whose_turn, rules) if position_of is identity else lambda seed: whose_turn(rules, position_of(seed))
    )
    return tree_from(functions._replace(player_of=player_of), root)


def game_tree(rules: Rules[P, M]) -> Stage[P, Tree[Node[P, M]]]:
    """Return the tree of a game whose labels are positions with the line of moves that leads to them.

    ``fmap position (gameTree rules p) = buildTree rules p``

    Args:
        rules: the game.

    >>> from fpgames.games.tictactoe.record import rules
    >>> [child.label.move for child in game_tree(rules)(rules.start).children]
    [0, 1, 2, 3, 4, 5, 6, 7, 8]

    See also: :func:`build_tree`, the simpler and faster one.
    """
    return Stage(_game_tree, (rules,))


def _game_tree(rules: Rules[P, M], position: P) -> Tree[Node[P, M]]:
    def children(here: Node[P, M]) -> Sequence[Node[P, M]]:
        p, line = here

        def after(move: M) -> Node[P, M]:
            try:
                return Node(rules.play(p, move), (*line, move))
            except StopIteration as error:
                raise stray(error) from error

        return Mapped(after, rules.moves(p))

    why = (
        "the labels of game_tree carry the line that leads to each, so no two are equal; build_tree(rules) has positions for"
        " labels, and best_move finds the move of its trees"
    )
    functions = Unfolding(
        identity,
        children,
        rules=rules,
        position_of=attrgetter("position"),
        labels="positions and lines",
        unsharable=why,
    )
    return _of_rules(rules, functions, Node(position, ()))


class Mapped(Sequence[Seed]):
    """A sequence with a function applied to each of its values when that is asked for; it raises no StopIteration."""

    def __init__(self, function: Callable[[Seed], Seed], values: Sequence[Seed]) -> None:
        self._function = function
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, i: Any) -> Seed:
        return self._function(self._values[i])

    def __iter__(self) -> Iterator[Seed]:
        return map(self._function, self._values)
