"""Connect Four solved by pipelines of stages: published node counts and scores, and other boards."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from toolz import identity

from fpgames import Player, jit, minimax
from fpgames.games import connect4, tictactoe
from fpgames.search import alpha_beta, count_nodes, mtd_bi
from fpgames.solvers import solver_of
from fpgames.solvers.connect4 import connect4_solver, search_of_part, tree_of_part
from fpgames.testing import unfinished
from tests.support.connect4_positions import scored_positions, sign, solve_all
from tests.support.games import require_refused

RULES = connect4.rules
PARTS = range(3, 13)
STEPS = (3, 4, 5, 7, 8, 9, 10, 12)
NODES = {
    # Pons, *Solving Connect 4*, end easy: exact without a table; with one, at most as many as his.
    (3, False): 11_024_541, (4, False): 283_618, (5, False): 139_659, (6, False): 139_659, (7, False): 92_844,
    (8, False): 131_630, (9, False): 70_710, (10, False): 54_931, (11, False): 54_931, (12, False): 51_277,
    (4, True): 222_856, (5, True): 107_145, (6, True): 107_145, (7, True): 68_687, (8, True): 74_479,
    (9, True): 43_303, (10, True): 31_464, (11, True): 31_464, (12, True): 29_358,
}  # fmt: skip


def test_the_search_of_each_step() -> None:
    """The first in part 3, the second in parts 4 to 7, the third in all others."""
    searches = [repr(search_of_part(part)) for part in PARTS]
    assert searches == [repr(search) for search in (minimax, *[alpha_beta] * 4, *[mtd_bi] * 5)]


def test_two_steps_change_only_how_positions_are_kept() -> None:
    """They visit the same nodes, and are not looked at again below."""
    for part, same in ((6, 5), (11, 12)):
        for weak in (False, True):
            assert tree_of_part(part) is tree_of_part(same)
            assert repr(search_of_part(part, weak)) == repr(search_of_part(same, weak))
            assert NODES[same, weak] <= NODES[part, weak]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "weak"),
    [pytest.param(*each, marks=[pytest.mark.exhaustive] * (each != (5, True))) for each in NODES if each[0] in STEPS],
)
def test_every_step_finds_every_score_with_as_few_nodes(part: int, weak: bool) -> None:
    lines = scored_positions("end_easy")
    scores, nodes = solve_all([line for line, _ in lines], part, weak, jit if part == 3 else identity)
    assert scores == [sign(score) if weak else score for _, score in lines]
    if part < 7:
        assert nodes == NODES[part, weak]
    else:
        assert nodes <= NODES[part, weak]


@pytest.mark.slow
def test_every_step_finds_some_scores() -> None:
    lines = scored_positions("end_easy")[::100]
    expected = [score for _, score in lines]
    for part in STEPS[1:]:
        for weak in (False, True):
            scores, _ = solve_all([line for line, _ in lines], part, weak, identity)
            assert scores == ([*map(sign, expected)] if weak else expected), (part, weak)


@pytest.mark.exhaustive
def test_longer_games() -> None:
    """Every fourth score, and who wins in every twentieth; with the nodes that were visited when this was written."""
    for every, weak, expected in ((4, False, 119_825), (20, True, 18_026)):
        lines = scored_positions("middle_easy")[::every]
        scores, nodes = solve_all([line for line, _ in lines], 12, weak, identity)
        assert scores == [sign(score) if weak else score for _, score in lines]
        assert nodes == expected


@pytest.mark.exhaustive
def test_harder_positions() -> None:
    with (Path(__file__).parents[1] / "support/connect4_harder.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["set"] == "middle" and int(row["nodes"]) < 50_000]
    assert len(rows) == 23
    for row in rows:
        found, visited = solve_all([row["moves"]], prepare=identity)
        assert found == [int(row["score"])], row
        assert visited <= 3 * int(row["nodes"]), row


@pytest.mark.slow
@pytest.mark.parametrize("part", STEPS)
@settings(max_examples=5)
@given(st.data())
def test_every_step_finds_the_value_on_any_board(part: int, data: st.DataObject) -> None:
    size = data.draw(st.sampled_from([(3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 4, 4), (2, 5, 2), (5, 1, 2)]))
    rules = connect4.sized(*size)
    p = data.draw(unfinished(rules))
    if size == (4, 4, 4):
        while p[1].bit_count() < 9 and rules.moves(p):
            p = rules.play(p, rules.moves(p)[0])
    if not rules.moves(p):
        return
    tree, plain = tree_of_part(part, *size)(p), tree_of_part(3, *size)(p)
    value = minimax(plain)
    assert alpha_beta(tree) == value
    if part > 3:
        assert mtd_bi(tree) == value
    assert sign(value) == sign(minimax(plain))


def test_there_are_ten_steps() -> None:
    said = "there is no part {!r}; expected a number from 3 to 12"
    parts: list[Any] = [2, 13, "4", 3.0, [3]]
    for of_part in (tree_of_part, search_of_part):
        require_refused(of_part, [(part, said.format(part)) for part in parts])


class TestSolver:
    @settings(max_examples=5)
    @given(st.data())
    def test_a_solution_is_that_of_minimax(self, data: st.DataObject) -> None:
        size = data.draw(st.sampled_from([(3, 3, 3), (4, 3, 3), (3, 4, 3), (2, 5, 2)]))
        centre_first = data.draw(st.booleans())
        rules = connect4.sized(*size, centre_first=centre_first)
        p = data.draw(unfinished(rules))
        solver = connect4_solver(rules)
        assert solver is not None
        score, moves, line, nodes = solver.solve(p)
        known = connect4.facts(*size)
        each = {}
        for move in rules.moves(p):
            q = rules.play(p, move)
            each[move] = minimax(tree_of_part(3, *size)(q)) if rules.moves(q) else known.score(q)
        best = (max if rules.player(p) is Player.FIRST else min)(each.values())
        assert score == best
        assert dict(solver.value_of_each_move(p)) == each
        assert moves == tuple(move for move, value in each.items() if value == best)
        assert solver.weak(p) == sign(score)
        assert line[0] == moves[0]
        assert nodes > 0
        for move in line:
            p = rules.play(p, move)
        assert known.score(p) == score
        assert not rules.moves(p)

    def test_of_other_rules_and_finished_games(self) -> None:
        assert connect4_solver(tictactoe.rules) is None
        assert connect4_solver(connect4.record.rules) is None

    def test_of_positions_that_cannot_be(self) -> None:
        of_a_board = "{!r} is not a position of a board of Size(width=4"
        # A stone that is not one of all; a stone that floats; one of the standard board, and one further away.
        positions: list[Any] = [(3, 1), (0, 2), (1, 129), (0, 1 << 62), "4455", [0, 0], (0, 0.0)]
        wrong = [(p, of_a_board.format(p)) for p in positions]
        wrong += [
            ((0, 3), "0 R and 2 Y; expected equal numbers, or one more R"),
            ((2, 3), "R began, but no column has R at its bottom"),
        ]
        solver = solver_of(connect4.sized(4, 4))
        for use in (solver.solve, solver.weak, solver.value_of_each_move):
            require_refused(use, wrong)

    def test_where_a_win_is_early(self) -> None:
        solution = solver_of(RULES).solve(RULES.read("112233"))
        assert solution[:3] == (18, (3,), (3,))


def test_no_more_nodes_are_visited_than_before() -> None:
    rules = connect4.sized(4, 4, 3)
    assert {line: solver_of(rules).solve(rules.read(line)).nodes for line in ("11", "44")} == {"11": 274, "44": 257}


def test_nodes_are_counted_as_count_nodes_counts_them() -> None:
    line = scored_positions("end_easy")[0][0]
    assert solve_all([line], 9)[1] == count_nodes(mtd_bi)(tree_of_part(9)(RULES.read(line)))[1]
