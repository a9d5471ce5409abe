"""Claims about stages, searches and bots: contradictory claims are rejected."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import count
from operator import neg
from typing import Any

import pytest
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
from fpgames.games import tictactoe
from fpgames.search import ab_minimise, maximise, minimise
from fpgames.testing import (
    Advice,
    Counterexample,
    IncompleteCheck,
    LawsBroken,
    Options,
    bot_laws,
    check_bot,
    check_gen,
    check_search,
    check_stage,
    gen_laws,
    search_laws,
    stage_laws,
)
from fpgames.testing.law import RunTimer
from tests.support.laws import law_named
from tests.support.refusals import wrong_errors

rules = tictactoe.rules
windows: Any = import_module("windows")
bot: Any = bot_random(rules)
Claims = list[tuple[dict[str, Any], str]]


def refused(uses: list[Callable[..., object]], claims: Claims) -> dict[str, str]:
    return wrong_errors((partial(use, **claim), said) for use in uses for claim, said in claims)


class TestMisuse:
    def test_of_a_stage(self) -> None:
        claims: Claims = [
            ({"depth": -1}, "ValueError: cannot keep a depth of -1; expected at least 0"),
            ({"depth": "2"}, "ValueError: cannot keep a depth of '2'; expected at least 0, a whole number"),
            ({"width": 0}, "ValueError: cannot keep a width of 0; expected at least 1"),
            ({"ordered_by": 3}, "TypeError: ordered_by has to be a function from a label to its value; got 3"),
            ({"player": "FIRST"}, r"TypeError: player has to be Player.FIRST or Player.SECOND; got 'FIRST'"),
            ({"depth": 2, "keeps": ["children"]}, "ValueError: a stage with depth=2 does not keep all children; say"),
            ({"width": 2, "keeps": ["shape"]}, "ValueError: a stage with width=2 does not keep all children; say what"),
            ({"keeps": ["lables"]}, r"ValueError: a stage cannot keep \['lables'\]; expected some of children, labels, shape"),
        ]  # fmt: skip
        claims = [({"keeps": ["labels"], **claim}, said) for claim, said in claims]
        assert refused([partial(stage_laws, prune(2)), partial(check_stage, prune(2))], claims) == {}

    def test_of_a_search(self) -> None:
        claims: Claims = [
            ({"window": 3}, "TypeError: window has to be a function of alpha and beta that returns the search"),
            ({"labels": [1, 2]}, r"TypeError: labels has to be a strategy of Hypothesis, such as st.integers\(\)"),
            ({"player": 1}, "TypeError: player has to be Player.FIRST or Player.SECOND; got 1"),
            ({"model": 7}, "TypeError: model has to be a function from a tree to the expected value; got 7"),
            ({"reads_labels": True}, "TypeError: reads_labels"),
        ]
        assert refused([partial(search_laws, minimax), partial(check_search, minimax)], claims) == {}

    def test_of_labels_without_an_order(self) -> None:
        without: list[st.SearchStrategy[Any]] = [st.just(float("nan")), st.one_of(st.text(min_size=1), st.integers())]
        claims: Claims = [
            ({"labels": labels}, rf"ValueError: labels= has to draw values that can be ordered; it drew \[.*{note}")
            for labels, note in zip(
                without, ("nan.*; st.floats needs allow_nan=False$", "]: '<=' not supported"), strict=True
            )
        ]
        assert refused([partial(check_search, minimax, examples=100)], claims) == {}

    @pytest.mark.parametrize("search", [windows.aspiring(guess=0.0), windows.principal], ids=repr)
    def test_of_a_search_in_windows_of_numbers(self, search: Any) -> None:
        """Labels that can only be compared are left out if ``labels`` is given; otherwise, the report names the option."""
        of_moves = "it_finds_the_first_of_the_best_moves"
        for labels in (st.integers(-20, 20), st.floats(-3, 3), st.fractions(-3, 3, max_denominator=9)):
            laws = search_laws(search, labels=labels, examples=5)
            assert of_moves not in map(str, laws)
            law_named(laws, "it_finds_the_value")()
        assert law_named(search_laws(alpha_beta, labels=st.text()), of_moves)
        laws, laws_of_texts = search_laws(search, shrink_seconds=0.1), search_laws(search, labels=st.text(min_size=1))
        advice = "Counterexample: ^TypeError: .*; if the search needs numbers, give the check numbers=True"
        assert not wrong_errors([
            (law_named(laws, "it_finds_the_value"), advice),
            (law_named(laws, of_moves), advice),
            (law_named(laws_of_texts, "it_finds_the_value"), r"Counterexample: ^TypeError: (?!.*numbers=True).*\bstr\b"),
        ])  # fmt: skip

    def test_of_a_bot(self) -> None:
        claims: Claims = [
            ({"depth": 0}, "ValueError: cannot look 0 moves ahead; expected at least 1"),
            ({"static": 1, "depth": 1}, "TypeError: static has to be a function from a position to its value; got 1"),
            ({"static": rules.static}, "ValueError: static= is the evaluation with which a bot looks ahead; say how far: depth=1"),
        ]  # fmt: skip
        assert refused([partial(bot_laws, rules, bot), partial(check_bot, rules, bot)], claims) == {}


def greatest(tree: Tree[Any], high: bool = True) -> Any:
    values = [greatest(child, not high) for child in tree.children]
    return (max if high else min)(values) if values else tree.label


def test_a_search_that_reads_no_turns_is_tested_for_the_first_player_and_the_check_warns_of_it() -> None:
    check = partial(
        check_search, greatest, alternates=True, laws=["it_finds_the_value"], examples=1, shrink_seconds=0.01
    )
    with pytest.warns(
        Advice, match="greatest does not read whose turn it is, .*, so all trees begin with the first player"
    ):
        check()
    check(player=Player.FIRST)
    with pytest.raises(LawsBroken, match="second to move"):
        check(player=Player.SECOND)
    for declared in (maximise, minimise, prune(999) | ab_minimise, alpha_beta(player=Player.SECOND)):
        check_search(declared, laws=["it_finds_the_value"], examples=1, shrink_seconds=0.01)


def second(tree: Tree[Any]) -> Any:
    return minimax(player=Player.SECOND)(tree)


@pytest.mark.exhaustive
def test_claims_of_the_other_player() -> None:
    check_search(second, player=Player.SECOND, each_leaf_once=True)
    check_stage(
        order_by(neg, player=Player.SECOND), player=Player.SECOND, keeps=["labels", "value"], reads_labels=True,
        ordered_by=neg,
    )  # fmt: skip


def test_the_turn_at_the_root_may_be_all_that_is_kept() -> None:
    check_stage(prune(2) | map_tree(neg), keeps=["turns"], laws=["it_keeps_whose_turn_it_is"], examples=10)


def test_what_is_said_of_bots() -> None:
    def after_the_start(p: int) -> State[Any, int]:
        return bot_random(rules)(p) if p == 0 else State(lambda gen: (random.choice(rules.moves(p)), gen))

    def always(move: Any) -> Any:
        return lambda p: State.from_value(move)

    def the_first(p: int) -> State[Any, int]:
        return State.from_value(rules.moves(p)[0])

    last = [0]

    def otherwise_in_a_copy(p: int) -> State[Any, int]:
        is_copy, last[0] = p == last[0] and p is not last[0], p
        return State.from_value(rules.moves(p)[-is_copy])

    faults: list[tuple[Any, dict[str, Any], str, str]] = [
        (lambda p: 4, {}, "its_moves_are_legal", r".*, it returns 4 in 0; expected a State, such as State.from_value"),
        (after_the_start, {}, "the_same_generator_gives_the_same_move", r"after the moves .*, it returns \(\d, .*\) and then \(\d, "),
        (otherwise_in_a_copy, {}, "the_same_generator_gives_the_same_move", r"after the moves .*, and in an equal copy of the position"),
        (the_first, {"uniform": True}, "every_move_is_as_likely", r"after the moves .*, it plays . with probability 1; expected 1/2"),
        (always(9), {"uniform": True}, "every_move_is_as_likely", r".*, it plays 9; the legal moves are"),
        (always(9), {"depth": 1}, "it_gives_no_value_away", r".*, it plays 9; the legal moves are"),
    ]  # fmt: skip
    laws = [(law_named(bot_laws(rules, fault, **claims), name), said) for fault, claims, name, said in faults]
    assert wrong_errors((partial(law.test, Options(seed=1)), f"Counterexample: {said}") for law, said in laws) == {}
    check_bot(rules, bot, uniform=True, laws=["every_move_is_as_likely"], seed=1)


@pytest.mark.exhaustive
def test_what_is_said_of_a_second_process() -> None:
    def by_hash(p: int) -> State[Any, int]:  # of few texts, the order may be the same by chance
        return State.from_value(min(rules.moves(p), key=lambda move: hash(f"{p} {move}")))

    with pytest.raises(
        Counterexample,
        match=r"after the moves .*, it plays \[?\d.*, but in another process it plays \[?\d.*PYTHONHASHSEED=2",
    ):
        law_named(bot_laws(rules, by_hash), "it_plays_the_same_in_a_second_process")()


def test_positions_that_there_is_no_time_for_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count()
    monkeypatch.setattr(RunTimer, "is_over", lambda self, part=1.0: next(asked) > 1)
    with pytest.warns(IncompleteCheck, match="skipped: some of the (positions|examples) to draw"):
        check_bot(rules, bot_random(rules), uniform=True, laws=["every_move_is_as_likely"], examples=1)


def test_what_the_laws_take_for_granted_of_generators() -> None:
    for from_seed in (SplitMix.from_seed, StdGen.from_seed):
        assert len(gen_laws(from_seed)) == 8
    check_gen(SplitMix.from_seed, bits=64, laws=["every_bit_of_a_word_is_as_likely"])
    claims: Claims = [
        ({"bits": bits}, "ValueError: cannot test words of .* bits; expected at least 1") for bits in (0, "64")
    ]
    assert refused([partial(gen_laws, SplitMix.from_seed)], claims) == {}
