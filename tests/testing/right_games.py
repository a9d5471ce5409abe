"""Twelve right games as a new user writes them: short and plain, on tuples, dataclasses and sets, with odd texts."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.rules import AnyRules
from tests.testing.faults.correct_games import SOWING

__all__ = ["RIGHT_GAMES", "Board", "board_game"]

WINNER = {"X": Some(Outcome.FIRST_WON), "O": Some(Outcome.SECOND_WON)}
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def game(name: str, start: Any, moves: Callable[[Any], Any], play: Callable[[Any, Any], Any], **rest: Any) -> AnyRules:
    """A game that refuses what is not listed, and lists moves while no outcome is known."""

    def legal(p: Any) -> tuple[Any, ...]:
        return tuple(moves(p)) if rest["outcome"](p) is Nothing else ()

    def checked(p: Any, move: Any) -> Any:
        if move not in legal(p):
            raise IllegalMove(move, legal(p))
        return play(p, move)

    return Rules(name=name, start=start, moves=legal, play=checked, **rest)


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split(","))


def shown(values: Any) -> str:
    return ",".join(str(value) for value in values)


# --- a pair of numbers


def take(p: tuple[int, int], move: tuple[int]) -> tuple[int, int]:
    return p[0] - move[0], -p[1]


nim = game(
    "nim", (9, 1), lambda p: [(n,) for n in (1, 2, 3) if n <= p[0]], take, player=lambda p: Player(p[1]),
    outcome=lambda p: Nothing if p[0] else Some(Outcome(-p[1])), show=shown, read=numbers, show_move=shown, read_move=numbers,
)  # fmt: skip


# --- rows of a board, and moves that are pairs


def cells_of(rows: tuple[tuple[str, ...], ...]) -> list[str]:
    return [cell for row in rows for cell in row]


def put(rows: tuple[tuple[str, ...], ...], move: tuple[int, int]) -> tuple[tuple[str, ...], ...]:
    copied = [list(row) for row in rows]
    copied[move[0]][move[1]] = "XO"[cells_of(rows).count(".") % 2 == 0]
    return tuple(tuple(row) for row in copied)


def winner(cells: Any) -> Maybe[Outcome]:
    for line in LINES:
        [*three] = {cells[i] for i in line}
        if len(three) == 1 and three != ["."]:
            return WINNER[three[0]]
    return Nothing if "." in cells else Some(Outcome.DRAW)


rows_of_tuples = game(
    "rows", (tuple("..."),) * 3, lambda rows: [(i, j) for i in range(3) for j in range(3) if rows[i][j] == "."],
    put, player=lambda rows: Player.FIRST if cells_of(rows).count(".") % 2 else Player.SECOND,
    outcome=lambda rows: winner(cells_of(rows)), show=lambda rows: "\n".join("".join(row) for row in rows),
    read=lambda text: tuple(tuple(row) for row in text.split("\n")), show_move=shown, read_move=numbers,
)  # fmt: skip


# --- a board with lists inside, whose class compares and hashes what is in them


class Board:
    def __init__(self, rows: Any, turn: str) -> None:
        self.rows = rows
        self.turn = turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return "\n".join("".join(row) for row in self.rows) + f"\n{self.turn} to move"

    def cells(self) -> str:
        return "".join("".join(row) for row in self.rows)


def read_board(text: str) -> Board:
    *rows, turn = text.split("\n")
    return Board([list(row) for row in rows], turn[0])


def copied_board(board: Board, move: int) -> Board:
    rows = [row[:] for row in board.rows]
    rows[move // 3][move % 3] = board.turn
    return Board(rows, "O" if board.turn == "X" else "X")


def read_cell(text: str) -> int:
    column, row = [*text]
    return "abc".index(column) + 3 * int(row) - 3


def board_game(play: Callable[[Board, int], Board], name: str = "board") -> AnyRules:
    return game(
        name, Board([list("...") for _ in range(3)], "X"), lambda board: [n for n in range(9) if board.cells()[n] == "."],
        play, player=lambda board: Player.FIRST if board.turn == "X" else Player.SECOND, read=read_board,
        outcome=lambda board: winner(board.cells()), show=str, show_move=lambda n: "abc"[n % 3] + str(n // 3 + 1),
        read_move=read_cell,
    )  # fmt: skip


# --- a named tuple whose text is read by its constructor


class Race(NamedTuple):
    total: int
    turn: int


def read_race(text: str) -> Race:
    total, turn = map(int, text.split())
    return Race(total, turn)


race = game(
    "race", Race(0, 1), lambda p: [f"+{n}" for n in range(1, 5) if p.total + n <= 20],
    lambda p, move: Race(p.total + int(move), 3 - p.turn), player=lambda p: (Player.FIRST, Player.SECOND)[p.turn - 1],
    outcome=lambda p: Some(Outcome.SECOND_WON if p.turn == 1 else Outcome.FIRST_WON) if p.total == 20 else Nothing,
    show=lambda p: f"{p.total} {p.turn}", read=read_race, show_move=lambda move: move, read_move=lambda text: text,
)  # fmt: skip


def spoken(text: str) -> str:
    return f"+{1 + ['add +1', 'add +2', 'add +3', 'add +4'].index(text)}"


# --- a frozen dataclass with a tuple; texts in JSON


@dataclass(frozen=True)
class Chomp:
    rows: tuple[int, ...] = (4, 4, 4)
    turn: int = 0


def chomp_play(p: Chomp, move: tuple[int, int]) -> Chomp:
    return Chomp(tuple(min(n, move[1]) if i >= move[0] else n for i, n in enumerate(p.rows)), 1 - p.turn)


chomp = game(
    "chomp", Chomp(), lambda p: [(i, j) for i, n in enumerate(p.rows) for j in range(n)], chomp_play,
    player=lambda p: [Player.FIRST, Player.SECOND][p.turn],
    outcome=lambda p: Nothing if any(p.rows) else Some([Outcome.FIRST_WON, Outcome.SECOND_WON][p.turn]),
    show=lambda p: json.dumps([p.rows, p.turn]), read=lambda text: Chomp(tuple(json.loads(text)[0]), json.loads(text)[1]),
    show_move=lambda move: json.dumps(move, separators=(",", ":")), read_move=lambda text: tuple(json.loads(text)),
)  # fmt: skip


# --- sets, and moves read as Python literals


class Walk(NamedTuple):
    """Two kings on a board of three by three; each step burns the cell that is left."""

    mine: tuple[int, int]
    other: tuple[int, int]
    burnt: frozenset[tuple[int, int]]
    first: bool


def walk_steps(p: Walk) -> list[tuple[int, int]]:
    cells = [(i, j) for i in range(3) for j in range(3) if (i, j) not in p.burnt | {p.mine, p.other}]
    return [(i, j) for i, j in cells if max(abs(i - p.mine[0]), abs(j - p.mine[1])) == 1]


def show_walk(p: Walk) -> str:
    def symbol(cell: tuple[int, int]) -> str:
        return "#" if cell in p.burnt else "M" if cell == p.mine else "T" if cell == p.other else "."

    return "/".join("".join(symbol((i, j)) for j in range(3)) for i in range(3)) + "AB"[p.first]


def read_walk(text: str) -> Walk:
    cells = {(i, j): symbol for i, row in enumerate(text[:-1].split("/")) for j, symbol in enumerate(row)}
    at = {symbol: cell for cell, symbol in cells.items()}
    return Walk(at["M"], at["T"], frozenset(cell for cell in cells if cells[cell] == "#"), text[-1] == "B")


walk = game(
    "walk", Walk((0, 0), (2, 2), frozenset(), True), walk_steps,
    lambda p, step: Walk(p.other, step, p.burnt | {p.mine}, not p.first),
    player=lambda p: Player.FIRST if p.first else Player.SECOND,
    outcome=lambda p: Nothing if walk_steps(p) else Some(Outcome.SECOND_WON if p.first else Outcome.FIRST_WON),
    show=show_walk, read=read_walk, show_move=lambda step: repr(step).replace(" ", ""), read_move=ast.literal_eval,
)  # fmt: skip


# --- a string, and a dictionary of names of moves


def hop(p: str, move: int) -> str:
    """The first player's R moves right, the second player's L moves left; each may jump over one stone."""
    step = 1 if p[move] == "R" else -1
    to = move + step if p[move + step] == "_" else move + 2 * step
    board = list(p)
    board[move], board[to] = "_", p[move]
    return "".join(board[:-1]) + ("L" if p[-1] == "R" else "R")


def hops(p: str) -> list[int]:
    board, turn = p[:-1], p[-1]
    step = 1 if turn == "R" else -1

    def is_free(n: int) -> bool:
        return 0 <= n < len(board) and board[n] == "_"

    return [
        n
        for n, stone in enumerate(board)
        if stone == turn and (is_free(n + step) or (is_free(n + 2 * step) and board[n + step] != turn))
    ]


HOP_NAMES = {f"from{n}": n for n in range(7)}
toads = game(
    "toads", "RR___LLR", hops, hop, player=lambda p: Player.FIRST if p[-1] == "R" else Player.SECOND,
    outcome=lambda p: Nothing if hops(p) else WINNER["O" if p[-1] == "R" else "X"], show=str, read=str,
    show_move=lambda n: f"from{n}", read_move=lambda text: HOP_NAMES[text],
)  # fmt: skip


# --- a dictionary as sorted pairs; a player may have to pass


def pairs(owners: dict[int, str]) -> tuple[tuple[int, str], ...]:
    return tuple(sorted(owners.items()))


class Claims(NamedTuple):
    """Cells in a row; a cell may be claimed unless a neighbour is the player's own."""

    owned: tuple[tuple[int, str], ...]
    turn: str


