"""Positions for the laws of bots: of random games, many of them a few moves before the end."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import AnyRules
from fpgames.testing.lines_of_play import AnyLine, Line
from fpgames.testing.nearest import longer
from fpgames.testing.suite import NotLookedAt

LONGEST = 400  # moves after which a random game is cut off
NEAR = 6  # moves before the end, where a move decides
ENOUGH = 500  # moves of random games, in the search for one with a certain outcome


def a_game(rules: AnyRules, rng: Random) -> AnyLine:
    """Play a random game; in some games, no move that ends the game is played if possible."""
    line: AnyLine = Line((), (rules.start,))
    goes_on = rng.random() < 0.3
    while len(line.moves) < LONGEST and (legal := rules.moves(line.end)):
        tried = rng.sample(legal, len(legal)) if goes_on else [rng.choice(legal)]
        after = [(move, rules.play(line.end, move)) for move in tried]
        line = longer(line, *next((each for each in after if goes_on and rules.moves(each[1])), after[0]))
    return line


def unfinished_position(rules: AnyRules, seed: int) -> AnyLine:
    """Return the line to a position with moves: anywhere in a random game, or a few moves before its end."""
    rng = Random(seed)
    game = a_game(rules, rng)
    last = len(game.moves) - (not rules.moves(game.end))
    return game.beginning(max(0, last - rng.randrange(NEAR)) if rng.random() < 0.6 else rng.randint(0, last))


def finished_position(rules: AnyRules, seed: int) -> AnyLine:
    """Return the line to the end of a game, with one outcome or another as often, if games have them."""
    rng = Random(seed)
    wanted, played, found = rng.choice([*Outcome]), 0, None
    while played < ENOUGH:
        game = a_game(rules, rng)
        played += len(game.positions)
        if not rules.moves(game.end):
            found = game
            if rules.outcome(game.end).value_or(None) == wanted:
                break
    if found is None:
        raise NotLookedAt(f"no random game ended in {LONGEST} moves")
    return found


def seeds() -> st.SearchStrategy[int]:
    """Draw numbers that random games grow from."""
    return st.integers(0, 2**64 - 1)
