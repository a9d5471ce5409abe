"""The bot that plays perfectly, by means of a solver."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given

from fpgames import SplitMix
from fpgames.games import checkers, connect4, dots_and_boxes, hex, othello, tictactoe
from fpgames.play import AnyBot, game_seed, play_one, read_bot
from fpgames.rules import AnyRules
from fpgames.rules.notation import DERIVED
from fpgames.solvers import ALL_BOTS, SOLVERS, TooLarge, bot_perfect, registry, solver, solver_of
from fpgames.testing import check_bot, unfinished

GEN = SplitMix.from_seed(1)


@pytest.mark.slow
def test_it_never_loses() -> None:
    perfect, chance = bot_perfect(tictactoe.rules), read_bot(tictactoe.rules, "random")
    for number in range(1, 13):
        bots: tuple[AnyBot, AnyBot] = (perfect, chance) if number % 2 else (chance, perfect)
        seed = game_seed(7, number)
        moves = play_one(tictactoe.rules, *bots, seed)
        outcome = tictactoe.rules.outcome(reduce(tictactoe.rules.play, moves, tictactoe.rules.start)).unwrap()
        assert int(outcome) * (1 if number % 2 else -1) >= 0


@pytest.mark.slow
@given(unfinished(tictactoe.rules))
def test_it_plays_the_first_move_of_the_line(p: int) -> None:
    bot = bot_perfect(tictactoe.rules)
    assert bot(p).run(GEN) == (solver_of(tictactoe.rules).solve(p).line[0], GEN)


def test_it_keeps_the_laws_of_bots() -> None:
    check_bot(hex.sized(2), bot_perfect(hex.sized(2)), exclude=["it_plays_the_same_in_a_second_process"])


def test_equal_rules_with_other_functions() -> None:
    """Rules are equal if they differ only in their score, which may change the best move."""
    rules, gen = dots_and_boxes.sized(2, 1), SplitMix.from_seed(1)
    p = rules.start
    for each in (rules, replace(rules, score=DERIVED), rules):
        assert bot_perfect(each)(p).eval(gen) == solver_of(each).solve(p).line[0]


def test_it_can_be_sent_to_workers() -> None:
    assert pickle.loads(pickle.dumps(bot_perfect(tictactoe.rules))) == bot_perfect(tictactoe.rules)


def test_by_its_name() -> None:
    assert read_bot(tictactoe.rules, "perfect", ALL_BOTS) == bot_perfect(tictactoe.rules)


@pytest.mark.slow
def test_a_game_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fpgames.solvers.perfect.MAX_NODES", 2_000)
    large: list[AnyRules] = [hex.sized(6), othello.rules, checkers.rules]
    for rules in large:
        with pytest.raises(ValueError, match=f"the bot 'perfect': {rules.name}.* is too large to be solved here"):
            read_bot(rules, "perfect", ALL_BOTS)
    with pytest.raises(TooLarge, match="a search visits more than 100 nodes"):
        bot_perfect(checkers.rules, 100)(checkers.rules.start).eval(GEN)


def test_a_solver_of_its_own_is_not_tried_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "SOLVERS", {**SOLVERS, "connect4": lambda rules: solver(rules, margins=False)})
    assert read_bot(connect4.rules, "perfect", ALL_BOTS) == bot_perfect(connect4.rules)
