"""Companion pages: each listing and printed result of an article has a counterpart, at the place that a table names.

``listings/N.txt`` lists those of article N, one per line, in the article's order.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.support.source import ROOT

sys.path.append(str(ROOT / "docs" / "_ext"))

from fpgames_docs.blocks import blocks, textbook

PAGES = sorted((ROOT / "docs" / "articles").glob("[1-5]-*.md"))
HEADING = "The article's listings"
SHORT = 10  # a single piece of fewer characters, such as `3`, may stand in a section by chance
CELL = re.compile(r"(?<!\\)\|")


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def sections(page: Path) -> dict[str, str]:
    text = page.read_text()
    bare = re.sub(r"^```.*?^```", lambda found: "x" * len(found[0]), text, flags=re.MULTILINE | re.DOTALL)
    headings = [(len(found[1]), found[2], found.start()) for found in re.finditer(r"^(#+) (.*)$", bare, re.MULTILINE)]
    return {
        slug(title): text[begin : next((b for lower, _, b in headings[n + 1 :] if lower <= level), len(text))]
        for n, (level, title, begin) in enumerate(headings)
    }


def code_of(section: str) -> str:
    return "\n".join(
        textbook(block.info.removeprefix("{textbook}")) if block.info.startswith("{textbook}") else block.code
        for block in blocks(section)
    )


def rows(page: Path) -> list[tuple[str, str, list[str]]]:
    """The table: the listing, the link, the code or output that stands there: a piece of a line, or several lines."""
    table = sections(page)[slug(HEADING)]
    lines = [CELL.split(line)[1:-1] for line in table.splitlines() if line.startswith("|")][2:]
    return [
        (listing.strip(), link.strip(), re.findall(r"`([^`]+)`", text.replace("\\|", "|")))
        for listing, link, text in lines
    ]


def stands(lines: list[str], code: str) -> bool:
    """Whether a piece of a line stands in the code, or several lines stand there, one below the other (no prompts)."""
    if len(lines) == 1:
        return lines[0] in code
    bare = re.sub(r"^(>>>|\.\.\.) *\n?", "", code, flags=re.MULTILINE)
    return "\n" + "\n".join(lines) + "\n" in f"\n{bare}\n"


def test_each_listing_of_the_article_has_a_row() -> None:
    for page in PAGES:
        named = (Path(__file__).parent / "listings" / f"{page.name[0]}.txt").read_text().splitlines()
        assert [listing for listing, _, _ in rows(page)] == named
        assert len(named) >= 8
    assert len(PAGES) == 5


def test_each_counterpart_stands_where_the_table_says() -> None:
    wrong = []
    for page, (listing, link, lines) in ((each, row) for each in PAGES for row in rows(each)):
        found = re.fullmatch(r"\[.+\]\(([^#)]*)#?(.*)\)", link)
        target = page if not (found and found[1]) else (page.parent / found[1]).resolve()
        places = {**sections(target), "": target.read_text()}
        if not found:
            wrong.append(f"{listing}: {link!r} is no link")
        elif found[2] not in places:
            wrong.append(f"{listing}: {target.name} has no section {found[2]!r}")
        elif not stands(lines, code_of(places[found[2]])):
            wrong.append(f"{listing}: {lines} does not stand in {link}")
    assert wrong == []


def test_no_counterpart_stands_there_by_chance() -> None:
    short = [row for page in PAGES for row in rows(page) if len(row[2]) < 2 and len("".join(row[2])) < SHORT]
    assert short == [], "say with which input it is printed: `f(1)` `2`"
