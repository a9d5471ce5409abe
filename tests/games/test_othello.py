"""Othello: laws of transcripts, counts of lines, the solved board of 4 by 4, and invalid texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing

from fpgames import IllegalMove, Outcome, Player, build_tree, jit
from fpgames.compiled.errors import CannotCompile
from fpgames.games.othello import Position, rules, sized
from fpgames.rules import read_game
from fpgames.search import perft
from fpgames.testing import lines, positions, unfinished, whole_games
from tests.support.games import require_refused

SIZES = pytest.mark.parametrize("n", [4, 10, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (6, 8, 12))])
WITH_ENDED = {
    4: (4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540),
    6: (4, 12, 56, 244, 1364, 7604, 47740, 308716),
    8: (4, 12, 56, 244, 1396, 8200, 55092, 390216),
}
"""Lines of each length as they are published: a pass is a ply, and a game that ended before counts as one line more."""
WIPED_OUT = "e6f4e3f6g5d6e7f5c5"
"""The shortest game: after nine discs white has none left."""
PASSED = "b1c1d3a1"
"""On the board of 4 by 4, black has to pass after it."""


def going_on(successors: Callable[[Position], Iterable[Position]]) -> Callable[[Position], Iterator[Position]]:
    """The game in which a position at the end leads to itself, so that ended games have lines of every length."""

    def after(p: Position) -> Iterator[Position]:
        over = True
        for q in successors(p):
            over = False
            yield q
        if over:
            yield p

    return after


class TestTheGame:
    def test_the_start(self) -> None:
        for n in (4, 6, 8, 10, 12):
            p = sized(n).start
            assert sized(n).player(p) is Player.FIRST
            assert len(sized(n).moves(p)) == 4
            assert [image.position(p) == p for image in sized(n).symmetries].count(True) == 3
            assert len(sized(n).symmetries) == 7

    @pytest.mark.slow
    @SIZES
    @given(st.data())
    def test_a_move_adds_a_disc_and_the_turn_passes(self, n: int, data: st.DataObject) -> None:
        """A pass is legal only alone; static values are the same for all images."""
        line = data.draw(lines(sized(n)))
        discs = [sum(map(int.bit_count, p[:4])) for p in line.positions]
        assert discs == [4 + sum(move < n * n for move in line.moves[:i]) for i in range(len(discs))]
        assert [p.turn for p in line.positions] == [i % 2 for i in range(len(discs))]
        p = line.end
        moves = sized(n).moves(p)
        assert moves == (n * n,) or n * n not in moves
        assert moves == tuple(sorted(moves))
        assert {sized(n).static(image.position(p)) for image in sized(n).symmetries} == {sized(n).static(p)}

    @given(positions(sized(4)))
    def test_the_score_is_the_difference_of_discs(self, p: Position) -> None:
        score: Any = sized(4).score
        shown = sized(4).show(p)
        black, white = (shown.rpartition("\n")[0].count(symbol) for symbol in "XO")
        assert score(p) == (0 if sized(4).moves(p) else black - white)

    def test_corners_count_in_static(self) -> None:
        assert rules.static(rules.start) == 0
        corner = sized(4).read("  a b c d\n1 X O . .\n2 . O X .\n3 . X O .\n4 . . . .\nX to move")
        assert sized(4).static(corner) == 8 / 52, "both players have five moves"

    def test_a_player_without_discs_has_lost(self) -> None:
        p = rules.read(WIPED_OUT)
        assert (rules.moves(p), rules.outcome(p).unwrap(), p[:2], rules.static(p)) == ((), Outcome.FIRST_WON, (0, 0), 1)
        assert rules.show(p).endswith("game over, O (white) would move")

    def test_a_pass(self) -> None:
        small = sized(4)
        p = small.read(PASSED)
        assert (small.moves(p), small.show(p).split("\n")[-1]) == ((16,), "X (black) has to pass")
        assert small.play(p, 16) == small.read(PASSED + "pass") == small.read(f"{PASSED} --")
        assert small.play(p, 16)[:4] == p[2:4] + p[:2]
        assert (small.score(p), small.outcome(p)) == (0, Nothing)

    def test_why_a_move_is_illegal(self) -> None:
        outside = "moves are 0 to 64"
        moves: list[Any] = [
            *((0, "a1 flips no disc"), (0.0, "a1 flips no disc"), (27, "d4 is taken")),
            *(
                (64, "a player who can move does not pass"),
                (65, outside),
                (-1, outside),
                ("f5", outside),
                ([37], outside),
            ),
        ]
        for move, why in moves:
            with pytest.raises(IllegalMove) as refused:
                rules.play(rules.start, move)
            assert (refused.value.move, refused.value.legal, refused.value.why) == (move, (19, 26, 37, 44), why)

    def test_the_diagram(self) -> None:
        assert rules.diagram is not None
        diagram = rules.diagram(rules.play(rules.start, 37))
        assert (diagram.rows[3], diagram.rows[4], diagram.style) == ("...wb...", "...bbb..", "pieces")
        assert (diagram.names[0][0], diagram.names[4][5]) == ("a1", "f5")


class TestCounts:
    """Depth n of ``perft`` counts the lines of exactly n plies; the published numbers count games that ended before too.

    So on 8 by 8 cells, 24,571,056 lines of ten plies and 228 games of nine are 24,571,284.
    """

    @pytest.mark.slow
    def test_the_published_numbers(self) -> None:
        for n, counts in WITH_ENDED.items():
            after = going_on(sized(n).successors)
            depths = range(1, 10 if n == 4 else 7)
            found = [(build_tree(after, player=Player.FIRST) | perft(depth))(sized(n).start) for depth in depths]
            assert tuple(found) == counts[: len(found)], n

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("n", WITH_ENDED)
    def test_the_published_numbers_of_longer_lines(self, n: int) -> None:
        """No game of eight plies has ended before, except on 4 by 4."""
        tree = build_tree(going_on(sized(n).successors), player=Player.FIRST) if n == 4 else build_tree(sized(n))
        for depth in range(7, len(WITH_ENDED[n]) + 1):
            assert (tree | perft(depth))(sized(n).start) == WITH_ENDED[n][depth - 1]

    def test_larger_boards_begin_alike(self) -> None:
        assert [(build_tree(sized(n)) | perft(6))(sized(n).start) for n in (10, 12)] == [8200, 8200]

    @pytest.mark.exhaustive
    def test_the_largest_board_that_is_compiled(self) -> None:
        assert jit(build_tree(sized(10)) | perft(6))(sized(10).start) == 8200
        with pytest.raises(CannotCompile):
            jit(build_tree(sized(12)) | perft(2))(sized(12).start)

    @pytest.mark.slow
    def test_games_that_ended_before_are_not_counted(self) -> None:
        found = [(build_tree(sized(4)) | perft(depth))(sized(4).start) for depth in range(7, 11)]
        assert found == [WITH_ENDED[4][6], 9112, 20032, 36412]

    @pytest.mark.exhaustive
    def test_games_of_nine_plies(self) -> None:
        lines_of_nine = jit(build_tree(rules) | perft(9))(rules.start)
        longer = jit(build_tree(rules) | perft(10))(rules.start)
        assert (lines_of_nine, longer + 228) == (3005288, 24571284)


class TestTranscripts:
    @SIZES
    @given(st.data())
    def test_of_any_line(self, n: int, data: st.DataObject) -> None:
        """With all passes, or without those before other moves."""
        line = data.draw((lines(sized(n)) | whole_games(sized(n))).filter(lambda line: line.moves))
        words, between = [*map(sized(n).show_move, line.moves)], data.draw(st.sampled_from([" ", "", "\t "]))
        moves = between.join(word for word in words[:-1] if word != "pass") + between + words[-1]
        for text in (moves, moves.upper(), between.join(words), between.join(words).replace("pass", "--")):
            assert sized(n).read(text) == line.end

    @given(
        st.text("abcdefgh12345678 pas-F.\t²٣\0é", max_size=300) | st.text("bcd134pas- ", max_size=9),
        st.sampled_from([4, 8, 12]),
    )
    def test_any_text_is_read_or_refused_in_one_line(self, text: str, n: int) -> None:
        try:
            message = repr(sized(n).read(text))
        except ValueError as error:
            message = str(error)
        assert message.splitlines() == [message]

    def test_what_is_wrong_is_said(self) -> None:
        cells = "expected a cell from a1 to h8, or pass"
        require_refused(rules.read, [
            ("f5f5", "move 2, 'f5': illegal move f5: f5 is taken; legal moves: f4 d6 f6"),
            ("f5 a1", "move 2, 'a1': illegal move a1: a1 flips no disc; legal moves: f4 d6 f6"),
            ("pass", "move 1, 'pass': illegal move pass: a player who can move does not pass; legal moves: d3 c4 f5 e6"),
            ("f5d", f"move 2, 'd': 'd' is not a move; {cells}"),
            ("f9", f"move 1, 'f9': 'f9' is not a move; {cells}"),
            (f"{WIPED_OUT}a1", "move 10, 'a1': illegal move a1; the game is over"),
            ("." * 64, "the line has all cells, but not who moves; expected X or O after them"),
            ("*", "'*' has no moves; expected a board, or a transcript such as f5d6c3"),
        ])  # fmt: skip

    def test_games_of_other_programs_are_read(self) -> None:
        for text in ("f5d6c3", "F5D6C3", "1. F5 D6 2. C3", "1. f5 d6 2. c3 {a comment} *", "1.f5 1...d6 2.c3"):
            assert rules.read(text) == rules.read("f5 d6 c3"), text
        assert read_game(sized(4), PASSED + "c4").moves == tuple(
            map(sized(4).read_move, ["b1", "c1", "d3", "a1", "pass", "c4"])
        )


class TestText:
    @SIZES
    @given(st.data())
    def test_on_one_line(self, n: int, data: st.DataObject) -> None:
        p = data.draw(unfinished(sized(n)))
        _, *rows, last = sized(n).show(p).split("\n")
        cells = "".join(row.strip(" 0123456789") for row in rows).replace(" ", "")
        for text in (
            f"{cells} {last[0]}",
            f"{cells}{last[0].lower()};",
            f"{cells} {last[0]}".replace("X", "*").replace(".", "-"),
        ):
            assert sized(n).read(text) == p

    START = "  a b c d\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . .\nX (black) to move"

    @pytest.mark.slow
    @SIZES
    @given(st.data())
    def test_written_by_hand(self, n: int, data: st.DataObject) -> None:
        """Spaces do not matter, nor do blank lines; to be able to move is all that has to be said."""
        p = data.draw(unfinished(sized(n)))
        first, *rows, last = sized(n).show(p).split("\n")
        by_hand = "\n\n".join(
            [first.replace(" ", ""), *(row.replace(" ", "") + "  " for row in rows), last[0] + " to move", ""]
        )
        assert sized(n).read(by_hand) == p

    def test_a_wrong_board_is_refused(self) -> None:
        changes = [
            ("a b", "a", "the first line is 'acd'; expected the columns' letters, 'a b c d'"),
            ("1 .", "1 x", "row 1 is '1x...'; expected 1 and 4 cells X, O or '.'"),
            ("3 .", "2 .", "row 3 is '2.XO.'; expected 3 and 4 cells X, O or '.'"),
            ("3 .", "3", "row 3 is '3XO.'; expected 3 and 4 cells"),
            ("\n4 . . . .\nX (black) to move", "", "the board has 3 rows; expected 4"),
            ("\nX (black) to move", "", "there is nothing below the board; expected one line, 'X to move' or 'O to move'"),
            ("X (black) to move", "white", "found 'white' below the board; expected one line"),
            ("X (black) to move", "X has to pass", "found 'X has to pass' below the board"),
            ("to move", "to move\nX to move", "found 'X (black) to move / X to move' below the board"),
            ("O X", ". X", "b2 is empty; expected discs on the four cells in the centre"),
            ("X (black) to", "O to", "there are four discs, but not as at the start"),
            ("O X", "X X", "there are four discs, but not as at the start"),
        ]  # fmt: skip
        require_refused(sized(4).read, [(self.START.replace(old, new, 1), said) for old, new, said in changes])

    def test_on_a_larger_board(self) -> None:
        start, played = (sized(6).show(p) for p in (sized(6).start, sized(6).read("c2")))
        changes = [
            (start, "1 .", "1 O", "a1 is not joined to the centre; every disc is put beside another"),
            (played, "O (white) to move", "O would move", "found 'O would move' below the board"),
            (played, "O (white) to move", "O has to pass", "found 'O has to pass' below the board"),
        ]
        require_refused(sized(6).read, [(shown.replace(old, new, 1), said) for shown, old, new, said in changes])

    def test_a_player_who_has_moved_has_a_disc(self) -> None:
        shown = rules.show(rules.read(WIPED_OUT))
        with pytest.raises(ValueError, match="O has no disc, but moved last"):
            rules.read(shown.replace("O (white) would move", "X (black) would move"))

    def test_the_text(self) -> None:
        assert sized(4).show(sized(4).start) == self.START
        assert sized(10).show(sized(10).start).split("\n")[9:] == [
            " 9 . . . . . . . . . .", "10 . . . . . . . . . .", "X (black) to move"
        ]  # fmt: skip
        for empty in ("", " \n"):
            with pytest.raises(ValueError, match="the text is empty; expected a board, or a transcript such as f5d6c3"):
                rules.read(empty)

    def test_a_wrong_move_text_is_refused(self) -> None:
        texts = ["", "f", "f0", "f9", "i1", "f5 ", " f5", "f٣", "f²", "f5f5", "\u212a1", "37", "f" + "5" * 5000]
        said = "is not a move; expected a cell from a1 to h8, or pass$"
        require_refused(rules.read_move, [(text, said) for text in texts], pattern=True)

    def test_move_texts(self) -> None:
        assert [rules.show_move(move) for move in (0, 1, 8, 63, 64)] == ["a1", "b1", "a2", "h8", "pass"]
        assert [rules.read_move(text) for text in ("a1", "B1", "pass", "PASS", "--")] == [0, 1, 64, 64, 64]
        assert sized(10).read_move("j10") == 99
