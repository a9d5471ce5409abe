"""Between an article and its companion page: a table of sections, and links back to the table of listings.

The directive ``sections`` makes the table of the headings that have a title of the article, which is in italics.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


def listed(page: nodes.document) -> dict[str, list[nodes.reference]]:
    """Give each row of a table of listings an id; return links to the rows, by the heading to which a row leads."""
    back: dict[str, list[nodes.reference]] = defaultdict(list)
    for table in page.findall(nodes.table):
        if "listings" in table.parent.get("classes", []):
            for number, row in enumerate(table.findall(nodes.row)):
                row["ids"].append(f"listing-{number}")
                name = next(iter(row.findall(nodes.paragraph)), nodes.paragraph())
                for link in row.findall(nodes.reference):
                    words = [each.deepcopy() for each in name.children]
                    back[link.get("refid", "")].append(nodes.reference("", "", *words, refid=f"listing-{number}"))
    return back


def link_back(app: Sphinx, page: nodes.document) -> None:
    """Name the listings below the headings."""
    back = listed(page)
    for section in page.findall(nodes.section):
        links = [link for name in section["ids"] for link in back.get(name, ())]
        if links:
            words = nodes.Text("In the article: ")
            section.insert(1, nodes.paragraph("", "", words, *joined(links), classes=["listed"]))


class Sections(SphinxDirective):
    """Keeps a place for the table of sections."""

    def run(self) -> list[nodes.Node]:
        """The place."""
        return [nodes.container(classes=["cards", "sections"])]


def titled(section: nodes.Element) -> tuple[list[nodes.Node], str] | None:
    """A section's number and title in the article, and its name on the page; None if the article does not have it."""
    parts = list(section[0].children)
    at = next((n for n, part in enumerate(parts, 1) if isinstance(part, nodes.emphasis)), 0)
    return (parts[:at], "".join(part.astext() for part in parts[at:]).lstrip(":, ")) if at else None


def sections_of(page: nodes.document) -> list[tuple[list[nodes.Node], list[nodes.Node]]]:
    """For each section of the article its number and title, and links to where it is on the page."""
    rows: list[tuple[list[nodes.Node], list[nodes.Node]]] = []
    for section in page.findall(nodes.section):
        found = titled(section)
        if found is not None:
            rows.append((found[0], [link_to(section, found[1] or "the same section")]))
        elif titled(section.parent) is not None:
            rows[-1][1].append(link_to(section, section[0].astext()))
    return rows


def link_to(section: nodes.section, words: str) -> nodes.Node:
    """A link to a section."""
    return nodes.reference("", "", nodes.Text(words), refid=section["ids"][0], internal=True)


def joined(links: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Links, with commas between them."""
    return [part for each in links for part in (nodes.Text(", "), each)][1:]


def row_of(*cells: list[nodes.Node]) -> nodes.row:
    """A row of a table."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))


def add_sections(app: Sphinx, page: nodes.document) -> None:
    """Put a table into each place that is kept for it."""
    for place in page.findall(nodes.container):
        if "sections" in place["classes"]:
            head = nodes.thead("", row_of([nodes.Text("in the article")], [nodes.Text("on this page")]))
            rows = (row_of([each.deepcopy() for each in title], joined(found)) for title, found in sections_of(page))
            columns = nodes.colspec(colwidth=1), nodes.colspec(colwidth=1)
            place += nodes.table("", nodes.tgroup("", *columns, head, nodes.tbody("", *rows), cols=2))


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.add_directive("sections", Sections)
    app.connect("doctree-read", add_sections)
    app.connect("doctree-read", link_back)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
