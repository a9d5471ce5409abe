"""Monte-Carlo tree search in compiled code: the same trees and the same generators as without, or an error."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Maybe, Nothing, Some

from fpgames import (
    Outcome,
    Player,
    Rules,
    SplitMix,
    State,
    StdGen,
    build_tree,
    jit,
    map_state,
    map_tree,
    minimax,
    prune,
)
from fpgames.compiled import CannotCompile, jit_when_it_pays, simulations
from fpgames.compiled.plans import Plan
from fpgames.games import checkers, connect4, dots_and_boxes, kayles, nim, othello, tictactoe
from fpgames.rng import Gen
from fpgames.rules import EndlessGame, GameOver, unreadable
from fpgames.search import (
    SearchTree,
    after,
    back_up,
    best,
    by_playouts,
    by_static,
    expand,
    line,
    mcts,
    puct,
    search_on,
    simulate,
    ucb1,
)
from fpgames.testing import unfinished
from fpgames.testing.value_strategies import split_mixes
from tests.cli.interrupts import check_ctrl_c_ends

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled import flat_trees, memory, tree_search

GEN = SplitMix.from_seed(1)
AnyRules = Rules[Any, Any]
HALF: Any = Fraction(1, 2)
ttt: AnyRules = tictactoe.rules
four: AnyRules = connect4.rules


def below(p: int) -> Iterator[int]:
    for i in range(p * 40503 % 4 if p > 2 else 3):
        if 3 * p + i < 4000:
            yield 3 * p + i + 1


def player(p: int) -> Player:
    return Player.FIRST if p * 7919 % 5 < 3 else Player.SECOND


def score(p: int) -> int:
    return p * 31 % 7 - 3


def outcome(p: int) -> Maybe[Outcome]:
    return Nothing if [*below(p)] else Some(Outcome((score(p) > 0) - (score(p) < 0)))


def moves(p: int) -> tuple[int, ...]:
    return tuple(below(p))


def play(p: int, move: int) -> int:
    return move


scattered: AnyRules = Rules(
    "scattered", 0, moves, play, player, outcome, str, unreadable, str, int, successors=below, score=score
)
"""A game without any order in it: numbers of moves, players and outcomes are as good as random."""

GAMES = [
    scattered, ttt, connect4.sized(4, 4, 3), connect4.sized(5, 4, 3, centre_first=True), four, othello.sized(4), checkers.rules, kayles.row(7),
    nim.heaps(2, 3, 4), dots_and_boxes.sized(2, 2),
]  # fmt: skip
SMALL = [scattered, ttt, connect4.sized(4, 4, 3), dots_and_boxes.sized(2, 2)]


def of_a_number(p: int) -> float:
    return (p * 2654435761 % 2001 - 1000) / 1000


def of_a_pair(p: tuple[int, int]) -> float:
    return ((p[0] * 31 + p[1]) % 2001 - 1000) / 1000


def whole(p: int) -> int:
    return p % 3 - 1


def same(phases: dict[str, Any], rules: AnyRules, p: Any, n: int, gen: Gen) -> SearchTree[Any, Any]:
    """Check that the compiled search does what the search does, and return its tree."""
    found = jit(mcts(rules, n, **phases))(p).run(gen)
    wanted = mcts(rules, n, **phases)(p).run(gen)
    assert found == wanted
    assert wanted == found
    assert repr(found) == repr(wanted)
    return found[0]


@pytest.mark.parametrize("rules", GAMES, ids=str)
@given(st.data(), split_mixes(), st.integers(1, 120), st.floats(0, 3), st.integers(1, 3))
def test_the_tree_is_the_same(rules: AnyRules, data: st.DataObject, gen: SplitMix, n: int, c: float, k: int) -> None:
    p = data.draw(unfinished(rules))
    same({"select": ucb1(c), "evaluate": by_playouts(rules, k)}, rules, p, n, gen)


@pytest.mark.parametrize("rules", SMALL, ids=str)
@given(split_mixes(), st.integers(500, 1500))
def test_a_search_to_the_end_is_the_same(rules: AnyRules, gen: SplitMix, n: int) -> None:
    """Most of the positions are proven, or the root, which ends the search."""
    same({}, rules, rules.start, n, gen)


@pytest.mark.parametrize(
    ("rules", "static"),
    [(scattered, of_a_number), (scattered, whole), (ttt, ttt.static), (four, four.static), (four, of_a_pair)],
)
@given(st.data(), st.integers(1, 300), st.sampled_from([0, 1, True, HALF, 1e-170, 1e300]))
def test_so_is_one_by_a_static_function(
    rules: AnyRules, static: Callable[[Any], float], data: st.DataObject, n: int, c: float
) -> None:
    p = data.draw(unfinished(rules))
    for gen in (GEN, StdGen.from_seed(1)):  # which is left alone
        same({"select": ucb1(c), "evaluate": by_static(static)}, rules, p, n, gen)


@given(split_mixes(), st.integers(1, 300))
def test_random_games_may_have_rules_of_their_own(gen: SplitMix, n: int) -> None:
    short: AnyRules = replace(
        ttt,
        moves=lambda p: ttt.moves(p) * (p.bit_count() < 2),
        successors=until_two,
        outcome=lambda p: Some(Outcome(score_of(p))),
        score=score_of,
    )
    same({"evaluate": by_playouts(short, 2)}, ttt, ttt.start, n, gen)


after_a_move: Any = ttt.successors
score_of: Any = ttt.score


def until_two(p: int) -> Iterator[int]:
    if p.bit_count() < 2:
        for q in after_a_move(p):  # noqa: UP028 (which is not compiled)
            yield q


@pytest.mark.parametrize("rules", SMALL, ids=str)
@given(st.data(), split_mixes(), st.integers(1, 300), st.integers(1, 300))
def test_a_search_goes_on(rules: AnyRules, data: st.DataObject, gen: SplitMix, m: int, n: int) -> None:
    p = data.draw(unfinished(rules))
    flat = jit(mcts(rules, m))(p).eval(gen)
    pure = mcts(rules, m)(p).eval(gen)
    wanted = search_on(rules, n)(pure).run(gen)
    for tree in (pure, flat, pickle.loads(pickle.dumps(flat)), flat._replace(children=(*flat.children,))):
        assert search_on(rules, n)(tree).run(gen) == jit(search_on(rules, n))(tree).run(gen) == wanted
    assert flat == pure
    for move, child in zip(pure.moves, pure.children, strict=True):
        if child is not None and child.moves:
            wanted = search_on(rules, n)(child).run(gen)
            assert jit(search_on(rules, n))(after(rules, flat, move)).run(gen) == wanted
            assert jit(search_on(rules, n))(child).run(gen) == wanted


def test_a_long_search_goes_on() -> None:
    """Far from any proof, so that the nodes of the first half are those of the second."""
    flat: Any = jit(mcts(four, 500))(four.start).eval(GEN)
    pure: Any = mcts(four, 500)(four.start).eval(GEN)
    wanted = search_on(four, 500)(pure).run(GEN)
    assert jit(search_on(four, 500))(flat).run(GEN) == jit(search_on(four, 500))(pure).run(GEN) == wanted
    child = jit(search_on(four, 500))(flat.children[3]).run(GEN)
    assert child == search_on(four, 500)(pure.children[3]).run(GEN)


def test_the_best_move_and_the_line_are_the_same() -> None:
    functions: list[Any] = [best, line]
    for function in functions:
        pipeline: Any = mcts(four, 300) | map_state(function)
        assert jit(pipeline)(four.start).run(GEN) == pipeline(four.start).run(GEN)


@pytest.mark.parametrize("tree", [mcts(ttt, 1)(0).eval(GEN), expand(ttt, 0)])
def test_a_tree_that_has_hardly_begun_goes_on(tree: SearchTree[int, int]) -> None:
    assert jit(search_on(ttt, 50))(tree).run(GEN) == search_on(ttt, 50)(tree).run(GEN)


@pytest.mark.parametrize("first", [1, 40])
def test_an_array_that_grows_holds_the_same_tree(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_search, "_FIRST_WORDS", first)
    for n in (1, 2, 3, 500, 20_000):
        tree = jit(mcts(four, n))(four.start).run(GEN)
        monkeypatch.undo()
        assert jit(mcts(four, n))(four.start).run(GEN) == tree
        monkeypatch.setattr(tree_search, "_FIRST_WORDS", first)
    assert same({}, four, four.start, 500, GEN).visits == 500


def test_ten_thousand_simulations() -> None:
    same({}, four, four.start, 10_000, GEN)


# The tree.


def test_a_tree_is_a_value() -> None:
    flat, pure = (make(mcts(four, 1000))(four.start).eval(GEN) for make in (jit, lambda f: f))
    assert hash(flat) == hash(pure)
    assert len({flat, pure}) == 1
    text = pickle.dumps(flat)
    assert pickle.loads(text) == pure
    assert len(text) < 60 * 1000
    child = pickle.loads(pickle.dumps(flat.children[3]))
    assert child == pure.children[3]
    assert flat.children[1:3] == pure.children[1:3]
    assert simulate(four)(flat).run(GEN) == simulate(four)(pure).run(GEN)
    assert jit(mcts(four, 999))(four.start).eval(GEN) != flat


def test_it_needs_fewer_bytes_than_objects_do() -> None:
    tree: Any = jit(mcts(four, 100_000))(four.start).eval(GEN)
    words, _, _ = flat_trees.packed(four, tree)
    assert 30 < words.nbytes / tree.visits < 60


# What ends a search.


def two(p: int) -> int:
    return 2 if p.bit_count() > 3 else 0


def not_a_number(p: int) -> float:
    return 1e300 * 1e300 - 1e300 * 1e300 if p.bit_count() > 3 else 0.0


def failing(p: int) -> float:
    if p.bit_count() > 3:
        raise ValueError(p)
    return 0.5


@pytest.mark.parametrize("static", [two, not_a_number, failing])
def test_what_is_no_value_is_refused_with_the_same_words(static: Callable[[int], float]) -> None:
    said = []
    for make in (jit, jit_when_it_pays, lambda f: f):
        with pytest.raises(ValueError) as error:  # noqa: PT011 (its text is compared)
            make(mcts(ttt, 1000, evaluate=by_static(static)))(0).run(GEN)
        said.append(str(error.value))
    assert len({*said}) == 1


def whole_part(p: int) -> int:
    return 0 * (1 // (p.bit_count() % 4))


def part(p: int) -> float:
    return 1.0 / (1.0 / (p.bit_count() % 4)) / 4


def with_a_rest(p: int) -> Any:
    return score_of(p) + 0 * (p % (p & 1))


rest: AnyRules = replace(ttt, score=with_a_rest, outcome=lambda p: ttt.outcome(p).map(lambda _: with_a_rest(p)))


@pytest.mark.parametrize("evaluate", [by_static(whole_part), by_static(part), by_playouts(rest)])
def test_what_is_divided_by_zero_has_no_value(evaluate: Any) -> None:
    for make in (jit, jit_when_it_pays, lambda f: f):
        with pytest.raises(ZeroDivisionError):
            make(mcts(ttt, 30_000, evaluate=evaluate))(0).run(GEN)


def round_and_round(p: int) -> Iterator[int]:
    yield p ^ 1


def test_an_endless_game_is_given_up() -> None:
    endless: Any = replace(
        ttt, name="endless", successors=round_and_round, moves=lambda p: (0,), play=lambda p, _: p ^ 1
    )
    for make in (jit, lambda f: f):
        with pytest.raises(EndlessGame, match="a random game of endless is not over after 100000 moves"):
            make(mcts(endless, 10))(0).run(GEN)
        assert make(mcts(endless, 10, evaluate=by_static(whole)))(0).eval(GEN).visits == 10


def test_a_game_that_is_over_is_not_searched() -> None:
    p = ttt.read("XXX\nOO.\n...")
    for make in (jit, jit_when_it_pays):
        with pytest.raises(GameOver, match="this game of tictactoe is over"):
            make(mcts(ttt, 10))(p)
        with pytest.raises(GameOver, match="this game of tictactoe is over"):
            make(search_on(ttt, 10))(expand(ttt, p))


@pytest.mark.parametrize("make", [jit, jit_when_it_pays])
def test_a_position_is_no_tree(make: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match=r"search_on needs the tree of a search, such as .*; got 0"):
        make(search_on(ttt, 10))(0)


def test_a_tree_that_is_proven_is_returned_as_it_is() -> None:
    tree = mcts(ttt, 1000)(ttt.read("XX.\nOO.\n...")).eval(GEN)
    assert tree.proof is Outcome.FIRST_WON
    for make in (jit, jit_when_it_pays):
        assert make(search_on(ttt, 10))(tree).run(GEN) == (tree, GEN)


def test_a_search_that_only_meets_a_proof_can_be_stopped() -> None:
    check_ctrl_c_ends(
        "from fpgames import SplitMix, jit; from fpgames.games.connect4 import rules; from fpgames.search import mcts\n"
        "jit(mcts(rules, 10))(rules.start).run(SplitMix.from_seed(1))\n"
        "print('begun', flush=True); jit(mcts(rules, 10**9))(rules.start).run(SplitMix.from_seed(1))",
        0.5,
    )


# What cannot be compiled.


NONE: Any = None
STATIC: Any = by_static(ttt.static)
SIZE: Any = STATIC | map_state(abs)


def rounded(p: int) -> float:
    return float(round(p / 2**20))


def level(p: float) -> int:
    return 0


def halves(p: int) -> Iterator[float]:
    yield p + 0.5


def of_a_text(p: int) -> Player:
    return Player(int(str(1 - 2 * (p % 2))))


def by_nothing(p: Any) -> State[Gen, float]:
    return State.from_value(0.0)


@pytest.mark.parametrize(
    ("phases", "said"),
    [
        ({"select": puct(lambda p: [1] * len(ttt.moves(p)))}, "its select is partial.* have ucb1"),
        ({"expand": lambda rules, p: expand(rules, p)}, "its expand is .*lambda.* have the library's"),
        ({"back_up": lambda *args: back_up(*args)}, "its back_up is .*lambda.* have the library's"),
        ({"evaluate": by_nothing}, "its evaluate is by_nothing, and compiled searches have by_playouts"),
        ({"evaluate": SIZE}, "its evaluate is by_static.* have by_playouts"),
        ({"evaluate": by_static(rounded)}, "cannot compile rounded.*it uses round"),
        ({"evaluate": by_playouts(replace(ttt, score=None))}, "give the rules a score"),
        ({"evaluate": by_playouts(replace(ttt, successors=halves, score=level))}, "leads from a position of type int64 to one of .*float"),
    ],
)  # fmt: skip
def test_what_is_not_compiled_is_named(phases: dict[str, Any], said: str) -> None:
    with pytest.raises(CannotCompile, match=said) as error:
        jit(mcts(ttt, 100, **phases))(0)
    assert "\n" not in str(error.value)


def test_games_that_are_not_compiled_are_named() -> None:
    cases: list[tuple[AnyRules, str]] = [
        (replace(ttt, score=None), "give the rules a score"),
        (replace(ttt, successors=NONE), "give the rules successors"),
        (replace(scattered, player=of_a_text), "cannot compile of_a_text of <Rules: scattered>"),
        (tictactoe.record.rules, "compiled positions consist of numbers"),
    ]
    for rules, said in cases:
        with pytest.raises(CannotCompile, match=said):
            jit(mcts(rules, 100))(rules.start)


def without_the_first(rules: AnyRules, p: Any) -> SearchTree[Any, Any]:
    tree = expand(rules, p)
    return tree._replace(moves=tree.moves[1:], children=tree.children[1:]) if len(tree.moves) == 4 else tree


def late_backwards(p: int) -> Iterator[int]:
    n = 0
    for _ in after_a_move(p):
        n += 1
    for i in range(n):
        k = n - 1 - i if p.bit_count() == 6 else i
        for q in after_a_move(p):
            if k == 0:
                yield q
            k -= 1


def of_five(p: int) -> bool:
    return ttt.show(p).count(".") == 4


fewer: AnyRules = replace(ttt, moves=lambda p: ttt.moves(p)[of_five(p) :])
turned: AnyRules = replace(ttt, play=lambda p, move: ttt.play(p, ttt.moves(p)[ttt.moves(p).index(move) - 1]))
unequal: AnyRules = replace(ttt, player=lambda p: Player(-ttt.player(p)) if of_five(p) else ttt.player(p))
backwards: AnyRules = replace(
    ttt, successors=late_backwards, moves=lambda p: ttt.moves(p)[:: -1 if p.bit_count() == 6 else 1]
)
drawn: AnyRules = replace(ttt, outcome=lambda p: ttt.outcome(p).map(lambda _: Outcome.DRAW))


@pytest.mark.parametrize(
    ("rules", "others", "phases"),
    [
        (connect4.sized(4, 4, 3), connect4.sized(4, 4, 3, centre_first=True), {}),
        (connect4.sized(4, 4, 3, centre_first=True), connect4.sized(4, 4, 3), {}),
        (ttt, backwards, {}),
        (ttt, ttt, {"expand": without_the_first}),
        (ttt, fewer, {}),
        (ttt, turned, {}),
        (ttt, unequal, {}),
        (ttt, drawn, {}),
    ],
    ids=["order", "order back", "order far below", "expand", "moves", "positions", "players", "outcomes"],
)
def test_a_tree_of_other_rules_is_not_mistaken(
    rules: AnyRules, others: AnyRules, phases: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on without compiled code, in which a move is only a number."""
    monkeypatch.setattr(simulations, "_WORTH", 0)
    p = ttt.read("O..\n.X.\n..X") if rules is ttt else rules.start
    trees = [mcts(others, 150, **phases)(p).eval(GEN)]
    if others.successors is not rules.successors:
        trees.append(jit(mcts(others, 150))(p).eval(GEN))
    for tree in trees:
        assert tree.proof is None
        with pytest.raises(CannotCompile, match="the search of a tree that is not of <Rules: "):
            jit(search_on(rules, 100))(tree).run(GEN)
        wanted = search_on(rules, 100)(tree).run(GEN)
        assert jit_when_it_pays(search_on(rules, 100))(tree).run(GEN) == wanted


