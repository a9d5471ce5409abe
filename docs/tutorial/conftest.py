"""Run the examples of a chapter with the definitions of the tutorial's program at the end of the chapter."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fpgames_docs.chapters import program


@pytest.fixture(autouse=True)
def _program(request: pytest.FixtureRequest, doctest_namespace: dict[str, Any], tmp_path: Path) -> Iterator[None]:
    file = tmp_path / "program.py"  # a file, because compiling reads the source of functions
    file.write_text(program(request.path), encoding="utf-8")
    before = {**doctest_namespace}
    doctest_namespace.update(runpy.run_path(str(file), run_name="program"))
    yield
    doctest_namespace.clear()  # all doctests share this namespace
    doctest_namespace.update(before)
