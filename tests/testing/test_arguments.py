"""Arguments of the checks that are refused, and how the time and the number of positions are kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic, sleep
from typing import Any, cast

import pytest
from returns.maybe import Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules, prune
from fpgames.games.tictactoe import rules as bits
from fpgames.rules import AnyRules, unreadable
from fpgames.testing import (
    LawsBroken,
    Line,
    Seen,
    Unchecked,
    as_tests,
    check,
    check_game,
    check_gen,
    check_perft,
    stage_laws,
)  # fmt: skip


def raising(p: object) -> Any:
    raise ZeroDivisionError("division by zero")


class TestArguments:
    @pytest.mark.parametrize(
        ("how", "wrong"),
        [
            ({"laws": 3}, "laws is a collection of names, not 3; expected some of the_game"),
            ({"laws": iter(["every_game_ends"])}, "laws is a collection of names, not <list_iterator"),
            ({"without": None}, "without is a collection of names, not None"),
            ({"refused": 3}, "refused has to be a collection of moves; got 3"),
            ({"refused": [9, [1]]}, r"moves are hashable; got \[1\]"),
            ({"also": "law"}, "also has to be a collection of laws of your own; got 'law'"),
            ({"also": raising}, "also has to be a collection of laws of your own; got <function raising"),
            ({"perft": [(1, 9)]}, r"a table of perft has to be a mapping such as {1: 9, 2: 72}; got \[\(1, 9\)\]"),
            ({"perft": {-1: 9}}, "cannot count lines of -1 moves; expected at least 0"),
            ({"perft": {1: "9"}}, "cannot expect '9' lines of play; expected at least 0, a whole number"),
        ],
    )
    def test_wrong_ones_are_refused_before_any_law_is_run(self, how: Any, wrong: str) -> None:
        def fail(seen: object) -> None:
            raise AssertionError("a law was run")

        with pytest.raises((TypeError, ValueError), match=wrong):
            check_game(bits, **how, progress=fail)

    @pytest.mark.parametrize(
        ("use", "wrong"),
        [
            (lambda: check_game(cast("Any", 3)), r"check_game needs the rules of a game first, check_game\(rules"),
            (
                lambda: check("it", cast("Any", 3)),
                r"3 cannot be run; expected a list of laws, such as game_laws\(rules\)",
            ),
            (lambda: check("it", cast("Any", [3])), "3 is no law; expected a list of laws"),
            (lambda: as_tests(cast("Any", bits)), "<Rules: tictactoe> cannot be run; expected a list of laws"),
            (lambda: check_perft(bits, cast("Any", 3)), "a table of perft has to be a mapping"),
            (lambda: check_gen(cast("Any", 3)), "a generator has to be given as a function from a whole number to it"),
            (lambda: stage_laws(prune(1), keeps=cast("Any", 3)), "keeps has to be a collection of names; got 3"),
        ],
    )
    def test_other_things_than_those_expected(self, use: Callable[[], object], wrong: str) -> None:
        with pytest.raises(TypeError, match=wrong):
            use()

    def test_a_law_of_your_own_may_be_partly_applied(self) -> None:
        def not_after(move: int, rules: AnyRules, line: Line[Any, Any]) -> None:
            assert move not in line.moves

        with pytest.raises(LawsBroken, match=r"tictactoe breaks 1 of 1 laws\n\nnot_after"):
            check_game(bits, also=[partial(not_after, 4)], laws=["not_after"])


def test_time_is_kept_also_where_every_move_is_slow() -> None:
    def slow(p: int) -> tuple[int, ...]:
        sleep(0.004)
        return bits.moves(p)

    began = monotonic()
    with pytest.warns(Unchecked):
        check_game(replace(bits, moves=slow), seconds=0.5)
    assert monotonic() - began < 10


def test_fewer_positions_are_looked_at_if_each_has_many_moves() -> None:
    """Otherwise a law would play millions of moves."""

    def moves(p: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(range(300)) if len(p) < 3 else ()

    def play(p: tuple[int, ...], move: int) -> tuple[int, ...]:
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        return (*p, move)

    any_bits: AnyRules = bits
    wide = replace(
        any_bits, start=(), moves=moves, play=play, player=lambda p: Player.FIRST, alternates=False, score=None, symmetries=(),
        outcome=lambda p: Nothing if len(p) < 3 else Some(Outcome.DRAW), show=str, read=unreadable, successors=cast("Any", None), static=cast("Any", None),
    )  # fmt: skip
    seen: list[Seen] = []
    check_game(wide, laws=["moves_are_listed_once"], progress=seen.append)
    assert 600 < seen[0].cases < 2000


def local_game(**changes: Any) -> AnyRules:
    """A game whose positions are of a class that is known in this function only; they are shown as Python shows them."""

    @dataclass(frozen=True)
    class Heap:
        stones: int

    def moves(p: Heap) -> tuple[int, ...]:
        return tuple(n for n in (1, 2) if n <= p.stones)

    def play(p: Heap, n: int) -> Heap:
        if n not in moves(p):
            raise IllegalMove(n, moves(p))
        return Heap(p.stones - n)

    heap: AnyRules = Rules(
        "heap", Heap(5), moves, play, lambda p: Player.FIRST, lambda p: Nothing if p.stones else Some(Outcome.DRAW),
        repr, unreadable, str, int,
    )  # fmt: skip
    return replace(heap, **changes)


def test_classes_inside_functions_have_the_same_names_in_another_process() -> None:
    check_game(local_game())


def test_reports_say_where_an_error_was_raised_also_at_the_nearest_positions() -> None:
    def static(p: Any) -> float:
        return 0.0 if p.stones else 1 / p.stones

    with pytest.raises(LawsBroken) as caught:
        check_game(local_game(static=static))
    laws = ("the_way_to_a_position_does_not_matter", "a_second_process_does_the_same")
    shown = [str(error) for law, error in caught.value.errors.items() if law.name in laws]
    assert len(shown) == 2
    assert all(re.fullmatch(r"after the moves \(.*\): ZeroDivisionError: division by zero", each) for each in shown)
