"""The swap rule."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any, cast

import pytest

from fpgames import alpha_beta, build_tree, map_tree, share
from fpgames.games import GAMES, checkers, game
from fpgames.rules import AnyRules, PlayedGame, Player, Sides, with_draws, with_swap, write_game
from fpgames.testing import replay
from tests.support.refusals import wrong_errors

FIRST, SECOND = Player


def value_after(rules: AnyRules, *moves: Any) -> Any:
    return build_tree(rules)(replay(rules, *moves).end) | share | map_tree(rules.score) | alpha_beta


@pytest.mark.parametrize(
    "name", ["hex:2", "hex:3", "mnk:2,2,2", "mnk:3,3,3", "nim:1,2,2", "kayles:5", "dots-and-boxes:1,1"]
)
def test_the_second_player_takes_the_better_side(name: str) -> None:
    """``value (withSwap rules) = maximum [-(abs (value (play start m))) | m <- moves start]``."""
    rules = game(name)
    value = max(-abs(value_after(rules, move)) for move in rules.moves(rules.start))
    assert value_after(with_swap(rules)) == value
    assert value < 0 or not name.startswith("hex")


def test_after_a_swap_the_players_have_changed_sides() -> None:
    rules = with_swap(game("mnk:3,2,2"))
    for moves in (("a1", "swap", "c1", "a2"), ("a1", "c1", "a2")):
        end = replay(rules, *moves)
        assert rules.read(rules.show(end.end)) == end.end
        assert (
            rules.score(end.end)
            == rules.static(end.end)
            == rules.outcome(end.end).unwrap()
            == (-1 if "swap" in moves else 1)
        )
    swapped = replay(rules, "a1", "swap").end
    assert [*map(rules.player, (rules.start, swapped, rules.play(swapped, 1)))] == [FIRST, FIRST, SECOND]
    assert rules.read("...\n...") == Sides(game("mnk:3,2,2").start, 1)


def test_swapped_rules_pickle_and_games_keep_their_draws() -> None:
    for rules in (*GAMES.values(), with_draws(checkers.rules)):
        assert pickle.loads(pickle.dumps(with_swap(rules))) == with_swap(rules) != rules
        text = write_game(with_swap(rules), PlayedGame(with_swap(rules).start, ()))
        assert text.startswith(f'[Game "{rules.name}+swap"]')
    assert with_swap(with_draws(checkers.rules)).start.position == with_draws(checkers.rules).start


def test_wrong_calls_are_refused() -> None:
    rules: Any = game("hex:3")
    second = replace(rules, start=rules.play(rules.start, 0))
    with_move: Any = replace(rules, moves=lambda p: ("swap",))
    assert not wrong_errors([
        (lambda: with_swap(with_move).moves(with_swap(with_move).start), "ValueError: hex:3 has a move 'swap' of its own; expected"),
        (lambda: with_swap(rules).play(with_swap(rules).start, "swap"), "IllegalMove: illegal move 'swap'; legal moves: 0 1 2 3 4 5 6 7 8"),
        (lambda: with_swap(cast("Any", 7)), "TypeError: with_swap needs the rules of a game first"),
        (lambda: with_swap(with_swap(rules)), "ValueError: hex:3.swap has a swap rule already; pass the rules .* without it"),
        (lambda: with_swap(second), "ValueError: with_swap needs a game that the first player begins; in hex:3 the second"),
        (lambda: with_swap(rules).read(f"{rules.show(rules.start)}\nsides: new"), "ValueError: expected the line sides: open, kept or swapped; got 'new'"),
    ])  # fmt: skip
