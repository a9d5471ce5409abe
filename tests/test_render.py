"""Pictures: well-formed whatever is written in them, nothing over anything else, and nothing looked at but what is drawn."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from itertools import count, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fpgames.alphabeta import ab_trace, minimax_trace
from fpgames.diagram import Diagram, in_line, picture_of
from fpgames.games import GAMES, connect4, connect4_bits, tictactoe, tictactoe_bits
from fpgames.minimax import Scored, maximise, minimise
from fpgames.render import board_svg, text_svg, tree_dot, tree_mermaid, tree_svg
from fpgames.rules import Outcome, Player, Rules
from fpgames.sketch import Shown, Twig, shown, sketch, twigs
from fpgames.svg import Picture, element, text
from fpgames.testing import positions
from fpgames.testing import trees as kit_trees
from fpgames.tree import Tree, build_tree, fold_tree, game_tree, levels, map_tree, node, size
from tests.test_cli import run as run  # the fixture

any_text = st.text(st.characters(exclude_categories=()))  # lone halves of surrogate pairs and controls too
SVG = "{http://www.w3.org/2000/svg}"
trees = kit_trees(st.integers(-5, 5))
shows = st.builds(Shown, any_text, any_text, st.just("") | any_text)
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=str)


class Asked:
    """The identity, which remembers what it was asked for."""

    def __init__(self) -> None:
        self.labels: list[int] = []

    def __call__(self, label: int) -> int:
        self.labels.append(label)
        return label


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def classes(picture: str) -> list[str]:
    return [found for part in parsed(picture).iter() if (found := part.get("class", ""))]


class TestText:
    @given(any_text, any_text)
    @example("\r\n\t<&>\"'", "\r\n\t<&>\"'")
    def test_whatever_is_written_is_read(self, attribute: str, content: str) -> None:
        found = parsed(element("p", text(content), title=attribute))
        kept = re.compile("[\x09\x0a\x0d\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML can hold
        for written, read in ((attribute, found.get("title") or ""), (content, found.text or "")):
            assert len(written) == len(read)
            assert all(a == b for a, b in zip(written, read, strict=True) if kept.match(a))

    @given(any_text, any_text)
    def test_a_picture_of_text(self, lines: str, title: str) -> None:
        picture = text_svg(lines, title)
        assert len(list(parsed(picture).iter(f"{SVG}tspan"))) == lines.count("\n") + 1

    def test_shows_itself(self) -> None:
        assert Picture("<svg/>")._repr_svg_() == "<svg/>"
        assert type(Picture("<svg/>")._repr_svg_()) is str


class TestBoards:
    @every_game
    @given(data=st.data())
    def test_of_any_position(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        picture = board_svg(rules, p, numbers=True)
        assert rules.diagram
        rows = rules.diagram(p).rows
        assert parsed(picture).get("aria-label") == f"{rules.name}: {' / '.join(rows)}"
        written = [found.text for found in parsed(picture).iter(f"{SVG}text") if found.get("fill") == "var(--faint)"]
        assert sorted(map(str, written)) == sorted(map(rules.show_move, rules.moves(p)))
        for move in rules.moves(p):
            after = rules.play(p, move)
            assert classes(board_svg(rules, after, before=p)).count("last") == 1
            assert sum(row.count(".") for row in rules.diagram(after).rows) == sum(row.count(".") for row in rows) - 1

    @every_game
    @given(data=st.data())
    def test_who_has_won_stands_out(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        assert rules.diagram
        rows, won, _ = rules.diagram(p)
        winner = rules.outcome(p).value_or(Outcome.DRAW)
        assert bool(won) == (winner is not Outcome.DRAW)
        assert len({rows[i][j] for i, j in won}) == bool(won)

    def test_both_boards_of_a_game_look_alike(self) -> None:
        pairs: list[tuple[Any, Any, list[int]]] = [
            (tictactoe_bits.rules, tictactoe.rules, [4, 0, 3, 7, 5]),
            (connect4_bits.rules, connect4.rules, [3, 3, 4, 4, 5, 5, 6]),
        ]
        for bits, record, line in pairs:
            picture, other = (board_svg(game, reduce(game.play, line, game.start)) for game in (bits, record))
            assert picture == other.replace("-record", "")
            assert "won" in picture

    def test_records_show_themselves(self) -> None:
        records: list[tuple[Any, Any]] = [(tictactoe.rules, tictactoe.start), (connect4.rules, connect4.rules.start)]
        for rules, record in records:
            assert record._repr_svg_() == board_svg(rules, record)

    def test_the_fourth_articles_win(self) -> None:
        p = connect4_bits.rules.read("1515151")
        diagram = connect4_bits.rules.diagram
        assert diagram
        assert diagram(p).won == {(row, 0) for row in range(2, 6)}
        assert classes(board_svg(connect4_bits.rules, p)).count("won") == 4

    def test_a_game_without_a_diagram_is_written(self) -> None:
        plain = replace(tictactoe_bits.rules, diagram=None)
        found = [part.text for part in parsed(board_svg(plain, plain.start)).iter(f"{SVG}tspan")]
        assert found == plain.show(plain.start).split("\n")

    @given(st.lists(st.text(st.sampled_from("X.O<"), min_size=3, max_size=3), min_size=1, max_size=4), any_text)
    def test_of_any_symbols(self, rows: list[str], title: str) -> None:
        for discs in (False, True):
            drawn = parsed(picture_of(Diagram(tuple(rows), discs=discs), title, {(0, 0)}, {(0, 1): title}))
            assert len(list(drawn.iter(f"{SVG}rect"))) == 1 + sum(map(len, rows))

    @given(st.lists(st.text(st.sampled_from("XO."), min_size=4, max_size=4), min_size=4, max_size=4), st.integers(1, 4))
    def test_lines_are_all_there_are(self, rows: list[str], n: int) -> None:
        found = set()
        for i, j, (di, dj) in product(range(4), range(4), [(0, 1), (1, 0), (1, 1), (-1, 1)]):
            line = [(i + k * di, j + k * dj) for k in range(n)]
            inside = all(0 <= a < 4 and 0 <= b < 4 for a, b in line)
            if inside and len({rows[a][b] for a, b in line}) == 1 and rows[i][j] != ".":
                found |= set(line)
        assert in_line(tuple(rows), n) == found


class TestSketch:
    @given(trees, st.integers(0, 4), st.integers(1, 4))
    def test_every_child_is_drawn_or_counted(self, tree: Tree[int], depth: int, width: int) -> None:
        def check(tree: Tree[int], twig: Twig, depth: int) -> None:
            children = list(tree.children)
            assert twig.shown == Shown(str(tree.label))
            assert len(twig.twigs) == (min(width, len(children)) if depth else 0)
            assert len(twig.twigs) + twig.more == len(children)
            for child, below in zip(children, twig.twigs, strict=False):
                check(child, below, depth - 1)

        check(tree, sketch(tree, depth, width), depth)

    def test_of_an_infinite_tree_a_thousand_are_counted(self) -> None:
        twig = sketch(build_tree(lambda n: count(n + 1))(0), depth=1, width=2)
        assert twig.rest == "+ 1000 or more"
        assert [below.shown.text for below in twig.twigs] == ["1", "2"]

    def test_only_labels_that_are_drawn_are_computed(self) -> None:
        asked = Asked()
        tree_svg(map_tree(asked, build_tree(lambda n: (2 * n, 2 * n + 1))(1)), depth=2, width=1)
        assert asked.labels == [1, 2, 4]

    def test_behind_a_cut_nothing_is_looked_at(self) -> None:
        def never() -> Any:
            raise AssertionError

        cut = Tree(lambda: Shown("hopeless", cut="alpha 3"), never)
        assert sketch(cut, show=lambda label: label) == Twig(Shown("hopeless", cut="alpha 3"))

    @pytest.mark.parametrize(("depth", "width", "what"), [(-1, 1, "-1 levels"), (1, 0, "0 children")])
    def test_too_little_is_refused(self, depth: int, width: int, what: str) -> None:
        for draw in (tree_svg, tree_dot, tree_mermaid):
            with pytest.raises(ValueError, match=f"cannot draw {what}"):
                draw(node(1), depth=depth, width=width)

    @given(trees)
    def test_parents_come_before_their_children_and_left_before_right(self, tree: Tree[int]) -> None:
        drawn = list(twigs(sketch(tree, 9, 9)))
        assert [number for number, _, _ in drawn] == [*range(size(tree))]
        for number, parent, _ in drawn[1:]:
            assert parent is not None
            assert parent < number


def boxes(picture: str) -> list[tuple[float, float, float, float]]:
    """The nodes' left, top, right and bottom."""
    return [
        (x, y, x + float(box.get("width", 0)), y + float(box.get("height", 0)))
        for group in parsed(picture).iter(f"{SVG}g")
        for box in group.iter(f"{SVG}rect")
        for x, y in [(float(box.get("x", 0)), float(box.get("y", 0)))]
    ]


