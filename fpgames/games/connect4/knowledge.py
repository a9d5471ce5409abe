"""Knowledge of Connect Four for a solver: immediate wins, threats, losing moves, and bounds of the value.

The value of a position says who wins with perfect play, and how soon. It is positive if the first player wins, negative
if the second player wins, and 0 for a draw. On a board of c cells, a win with the m-th stone of the game is worth
``(c + 2 - m) // 2``. So a win with the winner's last stone is worth 1, a win with the stone before it 2, and so on.

A *winning spot* of a player is an empty cell in which one more stone of that player completes a line. The functions
find winning spots in a few shifts, and derive the rest from them. They work on boards of any size; numba can compile
them if ``width * (height + 1) < 64``.

Source: Pons, *Solving Connect 4* (gamesolver.org), parts 4, 9 and 10, where values are those to the player to move.
"""

# Without "from __future__ import annotations": Sphinx evaluates texts of types where Position is not defined.
from collections.abc import Callable, Iterator
from typing import NamedTuple

from fpgames.games.connect4.board import Position, require_size
from fpgames.games.lines import Size, make_completing_cells, make_has_line
from fpgames.rules.makers import made

__all__ = ["Facts", "facts"]


class Facts(NamedTuple):
    """Functions of positions, with which a solver of Connect Four builds its trees.

    A value is positive if the first player wins. The value of a position is the minimax value of each tree below, whose
    root is the position; ``player`` is the player to move at the root::

        build_tree(rules) | prune_when(can_win) | map_tree(score)
        build_tree(non_losing, player=player) | map_tree(score)

    Args:
        winning_spots: returns the mask of the mover's winning spots, including spots that cannot be played yet.
        can_win: returns whether the player to move can complete a line with the next stone.
        non_losing: yields the position after each move that does not let the opponent win with the next stone, from the
            centre outwards; yields nothing if the game is over, or if the player to move can win at once.
        score: returns the value if the game is over, if the player to move can win at once, or if every move lets the
            opponent win at once; otherwise 0. So ``score`` is exact at every leaf of both trees.
        open_threats: a key for ``order_by``: the last mover's number of winning spots, negated for the second player.
        mover_bounds: returns a lower and an upper bound of the value. If the game is over, or the player to move can
            win at once, both bounds are the value. Otherwise, with n stones on a board of c cells, the player to move
            gets at most ``(c - 1 - n) // 2``, because the next stone does not win; the opponent at most ``c // 2``.
        bounds: returns tighter bounds. Both are the value if ``non_losing`` yields nothing. Otherwise the opponent gets
            at most ``(c - 2 - n) // 2``, because the stone after next does not win. Both are 0 if ``n >= c - 2``.

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


def facts(width: int = 7, height: int = 6, align: int = 4) -> Facts:
    """Return the functions of this module for one size of board: ``facts :: Int -> Int -> Int -> Facts``.

    The functions work on boards of any size; ``jit`` can compile them where ``width * (height + 1) < 64``.

    Args:
        width: the number of columns, at least 1.
        height: the number of rows, at least 1.
        align: the number of stones in line needed to win, at least 1.

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


@made(lambda size: "facts({}, {}, {})".format(*size))
def _facts(size: Size) -> Facts:
    completing_cells, has_line, bottoms = make_completing_cells(size), make_has_line(size), size.bottoms
    cells, n_cells = size.cells, size.width * size.height
    order = sorted(range(size.width), key=lambda j: abs(2 * j + 1 - size.width))
    columns = tuple(size.bit(size.height, j) - size.bit(0, j) for j in order)

    def winning_spots(p: Position) -> int:
        mover, stones = p
        return completing_cells(mover) & ~stones

    def can_win(p: Position) -> bool:
        mover, stones = p
        return completing_cells(mover) & stones + bottoms != 0 and not has_line(mover ^ stones)

    def safe_cells(p: Position) -> int:
        """Return the mask of the moves after which the opponent cannot win with the next stone.

        The mask is 0 if the game is over, or if the player to move can win at once.
        """
        mover, stones = p
        opponent = mover ^ stones
        free = stones + bottoms & cells
        if completing_cells(mover) & free:
            return 0
        threats = completing_cells(opponent)
        if threats & opponent:  # the opponent has won
            return 0
        forced = threats & free
        if forced & forced - 1:  # only one of two threats can be blocked
            return 0
        return (forced or free) & ~(threats >> 1)

    def non_losing(p: Position) -> Iterator[Position]:
        mover, stones = p
        free = safe_cells(p)
        if free:
            for column in columns:
                cell = free & column
                if cell:
                    yield mover ^ stones, stones | cell

    def score(p: Position) -> int:
        mover, stones = p
        turn = -1 if stones.bit_count() & 1 else 1
        if has_line(mover ^ stones):
            return -turn * (((cells & ~stones).bit_count() + 2) // 2)
        if completing_cells(mover) & stones + bottoms:
            return turn * (((cells & ~stones).bit_count() + 1) // 2)
        if safe_cells(p) == 0:
            return -turn * ((cells & ~stones).bit_count() // 2)  # the value is 0 if the board is full
        return 0

    def open_threats(p: Position) -> int:
        mover, stones = p
        n_spots = (completing_cells(mover ^ stones) & ~stones).bit_count()
        return n_spots if stones.bit_count() & 1 else -n_spots

    def mover_bounds(p: Position) -> tuple[int, int]:
        mover, stones = p
        n = (stones & cells).bit_count()
        if can_win(p) or n == n_cells or has_line(mover ^ stones):
            value = score(p)
            return value, value
        best, worst = (n_cells - 1 - n) // 2, n_cells // 2
        return (-best, worst) if stones.bit_count() & 1 else (-worst, best)

    def bounds(p: Position) -> tuple[int, int]:
        _, stones = p
        n = (stones & cells).bit_count()
        if safe_cells(p) == 0:
            value = score(p)
            return value, value
        left = n_cells - 2 - n if n < n_cells - 2 else 0  # stones left after two more, which complete no line
        best, worst = (left + 1) // 2, left // 2
        return (-best, worst) if stones.bit_count() & 1 else (-worst, best)

    return Facts(winning_spots, can_win, non_losing, score, open_threats, mover_bounds, bounds)
