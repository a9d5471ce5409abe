"""Pytest configuration for all tests and doctests: rare garbage collection, and short time limits.

The cycle collector takes a tenth of the tests' time, and a quarter for the tests of pages.
"""

import gc
from contextlib import suppress
from importlib import import_module
from math import inf

import pytest

gc.set_threshold(100_000, 20, 100)
with suppress(ImportError, AttributeError):
    # Hypothesis draws numbers and texts of the modules that are loaded, which depend on the tests that ran before.
    from hypothesis.internal.conjecture import providers

    providers._get_local_constants = lambda: providers._local_constants


def pytest_collection_finish() -> None:
    """Freeze the objects made by test collection, which live as long as the process."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def short_time_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit laws that check as many cases as time allows to 0.1 seconds."""
    for law in ("bots.LEGALITY_SECONDS", "positions.ROUND_SECONDS"):
        monkeypatch.setattr(f"fpgames.testing.laws.{law}", 0.1)


@pytest.fixture(autouse=True)
def _examples_take_little_time(request: pytest.FixtureRequest) -> None:
    """Use short time limits in doctests, which only show how to run a law; tests run laws with normal limits."""
    if isinstance(request.node, pytest.DoctestItem):
        request.getfixturevalue("short_time_limits")
        limits: pytest.MonkeyPatch = request.getfixturevalue("monkeypatch")
        for limit in (
            "checks.DEFAULT_SECONDS",
            "checks.SHRINK_TIME",
            "checks.TOTAL_SHRINK_TIME",
            "suite.FIRST_FAILURE_SECONDS",
        ):  # on a busy machine, reports would differ
            limits.setattr(f"fpgames.testing.running.{limit}", inf)
        checks = import_module("fpgames.testing.running.checks")
        phases = [phase._replace(seconds=1e9) if phase.max_cases < inf else phase for phase in checks.PHASES]
        limits.setattr(checks, "PHASES", phases)
