"""Add links to a page about an article: a table of the article's sections, and links from headings to listings.

The directive ``sections`` inserts the table. Each row names a section of the article, and links to the page's headings
about the section. A heading is about a section if the heading, or the heading above it, quotes the section's title in
italics. The source of the page has a second table, of the article's listings, whose rows link to headings of the page.
The function ``link_back`` adds links from these headings to the rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


def links_to_listings(page: nodes.document) -> dict[str, list[nodes.reference]]:
    """Give each row of the table of listings an id, and return links to these rows.

    The links are grouped by the id of the heading to which a row refers.
    """
    back: dict[str, list[nodes.reference]] = defaultdict(list)
    for table in page.findall(nodes.table):
        if "listings" in table.parent.get("classes", []):
            for number, row in enumerate(table.findall(nodes.row)):
                row["ids"].append(f"listing-{number}")
                name = next(iter(row.findall(nodes.paragraph)), nodes.paragraph())
                for link in row.findall(nodes.reference):
                    words = [part.deepcopy() for part in name.children]
                    back[link.get("refid", "")].append(nodes.reference("", "", *words, refid=f"listing-{number}"))
    return back


def link_back(app: Sphinx, page: nodes.document) -> None:
    """Below each heading that the table of listings refers to, add a line of links back to the rows of the table."""
    back = links_to_listings(page)
    for section in page.findall(nodes.section):
        links = [link for name in section["ids"] for link in back.get(name, ())]
        if links:
            words = nodes.Text("In the article: ")
            section.insert(1, nodes.paragraph("", "", words, *with_commas(links), classes=["listed"]))


class Sections(SphinxDirective):
    """Marks the place where ``add_sections`` inserts the table of sections."""

    def run(self) -> list[nodes.Node]:
        """Return an empty container for the table."""
        return [nodes.container(classes=["cards", "sections"])]


def split_heading(section: nodes.Element) -> tuple[list[nodes.Node], str] | None:
    """Split a heading into the number and title that it quotes from the article, and the words after them.

    Return None if the heading quotes no title.
    """
    parts = list(section[0].children)
    at = next((n for n, part in enumerate(parts, 1) if isinstance(part, nodes.emphasis)), 0)
    return (parts[:at], "".join(part.astext() for part in parts[at:]).lstrip(":, ")) if at else None


def sections_of(page: nodes.document) -> list[tuple[list[nodes.Node], list[nodes.Node]]]:
    """Return, for each section of the article, its number and title, and links to the page's sections about it."""
    rows: list[tuple[list[nodes.Node], list[nodes.Node]]] = []
    for section in page.findall(nodes.section):
        parts = split_heading(section)
        if parts is not None:
            rows.append((parts[0], [link_to(section, parts[1] or "the same section")]))
        elif split_heading(section.parent) is not None:
            rows[-1][1].append(link_to(section, section[0].astext()))
    return rows


def link_to(section: nodes.section, words: str) -> nodes.Node:
    """Return a link to a section of the same page."""
    return nodes.reference("", "", nodes.Text(words), refid=section["ids"][0], internal=True)


def with_commas(links: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return the links, with commas between them."""
    return [part for link in links for part in (nodes.Text(", "), link)][1:]


def row_of(*cells: list[nodes.Node]) -> nodes.row:
    """Return a row of a table; each argument has the nodes of one cell."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))


def add_sections(app: Sphinx, page: nodes.document) -> None:
    """Put the table of sections into each container that the directive ``sections`` has left."""
    for container in page.findall(nodes.container):
        if "sections" in container["classes"]:
            head = nodes.thead("", row_of([nodes.Text("in the article")], [nodes.Text("on this page")]))
            rows = (
                row_of([part.deepcopy() for part in title], with_commas(links)) for title, links in sections_of(page)
            )
            columns = nodes.colspec(colwidth=1), nodes.colspec(colwidth=1)
            container += nodes.table("", nodes.tgroup("", *columns, head, nodes.tbody("", *rows), cols=2))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx the directive, and the functions that add the table of sections and the links back."""
    app.add_directive("sections", Sections)
    app.connect("doctree-read", add_sections)
    app.connect("doctree-read", link_back)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
