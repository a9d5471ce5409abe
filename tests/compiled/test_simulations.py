"""Monte-Carlo tree search in compiled pipelines: unsupported functions are named or called from Python."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from fpgames import Outcome, Player, State, StdGen, jit, map_state
from fpgames.compiled import CannotCompile, jit_when_it_pays, simulations
from fpgames.compiled.meter import PLAYOUT_METER
from fpgames.compiled.simulations import SearchPlan
from fpgames.games import connect4, tictactoe
from fpgames.rand import Gen
from fpgames.rules.notation import DERIVED
from fpgames.search import SearchTree, back_up, by_playouts, by_static, continue_search, expand, mcts, puct
from tests.support.compiled import GEN
from tests.support.compiled_games import ENDLESS, USUAL, AnyRules, kinds, rounded, static_of_kind, ttt
from tests.support.refusals import wrong_errors

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled.backend.montecarlo import tree_search

exhaustive = pytest.mark.exhaustive
START = kinds.start


def test_a_game_that_is_over_is_not_searched() -> None:
    p = ttt.read("XXX\nOO.\n...")
    cases: list[tuple[Any, Any, str]] = [
        (mcts(ttt, 10), p, "GameOver: this game of tictactoe is over"),
        (continue_search(ttt, 10), expand(ttt, p), "GameOver: this game of tictactoe is over"),
        (continue_search(ttt, 10), 0, "TypeError: continue_search needs the tree of a search, such as .*; got 0"),
    ]
    makes = (jit, jit_when_it_pays)
    assert not wrong_errors((partial(make(search), start), error) for make in makes for search, start, error in cases)


def test_a_tree_that_is_proven_is_returned_as_it_is() -> None:
    tree = mcts(ttt, 1000)(ttt.read("XX.\nOO.\n...")).eval(GEN)
    assert tree.proof is Outcome.FIRST_WON
    for make in (jit, jit_when_it_pays):
        assert make(continue_search(ttt, 10))(tree).run(GEN) == (tree, GEN)


# What cannot be compiled.


NONE: Any = None
STATIC: Any = by_static(ttt.static)
SIZE: Any = STATIC | map_state(abs)


def level(p: float) -> int:
    return 0


def halves(p: int) -> Iterator[float]:
    yield p + 0.5


def of_a_text(p: Any) -> Player:
    return Player(int(str(p[2])))


def by_nothing(p: Any) -> State[Gen, float]:
    return State.from_value(0.0)


UNKNOWN: list[tuple[dict[str, Any], str]] = [
    ({"select": puct(lambda p: [1] * len(ttt.moves(p)))}, "its select is partial.* have ucb1"),
    ({"expand": lambda rules, p: expand(rules, p)}, "its expand is .*lambda.* have the library's"),
    ({"back_up": lambda *args: back_up(*args)}, "its back_up is .*lambda.* have the library's"),
    ({"evaluate": by_nothing}, "its evaluate is by_nothing, and compiled searches have by_playouts"),
    ({"evaluate": SIZE}, "its evaluate is by_static.* have by_playouts"),
    ({"evaluate": by_static(lambda p: (0.5, p))}, "its evaluate returns more than a number, and compiled searches have"),
    ({"evaluate": by_static(rounded)}, "cannot compile rounded.*it uses round"),
    ({"evaluate": by_playouts(replace(ttt, score=DERIVED))}, "give the rules a score"),
    ({"evaluate": by_playouts(replace(ttt, successors=halves, score=level))}, "leads from a position of type int64 to one of .*float"),
]  # fmt: skip


@pytest.mark.slow
def test_what_is_not_compiled_is_named() -> None:
    """In one line."""
    assert not wrong_errors((partial(jit(mcts(ttt, 100, **phases)), 0), rf"CannotCompile: \A.*{words}.*\Z") for phases, words in UNKNOWN)  # fmt: skip


def test_games_trees_and_searches_that_are_not_compiled_are_named() -> None:
    def search(rules: AnyRules) -> Any:
        return jit(mcts(rules, 100))(rules.start)

    noted = mcts(ttt, 9, back_up=lambda *given: back_up(*given)._replace(notes=1))(0).eval(GEN)
    noted_below = expand(ttt, ttt.play(0, 0))._replace(visits=1, notes=1)
    notes = "CannotCompile: the search of a tree with notes, which compiled searches do not keep"
    started = mcts(kinds, 50)(START).eval(GEN)
    huge = started._replace(children=tuple(each and each._replace(visits=2**30) for each in started.children))
    assert not wrong_errors([
        (lambda: search(replace(ttt, score=DERIVED)), "CannotCompile: give the rules a score"),
        (lambda: search(replace(ttt, successors=NONE)), "CannotCompile: give the rules successors"),
        (lambda: search(replace(kinds, player=of_a_text)), "CannotCompile: cannot compile of_a_text of <Rules: kinds>"),
        (lambda: search(tictactoe.record.rules), "CannotCompile: compiled positions consist of numbers"),
        (lambda: jit(continue_search(ttt, 9))(noted).eval(GEN), notes),
        (lambda: jit(continue_search(ttt, 9))(noted._replace(notes=None, children=(noted_below, *noted.children[1:]))).eval(GEN), notes),
        (lambda: jit(mcts(kinds, 100))(START).run(StdGen.from_seed(1)),
         r"CannotCompile: mcts.*was run from StdGen\(s1=2, s2=1\), and compiled searches need a SplitMix"),
        # a number of visits could become too large for its bits
        (lambda: jit(mcts(kinds, 2**30))(START).run(GEN), "OverflowError: at most 1073741823 simulations, not 1073741824"),
        (lambda: jit(continue_search(kinds, 10))(huge).run(GEN), "OverflowError: 1073741824 visits of a position are too many"),
    ])  # fmt: skip


# A tree of other rules.


def far(p: Any) -> Any:
    return p[1] > 100 and p[1] % 3 == 2


def without_the_first(rules: AnyRules, p: Any) -> SearchTree[Any, Any]:
    tree = expand(rules, p)
    return tree._replace(moves=tree.moves[1:], children=tree.children[1:]) if len(tree.moves) == 3 else tree


def backwards(p: Any) -> Iterator[Any]:
    kind, n, turn = p
    if n < 10**7:
        count = 1 + n % 3
        for i in range(count):
            yield kind, 3 * n + (count - i if n > 100 else i + 1), -turn if n % 5 else turn


OTHERS: dict[str, tuple[AnyRules, AnyRules, dict[str, Any]]] = {
    "expand": (kinds, kinds, {"expand": without_the_first}),
    "moves": (kinds, replace(kinds, moves=lambda p: kinds.moves(p)[far(p) :]), {}),
    "positions": (kinds, replace(kinds, play=lambda p, move: kinds.moves(p)[kinds.moves(p).index(move) - 1]), {}),
    "players": (kinds, replace(kinds, player=lambda p: Player(-p[2] if far(p) else p[2])), {}),
    "outcomes": (kinds, replace(kinds, outcome=lambda p: kinds.outcome(p).map(lambda _: Outcome.DRAW)), {}),
    "order": (kinds, replace(kinds, successors=backwards, moves=lambda p: tuple(backwards(p))), {}),
}


MARKS = dict.fromkeys(["expand", "moves", "outcomes"], pytest.mark.slow) | {"order": exhaustive}


@pytest.mark.parametrize("name", [pytest.param(each, marks=MARKS[each]) if each in MARKS else each for each in OTHERS])
def test_a_tree_of_other_rules_is_not_mistaken(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on without compiled code, in which a move is only a number."""
    rules, others, phases = OTHERS[name]
    monkeypatch.setattr(PLAYOUT_METER, "threshold", 0)
    p = (USUAL, 10**4 + 1, 1) if name == "outcomes" else rules.start
    trees = [mcts(others, 150, **phases)(p).eval(GEN)]
    if others.successors is not rules.successors:
        trees += [jit(mcts(others, 150))(p).eval(GEN), expand(others, (p[0], 101, 1))]
    for tree in (each._replace(rules=None) for each in trees):  # as one made by hand, which is trusted
        assert tree.proof is None
        with pytest.raises(CannotCompile, match="the search of a tree that is not of <Rules: "):
            jit(continue_search(rules, 100))(tree).run(GEN)
        wanted = continue_search(rules, 100)(tree).run(GEN)
        assert jit_when_it_pays(continue_search(rules, 100))(tree).run(GEN) == wanted


