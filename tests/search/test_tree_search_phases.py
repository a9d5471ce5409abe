"""The phases of Monte-Carlo tree search: selection by formula, evaluation, and backup."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import islice
from math import inf, log, nan, sqrt
from typing import Any

import pytest
from hypothesis import strategies as st

from fpgames import Outcome, Player, Rules, SplitMix, State, replicate_m
from fpgames.games import nim, tictactoe
from fpgames.play import playout
from fpgames.rand import Gen, below
from fpgames.search import Select, back_up, by_playouts, by_static, expand, mcts, mcts_steps, puct, ucb1
from fpgames.testing import generators, unfinished
from tests.support.every_game import check_games
from tests.support.games import require_refused
from tests.support.graphs import AnyTree, bandit, node_of

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)
EACH_PLAYER = pytest.mark.parametrize("player", Player)


class TestSelect:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("arms", "pulls"),
        [
            ((1.0, 0.0), [(8, 2), (94, 6), (988, 12), (9983, 17)]),
            ((0.6, 0.4), [(6, 4), (70, 30), (870, 130), (9689, 311)]),
        ],
    )
    def test_pulls_of_ucb1(self, arms: tuple[float, ...], pulls: list[tuple[int, ...]]) -> None:
        rules, evaluate = bandit(arms)
        trees = mcts_steps(rules, rules.start, GEN, evaluate=evaluate)
        found = {tree.visits - 1: tuple(child.visits for child in tree.tried) for tree in islice(trees, 10_002)}
        assert [found[n] for n in (10, 100, 1000, 10_000)] == pulls

    @EACH_PLAYER
    def test_their_formulas(self, player: Player) -> None:
        children = [(3, 1.0), (5, -2.0), (7, 3.5)]
        tree = node_of(player, children)
        rewards = [(1 + player * total / visits) / 2 for visits, total in children]
        for c in (0.0, *(k / 200 for k in range(1, 400)), 4.0):  # so fine that another number of visits would show
            bounds = [reward + c * sqrt(log(15) / n) for reward, (n, _) in zip(rewards, children, strict=True)]
            assert ucb1(c)(tree) == bounds.index(max(bounds))
            for priors in ([0.2, 0.5, 0.3], [1.0, 0.0, 0.0], [0.0, 0.1, 0.9]):
                each = zip(rewards, priors, children, strict=True)
                bounds = [reward + c * prior * sqrt(16) / (1 + n) for reward, prior, (n, _) in each]
                assert puct(partial(given_priors, priors), c)(tree) == bounds.index(max(bounds))

    def test_ties_and_moves_that_have_not_been_tried(self) -> None:
        """UCB1 tries every move first; PUCT a probable one, which it takes to be worth as much as the node."""
        tie = node_of(Player.FIRST, [(2, 1.0), (2, 1.0)])
        assert ucb1()(tie) == puct(lambda p: [1, 1])(tie) == 0
        assert ucb1(0)(node_of(Player.FIRST, [(9, 9.0), None, (1, -1.0), None])) == 1
        tree = mcts(RULES, 2, select=puct(lambda p: [0.1] * 6 + [0.2] + [0.1] * 2))(RULES.start).eval(GEN)
        assert [child is not None for child in tree.children].index(True) == 6
        tree = node_of(Player.FIRST, [(9, -1.0), None])
        select: Select[Any, Any] = puct(lambda p: [1.0, 0.0], 0.1)
        assert [select(tree._replace(total=total)) for total in (5.0, -5.0)] == [1, 0]

    @EACH_PLAYER
    def test_what_is_proven_lost_is_not_followed(self, player: Player) -> None:
        tree = node_of(player, [(2, -2.0 * player), (40, -40.0 * player), (9, -9.0 * player)])
        first, *rest = tree.children
        assert first is not None
        lost = tree._replace(children=(first._replace(proof=Outcome(-player)), *rest))
        selections: list[Select[Any, Any]] = [ucb1(), puct(lambda p: [0.9, 0, 0.1]), puct(lambda p: [1, 0, 0])]
        for select in selections:
            assert select(tree) == 0
            assert select(lost) != 0

    def test_a_proven_draw_is_followed_where_it_is_better(self) -> None:
        selections: list[Select[Any, Any]] = [ucb1(0.1), puct(lambda p: [1, 1], 0.1)]
        for total, followed in ((-90.0, 0), (90.0, 1)):
            tree = node_of(Player.FIRST, [(2, 2.0 if total > 0 else -2.0), (100, total)])
            drawn, other = tree.children
            assert drawn is not None
            proven = tree._replace(children=(drawn._replace(proof=Outcome.DRAW), other))
            assert [select(proven) for select in selections] == [followed] * 2

    @pytest.mark.parametrize(("make", "name"), [(ucb1, "ucb1"), (partial(puct, lambda p: [1]), "puct")])
    def test_constants(self, make: Any, name: str) -> None:
        wrong = [-1, nan, inf, "1", None, 1j, 10**400, expand(RULES, RULES.start)]
        said = rf"^{name}: c is .*; expected a number, at least 0$"
        require_refused(make, [(c, said) for c in wrong], pattern=True)

    def test_any_number_is_a_constant(self) -> None:
        def evenly(p: int) -> list[int]:
            return [1] * len(RULES.moves(p))

        selections: list[Any] = [ucb1, partial(puct, evenly)]
        for select in selections:
            for c in (0, 1, True, Fraction(1, 2), Decimal("0.5")):
                trees = [mcts(RULES, 50, select=select(each))(RULES.start).eval(GEN) for each in (c, float(c))]
                assert trees[0] == trees[1]


def given_priors(priors: list[float], p: Any) -> list[float]:
    return priors


class TestEvaluate:
    @pytest.mark.slow
    def test_by_playouts(self) -> None:
        def check(rules: Any, drawn: tuple[Any, Gen, int]) -> None:
            p, gen, k = drawn
            mean = replicate_m(k, playout(rules, p)).map(lambda ends: sum(ends) / k)
            assert by_playouts(rules, k)(p).run(gen) == mean.run(gen)

        check_games(check, lambda rules: st.tuples(unfinished(rules), generators(), st.integers(1, 3)))

    def test_by_static(self) -> None:
        assert by_static(RULES.static)(RULES.read("XXX\nOO.\n...")).run(GEN) == (1, GEN)

    @pytest.mark.slow
    @pytest.mark.parametrize("rules", [nim.heaps(2, 2, 1), tictactoe.rules], ids=lambda rules: rules.name)
    def test_flat_search_estimates_the_mean_of_random_games(self, rules: Any) -> None:
        """Within five standard deviations of the exact probabilities."""
        p = RULES.read("XO.\n.O.\nX..") if rules is RULES else rules.start
        k = 2000
        tree = mcts(rules, 1 + len(rules.moves(p)), evaluate=by_playouts(rules, k))(p).eval(GEN)
        for child in tree.tried:
            mean, square = expectation(rules, child.position)
            assert child.visits == 1
            assert abs(child.value - mean) <= 5 * sqrt(float(square - mean**2) / k)

    def test_any_action(self) -> None:
        coin: State[Gen, Any] = below(2).map(Fraction)
        tree = mcts(RULES, 100, evaluate=lambda p: coin)(RULES.start).eval(GEN)
        assert type(tree.total) is float
        assert 20 < tree.total < 80


def expectation(rules: Rules[Any, Any], p: Any) -> tuple[Fraction, Fraction]:
    """The exact mean of random games' outcomes, and of their squares."""
    moves = rules.moves(p)
    if not moves:
        outcome = int(rules.outcome(p).unwrap())
        return Fraction(outcome), Fraction(outcome**2)
    each = [expectation(rules, rules.play(p, move)) for move in moves]
    n = Fraction(len(moves))
    return sum(mean for mean, _ in each) / n, sum(square for _, square in each) / n


def finished(outcome: int) -> AnyTree:
    return AnyTree(None, None, (), (), 1, float(outcome), Outcome(outcome))


@EACH_PLAYER
def test_what_proves_a_node_and_what_it_adds(player: Player) -> None:
    won, drawn, lost = map(finished, (player, 0, -player))
    unknown = AnyTree(None, player, (0,), (None,), 1, 0.0)
    for others, newest, proof in [
        ((unknown, None), won, won.proof),
        ((unknown, drawn), lost, None),
        ((drawn, None), drawn, None),
        ((drawn, lost), lost, drawn.proof),
        ((lost, drawn), lost, drawn.proof),
        ((lost, lost), drawn, drawn.proof),
        ((lost, lost), lost, lost.proof),
        ((lost, lost), unknown, None),
    ]:
        node = AnyTree(None, player, (0, 1, 2), (*others, None), 5, 0.25)
        after = back_up(node, 2, newest, newest.total)
        assert after.children == (*others, newest)
        assert (after.visits, after.proof) == (6, proof)
        assert after.total == 0.25 + (newest.total if proof is None else proof)
