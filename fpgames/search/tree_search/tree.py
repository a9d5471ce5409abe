"""The tree of a Monte-Carlo tree search: an immutable value, and what it says about the moves at its root."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from types import FunctionType
from typing import Any, Generic, NamedTuple, TypeAlias, overload

from fpgames.rules.outcomes import GameOver, Outcome, Player
from fpgames.rules.record import AnyRules, M, P, Rules, final_outcome, moves_of, require_rules, whose_turn
from fpgames.tree.unfolding import MISSING

__all__ = ["SearchTree", "subtree_after", "best", "expand", "line"]


class SearchTree(NamedTuple, Generic[P, M]):
    """The statistics of a position and of those after it, as far as they have been visited.

    The first visit of a position evaluates the position itself. Each later one visits one of its children, until the
    position is proven. So the visits of a position that is not proven are 1 plus those of its children, and its total
    is the value of its own evaluation plus the totals of its children. In a merged tree
    (:func:`fpgames.search.tree_search.merging.merge`) this holds of each of the trees: 1 becomes the number of those that have
    visited the position.

    Args:
        position: the position.
        player: the player to move; None if the game is over.
        moves: the legal moves, in the order of the rules; none if the game is over.
        children: for each of the moves, the tree of the position after it; None if the move has not been tried.
        visits: the number of simulations that have reached the position.
        total: the sum of their values to the first player, each from -1 to 1.
        proof: the outcome of perfect play, once it is proven; otherwise None.
        rules: the rules of the game; None in a tree made by hand, and after pickling if they cannot be pickled. Trees are
            compared without them.
        notes: what a ``back_up`` of your own keeps of the visits, a value that does not change; otherwise None.

    See also: :func:`fpgames.search.tree_search.search.mcts`, which returns it; :func:`best`, :func:`line`, :func:`after`;
    :func:`fpgames.search.tree_search.statistics_tree.statistics`, for stages and pictures.
    """

    position: P
    player: Player | None
    moves: tuple[M, ...]
    children: Sequence[SearchTree[P, M] | None]
    visits: int = 0
    total: float = 0.0
    proof: Outcome | None = None
    rules: Rules[P, M] | None = None
    notes: object = None

    def __eq__(self, other: object) -> bool:
        """Compare by a loop, because a recursion would exhaust the stack; parts that are shared are not compared."""
        waiting: list[tuple[object, object]] = [(self, other)]
        while waiting:
            mine, theirs = waiting.pop()
            if mine is theirs:
                continue
            if not (isinstance(mine, SearchTree) and isinstance(theirs, SearchTree)):
                return False
            if mine[:3] != theirs[:3] or mine[4:7] != theirs[4:7] or mine.notes != theirs.notes:
                return False
            if len(mine.children) != len(theirs.children):
                return False
            waiting += zip(mine.children, theirs.children, strict=True)
        return True

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((*self[:3], *self[4:7]))  # without children, which a recursion would have to follow, and notes

    def __reduce__(self) -> tuple[Callable[..., SearchTree[P, M]], tuple[list[_Flat], AnyRules | None]]:
        # A list, because pickle and copy would follow children by recursion.
        return _rebuilt, (_flattened(self), _pickled(self.rules))

    def __repr__(self) -> str:
        proof = "" if self.proof is None else f", {self.proof!r}"
        return f"<SearchTree: visits {self.visits}, value {self.value:.3f}{proof}>"

    @property
    def value(self) -> float:
        """The value to the first player: that of the proof, or else the mean of the visits; 0 before the first."""
        if self.proof is not None:
            return float(self.proof)
        return self.total / self.visits if self.visits else 0.0

    @property
    def tried(self) -> tuple[SearchTree[P, M], ...]:
        """The children that have been visited."""
        return tuple(child for child in self.children if child is not None)


AnySearchTree: TypeAlias = SearchTree[Any, Any]


class LazyChildren(Sequence["SearchTree[P, M] | None"], Generic[P, M]):
    """Children that are made when they are first read, by a pure function of the index of a move."""

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


_Flat: TypeAlias = tuple[Any, ...]
"""The fields of a tree, with the places of its children in a list of trees in their stead."""


def _flattened(tree: SearchTree[P, M]) -> list[_Flat]:
    """Return a tree and all trees below as one list, children before their parents; a tree in two places is one entry.

    Children that are not made are not looked at: they stay as they are.
    """
    flat: list[_Flat] = []
    places: dict[int, int] = {}
    waiting = [tree]
    while waiting:
        here = waiting[-1]
        lazy = isinstance(here.children, LazyChildren)
        below = () if lazy else here.tried
        missing = [child for child in below if id(child) not in places]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        if id(here) not in places:
            children = here.children if lazy else [child and places[id(child)] for child in here.children]
            places[id(here)] = len(flat)
            flat.append((*here[:3], children, *here[4:7], here.notes))
    return flat


def _pickled(rules: AnyRules | None) -> AnyRules | None:
    """Return rules if they can be pickled, as rules with local functions cannot."""
    with suppress(Exception):
        pickle.dumps(rules)
        return rules
    return None


def _rebuilt(flat: list[_Flat], rules: AnyRules | None) -> AnySearchTree:
    """Return the tree that a list was made from: ``rebuilt . flattened = id``."""
    trees: list[AnySearchTree] = []
    for position, player, moves, children, visits, total, proof, notes in flat:
        if not isinstance(children, LazyChildren):
            children = tuple(None if i is None else trees[i] for i in children)
        trees.append(SearchTree(position, player, moves, children, visits, total, proof, rules, notes))
    return trees[-1]


def expand(rules: Rules[P, M], p: P) -> SearchTree[P, M]:
    """Return the tree of a position before its first visit; a finished game is proven at once.

    ``expand :: Rules p m -> p -> SearchTree p m``

    Args:
        rules: the rules of the game.
        p: the position.

    >>> from fpgames.games.tictactoe import rules
    >>> expand(rules, rules.start)
    <SearchTree: visits 0, value 0.000>

    See also: :func:`fpgames.search.tree_search.search.mcts`, where another function can take its place.
    """
    moves = moves_of(rules, p)
    if moves:
        return SearchTree(p, whose_turn(rules, p), moves, (None,) * len(moves), rules=rules)
    return SearchTree(p, None, (), (), proof=final_outcome(rules, p), rules=rules)


def is_same_game(rules: AnyRules, other: AnyRules) -> bool:
    """Return whether two rules have one game: the same moves, play, player and outcome, whatever their names and values.

    Functions are the same if they are equal, or have the same code and variables, as a function has that was pickled.
    """
    return rules is other or all(
        _same(getattr(rules, name), getattr(other, name)) for name in ("moves", "play", "player", "outcome")
    )


def _same(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        return one.__code__ == other.__code__ and _same(_variables(one), _variables(other))
    if type(one) is type(other) is partial:
        return _same(one.__reduce__()[2], other.__reduce__()[2])
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other


def _variables(function: FunctionType) -> tuple[object, ...]:
    return (*(each.cell_contents for each in function.__closure__ or ()), *(function.__defaults__ or ()))


def require_search_tree(tree: object, what: str) -> AnySearchTree:
    """Return the tree of a search; raise TypeError for anything else, such as the action or the position of one."""
    if not isinstance(tree, SearchTree):
        raise TypeError(f"{what} needs the tree of a search, such as mcts(rules, n)(p).eval(gen); got {tree!r:.80}")
    return tree


def require_tree_of(rules: AnyRules, tree: object, what: str) -> None:
    """Raise TypeError unless a value is the tree of a search, ValueError if it is one of another game."""
    tree = require_search_tree(tree, what)
    if tree.rules is not None and not is_same_game(rules, tree.rules):
        raise ValueError(
            f"{what} was given {rules!r} and a tree of {tree.rules!r}, whose moves, play, player or outcome are others:"
            " what it found does not hold here; begin a new search with mcts(rules, n)"
        )


def best(tree: SearchTree[P, M]) -> M:
    r"""Return the best move at the root: by proof, then visits, then value.

    ``best = fst . maximumBy (comparing (\(_, t) -> (proof t, visits t, value t))) . tried``

    A move that is proven to win comes first, one that is proven to lose comes last, and one that is proven to draw
    counts as if it were not proven. Proofs and values are those for the player to move. Of equal moves the first is
    returned.

    Args:
        tree: the tree of a search.

    Raises:
        GameOver: the game is over at the root.
        TypeError: the argument is not the tree of a search.
        ValueError: no move has been tried yet.

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
    found = _best(tree)
    if found is None:
        raise ValueError("no move to choose: this search has tried none; let it run for two simulations or more")
    return found[0]


