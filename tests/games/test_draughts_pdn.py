"""Games of draughts in PDN: round trips, published games, and invalid texts."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from returns.maybe import Nothing, Some
from returns.result import safe

from fpgames import Outcome, bot_random
from fpgames.games import checkers, draughts, tictactoe
from fpgames.games.draughts import Draughts, Move, Pdn, brazilian, pool, read_pdn, read_pdns, show_pdn
from fpgames.play import compare
from fpgames.play.playing import without_history
from fpgames.rules import Rules, with_draws
from fpgames.testing import lines
from tests.support.games import require_refused

english, international = checkers.rules, draughts.rules
FAMILY = pytest.mark.parametrize(
    "rules",
    [pool, *(pytest.param(each, marks=pytest.mark.slow) for each in (english, international, brazilian))],
    ids=str,
)
TEXT = st.one_of(st.text(), st.text('0123456789BWK:,-x. \n[]"{}()*/'))


@FAMILY
@given(data=st.data())
def test_games_are_read_back(rules: Rules[Draughts, Move], data: st.DataObject) -> None:
    line = data.draw(lines(rules))
    text = show_pdn(rules, line.moves, tags={"White": "one", "Black": "two"})
    assert max(map(len, text.splitlines())) <= 79
    game = read_pdn(rules, text)
    assert (game.start, game.moves, game.outcome) == (rules.start, line.moves, rules.outcome(line.end))
    assert dict(game.tags)["Black"] == "two"
    later = show_pdn(rules, line.moves[1:], start=line.positions[min(1, len(line.moves))], outcome=Some(Outcome.DRAW))
    again = read_pdn(rules, later)
    assert (again.moves, again.outcome) == (line.moves[1:], Some(Outcome.DRAW))


def test_a_published_game() -> None:
    # The shortest game of English draughts, in which black, to move, has no piece left.
    text = """
        [Event "Short"]
        [Result "0-1"]
        ; a comment to the end of the line
        1. 11-15 22-18 {taken} 2. 15x22 25x18 $1 3. 12-16 ! (3. 8-11 (3. ... 9-13 {)}) 18-14) 18-14?? 4. 9x18 23x14 *
    """
    game = read_pdn(english, text)
    assert [str(move) for move in game.moves[2:4]] == ["15x22(18)", "25x18(22)"]
    assert (len(game.moves), game.outcome) == (8, Some(Outcome.FIRST_WON))
    assert read_pdn(international, "1. 32-28 2-0").outcome == Some(Outcome.FIRST_WON)
    assert read_pdn(international, "1. 32-28 1-1").outcome == Some(Outcome.DRAW)
    assert read_pdn(international, "").outcome is Nothing
    assert read_pdn(english, '\ufeff[White "a \\"b\\""]\r\n1. 11-15').tags == (("White", 'a "b"'),)


def test_moves_are_numbered_in_pairs() -> None:
    first, *others = map(english.read_move, ["11-15", "23-19", "8-11", "22-17"])
    p = english.play(english.start, first)
    assert show_pdn(english, [first, *others]).splitlines()[-1] == "1. 11-15 23-19 2. 8-11 22-17 *"
    assert show_pdn(english, others, start=p).splitlines()[-1] == "1... 23-19 2. 8-11 22-17 *"


def test_a_wrong_game_is_refused() -> None:
    wrong = [
        ("1. 11-15 22-17 2. 9-14 15-18", "move 4, '15-18': illegal move 15-18"),
        ("1. 11x15", "move 1, '11x15': illegal move 11x15"),
        ("1. 11-15 * 22-18", "'22-18' is not expected in a game in PDN here; read_pdns reads games that follow"),
        ("1. 11-15 # 22-18", "'# 22-18' is not expected"),
        ('[GameType "20"] 1. 11-15', "the game is of GameType '20'; checkers is 21"),
        ('[FEN "?"] 1. 11-15', "expected a position such as"),
        ('[Result "1-0"] 1. 11-15 0-1', "there are two results, 0-1 and 1-0"),
        ('[Result "banana"] 1. 11-15', "'banana' is not a result; expected one such as 1-0"),
        ('[White "a"] [White "b"]', "there are two tags 'White'"),
        ("1. 11-15 (9-13", "a variation is not closed"),
        ("1. 11-15 9-13)", "a bracket is closed that was not opened"),
    ]
    require_refused(partial(read_pdn, english), wrong)


def test_what_cannot_be_written_is_refused() -> None:
    tags = [("White", 'a"b', "the tag 'White' with 'a\"b' cannot be written in PDN")]
    tags += [
        (name, "*", f"the tag '{name}' is computed from the game; omit it") for name in ("FEN", "Result", "GameType")
    ]
    require_refused(lambda tags: show_pdn(english, [], tags=tags), [({tag: text}, said) for tag, text, said in tags])
    with pytest.raises(ValueError, match="<Rules: tictactoe> is not a variant of draughts"):
        show_pdn(tictactoe.rules, [])  # type: ignore[arg-type]


@pytest.mark.slow
@settings(max_examples=40)
@given(st.sampled_from([english, international, brazilian, pool]), TEXT)
def test_any_text_is_read_or_refused_in_one_line(rules: Rules[Draughts, Move], text: str) -> None:
    assert "\n" not in safe(exceptions=(ValueError,))(read_pdn)(rules, text).swap().map(str).value_or("")


def test_a_match_as_pdn() -> None:
    rules = with_draws(english)
    bots = ("a", without_history(bot_random(english))), ("b", without_history(bot_random(english)))
    for played in compare(rules, bots, 1, range(1, 3)):
        moves = [english.read_move(word) for word in played.moves.split()]
        tags = {"Black": played.first, "White": played.second, "Round": str(played.number)}
        text = show_pdn(english, moves, outcome=Some(played.outcome), tags=tags)
        assert read_pdn(english, text) == Pdn(
            (*tags.items(), ("Result", {1: "0-1", 0: "1/2-1/2", -1: "1-0"}[played.outcome]), ("GameType", "21")),
            english.start, tuple(moves), Some(played.outcome),
        )  # fmt: skip


@given(st.lists(lines(checkers.rules, 20), max_size=4), st.sampled_from(["\n\n", " ", "\ufeff\r\n"]))
def test_games_that_follow_one_another_are_read(played: list[Any], between: str) -> None:
    texts = [show_pdn(checkers.rules, line.moves) for line in played]
    assert [*read_pdns(checkers.rules, between.join(texts))] == [read_pdn(checkers.rules, text) for text in texts]


def test_games_without_tags_or_results_are_told_apart() -> None:
    read = partial(read_pdns, checkers.rules)
    games = read('1. 11-15 23-19 * 1. 11-16 1/2-1/2 [White "a"] * [White "b"] 1. 12-16 [White "c"] 1. 9-13')
    assert [(len(game.moves), dict(game.tags).get("White")) for game in games] == [
        (2, None), (1, None), (0, "a"), (1, "b"), (1, "c"),
    ]  # fmt: skip
    assert read(" \n") == ()
    require_refused(read, [("1. 11-15 * 1. 11-12", "game 2: move 1, '11-12'"), ("* *", "game 1: '*' is not expected")])
