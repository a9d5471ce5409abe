"""Pytest configuration: Hypothesis profiles, the compiler's cache, and fixtures about compiling.

The profile ``plain`` draws the same few examples in every run. A few are enough: most laws are checked on a dozen games,
so that some law finds each bug. Two profiles serve a developer who looks for bugs, and never gate a change: ``random``
draws the same number of examples from a fresh seed, and ``explore``, used by ``tests.explore``, draws more. Tests that
draw examples have the marker ``hypothesis``.

A test that needs another library has the marker ``needs`` with the names of its modules. So the plain tests are the same
whether or not that library is installed.
"""

import os
from importlib.util import find_spec
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

if not {"NUMBA_CACHE_DIR", "PYTEST_XDIST_WORKER"} & {
    *os.environ
}:  # each run compiles afresh; its workers share the cache
    _compiled = TemporaryDirectory()
    os.environ["NUMBA_CACHE_DIR"] = _compiled.name
os.environ.pop("PYTEST_ADDOPTS", None)  # already applied; must not reach pytest runs that tests start
pytest.register_assert_rewrite("tests.support")


@pytest.hookimpl(tryfirst=True)  # before -m selects tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need other libraries as exhaustive, and sort the cases of each test.

    Pytest-xdist needs one order, but the order of a hash map differs per process.
    """
    for item in items:
        for mark in item.iter_markers("needs"):
            item.add_marker(pytest.mark.exhaustive)
            missing = [module for module in mark.args if find_spec(module) is None]
            item.add_marker(pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}"))
    first_index: dict[str, int] = {}
    for i, item in enumerate(items):
        first_index.setdefault(item.nodeid.partition("[")[0], i)
    items.sort(key=lambda item: (first_index[item.nodeid.partition("[")[0]], item.nodeid))


@pytest.fixture
def compile_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the threshold at which a search is compiled, which saves seconds of interpreted Python."""
    monkeypatch.setattr("fpgames.compiled.meter.NODES_BEFORE_COMPILING", 20_000)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent compiling of searches and playouts, however many nodes and moves this process has counted before."""
    for threshold in ("NODES_BEFORE_COMPILING", "PLAYOUT_METER.threshold"):
        monkeypatch.setattr(f"fpgames.compiled.meter.{threshold}", 10**15)
    monkeypatch.setattr("fpgames.compiled.meter.nodes_before_disk_lookup", lambda: 10**15)


# mutants.py needs mutmut; type checkers read typed_pipelines.py, which is not to be run
collect_ignore = ["mutants.py", "types/typed_pipelines.py"]

settings.register_profile("plain", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("random", deadline=None, database=None, max_examples=10)
settings.register_profile("explore", deadline=None, database=None, max_examples=100)
settings.load_profile("plain")
