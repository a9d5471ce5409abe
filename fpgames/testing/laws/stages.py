"""Laws of stages: functions from a tree to a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from random import Random
from typing import Any, NamedTuple, Unpack

from fpgames.rules import Player, Value
from fpgames.rules.outcomes import to_player
from fpgames.search import minimax
from fpgames.testing.law import Counterexample, Law, Options, name_of
from fpgames.testing.reports.shrinking import shrink_trees
from fpgames.testing.running.checks import make_check, require_type
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.samples import (
    PlainTree,
    RecordingTree,
    Sample,
    TreeOfAny,
    alternating_graphs,
    alternating_trees,
    any_turn_trees,
    extreme_cases,
    first_difference,
    naturals,
    nodes_of,
    one_of,
    several_of,
    to_plain,
)
from fpgames.testing.strategies.values import LabelSource, integer_labels
from fpgames.tree import levels, share, size
from fpgames.validation import require_at_least

__all__ = ["check_stage", "stage_laws"]

AnyStage = Callable[[TreeOfAny], TreeOfAny]

KEEPABLE = ("children", "labels", "shape", "turns", "value")
MAX_NODES = 100  # nodes expanded in an infinite tree before a walk counts as endless


class StageSubject(NamedTuple):
    """The subject of the laws of a stage: the stage, and the arguments of ``stage_laws`` that describe the stage."""

    stage: AnyStage
    keeps: frozenset[str]
    reads_labels: bool
    player: Player | None
    depth: int | None
    ordered_by: Callable[[Any], Value] | None
    width: int | None
    kind: Callable[[Random], LabelSource] = integer_labels
    labels: None = None
    alternates: bool = False


STAGE: Suite[StageSubject] = Suite(shrink=shrink_trees, names=lambda subject: {"stage": subject.stage})


any_tree = one_of(alternating_trees, any_turn_trees)
law = partial(STAGE.law, evidence="print(draw_tree(tree)); print(draw_tree(stage(tree)))")


def _require_same_trees(
    actual: PlainTree,
    expected: PlainTree,
    condition: str = "",
    kept: Collection[str] = KEEPABLE,
    in_order: bool = True,
    prefix: bool = False,
) -> None:
    """Raise Counterexample if trees differ in shape, labels or turns (if in ``kept``), or order (if ``in_order``)."""

    def bare(plain: PlainTree) -> PlainTree:
        children = [*map(bare, plain.children)] if in_order else sorted(map(bare, plain.children), key=repr)
        label, player = plain.label if "labels" in kept else None, plain.player if "turns" in kept else None
        return PlainTree(label, tuple(children), player)

    if message := first_difference(bare(actual), bare(expected), prefix=prefix):
        raise Counterexample(f"{condition}{'' if in_order else 'with all children sorted, '}{message}")


RECORD = f"recording = RecordingTree(naturals(None, 9), {MAX_NODES}); t = stage(recording.tree)"


@law(evidence=f"{RECORD}; recording.labels, recording.expanded")
def it_does_nothing_until_it_is_walked(subject: StageSubject) -> None:
    """The stage visits no node, and computes no label, before its result is walked."""
    recording = RecordingTree(naturals(subject.player), MAX_NODES)
    subject.stage(recording.tree)
    if recording.expanded or recording.labels:
        message = f"{len(recording.labels)} labels and the children of {recording.expanded} nodes were computed"
        raise Counterexample(f"{message} when the stage was applied, before its result was walked")


@law(evidence=f"{RECORD}; first = next(t.children, None); _ = t.label, first and first.label; recording.expanded")
def it_walks_no_further_than_it_is_asked_to(subject: StageSubject) -> None:
    """The stage finds the first child even of an infinite tree: ``take 1 (children (stage naturals))`` ends."""
    for width in (2, 9):
        recording = RecordingTree(naturals(subject.player, width), MAX_NODES)
        tree = subject.stage(recording.tree)
        first = next(tree.children, None)
        if not subject.reads_labels and recording.expanded > 2:
            raise Counterexample(f"to find the first child, the children of {recording.expanded} nodes were computed")
        _ = tree.label, first and first.label


@law(tree=any_tree)
def it_is_a_function(subject: StageSubject, tree: Sample) -> None:
    """The stage returns equal results for the same tree, and does not change the tree: ``stage t = stage t``."""
    library_tree = tree.tree
    before = to_plain(library_tree)
    once, again = to_plain(subject.stage(library_tree)), to_plain(subject.stage(library_tree))
    _require_same_trees(again, once, "the second time, ")
    _require_same_trees(to_plain(library_tree), before, "it changed the tree: ")


@law(evidence="t = stage(tree); print(draw_tree(t)); print(draw_tree(t))", tree=any_tree)
def it_is_walked_twice_the_same(subject: StageSubject, tree: Sample) -> None:
    """Two walks of one result visit the same tree: ``let t' = stage t in t' = t'``."""
    result = subject.stage(tree.tree)
    once, again = to_plain(result), to_plain(result)
    _require_same_trees(again, once, "in the second walk, ")


