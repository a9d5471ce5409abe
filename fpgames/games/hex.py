"""Hex: players mark cells of a slanted board in turn; X connects top and bottom, O connects left and right.

A cell has six neighbours: left, right, straight above, above to the right, straight below, and below to the left. Every
full board has exactly one winner, so there are no draws. There is no swap rule, so the first player can always win.

Source: Gale, *The game of Hex and the Brouwer fixed-point theorem* (1979, doi:10.2307/2320146).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from fpgames.games.positional import Marking, Marks, cells, make_choices, require_board, rules_of_marking, symmetry
from fpgames.rules.closures import Closure
from fpgames.rules.record import Rules

__all__ = ["rules", "sized"]


def make_chain(columns: int) -> Callable[[int, int], int]:
    """Make ``chain``, a flood fill that maps a player's marks and an edge's cells to the marks joined to the edge."""
    steps = (1, columns, columns + 1)  # shifts to three neighbours: right, below to the left, straight below

    def chain(marks: int, edge: int) -> int:
        connected, previous = marks & edge, 0
        while connected != previous:
            previous = connected
            for step in steps:
                connected |= (marks >> step & connected) << step | connected >> step & marks
        return connected

    return chain


def edge_masks(n: int) -> tuple[int, int, int, int]:
    """Return bitboards of the four edges of an n by n board: top, bottom, left, right."""
    board = cells(n, n)
    return sum(board[:n]), sum(board[-n:]), sum(board[::n]), sum(board[n - 1 :: n])


def make_score(n: int) -> Callable[[Marks], int]:
    """Make ``score``, which returns 1 if X connects top and bottom, -1 if O connects left and right, otherwise 0."""
    chain = make_chain(n)
    top, bottom, left, right = edge_masks(n)

    def score(p: Marks) -> int:
        if p.first.bit_count() > p.second.bit_count():  # only the player who moved last can have won
            return 1 if chain(p.first, top) & bottom else 0
        return -1 if chain(p.second, left) & right else 0

    return score


def winning_cells(n: int, p: Marks) -> int:
    """Return the winner's connecting chain as a bitboard; 0 if no player has won."""
    chain, (top, bottom, left, right) = make_chain(n), edge_masks(n)
    return chain(p.first, top) & chain(p.first, bottom) | chain(p.second, left) & chain(p.second, right)


def sized(n: int = 5) -> Rules[Marks, int]:
    """Return the rules of Hex on an n by n board: ``sized :: Int -> Rules Marks Int``.

    Args:
        n: the number of rows and of columns, 1 to 26; searches can be compiled if n is at most 7.

    Raises:
        ValueError: n is not from 1 to 26.

    >>> small = sized(2)
    >>> [small.show_move(move) for move in small.moves(small.start)]
    ['a1', 'b1', 'a2', 'b2']
    >>> print(small.show(small.play(small.start, 1)))
    ab
    .X  1
     ..  2
    O to move

    See also: :data:`rules`.
    """
    require_board(n, n)
    return _rules(int(n))


@cache
def _rules(n: int) -> Rules[Marks, int]:
    board, score = cells(n, n), Closure(make_score, n)
    choices = Closure(make_choices, (sum(board), score))
    game = Marking(n, n, board, score, partial(winning_cells, n), choices, slanted=True)
    half_turn = (symmetry(n, n, tuple(reversed(range(n * n)))),) if n > 1 else ()
    return rules_of_marking("hex" if n == 5 else f"hex:{n}", game, half_turn)


rules = sized()
"""The rules on five rows of five cells, named ``hex``."""
