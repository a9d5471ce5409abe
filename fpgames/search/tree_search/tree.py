"""The immutable tree of a Monte-Carlo tree search, its best move and its principal variation."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from operator import attrgetter
from types import FunctionType
from typing import Any, Generic, NamedTuple, TypeAlias, overload

from fpgames.rules.outcomes import CHANCE, GameOver, Mover, Outcome, Player, to_player
from fpgames.rules.record import AnyRules, M, P, Rules, final_outcome, mover, moves_of, require_rules
from fpgames.stage import key_by_parts
from fpgames.tree.unfolding import MISSING

__all__ = ["SearchTree", "subtree_after", "best", "expand", "line"]


class SearchTree(NamedTuple, Generic[P, M]):
    """A node of a Monte-Carlo search tree: a position, its statistics, and its children.

    The first visit of a position evaluates the position itself. Each later visit continues to a child, until the
    position is proven. So an unproven node has one visit more than all children together, and the total of the node
    is its first evaluation plus the totals of the children. A node merged from k nodes has k first evaluations.

    Args:
        position: the position.
        mover: the player to move, or ``CHANCE``; None if the game is over.
        moves: the legal moves, in the order of the rules; none if the game is over.
        children: for each move, the tree of the position after it; None if the move has not been tried.
        visits: the number of simulations that have reached the position.
        total: the sum of the values of these simulations for the first player, each from -1 to 1.
        proof: the outcome of perfect play; None until the outcome is proven.
        rules: the rules of the game; None in a tree made by hand, and in an unpickled tree if the rules cannot be
            pickled. Comparisons of trees ignore the rules.
        notes: an immutable value that a custom ``back_up`` stores; otherwise None.

    See also: :func:`fpgames.search.tree_search.search.mcts`, which returns it; :func:`best`, :func:`line`,
    :func:`subtree_after`; :func:`fpgames.search.tree_search.statistics_tree.statistics`, for stages and pictures.
    """

    position: P
    mover: Mover | None
    moves: tuple[M, ...]
    children: Sequence[SearchTree[P, M] | None]
    visits: int = 0
    total: float = 0.0
    proof: Outcome | None = None
    rules: Rules[P, M] | None = None
    notes: object = None

    def __eq__(self, other: object) -> bool:
        """Compare two trees by a loop, because recursion could exhaust the stack. Skip shared subtrees."""
        stack: list[tuple[object, object]] = [(self, other)]
        while stack:
            left, right = stack.pop()
            if left is right:
                continue
            if not (isinstance(left, SearchTree) and isinstance(right, SearchTree)):
                return False
            if _statistics_of(left) != _statistics_of(right) or left.notes != right.notes:
                return False
            if len(left.children) != len(right.children):
                return False
            stack += zip(left.children, right.children, strict=True)
        return True

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(_statistics_of(self))  # leaves out children (recursion) and notes (perhaps unhashable)

    def __reduce__(self) -> tuple[Callable[..., SearchTree[P, M]], tuple[list[_FlatNode], AnyRules | None]]:
        # Pickle a flat list of nodes, because pickle and copy would follow the children by recursion.
        return _unflatten, (_flatten(self), _picklable_rules(self.rules))

    def __repr__(self) -> str:
        proof = "" if self.proof is None else f", {self.proof!r}"
        return f"<SearchTree: visits {self.visits}, value {self.value:.3f}{proof}>"

    @property
    def player(self) -> Player | None:
        """The player to move; None if the game is over. Raises ValueError where chance moves."""
        mover = self.mover
        if mover is None or type(mover) is Player:
            return mover
        return to_player(mover, "chance moves at this node of the search")

    @property
    def value(self) -> float:
        """The value for the first player: the proven outcome, else the mean value of the visits; 0 without visits."""
        if self.proof is not None:
            return float(self.proof)
        return self.total / self.visits if self.visits else 0.0

    @property
    def tried(self) -> tuple[SearchTree[P, M], ...]:
        """The children that have been visited."""
        return tuple(child for child in self.children if child is not None)


def with_visit(
    tree: SearchTree[P, M], value: float, children: Sequence[SearchTree[P, M] | None], proof: Outcome | None
) -> SearchTree[P, M]:
    """Return a copy of a tree with one more visit of this value, with these children and this proof.

    Note: ``_replace`` takes twice as long, and a search spends a tenth of its time here.
    """
    visits, total = tree.visits + 1, tree.total + value
    return SearchTree(tree.position, tree.mover, tree.moves, children, visits, total, proof, tree.rules, tree.notes)


AnySearchTree: TypeAlias = SearchTree[Any, Any]

_statistics_of = attrgetter("position", "mover", "moves", "visits", "total", "proof")


class LazyChildren(Sequence["SearchTree[P, M] | None"], Generic[P, M]):
    """A sequence of children, each made when it is first read, by a pure function of the move's index."""

    __slots__ = ("_made", "make")

    def __init__(self, n: int, make: Callable[[int], SearchTree[P, M] | None]) -> None:
        self.make = make
        self._made: list[SearchTree[P, M] | None] = [MISSING] * n

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, i: int) -> SearchTree[P, M] | None: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[SearchTree[P, M] | None, ...]: ...
    def __getitem__(self, i: int | slice) -> SearchTree[P, M] | tuple[SearchTree[P, M] | None, ...] | None:
        if isinstance(i, slice):
            return tuple(map(self._child, range(*i.indices(len(self)))))
        return self._child(range(len(self))[i])

    def _child(self, i: int) -> SearchTree[P, M] | None:
        if self._made[i] is MISSING:
            self._made[i] = self.make(i)
        return self._made[i]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[LazyChildren[P, M]], tuple[int, Callable[[int], SearchTree[P, M] | None]]]:
        return LazyChildren, (len(self), self.make)


