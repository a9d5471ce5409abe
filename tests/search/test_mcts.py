"""Monte-Carlo tree search: laws of its trees, proofs against exhaustive search, and figures from elsewhere."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import islice
from math import inf, log, nan, sqrt
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import pmap
from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules, SplitMix, State, map_state, replicate_m
from fpgames.games import connect4, nim, tictactoe
from fpgames.loops import fold_m, map_m
from fpgames.play import playout
from fpgames.rand import below, choice
from fpgames.rng import Gen
from fpgames.rules import GameOver, IllegalMove, unreadable
from fpgames.search import (
    SearchTree,
    Select,
    after,
    back_up,
    best,
    by_playouts,
    by_static,
    expand,
    line,
    mcts,
    mcts_steps,
    merge,
    puct,
    search_on,
    simulate,
    statistics,
    ucb1,
)
from fpgames.testing import check_bot, generators, unfinished
from tests.games.test_games import EVERY_GAME

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)
AnyTree = SearchTree[Any, Any]


class Graph(NamedTuple):
    """A finite game, whose positions are numbers: moves are indices of children, which have greater numbers."""

    children: tuple[tuple[int, ...], ...]
    outcomes: tuple[Outcome, ...]
    players: tuple[Player, ...]

    def rules(self) -> Rules[int, int]:
        def outcome(p: int) -> Maybe[Outcome]:
            return Nothing if self.children[p] else Some(self.outcomes[p])

        return Rules(
            name="graph",
            start=0,
            moves=lambda p: tuple(range(len(self.children[p]))),
            play=lambda p, move: self.children[p][move],
            player=self.players.__getitem__,
            outcome=outcome,
            show=str,
            read=int,
            show_move=str,
            read_move=int,
        )


@st.composite
def graphs(draw: st.DrawFn, least: int = 2, most: int = 9) -> Graph:
    n = draw(st.integers(least, most))
    below = [draw(st.lists(st.integers(at + 1, n - 1), min_size=at == 0, max_size=3)) for at in range(n - 1)]
    outcomes = draw(st.lists(st.sampled_from(Outcome), min_size=n, max_size=n))
    players = draw(st.lists(st.sampled_from(Player), min_size=n, max_size=n))
    return Graph((*map(tuple, below), ()), tuple(outcomes), tuple(players))


def random_graph(gen: Gen, n: int = 14) -> Graph:
    """A graph drawn from a generator, without Hypothesis, so that a thousand take a second."""
    arms = map_m(lambda at: below(4 - (at == 0)).map(lambda k: k + (at == 0)), range(n - 1))
    degrees, gen = arms.run(gen)
    children, gen = map_m(lambda at: replicate_m(degrees[at], choice(range(at + 1, n))), range(n - 1)).run(gen)
    outcomes, gen = replicate_m(n, choice(tuple(Outcome))).run(gen)
    players, gen = replicate_m(n, choice(tuple(Player))).run(gen)
    return Graph((*children, ()), outcomes, players)


def by_recursion(rules: Rules[Any, Any]) -> Callable[[Any], Outcome]:
    """The outcome of perfect play, without any tree."""

    @cache
    def value(p: Any) -> Outcome:
        moves = rules.moves(p)
        if not moves:
            return rules.outcome(p).unwrap()
        best = max if rules.player(p) is Player.FIRST else min
        return best(value(rules.play(p, move)) for move in moves)

    return value


def any_legal(seed: int) -> Callable[[AnyTree], int]:
    """A selection that is as good as random, and pure."""
    return lambda tree: hash((seed, tree.visits, tree.total)) % len(tree.moves)


def nodes(tree: AnyTree) -> Iterator[AnyTree]:
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.tried


selections = st.one_of(st.just(ucb1()), st.floats(0, 3).map(ucb1), st.integers(0, 99).map(any_legal))
seeds = st.integers(0, 2**32).map(SplitMix.from_seed)


class TestLaws:
    @given(graphs(), selections, st.integers(1, 300), seeds)
    def test_of_every_node(self, graph: Graph, select: Any, n: int, gen: Gen) -> None:
        rules = graph.rules()
        tree = mcts(rules, n, select=select, evaluate=by_static(thirds))(0).eval(gen)
        assert tree.visits == n or (tree.proof is not None and tree.visits < n)
        check_search(rules, tree)

    @EVERY_GAME
    @given(data=st.data(), gen=generators(), n=st.integers(1, 30))
    def test_of_every_game(self, rules: Any, data: st.DataObject, gen: Gen, n: int) -> None:
        p = data.draw(unfinished(rules))
        for node in nodes(mcts(rules, n)(p).eval(gen)):
            check_node(rules, node)

    def test_proofs_are_right_in_a_thousand_games(self) -> None:
        proven = 0
        for seed in range(1000):
            rules = random_graph(SplitMix.from_seed(seed)).rules()
            tree = mcts(rules, 5 + seed % 60, evaluate=by_static(thirds))(0).eval(GEN)
            check_search(rules, tree)
            proven += sum(node.proof is not None and bool(node.moves) for node in nodes(tree))
        assert proven > 1000

    @pytest.mark.parametrize("player", Player)
    def test_above_a_proof_the_proof_counts(self, player: Player) -> None:
        """Its last child, with which the node is proven, is lost; the first is drawn."""
        children = ((1, 4), (2, 3), (), (), (5,), (6,), (7,), ())
        outcomes = (*[Outcome.DRAW] * 3, Outcome(-player), *[Outcome.DRAW] * 4)
        rules = Graph(children, outcomes, (player,) * 8).rules()
        trees = [*mcts_steps(rules, 0, GEN, evaluate=by_static(thirds), select=ucb1(9))]
        assert [tree.children[0] and tree.children[0].proof for tree in trees[-2:]] == [Outcome.DRAW] * 2
        for tree in trees[1:]:
            check_search(rules, tree)

    @given(graphs(most=6), seeds)
    def test_with_enough_simulations_a_game_is_proven(self, graph: Graph, gen: Gen) -> None:
        rules = graph.rules()
        tree = mcts(rules, 5000)(0).eval(gen)
        assert tree.proof is by_recursion(rules)(0)

    @given(graphs(), selections, st.integers(1, 40), st.integers(1, 40), seeds)
    def test_continuing_is_searching_longer(self, graph: Graph, select: Any, m: int, n: int, gen: Gen) -> None:
        rules = graph.rules()
        at_once = mcts(rules, m + n, select=select)(0)
        continued = mcts(rules, m, select=select)(0).bind(search_on(rules, n, select=select))
        assert continued.run(gen) == at_once.run(gen) == at_once.run(gen)

    @given(graphs(), st.integers(1, 40), seeds)
    def test_a_search_is_a_fold(self, graph: Graph, n: int, gen: Gen) -> None:
        rules = graph.rules()
        step = simulate(rules)
        folded = fold_m(lambda tree, _: step(tree), expand(rules, 0), range(n))
        assert folded.run(gen) == mcts(rules, n)(0).run(gen)

    @given(graphs(), st.integers(1, 40), seeds)
    def test_steps_are_searches(self, graph: Graph, n: int, gen: Gen) -> None:
        rules = graph.rules()
        trees = [*islice(mcts_steps(rules, 0, gen), n + 1)]
        assert trees[0] == expand(rules, 0)
        assert trees[1:] == [mcts(rules, i)(0).eval(gen) for i in range(1, len(trees))]
        assert len(trees) == n + 1 or trees[-1].proof is not None
        assert all(tree.proof is None for tree in trees[:-1])

    @given(graphs(), st.integers(1, 60), seeds)
    def test_what_is_off_the_path_is_shared(self, graph: Graph, n: int, gen: Gen) -> None:
        before, after = [None, *islice(mcts_steps(graph.rules(), 0, gen), n + 1)][-2:]
        while before and after:
            pairs = zip(before.children, after.children, strict=True)
            before, after = next(changed := ((old, new) for old, new in pairs if old is not new), (None, None))
            assert [*changed] == []

    @given(graphs(), st.integers(1, 300), seeds)
    def test_nothing_is_searched_below_a_proof(self, graph: Graph, n: int, gen: Gen) -> None:
        rules = graph.rules()
        before, after = [None, *islice(mcts_steps(rules, 0, gen), n + 1)][-2:]
        waiting = [(before, after)]
        while waiting:
            old, new = waiting.pop()
            if old and new:
                waiting += zip(old.children, new.children, strict=True)
                if old.proof is not None:
                    assert new.children is old.children
                    assert new.proof is old.proof

    @given(graphs(most=6), seeds, st.floats(0.1, 5), st.integers(0, 99))
    def test_puct(self, graph: Graph, gen: Gen, c: float, seed: int) -> None:
        rules = graph.rules()

        def priors(p: int) -> list[int]:
            return [1 + hash((seed, p, move)) % 9 for move in rules.moves(p)]

        select = puct(priors, c)
        tree = mcts(rules, 5000, select=select)(0).eval(gen)
        assert tree.proof is by_recursion(rules)(0)
        for node in nodes(tree):
            check_node(rules, node)


class TestTicTacToe:
    @given(st.integers(1000, 4000), seeds)
    def test_every_node(self, n: int, gen: Gen) -> None:
        check_search(RULES, mcts(RULES, n, evaluate=by_static(thirds))(RULES.start).eval(gen))

    @given(unfinished(RULES), seeds)
    def test_values_are_proven(self, p: Any, gen: Gen) -> None:
        if RULES.show(p).count(".") < 8:
            check_proven(p, gen)

    @pytest.mark.exhaustive
    def test_all_values_are_proven(self) -> None:
        seen = {*every_position(RULES.start)}
        assert len(seen) == 5478
        for p in seen:
            if RULES.moves(p):
                check_proven(p, GEN)

    # The positions, and what has to be proven of them, are those of OpenSpiel's mcts_test.py.
    @pytest.mark.parametrize("n", [400, 10_000])
    @pytest.mark.parametrize("seed", range(5))
    @pytest.mark.parametrize(
        ("text", "proof", "kept"),
        [
            ("O..\n.X.\n..X", Outcome.DRAW, {2, 6}),
            ("OOX\n.X.\n..X", Outcome.FIRST_WON, {3, 5, 6, 7}),
            (".X.\n...\n..O", Outcome.FIRST_WON, None),
        ],
    )
    def test_positions_of_openspiel(self, text: str, proof: Outcome, kept: set[int] | None, n: int, seed: int) -> None:
        p = RULES.read(text)
        tree = mcts(RULES, n)(p).eval(SplitMix.from_seed(seed))
        assert tree.proof is proof
        assert best(tree) in (kept or {best(tree)})
        after_each = {move: child.proof for move, child in zip(tree.moves, tree.children, strict=True) if child}
        assert after_each[best(tree)] is proof
        if kept is not None:
            assert {move for move, found in after_each.items() if found is proof} == kept

    @pytest.mark.parametrize(
        ("text", "least", "most"), [("O..\n.X.\n..X", 200, 270), ("OOX\n.X.\n..X", 12, 12), (".X.\n...\n..O", 150, 340)]
    )
    def test_how_soon_they_are_proven(self, text: str, least: int, most: int) -> None:
        visits = [mcts(RULES, most)(RULES.read(text)).eval(SplitMix.from_seed(seed)).visits for seed in range(20)]
        assert least <= min(visits) <= max(visits) <= most


def thirds(p: int) -> float:
    """An evaluation that tells positions apart."""
    return (p % 7 - 3) / 3


def check_node(rules: Rules[Any, Any], node: AnyTree) -> None:
    """The laws of one node, whatever the evaluation is."""
    assert node.visits >= 1
    assert -node.visits <= node.total <= node.visits
    assert -1 <= node.value <= 1
    assert node.moves == rules.moves(node.position)
    assert len(node.children) == len(node.moves)
    if node.moves:
        assert node.player is rules.player(node.position)
    else:
        assert node.player is None
        assert node.proof is rules.outcome(node.position).unwrap()
        assert node.total == node.visits * node.value
    for move, child in zip(node.moves, node.children, strict=True):
        assert child is None or child.position == rules.play(node.position, move)
    if node.proof is None:
        assert node.visits == 1 + sum(child.visits for child in node.tried)
        assert node.value == node.total / node.visits
    elif node.moves:
        assert node.visits >= 1 + sum(child.visits for child in node.tried)
        assert Outcome(int(node.player or 0)) in [child.proof for child in node.tried] or None not in node.children


def check_search(rules: Rules[int, int], tree: AnyTree) -> None:
    """The laws of all nodes, where the evaluation is that of ``thirds``, and proofs by exhaustive search."""
    value = by_recursion(rules)
    for node in nodes(tree):
        check_node(rules, node)
        if node.proof is None:
            assert node.total == pytest.approx(thirds(node.position) + sum(child.total for child in node.tried))
        else:
            assert node.proof is value(node.position)
            assert node.value == node.proof
            if node.moves:
                assert value(rules.play(node.position, best(node))) is node.proof


def check_proven(p: Any, gen: Gen) -> None:
    tree = mcts(RULES, 100_000, evaluate=by_static(RULES.static))(p).eval(gen)
    assert tree.proof is PERFECT(p)
    assert PERFECT(RULES.play(p, best(tree))) is tree.proof
    end = reduce(RULES.play, line(tree), p)
    assert PERFECT(end) is tree.proof


def every_position(p: Any) -> Iterator[Any]:
    yield p
    for move in RULES.moves(p):
        yield from every_position(RULES.play(p, move))


PERFECT = by_recursion(RULES)


def bandit(arms: tuple[float, ...], width: int = 22) -> tuple[Rules[Any, int], Callable[[Any], State[Gen, float]]]:
    """An endless game whose first move is an arm, and the evaluation that gives its reward, from 0 to 1, ever after."""
    rules: Rules[Any, int] = Rules(
        name="bandit",
        start=(-1, 0),
        moves=lambda p: tuple(range(len(arms) if p[1] == 0 else width)),
        play=lambda p, move: (p[0] if p[1] else move, p[1] + 1),
        player=lambda p: Player.FIRST,
        outcome=lambda p: Nothing,
        show=str,
        read=unreadable,
        show_move=str,
        read_move=int,
    )
    return rules, by_static(lambda p: 2 * arms[p[0]] - 1)


class TestSelect:
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

    @pytest.mark.parametrize("player", Player)
    def test_ucb1_is_its_formula(self, player: Player) -> None:
        children = [(3, 1.0), (5, -2.0), (7, 3.5)]
        tree = node_of(player, children)
        rewards = [(1 + player * total / visits) / 2 for visits, total in children]
        for c in (0.0, 0.1, 0.5, sqrt(2), 4.0):
            bounds = [reward + c * sqrt(log(15) / n) for reward, (n, _) in zip(rewards, children, strict=True)]
            assert ucb1(c)(tree) == bounds.index(max(bounds))

    @pytest.mark.parametrize("player", Player)
    def test_puct_is_its_formula(self, player: Player) -> None:
        children = [(3, 1.0), (5, -2.0), (7, 3.5)]
        tree = node_of(player, children)
        rewards = [(1 + player * total / visits) / 2 for visits, total in children]
        for c in (0.0, 0.1, 0.5, 4.0):
            for priors in ([0.2, 0.5, 0.3], [1.0, 0.0, 0.0], [0.0, 0.1, 0.9]):
                each = zip(rewards, priors, children, strict=True)
                bounds = [reward + c * prior * sqrt(16) / (1 + n) for reward, prior, (n, _) in each]
                assert puct(partial(given_priors, priors), c)(tree) == bounds.index(max(bounds))

    def test_ties_go_to_the_first(self) -> None:
        tree = node_of(Player.FIRST, [(2, 1.0), (2, 1.0)])
        assert ucb1()(tree) == puct(lambda p: [1, 1])(tree) == 0

    def test_ucb1_tries_every_move_first(self) -> None:
        tree = node_of(Player.FIRST, [(9, 9.0), None, (1, -1.0), None])
        assert ucb1(0)(tree) == 1

    def test_puct_tries_a_probable_move_first(self) -> None:
        tree = mcts(RULES, 2, select=puct(lambda p: [0.1] * 6 + [0.2] + [0.1] * 2))(RULES.start).eval(GEN)
        assert [child is not None for child in tree.children].index(True) == 6

    def test_puct_takes_an_untried_move_to_be_worth_as_much_as_the_node(self) -> None:
        tree = node_of(Player.FIRST, [(9, -1.0), None])
        select: Select[Any, Any] = puct(lambda p: [1.0, 0.0], 0.1)
        assert [select(tree._replace(total=total)) for total in (5.0, -5.0)] == [1, 0]

    @pytest.mark.parametrize("select", [ucb1(), puct(lambda p: [0.9, 0, 0.1]), puct(lambda p: [1, 0, 0])])
    @pytest.mark.parametrize("player", Player)
    def test_what_is_proven_lost_is_not_followed(self, select: Any, player: Player) -> None:
        tree = node_of(player, [(2, -2.0 * player), (40, -40.0 * player), (9, -9.0 * player)])
        first, *rest = tree.children
        assert first is not None
        lost = tree._replace(children=(first._replace(proof=Outcome(-player)), *rest))
        assert select(tree) == 0
        assert select(lost) != 0

    @pytest.mark.parametrize("select", [ucb1(0.1), puct(lambda p: [1, 1], 0.1)])
    def test_a_proven_draw_is_followed_where_it_is_better(self, select: Any) -> None:
        for total, followed in ((-90.0, 0), (90.0, 1)):
            tree = node_of(Player.FIRST, [(2, 2.0 if total > 0 else -2.0), (100, total)])
            drawn, other = tree.children
            assert drawn is not None
            assert select(tree._replace(children=(drawn._replace(proof=Outcome.DRAW), other))) == followed

    @pytest.mark.parametrize("c", [-1, nan, inf, "1", None, 1j, 10**400, expand(RULES, RULES.start)])
    def test_constants(self, c: Any) -> None:
        with pytest.raises(ValueError, match=r"ucb1: c is .*; expected a number, at least 0"):
            ucb1(c)
        with pytest.raises(ValueError, match=r"puct: c is .*; expected a number, at least 0"):
            puct(lambda p: [1], c)

    @pytest.mark.parametrize("c", [0, 1, True, Fraction(1, 2), Decimal("0.5")])
    def test_any_number_is_a_constant(self, c: Any) -> None:
        def priors(p: int) -> list[float]:
            return [1] * len(RULES.moves(p))

        for select in (ucb1, partial(puct, priors)):
            trees = [mcts(RULES, 50, select=select(each))(RULES.start).eval(GEN) for each in (c, float(c))]
            assert trees[0] == trees[1]

    @pytest.mark.parametrize(
        "priors",
        [
            [1.0] * 8,
            [1.0] * 8 + [-1],
            [1.0] * 8 + [nan],
            [inf] * 9,
            None,
            dict.fromkeys(range(9), 1),
            pmap(dict.fromkeys(range(9), 1)),
            {*range(9)},
            "123456789",
            iter([1.0] * 9),
        ],
    )
    def test_priors(self, priors: Any) -> None:
        search = mcts(RULES, 2, select=puct(lambda p: priors))(RULES.start)
        with pytest.raises(ValueError, match=r"puct: the priors are .*; expected 9 numbers, one for each move"):
            search.eval(GEN)

    def test_priors_are_a_function(self) -> None:
        with pytest.raises(TypeError, match="puct needs a function"):
            puct([1, 2])  # type: ignore[arg-type]


def finished(outcome: int) -> AnyTree:
    return SearchTree(None, None, (), (), 1, float(outcome), Outcome(outcome))


def looked_up(table: dict[Any, AnyTree], rules: Rules[Any, Any], p: Any) -> AnyTree:
    return table[p] if p in table else expand(rules, p)


def tuple_of(tree: AnyTree | None) -> Any:
    """The same tree as plain tuples."""
    return None if tree is None else (*tree[:3], *tree[4:7], tuple(map(tuple_of, tree.children)))


def given_priors(priors: list[float], p: Any) -> list[float]:
    return priors


def node_of(player: Player, children: Sequence[tuple[int, float] | None]) -> AnyTree:
    """A node whose children have these visits and totals."""
    below = [None if child is None else AnyTree(None, None, (0,), (None,), *child) for child in children]
    visits = 1 + sum(child.visits for child in below if child)
    return SearchTree(None, player, tuple(range(len(below))), tuple(below), visits, 0.0)


class TestEvaluate:
    @EVERY_GAME
    @given(data=st.data(), gen=generators(), k=st.integers(1, 5))
    def test_by_playouts(self, rules: Any, data: st.DataObject, gen: Gen, k: int) -> None:
        p = data.draw(unfinished(rules))
        mean = replicate_m(k, playout(rules, p)).map(lambda ends: sum(ends) / k)
        assert by_playouts(rules, k)(p).run(gen) == mean.run(gen)

    def test_by_static(self) -> None:
        assert by_static(RULES.static)(RULES.read("XXX\nOO.\n...")).run(GEN) == (1, GEN)

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

    @pytest.mark.parametrize("value", [2, -1.5, nan, inf, None, "0.5", 1j, [0.5], 10**400])
    def test_out_of_range(self, value: Any) -> None:
        search = mcts(RULES, 1, evaluate=lambda p: State.from_value(value))(RULES.start)
        with pytest.raises(ValueError, match=r"the evaluation of .* is .*; expected a number from -1 to 1"):
            search.eval(GEN)

    def test_no_action(self) -> None:
        search = mcts(RULES, 1, evaluate=RULES.static)(RULES.start)  # type: ignore[arg-type]
        with pytest.raises(
            TypeError, match=r"evaluate returned 0; expected a State, which by_static\(function\) makes"
        ):
            search.eval(GEN)

    @pytest.mark.parametrize("k", [0, -1, 1.5])
    def test_number_of_playouts(self, k: Any) -> None:
        with pytest.raises(ValueError, match=r"cannot evaluate by .* random games; expected at least 1"):
            by_playouts(RULES, k)


def expectation(rules: Rules[Any, Any], p: Any) -> tuple[Fraction, Fraction]:
    """The exact mean of random games' outcomes, and of their squares."""
    moves = rules.moves(p)
    if not moves:
        outcome = int(rules.outcome(p).unwrap())
        return Fraction(outcome), Fraction(outcome**2)
    below = [expectation(rules, rules.play(p, move)) for move in moves]
    return sum(mean for mean, _ in below) / Fraction(len(moves)), sum(square for _, square in below) / Fraction(
        len(moves)
    )


