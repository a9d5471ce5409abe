"""Tic-tac-toe in full: every game, every board, and the two representations, which agree."""

from __future__ import annotations

from collections import Counter
from functools import cache, reduce
from itertools import product

import pytest

from fpgames.games.tictactoe import TicTacToe, bits
from fpgames.games.tictactoe.record import rules as tictactoe
from fpgames.rules import require_moves, value_of_outcome
from fpgames.search import reachable
from fpgames.testing import check_same_game
from tests.support.figures import COMPLETE_GAMES, REACHABLE, TERMINAL
from tests.support.games import require_refused


@pytest.mark.slow
def test_every_game_counted() -> None:
    @cache
    def games(p: TicTacToe) -> Counter[int]:
        over = tictactoe.outcome(p).map(lambda outcome: Counter({int(outcome): 1}))
        nexts = (games(tictactoe.play(p, move)) for move in tictactoe.moves(p))
        return over.value_or(sum(nexts, Counter()))

    assert games(tictactoe.start) == COMPLETE_GAMES
    assert games.cache_info().misses == REACHABLE


@pytest.mark.slow
def test_a_board_is_read_exactly_if_it_can_be_reached() -> None:
    def read(cells: tuple[str, ...]) -> TicTacToe | None:
        try:
            return tictactoe.read("\n".join("".join(cells[i : i + 3]) for i in (0, 3, 6)))
        except ValueError:
            return None

    boards = [p for p in map(read, product("XO.", repeat=9)) if p is not None]
    assert len(set(boards)) == len(boards) == REACHABLE
    assert Counter(int(tictactoe.outcome(p).unwrap()) for p in boards if not tictactoe.moves(p)) == TERMINAL
    assert all(tictactoe.read(tictactoe.show(p)) == p for p in boards)
    assert tictactoe.read(tictactoe.show(boards[-1]).replace("\n", "  \n")) == boards[-1]


def test_the_display() -> None:
    shown = "O..  012\nXXX  345\n.O.  678\nmoves:\nstatus: WinX"
    assert tictactoe.show(reduce(tictactoe.play, [4, 0, 3, 7, 5], tictactoe.start)) == shown
    assert tictactoe.show(tictactoe.start).endswith("moves: 0 1 2 3 4 5 6 7 8\nstatus: PlayX")
    assert tictactoe.show(tictactoe.read("XOX\nXOO\nOXX")).endswith("moves:\nstatus: Tie")


def test_a_wrong_board_is_refused() -> None:
    require_refused(
        tictactoe.read,
        [
            ("", "expected three rows"),
            ("...\n...", "expected three rows"),
            ("...\n..\n...", "expected three rows"),
            ("...\n.x.\n...", "expected three rows of three cells X, O or '.'; got"),
            ("XX.\n...\n...", "2 X and 0 O; expected equal numbers, or one more X"),
            ("O..\n...\n...", "0 X and 1 O; expected equal numbers"),
            ("XXX\nOOO\n...", "X has three in line, but O moved last"),
            ("XXX\nOO.\nO..", "X has three in line, but O moved last"),
            ("OOO\nXX.\nXX.", "O has three in line, but X moved last"),
            ("....\n...\n...", "'....' does not fit the board; expected '...  012'"),
            ("...  345\n...  678\n...  012", "'...  345' does not fit the board; expected '...  012'"),
            ("...\n...\n...\n...", "'...' does not fit the board; expected 'moves: 0 1 2 3 4 5 6 7 8'"),
            ("...\n...\n...\nstatus: PlayX", "expected 'moves: 0 1 2 3 4 5 6 7 8'"),
            ("XXX\nOO.\n...\nmoves:\nstatus: WinX\nstatus: WinX", "'status: WinX' does not fit the board; expected None"),
        ],
    )  # fmt: skip


def test_a_wrong_move_text_is_refused() -> None:
    texts = ["", "x", "-1", "1.0", "²", "1 2", "01", "9" * 5000]
    require_refused(tictactoe.read_move, [(text, "is not a cell; expected a number from 0 to 8") for text in texts])


@pytest.mark.slow
def test_the_record_and_the_bits_are_one_game() -> None:
    """Of all 5,478 positions: moves, play, whose turn, outcome, value and text."""
    check_same_game(tictactoe, bits.rules, bits.from_record, bits.to_record, budget=6000, examples=1)
    records = [*reachable(tictactoe, [tictactoe.start])]
    assert len(records) == REACHABLE
    for record in records:
        p = bits.from_record(record)
        assert bits.static(p) == value_of_outcome(tictactoe)(record)
        assert (bits.rules.show(p), bits.rules.read(bits.rules.show(p))) == (tictactoe.show(record), p)


def test_the_moves_of_a_running_game() -> None:
    assert require_moves(tictactoe, tictactoe.start) == tuple(range(9))
