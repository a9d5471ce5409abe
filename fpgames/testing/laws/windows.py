"""Laws of searches in a window: the value inside it, and a bound of the value outside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise

from fpgames.search.visits import negated
from fpgames.testing.law import Counterexample, one_line_error
from fpgames.testing.laws.searches import SEARCH, SearchSubject, any_tree
from fpgames.testing.strategies.samples import Sample
from fpgames.testing.strategies.values import Label
from fpgames.tree import leaves


@SEARCH.law(when=lambda subject: subject.window is not None, times=3, tree=any_tree)
def in_its_window_it_finds_the_value_and_outside_a_bound(subject: SearchSubject, tree: Sample) -> None:
    """If the value of the model, by default minimax, is inside the window, the search returns it; if not, it returns a bound of the value: ``v = window a b t``.

    ``a < v < b ==> v = model t``, ``v <= a ==> model t <= v``, and ``v >= b ==> model t >= v``.
    """
    value = subject.expected(tree)
    for alpha, beta, result in _search_in_windows(subject, tree):
        kind, is_right = "expected", result == value
        if alpha is not None and result <= alpha:
            kind, is_right = "no upper bound of the value", value <= result
        elif beta is not None and result >= beta:
            kind, is_right = "no lower bound of the value", value >= result
        if not is_right:
            message = f"with the window from {alpha!r} to {beta!r} it returns {result!r}; {kind} {value!r}"
            raise Counterexample(
                message, evidence=f"{_window_call(subject, tree, alpha, beta)}, {subject.model_name}(tree)"
            )


@SEARCH.law(when=lambda subject: subject.fail_soft and not subject.model, tree=any_tree)
def its_bounds_are_labels_of_leaves(subject: SearchSubject, tree: Sample) -> None:
    """Even for a value outside the window, a fail-soft search returns the label of a leaf, not alpha or beta."""
    labels = [*leaves(tree.tree)]
    for alpha, beta, result in _search_in_windows(subject, tree):
        if result not in labels:
            note = " (is it fail-hard?)" if result in (alpha, beta) else ""
            message = (
                f"with the window from {alpha!r} to {beta!r} it returns {result!r}{note}, which is the label of no leaf"
            )
            raise Counterexample(message, evidence=_window_call(subject, tree, alpha, beta))


def _window_call(subject: SearchSubject, tree: Sample, alpha: Label, beta: Label) -> str:
    """Return code that searches ``tree`` in a window, and gives the value to the first player, as ``search`` does."""
    negate = subject.is_negated(tree.player)
    sign, (low, high) = ("-", (negated(beta), negated(alpha))) if negate else ("", (alpha, beta))
    return (
        f"{sign}window({low!r}, {high!r})(tree)"
        if subject.fail_soft
        else f"{sign}search(alpha={low!r}, beta={high!r})(tree)"
    )


def _search_in_windows(subject: SearchSubject, sample: Sample) -> Iterator[tuple[Label, Label, Label]]:
    """Search a tree in windows that contain its value, and in windows that do not; yield alpha, beta and the result."""
    tree, value, labels = sample.shared, subject.expected(sample), [*sample.labels]
    if sample.free and not isinstance(value, tuple):
        labels += [min(labels) - 1, value - 1, value + 1, max(labels) + 1]  # bounds that are usually no labels
    bounds = [label for label, _ in groupby(sorted([*labels, value]))]
    index = bounds.index(value)
    indices = {0, *range(index - 2, index + 3), len(bounds) - 1} & {*range(len(bounds))}
    chosen = [bounds[n] for n in sorted(indices)]
    wide = [(chosen[0], chosen[-1])] if chosen[1:] else []
    for alpha, beta in (*pairwise([None, *chosen, None]), (None, value), (value, None), *wide):
        try:
            result = subject.search(tree, alpha, beta)
        except Exception as error:
            raise Counterexample(one_line_error(error), evidence=_window_call(subject, sample, alpha, beta)) from error
        yield alpha, beta, result