class TestExpandAndBackUp:
    def test_a_table_of_results_ends_lines(self) -> None:
        """An ``expand`` that knows proofs; the root's own is proven by moves all the same."""

        def known(rules: Rules[Any, Any], p: Any) -> AnyTree:
            return expand(rules, p)._replace(proof=PERFECT(p))

        search = mcts(RULES, 100, expand=known)
        tree = search(RULES.start).eval(GEN)
        assert (tree.proof, tree.visits) == (Outcome.DRAW, 10)
        child = after(RULES, tree, 4)
        assert (child.proof, child.tried) == (Outcome.DRAW, ())
        further = search_on(RULES, 100, expand=known)(child).eval(GEN)
        assert (further.proof, further.visits) == (Outcome.DRAW, 9)
        assert best(further) in (0, 2, 6, 8)
        assert [each.proof for each in mcts_steps(RULES, RULES.start, GEN, expand=known)] == [None] * 10 + [
            Outcome.DRAW
        ]

    def test_nothing_is_searched_below_a_known_result(self) -> None:
        centre = RULES.play(RULES.start, 4)

        def known(rules: Rules[Any, Any], p: Any) -> AnyTree:
            tree = expand(rules, p)
            return tree._replace(proof=Outcome.DRAW) if p == centre else tree

        tree = mcts(RULES, 500, expand=known, evaluate=by_static(lambda p: -1))(RULES.start).eval(GEN)
        child = after(RULES, tree, 4)
        assert child.visits > 10
        assert (child.tried, child.total) == ((), 0)

    def test_another_order_of_moves(self) -> None:
        def backwards(rules: Rules[Any, Any], p: Any) -> AnyTree:
            tree = expand(rules, p)
            return tree._replace(moves=tree.moves[::-1])

        tree = mcts(RULES, 2, expand=backwards)(RULES.start).eval(GEN)
        assert [child.position for child in tree.tried] == [RULES.play(RULES.start, 8)]

    def test_without_proofs(self) -> None:
        def plain(tree: AnyTree, i: int, child: AnyTree, value: float) -> AnyTree:
            return back_up(tree, i, child, value)._replace(proof=None, total=tree.total + value)

        p = RULES.read("XX.\nOO.\n...")
        tree = mcts(RULES, 1000, back_up=plain)(p).eval(GEN)
        assert (tree.visits, tree.proof) == (1000, None)
        assert best(tree) == 2

    @pytest.mark.parametrize("player", Player)
    def test_what_proves_a_node_and_what_it_adds(self, player: Player) -> None:
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

    def test_a_visit_is_added(self) -> None:
        search = mcts(RULES, 2, back_up=lambda tree, i, child, value: tree)(RULES.start)
        with pytest.raises(ValueError, match="back_up made 1 visits of 1; expected one more"):
            search.eval(GEN)

    def test_a_proof_is_an_outcome(self) -> None:
        def careless(*given: Any) -> AnyTree:
            return back_up(*given)._replace(proof=7)  # type: ignore[arg-type]

        with pytest.raises(ValueError, match="back_up returned the proof 7; expected an Outcome, or None"):
            mcts(RULES, 2, back_up=careless)(RULES.start).eval(GEN)

    @pytest.mark.parametrize("other", [None, 3, tuple(expand(RULES, RULES.start))])
    def test_what_is_no_tree(self, other: Any) -> None:
        for p in (RULES.start, RULES.play(RULES.start, 0)):
            at: Any = {p: other}
            with pytest.raises(TypeError, match=r"expand returned .* for .*; expected a SearchTree"):
                mcts(RULES, 2, expand=partial(looked_up, at))(RULES.start).eval(GEN)
        with pytest.raises(TypeError, match=r"back_up returned .*; expected a SearchTree"):
            mcts(RULES, 2, back_up=lambda *_: other)(RULES.start).eval(GEN)

    @pytest.mark.parametrize(
        "changed", [{"visits": 1}, {"children": (None,)}, {"moves": (0,)}, {"proof": 1}, {"proof": None}]
    )
    def test_a_tree_from_which_no_search_goes_on(self, changed: dict[str, Any]) -> None:
        """With visits, for example, a simulation would never come to an end."""
        p = RULES.read("XX.\nOO.\n...")
        search = mcts(
            RULES,
            9,
            expand=lambda rules, q: expand(rules, q)._replace(**changed if "XXX" in RULES.show(q) else {}),
        )
        with pytest.raises(ValueError, match=r"expand returned <SearchTree.* expected no visits, as many children as"):
            search(p).eval(GEN)

    def test_no_moves_at_the_root(self) -> None:
        def none(rules: Rules[Any, Any], p: Any) -> AnyTree:
            return SearchTree(p, None, (), (), proof=Outcome.DRAW)

        with pytest.raises(ValueError, match="expand returned no moves for 0, where the search begins"):
            mcts(RULES, 2, expand=none)(RULES.start)

    @pytest.mark.parametrize("i", [9, -1, 1.0, None, "0"])
    def test_a_selection_of_no_child(self, i: Any) -> None:
        search = mcts(RULES, 2, select=lambda tree: i)(RULES.start)
        with pytest.raises(ValueError, match=r"select returned .*; expected the index of one of 9 moves, from 0 to 8"):
            search.eval(GEN)

    def test_any_whole_number_is_an_index(self) -> None:
        assert mcts(RULES, 2, select=lambda tree: True)(RULES.start).eval(GEN).children[1] is not None


