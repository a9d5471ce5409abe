"""A check for bots: a pipeline must return the value of a position for the first player."""

from __future__ import annotations

from functools import partial
from typing import Any

from fpgames.search.counting import count_leaves, count_nodes, perft
from fpgames.search.deepening import _within, deepen
from fpgames.search.memory import remember
from fpgames.search.moves import best_move
from fpgames.search.open_recursion import has_mover_view
from fpgames.search.proof import proofs, prove
from fpgames.search.traces import ab_trace, minimax_trace
from fpgames.search.values import negamax
from fpgames.stage import Stage, is_stage_of
from fpgames.tree.folds import leaves, levels, size


def last_function(pipeline: object) -> object:
    """Return a pipeline's last function, or its last stage with options. Unwrap ``jit(...)`` and ``partial``."""
    match pipeline:
        case Stage() if len(pipeline.parts) > 1:
            return last_function(pipeline.parts[-1])
        case Stage() if getattr(pipeline.function, "calls_a_pipeline", False):
            return last_function(pipeline.args[0])
        case partial():
            return last_function(pipeline.func)
    return pipeline


_WRONG_RESULTS: dict[Any, str] = {
    negamax: "returns the value to the player to move: end the pipeline with minimax",
    best_move: "returns a move: end the pipeline with minimax, or use it as a bot: pipeline | State.from_value",
    **dict.fromkeys((size, perft), "returns a number of nodes: end the pipeline with minimax"),
    **dict.fromkeys((count_leaves, count_nodes), "returns a pair of a value and a number: leave it out"),
    remember: "returns a pair of a value and a memory: leave it out",
    **dict.fromkeys((ab_trace, minimax_trace), "returns a trace: end the pipeline with minimax"),
    **dict.fromkeys((prove, proofs, deepen, _within), "returns records: end the pipeline with minimax"),
    **dict.fromkeys((leaves, levels), "returns labels: end the pipeline with minimax"),
}


def require_values_of(pipeline: object, caller: str) -> None:
    """Raise TypeError if a pipeline is known to return anything other than a value for the first player."""
    last = last_function(pipeline)
    wrong = next((text for other, text in _WRONG_RESULTS.items() if last is other or is_stage_of(last, other)), None)
    if has_mover_view(last):
        wrong = _WRONG_RESULTS[negamax]
    if isinstance(last, Stage) and {"alpha", "beta", "low", "high"} & dict(last.options).keys():
        wrong = "has a window, so that it may return a bound: leave the window out"
    if wrong is not None:
        name = repr(last) if isinstance(last, Stage) else getattr(last, "__name__", repr(last))
        raise TypeError(f"{caller} needs the value of a position to the first player, but {name} {wrong}")
