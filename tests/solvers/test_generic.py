"""Solvers: the values of plain recursion, exactly the moves that keep them, and lines that reach them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import cache, reduce
from operator import neg
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules, SplitMix
from fpgames.compiled import patience
from fpgames.games import checkers, connect4, dots_and_boxes, game, hex, kayles, mnk, nim, othello, tictactoe
from fpgames.passes import with_passes
from fpgames.play import game_seed, play_one, read_bot
from fpgames.rules import AnyRules, GameOver, Symmetry, unreadable
from fpgames.solvers import ALL_BOTS, SOLVERS, Solver, TooLarge, bot_perfect, generic, registry, solver, solver_of
from fpgames.solvers.connect4 import connect4_solver
from fpgames.symmetry import up_to_symmetry
from fpgames.testing import check_bot, positions, unfinished

SMALL: list[AnyRules] = [
    tictactoe.rules,
    *(connect4.sized(3, 3, 3), connect4.sized(4, 3, 3), connect4.sized(1, 5, 4), connect4.sized(3, 4, 3, centre_first=True)),
    *(nim.heaps(3, 2, 2), nim.heaps(3, 2, misere=True), kayles.row(6), kayles.row(5, misere=True)),
    *(mnk.sized(3, 3, 3, forced=True), mnk.sized(2, 4, 3), hex.sized(2)),
    *(dots_and_boxes.sized(1, 1), dots_and_boxes.sized(2, 1), with_passes(dots_and_boxes.sized(2, 1))),
    up_to_symmetry(tictactoe.rules),
]  # fmt: skip
LARGER: list[AnyRules] = [
    *(dots_and_boxes.sized(2, 2), othello.sized(4), connect4.sized(4, 4), hex.sized(3), tictactoe.record.rules),
]


def by_search(rules: AnyRules) -> Solver[Any, Any]:
    """The generic solver, also of games that have one of their own."""
    return solver(rules, margins=solver_of(rules).margins)


every_game = pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
GEN = SplitMix.from_seed(1)


@cache
def by_recursion(rules: AnyRules, margins: bool) -> Callable[[Any], tuple[int, int]]:
    """The value of a position and the moves to the end, where wins are quick and losses slow; without a tree."""

    @cache
    def found(p: Any) -> tuple[int, int]:
        moves = rules.moves(p)
        if not moves:
            won = int(rules.outcome(p).unwrap())
            return rules.score(p) if margins and rules.score else won, 0
        sign = int(rules.player(p))
        below = [found(rules.play(p, move)) for move in moves]
        value, length = max(below, key=lambda each: (sign * each[0], -each[1] if sign * each[0] > 0 else each[1]))
        return value, length + 1

    return found


def check_solution(rules: AnyRules, solver: Solver[Any, Any], p: Any) -> None:
    """Every law of a solution in a position that has moves."""
    found = by_recursion(rules, solver.margins)
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


@every_game
@given(data=st.data())
def test_a_solution_is_that_of_plain_recursion(rules: AnyRules, data: st.DataObject) -> None:
    check_solution(rules, by_search(rules), data.draw(unfinished(rules)))


@every_game
def test_the_beginning_is_solved(rules: AnyRules) -> None:
    for margins in {False, rules.score is not None}:
        check_solution(rules, solver(rules, margins=margins), rules.start)


@pytest.mark.parametrize("rules", LARGER, ids=lambda rules: rules.name)
@given(seed=st.integers(0, 2**32))
def test_larger_games_are_solved_from_their_middle(rules: AnyRules, seed: int) -> None:
    line = play_one(rules, read_bot(rules, "random"), read_bot(rules, "random"), seed)
    check_solution(rules, by_search(rules), reduce(rules.play, line[: -min(len(line), 5)], rules.start))


@pytest.mark.parametrize(
    ("rules", "value"),
    # Tic-tac-toe, and Connect Four by Tromp; Othello by its own exhaustive search, discs with perfect play: white wins 11 to 3.
    [(tictactoe.rules, 0), (connect4.sized(4, 4), 0), (hex.sized(3), 1), (othello.sized(4), -8)],
    ids=lambda each: getattr(each, "name", str(each)),
)
def test_values_from_elsewhere(rules: AnyRules, value: int) -> None:
    assert solver_of(rules).solve(rules.start).score == value


def test_nim_is_won_as_bouton_says() -> None:
    """By the one move to a nim-sum of zero: three of the four, because 1 ^ 3 ^ 2 == 0."""
    rules = nim.heaps(4, 3, 2)
    solved = solver_of(rules).solve(rules.start)
    assert (solved.score, [rules.show_move(move) for move in solved.moves]) == (1, ["a3"])


def test_symmetric_moves_are_searched_once() -> None:
    """And so nodes are fewer than in the game without its symmetries."""
    plain = replace(tictactoe.rules, symmetries=())
    merged, apart = (solver(rules, margins=False).solve(plain.start) for rules in (tictactoe.rules, plain))
    assert merged[:2] == apart[:2]
    assert merged.nodes < apart.nodes / 2


# A game whose play may go on for ever: a step left or right on a circle of nine; it is over at 1 and at 5.
def _outcome(p: tuple[int, int]) -> Maybe[Outcome]:
    return {1: Some(Outcome.FIRST_WON), 5: Some(Outcome.SECOND_WON)}.get(p[0], Nothing)


def _play(p: tuple[int, int], move: int) -> tuple[int, int]:
    return (p[0] + move) % 9, -p[1]


CIRCLE: Rules[tuple[int, int], int] = Rules(
    name="circle",
    start=(0, 1),
    moves=lambda p: () if p[0] in (1, 5) else (-1, 1),
    play=_play,
    player=lambda p: Player(p[1]),
    outcome=_outcome,
    show=str,
    read=unreadable,
    show_move=str,
    read_move=int,
)


def test_a_win_is_found_in_a_game_without_an_end() -> None:
    assert solver(CIRCLE).weak(CIRCLE.start) == 1
    assert not solver(CIRCLE).margins
    with pytest.raises(TooLarge, match="circle is too large to be solved here: a search visits more than 500 nodes"):
        solver(CIRCLE, most=500).weak((3, 1))


def test_a_win_is_found_in_draughts() -> None:
    """A game of two hundred moves; the position has a capture that ends it, and all other moves are illegal."""
    p = checkers.rules.read("B:W18:B14,K1")
    solution = solver_of(checkers.rules).solve(p)
    assert (solution.score, [checkers.rules.show_move_in(p, move) for move in solution.line]) == (1, ["14x23"])


def test_positions_that_cannot_be_ordered_are_not_merged() -> None:
    rules: Rules[complex, int] = Rules(
        name="two-steps",
        start=0j,
        moves=lambda p: (-1, 1) if abs(p) < 2 else (),
        play=lambda p, move: p + move,
        player=lambda p: Player.FIRST,
        outcome=lambda p: Nothing if abs(p) < 2 else Some(Outcome.FIRST_WON),
        show=str,
        read=unreadable,
        show_move=str,
        read_move=int,
        symmetries=(Symmetry(neg, neg),),
    )
    assert solver(rules).solve(rules.start)[:3] == (1, (-1, 1), (-1, -1))


def test_a_loss_at_once_has_no_slower_move() -> None:
    rules = replace(CIRCLE, name="poison", moves=lambda p: () if p[0] else (5, 7), play=lambda p, move: (move, -p[1]),
        outcome=lambda p: Some(Outcome.SECOND_WON) if p[0] else Nothing)  # fmt: skip
    assert solver(rules).solve(rules.start)[:3] == (-1, (5, 7), (5,))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["dots-and-boxes:2,1", "tictactoe"])
def test_compiled_searches_find_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
    rules = game(name)
    line = play_one(rules, read_bot(rules, "random"), read_bot(rules, "random"), 3)
    p = reduce(rules.play, line[:-4], rules.start)
    in_python = solver_of(rules).solve(p)
    monkeypatch.setattr(patience, "ENOUGH", 0)
    assert solver_of(rules).solve(p) == in_python


STOPS = replace(CIRCLE, name="stops", moves=lambda p: () if p[0] in (1, 2, 8) else (1, -1), outcome=lambda p: Nothing)
DIFFERS = replace(
    CIRCLE,
    name="differs",
    moves=lambda p: {0: (5,), 5: (1,)}.get(p[0], ()),
    play=lambda p, move: (move, -p[1]),
    outcome=lambda p: Some(Outcome.FIRST_WON) if p[0] == 1 else Nothing,
    successors=lambda p: () if p[0] else ((1, -p[1]),),
)


def _ends_at_6_and_7(p: tuple[int, int]) -> Maybe[Outcome]:
    return {6: Some(Outcome.FIRST_WON), 7: Some(Outcome.SECOND_WON)}.get(p[0], Nothing)


# From 0 to 1 and to 2, and on to 6 or 7. The second player moves at 2, but if players take turns, the first does.
TWICE = replace(
    CIRCLE,
    name="twice",
    moves=lambda p: {0: (1,), 1: (2,), 2: (7, 6)}.get(p[0], ()),
    play=lambda p, move: (move, -1),
    outcome=_ends_at_6_and_7,
    alternates=True,
)


@pytest.mark.parametrize("rules", [STOPS, DIFFERS, TWICE], ids=lambda rules: rules.name)
def test_rules_that_contradict_themselves_are_refused(rules: Any) -> None:
    """Without an outcome at an end, with other successors than moves, or with another player than the turns say."""
    with pytest.raises(ValueError, match=f"{rules.name} cannot be solved: its rules contradict themselves; check_game"):
        solver(rules).solve(rules.start)


def test_margins_need_a_score() -> None:
    with pytest.raises(ValueError, match="margins need rules with a score, and circle has none"):
        solver(CIRCLE, margins=True)
    assert not solver(CIRCLE).margins


def test_a_finished_game_has_no_moves_to_solve() -> None:
    over = tictactoe.rules.read("XXX\nOO.\n...")
    for margins in (True, False):
        made = solver(tictactoe.rules, margins=margins)
        for function in (made.solve, made.weak, made.value_of_each_move):
            with pytest.raises(GameOver, match="this game of tictactoe is over"):
                function(over)


@pytest.mark.parametrize("make", [solver, solver_of, bot_perfect])
def test_bad_arguments(make: Any) -> None:
    with pytest.raises(TypeError, match=f"{make.__name__} needs the rules of a game first"):
        make(tictactoe)
    with pytest.raises(ValueError, match="cannot visit 0 nodes; expected at least 1"):
        make(tictactoe.rules, most=0)


class TestRegistry:
    def test_only_the_winner_counts_where_the_score_says_no_more(self) -> None:
        games: list[Any] = [*SMALL, *LARGER, checkers.rules, CIRCLE]
        made = {rules.name: solver_of(rules).margins for rules in games}
        assert {name for name, margins in made.items() if margins} == {
            "dots-and-boxes:1,1", "dots-and-boxes:2,1", "dots-and-boxes:2,1-with-passes", "dots-and-boxes:2,2", "othello:4",
            "mnk:3,3,3-forced", "tictactoe-up-to-symmetry",  # not games by name: their scores may say more
        }  # fmt: skip

    def test_a_name_alone_says_nothing_of_a_score(self) -> None:
        """Another game of the same name, and the same game with another score."""
        assert solver_of(replace(othello.sized(4), name="tictactoe")).margins
        assert solver_of(replace(othello.sized(4), name="nim:no-sizes")).margins
        assert solver_of(replace(tictactoe.rules, score=lambda p: 10 * int(tictactoe.static(p)))).margins
        assert connect4_solver(replace(connect4.rules, show=str)) is None
        assert not solver_of(replace(connect4.record.rules, name="connect4")).margins

    @pytest.mark.parametrize("name", ["tictactoe", "nim:3,2", "hex:3", "mnk:3,3,3", "kayles:5"])
    def test_it_knows_rules_that_another_process_has_sent(self, name: str) -> None:
        assert not solver_of(pickle.loads(pickle.dumps(game(name)))).margins

    @pytest.mark.parametrize("same", [copy.deepcopy, lambda rules: pickle.loads(pickle.dumps(rules))])
    def test_rules_that_were_copied_have_the_same_solver(self, same: Any) -> None:
        for rules in (connect4.sized(4, 4, 3), connect4.sized(4, 4, 3, centre_first=True)):
            assert solver_of(same(rules)).solve(rules.start) == solver_of(rules).solve(rules.start)

    @pytest.mark.parametrize("name", ["connect4-0x0-4", f"connect4-{10**30}x6-4", "connect4"])
    def test_another_game_with_a_name_of_connect_four(self, name: str) -> None:
        assert solver_of(replace(tictactoe.rules, name=name)).weak(0) == 0
        changed = replace(connect4.sized(3, 3, 3), score=lambda p: 5)
        assert connect4_solver(changed) is None

    def test_a_game_that_has_a_solver_of_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        own: Any = solver(tictactoe.rules)
        monkeypatch.setattr(
            registry, "SOLVERS", {**SOLVERS, "connect4": lambda rules: own if rules.name == "connect4-5x4-3" else None}
        )
        assert solver_of(connect4.sized(5, 4, 3)) is own
        assert solver_of(connect4.sized(3, 3, 3)) is not own
        assert solver_of(tictactoe.rules) is not own


class TestPerfect:
    def test_it_never_loses(self) -> None:
        perfect, chance = bot_perfect(tictactoe.rules), read_bot(tictactoe.rules, "random")
        for number in range(1, 13):
            bots = (perfect, chance) if number % 2 else (chance, perfect)
            seed = game_seed(7, number)
            moves = play_one(tictactoe.rules, *bots, seed)
            outcome = tictactoe.rules.outcome(reduce(tictactoe.rules.play, moves, tictactoe.rules.start)).unwrap()
            assert int(outcome) * (1 if number % 2 else -1) >= 0

    @given(unfinished(tictactoe.rules))
    def test_it_plays_the_first_move_of_the_line(self, p: int) -> None:
        bot = bot_perfect(tictactoe.rules)
        assert bot(p).run(GEN) == (solver_of(tictactoe.rules).solve(p).line[0], GEN)

    def test_it_keeps_the_laws_of_bots(self) -> None:
        check_bot(hex.sized(2), bot_perfect(hex.sized(2)))

    def test_equal_rules_with_other_functions(self) -> None:
        """Rules are equal if they differ only in their score, which may change the best move."""
        rules, gen = dots_and_boxes.sized(2, 1), SplitMix.from_seed(1)
        p = rules.start
        for each in (rules, replace(rules, score=None), rules):
            assert bot_perfect(each)(p).eval(gen) == solver_of(each).solve(p).line[0]

    def test_it_can_be_sent_to_workers(self) -> None:
        assert pickle.loads(pickle.dumps(bot_perfect(tictactoe.rules))) == bot_perfect(tictactoe.rules)

    @given(positions(tictactoe.rules).filter(lambda p: not tictactoe.rules.moves(p)))
    def test_it_has_no_move_in_a_finished_game(self, p: int) -> None:
        with pytest.raises(GameOver):
            bot_perfect(tictactoe.rules)(p).eval(GEN)

    def test_by_its_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert read_bot(tictactoe.rules, "perfect", ALL_BOTS) == bot_perfect(tictactoe.rules)
        with pytest.raises(
            ValueError, match="the bot 'perfect:3': nothing may follow its name; got ':3'; it is written perfect"
        ):
            read_bot(tictactoe.rules, "perfect:3", ALL_BOTS)
        with pytest.raises(ValueError, match="unknown bot 'perfect'; bots: alphabeta:D"):
            read_bot(tictactoe.rules, "perfect")

    def test_a_game_that_is_too_large_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("fpgames.solvers.perfect.MOST", 2_000)
        large: list[AnyRules] = [hex.sized(6), othello.rules, checkers.rules]
        for rules in large:
            with pytest.raises(ValueError, match=f"the bot 'perfect': {rules.name}.* is too large to be solved here"):
                read_bot(rules, "perfect", ALL_BOTS)
        with pytest.raises(TooLarge, match="a search visits more than 100 nodes"):
            bot_perfect(checkers.rules, 100)(checkers.rules.start).eval(GEN)

    def test_a_solver_of_its_own_is_not_tried_first(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "SOLVERS", {**SOLVERS, "connect4": lambda rules: solver(rules, margins=False)})
        assert read_bot(connect4.rules, "perfect", ALL_BOTS) == bot_perfect(connect4.rules)


def test_the_last_node_may_be_visited() -> None:
    """Two moves, which lead to equal positions, and one below them."""
    rules = nim.heaps(1, 1)
    assert solver(rules, margins=True, most=3).weak(rules.start) == -1
    with pytest.raises(TooLarge, match="nim:1,1 is too large to be solved here: a search visits more than 2 nodes"):
        solver(rules, margins=True, most=2).weak(rules.start)


def test_nothing_is_compiled_where_nodes_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter of such a search must not begin again in compiled code."""
    monkeypatch.setattr(generic, "jit_when_it_pays", None)
    assert solver(tictactoe.rules, margins=False, most=100_000).weak(tictactoe.rules.start) == 0
