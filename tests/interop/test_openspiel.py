"""Games of OpenSpiel as rules, and rules as its games: laws, texts, dice with unequal faces, and what does not fit."""

from __future__ import annotations

import pickle
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fpgames import CHANCE, IllegalMove, Rules
from fpgames.games import connect4, game, pig, tictactoe
from fpgames.interop.openspiel import (
    Position,
    _load,  # pyright: ignore[reportPrivateUsage]
    openspiel,
    to_openspiel,
)
from fpgames.testing import IncompleteCheck, LawsBroken, check_game, check_same_game
from tests.support.refusals import wrong_errors

needs_openspiel = pytest.mark.needs("pyspiel")


class DrawState:
    """A state of a fake game of OpenSpiel: the first player moves once, then chance draws, then the game is over."""

    def __init__(self, game: DrawGame) -> None:
        self.game, self.actions = game, list[int]()

    def current_player(self) -> int:
        return (0, -1, -4)[len(self.actions)]

    def is_terminal(self) -> bool:
        return self.current_player() == -4

    def is_chance_node(self) -> bool:
        return self.current_player() == -1

    def legal_actions(self) -> list[int]:
        return [*range(len(self.game.names))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [*enumerate(self.game.probabilities)]

    def history(self) -> list[int]:
        return self.actions

    def full_history(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(player=-n, action=action) for n, action in enumerate(self.actions)]

    def returns(self) -> tuple[float, float]:
        return self.game.returns

    def apply_action(self, action: int) -> None:
        self.actions = [*self.actions, action]

    def action_to_string(self, _: int, action: int) -> str:
        return self.game.names[action]

    def clone(self) -> DrawState:
        return copy(self)


@dataclass
class DrawGame:
    probabilities: Sequence[float] = (0.25, 0.75)
    returns: tuple[float, float] = (1.0, -1.0)
    max_length: int = 2
    names: tuple[str, ...] = ("a", "b")
    begin: Callable[[DrawGame], DrawState] = DrawState

    def get_type(self) -> SimpleNamespace:
        return SimpleNamespace(dynamics=1, information=1, utility=1, chance_mode=1)

    def num_players(self) -> int:
        return 2

    def max_game_length(self) -> int:
        return self.max_length

    def new_initial_state(self) -> DrawState:
        return self.begin(self)


def ended(game: DrawGame) -> DrawState:
    state = DrawState(game)
    state.actions = [0, 0]
    return state


GAME_TYPE = SimpleNamespace(
    Dynamics=SimpleNamespace(SEQUENTIAL=1),
    Information=SimpleNamespace(PERFECT_INFORMATION=1),
    Utility=SimpleNamespace(ZERO_SUM=1),
    ChanceMode=SimpleNamespace(SAMPLED_STOCHASTIC=0),
)
DRAW_GAMES: dict[str, DrawGame] = {}


@pytest.fixture(autouse=True)
def fake_openspiel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the module ``pyspiel`` by a fake one, in all tests that are not of OpenSpiel itself."""
    if request.cls is None:
        fake = ModuleType("pyspiel")
        vars(fake).update(registered_names=lambda: [*DRAW_GAMES], load_game=DRAW_GAMES.get, GameType=GAME_TYPE)
        monkeypatch.setitem(sys.modules, "pyspiel", fake)
        DRAW_GAMES.clear()
        _load.cache_clear()


def draw_rules(**options: Any) -> Rules[Position, int]:
    DRAW_GAMES["draw"] = DrawGame(**options)
    _load.cache_clear()
    return openspiel("draw")


@given(st.lists(st.integers(1, 999), min_size=1, max_size=10))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_chance_moves_are_listed_by_their_probabilities(counts: list[int]) -> None:
    rules = draw_rules(probabilities=[count / sum(counts) for count in counts])
    listed = Counter(rules.moves((0,)))
    assert [Fraction(listed[n], listed.total()) for n in range(len(counts))] == [
        Fraction(count, sum(counts)) for count in counts
    ]


def test_what_rules_cannot_have_is_refused() -> None:
    multiples = "expected multiples of 1/n, for one n of at most 10000"
    assert not wrong_errors(
        [
            *(
                (partial(draw_rules(probabilities=(chance, 1 - chance)).moves, (0,)), f"ValueError: {multiples}")
                for chance in (4e-5, 6e-5, 1 - 4e-5, 0.33333333, 0.70710678, 1e-13)
            ),
            (lambda: draw_rules(probabilities=(0.5, 0.25)).moves((0,)), rf"ValueError: after \[0\] are 0.5, 0.25; {multiples}"),
            (lambda: draw_rules(probabilities=(1 / 9973, 9972 / 9973 - 1 / 9967, 1 / 9967)).moves((0,)), f"ValueError: {multiples}"),
            (lambda: draw_rules(returns=(1, 0)).outcome((0, 0)), "ValueError: rewards of the players are 1 and 0; expected a sum of zero"),
            (lambda: draw_rules(max_length=0).moves(()), "ValueError: not over after 0 moves of its players, its max_game_length"),
            (lambda: draw_rules(begin=ended), "ValueError: 'draw' of OpenSpiel is over at its start; expected a game with"),
            (lambda: openspiel("other"), "ValueError: no game 'other'; its games are draw; import the module of a game in Python"),
        ]
    )  # fmt: skip
    assert draw_rules(max_length=1).moves((0,)) == (0, 1, 1, 1)  # the move of chance does not count


def test_states_that_share_a_board_are_refused_and_a_sum_of_returns_breaks_laws() -> None:
    class Shared(DrawState):
        def apply_action(self, action: int) -> None:
            self.actions.append(action)

    with pytest.raises(
        ValueError, match="openspiel:draw: a move in one game changes the game that was copied; expected"
    ):
        draw_rules(begin=Shared)
    with pytest.raises(LawsBroken, match="the rewards of the players are 1 and 0; expected a sum of zero"):
        check_game(draw_rules(returns=(1, 0)), laws=["moves_are_empty_exactly_at_the_end"])


def test_actions_with_the_name_of_another_are_shown_as_numbers() -> None:
    rules = draw_rules(names=("b c", "0", "x", "x", "y"))
    texts = [rules.show_move_in((), move) for move in range(5)]
    assert texts == ["0", "1", "2", "3", "y"]
    assert [rules.read_move_in((), text) for text in texts] == [*range(5)]


def test_a_game_in_python_is_imported_where_its_rules_are_unpickled() -> None:
    pickled = pickle.dumps(draw_rules())
    assert DrawGame.__module__.encode() in pickled
    assert pickle.loads(pickled).moves(()) == (0, 1)
    DRAW_GAMES.clear()
    _load.cache_clear()
    with pytest.raises(ImportError, match="test_openspiel does not register the game 'draw' of OpenSpiel"):
        pickle.loads(pickled).moves(())


@needs_openspiel
class TestOpenSpiel:
    @pytest.mark.parametrize("name", ["tic_tac_toe", "breakthrough(rows=5,columns=4)", "mancala", "pig(winscore=10)"])
    def test_a_game_keeps_the_laws(self, name: str) -> None:
        check_game(openspiel(name), budget=100, seconds=20, longest=2000, exclude=["every_game_ends"])

    def test_its_text_has_the_board_and_the_actions(self) -> None:
        rules = openspiel("tic_tac_toe")
        p = reduce(rules.play, [4, 0], rules.start)
        assert rules.show(p) == "o..\n.x.\n...\nafter: 4 0"
        assert rules.read(rules.show(p)) == p
        assert (rules.show_move_in(p, 8), rules.read_move_in(p, "x(2,2)"), rules.read_move_in(p, "8")) == (
            "x(2,2)",
            8,
            8,
        )
        for text in ("", "o..", "after: 4 4", "after: x", "after: 9", "so after: 4"):
            with pytest.raises(ValueError, match=r"expected|not legal"):
                rules.read(text)
        with pytest.raises(IllegalMove, match="illegal move 4; legal moves: 1 2 3 5 6 7 8"):
            rules.play(p, 4)

    def test_a_game_in_python_does_the_same_in_a_second_process(self) -> None:
        import_module("open_spiel.python.games.tic_tac_toe")  # registers the game
        with warnings.catch_warnings(action="error", category=IncompleteCheck):
            check_game(openspiel("python_tic_tac_toe"), laws=["a_second_process_does_the_same"], progress=False)

    def test_likely_faces_are_listed_several_times(self) -> None:
        rules = openspiel("banqi")
        p = rules.play(rules.start, rules.moves(rules.start)[0])  # turns a piece over
        assert rules.player(p) is CHANCE
        assert sorted(Counter(rules.moves(p)).values()) == [1] * 2 + [2] * 10 + [5] * 2  # generals, soldiers, others


CONNECT4: dict[str, Any] = {"moves": range(7), "longest": 42}
OPTIONS: dict[str, dict[str, Any]] = {
    **{name: {} for name in ("tictactoe", "tictactoe-record", "nim:3,2,1", "nim-misere:3,2", "kayles:6", "hex:3")},
    "connect4": CONNECT4,
    "connect4-record": CONNECT4,
    "mnk": {"moves": range(25), "longest": 25},
    "hex": {"moves": range(25), "longest": 25},
    "othello": {"moves": range(65), "longest": 120},
    "dots-and-boxes:2,2": {},
    "ewn": {"moves": [(stone, cell) for stone in range(1, 7) for cell in range(25)], "longest": 200, "faces": 6},
    "pig:20": {"moves": ["roll", "stop"], "longest": 5000, "faces": 6},
}


@needs_openspiel
class TestToOpenSpiel:
    @pytest.mark.parametrize("name", OPTIONS)
    def test_a_game_passes_the_tests_of_openspiel_and_its_bot_plays(self, name: str) -> None:
        import numpy as np
        import pyspiel
        from open_spiel.python.algorithms import mcts

        theirs = to_openspiel(game(name), **OPTIONS[name])
        pyspiel.random_sim_test(theirs, num_sims=2, serialize=False, verbose=False)
        draw = np.random.RandomState(1)
        bot = mcts.MCTSBot(theirs, 1.4, 5, mcts.RandomRolloutEvaluator(1, draw), random_state=draw)
        state = theirs.new_initial_state()
        for _ in range(8):
            if not state.is_terminal():
                state.apply_action(state.legal_actions()[0] if state.is_chance_node() else bot.step(state))
        assert game(name).read(str(state)) == state.p

    @pytest.mark.parametrize("name", ["tictactoe", "dots-and-boxes:2,1", "pig:20"])
    def test_there_and_back_is_the_same_game(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        theirs = to_openspiel(game(name), **OPTIONS.get(name, {}))
        monkeypatch.setattr("fpgames.interop.openspiel._load", lambda _: theirs)
        actions: dict[object, object] = {"roll": 0, "stop": 1, **{face: face - 1 for face in range(1, 7)}}
        to_move: Any = actions.get if name == "pig:20" else int
        check_same_game(game(name), openspiel("ours"), to_move=to_move, budget=50, examples=10)

    def test_a_state_has_the_texts_of_the_game(self) -> None:
        state = to_openspiel(tictactoe.rules, moves=range(8, -1, -1), longest=9).new_initial_state()
        state.apply_action(0)
        assert str(state) == tictactoe.rules.show(tictactoe.rules.play(tictactoe.rules.start, 8))
        assert (state.legal_actions(), state.action_to_string(1)) == ([*range(1, 9)], "7")
        copy = state.clone()
        copy.apply_action(1)
        assert (state.current_player(), copy.current_player(), state.history()) == (1, 0, [0])
        for action in (0, 9, -2):
            with pytest.raises(IllegalMove):
                state.apply_action(action)

    def test_faces_of_a_die_are_equally_likely(self) -> None:
        state = to_openspiel(pig.rules, **OPTIONS["pig:20"]).new_initial_state()
        state.apply_action(0)
        assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]

    def test_what_rules_lack_is_asked_for(self) -> None:
        with pytest.raises(ValueError, match="connect4 has more than 20000 positions; pass moves=, all moves"):
            to_openspiel(connect4.rules, moves=range(7))
        state = to_openspiel(pig.rules, moves=["roll", "stop"], longest=5000).new_initial_state()
        state.apply_action(0)
        with pytest.raises(ValueError, match="pig: chance has 6 moves; pass faces=6, or a greater number"):
            state.legal_actions()
        state = to_openspiel(connect4.rules, moves=range(6), longest=1).new_initial_state()
        with pytest.raises(ValueError, match="connect4: moves= does not have 6; expected all moves of the players"):
            state.legal_actions()
        state.apply_action(0)
        with pytest.raises(ValueError, match="connect4: a game is not over after 1 moves; pass a greater longest="):
            state.apply_action(0)
