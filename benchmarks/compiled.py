"""Compare compiled pipelines with uncompiled pipelines, compiled Haskell, hand-written loops, and C."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks import by_hand, c, haskell, others
from benchmarks.timing import Table, table
from fpgames import Player, Rules, SplitMix, alpha_beta, build_tree, jit, map_tree, minimax, order_by, prune, share
from fpgames import playouts as in_bulk
from fpgames.games import connect4, tictactoe
from fpgames.play import bulk
from fpgames.rules import value_of_outcome
from fpgames.search import children, label, node_search, player
from fpgames.stage import Stage

ttt, four = tictactoe.rules, connect4.rules
FEW = 20_000
GEN = SplitMix.from_seed(42)
Works = dict[str, Callable[[], Any]]


@node_search
def two_loops(node: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    """Do the same steps as ``alpha_beta``, in a loop for each player."""
    best = None
    if player(node) is Player.FIRST:
        for child in children(node):
            value = visit(child, alpha, beta)
            if best is None or value > best:
                best = value
                if beta is not None and value >= beta:
                    break
                alpha = value if alpha is None or value > alpha else alpha
    else:
        for child in children(node):
            value = visit(child, alpha, beta)
            if best is None or value < best:
                best = value
                if alpha is not None and value <= alpha:
                    break
                beta = value if beta is None or value < beta else beta
    return label(node) if best is None else best


@node_search
def one_loop(node: Any, visit: Any, alpha: Any, beta: Any) -> Any:
    """Do the same steps as ``alpha_beta``, in one loop for both players."""
    best, high = None, player(node) is Player.FIRST
    for child in children(node):
        value = visit(child, alpha, beta)
        if best is None or (value > best if high else value < best):
            best = value
            if (beta is not None and value >= beta) if high else (alpha is not None and value <= alpha):
                break
            if high:
                alpha = value if alpha is None or value > alpha else alpha
            else:
                beta = value if beta is None or value < beta else beta
    return label(node) if best is None else best


def full() -> Stage[int, int]:
    return build_tree(ttt) | map_tree(value_of_outcome(ttt)) | minimax


def deep(depth: int, *stages: Any, search: Any = alpha_beta) -> Stage[Any, int]:
    tree: Any = build_tree(four)
    for stage in stages:
        tree |= stage
    pipeline: Stage[Any, int] = tree | map_tree(value_of_outcome(four)) | prune(depth) | search
    return pipeline


def of(search: Callable[[Any], Any], rules: Rules[Any, Any]) -> Callable[[], Any]:
    return lambda: search(rules.start)


def in_c(works: Works) -> Works:
    return works if c.library() is not None else {}


def one_by_one(rules: Rules[Any, Any], n: int) -> tuple[int, int, int]:
    first, drawn, second = bulk._play_one_by_one(rules, rules.start, GEN, n)[0]
    return first, drawn, second


def games(rules: Rules[Any, Any], n: int) -> Callable[[], tuple[int, ...]]:
    return lambda: tuple(in_bulk(rules, rules.start, n).eval(GEN))


def alike(answers: Mapping[str, Any]) -> bool:
    """Return whether all counts are equal, and all mean values differ by less than 0.1."""
    counts = {answer for answer in answers.values() if isinstance(answer, tuple)}
    means = [(each[0] - each[2]) / sum(each) if isinstance(each, tuple) else each for each in answers.values()]
    return len(counts) == 1 and max(means) - min(means) < 0.1


def by_threads(rules: Rules[Any, Any], n: int, threads: int) -> Callable[[], Any]:
    def run() -> Any:
        with ThreadPoolExecutor(threads) as pool:
            return bulk.eval_moves(rules, rules.start, n, map_function=pool.map).eval(GEN)

    return run


def tables(repeats: int) -> Iterator[Table]:
    few = max(5, repeats // 4)
    yield table(
        "Full minimax of tic-tac-toe, 549,946 nodes",
        {
            "compiled pipeline": of(jit(full()), ttt),
            **in_c({"C": c.tictactoe}),
            "by hand": lambda: by_hand.maximise(0),
            "pipeline": of(full(), ttt),
            **haskell.program("GameTree", "mm", 9),
        },
        "compiled pipeline", few,
    )  # fmt: skip
    yield table(
        "The same, alpha-beta",
        {
            "compiled pipeline": of(jit(build_tree(ttt) | map_tree(value_of_outcome(ttt)) | alpha_beta), ttt),
            **others.tic_tac_toe(),
        },
        "compiled pipeline", few,
    )  # fmt: skip
    for depth in (10, 12, 14):
        works: Works = {
            "compiled pipeline": of(jit(deep(depth)), four),
            **in_c({"C": partial(c.connect4, depth)}),
        }
        if depth < 14:
            works |= {"pipeline": of(deep(depth), four), **haskell.program("Connect4Tree", "ab", depth)}
        yield table(
            f"Connect Four, win, draw or loss, depth {depth}", works, "compiled pipeline", few if depth < 12 else 5
        )
    searches = {"alpha_beta": alpha_beta, "own, two loops": two_loops, "own, one loop": one_loop}
    works = {name: of(jit(deep(12, search=search)), four) for name, search in searches.items()}
    yield table("Searches of one's own with a window, depth 12", works, "alpha_beta", repeats)
    works = {"compiled, shared": of(jit(deep(14, share)), four), "shared": of(deep(14, share), four)}
    yield table("The same, shared, depth 14", works, "compiled, shared", 5)
    for name, rules, n in (("tictactoe", ttt, 1_000_000), ("connect4", four, 500_000)):
        works = {"compiled": games(rules, n), **in_c({"C": partial(c.random_games, name, *GEN, n)})}
        yield table(f"Random games, {rules.name}", works, "compiled", few, amount=n)
        works = {
            "compiled": games(rules, FEW),
            "one by one": partial(one_by_one, rules, FEW),
            **others.random_games("tic_tac_toe" if rules is ttt else "connect_four", FEW),
        }
        yield table(f"{FEW:,} random games, {rules.name}", works, "compiled", 5, amount=FEW, agree=alike)
        works = {f"{n} threads": by_threads(rules, 500_000, n) for n in (1, 2)}
        yield table(f"Random games by threads, {rules.name}", works, "1 threads", few)


def seconds_to_compile() -> Iterator[tuple[str, float]]:
    """Yield the seconds of the first call of each search; the first row includes the import of numba."""
    searches: dict[str, Callable[[], Any]] = {
        "full minimax of tic-tac-toe": lambda: jit(
            build_tree(ttt) | map_tree(value_of_outcome(ttt)) | prune(1) | minimax
        )(0),
        "Connect Four, alpha-beta": lambda: jit(deep(1))(four.start),
        "the same, shared": lambda: jit(deep(1, share))(four.start),
        "the same, order_by": lambda: jit(deep(1, order_by(four.static)))(four.start),
        "random games of tic-tac-toe": lambda: in_bulk(ttt, 0, 20_000).eval(GEN),
        "random games of Connect Four": lambda: in_bulk(four, four.start, 20_000).eval(GEN),
    }
    for name, work in searches.items():
        began = perf_counter()
        work()
        yield name, perf_counter() - began


def timed() -> None:
    for name, seconds in seconds_to_compile():
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name}: {seconds:.2f} s; the process then has {memory:.0f} MB", flush=True)


if __name__ == "__main__":
    if "NUMBA_CACHE_DIR" in os.environ:
        timed()
    else:
        with TemporaryDirectory() as kept:
            for process in ("first", "second"):
                print(f"The {process} process:", flush=True)
                variables = os.environ | {"NUMBA_CACHE_DIR": kept}
                subprocess.run([sys.executable, "-m", "benchmarks.compiled"], env=variables, check=True)
