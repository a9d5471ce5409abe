"""Board games of PettingZoo as rules, and rules as environments: laws, our own games, and what does not fit."""

from __future__ import annotations

from copy import deepcopy
from functools import partial, reduce
from typing import Any

import pytest

from fpgames import IllegalMove, Outcome, Player
from fpgames.games import connect4, dots_and_boxes, einstein, game, pig, tictactoe
from fpgames.interop.pettingzoo import pettingzoo, to_pettingzoo
from fpgames.rules.record import AnyRules
from fpgames.testing import LawsBroken, check_game, check_same_game

pytestmark = pytest.mark.filterwarnings("ignore:The old environment creation API has been:DeprecationWarning")
needs_pettingzoo = pytest.mark.needs("pettingzoo", "pygame")


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


class OneCoin(Coin):
    """All of them have one board, which is beyond the mask in each."""

    board: list[int] = []  # noqa: RUF012

    def reset(self, seed: int) -> None:
        self.board.clear()
        super().reset(seed)

    def last(self) -> tuple[object, ...]:
        return [*self.board], 0, False, False, {"action_mask": [1, 1]}

    def step(self, action: int) -> None:
        self.board.append(action)
        super().step(action)


def test_other_agents_and_other_rewards_are_refused() -> None:
    with pytest.raises(ValueError, match="a move in an environment coin changes another one; expected environments"):
        pettingzoo(OneCoin)
    with pytest.raises(LawsBroken, match=r"the rewards of the players are 1[.]0 and 1[.]0; expected a sum of zero"):
        check_game(pettingzoo(partial(Coin, paid=1)), laws=["moves_are_empty_exactly_at_the_end"])
    with pytest.raises(
        ValueError, match=r"the environment coin has the agents \['a', 'b', 'c'\]; expected two of them"
    ):
        pettingzoo(partial(Coin, "abc"))
    with pytest.raises(ValueError, match=r"the rewards of the players are 1.0 and 1.0; expected a sum of zero"):
        pettingzoo(partial(Coin, paid=1)).outcome(("1", "0"))


@needs_pettingzoo
class TestPettingZoo:
    @pytest.mark.filterwarnings("ignore::fpgames.testing.IncompleteCheck")  # PettingZoo is slow
    def test_a_game_keeps_the_laws(self) -> None:
        check_game(pettingzoo("tictactoe_v3"), budget=60, seconds=3)

    def test_texts_and_players(self) -> None:
        rules = pettingzoo("tictactoe_v3")
        p = reduce(rules.play, ["0", "3", "1", "4", "2"], rules.start)
        assert rules.show(p) == "after: 0 3 1 4 2"
        assert rules.read(rules.show(p)) == p
        assert (rules.moves(p), rules.outcome(p).unwrap(), rules.player(rules.start)) == ((), 1, Player.FIRST)


def array_of(p: Any) -> Any:
    from numpy import array

    return array(p, dtype="int32")


EWN_MOVES = [(stone, cell) for stone in range(1, 7) for cell in range(25)]
ENVIRONMENTS: dict[str, dict[str, Any]] = {
    **{
        name: {}
        for name in ("tictactoe", "tictactoe-record", "nim", "nim-misere:3,2", "kayles:6", "kayles-misere:6", "hex:3")
    },
    "connect4": {"moves": range(7)},
    "connect4-record": {"moves": range(7)},
    "mnk": {"moves": range(25)},
    "hex": {"moves": range(25)},
    "othello": {"moves": range(65)},
    "dots-and-boxes:2,2": {"observe": array_of},
    "pig": {"moves": ["roll", "stop"], "observe": array_of},
    "ewn": {"moves": EWN_MOVES, "observe": lambda p: array_of([*p.first, *p.second, p.turn, p.die])},
}


@needs_pettingzoo
class TestToPettingZoo:
    @pytest.mark.filterwarnings("ignore::UserWarning")  # about dictionaries of observations
    @pytest.mark.parametrize("name", ENVIRONMENTS)
    def test_an_environment_passes_the_tests_of_pettingzoo(self, name: str) -> None:
        from pettingzoo.test import api_test, seed_test

        make = partial(to_pettingzoo, game(name), **ENVIRONMENTS[name])
        api_test(make(), num_cycles=100)
        seed_test(make, num_cycles=100)

    @pytest.mark.parametrize("rules", [tictactoe.rules, dots_and_boxes.sized(2, 1)])
    def test_there_and_back_is_the_same_game(self, rules: AnyRules) -> None:
        make: Any = partial(to_pettingzoo, rules, moves=range(9), observe=lambda p: array_of([hash(p) % 1000]))
        check_same_game(rules, pettingzoo(make), to_move=str, any_order=True, budget=30, examples=5)

    def test_moves_are_numbered_in_their_order(self) -> None:
        env = to_pettingzoo(tictactoe.rules, moves=[8, 7, 6, 5, 4, 3, 2, 1, 0])
        env.reset()
        env.step(0)
        assert env.render() == tictactoe.rules.show(tictactoe.rules.play(tictactoe.rules.start, 8))
        observation, *_ = env.last()
        assert [*observation["action_mask"]] == [0] + [1] * 8
        assert [bytes(row) for row in observation["observation"]] == [b"...", b"...", b"..X"]
        other = deepcopy(env)
        with pytest.raises(IllegalMove):
            env.step(0)
        other.step(1)
        assert (env.agent_selection, other.agent_selection) == ("player_1", "player_0")

    def test_chance_is_drawn_with_the_seed(self) -> None:
        env = to_pettingzoo(pig.rules, **ENVIRONMENTS["pig"])

        def first_rolls(seed: int | None) -> list[str]:
            env.reset(seed=seed)
            texts = []
            for _ in range(20):
                env.step(0)
                texts.append(env.render())
            return texts

        assert first_rolls(1) == first_rolls(1) != first_rolls(2)
        assert first_rolls(2) != first_rolls(None)

    def test_what_rules_lack_is_asked_for(self) -> None:
        with pytest.raises(ValueError, match="connect4 has more than 20000 positions; pass moves=, all moves"):
            to_pettingzoo(connect4.rules)
        with pytest.raises(ValueError, match="pig has no diagram; pass observe=, a function from a position"):
            to_pettingzoo(pig.rules, moves=["roll", "stop"])
        untold: tuple[AnyRules, ...] = (einstein.rules, dots_and_boxes.rules)
        for rules in untold:
            with pytest.raises(ValueError, match=f"the diagrams of .* in {rules.name} are equal; pass observe="):
                to_pettingzoo(rules, moves=EWN_MOVES)
        env = to_pettingzoo(connect4.rules, moves=range(6))
        env.reset()
        with pytest.raises(ValueError, match="connect4: moves= does not have 6; expected all moves of the players"):
            env.last()
