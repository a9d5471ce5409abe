"""Games with passes: in dots and boxes a player may move twice; with passes, the players alternate."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import IllegalMove, Outcome, Player, build_tree, leaves, map_tree, minimax, share
from fpgames.games import tictactoe
from fpgames.games.dots_and_boxes import Position, rules, sized
from fpgames.games.othello import sized as othello
from fpgames.rules import PASS, Pass, Rules, Waiting, with_passes
from fpgames.rules.notation import DERIVED
from fpgames.rules.record import explicit_score
from fpgames.search import perft
from fpgames.testing import lines, positions
from tests.support.games import require_refused

EVERY_BOARD = pytest.mark.parametrize("board", [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2)], ids=str)


@EVERY_BOARD
@given(st.data())
def test_values_are_those_of_the_game(board: tuple[int, int], data: st.DataObject) -> None:
    """``minimax (withPasses t) = minimax t`` at any position, whether a player waits there or not."""
    plain, passing = sized(*board), with_passes(sized(*board))
    p = data.draw(positions(passing).filter(lambda p: len(plain.moves(p.position)) <= 7))
    value = build_tree(plain)(p.position) | share | map_tree(plain.score) | minimax
    assert build_tree(passing)(p) | share | map_tree(passing.score) | minimax == value


@EVERY_BOARD
@given(st.data())
def test_lines_are_those_of_the_game(board: tuple[int, int], data: st.DataObject) -> None:
    """Without the passes; and every pass is where the same player moves again."""
    plain, passing = sized(*board), with_passes(sized(*board))
    line = data.draw(lines(passing))
    moves = [move for move in line.moves if not isinstance(move, Pass)]
    at = [plain.start]
    for move in moves:
        at.append(plain.play(at[-1], move))
    assert at[-1] == line.end.position
    assert [p.position for p in line.positions if not p.waits] == (at[:-1] if line.end.waits else at)


@pytest.mark.slow
def test_there_are_as_many_complete_games() -> None:
    plain, passing = sized(2, 1), with_passes(sized(2, 1))
    games = Counter(p.lead for p in leaves(build_tree(plain)(plain.start)))
    assert Counter(p.position.lead for p in leaves(build_tree(passing)(passing.start))) == games
    count = len(plain.moves(plain.start))
    lines_of_all_lengths = [(build_tree(plain) | perft(n))(plain.start) for n in range(count + 1)]
    assert sum(games.values()) == lines_of_all_lengths[-1]


def test_a_game_that_alternates_has_no_passes() -> None:
    for plain in (tictactoe.rules, othello(4)):
        some: Rules[Any, Any] = plain
        for depth in range(5):
            lines_of_depth = (build_tree(some) | perft(depth))(some.start)
            assert (build_tree(with_passes(some)) | perft(depth))(with_passes(some).start) == lines_of_depth
    assert with_passes(othello(4)).read_move("pass") == 16


def test_equal_rules_make_equal_rules() -> None:
    passing = with_passes(rules)
    assert passing == with_passes(sized(3, 2)) == pickle.loads(pickle.dumps(passing)) != with_passes(sized(2, 2))
    assert (passing.name, passing.alternates) == ("dots-and-boxes-with-passes", True)
    assert pickle.loads(pickle.dumps(PASS)) is PASS


def test_a_game_without_score_or_diagram() -> None:
    bare = with_passes(replace(rules, score=DERIVED, diagram=None))
    assert (explicit_score(bare), bare.diagram) == (None, None)


SHOWN = "  abc\n1 +-+\n2 | |\n3 +-+\nlead -1, second to move\nthe opponent waits"


def test_the_text_and_the_picture() -> None:
    small = with_passes(sized(1, 1))
    p = small.read(SHOWN + " \n\n")
    assert (p, small.show(p)) == (Waiting(Position(15, -1, 1), 1), SHOWN)
    assert (small.player(p), small.moves(p), small.outcome(p).unwrap()) == (Player.FIRST, (), Outcome.SECOND_WON)
    assert small.diagram is not None
    assert small.diagram(p).rows == ("+-+", "| |", "+-+")


def test_who_cannot_wait() -> None:
    games: list[Rules[Any, Any]] = [with_passes(rules), with_passes(othello(4))]
    said = "^the last line is 'the opponent waits', but no player can have moved twice$"
    for here in games:
        require_refused(here.read, [(here.show(here.start) + "\nthe opponent waits", said)], pattern=True)


def test_move_texts() -> None:
    small = with_passes(sized(2, 1))
    p = small.read("  abcde\n1 +-+ +\n2 | |\n3 +-+ +\nlead -1, second to move\nthe opponent waits")
    assert (small.moves(p), small.player(p), repr(PASS), str(PASS)) == ((PASS,), Player.FIRST, "PASS", "pass")
    assert (small.show_move(PASS), small.read_move("pass"), small.read_move("b1")) == ("pass", PASS, 0)
    assert (small.show_move_in(p, PASS), small.read_move_in(p, "pass")) == ("pass", PASS)
    assert (small.show_move_in(small.start, 0), small.read_move_in(small.start, "b1")) == ("b1", 0)


def test_why_a_move_is_illegal() -> None:
    play, box = with_passes(sized(2, 1)).play, Position(0b0110101, -1, 1)
    moves: list[Any] = [
        ((Waiting(box, 1), 1), "the opponent moves again first"),
        ((Waiting(box, 0), PASS), "a player passes only while the other moves again"),
        ((Waiting(box, 0), 0), "the edge is drawn"),
    ]
    require_refused(lambda move: play(*move), moves, error=IllegalMove)
    over = Waiting(Position(15, -1, 1), 1), PASS
    said = "illegal move pass; the game is over"
    require_refused(lambda move: with_passes(sized(1, 1)).play(*move), [(over, said)], error=IllegalMove)
