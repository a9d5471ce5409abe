"""The decorators of stages and searches: the tree comes last, and options are checked early."""

from __future__ import annotations

from functools import partial
from operator import neg
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fpgames import Player, Tree, alpha_beta, build_tree, game_tree, map_tree, minimax, node, prune, share
from fpgames.games.tictactoe import rules, successors
from fpgames.search import ab_trace, mtd_bi, mtd_f
from fpgames.tree import extend_while, keep_best, order_by, prune_when, with_ply
from tests.support.labels import opposite
from tests.support.refusals import wrong_errors
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


def test_and_never_an_argument_beside_others() -> None:
    made: tuple[Any, ...] = (
        (prune, 1), (prune_when, bool), (extend_while, bool), (map_tree, neg), (order_by, neg), (keep_best, 2, neg),
        (build_tree, successors), (game_tree, rules),
    )  # fmt: skip
    assert not wrong_errors((partial(*each, node(0)), "TypeError: positional argument") for each in made)


@given(trees, ints)
def test_a_player_may_be_given_as_its_number(tree: Tree[int], n: int) -> None:
    for player in Player:
        number: Any = int(player)
        assert alpha_beta(player=number)(tree) == alpha_beta(player=player)(tree)
        assert ab_trace(player=number)(tree).label.value == minimax(player=number)(tree)
        assert nested_pairs(order_by(opposite, player=number)(tree)) == nested_pairs(
            order_by(opposite, player=player)(tree)
        )


def test_options_are_refused_where_they_are_given() -> None:
    searches: dict[str, Any] = {
        "minimax": minimax, "alpha_beta": alpha_beta, "ab_trace": ab_trace, "mtd_bi": mtd_bi, "mtd_f": mtd_f, "share": share,
    }  # fmt: skip
    wrong: list[tuple[str, dict[str, Any], str]] = [
        *((name, {"player": player}, f"ValueError: player is {player!r}; expected Player.FIRST or Player.SECOND")
          for name in ("minimax", "alpha_beta", "ab_trace", "mtd_bi", "mtd_f") for player in (3, "FIRST")),
        *((name, {"alpha": alpha, "beta": 1},
           f"ValueError: empty window: alpha is {alpha}, beta is 1; expected alpha < beta")
          for name in ("alpha_beta", "ab_trace") for alpha in (1, 2)),
        ("mtd_bi", {"low": 2, "high": 1}, "ValueError: empty interval: low is 2, high is 1; expected low <= high"),
        ("mtd_bi", {"low": 0.5}, "TypeError: a bound of the value is 0.5; expected a whole number"),
        ("mtd_bi", {"high": "1"}, "TypeError: a bound of the value is '1'; expected a whole number"),
        ("mtd_f", {"guess": "1"}, "TypeError: the first guess is '1'; expected a whole number"),
        *(("share", {"entries": entries}, r"ValueError: cannot keep .* results; expected at least 1")
          for entries in (0, -1, 1.5, "many")),
    ]  # fmt: skip
    assert not wrong_errors((partial(searches[name], **options), said) for name, options, said in wrong)
