"""Hypothesis profiles: CI runs the same few examples every time; ``--hypothesis-profile=thorough`` looks longer."""

import os
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings

_compiled = TemporaryDirectory()  # searches are compiled anew in each run
os.environ["NUMBA_CACHE_DIR"] = _compiled.name
os.environ.pop("PYTEST_ADDOPTS", None)  # read already; not meant for the runs of pytest that a test begins


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that compile themselves when it pays do so early, which saves seconds of Python's time."""
    monkeypatch.setattr("fpgames.compiled.patience.ENOUGH", 20_000)


collect_ignore = ["typed_pipelines.py"]  # for type checkers to read, not to be run

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=40)
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
