"""What the kit says in cases that are rare: a law's own mistakes, time that is over while a line is drawn, reports."""

from __future__ import annotations

import random
import time
import warnings
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import find
from hypothesis import strategies as st
from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules, SplitMix, State, bot_random
from fpgames.games import tictactoe
from fpgames.rules import Diagram, Symmetry
from fpgames.testing import Broken, Suite, Unchecked, as_tests, bot_laws, check_game, game_laws
from fpgames.testing.bot_positions import unfinished_position
from fpgames.testing.counterexamples import broken, shortest
from fpgames.testing.game_strategies import Line, drawn_line
from fpgames.testing.laws import OutOfTime, timed
from fpgames.testing.nearest import Kept
from fpgames.testing.simpler_samples import in_words
from tests.testing.faults import wrong
from tests.testing.laws import law_of, profile

bits = tictactoe.rules


class TestLines:
    def test_a_line_ends_where_the_rules_raise(self) -> None:
        def play(p: int, move: int) -> int:
            return 1 // 0 if p.bit_count() > 2 else bits.play(p, move)

        ends = st.integers(1, 9).flatmap(lambda n: drawn_line(wrong(bits, play=play), n, as_far_as_it_goes=True))
        assert len(find(ends, lambda line: len(line.moves) == 2).positions) == 3
        with pytest.raises(ZeroDivisionError):
            find(drawn_line(wrong(bits, play=play), 9), lambda line: len(line.moves) > 2)

    def test_time_may_be_over_while_a_line_is_drawn(self) -> None:
        with timed(-1), pytest.raises(OutOfTime):
            find(drawn_line(bits, 9), lambda line: False)

    def test_a_shorter_line_need_not_be_a_part_of_the_one_found(self) -> None:
        def law(case: dict[str, Line[int, int]]) -> None:
            if case["line"].moves in ((8, 1), (0, 2, 4)):
                raise broken(case["line"], "it is wrong")

        found = Broken("it is wrong", Line((0, 2, 4), (0, 1, 2, 3)))
        assert shortest(SimpleNamespace(rules=bits), law, found, 5.0).line.moves == (8, 1)

    @pytest.mark.parametrize("asked", [(), (3,), (1, 3, 2)])
    def test_what_is_kept_is_computed_once(self, asked: tuple[int, ...]) -> None:
        computed: list[int] = []

        def compute(n: int) -> int:
            computed.append(n)
            return n

        kept = Kept(map(compute, range(3)))
        for n in asked:
            assert [each for each, _ in zip(kept, range(n), strict=False)] == [*range(n)]
        assert [*kept] == [*kept] == computed == [0, 1, 2]


class TestReports:
    def test_a_law_of_your_own_returns_nothing(self) -> None:
        def has_moves(rules: Any, line: Any) -> bool:
            """A predicate, which is no law."""
            return bool(rules.moves(line.end))

        law = game_laws(bits, also=[cast("Any", has_moves)])[-1]
        with pytest.raises(Broken, match=r"it returns True; a law returns None, and raises an AssertionError where"):
            law()

    def test_of_a_symmetry_that_changes_who_won(self) -> None:
        def outcome(p: str) -> Maybe[Outcome]:
            return Some(Outcome.FIRST_WON if p == "0" else Outcome.DRAW) if p else Nothing

        def play(p: str, move: int) -> str:
            if move not in moves(p):
                raise IllegalMove(move, moves(p))
            return str(move)

        def moves(p: str) -> tuple[int, ...]:
            return () if p else (0, 1)

        turned = Symmetry[str, int](lambda p: p and str(1 - int(p)), lambda move: 1 - move)
        once = Rules("once", "", moves, play, lambda p: Player.FIRST, outcome, str, str, str, int, symmetries=(turned,))
        with pytest.raises(Broken, match=r"symmetry 0: the image has the outcome <Some: 0>; expected <Some: 1>"):
            law_of(game_laws(once), "symmetries_map_moves_and_outcomes")()

    def test_of_bots(self) -> None:
        with pytest.raises(Broken, match=r"it returns 4 in 0; expected a State, such as State.from_value"):
            law_of(bot_laws(bits, cast("Any", lambda p: 4)), "its_moves_are_legal")()

        def after_the_start(p: int) -> State[Any, int]:
            return bot_random(bits)(p) if p == 0 else State(lambda gen: (random.choice(bits.moves(p)), gen))

        with pytest.raises(Broken, match=r"it returns \(\d, .*\) and then \(\d, .*, after the moves"):
            law_of(bot_laws(bits, after_the_start), "the_same_generator_gives_the_same_move")()

        def by_hash(p: int) -> State[Any, int]:
            return State.from_value(min(bits.moves(p), key=lambda move: hash(f"cell {move}")))

        with pytest.raises(Broken, match=r"it plays \[?\d.*, and in another process \[?\d.*, after the moves"):
            law_of(bot_laws(bits, by_hash), "it_plays_the_same_in_a_second_process")()

    def test_values_of_any_kind_are_in_words(self) -> None:
        at = unfinished_position(bits, 1)
        assert in_words({"at": at, "gen": SplitMix(1, 3)}, "no") == f"no; {at}; with SplitMix(seed=1, gamma=3)"


