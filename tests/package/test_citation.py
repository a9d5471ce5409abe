"""`CITATION.cff` names every article and paper that the library follows."""

from __future__ import annotations

import re

from tests.support.source import DOCS, FILES, PAGES, ROOT, text_of

CITATION = text_of(ROOT / "CITATION.cff")
IDENTIFIERS = r"\b(10\.\d{4,}/[^\s`'\"]+|arXiv:\d+\.\d+)"


def test_every_identifier_in_docstrings_and_pages_is_cited() -> None:
    texts = [*map(text_of, FILES.values()), *map(text_of, PAGES)]
    found = {identifier for text in texts for identifier in re.findall(IDENTIFIERS, text)}
    assert len(found) > 15
    assert [each for each in sorted(found) if not is_cited(each)] == []


def is_cited(identifier: str) -> bool:
    """Return whether an identifier is cited, perhaps without the punctuation that follows it in a text."""
    return identifier in CITATION or any(identifier.startswith(each) for each in re.findall(IDENTIFIERS, CITATION))


def test_every_article_of_the_front_page_is_cited() -> None:
    links = re.findall(r"^\| \d \| .*?\]\((http[^)]*)\)", text_of(DOCS / "index.md"), re.MULTILINE)
    assert len(links) == 5
    assert [link for link in links if f"url: {link}\n" not in CITATION] == []
