"""Counterexamples to laws of stages and searches, made simpler: fewer nodes, smaller labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

from fpgames.testing.law import Case, shortly
from fpgames.testing.reports.counterexamples import fewer
from fpgames.testing.strategies.games import one_replaced
from fpgames.testing.strategies.lines import AnyLine, Line
from fpgames.testing.strategies.samples import Graph, Label, Plain, Sample, with_labels


def in_words(case: Case, said: str) -> str:
    """Describe what is wrong in a case."""
    values = [each for value in case.values() for each in (value if type(value) is tuple else (value,))]
    return "; ".join((said, *map(_in_words, values)))


def _in_words(value: Any) -> str:
    if isinstance(value, Sample | Graph):
        return f"for {value}"
    return reached(value) if isinstance(value, Line) else f"with {value!r}"


def reached(line: AnyLine) -> str:
    """Describe a position by the moves that lead to it, too."""
    return f"after the moves {shortly(line.moves)}, in {shortly(line.end)}" if line.moves else "at the start"


def simpler(subject: object, value: Any) -> Iterator[Any]:
    """Yield simpler trees, graphs, or tuples of these."""
    if isinstance(value, Sample):
        if value.built != "by hand":
            yield value._replace(built="by hand")
        yield from (value._replace(plain=plain) for plain in _smaller(value.plain))
        for labels in one_replaced(value.labels, simpler_labels) if value.free else ():
            yield value._replace(plain=with_labels(value.plain, iter(labels)))
    elif isinstance(value, Graph):
        yield from _simpler_graph(value)
    else:  # several samples
        yield from one_replaced(value, partial(simpler, subject))


def _smaller(plain: Plain) -> Iterator[Plain]:
    """Yield trees with fewer nodes, with the same player to move at the root."""
    children = plain.children
    for child in children:
        yield from (grandchild._replace(player=plain.player) for grandchild in child.children)
        yield child._replace(player=plain.player)
    yield from (plain._replace(children=some) for some in chain(fewer(children), one_replaced(children, _smaller)))


def simpler_labels(label: Label) -> Iterator[Label]:
    """Yield simpler labels, the simplest first: smaller numbers, and whole ones before fractions."""
    candidates: Iterable[Label] = ()
    if type(label) is tuple:
        candidates = (label[:-1], *one_replaced(label, simpler_labels))
    elif isinstance(label, int | float | Fraction):
        half = type(label)(1) / 2
        candidates = 0, 1, 2, half, -label, int(label), label - int(label * half), int(label * half)
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
        yield _reachable(graph, graph.successors, n)
        for m in graph.successors[n]:  # the same player moves there
            yield _reachable(graph, graph.successors, m)
    for some in one_replaced(graph.successors, fewer):
        yield _reachable(graph, some, 0)
    if graph.levels:
        yield graph._replace(levels=None)
        yield graph._replace(levels=graph.levels - 1)
    if graph.players:
        yield graph._replace(players=None)
    labels = one_replaced(graph.labels, simpler_labels) if graph.free else ()
    yield from (graph._replace(labels=simpler) for simpler in labels)


def _reachable(graph: Graph, successors: Sequence[tuple[int, ...]], root: int) -> Graph:
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
