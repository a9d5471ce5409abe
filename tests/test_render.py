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

from fpgames import (
    Outcome,
    Player,
    Rules,
    Tree,
    build_tree,
    game_tree,
    map_tree,
    maximise,
    minimax,
    minimise,
    node,
    prune,
)
from fpgames.cli import tree as cli_tree
from fpgames.draw import Picture, Shown, board_svg, shown, text_svg, tree_dot, tree_mermaid, tree_svg
from fpgames.draw.boards import picture_of
from fpgames.draw.excerpt import DrawnNode, excerpt, numbered
from fpgames.draw.svg import element, text
from fpgames.games import GAMES, checkers, connect4, draughts, in_line, tictactoe
from fpgames.rules import Diagram
from fpgames.search import Scored, ab_trace, minimax_trace
from fpgames.testing import positions, unfinished
from fpgames.testing import trees as kit_trees
from fpgames.tree import keep_best, levels, prune_when, size
from tests.test_cli import run as run  # the fixture
from tests.test_tree import begun_by

any_text = st.text(st.characters(exclude_categories=()))  # lone halves of surrogate pairs and controls too
SVG = "{http://www.w3.org/2000/svg}"
trees = kit_trees(st.integers(-5, 5))
shows = st.builds(Shown, any_text, any_text, st.just("") | any_text)
every_game = pytest.mark.parametrize("rules", [GAMES[name] for name in sorted(GAMES)], ids=str)
IN_LINE = ("connect4", "connect4-record", "mnk", "tictactoe", "tictactoe-record")  # games in which a line wins
every_game_of_lines = pytest.mark.parametrize("rules", [GAMES[name] for name in IN_LINE], ids=str)
every_game_of_pieces = pytest.mark.parametrize("rules", [checkers.rules, draughts.rules], ids=str)


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


def number(part: ElementTree.Element, name: str) -> float:
    return float(part.get(name, 0))


def middle(part: ElementTree.Element) -> tuple[float, float]:
    """Of a circle, a rectangle, or a path: the middle of its ends."""
    if part.tag == f"{SVG}circle":
        return number(part, "cx"), number(part, "cy")
    if part.tag == f"{SVG}rect":
        return number(part, "x") + number(part, "width") / 2, number(part, "y") + number(part, "height") / 2
    ends = [tuple(map(float, end.split())) for end in re.findall(r"[ML]([\d.]+ [\d.]+)", part.get("d", ""))]
    return sum(x for x, _ in ends) / (len(ends) or 1), sum(y for _, y in ends) / (len(ends) or 1)


