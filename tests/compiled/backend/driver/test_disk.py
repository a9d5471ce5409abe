"""Machine code cached on disk: later processes get the same results, and this one works without the cache."""

import os
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import cache, partial
from operator import add, itemgetter
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from fpgames import Player, build_tree, jit
from fpgames.compiled.caching.cache import CACHE
from fpgames.compiled.caching.fingerprints import digest
from fpgames.games import connect4, tictactoe
from fpgames.rules import up_to_symmetry, value_of_outcome
from fpgames.rules.record import whose_turn
from fpgames.search import perft
from fpgames.stage import Stage
from tests.support.compiled import CHAIN, GEN, odd_heap
from tests.support.interrupts import check_ctrl_c_ends

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled.backend.driver import disk, walker  # noqa: E402 (which need numba)
from fpgames.compiled.backend.memory.words import Memory  # noqa: E402
from fpgames.compiled.backend.montecarlo import playouts  # noqa: E402

four: Any = connect4.rules
nothing_to_keep: Any = SimpleNamespace(_reduce=lambda: ())


def forget(monkeypatch: pytest.MonkeyPatch, where: Path) -> None:
    """Let nothing be compiled in this process, and keep code in another directory."""
    monkeypatch.setattr(CACHE, "entries", {})
    monkeypatch.setattr(CACHE, "loaded", {})
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(where))


def test_code_is_of_one_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of another processor, version or source, the name of what is kept is another."""
    here = disk.platform_key()
    codegen: Any = disk.target_context().codegen()
    for owner, name, other in (
        (codegen, "magic_tuple", lambda: ("another processor",)),
        (sys, "version", "3"),
        (numba, "__version__", "0"),
        (disk, "_SOURCE_DIGESTS", []),
    ):
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(owner, name, other)
            assert disk.platform_key.__wrapped__() != here
    assert disk.platform_key.__wrapped__() == here


LOADS = """
import logging, sys
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
from fpgames import build_tree, jit
from fpgames.games.connect4 import rules
from fpgames.search import perft
count = lambda depth: jit(build_tree(rules) | perft(depth))(rules.start)
count(2); print("begun", flush=True); count(30)
"""


@pytest.mark.exhaustive
def test_another_process_does_not_compile_again_and_ctrl_c_ends_its_search(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What would say that it compiles would be read in place of ``begun``."""
    forget(monkeypatch, tmp_path)
    assert jit(build_tree(four) | perft(2))(four.start) == 49
    check_ctrl_c_ends(LOADS, 0.3)


SCRIPT = """
import logging, sys
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
from fpgames import Player, SplitMix, build_tree, jit, map_tree, minimax, prune, share
from fpgames.games import connect4, tictactoe
from fpgames.search import mcts, ucb1

def doubled(n):
    if n % 100 < 20:
        yield n + 1
        yield n + n % 100

def fails(n):
    if n > 110:
        raise ValueError(n, Player.SECOND)
    return float(n) if n % 3 else float("nan")

factor, *moves = map(int, sys.argv[1:])
gen, rules, small = SplitMix.from_seed(3), connect4.rules, tictactoe.rules
below = build_tree(doubled, player=Player.FIRST)
shared = build_tree(small) | share | prune(3) | map_tree(small.static) | minimax
for search, p in (
    (below | map_tree(lambda n: 7 * n % factor) | minimax, 1),
    (below | map_tree(fails) | minimax, 1),
    (below | map_tree(fails) | minimax, 101),
    *((shared, move and small.play(small.start, move)) for move in moves),
):
    try:
        print(jit(search)(p))
    except ValueError as error:
        print(repr(error))
print(jit(mcts(rules, 1000, select=ucb1(factor / 31)))(rules.start).eval(gen))
"""


