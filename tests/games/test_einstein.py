"""EinStein würfelt nicht!: which stones a die moves, captures, ends, values of endings, and text."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings

from fpgames import CHANCE, Outcome, Rand, State, best_move, build_tree, map_tree, play_game, share
from fpgames.games import einstein
from fpgames.rand import distribution
from fpgames.rules import Diagram
from fpgames.search import expectiminimax
from fpgames.testing import check_game, positions
from tests.support.games import expected_value, require_refused

rules = einstein.rules
SMALL = einstein.sized(3)
SMALL_VALUES = build_tree(SMALL) | share | map_tree(lambda q: Fraction(SMALL.score(q)))


@pytest.mark.exhaustive
@pytest.mark.parametrize("n", [2, 7])
def test_it_keeps_the_laws(n: int) -> None:
    check_game(einstein.sized(n), budget=50, exclude=["a_second_process_does_the_same"])


@settings(max_examples=50)
@given(positions(rules))
def test_stones_that_the_die_moves(p: einstein.Position) -> None:
    """The stone of the die, or if it has been taken, the nearest ones below and above."""
    moves = rules.moves(p)
    assert (rules.player(p) is CHANCE) == (p.die == 0)
    stones = {move[0] for move in moves if isinstance(move, tuple)}
    left = {stone for stone, cell in enumerate((p.first, p.second)[p.turn], 1) if cell >= 0}
    nearest = {max((s for s in left if s <= p.die), default=0), min((s for s in left if s >= p.die), default=0)} - {0}
    assert stones == (nearest if p.die else set())
    assert p.die or moves == (() if rules.score(p) else tuple(range(1, 7)))


@settings(max_examples=50)
@given(positions(rules))
def test_a_move_takes_what_stands_on_its_cell(p: einstein.Position) -> None:
    for move in rules.moves(p):
        if isinstance(move, tuple):
            q = rules.play(p, move)
            before, after = ({cell for cell in (*x.first, *x.second) if cell >= 0} for x in (p, q))
            left = (p.first, p.second)[p.turn][move[0] - 1]
            assert after == before - {left} | {move[1]}
            assert (q.first, q.second)[p.turn][move[0] - 1] == move[1]


def words(text: str, die: int) -> Sequence[str]:
    p = SMALL.read("\n".join([*text.split(), f"first to move, die {die}"]))
    return [SMALL.show_move(move) for move in SMALL.moves(p)]


def test_steps() -> None:
    assert words("1.3 ..C .BA", 2) == ["1-b3", "1-a2", "1-b2", "3-c2"]
    assert words("1.3 ..C .BA", 3) == ["3-c2"]
    assert words("13. ..C .BA", 1) == ["1-b3", "1-a2", "1-b2"], "it may take its own stone"


def test_ends() -> None:
    corner = SMALL.play(SMALL.read("...\n.1.\n..A\nfirst to move, die 2"), (1, 8))
    assert SMALL.show(corner) == "...  3\n...  2\n..1  1\nabc\nfirst has won"
    taken = SMALL.play(SMALL.read("1..\n.A.\n...\nfirst to move, die 3"), (1, 4))
    assert (SMALL.outcome(taken).unwrap(), SMALL.moves(taken)) == (Outcome.FIRST_WON, ())
    lost = SMALL.play(SMALL.read(".A.\n..3\n...\nsecond to move, die 1"), (1, 0))
    assert (SMALL.outcome(lost).unwrap(), SMALL.static(lost)) == (Outcome.SECOND_WON, -1)


@pytest.mark.slow
@pytest.mark.parametrize("board", [".1. ..2 BA.", "..2 .3. CA.", "1.. .2. .BA", "3.. ... .CA", ".1A ..2 B.."])
@pytest.mark.parametrize("turn", ["first rolls", "second rolls"])
def test_values_of_endings_are_those_of_brute_force(board: str, turn: str) -> None:
    p = SMALL.read("\n".join([*board.split(), turn]))
    assert (SMALL_VALUES | expectiminimax)(p) == expected_value(SMALL, p)


@cache
def best(p: einstein.Position) -> Rand[einstein.Move]:
    return State.from_value((SMALL_VALUES | best_move(search=expectiminimax))(p))


def mean_outcome(p: einstein.Position) -> Fraction:
    games = distribution(play_game(SMALL, p, best, best))
    return sum((outcome * odds for (outcome, _), odds in games.items()), Fraction(0))


@pytest.mark.slow
@pytest.mark.parametrize("turn", ["first rolls", "second rolls", "first to move, die 2"])
def test_the_mean_of_all_games_by_best_moves_is_the_value(turn: str) -> None:
    p = SMALL.read(f"1..\n.2.\n.BA\n{turn}")
    assert mean_outcome(p) == (SMALL_VALUES | expectiminimax)(p)


@pytest.mark.exhaustive
def test_the_value_of_the_start_on_three_rows() -> None:
    assert (SMALL_VALUES | expectiminimax)(SMALL.start) == Fraction(97, 243)


def test_the_text() -> None:
    assert rules.show(rules.start) == "123..  5\n45...  4\n6...F  3\n...ED  2\n..CBA  1\nabcde\nfirst rolls"
    assert rules.read("123..\n45...\n6...F\n...ED\n..CBA\nfirst rolls") == rules.start
    assert rules.diagram
    assert rules.diagram(rules.start) == Diagram(("123..", "45...", "6...F", "...ED", "..CBA"))


def test_wrong_texts_are_refused() -> None:
    wrong = [
        "1.3 ..C .BA", "1.1 ... .BA first rolls", "1.. ... .DA first rolls", "1.. .. .BA first rolls",
        "..1 A.. ..2 second has won, twice", "A.. ... ..1 first has won", "... ... ... first has won",
        "1.. ... .BA second has won", "1.. ... .BA first to move, die 4", "..1 ... ... first rolls", "A.. ... ..1 first rolls",
        "... ... ... first rolls",
    ]  # fmt: skip
    expected = "is not a position; expected 3 rows such as 12., and, say, 'first rolls'"
    require_refused(SMALL.read, [(text.replace(" ", "\n", 3), expected) for text in wrong])
    expected = "is not a move; expected a stone and a cell, such as 1-b1, or a face, 1 to 3"
    require_refused(SMALL.read_move, [(text, f"{text!r} {expected}") for text in ("4", "4-a1", "1-d1", "1-a4", "1a1")])
    assert [*map(SMALL.read_move, ("3", "1-b3"))] == [3, (1, 1)]
