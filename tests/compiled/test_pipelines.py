"""Compiled pipelines return the same results as uncompiled ones."""

import os
import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import starmap
from random import Random
from typing import Any, NamedTuple

import pytest
from toolz import identity

from fpgames import (
    Player,
    Rules,
    State,
    alpha_beta,
    build_tree,
    count_leaves,
    jit,
    map_tree,
    minimax,
    order_by,
    prune,
    share,
)
from fpgames import playouts as play
from fpgames.compiled import CannotCompile, jit_when_it_pays
from fpgames.games import connect4, nim, tictactoe
from fpgames.rules import Counts, up_to_symmetry, value_of_outcome
from fpgames.search import best_move, count_nodes, deepen, mtd_f, negamax, perft, prefer_quick_wins
from fpgames.testing import game_laws
from fpgames.testing.laws import values as laws_of_values
from fpgames.tree import extend_while, keep_best, prune_when, size, unfold, with_ply
from fpgames.tree.folds import _count_nodes
from tests.support.compiled import (
    COUNTED,
    GEN,
    HALVED,
    ROOTS,
    SEARCH,
    below,
    bent,
    heap,
    heap_number,
    heap_score,
    is_as_in_python,
    result_or_error,
    steps,
    weight,
)
from tests.support.refusals import wrong_errors

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled.backend.montecarlo import playouts  # noqa: E402 (which need numba)

pytestmark = pytest.mark.filterwarnings("default")

four: Any = connect4.sized(4, 4, 3)
ttt: Any = tictactoe.rules
ttt_score: Any = ttt.score
up_to_mirrors = up_to_symmetry(four)


# Functions of labels, which are numbers, or pairs of numbers; and of positions.


def odd(value: Any) -> bool:
    odd_one: bool = value % 2 == 1
    return odd_one


def halved(value: Any) -> Any:
    return value / 2 - 0.25


def first(pair: tuple[Any, int]) -> Any:
    return pair[0]


def number_of(p: int) -> int:
    """Some number of a position of any of the games."""
    return p % 11 - 5


def large(p: int) -> bool:
    return p % 7 > 1


def large_pair(p: tuple[int, int]) -> bool:
    return (p[0] + p[1]) % 7 > 1


def twice(tree: Any) -> Any:
    return alpha_beta(tree), alpha_beta(tree)


def irregular(n: int) -> Iterator[int]:
    yield n + 1
    if n % 3:
        yield n + 2


