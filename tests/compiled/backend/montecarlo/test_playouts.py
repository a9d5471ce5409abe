"""Compiled random games: the same games as in Python, also with recursive functions, or an error."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fpgames import SplitMix
from fpgames import playouts as play
from fpgames.games import connect4
from fpgames.play import bulk
from fpgames.play.playing import playout
from fpgames.rules import EndlessGame, up_to_symmetry
from fpgames.rules.notation import DERIVED
from tests.support.compiled import GEN, heap, odd_heap

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled import CannotCompile
from fpgames.compiled.backend.driver import walker
from fpgames.compiled.backend.montecarlo import playouts
from fpgames.compiled.caching.cache import CACHE

four: Any = connect4.sized(4, 4, 3)
mirrored: Any = up_to_symmetry(four)  # whose successors have a form
FIRST = "from tests.compiled.backend.montecarlo.test_playouts import *; playouts.play_out(mirrored, four.start, GEN, 1)"


@pytest.mark.slow
def test_random_games_are_the_same() -> None:
    """Also of a game whose functions call themselves, which need the memory of searches."""
    for p in ((9, 1), (8, -1), (1, 1), (0, -1)):
        for n in (1, 30):
            assert playouts.play_out(odd_heap, p, GEN, n) == play(odd_heap, p, n).eval(GEN)


@pytest.mark.slow
def test_random_games_without_an_end_are_given_up() -> None:
    with pytest.raises(RecursionError):
        playouts.play_out(odd_heap, (5, 2), GEN, 3)
    said = "a game of odd heap is not over after 100000 moves; expected rules whose games end"
    for way in (playouts.play_out, bulk._play_one_by_one, lambda rules, p, gen, _: playout(rules, p).eval(gen)):
        with pytest.raises(EndlessGame, match=said):
            way(odd_heap, (5, 3), GEN, 1)


def test_random_games_need_a_score() -> None:
    with pytest.raises(CannotCompile, match="its outcome is a Maybe, which cannot be compiled: give the rules a score"):
        playouts.play_out(replace(heap, score=DERIVED), heap.start, GEN, 3)


def test_compiled_code_that_only_this_process_knows_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(walker, "digest", lambda *values: None)
    monkeypatch.setattr(CACHE, "entries", {})

    def nothing(memory: Any, p: Any) -> int:
        return 7

    def unknown(memory: Any, p: Any) -> Any:
        return monkeypatch

    found: Any = playouts.compile_task("nothing", heap, (), lambda factory: nothing, (9, 1))
    assert found(0, (9, 1)) == 7
    assert not [*tmp_path.iterdir()]
    for _ in range(2):
        with pytest.raises(CannotCompile, match="cannot compile <Rules: heap>"):
            playouts.compile_task("unknown", heap, (), lambda factory: unknown, (9, 1))


@pytest.mark.exhaustive
def test_they_may_be_the_first_thing_that_is_compiled(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", FIRST], env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}, check=True)


@pytest.mark.exhaustive
def test_many_random_games_are_the_same() -> None:
    """Of a game whose functions do not call themselves, and one with more than 64 children."""
    many: Any = replace(
        heap, name="many", moves=lambda p: (*range(100),) if p[0] else (), play=lambda p, i: (p[0] - 1, i % 3 - 1),
        successors=a_hundred,
    )  # fmt: skip
    for rules, p in ((four, four.start), (many, (3, 1))):
        for n in (1, 1000):
            assert playouts.play_out(rules, p, SplitMix.from_seed(2), n) == play(rules, p, n).eval(
                SplitMix.from_seed(2)
            )


def a_hundred(p: tuple[int, int]) -> Any:
    if p[0]:
        for i in range(100):
            yield p[0] - 1, i % 3 - 1
