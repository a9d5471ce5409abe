"""A table at the top of each page of the reference: the names that the page documents, each with its first line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def documented(page: nodes.document) -> Iterator[tuple[nodes.section, list[addnodes.desc]]]:
    """The sections of a page that document something, each with what it documents; methods are left out."""
    for section in page.findall(nodes.section):
        found = [node for node in section.children if isinstance(node, addnodes.desc)]
        if found:
            yield section, found


def first_line(thing: addnodes.desc) -> nodes.paragraph:
    """The first line of a docstring, without the equation or the type at its end."""
    content = next(iter(thing.findall(addnodes.desc_content)))
    first = next((node for node in content.children if isinstance(node, nodes.paragraph)), nodes.paragraph())
    line = first.deepcopy()
    if len(line) > 2 and line[-1].astext() == "." and isinstance(line[-2], nodes.literal):
        before = line[-3].astext()
        if before.endswith(": "):
            line[-3:] = [nodes.Text(f"{before[:-2]}.")]
    return line


def link(words: str, target: str) -> nodes.paragraph:
    """A name in code that leads to a place of the same page."""
    made = nodes.reference("", "", nodes.literal(words, words), refid=target, internal=True)
    return nodes.paragraph("", "", made)


def row(*cells: nodes.Node, **look: Any) -> nodes.row:
    """A row of a table."""
    return nodes.row("", *(nodes.entry("", cell, **look) for cell in cells))


def rows(page: nodes.document) -> Iterator[nodes.row]:
    """The rows: the modules of the page, if there are several, and under each its names."""
    groups = [*documented(page)]
    for section, found in groups:
        if len(groups) > 1:
            title = next(iter(section.findall(nodes.title))).astext()
            yield row(link(title, section["ids"][0]), morecols=1, classes=["module"])
        for thing in found:
            signature = next(iter(thing.findall(addnodes.desc_signature)))
            name = next(iter(signature.findall(addnodes.desc_name))).astext()
            yield row(link(name, signature["ids"][0]), first_line(thing))


def summary(page: nodes.document) -> nodes.table | None:
    """The table of a page, if it documents anything."""
    found = [*rows(page)]
    if not found:
        return None
    heads = row(*(nodes.paragraph("", "", nodes.Text(words)) for words in ("name", "what it is or does")))
    columns = [nodes.colspec(colwidth=width) for width in (1, 3)]
    group = nodes.tgroup("", *columns, nodes.thead("", heads), nodes.tbody("", *found), cols=2)
    return nodes.table("", group, classes=["names"])


def insert(app: Sphinx, page: nodes.document) -> None:
    """Put the table before the first section below the page's title."""
    if not app.env.docname.startswith("reference/"):
        return
    made = summary(page)
    top = next(iter(page.findall(nodes.section)))
    if made is not None:
        at = next(n for n, node in enumerate(top.children) if isinstance(node, nodes.section))
        top.insert(at, made)


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("doctree-read", insert)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
