"""Kayles: its published Grundy numbers, the winner that they give, and text."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor

from hypothesis import given
from hypothesis import strategies as st

from fpgames.games import game, kayles
from fpgames.rules import Diagram, whose_turn
from fpgames.testing import positions
from tests.support.games import minimax_value, require_refused

GRUNDY = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4)
"""Of Kayles with so many pins. Source: OEIS A002186."""


def rows_of(p: kayles.Position) -> list[int]:
    return [len(row) for row in bin(p.pins)[2:].split("0") if row]


@cache
def grundy(n: int) -> int:
    """The least number that no move of a row of n pins leads to."""
    rules = kayles.row(n)
    after = {reduce(xor, map(grundy, rows_of(rules.play(rules.start, move))), 0) for move in rules.moves(rules.start)}
    return next(number for number in range(n + 3) if number not in after)


def test_grundy_numbers() -> None:
    assert tuple(grundy(n) for n in range(1, 13)) == GRUNDY[1:]


@given(st.integers(1, 11), st.data())
def test_a_position_is_lost_exactly_if_the_sum_is_0(n: int, data: st.DataObject) -> None:
    rules = kayles.row(n)
    p = data.draw(positions(rules))
    winner = (
        whose_turn(rules, p) if reduce(xor, (GRUNDY[row] for row in rows_of(p)), 0) else whose_turn(rules, p).opponent
    )
    assert minimax_value(rules, p) == winner


@given(st.integers(1, 9), st.data())
def test_misere(n: int, data: st.DataObject) -> None:
    """A player who cannot move has won."""

    @cache
    def wins(pins: int) -> bool:
        return not pins or any(not wins(q.pins) for q in rules.successors(kayles.Position(pins, 0)))

    rules = kayles.row(n, misere=True)
    p = data.draw(positions(rules))
    assert minimax_value(rules, p) == (whose_turn(rules, p) if wins(p.pins) else whose_turn(rules, p).opponent)


def test_the_text() -> None:
    rules = kayles.row(5)
    p = rules.play(rules.start, rules.read_move("2-3"))
    assert rules.show(p) == "|..||, second to move"
    assert (rules.read("|..||"), rules.read("|..||, first to move").turn) == (p._replace(turn=0), 0)
    assert rules.diagram
    assert rules.diagram(p) == Diagram(("|..||",), names=(("1", "2", "3", "4", "5"),))


def test_wrong_texts_are_refused() -> None:
    require_refused(kayles.row(3).read, [
        ("||", "'||' is not a row of pins; expected 3 times '|' or '.'"),
        ("|.|, first to move", "'first to move' does not fit what is left; expected 'second to move'"),
    ])  # fmt: skip
    require_refused(game("kayles").read_move, [
        ("13", "'13' is not a move; expected a pin, 1 to 12, or two side by side, such as 1-2"),
        ("3-5", "'3-5' is not a move"),
        ("2-1", "'2-1' is not a move"),
    ])  # fmt: skip
    require_refused(kayles.row(1).read_move, [("2", "'2' is not a move; expected a pin, 1 to 1")])
