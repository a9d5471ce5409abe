"""Positions of draughts as text: a board, and FEN, the one-line notation of PDN.

Source: PDN 3.0 (github.com/wiegerw/pdn).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from fpgames.games.draughts.bit_operations import Draughts
from fpgames.games.draughts.moves import require_square
from fpgames.games.draughts.variant import Variant, grid_of
from fpgames.rules.notation import Diagram
from fpgames.validation import names_arguments

__all__ = ["read_fen", "show_fen"]

_SQUARES = re.compile(r"(K?)([1-9][0-9]{0,3})(?:-(K?)([1-9][0-9]{0,3}))?")
_TURN = re.compile(r"[BW]")


@names_arguments
def show_fen(variant: Variant, p: Draughts) -> str:
    """Return a position as FEN: the side to move, white's squares, then black's; the squares of kings have a ``K``.

    Args:
        variant: the variant of draughts.
        p: the position.

    >>> from fpgames.games.checkers import rules
    >>> from fpgames.games.draughts.variant import ENGLISH
    >>> show_fen(ENGLISH, rules.start)
    'B:W21-32:B1-12'

    See also: :func:`read_fen`, its inverse.
    """
    sides = dict(zip(variant.colours, (p.first, p.second), strict=True))
    shown = (f":{colour}{','.join(_side_words(variant, sides[colour], p.kings))}" for colour in "WB")
    return variant.colours[p.turn] + "".join(shown)


def _side_words(variant: Variant, pieces: int, kings: int) -> Iterator[str]:
    """Yield the words of a side in FEN; three or more men on consecutive squares become a range."""
    men, first = pieces & ~kings, 0  # first: the number of the first man of a range
    for n, bit in enumerate((*grid_of(variant).squares, 0), 1):
        if men & bit:
            first = first or n
        else:
            if first:
                yield from (f"{first}-{n - 1}",) if n - first > 2 else map(str, range(first, n))
                first = 0
            if pieces & bit:
                yield f"K{n}"


@names_arguments
def read_fen(variant: Variant, text: str) -> Draughts:
    """Return the position of a FEN: ``readFen variant . showFen variant = id``.

    Args:
        variant: the variant of draughts.
        text: the FEN; it may have ranges such as ``31-50``, and a side without pieces.

    Raises:
        ValueError: the text is not a FEN, or not a position of this variant.

    >>> from fpgames.games.draughts.variant import INTERNATIONAL
    >>> show_fen(INTERNATIONAL, read_fen(INTERNATIONAL, "W:WK47:B14,19,29,31,42."))
    'W:WK47:B14,19,29,31,42'

    See also: :func:`show_fen`.
    """
    turn, *sides = (part.strip() for part in text.strip().removesuffix(".").split(":"))
    example = show_fen(variant, start_of(variant))
    if not _TURN.fullmatch(turn) or sorted(side[:1] for side in sides) != ["B", "W"]:
        raise ValueError(f"expected a position such as {example}; got {text.strip()!r:.80}")
    pieces, kings = {}, 0
    for side in sides:
        men, side_kings = _read_side(variant, side)
        pieces[side[0]], kings = men | side_kings, kings | side_kings
    first, second = (pieces[colour] for colour in variant.colours)
    max_pieces = variant.rows * variant.width
    if max(first.bit_count(), second.bit_count()) > max_pieces:
        raise ValueError(f"a player has at most {max_pieces} pieces in this game")
    if first & second:
        raise ValueError(f"two pieces stand on square {grid_of(variant).squares_in(first & second)[0]}")
    return Draughts(first, second, kings, variant.colours.index(turn))


def _read_side(variant: Variant, side: str) -> tuple[int, int]:
    """Parse one side of a FEN; return bitboards of its men and of its kings."""
    men_and_kings = [0, 0]
    for item in filter(None, (part.strip() for part in side[1:].split(","))):
        match = _SQUARES.fullmatch(item)
        if not match:
            raise ValueError(f"expected squares such as 31-50 or K7; got {item!r:.80} in {side[0]}")
        first, last = int(match[2]), int(match[4] or match[2])
        for n in (first, last):
            require_square(variant, n)
        if last < first or (match[4] and match[1] != match[3]):
            raise ValueError(f"{item} is not a range; expected one such as 31-50 or K1-K3")
        for n in range(first, last + 1):
            bit = grid_of(variant).squares[n - 1]
            if (men_and_kings[0] | men_and_kings[1]) & bit:
                raise ValueError(f"two pieces stand on square {n}")
            men_and_kings[bool(match[1])] |= bit
    return men_and_kings[0], men_and_kings[1]


def start_of(variant: Variant) -> Draughts:
    """Return the start position of a variant."""
    count = variant.width * variant.rows
    top, bottom = sum(grid_of(variant).squares[:count]), sum(grid_of(variant).squares[-count:])
    return Draughts(bottom, top, 0, 0) if variant.first_up else Draughts(top, bottom, 0, 0)


def board_rows(variant: Variant, p: Draughts) -> tuple[str, ...]:
    """Return the rows of a board as strings: ``b`` and ``w`` are men, ``B`` and ``W`` are kings, ``.`` is empty."""
    first, second, kings, _ = p
    (man, king), (other_man, other_king) = ((colour.lower(), colour.upper()) for colour in variant.colours)
    cells = [
        (king if kings & bit else man) if first & bit else
        (other_king if kings & bit else other_man) if second & bit else "."
        for bit in grid_of(variant).squares
    ]  # fmt: skip
    rows = ((i, " ".join(cells[n : n + variant.width])) for i, n in _row_starts(variant))
    return tuple(f"{row} " if i % 2 else f" {row}" for i, row in rows)  # squares alternate with blanks


def _row_starts(variant: Variant) -> Iterator[tuple[int, int]]:
    """Yield, for each row, its number and the index of its first square."""
    return enumerate(range(0, len(grid_of(variant).squares), variant.width))


def diagram(variant: Variant, p: Draughts) -> Diagram:
    """Return the diagram from which a position is drawn, with the numbers of the squares."""
    names = []
    for i, n in _row_starts(variant):
        numbers = [(str(n + j + 1), "") for j in range(variant.width)]
        names.append(tuple(name for pair in numbers for name in (pair if i % 2 else pair[::-1])))
    return Diagram(board_rows(variant, p), style="pieces", names=tuple(names))


def show(variant: Variant, p: Draughts) -> str:
    """Return a position as text: the board, the numbers of its squares beside it, and the FEN below."""
    rows = [f"{row}  {numbers}" for row, numbers in zip(board_rows(variant, p), _row_numbers(variant), strict=True)]
    return "\n".join([*rows, show_fen(variant, p)])


@cache
def _row_numbers(variant: Variant) -> tuple[str, ...]:
    """Return the numbers of the squares of each row as text."""
    return tuple(" ".join(f"{n + j + 1:>2}" for j in range(variant.width)) for _, n in _row_starts(variant))


def read(variant: Variant, text: str) -> Draughts:
    """Return the position of a text: a FEN, or a board that ``show`` wrote with its FEN below."""
    *rows, fen = [line for line in text.split("\n") if line.strip()] or [""]
    p = read_fen(variant, fen)
    *board, _ = show(variant, p).split("\n")
    if rows and [row.split() for row in rows] != [row.split() for row in board]:
        raise ValueError(f"the board is not that of its last line, {fen.strip()!r:.80}")
    return p
