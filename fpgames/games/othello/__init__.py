r"""Othello, also called Reversi, on boards of any even size.

Black, the first player, and white place discs in turn. A new disc must enclose discs of the opponent in a straight line
between itself and another disc of its colour; the enclosed discs are flipped. A player who cannot place a disc passes;
here a pass is a move. The game is over when neither player can place a disc; the player with more discs wins. The score
is the difference of the numbers of discs. Unlike in tournaments, empty cells do not count for the winner.

A move is the number of a cell, row by row from a1 at the top left; the move n * n is the pass.

Sources: the rules of the World Othello Federation (worldothello.org); Feinstein, *Amenor Wins World 6x6 Championships!*
(1993), for the boards of 4 by 4 and 6 by 6.
"""

from __future__ import annotations

from fpgames.games.othello.bit_operations import Position
from fpgames.games.othello.moves import rules_of_size
from fpgames.rules.record import Rules
from fpgames.validation import require_at_least

__all__ = ["Position", "rules", "sized"]

_MAX_ROWS = 26


def sized(n: int = 8) -> Rules[Position, int]:
    r"""Return the rules of Othello on an n by n board: ``sized :: Int -> Rules Position Int``.

    Args:
        n: the number of rows, an even number from 4 to 26. Searches can be compiled on boards up to 10 by 10.

    Raises:
        ValueError: n is not an even number from 4 to 26.

    >>> print(sized(4).show(sized(4).start))
      a b c d
    1 . . . .
    2 . O X .
    3 . X O .
    4 . . . .
    X (black) to move
    >>> sized(8) is rules
    True

    See also: :data:`rules`, the rules on the standard board.
    """
    require_at_least(4, n, "play Othello on {} rows")
    if n % 2 or n > _MAX_ROWS:
        raise ValueError(f"cannot play Othello on {n} rows; expected an even number from 4 to {_MAX_ROWS}")
    return rules_of_size(int(n))


rules = sized()
"""The rules on the standard board of 8 by 8 cells, named ``othello``."""
