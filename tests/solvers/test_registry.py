"""The solver of each game: generic or specific, and whether the margin of a win counts."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import Any

import pytest

from fpgames.games import checkers, connect4, game, othello, tictactoe
from fpgames.solvers import SOLVERS, registry, solver, solver_of
from fpgames.solvers.connect4 import connect4_solver
from tests.support.solving import CIRCLE, LARGER, SMALL


def test_only_the_winner_counts_where_the_score_says_no_more() -> None:
    games: list[Any] = [*SMALL, *LARGER, checkers.rules, CIRCLE]
    made = {rules.name: solver_of(rules).margins for rules in games}
    assert {name for name, margins in made.items() if margins} == {
        "dots-and-boxes:1,1", "dots-and-boxes:2,1", "dots-and-boxes:2,2", "othello:4",
    }  # fmt: skip


def test_a_name_alone_says_nothing_of_a_score() -> None:
    """Another game of the same name, and the same game with another score."""
    assert solver_of(replace(othello.sized(4), name="tictactoe")).margins
    assert solver_of(replace(othello.sized(4), name="nim:no-sizes")).margins
    assert solver_of(replace(tictactoe.rules, score=lambda p: 10 * int(tictactoe.static(p)), margins=True)).margins
    assert connect4_solver(replace(connect4.rules, show=str)) is None
    assert not solver_of(replace(connect4.record.rules, name="connect4")).margins


def test_it_knows_rules_that_another_process_has_sent() -> None:
    for name in ("tictactoe", "nim:3,2", "hex:3", "mnk:3,3,3", "kayles:5"):
        assert not solver_of(pickle.loads(pickle.dumps(game(name)))).margins


@pytest.mark.slow
def test_rules_that_were_copied_have_the_same_solver() -> None:
    for rules in (connect4.sized(4, 3, 3), connect4.sized(4, 3, 3, centre_first=True)):
        for same in (copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):
            assert solver_of(same).solve(rules.start) == solver_of(rules).solve(rules.start)


def test_another_game_with_a_name_of_connect_four() -> None:
    for name in ("connect4:0,0,4", f"connect4:{10**30},6,4", "connect4"):
        assert solver_of(replace(tictactoe.rules, name=name)).weak(0) == 0
    assert connect4_solver(replace(connect4.sized(3, 3, 3), score=lambda p: 5)) is None


def test_a_game_that_has_a_solver_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    own: Any = solver(tictactoe.rules)
    monkeypatch.setattr(
        registry, "SOLVERS", {**SOLVERS, "connect4": lambda rules: own if rules.name == "connect4:5,4,3" else None}
    )
    assert solver_of(connect4.sized(5, 4, 3)) is own
    assert solver_of(connect4.sized(3, 3, 3)) is not own
    assert solver_of(tictactoe.rules) is not own
