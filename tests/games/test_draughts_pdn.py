"""Games of draughts in PDN: published games, and what other programs write."""

from __future__ import annotations

from functools import partial

from returns.maybe import Some
from returns.pipeline import is_successful

from fpgames import Outcome
from fpgames.games import checkers, draughts
from fpgames.rules import PlayedGame, read_game, read_games, write_game
from tests.support.games import require_refused

english, international = checkers.rules, draughts.rules


def test_a_published_game() -> None:
    # The shortest game of English draughts, in which black, to move, has no piece left.
    text = """
        % an escaped line
        [Event "Short"]
        [Result "0-1"]
        ; a comment to the end of the line
        1. 11-15 22-18 {taken} 2. 15x22 25x18 $1 3. 12-16 ! (3. 8-11 (3. ... 9-13 {)}) 18-14) 18-14?? 4. 9x18 23x14(?) *
    """
    game = read_game(english, text)
    assert [str(move) for move in game.moves[2:4]] == ["15x22(18)", "25x18(22)"]
    assert (len(game.moves), game.outcome) == (8, Some(Outcome.FIRST_WON))
    assert game.comments == ((0, "a comment to the end of the line"), (2, "taken"))
    for result, outcome in (("2-0", 1), ("1-1", 0), ("0-2", -1)):
        assert read_game(international, f"1. 32-28 {result}").outcome == Some(Outcome(outcome))
    assert read_game(english, '\ufeff[White "a \\"b\\""]\r\n[SetUp "1"]\r\n1. 11-15').tags == (("White", 'a "b"'),)


def test_moves_with_blanks_are_read() -> None:
    words = read_game(english, "1. 11 - 15 23- 19 2. 8 -11 22-17 3. 11-16").moves
    assert [str(move) for move in words] == ["11-15", "23-19", "8-11", "22-17", "11-16"]


def test_white_is_the_winner_of_1_0() -> None:
    first, *others = map(english.read_move, ["11-15", "23-19", "8-11", "22-17"])
    p = english.play(english.start, first)
    text = write_game(english, PlayedGame(p, tuple(others), Some(Outcome.FIRST_WON), (("Black", "A"),)))
    assert text.splitlines() == [
        '[GameType "21"]', '[Black "A"]', '[Result "0-1"]', '[FEN "W:W21-32:B1-10,12,15"]', "", "1... 23-19 2. 8-11 22-17 0-1",
    ]  # fmt: skip
    assert '[Result "1-0"]' in write_game(international, PlayedGame(international.start, (), Some(Outcome.FIRST_WON)))


def test_positions_that_other_programs_write() -> None:
    """A first move shows who moves; men stay men on the king's row, from which they do not move forwards."""
    for moves, turn in (("1. 26-22", 1), ("1... 7-10", 0)):
        assert read_game(english, f'[FEN "?:W26:B7"]\n{moves} *').start.turn == turn
    unmoved = ('[FEN "?:W26:B7"]\n*', "the tag FEN does not say who moves; expected B or W instead of ?")
    require_refused(
        partial(read_game, english), [unmoved, ('[FEN "?:W26:B7"]\n1. 26-27 *', "move 1, '26-27': illegal move")]
    )
    p = english.read("B:WK31,K23:B30,K7")
    assert (english.read(english.show(p)), [*map(str, english.moves(p))]) == (p, ["7-10", "7-11", "7-2", "7-3"])
    q = international.read("W:W1,30:B7,20")
    assert [*map(str, international.moves(q))] == ["1x12(7)"]
    assert international.play(q, international.moves(q)[0]).kings == 0


def test_one_bad_game_of_46_leaves_45() -> None:
    good = '[White "a"]\n[GameType "20,W,10,10"]\n[Result "1-0"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-0\n\n'
    for bad in (
        "1. 32-27 19- ",
        "{1. 32-28",
        "1. 32-28 (19-23",
        ")",
        '[GameType "21"]',
        '[White "',
        "1. 32-28",
        '"]\n\n',
    ):
        games = [*read_games(international, f"{good * 20}{good[:40]}{bad}\n{good * 25}")]
        assert sum(map(is_successful, games)) == 45, bad


def test_a_wrong_game_is_refused() -> None:
    wrong = [
        ("1. 11-15 22-17 2. 9-14 15-18", "move 4, '15-18': illegal move 15-18"),
        ("1. 11x15", "move 1, '11x15': illegal move 11x15"),
        ("1. 11-15 # 22-18", "move 2, '#': '#' is not a move; expected one such as 9-13"),
        ('[GameType "20"] 1. 11-15', "the tag GameType is '20'; expected '21', the game of the rules"),
        ('[FEN "?"] 1. 11-15', "expected a position such as"),
    ]
    require_refused(partial(read_game, english), wrong)
