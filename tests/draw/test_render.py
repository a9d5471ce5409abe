"""Pictures: well-formed whatever is written in them, nothing over anything else, and nothing looked at but what is drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import count, groupby, pairwise, product
from pathlib import Path
from types import SimpleNamespace
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
from fpgames.draw import (
    Picture,
    Pictures,
    Shown,
    board_svg,
    shown,
    squares_of,
    steps_svg,
    text_svg,
    trace_svgs,
    tree_dot,
    tree_mermaid,
    tree_svg,
)
from fpgames.draw.boards import picture_of
from fpgames.draw.excerpt import DrawnNode, excerpt, numbered
from fpgames.draw.svg import element, text
from fpgames.games import GAMES, KINDS, checkers, connect4, dots_and_boxes, draughts, hex, in_line, kayles, tictactoe
from fpgames.passes import with_passes
from fpgames.rules import Diagram
from fpgames.search import Scored, ab_trace, minimax_trace
from fpgames.search.montecarlo import INNER
from fpgames.testing import positions, unfinished
from fpgames.testing import trees as kit_trees
from fpgames.tree import levels, rebuild, size
from tests.cli.test_cli import run as run  # the fixture
from tests.tree.test_tree import begun_by

any_text = st.text(st.characters(exclude_categories=()))  # lone halves of surrogate pairs and controls too
SVG = "{http://www.w3.org/2000/svg}"
trees = kit_trees(st.integers(-5, 5))
diagrams = st.none() | st.lists(st.text(st.sampled_from("X.O"), min_size=3, max_size=3), min_size=1, max_size=4).map(
    lambda rows: Diagram(tuple(rows))
)
shows = st.builds(
    Shown, any_text, any_text, st.just("") | any_text, st.none() | st.sampled_from(Player), diagrams,
    st.just("[0, 1]"), st.booleans(), st.sampled_from(["", "now", "later"]),
)  # fmt: skip
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
        for move in rules.moves(p):
            marked = classes(board_svg(rules, rules.play(p, move), before=p))
            assert (marked.count("last") + marked.count("arrow") > 0) == (rules.show_move(move) != "pass")

    @every_game_of_pieces
    @given(data=st.data())
    def test_pieces_squares_and_their_numbers(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(unfinished(rules))
        q = next(iter(rules.successors(p)))
        drawn = parsed(board_svg(rules, q, before=p, numbers=True))
        discs = [part for part in drawn.iter(f"{SVG}circle") if part.get("class") != "last"]
        assert len(discs) == sum(stones.bit_count() for stones in (q.first, q.second, q.kings)), "a king has a ring"
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
            "R": "var(--red)",
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

    @every_game
    @given(data=st.data())
    def test_every_cell_says_which_it_is_and_lies_there(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(positions(rules))
        assert rules.diagram
        diagram = rules.diagram(p)
        cells = {part.get("data-square", ""): part for part in parsed(board_svg(rules, p)).iter(f"{SVG}g")}
        inside = diagram.pieces
        assert {*cells} == {
            f"{i},{j}" for i, row in enumerate(diagram.rows) for j, symbol in enumerate(row) if inside or symbol != " "
        }
        for square, cell in cells.items():
            i, j = map(int, square.split(","))
            if diagram.hexagons:
                sides = re.findall(r"[ML]([\d.]+) ([\d.]+)", cell[0].get("d", ""))
                xs, ys = [float(x) for x, _ in sides], [float(y) for _, y in sides]
                assert (min(xs), max(xs)) == (8 + 48 * j - 24 * i, 56 + 48 * j - 24 * i)
                assert (min(ys), max(ys)) == (8 + 42 * i, 64 + 42 * i)
                continue
            assert [number(cell[0], name) for name in ("x", "y", "width", "height")] == [8 + 48 * j, 8 + 48 * i, 48, 48]

    def test_the_sides_of_hex_have_the_colours_of_those_who_join_them(self) -> None:
        drawn = parsed(board_svg(hex.sized(3), hex.sized(3).start))
        sides: dict[str, set[str]] = {"var(--first)": set(), "var(--second)": set()}
        for cell in drawn.iter(f"{SVG}g"):
            for part in cell.iter(f"{SVG}path"):
                if part.get("stroke") in sides:
                    sides[part.get("stroke", "")].add(cell.get("data-square", ""))
        assert sides == {
            "var(--first)": {"0,0", "0,1", "0,2", "2,2", "2,3", "2,4"},
            "var(--second)": {"0,0", "1,1", "2,2", "0,2", "1,3", "2,4"},
        }

    def test_letters_stand_on_discs_if_asked(self) -> None:
        p = connect4.rules.read("445")
        written = [
            [part.text for part in parsed(board_svg(connect4.rules, p, symbols=symbols)).iter(f"{SVG}text")]
            for symbols in (False, True)
        ]
        assert written == [[], ["Y", "R", "R"]]

    @given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2))), st.data())
    def test_what_is_asked_for_is_drawn_where_it_is_asked_for(
        self, lit: set[tuple[int, int]], data: st.DataObject
    ) -> None:
        rules = tictactoe.rules
        start, end = data.draw(st.permutations([(i, j) for i in range(3) for j in range(3)]))[:2]
        names = dict.fromkeys(lit, "<1>")
        drawn = parsed(board_svg(rules, rules.start, highlights=lit, arrows=[(start, end)], names=names, numbers=True))
        marked = {part.get("data-square"): part for part in drawn.iter(f"{SVG}g")}
        for i, row in enumerate(["012", "345", "678"]):
            for j, move in enumerate(row):
                cell = marked[f"{i},{j}"]
                assert [part.get("class") for part in cell].count("lit") == ((i, j) in lit)
                assert [part.text for part in cell.iter(f"{SVG}text")] == ["<1>" if (i, j) in lit else move]
        (arrow,) = (part for part in drawn.iter(f"{SVG}line") if part.get("class") == "arrow")
        assert (number(arrow, "y1"), number(arrow, "x1")) == (32 + 48 * start[0], 32 + 48 * start[1])
        head = [
            tuple(map(float, tip.split(","))) for tip in next(drawn.iter(f"{SVG}polygon")).get("points", "").split()
        ]
        assert head[0] == (32 + 48 * end[1], 32 + 48 * end[0])

    @every_game
    @given(data=st.data())
    def test_the_legal_moves_are_written_at_their_first_cells(
        self, rules: Rules[Any, Any], data: st.DataObject
    ) -> None:
        if (diagram := rules.diagram) is None:
            return
        rules = replace(rules, diagram=lambda p: diagram(p)._replace(names=()))
        self.check_moves(rules, data.draw(unfinished(rules)))

    def check_moves(self, rules: Rules[Any, Any], p: Any) -> None:
        first: dict[tuple[int, ...], str] = {}
        for move in reversed(rules.moves(p)):
            first |= {square: rules.show_move_in(p, move) for square in squares_of(rules, p, move)[:1]}
        cells = parsed(board_svg(rules, p, numbers=True)).iter(f"{SVG}g")
        written = {tuple(map(int, found.split(","))): cell for cell in cells if (found := cell.get("data-square"))}
        assert all("".join(written[square].itertext()).endswith(name) for square, name in first.items())

    def test_of_moves_with_one_first_cell_the_first_is_written_and_a_pass_is_not(self) -> None:
        diagram = kayles.rules.diagram
        assert diagram is not None
        pins = replace(kayles.rules, diagram=lambda p: diagram(p)._replace(names=()))
        self.check_moves(pins, pins.start)
        boxes = with_passes(dots_and_boxes.sized(1, 2))
        p = reduce(lambda p, _: boxes.play(p, boxes.moves(p)[0]), range(5), boxes.start)
        assert [boxes.show_move_in(p, move) for move in boxes.moves(p)] == ["pass"]
        assert ">pass<" not in board_svg(boxes, p, numbers=True)

    @every_game
    @given(data=st.data())
    def test_the_cells_of_a_move_are_those_that_it_changes(self, rules: Rules[Any, Any], data: st.DataObject) -> None:
        p = data.draw(unfinished(rules))
        move = data.draw(st.sampled_from(rules.moves(p)))
        assert rules.diagram
        old, new = rules.diagram(p).rows, rules.diagram(rules.play(p, move)).rows
        found = squares_of(rules, p, move)
        assert all(old[i][j] != new[i][j] for i, j in found)
        assert bool(found) == (old != new)

    def test_moves_of_a_game_without_a_diagram_have_no_cells(self) -> None:
        with pytest.raises(ValueError, match="tictactoe has no diagram, so its moves have no cells"):
            squares_of(replace(tictactoe.rules, diagram=None), tictactoe.rules.start, 0)

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
            rects = list(drawn.iter(f"{SVG}rect"))
            assert len(rects) == 1 + sum(map(len, rows)) + 1, "the ground, the cells, and the frame of the last move"

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
            assert here.shown.text == str(tree.label)
            assert here.label == tree.label
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

    def test_of_siblings_behind_a_cut_at_most_a_thousand_labels_are_computed(self) -> None:
        asked = Asked()
        wide: dict[int, Sequence[int]] = {0: [1, 2], 1: [10], 2: range(100, 5100)}

        def below(n: int) -> Sequence[int]:
            return wide.get(n, ())

        tree = build_tree(below, player=Player.FIRST)(0) | map_tree(asked)
        root = excerpt(ab_trace(static=lambda n: -n)(tree), 3, 3)
        assert [child.shown.text for child in root.children[1].children] == ["-100", "1000 or more,"]
        assert len({*asked.labels}) <= 1000 + 10

    def test_behind_a_cut_nothing_is_looked_at(self) -> None:
        def never() -> Any:
            raise AssertionError

        cut = Tree(lambda: Shown("hopeless", cut="alpha = 3"), never)
        drawn = excerpt(cut, show=lambda label: label)
        assert drawn == DrawnNode(cut.label, label=cut.label)

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

    @pytest.mark.parametrize(
        ("depth", "width", "what"), [(-1, 1, "-1 levels"), (1, 0, "0 children"), (None, 0, "0 children")]
    )
    def test_too_little_is_refused(self, depth: int | None, width: int, what: str) -> None:
        draws: list[Any] = [tree_svg] if depth is None else [tree_svg, tree_dot, tree_mermaid]
        for draw in draws:
            with pytest.raises(ValueError, match=f"cannot draw {what}"):
                draw(node(1), depth=depth, width=width)

    @given(trees)
    def test_parents_come_before_their_children_and_left_before_right(self, tree: Tree[int]) -> None:
        drawn = list(numbered(excerpt(tree, 9, 9)))
        assert [number for number, _, _ in drawn] == [*range(size(tree))]
        for number, parent, _ in drawn[1:]:
            assert parent is not None
            assert parent < number


Box = tuple[float, float, float, float]


def boxes(picture: str) -> list[Box]:
    """The nodes' left, top, right and bottom."""
    return [box_of(group) for group in parsed(picture).iter(f"{SVG}g") if group.get("class") in ("node", "cut")]


