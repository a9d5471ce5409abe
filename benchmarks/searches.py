"""Tic-tac-toe searched to its end: pipelines beside the same searches by hand and in other libraries; in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks import by_hand, haskell, others
from benchmarks.timing import Table, table
from fpgames.alphabeta import ab_maximise, alpha_beta
from fpgames.games.tictactoe_bits import static, successors
from fpgames.minimax import maximise
from fpgames.tree import build_tree, map_tree, prune, share

Search = Callable[[], int]


def full() -> int:
    return maximise(map_tree(static)(prune(9)(build_tree(successors)(0))))


def shared() -> int:
    return maximise(map_tree(static)(prune(9)(share()(build_tree(successors)(0)))))


def lists() -> int:
    return ab_maximise(map_tree(static)(prune(9)(build_tree(successors)(0))))


def window() -> int:
    return alpha_beta(map_tree(static)(prune(9)(build_tree(successors)(0))))


def tables(repeats: int) -> Iterator[Table]:
    few = max(5, repeats // 4)
    minimax: dict[str, Search] = {
        "hand-written minimax": lambda: by_hand.maximise(0),
        "pipeline": full,
        "pipeline, shared": shared,
        **haskell.program("GameTree", "mm", 9),
    }
    yield table("Tic-tac-toe minimax, 549,946 nodes", minimax, "hand-written minimax", few)
    if len(minimax) > 3:
        *_, compiled = minimax
        yield table(
            "The same, Haskell beside the shared pipeline",
            {name: minimax[name] for name in ("pipeline, shared", compiled)}, "pipeline, shared", few,
        )  # fmt: skip
    alphabeta: dict[str, Search] = {
        "hand-written window": lambda: by_hand.alpha_beta(0, -1000, 1000),
        "window pipeline": window,
        "list pipeline": lists,
        **haskell.program("GameTree", "ab", 9),
        **others.tic_tac_toe(),
    }
    yield table("Tic-tac-toe alpha-beta, moves in reading order", alphabeta, "hand-written window", repeats)
