"""Bots that search: perfect where they see the end, reproducible, and what they say they do among equal moves."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Nothing

from fpgames import (
    Player,
    SplitMix,
    alpha_beta,
    bot_alphabeta,
    bot_from,
    bot_mc,
    bot_random,
    build_tree,
    map_tree,
    minimax,
    prune,
    replicate_m,
    share,
)
from fpgames.games.tictactoe import rules, static, successors
from fpgames.play import Bot, bot_alphabeta_random, bot_minimax, read_bot
from fpgames.rng import Gen
from fpgames.rules import GameOver
from fpgames.search import quicker
from fpgames.testing import generators, unfinished
from fpgames.tree import levels
from tests.search.test_searches import article_3
from tests.tree.test_tree import Counting

RUNNING = unfinished(rules)
MAKERS = [bot_minimax, bot_alphabeta, bot_alphabeta_random]
GEN = SplitMix.from_seed(1)


def value(p: int) -> int:
    """The value of a position with perfect play."""
    return build_tree(rules)(p) | share | map_tree(static) | minimax


def wins_at_once(p: int) -> bool:
    return any(static(q) == rules.player(p) for q in successors(p))


# Where somebody has two in line and an empty cell: a win to take, or one to block.
THREATENED = [
    p
    for p in chain(*levels(share(build_tree(successors)(rules.start))))
    if rules.moves(p) and (wins_at_once(p) or wins_at_once(p ^ 1 << 18))
]


class TestPerfectPlay:
    @pytest.mark.exhaustive
    @pytest.mark.parametrize("name", ["minimax:9", "alphabeta:9"])
    @pytest.mark.parametrize("side", Player)
    def test_no_line_of_the_opponent_beats_it(self, name: str, side: Player) -> None:
        bot = read_bot(rules, name)

        @cache
        def outcomes(p: int) -> frozenset[int]:
            over = rules.outcome(p)
            if over is not Nothing:
                return frozenset({int(over.unwrap())})
            moves = (bot(p).eval(GEN),) if rules.player(p) is side else rules.moves(p)
            return frozenset().union(*(outcomes(rules.play(p, move)) for move in moves))

        assert outcomes(rules.start) <= {0, int(side)}

    @pytest.mark.parametrize("name", ["minimax:3", "minimax:9", "alphabeta:2", "alphabeta:9", "alphabeta-random:9"])
    @given(st.sampled_from(THREATENED))
    def test_it_takes_a_win_in_one_and_blocks_one(self, name: str, p: int) -> None:
        player = rules.player(p)
        after = rules.play(p, read_bot(rules, name)(p).eval(GEN))
        if wins_at_once(p):
            assert static(after) == player
        elif not all(map(wins_at_once, successors(p))):
            assert not wins_at_once(after)


class TestChoice:
    @pytest.mark.parametrize("make", [bot_minimax, bot_alphabeta])
    @pytest.mark.parametrize("evaluation", [static, article_3])
    @pytest.mark.parametrize("quick", [False, True])
    @given(RUNNING, st.integers(1, 4))
    def test_the_first_of_the_best_moves(self, make: Any, evaluation: Any, quick: bool, p: int, depth: int) -> None:
        values = [self.worth(evaluation, depth, q, quick) for q in successors(p)]
        best = max(values) if rules.player(p) is Player.FIRST else min(values)
        assert make(rules, depth, evaluation, quick=quick)(p).eval(GEN) == rules.moves(p)[values.index(best)]

    @staticmethod
    def worth(evaluation: Callable[[int], int], depth: int, q: int, quick: bool) -> Any:
        tree = build_tree(rules)(q) | prune(depth - 1) | map_tree(evaluation)
        return minimax(quicker(tree)) if quick else minimax(tree)

    @pytest.mark.parametrize(
        "make",
        [
            partial(bot_from, rules, static),
            partial(bot_minimax, rules, 3, static),
            partial(bot_alphabeta_random, rules, 3, static, quick=True),
        ],
    )
    def test_whoever_evaluates_the_moves(self, make: Any) -> None:
        asked = 0

        def backwards(function: Callable[[Any], Any], values: Iterable[Any]) -> Iterable[Any]:
            nonlocal asked
            asked += 1
            return [*map(function, [*values][::-1])][::-1]

        assert make() == make(map_function=map) != make(map_function=backwards)
        with ProcessPoolExecutor(2) as pool:
            for p in (rules.start, rules.read("XX.\nO.O\n...")):
                alone = make()(p).run(GEN)
                assert make(map_function=backwards)(p).run(GEN) == make(map_function=pool.map)(p).run(GEN) == alone
        assert asked == 2

    @pytest.mark.parametrize("make", [bot_minimax, bot_alphabeta, bot_alphabeta_random])
    def test_it_is_quick_unless_it_is_said(self, make: Any) -> None:
        assert make(rules, 3, static) == make(rules, 3, static, quick=True) != make(rules, 3, static, quick=False)

    @pytest.mark.parametrize("make", MAKERS)
    def test_it_is_the_bot_that_its_name_names(self, make: Any) -> None:
        name = make.__name__.removeprefix("bot_").replace("_", "-")
        assert read_bot(rules, f"{name}:9") == make(rules, 9, rules.static)

    @pytest.mark.parametrize("make", MAKERS)
    def test_values_that_are_no_numbers_need_it_said(self, make: Any) -> None:
        def in_words(p: int) -> str:
            return ["lost", "drawn", "won"][static(p) + 1]

        with pytest.raises(
            TypeError, match=r"quicker needs labels that are numbers, got 'drawn'; .* takes quick=False"
        ):
            make(rules, 2, in_words)(rules.start).run(GEN)
        p = rules.read("XX.\nOO.\n...")
        assert make(rules, 2, in_words, quick=False)(p).eval(GEN) == 2

    @pytest.mark.parametrize("quick", [False, True])
    @given(RUNNING, st.integers(1, 3))
    def test_any_of_the_best_moves_each_as_likely(self, quick: bool, p: int, depth: int) -> None:
        worths = (self.worth(static, depth, q, quick) for q in successors(p))
        values = dict(zip(rules.moves(p), worths, strict=True))
        best = max(values.values()) if rules.player(p) is Player.FIRST else min(values.values())
        equal = [move for move, worth in values.items() if worth == best]
        drawn = replicate_m(60, bot_alphabeta_random(rules, depth, static, quick=quick)(p)).eval(GEN)
        assert set(drawn) <= set(equal)
        if len(equal) <= 4:
            assert set(drawn) == set(equal)

    def test_equal_moves_are_drawn_evenly(self) -> None:
        """All nine opening moves are worth a draw."""
        counts = Counter(replicate_m(900, bot_alphabeta_random(rules, 1, static)(rules.start)).eval(GEN))
        assert sum((counts[move] - 100) ** 2 / 100 for move in range(9)) < 26.12  # 0.1% of chi-squared, 8

    @pytest.mark.parametrize(
        ("make", "counts"),
        [(bot_minimax, (504, 15120)), (bot_alphabeta, (125, 1985)), (bot_alphabeta_random, (227, 2973))],
    )
    def test_they_look_at_as_many_leaves_as_article_3_says(self, make: Any, counts: tuple[int, int]) -> None:
        for depth, expected in zip((3, 5), counts, strict=True):
            examined = Counting(article_3)
            make(rules, depth, examined, quick=False)(rules.start).run(GEN)
            assert len(examined.calls) == expected

    @pytest.mark.parametrize("make", [bot_minimax, bot_alphabeta])
    def test_quick_bots_win_sooner(self, make: Any) -> None:
        """6 wins at once, 4 by two threats; without the option the first winning move is taken, however slow."""
        assert make(rules, 9, static, quick=True)(rules.read("X.O\nX.O\n...")).eval(GEN) == 6
        p = rules.read("XOO\nX..\n...")
        assert rules.player(p) is Player.FIRST
        assert make(rules, 9, static)(p).eval(GEN) == make(rules, 9, static, quick=True)(p).eval(GEN) == 6
        assert make(rules, 9, static, quick=False)(p).eval(GEN) == 4


class TestEveryBot:
    BOTS = (
        *(make(rules, 3, static, quick=False) for make in MAKERS),
        bot_from(rules, value),
        bot_alphabeta(rules, 3, static),
    )

    @pytest.mark.parametrize("bot", [BOTS[0], BOTS[1], BOTS[3], BOTS[4]])
    @given(RUNNING, generators())
    def test_a_bot_that_draws_nothing_leaves_the_generator_alone(self, bot: Bot[int, int], p: int, gen: Gen) -> None:
        assert bot(p).exec(gen) == gen

    @pytest.mark.parametrize("bot", BOTS)
    def test_in_a_finished_game_it_says_so_when_it_is_run(self, bot: Bot[int, int]) -> None:
        action = bot(rules.read("XXX\nOO.\n..."))
        with pytest.raises(GameOver, match="this game of tictactoe is over"):
            action.run(GEN)

    @pytest.mark.parametrize("bot", BOTS)
    def test_it_pickles(self, bot: Bot[int, int]) -> None:
        copy = pickle.loads(pickle.dumps(bot))
        assert copy == bot
        assert copy(0).run(GEN) == bot(0).run(GEN)

    def test_it_prints_as_it_is_made(self) -> None:
        assert list(map(repr, (bot_random(rules), bot_mc(rules, 9), *self.BOTS))) == [
            "bot_random(<Rules: tictactoe>)",
            "bot_mc(<Rules: tictactoe>, 9)",
            "bot_minimax(<Rules: tictactoe>, 3, static, quick=False)",
            "bot_alphabeta(<Rules: tictactoe>, 3, static, quick=False)",
            "bot_alphabeta_random(<Rules: tictactoe>, 3, static, quick=False)",
            "bot_from(<Rules: tictactoe>, value)",
            "bot_alphabeta(<Rules: tictactoe>, 3, static)",
        ]

    @pytest.mark.parametrize("make", MAKERS)
    @pytest.mark.parametrize("depth", [0, -1, 1.5])
    def test_a_depth_below_one_is_refused(self, make: Any, depth: Any) -> None:
        with pytest.raises(ValueError, match=f"cannot look {depth} moves ahead; expected at least 1"):
            make(rules, depth, static)

    def test_alpha_beta_agrees_with_the_value(self) -> None:
        assert (build_tree(rules)(0) | map_tree(static) | alpha_beta) == value(0) == 0
