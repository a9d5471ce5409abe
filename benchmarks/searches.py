"""Tic-tac-toe searched to its end: pipelines beside the same searches by hand and in other libraries; in one run.

Usage: python -m benchmarks.searches [REPEATS]

easyAI, aima3 and OpenSpiel are measured where they are installed: pip install -r benchmarks/requirements.txt
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from benchmarks import by_hand, others
from benchmarks.timing import table
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


def main(repeats: int) -> None:
    print(f"Python {sys.version.split()[0]}, {repeats} interleaved repeats, medians (quartiles)")
    minimax: dict[str, Search] = {
        "hand-written minimax": lambda: by_hand.maximise(0),
        "pipeline": full,
        "pipeline, shared": shared,
    }
    table("Minimax, 549,946 nodes", minimax, "hand-written minimax", max(5, repeats // 4))
    alphabeta: dict[str, Search] = {
        "hand-written window": lambda: by_hand.alpha_beta(0, -1000, 1000),
        "window pipeline": window,
        "list pipeline": lists,
        **others.tic_tac_toe(),
    }
    table("Alpha-beta, moves in reading order", alphabeta, "hand-written window", repeats)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
