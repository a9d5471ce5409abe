"""Hypothesis profiles, and what all processes of one run share.

The profile ``plain`` draws the same few examples in every run: most laws here are stated of each of a dozen games, and a
bug is met by one law or another. Two profiles are for a person who looks for bugs, never for a run that gates something:
``random`` draws as many examples from a fresh seed, and ``explore``, of ``tests.explore``, draws more. Tests that draw
have the marker ``hypothesis``.
"""

import os
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

if not {"NUMBA_CACHE_DIR", "PYTEST_XDIST_WORKER"} & {*os.environ}:  # compiled anew in each run; its workers share it
    _compiled = TemporaryDirectory()
    os.environ["NUMBA_CACHE_DIR"] = _compiled.name
os.environ.pop("PYTEST_ADDOPTS", None)  # read already; not meant for the runs of pytest that a test begins
pytest.register_assert_rewrite("tests.support")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the cases of a test in one order, as pytest-xdist needs: that of a map is another in each process."""
    place: dict[str, int] = {}
    for i, item in enumerate(items):
        place.setdefault(item.nodeid.partition("[")[0], i)
    items.sort(key=lambda item: (place[item.nodeid.partition("[")[0]], item.nodeid))


@pytest.fixture
def compile_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that compile themselves when it pays do so early, which saves seconds of Python's time."""
    monkeypatch.setattr("fpgames.compiled.driver.meter.NODES_BEFORE_COMPILING", 20_000)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches and playouts that compile nothing, however much this process has done before."""
    for enough in ("NODES_BEFORE_COMPILING", "MOVES.enough"):
        monkeypatch.setattr(f"fpgames.compiled.driver.meter.{enough}", 10**15)
    monkeypatch.setattr("fpgames.compiled.driver.meter.soon", lambda: 10**15)


collect_ignore = ["mutants.py", "types/typed_pipelines.py"]  # which needs mutmut; for type checkers, not to be run

settings.register_profile("plain", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("random", deadline=None, database=None, max_examples=10)
settings.register_profile("explore", deadline=None, database=None, max_examples=100)
settings.load_profile("plain")
