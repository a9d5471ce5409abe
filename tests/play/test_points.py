"""Results of pairs: intervals of points that cover the true share, Elo, and published values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, count, islice, product
from math import exp, inf, lgamma, log, sqrt
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames.games.tictactoe import rules
from fpgames.play import (
    bot_random,
    compare,
    elo,
    normalized_elo,
    pair_results,
    pentanomial,
    points_interval,
    superiority,
    wilson,
)
from fpgames.play.points import Z, mean_points, spread

FASTCHESS = (34, 54, 63, 64, 75)
"""Counts in a test of fastchess: app/tests/elo_test.cpp (github.com/Disservin/fastchess)."""


class TestPairs:
    def test_results_come_as_soon_as_both_games_are_known(self) -> None:
        """One bot's half points and the other's add up to 4; a pair needs no order, and no third game is played."""
        bots = ("a", bot_random(rules)), ("b", bot_random(rules))
        games = [*compare(rules, bots, 1, range(1, 42))]
        assert [a + b for a, b in zip(pair_results(games), pair_results(games, 1), strict=True)] == [4] * 20
        assert pentanomial(games) == pentanomial(games[::-1]) == pentanomial(games, 1)[::-1]
        endless = compare(rules, bots, 1, count(1))
        assert [*islice(pair_results(endless), 5)] == [*pair_results(games)][:5]
        assert next(endless).number == 11


class TestWilson:
    @given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
    def test_its_bounds_are_the_rates_at_which_the_result_is_just_credible(self, result: tuple[int, int]) -> None:
        """The definition: |wins - n p| = z sqrt(n p (1 - p)) at both bounds, unless a bound is 0 or 1."""
        wins, n = result
        low, high = wilson(wins, n)
        assert 0 <= low <= wins / n <= high <= 1
        for p in (low, high):
            if 0 < p < 1:
                assert (wins - n * p) ** 2 == pytest.approx(1.959964**2 * n * p * (1 - p), rel=1e-3, abs=1e-6)

    def test_without_games_every_rate_is_possible(self) -> None:
        assert wilson(0, 0) == (0, 1)


Shares: TypeAlias = tuple[float, float, float]
"""The probabilities that a pair is lost, split and won."""


@cache
def of_pairs(lost: int, split: int, won: int) -> tuple[float, float]:
    return points_interval((lost, 0, split, 0, won))


def probability(counts: Sequence[int], shares: Sequence[float]) -> float:
    logs = [k * log(share) if k else 0.0 for k, share in zip(counts, shares, strict=True) if share or k]
    return exp(lgamma(sum(counts) + 1) - sum(lgamma(k + 1) for k in counts) + sum(logs))


def near(n: int, share: float) -> range:
    """The counts of something of this share, all but some whose probability is below a millionth."""
    reach = int(6 * sqrt(n * share * (1 - share)) + 9) if share else 0
    return range(max(0, int(n * share) - reach), min(n, int(n * share) + reach) + 1)


def covered(n: int, shares: Shares) -> float:
    """The probability that the interval of n pairs contains the true rate."""
    lost, split, won = shares
    results = [(a, n - a - c, c) for a in near(n, lost) for c in near(n, won) if a + c <= n and (split or a + c == n)]
    inside = [each for each in results if contains(of_pairs(*each), split / 2 + won)]
    return sum(probability(each, shares) for each in inside)


def contains(interval: tuple[float, float], rate: float) -> bool:
    return interval[0] - 1e-12 <= rate <= interval[1] + 1e-12


def some_shares(n: int, steps: int) -> Iterator[Shares]:
    """Yield shares all over the triangle, and near its corners, where all pairs but a few end alike."""
    yield from ((a / steps, (steps - a - c) / steps, c / steps) for a in range(steps + 1) for c in range(steps + 1 - a))
    few = [mean / n for mean in (0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 1.6, 2, 2.5, 3, 4, 6) if mean <= n / 2]
    for one, other in product(few, few):
        yield from ((one, 1 - one - other, other), (one, other, 1 - one - other))


def shares_at_the_ends(n: int, steps: int) -> Iterator[Shares]:
    """Yield shares whose rate is just outside an interval: there it is covered least."""
    ends = {end for a in range(n + 1) for c in range(n + 1 - a) for end in of_pairs(a, n - a - c, c)}
    for mean in (end + by for end in ends for by in (-1e-9, 1e-9) if 0 < end + by < 1):
        for split in (2 * min(mean, 1 - mean) * i / steps for i in range(steps + 1)):
            yield max(0.0, 1 - mean - split / 2), split, max(0.0, mean - split / 2)


def uncovered(n: int, shares: Iterator[Shares]) -> dict[Shares, float]:
    """The shares whose rate less than 93 of 100 intervals contain."""
    return {each: chance for each in shares if (chance := covered(n, each)) < 0.93}


class TestPointsInterval:
    @pytest.mark.parametrize(
        "n", [1, 3, pytest.param(8, marks=pytest.mark.slow), pytest.param(10, marks=pytest.mark.slow)]
    )
    def test_the_points_of_pairs_that_are_lost_split_or_won_are_covered_everywhere(self, n: int) -> None:
        """In at least 93 of 100 matches, whatever the shares of pairs that are lost, split and won."""
        assert not uncovered(n, some_shares(n, 10))
        assert not uncovered(n, shares_at_the_ends(n, 4))

    @pytest.mark.exhaustive
    @pytest.mark.parametrize(("n", "steps"), [(30, 20), (100, 12), (1000, 4)])
    def test_the_points_of_many_pairs_are_covered_everywhere(self, n: int, steps: int) -> None:
        assert not uncovered(n, some_shares(n, steps))

    @pytest.mark.exhaustive
    def test_the_points_of_few_pairs_are_covered_at_the_ends_of_all_intervals(self) -> None:
        assert not {n: shares for n in range(1, 21) if (shares := uncovered(n, shares_at_the_ends(n, 6)))}

    @pytest.mark.parametrize("n", [1, 4, 10, 30])
    def test_the_points_of_games_that_are_lost_or_won_are_covered_everywhere(self, n: int) -> None:
        intervals = [points_interval((n - won, 0, won)) for won in range(n + 1)]
        ends = (end + by for interval in intervals for end in interval for by in (-1e-9, 1e-9))
        for rate in (*ends, *(i / 200 for i in range(201))):
            if 0 <= rate <= 1:
                inside = [won for won, interval in enumerate(intervals) if contains(interval, rate)]
                assert sum(probability((n - won, won), (1 - rate, rate)) for won in inside) >= 0.93, rate

    @pytest.mark.parametrize("n", [2, pytest.param(5, marks=pytest.mark.slow)])
    def test_five_results_are_covered_whatever_their_shares(self, n: int) -> None:
        """Shares drawn from all over, and from near the edges, where some results hardly occur."""
        random, cuts = Random(n), combinations(range(n + 4), 4)
        counts = [[b - a - 1 for a, b in zip((-1, *cut), (*cut, n + 4), strict=True)] for cut in cuts]
        intervals = [points_interval(each) for each in counts]
        for _ in range(20):
            weights = [random.gammavariate(10 ** random.uniform(-1.5, 1), 1) + 1e-12 for _ in range(5)]
            shares = [weight / sum(weights) for weight in weights]
            inside = [
                each
                for each, interval in zip(counts, intervals, strict=True)
                if contains(interval, mean_points(shares))
            ]
            assert sum(probability(each, shares) for each in inside) >= 0.93, shares

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("n", [20, 50, 200])
    def test_simulated_matches_of_pairs_that_depend_on_each_other(self, n: int) -> None:
        """Half of the openings favour the first player: it wins both games, one for each bot, more often than not."""
        random = Random(n)
        for strength, bias, draws in product((0, 0.1, 0.3, 0.45), (0, 0.3), (0.0, 0.3, 0.8)):
            counts: list[Counter[int]] = []
            for _ in range(1000):
                results = Counter[int]()
                for _ in range(n):
                    favour = random.choice((-bias, bias))
                    wins = [min(1, max(0, 0.5 + strength + favour * side)) for side in (1, -1)]
                    results[sum(1 if random.random() < draws else 2 * (random.random() < win) for win in wins)] += 1
                counts.append(results)
            truth = draws / 2 + (1 - draws) * sum(
                min(1, max(0, 0.5 + strength + favour)) for favour in (-bias, bias)
            ) / 2  # fmt: skip
            bounds = [points_interval([results[i] for i in range(5)]) for results in counts]
            assert sum(contains(interval, truth) for interval in bounds) >= 930, (strength, bias, draws)
            assert all(elo(low) <= elo(truth) <= elo(high) for low, high in bounds if contains((low, high), truth))

    @given(st.lists(st.integers(0, 300), min_size=5, max_size=5))
    def test_an_interval_contains_the_points_and_not_much_more(self, counts: list[int]) -> None:
        """It turns with the sides, shrinks with more pairs, and is at most some pairs wider than the normal one."""
        n = sum(counts)
        low, high = points_interval(counts)
        assert points_interval(counts[::-1]) == pytest.approx((1 - high, 1 - low))
        if n:
            assert 0 <= low <= mean_points(counts) <= high <= 1
            normal = 2 * Z * spread(counts) / sqrt(n)
            assert normal * 0.9 - 1 / n < high - low < normal * (1 + 1 / n) + 5 / n
            more = points_interval([2 * each for each in counts])
            assert low <= more[0] <= more[1] <= high
        else:
            assert (low, high) == (0, 1)

    @pytest.mark.parametrize("n", [10**6, 10**9])
    def test_pairs_without_number_all_split(self, n: int) -> None:
        low, high = points_interval((0, 0, n, 0, 0))
        assert 0.5 - low == pytest.approx(high - 0.5, rel=1e-6) == pytest.approx(2.39 / n, rel=1e-2)


class TestElo:
    def test_published_values(self) -> None:
        """Elo 55.58 +- 27.65, normalized 57.94 +- 28.28, superiority 100.00%, score 0.579: see ``FASTCHESS``."""
        mean, error = mean_points(FASTCHESS), Z * spread(FASTCHESS) / sqrt(sum(FASTCHESS))
        assert (round(mean, 3), round(elo(mean), 2)) == (0.579, 55.58)
        assert round((elo(mean + error) - elo(mean - error)) / 2, 2) == 27.65
        assert [round(number, 2) for number in normalized_elo(FASTCHESS)] == [57.94, 28.28]
        assert round(100 * superiority(FASTCHESS), 2) == 100.00

    def test_it_turns_with_the_sides(self) -> None:
        assert (elo(0), elo(0.5), elo(1)) == (-inf, 0, inf)
        assert elo(0.3) == pytest.approx(-elo(0.7))
        assert normalized_elo(FASTCHESS[::-1])[0] == pytest.approx(-normalized_elo(FASTCHESS)[0])
        assert superiority((9, 9, 9)) == 0.5
