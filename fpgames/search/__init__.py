"""Searches: what makes a value, a move or a line of play of a tree."""

from __future__ import annotations

from fpgames.search.alphabeta import ab_maximise, ab_minimise, alpha_beta
from fpgames.search.analysis import Analysis, analyse_move
from fpgames.search.counting import count_leaves, count_nodes, perft
from fpgames.search.deepening import Deepened, deepen, within
from fpgames.search.montecarlo import INNER, Inner, random_leaf, traverse_tree
from fpgames.search.moves import BestMove, Scored, Variation, best_move, principal_variation
from fpgames.search.traces import BareTrace, Trace, Traced, ab_trace, minimax_trace
from fpgames.search.values import maximise, minimax, minimise, negamax, quicker

__all__ = [
    "Analysis", "BareTrace", "BestMove", "Deepened", "INNER", "Inner", "Scored", "Trace", "Traced", "Variation",
    "ab_maximise", "ab_minimise", "ab_trace", "alpha_beta", "analyse_move", "best_move", "count_leaves", "count_nodes",
    "deepen", "maximise", "minimax", "minimax_trace", "minimise", "negamax", "perft", "principal_variation", "quicker",
    "random_leaf", "traverse_tree", "within",
]  # fmt: skip
