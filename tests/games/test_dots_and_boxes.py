"""Dots and boxes, in which a player may move twice; and the same game with passes, in which players alternate."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import IllegalMove, Outcome, Player, build_tree, leaves, map_tree, minimax, share
from fpgames.compiled import jit_when_it_pays
from fpgames.games import game, tictactoe
from fpgames.games.dots_and_boxes import Position, rules, sized
from fpgames.games.othello import sized as othello
from fpgames.passes import PASS, Pass, Waiting, with_passes
from fpgames.rules import Rules
from fpgames.search import perft
from fpgames.testing import lines, positions, whole_games
from fpgames.tree import levels
from tests.games.test_othello import require_one_line

exhaustive = pytest.mark.exhaustive
LARGEST = pytest.param((12, 12), marks=exhaustive)
BOARDS = pytest.mark.parametrize("board", [(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (5, 5), LARGEST], ids=str)
VALUES = [
    ((1, 1), -1), ((2, 1), 0), ((1, 2), 0), ((3, 1), -1), ((2, 2), 2), pytest.param((3, 2), -2, marks=exhaustive),
]  # fmt: skip
"""The first player's boxes less the second's with perfect play, by enumeration of all states."""

SMALL = [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2)]

wrong_text = st.text() | st.text("abcdefg0123456789 +-|,\n\t²٣\0éleadtomovefirstsecond", max_size=300)


@cache
def reachable(board: tuple[int, int]) -> frozenset[Position]:
    """Every position of a small board."""
    return frozenset(p for level in levels(build_tree(sized(*board))(sized(*board).start) | share) for p in level)


class TestTheGame:
    def test_names_and_sizes(self) -> None:
        assert (rules.name, sized(2, 3).name) == ("dots-and-boxes", "dots-and-boxes:2,3")
        assert game("dots-and-boxes") is game("dots-and-boxes:3,2") is sized() is rules
        assert sized(True, True) is game("dots-and-boxes:1,1")
        assert pickle.loads(pickle.dumps(sized(2, 3))) == sized(2, 3) != sized(3, 2)
        assert repr(rules.play) == "sized(3, 2).play"

    @pytest.mark.parametrize("board", [(0, 1), (1, 0), (13, 1), (1, 13), (2.0, 1), (1, "2")], ids=str)
    def test_other_boards_are_refused(self, board: Any) -> None:
        with pytest.raises(
            ValueError, match=r"^cannot play on (rows of .* boxes|.* rows of boxes); expected at [^\n]*$"
        ):
            sized(*board)

    @BOARDS
    @given(st.data())
    def test_who_completes_a_box_moves_again(self, board: tuple[int, int], data: st.DataObject) -> None:
        line = data.draw(lines(sized(*board)))
        for p, q in zip(line.positions, line.positions[1:], strict=False):
            closed = (q.lead - p.lead) * sized(*board).player(p)
            assert closed in (0, 1, 2)
            assert (q.turn == p.turn) == (closed > 0)

    @BOARDS
    @given(st.data())
    def test_every_box_is_owned_at_the_end(self, board: tuple[int, int], data: st.DataObject) -> None:
        width, height = board
        line = data.draw(whole_games(sized(*board)))
        assert sorted(line.moves) == list(range(width * (height + 1) + height * (width + 1)))
        boxes = [abs(q.lead - p.lead) for p, q in zip(line.positions, line.positions[1:], strict=False)]
        assert sum(boxes) == width * height
        assert sized(*board).outcome(line.end).unwrap() is Outcome((line.end.lead > 0) - (line.end.lead < 0))

    @pytest.mark.usefixtures("impatient")
    @pytest.mark.parametrize(("board", "value"), VALUES, ids=str)
    def test_values_with_perfect_play(self, board: tuple[int, int], value: int) -> None:
        """Also of the game with passes."""
        games: list[Rules[Any, Any]] = [sized(*board), with_passes(sized(*board))]
        for here in games:
            assert here.score is not None
            assert jit_when_it_pays(build_tree(here) | share | map_tree(here.score) | minimax)(here.start) == value

    @pytest.mark.parametrize(
        ("move", "why"),
        [(0, "the edge is drawn"), (0.0, "the edge is drawn"), (17, "edges are 0 to 16"), ("b1", "edges are 0 to 16")],
    )
    def test_why_a_move_is_illegal(self, move: Any, why: str) -> None:
        with pytest.raises(IllegalMove) as refused:
            rules.play(rules.play(rules.start, 0), move)
        assert (refused.value.move, refused.value.legal, refused.value.why) == (move, tuple(range(1, 17)), why)

    def test_a_number_that_equals_a_move_is_one(self) -> None:
        assert repr(rules.play(rules.start, 3.0)) == repr(rules.play(rules.start, 3))  # type: ignore[arg-type]

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

    @pytest.mark.parametrize("board", [*SMALL[:4], pytest.param((2, 2), marks=exhaustive)], ids=str)
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
        assert found == reachable(board)

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
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
            ("lead 0", "lead 1", "the lead is 1, which does not go with 0 completed boxes"),
            ("second", "first", "with 3 edges and 0 completed boxes, it is not the turn of the first player"),
        ],
    )  # fmt: skip
    def test_a_wrong_board_is_refused(self, old: str, new: str, said: str) -> None:
        with pytest.raises(ValueError, match=re.escape(said)):
            sized(2, 1).read(self.SHOWN.replace(old, new, 1))

    def test_an_empty_text_is_refused(self) -> None:
        with pytest.raises(ValueError, match="the text is empty; expected the columns' letters, 'abcdefg'"):
            rules.read(" \n")

    @pytest.mark.parametrize(
        ("p", "said"),
        [
            (Position(0b1111111, 0, 0), "with 7 edges and 2 completed boxes, one player owns both if it is the turn"),
            (
                Position(0b0110101, 1, 1),
                "the last move completed a box, but the second player, who moves again, owns none",
            ),
        ],
    )
    def test_leads_that_no_game_has(self, p: Position, said: str) -> None:
        with pytest.raises(ValueError, match=said):
            sized(2, 1).read(sized(2, 1).show(p))

    @BOARDS
    @given(data=st.data())
    def test_any_text_is_read_or_refused_in_one_line(self, board: tuple[int, int], data: st.DataObject) -> None:
        games: list[Rules[Any, Any]] = [sized(*board), with_passes(sized(*board))]
        for here in games:
            shown = data.draw(positions(here).map(here.show))
            i, j = sorted((data.draw(st.integers(0, len(shown))), data.draw(st.integers(0, len(shown)))))
            written = data.draw(wrong_text)
            for text in (written, shown[:i] + written + shown[j:], shown[:i] + shown[j:]):
                require_one_line(here.read, text)
                require_one_line(here.read_move, text)

    @pytest.mark.parametrize("text", ["", "b", "1", "a1", "b2", "h2", "b8", "b1 ", "B1", "b²", "b01", "b" + "1" * 5000])
    def test_a_wrong_move_text_is_refused(self, text: str) -> None:
        with pytest.raises(
            ValueError, match=r"is not an edge; expected a letter to g and a number to 5, such as b1 or a2$"
        ):
            rules.read_move(text)

    def test_move_texts(self) -> None:
        shown = ["b1", "d1", "f1", "b3", "d3", "f3", "b5", "d5", "f5", "a2", "c2", "e2", "g2", "a4", "c4", "e4", "g4"]
        assert [rules.show_move(move) for move in rules.moves(rules.start)] == shown
        assert [rules.read_move(text) for text in shown] == list(range(17))


class TestWithPasses:
    @pytest.mark.parametrize("board", SMALL, ids=str)
    @given(st.data())
    def test_values_are_those_of_the_game(self, board: tuple[int, int], data: st.DataObject) -> None:
        """``minimax (withPasses t) = minimax t`` at any position, whether a player waits there or not."""
        plain, passing = sized(*board), with_passes(sized(*board))
        assert plain.score is not None
        assert passing.score is not None
        p = data.draw(positions(passing).filter(lambda p: len(plain.moves(p.position)) <= 7))
        value = build_tree(plain)(p.position) | share | map_tree(plain.score) | minimax
        assert build_tree(passing)(p) | share | map_tree(passing.score) | minimax == value

    @pytest.mark.parametrize("board", SMALL, ids=str)
    @given(st.data())
    def test_lines_are_those_of_the_game(self, board: tuple[int, int], data: st.DataObject) -> None:
        """Without the passes; and every pass is where the same player moves again."""
        plain, passing = sized(*board), with_passes(sized(*board))
        line = data.draw(lines(passing))
        moves = [move for move in line.moves if not isinstance(move, Pass)]
        at = [plain.start]
        for move in moves:
            at.append(plain.play(at[-1], move))
        assert at[-1] == line.end.position
        assert [p.position for p in line.positions if not p.waits] == (at[:-1] if line.end.waits else at)

    @pytest.mark.parametrize("board", [(1, 1), (2, 1)], ids=str)
    def test_there_are_as_many_complete_games(self, board: tuple[int, int]) -> None:
        plain, passing = sized(*board), with_passes(sized(*board))
        games = Counter(p.lead for p in leaves(build_tree(plain)(plain.start)))
        assert Counter(p.position.lead for p in leaves(build_tree(passing)(passing.start))) == games
        count = len(plain.moves(plain.start))
        lines_of_all_lengths = [(build_tree(plain) | perft(n))(plain.start) for n in range(count + 1)]
        assert sum(games.values()) == lines_of_all_lengths[-1]

    def test_a_game_that_alternates_has_no_passes(self) -> None:
        for plain in (tictactoe.rules, othello(4)):
            some: Rules[Any, Any] = plain
            for depth in range(5):
                lines_of_depth = (build_tree(some) | perft(depth))(some.start)
                assert (build_tree(with_passes(some)) | perft(depth))(with_passes(some).start) == lines_of_depth
        assert with_passes(othello(4)).read_move("pass") == 16

    def test_equal_rules_make_equal_rules(self) -> None:
        passing = with_passes(rules)
        assert passing == with_passes(sized(3, 2)) == pickle.loads(pickle.dumps(passing)) != with_passes(sized(2, 2))
        assert (passing.name, passing.alternates) == ("dots-and-boxes-with-passes", True)
        assert pickle.loads(pickle.dumps(PASS)) is PASS

    def test_a_game_without_score_or_diagram(self) -> None:
        bare = with_passes(replace(rules, score=None, diagram=None))
        assert (bare.score, bare.diagram) == (None, None)

    def test_only_rules_are_accepted(self) -> None:
        with pytest.raises(TypeError, match="with_passes needs the rules of a game first"):
            with_passes(3)  # type: ignore[arg-type]

    SHOWN = "  abc\n1 +-+\n2 | |\n3 +-+\nlead -1, second to move\nthe opponent waits"

    def test_the_text_and_the_picture(self) -> None:
        small = with_passes(sized(1, 1))
        p = small.read(self.SHOWN + " \n\n")
        assert (p, small.show(p)) == (Waiting(Position(15, -1, 1), 1), self.SHOWN)
        assert (small.player(p), small.moves(p), small.outcome(p).unwrap()) == (Player.FIRST, (), Outcome.SECOND_WON)
        assert small.diagram is not None
        assert small.diagram(p).rows == ("+-+", "| |", "+-+")

    @pytest.mark.parametrize("here", [with_passes(rules), with_passes(othello(4))], ids=str)
    def test_who_cannot_wait(self, here: Rules[Any, Any]) -> None:
        with pytest.raises(
            ValueError, match=r"^the last line is 'the opponent waits', but no player can have moved twice$"
        ):
            here.read(here.show(here.start) + "\nthe opponent waits")

    def test_move_texts(self) -> None:
        small = with_passes(sized(2, 1))
        p = small.read("  abcde\n1 +-+ +\n2 | |\n3 +-+ +\nlead -1, second to move\nthe opponent waits")
        assert (small.moves(p), small.player(p), repr(PASS), str(PASS)) == ((PASS,), Player.FIRST, "PASS", "pass")
        assert (small.show_move(PASS), small.read_move("pass"), small.read_move("b1")) == ("pass", PASS, 0)
        assert (small.show_move_in(p, PASS), small.read_move_in(p, "pass")) == ("pass", PASS)
        assert (small.show_move_in(small.start, 0), small.read_move_in(small.start, "b1")) == ("b1", 0)
        with pytest.raises(ValueError, match=r"^'x' is not an edge; .*; or pass$"):
            small.read_move("x")

    @pytest.mark.parametrize(
        ("waits", "move", "why"),
        [
            (1, 1, "the opponent moves again first"),
            (0, PASS, "a player passes only while the other moves again"),
            (0, 0, "the edge is drawn"),
        ],
    )
    def test_why_a_move_is_illegal(self, waits: int, move: Any, why: str) -> None:
        small = with_passes(sized(2, 1))
        p = Waiting(Position(0b0110101, -1, 1), waits)
        with pytest.raises(IllegalMove, match=why):
            small.play(p, move)

    def test_no_pass_when_the_game_is_over(self) -> None:
        with pytest.raises(IllegalMove, match="illegal move pass; the game is over"):
            with_passes(sized(1, 1)).play(Waiting(Position(15, -1, 1), 1), PASS)
