"""Laws of searches with windows: no false alarms, and the kinds of values and trees that they accept."""

from __future__ import annotations

from typing import Any

import pytest

from fpgames import Player, alpha_beta, minimax, prune
from fpgames.search import negamax, node_search
from fpgames.testing import LawsBroken, Options, check_search, search_laws
from tests.search.test_open_recursion import own_alpha_beta, own_minimax, own_negamax, own_negamax_in_window
from tests.support.laws import law_named
from tests.testing.faults.node_searches import BOUNDS, OWN, fail_hard
from tests.testing.test_faults import is_missed

hard = node_search(fail_hard)
SEARCHES: list[Any] = [alpha_beta, own_alpha_beta, own_negamax_in_window, hard]


@pytest.mark.slow
@pytest.mark.parametrize("search", SEARCHES, ids=repr)
def test_bounds_of_what_is_right(search: Any) -> None:
    check_search(search, each_leaf_once=True, deep_cutoffs=search is not hard, seed=1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("search", SEARCHES, ids=repr)
def test_they_raise_no_alarm_under_other_seeds(search: Any) -> None:
    bounds = law_named(search_laws(search), BOUNDS)
    for seed in range(2, 21):
        bounds.test(Options(seed=seed))


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_faults_are_found_under_more_seeds(seed: int) -> None:
    assert {
        name: said for name, fault in OWN.items() if not fault.rare and (said := is_missed(fault, Options(seed=seed)))
    } == {}


@pytest.mark.slow
def test_a_window_is_looked_at_without_a_claim() -> None:
    """If the search has one to give; a search that is fail-hard is right, but for who claims a window, fail-soft."""

    def names(search: Any, **claims: Any) -> set[str]:
        return {law.name for law in search_laws(search, **claims)}

    for search in SEARCHES:
        assert BOUNDS in names(search)
        assert BOUNDS not in names(search(alpha=1))
        assert "its_bounds_are_labels_of_leaves" not in names(search)
    others: list[Any] = [minimax, own_minimax, prune(3) | alpha_beta, lambda tree: alpha_beta(tree)]
    assert all(BOUNDS not in names(search) for search in others)
    with pytest.raises(LawsBroken, match="is it fail-hard"):
        check_search(hard, window=lambda low, high: hard(alpha=low, beta=high), seed=1)


@pytest.mark.exhaustive
def test_values_are_those_of_the_player_who_moves() -> None:
    for search in (negamax, own_negamax):
        check_search(search, each_leaf_once=True, seed=1)
    check_search(own_negamax_in_window, player=Player.SECOND, seed=1)


@pytest.mark.exhaustive
def test_the_player_at_the_root() -> None:
    """Either, unless the search is told one."""
    for player in Player:
        check_search(alpha_beta(player=player), seed=1)
