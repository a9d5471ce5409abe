"""Draws by repetition and by counting moves."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial, reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some

from fpgames import IllegalMove, Outcome
from fpgames.games import checkers, draughts
from fpgames.games.draughts import Draughts, Move, brazilian, pool
from fpgames.rules import History, Rules, why_drawn, with_draws
from fpgames.testing import unfinished

english = checkers.rules
drawn, international = with_draws(english), with_draws(draughts.rules)
THERE_AND_BACK = ("32-28", "1-6", "28-32", "6-1")


def after(rules: Rules[History[Draughts], Move], fen: str, *texts: str) -> History[Draughts]:
    return reduce(lambda h, text: rules.play(h, rules.read_move_in(h, text)), texts, rules.read(fen))


def quiet(rules: Rules[History[Draughts], Move], h: History[Draughts]) -> list[History[Draughts]]:
    """The positions after a move in which no capture has to be made."""
    after_each = map(partial(rules.play, h), rules.moves(h))
    return [q for q in after_each if not any(move.captured for move in rules.moves(q))]


def test_a_position_that_occurs_three_times() -> None:
    h = after(drawn, "B:WK1,12:BK32", *THERE_AND_BACK, *THERE_AND_BACK)
    assert (drawn.outcome(h), drawn.moves(h), drawn.static(h)) == (Some(Outcome.DRAW), (), 0)
    assert drawn.score(h) == 0
    with pytest.raises(IllegalMove, match="the game is over"):
        drawn.play(h, Move(32, 28))
    running = after(drawn, "B:WK1,12:BK32", *THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert drawn.outcome(running) is Nothing


def test_a_man_moves_in_between() -> None:
    h = after(drawn, "B:WK1,21:BK32", *THERE_AND_BACK, "32-28", "21-17", *("28-32", "1-6", "32-28", "6-1") * 2)
    assert drawn.outcome(h) == Some(Outcome.DRAW)  # the third time since the man's move
    assert len(h.seen) == 4


@pytest.mark.parametrize(
    ("rules", "fen", "plies"),
    [
        (drawn, "B:WK1,K2:BK31,K32", 80),  # forty moves of each side
        pytest.param(international, "W:WK1,K2,K3,K4:BK46,K50", 50, marks=pytest.mark.exhaustive),  # twenty-five
        pytest.param(international, "W:WK1,K2,K3:BK46", 32, marks=pytest.mark.exhaustive),  # sixteen
        (international, "W:WK1,K2:BK46", 10),  # five
    ],
)
def test_moves_that_change_nothing_are_counted(rules: Rules[History[Draughts], Move], fen: str, plies: int) -> None:
    """Play without captures, to positions that occurred least often."""
    begun = p = rules.read(fen)
    n = 0
    while rules.outcome(p) is Nothing:
        p, n = min(quiet(rules, p), key=lambda q: (not quiet(rules, q), q.seen[q.position])), n + 1
    assert (n, rules.outcome(p)) == (plies, Some(Outcome.DRAW))
    assert rules.read(rules.show(p)) == p != begun


def test_text() -> None:
    h = after(drawn, "B:WK1,12:BK32", "32-28", "1-6")
    assert drawn.show(h).splitlines()[-2:] == [
        "counts: 2", "seen: | B:WK1,12:BK32 | W:WK1,12:BK28"
    ]  # fmt: skip
    assert drawn.read(drawn.show(h)) == h == drawn.read(f"{drawn.show(h)}\n  \n")


def test_games_with_other_draws_or_values_are_not_equal() -> None:
    assert english.draws is not None
    twice = replace(english, draws=english.draws._replace(occurrences=2))
    assert twice != english
    assert with_draws(twice) != drawn
    assert with_draws(replace(english, static=lambda p: 0.5)).static != drawn.static


def test_why() -> None:
    won = drawn.read("B:WK1:B\ncounts: 80\nseen:")
    assert (why_drawn(english, won), why_drawn(english, drawn.start)) == ("", "")
    assert why_drawn(english, after(drawn, "B:WK1:BK32", *THERE_AND_BACK, *THERE_AND_BACK)) == "by repetition"


def test_rules_pickle() -> None:
    for rules in (english, draughts.rules, brazilian, pool):
        assert pickle.loads(pickle.dumps(with_draws(rules))) == with_draws(rules)
        assert repr(rules.successors) == f"{rules.name}.successors"


@pytest.mark.slow
@given(data=st.data())
def test_the_moves_are_those_of_the_plain_game(data: st.DataObject) -> None:
    h = data.draw(unfinished(drawn))
    assert drawn.moves(h) == english.moves(h.position)
    assert drawn.static(h) == english.static(h.position)
