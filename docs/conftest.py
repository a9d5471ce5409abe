"""Pages are tested here: all examples of a page that takes little time, and of another those above a comment that says so.

Below such a comment, ``<!-- long from here -->``, are examples that only exhaustive tests run, which run the whole page.
"""

from __future__ import annotations

from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path

import pytest
from _pytest.doctest import DoctestTextfile

collect_ignore = ["conf.py", "_ext", "_build"]
LONG = "\n<!-- long from here -->\n"


class Page(DoctestTextfile):
    """The examples of a page."""

    def collect(self) -> Iterator[pytest.DoctestItem]:
        """Yield what is run of them by plain tests, and all of them."""
        for whole in super().collect():
            above, long, _ = (whole.dtest.docstring or "").partition(LONG)
            if long:
                examples = DocTestParser().get_doctest(above, {"__name__": "__main__"}, "above", str(self.path), 0)
                yield pytest.DoctestItem.from_parent(self, name="above", runner=whole.runner, dtest=examples)
                whole.add_marker(pytest.mark.exhaustive)
            yield whole


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Page | None:
    """Collect a page."""
    return Page.from_parent(parent, path=file_path) if file_path.suffix == ".md" else None
