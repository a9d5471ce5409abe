"""All tests let Python look for circles of objects seldom: that takes a tenth of their time, and of pages' a quarter."""

import gc

import pytest

gc.set_threshold(100_000, 20, 100)


def pytest_collection_finish() -> None:
    """Leave out what was made by collecting, which lives as long as the process."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def short_time_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Laws that look at as much as there is time for take a tenth of a second."""
    for law in ("bots.A_WHILE", "positions.ENOUGH"):
        monkeypatch.setattr(f"fpgames.testing.laws.{law}", 0.1)


@pytest.fixture(autouse=True)
def _examples_take_little_time(request: pytest.FixtureRequest) -> None:
    """Let examples be brief: they show how a law is run, and tests run it as users do."""
    if isinstance(request.node, pytest.DoctestItem):
        request.getfixturevalue("short_time_limits")
