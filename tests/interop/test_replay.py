"""Rules of an object that changes: the laws of games, moves of any type, texts, and an object that questions change."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial, reduce
from math import nan
from typing import Any

import pytest
from returns.maybe import Maybe, Nothing

from fpgames import CHANCE, IllegalMove, Outcome, Player
from fpgames.interop.replay import one_word, outcome_of_rewards, replay_rules
from fpgames.rules.outcomes import outcome_of_score
from fpgames.testing import check_game, check_perft
from tests.support.refusals import wrong_errors


class Pile:
    """A pile of sticks. Each question takes a stick from it: whoever asks must ask a copy."""

    def __init__(self, sticks: int = 20) -> None:
        self.sticks, self.turn = sticks, 1

    def take(self, move: list[int]) -> None:
        self.sticks, self.turn = self.sticks - move[0], -self.turn


def moves(pile: Pile) -> list[list[int]]:
    return [[n, 0] for n in (1, 2) if n <= pile.sticks]


def player(pile: Pile) -> Player:
    pile.sticks -= 1
    return Player(pile.turn)


def outcome(pile: Pile) -> Maybe[Outcome]:
    left, pile.sticks = pile.sticks, pile.sticks - 1
    return Nothing if left else outcome_of_score(-pile.turn)


def show(pile: Pile) -> str:
    pile.sticks -= 1
    return "|" * (pile.sticks + 1)


rules = replay_rules("pile", Pile, moves=moves, play=Pile.take, player=player, outcome=outcome, show=show)


def test_it_keeps_the_laws() -> None:
    check_game(rules, budget=100, depth=12, exclude=["a_second_process_does_the_same"])
    check_perft(rules, {1: 2, 2: 4, 10: 1024})


def test_long_lines_are_played_again_in_parts() -> None:
    line = ["[1,0]"] * 20
    ends = {reduce(pickle.loads(pickle.dumps(rules)).play, line[:n], rules.start) for n in range(21)}
    assert {rules.show(p) for p in ends} == {
        f"{'|' * (20 - n)}\nafter: {' '.join(line[:n])}".strip() for n in range(21)
    }
    assert [rules.outcome(p).value_or(None) for p in ends if len(p) == 20] == [Outcome.SECOND_WON]


def test_its_text_has_the_board_and_the_moves() -> None:
    p = rules.play(rules.play(rules.start, "[2,0]"), "[1,0]")
    assert rules.show(p) == "|" * 17 + "\nafter: [2,0] [1,0]"
    assert rules.read(rules.show(p)) == rules.read("after: [2,0] [1,0]") == p
    for text in ("", "||", "after: [3,0]", "so after: [1,0]"):
        with pytest.raises(ValueError, match=r"expected the moves|'\[3,0\]' is not legal after the moves \(\)"):
            rules.read(text)
    with pytest.raises(IllegalMove, match=r"illegal move '\[3,0\]'; legal moves: \[1,0\] \[2,0\]"):
        rules.play(p, "[3,0]")
    with pytest.raises(ValueError, match="is not a move; expected one word"):
        rules.read_move("[1, 0]")


@pytest.mark.parametrize("shared", ["the game that was copied", "another game"])
def test_games_that_share_a_board_are_refused(shared: str) -> None:
    """Rules by replay may be right all the same, so no law would meet them."""
    one: list[int] = []
    functions: dict[str, Any] = {"begin": list, "copy": list.copy, "play": list.append, "outcome": lambda _: Nothing}
    ways: dict[str, Any] = {
        "another game": {"begin": lambda: one},
        "the game that was copied": {"copy": lambda game: game},
    }
    functions |= {"moves": lambda _: (1, 2), "player": lambda _: Player.FIRST, **ways[shared]}
    with pytest.raises(ValueError, match=f"list: a move in one game changes {shared}; expected games that share"):
        replay_rules("list", **functions)


def test_a_line_longer_than_the_recursion_is_played_again() -> None:
    long = replay_rules(
        "long", partial(Pile, 120), moves=moves, play=Pile.take, player=player, outcome=outcome, show=show
    )
    assert long.moves(("[1,0]",) * 119) == ("[1,0]",)


def moves_of(*legal: object, show_move: Callable[[Any], Any] = one_word) -> tuple[str, ...]:
    """Return the moves at the start of a game that lists ``legal``, which chance chooses from."""
    game = replay_rules(
        "game",
        Pile,
        moves=lambda _: legal,
        play=Pile.take,
        player=lambda _: CHANCE,
        outcome=outcome,
        show_move=show_move,
    )
    return game.moves(game.start)


def test_legal_moves_have_different_texts_of_one_word() -> None:
    assert moves_of(1, [0, 1], "a b", 1, "a b") == ("1", "[0,1]", "a-b", "1", "a-b")  # chance may list a move twice
    assert not wrong_errors(
        [
            (
                lambda: moves_of("a b", "a-b"),
                r"ValueError: after the moves \(\), .*'a b' and 'a-b' are both written 'a-b'",
            ),
            (
                lambda: moves_of(1, 2, "1"),
                "ValueError: the moves 1 and '1' are both written '1'; expected different texts",
            ),
            (lambda: moves_of([0, 1], "[0,1]"), r"ValueError: \[0, 1\] and '\[0,1\]' are both"),
            (lambda: moves_of("", 1), "ValueError: the move '' is written ''; expected one word; pass show_move="),
            (lambda: moves_of(1, show_move=int), "ValueError: the move 1 is written 1; expected one word"),
            (lambda: moves_of([0, 1], show_move=str), r"ValueError: is written '\[0, 1\]'; expected one word"),
        ]
    )


def test_outcomes_are_of_rewards_whose_sum_is_zero() -> None:
    rewards = [(2 / 3, 1 / 3 - 1), (-1, 1), (0, -0.0)]
    assert [outcome_of_rewards(*pair).unwrap() for pair in rewards] == [
        Outcome.FIRST_WON,
        Outcome.SECOND_WON,
        Outcome.DRAW,
    ]
    for pair in ((1.0, 0.0), (1.0, 1.0), (nan, nan)):
        with pytest.raises(ValueError, match=f"the rewards of the players are {pair[0]} and {pair[1]}; expected a sum"):
            outcome_of_rewards(*pair)
