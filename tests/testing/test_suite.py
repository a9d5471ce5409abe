"""Running one law on one subject: time limits, seeds, and reruns of examples."""

from __future__ import annotations

import time
from typing import Any, cast

import pytest
from hypothesis import strategies as st

from fpgames.testing import Counterexample, Options, Skipped
from fpgames.testing.law import OutOfTime, current_timer
from tests.support.laws import make_law, profile


def is_small(_: None, n: int) -> None:
    """``n < 9``."""
    assert n < 9


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
    def test_an_answer_that_is_not_given_again_is_said_to_be_none(self) -> None:
        asked: list[int] = []

        def holds_but_once(_: None, n: int) -> None:
            """It fails the first time."""
            asked.append(n)
            if len(asked) == 1:
                raise Counterexample("once")

        with pytest.raises(
            Counterexample,
            match=r"^once, with .*\n.* it did not fail again: something is random, or remembers earlier calls$",
        ):
            make_law(holds_but_once, st.integers())()
        asked.clear()
        with pytest.raises(Counterexample, match="did not fail again"):
            make_law(lambda _: holds_but_once(None, 0))()

    def test_a_strategy_that_draws_by_chance_is_said_to(self) -> None:
        asked: list[int] = []

        @st.composite
        def drawn(draw: st.DrawFn) -> int:
            asked.append(1)
            return draw(st.integers()) if len(asked) % 2 else draw(st.booleans())

        with pytest.raises(Counterexample, match=r"^the same example gives another result when it is run again"):
            make_law(lambda _, n: None, drawn())()

    def test_nothing_is_said_of_chance_if_it_was_not_tried_again(self) -> None:
        tried: list[int] = []

        def fails_in_time(_: None) -> None:
            """It fails once, and has no time the next time."""
            tried.append(1)
            if len(tried) == 1:
                raise Counterexample("once")
            current_timer().skipped.append("all")

        with pytest.raises(Counterexample, match=r"^once$"):
            make_law(fails_in_time)()

    def test_an_error_without_words_has_its_name(self) -> None:
        def fails(_: None, n: int) -> None:
            """It fails."""
            raise AssertionError

        with pytest.raises(Counterexample, match=r"^AssertionError, with n=1$"):
            make_law(fails, st.just(1))()

    def test_a_predicate_is_no_law(self) -> None:
        with pytest.raises(
            Counterexample, match=r"^it returns False; a law returns None, and raises an AssertionError where it"
        ):
            make_law(lambda _, n: cast("Any", n > 0), st.just(0))()

    def test_a_law_that_cannot_be_looked_at_is_not_broken(self) -> None:
        def it_needs_what_is_not_here(_: None) -> None:
            raise Skipped("there is none")

        assert make_law(it_needs_what_is_not_here).test(Options()).skipped == "there is none"
