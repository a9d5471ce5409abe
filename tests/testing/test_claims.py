"""What is claimed of stages, searches and bots: claims that cannot be meant are refused, reports are short."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from operator import neg
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from fpgames import (  # fmt: skip
    Player,
    SplitMix,
    State,
    StdGen,
    Tree,
    alpha_beta,
    bot_random,
    map_tree,
    minimax,
    order_by,
    prune,
)
from fpgames.games import connect4, tictactoe
from fpgames.play import bot_minimax
from fpgames.testing import (
    Broken,
    Law,
    LawsBroken,
    NotLookedAt,
    Run,
    Suite,
    Unchecked,
    bot_laws,
    bot_positions,
    check_bot,
    check_gen,
    check_search,
    check_stage,
    gen_laws,
    other_generators,
    search_laws,
    stage_laws,
)
from fpgames.testing.laws import Watch
from fpgames.testing.random_samples import (
    a_graph,
    a_tree,
    any_ordered,
    either,
    one_after_the_other,
    require_order,
    samples,
)
from fpgames.testing.samples import ANY, Graph, Plain, Sample, drawn, first_difference, plain_of
from fpgames.testing.simpler_samples import in_words, simpler_labels, simplest
from tests.testing import test_bites as bites
from tests.testing.laws import law_of

rules = tictactoe.rules
CHECKS: dict[str, Callable[..., None]] = {
    "check_stage": lambda **how: check_stage(prune(2), **cast("Any", {"keeps": ["labels", "turns"], **how})),
    "check_search": lambda **how: check_search(minimax, **how),
    "check_bot": lambda **how: check_bot(rules, bot_random(rules), **how),
    "check_gen": lambda **how: check_gen(SplitMix.from_seed, **how),
}
LAWS = {
    "check_stage": "it_is_a_function",
    "check_search": "it_finds_the_value",
    "check_bot": "its_moves_are_legal",
    "check_gen": "numbers_are_in_their_range",
}


class TestOptionsOfARun:
    @pytest.mark.parametrize("name", CHECKS)
    def test_one_law_is_run_as_it_is_told(self, name: str) -> None:
        seen: list[Any] = []
        CHECKS[name](laws=[LAWS[name]], examples=3, seconds=60, seed=1, progress=seen.append)
        assert [each.law for each in seen] == [LAWS[name]]
        assert 1 <= seen[0].cases <= 10

    @pytest.mark.parametrize("name", CHECKS)
    @pytest.mark.parametrize(
        ("how", "error", "said"),
        [
            (
                {"keep": 1},
                TypeError,
                r"check_\w+\(\) got an unexpected keyword argument 'keep'; options of a run are laws, without, examples",
            ),
            ({"laws": ["it_is"]}, ValueError, "laws names laws that there are not: 'it_is'; expected some of "),
            ({"laws": "it_is"}, ValueError, "laws is a collection of names, not 'it_is'"),
            ({"examples": 0}, ValueError, "cannot draw 0 examples; expected at least 1"),
            ({"seconds": -1}, ValueError, "cannot run laws for -1 seconds"),
            ({"seed": "a"}, ValueError, "the seed is 'a'; expected a whole number"),
            ({"progress": 3}, ValueError, "progress is 3; expected a function"),
        ],
    )
    def test_misuse(self, name: str, how: Any, error: type[Exception], said: str) -> None:
        with pytest.raises(error, match=said) as caught:
            CHECKS[name](**how)
        if error is TypeError:
            assert str(caught.value).startswith(f"{name}() got")

    @pytest.mark.parametrize("name", CHECKS)
    def test_time_may_be_short(self, name: str) -> None:
        with pytest.warns(Unchecked, match="not looked at"):
            CHECKS[name](seconds=1e-9)


class TestMisuse:
    @pytest.mark.parametrize(
        ("claims", "error", "said"),
        [
            ({"depth": -1}, ValueError, "cannot keep a depth of -1; expected at least 0"),
            ({"depth": "2"}, ValueError, "cannot keep a depth of '2'; expected at least 0, a whole number"),
            ({"width": 0}, ValueError, "cannot keep a width of 0; expected at least 1"),
            ({"ordered_by": 3}, TypeError, "ordered_by has to be a function from a label to its value; got 3"),
            ({"player": "FIRST"}, TypeError, r"player has to be Player.FIRST or Player.SECOND; got 'FIRST'"),
            ({"depth": 2, "keeps": ["children"]}, ValueError, "a stage with depth=2 does not keep all children; say"),
            ({"width": 2, "keeps": ["shape"]}, ValueError, "a stage with width=2 does not keep all children; say what"),
            ({"keeps": ["lables"]}, ValueError, r"a stage cannot keep \['lables'\]"),
        ],
    )
    def test_of_a_stage(self, claims: Any, error: type[Exception], said: str) -> None:
        for use in (stage_laws, check_stage):
            with pytest.raises(error, match=said):
                use(prune(2), **cast("Any", {"keeps": ["labels"], **claims}))

    @pytest.mark.parametrize(
        ("claims", "error", "said"),
        [
            ({"window": 3}, TypeError, "window has to be a function of alpha and beta that returns the search"),
            ({"labels": [1, 2]}, TypeError, r"labels has to be a strategy of Hypothesis, such as st.integers\(\)"),
            ({"player": 1}, TypeError, "player has to be Player.FIRST or Player.SECOND; got 1"),
            ({"looks": True}, TypeError, "looks"),
        ],
    )
    def test_of_a_search(self, claims: Any, error: type[Exception], said: str) -> None:
        for use in (search_laws, check_search):
            with pytest.raises(error, match=said):
                use(minimax, **claims)

    @pytest.mark.parametrize("labels", [st.just(float("nan")), st.one_of(st.text(min_size=1), st.integers())])
    def test_of_labels_without_an_order(self, labels: st.SearchStrategy[Any]) -> None:
        with pytest.raises(ValueError, match=r"labels= has to draw values of one order; it drew \["):
            check_search(minimax, labels=labels, examples=100)

    @pytest.mark.parametrize(
        ("claims", "error", "said"),
        [
            ({"depth": 0}, ValueError, "cannot look 0 moves ahead; expected at least 1"),
            ({"static": 1, "depth": 1}, TypeError, "static has to be a function from a position to its value; got 1"),
            ({"static": rules.static}, ValueError, "static is what a bot looks ahead with; say how far: depth=1"),
        ],
    )
    def test_of_a_bot(self, claims: Any, error: type[Exception], said: str) -> None:
        for use in (bot_laws, check_bot):
            with pytest.raises(error, match=said):
                use(rules, bot_random(rules), **claims)

    def test_of_what_is_no_function(self) -> None:
        nothing: Any = 3
        with pytest.raises(TypeError, match="a stage has to be a function from a tree to a tree; got 3"):
            check_stage(nothing)
        with pytest.raises(TypeError, match="a search has to be a function from a tree to its value; got 3"):
            check_search(nothing)
        with pytest.raises(TypeError, match="a bot has to be a function from a position to a State of a move; got 3"):
            check_bot(rules, nothing)


class TestReports:
    """A counterexample is made small, and shown with the first difference."""

    @pytest.mark.parametrize(
        ("laws", "name", "said"),
        [
            (
                lambda: search_laws(lambda tree: minimax(prune(8)(tree))), "it_finds_the_value",
                r"it returns [01]; expected [01], for the tree\n  [01]  \(first to move\)(\n *- [01]){9}",
            ),
            (
                lambda: search_laws(lambda tree: int(minimax(tree)), numbers=True), "it_finds_the_value",
                r"it returns \d; expected (0.5|Fraction\(\d, 2\)), for the tree\n  (0.5|Fraction\(\d, 2\))  \(first to move\)",
            ),
            (
                lambda: stage_laws(map_tree(abs)), "it_keeps_the_labels",
                r"on level 0, the stage has 1 once more than the tree, for the tree\n  -1  \(\w+ to move\)",
            ),
            (
                lambda: stage_laws(order_by(neg), keeps=["labels"], looks=True, ordered_by=abs),
                "its_children_are_best_first",
                r"at the node \(0,\), the label is -?\d; expected -?\d, for the tree\n  0  \(\w+ to move\)\n  - -?\d\n  - -?\d",
            ),
            (
                lambda: search_laws(alpha_beta(alpha=0, beta=1), numbers=True), "it_finds_the_value_of_a_shared_tree",
                r"it returns -?\d+; expected -?\d+, for the tree of this graph, from position 0, first to move(\n  \d: .*){3,5}",
            ),
        ],
    )  # fmt: skip
    def test_of_trees(self, laws: Callable[[], list[Law]], name: str, said: str) -> None:
        law = law_of(laws(), name)
        with _shrinking(), pytest.raises(Broken) as caught:
            law.test(Run(examples=100, seed=1))
        assert re.fullmatch(said, str(caught.value)), str(caught.value)

    @pytest.mark.parametrize(
        ("fault", "lines"),
        [
            (bites.SEARCHES["forgets the levels left"], 15),
            (bites.STAGES["drops the last child of many, in any order"], 10),
            (bites.STAGES["mixes up trees that are walked by turns"], 12),
            (bites.BOTS["moves in a finished game"], 1),
            (bites.BOTS["plays on after a draw"], 1),
            (bites.Fault(lambda: search_laws(maximise_all, labels=st.integers(3, 9)), "it_finds_the_value"), 5),
        ],
    )
    def test_of_any_kind_is_short(self, fault: bites.Fault, lines: int) -> None:
        law = law_of(fault.laws(), fault.law)
        with _shrinking(), pytest.raises(Broken) as caught:
            law.test(Run(examples=100, seed=1, shorten=20.0))
        assert len(str(caught.value).splitlines()) <= lines, str(caught.value)

    def test_labels_of_your_own_stay_as_they_are_drawn(self) -> None:
        with _shrinking(), pytest.raises(Broken) as caught:
            search_laws(maximise_all, labels=st.integers(3, 9))[0].test(Run(examples=100, seed=1))
        assert set(caught.value.case["tree"].labels) <= {*range(3, 10)}

    def test_a_law_that_cannot_be_looked_at_is_not_broken(self) -> None:
        suite: Suite[None] = Suite()

        @suite.law()
        def it_needs_what_is_not_here(_: None) -> None:
            raise NotLookedAt("there is none")

        [law] = suite.laws(None, "nothing")
        assert law.test(Run()).missed == "there is none"

    def test_of_a_graph(self) -> None:
        """Both players are shown where they do not alternate; what cannot be reached is left out."""
        graph = Graph((0, 1, 5), ((1,), (), ()), Player.FIRST, (Player.FIRST, Player.SECOND, Player.FIRST), 3)
        assert str(graph) == (
            "the tree of this graph, from position 0, pruned to 3 levels, first to move\n"
            "  0: label 0, first to move -> 1\n  1: label 1\n  2: label 5"
        )

    def test_of_positions(self) -> None:
        """A bot's mistake is shown with the fewest moves."""
        bot = bot_minimax(rules, 1, rules.static)
        with _shrinking(), pytest.raises(LawsBroken) as caught:
            check_bot(rules, bot, depth=2, laws=["it_gives_no_value_away"], seed=1, examples=100)
        [error] = caught.value.errors.values()
        assert "moves deep; it is the turn of Player." in str(error)
        assert len(error.case["at"].moves) == 3

    def test_long_ones_are_cut_off(self) -> None:
        wide = Plain(0, tuple(Plain(n) for n in range(40)), Player.SECOND)
        assert drawn(wide).startswith("  0  (second to move)\n  - 0\n")
        assert drawn(wide).endswith("  ... (26 lines left out; 41 nodes in all)")
        assert len(drawn(wide).splitlines()) == 16

    def test_the_first_difference(self) -> None:
        tree = Plain(0, (Plain(1, (Plain(2),)), Plain(3)), Player.FIRST)
        assert first_difference(tree, tree) is None
        assert first_difference(tree, Plain(ANY, tree.children[:1], ANY)) == (
            "at the root, the number of children is 2; expected 1"
        )
        assert first_difference(Plain(0, tree.children[:1], None), tree) == (
            "at the root, it is the turn of None; expected Player.FIRST"
        )
        assert first_difference(Plain(0, (), Player.FIRST), tree, prefix=True) is None
        other = tree._replace(children=(Plain(1, (Plain(7),)), Plain(4)))
        assert first_difference(tree, other) == "at the node (0, 0), the label is 2; expected 7"


