"""Games of the registry, beside the laws that test_kit.py runs on them; tic-tac-toe in full."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from functools import cache, reduce
from itertools import product
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing, Some
from returns.result import Failure, Success

from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.games import GAMES, game
from fpgames.games.tictactoe import TicTacToe, bits
from fpgames.games.tictactoe.record import rules as tictactoe
from fpgames.rules import require_moves, value_of_outcome
from fpgames.testing import illegal_moves, legal_moves, positions, unfinished
from tests.figures import COMPLETE_GAMES, REACHABLE, TERMINAL

EVERY_GAME = pytest.mark.parametrize("rules", [GAMES[name] for name in sorted(GAMES)], ids=sorted(GAMES))


@EVERY_GAME
class TestEveryGame:
    """What the laws of the kit do not say: what a ``Rules`` derives, and that it pickles."""

    @given(st.data())
    def test_try_play_is_play_with_the_error_as_a_value(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(unfinished(rules))
        move, other = data.draw(legal_moves(rules, p)), data.draw(illegal_moves(rules, p))
        assert rules.try_play(p, move) == Success(rules.play(p, move))
        failure: Any = rules.try_play(p, other)
        assert isinstance(failure, Failure)
        with pytest.raises(IllegalMove) as refused:
            rules.play(p, other)
        assert str(failure.failure()) == str(refused.value)

    def test_try_play_lets_other_errors_pass(self, rules: Rules[Any, Any]) -> None:
        def play(p: Any, move: Any) -> Any:
            raise ValueError("something else")

        with pytest.raises(ValueError, match="something else"):
            replace(rules, play=play).try_play(rules.start, rules.moves(rules.start)[0])

    @given(st.data())
    def test_positions_pickle(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        copy = pickle.loads(pickle.dumps(p))
        assert (copy, hash(copy)) == (p, hash(p))

    @given(st.data())
    def test_derived_successors_follow_the_rules_they_are_derived_from(
        self, rules: Rules[Any, Any], data: st.DataObject
    ) -> None:
        p = data.draw(positions(rules))
        derived = replace(rules, successors=cast("Any", None))
        assert list(derived.successors(p)) == list(rules.successors(p))
        other = replace(derived, play=lambda p, move: move)
        assert list(other.successors(p)) == list(rules.moves(p))

    @given(st.data())
    def test_a_derived_static_value_follows_the_rules_it_is_derived_from(
        self, rules: Rules[Any, Any], data: st.DataObject
    ) -> None:
        p = data.draw(positions(rules))
        derived = replace(rules, static=cast("Any", None))
        assert derived.static(p) == value_of_outcome(rules)(p)
        lost = replace(derived, outcome=lambda p: Some(Outcome.SECOND_WON))
        assert lost.static(p) == -1
        given = value_of_outcome(rules)
        assert replace(lost, static=given).static is given

    @given(st.data())
    def test_the_value_of_the_outcome(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        assert value_of_outcome(rules)(p) == rules.outcome(p).map(int).value_or(0)

    def test_rules_pickle_and_show_their_name(self, rules: Rules[Any, Any]) -> None:
        assert pickle.loads(pickle.dumps(rules)) == rules
        assert repr(rules) == f"<Rules: {rules.name}>"
        assert game(rules.name) is rules


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        ValueError,
        match=f"^unknown game 'chess'; games: {', '.join(sorted(GAMES))}$",
    ):
        game("chess")


def test_an_outcome_is_the_player_who_won() -> None:
    assert [Outcome(player) for player in Player] == [Outcome.FIRST_WON, Outcome.SECOND_WON]
    assert [player.opponent for player in Player] == [Player.SECOND, Player.FIRST]


def test_an_illegal_move_survives_pickling() -> None:
    error = IllegalMove(9, (1, 7), "it is full")
    assert error.args == (9, (1, 7), "it is full")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.move, copy.legal, copy.why) == (str(error), 9, (1, 7), "it is full")


class TestTicTacToe:
    def test_the_games_of_article_1(self) -> None:
        """What the article's interpreter session shows."""
        start = tictactoe.start
        assert (
            repr(start)
            == "TicTacToe(grid=pvector('.........'), moves=(0, 1, 2, 3, 4, 5, 6, 7, 8), player='X', opponent='O')"
        )
        p40375 = reduce(tictactoe.play, [4, 0, 3, 7, 5], start)
        assert repr(p40375) == "TicTacToe(grid=pvector('O..XXX.O.'), moves=(1, 2, 6, 8), player='O', opponent='X')"
        assert tictactoe.outcome(start) == Nothing
        assert tictactoe.outcome(p40375) == Some(Outcome.FIRST_WON)
        assert tictactoe.moves(p40375) == ()

    def test_every_game_counted(self) -> None:
        @cache
        def games(p: TicTacToe) -> Counter[int]:
            over = tictactoe.outcome(p).map(lambda outcome: Counter({int(outcome): 1}))
            nexts = (games(tictactoe.play(p, move)) for move in tictactoe.moves(p))
            return over.value_or(sum(nexts, Counter()))

        assert games(tictactoe.start) == COMPLETE_GAMES
        assert games.cache_info().misses == REACHABLE

    def test_a_board_is_read_exactly_if_it_can_be_reached(self) -> None:
        def read(cells: tuple[str, ...]) -> TicTacToe | None:
            try:
                return tictactoe.read("\n".join("".join(cells[i : i + 3]) for i in (0, 3, 6)))
            except ValueError:
                return None

        boards = [p for p in map(read, product("XO.", repeat=9)) if p is not None]
        assert len(set(boards)) == len(boards) == REACHABLE
        assert Counter(int(tictactoe.outcome(p).unwrap()) for p in boards if not tictactoe.moves(p)) == TERMINAL
        assert all(tictactoe.read(tictactoe.show(p)) == p for p in boards)
        assert tictactoe.read(tictactoe.show(boards[-1]).replace("\n", "  \n")) == boards[-1]

    def test_the_display(self) -> None:
        shown = "O..  012\nXXX  345\n.O.  678\nmoves:\nstatus: WinX"
        assert tictactoe.show(reduce(tictactoe.play, [4, 0, 3, 7, 5], tictactoe.start)) == shown
        assert tictactoe.show(tictactoe.start).endswith("moves: 0 1 2 3 4 5 6 7 8\nstatus: PlayX")
        assert tictactoe.show(tictactoe.read("XOX\nXOO\nOXX")).endswith("moves:\nstatus: Tie")

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "expected three rows"),
            ("...\n...", "expected three rows"),
            ("...\n..\n...", "expected three rows"),
            ("...\n.x.\n...", "expected three rows of three cells X, O or '.'; got"),
            ("XX.\n...\n...", "2 X and 0 O; expected equal numbers, or one more X"),
            ("O..\n...\n...", "0 X and 1 O; expected equal numbers"),
            ("XXX\nOOO\n...", "X has three in line, but O moved last"),
            ("XXX\nOO.\nO..", "X has three in line, but O moved last"),
            ("OOO\nXX.\nXX.", "O has three in line, but X moved last"),
            ("....\n...\n...", "'....' does not fit the board; expected '...  012'"),
            ("...  345\n...  678\n...  012", "'...  345' does not fit the board; expected '...  012'"),
            ("...\n...\n...\n...", "'...' does not fit the board; expected 'moves: 0 1 2 3 4 5 6 7 8'"),
            ("...\n...\n...\nstatus: PlayX", "expected 'moves: 0 1 2 3 4 5 6 7 8'"),
            (
                "XXX\nOO.\n...\nmoves:\nstatus: WinX\nstatus: WinX",
                "'status: WinX' does not fit the board; expected None",
            ),
        ],
    )
    def test_a_wrong_board_is_refused(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            tictactoe.read(text)

    @pytest.mark.parametrize("text", ["", "x", "-1", "1.0", "²", "1 2", "01", "9" * 5000])
    def test_a_wrong_move_text_is_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="is not a cell; expected a number from 0 to 8"):
            tictactoe.read_move(text)

    def test_the_record_and_the_bits_are_one_game(self) -> None:
        """On all 5,478 positions: moves, play, whose turn, outcome and text."""
        seen, waiting = {tictactoe.start}, [tictactoe.start]
        while waiting:
            record = waiting.pop()
            p = bits.from_record(record)
            assert bits.to_record(p) == record
            assert bits.rules.moves(p) == tictactoe.moves(record)
            assert bits.rules.player(p) is tictactoe.player(record)
            assert bits.rules.outcome(p) == tictactoe.outcome(record)
            assert bits.static(p) == value_of_outcome(tictactoe)(record)
            assert (bits.rules.show(p), bits.rules.read(bits.rules.show(p))) == (tictactoe.show(record), p)
            after = [tictactoe.play(record, move) for move in tictactoe.moves(record)]
            assert [bits.rules.play(p, move) for move in bits.rules.moves(p)] == list(map(bits.from_record, after))
            waiting += set(after) - seen
            seen |= set(after)
        assert len(seen) == REACHABLE

    def test_the_moves_of_a_running_game(self) -> None:
        assert require_moves(tictactoe, tictactoe.start) == tuple(range(9))


@pytest.mark.parametrize(
    "text", ["othello:6", "mnk:3,3,3", "nim:1,2", "kayles-misere:5", "dots-and-boxes:2,1", "hex:4"]
)
def test_a_name_with_numbers(text: str) -> None:
    assert game(text).name == text
    assert game(game(text).name) is game(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("tictactoe:3", "tictactoe takes no numbers"),
        ("connect4:5", "wrong number of numbers; it is written connect4:WIDTH,HEIGHT,ALIGN"),
        ("connect4:0,1,1", "cannot play on 0 columns; expected at least 1; it is written connect4:"),
        ("othello: 6", "' 6' is not a whole number; it is written othello:N"),
        ("nim:²", "'²' is not a whole number"),
    ],
)
def test_wrong_numbers_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"^the game '{text}': {wrong}"):
        game(text)
