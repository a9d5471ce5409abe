"""Compiled pipelines: the same results as those of the pipelines themselves, or an error that says why not."""

from __future__ import annotations

import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from returns.maybe import Maybe, Nothing, Some
from toolz import identity

from fpgames import (
    Outcome,
    Player,
    Rules,
    alpha_beta,
    build_tree,
    count_leaves,
    game_tree,
    jit,
    map_tree,
    minimax,
    order_by,
    prune,
    share,
)  # fmt: skip
from fpgames.compiled import CannotCompile, jit_when_it_pays
from fpgames.games import connect4, nim, tictactoe
from fpgames.rules import IllegalMove, value_of_outcome
from fpgames.search import ab_maximise, best_move, count_nodes, deepen, negamax, perft, quicker
from fpgames.symmetry import up_to_symmetry
from fpgames.testing import positions
from fpgames.tree import TreeTooDeep, extend_while, keep_best, prune_when, rebuild, size, with_ply
from tests.cli.interrupts import check_ctrl_c_ends

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
pytestmark = pytest.mark.filterwarnings("default")

four: Any = connect4.sized(4, 4, 3)
ttt: Any = tictactoe.rules
# How many for each game; a new one takes seconds to compile.
PIPELINES = int(os.environ.get("COMPILED_PIPELINES", "2" if os.environ.get("CI") else "1"))


# A game whose players need not alternate: take one, two or three from a heap; after three the same player moves again.


def heap_player(p: tuple[int, int]) -> Player:
    return Player.FIRST if p[1] == 1 else Player.SECOND


def heap_successors(p: tuple[int, int]) -> Iterator[tuple[int, int]]:
    heap, player = p
    for taken in range(1, min(heap, 3) + 1):
        yield heap - taken, player if taken == 3 else -player


def heap_score(p: tuple[int, int]) -> int:
    heap, player = p
    return 0 if heap else -player * 2


def heap_moves(p: tuple[int, int]) -> tuple[int, ...]:
    return tuple(range(1, min(p[0], 3) + 1))


def heap_play(p: tuple[int, int], taken: int) -> tuple[int, int]:
    if taken not in heap_moves(p):
        raise IllegalMove(taken, heap_moves(p))
    return [*heap_successors(p)][taken - 1]


def heap_outcome(p: tuple[int, int]) -> Maybe[Outcome]:
    return Nothing if p[0] else Some(Outcome(-p[1]))


heap: Rules[tuple[int, int], int] = Rules(
    name="heap", start=(9, 1), moves=heap_moves, play=heap_play, player=heap_player, outcome=heap_outcome, show=str,
    read=lambda text: (int(text[1]), int(text[4:6])), show_move=str, read_move=int, successors=heap_successors, score=heap_score,
)  # fmt: skip

nothing: Any = None
no_successors = replace(heap, successors=nothing)
GAMES: list[Rules[Any, Any]] = [
    ttt,
    four,
    connect4.sized(4, 3, 3, centre_first=True),
    heap,
    up_to_symmetry(ttt),
    up_to_symmetry(four),
    nim.heaps(1, 2, 3),
]


# Functions of labels, which are numbers, or pairs of numbers.


def odd(value: Any) -> bool:
    odd_one: bool = value % 2 == 1
    return odd_one


def bent(value: Any) -> Any:
    return (7 * value + 3) % 5 - 2


def halved(value: Any) -> Any:
    return value / 2 - 0.25


def first(pair: tuple[Any, int]) -> Any:
    return pair[0]


def number_of(p: int) -> int:
    """Some number of a position of any of the games."""
    return p % 11 - 5


def number_of_pair(p: tuple[int, int]) -> int:
    return (p[0] + 3 * p[1]) % 11 - 5


class Shown:
    """A pipeline that Hypothesis prints as the library does, without the fields of rules."""

    def __init__(self, pipeline: Any) -> None:
        self.pipeline = pipeline

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self.pipeline))


