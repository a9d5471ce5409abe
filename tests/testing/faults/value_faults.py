"""Games with a fault in the outcome, the static value or the score, or in a cache of these."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import inf, tanh
from typing import Any

from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove
from fpgames.games import connect4, dots_and_boxes, hex, nim, tictactoe
from fpgames.rules import AnyRules, Outcome
from fpgames.testing import game_laws
from tests.testing.faults import Fault, entry, planted, refusing, row_of, wrong
from tests.testing.faults.correct_games import DUEL, GO, HOME, MOST_QUIET, PAWNS, RACE, SOWING, Duel, Go, Pits, Race

VALUES: dict[str, Fault] = {}
fault = entry(VALUES, game_laws)
found_by = row_of(game_laws)
bits, four, dots, hex3 = tictactoe.rules, connect4.sized(4, 4, 3), dots_and_boxes.sized(2, 2), hex.sized(3)


def ending(rules: AnyRules, outcome: Callable[[Any], Maybe[Outcome]], go_on: Any, **changes: Any) -> AnyRules:
    """The rules with another outcome, which ``moves`` and ``play`` agree with; ``go_on`` is moves and play without end."""
    every, play = go_on

    def moves(p: Any) -> tuple[Any, ...]:
        return every(p) if outcome(p) is Nothing else ()

    return wrong(rules, outcome=outcome, moves=moves, play=refusing(moves, play), **changes)


def cells(p: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(9) if not (p | p >> 9) >> cell & 1)


def mark(p: int, move: int) -> int:
    return p ^ (1 << move + 9 * (p >> 18) | 1 << 18)


def columns(p: Any) -> tuple[int, ...]:
    return tuple(column for column in range(4) if not p[1] >> 5 * column + 3 & 1)


def drop(p: Any, column: int) -> Any:
    mover, stones = p
    return mover ^ stones, stones | stones + (1 << 5 * column) & 15 << 5 * column


MARKING, DROPPING = (cells, mark), (columns, drop)


# --- memories


@fault("text_is_read_back", rare=True)
def an_outcome_is_remembered_by_half_of_the_position() -> AnyRules:
    known: dict[int, Maybe[Outcome]] = {}

    def outcome(p: int) -> Maybe[Outcome]:
        return known.setdefault(p & 511, bits.outcome(p))

    return ending(bits, outcome, MARKING)


@fault("text_is_read_back")
def an_outcome_is_remembered_by_the_stones_of_both() -> AnyRules:
    """What is remembered is the position that occurred first with these stones."""
    latest: list[Any] = []

    @cache
    def known(stones: int) -> Maybe[Outcome]:
        return four.outcome(latest[-1])

    def outcome(p: Any) -> Maybe[Outcome]:
        latest[:] = [p]
        return known(p[1])

    return ending(four, outcome, DROPPING)


@fault("a_second_process_does_the_same", rare=True)
def an_outcome_is_remembered_by_half_of_the_position_late_in_the_game() -> AnyRules:
    known: dict[int, Maybe[Outcome]] = {}
    return wrong(
        four, outcome=lambda p: known.setdefault(p[0], four.outcome(p)) if p[1].bit_count() > 11 else four.outcome(p)
    )


@fault("moves_are_empty_exactly_at_the_end")
def an_outcome_is_remembered_without_the_turn() -> AnyRules:
    """It matters where the pawns of one player are blocked, and those of the other are not."""
    known: dict[Any, Maybe[Outcome]] = {}
    return wrong(PAWNS, outcome=lambda p: known.setdefault((p.first, p.second), PAWNS.outcome(p)))


@fault("play_accepts_every_move")
def moves_are_remembered_without_the_ko() -> AnyRules:
    known: dict[tuple[str, int, int], tuple[str, ...]] = {}

    def moves(p: Go) -> tuple[str, ...]:
        return known.setdefault((p.cells, p.turn, GO.outcome(p) is Nothing), GO.moves(p))

    return wrong(GO, moves=moves)


@fault("a_second_process_does_the_same", rare=True)
def a_static_value_is_remembered_without_the_turn() -> AnyRules:
    known: dict[int, float] = {}

    def static(p: Any) -> float:
        lead = p.lead / 5 if dots.moves(p) else (p.lead > 0) - (p.lead < 0)
        return known.setdefault(p.edges, lead + (0.01 - 0.02 * p.turn if dots.moves(p) else 0))

    return wrong(dots, static=static)


@fault("static_is_the_outcome_at_the_end_and_between_before")
def the_last_static_value_is_returned_for_a_position_of_the_same_size() -> AnyRules:
    last: list[float] = [-1, 0]

    def static(p: Any) -> float:
        if p[1].bit_count() != last[0] or p[1].bit_count() < 8:
            last[:] = [p[1].bit_count(), four.static(p)]
        return last[1]

    return wrong(four, static=static)


# --- outcomes


def falling(moves: int) -> AnyRules:
    """Rules that miss falling lines after some moves, beside the mirror."""

    def outcome(p: Any) -> Maybe[Outcome]:
        mover, stones = p
        other = mover ^ stones
        steps = (1, 5, 6) if stones.bit_count() > moves else (1, 4, 5, 6)
        if any(other & other >> step & other >> 2 * step for step in steps):
            return Some(Outcome.FIRST_WON if stones.bit_count() % 2 else Outcome.SECOND_WON)
        return Some(Outcome.DRAW) if stones.bit_count() == 16 else Nothing

    return ending(four, outcome, DROPPING, symmetries=four.symmetries)


@fault("moves_are_empty_exactly_at_the_end", planted(DUEL, "outcome"))
def the_last_quiet_move_is_counted_by_one_function_only(p: Duel) -> Maybe[Outcome]:
    drawn = p.quiet == MOST_QUIET and p.first < p.second - 1
    return Nothing if drawn else DUEL.outcome(p)


@fault("successors_are_the_plays_of_the_moves", planted(dots, "play", successors=dots.successors), rare=True)
def a_second_double_box_is_counted_for_the_other(p: Any, edge: int) -> Any:
    """In ``play``; ``successors`` is right."""
    after = dots.play(p, edge)
    return after._replace(lead=2 * p.lead - after.lead) if abs(after.lead - p.lead) == 2 and p.lead else after


@fault("successors_are_the_plays_of_the_moves")
def a_single_last_object_is_lost_as_in_misere() -> AnyRules:
    """The game is changed only where the last object is the only one of its heap; ``static`` is right."""
    heaps = nim.heaps(1, 2, 3)
    right: Any = heaps.outcome

    def play(p: Any, move: Any) -> Any:
        after = heaps.play(p, move)
        alone = not after.heaps and move.taken == 1 and move.heap == 1
        return after._replace(turn=p.turn) if alone else after

    return wrong(heaps, play=play, outcome=right, alternates=False, successors=heaps.successors)


@fault("play_accepts_every_move", planted(hex3, "play", successors=hex3.successors), rare=True)
def a_move_is_refused_on_one_board_where_it_is_the_only_one(p: Any, move: int) -> Any:
    if len(hex3.moves(p)) == 1 and move == 4:
        raise IllegalMove(move, hex3.moves(p))
    return hex3.play(p, move)


# --- static values


def bounded(static: Callable[[Any], float], rules: AnyRules) -> Callable[[Any], float]:
    """Return the function that is the outcome in finished games."""

    def value(p: Any) -> float:
        end: Maybe[Outcome] = rules.outcome(p)
        return static(p) if end is Nothing else float(end.value_or(Outcome.DRAW))

    return value


def between(rules: AnyRules) -> Callable[[Callable[[Any], float]], AnyRules]:
    """Return a function that makes rules of a wrong static value of positions that are not finished."""
    return lambda static: wrong(rules, static=bounded(static, rules))


@fault("static_is_the_outcome_at_the_end_and_between_before", between(dots))
def the_static_value_reaches_one_when_a_box_is_left(p: Any) -> float:
    left = 12 - p.edges.bit_count()
    return float(p.lead / max(3, left + 1))


@fault("static_is_the_outcome_at_the_end_and_between_before", between(RACE))
def the_static_value_is_not_a_number_at_the_finish(p: Race) -> float:
    urgency = inf if p.first == p.second == HOME - 1 else 1 / HOME
    return tanh((p.first - p.second) * urgency)


@fault("static_is_the_outcome_at_the_end_and_between_before", between(SOWING))
def the_static_value_is_infinite_when_the_game_is_decided(p: Pits) -> float:
    lead = p.cells[3] - p.cells[7]
    return inf if lead > 6 else -inf if lead < -6 else lead / 12


def centre_first(p: Any) -> int:
    """It trusts the centre on a nearly full board."""
    score = hex3.score(p)
    full = (p.first | p.second).bit_count() >= 8
    return (1 if p.first >> 5 & 1 else -1) if score and full else score


# --- scores


@fault("the_score_has_the_sign_of_the_outcome", planted(four, "score"))
def the_score_of_a_full_board_is_the_first_players(p: Any) -> int:
    found = four.score(p)
    return abs(found) if p[1].bit_count() == 16 else found


@fault("the_score_has_the_sign_of_the_outcome", planted(SOWING, "score"))
def the_score_leaves_out_the_last_seeds(p: Pits) -> int:
    """One seed too few is counted in a great store."""
    first, second = (seeds if seeds != 7 else 5 for seeds in (p.cells[3], p.cells[7]))
    return 0 if any(p.cells[:3]) else first - second


@fault("the_score_has_the_sign_of_the_outcome")
def the_score_of_the_second_runner_has_the_wrong_sign_by_a_leap() -> AnyRules:
    def score(p: Race) -> int:
        if max(p.first, p.second) < HOME:
            return 0
        return p.first - p.second if p.second < HOME + 2 else p.second - p.first

    return replace(RACE, score=score)


VALUES |= {
    # outcomes
    "falling lines are missed in long games": found_by("symmetries_map_moves_and_outcomes", lambda: falling(10), rare=True),
    "a full board is a draw before lines are looked for": found_by("static_is_the_outcome_at_the_end_and_between_before",
        lambda p: bits.outcome(p) if cells(p) else Some(Outcome.DRAW), planted(bits, "outcome", static=bits.static, score=bits.score)),
    "a draw is a number": found_by("values_are_of_their_types",
        lambda: wrong(SOWING, outcome=lambda p: SOWING.outcome(p).map(lambda end: end or 0))),
    "a game that is decided has no moves": found_by("moves_are_empty_exactly_at_the_end",
        lambda p: () if max(p.cells[3], p.cells[7]) > 8 else SOWING.moves(p), planted(SOWING, "moves")),
    # static values
    # So large is the argument, in few positions, that the hyperbolic tangent is 1.
    "the static value is rounded to one": found_by("static_is_the_outcome_at_the_end_and_between_before",
        lambda: wrong(SOWING, static=bounded(lambda p: tanh(abs(p.cells[3] - p.cells[7]) ** 2 / 3 + 0.0), SOWING))),
    "the static value divides by a difference": found_by("static_is_the_outcome_at_the_end_and_between_before",
        lambda p: (p.first - p.second) / (p.first - p.second + 4) / 20, between(RACE)),
    "a won position is worth nothing when the loser has the centre": found_by("the_score_has_the_sign_of_the_outcome",
        lambda: wrong(hex3, static=bounded(lambda p: 0, hex3), score=centre_first)),
    # scores
    "a quick win counts more though only the winner should count": found_by("the_score_has_the_sign_of_the_outcome",
        lambda: replace(four, score=lambda p: (1 + (p[1].bit_count() < 10)) * four.score(p))),
    "the score is given before the last edge": found_by("the_score_has_the_sign_of_the_outcome",
        lambda p: p.lead if p.edges.bit_count() == 12 or abs(p.lead) > 2 else 0, planted(dots, "score")),
}  # fmt: skip
