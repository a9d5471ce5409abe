"""Companion pages: each listing and printed result of an article has a counterpart, at the place that a table names.

``listings/N.txt`` has those of article N, one per line, in the article's order: the name, and after a tab each, the lines
of code or output that stand at the place: a piece of a line, or several lines.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.support.source import ROOT

sys.path.append(str(ROOT / "docs" / "_ext"))

from fpgames_docs.blocks import blocks, textbook
from fpgames_docs.parts import listing, listings_file

PAGES = sorted((ROOT / "docs" / "articles").glob("[1-5]-*.md"))
HEADING = "The article's listings"
SHOWN = re.compile(r"\{(?:listing|beside)\} (\w+)$", re.MULTILINE)
SHORT = 10  # a single piece of fewer characters, such as `3`, may stand in a section by chance


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


def code_of(page: Path, section: str) -> str:
    """The code of a section, including the code that its directives take from files."""
    return "\n".join(
        textbook(block.info.removeprefix("{textbook}")) if block.info.startswith("{textbook}") else block.code
        for block in blocks(section)
    ) + "".join(f"\n{listing(page, name)[0]}\n" for name in SHOWN.findall(section))


def listings(page: Path) -> dict[str, list[str]]:
    lines = (Path(__file__).parent / "listings" / f"{page.name[0]}.txt").read_text().splitlines()
    return {name: pieces for name, *pieces in (line.split("\t") for line in lines)}


def links(page: Path) -> list[tuple[str, str]]:
    """The table: the name of each listing, and the link of its row."""
    lines = [line.split("|")[1:-1] for line in sections(page)[slug(HEADING)].splitlines() if line.startswith("|")][2:]
    return [(name.strip(), link.strip()) for names, link in lines for name in names.split(";")]


def stands(lines: list[str], code: str) -> bool:
    """Whether a piece of a line stands in the code, or several lines stand there, one below the other (no prompts)."""
    if len(lines) == 1:
        return lines[0] in code
    bare = re.sub(r"^(>>>|\.\.\.) *\n?", "", code, flags=re.MULTILINE)
    return "\n" + "\n".join(lines) + "\n" in f"\n{bare}\n"


def test_each_listing_of_the_article_is_in_the_table_once() -> None:
    for page in PAGES:
        named = listings(page)
        assert sorted(name for name, _ in links(page)) == sorted(named)
        assert f"The {len(named)} listings" in sections(page)[slug(HEADING)]
    assert len(PAGES) == 5


def test_each_counterpart_stands_where_the_table_says() -> None:
    wrong = []
    for page in PAGES:
        places, pieces = sections(page), listings(page)
        for name, link in links(page):
            match = re.fullmatch(r"\[.+\]\(#(.+)\)", link)
            if not match or match[1] not in places:
                wrong.append(f"{name}: {link!r} links to no section")
            elif not stands(pieces[name], code_of(page, places[match[1]])):
                wrong.append(f"{name}: {pieces[name]} is not in {link}")
    assert wrong == []


def test_no_counterpart_stands_there_by_chance() -> None:
    pieces = [lines for page in PAGES for lines in listings(page).values()]
    short = [lines for lines in pieces if len(lines) < 2 and len("".join(lines)) < SHORT]
    assert short == [], "write the input that prints it, too: `f(1)` `2`"


def test_each_listing_beside_a_page_is_shown_there_once() -> None:
    for page in PAGES:
        beside = re.findall(r"^(?:--|//) part-(\w+)$", listings_file(page).read_text(), re.MULTILINE)
        assert beside == [*SHOWN.findall(page.read_text()), "end"]
