"""A law that the others presuppose is looked at first; if it is broken, the others are left out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from fpgames.rules import AnyRules
from fpgames.testing import Counterexample, LawResult, LawsBroken, Suite, as_tests, check, check_game, game_laws
from fpgames.testing.laws.games import GameSubject
from fpgames.testing.running import checks
from tests.support.laws import reproduction_lines, run_reproduction
from tests.testing.faults import Fault, wrong
from tests.testing.faults.shared_boards import SHARED
from tests.testing.right_games import Board, board_game

LAW = "play_leaves_its_argument_as_it_was"
SEEDS = range(1, 6)


def report_of(fault: Fault, seed: int = 1) -> str:
    with pytest.raises(LawsBroken) as caught:
        check("a game", fault.laws(), seed=seed, progress=False)
    assert [law.name for law in caught.value.errors] == [LAW]
    return str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARED)
def test_a_shared_board_is_the_only_report(name: str) -> None:
    """Under each seed; the report says how many laws were left out."""
    for seed in SEEDS:
        summary = report_of(SHARED[name], seed).splitlines()[0]
        assert summary == "a game breaks 1 of 1 laws; the others presuppose it, and are left out: 19"


def test_it_names_the_move_shows_both_boards_and_says_what_to_do() -> None:
    _, _, found, *boards, see, law = report_of(SHARED["a list is copied shallowly"]).splitlines()
    assert found.startswith(
        f"{LAW}: at the start, play(p, 0) changes p, the position it is given; let it change a copy "
    )
    assert [line.strip() for line in boards] == [
        "...", "...", "...", "X to move", "p after play(p, 0):", "X..", "...", "...", "X to move",
    ]  # fmt: skip
    assert law.startswith("    the law: Positions are hashable, and `play` does not change its argument")
    assert see.strip().startswith("to see it again, with your `rules`: from fpgames.testing import replay; p = ")


@pytest.mark.parametrize("name", [name for name, fault in SHARED.items() if "lists again" not in name])
def test_what_is_pasted_shows_the_change(name: str) -> None:
    [see] = reproduction_lines(report_of(SHARED[name]))
    before, after = run_reproduction(see, rules=rules_of(name))
    assert before != after, see


def rules_of(name: str) -> AnyRules:
    """The rules of a fault, from a list of those that its laws are made with."""
    made: list[AnyRules] = []

    def recorded(rules: AnyRules, *rest: Any) -> GameSubject:
        made.append(rules)
        return GameSubject(rules, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fpgames.testing.laws.games.GameSubject", recorded)
        SHARED[name].laws()
    return made[0]


def test_a_refused_move_that_changes_the_board_is_named_as_refused() -> None:
    assert "although it refuses the move" in report_of(SHARED["a refused move is made before it is refused"])


def test_what_the_text_does_not_show_is_said() -> None:
    """Here the list of moves grows, but not the text."""

    def play(board: Board, move: int) -> Board:
        board.rows[0].append(".")
        rows = [row[:3] for row in board.rows]
        rows[move // 3][move % 3] = board.turn
        return Board(rows, "O" if board.turn == "X" else "X")

    rules = wrong(
        board_game(play), show=lambda board: "a board", moves=lambda board: tuple(range(len(board.cells()))), play=play
    )
    with pytest.raises(
        LawsBroken, match=r"the position it is given \(moves: there are 10; expected 9: 9 is one too many\)"
    ):
        check_game(rules, progress=False, laws=[LAW, "moves_are_listed_once"])


def test_a_list_in_a_position_is_said_to_be_a_tuple() -> None:
    found = report_of(SHARED["the board after a move has lists again"])
    assert "cannot be hashed (unhashable type: 'list'); use tuples instead of lists, and frozensets instead" in found
    with pytest.raises(ValueError, match=r"at its start, .* use tuples instead of lists"):
        game_laws(wrong(board_game(lambda board, move: board), start=[1]))


def test_a_prerequisite_is_run_on_the_line_that_breaks_another_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow game has no time for it at the beginning, and its fault would break another law."""
    presupposed, *phases = checks.PHASES
    monkeypatch.setattr(checks, "PHASES", [presupposed._replace(seconds=0.001), *phases])
    seen: list[LawResult] = []
    rules = rules_of("a dictionary of three is handed on")
    laws = {law.name: law for law in game_laws(rules, shrink_seconds=0)}
    with pytest.raises(LawsBroken) as caught:
        check("late", [laws["play_refuses_anything_else"], replace(laws[LAW], cost=50)], progress=seen.append)
    assert [law.name for law in caught.value.errors] == [LAW]
    assert [result.law for result in seen] == [LAW]


class TestSuites:
    """A law of your own may be one that others presuppose."""

    suite: Suite[bool] = Suite()

    @staticmethod
    @suite.law()
    def it_is_short(holds: bool) -> None:
        assert holds, "too long"

    @staticmethod
    @suite.law(prerequisite=True)
    def it_is_there(holds: bool) -> None:
        assert holds, "nothing"

    @staticmethod
    @suite.law()
    def it_is_long(holds: bool) -> None:
        assert holds, "too short"

    def test_it_is_told_at_once(self) -> None:
        seen: list[LawResult] = []
        with pytest.raises(LawsBroken, match=r"breaks 1 of 1 laws; .* left out: 2\n\nit_is_there: nothing"):
            check("it", self.suite.laws(False, "it"), progress=seen.append)
        assert [result.law for result in seen] == ["it_is_there"]
        check("it", self.suite.laws(True, "it"))

    def test_items_of_pytest_fail_with_it(self, request: pytest.FixtureRequest) -> None:
        """Each by itself, as pytest may run it alone."""
        test = partial(as_tests(self.suite.laws(False, "it")), request=request)
        for law in self.suite.laws(False, "it"):
            with pytest.raises(Counterexample, match=r"^it_is_there: nothing"):
                test(law=law)

    def test_one_of_another_subject_does_not_count(self, request: pytest.FixtureRequest) -> None:
        short = [law for law in self.suite.laws(False, "it") if not law.prerequisite]
        with pytest.raises(Counterexample, match=r"^it_is_short: too long"):
            as_tests([*self.suite.laws(False, "other"), *short])(short[0], request)
