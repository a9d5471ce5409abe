"""All built pages in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from doctest import DocTestParser
from pathlib import Path
from typing import Any

import pytest

from tests.support.browser import is_too_wide
from tests.support.source import public_definitions

pytestmark = pytest.mark.exhaustive


@pytest.mark.smoke
def test_the_pages_lead_to_it_and_its_old_address_too(opened: Callable[..., Any], built: Path) -> None:
    page = opened(path="index.html")
    page.click("article >> text=the explorer")
    assert page.url.endswith("/explore.html")
    assert "Three searches in one tree" in page.text_content("h1")
    assert page.locator(".sidebar-tree a.current").text_content() == "The explorer"
    page.goto((built / "explore" / "index.html").as_uri())
    page.wait_for_url("**/explore.html")


def test_copied_is_the_code_without_what_it_prints(opened: Callable[..., Any]) -> None:
    """A row of a board such as ``...  678`` begins like a line that continues one."""
    page = opened(path="articles/2-lazy-trees.html", permissions=["clipboard-read", "clipboard-write"])
    page.wait_for_selector(".copybtn", state="attached")
    blocks = page.locator(".highlight-pycon").all()
    shown = [block.locator("pre").text_content() for block in blocks]
    copied = []
    for block in blocks:
        block.locator(".copybtn").dispatch_event("click")
        copied.append(page.evaluate("navigator.clipboard.readText()"))
    assert any("\n...  678\n" in text for text in shown)
    assert any("\n\n" in text for text in copied), "an empty line ends a function, as the interpreter wants it"
    codes = ["".join(example.source for example in DocTestParser().get_examples(text)) for text in shown]
    assert [re.findall(".+", text) for text in copied] == [re.findall(".+", code) for code in codes]


def test_its_scripts_are_on_its_pages_and_on_no_other(built: Path) -> None:
    loading = {
        str(path.relative_to(built)) for path in built.rglob("*.html") if "explorer-data.js" in path.read_text("utf-8")
    }
    assert loading == {"explore.html", "articles/3-alpha-beta.html"}


# The blocks whose last line is empty, those that are wider than their column, and the names in the tables.
BANDS = "() => [...document.querySelectorAll('pre')].map(it => it.textContent).filter(it => it.endsWith('\\n\\n'))"
SCROLLING = """() => [...document.querySelectorAll('article pre')]
    .filter(it => it.scrollWidth > it.clientWidth).map(it => it.textContent)"""
NAMES = "() => [...document.querySelectorAll('table.names td:first-child:not(.module) a')].map(it => it.hash.slice(1))"


SILENT = """() => [
    ...[...document.images].filter(it => !it.alt.trim() && !it.closest("[aria-hidden=true]")),
    ...[...document.querySelectorAll("svg[role=img], svg.fpgames")].filter(it =>
        !(it.getAttribute("aria-label") ?? "").trim() || it.getAttribute("role") !== "img"),
].map(it => it.outerHTML.slice(0, 80))"""


def test_every_page_can_be_read(window: Callable[..., Any], built: Path) -> None:
    """It has a description, fits and says what it shows; its code has no empty bands, and fits."""
    moved = 'http-equiv="refresh"'  # of a removed page, which leads to another at once
    pages = [path for path in sorted(built.rglob("*.html")) if moved not in path.read_text("utf-8")]
    assert built / "index.html" in pages
    page, wrong = window(), {}
    for path in pages:
        page.goto(path.as_uri())
        words = page.get_attribute("meta[name=description]", "content")
        found = [] if 5 <= len(words) <= 160 else [f"its description is {words!r}"]
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            found += [f"wider than {width}"] * is_too_wide(page)
            found += [f"code that scrolls: {it}" for it in page.evaluate(SCROLLING)] if width == 1280 else []
        found += [f"an empty line at the end of {it}" for it in page.evaluate(BANDS)]
        found += [f"says nothing: {it}" for it in page.evaluate(SILENT)]
        if found:
            wrong[path.relative_to(built)] = found
    assert wrong == {}


def test_its_contents_are_seen_and_text_stands_beside_pictures(opened: Callable[..., Any]) -> None:
    page = opened(path="performance.html", height=800)  # far down in the menu
    menu = page.locator(".sidebar-tree ul.here a")
    assert menu.all_text_contents() == [
        text.rstrip("\N{PILCROW SIGN}") for text in page.locator("article h2").all_text_contents()
    ]
    assert page.evaluate("scrollY") == 0
    boxes = [each.bounding_box() for each in menu.all()]
    assert 0 < boxes[0]["y"] < boxes[-1]["y"] < 800
    for path, beside in (("index.html", "figure + ol"), ("tutorial/06-alpha-beta.html", ".beside > p")):
        page = opened(path=path, height=800)
        picture, text = page.locator("figure svg").first.bounding_box(), page.locator(beside).first.bounding_box()
        assert picture["x"] + picture["width"] < text["x"]
        assert max(each["y"] + each["height"] for each in (picture, text)) < 800
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.locator(beside).first.bounding_box()["x"] < 60


def test_each_page_of_the_reference_begins_with_a_table_of_its_names(window: Callable[..., Any], built: Path) -> None:
    page, found = window(), []
    for path in sorted((built / "reference").glob("*.html")):
        page.goto(path.as_uri())
        names = page.evaluate(NAMES)
        targets = page.evaluate("() => [...document.querySelectorAll('dl.py > dt[id]')].map(it => it.id)")
        assert set(names) <= set(targets)
        found += names
        if path.name == "index.html":
            for target in ("py-modindex.html", "genindex.html"):
                assert page.locator(f"article a[href='../{target}']").count() == 1
        if path.name == "playing.html":
            links = "() => [...document.querySelectorAll('dt[id=\"fpgames.play.bots.bot_mc\"] a')].map(it => it.textContent)"
            assert {"Rules", "Stage", "State", "Gen"} <= {*page.evaluate(links)}
    last = [where.rpartition(".")[2] for where in found]  # names of `testing` are shown as its own
    public = [each.where.rpartition(".")[2] for names in public_definitions().values() for each in names]
    assert sorted(last) == sorted(public)
