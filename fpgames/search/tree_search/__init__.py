"""Monte-Carlo tree search on immutable trees of statistics. Each of its four phases can be replaced."""

from __future__ import annotations

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

__all__ = ["BackUp", "Evaluate", "Expand", "Phases", "SearchTree", "Select", "Statistics", "subtree_after", "back_up", "best", "by_playouts", "by_static", "expand", "line", "mcts", "mcts_steps", "merge", "puct", "continue_search", "simulate", "statistics", "ucb1"]  # fmt: skip
