"""Lifted rules keep what still holds for the new positions, and derive or drop the rest."""

from __future__ import annotations

from typing import Any, NamedTuple

from returns.maybe import Some

from fpgames import Outcome, Player, build_tree, minimax
from fpgames.games import tictactoe
from fpgames.rules import lift
from fpgames.tree import map_tree, prune

rules = tictactoe.rules


class Boxed(NamedTuple):
    position: Any


def play(p: Boxed, move: Any) -> Boxed:
    return Boxed(rules.play(p.position, move))


def lifted(**given: Any) -> Any:
    return lift(rules, Boxed(rules.start), play=play, **given)


def first_always(p: Boxed) -> Player:
    return Player.FIRST


def test_with_another_player_it_does_not_claim_that_players_alternate() -> None:
    assert lifted().alternates
    assert not lifted(player=first_always).alternates
    assert lifted(player=first_always, alternates=True).alternates
    alone = lifted(player=first_always)
    assert build_tree(alone)(alone.start) | prune(5) | map_tree(alone.static) | minimax == 1


def test_with_another_outcome_values_are_those_of_that_outcome() -> None:
    lost = lifted(outcome=lambda p: Some(Outcome.SECOND_WON))
    assert (lost.static(lost.start), lost.score(lost.start)) == (-1, -1)
    assert lifted(outcome=lambda p: Some(Outcome.SECOND_WON), static=lambda p: 5).static(lost.start) == 5


def test_with_another_notation_of_moves_the_short_one_is_derived_from_it() -> None:
    named = lifted(show_move="move-{}".format, read_move=lambda text: int(text.removeprefix("move-")))
    assert named.show_move_in(named.start, 4) == "move-4"
    assert named.read_move_in(named.start, "move-4") == 4
