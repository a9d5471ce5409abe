"""Reproduce known values of games by pipelines: python -m benchmarks.values [mnk [M,N,K ...] | hex [N ...]].

mnk: whether the first player wins with K in line on M columns and N rows; hex: how many first moves win on N by N. Without
numbers, all that are in the tables. Prints the value, the known one, the nodes visited, and the seconds, the first ones
with compiling.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from time import perf_counter

from fpgames import alpha_beta, build_tree, jit, map_tree, order_by, share
from fpgames.games import hex, mnk
from fpgames.games.positional import Marks
from fpgames.rules import up_to_symmetry, value_of_outcome
from fpgames.search import count_nodes

MNK: dict[tuple[int, ...], int] = {
    (3, 3, 3): 0, (4, 3, 3): 1, (4, 4, 3): 1, (4, 4, 4): 0, (5, 4, 4): 0, (5, 5, 4): 0, (6, 4, 4): 0, (6, 5, 4): 1,
    (5, 5, 5): 0, (7, 7, 3): 1,
}  # fmt: skip
"""Values to the first player. Source: Uiterwijk and van den Herik, *The advantage of the initiative* (2000)."""

HEX = {2: 2, 3: 5, 4: 4}
"""The number of first moves that win."""

Solver = Callable[[Marks], tuple[int, int]]


def mnk_solver(m: int, n: int, k: int) -> Solver:
    """Return a pipeline that finds whether the first player wins, and how many nodes it visits.

    By strategy stealing, the value is never -1. So a window from 0 to 1 is enough.
    """
    rules = mnk.sized(m, n, k)
    return jit(
        build_tree(up_to_symmetry(rules))
        | share
        | order_by(rules.static)
        | map_tree(value_of_outcome(rules))
        | count_nodes(alpha_beta(alpha=0, beta=1))
    )


def hex_solver(n: int) -> Solver:
    """Return a pipeline that finds who wins a position, and how many nodes it visits."""
    rules = hex.sized(n)
    return jit(
        build_tree(rules) | share | map_tree(value_of_outcome(rules)) | count_nodes(alpha_beta(alpha=-1, beta=1))
    )


def solve_mnk(numbers: tuple[int, ...]) -> tuple[int, int]:
    m, n, k = numbers
    value, nodes = mnk_solver(m, n, k)(Marks(0, 0))
    return max(value, 0), nodes


def solve_hex(numbers: tuple[int, ...]) -> tuple[int, int]:
    [n] = numbers
    rules, solver = hex.sized(n), hex_solver(n)
    found = [solver(p) for p in rules.successors(rules.start)]
    return sum(value > 0 for value, _ in found), sum(nodes for _, nodes in found)


GAMES: dict[str, tuple[Callable[[tuple[int, ...]], tuple[int, int]], Mapping[tuple[int, ...], int]]] = {
    "mnk": (solve_mnk, MNK),
    "hex": (solve_hex, {(n,): number for n, number in HEX.items()}),
}


def main(names: Iterable[str], given: Iterable[str]) -> None:
    for name in names:
        solve, known = GAMES[name]
        for numbers in [tuple(map(int, text.split(","))) for text in given] or known:
            began = perf_counter()
            value, nodes = solve(numbers)
            with_compiling = perf_counter() - began
            solve(numbers)
            seconds = perf_counter() - began - with_compiling
            game = f"{name}:{','.join(map(str, numbers))}"
            print(
                f"{game:12} {value:3}  known {known.get(numbers, '?')!s:3} {nodes:12,} nodes"
                f" {with_compiling:8.2f} s {seconds:8.3f} s",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:2] or GAMES, sys.argv[2:])
