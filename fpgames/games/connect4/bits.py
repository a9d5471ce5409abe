"""Connect Four on bitboards of any size: the fast version of the game.

A position is two ints: the stones of the player to move, and all stones. :mod:`fpgames.games.connect4.board` shows the
bit of each cell. :mod:`fpgames.games.connect4.record` is the same game; its positions also store the legal moves and
the status, which are computed here.

Numba can compile the functions that searches call if ``width * (height + 1) < 64``.

Sources: Tromp, *John's Connect Four Playground* (tromp.github.io/c4); Pons, *Solving Connect 4* (gamesolver.org).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

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
from fpgames.rules.makers import made
from fpgames.rules.notation import Diagram, Notation
from fpgames.rules.outcomes import Outcome, Player, outcome_of_score
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import names_arguments, read_number

__all__ = ["from_record", "rules", "sized", "to_record"]


def player(p: Position) -> Player:
    """Return the player to move, derived from the number of stones."""
    return Player.SECOND if p[1].bit_count() & 1 else Player.FIRST


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


@made(lambda size, centre_first: "sized({}, {}, {}{})".format(*size, ", centre_first=True" if centre_first else ""))
def _rules(size: Size, centre_first: bool) -> Rules[Position, int]:
    width, height, align = size
    won, shifts, bottoms, cells = make_has_line(size), tuple(size.shifts), size.bottoms, size.cells
    tall, tops = height + 1, bottoms << height - 1
    order = sorted(range(width), key=lambda j: abs(2 * j + 1 - width) if centre_first else j)
    columns = {j: size.bit(height, j) - size.bit(0, j) for j in order}
    masks, lowest, bits = tuple(columns.values()), (1 << tall) - 1, width * tall
    scale, dummy = 1 + count_lines(shifts, cells), size.bit(0, width + 1)
    open_columns: dict[int, tuple[int, ...]] = {}  # cache: mask of taken top cells -> open columns

    def successors(p: Position) -> Iterator[Position]:
        mover, stones = p
        opponent = mover ^ stones
        if not won(opponent):  # only the player who moved last can have won
            free = stones + bottoms & cells
            while free:
                yield opponent, stones | free & -free
                free &= free - 1

    def ordered_successors(p: Position) -> Iterator[Position]:
        mover, stones = p
        opponent = mover ^ stones
        if not won(opponent):
            free = stones + bottoms
            for column in masks:
                cell = free & column
                if cell:
                    yield opponent, stones | cell

    def score(p: Position) -> int:
        mover, stones = p
        if not won(mover ^ stones):
            return 0
        return 1 if stones.bit_count() & 1 else -1

    def static(p: Position) -> float:
        """Return 1 or -1 for a win, else the first player's lead in open lines, scaled below 1."""
        mover, stones = p
        opponent = mover ^ stones
        sign = 1.0 if stones.bit_count() & 1 else -1.0  # 1 if the first player moved last
        if won(opponent):
            return sign
        return sign * (count_lines(shifts, cells ^ mover) - count_lines(shifts, cells ^ opponent)) / scale

    def pass_turn(p: Position) -> Position:
        """Add or remove a dummy stone of the first player off the board, so that the number of stones says whose turn it is.

        Two columns beyond the board, the dummy stone is in no line.
        """
        mover, stones = p
        mine, stones = (mover ^ stones) & cells, stones ^ dummy
        return mine if stones.bit_count() & 1 else mine | stones & dummy, stones

    def mirrored(p: Position) -> Position:
        mover, stones = p
        mirrored_mover, mirrored_stones = mover >> bits, stones >> bits  # a dummy stone off the board stays where it is
        for _ in range(width):
            mirrored_mover = mirrored_mover << tall | mover & lowest
            mirrored_stones = mirrored_stones << tall | stones & lowest
            mover >>= tall
            stones >>= tall
        return mirrored_mover, mirrored_stones

    def moves(p: Position) -> tuple[int, ...]:
        mover, stones = p
        if won(mover ^ stones):
            return ()
        taken = stones & tops
        columns_left = open_columns.get(taken)
        if columns_left is None:
            columns_left = open_columns[taken] = tuple(j for j, column in columns.items() if not taken & column)
        return columns_left

    def play(p: Position, move: int) -> Position:
        mover, stones = p
        opponent = mover ^ stones
        cell = stones + bottoms & columns.get(move, 0)
        if not cell or won(opponent):
            raise illegal_column_error(move, width, moves(p))
        return opponent, stones | cell

    def outcome(p: Position) -> Maybe[Outcome]:
        mover, stones = p
        if won(mover ^ stones):
            return outcome_of_score(1 if stones.bit_count() & 1 else -1)
        return outcome_of_score(0) if stones & cells == cells else Nothing

    name = "connect4" if size == STANDARD else "connect4:{},{},{}".format(*size)
    from_left = Rules(
        name=name,
        start=(0, 0),
        moves=moves,
        play=play,
        player=player,
        alternates=True,
        outcome=outcome,
        successors=successors,
        static=static,
        score=score,
        margins=False,
        symmetries=(Symmetry(mirrored, lambda column: width - 1 - column),) if width > 1 else (),
        pass_turn=pass_turn if align > 1 else None,
        **vars(_notation(size, moves, play, outcome)),
    )
    if not centre_first:
        return from_left
    plain = _rules(size, centre_first=False)  # the same static and score, so both games' functions suit both trees
    name = f"{name}-centre-first"
    return replace(from_left, name=name, successors=ordered_successors, static=plain.static, score=plain.score)


def _notation(
    size: Size,
    moves: Callable[[Position], tuple[int, ...]],
    play: Callable[[Position, int], Position],
    outcome: Callable[[Position], Maybe[Outcome]],
) -> Notation[Position, int]:
    width, height, align = size

    def diagram(p: Position) -> Diagram:
        filled = [word.ljust(height, ".") for word in column_strings(p, size)]
        rows = tuple(map("".join, zip(*filled, strict=True)))[::-1]
        return Diagram(rows, in_line(rows, align), style="discs")

    def show(p: Position) -> str:
        to_move, moved_last = "YR" if p[1].bit_count() & 1 else "RY"
        end = outcome(p)
        status = f"Play{to_move}" if end is Nothing else f"Win{moved_last}" if end.unwrap() else "Tie"
        return show_board(column_strings(p, size), height, sorted(moves(p)), status)

    def read(text: str) -> Position:
        return read_position(text, size, {"R": (0, 0)}, play, show)

    noun = f"a column; expected a number from 0 to {width - 1}"
    return Notation(
        show=show, read=read, show_move=str, read_move=partial(read_number, noun=noun), prompt="j ?", diagram=diagram
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
