"""The report of a faulty game names the cause: the law that breaks first, the field that differs, the call that raises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing
from toolz import compose

from fpgames import CHANCE, IllegalMove, Player
from fpgames.games import tictactoe
from fpgames.rules import AnyRules, unreadable
from fpgames.testing import Counterexample, LawsBroken, check_game, game_laws
from fpgames.testing.reports.differences import advice_on_eq, differing_part
from tests.support.laws import reproduction_lines, run_reproduction
from tests.testing.faults import wrong
from tests.testing.faults.object_positions import held

bits: AnyRules = tictactoe.rules


class Cell:
    def __init__(self, number: int) -> None:
        self.number = number


class Slotted:
    __slots__ = ("cell", "unset")

    def __init__(self, cell: object) -> None:
        self.cell = cell


@dataclass(unsafe_hash=True)
class Counted:
    """A position, with the number of questions that it was asked."""

    p: int
    asked: int = 0


def counted(**asking: str) -> AnyRules:
    """Return the rules with counted positions; the functions whose names are given count their calls."""

    def ask(name: str) -> Callable[..., Any]:
        def function(c: Counted, *moves: int) -> Any:
            c.asked += name in asking
            return getattr(bits, name)(c.p, *moves)

        return function

    functions = {name: ask(name) for name in ("moves", "player", "outcome", "show")}
    play: Callable[[Counted, int], Counted] = lambda c, move: Counted(ask("play")(c, move))  # noqa: E731
    return wrong(bits, start=Counted(0), play=play, read=lambda text: Counted(bits.read(text)), **functions)


def with_cells() -> AnyRules:
    def moves(p: int) -> tuple[Cell, ...]:
        return tuple(map(Cell, bits.moves(p)))

    def play(p: int, move: Cell) -> int:
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        return int(bits.play(p, move.number))

    show_move: Callable[[Cell], str] = lambda move: str(move.number)  # noqa: E731
    return wrong(bits, moves=moves, play=play, show_move=show_move, read_move=lambda text: Cell(int(text)))


def unchecked(p: int, move: int) -> int:
    return p ^ 1 << move % 9 ^ 1 << 18


def with_errors(name: str, fails: Callable[..., bool]) -> AnyRules:
    """Return the rules with a function that raises a KeyError for some arguments."""
    function = getattr(bits, name)

    def failing(*args: Any) -> Any:
        if fails(*args):
            raise KeyError("centre")
        return function(*args)

    return wrong(bits, **{name: failing})


def changed_by_play() -> AnyRules:
    """Return rules whose ``play`` changes its argument to a position for which ``player`` raises an error."""

    def player(box: Any) -> Any:
        if box.p < 0:
            raise ZeroDivisionError
        return bits.player(box.p)

    def play(box: Any, move: int) -> Any:
        after = box.after(bits.play(box.p, move), None)
        box.p = -1
        return after

    return held(bits, play=play, player=player)


def of_cells() -> AnyRules:
    """Tic-tac-toe whose positions are cells."""
    names = "moves", "player", "outcome", "show"
    unwrapped = {name: compose(getattr(bits, name), attrgetter("number")) for name in names}
    play, read = (lambda p, move: Cell(bits.play(p.number, move))), (lambda text: Cell(bits.read(text)))
    return wrong(bits, start=Cell(bits.start), play=play, read=read, **unwrapped)


ROWS: list[tuple[AnyRules, str, str]] = [
    (with_cells(), "values_are_of_their_types", "a move is <.*Cell object .*, which is not equal: Cell has no __eq__; make it a frozen"),
    (of_cells(), "values_are_of_their_types", "the position is <.*Cell object .*, and played again <.*: Cell has no __eq__"),
    (held(bits, equal=id, hashed=id), "equal_play_gives_equal_positions", r"lead to Held\(.*which are not equal by =="),
    (held(bits, hashed=id), "equal_positions_behave_alike", "its hash is not as before"),
    (wrong(bits, outcome=lambda p: None), "values_are_of_their_types", "at the start, outcome returns None, which is not a Maybe"),
    (wrong(bits, moves=lambda p: 5), "values_are_of_their_types", "at the start, moves returns 5; expected a tuple"),
    (wrong(bits, moves=lambda p: [[]]), "values_are_of_their_types", r"the move \[\] cannot be hashed .*; use tuples instead"),
    (counted(play=""), "play_leaves_its_argument_as_it_was", r"at the start, play\(p, 0\) changes p, .* \(field asked is 1; expected 0\)"),
    (counted(moves=""), "equal_positions_behave_alike", "in a second call, its hash is not as before: field asked is .*; expected"),
    (changed_by_play(), "play_leaves_its_argument_as_it_was", r"play\(p, 0\) changes p, the position it is given \(then ZeroDivisionError"),
    (wrong(bits, play=unchecked), "play_refuses_anything_else", r"after the moves \(0,\), 0 is not among the moves"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "law", "message"), ROWS, ids=range(len(ROWS)))
def test_the_first_law_of_the_report_names_the_cause(rules: AnyRules, law: str, message: str) -> None:
    with pytest.raises(LawsBroken, match=rf"\n\n{law}: .*{message}"):
        check_game(rules, budget=20, examples=1, seed=1, exclude=["a_second_process_does_the_same"], progress=False)


def test_a_change_that_play_makes_beside_the_position_is_shown() -> None:
    def play(p: int, move: int) -> Any:
        played.append(move)
        return bits.play(p, move)

    played = list[int]()
    rules = wrong(bits, play=play, player=lambda p: Player((-1) ** len(played)))
    [law] = game_laws(rules, laws=["play_leaves_its_argument_as_it_was"])
    played.append(4)
    with pytest.raises(Counterexample, match="at the start, after games were played from it, its player is") as broken:
        law()
    [see] = reproduction_lines(broken.value)
    assert {*run_reproduction(see, rules=rules)} == {*Player}


def test_a_move_is_shown_as_a_str() -> None:
    with pytest.raises(LawsBroken, match="the move 0 is shown as 0, which is not a str"):
        check_game(wrong(bits, show_move=int), seed=1, laws=["text_is_read_back"], progress=False)


@pytest.mark.parametrize(
    ("rules", "law", "call"),
    [
        (with_errors("play", lambda p, move: move == 4), "players_alternate", "rules.play(p, 4)"),
        (with_errors("show_move", lambda move: move == 4), "text_is_read_back", "rules.show_move(4)"),
        (with_errors("player", lambda p: p & 16), "players_alternate", "p = rules.play(p, 4); "),
        (with_errors("successors", bool), "successors_are_the_plays_of_the_moves", "[*rules.successors(p)]"),
    ],
)
def test_what_is_pasted_raises_the_error_again(rules: AnyRules, law: str, call: str) -> None:
    with pytest.raises(LawsBroken, match="KeyError: 'centre'") as caught:
        check_game(rules, laws=[law], budget=20, examples=1, seed=1, progress=False)
    [line] = reproduction_lines(caught.value)
    assert call in line
    with pytest.raises(KeyError, match="centre"):
        run_reproduction(line, rules=rules)


class Pair(NamedTuple):
    left: object
    right: object


values = st.recursive(st.integers(0, 2), lambda inner: st.lists(inner) | st.builds(Pair, inner, inner) | st.builds(Slotted, inner) | st.dictionaries(st.integers(0, 1), inner))  # fmt: skip


@given(values, values)
def test_a_part_differs_where_two_values_of_one_shape_do(value: object, other: object) -> None:
    assert differing_part(value, value) == ""
    assert (differing_part([value], [other]) != "") == (plain(value) != plain(other))


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return (
        [type(value), *map(plain, value)]
        if isinstance(value, list | Pair)
        else plain([value.cell, "cell"])
        if isinstance(value, Slotted)
        else value
    )


def test_fields_are_named_inside_each_other() -> None:
    assert (
        differing_part(Slotted({1: [2, 3]}), Slotted({1: [2, 4]}))
        == "item 1 of its value of 1 of its field cell is 3; expected 4"
    )


def test_advice_is_given_only_where_a_class_lacks_eq() -> None:
    assert "Cell has no __eq__" in advice_on_eq((1, Pair(2, Cell(3))), (1, Pair(2, Cell(3))))
    same = Cell(1)
    for value, other in ((same, same), (1, 2), ((1, 2), (1, 3)), (Cell(1), Slotted(1)), ((same, 1.0), (same, 1))):
        assert advice_on_eq(value, other) == ""


def to_and_fro(*, dice: bool) -> AnyRules:
    """Return rules in which players go to and fro, after a throw of a die, or instead of throwing it again."""
    moves = {"start": (0, 1), 0: ("go",), 1: ("go", "throw") if dice else ("go",)}

    def play(p: Any, move: Any) -> Any:
        if move not in moves[p]:
            raise IllegalMove(move, moves[p])
        return move if p == "start" else "start" if move == "throw" else 1 - p

    return wrong(
        bits, name="to and fro", start="start", moves=moves.__getitem__, play=play, alternates=False, outcome=lambda p: Nothing,
        player=lambda p: CHANCE if p == "start" else Player.FIRST, show=str, read=unreadable, diagram=None, pass_turn=None,
    )  # fmt: skip


def test_a_cycle_is_a_fault_unless_the_players_can_leave_it_by_chance() -> None:
    law = "no_line_returns_to_a_position"
    check_game(
        wrong(bits, play=lambda p, move: 1 // (move != 4) and bits.play(p, move)), laws=[law], longest=1, progress=False
    )
    check_game(to_and_fro(dice=True), laws=[law], longest=9, seed=1, progress=False)
    with pytest.raises(LawsBroken, match=rf"{law}: after the moves \([01], 'go', 'go'\), .* after 1 of these moves"):
        check_game(to_and_fro(dice=False), laws=[law], longest=9, seed=1, progress=False)
