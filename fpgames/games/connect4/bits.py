"""Connect Four in two ints, on boards of any size: the fast version.

A position is two ints: the stones of the player to move, and all the stones. :mod:`fpgames.games.connect4.size` shows
which bit is which cell. The record of :mod:`fpgames.games.connect4.record` stores the legal moves and the status; here
they are computed. Both are the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from pyrsistent import pvector
from returns.maybe import Maybe, Nothing, Some

from fpgames.games.boards import in_line
from fpgames.games.connect4 import record
from fpgames.games.connect4.board import NI, Cell
from fpgames.games.connect4.size import STANDARD, Size
from fpgames.games.connect4.text import order_of_play, read_position, refusal, show_board, show_digits
from fpgames.rules import Diagram, Outcome, Player, Rules, Symmetry
from fpgames.validation import read_number, require_at_least

if TYPE_CHECKING:
    from fpgames.rng_arrays import Indices, SplitMixArray, Tally  # which need numpy

__all__ = ["Position", "from_record", "rules", "sized", "to_digits", "to_record"]


Position: TypeAlias = tuple[int, int]
"""A position: the stones of the player to move, and all the stones, as bits."""


_NOTHING: Maybe[Outcome] = Nothing
_FIRST_WON, _DRAW, _SECOND_WON = map(Some, Outcome)
_PLAYERS = (Player.FIRST, Player.SECOND)


class _Board:
    """A board of one size, with what is computed from the size once; its methods are the functions of the rules.

    There is only one instance for each size and order of moves, also after unpickling in another process.
    """

    __slots__ = (
        "bottoms",
        "cells",
        "centre_first",
        "columns",
        "fours",
        "open_columns",
        "scale",
        "shifts",
        "size",
        "tops",
    )

    def __init__(self, size: Size, centre_first: bool) -> None:
        self.size, self.centre_first = size, centre_first
        self.bottoms = size.bottoms
        self.tops = self.bottoms << size.height - 1
        self.cells = size.cells
        order = sorted(range(size.width), key=self._from_centre) if centre_first else range(size.width)
        self.columns = {j: size.bit(size.height, j) - size.bit(0, j) for j in order}
        self.open_columns: dict[int, tuple[int, ...]] = {}  # by the top cells taken; filled as they occur
        self.shifts = size.shifts
        self.fours = [(*shifts, 0, 0)[:2] for shifts in self.shifts]
        self.scale = self._lines(self.cells) + 1

    def __reduce__(self) -> tuple[Callable[[Size, bool], _Board], tuple[Size, bool]]:
        return _board, (self.size, self.centre_first)

    def __repr__(self) -> str:
        return "sized({}, {}, {}{})".format(*self.size, ", centre_first=True" if self.centre_first else "")

    def _from_centre(self, column: int) -> int:
        return abs(2 * column + 1 - self.size.width)

    def _lines(self, stones: int) -> int:
        """Count the winning lines that these stones form."""
        found = 0
        for shifts in self.shifts:
            line = stones
            for n in shifts:
                line &= line >> n
            found += line.bit_count()
        return found

    def _won(self, stones: int) -> bool:
        """Return whether there is a winning line; lines of more than four are counted only if there are four."""
        for first, second in self.fours:
            line = stones & stones >> first
            if line & line >> second:
                return self.size.align <= 4 or self._lines(stones) > 0
        return False

    def moves(self, p: Position) -> tuple[int, ...]:
        mover, stones = p
        if self._won(mover ^ stones):  # only the player who has just moved can have won
            return ()
        taken = stones & self.tops
        found = self.open_columns.get(taken)
        if found is None:
            found = tuple(j for j, column in self.columns.items() if not taken & column)
            self.open_columns[taken] = found
        return found

    def play(self, p: Position, move: int) -> Position:
        mover, stones = p
        other = mover ^ stones
        cell = stones + self.bottoms & self.columns.get(move, 0)
        if not cell or self._won(other):
            raise refusal(move, self.size.width, self.moves(p))
        return other, stones | cell

    def successors(self, p: Position) -> Iterable[Position]:
        mover, stones = p
        other = mover ^ stones
        if self._won(other):
            return ()
        free = stones + self.bottoms & self.cells
        return ((other, stones | cell) for column in self.columns.values() if (cell := free & column))

    def player(self, p: Position) -> Player:
        return _PLAYERS[p[1].bit_count() & 1]

    def outcome(self, p: Position) -> Maybe[Outcome]:
        mover, stones = p
        if self._won(mover ^ stones):
            return _FIRST_WON if stones.bit_count() & 1 else _SECOND_WON
        return _DRAW if stones == self.cells else _NOTHING

    def static(self, p: Position) -> float:
        """Return 1 or -1 for a win; else the lines that the first player can fill less the second's, scaled."""
        mover, stones = p
        other = mover ^ stones
        sign = 1 if stones.bit_count() & 1 else -1  # 1 if the first player has just moved, whose value it is
        if self._won(other):
            return sign
        return sign * (self._lines(self.cells ^ mover) - self._lines(self.cells ^ other)) / self.scale

    def bulk(self, ps: Sequence[Position], which: Indices, lanes: SplitMixArray) -> Tally:
        from fpgames.games.connect4.arrays import play_out  # needs numpy

        return play_out(self.size, ps, which, lanes)

    def mirrored(self, p: Position) -> Position:
        mover, stones = p
        return self._reversed(mover), self._reversed(stones)

    def _reversed(self, stones: int) -> int:
        """Return the stones with the columns from right to left."""
        found, tall = 0, self.size.height + 1
        for _ in self.columns:
            found, stones = found << tall | stones & self.columns[0], stones >> tall
        return found

    def opposite(self, move: int) -> int:
        return self.size.width - 1 - move

    def require_fit(self, p: Position) -> None:
        """Raise ValueError if stones are off the board or float, as those of another board's position do."""
        mover, stones = p
        if mover & ~stones or stones & ~self.cells or stones + self.bottoms & stones:
            raise ValueError(f"{p!r} is not a position of a board of {self.size}")

    def words(self, p: Position, first: str = "R", second: str = "Y") -> list[str]:
        """Return the stones of each column, from the bottom up."""
        mover, stones = p
        to_move, moved = (second, first) if stones.bit_count() & 1 else (first, second)
        return [
            "".join(to_move if mover & cell else moved for cell in _bits(stones & self.columns[j]))
            for j in range(self.size.width)
        ]

    def diagram(self, p: Position) -> Diagram:
        columns = [word.ljust(self.size.height, ".") for word in self.words(p)]
        rows = tuple(map("".join, zip(*columns, strict=True)))[::-1]
        return Diagram(rows, in_line(rows, self.size.align), discs=True)

    def show(self, p: Position) -> str:
        to_move, moved = "YR" if p[1].bit_count() & 1 else "RY"
        over = self.outcome(p)
        status = f"Play{to_move}" if over is _NOTHING else "Tie" if over is _DRAW else f"Win{moved}"
        return show_board(self.words(p), self.size.height, sorted(self.moves(p)), status)

    def read(self, text: str) -> Position:
        return read_position(text, self.size, {"R": (0, 0)}, self.play, self.show)

    def read_move(self, text: str) -> int:
        return read_number(text, f"a column; expected a number from 0 to {self.size.width - 1}")


