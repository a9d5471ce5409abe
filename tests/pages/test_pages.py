"""The build steps of pages: blocks without empty bands, description, contents, tables of names and of sections."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("sphinx", reason="Sphinx is not installed (the extra docs)")

from docutils import nodes
from docutils.core import publish_doctree
from fpgames_docs.commands import printed_by
from fpgames_docs.listings import add_sections, link_back
from fpgames_docs.pages import description_of, show_contents, trim
from fpgames_docs.reference import summary
from sphinx import addnodes

pytestmark = pytest.mark.exhaustive


def page_of(*paragraphs: str) -> nodes.document:
    return publish_doctree("\n\n".join(["Title\n=====", *paragraphs, "Part\n----\n\nMore."]))


def in_sections(page: nodes.document) -> nodes.document:
    """A page as Sphinx has it, where the title is that of a section."""
    page[:] = [nodes.section("", *page.children, ids=["top"])]
    return page


def add(page: nodes.document, *content: nodes.Node) -> None:
    next(iter(page.findall(nodes.section))).extend(content)


def test_the_first_paragraph_describes_a_page() -> None:
    described_as = {
        "One.\nTwo.": "One. Two.", "One *two*, and:": "One two, and.", "One. " + "Long " * 40 + "end.": "One.",
        "One, " + "long " * 40: "One, " + "long " * 29 + "long\N{HORIZONTAL ELLIPSIS}", "No stop": "No stop",
    }  # fmt: skip
    assert {text: description_of(in_sections(page_of(text))) for text in described_as} == described_as
    assert max(map(len, described_as.values())) <= 160
    assert description_of(in_sections(publish_doctree("Title\n=====\n\n- one"))) == ""


def test_blocks_lose_the_empty_lines_at_their_end_and_no_others() -> None:
    page, text = publish_doctree(""), "\n>>> 1\n\n1"
    page += [nodes.literal_block(text + end, text + end, language="pycon") for end in ("", "\n", "\n\n\n")]
    trim(None, page)  # type: ignore[arg-type]
    assert [(block.rawsource, block.astext()) for block in page.findall(nodes.literal_block)] == [(text, text)] * 3


def test_the_menu_has_the_sections_of_the_page() -> None:
    page = in_sections(page_of("One."))
    add(page, nodes.section("", nodes.title("", "fpgames.a_b <"), ids=["two"]))
    menu = '<li class="current-page"><a href="#">Here</a></li><li><a href="x">There</a></li>'
    context = {"furo_navigation_tree": menu}
    show_contents(None, "", "", context, page)  # type: ignore[arg-type]
    items = ((each, words) for each, words in (("part", "Part"), ("two", "a_<wbr>b &lt;")))
    links = "".join(f'<li><a class="reference" href="#{each}">{words}</a></li>' for each, words in items)
    assert context["furo_navigation_tree"] == menu.replace("Here</a>", f'Here</a><ul class="here">{links}</ul>')
    context = {"furo_navigation_tree": "<ul></ul>"}  # the front page is not in the menu
    show_contents(None, "", "", context, page)  # type: ignore[arg-type]
    assert re.sub(r"<p .*?</p>", "", context["furo_navigation_tree"]) == f'<ul class="here">{links}</ul><ul></ul>'
    for hidden, none in ((True, page), (False, None)):
        same = {"furo_navigation_tree": menu, "furo_hide_toc": hidden}
        show_contents(None, "", "", same, none)  # type: ignore[arg-type]
        assert same["furo_navigation_tree"] == menu


def thing(name: str, *line: nodes.Node) -> addnodes.desc:
    """What autodoc makes of a function whose docstring has this first line."""
    signature = addnodes.desc_signature("", "", addnodes.desc_name(name, name), ids=[f"m.{name}"])
    method = addnodes.desc("", addnodes.desc_signature("", "", addnodes.desc_name("method", "method")))
    return addnodes.desc("", signature, addnodes.desc_content("", nodes.paragraph("", "", *line), method))


def test_a_table_has_the_names_of_a_page_and_their_first_lines() -> None:
    page = in_sections(page_of())
    assert summary(page) is None
    whole = thing("f", nodes.Text("Return it: "), nodes.literal("", "f x = x"), nodes.Text("."))
    first = nodes.section("", nodes.title("", "a"), whole, thing("g", nodes.Text("Yes: it does.")), ids=["a"])
    add(page, first)
    table = summary(page)
    assert table is not None
    cells = [entry.astext() for entry in table.findall(nodes.entry)]
    assert cells == ["name", "what it is or does", "f", "Return it.", "g", "Yes: it does."]
    assert [link["refid"] for link in table.findall(nodes.reference)] == ["m.f", "m.g"]
    add(page, nodes.section("", nodes.title("", "b"), thing("h"), ids=["b"]))
    table = summary(page)
    assert table is not None
    assert [entry.astext() for entry in table.findall(nodes.entry)][2::5] == ["a", "b"]


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


def test_a_page_shows_what_a_command_prints() -> None:
    assert printed_by("fpgames tree --help").startswith("usage: fpgames tree [-h]")
    assert printed_by("fpgames bots").splitlines()[-1].startswith("mcts:T ")
    with pytest.raises(
        ValueError, match="fpgames perft hexx ended with the status 2; expected a command that succeeds"
    ):
        printed_by("fpgames perft hexx")
