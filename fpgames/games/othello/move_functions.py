"""The functions of Othello's rules that make one move at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from returns.maybe import Maybe, Nothing

from fpgames.games.othello.bit_operations import Board, Cells, Position, after_on, count, legal_on, union
from fpgames.games.turns import player
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Outcome, ended, require_legal


def start_of(board: Board) -> Position:
    """Return the start: black, who is the first player, on the upper right and the lower left of the centre."""
    n, squares = board.n, board.squares
    centre = n // 2 * (n + 1)  # of the four cells in the centre, the lower right one
    black, white = union((squares[centre - n], squares[centre - 1])), union((squares[centre - n - 1], squares[centre]))
    return Position(*black, *white, 0)


def name_of(number: int, n: int) -> str:
    """Return a move as people write it: the column's letter and the row's number, or ``pass``."""
    return "pass" if number == n * n else f"{chr(ord('a') + number % n)}{number // n + 1}"


@cache
def numbers_of(board: Board) -> tuple[dict[int, int], dict[int, int]]:
    """Return the numbers of the cells of the even rows and of the odd rows, by their bits."""
    even, odd = ({square[i]: number for number, square in enumerate(board.squares) if square[i]} for i in (0, 1))
    return even, odd


def numbers(board: Board, discs: Cells) -> Iterator[int]:
    """Yield the numbers of the cells of a set, in no useful order."""
    for bits, number in zip(discs, numbers_of(board), strict=True):
        while bits:
            yield number[bits & -bits]
            bits &= bits - 1


def moves(board: Board, p: Position) -> tuple[int, ...]:
    """Return the legal moves: the numbers of cells, or that of the pass alone."""
    legal, mine, theirs = legal_on(board), p[:2], p[2:4]
    found = tuple(sorted(numbers(board, legal(*mine, *theirs))))
    return found or ((board.n**2,) if any(legal(*theirs, *mine)) else ())


def _is_taken(board: Board, p: Position, number: int) -> bool:
    even, odd = board.squares[number]
    return bool(even & (p.mine_even | p.theirs_even) | odd & (p.mine_odd | p.theirs_odd))


def play(board: Board, p: Position, move: int) -> Position:
    """Play a move."""
    n, after = board.n, after_on(board)

    def why(move: int) -> str:
        if move not in range(n * n):
            return "a player who can move does not pass" if move == n * n else f"moves are 0 to {n * n}"
        return f"{name_of(int(move), n)} {'is taken' if _is_taken(board, p, int(move)) else 'turns over no disc'}"

    if move in range(n * n) and not _is_taken(board, p, int(move)):  # of a float too, if it equals an int
        q = after(p, *board.squares[int(move)])
        if q[:2] != p[2:4]:  # discs have been turned over
            return q
    require_legal(move, moves(board, p), why)
    return after(p, 0, 0)  # a pass turns nothing over


def outcome(board: Board, p: Position) -> Maybe[Outcome]:
    """Return how the game ended: by who has more discs."""
    legal, mine, theirs = legal_on(board), p[:2], p[2:4]
    if any(legal(*mine, *theirs)) or any(legal(*theirs, *mine)):
        return Nothing
    return ended((count(*mine) - count(*theirs)) * player(p))


def symbols(board: Board, p: Position, black: str, white: str) -> tuple[str, ...]:
    """Return the rows of a board: the symbol of each disc's colour, and ``"."``."""
    n, cells = board.n, ["."] * board.n**2
    for colour, discs in zip((white, black) if p.turn else (black, white), (p[:2], p[2:4]), strict=True):
        for number in numbers(board, discs):
            cells[number] = colour
    return tuple("".join(cells[i : i + n]) for i in range(0, n**2, n))


def diagram(board: Board, p: Position) -> Diagram:
    """Return the appearance of a position."""
    n = board.n
    names = tuple(tuple(name_of(i * n + j, n) for j in range(n)) for i in range(n))
    return Diagram(symbols(board, p, "b", "w"), style="pieces", names=names)
