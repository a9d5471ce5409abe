"""Searches of a game tree for a value, a move, a line of play or a proof, and retrograde analysis of a whole game."""

from __future__ import annotations

from fpgames.search.alphabeta import ab_maximise, ab_minimise, alpha_beta
from fpgames.search.bounds import bound_by
from fpgames.search.chance import expectiminimax
from fpgames.search.counting import count_leaves, count_nodes, perft
from fpgames.search.deepening import Deepened, deepen, within_node_budget
from fpgames.search.memory import Entry, Memory, remember
from fpgames.search.montecarlo import INNER, Inner, random_leaf, traverse_tree
from fpgames.search.moves import Scored, best_move, principal_variation
from fpgames.search.nodes import SearchNode, children, edges, label, mover, pass_turn, player, shallower
from fpgames.search.null_windows import mtd_bi, mtd_f
from fpgames.search.open_recursion import NodeSearch, Visit, VisitInWindow, node_search
from fpgames.search.options import SearchWithOptions
from fpgames.search.proof import Numbered, Proof, Proofs, Prove, ends_in, proofs, prove
from fpgames.search.recording import Traced
from fpgames.search.results import SearchInfo, search_info
from fpgames.search.retrograde import Solved, reachable, solve_backwards
from fpgames.search.stopping import Stop
from fpgames.search.traces import Trace, trace
from fpgames.search.tree_search.merging import merge
from fpgames.search.tree_search.phases import (
    BackUp,
    Evaluate,
    Expand,
    Select,
    back_up,
    by_playouts,
    by_static,
    puct,
    ucb1,
)
from fpgames.search.tree_search.search import Phases, continue_search, mcts, mcts_steps, simulate
from fpgames.search.tree_search.statistics_tree import Statistics, statistics
from fpgames.search.tree_search.tree import SearchTree, best, expand, line, subtree_after
from fpgames.search.values import maximise, minimax, minimise, negamax, prefer_quick_wins

__all__ = [
    "BackUp", "Deepened", "Entry", "Evaluate", "Expand", "INNER", "Inner", "Memory", "Numbered",
    "NodeSearch", "Phases", "Proof", "Proofs", "Prove", "Scored", "SearchInfo", "SearchNode", "SearchTree", "SearchWithOptions",
    "Select", "Solved", "Statistics", "Stop", "Trace", "Traced", "Visit", "VisitInWindow", "ab_maximise",
    "ab_minimise", "subtree_after", "alpha_beta", "back_up", "best", "best_move", "bound_by", "by_playouts",
    "by_static", "children", "count_leaves", "count_nodes", "deepen", "edges", "ends_in", "expand", "expectiminimax", "label", "line", "maximise",
    "mcts", "mcts_steps", "merge", "minimax", "minimise", "mtd_bi", "mtd_f", "negamax", "node_search",
    "mover", "pass_turn", "perft", "player", "principal_variation", "proofs", "prove", "puct", "prefer_quick_wins", "random_leaf",
    "reachable", "remember", "continue_search", "search_info", "shallower", "simulate", "solve_backwards", "statistics", "trace",
    "traverse_tree", "ucb1", "within_node_budget",
]  # fmt: skip