def open_cells(p: Claims, turn: str) -> list[int]:
    owners = dict(p.owned)
    return [n for n in range(7) if n not in owners and turn not in (owners.get(n - 1), owners.get(n + 1))]


def claim(p: Claims, move: Any) -> Claims:
    owners = dict(p.owned)
    if move != "pass":
        owners[move] = p.turn
    return Claims(pairs(owners), "O" if p.turn == "X" else "X")


def claims_outcome(p: Claims) -> Maybe[Outcome]:
    if open_cells(p, "X") or open_cells(p, "O"):
        return Nothing
    marks = [owner for _, owner in p.owned]
    return Some(Outcome((marks.count("X") > marks.count("O")) - (marks.count("X") < marks.count("O"))))


def read_claims(text: str) -> Claims:
    row, turn = text.split(" ")
    return Claims(pairs({n: owner for n, owner in enumerate(row) if owner != "-"}), turn)


claims = game(
    "claims", Claims((), "X"), lambda p: open_cells(p, p.turn) or ["pass"], claim,
    player=lambda p: Player.FIRST if p.turn == "X" else Player.SECOND, outcome=claims_outcome,
    show=lambda p: "".join(dict(p.owned).get(n, "-") for n in range(7)) + f" {p.turn}", read=read_claims,
    show_move=str, read_move=lambda text: text if text == "pass" else int(text),
)  # fmt: skip


