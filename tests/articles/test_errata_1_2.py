"""What the first two articles print that is not so: their code transcribed, what it answers, and what ours answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from operator import ge, le
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Some
from toolz import identity

from fpgames import (
    Outcome,
    SplitMix,
    StdGen,
    Tree,
    build_tree,
    count_leaves,
    map_m,
    map_tree,
    maximise,
    minimise,
    prune,
)
from fpgames.games.tictactoe import TicTacToe, rules, static, successors
from fpgames.games.tictactoe.record import rules as record
from fpgames.play import bots, explicit, playing
from fpgames.rng import Gen
from fpgames.search import ab_maximise, ab_minimise
from fpgames.testing import generators, unfinished
from tests.tree.test_tree import trees

P402536 = reduce(record.play, [4, 0, 2, 5, 3, 6], record.start)
P40375 = reduce(record.play, [4, 0, 3, 7, 5], record.start)
P6071 = reduce(record.play, [6, 0, 7, 1], record.start)

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TestTheFirstArticlesBotsDiffer:
    """Erratum 6: the same generator, the moves from last to first or from first to last."""

    def test_the_counts_differ(self) -> None:
        gen: Gen = StdGen(3304847, 1)
        by_state = map_m(lambda move: playing.eval_move(record, P402536, move, 10_000), (1, 7, 8)).eval(gen)
        by_hand = []
        for move in (8, 7, 1):
            wins, gen = explicit.eval_move(record, P402536, move, 10_000, gen)
            by_hand.append((wins, move))
        assert by_state == ((5030, 1), (4898, 7), (0, 8))
        assert by_hand == [(0, 8), (4898, 7), (5037, 1)]

    def test_so_may_the_moves(self) -> None:
        gen = StdGen(3, 1)
        assert bots.bot_mc(record, 90)(P402536).eval(gen) == 7
        assert explicit.bot_mc(record, 90)(P402536, gen)[0] == 1


def mark(p: TicTacToe, move: int) -> TicTacToe:
    """The first article's ``jouerCoup``, which does not ask whether the game is over."""
    assert move in p.moves
    return TicTacToe(p.grid.set(move, p.player), tuple(m for m in p.moves if m != move), p.opponent, p.player)


def winner(p: TicTacToe) -> str | None:
    """Its ``calculerFin``: the first line that is full, in this order."""
    return next((p.grid[a] for a, b, c in LINES if p.grid[a] == p.grid[b] == p.grid[c] != "."), None)


def wins(move: int, n: int, p: TicTacToe, gen: Gen) -> int:
    """Its ``evalCoup``: ``jouerJeu`` plays a move before it asks whether the game is over."""
    won = 0
    for _ in range(n):
        q = mark(p, move)
        while True:
            i, gen = gen.uniform_r(0, len(q.moves) - 1)
            q = mark(q, q.moves[i])
            if winner(q) or not q.moves:
                break
        won += winner(q) == p.player
    return won


