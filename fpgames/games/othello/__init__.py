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

from collections.abc import Sequence

from fpgames.games.othello.bit_operations import Position
from fpgames.games.othello.moves import moves_of, rules_of_size, transcript_of
from fpgames.rules.record import Rules
from fpgames.validation import names_arguments, require_at_least

__all__ = ["Position", "from_transcript", "rules", "sized", "to_transcript"]

_MAX_ROWS = 26


def _require_size(n: int) -> int:
    """Return the number of rows as an int; raise ValueError unless it is an even number from 4 to 26."""
    require_at_least(4, n, "play Othello on {} rows")
    if n % 2 or n > _MAX_ROWS:
        raise ValueError(f"cannot play Othello on {n} rows; expected an even number from 4 to {_MAX_ROWS}")
    return int(n)


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
    return rules_of_size(_require_size(n))


rules = sized()
"""The rules on the standard board of 8 by 8 cells, named ``othello``."""


@names_arguments
def to_transcript(moves: Sequence[int], n: int = 8) -> str:
    """Return the transcript of a line of moves from the start: ``fromTranscript . toTranscript = id``.

    A transcript omits passes, because a pass is legal only if it is the only legal move. A pass at the end is written.

    Args:
        moves: legal moves from the start; cells are numbered row by row, and n * n is the pass.
        n: the number of rows of the board.

    Raises:
        ValueError: n is not the size of a board, or a move is not a number from 0 to n * n.

    >>> to_transcript((37, 43, 18))
    'f5d6c3'

    See also: :func:`from_transcript`, its inverse.
    """
    return transcript_of(_require_size(n), tuple(moves))


@names_arguments
def from_transcript(text: str, n: int = 8) -> tuple[int, ...]:
    """Return the moves of a transcript, including omitted passes: ``fromTranscript :: String -> Int -> [Int]``.

    Args:
        text: the cells played, in upper or lower case; spaces are optional; a pass is ``pass``, ``--`` or omitted.
        n: the number of rows of the board.

    Raises:
        ValueError: n is not the size of a board, the text is not a transcript, or a move in it is illegal.

    >>> from_transcript("F5 d6 c3")
    (37, 43, 18)

    See also: :func:`to_transcript`, its inverse; ``rules.read``, which returns the position after the moves.
    """
    return moves_of(sized(n), _require_size(n), text)[0]
