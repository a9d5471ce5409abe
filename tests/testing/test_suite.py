"""Running one law on one subject: time limits, seeds, and reruns of examples."""

from __future__ import annotations

import re
import time
from functools import partial
from itertools import count, cycle
from typing import Any, cast

import pytest
from hypothesis import strategies as st

from fpgames import Tree, minimax
from fpgames.testing import Counterexample, Options, Skipped, Suite, check_search
from fpgames.testing.law import OutOfTime, current_timer
from tests.support.laws import make_law, profile
from tests.support.refusals import wrong_errors


def is_small(_: None, n: int) -> None:
    """``n < 9``."""
    assert n < 9


def test_a_failed_case_is_run_again_without_kept_results() -> None:
    suite: Suite[dict[str, int]] = Suite(forget=lambda kept: kept.pop("result", None) is not None)
    calls = count(1)

    @suite.law()
    def it_keeps(kept: dict[str, int]) -> None:
        raise Counterexample(f"call {kept.setdefault('result', next(calls))}")

    with pytest.raises(Counterexample, match="call 2"):
        suite.laws({}, "kept")[0]()


def interrupted_search(tree: Tree[Any], *, leaves: int) -> Any:
    """Find the minimax value; raise KeyboardInterrupt in a tree whose root has this number of children."""
    if len([*tree.children]) == leaves:
        raise KeyboardInterrupt
    return minimax(tree)


class TestInterrupts:
    """An endless law or search is ended by Ctrl-C, which tells where it was."""

    @pytest.mark.parametrize(
        ("leaves", "note"),
        [
            (300, r"interrupted in case \d+ of it_finds_the_value, for the tree"),
            (3, r"interrupted in case \d+ of \w+, (?s:.*)\nto see it again.*: .*; print\(f\"{search\(tree\) = }\"\)$"),
            (2, r"interrupted before the first law, in a tree with the leaves \[30, 40, 50, 60\]$"),
        ],
    )
    def test_it_names_the_law_and_the_tree(self, leaves: int, note: str) -> None:
        with pytest.raises(KeyboardInterrupt) as interrupt:
            check_search(partial(interrupted_search, leaves=leaves), seed=1)
        assert re.search(note, "\n".join(interrupt.value.__notes__))


class TestTime:
    def test_a_law_that_draws_stops_in_time(self) -> None:
        law = make_law(lambda _, n: time.sleep(0.05), st.integers())
        seen = law.test(Options(seconds=0.2, examples=100))
        assert seen.cases < 20
        assert "some of the examples to draw" in seen.skipped

    def test_an_example_that_is_left_unfinished_is_no_counterexample(self) -> None:
        """Hypothesis takes it for a strategy that draws something else each time."""
        patient = iter([True] * 20)

        @st.composite
        def unfinished(draw: st.DrawFn) -> bool:
            first = draw(st.booleans())
            if not next(patient, False):
                time.sleep(0.3)
                raise OutOfTime
            draw(st.integers())
            return first

        law = make_law(lambda _, n: None, unfinished())
        assert "some of the examples to draw" in law.test(Options(seconds=0.2, examples=100)).skipped

    @pytest.mark.slow
    def test_a_counterexample_is_made_simpler_in_time(self) -> None:
        def breaks_slowly(_: None, n: list[int]) -> None:
            """It takes a while."""
            time.sleep(0.02)
            raise Counterexample(f"with {sum(n)}")

        before = time.monotonic()
        with pytest.raises(Counterexample):
            make_law(breaks_slowly, st.lists(st.integers(), min_size=30)).test(Options(shrink_seconds=0.3))
        assert time.monotonic() - before < 5

    def test_without_time_the_first_counterexample_is_the_one(self) -> None:
        found: list[int] = []

        def breaks(_: None, n: int) -> None:
            """No number is right."""
            found.append(n)
            raise Counterexample("wrong")

        with pytest.raises(Counterexample, match=r"^wrong, with n=\d+$") as caught:
            make_law(breaks, st.integers(min_value=0)).test(Options(shrink_seconds=0.0))
        assert caught.value.case == {"n": found[0]}


class TestSeeds:
    def test_a_seed_draws_the_same_again(self) -> None:
        drawn: list[list[int]] = []
        law = make_law(lambda _, n: drawn[-1].append(n), st.integers())
        for seed in (1, 1, 2):
            drawn.append([])
            law.test(Options(seed=seed, examples=10))
        assert drawn[0] == drawn[1] != drawn[2]
        assert len(drawn[0]) == 10

    def test_examples_by_chance_have_a_seed_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("hypothesis.core.global_force_seed", None)  # as --hypothesis-seed sets it
        with profile(derandomize=False), pytest.raises(Counterexample) as caught:
            make_law(is_small, st.integers(0, 10**6))()
        assert isinstance(caught.value.seed, int)


def test_what_a_law_counts_itself_is_counted() -> None:
    def counts(_: None, n: int) -> None:
        """It looks at two more cases."""
        current_timer().cases += 2

    seen = make_law(counts, st.integers()).test(Options(examples=10))
    assert seen.cases == 30


class TestErrors:
    def test_a_law_that_cannot_be_looked_at_is_not_broken(self) -> None:
        def it_needs_what_is_not_here(_: None) -> None:
            raise Skipped("there is none")

        assert make_law(it_needs_what_is_not_here).test(Options()).skipped == "there is none"


def fails_once(skips: bool = False) -> Any:
    """A law that fails the first time; the next time it holds, or skips all."""
    first = iter([True])

    def holds_but_once(_: None, n: int = 0) -> None:
        if next(first, False):
            raise Counterexample("once")
        current_timer().skipped.extend(["all"] * skips)

    return holds_but_once


def fails(_: None, n: int) -> None:
    raise AssertionError


def test_messages_of_laws_that_fail_once_by_chance_or_without_words() -> None:
    kinds = cycle([st.integers(), st.booleans()])

    @st.composite
    def drawn(draw: st.DrawFn) -> Any:
        return draw(next(kinds))

    assert not wrong_errors([
        (make_law(fails_once(), st.integers()), r"Counterexample: ^once, with .*\n.* it did not fail again: something is random, or remembers earlier calls$"),
        (make_law(fails_once()), "Counterexample: did not fail again"),
        (make_law(fails_once(skips=True)), "Counterexample: ^once$"),
        (make_law(lambda _, n: None, drawn()), "Counterexample: ^the same example gives another result when it is run again"),
        (make_law(fails, st.just(1)), "Counterexample: ^AssertionError, with n=1$"),
        (make_law(lambda _, n: cast("Any", n > 0), st.just(0)), "Counterexample: ^it returns False; a law returns None, and raises an AssertionError where it"),
    ])  # fmt: skip
