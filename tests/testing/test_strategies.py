"""The kit's strategies: positions, lines, moves, trees, generators; tables of perft."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from fpgames import Rules, SplitMix, StdGen, Tree
from fpgames.compiled import meter
from fpgames.games import checkers, connect4, nim, tictactoe
from fpgames.rand import Gen
from fpgames.testing import (
    Counterexample,
    Line,
    as_tests,
    check_perft,
    finished,
    illegal_moves,
    legal_moves,
    lines,
    plays,
    trees,
    unfinished,
    whole_games,
)
from fpgames.testing.law import RunTimer
from fpgames.tree import size
from tests.support.laws import raise_zero_division

bits = tictactoe.rules


class TestLines:
    @given(st.data())
    def test_lines_are_played_by_the_rules(self, data: st.DataObject) -> None:
        line = data.draw(st.one_of(lines(bits), whole_games(bits)))
        assert line.positions == tuple(
            reduce(bits.play, line.moves[:n], bits.start) for n in range(len(line.moves) + 1)
        )

    @given(whole_games(connect4.record.rules), finished(connect4.record.rules), unfinished(connect4.record.rules))
    def test_finished_and_unfinished(self, line: Any, over: Any, running: Any) -> None:
        assert connect4.record.rules.moves(line.end) == connect4.record.rules.moves(over) == ()
        assert connect4.record.rules.moves(running)

    @given(whole_games(bits, longest=3))
    def test_games_may_be_cut_off(self, line: Line[int, int]) -> None:
        assert len(line.moves) == 3

    def test_the_strategy_is_kept_unless_its_games_were_cut_off_for_want_of_time(self) -> None:
        rules = connect4.sized(4, 4, 2)
        with RunTimer(-1):
            assert lines(rules) is not lines(rules)
        assert find(lines(rules), lambda line: bool(line.moves and rules.moves(line.end))), "games were seen whole"
        assert lines(rules) is lines(rules) is not lines(rules, longest=3)

    @given(st.data())
    def test_legal_and_illegal_moves(self, data: st.DataObject) -> None:
        p = data.draw(unfinished(bits))
        assert data.draw(legal_moves(bits, p)) in bits.moves(p)
        assert data.draw(illegal_moves(bits, p)) not in bits.moves(p)

    @given(plays(connect4.record.rules, longest=5))
    def test_plays_are_positions_with_a_move(self, play: tuple[Any, int]) -> None:
        p, move = play
        assert move in connect4.record.rules.moves(p)

    @given(st.data())
    def test_illegal_moves_of_any_type(self, data: st.DataObject) -> None:
        """Moves need not be numbers; where every move there is is legal, there is none."""
        words: Rules[int, Any] = replace(
            bits, moves=cast("Any", lambda p: tuple("abcdefghi"[move] for move in bits.moves(p))),
            play=lambda p, move: bits.play(p, "abcdefghi".find(str(move))), successors=cast("Any", None),
        )  # fmt: skip
        assert data.draw(st.one_of(illegal_moves(words, words.start), st.none())) is None
        p = words.play(words.start, data.draw(st.sampled_from("abcdefghi")))
        move = data.draw(illegal_moves(words, p))
        assert move in set("abcdefghi") - set(words.moves(p))

    @pytest.mark.parametrize("seed", range(3))
    def test_lines_shrink_to_the_moves_that_matter(self, seed: int) -> None:
        def shortest(matters: Callable[[tuple[int, ...]], bool]) -> tuple[int, ...]:
            return find(lines(connect4.rules), lambda line: matters(line.moves), random=Random(seed)).moves

        assert (shortest(lambda moves: True), shortest(lambda moves: 3 in moves)) == ((), (3,))
        assert shortest(lambda moves: (2, 5) in pairwise(moves)) == (2, 5)

    @pytest.mark.parametrize("rules", [nim.rules, bits], ids=repr)
    def test_unfinished_positions_are_drawn_from_all_parts_of_games(self, rules: Any) -> None:
        counts = Counter[Any]()
        settings(max_examples=300, database=None)(given(unfinished(rules))(lambda p: counts.update([p])))()
        assert counts.most_common(1)[0][1] < counts.total() / 4
        assert len(counts) > counts.total() / 4

    def test_moves_that_are_records_are_tried_where_they_are_illegal(self) -> None:
        p = checkers.rules.start
        move = find(illegal_moves(checkers.rules, p), lambda move: move.start == 9)
        assert isinstance(move, type(checkers.rules.moves(p)[0]))
        assert move not in checkers.rules.moves(p)

    def test_errors_of_play_pass(self) -> None:
        with pytest.raises(ZeroDivisionError):
            find(lines(replace(bits, play=lambda p, move: raise_zero_division(p))), lambda line: len(line.moves) > 1)


class TestTrees:
    @given(trees(st.integers()))
    def test_trees_are_finite_and_small(self, tree: Tree[int]) -> None:
        assert size(tree) < 1000


class TestTypes:
    @given(st.from_type(Gen), st.from_type(SplitMix), st.from_type(StdGen))  # type: ignore[type-abstract]
    def test_generators(self, gen: Gen, split_mix: SplitMix, std_gen: StdGen) -> None:
        assert isinstance(gen, SplitMix | StdGen)
        assert (type(split_mix), type(std_gen)) == (SplitMix, StdGen)

    @given(st.from_type(tictactoe.record.TicTacToe), st.from_type(connect4.record.Game))
    def test_records(self, p: tictactoe.record.TicTacToe, game: connect4.record.Game) -> None:
        assert tictactoe.record.rules.read(tictactoe.record.rules.show(p)) == p
        assert connect4.record.rules.read(connect4.record.rules.show(game)) == game

    @given(st.from_type(Tree))
    def test_trees(self, tree: Tree[Any]) -> None:
        assert size(tree) >= 1

    @pytest.mark.slow
    def test_hypothesis_knows_them_without_pytest(self) -> None:
        code = (
            "import hypothesis, sys; print('fpgames.rand.generators' in sys.modules, 'fpgames.testing' in sys.modules)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout == "True False\n"


class TestPerft:
    def test_against_a_table(self) -> None:
        check_perft(bits, {0: 1, 1: 9, 2: 72}, bits.start)
        check_perft(bits, {1: 8}, bits.play(bits.start, 4))
        with pytest.raises(
            Counterexample, match="tictactoe has 9 lines of 1 moves; expected 8; after each move: 0: 1, 1: 1, "
        ):
            check_perft(bits, {1: 8, 2: 72})
        with pytest.raises(Counterexample, match=r"tictactoe has 1 lines of 0 moves; expected 2; after each move: $"):
            check_perft(bits, {0: 2})

    @pytest.mark.parametrize(
        "rules", [connect4.record.rules, pytest.param(connect4.rules, marks=pytest.mark.exhaustive)], ids=repr
    )
    def test_compiled_when_it_is_large_and_can_be(self, rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(meter, "NODES_BEFORE_COMPILING", 10)
        check_perft(rules, {3: 343})


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pytest", None)
    with pytest.raises(ImportError, match=r"as_tests needs pytest: pip install 'fpgames\[test\]'"):
        as_tests([])
    for name in [name for name in sys.modules if name.startswith("fpgames.testing")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match=r"fpgames.testing needs hypothesis: pip install 'fpgames\[test\]'"):
        importlib.import_module("fpgames.testing")
