"""Random games, played in Python without compiled code, and an estimate of the length of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fpgames.rand.generators import Gen, SplitMix
from fpgames.rand.walks import random_walk
from fpgames.rules.outcomes import MAX_PLAYOUT_MOVES, EndlessGame, Outcome
from fpgames.rules.record import M, P, Rules, final_outcome, moves_of

G = TypeVar("G", bound=Gen)


def random_playout(rules: Rules[P, M], p: P, gen: G) -> tuple[tuple[Outcome, int], G]:
    """Play random moves to the end of the game; return the outcome and the number of moves, and the next generator."""
    p, moves, n, gen = random_walk(moves_of(rules, p), rules.moves, rules.play, p, gen, MAX_PLAYOUT_MOVES)
    if moves:
        raise EndlessGame(rules.name)
    return (final_outcome(rules, p), n), gen


def sum_of_playouts(rules: Rules[P, M], p: P, n: int, value_of: Callable[[Outcome], int], gen: G) -> tuple[int, G]:
    """Play n random games; return the sum of the values of their outcomes, and the next generator."""
    total = 0
    for _ in range(n):
        (outcome, _), gen = random_playout(rules, p, gen)
        total += value_of(outcome)
    return total, gen


def length(rules: Rules[P, M], p: P) -> int:
    """Estimate the length of a game: return the number of moves of one random game."""
    try:
        return random_playout(rules, p, SplitMix.from_seed(0))[0][1]
    except EndlessGame:  # this random game did not end, but another one may
        return MAX_PLAYOUT_MOVES
