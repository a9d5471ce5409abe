"""Whether a tree proves how the game ends: "won" is said of nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from operator import ge, le
from typing import Any

from fpgames import Outcome, Player, Tree, alpha_beta, node
from fpgames.tree import rebuild


def is_proven(tree: Tree[Any], outcome: Outcome, budget: float = inf) -> bool:
    """Return whether a tree proves an outcome: whatever the positions at which it was cut off are worth, and the moves left out.

    The budget is the most nodes that may be visited for it; beyond it, nothing is proven, and neither where functions of
    the reader's raise what they did not raise in the search.
    """
    at_least = (Outcome.SECOND_WON, {"alpha": outcome - 1, "beta": outcome}, ge)
    at_most = (Outcome.FIRST_WON, {"alpha": outcome, "beta": outcome + 1}, le)
    wanted = {Outcome.FIRST_WON: [at_least], Outcome.SECOND_WON: [at_most], Outcome.DRAW: [at_least, at_most]}
    left = iter(range(int(min(budget, 1_000_000))))
    try:
        return all(
            holds(alpha_beta(**window)(if_unknown(tree, worst, left)), outcome)
            for worst, window, holds in wanted[outcome]
        )
    except Exception:
        return False


def if_unknown(tree: Tree[Any], worth: Outcome, left: Iterator[int]) -> Tree[Any]:
    """Return the tree with the outcomes at the ends of the game, and one worth for all that the tree leaves open."""
    rules = tree.unfolding.game.rules
    if rules is None:
        return node(worth, player=Player.FIRST)

    def position_at(here: Tree[Any]) -> Any:
        view = here.unfolding.game
        return view.position_of(here.seed) if view.rules is rules else None

    def label(here: Tree[Any]) -> Outcome:
        p = position_at(here)
        return worth if p is None else rules.outcome(p).value_or(worth)

    def below(here: Tree[Any]) -> list[Tree[Any]]:
        if next(left, None) is None:
            raise RuntimeError("the proof would take too long")
        p = position_at(here)
        after = set() if p is None else {*rules.successors(p)}
        children = [child for child in here.children if position_at(child) in after]
        open_still = after - {position_at(child) for child in children}
        return children + [node(worth)] * bool(open_still)

    return rebuild(label=label, children=below)(tree)
