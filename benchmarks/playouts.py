"""Random tic-tac-toe games a second: by hand, with the generator threaded, with ``@do`` bots; in one run, interleaved.

Usage: python -m benchmarks.playouts [REPEATS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import reduce
from statistics import median

from benchmarks import by_hand
from benchmarks.timing import interleaved, ratio
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


def main(repeats: int) -> None:
    print(f"Python {sys.version.split()[0]}, {repeats} interleaved repeats, medians (quartiles)\n")
    print("| position | how | playouts/s | of by hand | of threaded |")
    print("|---|---|---|---|---|")
    for title, played, move, n in CASES:
        times = interleaved(contestants(played, move, n), repeats)
        for how, found in times.items():
            by_hand_ratio, threaded_ratio = ratio(times["by hand"], found), ratio(times["threaded"], found)
            print(f"| {title} | {how} | {n / median(found):,.0f} | {by_hand_ratio} | {threaded_ratio} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