def printed(where: Path, seed: int, *args: str) -> list[str]:
    env = os.environ | {"NUMBA_CACHE_DIR": str(where), "PYTHONHASHSEED": str(seed)}
    ended = subprocess.run([sys.executable, "-c", SCRIPT, *args], capture_output=True, text=True, env=env, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.exhaustive
def test_a_process_that_follows_compiles_only_the_search_whose_function_has_changed(tmp_path: Path) -> None:
    """The last search begins with a function that was compiled for the one before: players' functions call each other."""
    first, other = printed(tmp_path, 1, "31", "0", "4"), printed(tmp_path, 2, "29", "4")
    said = [line for line in first if line.startswith("compiling")]
    assert len(said) == 5
    assert [line for line in other if line.startswith("compiling")] == said[:1]
    (*searches, start, turned, tree), found = ([x for x in each if x not in said] for each in (first, other))
    assert found[1:-1] == [*searches[1:], turned]
    assert [start, turned] == ["0", "0"]
    assert found[0] != searches[0]
    assert found[-1] != tree, "another constant, for which nothing is compiled"


@pytest.mark.slow
def test_code_that_cannot_be_kept_or_was_changed_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    forget(monkeypatch, file)
    disk.save("name", nothing_to_keep)
    assert disk.load("name") is None
    forget(monkeypatch, tmp_path)
    with ThreadPoolExecutor(4) as pool:  # who wait for the compiler, which the first of them has called
        assert [*pool.map(jit(CHAIN), [0] * 8)] == [99] * 8
    (kept,) = (tmp_path / "fpgames").iterdir()
    held = kept.read_bytes()
    for at in (0, -1):
        changed = bytearray(held)
        changed[at] ^= 1
        kept.write_bytes(changed)
        assert disk.load(kept.name) is None
    kept.write_bytes(held)
    found: Any = disk.load(kept.name)
    assert found(Memory().address, 0, 99) == 99


@pytest.mark.slow
def test_a_file_is_loaded_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    forget(monkeypatch, tmp_path)
    for found in (0, 1, 1):
        monkeypatch.setattr(CACHE, "entries", {})
        counts = playouts.play_out(four, four.start, GEN, 3)
        assert (sum(counts), len(CACHE.loaded)) == (3, found)
    assert len([*disk.cache_directory().iterdir()]) == 1


@pytest.mark.slow
def test_random_games_of_a_game_that_calls_itself_are_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = playouts.play_out(odd_heap, odd_heap.start, GEN, 3)
    monkeypatch.setattr(CACHE, "loaded", {})
    monkeypatch.setattr(walker, "_compile", None)
    for _ in range(2):
        monkeypatch.setattr(CACHE, "entries", {})
        assert playouts.play_out(odd_heap, odd_heap.start, GEN, 3) == wanted
        assert len(CACHE.loaded) == 1


def test_few_files_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(disk, "_MAX_FILES", 2)
    kept: list[Path] = []
    for i in range(4):
        disk.save(str(i), nothing_to_keep)
        (new,) = {*disk.cache_directory().iterdir()} - {*kept[-1:], *kept[-2:-1]}
        os.utime(new, (i, i))
        kept.append(new)
    assert {*disk.cache_directory().iterdir()} == {*kept[-2:]}


def test_without_a_directory_of_ones_own_it_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert disk.cache_directory().name == "fpgames"


# Digests, which are the names of files.


def plain(n: int) -> int:
    return n + 1


def another(n: int) -> int:
    return n + 2


def with_float(n: int) -> float:
    return n + 1.0


def bound(k: Any) -> Callable[[Any], Any]:
    return lambda n: n + k


def defaulted(n: int, k: int = 1) -> int:
    return n + k


def called(n: int) -> int:
    return helper(n)


def helper(n: int) -> int:
    return n


class Colour(IntEnum):
    RED = 1


class Other(IntEnum):
    RED = 2


Pair = namedtuple("Pair", "one two")
Couple = namedtuple("Couple", "one other")
DIFFERENT: list[Any] = [
    plain, another, with_float, bound(1), bound(2), bound(True), defaulted, called, cache(plain), numba.njit(plain), partial(plain), partial(defaulted, k=2),
    Stage(plain, ()), Stage(plain, ()) | plain, add, max, min, itemgetter(0), itemgetter(1), Colour, Other, Colour.RED, Other.RED, Player.FIRST,
    Pair, Couple, Pair(1, 2), (1, 2), (1, 2.0), (1, True), tuple(range(20)), tuple(range(21)), 1, 1.0, True, "1", None, 0.0, -0.0,
    four.score, connect4.sized(4, 4).score, four.successors, four.static, up_to_symmetry(four).successors, value_of_outcome(four),
    value_of_outcome(tictactoe.rules),
    lambda n: n in {1, 2}, lambda n: n in {1, 3}, lambda n: (n, 1), lambda n: (n, 1.0), lambda n: (n, True),
]  # fmt: skip


def test_different_functions_and_values_have_different_digests() -> None:
    digests = [digest(each) for each in DIFFERENT]
    assert None not in digests
    assert len({*digests}) == len(DIFFERENT)
    assert digests == [digest(each) for each in DIFFERENT]


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    def make(source: str, name: str = "changed") -> Any:
        module = ModuleType(name)
        exec(source, vars(module))
        monkeypatch.setitem(sys.modules, name, module)
        return module

    return make


CHANGES = [
    ("class K(NamedTuple):\n one: int\n two: int\nk = K(3, 10)", "class K(NamedTuple):\n two: int\n one: int\nk = K(3, 10)"),
    ("class K(NamedTuple):\n one: int\nk = (K(3),)", "class K(NamedTuple):\n two: int\nk = (K(3),)"),
    ("class K(IntEnum):\n ONE = 1\n TWO = 2\n LAST = 1\nk = K.ONE", "class K(IntEnum):\n ONE = 1\n TWO = 2\n LAST = 2\nk = K.ONE"),
]  # fmt: skip
USES: list[Callable[[Any], Any]] = [lambda m: m.k, lambda m: partial(add, m.k), lambda m: bound(m.k), lambda m: m.K]


@pytest.mark.parametrize("change", CHANGES, ids=["order", "name", "member"])
def test_a_class_that_was_changed_has_another_digest_or_none(
    change: tuple[str, str], changed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for given in USES:
        found: list[Any] = []
        module: Any = None
        for source in change:
            monkeypatch.setattr(CACHE, "classes", {})
            module = changed(f"from typing import NamedTuple\nfrom enum import IntEnum\n{source}")
            found.append(digest(given(module)))
        assert found[0] != found[1]
        assert digest(given(module)) == found[1]
        module = changed(f"from typing import NamedTuple\nfrom enum import IntEnum\n{change[1]}")
        assert digest(given(module)) is None, "an equal class that is another object"


def test_classes_of_main_and_local_ones_have_none(changed: Callable[..., Any]) -> None:
    class Local(Exception):
        pass

    assert digest(Local) is None
    assert digest(changed("class Mine(Exception): pass", "__main__").Mine) is None


def test_a_digest_depends_on_what_a_function_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(called)
    monkeypatch.setitem(globals(), "helper", plain)
    assert digest(called) != before


def test_what_only_this_process_knows_has_none() -> None:
    values: list[Any] = [object(), [1], {1}, partial(add, object()), numba, four, partial(whose_turn, four, 1)]
    assert [digest(value) for value in values] == [None] * len(values)
