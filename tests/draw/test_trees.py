"""Pictures of trees: nothing overlaps, and only what fits is drawn."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, game_tree, map_tree, node, prune
from fpgames.draw import NodeContent, board_svg, text_svg, tree_svg
from fpgames.draw.excerpt import excerpt, numbered
from fpgames.draw.lettering import SMALL
from fpgames.games import KINDS, tictactoe
from fpgames.search import trace
from tests.support.games import WITHOUT_CHANCE
from tests.support.svg import (
    any_text,
    box_of,
    boxes,
    check_readable,
    classes,
    edges,
    elements,
    more_examples,
    number,
    parsed,
    size_of,
    text_boxes,
    text_lines,
    trees_of_contents,
)


class TestLayout:
    @pytest.mark.slow
    @more_examples
    @given(trees_of_contents, st.none() | st.integers(0, 4), st.none() | st.integers(1, 20), any_text, st.booleans())
    def test_well_formed_and_readable(
        self, tree: Tree[NodeContent], depth: int | None, width: int | None, title: str, windows: bool
    ) -> None:
        picture = tree_svg(tree, depth=depth, width=width, show=lambda label: label, title=title, windows=windows)
        check_readable(picture)
        if depth is None or width is None:
            assert size_of(picture) <= (1280, 1600) or not edges(picture)
            return
        drawn = [here for _, _, here in numbered(excerpt(tree, depth, width, lambda label: label))]
        found = classes(picture)
        assert [found.count(kind) for kind in ("cut", "node", "rest", "board", "expected line")] == [
            sum(bool(here.content.cut) for here in drawn), sum(not here.content.cut for here in drawn),
            sum(bool(here.more) for here in drawn), sum(here.content.diagram is not None for here in drawn),
            sum(here.content.expected for here in drawn[1:]),
        ]  # fmt: skip

    @pytest.mark.slow
    @more_examples
    @given(trees_of_contents, st.integers(0, 4), st.integers(1, 20), st.booleans())
    def test_edges_lead_from_parents_to_children_or_their_words(
        self, tree: Tree[NodeContent], depth: int, width: int, windows: bool
    ) -> None:
        picture = tree_svg(tree, depth=depth, width=width, show=lambda label: label, windows=windows)
        placed, led = boxes(picture), edges(picture)

        def leads(begin: tuple[float, float], end: tuple[float, float], words: bool, along: int) -> bool:
            """Return whether an edge leads from a place to another, or ends before it, where words stand between."""
            return any(
                line[0] == pytest.approx(begin, abs=0.1)
                and line[-1][1 - along] == pytest.approx(end[1 - along], abs=0.1)
                and (line[-1][along] < end[along] if words else line[-1][along] == pytest.approx(end[along], abs=0.1))
                for line in led
            )

        for child, parent, here in numbered(excerpt(tree, depth, width, lambda label: label)):
            if parent is not None:
                left, top, right, bottom = placed[parent]
                mine = placed[child]
                words = bool(here.content.edge or windows)
                down = leads(((left + right) / 2, bottom), ((mine[0] + mine[2]) / 2, mine[1]), words, 1)
                assert down or leads((right, (top + bottom) / 2), (mine[0], (mine[1] + mine[3]) / 2), words, 0)

    @pytest.mark.slow
    @more_examples
    @given(trees_of_contents, st.integers(0, 4), st.integers(1, 20))
    def test_words_stand_in_their_boxes(self, tree: Tree[NodeContent], depth: int, width: int) -> None:
        picture = tree_svg(tree, depth=depth, width=width, show=lambda label: label)
        for group in elements(picture, "g", "node", "cut"):
            left, top, right, bottom = box_of(group)
            for part in group.findall("{*}text"):
                assert len(part) <= 14
                for a, b, c, d in text_boxes(part):
                    assert left <= a < c <= right
                    assert top <= b < d <= bottom
        drawn = [here for _, _, here in numbered(excerpt(tree, depth, width, lambda label: label))]
        said = [f"+ {here.more} more" for here in drawn if here.more]
        assert sorted("".join(group.itertext()) for group in elements(picture, "g", "rest")) == sorted(said)

    def test_long_words_are_cut_short(self) -> None:
        (box,) = elements(
            tree_svg(node(NodeContent("\n".join(["x" * 31] * 13))), show=lambda label: label), "g", "node"
        )
        assert [*box.itertext()] == ["x" * 29 + "…"] * 11 + ["…"]
        long = NodeContent("", edge=20_000 * "x", window=20_000 * "x")
        tree = tree_svg(node(long, [node(long)]), show=lambda label: label, windows=True)
        for picture in (tree, text_svg("\n".join([20_000 * "x"] * 20_000), "long")):
            width, height = (float(parsed(picture).get(side, "")) for side in ("width", "height"))
            assert width < 1300
            assert height < 1000

    def test_a_wide_node_over_a_slanting_tree_stays_beside_its_sibling(self) -> None:
        slanting: Tree[str] = node("", map(node, "abcdefghij"))
        for _ in range(3):
            slanting = node("", [node("a"), slanting])
        wide = node("x" * 30, [node("a"), slanting])
        for below in ([node("a"), wide], [wide, node("a")]):
            check_readable(tree_svg(node("", below), depth=9, width=10))

    def test_one_that_would_be_wider_than_a_slide_has_its_root_on_the_left(self) -> None:
        wide = build_tree(lambda n: range(60) if n < 0 else (), player=Player.FIRST)(-1)
        across, sideways = (size_of(tree_svg(wide, depth=1, width=width)) for width in (20, 60))
        assert across[0] > across[1]
        assert sideways[0] < 200 < 1280 < sideways[1]

    def test_a_long_chain_takes_no_longer_than_its_nodes(self) -> None:
        def below(n: int) -> tuple[int, ...]:
            return (n + 1,) if n < 60 else ()

        check_readable(tree_svg(build_tree(below)(0), depth=60))


def check_slides(name: str) -> None:
    """Check that pictures of a game's trees fit a slide."""
    rules = KINDS[name].rules
    trees: list[Tree[Any]] = [game_tree(rules)(rules.start), build_tree(rules)(rules.start)]
    trees.append(trees[1] | prune(1) | map_tree(rules.static))
    trees.append(trees[0] | prune(2) | trace(alpha_beta, static=lambda label: rules.static(label.position)))
    pictures = [tree._repr_svg_() for tree in trees]
    for picture in (board_svg(rules, rules.start), *pictures):
        wide, high = size_of(picture)
        assert wide <= 1280
        assert high <= 1600
    for picture in pictures:
        check_readable(picture)
        cuts = ["".join(part.itertext()) for part in elements(picture, "g", "cut")]
        nodes = classes(picture).count("node")
        assert nodes >= min(4, 1 + len(rules.moves(rules.start)))
        assert classes(picture).count("board") == nodes + sum("more," not in words for words in cuts)


