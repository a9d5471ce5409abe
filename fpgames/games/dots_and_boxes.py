r"""Dots and boxes: players draw edges between dots; a player who completes a box owns it, and moves again.

So the players do not alternate, and searches check whose turn it is at every node. The game is over when all edges are
drawn. The player with more boxes wins, and the score is the difference of the numbers of boxes.

A position stores only this difference, not which player owns which box. A move is the number of an edge:
the horizontal edges come first, row by row, then the vertical edges. In text, a move is the column's letter and the
row's number in the board as ``show`` prints it; the first edge is ``b1``.

Source: Berlekamp, *The Dots-and-Boxes Game* (2000).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from returns.maybe import Maybe, Nothing

from fpgames.games.boards import cell_symmetries
from fpgames.games.turns import NAMES, player
from fpgames.rules.makers import made
from fpgames.rules.notation import Diagram, Notation
from fpgames.rules.outcomes import Outcome, outcome_of_score, require_legal
from fpgames.rules.record import Rules, Symmetry
from fpgames.validation import require_at_least

__all__ = ["Position", "rules", "sized"]


class Position(NamedTuple):
    """A position of dots and boxes: the drawn edges, the lead and the turn.

    Args:
        edges: a bitboard of the drawn edges; edge n is bit n.
        lead: the number of the first player's boxes minus the second player's.
        turn: 0 if the first player is to move, otherwise 1.

    See also: :func:`sized`.
    """

    edges: int
    lead: int
    turn: int


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
NO_BOX = -1  # sentinel for a missing box: a mask of all bits, which the drawn edges never include
_MAX_BOXES = (len(_LETTERS) - 1) // 2  # maximum number of boxes in a row, because every printed column needs a letter


def sized(width: int = 3, height: int = 2) -> Rules[Position, int]:
    r"""Return the rules on a board of width by height boxes: ``sized :: Int -> Int -> Rules Position Int``.

    Args:
        width: the number of boxes in a row, 1 to 12.
        height: the number of rows of boxes, 1 to 12. Searches can be compiled if the board has at most 63 edges.

    Raises:
        ValueError: width or height is not from 1 to 12.

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

    See also: :data:`rules`.
    """
    for number, what in ((width, "play on rows of {} boxes"), (height, "play on {} rows of boxes")):
        require_at_least(1, number, what, _MAX_BOXES)
    return _rules(int(width), int(height))


@made("sized({}, {})".format)
def _rules(width: int, height: int) -> Rules[Position, int]:
    tall, wide = 2 * height + 1, 2 * width + 1  # rows and columns of the printed board: dots and edges are characters
    across = [(i, j) for i in range(0, tall, 2) for j in range(1, wide, 2)]
    places = (*across, *((i, j) for i in range(1, tall, 2) for j in range(0, wide, 2)))
    bit = {place: 1 << number for number, place in enumerate(places)}
    boxes = tuple(
        bit[i - 1, j] | bit[i + 1, j] | bit[i, j - 1] | bit[i, j + 1]
        for i in range(1, tall, 2)
        for j in range(1, wide, 2)
    )
    # for each edge, the masks of the two boxes beside it; at the border, the second mask is NO_BOX
    beside = tuple(tuple([*(box for box in boxes if box & bit[place]), NO_BOX][:2]) for place in places)
    count, all_edges, scale = len(places), (1 << len(places)) - 1, 1.0 + len(boxes)

    def position_after(p: Position, edge: int) -> Position:
        edges = p.edges | 1 << edge
        n_boxes = 0
        for box in beside[edge]:
            if edges & box == box:
                n_boxes += 1
        return Position(edges, p.lead - n_boxes if p.turn else p.lead + n_boxes, p.turn if n_boxes else 1 - p.turn)

    def successors(p: Position) -> Iterator[Position]:
        for edge in range(count):
            if not p.edges >> edge & 1:
                yield position_after(p, edge)

    def score(p: Position) -> int:
        return p.lead if p.edges == all_edges else 0

    def static(p: Position) -> float:
        if p.edges != all_edges:
            return p.lead / scale
        return 1.0 if p.lead > 0 else -1.0 if p.lead < 0 else 0.0

    def moves(p: Position) -> tuple[int, ...]:
        return tuple(edge for edge in range(count) if not p.edges >> edge & 1)

    def illegal_reason(move: int) -> str:
        return "the edge is drawn" if move in range(count) else f"edges are 0 to {count - 1}"

    def play(p: Position, move: int) -> Position:
        return position_after(p, require_legal(move, moves(p), illegal_reason))

    def outcome(p: Position) -> Maybe[Outcome]:
        return Nothing if moves(p) else outcome_of_score(p.lead)

    def image_under(images: tuple[int, ...]) -> Callable[[Position], Position]:
        def image(p: Position) -> Position:
            edges, rest = 0, p.edges
            while rest:
                edges |= 1 << images[((rest & -rest) - 1).bit_count()]
                rest &= rest - 1
            return Position(edges, p.lead, p.turn)

        return image

    def edge_images() -> Iterator[tuple[int, ...]]:
        number = {i * wide + j: number for number, (i, j) in enumerate(places)}
        for cells in cell_symmetries(wide, tall):
            yield tuple(number[cells[place]] for place in number)

    return Rules(
        name="dots-and-boxes" if (width, height) == (3, 2) else f"dots-and-boxes:{width},{height}",
        start=Position(0, 0, 0),
        moves=moves,
        play=play,
        player=player,
        outcome=outcome,
        successors=successors,
        static=static,
        score=score,
        symmetries=tuple(Symmetry(image_under(images), images.__getitem__) for images in edge_images()),
        **vars(_notation(wide, tall, places, boxes)),
    )


def _notation(wide: int, tall: int, places: Sequence[tuple[int, int]], boxes: Sequence[int]) -> Notation[Position, int]:
    letters, names = _LETTERS[:wide], tuple(f"{_LETTERS[j]}{i + 1}" for i, j in places)

    def board_rows(p: Position, empty: str) -> tuple[str, ...]:
        """Return the rows of the printed board, with the symbol ``empty`` for edges that are not drawn."""
        drawn = {place for number, place in enumerate(places) if p.edges >> number & 1}
        return tuple(
            "".join("+ "[i % 2] if (i + j) % 2 == 0 else "-|"[i % 2] if (i, j) in drawn else empty for j in range(wide))
            for i in range(tall)
        )

    def diagram(p: Position) -> Diagram:
        """Return the diagram of a position, in which an edge that is not drawn is an empty cell."""
        return Diagram(board_rows(p, "."), style="edges")

    def show(p: Position) -> str:
        """Return a position as text: the board, the lead, and who is to move."""
        indent = len(str(tall))
        rows = (f"{i:>{indent}} {row}".rstrip() for i, row in enumerate(board_rows(p, " "), 1))
        return "\n".join([f"{'':>{indent}} {letters}", *rows, f"lead {p.lead}, {NAMES[p.turn]} to move"])

    def read(text: str) -> Position:
        """Return the position of a text that ``show`` wrote; raise ValueError for any other text."""
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        if lines[:1] != [letters]:
            first = f"the first line is {lines[0]!r:.80}" if lines else "the text is empty"
            raise ValueError(f"{first}; expected the columns' letters, {letters!r}")
        if len(lines) != tall + 2:
            raise ValueError(
                f"the text has {len(lines)} lines; expected {tall + 2}: letters, {tall} rows, and the lead"
            )
        rows = [line.removeprefix(str(i))[1:].ljust(len(letters)) for i, line in enumerate(lines[1:-1], 1)]
        edges = sum(1 << number for number, (i, j) in enumerate(places) if rows[i][j] == "-|"[i % 2])
        shown = board_rows(Position(edges, 0, 0), " ")
        for i, (line, row) in enumerate(zip(lines[1:-1], rows, strict=True)):
            if row != shown[i] or not f"{line} ".startswith(f"{i + 1} "):
                what = ("dots '+' with edges '-' or spaces between them", "edges '|' or spaces below the dots")[i % 2]
                raise ValueError(
                    f"row {i + 1} is {line!r:.80}; expected {i + 1} and {what}, {len(letters)} places in all"
                )
        last_line = re.fullmatch(r"lead (-?[0-9]{1,3}), (first|second) to move", lines[-1])
        if last_line is None:
            raise ValueError(f"the last line is {lines[-1]!r:.80}; expected, for example, 'lead 0, first to move'")
        p = Position(edges, int(last_line[1]), NAMES.index(last_line[2]))
        require_reachable(p)
        return p

    def require_reachable(p: Position) -> None:
        """Raise ValueError for a lead or a turn that no game can produce.

        On boards of up to 2 by 2 or 4 by 1 boxes, every position that passes the check is reachable.
        """
        completed = [box for box in boxes if p.edges & box == box]
        counts = f"{p.edges.bit_count()} edges and {len(completed)} completed boxes"
        if abs(p.lead) > len(completed) or (p.lead - len(completed)) % 2:
            raise ValueError(f"the lead is {p.lead}, which is impossible with {len(completed)} completed boxes")
        # Only a move that completes no box passes the turn. One move can complete two adjacent boxes.
        if (p.edges.bit_count() - len(completed) - p.turn) % 2:
            if not any(first & second for i, first in enumerate(completed) for second in completed[:i]):
                raise ValueError(f"with {counts}, it is not the turn of the {NAMES[p.turn]} player")
            if len(completed) == 2 and not p.lead:
                raise ValueError(f"with {counts}, one player owns both if it is the turn of the {NAMES[p.turn]} player")
        box_edges = 0
        for box in completed:
            box_edges |= box
        mover_boxes = (len(completed) - p.lead if p.turn else len(completed) + p.lead) // 2
        if completed and p.edges == box_edges and not mover_boxes:
            raise ValueError(
                f"the last move completed a box, but the {NAMES[p.turn]} player, who moves again, owns none"
            )

    def read_move(text: str) -> int:
        if text not in names:
            expected = f"a letter to {letters[-1]} and a number to {tall}, such as b1 or a2"
            raise ValueError(f"{text[:40]!r} is not an edge; expected {expected}")
        return names.index(text)

    return Notation(show=show, read=read, show_move=names.__getitem__, read_move=read_move, diagram=diagram)


rules = sized()
"""The rules on three by two boxes, named ``dots-and-boxes``."""
