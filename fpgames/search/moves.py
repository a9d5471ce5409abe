"""Moves and lines of play: the best move of a tree, and the line that both players are expected to choose.

Source: article 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from operator import eq, ge, gt, le, lt
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import GameOver, Player
from fpgames.rules.record import M, P, Rules, Value
from fpgames.search.null_windows import mtd_bi, mtd_f
from fpgames.search.open_recursion import has_mover_view, node_function_of
from fpgames.search.tree_checks import require_values
from fpgames.search.values import minimax
from fpgames.stage import Stage, is_stage_of
from fpgames.tree.building import LINES, Node
from fpgames.tree.decorators import bare_stage, tree_stage
from fpgames.tree.label_kinds import require_of_game
from fpgames.tree.stages import carrying, map_tree
from fpgames.tree.unfolding import ANYTHING, Seed, Tree
from fpgames.validation import call_guarded

__all__ = ["Scored", "Variation", "best_move", "principal_variation"]

A = TypeVar("A")
B = TypeVar("B")


def _comparing(compare: Callable[[Value, Value], object]) -> Any:
    def method(self: ComparedByKey, other: object) -> bool:
        if type(other) is not type(self):
            raise TypeError(f"{self!r} is compared only with another such value, not with {other!r}")
        return bool(compare(self._key, other._key))

    return method


class ComparedByKey:
    """A value that is compared by its key, with values of its own class only: other comparisons and truth are errors.

    A search of ordered labels works on it as on its keys; one that tests a label in another way would go astray.
    """

    __slots__ = ("_key",)

    def __init__(self, key: Value) -> None:
        self._key = key

    __eq__, __lt__, __gt__, __le__, __ge__ = map(_comparing, (eq, lt, gt, le, ge))

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} is neither true nor false; it is only compared with another such value")


class Scored(ComparedByKey, Generic[A, M]):
    """A value and the line of moves that leads to it; ordered by the value alone.

    It has no truth, and is compared with another ``Scored`` only: read its value to compare that with a number.

    Args:
        value: any ordered value.
        line: the moves from the root.

    Raises:
        TypeError: it is compared with a value of another class, or tested for truth.

    >>> Scored(1, ("a",)) < Scored(2, ("b",)), Scored(1, ("a",)) == Scored(1, ("b",))
    (True, True)

    See also: :func:`principal_variation`.
    """

    __slots__ = ("line",)

    def __init__(self, value: A, line: tuple[M, ...]) -> None:
        super().__init__(value)
        self.line = line

    @property
    def value(self) -> A:
        """The value."""
        value: A = self._key
        return value

    def __repr__(self) -> str:
        return f"Scored({self.value!r}, {self.line!r})"


class Variation(Protocol[P, A]):
    """A stage from a game tree to its value and the line of play expected, with moves of any type.

    See also: :func:`principal_variation`, which returns it.
    """

    def __call__(self, tree: Tree[Node[P, M]], /) -> Scored[A, M]:
        """Return the value and the line of a game tree."""
        ...

    def __or__(self, function: Callable[[Scored[A, Seed]], B], /) -> Stage[Tree[Node[P, Seed]], B]:
        """Compose: this first, then the function."""
        ...


def principal_variation(
    static: Callable[[P], A], *, search: Callable[[Tree[Scored[A, Seed]]], Scored[A, Seed]] = minimax
) -> Variation[P, A]:
    r"""Return the value of a game tree and the line of play that leads to it.

    ``principalVariation static = search . fmap (\(Node p ms) -> Scored (static p) ms)``

    Every label contains its line, so any search can find the line.

    Args:
        static: returns a position's value to the first player.
        search: any search of ordered labels, such as ``alpha_beta``.

    Raises:
        TypeError: raised by the stage: the labels are not those of ``game_tree``.
        ValueError: raised by the stage: ``static`` is that of another size of the game; or the search raises it.

    >>> from functools import reduce
    >>> from fpgames import game_tree, prune
    >>> from fpgames.games.tictactoe.record import rules
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> game_tree(rules)(p) | prune(3) | principal_variation(rules.static)
    Scored(1, (2,))

    See also: :func:`best_move`, which is faster if only the move is needed.
    """
    return cast("Variation[P, A]", _principal_variation(static, search=search))  # unlike Stage, generic at each call


@tree_stage()
def _principal_variation(
    tree: Tree[Node[P, M]],
    static: Callable[[P], A],
    *,
    search: Callable[[Tree[Scored[A, M]]], Scored[A, M]] = minimax,
) -> Scored[A, M]:
    labels = tree.unfolding.labels
    if labels not in (LINES, ANYTHING):
        raise TypeError(
            f"principal_variation needs the labels of game_tree(rules), which it evaluates, but those of this tree are"
            f" {labels.name}"
        )
    require_of_game(static, tree.unfolding.game.rules)

    def scored(node: Node[P, M]) -> Scored[A, M]:
        return Scored(static(node.position), node.line)

    return search(map_tree(scored)(tree))


@bare_stage()
def best_move(tree: Tree[object], *, search: Callable[[Tree[Any]], object] = minimax) -> Any:
    """Return the first of the best moves at the root of a tree built from rules: ``bestMove :: Ord a => Tree a -> m``.

    Any search can find it, because each label is paired with the child of the root that it lies below. So nodes of a
    shared tree are equal only if they lie below the same child of the root.

    Args:
        tree: a tree that ``build_tree(rules)`` or ``game_tree(rules)`` has built and stages have evaluated.
        search: any search of ordered labels, such as ``alpha_beta``; it may do no more with labels than to compare them
            with one another.

    Raises:
        GameOver: the tree is a leaf, so there is no move.
        ValueError: the tree is not built from rules, or its labels are positions; or the search raises it.
        TypeError: the search has a window, returns something other than the label of a leaf, or compares a label with
            another value, tests it for truth or takes it apart.

    >>> from fpgames import map_tree
    >>> from functools import reduce
    >>> from fpgames import build_tree, prune
    >>> from fpgames.games.tictactoe.record import rules
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> build_tree(rules)(p) | prune(3) | map_tree(rules.static) | best_move
    2

    See also: :func:`principal_variation`, for the whole line.
    """
    _, children_of, _, (rules, position_of, *_), *_ = require_values(tree, "best_move").unfolding
    if rules is None:
        raise ValueError(
            "best_move needs a tree that knows the moves: one built from rules, build_tree(rules)(position); this one"
            " was built from a function or by hand"
        )
    if isinstance(search, Stage) and {"alpha", "beta"} & dict(search.options).keys():
        raise TypeError(f"best_move needs a search that finds the value; with its window, {search!r} may find a bound")
    if next(tree.children, None) is None:
        raise GameOver("no move to choose: this tree is a leaf")
    if has_mover_view(search):
        raise TypeError(f"best_move needs values to the first player; {search!r} returns those of the player to move")
    if is_stage_of(search, mtd_bi, mtd_f):
        raise TypeError(f"best_move pairs values with moves, which {search!r} does not search; alpha_beta does")
    of_library = _is_of_library(search)
    placed: Callable[[Value, int], object] = _Placed if of_library else _opaque
    try:
        found: Any = search(_below_the_root(tree, placed))
    except (AttributeError, TypeError) as error:
        if of_library:
            raise
        raise TypeError(
            f"best_move pairs every value with a move, and {search!r} cannot search these pairs ({error}); it needs a search"
            " that compares labels only with labels: otherwise evaluate each move by bot_from"
        ) from error
    found = found._key if isinstance(found, _Opaque) else found
    if not (isinstance(found, _Placed) and found.place):
        raise TypeError(f"best_move needs a search that returns one of the labels; {search!r} returned {found!r}")
    chosen = next(islice(children_of(tree.seed), abs(found.place) - 1, None))
    return call_guarded(_move_between, rules, *map(position_of, (tree.seed, chosen)))


def _is_of_library(search: object) -> bool:
    """Return whether a search, perhaps in ``jit``, is known to do no more with labels than to compare them."""
    if not isinstance(search, Stage) or len(search.parts) > 1:
        return False
    if getattr(search.function, "calls_a_pipeline", False):
        return _is_of_library(search.args[0])
    return node_function_of(search) is None


def _move_between(rules: Rules[P, M], p: P, q: P) -> M:
    for move in rules.moves(p):
        if rules.play(p, move) == q:
            return move
    raise ValueError(
        f"no move of {rules.name} leads from {p!r} to the best child here: a stage has put another tree there"
    )


class _Placed(NamedTuple("_Placed", [("value", Value), ("place", int)])):
    """A value, and the place of the root's child that it lies below.

    The children have the places -1, -2, ... if the first player chooses among them, and 1, 2, ... if the second does:
    of equal values the first child's is the best. The place of the root itself is 0.
    """

    __slots__ = ()
    opaque = True  # in compiled code, which has it in place of _Opaque


class _Opaque(ComparedByKey):
    """A ``_Placed`` label for a search that the library does not know: it is compared, and nothing else."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{self._key.value!r} with a move>"


@lowers_as("another function", _Placed)
def _opaque(value: Value, place: int) -> _Opaque:
    return _Opaque(_Placed(value, place))


def _below_the_root(tree: Tree[object], placed: Callable[[Value, int], object]) -> Tree[Any]:
    """Return the tree whose labels are values, and where they were found."""
    label_of, children_of, *_ = tree.unfolding
    step = 1 if tree.player is Player.SECOND else -1

    def children(seed: tuple[Seed, int]) -> Iterator[tuple[Seed, int]]:
        inner, above = seed
        place = above
        for child in children_of(inner):
            if not above:
                place += step
            yield child, place

    def passed(place: int) -> int:
        if not place:
            raise ValueError("best_move chooses among the moves at the root, where its search passed the turn")
        return place

    return carrying(tree, 0, children, passed, lambda seed: placed(label_of(seed[0]), seed[1]))
