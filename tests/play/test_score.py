"""Scores of matches: what one bot wins the other loses, intervals, and the table."""

from __future__ import annotations

from collections.abc import Callable
from math import factorial
from operator import add
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, bot_random
from fpgames.games import nim
from fpgames.games.tictactoe import rules
from fpgames.play import Played, Score, compare, played, rates, read_bot, scores, sides, table, wilson
from tests.support.games import require_refused


def won(outcomes: list[Outcome], seconds: float = 0.0) -> list[Played]:
    return [
        Played(number, "g", *sides(("a", "b"), number), 0, outcome, number, str(number), seconds)
        for number, outcome in enumerate(outcomes, 1)
    ]


def match(one: str, other: str, numbers: range, seed: int = 1) -> list[Played]:
    bots = (one, read_bot(rules, one)), (other, read_bot(rules, other))
    return [*compare(rules, bots, seed, numbers)]


class TestScores:
    @given(st.lists(st.sampled_from(Outcome)).map(won))
    def test_what_one_bot_wins_the_other_loses(self, games: list[Played]) -> None:
        (a_first, a_second), (b_first, b_second) = scores(games, 0), scores(games, 1)
        assert (a_first.wins, a_first.draws, a_first.losses) == (b_second.losses, b_second.draws, b_second.wins)
        assert (a_second.wins, a_second.draws, a_second.losses) == (b_first.losses, b_first.draws, b_first.wins)
        assert (a_first + a_second).games == len(games)
        assert a_first.wins + b_first.wins == sum(game.outcome == 1 for game in games)

    def test_they_are_added_to_scores_only(self) -> None:
        assert Score(1, 2, 3) + Score(4, 5, 6) == Score(5, 7, 9)
        for other in ((1, 2, 3), 1):
            with pytest.raises(TypeError, match="unsupported operand"):
                add(Score(1, 0, 0), other)

    def test_there_are_two_bots(self) -> None:
        require_refused(lambda bot: scores([], bot), [(bot, f"bot is {bot}; expected 0 or 1") for bot in (-1, 2)])


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


GAME = Played(1, "g", "a", "b", 0, Outcome.DRAW, 1, "0", 0.0)


def pair(n: int, first: bool, second: bool, opening: int) -> list[Played]:
    """Two games, which bot 0 wins or not as the first player, and as the second."""
    ends = Outcome(2 * first - 1), Outcome(1 - 2 * second)
    chance = not opening
    return [
        GAME._replace(number=2 * n + i, outcome=end, opening=opening, chance=chance) for i, end in enumerate(ends, 1)
    ]


MATCHES: dict[str, tuple[int, Callable[[Random], tuple[bool, bool]], float]] = {
    "random bots": (0, lambda draw: (draw.random() < 0.58, draw.random() < 0.29), (0.58 + 0.29) / 2),
    "one is much better": (0, lambda draw: (draw.random() < 0.95, draw.random() < 0.9), (0.95 + 0.9) / 2),
    "openings decide": (2, lambda draw: ((won := draw.random() < 0.7), won or draw.random() < 0.2), (0.7 + 0.76) / 2),
    "openings favour a side": (
        2,
        lambda draw: ((won := draw.random() < 0.6), not won and draw.random() < 0.7),
        (0.6 + 0.28) / 2,
    ),
}


class TestRates:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        "name",
        [name if name == "openings decide" else pytest.param(name, marks=pytest.mark.exhaustive) for name in MATCHES],
    )
    def test_of_2000_matches_the_interval_covers_the_true_rate_in_95_of_100(self, name: str) -> None:
        opening, results, rate = MATCHES[name]
        draw = Random(1)
        covered = 0
        for _ in range(2000):
            games = [game for n in range(40) for game in pair(n, *results(draw), opening)]
            low, high = rates(games, 0)[2]
            covered += low <= rate <= high
        assert 0.935 <= covered / 2000 <= 0.985

    @pytest.mark.parametrize(
        "n", [3, 5, 10, pytest.param(30, marks=pytest.mark.exhaustive), pytest.param(100, marks=pytest.mark.exhaustive)]
    )
    def test_it_covers_the_true_rate_whatever_the_share_of_split_pairs_is(self, n: int) -> None:
        """The probability is found exactly, from the intervals of all results of n pairs."""
        intervals = {
            (won, lost): rates([game for i, kind in enumerate("w" * won + "l" * lost + "s" * (n - won - lost))
                                for game in pair(i, kind != "l", kind == "w", 0)], 0)[2]
            for won in range(n + 1) for lost in range(n + 1 - won)
        }  # fmt: skip
        for of_100 in (*range(1, 20), *range(20, 80, 10), *range(80, 101)):
            for share in (0.0, 0.1, 0.3, 0.5):
                chances = share * of_100 / 100, (1 - share) * of_100 / 100, 1 - of_100 / 100
                rate = chances[0] + chances[2] / 2
                covered = sum(
                    factorial(n) // (factorial(won) * factorial(lost) * factorial(n - won - lost))
                    * chances[0] ** won * chances[1] ** lost * chances[2] ** (n - won - lost)
                    for (won, lost), (low, high) in intervals.items() if low <= rate <= high
                )  # fmt: skip
                assert covered >= 0.93, (of_100, share)

    def test_where_one_side_is_exact_the_other_is_not(self) -> None:
        games = [each._replace(chance=n % 2 == 0) for n in range(20) for each in pair(n, True, n % 3 > 0, 0)]
        games = [game._replace(chance=game.number % 2 == 0) for game in games]
        first, (low, high), both = rates(games, 0)
        assert first == (1, 1)
        assert (low, high) == wilson(13, 20)
        assert both == ((1 + low) / 2, (1 + high) / 2)


class TestTable:
    def test_it_is_this_one(self) -> None:
        """Two wins and a draw for a as the first player, a loss and a draw as the second."""
        outcomes = [Outcome.FIRST_WON, Outcome.FIRST_WON, Outcome.DRAW, Outcome.DRAW, Outcome.FIRST_WON]
        assert table(won(outcomes, 0.25), ("a", "b")) == "\n".join(
            [
                "bot  side     games    wins   draws  losses   win %  95% interval",
                "a    first        3       2       1       0    66.7  20.8 to 93.9",
                "a    second       2       0       1       1     0.0  0.0 to 65.8",
                "a    both         5       2       2       1    40.0  0.0 to 79.7",
                "b    first        2       1       1       0    50.0  9.5 to 90.5",
                "b    second       3       0       1       2     0.0  0.0 to 56.1",
                "b    both         5       1       2       2    20.0  0.0 to 79.7",
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
        game = played(rules, [4, 0, 3, 7, 5], ("random", "mc:9"), 1, 1, 0.25)
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
