"""Laws, and the messages of broken laws: values, differences, all errors of one subject together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fpgames import prune
from fpgames.games.tictactoe import rules as bits
from fpgames.testing import Counterexample, Law, LawResult, LawsBroken, Options, check, game_laws, stage_laws
from fpgames.testing.law import short_repr
from fpgames.testing.reports.differences import difference
from tests.support.laws import raise_zero_division


def unlooked(run: Options) -> LawResult:
    raise NotImplementedError


def test_values_are_short() -> None:
    assert short_repr(3) == "3"
    assert len(short_repr([*range(10_000)])) < 400


def test_differences_of_any_kind() -> None:
    assert difference([1], (1,)) == "the type is list; expected tuple"
    assert difference([1, 2], [1]) == "there are 2; expected 1: 2 is one too many"


def test_what_was_looked_at_is_said_in_a_line() -> None:
    seen = LawResult("every_game_ends", 1, True, "", 0.04)
    assert str(seen) == "every_game_ends: 1 case (exhaustive), in 0.0 s"
    assert str(seen._replace(skipped="the end", exhaustive=False)).endswith("; skipped: the end")


def test_a_stage_that_keeps_labels_and_turns_keeps_the_turns() -> None:
    laws = stage_laws(prune(2), keeps=["labels", "turns"])
    check("prune", laws, laws=["it_keeps_whose_turn_it_is"], examples=5)


def test_rules_that_raise_are_said_to() -> None:
    laws = game_laws(replace(bits, outcome=raise_zero_division), budget=100)
    with pytest.raises(LawsBroken) as caught:
        check("tictactoe", [law for law in laws if law.name != "compiled_functions_do_the_same"])
    said = str(caught.value)
    assert said.startswith("tictactoe breaks 11 of 26 laws\n\nmoves_are_empty_exactly_at_the_end: at the start, Zero")
    assert "ZeroDivisionError: division by zero" in said
    assert all(isinstance(error.__cause__, ZeroDivisionError) for error in caught.value.errors.values())


def test_laws_that_break_by_one_error_are_said_together() -> None:
    one, two, three = (Law(name, f"the equation of {name}", unlooked) for name in ("one", "two", "three"))
    errors = {
        one: Counterexample("an error\nof two lines"),
        two: Counterexample("another"),
        three: Counterexample("an error\nof two lines"),
    }
    assert str(LawsBroken("the game", 9, errors)) == (
        "the game breaks 3 of 9 laws\n\n"
        "one: an error\n    of two lines\n    the law: the equation of one\n    (the same error breaks three)\n\n"
        "two: another\n    the law: the equation of two"
    )
