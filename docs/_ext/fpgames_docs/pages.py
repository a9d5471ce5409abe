"""Four things for every page: no empty line at the end of code, one choice of tabs, its contents, a description."""

from __future__ import annotations

import re
from html import escape
from itertools import accumulate
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

_LONGEST = 160  # letters of a description that search engines show
_LISTS = {"genindex": "All names by letter", "py-modindex": "All modules", "search": "Search"}  # made by Sphinx


def trim(app: Sphinx, page: nodes.document) -> None:
    """Take the empty lines off the end of every block: doctest needs one, readers see an empty band."""
    for block in page.findall(nodes.literal_block):
        if block.rawsource == block.astext():  # no nodes inside, such as links
            text = block.rawsource.rstrip("\n")
            block.rawsource = text
            block[:] = [nodes.Text(text)]


def synchronise(app: Sphinx, page: nodes.document) -> None:
    """Name the tabs of all sets by their language: what a reader chooses is chosen everywhere, and remembered."""
    for tabs in page.findall(nodes.container):
        if tabs.get("design_component") == "tab-set":
            labels = (label for item in tabs.findall(nodes.container) for label in item.children[:1])
            by_language = {label.astext().partition(",")[0]: label for label in reversed([*labels])}
            for language, label in by_language.items():  # of two tabs in Haskell, the first
                if isinstance(label, nodes.rubric):
                    label["sync_group"], label["sync_id"] = "language", language


def described(page: nodes.document) -> str:
    """The first paragraph of a page: as many of its sentences as search engines show, or what they show of the first."""
    paragraphs = (each.astext() for each in page.findall(nodes.paragraph) if isinstance(each.parent, nodes.section))
    words = re.sub(r":$", ".", " ".join(next(paragraphs, "").split()))
    sentences = re.split(r"(?<=[.?!]) ", words)
    fitting = [text for text in accumulate(sentences, "{} {}".format) if len(text) <= _LONGEST]
    if fitting:
        return fitting[-1]
    return words[: _LONGEST - 1].rpartition(" ")[0].rstrip(",;:") + "\N{HORIZONTAL ELLIPSIS}"


def describe(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Give a page a description, unless its front matter has one."""
    tags = context.get("metatags", "")
    if 'name="description"' not in tags:
        words = described(page) if page is not None else ""
        words = words or f"{_LISTS.get(name) or context['title']}, in the documentation of fpgames."
        context["metatags"] = f'{tags}<meta name="description" content="{escape(words)}" />\n'


def sections(page: nodes.document | None) -> list[tuple[str, str]]:
    """The sections below the title of a page: where each is, and its heading."""
    titles = page.findall(nodes.section) if page is not None else ()
    second = (each for each in titles if isinstance(each.parent, nodes.section) and each.parent.parent is page)
    return [(each["ids"][0], each[0].astext()) for each in second]


def show_contents(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Put the sections of a page below its name in the menu; ``fpgames.css`` says on which screens they are seen."""
    named = ((at, escape(words).removeprefix("fpgames.").replace("_", "_<wbr>")) for at, words in sections(page))
    items = "".join(f'<li><a class="reference" href="#{at}">{words}</a></li>' for at, words in named)
    if items and not context.get("furo_hide_toc"):
        here, listed = re.compile(r'(current-page"><a [^>]*>.*?</a>)'), f'<ul class="here">{items}</ul>'
        menu, found = here.subn(lambda it: it[1] + listed, context["furo_navigation_tree"], count=1)
        above = "" if found else f'<p class="caption here"><span class="caption-text">On this page</span></p>{listed}'
        context["furo_navigation_tree"] = above + menu


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("doctree-read", trim)
    app.connect("doctree-read", synchronise)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", show_contents, priority=900)  # when the theme has made its menu
    app.add_js_file("tabs.js")
    app.add_js_file("menu.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
