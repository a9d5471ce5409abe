"""Below each heading to which a table of an article's listings leads: the listings that are there, with links back."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


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
            commas = [part for link in links for part in (nodes.Text(", "), link)][1:]
            section.insert(1, nodes.paragraph("", "", nodes.Text("In the article: "), *commas, classes=["listed"]))


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.connect("doctree-read", link_back)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
