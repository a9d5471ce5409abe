"""Equality of functions and stages by their parts, and how they pickle and print."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any, NamedTuple

from fpgames import alpha_beta, build_tree, map_tree, share
from fpgames.games import mnk
from fpgames.games.tictactoe import rules, static
from fpgames.play import bot_minimax, read_bot
from fpgames.rules import canonical, up_to_symmetry


class Adding(NamedTuple):
    n: int

    def to(self, x: int) -> int:
        return x + self.n


class AlsoAdding(Adding):
    """Whose records are equal to those of the other, as tuples are."""


def test_methods_differ_if_what_they_are_of_does() -> None:
    assert map_tree(Adding(3).to) == map_tree(Adding(3).to)
    assert Adding(3) == AlsoAdding(3)
    assert map_tree(Adding(3).to) != map_tree(AlsoAdding(3).to)
    assert map_tree(Adding(3).to) != map_tree(Adding(4).to)
    given: tuple[Any, ...] = ("abc".upper, ("upper", "abc"))
    method, pair = (map_tree(partial(max, each)) for each in given)
    assert method != pair


def test_equal_functions_are_equal() -> None:
    assert alpha_beta(alpha=1, beta=2) == alpha_beta(beta=2, alpha=1)
    assert repr(alpha_beta(beta=2, alpha=1)) == "alpha_beta(alpha=1, beta=2)"
    assert up_to_symmetry(rules) == up_to_symmetry(rules)
    plays: list[object] = [up_to_symmetry(rules).play, up_to_symmetry(mnk.rules).play]
    assert plays[0] != plays[1]
    made: tuple[Any, ...] = (
        canonical(rules), build_tree(up_to_symmetry(rules)) | share, bot_minimax(rules, 2, static),
        read_bot(rules, "alphabeta:9"),
    )  # fmt: skip
    for each in made:
        assert pickle.loads(pickle.dumps(each)) == each
    assert repr(canonical(rules)) == "canonical(<Rules: tictactoe>)"
    assert repr(bot_minimax(rules, 2, static)) == "bot_minimax(<Rules: tictactoe>, 2, static)"
