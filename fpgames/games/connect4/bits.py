"""Connect Four on bitboards of any size: the fast version of the game.

A position is two ints: the stones of the player to move, and all stones. :mod:`fpgames.games.connect4.bit_board` shows
the bit of each cell. :mod:`fpgames.games.connect4.record` is the same game; its positions also store the legal moves
and the status, which are computed here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from pyrsistent import pvector
from returns.maybe import Maybe, Nothing

from fpgames.games.boards import in_line
from fpgames.games.connect4 import bit_board, record
from fpgames.games.connect4.bit_board import STANDARD, Position, Size, require_size
from fpgames.games.connect4.board import NI, NJ, Cell
from fpgames.games.connect4.text import illegal_column_error, order_of_play, read_position, show_board, show_digits
from fpgames.rules.closures import Closure
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Outcome, Player, outcome_of_score
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import names_arguments, read_number

__all__ = ["from_record", "require_reachable", "rules", "sized", "to_digits", "to_record"]


class _Board:
    """A board of one size, whose methods are the functions of the rules; it caches masks and moves.

    A process has one instance per size and order of moves; unpickling returns this instance.
    """

    __slots__ = ("columns", "numbers", "open_columns", "size", "tops", "won")

    def __init__(self, size: Size, centre_first: bool) -> None:
        self.size = size
        self.numbers = bit_board.board_of(size, centre_first)
        self.won = bit_board.make_has_line(self.numbers)
        self.tops = self.numbers.bottoms << size.height - 1
        # map from each column's number to its mask, in the order in which moves are listed
        self.columns = {column.bit_length() // self.numbers.tall: column for column in self.numbers.columns}
        self.open_columns: dict[int, tuple[int, ...]] = {}  # cache: mask of taken top cells -> open columns

    def __reduce__(self) -> tuple[Callable[[Size, bool], _Board], tuple[Size, bool]]:
        return _board, (self.size, self.numbers.centre_first)

    def __repr__(self) -> str:
        return repr(self.numbers)

    def moves(self, p: Position) -> tuple[int, ...]:
        mover, stones = p
        if self.won(mover ^ stones):  # only the player who moved last can have won
            return ()
        taken = stones & self.tops
        open_columns = self.open_columns.get(taken)
        if open_columns is None:
            open_columns = tuple(j for j, column in self.columns.items() if not taken & column)
            self.open_columns[taken] = open_columns
        return open_columns

    def play(self, p: Position, move: int) -> Position:
        mover, stones = p
        opponent = mover ^ stones
        cell = stones + self.numbers.bottoms & self.columns.get(move, 0)
        if not cell or self.won(opponent):
            raise illegal_column_error(move, self.size.width, self.moves(p))
        return opponent, stones | cell

    def player(self, p: Position) -> Player:
        return Player.SECOND if p[1].bit_count() & 1 else Player.FIRST

    def outcome(self, p: Position) -> Maybe[Outcome]:
        mover, stones = p
        if self.won(mover ^ stones):
            return outcome_of_score(1 if stones.bit_count() & 1 else -1)
        cells = self.numbers.cells
        return outcome_of_score(0) if stones & cells == cells else Nothing

    def mirror_move(self, move: int) -> int:
        return self.size.width - 1 - move

    def require_fit(self, p: Position) -> None:
        """Raise ValueError if a stone is off the board or above an empty cell, as in a position of another size."""
        mover, stones = p
        if mover & ~stones or stones & ~self.numbers.cells or stones + self.numbers.bottoms & stones:
            raise ValueError(f"{p!r} is not a position of a board of {self.size}")

    def column_strings(self, p: Position, first: str = "R", second: str = "Y") -> list[str]:
        """Return each column as a string of stones from the bottom up, with the letters of both players."""
        mover, stones = p
        to_move, moved_last = (second, first) if stones.bit_count() & 1 else (first, second)
        columns = ([self.size.bit(i, j) for i in range(self.size.height)] for j in range(self.size.width))
        return ["".join(to_move if mover & cell else moved_last for cell in bits if stones & cell) for bits in columns]

    def diagram(self, p: Position) -> Diagram:
        columns = [word.ljust(self.size.height, ".") for word in self.column_strings(p)]
        rows = tuple(map("".join, zip(*columns, strict=True)))[::-1]
        return Diagram(rows, in_line(rows, self.size.align), style="discs")

    def show(self, p: Position) -> str:
        to_move, moved_last = "YR" if p[1].bit_count() & 1 else "RY"
        outcome = self.outcome(p)
        status = f"Play{to_move}" if outcome is Nothing else f"Win{moved_last}" if outcome.unwrap() else "Tie"
        return show_board(self.column_strings(p), self.size.height, sorted(self.moves(p)), status)

    def read(self, text: str) -> Position:
        return read_position(text, self.size, {"R": (0, 0)}, self.play, self.show)


@cache
def _board(size: Size, centre_first: bool) -> _Board:
    return _Board(size, centre_first)


def sized(width: int = 7, height: int = 6, align: int = 4, *, centre_first: bool = False) -> Rules[Position, int]:
    r"""Return the rules of Connect Four on a board of any size: ``sized :: Int -> Int -> Int -> Rules Position Int``.

    Args:
        width: the number of columns, at least 1.
        height: the number of rows, at least 1.
        align: the number of stones in line needed to win, at least 1; a game on a board too small for a line is a draw.
        centre_first: whether to list the moves from the centre outwards, a move ordering that helps alpha-beta.

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

    See also: :data:`rules`, the rules on the standard board.
    """
    return _rules(require_size(width, height, align), bool(centre_first))


@cache
def _rules(size: Size, centre_first: bool) -> Rules[Position, int]:
    board = _board(size, centre_first)
    numbers, unordered = board.numbers, bit_board.board_of(size, centre_first=False)
    name = "connect4" if size == STANDARD else "connect4-{}x{}-{}".format(*size)
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
        read_move=partial(read_number, noun=f"a column; expected a number from 0 to {size.width - 1}"),
        successors=Closure(bit_board.make_ordered_successors if centre_first else bit_board.make_successors, numbers),
        static=Closure(bit_board.make_static, unordered),
        score=Closure(bit_board.make_score, unordered),
        margins=False,
        diagram=board.diagram,
        symmetries=(Symmetry(Closure(bit_board.make_mirrored, numbers), board.mirror_move),) if size.width > 1 else (),
        prompt="j ?",
        pass_turn=Closure(bit_board.make_pass_turn, numbers) if size.align > 1 else None,
    )


rules = sized()
"""The rules with seven columns, six rows and four in line, named ``connect4``."""

_standard = _board(STANDARD, False)


@names_arguments
def to_digits(p: Position, size: Size) -> str:
    """Return, as a string of digits, a line of moves that leads to a position: ``read (toDigits p) = p``.

    Args:
        p: a reachable position.
        size: the size of the board, which a position does not store; ``read`` accepts digits on at most nine columns.

    Raises:
        ValueError: the position is of a board of another size, no line of moves leads to it, or the line has a column
            after the ninth, which no digit can name.

    >>> from fpgames.games.connect4.bit_board import STANDARD, Position, Size
    >>> to_digits(rules.read("4"), STANDARD)
    '4'
    >>> to_digits(sized(4, 4).read("12"), Size(4, 4, 4))
    '12'

    See also: :func:`fpgames.games.connect4.text.order_of_play`, which returns the line as column numbers.

    Source: Pons, *Solving Connect 4* (gamesolver.org).
    """
    require_reachable(p, size)
    return show_digits(order_of_play(_board(size, False).column_strings(p), size.align))


@names_arguments
def require_reachable(p: Position, size: Size) -> None:
    """Raise ValueError unless a line of moves leads to a position.

    ``requireReachable (foldl play start line) size = ()``, for every line of legal moves

    Args:
        p: the position.
        size: the size of the board.

    Raises:
        ValueError: a stone is off the board or floats, or no line of moves leads to the position. On a board larger
            than the standard board, also raised after a million tries.

    >>> from fpgames.games.connect4.bit_board import STANDARD
    >>> require_reachable((0, 2), STANDARD)
    Traceback (most recent call last):
    ...
    ValueError: (0, 2) is not a position of a board of Size(width=7, height=6, align=4)

    See also: :func:`to_digits`, which returns the line of moves.
    """
    board = _board(size, False)
    if not (isinstance(p, tuple) and len(p) == 2 and all(isinstance(part, int) for part in p)):
        raise ValueError(f"{p!r} is not a position of a board of {size}")
    board.require_fit(p)
    order_of_play(board.column_strings(p), size.align)


@names_arguments
def to_record(p: Position, first_player: record.Player = record.Player.R) -> record.Game:
    """Convert a position of the standard board to a ``record.Game``: ``fromRecord . toRecord = id``.

    Args:
        p: the position.
        first_player: the colour of the first player.

    Raises:
        ValueError: first_player is not a ``Player`` of the module ``record``, or the position is of another board size.

    >>> to_record(rules.read("4"))
    Game(Status.PlayY, Player.Y, Player.R, (0, 1, 2, 3, 4, 5, 6), pvector(map(Cell, '...R......................................')))

    See also: :func:`from_record`, its inverse.
    """
    _standard.require_fit(p)
    first = record.Player(first_player)
    second = record.next_player(first)
    to_move, moved_last = (first, second) if rules.player(p) is Player.FIRST else (second, first)
    columns = [word.ljust(NI, Cell.E.value) for word in _standard.column_strings(p, first.value, second.value)]
    cells = pvector(Cell(column[i]) for i in range(NI) for column in columns)
    moves = tuple(j for j, column in enumerate(columns) if column.endswith(Cell.E.value))
    outcome = rules.outcome(p)
    if outcome is Nothing:
        return record.Game(record.Status[f"Play{to_move.name}"], to_move, first, moves, cells)
    status = record.Status[f"Win{moved_last.name}"] if outcome.unwrap() else record.Status.Tie
    return record.Game(status, moved_last, first, moves, cells)


@names_arguments
def from_record(game: record.Game) -> Position:
    """Convert a ``record.Game`` to a position of two ints: ``fromRecord :: Game -> Position``.

    The position does not store the colour of the first player.

    Args:
        game: the record.

    >>> from_record(to_record(rules.read("4455"))) == rules.read("4455")
    True

    See also: :func:`to_record`, its inverse.
    """
    first, second = (
        sum(cell for cell, stone in zip(_BITS, game.cells, strict=True) if stone is record.player2cell(player))
        for player in (game.first_player, record.next_player(game.first_player))
    )
    taken = first | second
    return second if taken.bit_count() & 1 else first, taken


_BITS = [STANDARD.bit(i, j) for i in range(NI) for j in range(NJ)]  # bit of each cell, in the order of ``Game.cells``
