"""A small game with a die: whoever moves gains one point, or as many as a die with the faces 0, 0 and 3 shows."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from returns.maybe import Maybe, Nothing

from fpgames import CHANCE, Outcome, Player, Rules, textbook
from fpgames.rules import Mover
from fpgames.rules.outcomes import outcome_of_score, require_legal

FACES = (0, 1, 3)
"""The moves of chance: the face with the number 1 is blank, so that two faces lead to one position."""


class Race(NamedTuple):
    """The first player's lead, the number of turns left, the number of the player to move, and whether the die rolls."""

    lead: int = 0
    left: int = 3
    turn: int = 1
    rolls: int = 0


def moves(p: Race) -> tuple[int, ...]:
    """Return the faces where the die rolls; before, 0 for the sure point and 1 for the die."""
    return FACES if p.rolls else (0, 1) if p.left else ()


def play(p: Race, move: int) -> Race:
    require_legal(move, moves(p))
    if not p.rolls and move:
        return p._replace(rolls=1)
    gain = 3 * (move == 3) if p.rolls else 1
    return Race(p.lead + p.turn * gain, p.left - 1, -p.turn)


def mover(p: Race) -> Mover:
    return CHANCE if p.rolls else Player(p.turn)


def outcome(p: Race) -> Maybe[Outcome]:
    return Nothing if p.left or p.rolls else outcome_of_score(p.lead)


def read(text: str) -> Race:
    lead, left, turn, rolls = map(int, text.split())
    return Race(lead, left, turn, rolls)


rules: Rules[Race, int] = Rules(
    name="race", start=Race(), moves=moves, play=play, player=mover, outcome=outcome,
    show=lambda p: f"{p.lead} {p.left} {p.turn} {p.rolls}", read=read, show_move=str, read_move=int,
)  # fmt: skip


def after(p: Race) -> list[Race]:
    return [play(p, move) for move in moves(p)]


def nodes(p: Race) -> list[Race]:
    return [p, *(q for child in after(p) for q in nodes(child))]


def ends(p: Race) -> list[Race]:
    return [q for q in nodes(p) if not moves(q)]


def fair(numbers: Iterable[Fraction]) -> Fraction:
    found = [*numbers]
    return sum(found, Fraction(0)) / len(found)


def exact_value(p: Race) -> Fraction:
    tree = textbook.build_tree(after, p, mover)
    value: Fraction = textbook.expectiminimax(textbook.map_tree(lambda q: Fraction(rules.static(q)), tree))
    return value


def probability(p: Race, won: Outcome) -> Fraction:
    return fair(probability(q, won) for q in after(p)) if moves(p) else Fraction(outcome(p).unwrap() is won)


def random_value(p: Race) -> Fraction:
    return probability(p, Outcome.FIRST_WON) - probability(p, Outcome.SECOND_WON)
