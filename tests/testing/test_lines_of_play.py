"""Lines of play, and how a report shows where they lead and how to play them again."""

from __future__ import annotations

from typing import Any

import pytest

from fpgames import IllegalMove
from fpgames.games import checkers, nim, tictactoe
from fpgames.rules import AnyRules
from fpgames.testing import Broken, LawsBroken, Line, check_game, game_laws, play_laws, replay
from fpgames.testing.strategies.lines import after, to_replay
from tests.support.laws import law_of, pasted, raising
from tests.testing.faults import wrong

bits = tictactoe.rules


class Subject:
    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules


class Stone:
    """A move whose ``repr`` Python does not read."""

    def __init__(self, n: int) -> None:
        self.n = n


def said(rules: AnyRules, line: Line[Any, Any]) -> list[str]:
    return to_replay(Subject(rules), Broken("it is wrong", line))


@pytest.mark.parametrize("rules", [bits, checkers.rules, nim.rules])
def test_what_a_report_says_can_be_pasted(rules: AnyRules) -> None:
    line: Line[Any, Any] = replay(rules)
    for n in range(3):
        line = replay(rules, *line.moves, rules.moves(line.end)[n])
    *board, call = said(rules, line)
    assert "\n".join(each[4:] for each in board) == rules.show(line.end)
    assert pasted(call, rules=rules) == line


def test_a_call_for_a_function_that_is_no_game_can_be_pasted() -> None:
    def play(p: int, n: int) -> int:
        return p - n

    with pytest.raises(Broken) as broken:
        law_of(play_laws(5, lambda p: [n for n in (1, 2) if n <= p], play), "play_refuses_anything_else")()
    *_, call = str(broken.value).splitlines()
    assert pasted(call, play=play, start=5) == 5


def test_the_import_is_said_once() -> None:
    errors = {law: Broken("\n".join((law.name, *said(bits, replay(bits))))) for law in game_laws(bits)[:3]}
    report = str(LawsBroken("it", 3, errors))
    assert (report.count("replay(rules)"), report.count("import replay")) == (3, 1)


def test_what_cannot_be_shown_or_read_is_shown_by_repr() -> None:
    for show in (raising, lambda p: 3, lambda p: " \n"):
        assert said(wrong(bits, show=show), replay(bits, 4))[0] == f"    {replay(bits, 4).end}"
    stone = Stone(1)
    [_, call] = said(wrong(bits, show=raising), Line((stone,), (bits.start, 5)))
    assert call == f"to reach it again: from fpgames.testing import replay; replay(rules, {stone!r})"


def test_a_move_that_is_a_text_is_played_as_it_is() -> None:
    words = wrong(bits, moves=lambda p: ("one", "two"), play=lambda p, move: (p, move), read_move=len)
    assert replay(words, "one", "three").moves == ("one", 5)
    with pytest.raises(IllegalMove):
        replay(bits, 0, "0")


def test_without_a_line_there_is_nothing_to_replay() -> None:
    assert to_replay(Subject(bits), Broken("it is wrong")) == []


def test_many_moves_are_counted() -> None:
    assert after(Line((0,) * 1000, (0,))) == "after 1000 moves"


def test_a_show_that_returns_no_text_is_said_to() -> None:
    with pytest.raises(LawsBroken) as caught:
        check_game(wrong(bits, show=lambda p: p), laws=["text_is_read_back", "equal_positions_behave_alike"])
    shown = {str(error).splitlines()[0] for error in caught.value.errors.values()}
    assert shown == {f"at the start: TypeError: show returns {bits.start}, which is no text"}
