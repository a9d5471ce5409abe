"""Searches: what makes a value, a move, a line of play or a proof of a tree, and tables of all positions of a game."""

from __future__ import annotations

from fpgames.search.alphabeta import ab_maximise, ab_minimise, alpha_beta
from fpgames.search.analysis import Analysis, analyse_move
from fpgames.search.counting import count_leaves, count_nodes, perft
from fpgames.search.deepening import Deepened, deepen, within
from fpgames.search.montecarlo import INNER, Inner, random_leaf, traverse_tree
from fpgames.search.moves import BestMove, Scored, Variation, best_move, principal_variation
from fpgames.search.null_windows import mtd_bi, mtd_f
from fpgames.search.proof import Numbered, Proof, Proofs, Prove, ends_in, proofs, prove
from fpgames.search.retrograde import Solved, reachable, solve_backwards
from fpgames.search.traces import BareTrace, Trace, Traced, ab_trace, minimax_trace
from fpgames.search.values import maximise, minimax, minimise, negamax, quicker

__all__ = [
    "Analysis", "BareTrace", "BestMove", "Deepened", "INNER", "Inner", "Numbered", "Proof", "Proofs", "Prove", "Scored", "Solved",
    "Trace", "Traced", "Variation", "ab_maximise", "ab_minimise", "ab_trace", "alpha_beta", "analyse_move", "best_move", "count_leaves",
    "count_nodes", "deepen", "ends_in", "maximise", "minimax", "minimax_trace", "minimise", "mtd_bi", "mtd_f", "negamax", "perft",
    "principal_variation", "proofs", "prove", "quicker", "random_leaf", "reachable", "solve_backwards", "traverse_tree", "within",
]  # fmt: skip
