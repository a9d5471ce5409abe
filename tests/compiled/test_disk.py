"""Machine code that is kept on the disk: the same results in the processes that follow, and in this one without it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable
from enum import IntEnum
from functools import cache, partial
from operator import add, itemgetter
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from fpgames import Player, build_tree, jit, map_tree, minimax, prune
from fpgames import playouts as play
from fpgames.compiled import digests
from fpgames.compiled.digests import digest
from fpgames.games import connect4, tictactoe
from fpgames.rules import value_of_outcome, whose_turn
from fpgames.stage import Stage
from fpgames.symmetry import up_to_symmetry
from tests.support.compiled import CHAIN, GEN, odd_heap
from tests.support.interrupts import check_ctrl_c_ends

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled import disk, kernels, playouts, walks  # noqa: E402 (which need numba)

four: Any = connect4.rules


def forget(monkeypatch: pytest.MonkeyPatch, where: Path) -> None:
    """Let nothing be compiled in this process, and keep code in another directory."""
    monkeypatch.setattr(walks, "_ENTRIES", {})
    monkeypatch.setattr(kernels, "_KERNELS", {})
    monkeypatch.setattr(disk, "_LOADED", {})
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(where))


LOADS = """
import logging, sys
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
from fpgames import build_tree, jit, map_tree, minimax, prune
from fpgames.games.connect4 import rules
solve = lambda depth: jit(build_tree(rules) | prune(depth) | map_tree(rules.score) | minimax)(rules.start)
solve(2); print("begun", flush=True); solve(30)
"""


def test_another_process_does_not_compile_again_and_ctrl_c_ends_its_search(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What would say that it compiles would be read in place of ``begun``."""
    forget(monkeypatch, tmp_path)
    assert jit(build_tree(four) | prune(2) | map_tree(four.score) | minimax)(four.start) == 0
    check_ctrl_c_ends(LOADS, 0.3)


SCRIPT = """
import logging, sys
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
from functools import partial
from fpgames import Player, SplitMix, alpha_beta, build_tree, jit, map_tree, minimax, order_by, playouts, prune
from fpgames.games.connect4 import rules
from fpgames.search import count_nodes, mcts, ucb1

def doubled(n):
    if n % 100 < 20:
        yield n + 1
        yield n + n % 100

def fails(n):
    if n > 110:
        raise ValueError(n, Player.SECOND)
    return float(n) if n % 3 else float("nan")

gen = SplitMix.from_seed(3)
built = build_tree(rules) | prune(5)
below = build_tree(doubled, player=Player.FIRST)
for search, p in (
    (built | order_by(rules.score) | map_tree(rules.score) | partial(count_nodes, alpha_beta), rules.start),
    (below | map_tree(lambda n: 7 * n % FACTOR) | minimax, 1),
    (below | map_tree(fails) | minimax, 1),
    (below | map_tree(fails) | minimax, 101),
):
    try:
        print(jit(search)(p))
    except ValueError as error:
        print(repr(error))
print(playouts(rules, rules.start, 50_000).eval(gen))
print(jit(mcts(rules, 1000, select=ucb1(FACTOR / 31)))(rules.start).eval(gen))
"""


def printed(code: str, where: Path, seed: int, *args: str) -> list[str]:
    env = os.environ | {"NUMBA_CACHE_DIR": str(where), "PYTHONHASHSEED": str(seed)}
    ended = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, env=env, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.exhaustive
def test_processes_that_follow_do_not_compile_again(tmp_path: Path) -> None:
    first, second, other = (
        printed(SCRIPT.replace("FACTOR", str(factor)), tmp_path, seed) for factor, seed in ((31, 1), (31, 2), (29, 3))
    )
    said = [line for line in first if line.startswith("compiling")]
    assert len(said) == 5
    assert second == [line for line in first if line not in said]
    assert len(second) == 6
    assert [line for line in other if line.startswith("compiling")] == said[1:2], (
        "the search whose function has changed"
    )
    assert [i for i, line in enumerate(line for line in other if line not in said) if line != second[i]] == [1, 5]


FROM_EITHER_PLAYER = """
import sys
from fpgames import build_tree, jit, map_tree, minimax, prune, share
from fpgames.games.tictactoe import rules
search = jit(build_tree(rules) | share | prune(3) | map_tree(rules.static) | minimax)
for move in sys.argv[1:]:
    print(search(rules.start if move == "none" else rules.play(rules.start, int(move))))
"""


@pytest.mark.exhaustive
def test_a_search_is_kept_with_functions_that_were_compiled_for_another(tmp_path: Path) -> None:
    """The functions of both players call each other; the second search begins with one of the first's."""
    assert printed(FROM_EITHER_PLAYER, tmp_path, 0, "none", "4") == ["0", "0"]
    assert printed(FROM_EITHER_PLAYER, tmp_path, 0, "4") == ["0"]


def test_code_that_cannot_be_kept_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the directory is a file, and where what is kept was changed."""
    file = tmp_path / "file"
    file.touch()
    forget(monkeypatch, file)
    disk.save("name", SimpleNamespace(_reduce=lambda: ()))  # type: ignore[arg-type]
    assert disk.load("name") is None
    for _ in range(2):
        forget(monkeypatch, tmp_path)
        assert jit(CHAIN)(0) == 99
        (kept,) = (tmp_path / "fpgames").iterdir()
        held = kept.read_bytes()
        kept.write_bytes(held[:-1] + b"?")  # it is read when the loop begins again


@pytest.mark.exhaustive
def test_random_games_that_only_this_process_knows_are_not_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    forget(monkeypatch, tmp_path)
    monkeypatch.setattr(kernels, "digest", lambda *values: None)
    assert playouts.play_out(four, four.start, GEN, 3) == play(four, four.start, 3).eval(GEN)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("rules", [pytest.param(four, marks=pytest.mark.exhaustive), odd_heap], ids=str)
def test_a_file_is_loaded_once(rules: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also of a game, the second one, a function of which calls itself."""
    forget(monkeypatch, tmp_path)
    for found in (0, 1, 1):
        monkeypatch.setattr(kernels, "_KERNELS", {})
        counts = playouts.play_out(rules, rules.start, GEN, 3)
        assert (sum(counts), len(disk._LOADED)) == (3, found)
    assert len([*disk.directory().iterdir()]) == 1


def test_few_files_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(disk, "_MOST", 2)
    kept: list[Path] = []
    for i in range(4):
        result: Any = SimpleNamespace(_reduce=lambda: ())
        disk.save(str(i), result)
        (new,) = {*disk.directory().iterdir()} - {*kept[-1:], *kept[-2:-1]}
        os.utime(new, (i, i))
        kept.append(new)
    assert {*disk.directory().iterdir()} == {*kept[-2:]}


def test_without_a_directory_of_ones_own_it_is_that_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert disk.directory().name == "fpgames"


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
        found = []
        for source in change:
            monkeypatch.setattr(digests, "_CLASSES", {})
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
