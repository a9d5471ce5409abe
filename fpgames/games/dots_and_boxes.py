r"""Dots and boxes: players draw edges between dots; a player who completes a box owns it, and moves again.

So players do not alternate: searches ask at every node whose turn it is. The game is over when all edges are drawn; the
player with more boxes wins, and the score is the difference.

A position does not say which boxes are whose, since only the difference counts. A move is the number of an edge: first
the horizontal edges, row by row, then the vertical ones. It is written as its place in the picture, the letter of the
column and the number of the row, so that ``b1`` is the first edge of all.

Source: Berlekamp, *The Dots-and-Boxes Game* (2000).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

from returns.maybe import Maybe, Nothing

from fpgames.games.boards import images_of_cells
from fpgames.games.turns import NAMES, player
from fpgames.rules.closures import Closure
from fpgames.rules.notation import Diagram
from fpgames.rules.outcomes import Outcome, outcome_of_score, require_legal
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import require_at_least

__all__ = ["Position", "rules", "sized"]


class Position(NamedTuple):
    """A position.

    Args:
        edges: the edges that are drawn, as bits.
        lead: the first player's boxes less the second's.
        turn: 0 if the first player is to move, otherwise 1.

    See also: :func:`sized`.
    """

    edges: int
    lead: int
    turn: int


class Board(NamedTuple):
    """The numbers of a board, all computed from its size.

    Args:
        width: the number of boxes in a row.
        height: the number of rows of boxes.
        boxes: the four edges of each box, as bits.
        beside: for each edge, the two boxes that it belongs to; ``NO_BOX`` stands for the second one at the border.
        places: for each edge, its row and column in the picture, in which dots and edges are a character each.

    See also: :func:`board_of`, which computes them.
    """

    width: int
    height: int
    boxes: tuple[int, ...]
    beside: tuple[tuple[int, int], ...]
    places: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return f"sized({self.width}, {self.height})"


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
NO_BOX = -1  # all bits, which are never drawn all
_MOST = (len(_LETTERS) - 1) // 2  # boxes in a row, so that every column of the picture has a letter


def board_of(width: int, height: int) -> Board:
    """Return the numbers of a board of so many boxes."""
    tall, wide = 2 * height + 1, 2 * width + 1
    across = [(i, j) for i in range(0, tall, 2) for j in range(1, wide, 2)]
    places = (*across, *((i, j) for i in range(1, tall, 2) for j in range(0, wide, 2)))
    bit = {place: 1 << number for number, place in enumerate(places)}
    boxes = tuple(
        bit[i - 1, j] | bit[i + 1, j] | bit[i, j - 1] | bit[i, j + 1]
        for i in range(1, tall, 2)
        for j in range(1, wide, 2)
    )
    beside = (([box for box in boxes if box & bit[place]] + [NO_BOX])[:2] for place in places)
    return Board(width, height, boxes, tuple((one, other) for one, other in beside), places)


def make_position_after(board: Board) -> Callable[[Position, int], Position]:
    """Return the function from a position and an edge that is not drawn to the position after it."""
    beside = board.beside

    def after(p: Position, edge: int) -> Position:
        edges = p.edges | 1 << edge
        closed = 0
        for box in beside[edge]:
            if edges & box == box:
                closed += 1
        return Position(edges, p.lead - closed if p.turn else p.lead + closed, p.turn if closed else 1 - p.turn)

    return after


def make_successors(board: Board) -> Callable[[Position], Iterator[Position]]:
    """Return the function that yields the positions after each move, edge by edge."""
    after, count = make_position_after(board), len(board.beside)

    def successors(p: Position) -> Iterator[Position]:
        for edge in range(count):
            if not p.edges >> edge & 1:
                yield after(p, edge)

    return successors


def make_score(board: Board) -> Callable[[Position], int]:
    """Return the function that is the first player's boxes less the second's at the end, otherwise 0."""
    every = (1 << len(board.beside)) - 1

    def score(p: Position) -> int:
        return p.lead if p.edges == every else 0

    return score


def make_static(board: Board) -> Callable[[Position], float]:
    """Return the function that is 1, 0 or -1 at the end; before it, the lead, scaled."""
    every, scale = (1 << len(board.beside)) - 1, 1.0 + len(board.boxes)

    def static(p: Position) -> float:
        if p.edges != every:
            return p.lead / scale
        return 1.0 if p.lead > 0 else -1.0 if p.lead < 0 else 0.0

    return static


def moves(board: Board, p: Position) -> tuple[int, ...]:
    """Return the edges that are not drawn."""
    return tuple(edge for edge in range(len(board.beside)) if not p.edges >> edge & 1)


def make_play(board: Board) -> Callable[[Position, int], Position]:
    """Return the function that plays a move."""
    after, count = make_position_after(board), len(board.beside)

    def why(move: int) -> str:
        return "the edge is drawn" if move in range(count) else f"edges are 0 to {count - 1}"

    def play(p: Position, move: int) -> Position:
        return after(p, require_legal(move, moves(board, p), why))

    return play


def outcome(board: Board, p: Position) -> Maybe[Outcome]:
    """Return how the game ended: by who owns more boxes."""
    return Nothing if moves(board, p) else outcome_of_score(p.lead)


def make_edges_turned(images: tuple[int, ...]) -> Callable[[Position], Position]:
    """Return the function that returns the image of a position, from the number of each edge's image."""

    def turned(p: Position) -> Position:
        edges, left = 0, p.edges
        while left:
            edges |= 1 << images[((left & -left) - 1).bit_count()]
            left &= left - 1
        return Position(edges, p.lead, p.turn)

    return turned


