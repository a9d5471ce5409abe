"""Positions for the laws of bots: of random games, many of them a few moves before the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from hypothesis import strategies as st

from fpgames.rand.generators import SplitMix
from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import AnyRules
from fpgames.testing.laws import Broken, shortly
from fpgames.testing.nearest import Nearest
from fpgames.testing.suite import Case, NotLookedAt

LONGEST = 400  # moves after which a random game is cut off
NEAR = 6  # moves before the end, where a move decides
ENOUGH = 500  # moves of random games, in the search for one with a certain outcome
MOST_SEEN = 20_000  # positions in the search for a counterexample with fewer moves


class Reached(NamedTuple):
    """A position, and the moves that lead to it."""

    p: Any
    moves: tuple[Any, ...]

    def __str__(self) -> str:
        return f"after the moves {shortly(self.moves)}, in {shortly(self.p)}" if self.moves else "at the start"


def a_game(rules: AnyRules, rng: Random) -> list[Reached]:
    """Play a random game, and return all its positions; in some games, no move that ends the game is played if possible."""
    reached = [Reached(rules.start, ())]
    goes_on = rng.random() < 0.3
    while len(reached) <= LONGEST and (legal := rules.moves(reached[-1].p)):
        p, moves = reached[-1]
        after = [
            (move, rules.play(p, move)) for move in (rng.sample(legal, len(legal)) if goes_on else [rng.choice(legal)])
        ]
        move, q = next((each for each in after if rules.moves(each[1])), after[0]) if goes_on else after[0]
        reached.append(Reached(q, (*moves, move)))
    return reached


def unfinished_position(rules: AnyRules, seed: int) -> Reached:
    """Return a position with moves: anywhere in a random game, or a few moves before its end."""
    rng = Random(seed)
    reached = a_game(rules, rng)
    last = len(reached) - (1 if rules.moves(reached[-1].p) else 2)
    return reached[max(0, last - rng.randrange(NEAR)) if rng.random() < 0.6 else rng.randint(0, last)]


def finished_position(rules: AnyRules, seed: int) -> Reached:
    """Return a position in which the game is over, with one outcome or another as often, if games have them."""
    rng = Random(seed)
    wanted, played, found = rng.choice([*Outcome]), 0, None
    while played < ENOUGH:
        reached = a_game(rules, rng)
        played += len(reached)
        if not rules.moves(reached[-1].p):
            found = reached[-1]
            if rules.outcome(found.p).value_or(None) == wanted:
                break
    if found is None:
        raise NotLookedAt(f"no random game ended in {LONGEST} moves")
    return found


def seeds() -> st.SearchStrategy[int]:
    """Draw numbers that random games grow from."""
    return st.integers(0, 2**64 - 1)


def nearest(subject: Any, law: Callable[[Case], None], found: Broken, seconds: float) -> Broken:
    """Return the error of a case with simpler generators, and with positions nearer the start.

    Args:
        subject: what the law is looked at on; it has ``rules``.
        law: a function of a case that raises ``Broken`` if the law does not hold.
        found: the error to begin with; its ``case`` is made simpler.
        seconds: the time that it may take.
    """
    until = monotonic() + seconds
    best = found

    def breaks(case: Case) -> bool:
        nonlocal best
        try:
            law(case)
        except Broken as broken:
            best = broken
            return True
        return False

    if found.case and "gen" in found.case:
        breaks({**found.case, "gen": SplitMix.from_seed(0)})
    for name, place in found.case.items():
        if isinstance(place, Reached):
            for nearer in _nearer(subject.rules, place):
                if monotonic() > until or breaks({**best.case, name: nearer}):
                    break
    return best


def _nearer(rules: AnyRules, place: Reached) -> Iterator[Reached]:
    """Return positions with fewer moves, breadth first, those that have moves if this has, else those that have none."""
    running, near = bool(rules.moves(place.p)), Nearest(rules, MOST_SEEN)
    lines = takewhile(lambda line: len(line.moves) < len(place.moves), map(near.line, near.numbered()))
    return (Reached(line.end, line.moves) for line in lines if bool(rules.moves(line.end)) == running)