@st.composite
def pipelines(draw: st.DrawFn, rules: Rules[Any, Any]) -> Any:
    """Pipelines of stages that compile, and a search."""
    pairs = isinstance(rules.start, tuple)
    number = number_of_pair if pairs else number_of
    built = build_tree(rules) | prune(draw(st.integers(0, 4)))
    shared: list[Any] = [share] if draw(st.booleans()) else []
    stage: Any
    for stage in shared + draw(
        st.lists(
            st.sampled_from(
                [prune_when(number_is_large(pairs)), extend_while(number_is_large(pairs), depth=1), order_by(number)]
            ),
            max_size=2,
        )
    ):
        built = built | stage
    worth = [rules.score, value_of_outcome(rules), number]
    valued = built | map_tree(draw(st.sampled_from(worth)))
    bare = [
        map_tree(bent),
        order_by(bent),
        keep_best(2, identity),
        prune_when(odd),
        extend_while(odd, depth=2),
        prune(3),
        map_tree(halved),
        share,
    ]
    for stage in draw(st.lists(st.sampled_from(bare), max_size=3)):
        valued = valued | stage
        if stage is bare[-2]:
            break
    if draw(st.booleans()):
        valued = valued | draw(st.sampled_from([quicker, with_ply, with_ply | map_tree(first)]))
    search: Any = draw(st.sampled_from([minimax, alpha_beta]))
    ends = [
        search, partial(count_leaves, search), partial(count_nodes, search), best_move(search=search), size, perft(2),
        partial(deepen, search), negamax if "quicker" not in repr(valued) and "with_ply" not in repr(valued) else minimax,
        alpha_beta if "quicker" in repr(valued) or "halved" in repr(valued) or "with_ply" in repr(valued) else alpha_beta(alpha=draw(st.integers(-3, 0)), beta=draw(st.integers(1, 3))),
    ]  # fmt: skip
    return valued | draw(st.sampled_from(ends))


def large(p: int) -> bool:
    return p % 7 > 1


def large_pair(p: tuple[int, int]) -> bool:
    return (p[0] + p[1]) % 7 > 1


def number_is_large(pairs: bool) -> Any:
    return large_pair if pairs else large


def result(pipeline: Any, p: Any) -> Any:
    """What a pipeline returns or raises, with its type; a lazy result is read."""
    try:
        found = pipeline(p)
        found = [*found] if isinstance(found, Iterator) else found
    except ValueError as error:
        return type(error), str(error)
    return type(found), found


@pytest.mark.parametrize("rules", GAMES, ids=[rules.name for rules in GAMES])
@settings(max_examples=PIPELINES, phases=[Phase.explicit, Phase.reuse, Phase.generate])  # too slow to shrink
@given(st.data())
def test_a_compiled_pipeline_does_the_same(rules: Rules[Any, Any], data: st.DataObject) -> None:
    pipeline = data.draw(pipelines(rules).map(Shown), "pipeline").pipeline
    for _ in range(3):
        p = data.draw(positions(rules), "position")
        assert result(jit(pipeline), p) == result(pipeline, p)


@pytest.mark.parametrize("rules", [heap, up_to_symmetry(four)], ids=["heap", "up-to-symmetry"])
def test_of_rules_the_functions_are_compiled_that_a_search_uses(rules: Rules[Any, Any]) -> None:
    search = build_tree(rules) | prune(5) | map_tree(value_of_outcome(rules)) | minimax
    assert jit(search)(rules.start) == search(rules.start)


def doubled(n: int) -> Iterator[int]:
    if n < 20:
        yield 2 * n
        yield 2 * n + 1


def next_one(n: int) -> Iterator[int]:
    yield n + 1


def squared(n: int) -> Iterator[int]:
    yield n * n


def listed(n: int) -> list[int]:
    return [n + 1] if n < 5 else []


def of_two_types(n: int) -> float:
    return 1 if n % 2 else 0.5


def perhaps_nothing(n: int) -> int | None:
    return n if n % 2 else None


def helped(n: int) -> int:
    return int(Fraction(n))


def nan_at_times(n: int) -> float:
    return float(n) if n % 3 else float("nan")


def to_a_power(n: int) -> int:
    power: int = n**3
    return power


def the_same(n: int) -> bool:
    return n + 1000 is 1000 + n


below = build_tree(doubled, player=Player.FIRST)
big: Any = connect4.sized(9, 9)
record = tictactoe.record.rules