_FlatNode: TypeAlias = tuple[Any, ...]
"""The fields of a node; the rules are left out, and children are replaced by their indices in a list of flat nodes."""


def _flatten(tree: SearchTree[P, M]) -> list[_FlatNode]:
    """Return all nodes of a tree, children before parents; a shared node appears once. Lazy children are left out."""
    flat: list[_FlatNode] = []
    index_of: dict[int, int] = {}
    stack = [tree]
    while stack:
        node = stack[-1]
        lazy = isinstance(node.children, LazyChildren)
        tried = () if lazy else node.tried
        missing = [child for child in tried if id(child) not in index_of]
        if missing:
            stack += missing
            continue
        stack.pop()
        if id(node) not in index_of:
            children: Any = node.children if lazy else [child and index_of[id(child)] for child in node.children]
            index_of[id(node)] = len(flat)
            flat.append(tuple(node._replace(children=children, rules=None)))
    return flat


def _picklable_rules(rules: AnyRules | None) -> AnyRules | None:
    """Return the rules, or None if they cannot be pickled, for example because they have local functions."""
    with suppress(Exception):
        pickle.dumps(rules)
        return rules
    return None


def _unflatten(flat: list[_FlatNode], rules: AnyRules | None) -> AnySearchTree:
    """Rebuild a tree from the list of its nodes: ``unflatten . flatten = id``."""
    trees: list[AnySearchTree] = []
    for fields in flat:
        node: SearchTree[Any, Any] = SearchTree._make(fields)
        children: Any = node.children
        if not isinstance(children, LazyChildren):
            children = tuple(None if i is None else trees[i] for i in children)
        trees.append(node._replace(children=children, rules=rules))
    return trees[-1]


def expand(rules: Rules[P, M], p: P) -> SearchTree[P, M]:
    """Return the unvisited search tree of a position. If the game is over, the tree is proven.

    ``expand :: Rules p m -> p -> SearchTree p m``

    Args:
        rules: the rules of the game.
        p: the position.

    >>> from fpgames.games.tictactoe import rules
    >>> expand(rules, rules.start)
    <SearchTree: visits 0, value 0.000>

    See also: :func:`fpgames.search.tree_search.search.mcts`, whose option ``expand`` replaces it.
    """
    moves = moves_of(rules, p)
    if moves:
        return SearchTree(p, mover(rules, p), moves, (None,) * len(moves), rules=rules)
    return SearchTree(p, None, (), (), proof=final_outcome(rules, p), rules=rules)


def is_same_game(rules: AnyRules, other: AnyRules) -> bool:
    """Return whether two records of rules have the same ``moves``, ``play``, ``player`` and ``outcome`` functions.

    Equal functions are the same. So are functions with the same code and captured values, such as unpickled copies.
    """
    return rules is other or all(
        _is_same_value(getattr(rules, name), getattr(other, name)) for name in ("moves", "play", "player", "outcome")
    )


def _is_same_value(value: object, other: object) -> bool:
    """Return whether two values are equal. Functions and partials are compared by code and captured values."""
    if value is other:
        return True
    if isinstance(value, FunctionType) and isinstance(other, FunctionType):
        return value.__code__ == other.__code__ and _is_same_value(_captured_values(value), _captured_values(other))
    if type(value) is type(other) is partial:
        return _is_same_value(value.__reduce__()[2], other.__reduce__()[2])
    if isinstance(value, tuple) and isinstance(other, tuple):
        return len(value) == len(other) and all(map(_is_same_value, value, other))
    return key_by_parts(value) == key_by_parts(other)


def _captured_values(function: FunctionType) -> tuple[object, ...]:
    """Return the values that a function captures: first those of the closure, then the defaults of parameters."""
    return (*(cell.cell_contents for cell in function.__closure__ or ()), *(function.__defaults__ or ()))


def require_search_tree(tree: object, caller: str) -> AnySearchTree:
    """Return a search tree. Raise TypeError for anything else, such as a position, or an action that returns a tree."""
    if not isinstance(tree, SearchTree):
        raise TypeError(f"{caller} needs the tree of a search, such as mcts(rules, n)(p).eval(gen); got {tree!r:.80}")
    return tree


