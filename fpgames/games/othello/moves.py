"""The moves of Othello, and the texts of moves (such as ``f5``), of positions, and of games (transcripts)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from returns.maybe import Maybe, Nothing

from fpgames.games.othello.bit_operations import Board, Position, make_legal_cells, make_position_after, n_cells, union
from fpgames.games.turns import player
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import IllegalMove, Outcome, outcome_of_score, require_legal

_COLOURS = "XO"  # the symbol of black, who is the first player, then the symbol of white


def start_of(board: Board) -> Position:
    """Return the start position, with black on the upper right and the lower left of the four centre cells."""
    n, squares = board.n, board.squares
    centre = n // 2 * (n + 1)  # number of the lower right centre cell
    black, white = union((squares[centre - n], squares[centre - 1])), union((squares[centre - n - 1], squares[centre]))
    return Position(*black, *white, 0)


def move_name(number: int, n: int) -> str:
    """Return a move as text: the column's letter and the row's number, such as ``f5``, or ``pass``."""
    return "pass" if number == n * n else f"{chr(ord('a') + number % n)}{number // n + 1}"


def make_move_numbers(board: Board) -> Callable[[int, int], Iterator[int]]:
    """Make ``move_numbers``, which yields the numbers of the cells in a bitboard, in no particular order."""
    number_of_even = {even: number for number, (even, _) in enumerate(board.squares) if even}
    number_of_odd = {odd: number for number, (_, odd) in enumerate(board.squares) if odd}

    def move_numbers(even: int, odd: int) -> Iterator[int]:
        while even:
            yield number_of_even[even & -even]
            even &= even - 1
        while odd:
            yield number_of_odd[odd & -odd]
            odd &= odd - 1

    return move_numbers


def make_moves(board: Board) -> Callable[[Position], tuple[int, ...]]:
    """Make ``moves``, which returns the numbers of the legal cells in ascending order, or the pass if it is legal."""
    legal_cells, move_numbers, passed = make_legal_cells(board), make_move_numbers(board), board.n**2

    def moves(p: Position) -> tuple[int, ...]:
        mine, theirs = p[:2], p[2:4]
        legal_moves = tuple(sorted(move_numbers(*legal_cells(*mine, *theirs))))
        return legal_moves or ((passed,) if any(legal_cells(*theirs, *mine)) else ())

    return moves


def make_play(board: Board) -> Callable[[Position, int], Position]:
    """Make ``play``, which plays a move; it raises IllegalMove with the reason unless the move is legal."""
    moves, position_after, squares, n = make_moves(board), make_position_after(board), board.squares, board.n

    def illegal_reason(p: Position, move: int) -> str:
        if move not in range(n * n):
            return "a player who can move does not pass" if move == n * n else f"moves are 0 to {n * n}"
        name, (even, odd) = move_name(int(move), n), squares[int(move)]
        taken = even & (p.mine_even | p.theirs_even) | odd & (p.mine_odd | p.theirs_odd)
        return f"{name} is taken" if taken else f"{name} flips no disc"

    def play(p: Position, move: int) -> Position:
        if move in range(n * n):
            even, odd = squares[int(move)]  # int, because the move may be a float such as 3.0
            if not (even & (p.mine_even | p.theirs_even) | odd & (p.mine_odd | p.theirs_odd)):
                q = position_after(p, even, odd)
                if q[:2] != p[2:4]:  # the new disc flips at least one disc
                    return q
        require_legal(move, moves(p), partial(illegal_reason, p))
        return position_after(p, 0, 0)  # a pass places no disc and flips no disc

    return play


def outcome(board: Board, p: Position) -> Maybe[Outcome]:
    """Return the outcome: the player with more discs has won; ``Nothing`` while a player can place a disc."""
    legal, mine, theirs = make_legal_cells(board), p[:2], p[2:4]
    if any(legal(*mine, *theirs)) or any(legal(*theirs, *mine)):
        return Nothing
    return outcome_of_score((n_cells(*mine) - n_cells(*theirs)) * player(p))


def board_rows(board: Board, p: Position, black: str, white: str) -> tuple[str, ...]:
    """Return the rows of a board as strings of the symbols ``black`` and ``white``, and of ``.`` for empty cells."""
    n, mine, theirs = board.n, *((white, black) if p.turn else (black, white))
    cells = [
        mine
        if even & p.mine_even or odd & p.mine_odd
        else theirs
        if even & p.theirs_even or odd & p.theirs_odd
        else "."
        for even, odd in board.squares
    ]
    return tuple("".join(cells[i : i + n]) for i in range(0, n**2, n))


def diagram(board: Board, p: Position) -> Diagram:
    """Return the diagram from which a position is drawn, with the name of each cell."""
    n = board.n
    names = tuple(tuple(move_name(i * n + j, n) for j in range(n)) for i in range(n))
    return Diagram(board_rows(board, p, "b", "w"), style="pieces", names=names)


def _move_pattern(board: Board) -> re.Pattern[str]:
    """Return the regular expression of a move: a cell of the board, or a pass."""
    last, rows = move_name(board.n - 1, board.n)[0], "|".join(map(str, range(board.n, 0, -1)))
    return re.compile(f"([a-{last}])({rows})|pass|--", re.ASCII | re.IGNORECASE)


def _move_of_match(match: re.Match[str], n: int) -> int:
    column, row = match.groups()
    return (int(row) - 1) * n + ord(column.lower()) - ord("a") if row else n * n


def _notation(board: Board) -> str:
    return f"a cell from a1 to {move_name(board.n**2 - 1, board.n)}, or pass"


def read_move(board: Board, text: str) -> int:
    """Return the move of a text: a cell such as ``f5``, or ``pass`` or ``--``; raise ValueError for any other text."""
    pattern = _move_pattern(board)
    match = pattern.fullmatch(text)
    if match is None:
        raise ValueError(f"{text[:40]!r} is not a move; expected {_notation(board)}")
    return _move_of_match(match, board.n)


def transcript_of(board: Board, moves: Sequence[int]) -> str:
    """Return the transcript of a line of moves, without passes, except for a pass at the end."""
    off = [move for move in moves if move not in range(board.n**2 + 1)]
    if off:
        raise ValueError(f"{off[0]!r:.80} is not a move; cells are 0 to {board.n**2 - 1}, and a pass is {board.n**2}")
    last = len(moves) - 1
    return "".join(move_name(move, board.n) for i, move in enumerate(moves) if move < board.n**2 or i == last)


def moves_of(board: Board, text: str) -> tuple[tuple[int, ...], Position]:
    """Return the moves of a transcript, including omitted passes, and the position after them."""
    moves, play = make_moves(board), make_play(board)
    passed, p, line = board.n**2, start_of(board), list[int]()
    for number, word, move in _split_transcript(board, text):
        if move != passed and moves(p) == (passed,):
            line, p = [*line, passed], play(p, passed)
        try:
            line, p = [*line, move], play(p, move)
        except IllegalMove as error:
            why = error.why or "the game is over"
            raise ValueError(f"move {number} of {text!r:.80}, {word}, cannot be played: {why}") from None
    return tuple(line), p


def _split_transcript(board: Board, text: str) -> Iterator[tuple[int, str, int]]:
    """Split a transcript into words; yield each word's number, its text, and the move that it names."""
    pattern, pos, number = _move_pattern(board), 0, 0
    while text[pos:].strip():
        pos += len(text[pos:]) - len(text[pos:].lstrip())
        match = pattern.match(text, pos)
        if match is None:
            raise ValueError(f"character {pos + 1} of {text!r:.80} does not begin a move; expected {_notation(board)}")
        number, pos = number + 1, match.end()
        yield number, match[0], _move_of_match(match, board.n)


