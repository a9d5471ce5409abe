"""Connect Four on bitboards of any size: the fast version of the game.

A position is two ints: the stones of the player to move, and all stones. :mod:`fpgames.games.connect4.board` shows the
bit of each cell. :mod:`fpgames.games.connect4.record` is the same game; its positions also store the legal moves and
the status, which are computed here.

The functions ``make_...`` make closures over the masks of a board. Numba can compile those that searches call if
``width * (height + 1) < 64``.

Sources: Tromp, *John's Connect Four Playground* (tromp.github.io/c4); Pons, *Solving Connect 4* (gamesolver.org).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

from pyrsistent import pvector
from returns.maybe import Maybe, Nothing

from fpgames.games.boards import in_line
from fpgames.games.connect4 import record
from fpgames.games.connect4.board import NI, NJ, STANDARD, Cell, Position, require_size
from fpgames.games.connect4.text import (
    column_strings,
    illegal_column_error,
    read_position,
    require_fit,
    show_board,
)
from fpgames.games.lines import Size, count_lines, make_has_line
from fpgames.rules.closures import Closure
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Outcome, Player, outcome_of_score
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import names_arguments, read_number

__all__ = ["from_record", "rules", "sized", "to_record"]


class Board(NamedTuple):
    """A board: its size, and whether moves are listed from the centre outwards, or from the left."""

    size: Size
    centre_first: bool

    @property
    def columns(self) -> dict[int, int]:
        """The mask of each column by its number, in the order in which moves are listed."""
        size = self.size
        order = sorted(range(size.width), key=lambda j: abs(2 * j + 1 - size.width) if self.centre_first else j)
        return {j: size.bit(size.height, j) - size.bit(0, j) for j in order}

    def __repr__(self) -> str:
        return "sized({}, {}, {}{})".format(*self.size, ", centre_first=True" if self.centre_first else "")


def make_successors(board: Board) -> Callable[[Position], Iterator[Position]]:
    """Make ``successors``, which yields the position after each move, column by column from the left."""
    won, bottoms, cells = make_has_line(board.size), board.size.bottoms, board.size.cells

    def successors(p: Position) -> Iterator[Position]:
        mover, stones = p
        opponent = mover ^ stones
        if not won(opponent):  # only the player who moved last can have won
            free = stones + bottoms & cells
            while free:
                yield opponent, stones | free & -free
                free &= free - 1

    return successors


def make_ordered_successors(board: Board) -> Callable[[Position], Iterator[Position]]:
    """Make ``successors``, which yields the position after each move, in the order of the board's ``columns``."""
    won, bottoms, columns = make_has_line(board.size), board.size.bottoms, tuple(board.columns.values())

    def successors(p: Position) -> Iterator[Position]:
        mover, stones = p
        opponent = mover ^ stones
        if not won(opponent):
            free = stones + bottoms
            for column in columns:
                cell = free & column
                if cell:
                    yield opponent, stones | cell

    return successors


def make_score(board: Board) -> Callable[[Position], int]:
    """Make ``score``, which returns 1 if the first player has won, -1 if the second player has won, otherwise 0."""
    has_line = make_has_line(board.size)

    def score(p: Position) -> int:
        mover, stones = p
        if not has_line(mover ^ stones):
            return 0
        return 1 if stones.bit_count() & 1 else -1

    return score


def make_static(board: Board) -> Callable[[Position], float]:
    """Make ``static``, which returns 1 or -1 for a win, else the first player's lead in open lines, scaled below 1."""
    has_line, shifts, cells = make_has_line(board.size), tuple(board.size.shifts), board.size.cells
    scale = 1 + count_lines(shifts, cells)

    def static(p: Position) -> float:
        mover, stones = p
        opponent = mover ^ stones
        sign = 1.0 if stones.bit_count() & 1 else -1.0  # 1 if the first player moved last
        if has_line(opponent):
            return sign
        return sign * (count_lines(shifts, cells ^ mover) - count_lines(shifts, cells ^ opponent)) / scale

    return static


def make_pass_turn(board: Board) -> Callable[[Position], Position]:
    """Make ``pass_turn``, which passes the turn by adding or removing a dummy stone of the first player off the board.

    So the number of stones still says who is to move. Two columns beyond the board, the dummy stone is in no line.
    """
    cells, stone = board.size.cells, board.size.bit(0, board.size.width + 1)

    def pass_turn(p: Position) -> Position:
        mover, stones = p
        mine, stones = (mover ^ stones) & cells, stones ^ stone
        return mine if stones.bit_count() & 1 else mine | stones & stone, stones

    return pass_turn


def make_mirrored(board: Board) -> Callable[[Position], Position]:
    """Make ``mirrored``, which reverses the order of the columns of a position."""
    width, tall = board.size.width, board.size.height + 1
    lowest, bits = (1 << tall) - 1, width * tall

    def mirrored(p: Position) -> Position:
        mover, stones = p
        mirrored_mover, mirrored_stones = mover >> bits, stones >> bits  # a dummy stone off the board stays where it is
        for _ in range(width):
            mirrored_mover = mirrored_mover << tall | mover & lowest
            mirrored_stones = mirrored_stones << tall | stones & lowest
            mover >>= tall
            stones >>= tall
        return mirrored_mover, mirrored_stones

    return mirrored


