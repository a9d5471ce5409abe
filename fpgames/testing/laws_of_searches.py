"""Laws of searches: functions from a tree to its value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from fpgames.rules import Player
from fpgames.search.moves import Scored
from fpgames.search.values import minimax
from fpgames.testing.suite import Broken, Law, Suite, check, named
from fpgames.testing.tree_strategies import labelled_trees, trees_in_turns, trees_of_graphs, with_player
from fpgames.testing.watched_trees import TreeOfAny, Watched, in_words
from fpgames.tree.sharing import share, unshared
from fpgames.tree.unfolding import Tree, node

__all__ = ["check_search", "search_laws"]


class SearchSubject(NamedTuple):
    """The subject of the laws of a search: the search, and what is known about it."""

    search: Callable[[TreeOfAny], Any]
    player: Player
    alternates: bool
    deep: bool
    looks: bool
    numbers: bool


def labelled(subject: SearchSubject) -> st.SearchStrategy[TreeOfAny]:
    """Draw trees in which players alternate."""
    return labelled_trees(subject.player)


def in_turns(subject: SearchSubject) -> st.SearchStrategy[TreeOfAny]:
    """Draw trees in which either player may be to move at any node below the root."""
    return trees_in_turns(subject.player)


def on_a_graph(subject: SearchSubject) -> st.SearchStrategy[TreeOfAny]:
    """Draw trees in which a position may occur at several places."""
    return trees_of_graphs(subject.player)


SEARCH: Suite[SearchSubject] = Suite()


@SEARCH.law(times=3, tree=labelled)
def it_finds_the_value(subject: SearchSubject, tree: TreeOfAny) -> None:
    """``search = minimax``."""
    _find_the_value(subject, tree)


@SEARCH.law(when=lambda subject: not subject.alternates, tree=in_turns)
def it_asks_the_tree_whose_turn_it_is(subject: SearchSubject, tree: TreeOfAny) -> None:
    """``search = minimax``, also where a player moves twice in a row."""
    _find_the_value(subject, tree)


@SEARCH.law(times=3, tree=on_a_graph)
def it_finds_the_value_of_a_shared_tree(subject: SearchSubject, tree: TreeOfAny) -> None:
    """``search . share = minimax``."""
    _find_the_value(subject, share(tree))


def _find_the_value(subject: SearchSubject, tree: TreeOfAny) -> None:
    found, value = subject.search(tree), minimax(unshared(tree))
    if found != value:
        raise Broken(f"it returns {found!r}, but the value is {value!r}, for {in_words(tree)}")


@SEARCH.law(when=lambda subject: not subject.looks, tree=labelled)
def it_asks_for_no_leaf_twice(subject: SearchSubject, tree: TreeOfAny) -> None:
    """The label of a leaf is computed at most once, and so ``count search t <= length (leaves t)``."""
    watched = Watched(tree)
    subject.search(watched.tree)
    for way, times in Counter(watched.labels).items():
        if times > 1:
            raise Broken(f"it computed the label of the node {way} {times} times, for {in_words(tree)}")


@SEARCH.law(when=lambda subject: not subject.looks, tree=labelled)
def it_asks_for_labels_of_leaves_only(subject: SearchSubject, tree: TreeOfAny) -> None:
    """``static`` is never evaluated at an inner node."""
    watched = Watched(tree)
    subject.search(watched.tree)
    for way in watched.labels:
        found = tree
        for n in way:
            found = [*found.children][n]
        if next(found.children, None) is not None:
            raise Broken(f"it computed the label of the inner node {way}, for {in_words(tree)}")


@SEARCH.law(when=lambda subject: not subject.numbers, tree=labelled)
def it_finds_the_first_of_the_best_moves(subject: SearchSubject, tree: TreeOfAny) -> None:
    """If several children of the root have the best value, the label returned is from below the first of them."""
    found = subject.search(_scored(tree, ()))
    expected = minimax(_scored(tree, ()))
    if found.line[:1] != expected.line[:1]:
        raise Broken(
            f"it goes to child {found.line[:1]}; the first of the best is {expected.line[:1]}, for {in_words(tree)}"
        )


def _scored(tree: TreeOfAny, line: tuple[int, ...]) -> TreeOfAny:
    children = (_scored(child, (*line, n)) for n, child in enumerate(tree.children))
    return node(Scored(tree.label, line), children, player=tree.player)


@SEARCH.law(when=lambda subject: subject.deep)
def it_cuts_as_deep_as_can_be(subject: SearchSubject) -> None:
    """In a tree of depth d with b children, best first, it examines ``b^ceiling(d/2) + b^floor(d/2) - 1`` leaves."""
    for (d, b), worse in product(((2, 3), (3, 3), (4, 3), (5, 2), (6, 2)), (1, 0)):
        full = _best_first(b, d, worse if subject.player is Player.SECOND else -worse, 0)
        watched = Watched(with_player(subject.player, full))
        subject.search(watched.tree)
        fewest = b ** ((d + 1) // 2) + b ** (d // 2) - 1
        if watched.asked > fewest * (d + 1):
            raise Broken(f"with {b}^{d} leaves, best first, it visited {watched.asked} nodes")
        if len(watched.labels) != fewest:
            raise Broken(f"of {b}^{d} leaves, best first, it examined {len(watched.labels)}; {fewest} are enough")


def _best_first(b: int, depth: int, worse: int, value: int) -> TreeOfAny:
    """Build a tree of this value in which every first child is best; if ``worse`` is 0, the others are as good."""
    if not depth:
        return node(value)
    return Tree(lambda: value, lambda: (_best_first(b, depth - 1, -worse, value + worse * (n > 0)) for n in range(b)))


def search_laws(
    search: Callable[[TreeOfAny], Any],
    *,
    player: Player = Player.FIRST,
    alternates: bool = False,
    deep: bool = False,
    looks: bool = False,
    numbers: bool = False,
) -> list[Law]:
    """Return the laws of a search: ``searchLaws :: (forall a. Ord a => Tree a -> a) -> [Law]``.

    Args:
        search: a function from a tree of ordered labels to its value.
        player: the player to move at the root of the trees.
        alternates: whether the search assumes that players alternate; it is then not tested on other trees.
        deep: whether the search passes its bounds to all levels, as alpha-beta with a window does.
        looks: whether the search computes labels of inner nodes, or a label twice, for example to order moves.
        numbers: whether labels must be numbers, as for negamax.

    >>> from fpgames import maximise
    >>> search_laws(maximise)[0]
    it_finds_the_value

    See also: :func:`check_search`, which runs them all.

    Source: the fewest leaves, Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    return SEARCH.laws(SearchSubject(search, player, alternates, deep, looks, numbers), named(search))


def check_search(
    search: Callable[[TreeOfAny], Any],
    *,
    player: Player = Player.FIRST,
    alternates: bool = False,
    deep: bool = False,
    looks: bool = False,
    numbers: bool = False,
) -> None:
    """Run every law of a search: it returns the minimax value, and evaluates no leaf twice.

    ``checkSearch :: (forall a. Ord a => Tree a -> a) -> IO ()``

    Args:
        search: a function from a tree of ordered labels to its value.
        player: the player to move at the root of the trees.
        alternates: whether the search assumes that players alternate; it is then not tested on other trees.
        deep: whether the search passes its bounds to all levels.
        looks: whether the search computes labels of inner nodes, or a label twice.
        numbers: whether labels must be numbers.

    Raises:
        LawsBroken: some laws do not hold; the message shows a counterexample to each.

    >>> from fpgames import alpha_beta
    >>> check_search(alpha_beta, deep=True)

    See also: :func:`fpgames.testing.check_stage`.
    """
    check(
        named(search),
        search_laws(search, player=player, alternates=alternates, deep=deep, looks=looks, numbers=numbers),
    )
