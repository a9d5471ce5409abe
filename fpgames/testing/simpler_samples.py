"""Counterexamples to laws of stages and searches, made simpler: fewer nodes, smaller labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import groupby
from time import monotonic
from typing import Any

from fpgames.testing.bot_positions import Reached
from fpgames.testing.laws import Broken
from fpgames.testing.samples import Graph, Label, Plain, Sample, labels_of, relabelled
from fpgames.testing.suite import Case


def in_words(case: Case, said: str) -> str:
    """Describe what is wrong in a case."""
    values = [each for value in case.values() for each in (value if type(value) is tuple else (value,))]
    return "; ".join((said, *map(_in_words, values)))


def _in_words(value: Any) -> str:
    if isinstance(value, Sample | Graph):
        return f"for {value}"
    return str(value) if isinstance(value, Reached) else f"with {value!r}"


def simplest(subject: object, law: Callable[[Case], None], found: Broken, seconds: float) -> Broken:
    """Return the error of a simpler case in which the law does not hold either.

    Args:
        subject: what the law is looked at on.
        law: a function of a case that raises ``Broken`` if the law does not hold.
        found: the error to begin with; its ``case`` is made simpler.
        seconds: the time that it may take.
    """
    until = monotonic() + seconds
    best, goes_on = found, bool(found.case)
    while goes_on:
        goes_on = False
        for case in _simpler_case(best.case):
            if monotonic() > until:
                return best
            try:
                law(case)
            except Broken as broken:
                best, goes_on = broken, True
                break
    return best


def _simpler_case(case: Case) -> Iterator[Case]:
    for name, value in case.items():
        for simpler in _simpler(value):
            yield {**case, name: simpler}


def _simpler(value: Any) -> Iterator[Any]:
    if isinstance(value, Sample):
        if value.built != "by hand":
            yield value._replace(built="by hand")
        for plain in _simpler_plain(value.plain, value.free):
            yield value._replace(plain=plain._replace(player=value.plain.player))
    elif isinstance(value, Graph):
        yield from _simpler_graph(value)
    else:  # several samples
        for n, one in enumerate(value):
            for simpler in _simpler(one):
                yield (*value[:n], simpler, *value[n + 1 :])


def _simpler_plain(plain: Plain, free: bool) -> Iterator[Plain]:
    """Yield trees with fewer nodes, then trees with simpler labels."""
    yield from _smaller(plain)
    if free:
        for label in _different(labels_of(plain)):
            for simpler in simpler_labels(label):
                yield relabelled(plain, _replacing(label, simpler))
        yield from _with_simpler_labels(plain)


def _different(labels: list[Label]) -> list[Label]:
    return [label for label, _ in groupby(sorted(labels))]


def _replacing(label: Label, simpler: Label) -> Callable[[Label], Label]:
    return lambda each: simpler if each == label else each


def _smaller(plain: Plain) -> Iterator[Plain]:
    children = plain.children
    for child in children:
        yield from (grandchild._replace(player=plain.player) for grandchild in child.children)
        yield child._replace(player=plain.player)
    if children:
        yield plain._replace(children=())
    if len(children) > 3:
        half = len(children) // 2
        yield plain._replace(children=children[half:])
        yield plain._replace(children=children[:half])
    if len(children) > 1:
        yield from (plain._replace(children=(*children[:n], *children[n + 1 :])) for n in range(len(children)))
    for n, child in enumerate(children):
        for smaller in _smaller(child):
            yield plain._replace(children=(*children[:n], smaller, *children[n + 1 :]))


def _with_simpler_labels(plain: Plain) -> Iterator[Plain]:
    for label in simpler_labels(plain.label):
        yield plain._replace(label=label)
    for n, child in enumerate(plain.children):
        for simpler in _with_simpler_labels(child):
            yield plain._replace(children=(*plain.children[:n], simpler, *plain.children[n + 1 :]))


def simpler_labels(label: Label) -> Iterator[Label]:
    """Yield simpler labels, the simplest first: smaller numbers, and whole ones before fractions."""
    candidates: list[Label] = []
    if type(label) is tuple:
        candidates = [label[:-1]] if label else []
        candidates += [
            (*label[:n], one, *label[n + 1 :]) for n, part in enumerate(label) for one in simpler_labels(part)
        ]
    elif isinstance(label, int | float | Fraction):
        whole = int(label)
        candidates = [0, 1, 2, whole, -label, *(() if type(label) is int else (type(label)(1) / 2,))]
        less = whole // 2
        while less:
            candidates.append(label - less)
            less = int(less / 2)
    yield from (each for each in candidates if _cost(each) < _cost(label))


def _cost(label: Label) -> Any:
    if type(label) is tuple:
        return len(label) + 1, *map(_cost, label)
    fraction = Fraction(label)
    return fraction.denominator, abs(fraction.numerator), fraction < 0, type(label) is not int


def _simpler_graph(graph: Graph) -> Iterator[Graph]:
    """Yield graphs with fewer positions, then with fewer steps, fewer levels, simpler labels."""
    for n in range(1, len(graph.labels)):
        successors = [tuple(m for m in after if m != n) for after in graph.successors]
        yield _reachable(graph, successors, 0)
    for n in graph.successors[0]:
        yield _reachable(graph, list(graph.successors), n)
        for m in graph.successors[n]:  # the same player moves there
            yield _reachable(graph, list(graph.successors), m)
    for n, after in enumerate(graph.successors):
        for m in after:
            successors = list(graph.successors)
            successors[n] = tuple(each for each in after if each != m)
            yield _reachable(graph, successors, 0)
    if graph.levels:
        yield graph._replace(levels=None)
        yield graph._replace(levels=graph.levels - 1)
    if graph.players:
        yield graph._replace(players=None)
    for label in _different(list(graph.labels)) if graph.free else ():
        for simpler in simpler_labels(label):
            yield graph._replace(labels=tuple(map(_replacing(label, simpler), graph.labels)))
    for n, label in enumerate(graph.labels if graph.free else ()):
        for simpler in simpler_labels(label):
            yield graph._replace(labels=(*graph.labels[:n], simpler, *graph.labels[n + 1 :]))


def _reachable(graph: Graph, successors: list[tuple[int, ...]], root: int) -> Graph:
    """Return the graph of the positions that can be reached from a root, numbered anew."""
    order = [root]
    for n in order:
        order += [m for m in successors[n] if m not in order]
    number = {n: new for new, n in enumerate(order)}
    players = graph.players and (graph.player, *(graph.players[n] for n in order[1:]))
    return graph._replace(
        labels=tuple(graph.labels[n] for n in order),
        successors=tuple(tuple(number[m] for m in successors[n]) for n in order),
        players=players,
    )
