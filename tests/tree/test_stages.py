"""The laws of stages: each equals its equation, and keeps turns, sharing and laziness."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from operator import attrgetter, neg
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from toolz import identity

from fpgames import Player, Tree, best_move, build_tree, map_tree, maximise, minimax, node, prune, share
from fpgames.games.tictactoe import rules, static
from fpgames.rules import whose_turn
from fpgames.testing import unfinished
from fpgames.tree import extend_while, keep_best, levels, order_by, prune_when, rebuild, size, with_ply
from tests.support.labels import CallRecorder, never, odd, opposite
from tests.support.trees import (
    depths,
    functions,
    nested_pairs,
    position_label,
    predicates,
    rebuild_by_position,
    reversed_children,
    trees,
)


class TestLaws:
    @given(functions, functions, trees)
    def test_map_tree_of_a_composition_is_the_composition(self, f: Any, g: Any, tree: Tree[int]) -> None:
        def composed(label: int) -> int:
            return f(g(label))  # type: ignore[no-any-return]

        assert nested_pairs(map_tree(int)(tree)) == nested_pairs(map_tree(identity)(tree)) == nested_pairs(tree)
        assert nested_pairs(map_tree(composed)(tree)) == nested_pairs(map_tree(f)(map_tree(g)(tree)))

    @given(depths, depths, functions, trees)
    def test_prune_is_its_equation(self, m: int, n: int, f: Any, tree: Tree[int]) -> None:
        below = [nested_pairs(prune(n - 1)(child)) for child in tree.children] if n else []
        assert nested_pairs(prune(n)(tree)) == (tree.label, below)
        assert nested_pairs(prune(m)(prune(n)(tree))) == nested_pairs(prune(min(m, n))(tree))
        assert nested_pairs(prune(n)(map_tree(f)(tree))) == nested_pairs(map_tree(f)(prune(n)(tree)))

    @given(predicates, trees)
    def test_prune_when_is_its_equation(self, p: Any, tree: Tree[int]) -> None:
        below = [] if p(tree.label) else [nested_pairs(prune_when(p)(child)) for child in tree.children]
        assert nested_pairs(prune_when(p)(tree)) == (tree.label, below)

    @given(depths, predicates, trees)
    def test_extend_while_is_its_equation(self, n: int, p: Any, tree: Tree[int]) -> None:
        goes_on = n > 0 or p(tree.label)
        deeper = extend_while(p, depth=max(n - 1, 0))
        below = [nested_pairs(deeper(child)) for child in tree.children] if goes_on else []
        assert nested_pairs(extend_while(p, depth=n)(tree)) == (tree.label, below)
        assert nested_pairs(extend_while(never, depth=n)(tree)) == nested_pairs(prune(n)(tree))
        assert nested_pairs(extend_while(never)(tree)) == nested_pairs(prune(0)(tree))

    @given(functions, trees, st.sampled_from(Player))
    def test_order_by_sorts_every_node_for_whoever_moves(self, key: Any, tree: Tree[int], player: Player) -> None:
        children = sorted(tree.children, key=lambda child: -int(player) * key(child.label))
        below = [nested_pairs(order_by(key, player=player.opponent)(child)) for child in children]
        assert nested_pairs(order_by(key, player=player)(tree)) == (tree.label, below)

    @given(st.integers(1, 4), functions, trees, st.sampled_from(Player))
    def test_keep_best_is_order_by_and_then_the_first(self, n: int, key: Any, tree: Tree[int], player: Player) -> None:
        def first(tree: Tree[int]) -> Tree[int]:
            return Tree(lambda: tree.label, lambda: map(first, islice(tree.children, n)))

        assert nested_pairs(keep_best(n, key, player=player)(tree)) == nested_pairs(
            first(order_by(key, player=player)(tree))
        )

    @given(trees)
    def test_with_ply_counts_levels(self, tree: Tree[int]) -> None:
        plies = [[ply] * len(level) for ply, level in enumerate(levels(tree))]
        assert [[ply for _, ply in level] for level in levels(with_ply(tree))] == plies


NEW_LABELS: dict[str, Callable[[Tree[int]], Any]] = {
    "label": attrgetter("label"),
    "opposite": lambda tree: -tree.label,
    "size": size,
    "below": lambda tree: [child.label for child in tree.children],
}
NEW_CHILDREN: dict[str, Callable[[Tree[int]], Any]] = {
    "all": attrgetter("children"),
    "backwards": reversed_children,
    "odd": lambda tree: (child for child in tree.children if odd(child.label)),
    "pruned": lambda tree: map(prune(1), tree.children),
    "sorted": lambda tree: sorted(tree.children, key=attrgetter("label")),
    "the first, twice": lambda tree: [*tree.children][:1] * 2,
    "foreign": lambda tree: [*map(map_tree(opposite), tree.children), *([node(7)] if tree.label < 0 else [])],
    "grandchildren": lambda tree: [below for child in tree.children for below in child.children],
}


def static_of(tree: Tree[int]) -> int:
    return static(tree.label)


same: Any = rebuild(children=attrgetter("children"))


class TestRebuild:
    """``rebuild l c t = Node (l t) (map (rebuild l c) (c t))``"""

    @given(trees, st.sampled_from([*NEW_LABELS]), st.sampled_from([*NEW_CHILDREN]), depths)
    def test_it_is_its_equation(self, tree: Tree[int], label: str, children: str, n: int) -> None:
        new, children_of, old = NEW_LABELS[label], NEW_CHILDREN[children], attrgetter("label")

        def plainly(tree: Tree[int], label_of: Any, children_of: Any) -> Any:
            return label_of(tree), [plainly(child, label_of, children_of) for child in children_of(tree)]

        for any_tree in (tree, prune(n)(tree), share(map_tree(position_label)(rebuild_by_position(tree)))):
            assert nested_pairs(rebuild(label=new, children=children_of)(any_tree)) == plainly(
                any_tree, new, children_of
            )
            assert nested_pairs(rebuild(children=children_of)(any_tree)) == plainly(any_tree, old, children_of)
            assert nested_pairs(rebuild(label=new)(any_tree)) == plainly(any_tree, new, attrgetter("children"))

    @given(unfinished(rules), depths)
    def test_it_keeps_the_player_and_the_moves(self, p: int, n: int) -> None:
        tree = build_tree(rules)(p) | prune(n) | map_tree(static)
        turned = rebuild(children=reversed_children)(tree)
        assert turned.player is tree.player is rules.player(p)
        assert minimax(turned) == minimax(tree)
        if n:
            assert {child.player for child in turned.children} == {whose_turn(rules, p).opponent}
            values = [minimax(child) for child in tree.children]
            best = [move for move, value in zip(rules.moves(p), values, strict=True) if value == minimax(tree)]
            assert (best_move(tree), best_move(turned)) == (best[0], best[-1])

    def test_of_a_player_who_moves_twice_too(self) -> None:
        tree = node(0, [node(1, [node(2), node(3)], player=Player.FIRST), node(1)], player=Player.FIRST)
        assert [child.player for child in same(tree).children] == [Player.FIRST, Player.SECOND]
        assert minimax(same(tree)) == minimax(tree) == 3
        assert same(node(1, [node(2)])).player is None

    def test_it_keeps_what_is_shared(self) -> None:
        grow = CallRecorder(lambda n: [n + 1, n + 2] if n < 12 else [])
        steps = build_tree(grow)(0)
        assert size(share(steps)) == size(same(share(steps))) == size(share(same(steps))) == 14
        grow.calls.clear()
        value = maximise(share(steps) | map_tree(neg) | same)
        assert len(grow.calls) <= 2 * 14
        assert value == maximise(steps | map_tree(neg))

    def test_labels_are_positions_until_they_are_made_anew(self) -> None:
        assert minimax(rebuild(label=static_of)(build_tree(rules)(rules.start) | prune(1))) == 0

    def test_a_child_made_by_hand_has_the_turn_after_and_no_move(self) -> None:
        def with_another(tree: Tree[int]) -> list[Tree[int]]:
            return [*tree.children, node(5)] if tree.player is Player.FIRST else []

        tree = build_tree(rules)(rules.start) | prune(1) | map_tree(static) | rebuild(children=with_another)
        assert [child.player for child in tree.children] == [Player.SECOND] * 10
        assert minimax(tree) == 5

    def test_what_it_makes_nobody_asked_for_is_not_made(self) -> None:
        grow, label = CallRecorder(lambda n: [n + 1, n + 2]), CallRecorder(attrgetter("label"))
        tree = build_tree(grow)(0) | rebuild(label=label, children=lambda tree: tree.children)
        assert next(tree.children).label == 1
        assert (grow.calls, len(label.calls)) == ([0], 1)
