"""Facts about a position of Connect Four for a solver: immediate wins, losing moves, and bounds of the score.

The value of a position says how soon the game is won. It is always the first player's: positive if the first player
wins, 0 for a draw. On a board of c cells, a win with the stone number m is worth ``(c + 2 - m) // 2``; so a win with
one's own last stone is worth 1, with the stone before it 2, and so on.

Source: Pons, *Solving Connect 4* (gamesolver.org), where values are those of the player to move.
"""

# Without annotations from the future: Sphinx evaluates those of a NamedTuple in a module that does not have Position.
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from fpgames.games.connect4.bit_operations import Board, board_of
from fpgames.games.connect4.size import Position, Size, require_size
from fpgames.games.connect4.threats import (
    bounds_on,
    can_win_on,
    mover_bounds_on,
    non_losing_on,
    open_threats_on,
    score_on,
    winning_spots_on,
)
from fpgames.rules.closures import Closure

__all__ = ["Facts", "facts"]


class Facts(NamedTuple):
    """Functions of a position that a solver composes with a tree of the game.

    All numbers are values to the first player. By minimax, both these trees have the value of the position that is
    their root. In the second, ``player`` is the player to move there::

        build_tree(rules) | prune_when(can_win) | map_tree(score)
        build_tree(non_losing, player=player) | map_tree(score)

    Args:
        winning_spots: returns the empty cells, as bits, in which a stone of the player to move completes a line,
            whether it can be played now or only later.
        can_win: tells whether the player to move can complete a line with the next stone.
        non_losing: yields the positions after each move that does not let the opponent win with the next stone, from
            the centre outwards; none if the game is over, or if the player to move can win at once.
        score: returns the value if the game is over; if the player to move can win at once; or if the opponent can,
            whatever the move. Otherwise it returns 0. So it is right at every leaf of both trees.
        open_threats: returns the number of winning spots of the player who has just moved; negative for the second
            player's. A key for ``order_by``.
        mover_bounds: returns two bounds of the value. If the game is over, or the player to move can win at once, both
            are the value. Otherwise, with n stones on a board of c cells, the player to move gets at most
            ``(c - 1 - n) // 2``, because the next stone does not win; and the opponent gets at most ``c // 2``.
        bounds: returns two bounds that are closer. Both are the value where ``non_losing`` yields nothing. Otherwise
            the opponent gets at most ``(c - 2 - n) // 2``, because the stone after the next does not win either. Where
            at most two cells are empty, both are 0.

    >>> from fpgames.games.connect4 import rules
    >>> p = rules.read("112233")
    >>> standard = facts()
    >>> standard.can_win(p), standard.score(p), standard.bounds(p), [*standard.non_losing(p)]
    (True, 18, (18, 18), [])
    >>> q = rules.read("11223")
    >>> [rules.show(after).split()[5:7] for after in standard.non_losing(q)]
    [['YY.....', 'RRRY...']]
    >>> standard.open_threats(q), standard.mover_bounds(q), standard.bounds(q)
    (1, (-18, 21), (-18, 17))

    See also: :func:`facts`.

    Source: Pons, *Solving Connect 4* (gamesolver.org), parts 4, 6, 9 and 10.
    """

    winning_spots: Callable[[Position], int]
    can_win: Callable[[Position], bool]
    non_losing: Callable[[Position], Iterator[Position]]
    score: Callable[[Position], int]
    open_threats: Callable[[Position], int]
    mover_bounds: Callable[[Position], tuple[int, int]]
    bounds: Callable[[Position], tuple[int, int]]


class _Numbers(Board):
    """The numbers of a board, by which these functions are told from those of the rules."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "facts({}, {}, {})".format(*self.size)


def facts(width: int = 7, height: int = 6, align: int = 4) -> Facts:
    """Return the functions for a board of some size: ``facts :: Int -> Int -> Int -> Facts``.

    They run on boards of any size, and ``jit`` compiles them where ``width * (height + 1) < 64``.

    Args:
        width: the number of columns, at least 1.
        height: the number of rows, at least 1.
        align: stones in line that win, at least 1.

    Raises:
        ValueError: width, height or align is less than 1.

    >>> from fpgames.games.connect4 import rules
    >>> facts().can_win(rules.read("112233"))
    True
    >>> facts().score
    facts(7, 6, 4).score

    See also: :class:`Facts`; :func:`fpgames.games.connect4.bits.sized`, which returns the rules.
    """
    return _facts(require_size(width, height, align))


@cache
def _facts(size: Size) -> Facts:
    board = _Numbers(*board_of(size, centre_first=True))
    return Facts(
        winning_spots=Closure(winning_spots_on, board),
        can_win=Closure(can_win_on, board),
        non_losing=Closure(non_losing_on, board),
        score=Closure(score_on, board),
        open_threats=Closure(open_threats_on, board),
        mover_bounds=Closure(mover_bounds_on, board),
        bounds=Closure(bounds_on, board),
    )
