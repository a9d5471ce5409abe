"""Running laws: valid and invalid options, progress, time limits, and items of pytest."""

from __future__ import annotations

import re
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import StringIO
from math import inf
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase

from fpgames import SplitMix, bot_random, minimax, prune
from fpgames.games import tictactoe
from fpgames.games.tictactoe import rules as bits
from fpgames.rules import AnyRules
from fpgames.testing import (
    Counterexample,
    IncompleteCheck,
    Law,
    LawResult,
    LawsBroken,
    Line,
    Options,
    Suite,
    as_tests,
    check,
    check_bot,
    check_game,
    check_gen,
    check_perft,
    check_same_game,
    check_search,
    check_stage,
    finished,
    game_laws,
    gen_laws,
    lines,
    mutable_laws,
    play_laws,
    positions,
    stage_laws,
    unfinished,
    whole_games,
)
from fpgames.testing.running import checks
from tests.support.laws import law_named, make_law, profile, raise_zero_division
from tests.support.refusals import wrong_errors
from tests.testing.faults import wrong

SLOW_LAWS = ["a_second_process_does_the_same", "compiled_functions_do_the_same"]
ONCE = "moves_are_listed_once"
CHECKS: dict[str, Callable[..., None]] = {
    "check_game": lambda **how: check_game(bits, **how),
    "check_stage": lambda **how: check_stage(prune(2), keeps=["labels", "turns"], **how),
    "check_search": lambda **how: check_search(minimax, **how),
    "check_bot": lambda **how: check_bot(bits, bot_random(bits), **how),
    "check_gen": lambda **how: check_gen(SplitMix.from_seed, **how),
}
LAWS = {
    "check_game": "every_game_ends", "check_stage": "it_is_a_function", "check_search": "it_finds_the_value",
    "check_bot": "its_moves_are_legal", "check_gen": "numbers_are_in_their_range",
}  # fmt: skip
OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"examples": 0}, "ValueError: cannot draw 0 examples; expected at least 1"),
    ({"seconds": 0}, "ValueError: cannot run laws for 0 seconds; expected a number greater than 0"),
    ({"seconds": -1}, "ValueError: cannot run laws for -1 seconds"),
    ({"seconds": "long"}, "ValueError: cannot run laws for 'long' seconds"),
    ({"shrink_seconds": "x"}, "TypeError: shrink_seconds has to be a number of seconds; got 'x'"),
    ({"seed": "x"}, "TypeError: seed has to be a whole number; got 'x'"),
    ({"progress": 3}, "TypeError: progress has to be a function of a LawResult, True or False; got 3"),
    ({"fail_fast": 1}, "TypeError: fail_fast has to be True or False; got 1"),
    ({"laws": ["no"]}, "ValueError: laws names unknown laws: 'no'; expected some of "),
    ({"laws": "it_is"}, "ValueError: laws is a collection of names, not 'it_is'"),
    ({"laws": 3}, "ValueError: laws is a collection of names, not 3; expected some of "),
    ({"laws": iter(["every_game_ends"])}, "ValueError: laws is a collection of names, not <list_iterator"),
    ({"laws": []}, "ValueError: no law is left to run; there are "),
    ({"exclude": ["no"]}, "ValueError: exclude names unknown laws: 'no'"),
    ({"exclude": "no"}, "ValueError: exclude is a collection of names, not 'no'"),
    ({"exclude": None}, "ValueError: exclude is a collection of names, not None"),
]


def slowly(p: int) -> tuple[int, ...]:
    time.sleep(0.002)
    return bits.moves(p)


SLOW = wrong(bits, moves=slowly)


def laws_of_items(test: Any) -> list[Law]:
    [mark] = test.pytestmark
    laws: list[Law] = mark.args[1]
    return laws


def _run(how: Options) -> tuple[Any, Any, Any]:
    return how.get("examples"), how.get("seconds"), how.get("seed")