class TestSearch:
    @pytest.mark.parametrize("n", [0, -1, 1.5, None])
    def test_number_of_simulations(self, n: Any) -> None:
        for make in (mcts, search_on):
            with pytest.raises(ValueError, match=r"cannot run .* simulations; expected at least 1"):
                make(RULES, n)

    def test_a_finished_game(self) -> None:
        p = RULES.read("XXX\nOO.\n...")
        with pytest.raises(GameOver):
            mcts(RULES, 1)(p)
        with pytest.raises(GameOver):
            search_on(RULES, 1)(expand(RULES, p))
        with pytest.raises(GameOver):
            mcts_steps(RULES, p, GEN)

    def test_options(self) -> None:
        with pytest.raises(TypeError, match="mcts has no option 'choose'; it has select, expand, evaluate, back_up"):
            mcts(RULES, 1, choose=ucb1())  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="simulate: select is 3; expected a function"):
            simulate(RULES, select=3)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="mcts needs the rules of a game first"):
            mcts(tictactoe, 1)  # type: ignore[arg-type]

    def test_a_function_may_look_like_nothing(self) -> None:
        """One that has a length of 0, for instance, is not replaced by the default."""

        class Empty:
            def __len__(self) -> int:
                return 0

            def __call__(self, p: Any) -> State[Gen, float]:
                return State.from_value(0.25)

        assert mcts(RULES, 9, evaluate=Empty())(RULES.start).eval(GEN).total == 9 / 4

    @pytest.mark.parametrize(
        "function", [search_on(RULES, 9), simulate(RULES), best, line, partial(after, RULES, move=0)]
    )
    def test_no_tree(self, function: Callable[[Any], object]) -> None:
        with pytest.raises(TypeError, match=r"needs the tree of a search, such as mcts.*; got 0"):
            function(0)

    def test_it_is_a_stage(self) -> None:
        search = mcts(RULES, 50, select=ucb1(0.5)) | map_state(best)
        again = pickle.loads(pickle.dumps(search))
        assert repr(search).startswith("mcts(<Rules: tictactoe>, 50, select=partial(_ucb1, 0.5))")
        assert again(RULES.start).run(GEN) == search(RULES.start).run(GEN)

    def test_it_makes_a_bot(self) -> None:
        check_bot(RULES, mcts(RULES, 20) | map_state(best))
        check_bot(connect4.rules, mcts(connect4.rules, 20) | map_state(best))

    def test_deep_games(self) -> None:
        """A game of one move each: every simulation adds a ply."""
        rules, evaluate = bandit((1.0,), width=1)
        assert chain(rules, 40) == mcts(rules, 40, evaluate=evaluate)(rules.start).eval(GEN)
        tree = search_on(rules, 5, evaluate=evaluate)(chain(rules, 1500)).eval(GEN)
        assert tree == chain(rules, 1505)
        assert tree != chain(rules, 1504)
        assert len(line(tree)) == 1504
        assert len([*nodes(tree)]) == 1505


