"""Searches compiled after enough nodes: the same results, whether and whenever they are compiled."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from toolz import identity

from fpgames import Player, SplitMix, build_tree, map_tree, minimax, prune, share
from fpgames.cli.analyse import analyse_move
from fpgames.compiled import jit_when_it_pays, meter
from fpgames.compiled.caching.cache import CACHE
from fpgames.compiled.meter import PLAYOUT_METER
from fpgames.games.connect4 import rules as four
from fpgames.games.tictactoe import rules as ttt
from fpgames.play.bot_names import read_bot
from fpgames.search import count_nodes, deepen, perft
from fpgames.tree.walking import TreeTooDeep
from tests.support.compiled import BEYOND, CHAIN, ENDLESS, below, weight

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CACHE, "entries", {})


def visits() -> list[float]:
    """Return the nodes that Python has visited in each search."""
    return [each.visited for each in CACHE.entries.values()]


@pytest.fixture
def not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be compiled, in this process or on the disk."""
    from fpgames.compiled.backend.driver import walker

    monkeypatch.setattr(CACHE, "entries", {})
    monkeypatch.setattr(CACHE, "loaded", {})
    monkeypatch.setattr(walker, "digest", lambda *values: None)


def squared(n: int) -> Iterator[int]:
    yield n * n
    yield n


def never(*search: Any) -> None:
    raise AssertionError


def of_a_text(n: int) -> int:
    return int(str(n))


exhaustive = pytest.mark.exhaustive
SEARCHES: dict[str, tuple[Callable[..., Any], Any]] = {
    "counter": (below | map_tree(weight) | count_nodes(minimax), 1),
    "lines": (build_tree(ttt) | perft(4), 0),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [*[*SEARCHES][:1], *(pytest.param(each, marks=exhaustive) for each in [*SEARCHES][1:])]
)
def test_the_result_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what is counted: what was counted before a search began again in compiled code does not count."""
    search, p = SEARCHES[name]
    wanted = search(p)
    for enough in (0, 1, 30, 10**6):
        monkeypatch.setattr(CACHE, "entries", {})
        monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", enough)
        assert [jit_when_it_pays(search)(p) for _ in range(2)] == [wanted, wanted]
        (visited,) = visits()
        assert visited == enough or (enough == 10**6 and 20 < visited < 10_000)


def compilations(caplog: pytest.LogCaptureFixture) -> int:
    return sum("compiling a search" in line for line in caplog.messages)


@pytest.mark.slow
@pytest.mark.usefixtures("not_kept")
def test_nodes_are_counted_over_many_searches(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 990)
    caplog.set_level(logging.INFO, "fpgames")
    search = jit_when_it_pays(CHAIN)
    for done in range(1, 20):  # inner nodes: 99
        search(0)
        assert compilations(caplog) == (99 * done > 990)


def test_a_shallow_search_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 0)
    jit_when_it_pays(build_tree(ttt) | prune(1) | map_tree(ttt.static) | minimax)(ttt.start)
    assert visits() == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("search", "p"),
    [
        pytest.param(SEARCHES["counter"][0], BEYOND, marks=pytest.mark.slow),
        (build_tree(squared) | prune(7) | map_tree(of_a_text) | minimax(player=Player.FIRST), 1),
        (build_tree(squared) | prune(7) | map_tree(identity) | minimax(player=Player.FIRST), 2**70),
        (below | map_tree(weight) | share(entries=2**31 - 1) | minimax, 1),
    ],
    ids=["a number beyond 64 bits", "a function of texts", "a position beyond 64 bits", "more than the memory"],
)
def test_what_cannot_be_compiled_is_not_compiled_again(search: Any, p: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 10)
    wanted = search(p)
    assert jit_when_it_pays(search)(p) == wanted
    assert visits() == [-float("inf")]
    monkeypatch.setattr("fpgames.compiled.meter.import_with_numba", never)
    assert jit_when_it_pays(search)(p) == wanted


def test_a_lazy_search_that_cannot_be_compiled_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches of deepen run after the pipeline has returned."""
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 10)
    pipeline = build_tree(squared) | prune(7) | map_tree(of_a_text) | deepen(minimax(player=Player.FIRST))
    assert list(jit_when_it_pays(pipeline)(1)) == list(pipeline(1))


@pytest.mark.slow
def test_a_tree_without_end_raises_the_error_of_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 10)
    with pytest.raises(TreeTooDeep, match="deeper than the interpreter's stack allows"):
        jit_when_it_pays(SEARCHES["counter"][0])(ENDLESS)


@exhaustive
def test_named_bots_play_the_same_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    gen, p = SplitMix.from_seed(1), four.start
    for move in (3, 3, 2, 4, 2):
        found = []
        for enough in (10**9, 0):
            monkeypatch.setattr(CACHE, "entries", {})
            monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", enough)
            found.append(read_bot(four, "alphabeta-random:4")(p).eval(gen))
        assert found[0] == found[1]
        p = four.play(p, move)


@exhaustive
def test_an_analysis_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = analyse_move(four, four.start, 3, 5)
    monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 0)
    assert analyse_move(four, four.start, 3, 5, compiled=jit_when_it_pays) == wanted


def test_the_numbers_are_those_of_the_documentation() -> None:
    said = jit_when_it_pays.__doc__ or ""
    assert f"{meter.NODES_BEFORE_COMPILING:,} nodes" in said
    assert f"{meter.NODES_BEFORE_LOADING:,} nodes" in said
    assert f"or {meter.nodes_before_disk_lookup():,} nodes if" in " ".join(said.split()), "searches compiled here"
    assert f"{PLAYOUT_METER.threshold:,} moves" in " ".join(said.split())


def test_code_that_is_kept_on_the_disk_is_used_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it a search begins again, and is as it would have been."""
    search, p = SEARCHES["counter"]
    wanted = search(p)
    monkeypatch.setattr(meter, "nodes_before_disk_lookup", lambda: 3)
    monkeypatch.setattr("fpgames.compiled.backend.driver.walker.is_on_disk", lambda *search: False)
    assert jit_when_it_pays(search)(p) == wanted
    (asked,) = visits()
    assert 3 < asked < meter.NODES_BEFORE_COMPILING
    monkeypatch.setattr("fpgames.compiled.backend.driver.walker.is_on_disk", lambda *search: True)
    for soon, visited in ((3, meter.NODES_BEFORE_COMPILING), (10**6, asked - 3)):
        monkeypatch.setattr(meter, "nodes_before_disk_lookup", partial(int, soon))
        monkeypatch.setattr(CACHE, "entries", {})
        assert jit_when_it_pays(search)(p) == wanted
        assert visits() == [visited]


def test_what_is_on_the_disk_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from fpgames.compiled.backend.driver import walker

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(walker, "name_on_disk", lambda *search: "search")
    tree = build_tree(ttt)(ttt.start)
    assert not walker.is_on_disk(max, tree)
    (tmp_path / "fpgames").mkdir()
    (tmp_path / "fpgames" / "search").write_bytes(b"")
    assert walker.is_on_disk(max, tree)


@pytest.mark.parametrize("start", ["x", 2**70])
def test_what_cannot_be_on_the_disk_is_not_looked_for_there(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python goes on, whatever its positions are."""
    monkeypatch.setattr(meter, "nodes_before_disk_lookup", lambda: 3)
    after: Any = lambda p: [p + p, p]  # noqa: E731
    search: Any = build_tree(after) | prune(4) | map_tree(hash) | minimax(player=Player.FIRST)
    assert jit_when_it_pays(search)(start) == search(start)