@pytest.mark.parametrize(
    ("pipeline", "p", "wrong"),
    [
        (below | map_tree(of_two_types) | minimax, 1, "cannot compile of_two_types of map_tree(of_two_types): its values are now int and now float, and compiled code needs one type: write 1.0 for 1 where others are floats"),
        (below | map_tree(perhaps_nothing) | minimax, 1, "cannot compile perhaps_nothing of map_tree(perhaps_nothing): it sometimes returns None"),
        (below | map_tree(to_a_power) | minimax, 1, "cannot compile to_a_power of map_tree(to_a_power): powers are not compiled"),
        (below | map_tree(the_same) | minimax, 1, "cannot compile the_same of map_tree(the_same): it compares values by is, which says nothing about numbers and tuples: use =="),
        (below | map_tree(helped) | minimax, 1, "cannot compile helped of map_tree(helped): "),
        (below | map_tree(odd) | negamax, 1, "cannot compile negamax.<locals>.ask_first: it needs labels that are numbers, but these are bool"),
        (below | map_tree(identity) | alpha_beta(alpha=0.5), 1, "its values are now float and now int"),
        (build_tree(listed, player=Player.FIRST) | map_tree(identity) | minimax, 1, "cannot compile listed of build_tree(listed, player=Player.FIRST): "),
        (build_tree(big) | prune(1) | map_tree(big.static) | minimax, big.start, "cannot compile static_on.<locals>.static of map_tree(sized(9, 9, 4).static): "),
        (build_tree(record) | prune(1) | map_tree(record.static) | minimax, record.start, "compiled positions consist of numbers, and tuples and named tuples of them; this one has pvector(["),
        (build_tree(no_successors) | map_tree(identity) | minimax, (3, 1), "its moves are tuples of any length: give the rules successors"),
        (build_tree(heap) | map_tree(value_of_outcome(replace(heap, score=None))) | minimax, (3, 1), "its outcome is a Maybe, which cannot be compiled: give the rules a score"),
        (game_tree(ttt) | prune(1) | map_tree(lambda node: 0) | minimax, 0, "cannot compile _game_tree.<locals>.children: "),
        (build_tree(ttt) | prune(1) | map_tree(ttt.static) | ab_maximise, 0, "cannot compile _by_lists.<locals>"),
        (build_tree(ttt) | prune(1) | rebuild(children=lambda tree: tree.children) | map_tree(ttt.static) | minimax, 0, "a Unfolding that is not compiled"),
        (below | order_by(identity) | order_by(odd) | order_by(identity) | order_by(odd) | order_by(identity) | order_by(odd) | order_by(identity) | order_by(odd) | order_by(identity) | map_tree(identity) | minimax, 1, "a compiled search has at most 8 stacks"),
    ],
)  # fmt: skip
def test_what_cannot_be_compiled_is_said(pipeline: Any, p: Any, wrong: str) -> None:
    with pytest.raises(CannotCompile) as caught:
        jit(pipeline)(p)
    said = str(caught.value)
    assert wrong in said
    assert "\n" not in said
    assert len(said) < 900
    assert said.endswith("without jit the same pipeline works")


def test_numbers_that_leave_a_word_are_refused() -> None:
    nine = build_tree(squared) | prune(9) | map_tree(identity) | minimax(player=Player.FIRST)
    with pytest.raises(
        OverflowError, match="a whole number does not fit into a signed word of 64 bits, as compiled code needs"
    ):
        jit(nine)(3)
    assert nine(3) == 3**512
    with pytest.raises(OverflowError, match=f"{2**63} does not fit into a signed word of 64 bits"):
        jit(nine)(2**63)
    wide: Any = connect4.sized(8, 7)  # whose last column, when it is full, carries into the sign
    full = wide.read("8888888")
    with pytest.raises(OverflowError, match="64 bits"):
        jit(build_tree(wide) | prune(2) | map_tree(wide.score) | minimax)(full)


def test_a_tree_that_is_too_deep_is_refused() -> None:
    endless = build_tree(next_one, player=Player.FIRST) | map_tree(identity) | minimax
    with pytest.raises(TreeTooDeep, match="this tree goes on where the stack of a compiled search ends"):
        jit(endless)(0)
    assert jit(build_tree(next_one) | prune(1999) | map_tree(identity) | minimax(player=Player.FIRST))(0) == 1999