def test_another_generator_is_refused() -> None:
    action = jit(mcts(ttt, 100))(0)
    with pytest.raises(
        CannotCompile, match=r"mcts.*was run from StdGen\(s1=2, s2=1\), and compiled searches need a SplitMix"
    ):
        action.run(StdGen.from_seed(1))


def test_too_many_simulations_are_refused() -> None:
    """Before a number of visits could become too large for its bits."""
    with pytest.raises(OverflowError, match="at most 1073741823 simulations, not 1073741824"):
        jit(mcts(ttt, 2**30))(0).run(GEN)
    many = mcts(ttt, 50)(0).eval(GEN)
    huge = many._replace(children=tuple(each and each._replace(visits=2**30) for each in many.children))
    with pytest.raises(OverflowError, match="1073741824 visits of a position are too many"):
        jit(search_on(ttt, 10))(huge).run(GEN)


def test_a_tree_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_search, "FAR", 1 << 15)
    with pytest.raises(MemoryError, match="at most 32768 words"):
        jit(mcts(four, 10_000))(four.start).run(GEN)


def test_a_stage_after_it_that_is_none_of_the_library_is_called() -> None:
    def visits(action: Any) -> int:
        return int(action.eval(GEN).visits)

    assert jit(mcts(four, 10) | visits)(four.start) == 10
    built: Any = build_tree(four) | prune(2) | map_tree(four.static) | minimax
    assert jit(built)(four.start) == built(four.start)


