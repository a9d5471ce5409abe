"""Two records: :class:`Solver` holds functions that solve a position, :class:`Solution` holds the result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Solution", "Solver"]

M = TypeVar("M")
P = TypeVar("P")


class Solution(NamedTuple, Generic[M]):
    """The result of solving a position: its value with perfect play, the best moves, and a line of perfect play.

    Args:
        score: the exact value to the first player, whoever is to move: positive if the first player wins, negative if
            the second player wins, 0 for a draw.
        moves: all best moves, which keep the score, in the order of the rules.
        line: one principal variation, from the position to the end of the game; it begins with one of the best moves.
        nodes: the number of nodes that the searches visited.

    See also: :class:`Solver`, whose function ``solve`` returns a solution.
    """

    score: int
    moves: tuple[M, ...]
    line: tuple[M, ...]
    nodes: int


class Solver(NamedTuple, Generic[P, M]):
    """The functions that solve unfinished positions of one game; all values are values to the first player.

    Args:
        solve: ``P -> Solution M``, which solves a position completely.
        weak: ``P -> Int``, which returns only who wins: the sign of the score.
        score: ``P -> Int``, which returns only the exact score.
        value_of_each_move: ``P -> [(M, Int)]``, which returns pairs of a legal move and its score, in the rules' order.
        margins: whether a score says by how much the game is won, such as a lead in discs, and not only who wins.

    See also: :func:`fpgames.solvers.registry.solver_of`, :func:`fpgames.solvers.generic.solver`, which return a solver.
    """

    solve: Callable[[P], Solution[M]]
    weak: Callable[[P], int]
    score: Callable[[P], int]
    value_of_each_move: Callable[[P], tuple[tuple[M, int], ...]]
    margins: bool = False
