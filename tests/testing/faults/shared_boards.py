"""Games whose ``play`` shares a list or a dictionary with its argument, and changes it."""

from __future__ import annotations

from typing import Any, NamedTuple

from fpgames import IllegalMove
from fpgames.rules import AnyRules
from fpgames.testing import game_laws
from tests.testing.faults import Fault, entry, wrong
from tests.testing.right_games import Board, Claims, board_game, claims, rows_of_tuples

SHARED: dict[str, Fault] = {}
fault = entry(SHARED, game_laws)
LAW = "play_leaves_its_argument_as_it_was"


class Rows(NamedTuple):
    """A tuple of rows that are lists; hashed by what is in them."""

    rows: tuple[list[str], ...]

    def __hash__(self) -> int:
        return hash(self.plain())

    def plain(self) -> tuple[tuple[str, ...], ...]:
        return tuple(map(tuple, self.rows))


@fault(LAW)
def rows_are_lists_inside_a_tuple() -> AnyRules:
    """The tuple is new, the rows are those of the position before."""

    def play(p: Rows, move: tuple[int, int]) -> Rows:
        if move not in rows_of_tuples.moves(p.plain()):
            raise IllegalMove(move, rows_of_tuples.moves(p.plain()))
        mark = "X" if sum(row.count(".") for row in p.rows) % 2 else "O"
        p.rows[move[0]][move[1]] = mark
        return Rows(tuple(p.rows))

    def lifted(function: Any) -> Any:
        return lambda p: function(p.plain())

    plain = rows_of_tuples
    return wrong(
        plain, start=Rows(tuple([*row] for row in plain.start)), play=play, moves=lifted(plain.moves),
        player=lifted(plain.player), outcome=lifted(plain.outcome), show=lifted(plain.show),
        read=lambda text: Rows(tuple(map(list, plain.read(text)))),
    )  # fmt: skip


@fault(LAW)
def a_list_is_copied_shallowly() -> AnyRules:
    def play(board: Board, move: int) -> Board:
        rows = board.rows.copy()
        rows[move // 3][move % 3] = board.turn
        return Board(rows, "O" if board.turn == "X" else "X")

    return board_game(play)


class Owners(NamedTuple):
    """Owners of cells in a dictionary."""

    owner: dict[int, str]
    turn: str

    def __hash__(self) -> int:
        return hash(self.plain())

    def plain(self) -> Claims:
        return Claims(tuple(sorted(self.owner.items())), self.turn)


def owners(play: Any) -> AnyRules:
    """The game of claims, with a dictionary, and a function that plays legal moves."""

    def checked(p: Owners, move: Any) -> Owners:
        if move not in claims.moves(p.plain()):
            raise IllegalMove(move, claims.moves(p.plain()))
        owner: dict[int, str] = play(p, move)
        return Owners(owner, "O" if p.turn == "X" else "X")

    def lifted(function: Any) -> Any:
        return lambda p: function(p.plain())

    def read(text: str) -> Owners:
        plain = claims.read(text)
        return Owners(dict(plain.owned), plain.turn)

    functions = {name: lifted(getattr(claims, name)) for name in ("moves", "player", "outcome", "show")}
    return wrong(claims, start=Owners({}, "X"), play=checked, read=read, **functions)


@fault(LAW, owners)
def a_dictionary_is_handed_on(p: Owners, move: Any) -> dict[int, str]:
    if move != "pass":
        p.owner[move] = p.turn
    return p.owner


@fault(LAW, owners)
def a_dictionary_of_three_is_handed_on(p: Owners, move: Any) -> dict[int, str]:
    """Other laws have played the last moves before, after which nothing changes any more."""
    owner = p.owner if len(p.owner) == 3 else dict(p.owner)
    if move != "pass":
        owner[move] = p.turn
    return owner


@fault(LAW)
def a_refused_move_is_made_before_it_is_refused() -> AnyRules:
    def play(board: Board, move: Any) -> Board:
        rows = [row[:] for row in board.rows]
        legal = board_game(play).moves(board)
        if move not in legal:
            board.rows[0][0] = board.turn
            raise IllegalMove(move, legal)
        rows[move // 3][move % 3] = board.turn
        return Board(rows, "O" if board.turn == "X" else "X")

    return wrong(board_game(play), play=play)


@fault(LAW)
def the_board_after_a_move_has_lists_again() -> AnyRules:
    """The start is of tuples, so it can be hashed."""

    def play(rows: Any, move: tuple[int, int]) -> Any:
        return tuple(map(list, rows_of_tuples.play(rows, move)))

    return wrong(rows_of_tuples, play=play)
