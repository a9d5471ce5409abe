"""Monte-Carlo tree search: laws of its trees, proofs against exhaustive search, and faulty phases."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpgames import Outcome, Player, Rules, SplitMix, State, map_state, replicate_m
from fpgames.games import tictactoe
from fpgames.rand import Gen, below, choice
from fpgames.search import (
    back_up,
    best,
    by_static,
    continue_search,
    expand,
    line,
    mcts,
    mcts_steps,
    puct,
    reachable,
    simulate,
    subtree_after,
    ucb1,
)
from fpgames.state import fold_m, map_m
from fpgames.testing import check_bot, generators, unfinished
from tests.support.every_game import check_games
from tests.support.games import require_refused
from tests.support.graphs import AnyTree, Graph, bandit, graphs, nodes, recursive_outcome, seeds, thirds

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)
PERFECT = recursive_outcome(RULES)


def random_graph(gen: Gen, n: int = 14) -> Graph:
    """A graph drawn from a generator, without Hypothesis, so that a thousand take a second."""
    degrees, gen = map_m(lambda at: below(4 - (at == 0)).map(lambda k: k + (at == 0)), range(n - 1)).run(gen)
    children, gen = map_m(lambda at: replicate_m(degrees[at], choice(range(at + 1, n))), range(n - 1)).run(gen)
    outcomes, gen = replicate_m(n, choice(tuple(Outcome))).run(gen)
    players, gen = replicate_m(n, choice(tuple(Player))).run(gen)
    return Graph((*children, ()), outcomes, players)


def any_legal(seed: int) -> Callable[[AnyTree], int]:
    """A selection that is as good as random, and pure."""
    return lambda tree: hash((seed, tree.visits, tree.total)) % len(tree.moves)


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
    value = recursive_outcome(rules)
    for node in nodes(tree):
        check_node(rules, node)
        if node.proof is None:
            assert node.total == pytest.approx(thirds(node.position) + sum(child.total for child in node.tried))
        else:
            assert node.proof is value(node.position)
            assert node.value == node.proof
            if node.moves:
                assert value(rules.play(node.position, best(node))) is node.proof


selections = st.one_of(st.just(ucb1()), st.floats(0, 3).map(ucb1), st.integers(0, 99).map(any_legal))


class TestLaws:
    @given(graphs(), selections, st.integers(1, 300), seeds)
    def test_of_every_node(self, graph: Graph, select: Any, n: int, gen: Gen) -> None:
        rules = graph.rules()
        tree = mcts(rules, n, select=select, evaluate=by_static(thirds))(0).eval(gen)
        assert tree.visits == n or (tree.proof is not None and tree.visits < n)
        check_search(rules, tree)

    @pytest.mark.slow
    def test_of_every_game(self) -> None:
        def check(rules: Any, drawn: tuple[Any, Gen, int]) -> None:
            p, gen, n = drawn
            for node in nodes(mcts(rules, n)(p).eval(gen)):
                check_node(rules, node)

        check_games(check, lambda rules: st.tuples(unfinished(rules), generators(), st.integers(1, 20)))

    @pytest.mark.slow
    def test_proofs_are_right_in_many_games(self) -> None:
        proven = 0
        for seed in range(500):
            rules = random_graph(SplitMix.from_seed(seed)).rules()
            tree = mcts(rules, 5 + seed % 60, evaluate=by_static(thirds))(0).eval(GEN)
            check_search(rules, tree)
            proven += sum(node.proof is not None and bool(node.moves) for node in nodes(tree))
        assert proven > 500

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

    @given(graphs(most=6), seeds, st.floats(0.1, 5), st.integers(0, 99))
    def test_with_enough_simulations_a_game_is_proven(self, graph: Graph, gen: Gen, c: float, seed: int) -> None:
        rules = graph.rules()

        def priors(p: int) -> list[int]:
            return [1 + hash((seed, p, move)) % 9 for move in rules.moves(p)]

        for select in (ucb1(), puct(priors, c)):
            tree = mcts(rules, 5000, select=select)(0).eval(gen)
            assert tree.proof is recursive_outcome(rules)(0)
            for node in nodes(tree):
                check_node(rules, node)

    @given(graphs(), selections, st.integers(1, 40), st.integers(1, 40), seeds)
    def test_a_search_is_a_fold_of_simulations(self, graph: Graph, select: Any, m: int, n: int, gen: Gen) -> None:
        """So it can be continued, and its steps are shorter searches."""
        rules = graph.rules()
        step = simulate(rules, select=select)
        folded = fold_m(lambda tree, _: step(tree), expand(rules, 0), range(m + n))
        continued = mcts(rules, m, select=select)(0).bind(continue_search(rules, n, select=select))
        at_once = mcts(rules, m + n, select=select)(0)
        assert folded.run(gen) == continued.run(gen) == at_once.run(gen) == at_once.run(gen)
        trees = [*islice(mcts_steps(rules, 0, gen, select=select), n + 1)]
        assert trees[0] == expand(rules, 0)
        assert trees[1:] == [mcts(rules, i, select=select)(0).eval(gen) for i in range(1, len(trees))]
        assert len(trees) == n + 1 or trees[-1].proof is not None
        assert all(tree.proof is None for tree in trees[:-1])

    @given(graphs(), st.integers(1, 300), seeds)
    def test_off_the_path_and_below_a_proof_trees_are_shared(self, graph: Graph, n: int, gen: Gen) -> None:
        trees: Iterator[Any] = mcts_steps(graph.rules(), 0, gen)
        for old, new in pairwise(islice(trees, n + 1)):
            while True:
                if old.proof is not None:
                    assert new.children is old.children
                    assert new.proof is old.proof
                changed = [pair for pair in zip(old.children, new.children, strict=True) if pair[0] is not pair[1]]
                assert len(changed) <= 1
                if not changed or changed[0][0] is None:
                    break
                ((old, new),) = changed


class TestTicTacToe:
    @pytest.mark.slow
    @given(st.integers(500, 2000), seeds)
    def test_every_node(self, n: int, gen: Gen) -> None:
        check_search(RULES, mcts(RULES, n, evaluate=by_static(thirds))(RULES.start).eval(gen))

    @pytest.mark.slow
    @given(unfinished(RULES), seeds)
    def test_values_are_proven(self, p: Any, gen: Gen) -> None:
        if RULES.show(p).count(".") < 8:
            check_proven(p, gen)

    @pytest.mark.exhaustive
    def test_values_from_all_of_the_game_are_proven(self) -> None:
        seen = sorted(reachable(RULES, [RULES.start]))
        assert len(seen) == 5478
        for p in seen[::12]:
            if RULES.moves(p):
                check_proven(p, GEN)

    # The positions, and what has to be proven of them, are those of OpenSpiel's mcts_test.py.
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("text", "proof", "kept", "least", "most"),
        [
            ("O..\n.X.\n..X", Outcome.DRAW, {2, 6}, 200, 270),
            ("OOX\n.X.\n..X", Outcome.FIRST_WON, {3, 5, 6, 7}, 12, 12),
            (".X.\n...\n..O", Outcome.FIRST_WON, None, 150, 340),
        ],
    )
    def test_positions_of_openspiel(
        self, text: str, proof: Outcome, kept: set[int] | None, least: int, most: int
    ) -> None:
        p = RULES.read(text)
        trees = [mcts(RULES, 10_000)(p).eval(SplitMix.from_seed(seed)) for seed in range(20)]
        for tree in trees:
            assert tree.proof is proof
            assert best(tree) in (kept or {best(tree)})
            after_each = {move: child.proof for move, child in zip(tree.moves, tree.children, strict=True) if child}
            assert after_each[best(tree)] is proof
            if kept is not None:
                assert {move for move, found in after_each.items() if found is proof} == kept
        visits = [tree.visits for tree in trees]
        assert least <= min(visits) <= max(visits) <= most


def check_proven(p: Any, gen: Gen) -> None:
    tree = mcts(RULES, 100_000, evaluate=by_static(RULES.static))(p).eval(gen)
    assert tree.proof is PERFECT(p)
    assert PERFECT(RULES.play(p, best(tree))) is tree.proof
    end = reduce(RULES.play, line(tree), p)
    assert PERFECT(end) is tree.proof


class TestPhases:
    def test_a_table_of_results_ends_lines(self) -> None:
        """An ``expand`` that knows proofs; the root's own is proven by moves all the same."""

        def known(rules: Rules[Any, Any], p: Any) -> AnyTree:
            return expand(rules, p)._replace(proof=PERFECT(p))

        search = mcts(RULES, 100, expand=known)
        tree = search(RULES.start).eval(GEN)
        assert (tree.proof, tree.visits) == (Outcome.DRAW, 10)
        child = subtree_after(RULES, tree, 4)
        assert (child.proof, child.tried) == (Outcome.DRAW, ())
        further = continue_search(RULES, 100, expand=known)(child).eval(GEN)
        assert (further.proof, further.visits) == (Outcome.DRAW, 9)
        assert best(further) in (0, 2, 6, 8)
        proofs = [each.proof for each in mcts_steps(RULES, RULES.start, GEN, expand=known)]
        assert proofs == [None] * 10 + [Outcome.DRAW]

    def test_nothing_is_searched_below_a_known_result(self) -> None:
        def known(rules: Rules[Any, Any], p: Any) -> AnyTree:
            tree = expand(rules, p)
            return tree._replace(proof=Outcome.DRAW) if p == RULES.play(RULES.start, 4) else tree

        tree = mcts(RULES, 500, expand=known, evaluate=by_static(lambda p: -1))(RULES.start).eval(GEN)
        child = subtree_after(RULES, tree, 4)
        assert child.visits > 10
        assert (child.tried, child.total) == ((), 0)

    def test_another_order_of_moves(self) -> None:
        def backwards(rules: Rules[Any, Any], p: Any) -> AnyTree:
            return expand(rules, p)._replace(moves=rules.moves(p)[::-1])

        tree = mcts(RULES, 2, expand=backwards)(RULES.start).eval(GEN)
        assert [child.position for child in tree.tried] == [RULES.play(RULES.start, 8)]

    def test_without_proofs(self) -> None:
        def plain(tree: AnyTree, i: int, child: AnyTree, value: float) -> AnyTree:
            return back_up(tree, i, child, value)._replace(proof=None, total=tree.total + value)

        p = RULES.read("XX.\nOO.\n...")
        tree = mcts(RULES, 1000, back_up=plain)(p).eval(GEN)
        assert (tree.visits, tree.proof) == (1000, None)
        assert best(tree) == 2

    def test_a_function_may_look_like_nothing(self) -> None:
        """One that has a length of 0, for instance, is not replaced by the default."""

        class Empty(list[int]):
            def __call__(self, p: Any) -> State[Gen, float]:
                return State.from_value(0.25)

        assert mcts(RULES, 9, evaluate=Empty())(RULES.start).eval(GEN).total == 9 / 4

    def test_a_tree_from_which_no_search_goes_on(self) -> None:
        """With visits, for example, a simulation would never come to an end."""
        p = RULES.read("XX.\nOO.\n...")

        def search(changed: dict[str, Any]) -> AnyTree:
            def changing(rules: Any, q: Any) -> AnyTree:
                return expand(rules, q)._replace(**changed if "XXX" in RULES.show(q) else {})

            return mcts(RULES, 9, expand=changing)(p).eval(GEN)

        cases = [{"visits": 1}, {"children": (None,)}, {"moves": (0,)}, {"proof": 1}, {"proof": None}]
        said = r"^expand returned <SearchTree.* expected no visits, as many children as"
        require_refused(search, [(changed, said) for changed in cases], pattern=True)

    def test_a_selection_is_the_index_of_a_child(self) -> None:
        def search(i: Any) -> AnyTree:
            return mcts(RULES, 2, select=lambda tree: i)(RULES.start).eval(GEN)

        said = "select returned {!r}; expected the index of one of 9 moves, from 0 to 8"
        require_refused(search, [(i, said.format(i)) for i in (9, -1, 1.0, None, "0")])
        assert search(True).children[1] is not None
        assert search(8).children[8] is not None


