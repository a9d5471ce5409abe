"""Merged trees of Monte-Carlo tree searches that began at one position, each with a generator of its own."""

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
    """Return one tree of several searches of a position: visits and totals are added, and a proof of any of them counts.

    ``merge a b :: SearchTree p m``, ``merge a b c = merge (merge a b) c``

    It is commutative and associative, but for the rounding of totals, and an unvisited tree is its unit. Children are
    merged when they are looked at. :func:`fpgames.search.tree_search.tree.best` of a merged tree is the move that the searches
    choose together, which is called root parallelism.

    Args:
        tree: the tree of a search.
        others: the trees of other searches, from the same position.

    Raises:
        ValueError: the positions, the players to move or the moves are different, or the trees are proven with
            different outcomes, or a tree has notes; for trees below, when they are looked at.
        TypeError: an argument is not the tree of a search.

    >>> from fpgames import SplitMix
    >>> from fpgames.games.connect4 import rules
    >>> from fpgames.search import mcts
    >>> a, b = (mcts(rules, 300)(rules.start).eval(SplitMix.from_seed(seed)) for seed in (1, 2))
    >>> merge(a, b)
    <SearchTree: visits 600, value 0.117>

    See also: :func:`fpgames.play.tree_bots.mcts_root_parallel`, which merges the trees of many workers.

    Source: Chaslot, Winands and van den Herik 2008, *Parallel Monte-Carlo Tree Search*.
    """
    return _merged([require_search_tree(each, "merge") for each in (tree, *others)])


def _merged(trees: Sequence[SearchTree[P, M]]) -> SearchTree[P, M]:
    tree, *others = trees
    if not others:
        return tree
    for other in others:
        for name, mine, theirs in zip(_PLURALS, tree, other, strict=False):
            if mine != theirs:
                raise ValueError(
                    f"cannot merge trees with different {name}, {brief(mine)} and {brief(theirs)}; expected trees of"
                    " one position"
                )
        if tree.rules and other.rules and not is_same_game(tree.rules, other.rules):
            raise ValueError(f"cannot merge trees of different games, {tree.rules!r} and {other.rules!r}")
    if any(tree.notes is not None for tree in trees):
        raise ValueError(f"cannot merge trees of {brief(tree.position)} with notes, which a back_up of your own keeps")
    return SearchTree(
        tree.position,
        tree.player,
        tree.moves,
        LazyChildren(
            len(tree.moves), partial(_merged_child, [*_parts(tree.children), *(other.children for other in others)])
        ),
        sum(tree.visits for tree in trees),
        reduce(add, (tree.total for tree in trees)),  # sum rounds in another way since Python 3.12
        _proof(trees),
        tree.rules,
    )


_PLURALS = ("positions", "players to move", "moves")  # of the first fields of a tree


def _parts(children: Sequence[SearchTree[P, M] | None]) -> Sequence[Sequence[SearchTree[P, M] | None]]:
    """Return what children were merged from: a merge of a merge of a merge would otherwise exhaust the stack."""
    make = children.make if isinstance(children, LazyChildren) else None
    if isinstance(make, partial) and make.func is _merged_child:
        parts: Sequence[Sequence[SearchTree[P, M] | None]]
        (parts,) = make.args
        return parts
    return (children,)


def _merged_child(children: Sequence[Sequence[SearchTree[P, M] | None]], i: int) -> SearchTree[P, M] | None:
    tried = [child for each in children if (child := each[i]) is not None]
    return _merged(tried) if tried else None


def _proof(trees: Sequence[SearchTree[P, M]]) -> Outcome | None:
    """Return the outcome that trees of one position prove; raise ValueError if they prove different ones."""
    proofs = {tree.proof for tree in trees if tree.proof is not None}
    if len(proofs) > 1:
        raise ValueError(
            f"cannot merge trees of {brief(trees[0].position)} with different proofs, {sorted(proofs)};"
            " one of the searches is wrong"
        )
    return next(iter(proofs), None)
