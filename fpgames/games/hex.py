"""Hex: players mark cells of a slanted board in turn; X connects top and bottom, O connects left and right.

A cell has six neighbours: left, right, straight above, above to the right, straight below, and below to the left. Every
full board has exactly one winner, so there are no draws. There is no swap rule, so the first player can always win.

Source: Gale, *The game of Hex and the Brouwer fixed-point theorem* (1979, doi:10.2307/2320146).
"""

from __future__ import annotations

from collections.abc import Callable

from fpgames.games.positional import Marks, cells, marking_rules, require_board
from fpgames.rules.makers import made
from fpgames.rules.record import Rules

__all__ = ["rules", "sized"]


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


@made("sized({})".format)
def _rules(n: int) -> Rules[Marks, int]:
    board, chain = cells(n, n), make_chain(n)
    top, bottom, left, right = sum(board[:n]), sum(board[-n:]), sum(board[::n]), sum(board[n - 1 :: n])

    def score(p: Marks) -> int:
        if p.first.bit_count() > p.second.bit_count():  # only the player who moved last can have won
            return 1 if chain(p.first, top) & bottom else 0
        return -1 if chain(p.second, left) & right else 0

    def winning(p: Marks) -> int:
        return chain(p.first, top) & chain(p.first, bottom) | chain(p.second, left) & chain(p.second, right)

    half_turn = (tuple(reversed(range(n * n))),) if n > 1 else ()
    return marking_rules("hex" if n == 5 else f"hex:{n}", n, n, score, winning, symmetries=half_turn, slanted=True)


rules = sized()
"""The rules on five rows of five cells, named ``hex``."""
