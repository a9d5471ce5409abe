"""Decide whether a tree proves the outcome of a game; only then does the playground report "won" or "a draw"."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from operator import ge, le
from typing import Any

from fpgames import Outcome, Player, Tree, alpha_beta, node
from fpgames.tree import rebuild


def is_proven(tree: Tree[Any], outcome: Outcome, budget: float = inf) -> bool:
    """Return whether a tree proves an outcome, whatever the values of the positions that the tree prunes or leaves out.

    The proof visits at most ``budget`` nodes, and at most a million. The result is False if the proof needs more
    nodes, or if one of the reader's functions raises an error during the proof.
    """
    at_least = (Outcome.SECOND_WON, {"alpha": outcome - 1, "beta": outcome}, ge)
    at_most = (Outcome.FIRST_WON, {"alpha": outcome, "beta": outcome + 1}, le)
    bounds = {Outcome.FIRST_WON: [at_least], Outcome.SECOND_WON: [at_most], Outcome.DRAW: [at_least, at_most]}
    nodes_left = iter(range(int(min(budget, 1_000_000))))
    try:
        return all(
            holds(alpha_beta(**window)(with_unknown_as(tree, worst, nodes_left)), outcome)
            for worst, window, holds in bounds[outcome]
        )
    except Exception:
        return False


def with_unknown_as(tree: Tree[Any], value: Outcome, nodes_left: Iterator[int]) -> Tree[Any]:
    """Return the tree in which a finished game is labelled with its outcome, and any other position with ``value``.

    A node that lacks children for some legal moves gets one more child, labelled ``value``. Each visited node takes one
    number from ``nodes_left``. If none is left, the search of the tree raises RuntimeError.
    """
    rules = tree.unfolding.game.rules
    if rules is None:
        return node(value, player=Player.FIRST)

    def position_at(tree: Tree[Any]) -> Any:
        view = tree.unfolding.game
        return view.position_of(tree.seed) if view.rules is rules else None

    def label(tree: Tree[Any]) -> Outcome:
        p = position_at(tree)
        return value if p is None else rules.outcome(p).value_or(value)

    def children_of(tree: Tree[Any]) -> list[Tree[Any]]:
        if next(nodes_left, None) is None:
            raise RuntimeError("the proof would take too long")
        p = position_at(tree)
        successors = set() if p is None else {*rules.successors(p)}
        children = [child for child in tree.children if position_at(child) in successors]
        missing = successors - {position_at(child) for child in children}
        return children + [node(value)] * bool(missing)

    return rebuild(label=label, children=children_of)(tree)
