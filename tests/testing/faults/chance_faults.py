"""Faults in games and bots with a die: odds that differ, and chance that moves where the game is over."""

from __future__ import annotations

from dataclasses import replace

from toolz import unique

from fpgames import bot_random
from fpgames.play import AnyBot, bot_mc
from fpgames.rules import AnyRules, IllegalMove
from fpgames.testing import bot_laws, game_laws
from tests.support.dice import Race, rules
from tests.testing.faults import Fault, entry, planted, wrong

__all__ = ["DICE", "DICE_BOTS"]

DICE: dict[str, Fault] = {}
DICE_BOTS: dict[str, Fault] = {}
fault = entry(DICE, game_laws)
bot_fault = entry(DICE_BOTS, lambda bot, **options: bot_laws(rules, bot, **options))


@fault("players_alternate")
def players_are_said_to_alternate_although_a_die_rolls() -> AnyRules:
    return replace(rules, alternates=True)


@fault("moves_are_listed_once", planted(rules, "moves"))
def a_player_has_a_move_twice(p: Race) -> tuple[int, ...]:
    return rules.moves(p) if p.rolls else rules.moves(p) * 2


@fault("successors_are_the_plays_of_the_moves")
def two_faces_that_lead_to_one_position_are_one_successor() -> AnyRules:
    """So a search takes the mean of two values, where the die has three faces."""
    return wrong(rules, successors=lambda p: unique(rules.play(p, move) for move in rules.moves(p)))


@fault("play_accepts_every_move", planted(rules, "play"))
def the_last_roll_is_never_a_three(p: Race, face: int) -> Race:
    if p.rolls and p.left == 1 and face == 3:
        raise IllegalMove(face, (0, 1))
    return rules.play(p, face)


@bot_fault("its_moves_are_legal")
def a_bot_rolls_again_after_each_roll() -> AnyBot:
    return lambda p: bot_random(rules)(p).map(lambda move: 3 if p.left < 3 else move)


@bot_fault("it_gives_no_value_away", depth=4)
def a_bot_rolls_at_random_although_the_sure_point_wins() -> AnyBot:
    return bot_mc(rules, 1)
