"""Checks of a tree before a search. Error messages name the search, ``caller``."""

from __future__ import annotations

from typing import TypeVar

from fpgames.rules.outcomes import Player
from fpgames.tree.decorators import not_a_tree_error
from fpgames.tree.turns import with_root_player
from fpgames.tree.unfolding import ANYTHING, VALUES, Grafted, LabelKind, Seed, Tree, with_parts

A = TypeVar("A")


def require_root_player(tree: Tree[A], player: Player, caller: str) -> Tree[A]:
    """Set the player to move at a tree's root. Raise ValueError if the tree knows that the opponent moves there."""
    if not isinstance(tree, Tree):
        raise not_a_tree_error(caller, tree)
    require_player_at_root(tree, player, caller)
    return require_searchable(tree, player, caller)


def require_player_at_root(tree: Tree[object], player: int | None, caller: str) -> None:
    """Raise ValueError if the tree knows that the opponent of ``player`` moves at its root."""
    if player is not None and tree.player == -player:
        first, second = ("first", "second") if player > 0 else ("second", "first")
        raise ValueError(
            f"{caller} needs a tree at whose root the {first} player moves; in this one the {second} does: use minimax,"
            " which suits both"
        )


def require_searchable(
    tree: Tree[A], player: int | None, caller: str, *, chance: bool = False, windowed: bool = False
) -> Tree[A]:
    """Set the player to move at a tree's root. Raise ValueError if the player is unknown, or labels are not values.

    Raise TypeError for anything but a tree, such as a position or a stage. Chance may move at the root if ``chance`` is
    true; the tree may have bounds if ``windowed`` is true. Otherwise, raise ValueError.
    """
    if not isinstance(tree, Tree):
        raise not_a_tree_error(caller, tree, "player")
    if not windowed:
        require_no_bounds(tree, caller)
    labels = tree.unfolding.labels
    if labels.to_values or labels is ANYTHING:
        tree = require_values(tree, caller)
    known = tree.mover
    if player in (None, known) and (isinstance(known, Player) or (chance and known is not None)):
        return tree
    return with_root_player(tree, player, caller, chance=chance)


def require_no_bounds(tree: Tree[object], caller: str) -> None:
    """Raise ValueError if a tree has bounds, which only a search with a window uses."""
    if tree.unfolding.bounds_of is not None:
        raise ValueError(
            f"{caller} has no window, so it cannot use the bounds of bound_by: leave bound_by out, or search by alpha_beta"
        )


def require_unshared(tree: Tree[object], caller: str, advice: str = "") -> None:
    """Raise ValueError if a tree is shared; for a search without a table."""
    if tree.run.entries:
        raise ValueError(
            f"{caller} keeps no table, so it would search equal nodes of this shared tree again: leave share out, or add"
            f" the stage unshared{advice}"
        )


def require_values(tree: Tree[A], caller: str) -> Tree[A]:
    """Return the tree. Raise ValueError if labels are not values. Labels of hand-made trees are checked when read."""
    unfolding = tree.unfolding
    if unfolding.labels is not ANYTHING:
        _require_value_labels(caller, unfolding.labels)
        return tree
    label_of, position_of = unfolding.label_of, unfolding.game.position_of

    def checked_label(seed: Seed) -> A:
        _require_value_labels(caller, _label_kind_at(position_of(seed)))
        label: A = label_of(seed)
        return label

    return with_parts(tree, label_of=checked_label)


def _label_kind_at(seed: Seed) -> LabelKind:
    """Return the kind of label at the node ``seed``: the kind of a tree grafted at this node, otherwise ``VALUES``."""
    while isinstance(seed, Grafted):
        unfolding = seed.tree.unfolding
        if unfolding.labels is not ANYTHING:
            return unfolding.labels
        seed = unfolding.game.position_of(seed.tree.seed)
    return VALUES


def _require_value_labels(caller: str, labels: LabelKind) -> None:
    """Raise ValueError if labels of this kind are not values. The message says how to turn them into values."""
    if labels.to_values:
        raise ValueError(
            f"{caller} needs values, but the labels of this tree are {labels.noun}: {labels.to_values} turns them into"
            " values"
        )
