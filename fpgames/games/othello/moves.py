"""Moves of Othello, one at a time; and the text of moves, positions and games: cells as ``f5``, and transcripts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from returns.maybe import Maybe, Nothing

from fpgames.games.othello.bit_operations import Board, Position, count, make_legal, make_position_after, union
from fpgames.games.turns import player
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import IllegalMove, Outcome, outcome_of_score, require_legal

_COLOURS = "XO"  # black, who begins, and white


def start_of(board: Board) -> Position:
    """Return the start: black, who is the first player, on the upper right and the lower left of the centre."""
    n, squares = board.n, board.squares
    centre = n // 2 * (n + 1)  # of the four cells in the centre, the lower right one
    black, white = union((squares[centre - n], squares[centre - 1])), union((squares[centre - n - 1], squares[centre]))
    return Position(*black, *white, 0)


def name_of(number: int, n: int) -> str:
    """Return a move as people write it: the column's letter and the row's number, or ``pass``."""
    return "pass" if number == n * n else f"{chr(ord('a') + number % n)}{number // n + 1}"


def make_move_numbers(board: Board) -> Callable[[int, int], Iterator[int]]:
    """Return the function that yields the numbers of the cells of a set, in no useful order."""
    of_even = {even: number for number, (even, _) in enumerate(board.squares) if even}
    of_odd = {odd: number for number, (_, odd) in enumerate(board.squares) if odd}

    def numbers(even: int, odd: int) -> Iterator[int]:
        while even:
            yield of_even[even & -even]
            even &= even - 1
        while odd:
            yield of_odd[odd & -odd]
            odd &= odd - 1

    return numbers


def make_moves(board: Board) -> Callable[[Position], tuple[int, ...]]:
    """Return the function that returns the legal moves: the numbers of cells, or that of the pass alone."""
    legal, numbers, passed = make_legal(board), make_move_numbers(board), board.n**2

    def moves(p: Position) -> tuple[int, ...]:
        mine, theirs = p[:2], p[2:4]
        found = tuple(sorted(numbers(*legal(*mine, *theirs))))
        return found or ((passed,) if any(legal(*theirs, *mine)) else ())

    return moves


def make_play(board: Board) -> Callable[[Position, int], Position]:
    """Return the function that plays a move."""
    moves, after, squares, n = make_moves(board), make_position_after(board), board.squares, board.n

    def why(p: Position, move: int) -> str:
        if move not in range(n * n):
            return "a player who can move does not pass" if move == n * n else f"moves are 0 to {n * n}"
        name, (even, odd) = name_of(int(move), n), squares[int(move)]
        taken = even & (p.mine_even | p.theirs_even) | odd & (p.mine_odd | p.theirs_odd)
        return f"{name} is taken" if taken else f"{name} turns over no disc"

    def play(p: Position, move: int) -> Position:
        if move in range(n * n):
            even, odd = squares[int(move)]  # of a float too, if it equals an int
            if not (even & (p.mine_even | p.theirs_even) | odd & (p.mine_odd | p.theirs_odd)):
                q = after(p, even, odd)
                if q[:2] != p[2:4]:  # discs have been turned over
                    return q
        require_legal(move, moves(p), partial(why, p))
        return after(p, 0, 0)  # a pass turns nothing over

    return play


def outcome(board: Board, p: Position) -> Maybe[Outcome]:
    """Return how the game ended: by who has more discs."""
    legal, mine, theirs = make_legal(board), p[:2], p[2:4]
    if any(legal(*mine, *theirs)) or any(legal(*theirs, *mine)):
        return Nothing
    return outcome_of_score((count(*mine) - count(*theirs)) * player(p))


def symbols(board: Board, p: Position, black: str, white: str) -> tuple[str, ...]:
    """Return the rows of a board: the symbol of each disc's colour, and ``"."``."""
    n, cells, numbers = board.n, ["."] * board.n**2, make_move_numbers(board)
    for colour, discs in zip((white, black) if p.turn else (black, white), (p[:2], p[2:4]), strict=True):
        for number in numbers(*discs):
            cells[number] = colour
    return tuple("".join(cells[i : i + n]) for i in range(0, n**2, n))


def diagram(board: Board, p: Position) -> Diagram:
    """Return the appearance of a position."""
    n = board.n
    names = tuple(tuple(name_of(i * n + j, n) for j in range(n)) for i in range(n))
    return Diagram(symbols(board, p, "b", "w"), style="pieces", names=names)


def _word(board: Board) -> re.Pattern[str]:
    """Return the pattern of a move."""
    last, rows = name_of(board.n - 1, board.n)[0], "|".join(map(str, range(board.n, 0, -1)))
    return re.compile(f"([a-{last}])({rows})|pass|--", re.ASCII | re.IGNORECASE)


def _number(found: re.Match[str], n: int) -> int:
    column, row = found.groups()
    return (int(row) - 1) * n + ord(column.lower()) - ord("a") if row else n * n


def _expected(board: Board) -> str:
    return f"a cell from a1 to {name_of(board.n**2 - 1, board.n)}, or pass"


def read_move(board: Board, text: str) -> int:
    """Read a move; a pass is also written ``--``."""
    word = _word(board)
    found = word.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is not a move; expected {_expected(board)}")
    return _number(found, board.n)


