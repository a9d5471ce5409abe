"""Finish every page: trim code blocks, synchronise tabs, list the sections in the menu, and add a description.

Addresses of removed pages lead to the pages that replace them.
"""

from __future__ import annotations

import re
from html import escape
from itertools import accumulate
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

_MAX_DESCRIPTION = 160  # in characters; search engines show no more of a description
_TEXT_LANGUAGES = "English", "Français"
_GENERATED = {
    "genindex": "All names by letter",
    "py-modindex": "All modules",
    "search": "Search",
}  # titles of the pages that Sphinx itself generates
_MOVED = {
    "explore/index.html": "explore.html",
    "bugs-of-others.html": "gallery-of-faults.html#bugs-of-other-libraries",
    "seven-searches.html": "searches.html#seven-searches",
}  # addresses of removed pages, and where each leads


def trim(app: Sphinx, page: nodes.document) -> None:
    """Remove the empty lines at the end of every code block.

    In the source, doctest needs an empty line after expected output. On the page, this line would be an empty band.
    """
    for block in page.findall(nodes.literal_block):
        if block.rawsource == block.astext():  # leave out parsed-literal blocks, which would lose their links
            text = block.rawsource.rstrip("\n")
            block.rawsource = text
            block[:] = [nodes.Text(text)]


def synchronise(app: Sphinx, page: nodes.document) -> None:
    """Give all tabs of a language the same id, so that a click on one of them selects the language everywhere.

    Languages of texts and languages of code are chosen separately.
    """
    for tabs in page.findall(nodes.container):
        if tabs.get("design_component") == "tab-set":
            labels = (label for item in tabs.findall(nodes.container) for label in item.children[:1])
            by_language = {label.astext().partition(",")[0]: label for label in reversed([*labels])}
            for language, label in by_language.items():  # by_language keeps the first of two tabs of one language
                if isinstance(label, nodes.rubric):
                    label["sync_group"] = "text" if language in _TEXT_LANGUAGES else "language"
                    label["sync_id"] = language


def description_of(page: nodes.document) -> str:
    """Return as many sentences of a page's first paragraph as fit into 160 characters.

    If the first sentence alone does not fit, return its beginning with an ellipsis.
    """
    paragraphs = (node.astext() for node in page.findall(nodes.paragraph) if isinstance(node.parent, nodes.section))
    words = re.sub(r":$", ".", " ".join(next(paragraphs, "").split()))
    sentences = re.split(r"(?<=[.?!]) ", words)
    fitting = [text for text in accumulate(sentences, "{} {}".format) if len(text) <= _MAX_DESCRIPTION]
    if fitting:
        return fitting[-1]
    return words[: _MAX_DESCRIPTION - 1].rpartition(" ")[0].rstrip(",;:") + "\N{HORIZONTAL ELLIPSIS}"


def describe(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Add a description to the meta tags of a page, unless its front matter has one."""
    tags = context.get("metatags", "")
    if 'name="description"' not in tags:
        words = description_of(page) if page is not None else ""
        words = words or f"{_GENERATED.get(name) or context['title']}, in the documentation of fpgames."
        context["metatags"] = f'{tags}<meta name="description" content="{escape(words)}" />\n'


def sections(page: nodes.document | None) -> list[tuple[str, str]]:
    """Return the anchor and the heading of each section below the title of a page."""
    every = page.findall(nodes.section) if page is not None else ()
    second = (node for node in every if isinstance(node.parent, nodes.section) and node.parent.parent is page)
    return [(section["ids"][0], section[0].astext()) for section in second]


def show_contents(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Add the sections of a page to the menu.

    ``fpgames.css`` shows them only on screens where the theme hides its own list of the sections.
    """
    headings = ((at, escape(words).removeprefix("fpgames.").replace("_", "_<wbr>")) for at, words in sections(page))
    items = "".join(f'<li><a class="reference" href="#{at}">{words}</a></li>' for at, words in headings)
    if items and not context.get("furo_hide_toc"):
        current, contents = re.compile(r'(current-page"><a [^>]*>.*?</a>)'), f'<ul class="here">{items}</ul>'
        menu, replaced = current.subn(lambda match: match[1] + contents, context["furo_navigation_tree"], count=1)
        above = (
            "" if replaced else f'<p class="caption here"><span class="caption-text">On this page</span></p>{contents}'
        )
        context["furo_navigation_tree"] = above + menu


def write_redirects(app: Sphinx, failed: Exception | None) -> None:
    """Write a page at the address of each removed page, which redirects to the page that replaces it."""
    if failed is None and app.builder.name == "html":
        for old, new in _MOVED.items():
            page, target = Path(app.outdir) / old, "../" * old.count("/") + new
            page.parent.mkdir(exist_ok=True)
            page.write_text(
                f'<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0; url={target}">'
                f'<a href="{target}">This page has moved</a>\n',
                encoding="utf-8",
            )


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the functions of this module to Sphinx."""
    app.connect("doctree-read", trim)
    app.connect("doctree-read", synchronise)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", show_contents, priority=900)  # late, because it changes the menu of the theme
    app.connect("build-finished", write_redirects)
    app.add_js_file("tabs.js")
    app.add_js_file("menu.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
