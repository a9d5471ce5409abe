"""Pictures of positions: the places and symbols of cells, marks, names and arrows."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Rules
from fpgames.draw import board_svg, squares_of, text_svg
from fpgames.draw.boards import board_picture, moved_piece
from fpgames.draw.svg import FAINT, FIRST, GOLD, PAPER, RED, SECOND, WON
from fpgames.games import connect4, draughts, hex, kayles, othello, tictactoe
from fpgames.rules import Diagram
from fpgames.testing import positions, unfinished
from tests.support.every_game import IN_LINE, check_games
from tests.support.svg import SVG, any_text, classes, number, parsed, text_lines

COLOURS = dict(zip("XORY.", (FIRST, SECOND, RED, GOLD, PAPER), strict=True))


@pytest.mark.slow
def test_of_any_position_before_and_after() -> None:
    def check(rules: Rules[Any, Any], p: Any) -> None:
        for numbers in (False, True):
            picture = board_svg(rules, p, numbers=numbers)
            assert parsed(picture).get("aria-label", "").startswith(f"{rules.name}: ")
        for move in rules.moves(p)[:9]:
            marked = classes(board_svg(rules, rules.play(p, move), before=p))
            assert (marked.count("last") + marked.count("arrow") > 0) == (rules.show_move(move) != "pass")

    check_games(check, positions)


@pytest.mark.slow
def test_in_games_of_lines_the_moves_are_named_and_a_move_marks_one_cell() -> None:
    def check(rules: Rules[Any, Any], p: Any) -> None:
        assert rules.diagram
        rows = rules.diagram(p).rows
        drawn = parsed(board_svg(rules, p, numbers=True))
        assert drawn.get("aria-label") == f"{rules.name}: {' / '.join(rows)}"
        named = [str(part.text) for part in drawn.iter(f"{SVG}text") if part.get("fill") == FAINT]
        assert sorted(named) == sorted(map(rules.show_move, rules.moves(p)))
        for move in rules.moves(p)[:4]:
            after = rules.play(p, move)
            assert classes(board_svg(rules, after, before=p)).count("last") == 1
            assert sum(row.count(".") for row in rules.diagram(after).rows) == sum(row.count(".") for row in rows) - 1

    check_games(check, positions, IN_LINE)


def test_in_games_of_lines_who_has_won_stands_out() -> None:
    def check(rules: Rules[Any, Any], p: Any) -> None:
        assert rules.diagram
        diagram = rules.diagram(p)
        rows, won = diagram.rows, diagram.won
        assert bool(won) == (rules.outcome(p).value_or(Outcome.DRAW) is not Outcome.DRAW)
        assert len({rows[i][j] for i, j in won}) == bool(won)

    check_games(check, positions, IN_LINE)


def test_a_capture_that_ends_where_it_began_marks_what_it_changed() -> None:
    rules = draughts.rules
    p = rules.read("W:WK30:B8,11,27,39")
    (move,) = (move for move in rules.moves(p) if move.start == move.end)
    assert classes(board_svg(rules, rules.play(p, move), before=p)).count("last") == 4


def test_both_boards_of_a_game_look_alike() -> None:
    pairs: list[tuple[Any, Any, list[int]]] = [
        (tictactoe.rules, tictactoe.record.rules, [4, 0, 3, 7, 5]),
        (connect4.rules, connect4.record.rules, [3, 3, 4, 4, 5, 5, 6]),
    ]
    for bits, record, line in pairs:
        picture, other = (board_svg(game, reduce(game.play, line, game.start)) for game in (bits, record))
        assert picture == other.replace("-record", "")
        won = [part for part in parsed(picture).iter() if part.get("fill") == WON or part.get("class") == "won"]
        assert len(won) >= 3
        assert record.start._repr_svg_() == board_svg(record, record.start)


@given(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2))), st.data())
def test_what_is_asked_for_is_drawn_where_it_is_asked_for(lit: set[tuple[int, int]], data: st.DataObject) -> None:
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
    head = [tuple(map(float, tip.split(","))) for tip in next(drawn.iter(f"{SVG}polygon")).get("points", "").split()]
    assert head[0] == (32 + 48 * end[1], 32 + 48 * end[0])
    assert [round(dist(head[0], other)) for other in head[1:]] == [18, 18]
    assert round(dist(*head[1:])) == 16


def without_names(rules: Rules[Any, Any]) -> Rules[Any, Any]:
    """The same game, whose cells have no names."""
    diagram = rules.diagram
    assert diagram
    return replace(rules, diagram=lambda p: replace(diagram(p), names=()))


def check_moves(rules: Rules[Any, Any], p: Any) -> None:
    first: dict[tuple[int, ...], str] = {}
    for move in reversed(rules.moves(p)):
        first |= {square: rules.show_move_in(p, move) for square in squares_of(rules, p, move)[:1]}
    cells = parsed(board_svg(rules, p, numbers=True)).iter(f"{SVG}g")
    written = {tuple(map(int, found.split(","))): cell for cell in cells if (found := cell.get("data-square"))}
    assert all("".join(written[square].itertext()).endswith(name) for square, name in first.items())


@pytest.mark.slow
def test_the_legal_moves_are_written_at_their_first_cells() -> None:
    check_games(lambda rules, p: check_moves(without_names(rules), p), unfinished)


def test_of_moves_with_one_first_cell_the_first_is_written_and_a_pass_is_not() -> None:
    pins = without_names(kayles.rules)
    check_moves(pins, pins.start)
    discs = othello.sized(4)
    p = discs.read("b1a1a2c1d1a3a4d3")
    assert [discs.show_move_in(p, move) for move in discs.moves(p)] == ["pass"]
    assert ">pass<" not in board_svg(discs, p, numbers=True)


def test_the_cells_of_a_move_are_those_that_it_changes() -> None:
    def check(rules: Rules[Any, Any], p: Any) -> None:
        assert rules.diagram
        for move in rules.moves(p)[::5]:
            old, new = rules.diagram(p).rows, rules.diagram(rules.play(p, move)).rows
            found = squares_of(rules, p, move)
            assert all(old[i][j] != new[i][j] for i, j in found)
            assert bool(found) == (old != new)

    check_games(check, unfinished)
    assert moved_piece(Diagram(("X.",)), Diagram((".X",))) == ((0, 0), (0, 1))
    assert moved_piece(Diagram(("XX..",)), Diagram(("..XX",))) == (), "no single piece"


def test_the_fourth_articles_win() -> None:
    p = connect4.rules.read("1515151")
    diagram = connect4.rules.diagram
    assert diagram
    assert diagram(p).won == {(row, 0) for row in range(2, 6)}
    assert classes(board_svg(connect4.rules, p)).count("won") == 4


@pytest.mark.slow
@given(any_text, any_text)
def test_a_picture_of_text(lines: str, title: str) -> None:
    assert len(text_lines(parsed(text_svg(lines, title)))) == lines.count("\n") + 1


def test_a_game_without_a_diagram_is_written() -> None:
    plain = replace(tictactoe.rules, diagram=None)
    assert text_lines(parsed(board_svg(plain, plain.start))) == plain.show(plain.start).split("\n")


def middle(part: ElementTree.Element) -> tuple[float, float]:
    """Of a circle, a rectangle, or a path: the middle of its ends."""
    if part.tag == f"{SVG}circle":
        return number(part, "cx"), number(part, "cy")
    if part.tag == f"{SVG}rect":
        return number(part, "x") + number(part, "width") / 2, number(part, "y") + number(part, "height") / 2
    ends = [tuple(map(float, end.split())) for end in re.findall(r"[ML]([\d.]+ [\d.]+)", part.get("d", ""))]
    return sum(x for x, _ in ends) / (len(ends) or 1), sum(y for _, y in ends) / (len(ends) or 1)


def square_of(part: ElementTree.Element) -> tuple[int, int]:
    """The row and the column in which it lies."""
    x, y = middle(part)
    return int(y - 8) // 48, int(x - 8) // 48


@pytest.mark.slow
def test_in_draughts_pieces_squares_and_their_numbers() -> None:
    def check(rules: Rules[Any, Any], p: Any) -> None:
        move = rules.moves(p)[0]
        q = rules.play(p, move)
        drawn = parsed(board_svg(rules, q, before=p, numbers=True))
        discs = [part for part in drawn.iter(f"{SVG}circle") if part.get("class") != "last"]
        assert len(discs) == sum(stones.bit_count() for stones in (q.first, q.second, q.kings)), "a king has a ring"
        assert rules.diagram
        rows = rules.diagram(q).rows
        assert {*map(middle, discs)} == {
            (32 + 48 * j, 32 + 48 * i) for i, row in enumerate(rows) for j, piece in enumerate(row) if piece not in " ."
        }
        width, most = {"checkers": (8, 32), "draughts": (10, 50)}[rules.name]
        assert sorted(int(part.text or 0) for part in drawn.iter(f"{SVG}text") if part.get("fill")) == [
            *range(1, most + 1)
        ]
        (arrow,) = (part for part in drawn.iter() if part.get("class") == "arrow")
        row, column = divmod(move.start - 1, width // 2)
        place = [(number(arrow, name) - 32) / 48 for name in ("x1", "y1")]
        assert place == [2 * column + (row + 1) % 2, row]

    check_games(check, unfinished, ("checkers", "draughts"))


@pytest.mark.slow
def test_in_games_of_lines_every_stone_lies_in_its_cell() -> None:
    def check(rules: Rules[Any, Any], p: Any) -> None:
        assert rules.diagram
        after = next(iter(rules.successors(p)), p)
        found, last = {}, []
        for part in parsed(board_svg(rules, after, before=p)).iter():
            if part.get("class") == "last":
                last.append(square_of(part))
            elif part.tag != f"{SVG}text" and (colour := {part.get("stroke"), part.get("fill")} & {*COLOURS.values()}):
                found[square_of(part)] = colour
                assert part.tag == f"{SVG}rect" or all((place - 32) % 48 == 0 for place in middle(part))
        old, new = rules.diagram(p).rows, rules.diagram(after).rows
        cells = [(i, j) for i, row in enumerate(new) for j, symbol in enumerate(row) if symbol != " "]
        assert [(i, j) for i, j in cells if COLOURS[new[i][j]] not in found[i, j]] == []
        assert last == [(i, j) for i, j in cells if new[i][j] != old[i][j]]

    check_games(check, positions, IN_LINE)


@pytest.mark.slow
def test_every_cell_says_which_it_is_and_lies_there() -> None:
    def check(rules: Rules[Any, Any], p: Any) -> None:
        assert rules.diagram
        diagram = rules.diagram(p)
        cells = {part.get("data-square", ""): part for part in parsed(board_svg(rules, p)).iter(f"{SVG}g")}
        inside = diagram.style == "pieces"
        assert {*cells} == {
            f"{i},{j}" for i, row in enumerate(diagram.rows) for j, symbol in enumerate(row) if inside or symbol != " "
        }
        for square, cell in cells.items():
            i, j = map(int, square.split(","))
            if diagram.style == "hexagons":
                sides = re.findall(r"[ML]([\d.]+) ([\d.]+)", cell[0].get("d", ""))
                xs, ys = [float(x) for x, _ in sides], [float(y) for _, y in sides]
                assert (min(xs), max(xs)) == (8 + 48 * j - 24 * i, 56 + 48 * j - 24 * i)
                assert (min(ys), max(ys)) == (8 + 42 * i, 64 + 42 * i)
                continue
            assert [number(cell[0], name) for name in ("x", "y", "width", "height")] == [8 + 48 * j, 8 + 48 * i, 48, 48]

    check_games(check, positions)


def test_the_sides_of_hex_have_the_colours_of_those_who_join_them() -> None:
    drawn = parsed(board_svg(hex.sized(3), hex.sized(3).start))
    sides: dict[str, set[str]] = {FIRST: set(), SECOND: set()}
    for cell in drawn.iter(f"{SVG}g"):
        for part in cell.iter(f"{SVG}path"):
            if part.get("stroke") in sides:
                sides[part.get("stroke", "")].add(cell.get("data-square", ""))
    assert sides == {
        FIRST: {"0,0", "0,1", "0,2", "2,2", "2,3", "2,4"},
        SECOND: {"0,0", "1,1", "2,2", "0,2", "1,3", "2,4"},
    }


def test_letters_stand_on_discs_if_asked() -> None:
    p = connect4.rules.read("445")
    pictures = (board_svg(connect4.rules, p, symbols=symbols) for symbols in (False, True))
    assert [[part.text for part in parsed(each).iter(f"{SVG}text")] for each in pictures] == [[], ["Y", "R", "R"]]


@given(st.lists(st.text(st.sampled_from("X.O<"), min_size=3, max_size=3), min_size=1, max_size=4), any_text)
def test_of_any_symbols(rows: list[str], title: str) -> None:
    for discs in (False, True):
        drawn = parsed(
            board_picture(Diagram(tuple(rows), style="discs" if discs else "marks"), title, {(0, 0)}, {(0, 1): title})
        )
        rects = list(drawn.iter(f"{SVG}rect"))
        assert len(rects) == 1 + sum(map(len, rows)) + 1, "the ground, the cells, and the frame of the last move"
