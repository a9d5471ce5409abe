"""Solvers of games, composed of stages: exact values, all best moves, and lines of perfect play."""

from __future__ import annotations

from fpgames.solvers.connect4 import connect4_solver, search_of_part, tree_of_part
from fpgames.solvers.generic import TooLarge, solver
from fpgames.solvers.perfect import ALL_BOTS, bot_perfect
from fpgames.solvers.pig import iterate, pig_value, within
from fpgames.solvers.registry import SOLVERS, solver_of
from fpgames.solvers.solution import Solution, Solver
from fpgames.solvers.tables import read_table, table_value, write_table

__all__ = [
    "ALL_BOTS", "SOLVERS", "Solution", "Solver", "TooLarge", "bot_perfect", "connect4_solver", "iterate", "pig_value", "read_table",
    "search_of_part", "solver", "solver_of", "table_value", "tree_of_part", "within", "write_table",
]  # fmt: skip
