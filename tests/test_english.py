"""Plain English: words that the library's files do not use, because they read as translated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.test_layers import PACKAGE, ROOT

WORDS = ("rooms?", "answer(s|ed|ing)?", "nobody", "somebody", "whoever", "sooner")
PATTERN = re.compile(rf"\b({'|'.join(WORDS)})\b", re.I)


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted(PACKAGE.rglob("*.py"))], ids=lambda path: path.name)
def test_it_is_said_plainly(path: Path) -> None:
    lines = enumerate(path.read_text().splitlines(), 1)
    assert [(number, line.strip()) for number, line in lines if PATTERN.search(line)] == []


def test_the_words_are_noticed() -> None:
    assert [word for word in ["a", "room", "answers", "Nobody", "whoever", "sooner", "plainly"] if PATTERN.match(word)] == [
        "room", "answers", "Nobody", "whoever", "sooner",
    ]  # fmt: skip
