"""The sequential test: published ratios, and how often it errs in simulated matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import ceil, sqrt
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fpgames.games.tictactoe import rules
from fpgames.play import compare, log_likelihood_ratio, normalized_elo, pair_results, read_bot, sprt
from fpgames.play.points import NORMALIZED_ELO, mean_points, spread

PUBLISHED = [
    ((365, 16618, 36229, 16974, 390), 0, 2, 2.25),  # github.com/Disservin/fastchess/pull/426
    ((379, 10170, 21828, 10640, 343), 0, 2, 2.946),  # fastchess/pull/783
    ((46, 936, 2083, 1043, 63), 0, 5, 2.91),  # PlentyChess, pull request 95
    ((5, 942, 2469, 1050, 5), -3, 1, 2.90),  # PlentyChess, pull request 334
    ((78, 64, 64, 14, 4), 0, 5, -2.95),  # chess-3, pull request 39
    ((36027, 68692, 36433), 0, 2, 0.92),  # single games, fastchess/pull/426
    ((77, 1, 0, 0, 0), -1000, -500, -2.95),  # fastchess/pull/882
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio"), PUBLISHED)
def test_published_ratios(counts: Sequence[int], elo0: float, elo1: float, ratio: float) -> None:
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(ratio, abs=0.006)


@given(
    st.sampled_from([3, 5]).flatmap(lambda n: st.lists(st.integers(0, 90), min_size=n, max_size=n)),
    st.sampled_from([0, -3, 100]),
)
@example([1, 2, 0, 0, 0], -1000)  # the iteration for the likeliest shares ends by its limit
def test_a_ratio_changes_its_sign_with_the_sides_and_with_the_hypotheses(counts: list[int], elo0: int) -> None:
    ratio = log_likelihood_ratio(counts, elo0, elo0 + 50)
    assert log_likelihood_ratio(counts, elo0 + 50, elo0) == pytest.approx(-ratio, rel=1e-6, abs=1e-6)
    assert log_likelihood_ratio(counts[::-1], -elo0 - 50, -elo0) == pytest.approx(-ratio, rel=1e-3, abs=1e-3)


@given(st.lists(st.integers(0, 40), min_size=5, max_size=5).filter(lambda counts: sum(map(bool, counts)) > 1))
@example([3, 1, 1, 0, 0])
def test_results_speak_for_the_hypothesis_that_they_lie_beyond(counts: list[int]) -> None:
    """A difference of at most elo0 speaks against elo1, and one of at least elo1 for it."""
    difference, _ = normalized_elo([n or 1e-3 for n in counts])
    for elo0, elo1 in ((0, 100), (-100, 0), (-1000, -500)):
        ratio = log_likelihood_ratio(counts, elo0, elo1)
        assert not (difference <= elo0 and ratio > 1e-6)
        assert not (difference >= elo1 and ratio < -1e-6)


def test_a_match_ends_with_the_decision() -> None:
    """The test reads no game after it, and its states count all pairs before."""
    bots = ("mc:9", read_bot(rules, "mc:9")), ("random", read_bot(rules, "random"))
    games = compare(rules, bots, 1, count(1))
    states = [*(pair_results | sprt(0, 150))(games)]
    assert [sum(state.counts) for state in states] == [*range(1, len(states) + 1)]
    assert [state.decision for state in states] == ["go on"] * (len(states) - 1) + ["accept"]
    assert next(games).number == 2 * len(states) + 1


SHARES = {"draws": (0.06, 0.2, 0.48, 0.2, 0.06), "halves": (0.15, 0.05, 0.6, 0.05, 0.15)}
ELO1 = 60


def tilted(shares: Sequence[float], normalized: float) -> list[float]:
    """Shares with this normalized Elo difference, found by bisection on an exponential tilt."""
    low, high = -5.0, 5.0
    while low < (x := (low + high) / 2) < high:
        weights = [share * 2.0 ** (x * i) for i, share in enumerate(shares)]
        found = [weight / sum(weights) for weight in weights]
        difference = NORMALIZED_ELO * (mean_points(found) - 0.5) / spread(found) / sqrt(2)
        low, high = (x, high) if difference < normalized else (low, x)
    return found


def stream(random: Random, shares: Sequence[float]) -> Iterator[int]:
    while True:
        yield from random.choices(range(5), shares, k=100)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SHARES)
def test_errors_are_as_rare_as_promised_and_games_are_saved(name: str) -> None:
    """A thousand matches at each difference: wrong decisions, and mean pairs beside a fixed test of equal errors.

    A fixed test with both errors at most 5% needs the pairs after which the two differences are 2 * 1.645 standard
    errors apart.
    """
    fixed = ceil((2 * 1.6449 * NORMALIZED_ELO / (sqrt(2) * ELO1)) ** 2)
    limit = 1000 * 0.05 + 3 * sqrt(1000 * 0.05 * 0.95)
    for normalized, wrong in ((-30, "accept"), (0, "accept"), (ELO1, "reject"), (ELO1 + 30, "reject")):
        random, shares, pairs, errors = Random(1), tilted(SHARES[name], normalized), 0, 0
        for _ in range(1000):
            *_, last = islice(sprt(0, ELO1)(stream(random, shares)), 20_000)
            pairs += sum(last.counts)
            errors += last.decision == wrong
        assert errors <= limit, (normalized, errors)
        assert pairs / 1000 <= 0.7 * fixed, (normalized, pairs / 1000, fixed)