def chain(rules: Rules[Any, int], n: int) -> AnyTree:
    """What n simulations make of a game of one move each, where the value is 1 everywhere."""
    trees = [expand(rules, p)._replace(visits=1, total=1.0) for p in [rules.start, *((0, k) for k in range(1, n))]]
    return reduce(
        lambda below, tree: tree._replace(children=(below,), visits=below.visits + 1, total=below.total + 1),
        trees[::-1],
    )


class TestTree:
    @given(graphs(), seeds, seeds)
    def test_equal_trees(self, graph: Graph, one: Gen, another: Gen) -> None:
        trees = [mcts(graph.rules(), 20)(0).eval(gen) for gen in (one, another, one)]
        assert trees[0] == trees[2]
        assert hash(trees[0]) == hash(trees[2])
        assert (trees[0] == trees[1]) is (tuple_of(trees[0]) == tuple_of(trees[1])) is not (trees[0] != trees[1])

    def test_unequal_trees(self) -> None:
        tree = mcts(RULES, 5)(RULES.start).eval(GEN)
        assert tree != mcts(RULES, 6)(RULES.start).eval(GEN)
        assert tree not in (None, tuple(tree), tree._replace(children=()), tree._replace(proof=Outcome.DRAW))
        assert tree != tree._replace(children=(None,) * 9)
        assert tree != tuple(tree)

    def test_how_it_is_shown(self) -> None:
        tree = expand(RULES, RULES.start)
        assert repr(tree) == "<SearchTree: visits 0, value 0.000>"
        assert repr(tree._replace(visits=8, total=2.0)) == "<SearchTree: visits 8, value 0.250>"
        assert repr(tree._replace(proof=Outcome.DRAW)) == "<SearchTree: visits 0, value 0.000, Outcome.DRAW>"

    @pytest.mark.parametrize("player", Player)
    def test_best_is_by_proof_then_visits_then_value(self, player: Player) -> None:
        won, lost = Outcome(player), Outcome(-player)
        ranked: list[tuple[int, float, Outcome | None]] = [
            (1, 0, won), (9, 0, None), (8, 0, Outcome.DRAW), (7, 4 * player, None), (7, 2 * player, None), (99, 0, lost), (98, 0, lost),
        ]  # fmt: skip
        for n in range(len(ranked)):
            for found in (ranked[n:], ranked[n:][::-1]):
                below: Any = tuple(SearchTree(None, None, (), (), *each) for each in found)
                tree = SearchTree(None, player, tuple(range(len(found))), below)
                assert found[best(tree)] == ranked[n]

    def test_of_equal_moves_the_first_is_best(self) -> None:
        assert best(node_of(Player.FIRST, [None, (2, 1.0), (2, 1.0)])) == 1

    def test_no_move_to_choose(self) -> None:
        with pytest.raises(ValueError, match="this search has tried none"):
            best(mcts(RULES, 1)(RULES.start).eval(GEN))
        with pytest.raises(GameOver, match="the game is over at the root of this search"):
            best(expand(RULES, RULES.read("XXX\nOO.\n...")))

    @given(st.integers(2, 200), seeds)
    def test_the_line_begins_with_the_best_move(self, n: int, gen: Gen) -> None:
        tree = mcts(RULES, n)(RULES.start).eval(gen)
        move, *rest = line(tree)
        assert move == best(tree)
        assert tuple(rest) == line(after(RULES, tree, move))

    def test_after(self) -> None:
        tree = mcts(RULES, 5)(RULES.start).eval(GEN)
        assert after(RULES, tree, 2) is tree.children[2]
        assert after(RULES, tree, 8) == expand(RULES, RULES.play(RULES.start, 8))
        with pytest.raises(IllegalMove):
            after(RULES, tree, 9)
        with pytest.raises(TypeError, match="after needs the rules"):
            after(tictactoe, tree, 1)  # type: ignore[arg-type]

    @pytest.mark.parametrize("wrong", [RULES.start, None, mcts(RULES, 2)(RULES.start), mcts(RULES, 2)])
    def test_not_the_tree_of_a_search(self, wrong: Any) -> None:
        calls: list[tuple[str, Callable[[Any], object]]] = [
            ("best", best),
            ("line", line),
            ("after", lambda tree: after(RULES, tree, 0)),
            ("search_on", search_on(RULES, 2)),
            ("merge", merge),
            ("merge", lambda tree: merge(expand(RULES, RULES.start), tree)),
            ("statistics", statistics(RULES)),
        ]
        for name, call in calls:
            with pytest.raises(TypeError, match=rf"^{name} needs the tree of a search, such as mcts\(.*; got .+"):
                call(wrong)