def make_moves(board: Board) -> Callable[[Position], tuple[int, ...]]:
    """Make ``moves``, which returns the columns that are not full, in the board's order; none if the game is over."""
    won, tops, columns = make_has_line(board.size), board.size.bottoms << board.size.height - 1, board.columns
    open_columns: dict[int, tuple[int, ...]] = {}  # cache: mask of taken top cells -> open columns

    def moves(p: Position) -> tuple[int, ...]:
        mover, stones = p
        if won(mover ^ stones):
            return ()
        taken = stones & tops
        found = open_columns.get(taken)
        if found is None:
            found = open_columns[taken] = tuple(j for j, column in columns.items() if not taken & column)
        return found

    return moves


def make_play(board: Board) -> Callable[[Position, int], Position]:
    """Make ``play``, which drops a stone into a column; it raises IllegalMove unless the move is legal."""
    won, moves, bottoms, columns = make_has_line(board.size), make_moves(board), board.size.bottoms, board.columns

    def play(p: Position, move: int) -> Position:
        mover, stones = p
        opponent = mover ^ stones
        cell = stones + bottoms & columns.get(move, 0)
        if not cell or won(opponent):
            raise illegal_column_error(move, board.size.width, moves(p))
        return opponent, stones | cell

    return play


def player(p: Position) -> Player:
    """Return the player to move, derived from the number of stones."""
    return Player.SECOND if p[1].bit_count() & 1 else Player.FIRST


def make_outcome(board: Board) -> Callable[[Position], Maybe[Outcome]]:
    """Make ``outcome``: the player who completed a line has won, a full board is a draw, ``Nothing`` before."""
    won, cells = make_has_line(board.size), board.size.cells

    def outcome(p: Position) -> Maybe[Outcome]:
        mover, stones = p
        if won(mover ^ stones):
            return outcome_of_score(1 if stones.bit_count() & 1 else -1)
        return outcome_of_score(0) if stones & cells == cells else Nothing

    return outcome


def mirror_column(size: Size, column: int) -> int:
    """Return the column at the same distance from the other side."""
    return size.width - 1 - column


def diagram(size: Size, p: Position) -> Diagram:
    """Return the diagram from which a position is drawn; it highlights the winning cells."""
    columns = [word.ljust(size.height, ".") for word in column_strings(p, size)]
    rows = tuple(map("".join, zip(*columns, strict=True)))[::-1]
    return Diagram(rows, in_line(rows, size.align), style="discs")


def make_show(board: Board) -> Callable[[Position], str]:
    """Make ``show``, which returns a position as the articles display it."""
    outcome_of, moves, size = make_outcome(board), make_moves(board), board.size

    def show(p: Position) -> str:
        to_move, moved_last = "YR" if p[1].bit_count() & 1 else "RY"
        outcome = outcome_of(p)
        status = f"Play{to_move}" if outcome is Nothing else f"Win{moved_last}" if outcome.unwrap() else "Tie"
        return show_board(column_strings(p, size), size.height, sorted(moves(p)), status)

    return show


def read(board: Board, text: str) -> Position:
    """Return the position of a text: a display, or a line of digits."""
    return read_position(text, board.size, {"R": (0, 0)}, make_play(board), make_show(board))


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
    board, unordered = Board(size, centre_first), Board(size, centre_first=False)
    name = "connect4" if size == STANDARD else "connect4-{}x{}-{}".format(*size)
    mirror = Symmetry(Closure(make_mirrored, board), partial(mirror_column, size))
    return Rules(
        name=f"{name}-centre-first" if centre_first else name,
        start=(0, 0),
        moves=Closure(make_moves, board),
        play=Closure(make_play, board),
        player=player,
        alternates=True,
        outcome=Closure(make_outcome, board),
        show=Closure(make_show, board),
        read=partial(read, board),
        show_move=str,
        read_move=partial(read_number, noun=f"a column; expected a number from 0 to {size.width - 1}"),
        successors=Closure(make_ordered_successors if centre_first else make_successors, board),
        static=Closure(make_static, unordered),
        score=Closure(make_score, unordered),
        margins=False,
        diagram=partial(diagram, size),
        symmetries=(mirror,) if size.width > 1 else (),
        prompt="j ?",
        pass_turn=Closure(make_pass_turn, board) if size.align > 1 else None,
    )


rules = sized()
"""The rules with seven columns, six rows and four in line, named ``connect4``."""


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
    require_fit(p, STANDARD)
    first = record.Player(first_player)
    second = record.next_player(first)
    to_move, moved_last = (first, second) if rules.player(p) is Player.FIRST else (second, first)
    columns = [word.ljust(NI, Cell.E.value) for word in column_strings(p, STANDARD, first.value, second.value)]
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
