"""The decorators of stages and searches: the tree comes last, and options are checked early."""

from __future__ import annotations

from operator import neg
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, map_tree, minimax, prune, share
from fpgames.search import prove, trace
from fpgames.tree import extend_while, keep_best, order_by, prune_when, with_ply
from tests.support.labels import opposite
from tests.support.trees import depths, ints, nested_pairs, trees, with_player


@given(trees, depths, st.sampled_from(Player))
def test_a_tree_before_a_bar_is_the_last_argument(tree: Tree[int], n: int, player: Player) -> None:
    tree = with_player(player, tree)
    stages: tuple[Any, ...] = (
        prune(n), prune_when(bool), extend_while(bool, depth=n), map_tree(opposite), order_by(neg), keep_best(2, neg),
        with_ply,
    )  # fmt: skip
    for stage in stages:
        assert nested_pairs(tree | stage) == nested_pairs(stage(tree))
    assert nested_pairs(tree | share) == nested_pairs(share(tree)) == nested_pairs(tree)
    assert tree | minimax == minimax(tree)


@given(trees, ints)
def test_a_player_may_be_given_as_its_number(tree: Tree[int], n: int) -> None:
    for player in Player:
        number: Any = int(player)
        assert alpha_beta(player=number)(tree) == alpha_beta(player=player)(tree)
        assert (alpha_beta(player=number), prove(prover=number)) == (alpha_beta(player=player), prove(prover=player))
        assert trace(alpha_beta, player=number)(tree).label.value == minimax(player=number)(tree)
        assert nested_pairs(order_by(opposite, player=number)(tree)) == nested_pairs(
            order_by(opposite, player=player)(tree)
        )
