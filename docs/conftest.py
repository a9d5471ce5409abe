"""Collect the examples of pages as doctests.

Plain tests run all examples, or those above the comment ``<!-- long from here -->`` if the page has one. Exhaustive
tests also run the whole of such a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path

import pytest
from _pytest.doctest import DoctestTextfile

collect_ignore = ["conf.py", "_ext", "_build"]
collect_ignore += ["examples/pydraughts_board.py", "examples/chess_with_draws.py"]  # they need other libraries
collect_ignore_glob = ["*.parts.py"]
LONG = "\n<!-- long from here -->\n"


class Page(DoctestTextfile):
    """A page, whose examples are one or two test items."""

    def collect(self) -> Iterator[pytest.DoctestItem]:
        """Yield an item with the examples above the comment, if there is one, and an item with all examples."""
        for whole in super().collect():
            above, long, _ = (whole.dtest.docstring or "").partition(LONG)
            if long:
                examples = DocTestParser().get_doctest(above, {"__name__": "__main__"}, "above", str(self.path), 0)
                yield pytest.DoctestItem.from_parent(self, name="above", runner=whole.runner, dtest=examples)
                whole.add_marker(pytest.mark.exhaustive)
            yield whole


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Page | None:
    """Collect every Markdown file as a page."""
    return Page.from_parent(parent, path=file_path) if file_path.suffix == ".md" else None
