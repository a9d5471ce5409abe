"""Matches: scores, intervals, rows, and one golden match that every supported Python must play."""

from __future__ import annotations

from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, SplitMix, bot_alphabeta, bot_mc, bot_mcts, bot_random, replicate_m
from fpgames.games.tictactoe import rules, static
from fpgames.play import (
    Bot,
    Played,
    Score,
    bot_alphabeta_random,
    bot_minimax,
    compare,
    game_seed,
    play_one,
    played,
    random_opening,
    read_bot,
    read_row,
    scores,
    sides,
    table,
    wilson,
)
from fpgames.rand import next_word

ANY_MATCH = st.lists(st.sampled_from(Outcome)).map(
    lambda outcomes: [
        Played(number, "g", *sides(("a", "b"), number), 0, outcome, 1, "", 0.0)
        for number, outcome in enumerate(outcomes, 1)
    ]
)


def play(number: int, bots: tuple[str, str], seed: int) -> Played:
    names = sides(bots, number)
    moves = play_one(rules, read_bot(rules, names[0]), read_bot(rules, names[1]), seed)
    return played(rules, moves, names, seed, number, 0.25)


# The promise of reproducibility: the same seed, the same match, on every Python and in every later version.
GOLDEN = [
    (1275548033995301424, 1, "4 8 6 0 2"),
    (10417309031967933079, -1, "4 6 2 7 5 8"),
    (2112719111588962399, 1, "6 2 7 8 0 1 3"),
    (2726445820918627087, -1, "0 8 1 2 5 6 4 7"),
    (4609004260007739600, 1, "0 4 2 5 1"),
    (11074269206337254866, -1, "8 4 0 6 5 2"),
]


def test_the_golden_match() -> None:
    found = [play(number, ("mc:200", "random"), game_seed(42, number)) for number in range(1, 7)]
    assert [(game.seed, int(game.outcome), game.moves) for game in found] == GOLDEN


@given(st.integers())
def test_the_seeds_of_a_match_are_words_of_its_generator(seed: int) -> None:
    assert tuple(game_seed(seed, number) for number in range(1, 6)) == replicate_m(5, next_word()).eval(
        SplitMix.from_seed(seed)
    )


@given(ANY_MATCH)
def test_what_one_bot_wins_the_other_loses(games: list[Played]) -> None:
    (a_first, a_second), (b_first, b_second) = scores(games, 0), scores(games, 1)
    assert (a_first.wins, a_first.draws, a_first.losses) == (b_second.losses, b_second.draws, b_second.wins)
    assert (a_second.wins, a_second.draws, a_second.losses) == (b_first.losses, b_first.draws, b_first.wins)
    assert (a_first + a_second).games == len(games)
    assert a_first.wins + b_first.wins == sum(game.outcome == 1 for game in games)


def test_a_score_adds_to_scores_only() -> None:
    with pytest.raises(TypeError):
        add(Score(1, 0, 0), (1, 2, 3))


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


class TestRows:
    @given(st.integers(1, 20), st.integers(0, 2**64 - 1))
    def test_a_row_is_read_back(self, number: int, seed: int) -> None:
        game = play(number, ("random", "random"), seed)
        assert read_row(rules, game.row(), sides(("random", "random"), number), seed, number) == game

    @pytest.mark.parametrize(
        ("change", "wrong"),
        [
            ({0: "2"}, "game 1: its number is '2'; in this match it is '1'"),
            ({1: "chess"}, "game 1: its game is 'chess'; in this match it is 'tictactoe'"),
            ({2: "mc:2"}, "game 1: its first is 'mc:2'; in this match it is 'random'"),
            ({4: "8"}, "game 1: its seed is '8'; in this match it is '7'"),
            ({5: "1"}, "game 1: its outcome is '1'; its moves give '-1'"),
            ({6: "12"}, "game 1: its length is '12'; its moves give '6'"),
            ({7: "3  6 2 8 0 7"}, "game 1: its moves is"),
            ({7: "0 0"}, "game 1: illegal move 0"),
            ({7: "0 1"}, "game 1: its moves do not end the game"),
            ({7: "x"}, "game 1: 'x' is not a cell"),
            ({9: "soon"}, "game 1: could not convert"),
            ({9: "nan"}, "game 1: its seconds are 'nan'; expected a time"),
            ({9: "-1"}, "game 1: its seconds are '-1'"),
            ({9: "inf"}, "game 1: its seconds are 'inf'"),
        ],
    )
    def test_a_wrong_row_is_refused(self, change: dict[int, str], wrong: str) -> None:
        row = play(1, ("random", "mc:2"), 7).row()
        with pytest.raises(ValueError, match=wrong):
            read_row(rules, [change.get(i, field) for i, field in enumerate(row)], ("random", "mc:2"), 7, 1)

    def test_a_short_row_is_refused(self) -> None:
        with pytest.raises(ValueError, match="game 3 has 1 fields; expected 10"):
            read_row(rules, ["3"], ("random", "random"), 7, 3)