def require_tree_of(rules: AnyRules, tree: object, caller: str) -> None:
    """Raise TypeError unless the argument is a search tree. Raise ValueError if the tree belongs to another game."""
    tree = require_search_tree(tree, caller)
    if tree.rules is not None and not is_same_game(rules, tree.rules):
        raise ValueError(
            f"{caller} was given {rules!r} and a tree of {tree.rules!r}, whose moves, play, player or outcome are others:"
            " its results do not hold for these rules; begin a new search with mcts(rules, n)"
        )


def best(tree: SearchTree[P, M]) -> M:
    r"""Return the best move at the root: moves are compared by proof, then by visits, then by value.

    ``best = fst . maximumBy (comparing (\(_, t) -> (proof t, visits t, value t))) . tried``

    A proven win comes first, and a proven loss last; a proven draw ranks with the moves that are not proven. Values are
    for the player to move. Of equally good moves, the first is returned.

    Args:
        tree: a search tree.

    Raises:
        GameOver: the game is over at the root.
        TypeError: the argument is not a search tree.
        ValueError: no move has been tried yet; chance moves at the root.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import mcts
    >>> best(mcts(rules, 100)(rules.read("XX.\nOO.\n...")).eval(SplitMix.from_seed(1)))
    2

    See also: :func:`line`; :func:`fpgames.search.moves.best_move`, for a tree of values.
    """
    require_search_tree(tree, "best")
    if not tree.moves:
        raise GameOver("no move to choose: the game is over at the root of this search")
    if tree.mover is CHANCE:
        raise ValueError("no move to choose: chance moves at the root of this search")
    choice = _best_child(tree)
    if choice is None:
        raise ValueError("no move to choose: this search has tried none; let it run for two simulations or more")
    return choice[0]


def line(tree: SearchTree[P, M]) -> tuple[M, ...]:
    r"""Return the principal variation of a search tree: the best move, the best reply, and so on.

    ``line = map fst . unfoldr bestChild``

    The line ends where chance moves.

    Args:
        tree: a search tree.

    Raises:
        TypeError: the argument is not a search tree.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import mcts
    >>> line(mcts(rules, 1000)(rules.read("XX.\n.O.\n...")).eval(SplitMix.from_seed(1)))
    (2, 6, 3, 5, 7, 8)

    See also: :func:`best`, the first move of the line.
    """
    require_search_tree(tree, "line")
    return tuple(_line(tree))


def _line(tree: SearchTree[P, M]) -> Iterator[M]:
    while tree.mover is not CHANCE and (choice := _best_child(tree)):
        move, tree = choice
        yield move


def _best_child(tree: SearchTree[P, M]) -> tuple[M, SearchTree[P, M]] | None:
    """Return the best tried move, and the tree after it. Return None if no move has been tried."""
    return max(_tried_moves(tree), key=_rank_key(tree), default=None)


def ranked(tree: SearchTree[P, M]) -> list[tuple[M, SearchTree[P, M]]]:
    """Return the tried moves, each with the tree after it, best first."""
    return sorted(_tried_moves(tree), key=_rank_key(tree), reverse=True)  # a stable sort: equal moves keep their order


def _tried_moves(tree: SearchTree[P, M]) -> Iterator[tuple[M, SearchTree[P, M]]]:
    return ((move, child) for move, child in zip(tree.moves, tree.children, strict=True) if child is not None)


def _rank_key(tree: SearchTree[P, M]) -> Callable[[tuple[M, SearchTree[P, M]]], tuple[int, int, float]]:
    """Return a key function that ranks a move and its child by proof, visits and value for the player to move.

    Where chance moves, rank by visits alone.
    """
    sign = int(tree.mover) if isinstance(tree.mover, Player) else 0

    def rank(choice: tuple[M, SearchTree[P, M]]) -> tuple[int, int, float]:
        _, child = choice
        return sign * (child.proof or 0), child.visits, sign * child.value

    return rank


def subtree_after(rules: Rules[P, M], tree: SearchTree[P, M], move: M) -> SearchTree[P, M]:
    """Return the subtree after a move, from which a search can continue. It is unvisited if the move is untried.

    ``subtreeAfter :: Rules p m -> SearchTree p m -> m -> SearchTree p m``

    Args:
        rules: the rules of the game.
        tree: a search tree.
        move: the move that has been played.

    Raises:
        IllegalMove: the move is not legal.
        ValueError: the tree belongs to another game.
        TypeError: the second argument is not a search tree.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import mcts
    >>> tree = mcts(rules, 1000)(rules.start).eval(SplitMix.from_seed(1))
    >>> subtree_after(rules, tree, 4).visits == tree.children[4].visits
    True

    See also: :func:`fpgames.search.tree_search.search.continue_search`, which continues from it.
    """
    require_rules(rules, "subtree_after")
    require_tree_of(rules, tree, "subtree_after")
    for legal, child in zip(tree.moves, tree.children, strict=True):
        if legal == move and child is not None:
            return child
    return expand(rules, rules.play(tree.position, move))
