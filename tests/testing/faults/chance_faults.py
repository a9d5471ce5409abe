"""Faults in games and bots with a die: odds that differ, and chance that moves where the game is over."""

from __future__ import annotations

from dataclasses import replace

from toolz import unique

from fpgames import bot_random
from fpgames.play import bot_mc
from fpgames.rules import IllegalMove
from fpgames.testing import bot_laws, game_laws
from tests.support.dice import Race, rules
from tests.testing.faults import Fault, entry, planted, row_of, wrong

__all__ = ["DICE", "DICE_BOTS"]

DICE: dict[str, Fault] = {}
DICE_BOTS: dict[str, Fault] = {}
fault = entry(DICE, game_laws)
found_by = row_of(game_laws)
found_by_bots = row_of(lambda bot, **options: bot_laws(rules, bot, **options))


@fault("play_accepts_every_move", planted(rules, "play"))
def the_last_roll_is_never_a_three(p: Race, face: int) -> Race:
    if p.rolls and p.left == 1 and face == 3:
        raise IllegalMove(face, (0, 1))
    return rules.play(p, face)


DICE |= {
    "players are said to alternate although a die rolls": found_by("players_alternate", lambda: replace(rules, alternates=True)),
    "a player has a move twice": found_by("moves_are_listed_once",
        lambda p: rules.moves(p) if p.rolls else rules.moves(p) * 2, planted(rules, "moves")),
    # So a search takes the mean of two values, where the die has three faces.
    "two faces that lead to one position are one successor": found_by("successors_are_the_plays_of_the_moves",
        lambda: wrong(rules, successors=lambda p: unique(rules.play(p, move) for move in rules.moves(p)))),
}  # fmt: skip


DICE_BOTS |= {
    "a bot rolls again after each roll": found_by_bots("its_moves_are_legal",
        lambda: lambda p: bot_random(rules)(p).map(lambda move: 3 if p.left < 3 else move)),
    "a bot rolls at random although the sure point wins": found_by_bots("it_gives_no_value_away", lambda: bot_mc(rules, 1), depth=4),
}  # fmt: skip
