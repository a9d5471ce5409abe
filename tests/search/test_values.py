"""Every search equals maximise: on any tree, for either player, ordered or shared, and on every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, map_tree, maximise, minimax, node, prune
from fpgames.rules import value_of_outcome, whose_turn
from fpgames.search import negamax, prefer_quick_wins, principal_variation, trace
from fpgames.testing import positions
from fpgames.tree import leaves, share
from tests.support.games import WITHOUT_CHANCE
from tests.support.labels import opposite
from tests.support.trees import SEARCHES, depths, textbook_value, trees, with_player


class TestEverySearchIsMaximise:
    @given(trees, st.sampled_from(Player))
    def test_on_any_tree(self, tree: Tree[int], player: Player) -> None:
        """Whether it knows who begins, or is told; and two searches of article 2 are named for the player."""
        expected = textbook_value(tree, player)
        known = with_player(player, tree)
        assert [search(known) for search in SEARCHES[player]] == [expected] * 4
        told: tuple[Callable[[Tree[Any]], Any], ...] = (
            minimax(player=player),
            alpha_beta(player=player),
            lambda t: trace(alpha_beta, player=player)(t).label.value,
        )
        assert [search(tree) for search in (*SEARCHES[player][:2], *told)] == [expected] * 5
        assert minimax(known) == expected
        assert negamax(known) == negamax(player=player)(tree) == player * expected

    @given(trees, depths, st.sampled_from(Player))
    def test_negamax_of_a_pruned_tree_is_its_equation(self, tree: Tree[int], n: int, player: Player) -> None:
        def plain(tree: Tree[int], sign: int) -> int:
            values = [-plain(child, -sign) for child in tree.children]
            return max(values) if values else sign * tree.label

        assert negamax(prune(n)(with_player(player, tree))) == plain(prune(n)(tree), int(player))
        assert negamax(share(node(3, player=Player.FIRST))) == 3

    @pytest.mark.exhaustive
    @settings(max_examples=3)
    @given(st.data())
    def test_on_every_game(self, data: st.DataObject) -> None:
        wrong = {}
        for name, game in sorted(WITHOUT_CHANCE.items()):
            p, depth = data.draw(positions(game)), 2 if name == "mnk" else 3
            tree = build_tree(game)(p) | prune(depth) | map_tree(value_of_outcome(game))
            found = [*(search(tree) for search in SEARCHES[whose_turn(game, p)]), principal_variation(tree).value]
            if found != [textbook_value(tree, whose_turn(game, p))] * 5:
                wrong[name] = p, found
        assert not wrong

    @pytest.mark.slow
    @given(st.lists(st.text(max_size=3), min_size=1, max_size=9))
    def test_on_labels_of_any_ordered_type(self, labels: list[str]) -> None:
        tree = node("", [node("", map(node, labels)), node("", map(node, reversed(labels)))], player=Player.FIRST)
        assert [search(tree) for search in SEARCHES[Player.FIRST]] == [min(labels)] * 4


class TestQuicker:
    @given(trees)
    def test_it_only_breaks_ties(self, tree: Tree[int]) -> None:
        assert maximise(prefer_quick_wins(tree))[0] == maximise(tree)

    def test_quicker_wins_and_slower_losses_are_preferred(self) -> None:
        won_late = node(0, [node(0, [node(1)])])
        assert maximise(prefer_quick_wins(node(0, [won_late, node(1)]))) == (1, -1)
        assert [*leaves(prefer_quick_wins(node(0, [node(-1), node(0), node(1)])))] == [(-1, 1), (0, 0), (1, -1)]
        assert maximise(prefer_quick_wins(map_tree(opposite)(node(0, [node(1), won_late])))) == (-1, 3)
