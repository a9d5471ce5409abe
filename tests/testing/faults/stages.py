"""Stages with a planted fault: a table from a name to a function that makes a fresh stage, and its claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, TypeAlias

from toolz import identity

from fpgames import Player, Tree, map_tree, prune
from fpgames.testing import Law, stage_laws
from fpgames.tree import rebuild, share, size, unfold, unshared
from tests.testing.faults import Fault, entry, row_of

__all__ = ["STAGES"]

AnyTree: TypeAlias = Tree[Any]
Stage: TypeAlias = Callable[[AnyTree], AnyTree]
Children: TypeAlias = Callable[[AnyTree, int], Iterable[AnyTree]]
Claimed: TypeAlias = tuple[Stage, dict[str, Any]]

STAGES: dict[str, Fault] = {}


def laws_of(claimed: Claimed) -> list[Law]:
    return stage_laws(claimed[0], **claimed[1])


fault = entry(STAGES, laws_of)
found_by = row_of(laws_of)

PRUNED = {"keeps": ["labels", "turns"]}
ORDERED = {"keeps": ["children", "labels", "turns", "value"], "reads_labels": True, "ordered_by": identity}
BEST = {"keeps": ["labels", "turns"], "reads_labels": True, "ordered_by": identity, "width": 2}


def rebuilt(
    children: Children = lambda tree, level: tree.children,
    label: Callable[[AnyTree, int], Any] = lambda tree, level: tree.label,
    player: Callable[[AnyTree, int], Player | None] = lambda tree, level: tree.player,
) -> Stage:
    """Return the stage that makes each node of the node before and its level; as it is given, it changes nothing."""

    def at(tree: AnyTree, level: int) -> AnyTree:
        return Tree(
            lambda: label(tree, level),
            lambda: (at(child, level + 1) for child in children(tree, level)),
            player=player(tree, level),
        )

    return lambda tree: at(tree, 0)


def claiming(**claims: Any) -> Callable[[Stage], Claimed]:
    return lambda stage: (stage, claims)


def with_children(**claims: Any) -> Callable[[Children], Claimed]:
    """Return a function that makes the stage of wrong children, and has the claims for it."""
    return lambda children: (rebuilt(children), claims)


def label_of(tree: AnyTree) -> Any:
    return tree.label


def best_first(tree: AnyTree, other_side: bool = False) -> list[AnyTree]:
    """Return the children, best first for the player to move; this is right, unless it is for the other side."""
    high = tree.player is not Player.SECOND
    return sorted(tree.children, key=label_of, reverse=high is not other_side)


# --- order


@fault("it_is_as_claimed", with_children(**ORDERED))
def equal_children_are_turned_round_for_the_second_player(tree: AnyTree, level: int) -> list[AnyTree]:
    found = sorted(tree.children, key=label_of, reverse=True)
    return found if tree.player is not Player.SECOND else found[::-1]


@fault("it_is_as_claimed", with_children(**ORDERED))
def labels_over_a_thousand_are_ordered_alike(tree: AnyTree, level: int) -> list[AnyTree]:
    high = tree.player is not Player.SECOND
    return sorted(tree.children, key=lambda child: min(1000, child.label), reverse=high)


@fault("it_is_as_claimed", with_children(**ORDERED))
def the_last_of_many_children_is_left_where_it_was(tree: AnyTree, level: int) -> list[AnyTree]:
    *given, last = [*tree.children] or [tree]
    if len(given) < 4:
        return best_first(tree)
    return [*sorted(given, key=label_of, reverse=tree.player is not Player.SECOND), last]


# --- depth


def cut(is_leaf: Callable[[AnyTree, int], bool]) -> Stage:
    return rebuilt(lambda tree, level: () if is_leaf(tree, level) else tree.children)


@fault("it_is_as_claimed", claiming(**PRUNED, depth=3))
def an_only_child_does_not_count_as_a_level(tree: AnyTree, left: int = 3) -> AnyTree:
    def children() -> Iterable[AnyTree]:
        given, fewer = [*tree.children] if left else [], an_only_child_does_not_count_as_a_level
        return [fewer(child, left - (len(given) > 1 or left == 1)) for child in given]

    return Tree(lambda: tree.label, children, player=tree.player)


# --- width


@fault("it_is_as_claimed", with_children(**BEST))
def children_as_good_as_the_last_are_kept_too(tree: AnyTree, level: int) -> list[AnyTree]:
    found = best_first(tree)
    return [child for n, child in enumerate(found) if n < 2 or child.label == found[1].label]


@fault("it_is_as_claimed", with_children(**BEST))
def the_best_are_kept_in_their_old_order(tree: AnyTree, level: int) -> list[AnyTree]:
    given = [*tree.children]
    high = tree.player is not Player.SECOND
    best = sorted(range(len(given)), key=lambda n: given[n].label, reverse=high)[:2]
    return [given[n] for n in sorted(best)]


@fault("it_is_as_claimed", with_children(**BEST))
def one_of_many_too_few_is_kept(tree: AnyTree, level: int) -> list[AnyTree]:
    found = best_first(tree)
    return found[: 2 if len(found) < 6 else 1]


# --- what should stay as it is


@fault("it_keeps_whose_turn_it_is")
def the_turn_is_thought_to_alternate_and_all_labels_change() -> Claimed:
    def alternating(tree: AnyTree, level: int) -> Player | None:
        return Player.FIRST if level % 2 == 0 else Player.SECOND

    return rebuilt(label=lambda tree, level: -tree.label, player=alternating), {
        "keeps": ["shape", "turns"],
        "player": Player.FIRST,
    }


def turned(tree: AnyTree, level: int) -> Player | None:
    return tree.player.opponent if tree.player and level == 6 else tree.player


@fault("it_keeps_the_children", with_children())
def the_last_child_of_a_wide_node_is_dropped(tree: AnyTree, level: int) -> list[AnyTree]:
    given = [*tree.children]
    return given[:-1] if len(given) > 4 else given


@fault("labels_wait_until_they_are_asked_for", with_children())
def labels_of_only_children_are_computed_early(tree: AnyTree, level: int) -> list[AnyTree]:
    given = [*tree.children]
    if len(given) == 1:
        _ = given[0].label
    return given


@fault("it_walks_no_further_than_it_is_asked_to", with_children())
def grandchildren_of_wide_nodes_are_made_early(tree: AnyTree, level: int) -> list[AnyTree]:
    given = [*tree.children]
    return [child for child in given if len(given) < 4 or len([*child.children]) >= 0]


@fault("it_keeps_the_shape")
def children_are_remembered_by_the_label_between_calls() -> Claimed:
    known: dict[Any, list[AnyTree]] = {}
    return rebuilt(lambda tree, level: known.setdefault((tree.label, level), [*tree.children]) if level > 2 else tree.children), {
        "reads_labels": True
    }  # fmt: skip


@fault("sharing_changes_nothing", claiming())
def a_position_seen_before_is_a_leaf_if_the_tree_is_shared(tree: AnyTree) -> AnyTree:
    if not tree.run.entries:
        return tree
    seen: dict[Any, int] = {}
    return cut(lambda here, level: seen.setdefault(here.seed, level) < level)(tree)


@fault("it_is_walked_twice_the_same")
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


@fault("sharing_changes_nothing")
def positions_are_not_told_apart_by_the_ply_they_carry() -> Claimed:
    class Carried(int):
        ply = 0

    def of(n: int, ply: int) -> Carried:
        carried = Carried(n)
        carried.ply = ply
        return carried

    def stage(tree: AnyTree) -> AnyTree:
        label_of, children_of = tree.unfolding.label_of, tree.unfolding.children_of
        if not isinstance(tree.seed, int):
            return tree
        return unfold(
            lambda n: label_of(int(n)) + n.ply,
            lambda n: (of(child, n.ply + 1) for child in children_of(int(n))),
            of(tree.seed, 0),
            player=tree.player,
        ) | (share if tree.run.entries else unshared)

    return stage, {"keeps": []}


# --- what is remembered, and what is walked too early


@fault("it_keeps_the_labels")
def a_tree_is_known_by_its_size() -> Claimed:
    known: dict[int, AnyTree] = {}

    def stage(tree: AnyTree) -> AnyTree:
        return Tree(lambda: tree.label, lambda: known.setdefault(size(tree), tree).children, player=tree.player)

    return stage, {"keeps": ["labels"], "reads_labels": True}


@fault("it_remembers_no_other_tree")
def trees_that_are_walked_by_turns_are_mixed_up() -> Claimed:
    """The children of every position are kept until the next tree is given."""
    known: dict[Any, list[AnyTree]] = {}

    def stage(tree: AnyTree) -> AnyTree:
        known.clear()
        return rebuild(children=lambda here: known.setdefault((here.seed, here.depth), [*here.children]))(tree)

    return stage, {"keeps": []}


@fault("it_is_a_function", claiming(keeps=["labels"]))
def the_tree_that_is_given_is_pruned_itself(tree: AnyTree) -> AnyTree:
    tree.depth = 0
    return tree


@fault("it_is_a_function")
def of_all_children_walked_every_hundredth_is_dropped() -> Claimed:
    walked = count()
    return rebuilt(lambda tree, level: [child for child in tree.children if next(walked) % 100 != 99]), {"keeps": []}


@fault("it_does_nothing_until_it_is_walked", claiming())
def children_are_made_when_the_stage_is_applied(tree: AnyTree) -> AnyTree:
    made = [*tree.children]
    return Tree(lambda: tree.label, lambda: map(children_are_made_when_the_stage_is_applied, made))


STAGES |= {
    # order
    "children are ordered for the first player everywhere": found_by("it_is_as_claimed",
        lambda: (rebuilt(lambda tree, level: sorted(tree.children, key=label_of, reverse=True)), ORDERED)),
    "the order is reversed at level five": found_by("it_is_as_claimed",
        lambda: (rebuilt(lambda tree, level: best_first(tree, other_side=level == 5)), ORDERED)),
    "labels are ordered as text": found_by("it_is_as_claimed",
        lambda tree, level: sorted(tree.children, key=lambda child: str(child.label), reverse=tree.player is not Player.SECOND), with_children(**ORDERED)),
    "players are taken to alternate when children are ordered": found_by("it_is_as_claimed",
        lambda tree, level: sorted(tree.children, key=label_of, reverse=level % 2 == 0), with_children(**ORDERED)),
    # depth
    "a level too many is kept": found_by("it_is_as_claimed", lambda: (cut(lambda tree, level: level > 3), {**PRUNED, "depth": 3})),
    "a label of nought ends the line before the depth": found_by("it_is_as_claimed",
        lambda: (cut(lambda tree, level: level >= 4 or (level == 3 and tree.label == 0)), {**PRUNED, "depth": 4, "reads_labels": True})),
    "levels are counted from one": found_by("it_is_as_claimed", lambda: (cut(lambda tree, level: level >= 6), {**PRUNED, "depth": 7})),
    # width
    "the best child is dropped": found_by("it_is_as_claimed", lambda: (rebuilt(lambda tree, level: best_first(tree)[1:3] or best_first(tree)), BEST)),
    "one child too many is kept": found_by("it_is_as_claimed", lambda: (rebuilt(lambda tree, level: best_first(tree)[:3]), BEST)),
    "the best are those of the other side": found_by("it_is_as_claimed",
        lambda: (rebuilt(lambda tree, level: best_first(tree, other_side=True)[:2]), BEST)),
    "the last two are kept": found_by("it_is_as_claimed", lambda: (rebuilt(lambda tree, level: [*tree.children][-2:]), {**PRUNED, "width": 2})),
    # what should stay as it is
    "the last child of many is dropped in any order": found_by("it_keeps_the_children",
        lambda: (rebuilt(lambda tree, level: [*tree.children][:7][::-1]), {"keeps": ["children", "labels"]})),
    "the order is turned round at level six": found_by("it_keeps_the_shape",
        lambda: (rebuilt(lambda tree, level: [*tree.children][:: -1 if level == 6 else 1]), {"keeps": ["shape"]})),
    "the turn changes at level six": found_by("it_keeps_whose_turn_it_is", lambda: (rebuilt(player=turned), PRUNED)),
    "the turn changes at level six and all labels do": found_by("it_keeps_whose_turn_it_is",
        lambda: (rebuilt(label=lambda tree, level: -tree.label, player=turned), {"keeps": ["children", "turns"]})),
    "the turn is forgotten and nothing else is kept": found_by("it_keeps_whose_turn_it_is",
        lambda: (rebuilt(player=lambda tree, level: None), {"keeps": ["turns"]})),
    "labels change at level six": found_by("it_keeps_the_labels",
        lambda: (rebuilt(label=lambda tree, level: abs(tree.label) if level == 6 else tree.label), {})),
    "great labels are clipped": found_by("it_keeps_the_value",
        lambda: (rebuilt(label=lambda tree, level: max(-(10**6), min(10**6, tree.label))), {})),
    "children are turned round if the tree is shared": found_by("sharing_changes_nothing",
        lambda tree: rebuild(children=lambda here: [*here.children][::-1])(tree) if tree.run.entries else tree, claiming()),
    "great labels are rounded": found_by("it_keeps_the_labels", lambda tree: map_tree(lambda label: int(float(label)))(tree), claiming()),
    "a line ends at level a hundred": found_by("it_keeps_the_shape", lambda: (prune(100), {})),
    # what is remembered, and what is walked too early
    "all is walked before the first child is made": found_by("it_walks_no_further_than_it_is_asked_to",
        lambda: (rebuilt(lambda tree, level: tree.children if size(tree) else ()), {})),
}  # fmt: skip
