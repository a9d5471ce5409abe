"""Commands run in this process, in which no search is compiled, however many tests have searched before."""

from __future__ import annotations

import pytest

from tests.support.command import run as run


@pytest.fixture(autouse=True)
def _uncompiled(uncompiled: None) -> None: ...