class TestOptions:
    @pytest.mark.parametrize("name", CHECKS)
    def test_those_that_cannot_be_are_refused_before_any_law_is_run(self, name: str) -> None:
        def fail(seen: object) -> None:
            raise AssertionError("a law was run")

        options = [*OPTIONS, ({"keep": 1}, "TypeError: there is no option 'keep'; options of a run are laws,")]
        assert wrong_errors((partial(CHECKS[name], **{"progress": fail} | how), said) for how, said in options) == {}

    def test_laws_that_are_made_with_options_keep_them(self) -> None:
        laws = game_laws(bits, laws=[ONCE, "every_game_ends"], examples=7, seconds=8, seed=5)
        assert [law.name for law in laws] == [ONCE, "every_game_ends"]
        assert [_run(law.options) for law in laws] == [(7, 4.0, 5)] * 2
        assert [_run(law.options) for law in laws_of_items(as_tests(laws, seed=0))] == [(7, 4.0, 0)] * 2
        assert ONCE not in {law.name for law in game_laws(bits, exclude=[ONCE])}
        assert {law.subject for law in laws} == {"tictactoe"}

    def test_a_law_is_run_with_its_options(self) -> None:
        found: list[Any] = []

        def test(how: Options) -> LawResult:
            found.append(_run(how))
            return LawResult("it", 1, True, "", 0.0)

        laws = [
            Law("it", "", test, options=Options(examples=3, seconds=50.0, seed=1)),
            Law("it again", "", test, options=Options(seconds=10.0)),
        ]
        laws[0]()
        assert found == [(3, 50.0, 1)]
        check("both", laws)  # in 60 seconds, of which both have equal parts
        assert [(examples, round(seconds), seed) for examples, seconds, seed in found[1:]] == [
            (3, 30, 1),
            (None, 60, None),
        ]
        check("one of them has the usual time", [laws[0], Law("it", "", test)])
        assert [round(seconds) for _, seconds, _ in found[3:]] == [40, 80]
        check("all have any time", laws, seconds=None)
        assert [seconds for _, seconds, _ in found[5:]] == [inf, inf]

    @pytest.mark.parametrize("name", CHECKS)
    def test_one_law_is_run_as_it_is_told(self, name: str) -> None:
        seen: list[Any] = []
        CHECKS[name](laws=[LAWS[name]], examples=3, seconds=60, seed=1, progress=seen.append)
        assert [each.law for each in seen] == [LAWS[name]]
        assert 1 <= seen[0].cases <= 10 or name in ("check_game", "check_bot")  # positions that are not drawn

    def test_laws_are_chosen_and_left_out(self) -> None:
        seen: list[str] = []
        check_game(
            bits, laws=["every_game_ends", "players_alternate"], exclude=["players_alternate"],
            progress=lambda each: seen.append(each.law),
        )  # fmt: skip
        assert seen == ["every_game_ends"]

    def test_a_table_of_perft_and_a_law_of_ones_own_are_laws(self) -> None:
        def nobody_plays_the_corner_first(rules: Any, line: Any) -> None:
            """``head ms /= 0``."""
            assert line.moves[:1] != (0,)

        with pytest.raises(LawsBroken) as caught:
            check_game(bits, perft={1: 8}, also=[nobody_plays_the_corner_first], budget=50, exclude=SLOW_LAWS)
        said = {law.name: str(error) for law, error in caught.value.errors.items()}
        assert said.pop("there_are_as_many_lines_as_in_the_table").startswith("tictactoe has 9 lines of 1 moves")
        assert said["nobody_plays_the_corner_first"].startswith("after the moves (0,), assert (0,) != (0,)\n    X..")

    def test_a_law_of_your_own_may_be_partly_applied(self) -> None:
        def not_after(move: int, rules: AnyRules, line: Line[Any, Any]) -> None:
            assert move not in line.moves

        with pytest.raises(LawsBroken, match=r"tictactoe breaks 1 of 1 laws\n\nnot_after"):
            check_game(bits, also=[partial(not_after, 4)], laws=["not_after"])

    def test_a_law_of_your_own_returns_nothing(self) -> None:
        def has_moves(rules: Any, line: Any) -> bool:
            """A predicate, which is no law."""
            return bool(rules.moves(line.end))

        law = law_named(game_laws(bits, also=[cast("Any", has_moves)]), "has_moves")
        with pytest.raises(
            Counterexample, match=r"it returns True; a law returns None, and raises an AssertionError where"
        ):
            law()


