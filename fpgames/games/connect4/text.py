"""Connect Four as text, on boards of any size: the articles' display of a position, and digits for a line of moves.

Here a board is a list of columns, each a string of ``R`` and ``Y`` from the bottom up. Reading a board means to find an
order of play that leads to it, and to replay the moves; so only reachable boards are accepted.

Source: article 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import zip_longest
from typing import TypeAlias, TypeVar

from fpgames.games.boards import equal_lines
from fpgames.games.connect4.board import Position
from fpgames.games.lines import Size
from fpgames.rules.outcomes import IllegalMove

P = TypeVar("P")

Columns: TypeAlias = Sequence[str]
"""The columns of a board, each the stones from the bottom up as ``R`` and ``Y``."""

_OTHER = {"R": "Y", "Y": "R"}
_DIGITS = "123456789"
_MAX_TRIES = 1_000_000  # the standard board has only 7^7 combinations of column heights, so its searches always finish


def show_board(columns: Columns, height: int, moves: Sequence[int], status: str) -> str:
    """Return a position as the articles display it: column numbers, rows from the top, moves and status.

    If there is no legal move, nothing follows ``moves:``, where the article writes a space.
    """
    rows = ["".join(row) for row in zip(*(column.ljust(height, ".") for column in columns), strict=True)]
    moves_line = f"moves: {' '.join(map(str, moves))}".rstrip()
    return "\n".join([_header(len(columns)), *reversed(rows), moves_line, f"status: {status}"])


def _header(width: int) -> str:
    return "".join(str(j % 10) for j in range(width))


def read_position(
    text: str, size: Size, starts: Mapping[str, P], play: Callable[[P, int], P], show: Callable[[P], str]
) -> P:
    """Return the position of a text: a display, with or without its last two lines, or a line of digits.

    The colour with more stones moved first. If the numbers are equal, the status decides; without a status, or after a
    draw, red moved first. For digits, or if ``starts`` lacks this colour, the first key of ``starts`` moved first.

    Args:
        text: a display; or the columns played, as digits from ``1``.
        size: the size of the board.
        starts: the start position for each colour that may move first.
        play: the function ``play`` of the rules.
        show: the function ``show`` of the rules.
    """
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    if len(lines) <= 1:
        return _play_digits(text.strip(), size.width, next(iter(starts.values())), play)
    columns = _read_columns(lines, size)
    lines_below = lines[size.height + 1 :]
    first_colour = _first_colour(columns, lines_below)
    first = first_colour if first_colour in starts else next(iter(starts))
    p = reduce(play, order_of_play(columns, size.align, first), starts[first])
    for line, wanted in zip_longest(lines_below, show(p).split("\n")[-2:]):
        if line not in (None, wanted):
            raise ValueError(f"found {line!r:.80} below the board; expected {repr(wanted) if wanted else 'nothing'}")
    return p


def _play_digits(text: str, width: int, start: P, play: Callable[[P, int], P]) -> P:
    if width > len(_DIGITS):
        raise ValueError(f"{text!r:.80} is not a board; digits name only 9 columns, and this board has {width}")
    p = start
    for index, digit in enumerate(text, 1):
        if digit not in _DIGITS[:width]:
            raise ValueError(f"character {index} of {text!r:.80}, {digit!r}, is not a column; expected 1 to {width}")
        try:
            p = play(p, int(digit) - 1)
        except IllegalMove as error:
            why = f"column {digit} is full" if error.legal else "the game is over"
            raise ValueError(f"character {index} of {text!r:.80}, {digit!r}, cannot be played: {why}") from None
    return p


def illegal_column_error(column: object, width: int, legal: tuple[int, ...]) -> IllegalMove:
    """Return the error for a column that is full or off the board, or for a move after the end of the game."""
    full = f"column {column} is full" if column in range(width) else f"columns are 0 to {width - 1}"
    return IllegalMove(column, legal, full if legal else "")


def _read_columns(lines: Sequence[str], size: Size) -> list[str]:
    """Parse the columns of a display; raise ValueError unless it is a board of this size."""
    header, *rows = lines[: size.height + 1]
    if header != _header(size.width):
        raise ValueError(f"the first line is {header!r:.80}; expected the columns' numbers, {_header(size.width)!r}")
    for number, row in enumerate(rows, 1):
        if len(row) != size.width or set(row) - set("RY."):
            raise ValueError(f"row {number} from the top is {row!r:.80}; expected {size.width} cells R, Y or '.'")
    if len(rows) < size.height:
        raise ValueError(f"the board has {len(rows)} rows; expected {size.height}")
    columns = ["".join(column).rstrip(".") for column in zip(*reversed(rows), strict=True)]
    for j, column in enumerate(columns):
        if "." in column:
            gap = size.height - column.index(".")
            raise ValueError(f"a stone floats in column {j}: row {gap} from the top is empty below it")
    return columns


def _first_colour(columns: Columns, rest: Sequence[str]) -> str:
    """Return the colour that moved first: the colour with more stones, or else by the status line in ``rest``."""
    red, yellow = (sum(column.count(colour) for column in columns) for colour in "RY")
    second = "status: PlayY" in rest or "status: WinR" in rest
    return "Y" if yellow > red or (yellow == red and second) else "R"


def order_of_play(columns: Columns, align: int, first: str = "R") -> tuple[int, ...]:
    """Return a line of moves that leads to a board; ``first`` is the colour that moved first, ``R`` or ``Y``.

    Raise ValueError if there is none: the numbers of stones are wrong, play continued after a win, or the colours cannot
    have alternated; also after a million tries, if the board is larger than standard.
    """
    second = _OTHER[first]
    firsts, seconds = (sum(column.count(colour) for column in columns) for colour in (first, second))
    if firsts - seconds not in (0, 1):
        raise ValueError(f"{firsts} {first} and {seconds} {second}; expected equal numbers, or one more {first}")
    if firsts and not any(column.startswith(first) for column in columns):
        raise ValueError(f"{first} began, but no column has {first} at its bottom")
    last = first if firsts > seconds else second
    order = _find_order(columns, last, _last_move_columns(columns, align, last))
    if order is None:
        raise ValueError(f"no order of play, with {first} first and alternating turns, leads to this board")
    return order


def _last_move_columns(columns: Columns, align: int, last: str) -> list[int]:
    """Return the columns whose top stone may be the last move: a stone of colour ``last`` in every winning line."""
    cells = {(j, i): stone for j, column in enumerate(columns) for i, stone in enumerate(column)}
    winning_lines = [*equal_lines(cells, align)]  # a cell is a pair: column, row from the bottom
    winners = dict(reversed(winning_lines))
    if len(winners) > 1:
        raise ValueError(f"two winners: R has {_describe_line(winners['R'])}; Y has {_describe_line(winners['Y'])}")
    if _OTHER[last] in winners:
        raise ValueError(f"{_OTHER[last]} has {_describe_line(winners[_OTHER[last]])}, but {last} moved last")
    tops = [j for j, column in enumerate(columns) if column.endswith(last)]
    last_columns = [j for j in tops if all((j, len(columns[j]) - 1) in line for _, line in winning_lines)]
    if winning_lines and not last_columns:
        raise ValueError(f"{last} has {_describe_line(winners[last])}, and play went on after it")
    return last_columns


def _describe_line(line: tuple[tuple[int, int], ...]) -> str:
    (j, i), (end_j, end_i) = line[0], line[-1]
    return f"{len(line)} in line from column {j}, row {i} to column {end_j}, row {end_i} (row 0 is the lowest)"


def _find_order(columns: Columns, last: str, last_columns: list[int]) -> tuple[int, ...] | None:
    """Find an order of play by retraction: remove top stones until the board is empty; None if there is no order.

    The depth-first search never tries the same column heights twice. It prefers the tallest column, because then boards
    of random games, up to 20 columns and rows, need almost no backtracking.
    """
    heights = [len(column) for column in columns]
    removed: list[int] = []
    tried: set[tuple[int, ...]] = set()
    choices = [iter(last_columns)]
    while any(heights):
        j = next(choices[-1], None)
        if j is None:
            choices.pop()
            if not choices:
                return None
            heights[removed.pop()] += 1
            continue
        lowered = (*heights[:j], heights[j] - 1, *heights[j + 1 :])
        if len(tried) == _MAX_TRIES:
            raise ValueError(f"no order of play was found in {_MAX_TRIES} tries")
        if lowered not in tried:
            tried.add(lowered)
            removed.append(j)
            heights = [*lowered]
            colour = _OTHER[last] if len(removed) % 2 else last
            tops = [k for k, height in enumerate(lowered) if height and columns[k][height - 1] == colour]
            choices.append(iter(sorted(tops, key=lowered.__getitem__, reverse=True)))
    return tuple(reversed(removed))


def require_fit(p: Position, size: Size) -> None:
    """Raise ValueError if a stone is off the board or above an empty cell, as in a position of another size."""
    mover, stones = p
    if mover & ~stones or stones & ~size.cells or stones + size.bottoms & stones:
        raise ValueError(f"{p!r} is not a position of a board of {size}")


def column_strings(p: Position, size: Size, first: str = "R", second: str = "Y") -> list[str]:
    """Return each column as a string of stones from the bottom up, with the letters of both players."""
    mover, stones = p
    to_move, moved_last = (second, first) if stones.bit_count() & 1 else (first, second)
    full, lowest_cells = (1 << size.height) - 1, range(0, size.width * (size.height + 1), size.height + 1)
    return [_column_string(mover >> n & full, stones >> n & full, to_move, moved_last) for n in lowest_cells]


@lru_cache(maxsize=10_000)
def _column_string(mover: int, stones: int, to_move: str, moved_last: str) -> str:
    return "".join(to_move if mover >> row & 1 else moved_last for row in range(stones.bit_count()))


def require_reachable(p: Position, size: Size) -> None:
    """Raise ValueError if a stone is off the board or floats, or if no line of moves leads to the position."""
    if not (isinstance(p, tuple) and len(p) == 2 and all(isinstance(part, int) for part in p)):
        raise ValueError(f"{p!r} is not a position of a board of {size}")
    require_fit(p, size)
    order_of_play(column_strings(p, size), size.align)