class TestTable:
    def test_it_is_this_one(self) -> None:
        """Two wins and a draw for a as the first player, a loss and a draw as the second."""
        outcomes = [Outcome.FIRST_WON, Outcome.FIRST_WON, Outcome.DRAW, Outcome.DRAW, Outcome.FIRST_WON]
        games = [
            Played(number, "g", *sides(("a", "b"), number), 0, outcome, number, str(number), 0.25)
            for number, outcome in enumerate(outcomes, 1)
        ]
        assert table(games, ("a", "b")) == "\n".join(
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
        games = [play(n, ("alphabeta:2", "alphabeta:3"), 1) for n in (1, 2)]
        again = [game._replace(number=n, seed=n) for n in range(3, 41) for game in games if game.number % 2 == n % 2]
        lines, few = table([*games, *again], ("a", "b")).splitlines(), table(games, ("a", "b")).splitlines()
        assert lines[-1] == "2 of the 40 games are different; the intervals count no more"
        assert [line.split()[-3:] for line in lines[1:7]] == [line.split()[-3:] for line in few[1:7]]
        assert [int(line.split()[2]) for line in lines[1:7]] == [20, 20, 40] * 2
        assert "different" not in "\n".join(few)

    def test_an_interval_has_its_rate_in_it(self) -> None:
        """Short games repeat most, and favour one side."""
        names = ("random", "random")
        games = [play(n, names, n % 40) for n in range(1, 401)]
        for line in table(games, names).splitlines()[1:7]:
            *_, rate, low, _, high = line.split()
            assert float(low) < float(rate) < float(high)

    def test_scores_are_added_to_scores_only(self) -> None:
        with pytest.raises(TypeError, match="unsupported operand"):
            Score(1, 0, 0) + 1

    @pytest.mark.parametrize("bot", [-1, 2])
    def test_there_are_two_bots(self, bot: int) -> None:
        with pytest.raises(ValueError, match=f"bot is {bot}; expected 0 or 1"):
            scores([], bot)

    def test_the_seconds_of_the_wall(self) -> None:
        games = [play(n, ("random", "random"), 1) for n in (1, 2)]
        assert "0.2500 s a game, 0.30 s from start to end" in table(games, ("random", "random"), wall=0.3)

    @pytest.mark.parametrize("opening", [0, 1, 4])
    def test_a_pair_has_one_opening(self, opening: int) -> None:
        names = ("random", "alphabeta:2")
        bots = [(name, read_bot(rules, name)) for name in names]
        games = [*compare(rules, (bots[0], bots[1]), 3, range(1, 21), opening=opening)]
        for one, other in zip(games[::2], games[1::2], strict=True):
            first = one.moves.split()[:opening]
            assert other.moves.split()[:opening] == first
            assert (one.opening, other.opening) == (opening, opening)
            assert (one.seed == other.seed) == (opening > 0)
            begun = random_opening(rules, opening).eval(SplitMix.from_seed(one.seed))
            assert list(map(str, begun)) == first
        assert len({game.moves[: 2 * opening] for game in games}) > min(opening, 1)
        for game in games:
            by_name = dict(bots)
            again = play_one(rules, by_name[game.first], by_name[game.second], game.seed, opening=opening)
            assert " ".join(map(str, again)) == game.moves
            row = game.row()
            assert read_row(rules, row, game[2:4], game.seed, game.number, opening=opening) == game._replace(
                seconds=float(row[-1])
            )

    def test_another_opening_is_another_match(self) -> None:
        row = play(1, ("random", "random"), 1).row()
        with pytest.raises(ValueError, match="game 1: its opening is '0'; in this match it is '2'"):
            read_row(rules, row, ("random", "random"), int(row[4]), 1, opening=2)

    @pytest.mark.parametrize("n", [-1, 9])
    def test_no_opening_ends_the_game(self, n: int) -> None:
        with pytest.raises(ValueError, match=f"cannot begin (tictactoe )?with {n} random moves"):
            random_opening(rules, n).eval(SplitMix.from_seed(1))

    def test_a_side_without_games_has_no_rate(self) -> None:
        line = table([play(1, ("random", "mc:9"), 1)], ("random", "mc:9")).splitlines()[2]
        assert line.split() == ["random", "second", "0", "0", "0", "0", "-", "0.0", "to", "100.0"]

    def test_two_bots_of_one_name_are_told_apart(self) -> None:
        shown = table([play(1, ("random", "random"), 1)], ("random", "random"))
        assert shown.count("random (1)") == shown.count("random (2)") == 3


class TestReadBot:
    @pytest.mark.parametrize(
        ("text", "bot"),
        [
            ("random", bot_random(rules)),
            ("mc:1", bot_mc(rules, 1)),
            ("mc:20", bot_mc(rules, 20)),
            ("mcts:20", bot_mcts(rules, 20)),
            ("minimax:4", bot_minimax(rules, 4, static)),
            ("alphabeta:4", bot_alphabeta(rules, 4, static)),
            ("alphabeta-random:4", bot_alphabeta_random(rules, 4, static)),
        ],
    )
    def test_it_makes_the_bot_it_names(self, text: str, bot: Bot[int, int]) -> None:
        gen = SplitMix.from_seed(5)
        assert read_bot(rules, text)(rules.start).run(gen) == bot(rules.start).run(gen)

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "unknown bot ''; bots: alphabeta:D, alphabeta-random:D, mc:N, mc-bulk:N, mcts:N, minimax:D, random"),
            ("minmax", "unknown bot 'minmax'"),
            ("minimax:x", "'x' is not a depth; expected a whole number, at least 1"),
            ("alphabeta:0", "cannot look 0 moves ahead; expected at least 1"),
            ("random:3", "the bot 'random:3': nothing may follow its name; got ':3'; it is written random"),
            ("random:", "the bot 'random:': nothing may follow its name; got ':'"),
            ("mc", "'' is not a number of random games; expected a whole number, at least 1"),
            ("mc:0", "cannot play 0 random games; expected at least 1"),
            ("mc:-1", "'-1' is not a number of random games"),
            ("mc:1e3", "'1e3' is not a number"),
            ("mc:05", "'05' is not a number"),
            ("mc:٣", "'٣' is not a number"),
            (f"mc:{'9' * 5000}", f"'{'9' * 40}' is not a number"),
        ],
    )
    def test_it_refuses_what_names_no_bot(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            read_bot(rules, text)
