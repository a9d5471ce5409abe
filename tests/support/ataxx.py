"""Ataxx on 4x4 cells, as a reader would write it: right, in plain Python, without caches, and so slow to check."""

from __future__ import annotations

from typing import NamedTuple

from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules

SIZE, MAX_MOVES = 4, 60
CELLS = [(i, j) for i in range(SIZE) for j in range(SIZE)]
STONES = {Player.FIRST: "x", Player.SECOND: "o"}


class Board(NamedTuple):
    """The rows of the board, who moves, and how many moves have been played, as stones may jump to and fro for ever."""

    rows: tuple[str, ...] = ("x..o", "....", "....", "o..x")
    player: Player = Player.FIRST
    played: int = 0


class Step(NamedTuple):
    """From which cell to which; a move to a neighbour copies the stone, a move two cells away takes it along."""

    i: int
    j: int
    to_i: int
    to_j: int


PASS = Step(0, 0, 0, 0)


def distance(step: Step) -> int:
    return max(abs(step.i - step.to_i), abs(step.j - step.to_j))


def steps(p: Board, player: Player) -> list[Step]:
    own = [cell for cell in CELLS if p.rows[cell[0]][cell[1]] == STONES[player]]
    free = [cell for cell in CELLS if p.rows[cell[0]][cell[1]] == "."]
    return [step for cell in own for to in free if distance(step := Step(*cell, *to)) <= 2]


def is_over(p: Board) -> bool:
    text = "".join(p.rows)
    return p.played == MAX_MOVES or len({*text} - {"."}) < 2 or not (steps(p, Player.FIRST) or steps(p, Player.SECOND))


def moves(p: Board) -> tuple[Step, ...]:
    return () if is_over(p) else tuple(steps(p, p.player)) or (PASS,)


def play(p: Board, step: Step) -> Board:
    if step not in moves(p):
        raise IllegalMove(step, moves(p))
    rows = [[*row] for row in p.rows]
    if step != PASS:
        if distance(step) == 2:
            rows[step.i][step.j] = "."
        for i, j in CELLS:
            if distance(Step(i, j, step.to_i, step.to_j)) <= 1 and rows[i][j] == STONES[p.player.opponent]:
                rows[i][j] = STONES[p.player]
        rows[step.to_i][step.to_j] = STONES[p.player]
    return Board(tuple(map("".join, rows)), p.player.opponent, p.played + 1)


def outcome(p: Board) -> Maybe[Outcome]:
    if not is_over(p):
        return Nothing
    text = "".join(p.rows)
    first, second = text.count("x"), text.count("o")
    return Some(Outcome((first > second) - (first < second)))


def show(p: Board) -> str:
    return "\n".join((*p.rows, f"{STONES[p.player]} {p.played}"))


def read(text: str) -> Board:
    *rows, last = text.split("\n")
    stone, _, played = last.partition(" ")
    players = {stone: player for player, stone in STONES.items()}
    if len(rows) != SIZE or any(len(row) != SIZE or {*row} - {*"xo."} for row in rows) or stone not in players:
        raise ValueError(f"cannot read {text!r} as a board")
    return Board(tuple(rows), players[stone], int(played))


def show_move(step: Step) -> str:
    return "".join(map(str, step))


def read_move(text: str) -> Step:
    if len(text) != 4 or {*text} - {*"0123"}:
        raise ValueError(f"cannot read {text!r} as a move")
    return Step(*map(int, text))


ataxx = Rules(
    name="ataxx", start=Board(), moves=moves, play=play, player=lambda p: p.player, outcome=outcome, show=show, read=read,
    show_move=show_move, read_move=read_move, alternates=True,
)  # fmt: skip