# When it pays.


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The arguments of the searches that are compiled."""
    found: list[object] = []
    really = simulations.compiled

    def noticed(part: Any, argument: object) -> object:
        found.append(argument)
        return really(part, argument)

    monkeypatch.setattr(simulations, "compiled", noticed)
    monkeypatch.setattr(simulations, "_slow", 0)
    return found


@pytest.mark.parametrize("worth", [0, 1000, 10**9])
@pytest.mark.parametrize(
    ("rules", "phases"),
    [
        (ttt, {}),
        (ttt, {"evaluate": by_static(ttt.static)}),
        (ttt, {"evaluate": by_static(rounded)}),
        (ttt, {"select": puct(lambda p: [1] * len(ttt.moves(p)))}),
        (connect4.sized(9, 9), {}),
        (tictactoe.record.rules, {}),
    ],
    ids=["compiled", "by a static function", "by one that is not compiled", "by priors", "beyond a word", "no numbers"],
)
def test_the_result_is_the_same_when_it_pays(
    worth: int, rules: AnyRules, phases: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulations, "_WORTH", worth)
    for gen in (GEN, StdGen.from_seed(1)):
        wanted = mcts(rules, 200, **phases)(rules.start).run(gen)
        assert jit_when_it_pays(mcts(rules, 200, **phases))(rules.start).run(gen) == wanted
        on = search_on(rules, 10, **phases)(wanted[0]).run(gen)
        assert jit_when_it_pays(search_on(rules, 10, **phases))(wanted[0]).run(gen) == on


def test_many_searches_are_compiled_as_one_long_one_is(compiled: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "_WORTH", 10_000)
    for done in range(1, 9):  # a simulation takes five to nine moves, and as long again for the rest
        jit_when_it_pays(mcts(ttt, 150))(0).run(GEN)
        assert (done < 3) <= (not compiled) <= (done < 6)
    compiled.clear()
    monkeypatch.setattr(simulations, "_slow", 0)
    jit_when_it_pays(mcts(ttt, 10))(0).run(GEN)
    assert not compiled
    jit_when_it_pays(mcts(ttt, 1000))(0).run(GEN)
    assert compiled == [0]


def test_where_another_search_runs_it_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only of a game whose functions call themselves, which need the memory of searches."""
    monkeypatch.setattr(simulations, "_WORTH", 0)
    rules: Any = checkers.rules
    wanted = mcts(rules, 20)(rules.start).run(GEN)
    with memory.taken():
        assert jit_when_it_pays(mcts(rules, 20))(rules.start).run(GEN) == wanted