def maximise_all(tree: Tree[Any]) -> Any:
    return max(map(maximise_all, tree.children), default=tree.label)


class _shrinking:
    """The phases of a user's run, whatever the profile says."""

    def __enter__(self) -> None:
        self.profile = settings.get_current_profile_name()
        settings.register_profile("shrinking", settings.get_profile(self.profile), phases=[*Phase])
        settings.load_profile("shrinking")

    def __exit__(self, *_: object) -> None:
        settings.load_profile(self.profile)


class TestSamples:
    """What is drawn."""

    @given(samples(a_tree, None, either, any_ordered), samples(a_graph, None, either, any_ordered))
    def test_trees_are_as_they_are_written(self, sample: Sample, graph: Graph) -> None:
        """The library finds the same value; the players are the same however the tree is built."""
        assert minimax(sample.tree) == sample.value
        assert minimax(graph.tree) == graph.value
        by_hand = plain_of(sample._replace(built="by hand").tree)
        assert plain_of(sample.tree) == by_hand

    def test_they_are_of_many_kinds(self) -> None:
        depths: set[int] = set()
        sizes: set[int] = set()
        kinds: set[Any] = set()

        def depth(plain: Plain) -> int:
            return 1 + max(map(depth, plain.children), default=-1)

        @settings(database=None, derandomize=True, max_examples=300)
        @given(samples(a_tree, None, one_after_the_other, any_ordered))
        def look(sample: Sample) -> None:
            depths.add(depth(sample.plain))
            sizes.add(len(sample.labels))
            kinds.update(map(type, sample.labels))
            kinds.update(10 ** len(str(abs(label))) for label in sample.labels if type(label) is int)

        look()
        assert {0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12} <= depths
        assert 1 in sizes
        assert 50 < max(sizes) < 1500
        assert {int, float, Fraction, tuple, 10, 100, 10**4, 10**7, 10**12} <= kinds

    @pytest.mark.parametrize("label", [0, 1, -7, 10**12, 0.75, Fraction(7, 3), (), (0, 3), (0.5,), "a"])
    def test_labels_become_simpler_and_then_no_more(self, label: Any) -> None:
        steps = 0
        while (simpler := next(simpler_labels(label), None)) is not None:
            label, steps = simpler, steps + 1
        assert steps <= 4
        assert label in (0, (), "a")

    def test_an_error_without_a_case_is_as_simple_as_it_is(self) -> None:
        found = Broken("anything")
        assert simplest(None, print, found, 1.0) is found
        assert bot_positions.nearest(None, print, found, 1.0) is found
        assert in_words({}, "it is wrong") == "it is wrong"

    def test_there_may_be_no_time_to_make_it_simpler(self) -> None:
        sample = Sample(Plain(0, (Plain(1),), Player.FIRST))
        found = Broken("anything")
        found.case = {"tree": sample}
        assert simplest(None, print, found, -1.0) is found
        place = bot_positions.unfinished_position(rules, 3)
        found = Broken("anything", {"at": place})
        assert bot_positions.nearest(SimpleNamespace(rules=rules), print, found, -1.0) is found

    def test_labels_have_an_order(self) -> None:
        assert require_order([1, 2.5, Fraction(1, 2)]) == [1, 2.5, Fraction(1, 2)]


