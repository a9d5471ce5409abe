"""Dots and boxes, in which a player may move twice."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import IllegalMove, Outcome, build_tree, jit, map_tree, minimax, share
from fpgames.games.dots_and_boxes import Position, rules, sized
from fpgames.rules import Rules, whose_turn
from fpgames.search import reachable
from fpgames.testing import positions, whole_games
from tests.support.games import require_refused

BOARDS = pytest.mark.parametrize("board", [(1, 1), (1, 3), (3, 2), (5, 5)], ids=str)
VALUES = {(1, 1): -1, (2, 1): 0, (1, 2): 0, (3, 1): -1, (2, 2): 2}
"""The first player's boxes less the second's with perfect play, by enumeration of all states."""


def score_of(here: Rules[Any, Any], prepare: Any) -> Any:
    return prepare(build_tree(here) | share | map_tree(here.score) | minimax)(here.start)


class TestTheGame:
    @BOARDS
    @given(st.data())
    def test_who_completes_a_box_moves_again(self, board: tuple[int, int], data: st.DataObject) -> None:
        """And every box is owned at the end."""
        width, height = board
        line = data.draw(whole_games(sized(*board)))
        for p, q in zip(line.positions, line.positions[1:], strict=False):
            closed = (q.lead - p.lead) * whose_turn(sized(*board), p)
            assert closed in (0, 1, 2)
            assert (q.turn == p.turn) == (closed > 0)
        assert sorted(line.moves) == list(range(width * (height + 1) + height * (width + 1)))
        boxes = [abs(q.lead - p.lead) for p, q in zip(line.positions, line.positions[1:], strict=False)]
        assert sum(boxes) == width * height
        assert sized(*board).outcome(line.end).unwrap() is Outcome((line.end.lead > 0) - (line.end.lead < 0))

    @pytest.mark.slow
    def test_values_with_perfect_play(self) -> None:
        assert {board: score_of(sized(*board), identity) for board in VALUES} == VALUES
        assert len([*reachable(sized(2, 2), [sized(2, 2).start])]) == 5349

    @pytest.mark.exhaustive
    def test_the_value_of_the_game_of_the_registry(self) -> None:
        assert score_of(rules, jit) == -2

    def test_why_a_move_is_illegal(self) -> None:
        p = rules.play(rules.start, 0)
        drawn, outside = "the edge is drawn", "edges are 0 to 16"
        moves: list[Any] = [(0, drawn), (0.0, drawn), (17, outside), ("b1", outside)]
        for move, why in moves:
            with pytest.raises(IllegalMove) as refused:
                rules.play(p, move)
            assert (refused.value.move, refused.value.legal, refused.value.why) == (move, tuple(range(1, 17)), why)

    def test_static_is_the_lead_scaled(self) -> None:
        assert sized(2, 1).static(Position(0b0110101, -1, 1)) == -1 / 3
        ends = [sized(2, 1).static(Position(127, lead, 0)) for lead in (-2, 0, 2)]
        assert ends == [-1, 0, 1]


class TestText:
    SHOWN = "  abcde\n1 +-+ +\n2 |\n3 + +-+\nlead 0, second to move"

    def test_the_text(self) -> None:
        small = sized(2, 1)
        p = small.read(self.SHOWN)
        assert (p, small.show(p)) == (Position(0b0011001, 0, 1), self.SHOWN)
        assert small.diagram is not None
        assert small.diagram(p).rows == ("+-+.+", "| . .", "+.+-+")
        assert sized(5, 5).show(sized(5, 5).start).split("\n")[8:11] == [" 8", " 9 + + + + + +", "10"]

    @BOARDS
    @given(st.data())
    def test_written_by_hand(self, board: tuple[int, int], data: st.DataObject) -> None:
        """Spaces and blank lines around the board do not matter."""
        p = data.draw(positions(sized(*board)))
        by_hand = "".join(f"\n{line.strip()}  \n" for line in sized(*board).show(p).split("\n"))
        assert sized(*board).read(by_hand) == p

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "board", [(1, 1), (2, 1), (1, 2), pytest.param((3, 1), marks=pytest.mark.exhaustive)], ids=str
    )
    def test_a_position_is_read_exactly_if_it_can_be_reached(self, board: tuple[int, int]) -> None:
        """Of all edges, leads and turns."""
        small, count = sized(*board), len(sized(*board).moves(sized(*board).start))
        boxes = board[0] * board[1]
        found = set()
        for edges, lead, turn in product(range(1 << count), range(-boxes - 1, boxes + 2), (0, 1)):
            p = Position(edges, lead, turn)
            with suppress(ValueError):
                assert small.read(small.show(p)) == p
                found.add(p)
        assert found == {*reachable(small, [small.start])}

    def test_a_wrong_board_is_refused(self) -> None:
        changes = [
            ("abcde", "abcd", "the first line is 'abcd'; expected the columns' letters, 'abcde'"),
            ("2 |\n", "", "the text has 4 lines; expected 5: letters, 3 rows, and the lead"),
            ("2 |", "2|", "row 2 is '2|'; expected 2 and edges '|' or spaces below the dots, 5 places in all"),
            ("2 |", "4 |", "row 2 is '4 |'; expected 2 and edges"),
            ("2 |", "2 |x", "row 2 is '2 |x'; expected 2 and edges"),
            ("2 |", "2 |     |", "row 2 is '2 |     |'; expected 2 and edges"),
            ("+-+ +", "+|+ +", "row 1 is '1 +|+ +'; expected 1 and dots '+' with edges '-' or spaces between them"),
            ("+ +-+", "+ --+", "row 3 is '3 + --+'; expected 3 and dots"),
            ("lead 0", "lead", "the last line is 'lead, second to move'; expected, for example, 'lead 0, first to move'"),
            ("lead 0", "lead ٣", "the last line is 'lead ٣, second to move'"),
            ("lead 0", "lead 1", "the lead is 1, which is impossible with 0 completed boxes"),
            ("second", "first", "with 3 edges and 0 completed boxes, it is not the turn of the first player"),
        ]  # fmt: skip
        small = sized(2, 1)
        require_refused(small.read, [(self.SHOWN.replace(old, new, 1), said) for old, new, said in changes])
        require_refused(rules.read, [(" \n", "the text is empty; expected the columns' letters, 'abcdefg'")])

    def test_leads_that_no_game_has(self) -> None:
        both = "with 7 edges and 2 completed boxes, one player owns both if it is the turn"
        none = "the last move completed a box, but the second player, who moves again, owns none"
        small = sized(2, 1)
        positions = (Position(0b1111111, 0, 0), both), (Position(0b0110101, 1, 1), none)
        require_refused(small.read, [(small.show(p), said) for p, said in positions])

    def test_a_wrong_move_text_is_refused(self) -> None:
        texts = ["", "b", "1", "a1", "b2", "h2", "b8", "b1 ", "B1", "b²", "b01", "b" + "1" * 5000]
        said = "is not an edge; expected a letter to g and a number to 5, such as b1 or a2$"
        require_refused(rules.read_move, [(text, said) for text in texts], pattern=True)

    def test_move_texts(self) -> None:
        shown = ["b1", "d1", "f1", "b3", "d3", "f3", "b5", "d5", "f5", "a2", "c2", "e2", "g2", "a4", "c4", "e4", "g4"]
        assert [rules.show_move(move) for move in rules.moves(rules.start)] == shown
        assert [rules.read_move(text) for text in shown] == list(range(17))
