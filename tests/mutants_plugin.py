"""Pytest plugin of ``tests.mutants``: record the processor seconds and the failure of each test, and select tests.

``MUTANT_RECORDS`` names the file of the records. ``MUTANT_TESTS`` names a file with the tests to run, in order, and the
processor seconds that each may take.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

_max_seconds: dict[str, float] = {}  # of each selected test
_failed: set[str] = set()


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    from hypothesis import Phase, settings  # late, because coverage has to see what the plugin of Hypothesis imports

    phases = [Phase.explicit, Phase.generate]  # a failure is not shrunk
    settings.register_profile("mutants", deadline=None, derandomize=True, max_examples=10, phases=phases)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if path := os.environ.get("MUTANT_TESTS"):
        _max_seconds.update(json.loads(Path(path).read_text()))
        position = {name: i for i, name in enumerate(_max_seconds)}
        items[:] = sorted((item for item in items if item.nodeid in position), key=lambda item: position[item.nodeid])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.add(report.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    began = sum(os.times()[:4])
    signal.signal(signal.SIGVTALRM, lambda *_: pytest.fail("The test takes too long: the mutant loops."))
    signal.setitimer(signal.ITIMER_VIRTUAL, _max_seconds.get(item.nodeid, 0))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        record = item.nodeid, round(sum(os.times()[:4]) - began, 3), item.nodeid in _failed
        with open(os.environ["MUTANT_RECORDS"], "a") as records:
            records.write(json.dumps(record) + "\n")
