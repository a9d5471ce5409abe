"""The best move at the root of a tree, and the principal variation: the line of play if both players choose best moves.

Source: article 2.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile
from operator import ge, gt, le, lt
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from fpgames.declarations import declaration_of
from fpgames.rules.outcomes import GameOver, Player
from fpgames.rules.record import M, P, Value
from fpgames.search.alphabeta import ab_maximise, ab_minimise
from fpgames.search.chance import divide
from fpgames.search.results import require_values_of, search_info
from fpgames.search.tree_checks import require_player_at_root, require_values
from fpgames.search.values import maximise, minimax, minimise
from fpgames.stage import BareStage, Function, Stage, with_known_options, with_last_part
from fpgames.tree.building import Node, moves_between
from fpgames.tree.decorators import checks_tree, tree_stage
from fpgames.tree.label_kinds import require_same_game_size
from fpgames.tree.order import is_equal, raise_unordered, require_ordered
from fpgames.tree.stages import map_tree
from fpgames.tree.turns import with_root_player
from fpgames.tree.unfolding import LabelKind, Seed, Tree
from fpgames.tree.walking import recursive, walk
from fpgames.validation import as_python_number

__all__ = ["Scored", "Variation", "best_move", "principal_variation"]

A = TypeVar("A")
B = TypeVar("B")

Move: TypeAlias = Any
"""A move of the game from which a tree was built."""


def _comparison_method(compare: Callable[[Value, Value], object]) -> Any:
    def method(self: Scored[Any, Any], other: object) -> bool:
        if type(other) is not type(self):
            raise TypeError(f"{self!r} is compared only with another such value, not with {other!r}")
        return bool(compare(self.value, other.value))

    return method


class Scored(Generic[A, M]):
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

    __slots__ = ("line", "value")

    def __init__(self, value: A, line: tuple[M, ...]) -> None:
        self.value, self.line = value, line

    __eq__, __lt__, __gt__, __le__, __ge__ = map(_comparison_method, (is_equal, lt, gt, le, ge))

    def __bool__(self) -> bool:
        raise TypeError(f"{self!r} is neither true nor false; it is only compared with another such value")

    def __add__(self, other: Scored[A, M]) -> Scored[A, M]:
        """Add the values, for a mean where chance moves; keep the moves with which both lines begin."""
        if type(other) is not Scored:
            return NotImplemented
        both = zip(self.line, other.line, strict=False)
        common = tuple(move for move, _ in takewhile(lambda pair: pair[0] == pair[1], both))
        value: Value = as_python_number(self.value)
        return Scored(value + as_python_number(other.value), common)

    def __truediv__(self, n: int) -> Scored[A, M]:
        """Divide the value by a number, for a mean where chance moves."""
        return Scored(divide(self.value, n), self.line)

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


@tree_stage("Scored[B, A]")
def _principal_variation(
    tree: Tree[Node[P, M]], static: Callable[[P], A], *, search: Callable[[Tree[Scored[A, M]]], Scored[A, M]] = minimax
) -> Scored[A, M]:
    labels = tree.unfolding.labels
    if labels not in (LabelKind.LINES, LabelKind.ANYTHING):
        raise TypeError(
            f"principal_variation needs the labels of game_tree(rules), but the labels of this tree are {labels.noun}"
        )
    require_same_game_size(static, tree.unfolding.game.rules)

    def scored(node: Node[P, M]) -> Scored[A, M]:
        return Scored(static(node.position), node.line)

    return search(map_tree(scored)(tree))


@BareStage
@checks_tree("Move")
def best_move(tree: Tree[object], *, search: Callable[[Tree[Any]], object] = minimax) -> Move:
    """Return the best move at the root of a tree built from rules: ``bestMove :: Ord a => Tree a -> m``.

    ``bestMove search = fst . maximumOn (search . snd) . branches``, if the first player moves at the root

    Of equally good moves, the first is returned. Each child of the root is searched. A search that takes a window is
    given the best value so far, because a child that is no better needs no exact value. In a shared tree, each child is
    searched with a table of its own.

    Args:
        tree: a tree built by ``build_tree(rules)`` or ``game_tree(rules)``, whose labels have been turned into values.
        search: any search that returns the value of a tree for the first player, such as ``alpha_beta``.

    Raises:
        GameOver: the tree is a leaf, so there is no move.
        ValueError: the tree was not built from rules; its labels are positions; chance moves at the root; the search
            raises ValueError.
        TypeError: the search was given a window, as in ``alpha_beta(alpha=0)``, or returns anything but a value for the
            first player.

    >>> from fpgames import map_tree
    >>> from functools import reduce
    >>> from fpgames import build_tree, prune
    >>> from fpgames.games.tictactoe.record import rules
    >>> p = reduce(rules.play, [0, 3, 1, 4], rules.start)
    >>> build_tree(rules)(p) | prune(3) | map_tree(rules.static) | best_move
    2

    See also: :func:`principal_variation`, for the whole line of play.

    Source: article 3, ``calcIA``.
    """
    tree = require_values(tree, "best_move")
    rules, position_of = tree.unfolding.game.rules, tree.unfolding.game.position_of
    if rules is None:
        raise ValueError(
            "best_move needs a tree that knows the moves: one built from rules, build_tree(rules)(position); this one"
            " was built from a function or by hand"
        )
    require_values_of(search, "best_move")
    high = tree.player is not Player.SECOND
    search = child_search = with_last_part(search, partial(_for_either_player, tree))
    best_child: Tree[object] | None = None
    best: Value = None
    for child in tree.children:
        value = require_ordered(child_search(child))
        if best_child is None or walk(_is_better, value, best, high):
            best_child, best = child, value
            child_search = with_last_part(search, partial(_with_options, **{"alpha" if high else "beta": best}))
    if best_child is None:
        raise GameOver("no move to choose: this tree is a leaf")
    p, q = map(position_of, (tree.seed, best_child.seed))
    return next(moves_between(rules, p, [q]))


def _for_either_player(tree: Tree[object], search: Function) -> Function:
    """Return a search for trees at whose root either player moves. First, check the player at the root of ``tree``."""
    for first, second, either in (maximise, minimise, minimax), (ab_maximise, ab_minimise, _search_by_lists):
        if search in (first, second):
            root_player, other = (Player.FIRST, second) if search is first else (Player.SECOND, first)
            require_player_at_root(tree, root_player, repr(search), repr(other))
            return either
    info = search_info(search)
    player: Value = info.options.get("player") if declaration_of(search).checks_tree else None
    with_root_player(tree, player, info.name)
    return _with_options(search, player=None)


def _search_by_lists(tree: Tree[A]) -> A:
    return (ab_minimise if tree.player is Player.SECOND else ab_maximise)(tree)


def _with_options(search: Function, **options: object) -> Function:
    """Return a search with those options that it has; return a function that is no search of the library unchanged."""
    if isinstance(search, Stage) and declaration_of(search).checks_tree:
        return with_known_options(search, **options)
    return search


@recursive
def _is_better(value: Value, best: Value, high: bool) -> bool:
    """Return whether a value is better than the best value so far. Raise ValueError if the two have no order."""
    if not (value <= best or value >= best):
        raise_unordered(value, best)
    return bool(value > best if high else value < best)
