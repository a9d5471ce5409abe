"""Counterexamples: lines, trees and positions are shrunk, and shown with the first difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import neg
from typing import Any

import pytest
from hypothesis import Phase, find
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, map_tree, minimax, order_by, prune
from fpgames.games import connect4, tictactoe
from fpgames.play import bot_minimax
from fpgames.testing import Counterexample, Law, LawsBroken, Options, check_bot, game_laws, search_laws, stage_laws
from fpgames.testing.law import OutOfTime, RunTimer
from fpgames.testing.reports.shrinking import shrink_fully
from fpgames.testing.strategies.games import drawn_line, seeded_line
from tests.support.laws import law_named, profile
from tests.testing.faults import Fault, wrong
from tests.testing.faults.bots import BOTS
from tests.testing.faults.searches import SEARCHES
from tests.testing.faults.stages import STAGES

bits = tictactoe.rules


@pytest.fixture(autouse=True)
def _shrinking() -> Iterator[None]:
    """The phases of a user's run, whatever the profile says."""
    with profile(phases=[*Phase]):
        yield


def maximise_all(tree: Tree[Any]) -> Any:
    return max(map(maximise_all, tree.children), default=tree.label)


class TestLines:
    def test_a_line_ends_where_the_rules_raise(self) -> None:
        def play(p: int, move: int) -> int:
            return 1 // 0 if p.bit_count() > 2 else bits.play(p, move)

        assert (
            len(find(seeded_line(wrong(bits, play=play), 9, 9, {}), lambda line: len(line.moves) == 2).positions) == 3
        )
        with pytest.raises(ZeroDivisionError):
            find(drawn_line(wrong(bits, play=play), 9), lambda line: len(line.moves) > 2)

    def test_lines_are_whole_games_or_cut_off_and_kept(self) -> None:
        known: dict[int, Any] = {}
        find(seeded_line(bits, 9, 9, known), lambda line: bits.moves(line.end) != ())
        find(seeded_line(bits, 9, 9, known), lambda line: bits.moves(line.end) == ())
        assert {bool(bits.moves(line.end)) for line in known.values()} == {True, False}
        assert find(seeded_line(bits, 9, 0, {}), lambda line: True).moves

    def test_time_may_be_over_while_a_line_is_drawn(self) -> None:
        with RunTimer(-1), pytest.raises(OutOfTime):
            find(seeded_line(bits, 9, 9, {}), lambda line: False)

    @pytest.mark.slow
    def test_a_long_line_is_made_shorter_in_time(self) -> None:
        late = wrong(connect4.rules, static=lambda p: 2.0 if p[1].bit_count() > 15 else connect4.rules.static(p))
        law = law_named(game_laws(late), "static_is_the_outcome_at_the_end_and_between_before")
        with pytest.raises(Counterexample) as caught:
            law.test(Options(shrink_seconds=0.0))
        assert len(caught.value.line.moves) >= 16


def test_an_error_without_a_case_or_without_time_is_as_simple_as_it_is() -> None:
    def is_never_right(case: Any) -> None:
        raise Counterexample("anything", case)

    found = Counterexample("anything")
    assert shrink_fully(lambda n: [n - 1], is_never_right, found, 1.0) is found
    found.case = {"n": 9}
    assert shrink_fully(lambda n: [n - 1], is_never_right, found, -1.0) is found
    assert shrink_fully(lambda n: [], is_never_right, found, 1.0) is found
    assert shrink_fully(lambda n: [n - 1], is_never_right, found, 1.0).line == {"n": 8}


class TestTrees:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("laws", "name", "said"),
        [
            (
                lambda: search_laws(lambda tree: minimax(prune(8)(tree))), "it_finds_the_value",
                r"it returns [01]; expected [01], the value to the first player, for the tree\n  [01]  \(first to move\)(\n *└ [01]){9}",
            ),
            (
                lambda: search_laws(lambda tree: int(minimax(tree)), numbers=True), "it_finds_the_value",
                r"it returns \d; expected (0.5|Fraction\(\d, 2\)), the value to the first player, for the tree\n  (0.5|Fraction\(\d, 2\))  \(first to move\)",
            ),
            (
                lambda: stage_laws(map_tree(abs)), "it_keeps_the_labels",
                r"on level 0, the label 1 occurs 1 times; expected 0, for the tree\n  -1  \(\w+ to move\)",
            ),
            (
                lambda: stage_laws(order_by(neg), keeps=["labels"], reads_labels=True, ordered_by=abs),
                "it_is_as_claimed",
                r"unlike what depth=, width= or ordered_by= claims, at the node \(0,\), the label is -?\d; expected -?\d, for the tree\n  0  \(\w+ to move\)\n  └ -?\d\n  └ -?\d",
            ),
            (
                lambda: search_laws(alpha_beta(alpha=0, beta=1), numbers=True), "it_finds_the_value_of_a_shared_tree",
                r"it returns -?\d+; expected -?\d+, the value to the first player, for the tree of this graph, from position 0, \w+ to move(\n  \d: .*){3,5}",
            ),
        ],
    )  # fmt: skip
    def test_of_trees(self, laws: Callable[[], list[Law]], name: str, said: str) -> None:
        law = law_named(laws(), name)
        with pytest.raises(Counterexample) as caught:
            law.test(Options(examples=100, seed=1))
        assert re.fullmatch(rf"{said}\nto see it again, with your `(search|stage)`: .*", str(caught.value)), str(
            caught.value
        )

    def test_of_any_kind_are_shown_in_few_lines(self) -> None:
        faults: list[tuple[Fault, int]] = [
            (SEARCHES["a table is keyed without the levels left"], 17),
            (STAGES["the last child of many is dropped in any order"], 11),
            (STAGES["trees that are walked by turns are mixed up"], 14),
            (BOTS["it raises an index error when the second player has won"], 7),
            (BOTS["it plays on after a draw"], 7),
            (
                Fault(
                    lambda: search_laws(maximise_all, player=Player.FIRST, labels=st.integers(3, 9)),
                    "it_finds_the_value",
                ),
                6,
            ),
        ]
        for fault, lines in faults:
            with pytest.raises(Counterexample) as caught:
                law_named(fault.laws(), fault.law).test(Options(examples=100, seed=1, shrink_seconds=20.0))
            assert len(str(caught.value).splitlines()) <= lines, str(caught.value)

    def test_labels_of_your_own_stay_as_they_are_drawn(self) -> None:
        with pytest.raises(Counterexample) as caught:
            search_laws(maximise_all, player=Player.FIRST, labels=st.integers(3, 9))[0].test(
                Options(examples=100, seed=1)
            )
        assert set(caught.value.case["tree"].labels) <= {*range(3, 10)}


def test_a_bots_mistake_is_shown_with_the_fewest_moves() -> None:
    bot = bot_minimax(bits, 1, bits.static)
    with pytest.raises(LawsBroken) as caught:
        check_bot(bits, bot, depth=2, laws=["it_gives_no_value_away"], seed=1, examples=100)
    [error] = caught.value.errors.values()
    assert "(depth=2); it is the turn of Player." in str(error)
    assert len(error.case["at"].moves) == 3
