"""Laws of searches: functions from a tree to its value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce, total_ordering
from inspect import signature
from itertools import product
from math import inf, isclose
from operator import eq
from random import Random
from typing import Any, NamedTuple, Unpack

from hypothesis import strategies as st

from fpgames.declarations import declaration_of
from fpgames.rules import Mover, Player
from fpgames.search.results import last_function, search_info
from fpgames.search.visits import negated
from fpgames.stage import Stage
from fpgames.testing.law import Counterexample, Law, Options, advise, current_timer, name_of
from fpgames.testing.laws.search_probes import Search, accepts_chance, reads_turns, refuses_sharing, takes_labels
from fpgames.testing.reports.shrinking import shrink_trees
from fpgames.testing.running.checks import make_check, require_type
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.samples import (
    RecordingTree,
    Sample,
    TreeOfAny,
    alternating_trees,
    any_graph,
    any_turn_trees,
    chance_trees,
    extreme_cases,
    one_of,
    several_of,
)
from fpgames.testing.strategies.values import Label, LabelSource, number_labels, ordered_labels
from fpgames.tree import Tree, leaves, node, unshared

__all__ = ["check_search", "search_laws"]

Windowed = Callable[[Label, Label], Search]


class SearchSubject(NamedTuple):
    """The subject of the laws of a search: the search, and the arguments of ``search_laws`` that describe it."""

    search_function: Search
    mover_view: bool
    player: Player | None
    alternates: bool
    each_leaf_once: bool
    deep_cutoffs: bool
    numbers: bool
    window: Windowed | None
    fail_soft: bool
    labels: st.SearchStrategy[Label] | None
    model: Search | None
    refuses_sharing: bool
    accepts_chance: bool
    takes_any_labels: bool  # whether labels of the kit itself may take the place of numbers or of ``labels``
    assumes_first: bool  # whether ``player`` is the first player only because the search reads no turns
    advised: set[str]  # topics of Advice

    @property
    def kind(self) -> Callable[[Random], LabelSource]:
        """A function that makes sources of random labels; ignored if ``labels`` is a strategy."""
        return number_labels if self.numbers else ordered_labels

    def search(self, tree: TreeOfAny, *bounds: Label) -> Label:
        """Search a tree, in a window if bounds are given; return the value to the first player."""
        tree, negate = unshared(tree) if self.refuses_sharing else tree, self.is_negated(tree.mover)
        bounds = tuple(map(negated, reversed(bounds))) if negate else bounds
        try:
            value = (self.window(*bounds) if self.window and bounds else self.search_function)(tree)
        except (AttributeError, TypeError) as error:
            labels = () if self.numbers else leaves(tree)
            if any(isinstance(label, PathLabel | tuple if self.labels is None else PathLabel) for label in labels):
                note = "these labels can only be compared with each other; if the search needs numbers, give the check numbers=True"
                raise (TypeError if isinstance(error, TypeError) else AttributeError)(f"{error}; {note}") from error
            raise
        return -value if negate else value

    def expected(self, tree: Sample) -> Label:
        """Return the value to the first player of a tree without sharing, by the model or by minimax."""
        return self.model(tree.tree) if self.model else tree.value

    @property
    def model_name(self) -> str:
        """The name that reports give to the function that returns the expected value."""
        return "model" if self.model else "minimax"

    def is_negated(self, mover: Mover | None) -> bool:
        """Return whether ``search_function`` returns the value to the second player, the ``mover`` at the root."""
        return self.mover_view and mover is Player.SECOND


SEARCH: Suite[SearchSubject] = Suite(
    shrink=shrink_trees,
    names=lambda subject: {"search": subject.search_function, "window": subject.window, "model": subject.model},
)


def advise_on_player(subject: SearchSubject) -> None:
    """Warn if trees begin with the first player only, because the search does not read whose turn it is."""
    if subject.assumes_first and current_timer().phase.max_cases == inf:
        message = f"{name_of(subject.search_function)} does not read whose turn it is, or refuses the second player at the root"
        advice = "for either player, let it read tree.player; for the first player only, say player=Player.FIRST"
        advise(subject.advised, "player", f"{message}, so all trees begin with the first player; {advice}")


any_tree = one_of(alternating_trees, any_graph, any_graph, any_turn_trees)


@SEARCH.law(times=2, before=advise_on_player, first=extreme_cases, evidence="search(tree)", tree=alternating_trees)
def it_finds_the_value(subject: SearchSubject, tree: Sample) -> None:
    """The search returns the value of the model, by default minimax: ``search = model``."""
    _require_value(subject, tree, subject.model_name, eq)


def _require_value(subject: SearchSubject, tree: Sample, model: str, is_same: Callable[[Label, Label], bool]) -> None:
    result, value = subject.search(tree.shared), subject.expected(tree)
    if not is_same(result, value):
        code = f"{'-' if subject.is_negated(tree.player) else ''}search(tree), {model}(tree)"
        raise Counterexample(f"it returns {result!r}; expected {value!r}, the value to the first player", evidence=code)


@SEARCH.law(when=lambda subject: subject.accepts_chance, times=2, evidence="search(tree)", tree=chance_trees)
def it_finds_the_value_where_chance_moves(subject: SearchSubject, tree: Sample) -> None:
    """The search returns the value of the model, by default expectiminimax, but for rounding: ``search = expectiminimax``."""
    is_close = partial(isclose, rel_tol=1e-9, abs_tol=1e-12 * max(1000, *map(abs, tree.labels)))
    _require_value(subject, tree, "model" if subject.model else "expectiminimax", is_close)


@SEARCH.law(when=lambda subject: not subject.alternates, evidence="search(tree)", tree=any_turn_trees)
def it_asks_the_tree_whose_turn_it_is(subject: SearchSubject, tree: Sample) -> None:
    """The search returns the value of the model even if a player moves twice in a row: ``search = model``."""
    it_finds_the_value(subject, tree)


@SEARCH.law(times=5, evidence="search(tree)", tree=any_graph)
def it_finds_the_value_of_a_shared_tree(subject: SearchSubject, tree: Sample) -> None:
    """The search of a shared tree returns the value of the model, by default minimax: ``search . share = model``."""
    it_finds_the_value(subject, tree)


@SEARCH.law(evidence="[search(t) for t in (*trees, trees[0])]", trees=several_of(alternating_trees, any_graph))
def it_remembers_no_other_tree(subject: SearchSubject, trees: tuple[Sample, ...]) -> None:
    """The search returns the same value after searches of other trees: ``search t = search t``."""
    first, *others = trees
    result = subject.search(first.shared)
    for other in others:
        subject.search(other.shared)
        again = subject.search(first.shared)
        if again != result:
            raise Counterexample(f"it returns {result!r}, and after the search of another tree {again!r}")


leaf_law = partial(
    SEARCH.law,
    when=lambda subject: subject.each_leaf_once,
    times=0.5,
    evidence="recording = RecordingTree(tree); _ = search(recording.tree); recording.labels",
    tree=any_tree,
)


@leaf_law()
def it_asks_for_no_leaf_twice(subject: SearchSubject, tree: Sample) -> None:
    """The search computes the label of a leaf at most once, so ``count search t <= length (leaves t)``."""
    for path, times in Counter(_searched(subject, tree.tree).labels).items():
        if times > 1:
            raise Counterexample(f"it computed the label of the node {path} {times} times")


@leaf_law()
def it_asks_for_labels_of_leaves_only(subject: SearchSubject, tree: Sample) -> None:
    """The search computes no label of an inner node, so ``static`` is evaluated at leaves only."""
    for path in _searched(subject, tree.tree).labels:
        if reduce(lambda plain, n: plain.children[n], path, tree.plain).children:
            raise Counterexample(f"it computed the label of the inner node {path}")


def _searched(subject: SearchSubject, tree: TreeOfAny) -> RecordingTree:
    """Search a tree; return the record of its labels and nodes."""
    recording = RecordingTree(tree)
    subject.search(recording.tree)
    return recording


@total_ordering
@dataclass(frozen=True, eq=False)
class PathLabel:
    """A label that is compared by its value, and has the path to its leaf.

    Equal labels of different leaves have different hashes, so that a search may keep labels in a table.

    Args:
        value: the value, by which labels are compared.
        line: the path to the leaf, of indices of children.
    """

    value: Label
    line: tuple[int, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PathLabel) and bool(self.value == other.value)

    def __lt__(self, other: object) -> bool:
        return bool(self.value < other.value) if isinstance(other, PathLabel) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.value, self.line))


@SEARCH.law(when=lambda subject: subject.takes_any_labels, tree=alternating_trees)
def it_finds_the_first_of_the_best_moves(subject: SearchSubject, tree: Sample) -> None:
    """If several children of the root have the best value, the search returns a label from below the first of them."""
    paths: list[tuple[int, ...]] = [()] * len(tree.labels)
    for path, next_positions in zip(paths, tree.successors, strict=True):  # parents come first, so all paths are set
        for n, m in enumerate(next_positions):
            paths[m] = (*path, n)
    scored = tree._replace(labels=tuple(map(PathLabel, tree.labels, paths)))
    result, expected = (scored_value.line[:1] for scored_value in (subject.search(scored.tree), scored.value))
    if result != expected:
        message = f"it chooses child {result}; the first of the best children is {expected}"
        raise Counterexample(message, evidence=f"tree = {scored.tree_source()}; search(tree), minimax(tree)")


@SEARCH.law(when=lambda subject: subject.deep_cutoffs)
def it_cuts_as_deep_as_can_be(subject: SearchSubject) -> None:
    """In a tree of depth d, where nodes have b children and the first is the best, the search examines ``b^ceiling(d/2) + b^floor(d/2) - 1`` leaves."""
    sizes, players = ((2, 3), (3, 3), (4, 3), (5, 2), (6, 2), (9, 2)), [subject.player] if subject.player else Player
    for (d, b), worse, player in product(sizes, (-1, 0), players):
        tree = tree_with_best_first(b, d, worse := worse * int(player), 0, player)
        recording = _searched(subject, tree)
        fewest = b ** ((d + 1) // 2) + b ** (d // 2) - 1
        build = f"recording = RecordingTree(tree_with_best_first({b}, {d}, {worse}, 0, {tree.player!r}))"
        evidence = f"{build}; _ = search(recording.tree); len(recording.labels), recording.expanded"
        if recording.expanded > fewest * (d + 1):
            message = f"with {b}^{d} leaves, best first, it visited {recording.expanded} nodes"
            raise Counterexample(message, evidence=evidence)
        if len(recording.labels) != fewest:
            message = f"of {b}^{d} leaves, best first, it examined {len(recording.labels)}; {fewest} suffice"
            raise Counterexample(message, evidence=evidence)


def tree_with_best_first(b: int, depth: int, worse: int, value: int, player: Player | None = None) -> TreeOfAny:
    """Build a tree of minimax ``value``; of ``b`` children, the first has this value, others differ by ``worse``."""
    if not depth:
        return node(value)
    values = [value, *[value + worse] * (b - 1)]
    return Tree(lambda: value, lambda: (tree_with_best_first(b, depth - 1, -worse, v) for v in values), player=player)


def _search_options(search: Search) -> dict[str, Any]:
    """Return the options of a search, with None for unset options; an empty one unless the search is a single stage."""
    if not isinstance(search, Stage) or len(search.parts) > 1:
        return {}
    return dict.fromkeys(signature(search.function).parameters) | dict(search.options)


def _window_from_options(search: Search) -> Windowed | None:
    """Return a function that sets ``alpha`` and ``beta`` of a search; None unless both options exist and are unset."""
    if not {"alpha": None, "beta": None}.items() <= _search_options(search).items():
        return None
    stage: Any = search
    return lambda alpha, beta: partial(stage.function, **{**dict(stage.options), "alpha": alpha, "beta": beta})


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
    model: Search | None = None,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of a search: ``searchLaws :: (forall a. Ord a => Tree a -> a) -> [Law]``.

    Args:
        search: a function from a tree of ordered labels to its value.
        player: the player to move at the root of the test trees. By default, the one that the search declares, as
            ``minimise`` or its option ``player`` do; otherwise, either player or, if the search accepts it, chance. If the
            search does not read whose turn it is, only the first player begins, and there is a warning, ``Advice``.
        alternates: whether the search assumes that players alternate; if so, it is tested on no other trees.
        each_leaf_once: whether the search computes the label of each leaf at most once, and no label of an inner node.
        deep_cutoffs: whether the search evaluates the fewest leaves possible if the best moves come first.
        numbers: whether labels must be numbers, as for negamax or where a window is a number; always True for a search with
            ``view="mover"``. Whole numbers go up to ``2 * 10**12``, so floats represent them exactly.
        window: a function from alpha and beta (None for no bound) to a fail-soft search with this window.
            By default, the search's options alpha and beta, if any, set windows; then the search may be fail-hard.
        labels: a strategy for labels that can be ordered; by default, numbers, and tuples unless ``numbers`` is True. Which
            of equal moves a search chooses is tested only if ``search`` takes labels of any type.
        model: a slow, plain search that returns the expected values, to the first player, in place of minimax: for
            searches with quiescence, null moves or reductions. Windows are tested only if ``window`` is given.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        TypeError: an argument has the wrong type, or an option is unknown.
        ValueError: the value of an option is invalid.

    >>> from fpgames import alpha_beta, minimax, prune
    >>> search_laws(alpha_beta)[0]
    it_finds_the_value
    >>> check_search(alpha_beta, each_leaf_once=True, deep_cutoffs=True)
    >>> check_search(alpha_beta, window=lambda low, high: alpha_beta(alpha=low, beta=high))
    >>> check_search(prune(2) | alpha_beta, model=prune(2) | minimax)

    See also: :func:`check_search`, which runs the laws.

    Source: the fewest leaves, Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    require_type(Callable, search, "a search", "a function from a tree to its value")
    require_type(Player | None, player, "player", "Player.FIRST or Player.SECOND")
    expected = "a function of alpha and beta that returns the search with this window"
    require_type(Callable | None, window, "window", expected)
    require_type(Callable | None, model, "model", "a function from a tree to the expected value")
    require_type(st.SearchStrategy | None, labels, "labels", "a strategy of Hypothesis, such as st.integers()")
    declared = player or _search_options(search).get("player", declaration_of(last_function(search)).root_player)
    assumes_first = not (declared or reads_turns(search))
    mover_view = search_info(search).view == "mover"
    numbers, mover = numbers or mover_view, Player(declared or 1) if declared or assumes_first else None
    windowed, fail_soft = window or (None if model else _window_from_options(search)), window is not None
    subject = SearchSubject(
        search, mover_view, mover, alternates, each_leaf_once, deep_cutoffs, numbers, windowed, fail_soft, labels, model,
        refuses_sharing(search, mover or Player.FIRST),
        not alternates and labels is None and all(map(accepts_chance, filter(None, (search, model)))),
        not (numbers or model) and (labels is None or takes_labels(search, mover or Player.FIRST, lambda n: PathLabel(n, ()))),
        assumes_first, set(),
    )  # fmt: skip
    return SEARCH.laws(subject, name_of(search), **options)


check_search = make_check(search_laws)
"""Run every law of a search: ``checkSearch = check . searchLaws``."""
