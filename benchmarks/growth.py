"""Measure how time and memory grow with the number of playouts and with the depth of a search."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import count, takewhile
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks import haskell
from benchmarks.connect4 import pipeline, solved
from benchmarks.playouts import nine_moves, whole_games
from fpgames.games.connect4 import rules, sized
from fpgames.games.tictactoe import rules as ttt
from fpgames.rules import value_of_outcome

LONGEST = 3.0  # seconds; a curve ends after the first point that takes longer


class Point(NamedTuple):
    plot: str
    curve: str
    x: int
    y: float


def seconds(work: Callable[[], Any]) -> float:
    """Return the shortest time of three runs, or the time of a single long run."""
    found: list[float] = []
    while not found or (len(found) < 3 and found[0] < LONGEST / 3):
        began = perf_counter()
        work()
        found.append(perf_counter() - began)
    return min(found)


def peak(work: Callable[[], Any]) -> float:
    """Return the peak memory of Python objects, in MB."""
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 1e6


def points() -> list[Point]:
    found: list[Point] = []

    def curve(plot: str, name: str, works: Callable[[int], Callable[[], Any] | None], xs: Any, per: bool) -> None:
        for x in xs:
            work = works(x)
            if work is None:
                return
            time = seconds(work)
            found.append(Point(plot, name, x, x / time if per else time))
            if time > LONGEST:
                return

    def of_nine(how: str) -> Callable[[int], Callable[[], Any] | None]:
        return lambda n: next((work for name, work in nine_moves(n).items() if how in name), None)

    def compiled(name: str, *args: Any) -> Callable[[int], Callable[[], Any] | None]:
        return lambda x: next(iter(haskell.program(name, *args, x).values()), None)

    ns = [*takewhile(lambda n: n < 2_000_000, (100 * 4**k for k in count()))]
    for how in ("in bulk", "GHC", "by hand", "@do"):
        curve("tic-tac-toe playouts a second", how, of_nine(how), ns, True)
    curve("Connect Four playouts a second", "in bulk", lambda n: partial(whole_games, rules, n), ns, True)
    curve("Connect Four playouts a second", "GHC", compiled("Connect4"), ns, True)
    win = value_of_outcome(rules)
    central = sized(centre_first=True)
    for name, search in (
        ("pipeline", lambda depth: partial(pipeline, depth, win)),
        ("shared", lambda depth: partial(solved, rules, depth)),
        ("shared, centre first", lambda depth: partial(solved, central, depth)),
        ("GHC, unshared lists", compiled("Connect4Tree", "ab")),
    ):
        curve("Connect Four alpha-beta, seconds by depth", name, search, range(3, 15), False)
    for name, game in (("tic-tac-toe", ttt), ("Connect Four", rules)):
        for n in ns:
            most = peak(partial(whole_games, game, n))
            found.append(Point("memory of playouts in bulk, MB", name, n, most))
    for depth in range(3, 11):
        if depth <= 8:
            most = peak(partial(pipeline, depth, win))
            found.append(Point("memory of alpha-beta, MB by depth", "pipeline", depth, most))
        found.append(Point("memory of alpha-beta, MB by depth", "shared", depth, peak(partial(solved, rules, depth))))
    return found
