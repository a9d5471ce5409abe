"""Connect Four as text: the display of the articles, and the digits that solvers write; for boards of any size.

Here a board is its columns, each a string of ``R`` and ``Y`` from the bottom up. To read a board is to find an order of
play that leads to it and to play it; so only boards that can be reached are accepted.

Source: article 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import zip_longest
from typing import TypeAlias, TypeVar

from fpgames.games.boards import equal_lines
from fpgames.games.connect4.bit_board import Size
from fpgames.rules.outcomes import IllegalMove
from fpgames.validation import names_arguments

__all__ = ["order_of_play", "show_digits"]

P = TypeVar("P")


Columns: TypeAlias = Sequence[str]
"""The stones of each column from the bottom up, ``R`` and ``Y``."""


_OTHER = {"R": "Y", "Y": "R"}
_DIGITS = "123456789"
_MOST_TRIES = 1_000_000  # more than the 7^7 heights of the standard board's columns, so all its boards are decided


def show_board(columns: Columns, height: int, moves: Sequence[int], status: str) -> str:
    """Return the display of the articles: the numbers of the columns, the rows from the top, the moves, the status.

    If there are no moves, nothing follows ``moves:``; the article writes a space.
    """
    rows = ["".join(row) for row in zip(*(column.ljust(height, ".") for column in columns), strict=True)]
    moves_line = f"moves: {' '.join(map(str, moves))}".rstrip()
    return "\n".join([_header(len(columns)), *reversed(rows), moves_line, f"status: {status}"])


def _header(width: int) -> str:
    return "".join(str(j % 10) for j in range(width))


def read_position(
    text: str, size: Size, starts: Mapping[str, P], play: Callable[[P, int], P], show: Callable[[P], str]
) -> P:
    """Return the position that a text shows: a display, with or without its last two lines, or a line of digits.

    The colour with more stones began. If there are equally many, the status decides; without a status, or after a draw,
    red began. If ``starts`` does not have that colour, and for digits, the first colour of ``starts`` began.

    Args:
        text: a display; or the columns played, as digits from ``1``.
        size: the size of the board.
        starts: the position to begin with, for each colour that can begin.
        play: the function ``play`` of the rules.
        show: the function ``show`` of the rules.
    """
    written = [line.rstrip() for line in text.split("\n") if line.strip()]
    if len(written) <= 1:
        return _play_digits(text.strip(), size.width, next(iter(starts.values())), play)
    columns = _read_columns(written, size)
    rest = written[size.height + 1 :]
    began = _began(columns, rest)
    first = began if began in starts else next(iter(starts))
    p = reduce(play, order_of_play(columns, size.align, first), starts[first])
    for line, expected in zip_longest(rest, show(p).split("\n")[-2:]):
        if line not in (None, expected):
            raise ValueError(
                f"found {line!r:.80} below the board; expected {repr(expected) if expected else 'nothing'}"
            )
    return p


def _play_digits(text: str, width: int, start: P, play: Callable[[P, int], P]) -> P:
    if width > len(_DIGITS):
        raise ValueError(f"{text!r:.80} is not a board; digits name only 9 columns, and this board has {width}")
    p = start
    for place, digit in enumerate(text, 1):
        if digit not in _DIGITS[:width]:
            raise ValueError(f"character {place} of {text!r:.80}, {digit!r}, is not a column; expected 1 to {width}")
        try:
            p = play(p, int(digit) - 1)
        except IllegalMove as error:
            why = f"column {digit} is full" if error.legal else "the game is over"
            raise ValueError(f"character {place} of {text!r:.80}, {digit!r}, cannot be played: {why}") from None
    return p


@names_arguments
def show_digits(moves: Sequence[int]) -> str:
    """Return a line of moves in the digits of solvers: ``showDigits = concatMap (show . succ)``.

    Args:
        moves: the columns played, 0 to 8; column 0 is written ``1``.

    Raises:
        ValueError: a column is not one of the first nine, so no digit names it.

    >>> show_digits((3, 3, 4, 4))
    '4455'

    See also: ``Rules.read``, which reads it.

    Source: Pons, *Solving Connect 4* (gamesolver.org).
    """
    nameless = set(moves) - set(range(len(_DIGITS)))
    if nameless:
        raise ValueError(f"digits name columns 0 to {len(_DIGITS) - 1}; got {min(nameless)}")
    return "".join(_DIGITS[move] for move in moves)


def refusal(column: object, width: int, legal: tuple[int, ...]) -> IllegalMove:
    """Return the error for a column that cannot be played, perhaps because it is off the board."""
    full = f"column {column} is full" if column in range(width) else f"columns are 0 to {width - 1}"
    return IllegalMove(column, legal, full if legal else "")


def _read_columns(written: Sequence[str], size: Size) -> list[str]:
    """Return the columns of a display; raise ValueError if it is not a board of this size."""
    header, *rows = written[: size.height + 1]
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


def _began(columns: Columns, rest: Sequence[str]) -> str:
    """Return the colour that began: the one with more stones; if there are equally many, the status decides."""
    red, yellow = (sum(column.count(colour) for column in columns) for colour in "RY")
    second = "status: PlayY" in rest or "status: WinR" in rest
    return "Y" if yellow > red or (yellow == red and second) else "R"


@names_arguments
def order_of_play(columns: Columns, align: int, first: str = "R") -> tuple[int, ...]:
    """Return a line of moves that leads to a board: ``orderOfPlay :: [String] -> Int -> Char -> [Int]``.

    Args:
        columns: the stones of each column from the bottom up.
        align: the number of stones in line that win.
        first: the colour that began, ``R`` or ``Y``.

    Raises:
        ValueError: no line of moves leads there: the numbers of stones are wrong, play went on after a win, or the
            stones cannot have been played in turn; or, on a board larger than the standard one, none is found in a
            million tries.

    >>> order_of_play(("R", "", "YR"), 4)
    (0, 2, 2)

    See also: :func:`fpgames.games.connect4.bits.to_digits`.
    """
    second = _OTHER[first]
    firsts, seconds = (sum(column.count(colour) for column in columns) for colour in (first, second))
    if firsts - seconds not in (0, 1):
        raise ValueError(f"{firsts} {first} and {seconds} {second}; expected equal numbers, or one more {first}")
    if firsts and not any(column.startswith(first) for column in columns):
        raise ValueError(f"{first} began, but no column has {first} at its bottom")
    last = first if firsts > seconds else second
    order = _taken_apart(columns, last, _last_stones(columns, align, last))
    if order is None:
        raise ValueError(f"no order of play, with {first} first and alternating turns, leads to this board")
    return order


def _last_stones(columns: Columns, align: int, last: str) -> list[int]:
    """Return the columns whose top stone can be the last one played: of the last colour, and part of every line."""
    cells = {(j, i): stone for j, column in enumerate(columns) for i, stone in enumerate(column)}
    won = [*equal_lines(cells, align)]  # cells as column, and row from the bottom
    winners = dict(reversed(won))
    if len(winners) > 1:
        raise ValueError(f"two winners: R has {_where(winners['R'])}; Y has {_where(winners['Y'])}")
    if _OTHER[last] in winners:
        raise ValueError(f"{_OTHER[last]} has {_where(winners[_OTHER[last]])}, but {last} moved last")
    tops = [j for j, column in enumerate(columns) if column.endswith(last)]
    ends = [j for j in tops if all((j, len(columns[j]) - 1) in line for _, line in won)]
    if won and not ends:
        raise ValueError(f"{last} has {_where(winners[last])}, and play went on after it")
    return ends


def _where(line: tuple[tuple[int, int], ...]) -> str:
    (j, i), (other_j, other_i) = line[0], line[-1]
    return f"{len(line)} in line from column {j}, row {i} to column {other_j}, row {other_i} (row 0 is the lowest)"


def _taken_apart(columns: Columns, last: str, ends: list[int]) -> tuple[int, ...] | None:
    """Return the columns in an order of play, found by removing stones from the tops, the last one first.

    The search is depth first, and never tries the same heights of the columns twice. It removes from the tallest column
    first, because then the boards of random games, up to 20 columns and rows, need almost no backtracking.
    """
    heights = [len(column) for column in columns]
    taken: list[int] = []
    tried: set[tuple[int, ...]] = set()
    waiting = [iter(ends)]
    while any(heights):
        j = next(waiting[-1], None)
        if j is None:
            waiting.pop()
            if not waiting:
                return None
            heights[taken.pop()] += 1
            continue
        left = (*heights[:j], heights[j] - 1, *heights[j + 1 :])
        if len(tried) == _MOST_TRIES:
            raise ValueError(f"no order of play was found in {_MOST_TRIES} tries")
        if left not in tried:
            tried.add(left)
            taken.append(j)
            heights = [*left]
            colour = _OTHER[last] if len(taken) % 2 else last
            tops = [k for k, height in enumerate(left) if height and columns[k][height - 1] == colour]
            waiting.append(iter(sorted(tops, key=left.__getitem__, reverse=True)))
    return tuple(reversed(taken))
