"""Plain English: words that read as translated stand nowhere, and no sentence of a page is long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pages.prose import sentences, words
from tests.package.test_layers import PACKAGE, ROOT

WORDS = (
    "rooms?", "answer(s|ed|ing)?", "nobody", "somebody", "whoever", "sooner", "goes beside", "is asked for", "are asked for",
    "ha(s|ve) to be told", "of one's own",
)  # fmt: skip
PATTERN = re.compile(rf"\b({'|'.join(WORDS)})\b", re.IGNORECASE)
EXERCISES = re.compile(
    r"\b(an|the|your|its|each|hidden|right|wrong) answers?\b|python answer", re.IGNORECASE
)  # of exercises
LONGEST = 35
PAGES = [ROOT / "README.md", *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts)]


@pytest.mark.parametrize("path", [*PAGES, *sorted(PACKAGE.rglob("*.py"))], ids=lambda path: path.name)
def test_it_is_said_plainly(path: Path) -> None:
    lines = enumerate(path.read_text().splitlines(), 1)
    assert [(number, line.strip()) for number, line in lines if PATTERN.search(EXERCISES.sub("", line))] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_sentence_is_long(path: Path) -> None:
    assert [each for each in sentences(path.read_text()) if words(each) > LONGEST] == []


def test_the_words_are_noticed() -> None:
    noticed = [
        word for word in ["a", "room", "answers", "Nobody", "whoever", "sooner", "plainly"] if PATTERN.match(word)
    ]
    assert noticed == ["room", "answers", "Nobody", "whoever", "sooner"]
    assert PATTERN.search(EXERCISES.sub("", "a function answers; the answer is hidden"))
    assert not PATTERN.search(EXERCISES.sub("", "an answer is hidden"))


@given(
    st.lists(st.lists(st.sampled_from(["tree", "a", "`x. Y`", "[link](a.md)"]), min_size=1, max_size=50), min_size=1)
)
def test_sentences_are_found_and_counted(drawn: list[list[str]]) -> None:
    page = " ".join(f"The {' '.join(each)}." for each in drawn)
    assert [words(each) for each in sentences(page)] == [len(each) + 1 for each in drawn]


def test_what_is_no_prose_is_left_out() -> None:
    page = "# One\n\nTwo e.g. *three* <b>C</b>.\n\n```pycon\n>>> 1. A\n\n```\n- four\n- five (`six`)\n\n| a | b. C |\n|---|---|\n<!-- x -->\n"
    assert [*sentences(page)] == ["One", "Two e.g *three* C.", "four", "five (`code`)", "a", "b.", "C"]
    assert [*sentences("```{picture} Two words. More\nx\n```\n")] == ["Two words.", "More"]
