"""Rectangular boards: the symmetries of their cells, and lines of equal symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from fpgames.rules.notation import Square
from fpgames.validation import names_arguments, require_at_least

__all__ = ["in_line"]


def cell_symmetries(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """Return each symmetry of a board as a permutation, in which entry n is the cell to which cell n moves.

    Cells are numbered row by row. The symmetries are the reflections and rotations of the board, without the identity.
    """
    grids = [[tuple(range(i * columns, (i + 1) * columns)) for i in range(rows)]]
    grids += [grid[::-1] for grid in grids]
    grids += [[row[::-1] for row in grid] for grid in grids]
    if columns == rows:
        grids += [[*zip(*grid, strict=True)] for grid in grids]
    _, *images = dict.fromkeys(tuple(chain.from_iterable(grid)) for grid in grids)  # a board of one row has duplicates
    return tuple(images)


@names_arguments
def in_line(rows: tuple[str, ...], n: int) -> frozenset[Square]:
    """Return the cells of all lines of at least n equal symbols: ``inLine :: [String] -> Int -> Set Square``.

    Args:
        rows: the symbols of the cells, the top row first; ``"."`` is an empty cell.
        n: the length of a line in a row, column or diagonal, at least 1.

    Raises:
        ValueError: n is less than 1.

    >>> sorted(in_line(("X.O", "XXO", "..O"), 3))
    [(0, 2), (1, 2), (2, 2)]

    See also: :class:`fpgames.rules.notation.Diagram`.
    """
    require_at_least(1, n, "put {} symbols in line")
    at = {(i, j): symbol for i, row in enumerate(rows) for j, symbol in enumerate(row) if symbol != "."}
    return frozenset(cell for _, line in equal_lines(at, n) for cell in line)


def equal_lines(at: Mapping[Square, str], n: int) -> Iterator[tuple[str, tuple[Square, ...]]]:
    """Yield every line of n equal symbols, from the symbol of each occupied cell; a longer line contains several."""
    for (i, j), symbol in at.items():
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
            k = 1
            while k < n and at.get((i + k * di, j + k * dj)) == symbol:
                k += 1
            if k == n:
                yield symbol, tuple((i + k * di, j + k * dj) for k in range(n))
