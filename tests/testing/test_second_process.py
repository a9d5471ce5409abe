"""The second process: what can be sent to it, what it prints, and how it fails."""

from __future__ import annotations

import functools
import os
import pickle
import re
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from returns.maybe import Nothing, Some
from returns.pipeline import is_successful
from returns.result import Failure, Success

from fpgames import IllegalMove, Outcome, Player, Rules, bot_random
from fpgames.games.tictactoe import rules as bits
from fpgames.rules import AnyRules, unreadable
from fpgames.testing import Counterexample, LawsBroken, Options, Skipped, bot_laws, check_game, game_laws
from fpgames.testing.laws import positions as laws_of_positions
from fpgames.testing.running.second_process import describe_ends, in_other_processes, try_pickle, with_empty_cache
from tests.support.laws import law_named
from tests.testing.faults import wrong

SECOND = "a_second_process_does_the_same"


def test_memories_begin_empty_there() -> None:
    @functools.lru_cache
    def remembered(n: int) -> list[int]:
        return [n]

    remembered(1).append(7)
    again = pickle.loads(try_pickle(remembered).unwrap())
    assert again(1) == [1]
    assert remembered(1) == [1, 7]
    assert (
        with_empty_cache(remembered.__wrapped__, 3).cache_parameters()["maxsize"] == 3
    )  # here: what is sent is a copy


def test_what_cannot_be_sent_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_successful(try_pickle(wrong(bits, show=lambda p: bits.show(p))))
    unpicklable = try_pickle(SimpleNamespace(generator=(n for n in range(3))))
    assert "the second process: what is tested cannot be pickled (TypeError" in unpicklable.failure()
    with pytest.raises(Skipped, match="cannot be pickled"):
        next(in_other_processes(bits, unpicklable, describe_ends, [], None))
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    assert try_pickle(bits) == Failure(
        "the second process: cloudpickle is not installed; run pip install 'fpgames[test]'"
    )


def test_a_process_that_fails_or_is_late_is_said() -> None:
    with pytest.raises(Skipped, match=r"another process cannot load it \(.*Error"):
        next(in_other_processes(bits, Success(b"nothing"), describe_ends, [], None))
    with pytest.raises(Skipped, match="TimeoutExpired"):
        next(in_other_processes(bits, try_pickle(bits), describe_ends, [], 0.001))


def test_in_a_browser_there_is_one_process_and_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    bot_law = law_named(bot_laws(bits, bot_random(bits)), "it_plays_the_same_in_a_second_process")
    threads = law_named(game_laws(bits), "threads_do_the_same")
    monkeypatch.setattr(sys, "platform", "emscripten")
    lines: list[tuple[int, ...]] = [(), (4,)]
    assert [*in_other_processes(bits, Success(b""), describe_ends, lines, None)] == [describe_ends(bits, lines)]
    bot_law()
    assert threads.test(Options()).cases > 1


@pytest.mark.slow
def test_the_other_process_says_the_same() -> None:
    lines: list[tuple[int, ...]] = [(), (4,), (4, 0)]
    found = describe_ends(bits, lines)
    assert [*in_other_processes(bits, try_pickle(bits), describe_ends, lines, None)] == [found, found]
    assert found[0]["moves"] == "0 1 2 3 4 5 6 7 8"


def test_the_other_process_does_not_import_the_kit() -> None:
    """Which takes half a second."""

    def loaded(rules: AnyRules, lines: list[Any]) -> list[str]:
        """Return which modules are imported where positions were looked at."""
        return [
            name for name in ("fpgames.testing", "hypothesis") if describe_ends(rules, lines) and name in sys.modules
        ]

    assert next(in_other_processes(bits, try_pickle(bits), loaded, [(), (4,)], None)) == []


def test_the_other_process_imports_nothing_of_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('imported')")
    monkeypatch.chdir(tmp_path)
    assert next(in_other_processes(bits, try_pickle(bits), describe_ends, [(4,)], None))


def hashes(rules: AnyRules, words: list[str]) -> list[Any]:
    """Return the hashes of some words, and the seed that they are made with."""
    return [*map(hash, words), os.environ["PYTHONHASHSEED"]]


@pytest.mark.exhaustive
@pytest.mark.parametrize("own", ["", "1", "2"])
def test_each_process_has_other_hashes(own: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", own)
    (one, seed), (other, another) = in_other_processes(bits, try_pickle(bits), hashes, ["a"], None)
    assert one != other
    assert len({own, seed, another}) == 3


def test_what_raises_there_is_broken_unless_it_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of another process, this one is asked, with a game that raises errors."""

    def raising(error: Exception) -> AnyRules:
        def play(p: int, move: int) -> int:
            raise error

        return wrong(bits, play=play)

    there = raising(ValueError("not here"))
    monkeypatch.setattr(laws_of_positions, "in_other_processes", lambda *given: [describe_ends(there, given[3])])
    with pytest.raises(Counterexample, match=r"^after the moves \(0,\), in another process, ValueError: not here"):
        law_named(game_laws(bits), SECOND)()
    with pytest.raises(ModuleNotFoundError):  # ends the process
        describe_ends(raising(ModuleNotFoundError("no module")), [(4,)])


@pytest.mark.exhaustive
def test_an_order_of_a_set_of_strings_is_found() -> None:
    letters = wrong(bits, moves=lambda p: tuple(int(n) for n in {str(move) for move in bits.moves(p)}))
    with pytest.raises(Counterexample, match=r"in another process, its moves are not as before: '.*'; expected '"):
        law_named(game_laws(letters), SECOND)()


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
        name="heap", start=Heap(5), moves=moves, play=play, player=lambda p: Player.FIRST,
        outcome=lambda p: Nothing if p.stones else Some(Outcome.DRAW), show=repr, read=unreadable, show_move=str, read_move=int,
    )  # fmt: skip
    return replace(heap, **changes)


@pytest.mark.exhaustive
def test_classes_inside_functions_have_the_same_names_in_another_process() -> None:
    check_game(local_game(), laws=[SECOND])


def test_reports_say_where_an_error_was_raised_also_at_the_nearest_positions() -> None:
    def static(p: Any) -> float:
        return 0.0 if p.stones else 1 / p.stones

    laws = ("the_way_to_a_position_does_not_matter", SECOND)
    with pytest.raises(LawsBroken) as caught:
        check_game(local_game(static=static), laws=laws)
    shown = [str(error) for error in caught.value.errors.values()]
    assert len(shown) == 2
    assert all(
        re.fullmatch(
            r"after the moves \(.*\), ZeroDivisionError: division by zero\n    .*\nto see it again, with your `rules`: .*replay\(.*",
            each,
        )
        for each in shown
    )


@pytest.mark.parametrize("pause", [0.001, pytest.param(0.3, marks=pytest.mark.exhaustive)])
def test_what_there_is_no_time_to_send_is_said(pause: float) -> None:
    """Also if that is all there is."""

    def moves(p: int) -> tuple[int, ...]:
        time.sleep(pause)
        return bits.moves(p)

    law = law_named(game_laws(wrong(bits, moves=moves)), SECOND)
    seen = law.test(Options(seconds=0.5))
    assert seen.skipped
    assert seen.cases < 500
    assert seen.cases == 0 or pause < 0.1
