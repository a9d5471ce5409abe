"""Random games, played in Python without compiled code, and an estimate of the length of a game."""

from __future__ import annotations

from typing import TypeVar

from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.outcomes import MAX_PLAYOUT_MOVES, EndlessGame, Outcome
from fpgames.rules.record import M, P, Rules, final_outcome, moves_of

G = TypeVar("G", bound=Gen)


def random_playout(rules: Rules[P, M], p: P, gen: G) -> tuple[Outcome, int, G]:
    """Play random moves to the end of the game; return the outcome, the number of moves and the next generator."""
    next_moves, play = rules.moves, rules.play
    moves = next_moves(p)
    if type(moves) is not tuple:  # raises a TypeError; calling moves_of at each position would be slow
        moves_of(rules, p)
    for n in range(MAX_PLAYOUT_MOVES + 1):
        if not moves:
            return final_outcome(rules, p), n, gen
        i, gen = gen.uniform_r(0, len(moves) - 1)
        p = play(p, moves[i])
        moves = next_moves(p)
    raise EndlessGame(rules.name)


def length(rules: Rules[P, M], p: P) -> int:
    """Estimate the length of a game: return the number of moves of one random game."""
    try:
        return random_playout(rules, p, SplitMix.from_seed(0))[1]
    except EndlessGame:  # this random game did not end, but another one may
        return MAX_PLAYOUT_MOVES
