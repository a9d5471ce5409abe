"""Board games of PettingZoo as rules: the laws of games, our own games, rewards of numpy, and what does not fit."""

from __future__ import annotations

import pickle
from functools import partial, reduce
from importlib.util import find_spec

import pytest

from fpgames import Outcome, Player, SplitMix, bot_random, play_game
from fpgames.games import connect4, tictactoe
from fpgames.interop.pettingzoo import pettingzoo
from fpgames.testing import check_game, check_same_game

HAS_PETTINGZOO = find_spec("pettingzoo") is not None and find_spec("pygame") is not None
pytestmark = pytest.mark.filterwarnings("ignore:The old environment creation API has been:DeprecationWarning")
needs_pettingzoo = pytest.mark.skipif(not HAS_PETTINGZOO, reason="needs pettingzoo[classic]")


class Coin:
    """An environment of two moves, whose mask is in the info: the first agent is paid both numbers, 0 or 1."""

    metadata = {"name": "coin"}  # noqa: RUF012

    def __init__(self, agents: str = "ab", paid: int = -1) -> None:
        self.possible_agents, self.paid = list(agents), paid

    def reset(self, seed: int) -> None:
        self.agent_selection, self.left = self.possible_agents[0], 2
        self.rewards = dict.fromkeys(self.possible_agents, 0)
        self.terminations = self.truncations = dict.fromkeys(self.possible_agents, False)

    def last(self) -> tuple[object, ...]:
        return "board", 0, False, False, {"action_mask": [1, 1]}

    def step(self, action: int) -> None:
        self.rewards = {"a": action, "b": self.paid * action}
        self.agent_selection, self.left = "b", self.left - 1
        self.terminations = dict.fromkeys(self.possible_agents, self.left == 0)


def test_the_mask_may_be_in_the_info() -> None:
    rules = pettingzoo(Coin)
    assert rules.moves(rules.start) == ("0", "1")
    assert rules.outcome(("0", "0")).unwrap() is Outcome.DRAW
    assert rules.outcome(("1", "0")).unwrap() is Outcome.FIRST_WON  # by the reward of the first move


def test_other_agents_and_other_rewards_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"the environment coin has the agents \['a', 'b', 'c'\]; expected two of them"
    ):
        pettingzoo(partial(Coin, "abc"))
    with pytest.raises(ValueError, match=r"the rewards of the agents are 1.0 and 1.0; expected a sum of zero"):
        pettingzoo(partial(Coin, paid=1)).outcome(("1", "0"))


@pytest.mark.skipif(find_spec("pettingzoo") is not None, reason="PettingZoo is installed")
def test_without_pettingzoo_its_games_are_refused() -> None:
    with pytest.raises(ImportError, match="games of PettingZoo need the package pettingzoo: pip install"):
        pettingzoo("tictactoe_v3")


@needs_pettingzoo
class TestPettingZoo:
    @pytest.mark.filterwarnings("ignore::fpgames.testing.IncompleteCheck")  # PettingZoo is slow
    def test_a_game_keeps_the_laws(self) -> None:
        check_game(pettingzoo("tictactoe_v3"), budget=60, seconds=3)

    def test_games_are_the_same_as_ours(self) -> None:
        # PettingZoo counts the cells by columns; tic-tac-toe is symmetric
        check_same_game(tictactoe.rules, pettingzoo("tictactoe_v3"), to_move=str, budget=100, examples=10)

    @pytest.mark.exhaustive
    def test_connect_four_is_the_same_as_ours(self) -> None:
        check_same_game(connect4.rules, pettingzoo("connect_four_v3"), to_move=str, budget=20, examples=3)

    def test_rewards_are_numbers_of_numpy(self) -> None:
        from pettingzoo.classic import go_v5

        rules = pickle.loads(pickle.dumps(pettingzoo(partial(go_v5.env, board_size=5))))
        outcome, end = play_game(rules, rules.start, bot_random(rules), bot_random(rules)).eval(SplitMix.from_seed(1))
        assert rules.outcome(end).unwrap() is outcome

    def test_texts_and_players(self) -> None:
        rules = pettingzoo("tictactoe_v3")
        p = reduce(rules.play, ["0", "3", "1", "4", "2"], rules.start)
        assert rules.show(p) == "after: 0 3 1 4 2"
        assert rules.read(rules.show(p)) == p
        assert (rules.moves(p), rules.outcome(p).unwrap(), rules.player(rules.start)) == ((), 1, Player.FIRST)

    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("rps_v2", "the environment rps_v2 has no action_mask in its observations or infos"),
            ("leduc_holdem_v4", "the environment leduc_holdem_v4 begins at random; expected a game without chance"),
            ("no_game_v1", "PettingZoo has no classic environment 'no_game_v1', such as tictactoe_v3"),
        ],
    )
    def test_games_that_do_not_fit_are_refused(self, name: str, why: str) -> None:
        with pytest.raises(ValueError, match=why):
            pettingzoo(name)
