"""Hand-written alpha-beta for Connect Four in plain Python, the baseline of the pipelines.

It uses the same bitboards and the same order of moves as the library, in one loop.
"""

from __future__ import annotations

BOTTOMS = sum(1 << 7 * j for j in range(7))
CELLS = BOTTOMS * 0b111_111
COLUMNS = tuple(0b111_111 << 7 * j for j in range(7))
SCALE = 70  # one more than the number of winning lines


def won(stones: int) -> bool:
    line = stones & stones >> 1
    if line & line >> 2:
        return True
    line = stones & stones >> 7
    if line & line >> 14:
        return True
    line = stones & stones >> 8
    if line & line >> 16:
        return True
    line = stones & stones >> 6
    return bool(line & line >> 12)


def lines(stones: int) -> int:
    up, right = stones & stones >> 1, stones & stones >> 7
    rising, falling = stones & stones >> 8, stones & stones >> 6
    return (
        (up & up >> 2).bit_count()
        + (right & right >> 14).bit_count()
        + (rising & rising >> 16).bit_count()
        + (falling & falling >> 12).bit_count()
    )


def alpha_beta(mover: int, stones: int, depth: int, alpha: float, beta: float, high: bool, static: bool) -> float:
    """Return the value to the first player; leaves at the horizon count open lines if ``static`` is true."""
    other = mover ^ stones
    if won(other):
        return -1 if high else 1
    if not depth:
        if not static:
            return 0
        open_lines = lines(CELLS ^ other) - lines(CELLS ^ mover)
        return (open_lines if high else -open_lines) / SCALE
    free = stones + BOTTOMS & CELLS
    if not free:
        return 0
    best = -2.0 if high else 2.0
    for column in COLUMNS:
        cell = free & column
        if not cell:
            continue
        value = alpha_beta(other, stones | cell, depth - 1, alpha, beta, not high, static)
        if high:
            if value > best:
                best = value
                if value >= beta:
                    break
                if value > alpha:
                    alpha = value
        elif value < best:
            best = value
            if value <= alpha:
                break
            if value < beta:
                beta = value
    return best