def test_games_of_unknown_length_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    endless: Any = replace(
        ttt, name="endless", successors=round_and_round, moves=lambda p: (0,), play=lambda p, _: p ^ 1
    )
    assert simulations._moves(Plan(endless, 1.0, endless), 0) == 100_000


# On the disk.

SCRIPT = """
import logging, sys
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
from fpgames import SplitMix, jit
from fpgames.games import checkers, connect4
from fpgames.search import by_static, mcts, ucb1
for rules in (connect4.rules, checkers.rules):
    print(jit(mcts(rules, 1000, select=ucb1(C)))(rules.start).eval(SplitMix.from_seed(3)))
rules = connect4.rules
print(jit(mcts(rules, 1000, evaluate=by_static(rules.static)))(rules.start).eval(SplitMix.from_seed(3)))
"""


def test_another_process_does_not_compile_again(tmp_path: Path) -> None:
    where = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    printed = []
    for c in (1.0, 1.0, 0.3):
        command = [sys.executable, "-c", SCRIPT.replace("C)", f"{c})")]
        ended = subprocess.run(command, capture_output=True, text=True, env=where, timeout=120)
        assert ended.returncode == 0, ended.stderr
        printed.append(ended.stdout.splitlines())
    said = [text for text in printed[0] if text.startswith("compiling the tree search of")]
    assert len(said) == 3
    assert printed[1] == [text for text in printed[0] if text not in said]
    assert len(printed[2]) == 3
    assert printed[2] != printed[1]