class TestFinishedGames:
    """Erratum 7: the first article's ``jouerJeu`` plays on in a finished game."""

    def test_its_monte_carlo_passes_over_a_win(self) -> None:
        """The counts of the article's program, compiled by GHC with random-1.2 and run from ``mkStdGen 42``."""
        gen = SplitMix.from_seed(42)
        assert [wins(move, 10_000, P6071, gen) for move in P6071.moves] == [8362, 4222, 5820, 4105, 7446]
        assert record.outcome(record.play(P6071, 8)) == Some(Outcome.FIRST_WON)
        assert playing.eval_move(record, P6071, 8, 10_000).eval(gen) == (10_000, 8)
        assert bots.bot_mc(record, 50_000)(P6071).eval(gen) == explicit.bot_mc(record, 50_000)(P6071, gen)[0] == 8

    def test_its_last_cell_cannot_be_evaluated(self) -> None:
        last = reduce(record.play, [4, 0, 2, 5, 3, 6, 1, 7], record.start)
        with pytest.raises(ValueError, match=r"empty range 0\.\.-1"):
            wins(8, 1, last, SplitMix.from_seed(42))
        assert playing.eval_move(record, last, 8, 10).eval(SplitMix.from_seed(42)) == (0, 8)

    @given(st.data(), generators(), st.integers(1, 5))
    def test_ours_wins_every_random_game_after_a_winning_move(self, data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(unfinished(record))
        won = Some(Outcome(record.player(p)))
        for move in record.moves(p):
            if record.outcome(record.play(p, move)) == won:
                assert playing.eval_move(record, p, move, n).run(gen) == ((n, move), gen)
                assert explicit.eval_move(record, p, move, n, gen) == (n, gen)

    @given(generators())
    def test_ours_answers_a_finished_game_as_it_is(self, gen: Gen) -> None:
        bot, by_hand = bots.bot_random(record), explicit.bot_random(record)
        expected = Outcome.FIRST_WON, P40375, gen
        assert explicit.play_game(record, P40375, by_hand, by_hand, gen) == expected
        assert playing.play_game(record, P40375, bot, bot).run(gen) == (expected[:2], gen)


Hopeless = Callable[[int, int], bool]


def improving(best: Callable[[list[int]], int], hopeless: Hopeless, lists: Iterable[list[int]]) -> Iterator[int]:
    """The second article's ``omitIf``, given its comparison; the first list is always kept."""
    bound: int | None = None
    for numbers in lists:
        if bound is None or not any(hopeless(bound, x) for x in numbers):
            bound = best(numbers)
            yield bound


def candidates(high: bool, hopeless: tuple[Hopeless, Hopeless], tree: Tree[int]) -> list[int]:
    """Its ``abMaximise'``, and the mirror that it leaves out."""
    below = [candidates(not high, hopeless, child) for child in tree.children]
    return list(improving(min if high else max, hopeless[not high], below)) if below else [tree.label]


PRINTED, MENDED = (le, ge), (ge, le)


def evaluated(depth: int, position: int = 0) -> Tree[int]:
    return map_tree(static)(prune(depth)(build_tree(successors)(position)))


class TestTheListsOfTheSecondArticle:
    """Errata 1 and 2: the comparison, and the mirror."""

    @given(trees)
    def test_mended_and_mirrored_they_are_minimax(self, tree: Tree[int]) -> None:
        assert max(candidates(True, MENDED, tree)) == maximise(tree) == ab_maximise(tree)
        assert min(candidates(False, MENDED, tree)) == minimise(tree) == ab_minimise(tree)

    @pytest.mark.parametrize(("depth", "printed"), [(5, 0), (6, 0), (7, 1)])
    def test_as_printed_they_see_a_forced_win_in_a_drawn_game(self, depth: int, printed: int) -> None:
        """Compiled by GHC, the printed comparison answers 1 at depths 7, 8 and 9."""
        tree = evaluated(depth)
        assert max(candidates(True, PRINTED, tree)) == printed
        assert maximise(tree) == ab_maximise(tree) == 0

    def test_deeper_and_cheaper(self) -> None:
        """``prune 8`` by lists asks for fewer leaves than ``prune 5`` by minimax: so much is as the article says."""
        assert count_leaves(maximise, evaluated(5)) == (0, 15120)
        assert count_leaves(ab_maximise, evaluated(8)) == (0, 11583)


def keep_replies(n: int, key: Callable[[int], Any], tree: Tree[int]) -> Tree[int]:
    """The tree with the n moves of the second player that leave the first least; docs/articles/2-lazy-trees.md."""

    def answered(tree: Tree[int]) -> Tree[int]:
        return Tree(lambda: tree.label, lambda: map(partial(keep_replies, n, key), best(tree)))

    def best(tree: Tree[int]) -> list[Tree[int]]:
        return sorted(tree.children, key=lambda reply: key(reply.label))[:n]

    return Tree(lambda: tree.label, lambda: map(answered, tree.children))


def subtrees(tree: Tree[int]) -> Iterator[Tree[int]]:
    yield tree
    for child in tree.children:
        yield from subtrees(child)


def test_the_second_articles_evaluate_is_for_the_first_player_to_move() -> None:
    """At O's turn it has O play for X and X for O: here X wins whatever O does."""
    p = rules.read("XO.\n.X.\n...")
    assert maximise(evaluated(5, p)) == 0
    assert minimise(evaluated(5, p)) == 1


class TestOnlyTheOpponentsBestMoves:
    """The first exercise of the second article, as it is set."""

    @given(trees, st.integers(1, 4))
    def test_the_value_is_never_less_than_minimax(self, tree: Tree[int], n: int) -> None:
        """Whoever's moves are left out can only do worse."""
        assert maximise(keep_replies(n, identity, tree)) >= maximise(tree)

    @given(trees)
    def test_who_keeps_all_keeps_the_value(self, tree: Tree[int]) -> None:
        widest = max(len(list(t.children)) for t in subtrees(tree))
        assert maximise(keep_replies(widest, identity, tree)) == maximise(tree)