class TestTrees:
    @given(kit_trees(shows), st.integers(0, 4), st.integers(1, 20), any_text)
    def test_well_formed_whatever_is_written(self, tree: Tree[Shown], depth: int, width: int, title: str) -> None:
        picture = tree_svg(tree, depth=depth, width=width, show=lambda label: label, title=title)
        drawn = [twig for _, _, twig in twigs(sketch(tree, depth, width, lambda label: label))]
        found = classes(picture)
        assert found.count("cut") == sum(bool(twig.shown.cut) for twig in drawn)
        assert found.count("node") == sum(not twig.shown.cut for twig in drawn)
        assert found.count("rest") == sum(bool(twig.more) for twig in drawn)
        assert len(list(parsed(picture).iter(f"{SVG}line"))) == len(drawn) - 1 + found.count("rest")

    @given(kit_trees(shows), st.integers(0, 4), st.integers(1, 20))
    def test_no_node_lies_over_another_or_outside(self, tree: Tree[Shown], depth: int, width: int) -> None:
        picture = tree_svg(tree, depth=depth, width=width, show=lambda label: label)
        _, _, right, bottom = map(float, parsed(picture).get("viewBox", "").split())
        placed = boxes(picture)
        for n, (left, top, to, down) in enumerate(placed):
            assert 0 <= left < to <= right
            assert 0 <= top < down <= bottom
            assert all(to <= a or c <= left or down <= b or d <= top for a, b, c, d in placed[n + 1 :])

    def test_a_wide_one_grows_downwards(self) -> None:
        wide = build_tree(lambda n: range(20) if n < 0 else ())(-1)
        narrow = tree_svg(wide, width=14), tree_svg(wide, width=20)
        (_, _, across, _), (_, _, sideways, _) = (parsed(picture).get("viewBox", "").split() for picture in narrow)
        assert float(sideways) < 200 < float(across)

    def test_the_third_articles_tree_says_what_cut_it(self) -> None:
        inner: list[Tree[int]] = [node(0, map(node, leaves)) for leaves in ((5, 1, 9), (2, 12, 9), (5, 12), (9, 2))]
        tree = ab_trace(node(0, [node(0, inner[:2]), node(0, inner[2:])]))
        drawn = [twig.shown for _, _, twig in twigs(sketch(tree))]
        assert [(show.text, show.cut) for show in drawn if show.cut] == [("9", "beta 9")]

    def test_labels_of_games_write_values_on_nodes_and_moves_on_edges(self) -> None:
        rules = tictactoe_bits.rules
        p = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
        traced = ab_trace(game_tree(rules)(p), static=lambda label: rules.static(label.position))
        drawn = [twig.shown for _, _, twig in twigs(sketch(traced))]
        assert drawn[:3] == [Shown("0"), Shown("0", "1"), Shown("0", "7")]
        assert shown(Scored(0.123456, (3, 4))) == Shown("0.123456", "4")
        assert shown(Scored(1, ())) == Shown("1")
        assert [shown(label) for level in levels(game_tree(rules)(p)) for label in level][:2] == [
            Shown(""),
            Shown("", "1"),
        ]

    def test_shows_itself(self) -> None:
        tree = build_tree(lambda n: (2 * n, 2 * n + 1))(1)
        assert tree._repr_svg_() == tree_svg(tree)

    @given(kit_trees(shows))
    def test_graphviz_and_mermaid_have_a_line_for_each_node_and_edge(self, tree: Tree[Shown]) -> None:
        drawn = [twig for _, _, twig in twigs(sketch(tree, show=lambda label: label))]
        rests = sum(bool(twig.more) for twig in drawn)
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