BY_TURNS = "before = draw_tree(stage(trees[0])); ts = [*map(stage, trees)]; _ = [next(t.children, None) for t in ts]"


@law(
    evidence=f"{BY_TURNS}; _ = [*map(draw_tree, reversed(ts))]; print(before); print(draw_tree(ts[0]))",
    trees=several_of(alternating_trees, alternating_graphs),
)
def it_remembers_no_other_tree(subject: StageSubject, trees: tuple[Sample, ...]) -> None:
    """The result for a tree does not depend on other trees, even if several results are walked in turns: ``stage t = stage t``."""
    once = [to_plain(subject.stage(tree.shared)) for tree in trees]
    by_turns = [subject.stage(tree.shared) for tree in trees]
    for result in by_turns:
        next(result.children, None)
    again = [*map(to_plain, reversed(by_turns))][::-1]
    for tree, before, after in zip(trees, once, again, strict=True):
        if before != after:
            counterexample = Counterexample(f"after other trees, {first_difference(after, before)}")
            counterexample.case = {"trees": (tree, *(other for other in trees if other is not tree))}
            raise counterexample


@law(
    when=lambda subject: not subject.reads_labels, evidence="size(stage(map_tree(print)(tree)))", tree=alternating_trees
)
def labels_wait_until_they_are_asked_for(subject: StageSubject, tree: Sample) -> None:
    """The shape of the result is found without labels: ``size (stage t)`` computes no label."""
    recording = RecordingTree(tree.tree)
    size(subject.stage(recording.tree))
    if recording.labels:
        counts = "a label was" if len(recording.labels) == 1 else f"{len(recording.labels)} labels were"
        raise Counterexample(f"{counts} computed to count the nodes of its result (reads_labels=True allows that)")


@law(
    when=lambda subject: "value" in subject.keeps,
    times=5,
    evidence="minimax(tree), minimax(stage(tree))",
    tree=any_tree,
)
def it_keeps_the_value(subject: StageSubject, tree: Sample) -> None:
    """The minimax value does not change: ``minimax . stage = minimax``."""
    result, value = minimax(player=to_player(tree.player))(subject.stage(tree.tree)), tree.value
    if result != value:
        raise Counterexample(
            f"the value of the tree is {value!r}, its result has {result!r} (keeps= says what is kept)"
        )


@law(when=lambda subject: "shape" in subject.keeps, times=4, first=extreme_cases, tree=alternating_trees)
def it_keeps_the_shape(subject: StageSubject, tree: Sample) -> None:
    """Every node has as many children as before: ``void . stage = void``."""
    _require_same_trees(to_plain(subject.stage(tree.tree)), tree.plain, kept=())


@law(when=lambda subject: "labels" in subject.keeps, tree=alternating_trees)
def it_keeps_the_labels(subject: StageSubject, tree: Sample) -> None:
    """The stage adds no label to any level of the tree, and duplicates none."""
    before = [Counter(level) for level in levels(tree.tree)]
    for depth, level in enumerate(map(Counter, levels(subject.stage(tree.tree)))):
        expected = before[depth] if depth < len(before) else Counter()
        if extra := level - expected:
            label = min(extra)
            raise Counterexample(
                f"on level {depth}, the label {label!r} occurs {level[label]} times; expected {expected[label]}"
            )


@law(when=lambda subject: "children" in subject.keeps, tree=alternating_trees)
def it_keeps_the_children(subject: StageSubject, tree: Sample) -> None:
    """Every node keeps its children, in any order. A stage that keeps labels also keeps the label of each node."""
    result, labels = to_plain(subject.stage(tree.tree)), subject.keeps & {"labels"}
    _require_same_trees(result, tree.plain, kept=labels, in_order=False)


TURNS = "turns = lambda t: [t.player, *map(turns, t.children)]; turns(tree), turns(stage(tree))"


@law(when=lambda subject: "turns" in subject.keeps, evidence=TURNS, tree=any_tree)
def it_keeps_whose_turn_it_is(subject: StageSubject, tree: Sample) -> None:
    """The stage keeps the player to move at the root. A stage that keeps shape, labels or children keeps the player at every node: ``player (stage t) = player t``."""
    if "labels" in subject.keeps:  # distinct labels identify the nodes of the result
        tree = tree._replace(labels=tuple(range(len(tree.labels))))
    result = to_plain(subject.stage(tree.tree))
    if "labels" in subject.keeps:
        players = {visited.label: visited.player for visited in nodes_of(tree.plain)}
        for label, _, player in nodes_of(result):
            if player is not players.get(label, player):
                raise Counterexample(f"at the label {label}, it is the turn of {player!r}; expected {players[label]!r}")
    elif subject.keeps & {"children", "shape"}:
        _require_same_trees(result, tree.plain, kept={"turns"}, in_order="shape" in subject.keeps)
    elif result.player is not tree.player:
        raise Counterexample(f"at the root, it is the turn of {result.player!r}; expected {tree.player!r}")


