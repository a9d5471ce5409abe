"""Hex: players mark the cells of a slanted board in turn; X joins the top to the bottom, O the left to the right.

Cells touch their left and right neighbours, the two above them (straight above and to the right of that), and the two below
them. Every full board has exactly one winner, so there are no draws. There is no swap, so the first player wins with
perfect play.

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
    """Return the function that returns the marks that chains of neighbours join to an edge; all as bits."""
    steps = (1, columns, columns + 1)  # to the right, below to the left, straight below

    def chain(marks: int, edge: int) -> int:
        found, before = marks & edge, 0
        while found != before:
            before = found
            for step in steps:
                found |= (marks >> step & found) << step | found >> step & marks
        return found

    return chain


def edges(n: int) -> tuple[int, int, int, int]:
    """Return the cells at the top, the bottom, the left and the right, as bits."""
    board = cells(n, n)
    return sum(board[:n]), sum(board[-n:]), sum(board[::n]), sum(board[n - 1 :: n])


def make_score(n: int) -> Callable[[Marks], int]:
    """Return the function that is 1 if X has joined the top to the bottom, -1 if O the left to the right, else 0."""
    chain = make_chain(n)
    top, bottom, left, right = edges(n)

    def score(p: Marks) -> int:
        if p.first.bit_count() > p.second.bit_count():  # only the player who has just moved can have won
            return 1 if chain(p.first, top) & bottom else 0
        return -1 if chain(p.second, left) & right else 0

    return score


def winning(n: int, p: Marks) -> int:
    """Return the chain that joins the winner's edges, as bits; 0 if no player has won."""
    chain, (top, bottom, left, right) = make_chain(n), edges(n)
    return chain(p.first, top) & chain(p.first, bottom) | chain(p.second, left) & chain(p.second, right)


def sized(n: int = 5) -> Rules[Marks, int]:
    """Return Hex on a board of another size: ``sized :: Int -> Rules Marks Int``.

    Args:
        n: the number of rows, and of columns, 1 to 26; up to 7, it can be compiled.

    Raises:
        ValueError: n is not 1 to 26.

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
    game = Marking(n, n, board, score, partial(winning, n), choices, slanted=True)
    turned = (symmetry(n, n, tuple(reversed(range(n * n)))),) if n > 1 else ()
    return rules_of_marking("hex" if n == 5 else f"hex:{n}", game, turned)


rules = sized()
"""Hex on five rows of five cells; its name is ``hex``."""
