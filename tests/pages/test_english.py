"""Plain English: words that read as translated stand nowhere, and no sentence of a page is long."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.support.source import FILES, PAGES, ROOT, name_of, text_of

WORDS = (
    "rooms?", "answer(s|ed|ing)?", "nobody", "somebody", "whoever", "sooner", "goes beside", "is asked for", "are asked for",
    "ha(s|ve) to be told", "of one's own",
)  # fmt: skip
PATTERN = re.compile(rf"\b({'|'.join(WORDS)})\b", re.IGNORECASE)
EXERCISES = re.compile(
    r"\b(an|the|your|its|each|hidden|right|wrong) answers?\b|python answer", re.IGNORECASE
)  # of exercises
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


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the comments and docstrings of a module, with their numbers; pieces of code are left out."""
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            text = ast.get_docstring(node, clean=False) or ""
            yield from enumerate(re.sub(r"``.*?``", "", text).splitlines(), node.body[0].lineno)


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page or of a module of the library, and the prose of tests, benchmarks and extensions."""
    if path in PAGES or path in FILES.values():
        yield from enumerate(text_of(path).splitlines(), 1)
    elif PATTERN.search(text_of(path)):  # most have none, and to find their prose takes time
        yield from prose(text_of(path))


FOLDERS = "tests", "benchmarks", "docs/_ext", "docs/live"
OTHERS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


def test_it_is_said_plainly() -> None:
    wrong = [
        f"{name_of(path)}:{number}: {line.strip()}"
        for path in (*PAGES, *FILES.values(), *OTHERS)
        for number, line in lines(path)
        if PATTERN.search(EXERCISES.sub("", line))
    ]
    assert wrong == []


def test_prose_is_found() -> None:
    source = '"""One ``x``.\n\nTwo."""\n\n\ndef f():  # three\n    """Four."""\n    return "five"\n'
    assert sorted(prose(source)) == [(1, "One ."), (2, ""), (3, "Two."), (6, "# three"), (7, "Four.")]


def test_no_sentence_is_long() -> None:
    long = ((page, each) for page in PAGES for each in sentences(text_of(page)) if words(each) > LONGEST)
    assert [f"{name_of(page)}: {each}" for page, each in long] == []


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