class TestSearch:
    def test_number_of_simulations(self) -> None:
        for make in (mcts, continue_search):
            cases = [(n, f"cannot run {n} simulations; expected at least 1") for n in (0, -1, 1.5, None)]
            require_refused(partial(make, RULES), cases)

    def test_it_is_a_stage(self) -> None:
        search = mcts(RULES, 50, select=ucb1(0.5)) | map_state(best)
        again = pickle.loads(pickle.dumps(search))
        assert repr(search).startswith("mcts(<Rules: tictactoe>, 50, select=partial(_ucb1, 0.5))")
        assert again(RULES.start).run(GEN) == search(RULES.start).run(GEN)

    @pytest.mark.exhaustive
    def test_it_makes_a_bot(self) -> None:
        check_bot(RULES, mcts(RULES, 20) | map_state(best), examples=10)

    @pytest.mark.slow
    def test_deep_games(self) -> None:
        """A game of one move each: every simulation adds a ply."""
        rules, evaluate = bandit((1.0,), width=1)
        assert one_line(rules, 40) == mcts(rules, 40, evaluate=evaluate)(rules.start).eval(GEN)
        tree = continue_search(rules, 5, evaluate=evaluate)(one_line(rules, 1500)).eval(GEN)
        assert tree == one_line(rules, 1505)
        assert tree != one_line(rules, 1504)
        assert len(line(tree)) == 1504
        assert len([*nodes(tree)]) == 1505


def one_line(rules: Rules[Any, int], n: int) -> AnyTree:
    """What n simulations make of a game of one move each, where the value is 1 everywhere."""
    trees = [expand(rules, p)._replace(visits=1, total=1.0) for p in [rules.start, *((0, k) for k in range(1, n))]]
    return reduce(
        lambda below, tree: tree._replace(children=(below,), visits=below.visits + 1, total=below.total + 1),
        trees[::-1],
    )
