"""The registry of games, the functions that ``Rules`` derives for each game, and laws of every size of a game.

``tests/laws/test_library.py`` runs the kit's laws on the games.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from returns.maybe import Some
from returns.result import Failure, Success

from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.games import GAMES, KINDS, connect4, dots_and_boxes, draughts, game, hex, kayles, mnk, nim, othello
from fpgames.rules import AnyRules, value_of_outcome
from fpgames.testing import check_game, illegal_moves, legal_moves, positions
from tests.support.games import EVERY_GAME, require_refused

exhaustive = pytest.mark.exhaustive
FEW: list[AnyRules] = [nim.heaps(2, 2, 1), kayles.row(5, misere=True), mnk.sized(4, 3, 3), hex.sized(3)]
SIZES: list[AnyRules] = [
    *(nim.heaps(1), nim.heaps(0, 3), nim.heaps(3, 2, misere=True), nim.heaps(*[1] * 11)),
    *(kayles.row(1), kayles.row(2), mnk.sized(1, 1, 1), mnk.sized(2, 2, 3), mnk.sized(3, 4, 3), mnk.sized(5, 1, 2)),
    *(mnk.sized(3, 3, 3), mnk.sized(4, 4, 3), hex.sized(1), hex.sized(2)),
]
LARGE: list[AnyRules] = [kayles.row(70), mnk.sized(15, 15, 5), mnk.sized(9, 8, 5), hex.sized(9)]
"""Positions of these do not fit into a word."""
SMALL_GAMES = [*map(game, ("nim", "nim-misere", "kayles", "kayles-misere", "mnk", "hex")), *FEW, *SIZES, *LARGE]
BOARDS: list[AnyRules] = [
    *(othello.sized(n) for n in (4, 6, 10, 12)),
    *(dots_and_boxes.sized(*board) for board in ((1, 1), (1, 3), (5, 5))),
    *(connect4.sized(3, 3, 3), connect4.sized(10, 4), draughts.brazilian, draughts.pool),
]  # fmt: skip


@pytest.mark.slow
@EVERY_GAME
@given(data=st.data())
def test_what_is_derived(rules: Rules[Any, Any], data: st.DataObject) -> None:
    """From the other fields of ``Rules``; and positions pickle."""
    p = data.draw(positions(rules))
    copy = pickle.loads(pickle.dumps(p))
    assert (copy, hash(copy)) == (p, hash(p))
    value = value_of_outcome(rules)
    assert value(p) == rules.outcome(p).map(int).value_or(0)
    derived = replace(rules, successors=cast("Any", None), static=cast("Any", None))
    assert list(derived.successors(p)) == list(rules.successors(p))
    assert list(replace(derived, play=lambda p, move: move).successors(p)) == list(rules.moves(p))
    assert derived.static(p) == value(p)
    lost = replace(derived, outcome=lambda p: Some(Outcome.SECOND_WON))
    assert lost.static(p) == -1
    assert replace(lost, static=value).static is value
    if not rules.moves(p):
        return
    move, other = data.draw(legal_moves(rules, p)), data.draw(illegal_moves(rules, p))
    assert rules.try_play(p, move) == Success(rules.play(p, move))
    failure: Any = rules.try_play(p, other)
    assert isinstance(failure, Failure)
    with pytest.raises(IllegalMove) as refused:
        rules.play(p, other)
    assert str(failure.failure()) == str(refused.value)


def test_try_play_lets_other_errors_pass() -> None:
    def play(p: Any, move: Any) -> Any:
        raise ValueError("something else")

    for rules in GAMES.values():
        with pytest.raises(ValueError, match="something else"):
            replace(rules, play=play).try_play(rules.start, rules.moves(rules.start)[0])


def test_an_outcome_is_the_player_who_won() -> None:
    assert [Outcome(player) for player in Player] == [Outcome.FIRST_WON, Outcome.SECOND_WON]
    assert [player.opponent for player in Player] == [Player.SECOND, Player.FIRST]


def test_an_illegal_move_survives_pickling() -> None:
    error = IllegalMove(9, (1, 7), "it is full")
    assert error.args == (9, (1, 7), "it is full")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.move, copy.legal, copy.why) == (str(error), 9, (1, 7), "it is full")


class TestRegistry:
    def test_rules_show_their_name(self) -> None:
        for rules in GAMES.values():
            assert repr(rules) == f"<Rules: {rules.name}>"
            assert game(rules.name) is KINDS[rules.name].rules is rules

    def test_a_name_with_numbers(self) -> None:
        for text in ("othello:6", "mnk:3,3,3", "nim:1,2", "kayles-misere:5", "dots-and-boxes:2,1", "hex:4"):
            assert game(text).name == text
            assert game(game(text).name) is game(text)

    @pytest.mark.slow
    def test_equal_sizes_are_equal_rules(self) -> None:
        assert connect4.sized() is connect4.rules
        assert othello.sized(8) is othello.sized() is othello.rules
        assert dots_and_boxes.sized(3, 2) is dots_and_boxes.sized() is dots_and_boxes.rules
        assert (othello.sized(True + 5), dots_and_boxes.sized(True, True)) == (
            game("othello:6"),
            game("dots-and-boxes:1,1"),
        )
        assert (
            repr([othello.rules.successors, dots_and_boxes.rules.successors])
            == "[sized(8).successors, sized(3, 2).successors]"
        )
        for rules in SMALL_GAMES:
            assert pickle.loads(pickle.dumps(rules)) == rules
            name = rules.name.removesuffix("-forced")
            assert (game(name) is rules) == (name == rules.name)

    def test_the_largest_sizes(self) -> None:
        moves = {
            **{"othello:26": 4, "dots-and-boxes:12,12": 312, "mnk:26,1,26": 26, "mnk:1,26,1": 26, "hex:26": 676},
            **{"kayles:500": 999, "nim:127": 127, "nim:" + ",".join("1" * 26): 26},
        }
        assert {name: len(game(name).moves(game(name).start)) for name in moves} == moves

    def test_wrong_names_are_refused(self) -> None:
        cases = [
            ("tictactoe:3", "tictactoe takes no numbers"),
            ("connect4:5", "wrong number of numbers; it is written connect4:WIDTH,HEIGHT,ALIGN"),
            ("connect4:0,1,1", "cannot play on 0 columns; expected at least 1; it is written connect4:"),
            ("othello: 6", "' 6' is not a size; expected a whole number, without a sign; it is written othello:N"),
            ("nim:²", "'²' is not a size"),
            ("hex:-3", "'-3' is not a size; expected a whole number, without a sign; it is written hex:N"),
            ("nim:0,0", "there is no object to take; expected at least one heap of at least 1; it is written nim:N,N,..."),
            ("nim:128", "cannot make a heap of 128 objects; expected at most 127"),
            ("nim-misere:" + ",".join("1" * 27), "cannot play with 27 heaps; expected at most 26"),
            ("kayles:0", "cannot play with 0 pins; expected at least 1"),
            ("kayles:501", "cannot play with 501 pins; expected at most 500"),
            ("kayles-misere:1,2", "wrong number of numbers; it is written kayles-misere:N"),
            ("mnk:0,3,3", "cannot play on 0 columns; expected at least 1"),
            ("mnk:3,27,3", "cannot play on 27 rows; expected at most 26"),
            ("mnk:3,3,0", "cannot win with 0 marks in line; expected at least 1"),
            ("mnk:3,3,27", "cannot win with 27 marks in line; expected at most 26"),
            ("mnk:3,3,3,1", "wrong number of numbers; it is written mnk:M,N,K"),
            ("hex:0", "cannot play on 0 columns; expected at least 1"),
        ]  # fmt: skip
        require_refused(game, [(name, f"the game '{name}': {wrong}") for name, wrong in cases])
        unknown = f"^unknown game 'chess'; games: {', '.join(sorted(GAMES))}$"
        require_refused(game, [("chess", unknown)], pattern=True)

    def test_a_number_of_another_kind_is_refused(self) -> None:
        for make in (nim.heaps, kayles.row, lambda n: mnk.sized(n, 3, 3), hex.sized):
            require_refused(make, product((-1, 2.5, "3", None, 10**5000), ["cannot (make|play)"]), pattern=True)
        said = r"^cannot play Othello on .* rows; expected (an even number|at least 4)[^\n]*$"
        require_refused(othello.sized, product((-2, 0, 2, 3, 5, 27, 28, 4.0, "8"), [said]), pattern=True)
        said = r"^cannot play on (rows of .* boxes|.* rows of boxes); expected at [^\n]*$"
        boards: list[Any] = [(0, 1), (1, 0), (13, 1), (1, 13), (2.0, 1), (1, "2")]
        require_refused(lambda board: dots_and_boxes.sized(*board), product(boards, [said]), pattern=True)


class TestEverySize:
    @pytest.mark.slow
    @pytest.mark.parametrize("rules", [*FEW, *(pytest.param(rules, marks=exhaustive) for rules in SIZES)], ids=str)
    @pytest.mark.filterwarnings("ignore:.* of 60 games, none was won")
    def test_it_keeps_the_laws(self, rules: AnyRules) -> None:
        """In compiled code and in a second process the sizes do not differ."""
        check_game(rules, budget=200, exclude=["compiled_functions_do_the_same", "a_second_process_does_the_same"])

    @exhaustive
    def test_compiled_code_does_the_same(self) -> None:
        check_game(nim.heaps(2, 2, 1), budget=200, laws=["compiled_functions_do_the_same"])

    def test_long_games(self) -> None:
        """Where a law for each of a hundred examples would take too long: to the end of one game."""
        for rules in (*SMALL_GAMES, *BOARDS[:-2]):
            p = rules.start
            while moves := rules.moves(p):
                assert rules.read(rules.show(p)) == p
                move = moves[len(moves) * 2 // 3]
                assert rules.read_move(rules.show_move(move)) == move
                for symmetry in rules.symmetries[:7]:
                    image = rules.play(symmetry.position(p), symmetry.move(move))
                    assert image == symmetry.position(rules.play(p, move))
                p = rules.play(p, move)
            assert rules.read(rules.show(p)) == p
            assert (abs(rules.static(p)) > 0) == (rules.outcome(p) != Some(Outcome.DRAW))

    def test_a_board_typed_by_hand_is_understood(self) -> None:
        for rules in (*SMALL_GAMES, *BOARDS, *GAMES.values()):
            assert rules.read(rules.show(rules.start).replace("\n", "  \r\n") + " \n\n") == rules.start

    def test_a_move_of_another_kind_is_refused(self) -> None:
        moves = None, "a1", 10**30, -1, 1.5, (0,), (0, 0), (0.5, 1), (-1, 1), (99, 1)
        for rules in (*SMALL_GAMES, *BOARDS, *GAMES.values()):
            require_refused(
                lambda move, rules=rules: rules.play(rules.start, move), product(moves, [""]), error=IllegalMove
            )

    def test_floats_that_are_moves_are_the_moves(self) -> None:
        for rules in (*SMALL_GAMES, *BOARDS, *GAMES.values()):
            move: Any = rules.moves(rules.start)[-1]
            parts = move if isinstance(move, tuple) else (move,)
            numbers = tuple(float(part) if isinstance(part, int) else part for part in parts)
            same: Any = numbers if isinstance(move, tuple) else numbers[0]
            assert repr(rules.play(rules.start, same)) == repr(rules.play(rules.start, move))


def test_long_texts_are_refused_in_short_messages() -> None:
    long = "9" * 5000
    wrong = []
    for rules in (*SMALL_GAMES, *BOARDS, *GAMES.values()):
        lines = rules.show(rules.start).split("\n")
        texts = ["\n".join([*lines[:i], line + long, *lines[i + 1 :]]) for i, line in enumerate(lines)]
        texts += ["\n".join([*lines[:i], long, *lines[i + 1 :]]) for i in range(len(lines) + 1)]
        readers: list[Callable[[str], Any]] = [rules.read, rules.read_move, partial(rules.read_move_in, rules.start)]
        for read, text in product(readers, [*texts, long, "a1" * 2000, "\n".join([*lines, *["X"] * 5000])]):
            try:
                read(text)
            except ValueError as refused:
                wrong += [f"{rules.name}: {refused!s:.200}"] * (len(str(refused)) > 300)
    assert not wrong, "\n".join(wrong)


def check_any_text(rules: AnyRules, data: st.DataObject) -> None:
    """Any text is read or refused in one line, and what is read is written so that it is read back."""
    p = data.draw(positions(rules))
    shown = data.draw(st.sampled_from([rules.show(p), *(rules.show_move_in(p, move) for move in rules.moves(p)[:20])]))
    at, to = sorted((data.draw(st.integers(0, len(shown))), data.draw(st.integers(0, len(shown)))))
    symbols = st.text(st.sampled_from(sorted({*shown, *"XO.|,0123456789ab-²٣\0\n"})))
    other = data.draw(st.text() | symbols | st.sampled_from(["9" * 5000, "second", "to move"]))
    readers: list[tuple[Callable[[str], Any], Callable[[Any], str]]] = [
        (rules.read, rules.show),
        (rules.read_move, rules.show_move),
        (lambda text: rules.read_move_in(p, text), lambda move: rules.show_move_in(p, move)),
    ]
    for text in (other, shown[:at] + other + shown[to:]):
        for read, show in readers:
            said = "nothing"
            try:
                found = read(text)
            except ValueError as refused:
                said = str(refused)
            else:
                assert read(show(found)) == found
            assert said.splitlines() == [said]
            assert len(said) < 500


@pytest.mark.slow
@EVERY_GAME
@given(data=st.data())
def test_any_text_is_read_or_refused_in_a_line(rules: AnyRules, data: st.DataObject) -> None:
    check_any_text(rules, data)


@pytest.mark.slow
@settings(max_examples=60)
@given(st.sampled_from([*FEW, *SIZES, *LARGE, *BOARDS]), st.data())
def test_any_text_of_any_size_is_read_or_refused_in_a_line(rules: AnyRules, data: st.DataObject) -> None:
    check_any_text(rules, data)
