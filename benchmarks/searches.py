"""Compare full searches of tic-tac-toe: pipelines, hand-written searches, and other libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks import by_hand, haskell, others
from benchmarks.timing import Table, table
from fpgames import alpha_beta, build_tree, map_tree, maximise, prune, share
from fpgames.games.tictactoe import rules, static
from fpgames.search import ab_maximise

Search = Callable[[], int]


def full() -> int:
    return build_tree(rules)(0) | prune(9) | map_tree(static) | maximise


def shared() -> int:
    return build_tree(rules)(0) | share | prune(9) | map_tree(static) | maximise


def lists() -> int:
    return build_tree(rules)(0) | prune(9) | map_tree(static) | ab_maximise


def window() -> int:
    return build_tree(rules)(0) | prune(9) | map_tree(static) | alpha_beta


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