def transcript_of(board: Board, moves: Sequence[int]) -> str:
    """Return the text of a line of moves, in which every pass but a last one is left out."""
    off = [move for move in moves if move not in range(board.n**2 + 1)]
    if off:
        raise ValueError(f"{off[0]!r:.80} is not a move; cells are 0 to {board.n**2 - 1}, and a pass is {board.n**2}")
    last = len(moves) - 1
    return "".join(name_of(move, board.n) for i, move in enumerate(moves) if move < board.n**2 or i == last)


def moves_of(board: Board, text: str) -> tuple[tuple[int, ...], Position]:
    """Return the moves of a transcript, with the passes that it leaves out, and the position that they lead to."""
    moves, play = make_moves(board), make_play(board)
    passed, p, line = board.n**2, start_of(board), list[int]()
    for number, word, move in _words(board, text):
        if move != passed and moves(p) == (passed,):
            line, p = [*line, passed], play(p, passed)
        try:
            line, p = [*line, move], play(p, move)
        except IllegalMove as error:
            why = error.why or "the game is over"
            raise ValueError(f"move {number} of {text!r:.80}, {word}, cannot be played: {why}") from None
    return tuple(line), p


def _words(board: Board, text: str) -> Iterator[tuple[int, str, int]]:
    """Yield the number, the text and the move of each word of a transcript."""
    word, at, number = _word(board), 0, 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        found = word.match(text, at)
        if found is None:
            raise ValueError(f"character {at + 1} of {text!r:.80} does not begin a move; expected {_expected(board)}")
        number, at = number + 1, found.end()
        yield number, found[0], _number(found, board.n)


def show(board: Board, p: Position) -> str:
    """Show a position: the board, and who is to move."""
    letters, width = [name_of(number, board.n)[0] for number in range(board.n)], len(str(board.n))
    lines = [f"{i:>{width}} {' '.join(row)}" for i, row in enumerate(symbols(board, p, *_COLOURS), 1)]
    return "\n".join([f"{'':>{width}} {' '.join(letters)}", *lines, _status(board, p)])


def _status(board: Board, p: Position) -> str:
    colour, legal = f"{_COLOURS[p.turn]} ({'white' if p.turn else 'black'})", make_moves(board)(p)
    if not legal:
        return f"game over, {colour} would move"
    return f"{colour} has to pass" if legal == (board.n**2,) else f"{colour} to move"


def read(board: Board, text: str) -> Position:
    """Read what ``show`` writes, or a transcript of one line."""
    lines = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    if not lines:
        raise ValueError("the text is empty; expected a board, or a transcript such as f5d6c3")
    if len(lines) == 1:
        return moves_of(board, text)[1]
    cells = _read_cells(board, lines)
    below = [" ".join(line.split()) for line in text.split("\n") if line.strip()][board.n + 1 :]
    by_status: dict[str, Position] = {}
    for turn, colour in enumerate(_COLOURS):
        p = _position(board, cells, turn)
        by_status |= {f"{colour} to move": p, _status(board, p): p}
    if len(below) != 1 or below[0] not in by_status:
        found = f"found {' / '.join(below)!r:.80}" if below else "there is nothing"
        raise ValueError(f"{found} below the board; expected one line, 'X to move' or 'O to move'")
    p = by_status[below[0]]
    _require_reachable(board, cells, p)
    return p


def _read_cells(board: Board, lines: Sequence[str]) -> str:
    """Return the symbols of all cells, from lines without spaces."""
    letters = "".join(name_of(number, board.n)[0] for number in range(board.n))
    if lines[0] != letters:
        raise ValueError(f"the first line is {lines[0]!r:.80}; expected the columns' letters, {' '.join(letters)!r}")
    cells = ""
    for i, line in enumerate(lines[1 : board.n + 1], 1):
        row = line.removeprefix(str(i))
        if row == line or len(row) != board.n or set(row) - {*_COLOURS, "."}:
            raise ValueError(f"row {i} is {line!r:.80}; expected {i} and {board.n} cells X, O or '.'")
        cells += row
    if len(cells) < board.n**2:
        raise ValueError(f"the board has {len(lines) - 1} rows; expected {board.n}")
    return cells


def _position(board: Board, cells: str, turn: int) -> Position:
    mine, theirs = (
        union(square for square, symbol in zip(board.squares, cells, strict=True) if symbol == colour)
        for colour in (_COLOURS[turn], _COLOURS[1 - turn])
    )
    return Position(*mine, *theirs, turn)


def _require_reachable(board: Board, cells: str, p: Position) -> None:
    """Raise ValueError for some of the positions that no game leads to."""
    n, taken = board.n, {number for number, symbol in enumerate(cells) if symbol != "."}
    centre = n * (n // 2) + n // 2
    for number in (centre - n - 1, centre - n, centre - 1, centre):
        if number not in taken:
            raise ValueError(f"{name_of(number, n)} is empty; expected discs on the four cells in the centre")
    if len(taken) == 4 and p != start_of(board):
        raise ValueError(
            "there are four discs, but not as the game begins: expected X to move, and X on the upper right"
        )
    if not p.theirs_even | p.theirs_odd:
        raise ValueError(f"{_COLOURS[1 - p.turn]} has no disc, but moved last")
    joined, waiting = {centre}, [centre]
    while waiting:
        i, j = divmod(waiting.pop(), n)
        around = {
            (i + di) * n + j + dj for di in (-1, 0, 1) for dj in (-1, 0, 1) if 0 <= i + di < n and 0 <= j + dj < n
        }
        waiting += (around & taken) - joined
        joined |= around & taken
    if joined != taken:
        raise ValueError(
            f"{name_of(min(taken - joined), n)} is not joined to the centre; every disc is put beside another"
        )
