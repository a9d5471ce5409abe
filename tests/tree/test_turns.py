"""The player to move: given for a tree made by hand, otherwise taken from the rules; searches reject unknown ones."""

from __future__ import annotations

from operator import neg
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, build_tree, game_tree, map_tree, minimax, node, prune, share
from fpgames.games.tictactoe import rules, successors
from fpgames.tree import keep_best, order_by, rebuild, with_ply
from tests.support.labels import opposite
from tests.support.trees import children_list, rebuild_by_position, trees, with_player


@given(trees, st.sampled_from(Player))
def test_players_alternate_from_the_one_given(tree: Tree[int], player: Player) -> None:
    def check(tree: Tree[Any], player: Player | None) -> None:
        assert tree.player is player
        for child in tree.children:
            check(child, player and player.opponent)

    check(tree, None)
    every: tuple[Tree[Any], ...] = (
        node(tree.label, tree.children, player=player), with_player(player, tree),
        with_player(player, tree) | prune(2) | map_tree(opposite) | order_by(neg) | keep_best(2, neg) | with_ply | share,
        rebuild_by_position(tree, player), rebuild(children=children_list)(with_player(player, tree)),
    )  # fmt: skip
    for known in every:
        check(known, player)


def test_a_child_may_say_so_itself() -> None:
    first, second = Player
    tree = node(0, [node(1, [node(2)], player=first), node(3, [node(4)])], player=first)
    here, there = tree.children
    assert [t.player for t in (here, *here.children, there, *there.children)] == [first, second, second, first]
    again = node(0, [node(0, [node(1), node(2)], player=first), node(0, [node(3), node(0)])], player=first)
    assert minimax(again) == 2
    unknown = node(0, [node(1, [node(2)], player=second)])
    assert [t.player for t in (unknown, *unknown.children)] == [None, second]


def test_a_player_may_be_given_as_its_number() -> None:
    for player in Player:
        number: Any = int(player)
        made = node(1, player=number), Tree(lambda: 1, list, player=number), build_tree(successors, player=number)(0)
        assert all(tree.player is player for tree in made)


def test_trees_of_rules_ask_the_rules() -> None:
    for tree in (build_tree(rules)(rules.start), game_tree(rules)(rules.start)):
        child = next(tree.children)
        assert (tree.player, child.player) == (Player.FIRST, Player.SECOND)
