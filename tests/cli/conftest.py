"""Fixtures for commands that run in this process, without compiling, however many tests have searched before."""

from __future__ import annotations

import pytest

from tests.support.command import run as run


@pytest.fixture(autouse=True)
def _uncompiled(uncompiled: None) -> None: ...