def line(tree: SearchTree[P, M]) -> tuple[M, ...]:
    r"""Return the line of play that the search expects: the best move, the best after it, and so on.

    ``line = map fst . unfoldr bestChild``

    Args:
        tree: the tree of a search.

    Raises:
        TypeError: the argument is not the tree of a search.

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
    while found := _best(tree):
        move, tree = found
        yield move


def _best(tree: SearchTree[P, M]) -> tuple[M, SearchTree[P, M]] | None:
    """Return the best move that has been tried and the tree after it; None if there is no such move."""
    return max(_tried(tree), key=_rank(tree), default=None)


def ranked(tree: SearchTree[P, M]) -> list[tuple[M, SearchTree[P, M]]]:
    """Return the moves that have been tried, each with the tree after it, the best first."""
    return sorted(_tried(tree), key=_rank(tree), reverse=True)  # which keeps the order of equal moves


def _tried(tree: SearchTree[P, M]) -> Iterator[tuple[M, SearchTree[P, M]]]:
    return ((move, child) for move, child in zip(tree.moves, tree.children, strict=True) if child is not None)


def _rank(tree: SearchTree[P, M]) -> Callable[[tuple[M, SearchTree[P, M]]], tuple[int, int, float]]:
    """Return the key by which moves are compared: proof, visits, value, for the player to move."""
    sign = int(tree.player or 0)

    def rank(found: tuple[M, SearchTree[P, M]]) -> tuple[int, int, float]:
        _, child = found
        return sign * (child.proof or 0), child.visits, sign * child.value

    return rank


def subtree_after(rules: Rules[P, M], tree: SearchTree[P, M], move: M) -> SearchTree[P, M]:
    """Return the tree after a move, with which the next search begins; unvisited if the move has not been tried.

    ``subtreeAfter :: Rules p m -> SearchTree p m -> m -> SearchTree p m``

    Args:
        rules: the rules of the game.
        tree: the tree of a search.
        move: the move that has been played.

    Raises:
        IllegalMove: the move is not legal.
        ValueError: the tree is one of another game.
        TypeError: the second argument is not the tree of a search.

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
