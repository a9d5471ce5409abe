"""Laws of two games that should be equal: in both directions, in one, or by the moves alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from returns.maybe import Maybe, Nothing, Some
from toolz import identity

from fpgames import Outcome, Player
from fpgames.games import checkers, connect4, draughts, mnk, othello, tictactoe
from fpgames.rules import AnyRules, with_draws
from fpgames.testing import LawsBroken, as_tests, check_same_game, same_game_laws
from tests.testing.faults import wrong

bits, record = tictactoe.rules, tictactoe.record.rules
FIRST = Player.FIRST


def word(move: int) -> str:
    return "abcdefghi"[move]


def moves_of_other(p: int) -> tuple[str, ...]:
    return tuple(map(word, bits.moves(p)[::-1]))


in_words = wrong(bits, moves=moves_of_other, play=lambda p, move: bits.play(p, "abcdefghi".index(move)))

test_one_direction = as_tests(same_game_laws(record, bits, tictactoe.from_record, budget=500))


class TestLawsInAClass:
    test_no_direction = as_tests(same_game_laws(bits, record, budget=500))


test_other_moves = as_tests(same_game_laws(bits, in_words, to_move=word, any_order=True, budget=500))
test_other_order = as_tests(
    same_game_laws(connect4.rules, connect4.sized(7, 6, 4, centre_first=True), any_order=True, budget=500)
)


def test_the_laws_depend_on_what_is_given() -> None:
    assert len(same_game_laws(record, bits)) == 1
    assert len(same_game_laws(record, bits, tictactoe.from_record)) == 2
    assert len(same_game_laws(record, bits, tictactoe.from_record, tictactoe.to_record)) == 3


@pytest.mark.slow
def test_the_player_at_the_end_is_not_bound() -> None:
    check_same_game(bits, wrong(bits, player=lambda p: bits.player(p) if bits.moves(p) else FIRST), identity)


def said(*args: Any, **options: Any) -> str:
    with pytest.raises(LawsBroken) as caught:
        check_same_game(*args, examples=100, **options)
    return str(caught.value)


def test_the_first_difference_is_said() -> None:
    def other(**changes: Any) -> AnyRules:
        return wrong(bits, **changes)

    differences: list[tuple[AnyRules, dict[str, Any], str]] = [
        (other(moves=lambda p: bits.moves(p)[::-1]), {}, "at the start, moves of the other tictactoe: item 0 is 8; expected 0, as in tictactoe"),
        (other(moves=lambda p: bits.moves(p)[:-1]), {"any_order": True}, "at the start, moves: tictactoe has the move 8, and the other tictactoe has not"),
        (other(moves=lambda p: (*bits.moves(p), 9)), {"any_order": True}, "at the start, moves: the other tictactoe has the move 9, and tictactoe has not"),
        (other(player=lambda p: FIRST), {}, "after the moves (0,), player of the other tictactoe: Player.FIRST; expected Player.SECOND, as in tictactoe"),
        (other(moves=lambda p: () if p else bits.moves(p), outcome=lambda p: Some(Outcome.DRAW) if p else Nothing), {},
         "after the moves (0,), outcome of the other tictactoe: Some(Outcome.DRAW); expected Nothing, as in tictactoe"),
        (other(outcome=lambda p: Nothing), {}, "outcome of the other tictactoe: Nothing; expected Some(Outcome.FIRST_WON), as"),
        (other(play=lambda p, move: bits.play(p, move if move else 9)), {},
         "after the moves (0,), tictactoe allows 0 in these moves, the other tictactoe does not: illegal move 9"),
        (in_words, {"to_move": lambda move: "i"}, "moves of the other tictactoe: item 1 is 'h'; expected 'i', as in tictactoe"),
    ]  # fmt: skip
    reports = {expected: said(bits, rules, None, None, **options) for rules, options, expected in differences}
    assert {expected: report for expected, report in reports.items() if expected not in report} == {}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_win_by_the_last_stone_that_counts_as_a_draw_is_found(seed: int) -> None:
    four = connect4.rules

    def outcome(p: Any) -> Maybe[Outcome]:
        return Some(Outcome.DRAW) if "." not in four.show(p) else four.outcome(p)

    with pytest.raises(
        LawsBroken, match=r"outcome of the other connect4: Some\(Outcome.DRAW\); expected Some\(Outcome"
    ):
        check_same_game(four, wrong(four, outcome=outcome), seed=seed, shrink_seconds=1)


@pytest.mark.slow
@pytest.mark.parametrize("disc", "XO")
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (2, 3, 4, 5))])
def test_a_side_that_is_wiped_out_early_and_draws_is_found(disc: str, seed: int) -> None:
    whole = othello.rules

    def outcome(p: Any) -> Maybe[Outcome]:
        return whole.outcome(p) if disc in board_of(p) else Some(Outcome.DRAW)

    def board_of(p: Any) -> str:
        return whole.show(p).rpartition("\n")[0]

    with pytest.raises(LawsBroken, match=r"outcome of the other othello: Some\(Outcome.DRAW\); expected Some\(Outcome"):
        check_same_game(whole, wrong(whole, outcome=outcome), seed=seed, shrink_seconds=1)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("rules", "seed"), [(checkers.rules, 1), (draughts.brazilian, 2)], ids=str)
def test_a_draw_after_too_many_occurrences_is_found(rules: AnyRules, seed: int) -> None:
    assert rules.draws is not None
    late = replace(rules, draws=rules.draws._replace(occurrences=rules.draws.occurrences + 1))
    with pytest.raises(
        LawsBroken, match=r"outcome of the other .*: Some\(Outcome.DRAW\)|outcome of the other .*: Nothing"
    ):
        check_same_game(with_draws(rules), with_draws(late), seed=seed, seconds=None, shrink_seconds=1)


@pytest.mark.slow
def test_reports_are_short() -> None:
    """Not pages of moves, where there are hundreds."""
    large = mnk.sized(20, 20, 5)
    report = said(large, wrong(large, moves=lambda p: large.moves(p)[:-1]))
    assert len(report) < 1250
    assert "moves of the other mnk:20,20,5: there are 399; expected 400: " in report


@pytest.mark.slow
def test_both_ways_are_checked() -> None:
    report = said(bits, bits, lambda p: p + 1, identity)
    assert "at the start, there and back, the position differs: 1; expected 0" in report
    doubled = said(bits, bits, identity, lambda q: 0)
    assert "after the moves (0,), there and back, the position differs: 0; expected 262145" in doubled


@pytest.mark.slow
def test_options_choose_what_is_run() -> None:
    name = "moves_player_and_outcome_are_the_same"
    seen: list[Any] = []
    check_same_game(bits, record, tictactoe.to_record, laws=[name], examples=5, progress=seen.append)
    assert [each.law for each in seen] == [name]
