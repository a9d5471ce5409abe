"""A faulty game: on a board of four by four, three in line win, also where the line goes round the edge."""

from returns.maybe import Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.rules import Symmetry

# Steps between numbers of cells: 3, 4 and 5 are in line, though they lie in two rows.
LINES = [(i, i + step, i + 2 * step) for step in (1, 3, 4, 5) for i in range(16 - 2 * step)]
OUTCOMES = {"X": Outcome.FIRST_WON, "O": Outcome.SECOND_WON, None: Outcome.DRAW}


def winner(p):
    return next((p[i] for i, j, k in LINES if p[i] == p[j] == p[k] != "."), None)


def free_cells(p):
    return () if winner(p) else tuple(i for i in range(16) if p[i] == ".")


def to_move(p):
    return Player.SECOND if p.count("X") > p.count("O") else Player.FIRST


def mark(p, i):
    if i not in free_cells(p):
        raise IllegalMove(i, free_cells(p))
    return p[:i] + ("X" if to_move(p) is Player.FIRST else "O") + p[i + 1 :]


def result(p):
    return Some(OUTCOMES[winner(p)]) if winner(p) or "." not in p else Nothing


def rows(p):
    return [p[i : i + 4] for i in (0, 4, 8, 12)]


def read_rows(text):
    p = text.replace("\n", "")
    if len(p) != 16 or set(p) - set(".XO"):
        raise ValueError(f"{text!r} is no board; expected four rows of four of . X O")
    return p


four = Rules(
    name="four",
    start=16 * ".",
    moves=free_cells,
    play=mark,
    player=to_move,
    outcome=result,
    show=lambda p: "\n".join(rows(p)),
    read=read_rows,
    show_move=str,
    read_move=int,
)
mirror = Symmetry(lambda p: "".join(row[::-1] for row in rows(p)), lambda i: i ^ 3)