def _symmetries(board: Board) -> Iterator[Symmetry[Position, int]]:
    """Yield the reflections and rotations of the board."""
    wide = 2 * board.width + 1
    number = {i * wide + j: number for number, (i, j) in enumerate(board.places)}
    for cells in images_of_cells(wide, 2 * board.height + 1):
        images = tuple(number[cells[place]] for place in number)
        yield Symmetry(Closure(make_edges_turned, images), images.__getitem__)


def _picture(board: Board, p: Position, empty: str) -> tuple[str, ...]:
    """Return the rows of the picture, in which edges that are not drawn are written as a given symbol."""
    drawn = {place for number, place in enumerate(board.places) if p.edges >> number & 1}
    return tuple(
        "".join(
            "+ "[i % 2] if (i + j) % 2 == 0 else "-|"[i % 2] if (i, j) in drawn else empty
            for j in range(2 * board.width + 1)
        )
        for i in range(2 * board.height + 1)
    )


def diagram(board: Board, p: Position) -> Diagram:
    """Return the appearance of a position; edges that are not drawn are its empty cells."""
    return Diagram(_picture(board, p, "."), style="edges")


def show(board: Board, p: Position) -> str:
    """Show a position: the picture, the lead, and who is to move."""
    width, letters = len(str(2 * board.height + 1)), _LETTERS[: 2 * board.width + 1]
    rows = (f"{i:>{width}} {row}".rstrip() for i, row in enumerate(_picture(board, p, " "), 1))
    return "\n".join([f"{'':>{width}} {letters}", *rows, f"lead {p.lead}, {NAMES[p.turn]} to move"])


def read(board: Board, text: str) -> Position:
    """Read what ``show`` writes."""
    letters, tall = _LETTERS[: 2 * board.width + 1], 2 * board.height + 1
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if lines[:1] != [letters]:
        found = f"the first line is {lines[0]!r:.80}" if lines else "the text is empty"
        raise ValueError(f"{found}; expected the columns' letters, {letters!r}")
    if len(lines) != tall + 2:
        raise ValueError(f"the text has {len(lines)} lines; expected {tall + 2}: letters, {tall} rows, and the lead")
    rows = [line.removeprefix(str(i))[1:].ljust(len(letters)) for i, line in enumerate(lines[1:-1], 1)]
    edges = sum(1 << number for number, (i, j) in enumerate(board.places) if rows[i][j] == "-|"[i % 2])
    shown = _picture(board, Position(edges, 0, 0), " ")
    for i, (line, row) in enumerate(zip(lines[1:-1], rows, strict=True)):
        if row != shown[i] or not f"{line} ".startswith(f"{i + 1} "):
            what = ("dots '+' with edges '-' or spaces between them", "edges '|' or spaces below the dots")[i % 2]
            raise ValueError(f"row {i + 1} is {line!r:.80}; expected {i + 1} and {what}, {len(letters)} places in all")
    found_last = re.fullmatch(r"lead (-?[0-9]{1,3}), (first|second) to move", lines[-1])
    if found_last is None:
        raise ValueError(f"the last line is {lines[-1]!r:.80}; expected, for example, 'lead 0, first to move'")
    p = Position(edges, int(found_last[1]), NAMES.index(found_last[2]))
    _require_reachable(board, p)
    return p


