"""Random tic-tac-toe games a second: by hand, with the generator threaded, with ``@do`` bots; in one run, interleaved.

Usage: python -m benchmarks.playouts [REPEATS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import reduce
from statistics import median
from time import perf_counter

from benchmarks import by_hand
from fpgames import playouts, threaded
from fpgames.games.tictactoe import rules
from fpgames.rng import StdGen

GEN = StdGen(346137677, 1)
CASES = [("the empty board, move 0", [], 0, 300), ("4,0,2,5,3,6, move 7", [4, 0, 2, 5, 3, 6], 7, 1200)]


def contestants(played: list[int], move: int, n: int) -> dict[str, Callable[[], int]]:
    """The same work, three ways; each answers the number of wins."""
    p = reduce(rules.play, played, rules.start)
    return {
        "by hand": lambda: by_hand.eval_move(played, move, n, *GEN)[0],
        "threaded": lambda: threaded.eval_move(rules, move, n, p, GEN)[0],
        "@do": lambda: playouts.eval_move(rules, n, p, move).eval(GEN)[0],
    }


def seconds(work: Callable[[], int]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def ratio(times: list[float], others: list[float]) -> str:
    """How fast these runs are beside others: the median of the pairs, and their quartiles."""
    ratios = sorted(other / time for time, other in zip(times, others, strict=True))
    quarter = len(ratios) // 4
    return f"{median(ratios):.2f} ({ratios[quarter]:.2f} to {ratios[-1 - quarter]:.2f})"


def main(repeats: int) -> None:
    print(f"Python {sys.version.split()[0]}, {repeats} interleaved repeats, medians (quartiles)\n")
    print("| position | how | playouts/s | of by hand | of threaded |")
    print("|---|---|---|---|---|")
    for title, played, move, n in CASES:
        works = contestants(played, move, n)
        wins = {work() for work in works.values()}
        assert len(wins) == 1, f"they disagree: {wins}"
        times: dict[str, list[float]] = {how: [] for how in works}
        for _ in range(repeats):
            for how, work in works.items():
                times[how].append(seconds(work))
        for how, found in times.items():
            rate = n / median(found)
            print(
                f"| {title} | {how} | {rate:,.0f} | {ratio(found, times['by hand'])} | {ratio(found, times['threaded'])} |"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