def show(board: Board, p: Position) -> str:
    """Return a position as text: the board, and who is to move."""
    letters, width = [move_name(number, board.n)[0] for number in range(board.n)], len(str(board.n))
    lines = [f"{i:>{width}} {' '.join(row)}" for i, row in enumerate(board_rows(board, p, *_COLOURS), 1)]
    return "\n".join([f"{'':>{width}} {' '.join(letters)}", *lines, _status_text(board, p)])


_moves_on = cache(make_moves)  # the texts of many positions need one function


def _status_text(board: Board, p: Position) -> str:
    colour, legal = f"{_COLOURS[p.turn]} ({'white' if p.turn else 'black'})", _moves_on(board)(p)
    if not legal:
        return f"game over, {colour} would move"
    return f"{colour} has to pass" if legal == (board.n**2,) else f"{colour} to move"


def read(board: Board, text: str) -> Position:
    """Return the position of a board that ``show`` wrote, or the position after a transcript, which is one line."""
    lines = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    if not lines:
        raise ValueError("the text is empty; expected a board, or a transcript such as f5d6c3")
    if len(lines) == 1:
        return moves_of(board, text)[1]
    cells = _read_cells(board, lines)
    lines_below = [" ".join(line.split()) for line in text.split("\n") if line.strip()][board.n + 1 :]
    by_status: dict[str, Position] = {}
    for turn, colour in enumerate(_COLOURS):
        p = _position_of_cells(board, cells, turn)
        by_status |= {f"{colour} to move": p, _status_text(board, p): p}
    if len(lines_below) != 1 or lines_below[0] not in by_status:
        found = f"found {' / '.join(lines_below)!r:.80}" if lines_below else "there is nothing"
        raise ValueError(f"{found} below the board; expected one line, 'X to move' or 'O to move'")
    p = by_status[lines_below[0]]
    _require_reachable(board, cells, p)
    return p


def _read_cells(board: Board, lines: Sequence[str]) -> str:
    """Return the symbols of all cells as one string; ``lines`` are the lines of a board text, without their spaces."""
    letters = "".join(move_name(number, board.n)[0] for number in range(board.n))
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


def _position_of_cells(board: Board, cells: str, turn: int) -> Position:
    mine, theirs = (
        union(square for square, symbol in zip(board.squares, cells, strict=True) if symbol == colour)
        for colour in (_COLOURS[turn], _COLOURS[1 - turn])
    )
    return Position(*mine, *theirs, turn)


def _require_reachable(board: Board, cells: str, p: Position) -> None:
    """Raise ValueError for some positions that no game can reach; other unreachable positions pass the check."""
    n, taken = board.n, {number for number, symbol in enumerate(cells) if symbol != "."}
    centre = n * (n // 2) + n // 2
    for number in (centre - n - 1, centre - n, centre - 1, centre):
        if number not in taken:
            raise ValueError(f"{move_name(number, n)} is empty; expected discs on the four cells in the centre")
    if len(taken) == 4 and p != start_of(board):
        raise ValueError("there are four discs, but not as at the start: expected X to move, and X on the upper right")
    if not p.theirs_even | p.theirs_odd:
        raise ValueError(f"{_COLOURS[1 - p.turn]} has no disc, but moved last")
    connected, stack = {centre}, [centre]
    while stack:
        i, j = divmod(stack.pop(), n)
        neighbours = {
            (i + di) * n + j + dj for di in (-1, 0, 1) for dj in (-1, 0, 1) if 0 <= i + di < n and 0 <= j + dj < n
        }
        stack += (neighbours & taken) - connected
        connected |= neighbours & taken
    if connected != taken:
        raise ValueError(
            f"{move_name(min(taken - connected), n)} is not joined to the centre; every disc is put beside another"
        )
