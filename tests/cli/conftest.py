"""Commands run in this process, in which no search is compiled, however many tests have searched before."""

from __future__ import annotations

from math import inf

import pytest

from fpgames.compiled import patience, simulations
from tests.support.command import run as run


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "ENOUGH", inf)
    monkeypatch.setattr(simulations, "_WORTH", inf)
