"""Openings from texts, and matches and tournaments that begin with them."""

from __future__ import annotations

import re
from functools import reduce

import pytest

from fpgames.games import connect4
from fpgames.games.tictactoe import rules
from fpgames.play import bot_alphabeta, compare, game_seed, play_one, read_bot, read_opening, read_row, sides

BOTS = [(name, read_bot(rules, name)) for name in ("mc:9", "random", "mcts:9")]
TEXTS = ["4 0", "0,8", "XO./.X./..."]


def test_a_text_is_a_line_of_moves_or_else_a_position() -> None:
    assert read_opening(rules, "4 0") == read_opening(rules, "4,0") == (rules.start, (4, 0))
    assert read_opening(rules, "XO./.X./...") == (rules.read("XO.\n.X.\n..."), ())
    assert read_opening(connect4.rules, "4455") == (connect4.rules.read("4455"), ())
    assert read_opening(rules, "") == (rules.start, ())


@pytest.mark.parametrize(
    ("text", "reason"),
    [("4 4", "illegal move 4"), ("x", "nor a position"), ("0 3 1 4 2", "the game is over after it"), ("XXX/OO./...", "nor a position (")],
)  # fmt: skip
def test_other_texts_are_refused(text: str, reason: str) -> None:
    with pytest.raises(
        ValueError, match=rf"the opening '{text}' is neither a line of moves .*; expected moves"
    ) as error:
        read_opening(rules, text)
    assert reason in str(error.value)
    with pytest.raises(ValueError, match=re.escape(text)):
        compare(rules, BOTS[:2], 1, range(1, 3), opening=["4", text])


def test_an_empty_list_of_openings_is_refused() -> None:
    with pytest.raises(ValueError, match="an empty list of openings; expected moves or positions"):
        compare(rules, BOTS[:2], 1, range(1, 3), opening=[])


def test_each_pair_of_games_begins_with_the_next_opening() -> None:
    """Both games of a pair share it and the seed; the rows of the games can be read, and the games played again."""
    games = [*compare(rules, BOTS[:2], 1, range(1, 9), opening=TEXTS)]
    assert [game.opening for game in games] == [TEXTS[i] for i in (0, 0, 1, 1, 2, 2, 0, 0)]
    for game in games:
        assert game.seed == game_seed(1, game.number, opening=game.opening)
        start, moves = read_opening(rules, str(game.opening))
        assert game.moves.split()[: len(moves)] == [*map(str, moves)]
        assert not rules.moves(reduce(rules.play, map(rules.read_move, game.moves.split()), start))
        row, names = game.row(), (game.first, game.second)
        assert read_row(rules, row, names, game.seed, game.number, opening=game.opening) == game
        bots = dict(BOTS)
        again = play_one(rules, bots[game.first], bots[game.second], game.seed, opening=game.opening)
        assert " ".join(map(str, again)) == game.moves


def test_any_two_bots_of_a_tournament_play_all_openings_in_turn() -> None:
    games = [*compare(rules, BOTS, 1, range(1, 19), opening=TEXTS)]
    for pair in {frozenset((game.first, game.second)) for game in games}:
        played = [game for game in games if {game.first, game.second} == pair]
        assert [game.opening for game in played] == [text for text in TEXTS for _ in range(2)]
    assert [(game.first, game.second) for game in games] == [
        sides(tuple(name for name, _ in BOTS), n) for n in range(1, 19)
    ]
    assert len({game.seed for game in games}) == 9


def test_without_chance_games_from_openings_are_known_to_have_none() -> None:
    bot = bot_alphabeta(rules, 2, rules.static)
    games = compare(rules, (("a", bot), ("b", bot)), 1, range(1, 5), opening=TEXTS)
    assert [game.chance for game in games] == [False] * 4