@law(times=2, tree=alternating_graphs)
def sharing_changes_nothing(subject: StageSubject, tree: Sample) -> None:
    """Sharing before or after the stage changes neither tree nor value: ``stage . share = share . stage = stage``."""
    value, result = minimax(player=to_player(tree.player)), subject.stage(tree.tree)
    value_found, plain = value(result), to_plain(result)
    for shared in (subject.stage(share(tree.tree)), share(subject.stage(tree.tree))):
        if value(shared) != value_found:
            raise Counterexample(f"the value is {value_found!r}, but {value(shared)!r} with sharing")
        _require_same_trees(to_plain(shared), plain, "with sharing, ")


@law(
    when=lambda subject: (subject.depth, subject.ordered_by, subject.width) != (None, None, None),
    times=4,
    tree=any_tree,
)
def it_is_as_claimed(subject: StageSubject, tree: Sample) -> None:
    """The stage does what ``depth``, ``width`` and ``ordered_by`` claim: ``prune depth``, ``take width``, ``sortOn key``."""
    keeps_all = "children" in subject.keeps or subject.width is not None or subject.depth is not None
    result, expected = to_plain(subject.stage(tree.tree)), _claimed_tree(subject, tree.plain, subject.depth)
    condition = "unlike what depth=, width= or ordered_by= claims, "
    _require_same_trees(result, expected, condition, kept=subject.keeps, prefix=not keeps_all)


def _claimed_tree(subject: StageSubject, plain: PlainTree, left: int | None) -> PlainTree:
    """Sort and prune ``plain`` as the stage should; keep ``left`` levels below the root, or all levels if None."""
    key, children = subject.ordered_by, plain.children
    if key is not None:
        children = tuple(sorted(children, key=lambda child: key(child.label), reverse=plain.player is Player.FIRST))
    kept = () if left == 0 else children[: subject.width]
    return plain._replace(children=tuple(_claimed_tree(subject, child, left and left - 1) for child in kept))


def stage_laws(
    stage: AnyStage,
    *,
    keeps: Collection[str] = KEEPABLE,
    reads_labels: bool = False,
    player: Player | None = None,
    depth: int | None = None,
    ordered_by: Callable[[Any], Value] | None = None,
    width: int | None = None,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of a stage: ``stageLaws :: Ord b => (Tree Integer -> Tree b) -> [Law]``.

    Args:
        stage: a function from a tree of whole numbers to a tree.
        keeps: names of what the stage preserves: ``value``, the minimax value; ``shape``, the number of children of a
            node; ``children``, the children of each node, in any order; ``labels``, of which
            some may go; ``turns``, the player to move at the root and, with ``shape``, ``labels`` or ``children``, below
            it.
        reads_labels: whether the stage computes labels to find the shape of its result, as ``order_by`` does.
        player: the player to move at the root of the test trees; by default, either.
        depth: the last level that the stage keeps; level 0 is the root.
        ordered_by: a function from a label to the value for the first player. The stage sorts children by this value,
            best first for the player to move; the sort is stable. A stage that drops children drops the last ones.
        width: the maximum number of children that a node keeps: the first ones or, with ``ordered_by``, the best ones.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        ValueError: ``keeps`` is invalid or contradicts another claim, or the value of another option is invalid.
        TypeError: an argument has the wrong type, or an option is unknown.

    >>> from operator import neg
    >>> from fpgames import map_tree, prune
    >>> check_stage(map_tree(neg), keeps=["shape", "turns"])
    >>> stage_laws(prune(3), keeps=["labels"], depth=3)[-1]
    it_is_as_claimed

    See also: :func:`check_stage`, which runs the laws.
    """
    require_type(Callable, stage, "a stage", "a function from a tree to a tree")
    require_type(Collection, keeps, "keeps", "a collection of names")
    unknown = {keeps} if isinstance(keeps, str) else set(keeps) - set(KEEPABLE)
    if unknown:
        raise ValueError(f"a stage cannot keep {sorted(unknown)}; expected some of {', '.join(KEEPABLE)}")
    require_type(Player | None, player, "player", "Player.FIRST or Player.SECOND")
    require_at_least(0, 0 if depth is None else depth, "keep a depth of {}")
    require_at_least(1, 1 if width is None else width, "keep a width of {}")
    require_type(Callable | None, ordered_by, "ordered_by", "a function from a label to its value")
    for name, claim in (("depth", depth), ("width", width)):
        if claim is not None and {"children", "shape"} & set(keeps):
            instead = 'say what it keeps, for example keeps=["labels", "turns"]'
            raise ValueError(f"a stage with {name}={claim} does not keep all children; {instead}")
    subject = StageSubject(stage, frozenset(keeps), reads_labels, player, depth, ordered_by, width)
    return STAGE.laws(subject, name_of(stage), **options)


check_stage = make_check(stage_laws)
"""Run every law of a stage: ``checkStage = check . stageLaws``."""
