"""Laws of searches: functions from a tree to its value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial, reduce
from inspect import signature
from itertools import groupby, pairwise, product
from random import Random
from typing import Any, NamedTuple, Unpack

from hypothesis import strategies as st

from fpgames.rules import Player
from fpgames.search import Scored, negamax
from fpgames.search.open_recursion import has_mover_view, negated
from fpgames.stage import Stage, is_stage_of
from fpgames.testing.law import Counterexample, Law, Options, named
from fpgames.testing.reports.counterexamples import simpler
from fpgames.testing.running.checks import make_check, require_a
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.samples import (
    RecordingTree,
    Sample,
    TreeOfAny,
    a_long_line,
    graph_in_turns,
    in_turns,
    labelled,
    on_a_graph,
    several,
)
from fpgames.testing.strategies.values import Label, Labels, any_ordered, numbers
from fpgames.tree import Tree, leaves, node

__all__ = ["check_search", "search_laws"]

Search = Callable[[TreeOfAny], Label]
Windowed = Callable[[Label, Label], Search]


class SearchSubject(NamedTuple):
    """The subject of the laws of a search: the search, and what is claimed of it."""

    given: Search
    of_the_mover: bool
    player: Player | None
    alternates: bool
    each_leaf_once: bool
    deep_cutoffs: bool
    numbers: bool
    window: Windowed | None
    soft: bool
    labels: st.SearchStrategy[Label] | None

    @property
    def kind(self) -> Callable[[Random], Labels]:
        """The labels to draw unless there is a strategy for them."""
        return numbers if self.numbers else any_ordered

    def search(self, tree: TreeOfAny, *bounds: Label) -> Label:
        """Return the value to the first player, in a window of such values if its bounds are given."""
        turned = self.turns(tree)
        bounds = tuple(map(negated, reversed(bounds))) if turned else bounds
        found = (self.window(*bounds) if self.window and bounds else self.given)(tree)
        return -found if turned else found

    def turns(self, tree: TreeOfAny | Sample) -> bool:
        """Return whether the search gives the value of a tree to the second player."""
        return self.of_the_mover and tree.player is Player.SECOND


SEARCH: Suite[SearchSubject] = Suite(shrink=simpler, names=lambda subject: {"search": subject.given})


def any_graph(subject: SearchSubject) -> st.SearchStrategy[Sample]:
    """Draw trees of graphs, also with players who move several times in a row if the search takes them."""
    graphs = on_a_graph(subject)
    return graphs if subject.alternates else st.one_of(graphs, graph_in_turns(subject))


def any_tree(subject: SearchSubject) -> st.SearchStrategy[Sample]:
    """Draw trees of every kind that the search takes."""
    kinds = [labelled(subject), any_graph(subject), any_graph(subject)]
    return st.one_of(kinds if subject.alternates else [*kinds, in_turns(subject)])


@SEARCH.law(times=2, first=a_long_line, tree=labelled)
def it_finds_the_value(subject: SearchSubject, tree: Sample) -> None:
    """It returns the minimax value: ``search = minimax``."""
    found, value = subject.search(tree.shared), tree.value
    if found != value:
        evidence = f"{'-' if subject.turns(tree) else ''}search(tree), minimax(tree)"
        raise Counterexample(
            f"it returns {found!r}; expected {value!r}, the value to the first player", evidence=evidence
        )


@SEARCH.law(when=lambda subject: not subject.alternates, tree=in_turns)
def it_asks_the_tree_whose_turn_it_is(subject: SearchSubject, tree: Sample) -> None:
    """It returns the minimax value also where a player moves twice in a row: ``search = minimax``."""
    it_finds_the_value(subject, tree)


@SEARCH.law(times=5, tree=any_graph)
def it_finds_the_value_of_a_shared_tree(subject: SearchSubject, tree: Sample) -> None:
    """It returns the same for a tree that is shared: ``search . share = minimax``."""
    it_finds_the_value(subject, tree)


@SEARCH.law(
    evidence="[search(tree) for tree in (*trees, trees[0])]",
    trees=lambda subject: several(labelled(subject), any_graph(subject)),
)
def it_remembers_no_other_tree(subject: SearchSubject, trees: tuple[Sample, ...]) -> None:
    """It returns the same before and after the search of other trees: ``search t = search t``."""
    first, *others = trees
    found = subject.search(first.shared)
    for other in others:
        subject.search(other.shared)
        again = subject.search(first.shared)
        if again != found:
            raise Counterexample(f"it returns {found!r}, and after the search of another tree {again!r}")


@SEARCH.law(when=lambda subject: subject.each_leaf_once, times=0.5, tree=any_tree)
def it_asks_for_no_leaf_twice(subject: SearchSubject, tree: Sample) -> None:
    """The label of a leaf is computed at most once, and so ``count search t <= length (leaves t)``."""
    watched = RecordingTree(tree.tree)
    subject.search(watched.tree)
    for way, times in Counter(watched.labels).items():
        if times > 1:
            raise Counterexample(f"it computed the label of the node {way} {times} times")


@SEARCH.law(when=lambda subject: subject.each_leaf_once, times=0.5, tree=any_tree)
def it_asks_for_labels_of_leaves_only(subject: SearchSubject, tree: Sample) -> None:
    """``static`` is never evaluated at an inner node."""
    watched = RecordingTree(tree.tree)
    subject.search(watched.tree)
    for way in watched.labels:
        if reduce(lambda plain, n: plain.children[n], way, tree.plain).children:
            raise Counterexample(f"it computed the label of the inner node {way}")


@SEARCH.law(when=lambda subject: not subject.numbers, tree=labelled)
def it_finds_the_first_of_the_best_moves(subject: SearchSubject, tree: Sample) -> None:
    """If several children of the root have the best value, the label returned is from below the first of them."""
    ways: list[tuple[int, ...]] = [()] * len(tree.labels)
    for way, after in zip(ways, tree.successors, strict=True):  # those of later positions change on the way
        for n, m in enumerate(after):
            ways[m] = (*way, n)
    scored = tree._replace(labels=tuple(map(Scored, tree.labels, ways)))
    found, expected = (each.line[:1] for each in (subject.search(scored.tree), scored.value))
    if found != expected:
        raise Counterexample(f"it goes to child {found}; the first of the best is {expected}")


@SEARCH.law(when=lambda subject: subject.deep_cutoffs)
def it_cuts_as_deep_as_can_be(subject: SearchSubject) -> None:
    """In a tree of depth d with b children, best first, it examines ``b^ceiling(d/2) + b^floor(d/2) - 1`` leaves."""
    for (d, b), worse in product(((2, 3), (3, 3), (4, 3), (5, 2), (6, 2), (9, 2)), (1, 0)):
        worse = worse if subject.player is Player.SECOND else -worse
        watched = RecordingTree(_best_first(b, d, worse, 0, subject.player or Player.FIRST))
        subject.search(watched.tree)
        fewest = b ** ((d + 1) // 2) + b ** (d // 2) - 1
        if watched.asked > fewest * (d + 1):
            raise Counterexample(f"with {b}^{d} leaves, best first, it visited {watched.asked} nodes")
        if len(watched.labels) != fewest:
            raise Counterexample(
                f"of {b}^{d} leaves, best first, it examined {len(watched.labels)}; {fewest} are enough"
            )


def _best_first(b: int, depth: int, worse: int, value: int, player: Player | None = None) -> TreeOfAny:
    """Build a tree of this value in which every first child is best; if ``worse`` is 0, the others are as good."""
    if not depth:
        return node(value)
    values = [value, *[value + worse] * (b - 1)]
    return Tree(lambda: value, lambda: (_best_first(b, depth - 1, -worse, each) for each in values), player=player)


@SEARCH.law(when=lambda subject: subject.window is not None, times=3, tree=any_tree)
def in_its_window_it_finds_the_value_and_outside_a_bound(subject: SearchSubject, tree: Sample) -> None:
    """Between its bounds it finds the value, elsewhere a bound of the value: ``v = window a b t``.

    ``a < v < b ==> v = minimax t``, ``v <= a ==> minimax t <= v``, and ``v >= b ==> minimax t >= v``.
    """
    value = tree.value
    for alpha, beta, found in _in_windows(subject, tree):
        kind, right = "expected", found == value
        if alpha is not None and found <= alpha:
            kind, right = "no upper bound of the value", value <= found
        elif beta is not None and found >= beta:
            kind, right = "no lower bound of the value", value >= found
        if not right:
            raise Counterexample(f"with the window from {alpha!r} to {beta!r} it returns {found!r}; {kind} {value!r}")


@SEARCH.law(when=lambda subject: subject.soft, tree=any_tree)
def its_bounds_are_labels_of_leaves(subject: SearchSubject, tree: Sample) -> None:
    """A fail-soft search returns the label of a leaf, also outside its window: not the bound that it was given."""
    labels = [*leaves(tree.tree)]
    for alpha, beta, found in _in_windows(subject, tree):
        if found not in labels:
            said = " (is it fail-hard?)" if found in (alpha, beta) else ""
            raise Counterexample(
                f"with the window from {alpha!r} to {beta!r} it returns {found!r}{said}, which is the label of no leaf"
            )


def _in_windows(subject: SearchSubject, sample: Sample) -> Iterator[tuple[Label, Label, Label]]:
    """Yield some windows, narrow and wide, around the value and beside it, with what the search returns in them."""
    tree, value, labels = sample.shared, sample.value, [*sample.labels]
    if sample.free and not isinstance(value, tuple):
        labels += [min(labels) - 1, value - 1, value + 1, max(labels) + 1]  # numbers that need not be labels
    bounds = [label for label, _ in groupby(sorted(labels))]
    at = bounds.index(value)
    near = {0, *range(at - 2, at + 3), len(bounds) - 1} & {*range(len(bounds))}
    chosen = [bounds[n] for n in sorted(near)]
    wide = [(chosen[0], chosen[-1])] if chosen[1:] else []
    for alpha, beta in (*pairwise([None, *chosen, None]), (None, value), (value, None), *wide):
        yield alpha, beta, subject.search(tree, alpha, beta)


def _options(search: Search) -> dict[str, Any]:
    """Return the options of a search that is made as those of the library are, and those that it was given."""
    if not isinstance(search, Stage) or len(search.parts) > 1:
        return {}
    return dict.fromkeys(signature(search.function).parameters) | dict(search.options)


def _in_its_window(search: Search) -> Windowed | None:
    """Return the function to a search in a window from its options alpha and beta; None if it has none to give."""
    if not {"alpha": None, "beta": None}.items() <= _options(search).items():
        return None
    made: Any = search
    return lambda alpha, beta: partial(made.function, **{**dict(made.options), "alpha": alpha, "beta": beta})


def search_laws(
    search: Search,
    *,
    player: Player | None = None,
    alternates: bool = False,
    each_leaf_once: bool = False,
    deep_cutoffs: bool = False,
    numbers: bool = False,
    window: Windowed | None = None,
    labels: st.SearchStrategy[Label] | None = None,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of a search: ``searchLaws :: (forall a. Ord a => Tree a -> a) -> [Law]``.

    Args:
        search: a function from a tree of ordered labels to its value.
        player: the player to move at the root of the trees; by default either if the search is one of the library's or of
            ``node_search`` that asks the tree, otherwise the first.
        alternates: whether the search assumes that players alternate; it is then not tested on other trees.
        each_leaf_once: whether the search computes the label of each leaf at most once, and of no inner node.
        deep_cutoffs: whether the search passes its bounds to all levels, as alpha-beta with a window does, and so evaluates
            the fewest leaves of a tree whose best moves come first.
        numbers: whether labels must be numbers, as for negamax; those of a search whose view is the mover's are.
        window: a function from alpha and beta to the search with this window, fail-soft; None is no bound. A search that
            has the options alpha and beta needs none, and may then be fail-hard.
        labels: a strategy for the labels, whose values have one order; by default, numbers of many sizes, fractions,
            and tuples unless ``numbers`` is True.
        options: how the laws are run, as :class:`fpgames.testing.Options` says.

    Raises:
        TypeError: an argument is of another type, or there is no such option.
        ValueError: an option is not as described.

    >>> from fpgames import alpha_beta
    >>> search_laws(alpha_beta)[0]
    it_finds_the_value
    >>> check_search(alpha_beta, each_leaf_once=True, deep_cutoffs=True)
    >>> check_search(alpha_beta, window=lambda low, high: alpha_beta(alpha=low, beta=high))

    See also: :func:`check_search`, which runs them all.

    Source: the fewest leaves, Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    require_a(Callable, search, "a search", "a function from a tree to its value")
    require_a(Player | None, player, "player", "Player.FIRST or Player.SECOND")
    returning = "a function of alpha and beta that returns the search with this window"
    require_a(Callable | None, window, "window", returning)
    require_a(st.SearchStrategy | None, labels, "labels", "a strategy of Hypothesis, such as st.integers()")
    told = _options(search).get("player", Player.FIRST)  # None: it asks the tree
    of_the_mover = has_mover_view(search) or is_stage_of(search, negamax)
    numbers, mover = numbers or of_the_mover, player or (told and Player(told))
    windowed, soft = window or _in_its_window(search), window is not None
    subject = SearchSubject(
        search, of_the_mover, mover, alternates, each_leaf_once, deep_cutoffs, numbers, windowed, soft, labels
    )
    return SEARCH.laws(subject, named(search), **options)


check_search = make_check(search_laws)
"""Run every law of a search: ``checkSearch = check . searchLaws``."""
