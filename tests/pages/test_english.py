"""Sentences of pages are short."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.support.source import PAGES, relative_name, text_of

LONGEST = 35
_BLOCK = re.compile(r"^( *)(`{3,}).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_END = re.compile(r"(?<=[.?!])[\"')*_]*\s+(?=[\"'(*_]*[A-Z0-9`])|(?<=[.?!])[\"')*_]*$")
_ABBREVIATED = re.compile(r"\b(e\.g|i\.e|etc|vs|cf|Dr|St)\.")


def sentences(page: str) -> Iterator[str]:
    """Yield the sentences of a page: of paragraphs, items, headings, captions, and cells of tables."""
    captions = re.findall(r"^ *``` ?\{(?:picture|stepper|gallery)\} ?(.*)$", page, re.MULTILINE)
    text = _COMMENT.sub("", _BLOCK.sub("\n\n", page))
    text = re.sub(r"^:{3,}.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]+`", "`code`", text)  # before tags, which code may seem to hold
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)  # links
    text = re.sub(r"<[^>]+>", "", text)
    text = _ABBREVIATED.sub(r"\1", text)
    for paragraph in [*captions, *re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.) ?)", text)]:
        for cell in paragraph.split("|"):
            words = re.sub(r"^[\s#>*-]+|^\d+\.\s", "", " ".join(cell.split()))
            for sentence in _END.split(words):
                if re.search(r"\w", sentence):
                    yield sentence.strip()


def words(sentence: str) -> int:
    """Return how many words a sentence has; a piece of code is one."""
    return len(re.findall(r"[^\s\-\u2013\u2014]*\w[^\s\u2013\u2014]*", sentence))


def test_no_sentence_is_long() -> None:
    long = ((page, each) for page in PAGES for each in sentences(text_of(page)) if words(each) > LONGEST)
    assert [f"{relative_name(page)}: {each}" for page, each in long] == []
