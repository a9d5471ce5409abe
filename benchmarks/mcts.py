"""Compare Monte-Carlo tree search of Connect Four with OpenSpiel: simulations per second, and memory per node.

Usage: python -m benchmarks.mcts [speed | memory] [--runs N] [--simulations N] [--python-simulations N]

Every search begins at the empty board, and plays one random game for each new position, on one thread, with proofs.
Their constants are equal. OpenSpiel's values are from -1 to 1, ours are scaled from 0 to 1 before they are compared: so
its bound, ``mean + C sqrt (log n / visits)``, orders moves as ours does, ``(1 + mean) / 2 + c sqrt (log n / visits)``, if
C is 2 c. (Its n counts the node's own evaluation also, ours the visits of the children.)

Speed: the searches run in turn, each time from other seeds; a first round, in which ours is compiled, does not count.
Memory: each search has a process of its own, which searches twice, and keeps both trees. It is the memory that the
second one adds to the process. OpenSpiel makes nodes for all moves of a position at the second visit of the position.
We make a node at its first visit, so there are fewer: the last column is the memory of all nodes by simulations.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from ctypes import CDLL
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from operator import attrgetter
from pathlib import Path
from resource import getpagesize
from typing import Any, NamedTuple

from benchmarks.timing import Table, seconds
from fpgames import Rand, SplitMix, jit
from fpgames.games.connect4 import Position, rules
from fpgames.play.tree_bots import EXPLORATION
from fpgames.search import SearchTree, mcts, ucb1

MEGABYTES = 100_000  # more than OpenSpiel's trees need, so that it never removes a node
BESIDE = "OpenSpiel, C++"
GROWTH = 10  # a Python search needs more simulations for memory than for time


class Search(NamedTuple):
    """A search: a function from a seed to the root and its visits, and a function that returns the children of a node."""

    root: Callable[[int], Any]
    visits: Callable[[Any], int]
    children: Callable[[Any], Sequence[Any]]


def ours(prepare: Callable[[Any], Callable[[Position], Rand[SearchTree[Position, int]]]], n: int) -> Search:
    """Return our search with n simulations, compiled or not."""
    search = prepare(mcts(rules, n, select=ucb1(EXPLORATION)))
    return Search(
        lambda seed: search(rules.start).eval(SplitMix.from_seed(seed)), attrgetter("visits"), attrgetter("tried")
    )


def openspiel(n: int, seed: int, c: float = EXPLORATION) -> Any:
    """Return OpenSpiel's C++ bot with n simulations for Connect Four."""
    spiel = import_module("pyspiel")
    playouts = spiel.RandomRolloutEvaluator(1, 2 * seed)
    return spiel.MCTSBot(
        spiel.load_game("connect_four"), playouts, 2 * c, n, MEGABYTES, True, 2 * seed + 1, False
    )  # fmt: skip


def openspiel_python(n: int, seed: int) -> Any:
    """Return OpenSpiel's Python bot with n simulations for Connect Four."""
    game = import_module("pyspiel").load_game("connect_four")
    found = import_module("open_spiel.python.algorithms.mcts")
    random = import_module("numpy").random.RandomState(seed)
    return found.MCTSBot(game, 2 * EXPLORATION, n, found.RandomRolloutEvaluator(1, random), random_state=random)


def theirs(bot: Callable[[int, int], Any], n: int) -> Search:
    """Return a search by a bot of OpenSpiel with n simulations."""
    start = import_module("pyspiel").load_game("connect_four").new_initial_state()
    return Search(
        lambda seed: bot(n, seed).mcts_search(start), attrgetter("explore_count"), attrgetter("children")
    )  # fmt: skip


SEARCHES: Mapping[str, Callable[[int], Search]] = {
    "compiled": partial(ours, jit),
    BESIDE: partial(theirs, openspiel),
    "not compiled": partial(ours, lambda search: search),
    "OpenSpiel, Python": partial(theirs, openspiel_python),
}


def made(numbers: Mapping[str, int]) -> Iterator[tuple[str, Search]]:
    """Yield the searches that can run in this environment; print the names of the missing searches."""
    for name, n in numbers.items():
        try:
            search = SEARCHES[name](n)
            assert search.visits(search.root(0)) == n, f"{name}: not {n} simulations"
        except ImportError as error:
            print(f"({name}: not installed, {error})")
        else:
            yield name, search


def speed(numbers: Mapping[str, int], runs: int) -> Table:
    """Return the seconds per simulation of each search; the searches run in turn, A B C A B C ..."""
    searches = dict(made(numbers))
    times: dict[str, list[float]] = {name: [] for name in searches}
    for seed in range(1, runs + 1):
        for name, search in searches.items():
            times[name].append(seconds(partial(search.root, seed), 1) / numbers[name])
    return Table("Connect Four, simulations from the empty board", times, BESIDE, amount=1)


class Grown(NamedTuple):
    """The number of nodes of a tree, and the bytes by which it has made a process grow."""

    nodes: int
    bytes: int


def grown(name: str, n: int) -> Grown | None:
    """Search twice and measure the second search; None if the search cannot run here. This needs Linux."""
    for _, search in made({name: n}):
        first, before = search.root(1), in_use()
        second, after = search.root(2), in_use()
        assert first is not second
        return Grown(count(second, search.children), after - before)
    return None


def in_use() -> int:
    """Return the resident bytes of this process, after it has returned free memory to the system."""
    gc.collect()
    CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()


def count(root: Any, children: Callable[[Any], Sequence[Any]]) -> int:
    """Count the nodes of a tree, visited or not."""
    nodes, waiting = 0, [root]
    while waiting:
        nodes += 1
        waiting += children(waiting.pop())
    return nodes


def memory(numbers: Mapping[str, int]) -> str:
    """Return a Markdown table of memory, with one row per search, each measured in its own process."""
    lines = ["| search | simulations | nodes | bytes a node | bytes a simulation |", "|---|---:|---:|---:|---:|"]
    for name, n in numbers.items():
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            found = process.submit(grown, name, n).result()
        if found is not None:
            per = f"{found.bytes / found.nodes:,.0f} | {found.bytes / n:,.0f}"
            lines.append(f"| {name} | {n:,} | {found.nodes:,} | {per} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mcts", description=__doc__)
    parser.add_argument("what", nargs="*", metavar="WHAT", help="speed, memory (default: both)")
    parser.add_argument("--runs", type=int, default=9, metavar="N", help="default: 9")
    parser.add_argument("--simulations", type=int, default=100_000, metavar="N", help="compiled, default: 100,000")
    parser.add_argument("--python-simulations", type=int, default=2_000, metavar="N", help="in Python, default: 2,000")
    args = parser.parse_args()
    if unknown := {*args.what} - {"speed", "memory"}:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; expected speed or memory")
    compiled = {"compiled", BESIDE}
    numbers = {name: args.simulations if name in compiled else args.python_simulations for name in SEARCHES}
    if "speed" in args.what or not args.what:
        print(speed(numbers, args.runs).markdown(), flush=True)
    if "memory" in args.what or not args.what:
        print(f"\n{memory({name: n if name in compiled else GROWTH * n for name, n in numbers.items()})}")


if __name__ == "__main__":
    main()
