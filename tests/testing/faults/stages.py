"""Stages with a fault: from its name to a function that makes the stage, fresh, and what is claimed of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from toolz import identity

from fpgames import Player, Tree
from tests.testing.faults import entry

__all__ = ["STAGES"]

AnyTree: TypeAlias = Tree[Any]
Claimed: TypeAlias = tuple[Callable[[AnyTree], AnyTree], dict[str, Any]]

STAGES: dict[str, Callable[[], Claimed]] = {}
fault = entry(STAGES)

PRUNED = {"keeps": ["labels", "turns"]}
ORDERED = {"keeps": ["children", "labels", "turns", "value"], "looks": True, "ordered_by": identity}
BEST = {"keeps": ["labels", "turns"], "looks": True, "ordered_by": identity, "width": 2}


def rebuilt(
    children: Callable[[AnyTree, int], Iterable[AnyTree]] = lambda tree, level: tree.children,
    label: Callable[[AnyTree, int], Any] = lambda tree, level: tree.label,
    player: Callable[[AnyTree, int], Player | None] = lambda tree, level: tree.player,
) -> Callable[[AnyTree], AnyTree]:
    """Return the stage that makes each node of the node before and its level; as it is given, it changes nothing."""

    def at(tree: AnyTree, level: int) -> AnyTree:
        return Tree(
            lambda: label(tree, level),
            lambda: (at(child, level + 1) for child in children(tree, level)),
            player=player(tree, level),
        )

    return lambda tree: at(tree, 0)


def label_of(tree: AnyTree) -> Any:
    return tree.label


def best_first(tree: AnyTree, other_side: bool = False) -> list[AnyTree]:
    """Return the children, best first for the player to move; this is right, unless it is for the other side."""
    high = tree.player is not Player.SECOND
    return sorted(tree.children, key=label_of, reverse=high is not other_side)


# --- order


@fault
def equal_children_are_turned_round() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        return best_first(tree, other_side=True)[::-1]

    return rebuilt(children), ORDERED


@fault
def equal_children_are_turned_round_for_the_second_player() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        found = sorted(tree.children, key=label_of, reverse=True)
        return found if tree.player is not Player.SECOND else found[::-1]

    return rebuilt(children), ORDERED


@fault
def children_are_ordered_for_the_first_player_everywhere() -> Claimed:
    return rebuilt(lambda tree, level: sorted(tree.children, key=label_of, reverse=True)), ORDERED


@fault
def the_order_is_reversed_at_level_five() -> Claimed:
    return rebuilt(lambda tree, level: best_first(tree, other_side=level == 5)), ORDERED


@fault
def two_children_are_not_ordered() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        given = [*tree.children]
        return given if len(given) == 2 else best_first(tree)

    return rebuilt(children), ORDERED


@fault
def labels_over_a_thousand_are_ordered_alike() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        high = tree.player is not Player.SECOND
        return sorted(tree.children, key=lambda child: min(1000, child.label), reverse=high)

    return rebuilt(children), ORDERED


@fault
def the_last_of_many_children_is_left_where_it_was() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        *given, last = [*tree.children] or [tree]
        if len(given) < 4:
            return best_first(tree)
        return [*sorted(given, key=label_of, reverse=tree.player is not Player.SECOND), last]

    return rebuilt(children), ORDERED


@fault
def players_are_taken_to_alternate_when_children_are_ordered() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        return sorted(tree.children, key=label_of, reverse=level % 2 == 0)

    return rebuilt(children), ORDERED


# --- depth


def cut(is_leaf: Callable[[AnyTree, int], bool]) -> Callable[[AnyTree], AnyTree]:
    return rebuilt(lambda tree, level: () if is_leaf(tree, level) else tree.children)


@fault
def a_level_too_many_is_kept() -> Claimed:
    return cut(lambda tree, level: level > 3), {**PRUNED, "depth": 3}


@fault
def levels_are_counted_from_one() -> Claimed:
    return cut(lambda tree, level: level + 1 >= 3), {**PRUNED, "depth": 3}


@fault
def an_only_child_does_not_count_as_a_level() -> Claimed:
    def pruned(tree: AnyTree, left: int = 3) -> AnyTree:
        def children() -> Iterable[AnyTree]:
            given = [*tree.children] if left else []
            return [pruned(child, left - (len(given) > 1 or left == 1)) for child in given]

        return Tree(lambda: tree.label, children, player=tree.player)

    return pruned, {**PRUNED, "depth": 3}


@fault
def a_label_of_nought_ends_the_line_before_the_depth() -> Claimed:
    return cut(lambda tree, level: level >= 4 or (level == 3 and tree.label == 0)), {
        **PRUNED,
        "depth": 4,
        "looks": True,
    }


# --- width


@fault
def the_best_child_is_dropped() -> Claimed:
    return rebuilt(lambda tree, level: best_first(tree)[1:3] or best_first(tree)), BEST


@fault
def one_child_too_many_is_kept() -> Claimed:
    return rebuilt(lambda tree, level: best_first(tree)[:3]), BEST


@fault
def children_as_good_as_the_last_are_kept_too() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        found = best_first(tree)
        return [child for n, child in enumerate(found) if n < 2 or child.label == found[1].label]

    return rebuilt(children), BEST


@fault
def the_best_are_those_of_the_other_side() -> Claimed:
    return rebuilt(lambda tree, level: best_first(tree, other_side=True)[:2]), BEST


@fault
def the_best_are_kept_in_their_old_order() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        given = [*tree.children]
        high = tree.player is not Player.SECOND
        best = sorted(range(len(given)), key=lambda n: given[n].label, reverse=high)[:2]
        return [given[n] for n in sorted(best)]

    return rebuilt(children), BEST


# --- what should stay as it is


@fault
def the_last_child_of_a_wide_node_is_dropped() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        given = [*tree.children]
        return given[:-1] if len(given) > 4 else given

    return rebuilt(children), {}


@fault
def labels_change_at_level_six() -> Claimed:
    return rebuilt(label=lambda tree, level: abs(tree.label) if level == 6 else tree.label), {}


@fault
def great_labels_are_clipped() -> Claimed:
    return rebuilt(label=lambda tree, level: max(-(10**6), min(10**6, tree.label))), {}


@fault
def the_turn_is_lost_below_level_two() -> Claimed:
    return rebuilt(player=lambda tree, level: tree.player if level < 3 else None), {}


@fault
def labels_of_only_children_are_computed_early() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        given = [*tree.children]
        if len(given) == 1:
            _ = given[0].label
        return given

    return rebuilt(children), {}


@fault
def grandchildren_of_wide_nodes_are_made_early() -> Claimed:
    def children(tree: AnyTree, level: int) -> list[AnyTree]:
        given = [*tree.children]
        return [child for child in given if len(given) < 4 or len([*child.children]) >= 0]

    return rebuilt(children), {}


@fault
def children_are_remembered_by_the_label_between_calls() -> Claimed:
    known: dict[Any, list[AnyTree]] = {}
    return rebuilt(lambda tree, level: known.setdefault((tree.label, level), [*tree.children]) if level > 2 else tree.children), {
        "looks": True
    }  # fmt: skip


@fault
def a_position_seen_before_is_a_leaf_if_the_tree_is_shared() -> Claimed:
    def stage(tree: AnyTree) -> AnyTree:
        if not tree.unfolding.shared:
            return tree
        seen: dict[Any, int] = {}
        return cut(lambda here, level: seen.setdefault(here.seed, level) < level)(tree)

    return stage, {}


@fault
def a_deep_walk_is_possible_once() -> Claimed:
    """Below level three, the children are an iterator that is used up."""

    def at(tree: AnyTree, level: int = 0) -> AnyTree:
        kept: list[Iterable[AnyTree]] = []

        def children() -> Iterable[AnyTree]:
            if not kept:
                made = [at(child, level + 1) for child in tree.children]
                kept.append(iter(made) if level > 3 else made)
            return kept[0]

        return Tree(lambda: tree.label, children, player=tree.player)

    return at, {}