def _bits(stones: int) -> Iterator[int]:
    while stones:
        yield stones & -stones
        stones &= stones - 1


@cache
def _board(size: Size, centre_first: bool) -> _Board:
    return _Board(size, centre_first)


def sized(width: int = 7, height: int = 6, align: int = 4, *, centre_first: bool = False) -> Rules[Position, int]:
    r"""Return Connect Four on a board of another size: ``sized :: Int -> Int -> Int -> Rules Position Int``.

    Args:
        width: the number of columns, at least 1.
        height: the number of rows, at least 1.
        align: stones in line that win, at least 1; on a board too small for such a line every game is a draw.
        centre_first: whether to list the moves from the centre outwards, so that alpha-beta examines fewer leaves.

    Raises:
        ValueError: width, height or align is less than 1.

    >>> small = sized(4, 4, 3)
    >>> print(small.show(small.read("11223")))
    0123
    ....
    ....
    YY..
    RRR.
    moves:
    status: WinR
    >>> sized(7, 6, 4) is rules
    True

    See also: :data:`rules`, the standard game.
    """
    require_at_least(1, width, "play on {} columns")
    require_at_least(1, height, "play on {} rows")
    require_at_least(1, align, "win with {} stones in line")
    return _rules(Size(int(width), int(height), int(align)), bool(centre_first))  # True is 1


