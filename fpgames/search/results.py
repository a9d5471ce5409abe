"""What a search returns, where it is not the value to the first player: bots and moves refuse it."""

from __future__ import annotations

from functools import partial
from typing import Any

from fpgames.search.counting import count_leaves, count_nodes
from fpgames.search.deepening import deepen
from fpgames.search.moves import best_move
from fpgames.search.proof import proofs, prove
from fpgames.search.traces import ab_trace, minimax_trace
from fpgames.search.values import negamax
from fpgames.stage import Stage
from fpgames.tree.folds import leaves, levels, size

__all__ = ["last_of", "require_value"]

_OTHERS: dict[Any, str] = {
    negamax: "returns the value to the player to move: end the pipeline with minimax",
    best_move: "returns a move: end the pipeline with minimax, or use it as a bot: pipeline | State.from_value",
    size: "returns the number of nodes",
    **dict.fromkeys((count_leaves, count_nodes), "returns a pair of the value and a number"),
    **dict.fromkeys((ab_trace, minimax_trace), 'returns a trace: end the pipeline with attrgetter("label.value")'),
    **dict.fromkeys((prove, proofs, deepen), "returns a record: end the pipeline with its value"),
    **dict.fromkeys((leaves, levels), "returns labels"),
}


def last_of(function: object) -> object:
    """Return the last function that a pipeline calls, without options; one that is compiled is looked into.

    >>> from fpgames import alpha_beta, map_tree, share
    >>> last_of(map_tree(abs) | (share | alpha_beta(alpha=1)))
    alpha_beta
    """
    match function:
        case Stage() if len(function.parts) > 1:
            return last_of(function.parts[-1])
        case Stage() if getattr(function.function, "calls_pipeline", False):
            return last_of(function.given[-1])
        case Stage() if function.options and not function.given:
            return function.function
        case partial():
            return last_of(function.func)
    return function
