"""Hypothesis profiles, and what all processes of one run share.

The profile ``dev`` draws other examples in each run, ``ci`` more of them, but the same every time. Both draw fewer than
Hypothesis's hundred, because most laws here are stated of each of a dozen games: a bug is met by one law or another, and
the tests take minutes. ``--hypothesis-profile=thorough`` looks longer.
"""

import os
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings

if "PYTEST_XDIST_WORKER" not in os.environ:  # searches are compiled anew in each run; its workers share them
    _compiled = TemporaryDirectory()
    os.environ["NUMBA_CACHE_DIR"] = _compiled.name
os.environ.pop("PYTEST_ADDOPTS", None)  # read already; not meant for the runs of pytest that a test begins


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the cases of a test in one order, as pytest-xdist needs: that of a map is another in each process."""
    place: dict[str, int] = {}
    for i, item in enumerate(items):
        place.setdefault(item.nodeid.partition("[")[0], i)
    items.sort(key=lambda item: (place[item.nodeid.partition("[")[0]], item.nodeid))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that compile themselves when it pays do so early, which saves seconds of Python's time."""
    monkeypatch.setattr("fpgames.compiled.patience.ENOUGH", 20_000)


collect_ignore = ["types/typed_pipelines.py"]  # for type checkers to read, not to be run

settings.register_profile("dev", deadline=None, max_examples=20)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("few", deadline=None, derandomize=True, max_examples=10)
settings.register_profile("fewest", deadline=None, derandomize=True, max_examples=5)
settings.register_profile("thorough", deadline=None, max_examples=2000)
# For mutmut, which runs tests many times in one process, and for which any counterexample will do.
settings.register_profile(
    "mutation",
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.differing_executors],
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