def dark(p: int) -> Diagram:
    if bits.moves(p) == ():
        raise KeyError("the board is full")
    return Diagram(("...",), frozenset({(0, 3)} if p else ()))


@pytest.mark.parametrize(
    ("fault", "name", "said"),
    [
        (
            replace(bits, diagram=dark),
            "every_position_has_a_diagram",
            r"after the moves \(\d,\): the diagram has won cells that are not in its rows: frozenset\(\{\(0, 3\)\}\)",
        ),
        (
            replace(bits, diagram=lambda p: dark(p)._replace(won=frozenset())),
            "every_position_has_a_diagram",
            r"after the moves .*: KeyError: 'the board is full'",
        ),
        (
            replace(bits, diagram=cast("Any", bits.show)),
            "every_position_has_a_diagram",
            "at the start: the diagram is '.*'; expected a Diagram with rows",
        ),
        (
            wrong(bits, score=lambda p: bits.static(p) / 2),
            "the_score_has_the_sign_of_the_outcome",
            "at the start: the score is 0.0, not a whole number",
        ),
        (
            wrong(bits, static=lambda p: bits.static(p) or (p & 1) / 2, symmetries=bits.symmetries),
            "symmetries_map_moves_and_outcomes",
            r"after the moves \(\d,\): symmetry \d: the image has the static value .*; expected 0.5",
        ),
    ],
)
def test_what_rules_promise_beside_moves(fault: Rules[Any, Any], name: str, said: str) -> None:
    with pytest.raises(Broken, match=said):
        law_of(game_laws(fault), name)()


class TestItems:
    """What an item of pytest says, run in this process."""

    def test_it_fails_with_the_seed(self, request: pytest.FixtureRequest) -> None:
        suite: Suite[None] = Suite()

        @suite.law(n=lambda _: st.integers())
        def is_small(_: None, n: int) -> None:
            """``n < 9``."""
            assert n < 9

        @suite.law()
        def is_right(_: None) -> None:
            """It is not."""
            raise Broken("it is not")

        test = as_tests(suite.laws(None, "numbers"), seed=5)
        for law, notes in zip(
            suite.laws(None, "numbers"), (["to draw the same examples again: seed=5"], []), strict=True
        ):
            with pytest.raises(Broken) as caught:
                test(law, request)
            assert getattr(caught.value, "__notes__", []) == notes

    def test_it_says_what_it_did_not_look_at(self, request: pytest.FixtureRequest) -> None:
        suite: Suite[None] = Suite()

        @suite.law(n=lambda _: st.integers())
        def holds_slowly(_: None, n: int) -> None:
            """It takes a while."""
            time.sleep(0.05)

        laws = suite.laws(None, "nothing")
        with pytest.warns(Unchecked, match=r"holds_slowly: \d cases.*; not looked at: some of the examples to draw"):
            as_tests(laws, seconds=0.3, examples=100)(laws[0], request)

    def test_it_is_skipped_if_it_looked_at_nothing(self, request: pytest.FixtureRequest) -> None:
        numbers = (n for n in range(3))
        laws = game_laws(wrong(bits, show=lambda p: bits.show(p) if numbers else ""))
        law = law_of(laws, "a_second_process_does_the_same")
        with pytest.raises(pytest.skip.Exception, match="it cannot be sent there"):
            as_tests(laws)(law, request)


def test_examples_by_chance_have_a_seed_too() -> None:
    suite: Suite[None] = Suite()

    @suite.law(n=lambda _: st.integers(0, 10**6))
    def is_small(_: None, n: int) -> None:
        """``n < 9``."""
        assert n < 9

    [law] = suite.laws(None, "numbers")
    with profile(derandomize=False), pytest.raises(Broken) as caught:
        law()
    assert isinstance(caught.value.seed, int)


def test_a_check_without_a_fault_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_game(bits, laws=["moves_are_listed_once"])
