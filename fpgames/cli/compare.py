"""The command ``compare``: a match between two bots, of a number of games or until a sequential test decides."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

from fpgames.cli.lookup import with_move_time
from fpgames.cli.matches import MAX_GAMES, match_from_args, read_all, run_match
from fpgames.cli.progress import Bar
from fpgames.play.match import GameRecord
from fpgames.play.points import (
    mean_points,
    normalized_elo,
    pairs,
    points_interval,
    repetitions,
    result_of,
    until_repetitive,
)
from fpgames.play.score import elo_text, table
from fpgames.play.sequential import SprtState, sprt

RANDOM_MOVES = 2  # at the start of games until a decision, without which deterministic bots repeat one game


def run_compare(args: argparse.Namespace) -> int:
    """Play the match, print its score, and return the exit status."""
    args.bots = with_move_time(args.bots, args.move_time)
    errors = {name: error for name in ("alpha", "beta") if (error := getattr(args, name)) is not None}
    if args.until is None:
        if errors:
            raise ValueError("--alpha and --beta are errors of a test: they need its bounds, such as --until 0,20")
        match = match_from_args(args, 100 if args.games is None else args.games, 0)
        return run_match(args, match, read_all, lambda games, wall: table(games, args.bots, wall=wall))
    test = sprt(*args.until, **errors)
    test([])  # raises an error before the match if the bounds are wrong
    match = match_from_args(args, MAX_GAMES if args.games is None else args.games, RANDOM_MOVES)

    def report(games: list[GameRecord], wall: float | None) -> str:
        return table(games, args.bots, wall=wall, conclusion=_conclusion(games, args.bots[0], args.until, test))

    return run_match(args, match, partial(_follow_until, test), report)


_Test = Callable[[Iterable[int]], Iterator[SprtState]]


def _states(test: _Test, games: Iterable[GameRecord]) -> Iterator[SprtState]:
    """Return the states of a test after each pair of games; they end with a decision, or where the pairs repeat."""
    return test(map(result_of, until_repetitive(pairs(games))))


def _follow_until(test: _Test, games: Iterator[GameRecord], bar: Bar) -> None:
    """Read games until a test has decided; show its state after each pair."""
    for state in _states(test, games):
        bar.show(partial(_live_text, state))


def _live_text(state: SprtState) -> str:
    points = mean_points(state.counts)
    return f"{100 * points:.1f}%, Elo {elo_text(points, points_interval(state.counts))}, {_ratio_text(state)}"


def _normalized_text(state: SprtState) -> str:
    """Return the normalized Elo of the results, in words; "" if all results are the same."""
    with suppress(ValueError):
        difference, error = normalized_elo(state.counts)
        return f"found {difference:+.0f} ± {error:.0f}, "
    return ""


def _ratio_text(state: SprtState) -> str:
    return f"ratio {state.ratio:.2f} of {state.low:.2f} to {state.high:.2f}"


def _conclusion(games: list[GameRecord], bot: str, bounds: tuple[float, float], test: _Test) -> str:
    """Return a sentence with the decision of a test, or why there is none."""
    last = deque(_states(test, games), 1)
    if not last:
        return "not decided: no pair of games is finished"
    played, ratio = f"after {2 * sum(last[0].counts)} games", _ratio_text(last[0])
    if last[0].decision != "go on":
        accepts = last[0].decision == "accept"
        elo, other = bounds[::-1] if accepts else bounds
        claim = "stronger" if bounds[0] == 0 else "weaker" if bounds[1] == 0 else ""  # what one of the two bounds says
        verdict = claim and f", so {bot} is {'' if elo else 'not shown to be '}{claim}"
        found = f"{_normalized_text(last[0])}{ratio}"
        return f"decided {played}: normalized Elo {elo:g} rather than {other:g} ({found}){verdict}"
    if any(repetitions(pairs(games))):
        return (
            f"not decided {played}: the same games come again; --opening 4 or --openings FILE begins them differently"
        )
    return f"not decided {played} ({ratio})"
