"""Add a summary table to each page of the reference: every documented name with the first line of its docstring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def documented_sections(page: nodes.document) -> Iterator[tuple[nodes.section, list[addnodes.desc]]]:
    """Yield each section of a page that contains descriptions of functions or classes, with these descriptions.

    Methods are skipped, because their descriptions are inside the description of the class.
    """
    for section in page.findall(nodes.section):
        descriptions = [node for node in section.children if isinstance(node, addnodes.desc)]
        if descriptions:
            yield section, descriptions


def first_line(description: addnodes.desc) -> nodes.paragraph:
    """Return the first line of a docstring, without an equation or a Haskell type at its end."""
    content = next(iter(description.findall(addnodes.desc_content)))
    first = next((node for node in content.children if isinstance(node, nodes.paragraph)), nodes.paragraph())
    line = first.deepcopy()
    if len(line) > 2 and line[-1].astext() == "." and isinstance(line[-2], nodes.literal):
        before = line[-3].astext()
        if before.endswith(": "):
            line[-3:] = [nodes.Text(f"{before[:-2]}.")]
    return line


def link(name: str, target: str) -> nodes.paragraph:
    """Return a paragraph that contains a name, in code style and linked to an anchor of the same page."""
    reference = nodes.reference("", "", nodes.literal(name, name), refid=target, internal=True)
    return nodes.paragraph("", "", reference)


def row(*cells: nodes.Node, **attributes: Any) -> nodes.row:
    """Return a row of a table; each of its cells gets the attributes."""
    return nodes.row("", *(nodes.entry("", cell, **attributes) for cell in cells))


def rows(page: nodes.document) -> Iterator[nodes.row]:
    """Yield a row of the summary table for each documented name.

    On a page with several modules, a row for each module comes before the rows of its names.
    """
    groups = [*documented_sections(page)]
    for section, descriptions in groups:
        if len(groups) > 1:
            title = next(iter(section.findall(nodes.title))).astext()
            yield row(link(title, section["ids"][0]), morecols=1, classes=["module"])
        for description in descriptions:
            signature = next(iter(description.findall(addnodes.desc_signature)))
            name = next(iter(signature.findall(addnodes.desc_name))).astext()
            yield row(link(name, signature["ids"][0]), first_line(description))


def summary(page: nodes.document) -> nodes.table | None:
    """Return the summary table of a page, or None if the page documents nothing."""
    body = [*rows(page)]
    if not body:
        return None
    head = row(*(nodes.paragraph("", "", nodes.Text(title)) for title in ("name", "what it is or does")))
    columns = [nodes.colspec(colwidth=width) for width in (1, 3)]
    group = nodes.tgroup("", *columns, nodes.thead("", head), nodes.tbody("", *body), cols=2)
    return nodes.table("", group, classes=["names"])


def insert(app: Sphinx, page: nodes.document) -> None:
    """Insert the summary table of a reference page before the first section below its title."""
    if not app.env.docname.startswith("reference/"):
        return
    table = summary(page)
    top = next(iter(page.findall(nodes.section)))
    if table is not None:
        at = next(n for n, node in enumerate(top.children) if isinstance(node, nodes.section))
        top.insert(at, table)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the function that inserts the summary table to Sphinx."""
    app.connect("doctree-read", insert)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
