"""Compare full searches of tic-tac-toe: pipelines, hand-written searches, and other libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from math import inf
from time import monotonic
from typing import Any

from toolz import identity

from benchmarks import by_hand, haskell, others
from benchmarks.timing import Table, table
from fpgames import SplitMix, alpha_beta, build_tree, jit, map_tree, maximise, prune, share
from fpgames.games import connect4
from fpgames.games.tictactoe import rules, static
from fpgames.search import ab_maximise, deepen, mcts

Search = Callable[[], Any]
ENGINES: dict[str, Any] = {
    "deepen": deepen(alpha_beta),
    "within max_nodes": deepen(alpha_beta, max_nodes=10**12),
    "with a stop that asks the clock": deepen(alpha_beta, stop=lambda: monotonic() > inf),
}


def full() -> int:
    return build_tree(rules)(0) | prune(9) | map_tree(static) | maximise


def shared() -> int:
    return build_tree(rules)(0) | share | prune(9) | map_tree(static) | maximise


def lists() -> int:
    return build_tree(rules)(0) | prune(9) | map_tree(static) | ab_maximise


def window() -> int:
    return build_tree(rules)(0) | prune(9) | map_tree(static) | alpha_beta


def deepened(depth: int, compiled: Callable[[Any], Any] = identity) -> Callable[[Any], Search]:
    rules = connect4.rules
    tree = build_tree(rules) | map_tree(rules.static)
    return lambda engine: lambda: (*islice(compiled(tree | engine)(rules.start), depth),)


def visits(search: Callable[[Any], Any]) -> Any:
    return search(connect4.rules.start).eval(SplitMix.from_seed(1)).visits


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
    for how, works in {"": deepened(7), ", compiled": deepened(11, jit)}.items():
        title = f"Connect Four, one depth after another{how}"
        yield table(title, {name: works(engine) for name, engine in ENGINES.items()}, "deepen", repeats)
    simulate = partial(mcts, connect4.rules, 100_000)
    bots = {"mcts": simulate(), "with a stop that asks the clock": simulate(stop=lambda: monotonic() > inf)}
    tree_searches = {name: partial(visits, jit(bot)) for name, bot in bots.items()}
    yield table("100,000 simulations of Connect Four, compiled", tree_searches, "mcts", repeats)
