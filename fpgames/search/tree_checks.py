"""Checks of a tree before a search: its labels have to be values, and it has to know whose turn it is."""

from __future__ import annotations

from typing import TypeVar

from fpgames.rules.outcomes import Player
from fpgames.tree.turns import with_root_player
from fpgames.tree.unfolding import ANYTHING, VALUES, Grafted, LabelKind, Seed, Tree, with_parts

A = TypeVar("A")


def require_root_player(tree: Tree[A], player: Player, what: str, other: str) -> Tree[A]:
    """Return a tree for a search that is named after the player to move at its root, as the other search is."""
    if tree.player is player.opponent:
        raise ValueError(
            f"{what} is for a tree at whose root the {player.name.lower()} player moves; here the"
            f" {player.opponent.name.lower()} does: {other} it, or use minimax, which asks the tree"
        )
    return require_searchable(tree, player, what)


def require_searchable(tree: Tree[A], player: Player | None, what: str) -> Tree[A]:
    """Return a tree of values that knows the player to move at its root."""
    return with_root_player(require_values(tree, what), player, what)


def require_values(tree: Tree[A], what: str) -> Tree[A]:
    """Return a tree whose labels are values; in a tree made by hand, each label is checked when it is read."""
    label_of, _, labels, game, *_ = tree.unfolding
    if labels != ANYTHING:
        _refuse(what, labels)
        return tree

    def checked(seed: Seed) -> A:
        _refuse(what, _labels_of(game.position_of(seed)))
        label: A = label_of(seed)
        return label

    return with_parts(tree, label_of=checked)


def _labels_of(seed: Seed) -> LabelKind:
    """Return the kind of a label in a tree made by hand; a tree inside it keeps the kind of its own labels."""
    while isinstance(seed, Grafted):
        unfolding = seed.tree.unfolding
        if unfolding.labels != ANYTHING:
            return unfolding.labels
        seed = unfolding.game.position_of(seed.tree.seed)
    return VALUES


def _refuse(what: str, labels: LabelKind) -> None:
    if labels.to_values:
        raise ValueError(
            f"{what} needs values, but the labels of this tree are {labels.name}: {labels.to_values} turns them into"
            " values"
        )