def test_a_tree_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_search, "_MAX_WORDS", 17_000)
    with pytest.raises(MemoryError, match="at most 17000 words"):
        jit(mcts(kinds, 50_000))(START).run(GEN)


def test_a_stage_after_it_that_is_none_of_the_library_is_called() -> None:
    def visits(action: Any) -> int:
        return int(action.eval(GEN).visits)

    assert jit(mcts(kinds, 10) | visits)(START) == 10


# When it pays.


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The arguments of the searches that are compiled."""
    found: list[object] = []
    really = simulations.run_compiled

    def noticed(part: Any, argument: object) -> object:
        found.append(argument)
        return really(part, argument)

    monkeypatch.setattr(simulations, "run_compiled", noticed)
    monkeypatch.setattr(PLAYOUT_METER, "done", 0)
    return found


SEARCHES: dict[str, tuple[AnyRules, dict[str, Any]]] = {
    "compiled": (kinds, {}),
    "by a static function": (kinds, {"evaluate": by_static(static_of_kind)}),
    "by one that is not compiled": (ttt, {"evaluate": by_static(rounded)}),
    "by priors": (ttt, {"select": puct(lambda p: [1] * len(ttt.moves(p)))}),
    "beyond a word": (connect4.sized(9, 9), {}),
    "no numbers": (tictactoe.record.rules, {}),
}


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[pytest.mark.slow] * (each == "by a static function")) for each in SEARCHES]
)
def test_the_result_is_the_same_when_it_pays(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, phases = SEARCHES[name]
    for gen in (GEN, StdGen.from_seed(1)):
        wanted = mcts(rules, 100, **phases)(rules.start).run(gen)
        further = continue_search(rules, 10, **phases)(wanted[0]).run(gen)
        for worth in (0, 1000, 10**9):
            monkeypatch.setattr(PLAYOUT_METER, "done", 0)
            monkeypatch.setattr(PLAYOUT_METER, "threshold", worth)
            assert jit_when_it_pays(mcts(rules, 100, **phases))(rules.start).run(gen) == wanted
            assert jit_when_it_pays(continue_search(rules, 10, **phases))(wanted[0]).run(gen) == further


def test_many_searches_are_compiled_as_one_long_one_is(compiled: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAYOUT_METER, "threshold", 10_000)
    for done in range(1, 9):  # a simulation takes five to nine moves, and as long again for the rest
        jit_when_it_pays(mcts(kinds, 150))(START).run(GEN)
        assert (done < 3) <= (not compiled) <= (done < 6)
    compiled.clear()
    monkeypatch.setattr(PLAYOUT_METER, "done", 0)
    jit_when_it_pays(mcts(kinds, 10))(START).run(GEN)
    assert not compiled
    jit_when_it_pays(mcts(kinds, 1000))(START).run(GEN)
    assert compiled == [START]


def test_the_simulations_of_a_search_that_goes_on_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLAYOUT_METER, "done", 0)
    tree = jit_when_it_pays(mcts(kinds, 100))(START).eval(GEN)
    before = PLAYOUT_METER.done
    jit_when_it_pays(continue_search(kinds, 50))(tree).run(GEN)
    assert 0 < before * 3 == PLAYOUT_METER.done * 2


@pytest.mark.slow
def test_games_of_unknown_length_are_long() -> None:
    assert simulations._moves_per_simulation(SearchPlan(kinds, 1.0, kinds), (ENDLESS, 1, 1)) == 100_010
