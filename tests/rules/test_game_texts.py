"""Games as text: round trips of all games, streams of games with a bad one, and invalid texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some
from returns.pipeline import is_successful
from returns.result import safe

from fpgames import Outcome
from fpgames.games import GAMES, checkers, pig, tictactoe
from fpgames.play import record_game
from fpgames.rules import PlayedGame, read_game, read_games, unreadable, with_draws, write_game
from fpgames.testing import lines
from tests.support.games import require_refused

rules = tictactoe.rules
RULES = [*(GAMES[name] for name in sorted(GAMES)), with_draws(checkers.rules)]
TEXT = st.text('ab }{[]"\\%;()*1-0.\n\r\u2028!?é') | st.text()


@given(st.data(), st.sampled_from(RULES), st.lists(st.tuples(st.integers(0, 20), TEXT), max_size=3), TEXT)
def test_games_are_read_back(data: st.DataObject, rules: Any, comments: list[tuple[int, str]], tag: str) -> None:
    """Any start, tags and comments, many games in one text, and agreed results: ``readGames (unlines texts) = games``."""
    line = data.draw(lines(rules, 20))
    begun = data.draw(st.integers(0, len(line.moves)))
    outcome = rules.outcome(line.end)
    if outcome is Nothing:
        outcome = data.draw(st.sampled_from([Nothing, *map(Some, Outcome)]))
    moves = line.moves[begun:]
    notes = ((min(n, len(moves)), " ".join(text.replace("}", "").split())) for n, text in comments)
    game = PlayedGame(
        line.positions[begun], moves, outcome, (("Event", tag),), tuple(sorted(notes, key=lambda note: note[0]))
    )
    text = write_game(rules, game)
    assert read_game(rules, text) == game
    between = data.draw(st.sampled_from(["\n", "\n\n\n", " "]))
    assert [read.unwrap() for read in read_games(rules, between.join([text] * 3))] == [game] * 3


def test_a_finished_game_has_the_outcome_of_the_rules() -> None:
    game = PlayedGame(rules.start, (4, 0, 3, 7, 5))
    text = write_game(rules, game)
    assert text == write_game(rules, game._replace(outcome=Some(Outcome.FIRST_WON)))
    assert read_game(rules, "4 0 3 7 5 *").outcome == read_game(rules, text).outcome == Some(Outcome.FIRST_WON)


def test_moves_that_look_like_something_else_are_quoted() -> None:
    words = [
        "1-0",
        "*",
        "(a)",
        "two words",
        "a\u2003b",
        '"',
        "%",
        "[x",
        "1.",
        "..",
        "$1",
        "",
        "a\\\n",
        "b!",
        "c",
        "7",
        "d(e)",
    ]
    spoken = replace(rules, show_move=words.__getitem__, read_move=words.index, play=lambda p, move: p)
    game = PlayedGame(0, tuple(range(len(words))))
    text = write_game(spoken, game)
    assert read_game(spoken, text) == game
    assert text.endswith('"b!"\nc 7 d(e) *'), text


def test_moves_are_numbered_by_turns_of_the_first_player() -> None:
    moves: tuple[Any, ...] = ("roll", 3, "roll", 2, "stop", "roll", 6, "stop", "roll")
    assert write_game(pig.rules, PlayedGame(pig.rules.start, moves)).endswith(
        "\n1. roll 3 roll 2 stop roll 6 stop 2. roll *"
    )


def test_lines_are_read_as_games_are_asked_for() -> None:
    asked_for = count()

    def texts() -> Iterator[str]:
        for n in asked_for:
            yield f'[Round "{n}"]\n'
            yield "1. 4 0 *\n"

    games = [*islice(read_games(rules, texts()), 3)]
    assert [game.unwrap().tags for game in games] == [(("Round", str(n)),) for n in range(3)]
    assert next(asked_for) == 4


def test_games_without_tags_or_results_are_told_apart() -> None:
    games = read_games(rules, '1. 4 0 * {late} 1. 2 1/2-1/2 [First "a"] * [First "b"] 1. 3 [First "c"] 1. 5 ; end')
    assert [(len(game.unwrap().moves), game.unwrap().tags) for game in games] == [
        (2, ()), (1, ()), (0, (("First", "a"),)), (1, (("First", "b"),)), (1, (("First", "c"),)),
    ]  # fmt: skip
    assert [*read_games(rules, " \n{a comment}")] == []


def test_a_wrong_game_is_refused() -> None:
    wrong = [
        ("1. 4 4", "move 2, '4': illegal move 4; legal moves: 0 1 2 3 5 6 7 8"),
        ("1. 4 * 1. 4 *", "the text has 2 games; expected one; read_games reads any number"),
        ("{4}", "the text has 0 games"),
        ("1. 4 } 0", "'} 0' is not part of a game; expected tags, moves, {comments} and a result"),
        ('[FEN "8/8"] 1. 4 *', "the tag FEN is not read with these rules; expected Start, as their game_format says"),
        ('[Game "othello"] 1. 4 *', "the tag Game is 'othello'; expected 'tictactoe', the game of the rules"),
        ('[Result "1-0"] 1. 4 0-1', "there are two results, 0-1 and 1-0; expected one"),
        ('[Result "banana"] 1. 4 *', "'banana' is not a result; expected 1-0, 1/2-1/2, 0-1 or *"),
        ("1. 4 0 2. 3 7 3. 5 0-1", "the result is 0-1; the moves end the game with 1-0"),
        ('[First "a"] [First "b"] *', "there are two tags 'First'; expected one"),
        ('[Result "1-0"] 1. 4', "the text ends before the result; expected it after the last move, or * if it is unknown"),
        ('[First "a"]', "the text ends before the result"),
        ("1. 4 (0", "a variation is not closed"),
        ("1. 4 0)", "a bracket is closed that was not opened"),
    ]  # fmt: skip
    require_refused(partial(read_game, rules), wrong)


def test_what_cannot_be_written_is_refused() -> None:
    game = PlayedGame(0, (4,))
    wrong: list[tuple[Any, str]] = [
        *((game._replace(tags=((name, "x"),)), f"the tag '{name}' is computed from the game") for name in ("Game", "Result", "FEN")),
        (game._replace(tags=(("a b", "x"),)), "the tag 'a b' cannot be written; expected a word, once"),
        (game._replace(tags=(("a", "x"), ("a", "y"))), "the tag 'a' cannot be written; expected a word, once"),
        *((game._replace(comments=((n, text),)), "cannot be written; expected 0 to 1 moves") for n, text in ((2, "a"), (0, "}"), (0, " a"))),
        (game._replace(comments=((1, "a"), (0, "b"))), "cannot be written; expected 1 to 1 moves"),
        (game._replace(moves=(4, 0, 3, 7, 5), outcome=Some(Outcome.DRAW)), "the result is 1/2-1/2; the moves end the game with 1-0"),
        (game._replace(moves=(4, 4)), "illegal move 4"),
    ]  # fmt: skip
    require_refused(partial(write_game, rules), wrong)
    with pytest.raises(
        TypeError, match=r"PlayedGame, which fpgames\.play\.played_game\(rules, record\) makes of a GameRecord"
    ):
        write_game(rules, record_game(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"the start .* cannot be written; expected a position that the rules read"):
        write_game(replace(rules, read=unreadable), PlayedGame(rules.play(0, 4), ()))


def test_a_corrupted_game_is_refused_in_one_line_and_others_are_kept() -> None:
    random, text = Random(1), '[Game "tictactoe"]\n[First "a"]\n[Result "1-0"]\n\n1. 4 0 {a} 2. 3 7 3. 5 1-0\n\n'
    for _ in range(60):
        start, end = sorted(random.choices(range(len(text) - 2), k=2))
        wrong = f"{text[:start]}{random.choice(['', *'[]{}()4;%'])}{text[end:]}"
        games = [*read_games(rules, f"{text}{wrong}{text}")]
        assert [*map(is_successful, (games[0], games[-1]))] == [True, True], wrong
        assert not any("\n" in str(game.failure()) for game in games if not is_successful(game)), wrong


@pytest.mark.slow
@given(st.sampled_from(RULES), TEXT)
def test_any_text_is_read_or_refused_in_one_line(rules: Any, text: str) -> None:
    assert "\n" not in safe(exceptions=(ValueError,))(read_game)(rules, text).swap().map(str).value_or("")
