"""Connect Four solved by pipelines of stages: the published numbers of nodes, all published scores, and other boards."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, minimax
from fpgames.games import connect4, tictactoe
from fpgames.rules import GameOver
from fpgames.search import alpha_beta, count_nodes, mtd_bi
from fpgames.solvers import solver_of
from fpgames.solvers.connect4 import connect4_solver, search_of_part, tree_of_part
from fpgames.testing import unfinished
from tests.solvers.connect4_positions import positions, sign, solved

RULES = connect4.rules
PARTS = range(3, 13)
NODES = {
    # Pons, *Solving Connect 4*, end easy: exact without a table; with one, at most as many as his.
    (3, False): 11_024_541, (4, False): 283_618, (5, False): 139_659, (6, False): 139_659, (7, False): 92_844,
    (8, False): 131_630, (9, False): 70_710, (10, False): 54_931, (11, False): 54_931, (12, False): 51_277,
    (4, True): 222_856, (5, True): 107_145, (6, True): 107_145, (7, True): 68_687, (8, True): 74_479,
    (9, True): 43_303, (10, True): 31_464, (11, True): 31_464, (12, True): 29_358,
}  # fmt: skip


@pytest.mark.parametrize(
    ("part", "weak"),
    [pytest.param(*each, marks=[pytest.mark.exhaustive] * (each not in ((5, True), (12, False)))) for each in NODES],
)
def test_every_step_finds_every_score_with_as_few_nodes(part: int, weak: bool) -> None:
    lines = positions("end_easy")
    scores, nodes = solved([line for line, _ in lines], part, weak)
    assert scores == [sign(score) if weak else score for _, score in lines]
    if part < 7:
        assert nodes == NODES[part, weak]
    else:
        assert nodes <= NODES[part, weak]


@pytest.mark.parametrize("weak", [False, True])
@pytest.mark.parametrize("part", PARTS[1:])
def test_every_step_finds_some_scores(part: int, weak: bool) -> None:
    lines = positions("end_easy")[::100]
    scores, _ = solved([line for line, _ in lines], part, weak)
    assert scores == [sign(score) if weak else score for _, score in lines]


@pytest.mark.exhaustive
@pytest.mark.parametrize("weak", [False, True])
def test_longer_games(weak: bool) -> None:
    lines = positions("middle_easy")
    scores, nodes = solved([line for line, _ in lines], 12, weak)
    assert scores == [sign(score) if weak else score for _, score in lines]
    assert nodes <= (532_709 if weak else 449_590)


def harder() -> Iterator[Any]:
    with (Path(__file__).parent / "connect4_harder.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            if row["set"] == "middle" and int(row["nodes"]) < 200_000:
                yield row["moves"], int(row["score"]), int(row["nodes"])


@pytest.mark.exhaustive
def test_harder_positions() -> None:
    for line, score, nodes in harder():
        found, visited = solved([line])
        assert found == [score], line
        assert visited <= 3 * nodes, line


@pytest.mark.parametrize("part", PARTS)
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
    assert minimax(tree) == alpha_beta(tree) == value
    if part > 3:
        assert mtd_bi(tree) == value
    assert sign(value) == sign(minimax(plain))


@pytest.mark.parametrize("part", [2, 13, "4", 3.0, [3]])
def test_there_are_ten_steps(part: Any) -> None:
    with pytest.raises(ValueError, match=r"there is no part .*; expected a number from 3 to 12"):
        tree_of_part(part)
    with pytest.raises(ValueError, match=r"there is no part .*; expected a number from 3 to 12"):
        search_of_part(part)


class TestSolver:
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
        solver = solver_of(RULES)
        won = RULES.read("1122334")
        for use in (solver.solve, solver.weak, solver.value_of_each_move):
            with pytest.raises(GameOver):
                use(won)

    @pytest.mark.parametrize(
        ("p", "wrong"),
        [
            ((3, 1), r"\(3, 1\) is not a position of a board of Size\(width=4"),  # a stone that is not one of all
            ((0, 2), "is not a position of a board of"),  # a stone that floats
            ((1, 129), "is not a position of a board of"),  # a stone of the standard board
            ((0, 1 << 62), "is not a position of a board of"),
            ((0, 3), "0 R and 2 Y; expected equal numbers, or one more R"),
            ("4455", "'4455' is not a position of a board of"),
            ([0, 0], r"\[0, 0\] is not a position of a board of"),
            ((0, 0.0), r"\(0, 0.0\) is not a position of a board of"),
            ((2, 3), "R began, but no column has R at its bottom"),
        ],
    )
    def test_of_positions_that_cannot_be(self, p: Any, wrong: str) -> None:
        solver = solver_of(connect4.sized(4, 4))
        for use in (solver.solve, solver.weak, solver.value_of_each_move):
            with pytest.raises(ValueError, match=wrong):
                use(p)

    def test_where_a_win_is_early(self) -> None:
        solution = solver_of(RULES).solve(RULES.read("112233"))
        assert solution[:3] == (18, (3,), (3,))


def test_nodes_are_counted_as_count_nodes_counts_them() -> None:
    line = positions("end_easy")[0][0]
    assert solved([line], 9)[1] == count_nodes(mtd_bi, tree_of_part(9)(RULES.read(line)))[1]