class TestTime:
    @pytest.mark.slow
    def test_what_was_not_looked_at_is_said(self) -> None:
        before = time.monotonic()
        with pytest.warns(
            IncompleteCheck,
            match=r"tictactoe: \d of 3 laws hold only as far as they were checked; a move takes \d[^;]* ms; raise seconds=.*\n"
            r"(    .*\n)*    \w+: \d+ cases?, in [\d.]+ s; skipped: some of the cases that come first",
        ):
            check_game(SLOW, seconds=0.5, laws=[ONCE, "every_game_ends", "players_alternate"])
        assert time.monotonic() - before < 10

    @pytest.mark.slow
    def test_time_is_kept_by_all_laws_together(self) -> None:
        began = time.monotonic()
        with pytest.warns(IncompleteCheck):
            check_game(SLOW, seconds=0.5)
        assert time.monotonic() - began < 10

    def test_what_quick_laws_leave_is_given_to_those_that_had_too_little(self) -> None:
        """Each is run again if that is twice the time it took, and not at all if any time was given."""
        run: list[str] = []

        def law(name: str, missed: str, took: float) -> Law:
            def test(how: Options) -> LawResult:
                run.append(name)
                return LawResult(name, 1, False, missed, took)

            return Law(name, "", test)

        laws = [law("short", "some", 1.0), law("whole", "", 1.0), law("long", "some", 30.0)]
        for how, again in ((Options(seconds=50), ["short"]), (Options(seconds=None), [])):
            run.clear()
            with pytest.warns(IncompleteCheck):
                check("it", laws, **how)
            assert run == ["short", "whole", "long", *again]

    def test_a_simple_fault_is_found_before_slow_laws_are_run_on_all_their_cases(self) -> None:
        """Cheap laws come first; before any law is run on all its cases, each is run on a few, unless it is dear."""
        suite, tried = Suite[None](), list[str]()

        @suite.law(cost=20)
        def is_dear(_: None) -> None:
            tried.append("dear")

        @suite.law(cost=3, first=lambda _: ({"n": n} for n in range(1000)), n=lambda _: st.just(0))
        def is_slow(_: None, n: int) -> None:
            tried.append("slow")

        @suite.law(cost=5, n=lambda _: st.integers(0, 5))
        def is_simple(_: None, n: int) -> None:
            raise Counterexample("simple")

        @suite.law()
        def is_cheap(_: None) -> None:
            tried.append("cheap")

        laws = suite.laws(None, "four")
        assert [law.name for law in laws] == ["is_cheap", "is_slow", "is_simple", "is_dear"]
        with pytest.raises(LawsBroken, match=r"breaks 1 of 2 laws; others were not run \(fail_fast\): 2"):
            check("four", laws, fail_fast=True)
        assert tried[0] == "cheap"
        assert 1 < tried.count("slow") < 100
        assert "dear" not in tried
        tried.clear()
        with pytest.raises(LawsBroken, match="breaks 1 of 4 laws"):
            check("four", laws)
        assert tried.count("slow") > 1000
        assert tried[-1] == "dear"

    @pytest.mark.parametrize("name", CHECKS)
    def test_it_may_be_short(self, name: str) -> None:
        with pytest.warns(IncompleteCheck, match="skipped:"):
            CHECKS[name](seconds=1e-9, laws=[LAWS[name]])

    @pytest.mark.slow
    def test_a_check_without_a_fault_warns_of_nothing(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_game(bits, laws=[ONCE])


class TestProgress:
    @pytest.mark.slow
    def test_a_function_is_called_with_what_was_looked_at(self) -> None:
        seen: list[LawResult] = []
        check_game(bits, laws=[ONCE, "every_game_ends"], progress=seen.append)
        assert sorted(each[:4] for each in seen) == [("every_game_ends", 20, False, ""), (ONCE, 5478, True, "")]

    def test_a_broken_law_is_said_at_once(self) -> None:
        said: list[str] = []
        laws = [make_law(is_wrong), make_law(is_small, st.integers(0, 9)), make_law(is_wrong)]
        with pytest.raises(LawsBroken, match=r"^numbers breaks 2 of 3 laws"):
            check("numbers", laws, progress=lambda seen: said.append(str(seen)))
        assert re.fullmatch(r"is_wrong: broken, in \d+\.\d s\n    it is not", said[0])
        assert len(said) == 3
        with pytest.raises(LawsBroken, match=r"^numbers breaks 1 of 1 laws"):
            check("numbers", laws, fail_fast=True, seconds=9)

    @pytest.mark.parametrize("terminal", [True, False])
    @pytest.mark.parametrize("progress", [True, None, False, print])
    def test_what_goes_on_is_told(self, terminal: bool, progress: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """A law is named before it is run: at once on a terminal, elsewhere after a while unless it is asked for."""
        file = StringIO()
        monkeypatch.setattr(file, "isatty", lambda: terminal, raising=False)
        monkeypatch.setattr(sys, "stderr", file)
        now, told = [0.0], list[str]()
        monkeypatch.setattr(checks, "monotonic", lambda: now[0])
        listening = make_law(lambda _: told.append(file.getvalue()))
        waiting = make_law(lambda _: now.append(now.pop() + 7))
        with pytest.raises(LawsBroken):
            check("it", [make_law(is_wrong), listening, waiting, listening], progress=progress)
        shown = [re.split("[\r\n]", text.replace("\x1b[2K", ""))[:-1] for text in (*told, file.getvalue())]
        names = [[re.sub(r"it: (\d) of 4 laws in \d+ s, now ", r"\1 ", line) for line in lines] for lines in shown]
        one, two, three, four = "0 is_wrong", *(f"{n} <lambda>; broken: is_wrong" for n in (1, 2, 3))
        expected = [[one, two], [one, two, three, four], [one, two, three, four, ""]]
        if not terminal:
            expected = [[one], [one, four], [one, four]] if progress else [[], [four], [four]]
        assert names == (expected if progress in (True, None) else [[], [], []])
        monkeypatch.setattr(sys, "platform", "emscripten")
        file.seek(0)
        file.truncate()
        check("it", [listening], progress=True)
        assert not file.getvalue()

    def test_a_quick_check_tells_nothing(self, capsys: pytest.CaptureFixture[str]) -> None:
        check("it", [make_law(lambda _: None)], seconds=9)
        assert not capsys.readouterr().err


def is_small(_: Any, n: int) -> None:
    """``n < 50``."""
    if n >= 50:
        raise Counterexample("too large")


def is_wrong(_: None) -> None:
    """It is not."""
    raise Counterexample("it is not")


def test_a_report_gives_the_seed() -> None:
    with pytest.raises(
        LawsBroken,
        match=r"too large, with n=50\n    the law: `n < 50`\n\nto draw the same examples again, give the check seed=7$",
    ):
        check("numbers", [make_law(is_small, st.integers(0, 100))], seed=7)


class TestDatabase:
    @pytest.mark.slow
    def test_a_failing_example_is_tried_first_in_the_next_run(self, tmp_path: Path) -> None:
        """Before, the law was run on hundreds of other numbers. A seed draws the same examples, and keeps none."""
        tried: list[int] = []

        def is_rarely_wrong(_: None, n: int) -> None:
            tried.append(n)
            if n > 1000 and n % 500 == 7:
                raise Counterexample("rare")

        def tried_in_a_run(**how: Any) -> int:
            tried.clear()
            with pytest.raises(LawsBroken, match="rare"):
                check("numbers", [make_law(is_rarely_wrong, st.integers(0, 10**9))], shrink_seconds=0, **how)
            return next(index for index, n in enumerate(tried) if n > 1000 and n % 500 == 7)

        with profile(database=DirectoryBasedExampleDatabase(tmp_path), max_examples=5000):
            assert tried_in_a_run(seed=1) == tried_in_a_run(seed=1) > 3
            assert tried_in_a_run() > 3
            assert tried_in_a_run() == 0


class TestItems:
    """What an item of pytest says: all but the first are run in this process."""

    @pytest.mark.slow
    def test_each_law_is_one_with_statistics(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            """
            import time
            import pytest
            from dataclasses import replace
            from fpgames.games import tictactoe
            from fpgames.testing import Skipped, Suite, as_tests, game_laws
            rules = tictactoe.rules
            some = {"moves_are_listed_once", "equal_play_gives_equal_positions"}
            test_game = as_tests([law for law in game_laws(rules, budget=100) if law.name in some])
            listed = replace(rules, moves=lambda p: [*rules.moves(p)])
            test_wrong = as_tests(game_laws(listed, laws=["moves_are_listed_once"]))
            def skipped():
                return pytest.mark.skip("marked")(as_tests(game_laws(rules, laws=["moves_are_listed_once"])))
            test_marked = skipped()
            class TestGame:
                test_marked = skipped()
                test_game = as_tests(game_laws(rules, laws=["moves_are_listed_once"], budget=100))
            suite = Suite()
            @suite.law()
            def it_cannot_be(_):
                raise Skipped("not here")
            test_nothing = as_tests(suite.laws(None, "nothing"))
            def slowly(p):
                time.sleep(0.002)
                return rules.moves(p)
            test_slow = as_tests(game_laws(replace(rules, moves=slowly))[1:2], seconds=1)
            """
        )
        result = pytester.runpytest_inprocess(
            "-p", "no:cacheprovider", "--hypothesis-show-statistics", "-rsf", "-W", "default"
        )
        result.assert_outcomes(passed=4, failed=1, skipped=3, warnings=1)
        text = result.stdout.str()
        assert "::test_game[moves_are_listed_once]:" in text
        assert re.search(r"moves_are_listed_once: \d+ cases, in \d", text)
        assert "during generate phase" in text
        assert "game: first won" in text
        assert "broken: moves_are_listed_once: at the start, moves returns a list" in text
        assert "moves returns a list; expected a tuple" in text
        assert "not here" in text
        assert "skipped: some of the cases that come first" in text

    def test_it_fails_with_the_seed(self, request: pytest.FixtureRequest) -> None:
        laws = [make_law(is_small, st.integers()), make_law(is_wrong)]
        test = as_tests(laws, seed=5)
        reports = (
            r"is_small: too large, with n=50\n    the law: `n < 50`\n\nto draw the same examples again, give the check seed=5",
            r"is_wrong: it is not\n    the law: It is not",
        )
        for law, report in zip(laws_of_items(test), reports, strict=True):
            with pytest.raises(Counterexample, match=f"^{report}$"):
                test(law, request)

    def test_the_source_of_the_kit_is_not_shown(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            """
            from dataclasses import replace
            from fpgames.games import tictactoe
            from fpgames.testing import as_tests, check_game, game_laws
            rules = replace(tictactoe.rules, moves=lambda p: () if p == 1025 else (1, 2)[3] if p > 2 else (0, 1))
            name = "moves_are_empty_exactly_at_the_end"
            test_laws = as_tests(law for law in game_laws(rules) if law.name == name)
            def test_game():
                check_game(rules, laws=[name])
            """
        )
        text = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-rN").stdout.str()
        assert "rules = replace" in text
        assert "test_the_source_of_the_kit_is_not_shown.py:8" in text
        assert "/fpgames/" not in text
        assert len(re.findall(r"\.\.\.  678\n", text)) == 2

    def test_it_says_what_it_did_not_look_at(self, request: pytest.FixtureRequest) -> None:
        def holds_slowly(_: None, n: int) -> None:
            """It takes a while."""
            time.sleep(0.05)

        test = as_tests([make_law(holds_slowly, st.integers())], seconds=1, examples=100)
        [law] = laws_of_items(test)
        with pytest.warns(IncompleteCheck, match=r"holds_slowly: \d+ cases.*; skipped: some of the examples to draw"):
            test(law, request)

    def test_it_is_skipped_if_it_looked_at_nothing(self, request: pytest.FixtureRequest) -> None:
        numbers = (n for n in range(3))
        laws = game_laws(wrong(bits, show=lambda p: bits.show(p) if numbers else ""))
        law = law_named(laws, "a_second_process_does_the_same")
        with pytest.raises(pytest.skip.Exception, match="what is tested cannot be pickled"):
            as_tests(laws)(law, request)


test_a_stage = as_tests(stage_laws(prune(2), keeps=["labels", "turns"], depth=2)[:3])


TO_A_GAME: list[tuple[dict[str, Any], str]] = [
    *(({option: 0}, f"ValueError: cannot check a game with {option}=0; expected at least 1") for option in ("budget", "depth", "longest")),
    ({"refused": 3}, "TypeError: refused has to be a collection of moves, which are hashable; got 3"),
    ({"refused": "ab"}, "TypeError: refused has to be a collection of moves, which are hashable; got 'ab'"),
    ({"refused": [9, [1]]}, r"TypeError: refused has to be a collection of moves, which are hashable; got \[1\]"),
    ({"also": [3]}, "TypeError: also has to be a collection of your own laws, functions of the rules and a line; got 3"),
    ({"also": "law"}, "TypeError: also has to be a collection of your own laws, functions of the rules and a line; got 'law'"),
    ({"also": raise_zero_division}, "TypeError: also has to be a collection of your own laws, .*; got <function raise_zero_division"),
    ({"perft": [(1, 9)]}, r"TypeError: a table of perft has to be a mapping such as {1: 9, 2: 72}; got \[\(1, 9\)\]"),
    ({"perft": {-1: 9}}, "ValueError: cannot count lines of -1 moves; expected at least 0"),
    ({"perft": {1: "9"}}, "ValueError: cannot expect '9' lines of play; expected at least 0, a whole number"),
]  # fmt: skip
TO_ANOTHER_GAME: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    ((bits, tictactoe), {}, r"TypeError: the other game needs the rules .*; pass tictactoe.rules"), ((tictactoe, bits), {}, "TypeError: needs the rules of a game first"),
    ((bits, bits, 3), {}, "TypeError: to has to be a function from one game to the other; got 3"), ((bits, bits, int, 3), {}, "TypeError: back has to be a function from one game to the other; got 3"),
    ((bits, bits), {"to_move": "a"}, "TypeError: to_move has to be a function from one game to the other; got 'a'"), ((bits, bits, None, int), {}, "ValueError: back is the inverse of to, which is missing"),
    ((bits, bits), {"laws": ["no"]}, "ValueError: laws names unknown laws: 'no'; expected some of moves_player_and"),
    ((bits, bits), {"examples": 0}, "ValueError: cannot draw 0 examples"), ((bits, bits), {"exmaples": 1}, "TypeError: exmaples"),
]  # fmt: skip
MUTABLE = ("begin", "play", "moves", "outcome", "undo", "player")
UNPLAYABLE: list[tuple[AnyRules, str]] = [
    (replace(bits, moves=lambda p: ()), "there are no moves at its start"), (replace(bits, moves=raise_zero_division), "at its start, ZeroDivisionError: division by zero"),
    (replace(cast("Any", bits), start=[]), "at its start, TypeError: the position .* cannot be hashed .*; use tuples"),
]  # fmt: skip


def test_wrong_calls_are_refused() -> None:
    anything: Any = 3

    def mutable(rules: Any = bits, **functions: Any) -> Any:
        return mutable_laws(rules, **dict.fromkeys(("begin", "play", "moves", "outcome"), abs) | functions)

    def option(laws: Any) -> list[Any]:
        said = "TypeError: {} is an option of functions that run laws, such as check_game, not of laws"
        return [(partial(laws, **{name: True}), said.format(name)) for name in ("fail_fast", "progress")]

    assert not wrong_errors([
        *((partial(check_game, bits, **options), error) for options, error in TO_A_GAME),
        *((partial(check_same_game, *games, **options), error) for games, options, error in TO_ANOTHER_GAME),
        *(row for laws in (partial(game_laws, bits), partial(stage_laws, prune(2)), partial(gen_laws, SplitMix.from_seed), partial(as_tests, game_laws(bits))) for row in option(laws)),
        (lambda: check("it", []), "ValueError: there are no laws of it to run"),
        (lambda: check_game(anything), r"TypeError: game_laws needs the rules of a game first, game_laws\(rules"),
        (lambda: check("it", anything), r"TypeError: the argument has to be a list of laws, such as game_laws\(rules\); got 3"),
        (lambda: check("it", [anything]), "TypeError: the argument has to be a list of laws, such as .*; got 3"),
        (lambda: as_tests(cast("Any", bits)), "TypeError: the argument has to be a list of laws, such as .*; got <Rules: tictactoe>"),
        (lambda: check_perft(bits, anything), "TypeError: a table of perft has to be a mapping"),
        (lambda: check_gen(anything), "TypeError: a generator has to be given as a function from a seed"),
        (lambda: stage_laws(prune(1), keeps=anything), "TypeError: keeps has to be a collection of names; got 3"),
        (lambda: check_stage(anything), "TypeError: a stage has to be a function from a tree to a tree; got 3"),
        (lambda: check_search(anything), "TypeError: a search has to be a function from a tree to its value; got 3"),
        (lambda: check_search(minimax, player=anything), r"TypeError: player has to be Player\.FIRST or Player\.SECOND"),
        (lambda: check_bot(bits, anything), "TypeError: a bot has to be a function from a position to a State of a move; got 3"),
        (lambda: play_laws(5, anything, max), "TypeError: moves has to be a function of a position; got 3"),
        (lambda: play_laws(5, lambda p: [1], anything), "TypeError: play has to be a function of a position; got 3"),
        (lambda: play_laws(5, lambda p: [1], max, budget=0), "ValueError: cannot check a game with budget=0"),
        (lambda: play_laws(5, lambda p: [], max), "ValueError: max cannot be played: there are no moves at its start"),
        *((partial(mutable, **{name: given}), f"TypeError: {name} has to be a function; got {given}") for name in MUTABLE for given in (3, None)[: 1 + (name in MUTABLE[1:4])]),
        (lambda: mutable(refuses=3), "TypeError: refuses has to be True or False; got 3"),
        (lambda: mutable(tictactoe), r"TypeError: needs the rules of a game first.*; pass tictactoe.rules"),
        *((partial(use, rules), f"ValueError: tictactoe cannot be played: {words}") for rules, words in UNPLAYABLE for use in cast("Any", (check_game, lines, positions, finished, unfinished, whole_games))),
        (lambda: mutable(UNPLAYABLE[0][0]), "ValueError: tictactoe cannot be played: there are no moves at its start"),
    ])  # fmt: skip
