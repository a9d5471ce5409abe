"""Matches: seeds, openings, rows, and a golden match that is the same on every supported Python."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import SplitMix, State, bot_random, replicate_m
from fpgames.games.tictactoe import rules
from fpgames.play import (
    GameRecord,
    compare,
    game_seed,
    play_one,
    playing,
    random_opening,
    read_bot,
    read_row,
    record_game,
    sides,
)
from fpgames.rand import next_word
from fpgames.rules import EndlessGame
from tests.support.games import require_refused
from tests.support.maps import map_backwards


def play(number: int, bots: tuple[str, str], seed: int) -> GameRecord:
    names = sides(bots, number)
    moves = play_one(rules, read_bot(rules, names[0]), read_bot(rules, names[1]), seed)
    return record_game(rules, moves, names, seed, number, 0.25)


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
    words = replicate_m(5, next_word()).eval(SplitMix.from_seed(seed))
    assert tuple(game_seed(seed, number) for number in range(1, 6)) == words
    assert [game_seed(seed, number, opening=2) for number in range(1, 5)] == [*words[:1] * 2, *words[1:2] * 2]


class TestCompare:
    def test_the_clock_and_whoever_plays(self) -> None:
        bots = ("random", read_bot(rules, "random")), ("mc:9", read_bot(rules, "mc:9"))
        ticks = iter([1.0, 1.5, 10.0, 12.0])
        games = [*compare(rules, bots, 42, range(3, 5), clock=lambda: next(ticks))]
        assert [game.seconds for game in games] == [0.5, 2.0]
        assert [game[:5] for game in games] == [
            (n, "tictactoe", *sides(("random", "mc:9"), n), game_seed(42, n)) for n in (3, 4)
        ]
        others = compare(rules, bots, 42, range(3, 5), map_function=map_backwards)
        assert [*others] == [game._replace(seconds=0.0) for game in games]


class TestRows:
    def test_a_wrong_row_is_refused(self) -> None:
        row = play(1, ("random", "mc:2"), 7).row()

        def read(change: dict[int, str]) -> GameRecord:
            changed = [change.get(i, field) for i, field in enumerate(row)]
            return read_row(rules, changed, ("random", "mc:2"), 7, 1)

        cases = [
            ({0: "2"}, "game 1: its number is '2'; in this match it is '1'"),
            ({1: "chess"}, "game 1: its game is 'chess'; in this match it is 'tictactoe'"),
            ({2: "mc:2"}, "game 1: its first is 'mc:2'; in this match it is 'random'"),
            ({3: "mc:3"}, "game 1: its second is 'mc:3'; in this match it is 'mc:2'"),
            ({4: "8"}, "game 1: its seed is '8'; in this match it is '7'"),
            ({5: "1"}, "game 1: its outcome is '1'; its moves give '-1'"),
            ({6: "12"}, "game 1: its length is '12'; its moves give '6'"),
            ({7: "3  6 2 8 0 7"}, "game 1: its moves is"),
            ({7: "0 0"}, "game 1: illegal move 0"),
            ({7: "0 1"}, "game 1: the moves do not end the game"),
            ({7: "x"}, "game 1: 'x' is not a cell"),
            ({8: "2"}, "game 1: its opening is '2'; in this match it is '0'"),
            ({9: "yes"}, "game 1: its chance is 'yes'; its moves give '1'"),
            ({10: "7"}, "game 1: its searched is '7'; expected depths or simulations, as in 7 8!/900 850"),
            ({11: "soon"}, "game 1: its seconds are 'soon'; expected digits"),
            ({11: "nan"}, "game 1: its seconds are 'nan'; expected digits, as in 0.500000"),
            ({11: "-1"}, "game 1: its seconds are '-1'"),
            ({11: "inf"}, "game 1: its seconds are 'inf'"),
        ]
        require_refused(read, cases)
        with pytest.raises(ValueError, match="game 3 has 1 fields; expected 12"):
            read_row(rules, ["3"], ("random", "random"), 7, 3)


class TestOpenings:
    @pytest.mark.slow
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
            found = read_row(rules, row, game[2:4], game.seed, game.number, opening=opening)
            assert found == game._replace(seconds=float(row[-1]))


def test_a_game_that_is_too_long_is_a_draw_and_is_read_back() -> None:
    bots = ("a", bot_random(rules)), ("b", bot_random(rules))
    whole = [*compare(rules, bots, 1, range(1, 9))]
    for longest in (5, 6, 7):
        games = [*compare(rules, bots, 1, range(1, 9), longest=longest)]
        for game, before in zip(games, whole, strict=True):
            assert game.cut == (before.length > longest)
            assert game[:5] == before[:5]
            if game.cut:
                assert (game.outcome, game.length, game.moves.split()) == (0, longest, before.moves.split()[:longest])
            else:
                assert game == before
            names = game.first, game.second
            again = read_row(rules, game.row(), names, game.seed, game.number, longest=longest)
            assert again == game
            if game.cut:
                with pytest.raises(ValueError, match="the moves do not end the game"):
                    read_row(rules, game.row(), names, game.seed, game.number)
            with pytest.raises(ValueError, match=rf"it has {game.length} moves; in this match games end after 4$"):
                read_row(rules, game.row(), names, game.seed, game.number, longest=4)
    assert len(play_one(rules, bot_random(rules), bot_random(rules), 1, opening=2, longest=4)) == 4


def test_an_opening_may_be_longer_than_a_game() -> None:
    bots = ("a", bot_random(rules)), ("b", bot_random(rules))
    openings: tuple[int | list[str], ...] = (4, ["4 0 3 7"])
    for opening in openings:
        (game,) = compare(rules, bots, 1, [1], opening=opening, longest=3)
        assert (game.length, game.cut) == (4, True)
        assert read_row(rules, game.row(), game[2:4], game.seed, 1, opening=game.opening, longest=3) == game


@pytest.mark.parametrize("longest", [None, 7])
def test_a_game_without_end_ends_after_its_longest(longest: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    endless: Any = replace(rules, moves=lambda p: (0,), play=lambda p, _: p)
    monkeypatch.setattr(playing, "MAX_PLAYOUT_MOVES", 5)
    if longest is not None:
        assert play_one(endless, bot_random(endless), bot_random(endless), 1, longest=longest) == (0,) * 7
        return
    with pytest.raises(EndlessGame):
        play_one(endless, bot_random(endless), bot_random(endless), 1)


def test_a_game_that_is_over_has_no_moves() -> None:
    over = reduce(rules.play, (4, 0, 3, 7, 5), rules.start)
    wrong: Any = replace(rules, moves=lambda p: (8,) if p == over else rules.moves(p))
    line = iter((4, 0, 3, 7, 5))

    def bot(_: object) -> Any:
        return State.from_value(next(line))

    with pytest.raises(
        ValueError, match="expected moves while the game runs, and an outcome as soon as there are none"
    ):
        play_one(wrong, bot, bot, 1)


def test_numbers_of_games_may_be_any_iterable() -> None:
    bots = ("a", bot_random(rules)), ("b", bot_random(rules))
    for numbers in ([1, 2, 3], iter([1, 2, 3]), (n for n in (1, 2, 3)), {1: 0, 2: 0, 3: 0}.keys()):
        assert [*compare(rules, bots, 1, numbers)] == [*compare(rules, bots, 1, range(1, 4))]
