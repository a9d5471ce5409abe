"""The best move at the root of a tree, and the principal variation: the line of play if both players choose best moves.

Source: article 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, takewhile
from operator import ge, gt, le, lt
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from fpgames.lowering import lowers_as
from fpgames.rules.outcomes import GameOver, Player
from fpgames.rules.record import M, P, Rules, Value
from fpgames.search.chance import divide
from fpgames.search.null_windows import mtd_bi, mtd_f
from fpgames.search.open_recursion import has_mover_view, node_function_of
from fpgames.search.proof import proofs, prove
from fpgames.search.tree_checks import require_values
from fpgames.search.values import minimax
from fpgames.stage import BareStage, Stage, is_stage_of, wrapped_pipeline
from fpgames.tree.building import LINES, Node
from fpgames.tree.decorators import checks_tree, tree_stage
from fpgames.tree.label_kinds import require_same_game_size
from fpgames.tree.order import is_equal
from fpgames.tree.seed_pairs import with_value
from fpgames.tree.stages import map_tree
from fpgames.tree.unfolding import ANYTHING, Seed, Tree
from fpgames.validation import as_python_number, call_guarded

__all__ = ["Scored", "Variation", "best_move", "principal_variation"]

A = TypeVar("A")
B = TypeVar("B")

Move: TypeAlias = Any
"""A move of the game from which a tree was built."""


def _comparison_method(compare: Callable[[Value, Value], object]) -> Any:
    def method(self: ComparedByKey, other: object) -> bool:
        if type(other) is not type(self):
            raise TypeError(f"{self!r} is compared only with another such value, not with {other!r}")
        return bool(compare(self._key, other._key))

    return method


class ComparedByKey:
    """A value that is compared by its key, and only with values of its own class.

    Comparisons with other classes and tests for truth raise TypeError, because they would make a search's value wrong.
    """

    __slots__ = ("_key",)

    def __init__(self, key: Value) -> None:
        self._key = key

    __eq__, __lt__, __gt__, __le__, __ge__ = map(_comparison_method, (is_equal, lt, gt, le, ge))

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} is neither true nor false; it is only compared with another such value")


class Scored(ComparedByKey, Generic[A, M]):
    """A value and the line of moves that leads to it. Comparisons use the value alone.

    A ``Scored`` can be compared only with another ``Scored``. To compare its value with a number, read ``value``.

    Args:
        value: any ordered value.
        line: the moves from the root.

    Raises:
        TypeError: a ``Scored`` is compared with a value of another class, or used as a condition.

    >>> Scored(1, ("a",)) < Scored(2, ("b",)), Scored(1, ("a",)) == Scored(1, ("b",))
    (True, True)

    See also: :func:`principal_variation`.
    """

    __slots__ = ("line",)

    def __init__(self, value: A, line: tuple[M, ...]) -> None:
        super().__init__(value)
        self.line = line

    def __add__(self, other: Scored[A, M]) -> Scored[A, M]:
        """Add the values, for a mean where chance moves; keep the moves with which both lines begin."""
        if type(other) is not Scored:
            return NotImplemented
        both = zip(self.line, other.line, strict=False)
        common = tuple(move for move, _ in takewhile(lambda pair: pair[0] == pair[1], both))
        return Scored(as_python_number(self._key) + as_python_number(other._key), common)

    def __truediv__(self, n: int) -> Scored[A, M]:
        """Divide the value by a number, for a mean where chance moves."""
        return Scored(divide(self._key, n), self.line)

    @property
    def value(self) -> A:
        """The value that the line leads to."""
        value: A = self._key
        return value

    def __repr__(self) -> str:
        return f"Scored({self.value!r}, {self.line!r})"


class Variation(Protocol[P, A]):
    """A stage that returns the value and the principal variation of a game tree with moves of any type.

    See also: :func:`principal_variation`, which returns it.
    """

    def __call__(self, tree: Tree[Node[P, M]], /) -> Scored[A, M]:
        """Return the value and the principal variation of a game tree."""
        ...

    def __or__(self, function: Callable[[Scored[A, Seed]], B], /) -> Stage[Tree[Node[P, Seed]], B]:
        """Make a pipeline: first this stage, then the function."""
        ...


def principal_variation(
    static: Callable[[P], A], *, search: Callable[[Tree[Scored[A, Seed]]], Scored[A, Seed]] = minimax
) -> Variation[P, A]:
    r"""Make a stage that returns a game tree's value and principal variation: the line of play that leads to the value.

    ``principalVariation static = search . fmap (\(Node p ms) -> Scored (static p) ms)``

    The stage pairs each position's value with the moves from the root, so any search also finds the line. The line of a
    search that takes means, such as ``expectiminimax``, ends where chance moves.

    Args:
        static: returns the value of a position for the first player.
        search: any search of ordered labels, such as ``alpha_beta``.

    Raises:
        TypeError: raised by the stage: the tree was not built by ``game_tree``, or its labels were changed.
        ValueError: raised by the stage: ``static`` belongs to another size of the game; the search raises ValueError.

    >>> from functools import reduce
    >>> from fpgames import game_tree, prune
    >>> from fpgames.games.tictactoe.record import rules
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> game_tree(rules)(p) | prune(3) | principal_variation(rules.static)
    Scored(1, (2,))

    See also: :func:`best_move`, which is faster if you need only the move.
    """
    return cast("Variation[P, A]", _principal_variation(static, search=search))  # the cast keeps the move type


@tree_stage()
def _principal_variation(
    tree: Tree[Node[P, M]], static: Callable[[P], A], *, search: Callable[[Tree[Scored[A, M]]], Scored[A, M]] = minimax
) -> Scored[A, M]:
    labels = tree.unfolding.labels
    if labels not in (LINES, ANYTHING):
        raise TypeError(
            f"principal_variation needs the labels of game_tree(rules), but the labels of this tree are {labels.name}"
        )
    require_same_game_size(static, tree.unfolding.game.rules)

    def scored(node: Node[P, M]) -> Scored[A, M]:
        return Scored(static(node.position), node.line)

    return search(map_tree(scored)(tree))


@BareStage
@checks_tree
def best_move(tree: Tree[object], *, search: Callable[[Tree[Any]], object] = minimax) -> Move:
    """Return the best move at the root of a tree built from rules: ``bestMove :: Ord a => Tree a -> m``.

    Of equally good moves, the first is returned. Every label is paired with the number of the root's child above it, so
    the label that the search returns tells the move. A shared tree is searched separately below each root child.

    Args:
        tree: a tree built by ``build_tree(rules)`` or ``game_tree(rules)``, whose labels have been turned into values.
        search: any search that only compares labels with one another, such as ``alpha_beta``, or takes means of labels
            below a child of the root, as ``expectiminimax`` does.

    Raises:
        GameOver: the tree is a leaf, so there is no move.
        ValueError: the tree was not built from rules; its labels are positions; chance moves at the root; the search
            raises ValueError.
        TypeError: the search has a window, does not return the label of a leaf, or does more than compare labels.

    >>> from fpgames import map_tree
    >>> from functools import reduce
    >>> from fpgames import build_tree, prune
    >>> from fpgames.games.tictactoe.record import rules
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> build_tree(rules)(p) | prune(3) | map_tree(rules.static) | best_move
    2

    See also: :func:`principal_variation`, for the whole line of play.
    """
    unfolding = require_values(tree, "best_move").unfolding
    rules, position_of = unfolding.game.rules, unfolding.game.position_of
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
    if is_stage_of(search, prove, proofs):
        raise TypeError(
            f"best_move needs a search that returns a value; {search!r} returns proofs: use minimax or alpha_beta"
        )
    only_compares = _only_compares_labels(search)
    make_label: Callable[[Value, int], object] = _ValueOfRootChild if only_compares else _make_opaque_value
    try:
        result: Any = search(_with_root_child_numbers(tree, make_label))
    except (AttributeError, TypeError) as error:
        if only_compares:
            raise
        raise TypeError(
            f"best_move pairs every value with a move, and {search!r} cannot search these pairs ({error}); it needs a search"
            " that only compares labels with labels, or takes means of them: otherwise evaluate each move by bot_from"
        ) from error
    result = result._key if isinstance(result, _OpaqueValue) else result
    if not (isinstance(result, _ValueOfRootChild) and result.child_number):
        raise TypeError(f"best_move needs a search that returns one of the labels; {search!r} returned {result!r}")
    best_child = next(islice(unfolding.children_of(tree.seed), abs(result.child_number) - 1, None))
    return call_guarded(_move_between, rules, *map(position_of, (tree.seed, best_child)))


def _only_compares_labels(search: object) -> bool:
    """Return whether a search certainly does nothing but compare labels. ``jit(search)`` is judged by ``search``."""
    if not isinstance(search, Stage) or len(search.parts) > 1:
        return False
    if pipeline := wrapped_pipeline(search):
        return _only_compares_labels(pipeline)
    return node_function_of(search) is None


def _move_between(rules: Rules[P, M], p: P, q: P) -> M:
    """Return the first move that leads from one position to another."""
    for move in rules.moves(p):
        if rules.play(p, move) == q:
            return move
    raise ValueError(
        f"no move of {rules.name} leads from {p!r} to the best child here: a stage has put another tree there"
    )


class _ValueOfRootChild(NamedTuple("_ValueOfRootChild", [("value", Value), ("child_number", int)])):
    """A value, and the number of the root's child that led to it. Of equal values, that of an earlier child is best.

    Children are numbered -1, -2, ... if the first player moves at the root, otherwise 1, 2, ...; the root is number 0.
    """

    __slots__ = ()
    opaque = True  # tells the compiler to reject any use of a ``_ValueOfRootChild`` except comparisons


class _OpaqueValue(ComparedByKey):
    """A label for custom searches: a wrapped ``_ValueOfRootChild``. It can be compared with other labels.

    Labels below one child of the root have a mean: they can be added, and divided by a positive number. Any other use is
    an error.
    """

    __slots__ = ()

    def __add__(self, other: _OpaqueValue) -> _OpaqueValue:
        if type(other) is not _OpaqueValue or self._key.child_number != other._key.child_number:
            return NotImplemented
        return _make_opaque_value(
            as_python_number(self._key.value) + as_python_number(other._key.value), self._key.child_number
        )

    def __truediv__(self, n: int) -> _OpaqueValue:
        if not n > 0:  # a negative number would turn the order of equal moves round
            return NotImplemented
        return _make_opaque_value(divide(self._key.value, n), self._key.child_number)

    def __repr__(self) -> str:
        return f"<{self._key.value!r} with a move>"


@lowers_as("another function", _ValueOfRootChild)
def _make_opaque_value(value: Value, child_number: int) -> _OpaqueValue:
    return _OpaqueValue(_ValueOfRootChild(value, child_number))


def _with_root_child_numbers(tree: Tree[object], make_label: Callable[[Value, int], object]) -> Tree[object]:
    """Return the tree with labels ``make_label(label, n)``. The node is at or below child number n of the root."""
    label_of, children_of = tree.unfolding.label_of, tree.unfolding.children_of
    step = 1 if tree.player is Player.SECOND else -1

    def children(seed: tuple[Seed, int]) -> Iterator[tuple[Seed, int]]:
        inner_seed, parent_number = seed
        child_number = parent_number
        for child in children_of(inner_seed):
            if not parent_number:
                child_number += step
            yield child, child_number

    def require_child_number(child_number: int) -> int:
        if not child_number:
            raise ValueError("best_move chooses among the moves at the root, where its search passed the turn")
        return child_number

    return with_value(tree, 0, children, require_child_number, lambda seed: make_label(label_of(seed[0]), seed[1]))