def test_labels_without_an_order_are_refused() -> None:
    for pipeline in (
        below | map_tree(nan_at_times) | minimax,
        below | order_by(nan_at_times) | map_tree(identity) | alpha_beta,
    ):
        with pytest.raises(ValueError, match="nan has no place in an order of values") as one:
            pipeline(1)
        with pytest.raises(ValueError, match="nan has no place in an order of values") as other:
            jit(pipeline)(1)
        assert str(one.value) == str(other.value)


def test_what_is_no_pipeline_over_trees_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^jit compiles a pipeline, such as .*; got 42$"):
        jit(42)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"jit compiles searches of trees, but no part of .* was given a tree"):
        jit(str)(3)


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fpgames.compiled.pipelines.find_spec", lambda name: None)
    with pytest.raises(
        ImportError, match=r"jit needs numba, which the extra fast installs: pip install 'fpgames\[fast\]'"
    ):
        jit(minimax)
    assert jit_when_it_pays(minimax) is minimax


def test_what_cannot_be_compiled_is_called_as_it_is() -> None:
    for pipeline, p in ((below | map_tree(of_two_types) | minimax, 1), (build_tree(squared) | perft(9), 3)):
        assert jit_when_it_pays(pipeline)(p) == pipeline(p)


def test_a_compiled_pipeline_is_a_value() -> None:
    pipeline = build_tree(ttt) | prune(2) | map_tree(ttt.static) | minimax
    again = pickle.loads(pickle.dumps(jit(pipeline)))
    assert again == jit(pipeline) != jit(pipeline | abs)
    assert again(ttt.start) == 0
    assert repr(jit(pipeline)) == f"jit({pipeline!r})"
    assert jit(prune(2) | map_tree(ttt.static) | minimax)(build_tree(ttt)(0)) == 0, "of a tree that is there already"


def test_threads_wait_for_each_other() -> None:
    """Also for the compiler, which the first of them has called."""

    def worth(p: tuple[int, int]) -> int:
        return p[0] % 5

    search = build_tree(four) | prune(5) | share | map_tree(worth) | partial(count_nodes, alpha_beta)
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(jit(search), [four.start] * 8)] == [search(four.start)] * 8


def test_a_rule_that_is_bound_to_another_value_is_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = jit(below | map_tree(shifted) | minimax)
    before = solve(1)
    monkeypatch.setitem(globals(), "SHIFT", 100)
    assert solve(1) == before + 95


SHIFT = 5


def shifted(n: int) -> int:
    return n + SHIFT


@pytest.mark.exhaustive
def test_children_that_are_sorted_are_freed() -> None:
    """A generator that holds a list, and is left at a cut, would leak it."""
    search = jit(build_tree(ttt) | prune(7) | map_tree(ttt.static) | order_by(identity) | alpha_beta)
    search(0)
    code = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(300):
        search(0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - code < 20_000


@pytest.mark.exhaustive
def test_a_handler_cannot_begin_another_search() -> None:
    code = (
        "import signal; from fpgames import build_tree, jit, map_tree, minimax, prune\n"
        "from fpgames.games.connect4 import rules\n"
        "solve = lambda depth: jit(build_tree(rules) | prune(depth) | map_tree(rules.score) | minimax)(rules.start)\n"
        "solve(2); signal.signal(signal.SIGALRM, lambda *_: solve(3)); signal.setitimer(signal.ITIMER_REAL, 0.3); solve(30)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "Busy: a compiled search is running: the handler of a signal cannot begin another" in ended.stderr
    assert ended.returncode == 1


@pytest.mark.exhaustive
def test_ctrl_c_ends_a_compiled_search() -> None:
    check_ctrl_c_ends(
        "from fpgames import build_tree, jit, map_tree, minimax, prune; from fpgames.games.connect4 import rules\n"
        "jit(build_tree(rules) | prune(2) | map_tree(rules.score) | minimax)(rules.start); print('begun', flush=True)\n"
        "jit(build_tree(rules) | prune(30) | map_tree(rules.score) | minimax)(rules.start)",
        1,
    )
