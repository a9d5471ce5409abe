"""Hand-written tic-tac-toe in plain Python, the baseline of the library: mutable lists, and an inlined generator.

It draws the same random numbers as Haskell's random, so the numbers of wins must be equal.
"""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_THROUGH = [[tuple(set(line) - {cell}) for line in LINES if cell in line] for cell in range(9)]


def _after(played: list[int], move: int) -> tuple[list[int], int, list[int], bool]:
    """Return the board after a move, the player who moved, the empty cells, and whether the move wins."""
    begun = [0] * 9  # each cell: 0 if empty, 1 or 2 for the player
    for ply, cell in enumerate([*played, move]):
        begun[cell] = 1 + ply % 2
    me = begun[move]
    empty = [cell for cell in range(9) if not begun[cell]]
    won = any(begun[a] == begun[b] == me for a, b in LINES_THROUGH[move])
    return begun, me, empty, won


def eval_move(played: list[int], move: int, n: int, s1: int, s2: int) -> tuple[int, int, int]:
    """Count the wins of the player to move in n random games that begin with a move; return the next generator, too."""
    begun, me, empty, won = _after(played, move)
    if won or not empty:
        return n * won, s1, s2
    wins = 0
    for _ in range(n):
        board, moves, player = begun[:], empty[:], 3 - me
        while moves:
            s1 = 40014 * s1 % 2147483563
            s2 = 40692 * s2 % 2147483399
            word = s1 - s2
            if word < 1:
                word += 2147483562
            cell = moves.pop((word - 1) % len(moves))
            board[cell] = player
            for a, b in LINES_THROUGH[cell]:
                if board[a] == player and board[b] == player:
                    wins += player == me
                    break
            else:
                player = 3 - player
                continue
            break
    return wins, s1, s2


def eval_move_split_mix(played: list[int], move: int, n: int, seed: int, gamma: int) -> tuple[int, int, int]:
    """Do the same as ``eval_move``, with the generator of Haskell's random-1.2."""
    begun, me, empty, won = _after(played, move)
    if won or not empty:
        return n * won, seed, gamma
    wins = 0
    for _ in range(n):
        board, moves, player = begun[:], empty[:], 3 - me
        while moves:
            last = len(moves) - 1
            number = 0
            if last:
                mask = (1 << last.bit_length()) - 1
                while True:
                    seed = (seed + gamma) & 0xFFFFFFFFFFFFFFFF
                    z = (seed ^ seed >> 33) * 0xFF51AFD7ED558CCD & 0xFFFFFFFFFFFFFFFF
                    z = (z ^ z >> 33) * 0xC4CEB9FE1A85EC53 & 0xFFFFFFFFFFFFFFFF
                    number = (z ^ z >> 33) & mask
                    if number <= last:
                        break
            cell = moves.pop(number)
            board[cell] = player
            for a, b in LINES_THROUGH[cell]:
                if board[a] == player and board[b] == player:
                    wins += player == me
                    break
            else:
                player = 3 - player
                continue
            break
    return wins, seed, gamma


# a bitboard of 19 bits: nine per player, and one for the turn; two mutually recursive functions search it

_WON = [any(marks >> a & marks >> b & marks >> c & 1 for a, b, c in LINES) for marks in range(512)]
_MARKS = [[1 << cell | 1 << 18 for cell in range(9) if not marks >> cell & 1] for marks in range(512)]
_OTHERS = [[1 << cell + 9 | 1 << 18 for cell in range(9) if not marks >> cell & 1] for marks in range(512)]


def maximise(p: int) -> int:
    """Return the minimax value of a position where the first player moves."""
    if _WON[p >> 9 & 511]:
        return -1
    best = -2
    for mark in _MARKS[(p | p >> 9) & 511]:
        value = minimise(p ^ mark)
        if value > best:
            best = value
    return best if best > -2 else 0


def minimise(p: int) -> int:
    """Return the minimax value of a position where the second player moves."""
    if _WON[p & 511]:
        return 1
    best = 2
    for mark in _OTHERS[(p | p >> 9) & 511]:
        value = maximise(p ^ mark)
        if value < best:
            best = value
    return best if best < 2 else 0


def alpha_beta(p: int, alpha: int, beta: int) -> int:
    """Return the fail-soft alpha-beta value of a position where the first player moves."""
    if _WON[p >> 9 & 511]:
        return -1
    best = -2
    for mark in _MARKS[(p | p >> 9) & 511]:
        value = beta_alpha(p ^ mark, alpha, beta)
        if value > best:
            best = value
            if value >= beta:
                return best
            if value > alpha:
                alpha = value
    return best if best > -2 else 0


def beta_alpha(p: int, alpha: int, beta: int) -> int:
    """Return the fail-soft alpha-beta value of a position where the second player moves."""
    if _WON[p & 511]:
        return 1
    best = 2
    for mark in _OTHERS[(p | p >> 9) & 511]:
        value = alpha_beta(p ^ mark, alpha, beta)
        if value < best:
            best = value
            if value <= alpha:
                return best
            if value < beta:
                beta = value
    return best if best < 2 else 0