class TestPositions:
    def test_games_without_an_end(self) -> None:
        from dataclasses import replace

        endless = replace(rules, moves=lambda p: (9,), play=lambda p, move: p)
        assert rules.start == bot_positions.unfinished_position(endless, 1).p
        with pytest.raises(NotLookedAt, match="no random game ended in 400 moves"):
            bot_positions.finished_position(endless, 1)

    def test_every_outcome_is_drawn(self) -> None:
        found = {rules.outcome(bot_positions.finished_position(rules, seed).p).unwrap() for seed in range(20)}
        assert len(found) == 3

    def test_positions_near_the_end_are_drawn(self) -> None:
        stones = {bot_positions.unfinished_position(connect4.rules, seed).p[1].bit_count() for seed in range(60)}
        assert min(stones) < 5
        assert max(stones) > 30


class TestOtherGenerators:
    def test_without_numpy(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delitem(sys.modules, "numpy", raising=False)
        assert list(other_generators.states()) == ["random"]
        with other_generators.left_as_they_were():
            before = other_generators.states()
            other_generators.seed_all(5)
            assert other_generators.states() != before
        assert other_generators.states() == before

    def test_with_numpy(self) -> None:
        np = pytest.importorskip("numpy")
        before = other_generators.states()
        with other_generators.left_as_they_were():
            other_generators.seed_all(5)
            assert np.random.randint(100) == 99
        assert other_generators.states() == before


def second(tree: Tree[Any]) -> Any:
    """A search for a tree at whose root the second player moves."""
    return minimax(player=Player.SECOND)(tree)


def test_claims_of_the_other_player() -> None:
    check_search(second, player=Player.SECOND, once=True)
    check_stage(order_by(neg, player=Player.SECOND), player=Player.SECOND, keeps=["labels"], looks=True, ordered_by=neg)


def test_bots_that_draw_evenly_and_those_that_do_not() -> None:
    check_bot(rules, bot_random(rules), uniform=True, laws=["every_move_is_as_likely"], seed=1)
    with pytest.raises(
        LawsBroken, match=r"of 4000 moves . was played .* times; expected about 2000 times, after the moves"
    ):
        check_bot(
            rules, lambda p: State.from_value(rules.moves(p)[0]), uniform=True, seed=1, laws=["every_move_is_as_likely"]
        )
    with pytest.raises(LawsBroken, match=r"it plays 9; the moves are"):
        check_bot(rules, lambda p: State.from_value(9), uniform=True, seed=1, laws=["every_move_is_as_likely"])
    with pytest.raises(LawsBroken, match=r"it plays 9; the moves are"):
        check_bot(rules, lambda p: State.from_value(9), depth=1, seed=1, laws=["it_gives_no_value_away"])


def test_positions_that_there_is_no_time_for_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count()
    monkeypatch.setattr(Watch, "is_over", lambda self, part=1.0: next(asked) > 1)
    with pytest.warns(Unchecked, match="not looked at:\n.*: some of the (positions|examples) to draw"):
        check_bot(rules, bot_random(rules), uniform=True, laws=["every_move_is_as_likely"], examples=1)


def test_what_the_laws_take_for_granted_of_generators() -> None:
    for from_seed in (SplitMix.from_seed, StdGen.from_seed):
        assert len(gen_laws(from_seed)) == 6