@cache
def _rules(size: Size, centre_first: bool) -> Rules[Position, int]:
    board = _board(size, centre_first)
    name = "connect4" if size == STANDARD else "connect4-{}x{}-{}".format(*size)
    in_a_word = size.bit(0, size.width) <= 1 << 64
    return Rules(
        name=f"{name}-centre-first" if centre_first else name,
        start=(0, 0),
        moves=board.moves,
        play=board.play,
        player=board.player,
        alternates=True,
        outcome=board.outcome,
        show=board.show,
        read=board.read,
        show_move=str,
        read_move=board.read_move,
        successors=board.successors,
        static=board.static,
        diagram=board.diagram,
        bulk=board.bulk if in_a_word and not centre_first else None,
        symmetries=(Symmetry(board.mirrored, board.opposite),) if size.width > 1 else (),
        prompt="j ?",
    )


rules = sized()
"""The standard game, of seven columns, six rows and four in line; its name is ``connect4``."""


_standard = _board(STANDARD, False)


def to_digits(p: Position, size: Size) -> str:
    """Return a line of moves that leads to a position, in the digits of solvers: ``read (toDigits p) = p``.

    Args:
        p: a position that can be reached.
        size: the size of the board, which a position does not know; ``read`` accepts digits if it has at most nine
            columns.

    Raises:
        ValueError: the position is of a board of another size; no line of moves leads to it; or it has a column after the ninth, which no digit names.

    >>> from fpgames.games.connect4.size import STANDARD, Size
    >>> to_digits(rules.read("4"), STANDARD)
    '4'
    >>> to_digits(sized(4, 4).read("12"), Size(4, 4, 4))
    '12'

    See also: :func:`fpgames.games.connect4.text.order_of_play`, which returns the columns.

    Source: Pons, *Solving Connect 4* (gamesolver.org).
    """
    board = _board(size, False)
    board.require_fit(p)
    return show_digits(order_of_play(board.words(p), size.align))


def to_record(p: Position, first_player: record.Player = record.Player.R) -> record.Game:
    """Return a position of the standard game as the record of article 5: ``fromRecord . toRecord = id``.

    Args:
        p: the position.
        first_player: the colour of the first player.

    Raises:
        ValueError: first_player is not a ``Player`` of the record, or the position is of a board of another size.

    >>> to_record(rules.read("4"))
    Game(Status.PlayY, Player.Y, Player.R, (0, 1, 2, 3, 4, 5, 6), pvector(map(Cell, '...R......................................')))

    See also: :func:`from_record`, its inverse.
    """
    _standard.require_fit(p)
    first = record.Player(first_player)
    second = record.next_player(first)
    to_move, moved = (first, second) if rules.player(p) is Player.FIRST else (second, first)
    columns = [word.ljust(NI, Cell.E.value) for word in _standard.words(p, first.value, second.value)]
    cells = pvector(Cell(column[i]) for i in range(NI) for column in columns)
    moves = tuple(j for j, column in enumerate(columns) if column.endswith(Cell.E.value))
    over = rules.outcome(p)
    if over is _NOTHING:
        return record.Game(record.Status[f"Play{to_move.name}"], to_move, first, moves, cells)
    status = record.Status.Tie if over is _DRAW else record.Status[f"Win{moved.name}"]
    return record.Game(status, moved, first, moves, cells)


def from_record(game: record.Game) -> Position:
    """Return the position of a record as two ints: ``fromRecord :: Game -> Position``.

    The result does not contain the colour of the first player.

    Args:
        game: the record.

    >>> from_record(to_record(rules.read("4455"))) == rules.read("4455")
    True

    See also: :func:`to_record`, its inverse.
    """
    return record.stones(game)
