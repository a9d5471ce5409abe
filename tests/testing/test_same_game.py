"""Two games that should be one: in both directions, in one, or by nothing but the moves played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from returns.maybe import Nothing

from fpgames import Player
from fpgames.draws import with_draws
from fpgames.games import checkers, connect4, dots_and_boxes, mnk, tictactoe
from fpgames.passes import with_passes
from fpgames.rules import AnyRules, Rules, unreadable
from fpgames.testing import LawsBroken, as_tests, check_same_game, same_game_laws

bits, record = tictactoe.rules, tictactoe.record.rules
FIRST = Player.FIRST


def wrong(rules: Rules[Any, Any], **changes: Any) -> Rules[Any, Any]:
    return replace(rules, **{"successors": None, **changes})


def word(move: int) -> str:
    return "abcdefghi"[move]


def moves_of_other(p: int) -> tuple[str, ...]:
    return tuple(map(word, bits.moves(p)[::-1]))


in_words = wrong(bits, moves=moves_of_other, play=lambda p, move: bits.play(p, "abcdefghi".index(move)))

test_one_direction = as_tests(same_game_laws(record, bits, tictactoe.from_record))
test_no_direction = as_tests(same_game_laws(bits, record))
test_other_moves = as_tests(same_game_laws(bits, in_words, to_move=word, any_order=True))
test_other_order = as_tests(same_game_laws(connect4.rules, connect4.sized(7, 6, 4, centre_first=True), any_order=True))


def test_the_laws_depend_on_what_is_given() -> None:
    assert len(same_game_laws(record, bits)) == 1
    assert len(same_game_laws(record, bits, tictactoe.from_record)) == 2
    assert len(same_game_laws(record, bits, tictactoe.from_record, tictactoe.to_record)) == 3


def test_the_player_at_the_end_is_not_bound() -> None:
    check_same_game(bits, wrong(bits, player=lambda p: bits.player(p) if bits.moves(p) else FIRST), lambda p: p)


def said(*args: Any, **options: Any) -> str:
    with pytest.raises(LawsBroken) as caught:
        check_same_game(*args, examples=100, **options)
    return str(caught.value)


def itself(p: Any) -> Any:
    return p


@pytest.mark.parametrize(
    ("other", "options", "expected"),
    [
        (
            wrong(bits, moves=lambda p: bits.moves(p)[::-1]), {},
            "at the start: moves of tictactoe: number 0 is 8; expected 0, as in tictactoe",
        ),
        (
            wrong(bits, moves=lambda p: bits.moves(p)[:-1]), {"any_order": True},
            "at the start: moves: tictactoe has 8, and tictactoe has not",
        ),
        (
            wrong(bits, moves=lambda p: (*bits.moves(p), 9)), {"any_order": True},
            "at the start: moves: tictactoe has 9, and tictactoe has not",
        ),
        (
            wrong(bits, player=lambda p: FIRST), {},
            "after the moves (0,): player of tictactoe: Player.FIRST; expected Player.SECOND, as in tictactoe",
        ),
        (
            wrong(bits, outcome=lambda p: Nothing), {},
            "outcome of tictactoe: <Nothing>; expected <Some: 1>, as in tictactoe",
        ),
        (in_words, {"to_move": lambda move: "i"}, "moves of tictactoe: number 1 is 'h'; expected 'i', as in tictactoe"),
    ],
)  # fmt: skip
def test_the_first_difference_is_said(other: AnyRules, options: Any, expected: str) -> None:
    assert expected in said(bits, other, None, None, **options)


def test_reports_are_short() -> None:
    """Not pages of moves, where there are hundreds."""
    large = mnk.sized(20, 20, 5)
    report = said(large, wrong(large, moves=lambda p: large.moves(p)[:-1]))
    assert len(report) < 1000
    assert "moves of mnk:20,20,5: there are 399; expected 400, number 399 of them " in report


def test_moves_that_the_other_refuses_are_said() -> None:
    refusing = wrong(bits, play=lambda p, move: bits.play(p, move if move else 9))
    assert "after the moves (0,): tictactoe allows 0 in these moves, tictactoe does not: illegal move 9" in said(
        bits, refusing
    )


def test_both_ways_are_checked() -> None:
    report = said(bits, bits, lambda p: p + 1, itself)
    assert "at the start: there and back, the position is 1; expected 0" in report
    doubled = said(bits, bits, itself, lambda q: 0)
    assert "after the moves (0,): there and back, the position is 0; expected 262145" in doubled


def test_options_choose_what_is_run() -> None:
    name = "moves_player_and_outcome_are_the_same"
    seen: list[Any] = []
    check_same_game(bits, record, tictactoe.to_record, laws=[name], examples=5, progress=seen.append)
    assert [each.law for each in seen] == [name]


@pytest.mark.parametrize(
    ("args", "options", "error", "expected"),
    [
        ((bits, tictactoe), {}, TypeError, r"the other game needs the rules .*; pass tictactoe.rules"),
        ((tictactoe, bits), {}, TypeError, "needs the rules of a game first"),
        ((bits, bits, 3), {}, TypeError, "to is a function from one game to the other; got 3"),
        ((bits, bits, itself, 3), {}, TypeError, "back is a function from one game to the other; got 3"),
        ((bits, bits), {"to_move": "a"}, TypeError, "to_move is a function from one game to the other; got 'a'"),
        ((bits, bits, None, itself), {}, ValueError, "back is the inverse of to, which is missing"),
        (
            (bits, bits),
            {"laws": ["no"]},
            ValueError,
            "laws names laws that there are not: 'no'; expected some of moves_player_and",
        ),
        ((bits, bits), {"examples": 0}, ValueError, "cannot draw 0 examples"),
        ((bits, bits), {"exmaples": 1}, TypeError, "exmaples"),
    ],
)
def test_misuse(args: Any, options: Any, error: Any, expected: str) -> None:
    with pytest.raises(error, match=expected):
        check_same_game(*args, **options)


class TestUnreadable:
    def test_it_reads_nothing(self) -> None:
        rules: Rules[int, int] = replace(bits, read=unreadable)
        with pytest.raises(ValueError, match=r"positions of this game cannot be read from text; got 'X\.\.'"):
            rules.read("X..")

    def test_rules_made_of_it_read_nothing_either(self) -> None:
        games: list[AnyRules] = [
            with_draws(replace(checkers.rules, read=unreadable)),
            with_passes(replace(dots_and_boxes.sized(1, 1), read=unreadable)),
        ]
        assert [rules.read is unreadable for rules in games] == [True, True]

    def test_the_command_line_says_it_in_one_line(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Any
    ) -> None:
        from fpgames.cli import main

        module = "from dataclasses import replace\nfrom fpgames.games.tictactoe import rules as plain\n"
        module += "from fpgames.rules import unreadable\nrules = replace(plain, read=unreadable)\n"
        (tmp_path / "mute_game.py").write_text(module)
        monkeypatch.chdir(tmp_path)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr("sys.argv", ["fpgames", "analyse", "mute_game:rules", "--position", "X........"])
        with pytest.raises(SystemExit) as ended:
            raise SystemExit(cast("Any", main)())
        printed = capsys.readouterr()
        assert ended.value.code == 2
        assert printed.err.splitlines() == ["fpgames: positions of this game cannot be read from text; got 'X........'"]
