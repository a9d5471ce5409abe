"""Random games of draughts, compared ply by ply with an independent library."""

from __future__ import annotations

import os
from typing import Any

import pytest

from fpgames import SplitMix
from fpgames.games import checkers, draughts
from fpgames.games.draughts import Draughts, Move
from fpgames.rules import Rules, with_draws

other: Any = pytest.importorskip("draughts", reason="pydraughts is not installed")
pytestmark = pytest.mark.exhaustive

PLIES = int(os.environ.get("DRAUGHTS_PLIES", "200"))  # of each game
RESULTS = {None: None, 0: 0, other.WHITE: 1, other.BLACK: -1}  # seen from white


def as_move(move: Any) -> Move:
    start, *_, end = move.steps_move
    return Move(start, end, tuple(sorted(filter(None, move.captures))))


def has_drawn_men_against_a_king(p: Draughts) -> bool:
    """Whether a man stands in an endgame against a king alone: its moves count there, by the rules of the federation.

    pydraughts counts the moves of kings only, so there it may see a draw later.
    """
    sides = sorted((p.first, p.second), key=int.bit_count)
    return sides[0].bit_count() == 1 and sides[1].bit_count() <= 3 and (p.first | p.second) & ~p.kings != 0


@pytest.mark.parametrize(("plain", "variant"), [(checkers.rules, "english"), (draughts.rules, "standard")])
def test_the_same_moves_and_results(plain: Rules[Draughts, Move], variant: str) -> None:
    rules, gen = with_draws(plain), SplitMix.from_seed(7)
    white = 1 if variant == "standard" else -1
    plies = 0
    while plies < PLIES:
        board, h = other.Board(variant=variant), rules.start
        while True:
            result = rules.outcome(h).map(lambda outcome: int(outcome) * white).value_or(None)
            assert RESULTS[board.winner()] == result or has_drawn_men_against_a_king(h.position)
            theirs = {as_move(move): move for move in board.legal_moves()}
            assert set(theirs) == set(plain.moves(h.position))
            if result is not None:
                break
            moves = rules.moves(h)
            n, gen = gen.uniform_r(0, len(moves) - 1)
            assert rules.read_move_in(h, theirs[moves[n]].pdn_move) == moves[n]
            board.push(theirs[moves[n]])
            h = rules.play(h, moves[n])
            plies += 1