# --- a whole number, and a text that says more than is read


def read_row(text: str) -> int:
    cells, *_, number = text.split()
    return int(cells, 2) | (int(number) - 1) << 6


domino_row = game(
    "row", 0, lambda p: [n for n in range(5) if not p & (3 << n)], lambda p, n: (p | (3 << n)) ^ (1 << 6),
    player=lambda p: Player.SECOND if p >> 6 else Player.FIRST,
    outcome=lambda p: (
        Nothing if any(not p & (3 << n) for n in range(5)) else Some(Outcome.FIRST_WON if p >> 6 else Outcome.SECOND_WON)
    ),
    show=lambda p: f"{p & 63:06b} (cells from the right), player {1 + (p >> 6)}",
    read=read_row, show_move=lambda n: f"{n}-{n + 1}",
    read_move=[f"{n}-{n + 1}" for n in range(5)].index,
)  # fmt: skip


RIGHT_GAMES: dict[str, AnyRules] = {
    rules.name: rules
    for rules in (
        nim, rows_of_tuples, board_game(copied_board), race, chomp, walk, toads, claims, SOWING, domino_row,
        replace(race, name="spaced", show_move=lambda move: f"add {move}", read_move=spoken),
        replace(nim, name="doubles", moves=lambda p: tuple(nim.moves(p))),
        replace(race, name="notes", show=lambda p: f"{p.total} {p.turn}", static=lambda p: 0.5 - p.total / 50 if race.moves(p) else race.static(p)),
    )
}  # fmt: skip
