"""Scores of matches: what one bot wins the other loses, intervals, and the table."""

from __future__ import annotations

from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome
from fpgames.games.tictactoe import rules
from fpgames.play import Played, Score, compare, played, read_bot, scores, sides, table, wilson
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


class TestTable:
    def test_it_is_this_one(self) -> None:
        """Two wins and a draw for a as the first player, a loss and a draw as the second."""
        outcomes = [Outcome.FIRST_WON, Outcome.FIRST_WON, Outcome.DRAW, Outcome.DRAW, Outcome.FIRST_WON]
        assert table(won(outcomes, 0.25), ("a", "b")) == "\n".join(
            [
                "bot  side     games    wins   draws  losses   win %  95% interval",
                "a    first        3       2       1       0    66.7  20.8 to 93.9",
                "a    second       2       0       1       1     0.0  0.0 to 65.8",
                "a    both         5       2       2       1    40.0  11.8 to 76.9",
                "b    first        2       1       1       0    50.0  9.5 to 90.5",
                "b    second       3       0       1       2     0.0  0.0 to 56.1",
                "b    both         5       1       2       2    20.0  3.6 to 62.4",
                "mean length 3.00 moves, mean time 0.2500 s a game, 1.25 s in all",
            ]
        )

    def test_repeated_games_say_nothing_new(self) -> None:
        """Two games over and over: the rates are of all games, the intervals of the two that differ."""
        games = match("alphabeta:2", "alphabeta:3", range(1, 3))
        again = [game._replace(number=n, seed=n) for n in range(3, 41) for game in games if game.number % 2 == n % 2]
        lines, few = table([*games, *again], ("a", "b")).splitlines(), table(games, ("a", "b")).splitlines()
        assert lines[-1] == "2 of the 40 games are different; the intervals count no more"
        assert [line.split()[-3:] for line in lines[1:7]] == [line.split()[-3:] for line in few[1:7]]
        assert [int(line.split()[2]) for line in lines[1:7]] == [20, 20, 40] * 2
        assert "different" not in "\n".join(few)

    def test_an_interval_has_its_rate_in_it(self) -> None:
        """Short games repeat most, and favour one side."""
        few = match("random", "random", range(1, 41))
        games = [few[n % 40]._replace(number=n + 1) for n in range(200)]
        for line in table(games, ("random", "random")).splitlines()[1:7]:
            *_, rate, low, _, high = line.split()
            assert float(low) < float(rate) < float(high)

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
