"""Laws of searches, which make a value of a tree."""

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
from fpgames.testing.watched_trees import AnyTree, Watched, in_words
from fpgames.tree.sharing import share, unshared
from fpgames.tree.unfolding import Tree, node

__all__ = ["check_search", "search_laws"]


class SearchSubject(NamedTuple):
    """What the laws of a search are stated of."""

    search: Callable[[AnyTree], Any]
    player: Player
    alternates: bool
    deep: bool
    looks: bool
    numbers: bool


def labelled(subject: SearchSubject) -> st.SearchStrategy[AnyTree]:
    """Trees in which players alternate."""
    return labelled_trees(subject.player)


def in_turns(subject: SearchSubject) -> st.SearchStrategy[AnyTree]:
    """Trees in which either player may be to move at any node below the root."""
    return trees_in_turns(subject.player)


def on_a_graph(subject: SearchSubject) -> st.SearchStrategy[AnyTree]:
    """Trees in which positions stand at several places."""
    return trees_of_graphs(subject.player)


SEARCH: Suite[SearchSubject] = Suite()


@SEARCH.law(times=3, tree=labelled)
def it_finds_the_value(subject: SearchSubject, tree: AnyTree) -> None:
    """``search = minimax``."""
    _find_the_value(subject, tree)


@SEARCH.law(when=lambda subject: not subject.alternates, tree=in_turns)
def it_asks_the_tree_whose_turn_it_is(subject: SearchSubject, tree: AnyTree) -> None:
    """``search = minimax``, also where a player moves twice in a row."""
    _find_the_value(subject, tree)


@SEARCH.law(times=3, tree=on_a_graph)
def it_finds_the_value_of_a_shared_tree(subject: SearchSubject, tree: AnyTree) -> None:
    """``search . share = minimax``."""
    _find_the_value(subject, share(tree))


def _find_the_value(subject: SearchSubject, tree: AnyTree) -> None:
    found, value = subject.search(tree), minimax(unshared(tree))
    if found != value:
        raise Broken(f"it returns {found!r}; the value is {value!r}, of {in_words(tree)}")


@SEARCH.law(when=lambda subject: not subject.looks, tree=labelled)
def it_asks_for_no_leaf_twice(subject: SearchSubject, tree: AnyTree) -> None:
    """Each leaf's label is computed once at most, and so ``count search t <= length (leaves t)``."""
    watched = Watched(tree)
    subject.search(watched.tree)
    for way, times in Counter(watched.labels).items():
        if times > 1:
            raise Broken(f"it asked {times} times for the label of the node {way}, of {in_words(tree)}")


@SEARCH.law(when=lambda subject: not subject.looks, tree=labelled)
def it_asks_for_labels_of_leaves_only(subject: SearchSubject, tree: AnyTree) -> None:
    """``static`` never runs on an inner node."""
    watched = Watched(tree)
    subject.search(watched.tree)
    for way in watched.labels:
        found = tree
        for n in way:
            found = [*found.children][n]
        if next(found.children, None) is not None:
            raise Broken(f"it asked for the label of the inner node {way}, of {in_words(tree)}")


@SEARCH.law(when=lambda subject: not subject.numbers, tree=labelled)
def it_finds_the_first_of_the_best_moves(subject: SearchSubject, tree: AnyTree) -> None:
    """Of labels equal in value, the first of the root's best children has the answer below it."""
    found = subject.search(_scored(tree, ()))
    expected = minimax(_scored(tree, ()))
    if found.line[:1] != expected.line[:1]:
        raise Broken(
            f"it goes to child {found.line[:1]}; the first of the best is {expected.line[:1]}, of {in_words(tree)}"
        )


def _scored(tree: AnyTree, line: tuple[int, ...]) -> AnyTree:
    children = (_scored(child, (*line, n)) for n, child in enumerate(tree.children))
    return node(Scored(tree.label, line), children, player=tree.player)


@SEARCH.law(when=lambda subject: subject.deep)
def it_cuts_as_deep_as_can_be(subject: SearchSubject) -> None:
    """Of a tree of d levels and b children, best first, it asks for ``b^ceiling(d/2) + b^floor(d/2) - 1`` leaves."""
    for (d, b), worse in product(((2, 3), (3, 3), (4, 3), (5, 2), (6, 2)), (1, 0)):
        full = _best_first(b, d, worse if subject.player is Player.SECOND else -worse, 0)
        watched = Watched(with_player(subject.player, full))
        subject.search(watched.tree)
        fewest = b ** ((d + 1) // 2) + b ** (d // 2) - 1
        if watched.asked > fewest * (d + 1):
            raise Broken(f"of {b}^{d} leaves, best first, it asked for the children of {watched.asked} nodes")
        if len(watched.labels) != fewest:
            raise Broken(f"of {b}^{d} leaves, best first, it asked for {len(watched.labels)}; {fewest} are enough")


def _best_first(b: int, depth: int, worse: int, value: int) -> AnyTree:
    """A tree of this value whose first child is the best everywhere; the others are worse, or as good if that is 0."""
    if not depth:
        return node(value)
    return Tree(lambda: value, lambda: (_best_first(b, depth - 1, -worse, value + worse * (n > 0)) for n in range(b)))


def search_laws(
    search: Callable[[AnyTree], Any],
    *,
    player: Player = Player.FIRST,
    alternates: bool = False,
    deep: bool = False,
    looks: bool = False,
    numbers: bool = False,
) -> list[Law]:
    """The laws of a search: ``searchLaws :: Ord a => (Tree a -> a) -> [Law]``.

    Args:
        search: a function of trees of ordered labels.
        player: who moves at the root of the trees.
        alternates: whether the search takes it for granted that players alternate, and promises nothing where they do not.
        deep: whether its bounds reach all levels, as those of alpha-beta with a window do.
        looks: whether it looks at labels for another reason than to have a leaf's value, to order moves, say.
        numbers: whether labels must be numbers, as for negamax.

    >>> from fpgames import maximise
    >>> search_laws(maximise)[0]
    it_finds_the_value

    See also: :func:`check_search`, which runs them all.

    Source: the fewest leaves, Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    return SEARCH.laws(SearchSubject(search, player, alternates, deep, looks, numbers), named(search))


def check_search(
    search: Callable[[AnyTree], Any],
    *,
    player: Player = Player.FIRST,
    alternates: bool = False,
    deep: bool = False,
    looks: bool = False,
    numbers: bool = False,
) -> None:
    """Run every law of a search: it is minimax, by fewer leaves.

    ``mapM_ check (search_laws search)``

    Args:
        search: a function of trees of ordered labels.
        player: who moves at the root of the trees.
        alternates: whether the search takes it for granted that players alternate, and promises nothing where they do not.
        deep: whether its bounds reach all levels.
        looks: whether it looks at labels for another reason than to have a leaf's value.
        numbers: whether labels must be numbers.

    Raises:
        LawsBroken: laws do not hold.

    >>> from fpgames import alpha_beta
    >>> check_search(alpha_beta, deep=True)

    See also: :func:`fpgames.testing.check_stage`.
    """
    check(
        named(search),
        search_laws(search, player=player, alternates=alternates, deep=deep, looks=looks, numbers=numbers),
    )
