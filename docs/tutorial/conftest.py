"""A chapter's examples know the program as it is at the end of the chapter."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fpgames_docs.chapters import program


@pytest.fixture(autouse=True)
def _program(request: pytest.FixtureRequest, doctest_namespace: dict[str, Any], tmp_path: Path) -> Iterator[None]:
    file = tmp_path / "program.py"  # a file, because the source of what is compiled is read
    file.write_text(program(request.path), encoding="utf-8")
    known = {**doctest_namespace}
    doctest_namespace.update(runpy.run_path(str(file), run_name="program"))
    yield
    doctest_namespace.clear()  # it is that of all doctests
    doctest_namespace.update(known)