# A dozen pipelines that go through all parts of compiled code, with positions and the roots of odd trees.
FEW: dict[str, tuple[Any, list[Any]]] = {
    "minimax": (SEARCH, ROOTS),
    "players, order, pairs with floats, counters": (COUNTED, [(9, 1), (7, -1), (12, 1), (3, 1), (0, -1), (105, 1)]),
    "a counter of two searches": (HALVED | prefer_quick_wins | count_nodes(twice), [(9, 1)]),
    "null windows, bounds in a table, a tree without a depth": (
        below | share | map_tree(bent) | count_nodes(mtd_f),
        ROOTS,
    ),
    "symmetry, levels that are counted, the best children": (
        build_tree(up_to_mirrors) | prune(3) | map_tree(value_of_outcome(up_to_mirrors)) | keep_best(2, identity)
        | extend_while(odd, depth=1) | negamax,
        [four.start, four.play(four.start, 1), four.read("123"), four.read("11223")],
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FEW)
def test_a_compiled_pipeline_does_the_same(name: str) -> None:
    pipeline, given = FEW[name]
    compiled = jit(pipeline)
    assert [result_or_error(compiled, p) for p in given] == [result_or_error(pipeline, p) for p in given]


@pytest.mark.slow
def test_a_table_that_grows_until_it_is_full() -> None:
    lines: list[Any] = [build_tree(irregular) | each | perft(60) for each in (share(entries=600), share)]
    assert jit(lines[0])(0) == lines[1](0)  # there are 961 different nodes
    built = build_tree(irregular) | share(entries=600)
    assert jit(built | perft(0))(0) == 1


# The matrix.

GAMES: list[Rules[Any, Any]] = [
    heap, nim.heaps(1, 2, 3), up_to_mirrors,
]  # fmt: skip
PIPELINES = int(os.environ.get("COMPILED_PIPELINES", "1"))
"""How many for each game; a new one takes seconds to compile."""


class Staged(NamedTuple):
    """A pipeline without a search, and what its labels are."""

    stages: Any
    floats: bool
    pairs: bool


def staged(rules: Rules[Any, Any], gen: Random) -> Staged:
    """Return a pipeline of stages that compile."""
    numbers = not isinstance(rules.start, tuple)
    of_pairs: Any = heap_number, large_pair
    number, is_large = (number_of, large) if numbers else of_pairs
    built = build_tree(rules) | prune(gen.randint(2, 4))
    of_positions: list[Any] = [prune_when(is_large), extend_while(is_large, depth=1), order_by(number)]
    for stage in [share] * gen.randint(0, 1) + gen.choices(of_positions, k=gen.randint(0, 1)):
        built = built | stage
    worth: list[Any] = [rules.score, value_of_outcome(rules), number]
    value = gen.choice(worth)
    valued: Any = built | map_tree(value)
    of_labels: list[Any] = [
        map_tree(bent), order_by(bent), keep_best(2, identity), prune_when(odd), extend_while(odd, depth=2), prune(3), share,
    ]  # fmt: skip
    for stage in gen.choices(of_labels, k=gen.randint(0, 2)):
        valued = valued | stage
    halves, pairs = gen.random() < 0.3, gen.random() < 0.3
    if halves:
        valued = valued | map_tree(halved)
    if pairs:
        valued = valued | gen.choice([prefer_quick_wins, with_ply, with_ply | map_tree(first)])
    return Staged(valued, halves or value is heap_number, pairs)


def drawn(rules: Rules[Any, Any], gen: Random, number_of_end: int) -> Any:
    """Return a pipeline of stages that compile, and a search, of all kinds in turn."""
    valued, floats, pairs = staged(rules, gen)
    search: Any = gen.choice([minimax, alpha_beta])
    window = alpha_beta(alpha=gen.randint(-3, 0), beta=gen.randint(1, 3))
    ends = [
        alpha_beta if pairs or floats else window, best_move(search=search), deepen(search), count_leaves(search), size, search,
        count_nodes(search), minimax if pairs else negamax, perft(2),
    ]  # fmt: skip
    return valued | ends[number_of_end % len(ends)]


def positions(rules: Rules[Any, Any], gen: Random) -> list[Any]:
    """Return some positions of a game."""
    ps = []
    for _ in range(5):
        p = rules.start
        for _ in range(gen.randint(0, 6)):
            p = rules.play(p, gen.choice(rules.moves(p))) if rules.moves(p) else p
        ps.append(p)
    return ps


def case(rules: Rules[Any, Any], seed: int) -> tuple[Any, list[Any]]:
    """Return a pipeline and positions."""
    gen = Random(f"{rules.name} {seed}")
    return drawn(rules, gen, GAMES.index(rules) + len(GAMES) * seed), positions(rules, gen)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(PIPELINES))
@pytest.mark.parametrize("rules", GAMES, ids=[rules.name for rules in GAMES])
def test_any_compiled_pipeline_does_the_same(rules: Rules[Any, Any], seed: int) -> None:
    pipeline, ps = case(rules, seed)
    for p in ps:
        assert is_as_in_python(result_or_error(jit(pipeline), p), result_or_error(pipeline, p)), (pipeline, p)


@pytest.mark.exhaustive
def test_threads_search_side_by_side() -> None:
    cases = [case(rules, seed) for rules in GAMES for seed in range(PIPELINES)]
    calls = [(jit(pipeline), p) for pipeline, ps in cases for p in ps]
    wanted = list(starmap(result_or_error, calls))
    with ThreadPoolExecutor(4) as pool:
        for _ in range(10):
            assert list(pool.map(result_or_error, *zip(*calls, strict=True))) == wanted


@pytest.mark.exhaustive
def test_equal_nodes_of_a_tree_without_a_depth_are_shared() -> None:
    pipeline: Any = below | share | map_tree(weight) | count_leaves(minimax)
    assert jit(pipeline)(1) == pipeline(1)


def test_the_form_of_a_size_that_is_compiled() -> None:
    built = build_tree(ttt) | prune(4)
    assert _count_nodes(built(0)) == size(built(0))


def not_said(n: int) -> None:
    return None


@pytest.mark.exhaustive
@pytest.mark.parametrize("search", [negamax, alpha_beta])
def test_a_tree_that_does_not_know_whose_turn_it_is(search: Any) -> None:
    tree = unfold(bent, steps, 1, player_of=not_said)
    assert jit(search(player=Player.FIRST))(tree) == search(player=Player.FIRST)(tree)


