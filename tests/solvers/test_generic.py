"""Solvers: the values of plain recursion, exactly the optimal moves, and lines that reach the value."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from itertools import accumulate
from operator import neg
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules
from fpgames.compiled import meter
from fpgames.games import checkers, connect4, dots_and_boxes, game, hex, nim, othello, tictactoe
from fpgames.play import play_one, read_bot
from fpgames.rules import AnyRules, Symmetry, unreadable
from fpgames.rules.record import explicit_score
from fpgames.solvers import ALL_BOTS, Solver, TooLarge, bot_perfect, generic, solver, solver_of
from fpgames.testing import unfinished
from tests.support.games import require_refused
from tests.support.refusals import wrong_errors
from tests.support.solving import CIRCLE, LARGER, SMALL, recursive_solver


def by_search(rules: AnyRules) -> Solver[Any, Any]:
    return solver(rules, margins=solver_of(rules).margins)


@pytest.fixture
def deeper(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game is small enough to be solved backwards."""
    monkeypatch.setattr(generic, "MAX_RETROGRADE_POSITIONS", 0)


every_game = pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)


def check_solution(rules: AnyRules, solver: Solver[Any, Any], p: Any) -> None:
    found = recursive_solver(rules, solver.margins)
    value, length = found(p)
    solution = solver.solve(p)
    assert solution.score == value
    assert solver.weak(p) == (value > 0) - (value < 0)
    after = tuple((move, found(rules.play(p, move))[0]) for move in rules.moves(p))
    assert solver.value_of_each_move(p) == after
    assert solution.moves == tuple(move for move, each in after if each == value)
    assert solution.line[0] in solution.moves
    line = [p]
    for move in solution.line:
        assert move in rules.moves(line[-1])
        line.append(rules.play(line[-1], move))
    assert [found(q)[0] for q in line] == [value] * len(line)
    assert not rules.moves(line[-1])
    if value and not solver.margins:
        assert len(solution.line) == length
    else:
        assert solution.line[0] == solution.moves[0], "of equal moves the first"
    assert solution.nodes > len(solution.line)


@pytest.mark.slow
@every_game
@settings(max_examples=4)
@given(data=st.data())
def test_a_solution_is_that_of_plain_recursion(rules: AnyRules, data: st.DataObject) -> None:
    check_solution(rules, by_search(rules), data.draw(unfinished(rules)))


@pytest.mark.slow
@pytest.mark.parametrize("few", [pytest.param(0, marks=pytest.mark.exhaustive), generic.MAX_RETROGRADE_POSITIONS])
def test_the_beginning_is_solved(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generic, "MAX_RETROGRADE_POSITIONS", few)
    for rules in SMALL:
        for margins in {False, explicit_score(rules) is not None}:
            check_solution(rules, solver(rules, margins=margins), rules.start)


@pytest.mark.slow
@pytest.mark.parametrize("rules", LARGER, ids=lambda rules: rules.name)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_larger_games_are_solved_from_their_middle(rules: AnyRules, seed: int) -> None:
    line = play_one(rules, read_bot(rules, "random"), read_bot(rules, "random"), seed)
    check_solution(rules, by_search(rules), reduce(rules.play, line[: -min(len(line), 5)], rules.start))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "value"),
    # Tic-tac-toe, and Connect Four by Tromp; Othello by its own exhaustive search, discs with perfect play: white wins 11 to 3.
    [
        *((tictactoe.rules, 0), (hex.sized(3), 1), (othello.sized(4), -8)),
        pytest.param(connect4.sized(4, 4), 0, marks=pytest.mark.exhaustive),
    ],
    ids=lambda each: getattr(each, "name", str(each)),
)
def test_values_from_elsewhere(rules: AnyRules, value: int) -> None:
    assert solver_of(rules).solve(rules.start).score == value


def test_nim_is_won_as_bouton_says() -> None:
    """By the one move to a nim-sum of zero: three of the four, because 1 ^ 3 ^ 2 == 0."""
    rules = nim.heaps(4, 3, 2)
    solved = solver_of(rules).solve(rules.start)
    assert (solved.score, [rules.show_move(move) for move in solved.moves]) == (1, ["a3"])


@pytest.mark.slow
def test_symmetric_moves_are_searched_once() -> None:
    """And so nodes are fewer than in the game without its symmetries."""
    plain = replace(tictactoe.rules, symmetries=())
    merged, apart = (solver(rules, margins=False).solve(plain.start) for rules in (tictactoe.rules, plain))
    assert merged[:2] == apart[:2]
    assert merged.nodes < apart.nodes / 2


