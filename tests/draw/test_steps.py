"""Pictures of the steps of a search, and one animated picture of several pictures."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, minimax, node
from fpgames.draw import steps_svg, text_svg, trace_svgs, tree_svg
from fpgames.draw.excerpt import excerpt, numbered
from fpgames.draw.svg import WON
from fpgames.games import tictactoe
from fpgames.search import trace
from tests.support.svg import (
    SVG,
    any_text,
    boxes,
    check_readable,
    classes,
    elements,
    more_examples,
    parsed,
    size_of,
    text_lines,
    trees,
)  # fmt: skip


def check_every_picture(
    tree: Tree[int], player: Player, window: tuple[int | None, int | None], depth: int, width: int
) -> None:
    """Check that in every picture of a search the values and bounds of nodes are true of minimax."""

    def with_true_values(tree: Tree[int], player: Player) -> Tree[tuple[int, int]]:
        below = [with_true_values(child, player.opponent) for child in tree.children]
        return node((tree.label, minimax(player=player)(tree)), below)

    alpha, beta = window
    search = trace(alpha_beta(alpha=alpha, beta=beta), player=player, static=lambda label: label[0])
    traced = search(with_true_values(tree, player))
    nodes = [here for _, _, here in numbered(excerpt(traced, depth, width))]
    for picture in trace_svgs(traced, depth=depth, width=width, moments=range(len(nodes) + 1)):
        for here, part in zip(nodes, elements(picture, "g", "node", "cut"), strict=True):
            words = "".join(text_lines(part))
            if words and not here.content.cut:
                true, value = here.label.label[1], int(words.lstrip("≤≥"))
                assert {"≤": true <= value, "≥": true >= value}.get(words[0], true == value)


@given(trees, st.sampled_from(Player))
def test_the_last_picture_of_a_search_has_the_final_values(tree: Tree[int], player: Player) -> None:
    traced = trace(alpha_beta, player=player)(tree)
    final = tree_svg(traced, depth=9, width=99)
    nodes = classes(final).count("node")
    pictures = trace_svgs(traced, depth=9, width=99, moments=range(nodes + 1))
    assert len({size_of(picture) for picture in pictures}) == 1
    few = trace_svgs(traced, depth=9, width=99)
    assert len(few) == min(24, len(pictures))
    assert parsed(few[-1]).get("aria-label") == parsed(pictures[-1]).get("aria-label")
    assert len(pictures) == nodes + 1, "one picture for each node that is finished, and one before"
    texts = [[*parsed(picture).itertext()] for picture in (pictures[-1], final)]
    begun = [next(n for n, words in enumerate(text) if "@media" in words) for text in texts]
    assert texts[0][begun[0] :] == texts[1][begun[1] :]
    for picture in pictures:
        check_readable(picture)
    assert [picture.count(f' fill="{WON}"') for picture in pictures] == [0] + [1] * nodes, "one node stands out"


@pytest.mark.slow
@more_examples
@given(
    trees, st.sampled_from(Player), st.none() | st.integers(-5, 5), st.integers(1, 9), st.sampled_from([1, 2, 9]),
    st.sampled_from([2, 99]),
)  # fmt: skip
def test_whatever_is_said_of_a_node_is_true(
    tree: Tree[int], player: Player, alpha: int | None, above: int, depth: int, width: int
) -> None:
    check_every_picture(tree, player, (alpha, None if alpha is None else alpha + above), depth, width)


def test_a_bound_says_nothing_of_a_node_of_the_other_kind() -> None:
    inner = node(0, [node(0, [node(0, [node(2), node(1)]), node(0, [node(1), node(9)])]), node(0)])
    check_every_picture(node(0, [node(5), inner]), Player.FIRST, (None, None), 9, 9)
    check_every_picture(node(0, [node(2), inner]), Player.FIRST, (None, None), 9, 9)


def test_at_the_last_level_nothing_is_said_before_the_search_comes() -> None:
    traced = node(0, [node(0, [node(1), node(2)]), node(3)]) | trace(alpha_beta, player=Player.FIRST)
    before, *_ = trace_svgs(traced, depth=1)
    assert ["".join(part.itertext()) for part in elements(before, "g", "node")] == ["", "", "3"]


def of_the_article() -> Tree[Any]:
    """The trace of the tree of article 3."""
    left = node("min", [node("max", map(node, [5, 1, 9])), node("max", map(node, [2, 12, 9]))])
    right = node("min", [node("max", [node(5)]), node("?")])
    return node("max", [left, right]) | trace(alpha_beta, player=Player.FIRST)


def texts_of(picture: str) -> str:
    return " ".join("/".join(text_lines(part)) or "." for part in elements(picture, "g", "node", "cut"))


def test_what_is_known_so_far() -> None:
    assert [*map(texts_of, trace_svgs(of_the_article(), moments=[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99]))] == [
        ". . . 5 1 9 . 2 12 9 . . 5 ?",
        ". . ≥5 5 1 9 . 2 12 9 . . 5 ?",
        ". . ≥9 5 1 9 . 2 12 9 . . 5 ?",
        ". ≤9 9 5 1 9 . 2 12 9 . . 5 ?",
        ". ≤9 9 5 1 9 ≥2 2 12 9 . . 5 ?",
        ". ≤9 9 5 1 9 ≥12 2 12 9 . . 5 ?",
        ". ≤9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 . . 5 ?",
        "≥9 9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 . . 5 ?",
        "≥9 9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 . ≥5 5 ?",
        "≥9 9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 ≤5 5 5 ?",
        "9 9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 ≤5 5 5 ?/cut by/alpha = 9",
    ]


def test_what_is_known_so_far_can_be_left_out() -> None:
    assert [*map(texts_of, trace_svgs(of_the_article(), moments=[6, 7, 99], bounds=False))] == [
        ". . 9 5 1 9 . 2 12 9 . . 5 ?",
        ". . 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 . . 5 ?",
        "9 9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 ≤5 5 5 ?/cut by/alpha = 9",
    ]


def test_the_value_of_a_board_is_not_seen_before_its_step() -> None:
    tree = build_tree(tictactoe.rules)(tictactoe.rules.read("XOX\nOOX\n..."))
    begun, one, *_ = trace_svgs(tree | trace(minimax, static=tictactoe.static))
    assert {*texts_of(begun).split()} == {"."}
    assert {*texts_of(one).split()} == {".", "-1", "≤-1"}


def test_boxes_have_the_size_of_what_they_show_now() -> None:
    pictures = trace_svgs(of_the_article(), moments=[0, 6, 7, 99])
    sizes = [
        [(round(right - left), round(bottom - top)) for left, top, right, bottom in boxes(each)] for each in pictures
    ]
    assert len({*sizes[0]}) == 1
    assert sizes[0][9] == sizes[1][9] < sizes[2][9] == sizes[3][9]
    middles = [[(left + right) / 2 for left, _, right, _ in boxes(each)] for each in pictures]
    assert middles[1:] == [pytest.approx(middles[0], abs=0.1)] * 3
    for picture in pictures:
        check_readable(picture)


def test_the_legend_says_expected_where_there_is_a_thick_line() -> None:
    running, whole = trace_svgs(of_the_article(), moments=[11, 12])
    assert ("expected" in [*parsed(running).itertext()], "expected line" in running) == (False, False)
    assert ("expected" in [*parsed(whole).itertext()], "expected line" in whole) == (True, True)


@pytest.mark.slow
def test_by_default_there_are_few_pictures_at_equal_distances() -> None:
    said = [
        re.findall("when ([0-9]+) of its 93 nodes", picture)[0]
        for picture in trace_svgs(
            node(0, map(node, range(92))) | trace(alpha_beta, player=Player.FIRST), depth=1, width=99
        )
    ]
    assert [*map(int, said)] == [93 * n // 23 for n in range(24)]


@given(st.lists(st.tuples(any_text, any_text), min_size=1, max_size=5), st.floats(0.1, 10))
def test_one_picture_shows_all_one_after_the_other(texts: list[tuple[str, str]], seconds: float) -> None:
    pictures = [text_svg(*given) for given in texts]
    whole = steps_svg(iter(pictures), seconds=seconds, title=texts[0][1])
    assert size_of(whole) == tuple(map(max, zip(*map(size_of, pictures), strict=True)))
    steps = elements(whole, "g", "step")
    begins = [float(step.get("style", "").partition(": ")[2].removesuffix("s")) for step in steps]
    assert begins == pytest.approx([seconds * n for n in range(len(pictures))], rel=1e-4)
    assert [step[0].tag for step in steps] == [f"{SVG}svg"] * len(pictures)
    shown = [step.get("visibility") for step in steps]
    assert shown == ["hidden"] * (len(steps) - 1) + ["visible"], "a converted copy shows the last"
    assert "prefers-reduced-motion" in whole
    other = steps_svg(iter(pictures), seconds=seconds + 1)
    styles = [
        next(part.text for part in list(parsed(each)) if "keyframes" in (part.text or "")) for each in (whole, other)
    ]
    assert styles[0] == styles[1], "two on one page do not change each other"
    assert [float(*re.findall("--fpgames-whole: ([0-9.]+)s", each)) for each in (whole, other)] == pytest.approx(
        [seconds * len(pictures), (seconds + 1) * len(pictures)], rel=1e-4
    )
