"""Merge the trees of independent Monte-Carlo tree searches of one position, for root parallelism."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from operator import add
from reprlib import repr as brief
from typing import TypeVar

from fpgames.rules.outcomes import Outcome
from fpgames.search.tree_search.tree import LazyChildren, SearchTree, is_same_game, require_search_tree

__all__ = ["merge"]

M = TypeVar("M")
P = TypeVar("P")


def merge(tree: SearchTree[P, M], *others: SearchTree[P, M]) -> SearchTree[P, M]:
    """Merge the trees of several searches of one position: add their visits and totals, and keep a proven outcome.

    ``merge a b :: SearchTree p m``, ``merge a b c = merge (merge a b) c``

    Merging is commutative and associative, except for rounding. Merging with an unvisited tree changes no numbers.
    Children are merged when they are first read. Playing the best move of a merged tree is called root parallelism.

    Args:
        tree: the tree of a search.
        others: the trees of other searches, from the same position.

    Raises:
        ValueError: two trees differ in position, player, moves or game; two trees have different proven outcomes; a
            tree has notes (the data of a custom ``back_up``). Children are checked when they are read.
        TypeError: an argument is not a search tree.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.connect4 import rules
    >>> from fpgames.search import mcts
    >>> a, b = (mcts(rules, 300)(rules.start).eval(SplitMix.from_seed(seed)) for seed in (1, 2))
    >>> merge(a, b)
    <SearchTree: visits 600, value 0.117>

    See also: :func:`fpgames.play.tree_bots.mcts_root_parallel`, which merges the trees of many workers.

    Source: Chaslot, Winands and van den Herik 2008, *Parallel Monte-Carlo Tree Search*.
    """
    return _merge_trees([require_search_tree(each, "merge") for each in (tree, *others)])


def _merge_trees(trees: Sequence[SearchTree[P, M]]) -> SearchTree[P, M]:
    """Return the merged tree. Raise ValueError if the trees cannot be merged."""
    tree, *others = trees
    if not others:
        return tree
    for other in others:
        for field, name in _EQUAL_FIELDS.items():
            mine, theirs = getattr(tree, field), getattr(other, field)
            if mine != theirs:
                raise ValueError(
                    f"cannot merge trees with different {name}, {brief(mine)} and {brief(theirs)}; expected trees of"
                    " one position"
                )
        if tree.rules and other.rules and not is_same_game(tree.rules, other.rules):
            raise ValueError(f"cannot merge trees of different games, {tree.rules!r} and {other.rules!r}")
    if any(tree.notes is not None for tree in trees):
        raise ValueError(f"cannot merge trees of {brief(tree.position)} with notes, which a back_up of your own keeps")
    siblings = [*_flatten_merged(tree.children), *(other.children for other in others)]
    return tree._replace(
        children=LazyChildren(len(tree.moves), partial(_merge_child, siblings)),
        visits=sum(tree.visits for tree in trees),
        total=reduce(add, (tree.total for tree in trees)),  # not sum(), whose rounding changed in Python 3.12
        proof=_common_proof(trees),
    )


# Fields in which merged trees agree, with their names in error messages.
_EQUAL_FIELDS = {"position": "positions", "mover": "players to move", "moves": "moves"}


def _flatten_merged(children: Sequence[SearchTree[P, M] | None]) -> Sequence[Sequence[SearchTree[P, M] | None]]:
    """Split merged children into the sequences that were merged, because nested merges would exhaust the stack."""
    make = children.make if isinstance(children, LazyChildren) else None
    if isinstance(make, partial) and make.func is _merge_child:
        parts: Sequence[Sequence[SearchTree[P, M] | None]]
        (parts,) = make.args
        return parts
    return (children,)


def _merge_child(children: Sequence[Sequence[SearchTree[P, M] | None]], i: int) -> SearchTree[P, M] | None:
    """Merge the trees after move number ``i``. Return None if no search has tried the move."""
    tried = [child for children_of_tree in children if (child := children_of_tree[i]) is not None]
    return _merge_trees(tried) if tried else None


def _common_proof(trees: Sequence[SearchTree[P, M]]) -> Outcome | None:
    """Return the outcome that one or more trees prove, or None. Raise ValueError if trees prove different outcomes."""
    proofs = {tree.proof for tree in trees if tree.proof is not None}
    if len(proofs) > 1:
        raise ValueError(
            f"cannot merge trees of {brief(trees[0].position)} with different proofs, {sorted(proofs)};"
            " one of the searches is wrong"
        )
    return next(iter(proofs), None)