def cell_of(square: int, width: int) -> tuple[int, int]:
    """The column and the row of a square of draughts."""
    row, column = divmod(square - 1, width // 2)
    return 2 * column + (row + 1) % 2, row


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
    def test_of_any_position_before_and_after(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        for numbers in (False, True):
            picture = board_svg(rules, p, numbers=numbers)
            assert parsed(picture).get("aria-label", "").startswith(f"{rules.name}: ")
        for q in rules.successors(p):
            marked = classes(board_svg(rules, q, before=p))
            assert marked.count("last") + marked.count("arrow") >= 1

    @every_game_of_pieces
    @given(data=st.data())
    def test_pieces_squares_and_their_numbers(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(unfinished(rules))
        q = next(iter(rules.successors(p)))
        drawn = parsed(board_svg(rules, q, before=p, numbers=True))
        discs = [part for part in drawn.iter(f"{SVG}circle") if part.get("class") != "last"]
        assert len(discs) == (q.first | q.second).bit_count() + q.kings.bit_count(), "a king has a ring"
        squares = range(1, {"checkers": 32, "draughts": 50}[rules.name] + 1)
        assert sorted(int(part.text or 0) for part in drawn.iter(f"{SVG}text")) == [*squares]
        (arrow,) = (part for part in drawn.iter() if part.get("class") == "arrow")
        moved = rules.moves(p)[0]
        width = 8 if rules.name == "checkers" else 10
        x, y = (number(arrow, name) - 32 for name in ("x1", "y1"))
        assert (x / 48, y / 48) == cell_of(moved.start, width)

    def test_a_capture_that_ends_where_it_began_marks_what_it_changed(self) -> None:
        rules = draughts.rules
        p = rules.read("W:WK30:B8,11,27,39")
        (move,) = (move for move in rules.moves(p) if move.start == move.end)
        assert classes(board_svg(rules, rules.play(p, move), before=p)).count("last") == 4

    @every_game_of_lines
    @given(data=st.data())
    def test_of_any_position(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        picture = board_svg(rules, p, numbers=True)
        assert rules.diagram
        rows = rules.diagram(p).rows
        assert parsed(picture).get("aria-label") == f"{rules.name}: {' / '.join(rows)}"
        written = [found.text for found in parsed(picture).iter(f"{SVG}text") if found.get("fill") == "var(--faint)"]
        if rules.name == "othello":  # in which a move changes several cells
            assert set(map(str, written)) <= set(map(rules.show_move, rules.moves(p)))
            return
        assert sorted(map(str, written)) == sorted(map(rules.show_move, rules.moves(p)))
        for move in rules.moves(p):
            after = rules.play(p, move)
            assert classes(board_svg(rules, after, before=p)).count("last") == 1
            assert sum(row.count(".") for row in rules.diagram(after).rows) == sum(row.count(".") for row in rows) - 1

    def test_a_position_of_another_board_is_not_the_one_before(self) -> None:
        mixed = replace(tictactoe.rules, diagram=lambda p: Diagram(("...",) * (3 if p else 2)))
        with pytest.raises(ValueError, match="argument 2 is"):
            board_svg(mixed, 1, before=0)

    @every_game_of_lines
    @given(data=st.data())
    def test_who_has_won_stands_out(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        assert rules.diagram
        rows, won, *_ = rules.diagram(p)
        winner = rules.outcome(p).value_or(Outcome.DRAW)
        assert bool(won) == (rules.name in IN_LINE and winner is not Outcome.DRAW)
        assert len({rows[i][j] for i, j in won}) == bool(won)

    def test_both_boards_of_a_game_look_alike(self) -> None:
        pairs: list[tuple[Any, Any, list[int]]] = [
            (tictactoe.rules, tictactoe.record.rules, [4, 0, 3, 7, 5]),
            (connect4.rules, connect4.record.rules, [3, 3, 4, 4, 5, 5, 6]),
        ]
        for bits, record, line in pairs:
            picture, other = (board_svg(game, reduce(game.play, line, game.start)) for game in (bits, record))
            assert picture == other.replace("-record", "")
            assert (
                sum(part.get("fill") == "var(--won)" or part.get("class") == "won" for part in parsed(picture).iter())
                >= 3
            )

    @every_game_of_lines
    @given(data=st.data())
    def test_every_stone_lies_in_its_cell(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        assert rules.diagram
        diagram = rules.diagram(p)
        after = next(iter(rules.successors(p)), p)
        drawn = parsed(board_svg(rules, after, before=p))
        colours = {
            "X": "var(--first)",
            "O": "var(--second)",
            "R": "var(--first)",
            "Y": "var(--gold)",
            ".": "var(--paper)",
        }
        found = {}
        for part in drawn.iter():
            if part.get("class") == "last" or part.tag == f"{SVG}text":
                continue
            if colour := {part.get("stroke"), part.get("fill")} & {*colours.values()}:
                x, y = middle(part)
                found[int(y - 8) // 48, int(x - 8) // 48] = colour
                assert part.tag == f"{SVG}rect" or ((x - 32) % 48, (y - 32) % 48) == (0, 0)
        rows = rules.diagram(after).rows
        assert {
            (i, j): colours[symbol] in found[i, j]
            for i, row in enumerate(rows)
            for j, symbol in enumerate(row)
            if symbol != " "
        } == {(i, j): True for i, row in enumerate(rows) for j, symbol in enumerate(row) if symbol != " "}
        last = [
            (int(y - 8) // 48, int(x - 8) // 48)
            for part in drawn.iter()
            if part.get("class") == "last"
            for x, y in [middle(part)]
        ]
        assert last == [
            (i, j) for i, row in enumerate(rows) for j, symbol in enumerate(row) if symbol != diagram.rows[i][j]
        ]

    def test_records_show_themselves(self) -> None:
        records: list[tuple[Any, Any]] = [
            (tictactoe.record.rules, tictactoe.record.start),
            (connect4.record.rules, connect4.record.rules.start),
        ]
        for rules, record in records:
            assert record._repr_svg_() == board_svg(rules, record)

    def test_the_fourth_articles_win(self) -> None:
        p = connect4.rules.read("1515151")
        diagram = connect4.rules.diagram
        assert diagram
        assert diagram(p).won == {(row, 0) for row in range(2, 6)}
        assert classes(board_svg(connect4.rules, p)).count("won") == 4

    def test_a_game_without_a_diagram_is_written(self) -> None:
        plain = replace(tictactoe.rules, diagram=None)
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
        def check(tree: Tree[int], here: DrawnNode, depth: int) -> None:
            children = list(tree.children)
            assert here.shown == Shown(str(tree.label))
            assert len(here.children) == (min(width, len(children)) if depth else 0)
            assert len(here.children) + here.more == len(children)
            for child, below in zip(children, here.children, strict=False):
                check(child, below, depth - 1)

        check(tree, excerpt(tree, depth, width), depth)

    def test_of_an_infinite_tree_a_thousand_are_counted(self) -> None:
        here = excerpt(build_tree(lambda n: count(n + 1))(0), depth=1, width=2)
        assert here.rest == "+ 1000 or more"
        assert [below.shown.text for below in here.children] == ["1", "2"]

    def test_only_labels_that_are_drawn_are_computed(self) -> None:
        asked = Asked()
        tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1) | map_tree(asked), depth=2, width=1)
        assert asked.labels == [1, 2, 4]

    def test_behind_a_cut_nothing_is_looked_at(self) -> None:
        def never() -> Any:
            raise AssertionError

        cut = Tree(lambda: Shown("hopeless", cut="alpha 3"), never)
        assert excerpt(cut, show=lambda label: label) == DrawnNode(Shown("hopeless", cut="alpha 3"))

    def test_children_are_made_to_be_counted_and_no_more(self) -> None:
        grown: list[int] = []

        def grow(n: int) -> range:
            grown.append(n)
            return range(3 * n, 3 * n + 3)

        tree_svg(build_tree(grow)(1), depth=1, width=2)
        assert grown == [1, 3, 4]

    def test_too_much_is_refused(self) -> None:
        endless = build_tree(lambda n: (n + 1,))(0)
        with pytest.raises(
            ValueError, match="cannot draw 5000 levels: the interpreter's stack is too small; expected fewer"
        ):
            tree_dot(endless, depth=5000)
        with pytest.raises(ValueError, match="cannot draw more than 5000 nodes; expected a smaller depth or width"):
            tree_mermaid(build_tree(lambda n: range(10))(0), depth=4, width=10**30)

    @pytest.mark.parametrize(("depth", "width", "what"), [(-1, 1, "-1 levels"), (1, 0, "0 children")])
    def test_too_little_is_refused(self, depth: int, width: int, what: str) -> None:
        for draw in (tree_svg, tree_dot, tree_mermaid):
            with pytest.raises(ValueError, match=f"cannot draw {what}"):
                draw(node(1), depth=depth, width=width)

    @given(trees)
    def test_parents_come_before_their_children_and_left_before_right(self, tree: Tree[int]) -> None:
        drawn = list(numbered(excerpt(tree, 9, 9)))
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
        drawn = [here for _, _, here in numbered(excerpt(tree, depth, width, lambda label: label))]
        found = classes(picture)
        assert found.count("cut") == sum(bool(here.shown.cut) for here in drawn)
        assert found.count("node") == sum(not here.shown.cut for here in drawn)
        assert found.count("rest") == sum(bool(here.more) for here in drawn)
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

    def test_one_of_more_than_fourteen_leaves_grows_downwards(self) -> None:
        wide = build_tree(lambda n: range(15) if n < 0 else (), player=Player.FIRST)(-1)
        both = tree_svg(wide | keep_best(14, int) | prune_when(lambda n: n == 14)), tree_svg(wide, width=15)
        (_, _, across, _), (_, _, sideways, _) = (parsed(picture).get("viewBox", "").split() for picture in both)
        assert float(sideways) < 200 < float(across)

    @given(kit_trees(shows), st.integers(0, 4), st.integers(1, 20))
    def test_lines_join_middles_and_words_stand_in_their_boxes(self, tree: Tree[Shown], depth: int, width: int) -> None:
        drawn = list(numbered(excerpt(tree, depth, width, lambda label: label)))
        picture = parsed(tree_svg(tree, depth=depth, width=width, show=lambda label: label))
        groups = list(picture.iter(f"{SVG}g"))
        centres = [middle(group[0]) for group in groups]
        lines = [[number(line, end) for end in ("x1", "y1", "x2", "y2")] for line in picture.iter(f"{SVG}line")]
        kinds = [group.get("class") for group in groups]
        nodes = [centre for centre, kind in zip(centres, kinds, strict=True) if kind != "rest"]
        rests = [centre for centre, kind in zip(centres, kinds, strict=True) if kind == "rest"]
        expected = [(*nodes[parent], *nodes[n]) for n, parent, _ in drawn if parent is not None]
        more = [n for n, _, here in drawn if here.more]
        close = [min((abs(a - b), line) for line in lines for a, b in [(sum(line), sum(end))])[0] for end in expected]
        assert all(gap < 0.1 for gap in close)
        assert len(rests) == len(more)
        for group in groups:
            left, top = number(group[0], "x"), number(group[0], "y")
            wide, high = number(group[0], "width"), number(group[0], "height")
            spans = list(group.iter(f"{SVG}tspan"))
            heights = [number(span, "y") for span in spans]
            assert heights == sorted({*heights})
            assert all(top < height < top + high for height in heights)
            assert all(number(span, "x") == pytest.approx(left + wide / 2, abs=0.1) for span in spans)
            assert all(8 * len(span.text or "") <= wide for span in spans)
            assert len(spans) <= 12
        written = ["\n".join(span.text or "" for span in group.iter(f"{SVG}tspan")) for group in groups]
        said = [f"+ {here.more} more" for _, _, here in drawn if here.more]
        assert sorted(w for w, kind in zip(written, kinds, strict=True) if kind == "rest") == sorted(said)

    @given(kit_trees(st.builds(Shown, st.just("1"), st.text("abc", max_size=12))), st.integers(1, 20))
    def test_no_edges_words_lie_over_anothers_or_over_a_node(self, tree: Tree[Shown], width: int) -> None:
        picture = parsed(tree_svg(tree, width=width, show=lambda label: label))
        drawn = [here for _, _, here in numbered(excerpt(tree, 3, width, lambda label: label))]
        found, placed = [], boxes(ElementTree.tostring(picture, encoding="unicode"))
        for part in picture.iter(f"{SVG}text"):
            if part.get("class") == "edge":
                wide, x = 8 * len(part.text or ""), number(part, "x")
                left = x - wide if part.get("text-anchor") == "end" else x - wide / 2
                found.append((left, number(part, "y") - 9, left + wide, number(part, "y") + 2))
        assert len(found) == sum(bool(here.shown.edge) for here in drawn)
        assert sorted(part.text or "" for part in picture.iter(f"{SVG}text") if part.get("class") == "edge") == sorted(
            here.shown.edge for here in drawn if here.shown.edge
        )
        for n, (left, top, right, bottom) in enumerate(found):
            assert left >= 0
            assert all(right <= a or c <= left or bottom <= b or d <= top for a, b, c, d in [*found[n + 1 :], *placed])

    def test_the_third_articles_tree_says_what_cut_it(self) -> None:
        inner: list[Tree[int]] = [node(0, map(node, leaves)) for leaves in ((5, 1, 9), (2, 12, 9), (5, 12), (9, 2))]
        tree = ab_trace(node(0, [node(0, inner[:2]), node(0, inner[2:])], player=Player.FIRST))
        drawn = [here.shown for _, _, here in numbered(excerpt(tree))]
        assert [(show.text, show.cut) for show in drawn if show.cut] == [("9", "beta 9")]

    def test_labels_of_games_write_values_on_nodes_and_moves_on_edges(self) -> None:
        rules = tictactoe.rules
        p = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
        traced = game_tree(rules)(p) | ab_trace(static=lambda label: rules.static(label.position))
        drawn = [here.shown for _, _, here in numbered(excerpt(traced))]
        assert drawn[:3] == [Shown("0"), Shown("0", "1"), Shown("0", "7")]
        assert shown(Scored(0.123456, (3, 4))) == Shown("0.123", "4")
        assert shown(Scored(1, ())) == Shown("1")
        assert [shown(label) for level in levels(game_tree(rules)(p)) for label in level][:2] == [
            Shown(""),
            Shown("", "1"),
        ]

    def test_long_words_are_cut_short(self) -> None:
        long = tree_svg(node(Shown("\n".join(["x" * 31] * 13))), show=lambda label: label)
        spans = [span.text or "" for span in parsed(long).iter(f"{SVG}tspan")]
        assert spans == ["x" * 29 + "…"] * 11 + ["…"]

    def test_shows_itself(self) -> None:
        tree = build_tree(lambda n: (2 * n, 2 * n + 1))(1)
        assert tree._repr_svg_() == tree_svg(tree, depth=2, width=5)

    @given(any_text, any_text)
    @example("a\\", '"')
    @example('\\"', "\\")
    @example("&lt;\n\\", "\n")
    def test_graphviz_reads_what_was_written(self, words: str, edge: str) -> None:
        drawn = tree_dot(node(Shown(""), [node(Shown(words, edge))]), show=lambda label: label)
        strings = re.findall(r'label="((?:[^"\\]|\\.)*)"\]', drawn, re.S)
        unquoted = [
            re.sub(r"\\(.)", lambda c: "\n" if c[1] == "n" else c[1], given).replace("&amp;", "&") for given in strings
        ]
        if len(words) <= 30 and words.count("\n") < 12 and 0 < len(edge) <= 30:
            whole = [re.sub("[\0\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text) for text in (words, edge)]
            assert unquoted == ["", whole[0], whole[1].replace("\n", " ")]

    @given(kit_trees(shows))
    def test_graphviz_and_mermaid_have_a_line_for_each_node_and_edge(self, tree: Tree[Shown]) -> None:
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


class TestMinimaxTrace:
    @given(trees, st.sampled_from(Player))
    def test_every_value_is_that_of_the_tree_below(self, tree: Tree[int], player: Player) -> None:
        def check(traced: Tree[Any], tree: Tree[int], high: bool) -> None:
            assert traced.label == (tree.label, (maximise if high else minimise)(tree), *[None] * 4)
            for below, child in zip(traced.children, tree.children, strict=True):
                check(below, child, not high)

        check(minimax_trace(player=player)(tree), tree, player is Player.FIRST)
        check(minimax_trace(begun_by(player, tree)), tree, player is Player.FIRST)

    def test_searches_below_what_is_looked_at_and_nowhere_else(self) -> None:
        asked = Asked()
        tree = node(0, [node(0, map(node, (1, 2))), node(0, map(node, (3, 4)))], player=Player.FIRST)
        traced = minimax_trace(static=asked)(tree)
        _, second = traced.children
        assert asked.labels == []
        assert (second.label.value, asked.labels) == (3, [3, 4])


class TestCommand:
    def test_writes_what_the_ending_says(self, run: Any, tmp_path: Path) -> None:
        status, out, _ = run("tree", "tictactoe", "4,0,2,5,3,6", "--depth", "3")
        assert status == 0
        assert classes(out).count("node") == 1 + 3 + 6 + 6
        for ending, begins in ((".svg", "<svg"), (".dot", "digraph"), (".mmd", "flowchart")):
            path = tmp_path / f"tree{ending}"
            assert run("tree", "connect4", "3", "--width", "2", "--search", "alphabeta", "-o", str(path))[:2] == (0, "")
            assert path.read_text().startswith(begins)

    @pytest.mark.parametrize("search", ["minimax", "alphabeta"])
    def test_values_are_the_first_players_whoever_moves(self, run: Any, search: str) -> None:
        rules = connect4.rules
        p = reduce(rules.play, [3, 0, 2], rules.start)
        _, out, _ = run("tree", "connect4", "3,0,2", "--depth", "2", "--search", search)
        first = next(parsed(out).iter(f"{SVG}tspan")).text
        value = build_tree(rules)(p) | prune(2) | map_tree(rules.static) | minimax
        assert first == f"{value:.3g}" != "0"
        title = f"connect4: {search} 2 moves ahead"
        assert parsed(out).get("aria-label") == title == next(parsed(out).iter(f"{SVG}title")).text

    def test_out_of_memory_is_one_line(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: Any, **__: Any) -> Any:
            raise MemoryError

        monkeypatch.setitem(cli_tree.DRAWINGS, ".svg", full)
        assert run("tree", "tictactoe") == (2, "", "fpgames: out of memory; expected a smaller depth\n")

    def test_what_a_search_cut_off_is_grey(self, run: Any) -> None:
        _, plain, _ = run("tree", "tictactoe", "4,0,2", "--depth", "2")
        _, cut, _ = run("tree", "tictactoe", "4,0,2", "--depth", "2", "--search", "alphabeta")
        assert "cut" not in classes(plain)
        assert "cut" in classes(cut)

    @pytest.mark.parametrize(
        ("args", "said"),
        [
            (["-o", "x.png"], "x.png: cannot draw .png; expected .svg, .dot or .mmd"),
            (["-o", "x"], "x: cannot draw without a suffix; expected .svg, .dot or .mmd"),
            (["--depth", "-1"], "cannot prune to a depth of -1; expected at least 0"),
            (["-o", "/no/where.svg"], "/no/where.svg: there is no directory /no"),
            (["-o", "/no\x1b[31m/where.svg"], "/no\\x1b[31m/where.svg: there is no directory /no\\x1b[31m"),
            (["--width", "0"], "cannot draw 0 children; expected at least 1"),
        ],
    )
    def test_bad_input_is_refused(self, run: Any, args: list[str], said: str) -> None:
        assert run("tree", "tictactoe", *args) == (2, "", f"fpgames: {said}\n")
