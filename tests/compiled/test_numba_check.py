"""A numba with changed internals: everything works without compiling, after one warning."""

import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from fpgames import alpha_beta, build_tree, map_tree
from fpgames.compiled import CannotCompile, jit, jit_when_it_pays, numba_check
from fpgames.compiled.caching.cache import CACHE
from fpgames.compiled.numba_check import has_numba
from fpgames.games import tictactoe
from fpgames.play import playouts
from fpgames.search import mcts
from tests.support.compiled import GEN

pytest.importorskip("numba")

from fpgames.compiled.backend.driver import walker

SEARCH = build_tree(tictactoe.rules) | map_tree(tictactoe.rules.static) | alpha_beta

CHANGED = """
import warnings
{change}
from fpgames import SplitMix, alpha_beta, bot_mcts, build_tree, jit, map_tree, prune
from fpgames.compiled import CannotCompile, jit_when_it_pays
from fpgames.play.bot_names import read_bot
from fpgames.games import connect4, tictactoe
from fpgames.cli.command import main
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    rules, gen = tictactoe.rules, SplitMix.from_seed(1)
    moves = [read_bot(rules, name)(rules.start).eval(gen) for name in ("mcts:1000", "alphabeta:6", "mc:30000")]
    search = build_tree(connect4.rules) | prune(7) | map_tree(connect4.rules.static) | alpha_beta
    assert jit_when_it_pays(search)(connect4.rules.start) == search(connect4.rules.start)
    main(["compare", "tictactoe", "mcts:1000", "random", "-n", "2", "--jobs", "1", "--seed", "1"])
    for n in range(2):
        try:
            jit(search)(connect4.rules.start)
        except CannotCompile as error:
            print(str(error).split(";")[-1])
print(moves, [str(each.message).split(" (")[0] for each in told if each.category is RuntimeWarning])
"""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[warnings.WarningMessage]]:
    """Check again, and return the warnings."""
    for each in (walker.require_compiler, numba_check.import_with_numba):
        each.cache_clear()
    monkeypatch.setattr(CACHE, "numba_failure", "")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        yield told


def test_what_a_changed_numba_raises_is_one_error(
    told: list[warnings.WarningMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = SimpleNamespace(label_of=None, compile_entry=lambda *_: SimpleNamespace(compile=lambda kinds: lambda n: n))
    for factory in (None, lambda *_: wrong):
        monkeypatch.setattr(walker, "Translator", factory)
        with pytest.raises(CannotCompile, match=r"cannot compile with numba .*, which failed"):
            walker.require_compiler()
    for error in (CannotCompile("mine"), TimeoutError("mine"), MemoryError("mine")):
        with pytest.raises(type(error), match=r"^mine$"), numba_check.using_numba():
            raise error
    assert [str(each.message).split(" numba ")[0] for each in told] == ["fpgames does not compile with"]


@pytest.mark.parametrize("error", [ImportError, SystemError, OSError, RuntimeError, AssertionError])
def test_if_numba_cannot_be_imported_python_does_the_work(
    told: list[warnings.WarningMessage], monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail(name: str) -> object:
        raise error(name)

    monkeypatch.setattr(numba_check, "import_module", fail)
    monkeypatch.setattr(numba_check, "version", fail)  # without metadata, too
    for name, value in (
        ("meter.NODES_BEFORE_COMPILING", 200),
        ("meter.NODES_BEFORE_LOADING", 100),
        ("meter.PLAYOUT_METER.threshold", 0),
    ):
        monkeypatch.setattr(f"fpgames.compiled.{name}", value)
    rules = tictactoe.rules
    assert jit_when_it_pays(SEARCH)(rules.start) == SEARCH(rules.start)
    assert sum(playouts(rules, rules.start, 200).eval(GEN)) == 200
    assert jit_when_it_pays(mcts(rules, 9))(rules.start).eval(GEN) == mcts(rules, 9)(rules.start).eval(GEN)
    with pytest.raises(CannotCompile, match=r"cannot compile with numba, which failed .*; without jit, Python runs"):
        jit(SEARCH)(rules.start)
    assert ["the rest works, but slower" in str(warning.message) for warning in told] == [True]


def test_an_empty_folder_is_not_numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numba").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "numba")
    assert not has_numba()
    monkeypatch.setitem(sys.modules, "numba", import_module("numba"))
    assert not has_numba()


REGISTRY = "import numba.core.registry; numba.core.registry.CPUDispatcher ="


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("change", "source"),
    [(f"{REGISTRY} object", None), (f"{REGISTRY} None", None), ("", "raise OSError(1)"), ("", "1")],
)
def test_a_changed_numba_is_told_once_and_not_used(tmp_path: Path, change: str, source: str | None) -> None:
    """A changed class of numba, a numba that cannot be imported, and another module called numba."""
    if source:
        (tmp_path / "numba.py").write_text(source)
    code = CHANGED.format(change=change)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.stderr == ""
    *_, one, two, warned = done.stdout.splitlines()
    assert one == two == " without jit, Python runs the same pipeline"
    assert "which failed" in done.stdout
    assert warned.count("does not compile") == 1


THREADS = """
from concurrent.futures import ThreadPoolExecutor
from fpgames import build_tree, jit, map_tree, minimax, prune
from fpgames.games.tictactoe import rules
search = build_tree(rules) | prune(2) | map_tree(rules.static) | minimax
print({*ThreadPoolExecutor(4).map(jit(search), [rules.start] * 8)})
"""


@pytest.mark.exhaustive
def test_threads_wait_for_modules_that_another_imports() -> None:
    done = subprocess.run([sys.executable, "-c", THREADS], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("{0}\n", "")
