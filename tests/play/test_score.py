"""Scores of matches: zero sum, confidence intervals, and the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import exp, lgamma, log, sqrt
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, bot_random
from fpgames.games import nim
from fpgames.games.tictactoe import rules
from fpgames.play import GameRecord, compare, rates, read_bot, record_game, scores, sides, table, wilson
from fpgames.play.score import interval


def won(outcomes: list[Outcome], seconds: float = 0.0) -> list[GameRecord]:
    return [
        GameRecord(number, "g", *sides(("a", "b"), number), 0, outcome, number, str(number), seconds)
        for number, outcome in enumerate(outcomes, 1)
    ]


def match(one: str, other: str, numbers: range, seed: int = 1) -> list[GameRecord]:
    bots = (one, read_bot(rules, one)), (other, read_bot(rules, other))
    return [*compare(rules, bots, seed, numbers)]


class TestScores:
    @given(st.lists(st.sampled_from(Outcome)).map(won))
    def test_what_one_bot_wins_the_other_loses(self, games: list[GameRecord]) -> None:
        (a_first, a_second), (b_first, b_second) = scores(games, 0), scores(games, 1)
        assert (a_first.wins, a_first.draws, a_first.losses) == (b_second.losses, b_second.draws, b_second.wins)
        assert (a_second.wins, a_second.draws, a_second.losses) == (b_first.losses, b_first.draws, b_first.wins)
        assert (a_first + a_second).games == len(games)
        assert a_first.wins + b_first.wins == sum(game.outcome == 1 for game in games)


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


GAME = GameRecord(1, "g", "a", "b", 0, Outcome.DRAW, 1, "0", 0.0)


def pair(n: int, first: bool, second: bool, opening: int) -> list[GameRecord]:
    """Two games, which bot 0 wins or not as the first player, and as the second."""
    ends = Outcome(2 * first - 1), Outcome(1 - 2 * second)
    chance = not opening
    return [
        GAME._replace(number=2 * n + i, outcome=end, opening=opening, chance=chance) for i, end in enumerate(ends, 1)
    ]


def pairs(lost: int, split: int, won: int) -> list[GameRecord]:
    """A match of pairs, of which bot 0 has lost some, won one game of some, and won the others."""
    results = [(False, False)] * lost + [(True, False)] * split + [(True, True)] * won
    return [game for n, result in enumerate(results) for game in pair(n, *result, 2)]


Shares: TypeAlias = tuple[float, float, float]
"""The probabilities that a pair is lost, split and won."""


@cache
def of_pairs(lost: int, split: int, won: int) -> tuple[float, float]:
    return rates(pairs(lost, split, won), 0)[2] if lost + split + won <= 10 else interval(lost, split, won)


def probability(counts: tuple[int, ...], shares: Shares) -> float:
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


class TestRates:
    @pytest.mark.parametrize(
        "n", [1, 2, 5, pytest.param(8, marks=pytest.mark.slow), pytest.param(10, marks=pytest.mark.slow)]
    )
    def test_the_rate_of_pairs_is_covered_everywhere(self, n: int) -> None:
        """In at least 93 of 100 matches, whatever the shares of pairs that are lost, split and won."""
        assert not uncovered(n, some_shares(n, 10))
        assert not uncovered(n, shares_at_the_ends(n, 4))

    @pytest.mark.exhaustive
    @pytest.mark.parametrize(("n", "steps"), [(30, 20), (100, 12), (1000, 4)])
    def test_the_rate_of_many_pairs_is_covered_everywhere(self, n: int, steps: int) -> None:
        assert not uncovered(n, some_shares(n, steps))

    @pytest.mark.exhaustive
    def test_the_rate_of_few_pairs_is_covered_at_the_ends_of_all_intervals(self) -> None:
        assert not {n: found for n in range(1, 21) if (found := uncovered(n, shares_at_the_ends(n, 6)))}

    @pytest.mark.parametrize("n", [1, 4, 10, 30])
    def test_the_rate_of_a_side_is_covered_everywhere(self, n: int) -> None:
        """Games of one side are won or not: the interval is one of pairs of which none is split."""
        found = {won: rates(pairs(n - won, 0, won), 0) for won in range(n + 1)}
        ends = (end + by for of_side, *_ in found.values() for end in of_side for by in (-1e-9, 1e-9))
        for rate in (*ends, *(i / 200 for i in range(201))):
            if 0 <= rate <= 1:
                results = [((n - won, 0, won), of_side) for won, (of_side, *_) in found.items()]
                inside = [probability(each, (1 - rate, 0, rate)) for each, found in results if contains(found, rate)]
                assert sum(inside) >= 0.93, rate
        assert all(of_side == other_side == both for of_side, other_side, both in found.values())

    @given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
    def test_an_interval_contains_the_rate_and_not_much_more(self, lost: int, split: int, won: int) -> None:
        """It turns with the sides, shrinks with more pairs, and is at most some pairs wider than the normal one."""
        n = lost + split + won
        low, high = interval(lost, split, won)
        assert interval(won, split, lost) == pytest.approx((1 - high, 1 - low))
        if n:
            mean = (won + split / 2) / n
            assert 0 <= low <= mean <= high <= 1
            normal = 2 * 1.96 * sqrt((won + split / 4) / n - mean**2) / sqrt(n)
            assert normal * 0.9 - 1 / n < high - low < normal * (1 + 1 / n) + 5 / n
            more = interval(2 * lost, 2 * split, 2 * won)
            assert low <= more[0] <= more[1] <= high
        else:
            assert (low, high) == (0, 1)

    @pytest.mark.parametrize("n", [10**6, 10**9])
    def test_of_pairs_without_number_all_split(self, n: int) -> None:
        low, high = interval(0, n, 0)
        assert 0.5 - low == pytest.approx(high - 0.5, rel=1e-6) == pytest.approx(1.92 / n, rel=1e-2)

    def test_where_one_side_is_exact_the_other_is_not(self) -> None:
        games = [each._replace(chance=n % 2 == 0) for n in range(20) for each in pair(n, True, n % 3 > 0, 0)]
        games = [game._replace(chance=game.number % 2 == 0) for game in games]
        first, (low, high), both = rates(games, 0)
        assert first == (1, 1)
        assert (low, high) == interval(7, 0, 13)
        assert both == ((1 + low) / 2, (1 + high) / 2)


class TestTable:
    def test_it_is_this_one(self) -> None:
        """Two wins and a draw for a as the first player, a loss and a draw as the second."""
        outcomes = [Outcome.FIRST_WON, Outcome.FIRST_WON, Outcome.DRAW, Outcome.DRAW, Outcome.FIRST_WON]
        assert table(won(outcomes, 0.25), ("a", "b")) == "\n".join(
            [
                "bot  side     games    wins   draws  losses   win %  95% interval",
                "a    first        3       2       1       0    66.7  10.7 to 98.7",
                "a    second       2       0       1       1     0.0  0.0 to 84.1",
                "a    both         5       2       2       1    40.0  0.9 to 89.1",
                "b    first        2       1       1       0    50.0  1.8 to 98.2",
                "b    second       3       0       1       2     0.0  0.0 to 70.1",
                "b    both         5       1       2       2    20.0  0.9 to 89.1",
                "mean length 3.00 moves, mean time 0.2500 s a game, 1.25 s in all",
            ]
        )

    def test_where_nothing_is_random_rates_are_exact(self) -> None:
        lines = table(match("alphabeta:2", "alphabeta:3", range(1, 7)), ("a", "b")).splitlines()
        assert lines[-2:] == [f"nothing is random when {name} begins: all of these games are the same" for name in "ab"]
        for line in lines[1:7]:
            *_, rate, low, _, high = line.split()
            assert float(low) == float(rate) == float(high)

    @pytest.mark.slow
    def test_random_games_count_also_if_they_are_the_same(self) -> None:
        """A thousand games of which ten are different."""
        small = nim.heaps(1, 2)
        bots = ("one", bot_random(small)), ("other", bot_random(small))
        games = [*compare(small, bots, 1, range(1, 1001))]
        assert len({game.moves for game in games}) <= 10
        assert all(game.chance for game in games)
        for low, high in rates(games, 0):
            assert 0.03 < high - low < 0.1

    def test_the_seconds_of_the_wall(self) -> None:
        games = won([Outcome.DRAW] * 2, 0.25)
        assert "0.2500 s a game, 0.30 s from start to end" in table(games, ("a", "b"), wall=0.3)
        assert "0.2500 s a game, 0.50 s in all" in table(games, ("a", "b"))

    def test_a_side_without_games_has_no_rate(self) -> None:
        game = record_game(rules, [4, 0, 3, 7, 5], ("random", "mc:9"), 1, 1, 0.25)
        line = table([game], ("random", "mc:9")).splitlines()[2]
        assert line.split() == ["random", "second", "0", "0", "0", "0", "-", "0.0", "to", "100.0"]

    def test_two_bots_of_one_name_are_told_apart(self) -> None:
        shown = table(won([Outcome.DRAW]), ("random", "random"))
        assert shown.count("random (1)") == shown.count("random (2)") == 3

    def test_games_that_were_cut_are_counted(self) -> None:
        games = won([Outcome.DRAW, Outcome.FIRST_WON])
        cut = [games[0]._replace(cut=True), games[1]]
        assert table(cut, ("a", "b")).splitlines()[-1] == "1 games were too long, and were ended as draws"
        assert "too long" not in table(games, ("a", "b"))
