"""The companion pages: each listing and each printed result of an article has its counterpart, where the table says.

``listings/N.txt`` names those of article N, a line each, in the article's order.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.package.test_layers import ROOT

sys.path.append(str(ROOT / "docs" / "_ext"))

from blocks import blocks

PAGES = sorted((ROOT / "docs" / "articles").glob("[1-5]-*.md"))
HEADING = "The article's listings"
SHORT = 10  # a single piece of fewer characters, such as `3`, may stand in a section by chance
CELL = re.compile(r"(?<!\\)\|")
ARTICLES = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def slug(heading: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def sections(page: Path) -> dict[str, str]:
    """The text of each section, with those below it, by its anchor."""
    text = page.read_text()
    bare = re.sub(r"^```.*?^```", lambda found: "x" * len(found[0]), text, flags=re.MULTILINE | re.DOTALL)
    headings = [(len(found[1]), found[2], found.start()) for found in re.finditer(r"^(#+) (.*)$", bare, re.MULTILINE)]
    return {
        slug(title): text[begin : next((b for lower, _, b in headings[n + 1 :] if lower <= level), len(text))]
        for n, (level, title, begin) in enumerate(headings)
    }


def code_of(section: str) -> str:
    """All that stands in the code blocks of a section."""
    return "\n".join(block.code for block in blocks(section))


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


@ARTICLES
def test_each_listing_of_the_article_has_a_row(page: Path) -> None:
    named = (Path(__file__).parent / "listings" / f"{page.name[0]}.txt").read_text().splitlines()
    assert [listing for listing, _, _ in rows(page)] == named
    assert len(named) >= 8


@ARTICLES
def test_each_counterpart_stands_where_the_table_says(page: Path) -> None:
    for listing, link, lines in rows(page):
        found = re.fullmatch(r"\[.+\]\(([^#)]*)#?(.*)\)", link)
        assert found, f"{listing}: {link!r} is no link"
        target = page if not found[1] else (page.parent / found[1]).resolve()
        places = sections(target)
        assert not found[2] or found[2] in places, f"{listing}: {target.name} has no section {found[2]!r}"
        place = places[found[2]] if found[2] else target.read_text()
        assert stands(lines, code_of(place)), f"{listing}: {lines} does not stand in {link}"


@ARTICLES
def test_no_counterpart_stands_there_by_chance(page: Path) -> None:
    short = {listing: lines for listing, _, lines in rows(page) if len(lines) < 2 and len("".join(lines)) < SHORT}
    assert short == {}, "say with which input it is printed: `f(1)` `2`"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["f("], True),
        (["f(1)", "2"], True),
        (["f(1)", "3"], False),
        (["(1)", "2"], False),
        (["2", "3"], True),
        (["print(x)", "4"], True),
    ],
)
def test_several_lines_stand_one_below_the_other(lines: list[str], found: bool) -> None:
    assert stands(lines, ">>> f(1)\n2\n3\n>>> for x in xs:\n...     print(x)\n...\n4") is found