class TestMinimaxTrace:
    @given(trees, st.sampled_from(Player))
    def test_every_value_is_that_of_the_tree_below(self, tree: Tree[int], player: Player) -> None:
        def check(traced: Tree[Any], tree: Tree[int], high: bool) -> None:
            assert traced.label == (tree.label, (maximise if high else minimise)(tree), None, None, None)
            for below, child in zip(traced.children, tree.children, strict=True):
                check(below, child, not high)

        check(minimax_trace(tree, player=player), tree, player is Player.FIRST)

    def test_is_made_once_when_somebody_first_looks(self) -> None:
        asked = Asked()
        traced = minimax_trace(node(0, map(node, (1, 2))), static=asked)
        assert asked.labels == []
        assert fold_tree(lambda label, below: label.value + sum(below), traced) == 2 + 1 + 2
        assert asked.labels == [1, 2]


class TestCommand:
    def test_writes_what_the_ending_says(self, run: Any, tmp_path: Path) -> None:
        status, out, _ = run("tree", "tictactoe", "4,0,2,5,3,6", "--depth", "3")
        assert status == 0
        assert classes(out).count("node") == 1 + 3 + 6 + 6
        for ending, begins in ((".svg", "<svg"), (".dot", "digraph"), (".mmd", "flowchart")):
            path = tmp_path / f"tree{ending}"
            assert run("tree", "connect4", "3", "--width", "2", "--search", "alphabeta", "-o", str(path))[:2] == (0, "")
            assert path.read_text().startswith(begins)

    def test_what_a_search_cut_off_is_grey(self, run: Any) -> None:
        _, plain, _ = run("tree", "tictactoe", "4,0,2", "--depth", "2")
        _, cut, _ = run("tree", "tictactoe", "4,0,2", "--depth", "2", "--search", "alphabeta")
        assert "cut" not in classes(plain)
        assert "cut" in classes(cut)

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["-o", "x.png"], "x.png: cannot draw .png; expected .svg, .dot or .mmd"),
            (["-o", "x"], "x: cannot draw without an ending; expected .svg, .dot or .mmd"),
            (["--depth", "-1"], "cannot prune to a depth of -1; expected at least 0"),
            (["--width", "0"], "cannot draw 0 children; expected at least 1"),
        ],
    )
    def test_bad_input_is_refused(self, run: Any, args: list[str], said: str) -> None:
        assert run("tree", "tictactoe", *args) == (2, "", f"fpgames: {said}\n")