def box_of(group: ElementTree.Element) -> Box:
    x, y, wide, high = (number(group[0], name) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def written_in(part: ElementTree.Element) -> list[Box]:
    """Where lines of text stand: the left, top, right and bottom of each that is not empty."""
    small = part.get("font-size") == "12"
    return [
        (number(line, "x") - wide / 2, number(line, "y") - (9 if small else 11), number(line, "x") + wide / 2, number(line, "y") + 3)
        for line in part.iter(f"{SVG}tspan")
        if (wide := (7.2 if small else 8.4) * len(line.text or ""))
    ]  # fmt: skip


def words_on_edges(picture: str) -> list[Box]:
    return [
        box for part in parsed(picture).iter(f"{SVG}text") if part.get("class") == "edge" for box in written_in(part)
    ]


def rests(picture: str) -> list[Box]:
    """The texts for children that are not drawn."""
    found = (part for part in parsed(picture).iter(f"{SVG}g") if part.get("class") == "rest")
    return [box for part in found for box in written_in(part[0])]


def edges(picture: str) -> list[list[tuple[float, float]]]:
    """The corners of the edges."""
    paths = (
        part.get("d", "") for part in parsed(picture).iter(f"{SVG}path") if "line" in part.get("class", "").split()
    )
    return [[(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([^ML]+)", path)] for path in paths]


def apart(a: Box, b: Box) -> bool:
    return a[2] <= b[0] + 0.2 or b[2] <= a[0] + 0.2 or a[3] <= b[1] + 0.2 or b[3] <= a[1] + 0.2


def size_of(picture: str) -> tuple[float, float]:
    _, _, wide, high = map(float, parsed(picture).get("viewBox", "").split())
    return wide, high


def readable(picture: str) -> None:
    """Nothing lies over anything else: no box over another, no words over words or a box, no edge through either."""
    nodes, words, left_out = boxes(picture), words_on_edges(picture), rests(picture)
    wide, high = size_of(picture)
    solid = [*nodes, *words, *left_out]
    for n, (left, top, right, bottom) in enumerate(solid):
        assert -0.2 <= left < right <= wide + 0.2
        assert -0.2 <= top < bottom <= high + 0.2
        assert all(apart((left, top, right, bottom), other) for other in solid[n + 1 :])
    drawn = edges(picture)
    assert len(drawn) == len(nodes) - 1 + classes(picture).count("rest")
    for corners in drawn:
        for (x1, y1), (x2, y2) in pairwise(corners):
            assert x1 == x2 or y1 == y2, "edges are horizontal and vertical"
            line = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
            assert all(apart(line, box) for box in solid)


class TestTrees:
    @given(kit_trees(shows), st.none() | st.integers(0, 4), st.none() | st.integers(1, 20), any_text, st.booleans())
    def test_well_formed_and_readable(
        self, tree: Tree[Shown], depth: int | None, width: int | None, title: str, windows: bool
    ) -> None:
        picture = tree_svg(tree, depth=depth, width=width, show=lambda label: label, title=title, windows=windows)
        readable(picture)
        if depth is None or width is None:
            assert size_of(picture) <= (1280, 1600) or not edges(picture)
            return
        drawn = [here for _, _, here in numbered(excerpt(tree, depth, width, lambda label: label))]
        found = classes(picture)
        assert found.count("cut") == sum(bool(here.shown.cut) for here in drawn)
        assert found.count("node") == sum(not here.shown.cut for here in drawn)
        assert found.count("rest") == sum(bool(here.more) for here in drawn)
        assert found.count("board") == sum(here.shown.diagram is not None for here in drawn)
        assert found.count("expected line") == sum(here.shown.expected for here in drawn[1:])

    @given(kit_trees(shows), st.integers(0, 4), st.integers(1, 20), st.booleans())
    def test_edges_lead_from_parents_to_children_or_their_words(
        self, tree: Tree[Shown], depth: int, width: int, windows: bool
    ) -> None:
        picture = tree_svg(tree, depth=depth, width=width, show=lambda label: label, windows=windows)
        drawn = list(numbered(excerpt(tree, depth, width, lambda label: label)))
        placed, led = boxes(picture), edges(picture)
        for child, parent, here in drawn:
            if parent is None:
                continue
            left, top, right, bottom = placed[parent]
            mine = placed[child]
            words = bool(here.shown.edge or windows)
            down = [(left + right) / 2, bottom, (mine[0] + mine[2]) / 2, mine[1]]
            across = [right, (top + bottom) / 2, mine[0], (mine[1] + mine[3]) / 2]
            close = [
                line
                for line in led
                if (
                    line[0] == pytest.approx(down[:2], abs=0.1)
                    and line[-1][0] == pytest.approx(down[2], abs=0.1)
                    and (line[-1][1] < down[3] if words else line[-1][1] == pytest.approx(down[3], abs=0.1))
                )
                or (
                    line[0] == pytest.approx(across[:2], abs=0.1)
                    and line[-1][1] == pytest.approx(across[3], abs=0.1)
                    and (line[-1][0] < across[2] if words else line[-1][0] == pytest.approx(across[2], abs=0.1))
                )
            ]
            assert close

    @given(kit_trees(shows), st.integers(0, 4), st.integers(1, 20))
    def test_words_stand_in_their_boxes(self, tree: Tree[Shown], depth: int, width: int) -> None:
        picture = parsed(tree_svg(tree, depth=depth, width=width, show=lambda label: label))
        for group in picture.iter(f"{SVG}g"):
            if group.get("class") in ("node", "cut"):
                left, top, right, bottom = box_of(group)
                for part in group.findall(f"{SVG}text"):
                    assert len(part) <= 14
                    for a, b, c, d in written_in(part):
                        assert left <= a < c <= right
                        assert top <= b < d <= bottom
        drawn = [here for _, _, here in numbered(excerpt(tree, depth, width, lambda label: label))]
        said = [f"+ {here.more} more" for here in drawn if here.more]
        found = [group for group in picture.iter(f"{SVG}g") if group.get("class") == "rest"]
        assert sorted("".join(group.itertext()) for group in found) == sorted(said)

    @pytest.mark.parametrize("name", sorted(KINDS))
    def test_by_default_a_picture_fits_a_slide(self, name: str) -> None:
        rules = KINDS[name].rules
        trees: list[Tree[Any]] = [game_tree(rules)(rules.start), build_tree(rules)(rules.start)]
        trees.append(trees[1] | prune(1) | map_tree(rules.static))
        trees.append(trees[0] | prune(2) | ab_trace(static=lambda label: rules.static(label.position)))
        for picture in (board_svg(rules, rules.start), *(tree_svg(tree) for tree in trees)):
            wide, high = size_of(picture)
            assert wide <= 1280
            assert high <= 1600
        for tree in trees:
            picture = tree_svg(tree)
            readable(picture)
            assert picture == tree._repr_svg_()
            assert classes(picture).count("node") >= min(4, 1 + len(rules.moves(rules.start)))
            assert classes(picture).count("board") == classes(picture).count("node") + classes(picture).count(
                "cut"
            ) - sum(
                "more," in "".join(part.itertext())
                for part in parsed(picture).iter(f"{SVG}g")
                if part.get("class") == "cut"
            )

    def test_a_wide_node_over_a_slanting_tree_stays_beside_its_sibling(self) -> None:
        slanting: Tree[str] = node("", map(node, "abcdefghij"))
        for _ in range(3):
            slanting = node("", [node("a"), slanting])
        wide = node("x" * 30, [node("a"), slanting])
        for below in ([node("a"), wide], [wide, node("a")]):
            readable(tree_svg(node("", below), depth=9, width=10))

    def test_one_that_would_be_wider_than_a_slide_has_its_root_on_the_left(self) -> None:
        wide = build_tree(lambda n: range(60) if n < 0 else (), player=Player.FIRST)(-1)
        across, sideways = (size_of(tree_svg(wide, depth=1, width=width)) for width in (20, 60))
        assert across[0] > across[1]
        assert sideways[0] < 200 < 1280 < sideways[1]

    def test_what_does_not_fit_is_counted(self) -> None:
        wide = build_tree(lambda n: range(10**9) if n < 5 else (), player=Player.FIRST)(0)
        picture = tree_svg(wide, depth=4)
        assert max(size_of(picture)) <= 1280
        assert "+ 1000 or more" in picture
        whole = tree_svg(build_tree(lambda n: (n + 1,) * (n < 3))(0))
        assert "more" not in whole
        small = tree_svg(build_tree(lambda n: [n - k for k in (1, 2) if k <= n])(3))
        assert classes(small).count("node") == 7, "all of it, even if a level more has few nodes"

    def test_too_many_nodes_for_a_width_that_is_chosen_are_not_drawn(self) -> None:
        def twins(n: int) -> tuple[int, int]:
            return n, n

        picture = tree_svg(build_tree(twins)(0), depth=13)
        assert classes(picture).count("node") == 14

    def test_an_error_of_a_label_is_the_readers(self) -> None:
        def label(n: int) -> int:
            if n > 3:
                raise ValueError("no number above 3")
            return n

        with pytest.raises(ValueError, match=r"^no number above 3$"):
            tree_svg(build_tree(lambda n: (2 * n, 2 * n + 1))(1) | map_tree(label))

    def test_a_long_chain_takes_no_longer_than_its_nodes(self) -> None:
        def below(n: int) -> tuple[int, ...]:
            return (n + 1,) if n < 60 else ()

        chain = build_tree(below)(0)
        readable(tree_svg(chain, depth=60))

    def test_boards_stand_where_their_nodes_do_however_far_that_is(self) -> None:
        drawn = parsed(tree_svg(build_tree(tictactoe.rules)(tictactoe.rules.start), depth=3, width=3))
        beside, far = [], 0.0
        for part in (part for part in drawn.iter(f"{SVG}g") if part.get("class") == "node"):
            (board,) = (below for below in part if below.get("class") == "board")
            x, y, _ = map(float, re.findall(r"-?[\d.]+", board.get("transform", "")))
            beside.append((x - number(part[0], "x"), y - number(part[0], "y")))
            far = number(part[0], "y")
        assert far > 1000
        assert all(place == pytest.approx(beside[0], abs=0.05) for place in beside)

    def test_only_labels_for_the_picture_are_computed(self) -> None:
        asked = Asked()
        tree_svg(build_tree(lambda n: range(10 * n, 10 * n + 10))(1) | map_tree(asked))
        assert len(asked.labels) == len({*asked.labels}) <= 150

    def test_max_and_min_are_told_apart_where_someone_chooses(self) -> None:
        tree = node("", [node(1), node("", [node(2), node(3)])], player=Player.FIRST)
        assert classes(tree_svg(tree)).count("max") == classes(tree_svg(tree)).count("min") == 2, "one in the legend"
        picture = parsed(tree_svg(tree))
        for kind, up in (("max", True), ("min", False)):
            for mark in (part for part in picture.iter(f"{SVG}polygon") if part.get("class") == kind):
                ys = [float(corner.split(",")[1]) for corner in mark.get("points", "").split()]
                assert (ys[2] < ys[0] == ys[1]) if up else (ys[2] > ys[0] == ys[1])
        unknown = node("", [node(1)])
        assert not {"max", "min"} & {*classes(tree_svg(unknown))}

    @given(trees, st.sampled_from(Player))
    def test_the_expected_line_leads_to_a_leaf_of_the_value(self, tree: Tree[int], player: Player) -> None:
        searches: list[Any] = [ab_trace, minimax_trace]
        for search in searches:
            traced: Tree[Any] = search(player=player)(tree)
            here, depth = excerpt(traced, 9, 1), 0
            assert here.shown.expected
            while here.children:
                (here,) = (child for child in here.children if child.shown.expected)
                depth += 1
                assert here.label.value == traced.label.value
            assert here.label.label == traced.label.value
            assert tree_svg(traced, depth=9, width=1).count('class="expected line"') == depth

    @given(trees, st.sampled_from(Player), st.integers(-5, 5), st.integers(1, 4))
    def test_under_any_window_the_expected_line_has_the_true_value(
        self, tree: Tree[int], player: Player, alpha: int, width: int
    ) -> None:
        traced = ab_trace(player=player, alpha=alpha, beta=alpha + width)(tree)
        true = minimax(player=player)(tree)
        for _, parent, here in numbered(excerpt(traced, 9, 99)):
            assert not (here.shown.expected and parent is not None) or here.label.value == true
            assert not here.shown.expected or here.label.bound is None

    def test_the_expected_line_does_not_lead_to_a_bound(self) -> None:
        tree = node("r", [node("a", [node(3), node(1)]), node(3)]) | ab_trace(player=Player.FIRST, alpha=3)
        root = excerpt(tree)
        assert [child.shown.expected for child in root.children] == [False, True]

    def test_outside_its_window_a_search_finds_no_line(self) -> None:
        traced = node(0, [node(1), node(2)], player=Player.FIRST) | ab_trace(beta=1)
        assert "expected" not in tree_svg(traced)

    @given(st.lists(st.sampled_from(["", "alpha = 1", "beta = 2"]), max_size=8), st.integers(1, 9))
    def test_siblings_that_one_bound_cut_off_are_one_box(self, cuts: list[str], width: int) -> None:
        tree = node(Shown("root"), [node(Shown("x", cut=cut)) for cut in cuts])
        root = excerpt(tree, 1, width, lambda label: label)
        runs = [(cut, len([*run])) for cut, run in groupby(cuts)]
        boxed = [(cut, n) for cut, length in runs for n in ([length] if cut else [1] * length)]
        said = [("x" if n == 1 else f"{n} more,", cut) for cut, n in boxed]
        assert [(child.shown.text, child.shown.cut) for child in root.children] == said[:width]
        assert root.more == sum(n for _, n in boxed[width:])

    def test_a_cut_is_drawn_even_where_other_children_would_be_counted(self) -> None:
        inner = [node(0, [node(3), node(5)]), node(0, [node(4), node(1), node(7), node(8)])]
        root = excerpt(ab_trace(node(0, inner, player=Player.FIRST)), 2, 2)
        _, second = root.children
        assert [(child.shown.text, child.shown.cut) for child in second.children] == [
            ("4", ""), ("1", ""), ("2 more,", "alpha = 3"),
        ]  # fmt: skip
        assert second.more == 0

    def test_a_cut_says_how_many_and_by_what(self) -> None:
        inner = [node(0, [node(1), node(5)]), node(0, [node(1), *(node(n) for n in range(7))])]
        picture = tree_svg(ab_trace(node(0, inner, player=Player.FIRST)))
        (cut,) = (part for part in parsed(picture).iter(f"{SVG}g") if part.get("class") == "cut")
        assert " ".join(span.text or "" for span in cut.iter(f"{SVG}tspan")) == "7 more, cut by alpha = 1"

    def test_the_third_articles_tree_says_what_cut_it(self) -> None:
        inner: list[Tree[int]] = [node(0, map(node, leaves)) for leaves in ((5, 1, 9), (2, 12, 9), (5, 12), (9, 2))]
        tree = ab_trace(node(0, [node(0, inner[:2]), node(0, inner[2:])], player=Player.FIRST))
        drawn = [here.shown for _, _, here in numbered(excerpt(tree))]
        assert [(show.text, show.cut) for show in drawn if show.cut] == [("9", "beta = 9")]

    def test_windows_stand_on_edges_if_asked(self) -> None:
        tree = node(0, [node(0, [node(3), node(2)]), node(0, [node(1), node(4)])], player=Player.FIRST) | ab_trace
        said = ["[-∞, ∞]", "[-∞, ∞]", "[-∞, ∞]", "[-∞, 3]", "[2, ∞]", "[2, ∞]"]
        found = [
            "".join(part.itertext())
            for part in parsed(tree_svg(tree, windows=True)).iter(f"{SVG}text")
            if part.get("class") == "edge"
        ]
        assert found == said
        assert words_on_edges(tree_svg(tree)) == []

    def test_labels_of_games_write_values_on_nodes_and_moves_on_edges(self) -> None:
        rules = tictactoe.rules
        p = reduce(rules.play, [4, 0, 2, 5, 3, 6], rules.start)
        traced = game_tree(rules)(p) | ab_trace(static=lambda label: rules.static(label.position))
        assert shown(INNER).text == ""
        drawn = [here.shown for _, _, here in numbered(excerpt(traced))]
        assert [(here.text, here.edge) for here in drawn[:3]] == [("0", ""), ("0", "1"), ("0", "7")]
        assert shown(Scored(0.123456, (3, 4))) == Shown("0.12", "4")
        assert shown(Scored(1, ())) == Shown("1")
        assert [shown(label) for level in levels(game_tree(rules)(p)) for label in level][:2] == [
            Shown(""),
            Shown("", "1"),
        ]

    @pytest.mark.parametrize("rules", [checkers.rules, connect4.rules, tictactoe.record.rules], ids=str)
    def test_trees_of_rules_show_boards_and_moves_as_people_write_them(self, rules: Rules[Any, Any]) -> None:
        p = rules.start
        for tree in (game_tree(rules)(p), build_tree(rules)(p), build_tree(rules)(p) | map_tree(lambda _: 1 / 3)):
            root = excerpt(tree, 1, 20, None)
            assert rules.diagram
            assert root.shown.diagram == rules.diagram(p)
            assert [here.shown.edge for here in root.children] == [
                rules.show_move_in(p, move) for move in rules.moves(p)
            ]
            assert [here.shown.diagram for here in root.children] == [*map(rules.diagram, rules.successors(p))]
            assert {here.shown.text for here in root.children} <= {"", "0.33"}
        assert '<rect x="' in tree_svg(game_tree(rules)(p), show=shown)
        assert "board" not in classes(tree_svg(game_tree(rules)(p), show=shown))

    def test_trees_of_rules_without_a_diagram_show_positions_as_text(self) -> None:
        rules = replace(tictactoe.rules, diagram=None)
        for tree in (game_tree(rules)(rules.start), build_tree(rules)(rules.start)):
            assert excerpt(tree, 0, 1, None).shown.text == rules.show(rules.start)
        valued = build_tree(rules)(rules.start) | map_tree(lambda _: 60.0)
        assert excerpt(valued, 0, 1, None).shown.text == "60"

    def test_what_a_stage_puts_in_place_of_a_child_has_no_board(self) -> None:
        rules = tictactoe.rules
        other: Any = rebuild(children=lambda tree: [node(7)])
        tree: Tree[Any] = build_tree(rules)(rules.start)
        tree = tree | map_tree(rules.static) | other
        root = excerpt(tree, 1, 9, None)
        assert [(child.shown.text, child.shown.diagram) for child in root.children] == [("7", None)]

    def test_trees_of_rules_below_a_node_of_another_kind_have_boards(self) -> None:
        rules = tictactoe.rules
        grown: Tree[Any] = build_tree(rules)(rules.start)
        above: Any = SimpleNamespace(label="", children=[grown])
        root = excerpt(above, 2, 1, None)
        (child,) = root.children
        assert root.shown.diagram is None
        assert rules.diagram
        assert (child.shown.diagram, child.shown.edge) == (rules.diagram(rules.start), "")
        assert child.children[0].shown.edge == "0"

    def test_of_moves_that_lead_to_one_position_none_is_named(self) -> None:
        rules = tictactoe.rules
        twice = replace(rules, moves=lambda p: (0, 1), play=lambda p, _: rules.play(p, 0))
        twice = replace(twice, show_move_in=lambda p, move: str(move))
        (child, *_) = excerpt(build_tree(twice)(rules.start), 1, 9, None).children
        assert child.shown.edge == ""

    @pytest.mark.parametrize(
        ("value", "text"),
        [(1 / 3, "0.33"), (-1.5, "-1.5"), (60.0, "60"), (0.0, "0"), (-0.0, "0"), (0.001234, "0.0012"), (1234567.0, "1.2e+06"),
         (999.999, "1000"), (float("inf"), "∞"), (float("-inf"), "-∞"), (10**20, str(10**20)), (True, "True")],
    )  # fmt: skip
    def test_numbers_are_rounded_and_integers_exact(self, value: float, text: str) -> None:
        assert shown(value).text == text

    def test_long_words_are_cut_short(self) -> None:
        long = tree_svg(node(Shown("\n".join(["x" * 31] * 13))), show=lambda label: label)
        spans = [span.text or "" for span in parsed(long).iter(f"{SVG}tspan")]
        assert spans == ["x" * 29 + "…"] * 11 + ["…"]

    def test_shows_itself(self) -> None:
        tree = build_tree(lambda n: (2 * n, 2 * n + 1))(1)
        assert tree._repr_svg_() == tree_svg(tree)

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


def check_every_picture(
    tree: Tree[int], player: Player, window: tuple[int | None, int | None], depth: int, width: int
) -> None:
    """Check that in every picture of a search the values and bounds of nodes are true of minimax."""

    def with_true_values(tree: Tree[int], player: Player) -> Tree[tuple[int, int]]:
        below = [with_true_values(child, player.opponent) for child in tree.children]
        return node((tree.label, minimax(player=player)(tree)), below)

    alpha, beta = window
    search = ab_trace(player=player, alpha=alpha, beta=beta, static=lambda label: label[0])
    trace = search(with_true_values(tree, player))
    nodes = [here for _, _, here in numbered(excerpt(trace, depth, width))]
    for picture in trace_svgs(trace, depth=depth, width=width, moments=range(len(nodes) + 1)):
        groups = [part for part in parsed(picture).iter(f"{SVG}g") if part.get("class") in ("node", "cut")]
        for here, part in zip(nodes, groups, strict=True):
            words = "".join(span.text or "" for span in part.iter(f"{SVG}tspan"))
            if words and not here.shown.cut:
                true, value = here.label.label[1], int(words.lstrip("≤≥"))
                assert {"≤": true <= value, "≥": true >= value}.get(words[0], true == value)


class TestSteps:
    @given(trees, st.sampled_from(Player))
    def test_the_last_picture_of_a_search_has_the_final_values(self, tree: Tree[int], player: Player) -> None:
        traced = ab_trace(player=player)(tree)
        found = classes(tree_svg(traced, depth=9, width=99))
        pictures = trace_svgs(traced, depth=9, width=99, moments=range(found.count("node") + 1))
        assert len({size_of(picture) for picture in pictures}) == 1
        few = trace_svgs(traced, depth=9, width=99)
        assert len(few) == min(24, len(pictures))
        assert parsed(few[-1]).get("aria-label") == parsed(pictures[-1]).get("aria-label")
        assert len(pictures) == found.count("node") + 1, "one picture for each node that is finished, and one before"
        texts = [[*parsed(picture).itertext()] for picture in (pictures[-1], tree_svg(traced, depth=9, width=99))]
        begun = [next(n for n, words in enumerate(text) if "@media" in words) for text in texts]
        assert texts[0][begun[0] :] == texts[1][begun[1] :]
        for picture in pictures:
            readable(picture)

    @given(trees, st.sampled_from(Player))
    def test_in_each_picture_one_node_stands_out(self, tree: Tree[int], player: Player) -> None:
        traced = ab_trace(player=player)(tree)
        nodes = classes(tree_svg(traced, depth=9, width=99)).count("node")
        first, *pictures = trace_svgs(traced, depth=9, width=99, moments=range(nodes + 1))
        new = 'fill="var(--won)"'
        assert first.count(new) == 0
        assert {picture.count(new) for picture in pictures} == {1}

    @given(
        trees, st.sampled_from(Player), st.none() | st.integers(-5, 5), st.integers(1, 9), st.sampled_from([1, 2, 9]),
        st.sampled_from([2, 99]),
    )  # fmt: skip
    def test_whatever_is_said_of_a_node_is_true(
        self, tree: Tree[int], player: Player, alpha: int | None, above: int, depth: int, width: int
    ) -> None:
        check_every_picture(tree, player, (alpha, None if alpha is None else alpha + above), depth, width)

    def test_a_bound_says_nothing_of_a_node_of_the_other_kind(self) -> None:
        inner = node(0, [node(0, [node(0, [node(2), node(1)]), node(0, [node(1), node(9)])]), node(0)])
        check_every_picture(node(0, [node(5), inner]), Player.FIRST, (None, None), 9, 9)
        check_every_picture(node(0, [node(2), inner]), Player.FIRST, (None, None), 9, 9)

    def test_at_the_last_level_nothing_is_said_before_the_search_comes(self) -> None:
        trace = node(0, [node(0, [node(1), node(2)]), node(3)]) | ab_trace(player=Player.FIRST)
        before, *_ = trace_svgs(trace, depth=1)
        assert ["".join(part.itertext()) for part in parsed(before).iter(f"{SVG}g") if part.get("class") == "node"] == [
            "",
            "",
            "3",
        ]

    def test_what_is_known_so_far(self) -> None:
        left = node("min", [node("max", map(node, [5, 1, 9])), node("max", map(node, [2, 12, 9]))])
        right = node("min", [node("max", [node(5)]), node("?")])
        trace = node("max", [left, right]) | ab_trace(player=Player.FIRST)
        said = []
        for picture in trace_svgs(trace, moments=[0, 2, 3, 4, 5, 6, 8, 9, 99]):
            groups = [part for part in parsed(picture).iter(f"{SVG}g") if part.get("class") in ("node", "cut")]
            said.append(
                " ".join("/".join(span.text or "" for span in part.iter(f"{SVG}tspan")) or "." for part in groups)
            )
        assert said == [
            ". . . 5 1 9 . 2 12 9 . . 5 ?",
            ". . ≥5 5 1 9 . 2 12 9 . . 5 ?",
            ". . 9 5 1 9 . 2 12 9 . . 5 ?",
            ". ≤9 9 5 1 9 . 2 12 9 . . 5 ?",
            ". ≤9 9 5 1 9 ≥2 2 12 9 . . 5 ?",
            ". ≤9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 . . 5 ?",
            "≥9 9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 . . 5 ?",
            "≥9 9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 . 5 5 ?",
            "9 9 9 5 1 9 ≥12 2 12 9/cut by/beta = 9 ≤5 5 5 ?/cut by/alpha = 9",
        ]

    @given(st.lists(st.tuples(any_text, any_text), min_size=1, max_size=5), st.floats(0.1, 10))
    def test_one_picture_shows_all_one_after_the_other(self, texts: list[tuple[str, str]], seconds: float) -> None:
        pictures = [text_svg(*given) for given in texts]
        whole = steps_svg(iter(pictures), seconds=seconds, title=texts[0][1])
        assert size_of(whole) == tuple(map(max, zip(*map(size_of, pictures), strict=True)))
        steps = [part for part in parsed(whole).iter(f"{SVG}g") if part.get("class") == "step"]
        begins = [float(step.get("style", "").partition(": ")[2].removesuffix("s")) for step in steps]
        assert begins == pytest.approx([seconds * n for n in range(len(pictures))], rel=1e-4)
        assert [step[0].tag for step in steps] == [f"{SVG}svg"] * len(pictures)
        assert "prefers-reduced-motion" in whole
        other = steps_svg(iter(pictures), seconds=seconds + 1)
        styles = [
            next(part.text for part in list(parsed(each)) if "keyframes" in (part.text or ""))
            for each in (whole, other)
        ]
        assert styles[0] == styles[1], "two on one page do not change each other"
        assert [float(*re.findall("--fpgames-whole: ([0-9.]+)s", each)) for each in (whole, other)] == pytest.approx(
            [seconds * len(pictures), (seconds + 1) * len(pictures)], rel=1e-4
        )

    def test_steps_that_cannot_be_shown_are_refused(self) -> None:
        one = text_svg("a", "b")
        with pytest.raises(ValueError, match="cannot show 0 pictures"):
            steps_svg([])
        with pytest.raises(ValueError, match="cannot show a picture for 0 seconds; expected more than 0"):
            steps_svg([one], seconds=0)
        with pytest.raises(ValueError, match="the picture has no size; expected one that the library has drawn"):
            steps_svg([Picture("<svg/>")])
        not_one: Any
        for not_one in ("x", float("inf"), float("nan"), -1, None):
            with pytest.raises(
                ValueError, match=rf"^cannot show a picture for {not_one!r} seconds; expected more than 0"
            ):
                steps_svg([one], seconds=not_one)
        for not_one in (5, one):
            with pytest.raises(TypeError, match=r"^steps_svg takes several pictures, such as those of trace_svgs; got"):
                steps_svg(not_one)
        not_one = [5]
        with pytest.raises(ValueError, match="the picture has no size"):
            steps_svg(not_one)

    def test_by_default_there_are_few_pictures_at_equal_distances(self) -> None:
        said = [
            re.findall("when ([0-9]+) of its 93 nodes", picture)[0]
            for picture in trace_svgs(node(0, map(node, range(92))) | ab_trace(player=Player.FIRST), depth=1, width=99)
        ]
        assert [*map(int, said)] == [93 * n // 23 for n in range(24)]

    def test_moments_that_are_none_are_refused(self) -> None:
        trace: Any = node(0, [node(1), node(2)]) | ab_trace(player=Player.FIRST)
        moments: Any
        for moments, error, said in [
            ([-3, 99], ValueError, "cannot draw a search when -3 nodes are finished; expected at least 0"),
            ([1.5], TypeError, "moments takes whole numbers; got 1.5"),
            (3, TypeError, r"moments takes several whole numbers, such as \[0, 3\]; got 3"),
        ]:  # fmt: skip
            with pytest.raises(error, match=f"^{said}$"):
                trace_svgs(trace, moments=moments)
        with pytest.raises(TypeError, match=r"^trace_svgs needs the tree of a search, from ab_trace; got one with the"):
            trace_svgs(trace | map_tree(lambda traced: 3))

    def test_pictures_show_themselves_side_by_side(self) -> None:
        pictures = Pictures(text_svg(word, word) for word in "abc")
        assert [part.get("aria-label") for part in parsed(pictures._repr_html_())] == [*"abc"]


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
        assert first == f"{value:.2f}" != "0"
        title = f"connect4: {search} 2 moves ahead"
        assert parsed(out).get("aria-label") == title == next(parsed(out).iter(f"{SVG}title")).text

    def test_out_of_memory_is_one_line(self, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: Any, **__: Any) -> Any:
            raise MemoryError

        monkeypatch.setitem(cli_tree.DRAWINGS, ".svg", full)
        assert run("tree", "tictactoe") == (2, "", "fpgames: out of memory; expected a smaller depth\n")

    def test_what_a_search_cut_off_is_grey(self, run: Any) -> None:
        _, plain, _ = run("tree", "tictactoe", "4,0,2", "--depth", "2")
        _, cut, _ = run("tree", "tictactoe", "4,0,2", "--depth", "2", "--width", "9", "--search", "alphabeta")
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
