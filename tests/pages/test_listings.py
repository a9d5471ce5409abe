"""Links between articles and companion pages: the table of sections, and links back to the table of listings."""

from __future__ import annotations

import pytest

pytest.importorskip("sphinx", reason="Sphinx is not installed (the extra docs)")

from docutils import nodes
from docutils.core import publish_doctree
from fpgames_docs.listings import add_sections, link_back

pytestmark = pytest.mark.exhaustive


def row(*cells: nodes.Node) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells))


def test_a_heading_names_the_listings_that_lead_there() -> None:
    page = publish_doctree("Top\n===\n\nOne\n---\n\nText.\n\nTwo\n---\n\nText.")
    rows = [row(nodes.literal("", name), nodes.reference("", "here", refid="one")) for name in ("f", "g")]
    table = nodes.table("", nodes.tgroup("", nodes.thead("", row(nodes.Text("article"))), nodes.tbody("", *rows)))
    page += nodes.container("", table, classes=["listings"])
    link_back(None, page)  # type: ignore[arg-type]
    one, two = (next(each for each in page.findall(nodes.section) if name in each["ids"]) for name in ("one", "two"))
    assert [each.astext() for each in one.children] == ["One", "In the article: f, g", "Text."]
    assert [link["refid"] for link in one.findall(nodes.reference)] == [each["ids"][0] for each in rows]
    assert len(two) == 2


def test_the_sections_of_the_article_lead_to_their_places() -> None:
    page = publish_doctree(
        "Top\n===\n\n*Jeu*: the *game*\n-----------------\n\nRead it\n~~~~~~~\n\n*Coup*\n~~~~~~\n\nOurs\n----\n\nMore\n~~~~\n\nText."
    )
    place = nodes.container(classes=["sections"])
    page += place
    add_sections(None, page)  # type: ignore[arg-type]
    rows = [[entry.astext() for entry in each.findall(nodes.entry)] for each in place.findall(nodes.row)]
    assert rows == [["in the article", "on this page"], ["Jeu", "the game, Read it"], ["Coup", "the same section"]]
    assert [link["refid"] for link in place.findall(nodes.reference)] == ["jeu-the-game", "read-it", "coup"]