def test_few_positions_are_each_solved_once() -> None:
    rules = replace(tictactoe.rules, symmetries=())
    solution = solver(rules, margins=False).solve(rules.start)
    assert solution[:3] == (0, tuple(range(9)), (0, 4, 1, 2, 6, 3, 5, 7, 8))
    assert solution.nodes == 5_478  # positions of tic-tac-toe


@pytest.mark.slow
def test_play_that_goes_round_in_circles_is_a_draw() -> None:
    p = checkers.rules.read("B:WK1:BK32")
    made = solver_of(checkers.rules)
    score, moves, line, _ = made.solve(p)
    assert (score, moves) == (0, checkers.rules.moves(p))
    *before, last = accumulate(line, checkers.rules.play, initial=p)
    assert last in before
    assert len({*before}) == len(before)
    assert made.value_of_each_move(p) == tuple((move, 0) for move in moves)
    assert (made.weak(p), made.score(p)) == (0, 0)


def test_a_long_search_tells_how_deep_it_is(
    deeper: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(generic, "_LOG_NODES", 2)
    with caplog.at_level("INFO", "fpgames.solvers"):
        assert solver(tictactoe.rules, margins=False).weak(tictactoe.rules.read("XOX\nXOO\n.X.")) == 0
    assert caplog.messages == [
        f"searched {n} moves deep, {nodes} nodes: no forced win" for n, nodes in ((1, 3), (2, 8))
    ]


@pytest.mark.slow
def test_no_more_nodes_are_visited_than_before(deeper: None, uncompiled: None) -> None:
    """Windows and depths that are wider than they need be find the same, with more nodes."""
    nodes = {"tictactoe": 9_372, "kayles:6": 985, "kayles-misere:5": 276, "dots-and-boxes:2,1": 320}
    assert {name: solver_of(game(name)).solve(game(name).start).nodes for name in nodes} == nodes


def test_a_win_is_found_in_a_game_without_an_end(deeper: None) -> None:
    assert solver(CIRCLE).weak(CIRCLE.start) == 1
    assert not solver(CIRCLE).margins
    with pytest.raises(TooLarge, match="circle is too large to be solved here: a search visits more than 500 nodes"):
        solver(CIRCLE, max_nodes=500).weak((3, 1))


def test_a_win_is_found_in_draughts() -> None:
    """A game of two hundred moves; the position has a capture that ends it, and all other moves are illegal."""
    p = checkers.rules.read("B:W18:B14,K1")
    solution = solver_of(checkers.rules).solve(p)
    assert (solution.score, [checkers.rules.show_move_in(p, move) for move in solution.line]) == (1, ["14x23"])


def test_positions_that_cannot_be_ordered_are_not_merged() -> None:
    rules: Rules[complex, int] = Rules(
        name="two-steps", start=0j, moves=lambda p: (-1, 1) if abs(p) < 2 else (), play=lambda p, move: p + move,
        player=lambda p: Player.FIRST, outcome=lambda p: Nothing if abs(p) < 2 else Some(Outcome.FIRST_WON), show=str,
        read=unreadable, show_move=str, read_move=int, symmetries=(Symmetry(neg, neg),),
    )  # fmt: skip
    assert solver(rules).solve(rules.start)[:3] == (1, (-1, 1), (-1, -1))


def test_a_loss_at_once_has_no_slower_move() -> None:
    rules = replace(CIRCLE, name="poison", moves=lambda p: () if p[0] else (5, 7), play=lambda p, move: (move, -p[1]),
        outcome=lambda p: Some(Outcome.SECOND_WON) if p[0] else Nothing)  # fmt: skip
    assert solver(rules).solve(rules.start)[:3] == (-1, (5, 7), (5,))


@pytest.mark.exhaustive
def test_compiled_searches_find_the_same(deeper: None, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
    rules = dots_and_boxes.sized(2, 1)
    line = play_one(rules, read_bot(rules, "random"), read_bot(rules, "random"), 3)
    p = reduce(rules.play, line[:-4], rules.start)
    in_python = solver_of(rules).solve(p)
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 0)
    for max_nodes in (None, in_python.nodes):
        assert solver_of(rules, max_nodes=max_nodes).solve(p) == in_python
    with pytest.raises(TooLarge):
        solver_of(rules, max_nodes=1).solve(p)


STOPS = replace(CIRCLE, name="stops", moves=lambda p: () if p[0] in (1, 2, 8) else (1, -1), outcome=lambda p: Nothing)
DIFFERS = replace(
    CIRCLE, name="differs", moves=lambda p: {0: (5,), 5: (1,)}.get(p[0], ()), play=lambda p, move: (move, -p[1]),
    outcome=lambda p: Some(Outcome.FIRST_WON) if p[0] == 1 else Nothing,
    successors=lambda p: () if p[0] else ((1, -p[1]),),
)  # fmt: skip


def _ends_at_6_and_7(p: tuple[int, int]) -> Maybe[Outcome]:
    return {6: Some(Outcome.FIRST_WON), 7: Some(Outcome.SECOND_WON)}.get(p[0], Nothing)


# From 0 to 1 and to 2, and on to 6 or 7. The second player moves at 2, but if players take turns, the first does.
TWICE = replace(
    CIRCLE, name="twice", moves=lambda p: {0: (1,), 1: (2,), 2: (7, 6)}.get(p[0], ()), play=lambda p, move: (move, -1),
    outcome=_ends_at_6_and_7, alternates=True,
)  # fmt: skip


def test_rules_that_contradict_themselves_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an outcome at an end, with other successors than moves, or with another player than the turns say."""
    said = "{} cannot be solved: its rules contradict themselves; check_game"
    games: list[AnyRules] = [STOPS, DIFFERS, TWICE]
    solve = lambda rules: solver(rules).solve(rules.start)  # noqa: E731
    few = [(rules, said.format(rules.name)) for rules in games]
    few[0] = STOPS, "stops: moves returned () and outcome <Nothing> for (1, -1); expected moves while the game runs"
    require_refused(solve, few)
    halts = replace(TWICE, name="halts", moves=lambda p: () if p[0] else (5,), outcome=lambda p: Nothing,
        successors=lambda p: ((5, -1),), alternates=False)  # fmt: skip
    require_refused(solve, [(halts, said.format("halts"))])  # the line of the draw neither ends nor comes again
    p, winner = tictactoe.rules.read("XX.\nOO.\n..."), solver(tictactoe.rules, margins=False)
    found = winner.solve(p), winner.value_of_each_move(p)
    monkeypatch.setattr(generic, "MAX_RETROGRADE_POSITIONS", 0)
    require_refused(solve, few)
    again = winner.solve(p), winner.value_of_each_move(p)
    assert (again[0][:3], again[1]) == (found[0][:3], found[1])


def test_the_last_node_may_be_visited() -> None:
    """Two moves, which lead to equal positions, and one below them."""
    rules = nim.heaps(1, 1)
    assert solver(rules, margins=True, max_nodes=3).weak(rules.start) == -1
    with pytest.raises(TooLarge, match="nim:1,1 is too large to be solved here: a search visits more than 2 nodes"):
        solver(rules, margins=True, max_nodes=2).weak(rules.start)


def test_wrong_calls_are_refused() -> None:
    over, won = tictactoe.rules.read("XXX\nOO.\n..."), connect4.rules.read("1122334")
    makers: list[Any] = [solver, solver_of, bot_perfect]
    finished: list[Any] = [(solver(tictactoe.rules, margins=margins), over) for margins in (True, False)]
    assert not wrong_errors([
        (lambda: solver(CIRCLE, margins=True), "ValueError: margins need rules with a score, and circle has none"),
        *((partial(use, p), "GameOver: this game of .* is over") for made, p in (*finished, (solver_of(connect4.rules), won)) for use in (made.solve, made.weak, made.value_of_each_move)),
        *((partial(make, tictactoe), f"TypeError: {make.__name__} needs the rules of a game first") for make in makers),
        *((partial(make, tictactoe.rules, max_nodes=0), "ValueError: cannot visit 0 nodes; expected at least 1") for make in makers),
        (lambda: read_bot(tictactoe.rules, "perfect:3", ALL_BOTS), "ValueError: the bot 'perfect:3': nothing may follow its name; got ':3'; it is written perfect"),
        (lambda: read_bot(tictactoe.rules, "perfect"), r"ValueError: the bot 'perfect' needs a solver: read_bot\(rules, 'perfect', fpgames.solvers.ALL_BOTS"),
    ])  # fmt: skip