class TestTrees:
    @pytest.mark.slow
    def test_by_default_a_picture_fits_a_slide(self) -> None:
        for name in ("hex", "nim", "othello", "tictactoe"):
            check_slides(name)

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("name", sorted({*WITHOUT_CHANCE} - {"hex", "nim", "othello", "tictactoe"}))
    def test_of_other_games_a_picture_fits_a_slide(self, name: str) -> None:
        check_slides(name)

    def test_labels_of_any_type_stand_beside_the_boards(self) -> None:
        tree = build_tree(tictactoe.rules)(0) | prune(1) | map_tree(lambda p: frozenset({p}))
        assert "frozenset({0})" in tree_svg(tree)

    def test_shows_itself(self) -> None:
        tree = build_tree(lambda n: (2 * n, 2 * n + 1))(1)
        assert tree._repr_svg_() == tree_svg(tree)

    @pytest.mark.slow
    def test_what_does_not_fit_is_counted(self) -> None:
        wide = build_tree(lambda n: range(10**9) if n < 5 else (), player=Player.FIRST)(0)
        picture = tree_svg(wide, depth=2)
        assert max(size_of(picture)) <= 1280
        assert "+ 1000 or more" in picture
        whole = tree_svg(build_tree(lambda n: (n + 1,) * (n < 3))(0))
        assert "more" not in whole
        small = tree_svg(build_tree(lambda n: [n - k for k in (1, 2) if k <= n])(3))
        assert classes(small).count("node") == 7, "all of it, even if a level more has few nodes"

    def test_too_many_nodes_for_a_width_that_is_chosen_are_not_drawn(self) -> None:
        def twins(n: int) -> tuple[int, int]:
            return n, n

        assert classes(tree_svg(build_tree(twins)(0), depth=13)).count("node") == 14

    def test_boards_stand_where_their_nodes_do_however_far_that_is(self) -> None:
        drawn = tree_svg(build_tree(tictactoe.rules)(tictactoe.rules.start), depth=3, width=3)
        beside, far = [], 0.0
        for part in elements(drawn, "g", "node"):
            (board,) = (below for below in part if below.get("class") == "board")
            x, y, _ = map(float, re.findall(r"-?[\d.]+", board.get("transform", "")))
            beside.append((x - number(part[0], "x"), y - number(part[0], "y")))
            far = number(part[0], "y")
        assert far > 1000
        assert all(place == pytest.approx(beside[0], abs=0.05) for place in beside)

    def test_max_and_min_are_told_apart_where_someone_chooses(self) -> None:
        tree = node("", [node(1), node("", [node(2), node(3)])], player=Player.FIRST)
        for kind, up in (("max", True), ("min", False)):
            marks = elements(tree_svg(tree), "polygon", kind)
            assert len(marks) == classes(tree_svg(tree)).count(kind) == 2, "one in the legend"
            for mark in marks:
                ys = [float(corner.split(",")[1]) for corner in mark.get("points", "").split()]
                assert (ys[2] < ys[0] == ys[1]) if up else (ys[2] > ys[0] == ys[1])
        assert not {"max", "min"} & {*classes(tree_svg(node("", [node(1)])))}

    def test_a_legend_that_is_broader_than_the_tree_has_as_much_room_at_its_end_as_before_it(self) -> None:
        picture = tree_svg(node("", [node(1)], player=Player.FIRST))
        (legend,) = elements(picture, "g", "legend")
        begins = [float((part.get("transform") or "").removeprefix("translate(").split()[0]) for part in legend]
        ends = max(
            x + 20 + SMALL * len(name) for x, part in zip(begins, legend, strict=True) for name in part.itertext()
        )
        assert size_of(picture)[0] == pytest.approx(ends + begins[0], abs=0.5)

    def test_a_cut_says_how_many_and_by_what(self) -> None:
        inner = [node(0, [node(1), node(5)]), node(0, [node(1), *(node(n) for n in range(7))])]
        (cut,) = elements(tree_svg(trace(alpha_beta)(node(0, inner, player=Player.FIRST))), "g", "cut")
        assert " ".join(text_lines(cut)) == "7 more, cut by alpha = 1"

    def test_windows_stand_on_edges_if_asked(self) -> None:
        tree = node(0, [node(0, [node(3), node(2)]), node(0, [node(1), node(4)])], player=Player.FIRST) | trace(
            alpha_beta
        )
        said = ["[-∞, ∞]", "[-∞, ∞]", "[-∞, ∞]", "[-∞, 3]", "[2, ∞]", "[2, ∞]"]
        assert ["".join(part.itertext()) for part in elements(tree_svg(tree, windows=True), "text", "edge")] == said
        assert elements(tree_svg(tree), "text", "edge") == []