# Pipelines as values.


def test_what_is_no_pipeline_over_trees_is_refused() -> None:
    nothing = "CannotCompile: nothing to compile in .*, but .*by_itself.* walks the tree by itself"
    assert not wrong_errors([
        (lambda: jit(42), "TypeError: ^jit compiles a pipeline, such as .*; got 42$"),  # type: ignore[arg-type]
        (lambda: jit(str)(3), "TypeError: jit compiles searches of trees, but no part of .* was given a tree"),
        (lambda: jit(below | prune(2))(1), "TypeError: jit compiles searches, but .* returns a tree: end it with a search"),
        (lambda: jit(below | map_tree(identity) | by_itself)(1), nothing),
        (lambda: jit(below | map_tree(identity) | by_itself | State.from_value)(1), nothing),
    ])  # fmt: skip
    assert jit(below | prune(2) | perft(3) | str)(1) == "0", "without a walk"


def by_itself(tree: Any) -> int:
    return max(map(by_itself, tree.children), default=tree.label)


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fpgames.compiled.pipelines.has_numba", lambda: False)
    assert not wrong_errors([(lambda: jit(minimax), r"ImportError: jit needs numba, which the extra fast installs: pip install 'fpgames\[fast\]'")])  # fmt: skip
    find = build_tree(tictactoe.rules) | prune(1) | map_tree(tictactoe.rules.static) | minimax
    assert jit_when_it_pays(find)(tictactoe.rules.start) == 0


@pytest.mark.slow
def test_a_compiled_pipeline_is_a_value() -> None:
    again = pickle.loads(pickle.dumps(jit(SEARCH)))
    assert again == jit(SEARCH) != jit(SEARCH | abs)
    assert again(1) == SEARCH(1)
    assert repr(jit(SEARCH)) == f"jit({SEARCH!r})"
    search = map_tree(weight) | minimax
    assert jit(search)(below(1)) == SEARCH(1), "of a tree that is there already"


def test_a_pipeline_that_is_compiled_twice() -> None:
    assert jit(jit(SEARCH))(1) == SEARCH(1)
    assert jit(jit(SEARCH) | abs)(1) == SEARCH(1)


# The law.


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("what", ["play_out", "jit"])
def test_the_law_of_compiled_functions_bites(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one of the two is wrong; the other need not be compiled for that."""
    wrong = what == "play_out"
    monkeypatch.setattr(
        playouts, "play_out", lambda rules, p, gen, n: Counts() if wrong else play(rules, p, n).eval(gen)
    )
    monkeypatch.setattr(laws_of_values, "jit", lambda pipeline: pipeline if wrong else lambda p: -1)
    rules = replace(ttt, static=lambda p: ttt_score(p) if ttt_score(p) else (p % 7 - 3) / 10)
    (law,) = (law for law in game_laws(rules) if law.name == "compiled_functions_do_the_same")
    with pytest.raises(AssertionError, match=rf"(?s)in compiled code.*to see it again.* = \}}, \{{{what}\("):
        law()


def test_the_law_of_compiled_functions_says_nothing_of_a_game_that_is_refused() -> None:
    texts = replace(ttt, score=lambda p: int(str(ttt_score(p))))
    with pytest.raises(CannotCompile):
        playouts.play_out(texts, texts.start, GEN, 1)
    (law,) = (law for law in game_laws(texts) if law.name == "compiled_functions_do_the_same")
    law()


def lead(p: tuple[int, int]) -> int:
    """Return a score that is not 0 before the end, and has the sign of the outcome at the end."""
    return -p[1] * (1 + p[0])


def late_lead(p: tuple[int, int]) -> int:
    return heap_score(p) if p[0] > 6 else lead(p)


def test_a_score_that_is_not_0_before_the_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fpgames.compiled.meter.NODES_BEFORE_COMPILING", 5)
    monkeypatch.setattr("fpgames.compiled.meter.nodes_before_disk_lookup", lambda: 5)
    for score in (lead, late_lead):
        rules = replace(heap, score=score)
        for label in (rules.static, value_of_outcome(rules)):
            search = build_tree(rules) | prune(3) | map_tree(label) | minimax
            with pytest.raises(
                CannotCompile, match="its score breaks the law the_score_has_the_sign_of_the_outcome: it is"
            ):
                jit(search)(rules.start)
            assert jit_when_it_pays(search)(rules.start) == search(rules.start) == 0
