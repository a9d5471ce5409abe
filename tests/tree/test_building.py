"""Trees of games: their size, and the line of moves in each label of game_tree."""

from __future__ import annotations

from functools import reduce
from itertools import chain
from operator import attrgetter

import pytest
from hypothesis import given

from fpgames import build_tree, game_tree, map_tree, prune, share
from fpgames.games.tictactoe import rules, successors
from fpgames.testing import positions
from fpgames.tree import levels, size
from tests.support.trees import nested_pairs


@pytest.mark.slow
def test_the_whole_game() -> None:
    assert size(build_tree(successors)(0)) == 549946
    assert [len(level) for level in levels(share(build_tree(successors)(0)))] == [
        1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78,
    ]  # fmt: skip


@given(positions(rules))
def test_game_tree_is_build_tree_with_the_line_that_leads_there(p: int) -> None:
    tree = prune(2)(game_tree(rules)(p))
    assert nested_pairs(map_tree(attrgetter("position"))(tree)) == nested_pairs(prune(2)(build_tree(successors)(p)))
    for label in chain(*levels(tree)):
        assert reduce(rules.play, label.line, p) == label.position
        assert label.line == () or label.move == label.line[-1]
