"""Scores of matches: zero sum, confidence intervals, and the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, bot_random
from fpgames.games import nim
from fpgames.games.tictactoe import rules
from fpgames.play import (
    GameRecord,
    compare,
    points_interval,
    rates,
    read_bot,
    record_game,
    scores,
    sides,
    table,
    verdict,
)
from fpgames.play.points import pairs, repetitions


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


GAME = GameRecord(1, "g", "a", "b", 0, Outcome.DRAW, 1, "0", 0.0)


def pair(n: int, first: bool, second: bool, chance: bool = True) -> list[GameRecord]:
    """Two games, which bot 0 wins or not as the first player, and as the second."""
    ends = Outcome(2 * first - 1), Outcome(1 - 2 * second)
    return [GAME._replace(number=2 * n + i, outcome=end, chance=chance) for i, end in enumerate(ends, 1)]


class TestRates:
    def test_sides_have_the_intervals_of_games_and_both_have_those_of_pairs(self) -> None:
        games = [game for n in range(20) for game in pair(n, True, n % 3 > 0)]
        first, second, both = rates(games, 0)
        assert first == points_interval((0, 0, 20))
        assert second == points_interval((7, 0, 13))
        assert both == points_interval((0, 0, 7, 0, 13))

    def test_where_one_side_is_exact_the_other_is_not(self) -> None:
        games = [game._replace(chance=game.number % 2 == 0) for n in range(20) for game in pair(n, True, n % 3 > 0)]
        first, (low, high), both = rates(games, 0)
        assert first == (1, 1)
        assert (low, high) == points_interval((7, 0, 13))
        assert both == ((1 + low) / 2, (1 + high) / 2)


class TestVerdict:
    def test_it_names_the_stronger_bot_or_how_many_more_games_decide(self) -> None:
        won, split, lost = (pair(0, *ends) for ends in ((True, True), (True, False), (False, False)))

        def sentence(*pairs: list[GameRecord]) -> str:
            games = [game._replace(number=2 * n + i) for n, pair in enumerate(pairs) for i, game in enumerate(pair, 1)]
            return verdict(games, ("a", "b"))

        assert sentence(*[won] * 10) == "a is stronger (95%)"
        assert sentence(*[lost] * 10) == "b is stronger (95%)"
        assert sentence(*[won, lost, split] * 5) == sentence() == "not decided: there is no difference yet"
        assert sentence(*[won] * 12, *[lost] * 8) == (
            "not decided; some 200 more games would decide it if the difference is what it seems"
        )
        assert "nothing is random" in sentence(*[[game._replace(chance=False) for game in won]] * 9)


class TestTable:
    def test_it_is_this_one(self) -> None:
        """Two wins and a draw for a as the first player, a loss and a draw as the second."""
        outcomes = [Outcome.FIRST_WON, Outcome.FIRST_WON, Outcome.DRAW, Outcome.DRAW, Outcome.FIRST_WON]
        assert table(won(outcomes, 0.25), ("a", "b")) == "\n".join(
            [
                "bot  side     games    wins   draws  losses  points %  95% interval",
                "a    first        3       2       1       0      83.3  29.8 to 99.1",
                "a    second       2       0       1       1      25.0  1.3 to 81.9",
                "a    both         5       2       2       1      60.0  9.9 to 90.1",
                "b    first        2       1       1       0      75.0  18.1 to 98.7",
                "b    second       3       0       1       2      16.7  0.9 to 70.2",
                "b    both         5       1       2       2      40.0  9.9 to 90.1",
                "a against b: Elo +70 (-384 to +384); not decided: there is no difference yet",
                "mean length 3.00 moves, mean time 0.2500 s a game, 1.25 s in all",
            ]
        )

    def test_where_nothing_is_random_rates_are_exact(self) -> None:
        lines = table(match("alphabeta:2", "alphabeta:3", range(1, 7)), ("a", "b")).splitlines()
        assert lines[-2:] == [f"nothing is random when {name} begins: all of these games are the same" for name in "ab"]
        for line in lines[1:7]:
            *_, rate, low, _, high = line.split()
            assert float(low) == float(rate) == float(high)

    @pytest.mark.parametrize("opening", [0, 1, "4 0"])
    def test_games_that_begin_alike_and_differ_are_random_whatever_they_record(self, opening: int | str) -> None:
        """A bot with a clock of its own draws no random number, and does not repeat its moves."""
        games = [
            game._replace(opening=opening, moves="3 7 5" if n == 1 else "3 5")
            for n in range(9)
            for game in pair(n, True, n % 3 > 0, chance=False)
        ]
        random = [game._replace(chance=True) for game in games]
        assert table(games, ("a", "b")) == table(random, ("a", "b"))
        assert rates(games, 1) == rates(random, 1)
        assert not any(repetitions(pairs(games)))
        assert any(repetitions(pairs(games[4:])))

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
        assert shown.count("random (1)") == shown.count("random (2)") == 4

    def test_games_that_were_cut_are_counted(self) -> None:
        games = won([Outcome.DRAW, Outcome.FIRST_WON])
        cut = [games[0]._replace(cut=True), games[1]]
        assert table(cut, ("a", "b")).splitlines()[-1] == "1 games were too long, and were ended as draws"
        assert "too long" not in table(games, ("a", "b"))
