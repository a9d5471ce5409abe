"""Boards: all of their lines, and the order of their cells."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames.games import connect4, in_line
from fpgames.games.connect4.board import Cell
from fpgames.rules import canonical, up_to_symmetry


@given(st.lists(st.text(st.sampled_from("XO."), min_size=4, max_size=4), min_size=4, max_size=4), st.integers(1, 4))
def test_lines_are_all_there_are(rows: list[str], n: int) -> None:
    found = set()
    for i, j, (di, dj) in product(range(4), range(4), [(0, 1), (1, 0), (1, 1), (-1, 1)]):
        line = [(i + k * di, j + k * dj) for k in range(n)]
        inside = all(0 <= a < 4 and 0 <= b < 4 for a, b in line)
        if inside and len({rows[a][b] for a, b in line}) == 1 and rows[i][j] != ".":
            found |= set(line)
    assert in_line(tuple(rows), n) == found


def test_records_of_connect_four_have_an_order() -> None:
    rules: Any = connect4.record.rules
    for column in range(7):
        one, other = (rules.play(rules.start, j) for j in (column, 6 - column))
        assert canonical(rules)(one) == canonical(rules)(other)
    assert up_to_symmetry(rules).start == rules.start
    assert not Cell.R < Cell.E
    with pytest.raises(TypeError, match="'<' not supported"):
        _ = Cell.R < "R"
