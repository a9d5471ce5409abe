"""The solution of a position, and solvers: records of the functions that find it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Solution", "Solver"]

M = TypeVar("M")
P = TypeVar("P")


class Solution(NamedTuple, Generic[M]):
    """The result of perfect play from a position.

    Args:
        score: the exact value to the first player, also where the second moves: positive if the first player wins,
            negative if the second does, 0 for a draw.
        moves: all moves whose value is the score, in the order of the rules.
        line: one line with perfect play, from the position to the end of the game; it begins with one of the moves.
        nodes: the number of nodes that the searches visited.

    See also: :class:`Solver`, whose function ``solve`` returns it.
    """

    score: int
    moves: tuple[M, ...]
    line: tuple[M, ...]
    nodes: int


class Solver(NamedTuple, Generic[P, M]):
    """The functions that solve the positions of one game; all values are the first player's.

    Args:
        solve: ``P -> Solution M``, for a position in which the game is not over.
        weak: ``P -> Int``, only who wins: the sign of the score, for a position in which the game is not over.
        score: ``P -> Int``, only the exact score, for a position in which the game is not over.
        value_of_each_move: ``P -> [(M, Int)]``, each legal move, in the order of the rules, and the score after it.
        margins: whether a score says by how much the game is won, such as a number of discs. If not, it says only who
            wins, or how early.

    See also: :func:`fpgames.solvers.registry.solver_of`, :func:`fpgames.solvers.generic.solver`, which return one.
    """

    solve: Callable[[P], Solution[M]]
    weak: Callable[[P], int]
    score: Callable[[P], int]
    value_of_each_move: Callable[[P], tuple[tuple[M, int], ...]]
    margins: bool = False
