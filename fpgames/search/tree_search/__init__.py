"""Monte-Carlo tree search: a fold over the tree of what the simulations have found."""

from __future__ import annotations

from fpgames.search.tree_search.labels import Statistics, statistics
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
from fpgames.search.tree_search.search import Phases, mcts, mcts_steps, search_on, simulate
from fpgames.search.tree_search.tree import SearchTree, after, best, expand, line

__all__ = ["BackUp", "Evaluate", "Expand", "Phases", "SearchTree", "Select", "Statistics", "after", "back_up", "best", "by_playouts", "by_static", "expand", "line", "mcts", "mcts_steps", "merge", "puct", "search_on", "simulate", "statistics", "ucb1"]  # fmt: skip
