"""Connect Four as text: digits, boards, and the errors for impossible ones."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Some

from fpgames import Outcome
from fpgames.games.connect4 import (
    STANDARD,
    Position,
    Size,
    rules,
    sized,
    to_record,
)
from fpgames.games.connect4 import text as connect4_text
from fpgames.games.connect4.record import Player, Status
from fpgames.games.connect4.record import rules as record
from fpgames.games.connect4.text import column_strings, order_of_play, require_reachable
from fpgames.search import reachable
from fpgames.testing import positions
from tests.support.connect4 import TIE, WON_BOARD, game_after, sizes
from tests.support.games import require_refused


def digits(p: Position, size: Size) -> str:
    return "".join(str(column + 1) for column in order_of_play(column_strings(p, size), size.align))


@given(st.data())
def test_digits_both_ways(data: st.DataObject) -> None:
    p = data.draw(positions(rules))
    assert rules.read(digits(p, STANDARD)) == p
    assert record.read(digits(p, STANDARD)) == to_record(p)


@given(st.data(), sizes)
def test_digits_on_every_size(data: st.DataObject, size: Size) -> None:
    small = sized(*size)
    p = data.draw(positions(small))
    assert small.read(digits(p, size)) == p


@given(st.data())
def test_blanks_and_empty_lines_do_not_matter(data: st.DataObject) -> None:
    p = data.draw(positions(rules))
    assert rules.read("\n\n" + rules.show(p).replace("\n", "  \n\n") + " \n") == p


def test_the_solvers_examples() -> None:
    """Positions from Pons's tutorial."""
    assert rules.show(rules.read("4455")).split("\n")[5:7] == ["...YY..", "...RR.."]
    rows = ["...YR..", "...RY..", ".Y.YR..", "RR.RY.."]
    assert rules.show(rules.read("44455554221")).split("\n")[3:7] == rows


@pytest.mark.slow
def test_a_board_is_read_exactly_if_it_can_be_reached() -> None:
    small = sized(3, 3, 3)
    all_there_are = {*reachable(small, [small.start])}

    def read(cells: tuple[str, ...]) -> Position | None:
        try:
            return small.read("012\n" + "\n".join("".join(cells[i : i + 3]) for i in (0, 3, 6)))
        except ValueError:
            return None

    boards = [p for p in map(read, product("RY.", repeat=9)) if p is not None]
    assert len(boards) == len(set(boards))
    assert set(boards) == all_there_are


def test_a_wrong_text_is_refused() -> None:
    first, empty = "0123456\n", ".......\n"
    wrong = [
        ("4444444", "character 7 of '4444444', '4', cannot be played: column 4 is full"),
        ("148", "character 3 of '148', '8', is not a column; expected 1 to 7"),
        ("1.1", "character 2 of '1.1', '.', is not a column; expected 1 to 7"),
        ("15151512", "character 8 of '15151512', '2', cannot be played: the game is over"),
        ("012345\n" + "......\n" * 6, "the first line is '012345'; expected the columns' numbers, '0123456'"),
        (first + empty * 5, "the board has 5 rows; expected 6"),
        (first + empty * 7, "found '.......' below the board; expected 'moves: 0 1 2 3 4 5 6'"),
        (first + empty * 5 + "....R..R", "row 6 from the top is '....R..R'; expected 7 cells R, Y or '.'"),
        (first + empty * 5 + "...X...", "row 6 from the top is '...X...'; expected 7 cells R, Y or '.'"),
        (first + empty * 3 + "...R...\n.......\n...Y...", "a stone floats in column 3: row 5 from the top is empty below it"),
        (first + empty * 5 + "RR.....", "2 R and 0 Y; expected equal numbers, or one more R"),
        (first + empty * 2 + "R.....Y\n" * 4, "two winners: R has 4 in line from column 0, row 0 to column 0, row 3"),
        (first + empty * 4 + "YYY....\nRRRRY..", "R has 4 in line from column 0, row 0 to column 3, row 0 (row 0 is the lowest), but Y moved last"),
        (first + empty * 4 + "R......\nY......", "R began, but no column has R at its bottom"),
        (first + empty + "..Y....\n" * 3 + "..R....\nRRR....", "no order of play, with R first and alternating turns, leads to this board"),
        (f"{WON_BOARD}\nmoves: 0", "found 'moves: 0' below the board; expected 'moves:'"),
        (f"{WON_BOARD}\nmoves:\nstatus: WinY", "found 'status: WinY' below the board; expected 'status: WinR'"),
        (f"{WON_BOARD}\nmoves:\nstatus: WinR\nR", "found 'R' below the board; expected nothing"),
    ]  # fmt: skip
    patterns = [
        (first + empty * 5 + "RYYRYY.", "(2 R and 4 Y|4 Y and 2 R); expected equal numbers, or one"),
        (first + empty * 4 + "YYYR...\nRRRRY..", "R has 4 in line from column 0, row 0 to column 3, row 0 .*, and play went on after it"),
    ]  # fmt: skip
    for read in (rules.read, record.read):
        require_refused(read, wrong)
        require_refused(read, patterns, pattern=True)


def test_digits_name_nine_columns() -> None:
    wide = sized(10, 4)
    with pytest.raises(ValueError, match="'4455' is not a board; digits name only 9 columns, and this board has 10"):
        wide.read("4455")
    assert wide.show(wide.start).startswith("0123456789\n")
    assert sized(12, 1).show((0, 0)).startswith("012345678901\n")


def test_the_lowest_gap_under_a_floating_stone_is_named() -> None:
    with pytest.raises(ValueError, match="a stone floats in column 1: row 4 from the top is empty below it"):
        sized(2, 5).read("01\n.R\n.Y\n..\n..\n.R")


def test_what_is_left_of_the_columns_is_not_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    board = ["RYYRYY", "YYRRRR", "YYRRRY", "YYRRRY", "YYRYRR", "YRYRYR"]  # 13,000 heights to try
    with pytest.raises(ValueError, match="no order of play, with R first and alternating turns"):
        order_of_play(board, 20)
    monkeypatch.setattr(connect4_text, "_MAX_TRIES", 3)
    with pytest.raises(ValueError, match="no order of play was found in 3 tries"):
        order_of_play(board, 20)


def test_a_tie_is_read_as_begun_by_red() -> None:
    assert record.read(TIE).status is Status.Tie
    assert rules.outcome(rules.read(TIE)) == record.outcome(record.read(TIE)) == Some(Outcome.DRAW)
    assert record.read(record.show(record.read(TIE))) == record.read(TIE)


def test_boards_that_yellow_began() -> None:
    """The record reads them; the bits' own games are begun by red."""
    text = record.show(game_after(3, player=Player.Y))
    assert record.read(text) == game_after(3, player=Player.Y)
    with pytest.raises(ValueError, match="0 R and 1 Y; expected equal numbers, or one more R"):
        rules.read(text)


def test_positions_of_another_board() -> None:
    small = Size(4, 4, 4)
    p = sized(4, 4).read("12")
    assert digits(p, small) == "12"
    require_reachable(p, small)
    said = "(1, 33) is not a position of a board of Size(width=7, height=6, align=4)"
    require_refused(lambda function: function(p), [(lambda p: require_reachable(p, STANDARD), said), (to_record, said)])
