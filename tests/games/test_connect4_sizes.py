"""Connect Four on boards of any size: the end of the game, the static value, and moves in a different order.

Tests of the behaviour of boards build new boards, instead of taking them from the cache.
"""

from __future__ import annotations

import pickle
from inspect import unwrap
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some

from fpgames import Outcome, map_tree, prune
from fpgames.games.connect4 import Size, facts, rules, sized
from fpgames.games.connect4.bits import _rules
from fpgames.games.connect4.record import rules as record
from fpgames.testing import positions
from tests.support.connect4 import sizes
from tests.support.games import require_refused


def lines(text: str, align: int) -> list[str]:
    rows = [line for line in text.split("\n")[1:] if not line.startswith(("moves", "status"))]
    cells = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}
    found = (
        [cells.get((i + n * di, j + n * dj), "") for n in range(align)]
        for i, j in cells
        for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
    return ["".join(line) for line in found if "" not in line]


@given(st.data(), sizes)
def test_a_game_ends_with_the_first_line(data: st.DataObject, size: Size) -> None:
    small = unwrap(_rules)(size, False)
    p = data.draw(positions(sized(*size)))
    found = lines(small.show(p), size.align)
    won = {"R" * size.align: Outcome.FIRST_WON, "Y" * size.align: Outcome.SECOND_WON}
    winners = {outcome for line, outcome in won.items() if line in found}
    full = "." not in small.show(p)
    assert small.outcome(p) == (Some(*winners) if winners else Some(Outcome.DRAW) if full else Nothing)


@given(st.data(), sizes)
def test_centre_first_is_the_same_game_with_its_moves_in_another_order(data: st.DataObject, size: Size) -> None:
    plain, central = sized(*size), sized(*size, centre_first=True)
    p = data.draw(positions(plain))
    for centre_first in (False, True):
        built = unwrap(_rules)(size, centre_first)
        assert sorted(built.moves(p)) == [*plain.moves(p)]
        assert [*built.successors(p)] == [built.play(p, j) for j in built.moves(p)]
        assert built.show(p) == plain.show(p)
        assert all(image.position(image.position(p)) == p for image in built.symmetries)
        for image in built.symmetries:
            after = {image.move(j): image.position(built.play(p, j)) for j in built.moves(p)}
            assert after == {j: built.play(image.position(p), j) for j in built.moves(image.position(p))}
    assert unwrap(_rules)(size, True).moves(p) == central.moves(p)
    assert central.moves(p) == tuple(sorted(plain.moves(p), key=lambda j: abs(2 * j + 1 - size.width)))
    assert [*central.successors(p)] == [plain.play(p, j) for j in central.moves(p)]
    assert (central.show(p), central.outcome(p), central.static(p)) == (
        plain.show(p),
        plain.outcome(p),
        plain.static(p),
    )
    assert pickle.loads(pickle.dumps(central)) == central != plain
    assert sized(*size, centre_first=True) is central
    assert repr(sized(5, 4, 3, centre_first=True).play) == "sized(5, 4, 3, centre_first=True).play"


@given(st.data(), sizes)
def test_the_static_value_counts_open_lines(data: st.DataObject, size: Size) -> None:
    small = unwrap(_rules)(size, False)
    p = data.draw(positions(sized(*size)).filter(small.moves))
    found = lines(small.show(p), size.align)
    first = sum("Y" not in line for line in found)
    second = sum("R" not in line for line in found)
    assert small.static(p) == pytest.approx((first - second) / (len(found) + 1))


def test_the_status_and_digits_up_to_nine() -> None:
    games = {
        (1, 1, 2): ("1", "Tie"),
        (1, 2, 2): ("1", "PlayY"),
        (1, 2, 1): ("1", "WinR"),
        (2, 2, 2): ("121", "WinR"),
        (2, 2, 3): ("121", "PlayY"),
        (9, 1, 2): ("19", "PlayR"),
    }
    for size, (digits, status) in games.items():
        small = sized(*size)
        assert small.show(small.read(digits)).endswith(f"\nstatus: {status}"), size
        assert small.read(small.show(small.read(digits))) == small.read(digits), size


def test_one_for_each_size_in_another_process_too() -> None:
    assert sized() is sized(7, 6, 4) is rules
    small = sized(4, 5)
    assert pickle.loads(pickle.dumps(small)) == small != sized(5, 4)
    assert pickle.loads(pickle.dumps(small.successors)) == small.successors
    assert [sized(7, 6, 3).name, sized(7, 7, 4).name, sized(8, 6, 4).name] == [
        "connect4:7,6,3", "connect4:7,7,4", "connect4:8,6,4",
    ]  # fmt: skip
    assert rules.prompt == record.prompt == "j ?"
    assert (small.name, repr(small.play)) == ("connect4:4,5,4", "sized(4, 5, 4).play")
    assert repr(prune(2) | map_tree(small.static)) == "prune(2) | map_tree(sized(4, 5, 4).static)"
    assert repr(small.score) == "sized(4, 5, 4).score"
    assert {small.score, pickle.loads(pickle.dumps(small)).score} == {small.score} != {sized(5, 4).score}
    assert repr(sized(True, True, True)) == "<Rules: connect4:1,1,1>"


def test_impossible_sizes() -> None:
    impossible: list[Any] = [
        ((0, 6, 4), "cannot play on 0 columns; expected at least 1"),
        ((7, -1, 4), "cannot play on -1 rows; expected at least 1"),
        ((7, 6, 0), "cannot win with 0 stones in line; expected at least 1"),
        ((7.0, 6, 4), "cannot play on 7.0 columns; expected at least 1"),
    ]
    for make in (sized, facts):
        require_refused(lambda size, make=make: make(*size), impossible)
