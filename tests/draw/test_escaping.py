"""Texts in pictures are escaped: XML parsers, Graphviz and Mermaid read any text."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fpgames import Tree, game_tree, node
from fpgames.draw import NodeContent, Picture, Pictures, text_svg, tree_dot, tree_mermaid
from fpgames.draw.excerpt import excerpt, numbered
from fpgames.draw.svg import element, text
from fpgames.games import tictactoe
from tests.support.svg import any_text, parsed, trees_of_contents


@given(any_text, any_text)
@example("\r\n\t<&>\"'", "\r\n\t<&>\"'")
def test_whatever_is_written_is_read(attribute: str, content: str) -> None:
    found = parsed(element("p", text(content), title=attribute))
    kept = re.compile("[\x09\x0a\x0d\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML can hold
    for written, read in ((attribute, found.get("title") or ""), (content, found.text or "")):
        assert len(written) == len(read)
        assert all(a == b for a, b in zip(written, read, strict=True) if kept.match(a))


def test_pictures_show_themselves_side_by_side() -> None:
    assert Picture("<svg/>")._repr_svg_() == "<svg/>"
    assert type(Picture("<svg/>")._repr_svg_()) is str
    pictures = Pictures(text_svg(word, word) for word in "abc")
    assert [part.get("aria-label") for part in parsed(pictures._repr_html_())] == [*"abc"]


@given(any_text, any_text)
@example("a\\", '"')
@example('\\"', "\\")
@example("&lt;\n\\", "\n")
def test_graphviz_reads_what_was_written(words: str, edge: str) -> None:
    drawn = tree_dot(node(NodeContent(""), [node(NodeContent(words, edge))]), show=lambda label: label)
    strings = re.findall(r'label="((?:[^"\\]|\\.)*)"\]', drawn, re.S)
    unquoted = [
        re.sub(r"\\(.)", lambda c: "\n" if c[1] == "n" else c[1], given).replace("&amp;", "&") for given in strings
    ]
    if len(words) <= 30 and words.count("\n") < 12 and 0 < len(edge) <= 30:
        whole = [re.sub("[\0\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text) for text in (words, edge)]
        assert unquoted == ["", whole[0], whole[1].replace("\n", " ")]


def test_graphviz_is_given_nothing_that_it_cannot_read() -> None:
    text = tree_dot(node("a\0b\ud800c"))
    assert 'label="a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"' in text
    text.encode()


@given(trees_of_contents)
def test_graphviz_and_mermaid_have_a_line_for_each_node_and_edge(tree: Tree[NodeContent]) -> None:
    drawn = [here for _, _, here in numbered(excerpt(tree, show=lambda label: label))]
    rests = sum(bool(here.more) for here in drawn)
    for dot, lines in (
        (True, tree_dot(tree, show=lambda label: label)),
        (False, tree_mermaid(tree, show=lambda label: label)),
    ):
        inner = [line for line in lines.split("\n") if re.match(r"  [nr]\d", line)]
        edges = [line for line in inner if re.match(r"  n\d+ -", line)]
        assert len(edges) == len(drawn) - 1 + rests
        assert len(inner) - len(edges) == len(drawn) + rests
        assert len(inner) == len(lines.split("\n")) - (3 if dot else 1)
        quotes = r'(?:[^"\\]|\\.)*' if dot else r"[^\"\[\]|{}<>&]*(?:<br/>[^\"\[\]|{}<>&]*)*"
        labels = re.compile(rf' \[label="{quotes}".*\];' if dot else rf'\["{quotes}"\]', re.S)
        assert all(labels.search(line) for line in inner if line not in edges)


def test_what_was_cut_off_is_dashed() -> None:
    tree = node(NodeContent("a"), [node(NodeContent("b", cut="alpha = 1")), node(NodeContent("c"))])
    assert tree_mermaid(tree, show=lambda label: label).splitlines()[3::2] == ["  n0 -.-> n1", "  n0 --> n2"]
    assert re.findall("n([012]) .*dashed", tree_dot(tree, show=lambda label: label)) == ["1"]


def test_mermaid_has_no_empty_text() -> None:
    text = tree_mermaid(game_tree(tictactoe.rules)(0), depth=1)
    assert '[""]' not in text
    assert text.splitlines()[1] == '  n0[" "]'


READ_AS_MARKDOWN = re.compile(r" {4}|[-+](?:\s|$)|\d{1,9}\.(?:\s|$)|(?:- *){3,}$|.*www\.", re.IGNORECASE)
"""Indented code, lists, a rule, and links, which Mermaid 11.4 to 11.9 refuses to draw."""


@given(st.text(st.sampled_from(" -+.1w\nW_a"), max_size=9))
@example("- a")
@example("+ 2 more")
@example("1. e4")
@example("---")
@example("a\n    b")
@example("see www.example.org")
def test_mermaid_reads_no_markdown(words: str) -> None:
    drawn = tree_mermaid(
        node(NodeContent(words), [node(NodeContent("b", words)) for _ in range(3)]), width=2, show=lambda label: label
    )
    labels = re.findall(r'"(.*?)"', drawn)
    assert len(labels) == 4 + 2 * bool(words), "three nodes, the number of the others, and the words of two edges"
    assert [
        line for label in labels if label != " " for line in label.split("<br/>") if READ_AS_MARKDOWN.match(line)
    ] == []
    assert unescape(labels[0].replace("#", "&#").replace("<br/>", "\n")) == (words or " ")


@pytest.mark.parametrize("number", ["-1", "+1", "0.33", "-0.5"])
def test_mermaid_is_given_numbers_as_they_are(number: str) -> None:
    assert f'["{number}"]' in tree_mermaid(node(NodeContent(number)), show=lambda label: label)