def _require_reachable(board: Board, p: Position) -> None:
    """Raise ValueError for a lead or a turn that no game leads to.

    On the boards of up to 2 by 2 and 4 by 1 boxes, all other positions can be reached.
    """
    closed = [box for box in board.boxes if p.edges & box == box]
    here = f"{p.edges.bit_count()} edges and {len(closed)} completed boxes"
    if abs(p.lead) > len(closed) or (p.lead - len(closed)) % 2:
        raise ValueError(f"the lead is {p.lead}, which does not go with {len(closed)} completed boxes")
    # Each move that completes no box passes the turn on. A move can complete two boxes that lie side by side.
    if (p.edges.bit_count() - len(closed) - p.turn) % 2:
        if not any(one & other for i, one in enumerate(closed) for other in closed[:i]):
            raise ValueError(f"with {here}, it is not the turn of the {NAMES[p.turn]} player")
        if len(closed) == 2 and not p.lead:
            raise ValueError(f"with {here}, one player owns both if it is the turn of the {NAMES[p.turn]} player")
    around = 0
    for box in closed:
        around |= box
    owned = (len(closed) - p.lead if p.turn else len(closed) + p.lead) // 2
    if closed and p.edges == around and not owned:
        raise ValueError(f"the last move completed a box, but the {NAMES[p.turn]} player, who moves again, owns none")


def show_move(board: Board, move: int) -> str:
    """Show a move: the column and the row of the edge in the picture."""
    i, j = board.places[move]
    return f"{_LETTERS[j]}{i + 1}"


def read_move(board: Board, text: str) -> int:
    """Read a move."""
    names = {f"{_LETTERS[j]}{i + 1}": number for number, (i, j) in enumerate(board.places)}
    if text not in names:
        column, row = _LETTERS[2 * board.width], 2 * board.height + 1
        raise ValueError(
            f"{text[:40]!r} is not an edge; expected a letter to {column} and a number to {row}, such as b1 or a2"
        )
    return names[text]


def sized(width: int = 3, height: int = 2) -> Rules[Position, int]:
    r"""Return the game on a board of so many boxes: ``sized :: Int -> Int -> Rules Position Int``.

    Args:
        width: the number of boxes in a row, 1 to 12.
        height: the number of rows of boxes, 1 to 12. Boards up to 5 by 5 boxes, or 63 edges, fit into the words of
            compiled code.

    Raises:
        ValueError: width or height is no such number.

    >>> game = sized(2, 1)
    >>> p = game.play(game.play(game.start, game.read_move("b1")), game.read_move("a2"))
    >>> print(game.show(p))
      abcde
    1 +-+ +
    2 |
    3 + + +
    lead 0, first to move
    >>> sized(3, 2) is rules
    True

    See also: :data:`rules`; :func:`fpgames.rules.alternation.with_passes`, with which players alternate.
    """
    for number, what in ((width, "play on rows of {} boxes"), (height, "play on {} rows of boxes")):
        require_at_least(1, number, what, _MOST)
    return _rules(int(width), int(height))


@cache
def _rules(width: int, height: int) -> Rules[Position, int]:
    board = board_of(width, height)
    return Rules(
        name="dots-and-boxes" if (width, height) == (3, 2) else f"dots-and-boxes:{width},{height}",
        start=Position(0, 0, 0),
        moves=partial(moves, board),
        play=Closure(make_play, board),
        player=player,
        outcome=partial(outcome, board),
        show=partial(show, board),
        read=partial(read, board),
        show_move=partial(show_move, board),
        read_move=partial(read_move, board),
        successors=Closure(make_successors, board),
        static=Closure(make_static, board),
        score=Closure(make_score, board),
        symmetries=tuple(_symmetries(board)),
        diagram=partial(diagram, board),
    )


rules = sized()
"""The game on three by two boxes; its name is ``dots-and-boxes``."""
