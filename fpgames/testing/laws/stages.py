"""Laws of stages: functions from a tree to a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from random import Random
from typing import Any, NamedTuple, Unpack

from hypothesis import strategies as st

from fpgames.rules import Player, Value
from fpgames.search import minimax
from fpgames.testing.law import Counterexample, Law, Options, named
from fpgames.testing.reports.counterexamples import simpler
from fpgames.testing.running.checks import make_check, require_a
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.samples import (
    Plain,
    RecordingTree,
    Sample,
    TreeOfAny,
    a_long_line,
    first_difference,
    in_turns,
    labelled,
    naturals,
    nodes_of,
    on_a_graph,
    plain_of,
    several,
)
from fpgames.testing.strategies.values import Labels, whole_numbers
from fpgames.tree import levels, share, size
from fpgames.validation import require_at_least

__all__ = ["check_stage", "stage_laws"]

AnyStage = Callable[[TreeOfAny], TreeOfAny]

KEPT = ("children", "labels", "shape", "turns", "value")
MOST_NODES = 100  # visited in an infinite tree before its walk counts as endless


class StageSubject(NamedTuple):
    """The subject of the laws of a stage: the stage, and what is claimed of it."""

    stage: AnyStage
    keeps: frozenset[str]
    looks: bool
    player: Player | None
    depth: int | None
    ordered_by: Callable[[Any], Value] | None
    width: int | None
    kind: Callable[[Random], Labels] = whole_numbers
    labels: None = None


STAGE: Suite[StageSubject] = Suite(shrink=simpler, names=lambda subject: {"stage": subject.stage})


def any_tree(subject: StageSubject) -> st.SearchStrategy[Sample]:
    """Draw trees in which players alternate or do not."""
    return st.one_of(labelled(subject), in_turns(subject))


law = partial(STAGE.law, evidence="print(draw_tree(tree)); print(draw_tree(stage(tree)))")


def _require_same_trees(
    found: Plain,
    expected: Plain,
    when: str = "",
    kept: Collection[str] = KEPT,
    in_order: bool = True,
    prefix: bool = False,
) -> None:
    """Raise Broken with the first difference of two trees, but for labels and turns that are not kept, and for the order."""

    def bare(plain: Plain) -> Plain:
        children = [*map(bare, plain.children)] if in_order else sorted(map(bare, plain.children), key=repr)
        label, player = plain.label if "labels" in kept else None, plain.player if "turns" in kept else None
        return Plain(label, tuple(children), player)

    if said := first_difference(bare(found), bare(expected), prefix=prefix):
        raise Counterexample(f"{when}{'' if in_order else 'with all children sorted, '}{said}")


@law(evidence="")
def it_does_nothing_until_it_is_walked(subject: StageSubject) -> None:
    """It visits no node and computes no label before its result is walked."""
    watched = RecordingTree(naturals(subject.player), MOST_NODES)
    subject.stage(watched.tree)
    if watched.asked or watched.labels:
        said = f"{len(watched.labels)} labels and the children of {watched.asked} nodes were computed"
        raise Counterexample(f"{said} when the stage was applied, before its result was walked")


@law(evidence="")
def it_walks_no_further_than_it_is_asked_to(subject: StageSubject) -> None:
    """The first child of an infinite tree is found: ``take 1 (children (stage naturals))`` ends."""
    for width in (2, 9):
        watched = RecordingTree(naturals(subject.player, width), MOST_NODES)
        tree = subject.stage(watched.tree)
        first = next(tree.children, None)
        if not subject.looks and watched.asked > 2:
            raise Counterexample(f"to find the first child, the children of {watched.asked} nodes were computed")
        _ = tree.label, first and first.label


@law(tree=any_tree)
def it_is_a_function(subject: StageSubject, tree: Sample) -> None:
    """The same tree gives the same result, and does not change: ``stage t = stage t``."""
    given = tree.tree
    before = plain_of(given)
    once, again = plain_of(subject.stage(given)), plain_of(subject.stage(given))
    _require_same_trees(again, once, "the second time, ")
    _require_same_trees(plain_of(given), before, "it changed the tree: ")


@law(tree=any_tree)
def it_is_walked_twice_the_same(subject: StageSubject, tree: Sample) -> None:
    """Two walks of one result find the same: ``let t' = stage t in t' = t'``."""
    after = subject.stage(tree.tree)
    once, again = plain_of(after), plain_of(after)
    _require_same_trees(again, once, "in the second walk, ")


@law(evidence="", trees=lambda subject: several(labelled(subject), on_a_graph(subject)))
def it_remembers_no_other_tree(subject: StageSubject, trees: tuple[Sample, ...]) -> None:
    """The result is the same before and after other trees, also if they are walked by turns: ``stage t = stage t``."""
    once = [plain_of(subject.stage(tree.shared)) for tree in trees]
    by_turns = [subject.stage(tree.shared) for tree in trees]
    for result in by_turns:
        next(result.children, None)
    again = [*map(plain_of, reversed(by_turns))][::-1]
    for tree, before, after in zip(trees, once, again, strict=True):
        if before != after:
            found = Counterexample(f"after other trees, {first_difference(after, before)}")
            found.case = {"trees": (tree, *(other for other in trees if other is not tree))}
            raise found


@law(when=lambda subject: not subject.looks, evidence="size(stage(map_tree(print)(tree)))", tree=labelled)
def labels_wait_until_they_are_asked_for(subject: StageSubject, tree: Sample) -> None:
    """The shape of the result is found without labels: ``size (stage t)`` computes none."""
    watched = RecordingTree(tree.tree)
    size(subject.stage(watched.tree))
    if watched.labels:
        found = "a label was" if len(watched.labels) == 1 else f"{len(watched.labels)} labels were"
        raise Counterexample(f"{found} computed to count the nodes of its result (looks=True allows that)")


@law(
    when=lambda subject: "value" in subject.keeps,
    times=5,
    evidence="minimax(tree), minimax(stage(tree))",
    tree=any_tree,
)
def it_keeps_the_value(subject: StageSubject, tree: Sample) -> None:
    """The minimax value is as before: ``minimax . stage = minimax``."""
    found, value = minimax(player=tree.player)(subject.stage(tree.tree)), tree.value
    if found != value:
        raise Counterexample(
            f"the value of the tree is {value!r}, and of its result {found!r} (keeps= says what it keeps)"
        )


@law(when=lambda subject: "shape" in subject.keeps, times=4, first=a_long_line, tree=labelled)
def it_keeps_the_shape(subject: StageSubject, tree: Sample) -> None:
    """Every node has as many children as before: ``void . stage = void``."""
    _require_same_trees(plain_of(subject.stage(tree.tree)), tree.plain, kept=())


@law(when=lambda subject: "labels" in subject.keeps, tree=labelled)
def it_keeps_the_labels(subject: StageSubject, tree: Sample) -> None:
    """Every level has only labels that were on it before, none of them more often."""
    before = [Counter(level) for level in levels(tree.tree)]
    for depth, level in enumerate(levels(subject.stage(tree.tree))):
        more = Counter(level) - (before[depth] if depth < len(before) else Counter())
        if more:
            raise Counterexample(f"on level {depth}, the stage has {min(more)!r} once more than the tree")


@law(when=lambda subject: "children" in subject.keeps, tree=labelled)
def it_keeps_the_children(subject: StageSubject, tree: Sample) -> None:
    """Every node has the same children as before, in any order, with their labels if labels are kept."""
    found, labels = plain_of(subject.stage(tree.tree)), subject.keeps & {"labels"}
    _require_same_trees(found, tree.plain, kept=labels, in_order=False)


@law(when=lambda subject: "turns" in subject.keeps, tree=any_tree)
def it_keeps_whose_turn_it_is(subject: StageSubject, tree: Sample) -> None:
    """It is the same player's turn: ``player (stage t) = player t``, and so below the root, if labels or children stay."""
    if "labels" in subject.keeps:  # all of which are made different, so that nodes are found again by them
        tree = tree._replace(labels=tuple(range(len(tree.labels))))
    found = plain_of(subject.stage(tree.tree))
    if "labels" in subject.keeps:
        players = {each.label: each.player for each in nodes_of(tree.plain)}
        for label, _, player in nodes_of(found):
            if player is not players.get(label, player):
                raise Counterexample(
                    f"where the label is {label}, it is the turn of {player!r}; expected {players[label]!r}"
                )
    elif "children" in subject.keeps:
        _require_same_trees(found, tree.plain, kept={"turns"}, in_order=False)
    elif found.player is not tree.player:
        raise Counterexample(f"at the root, it is the turn of {found.player!r}; expected {tree.player!r}")


@law(times=2, tree=on_a_graph)
def sharing_changes_nothing(subject: StageSubject, tree: Sample) -> None:
    """``stage . share = share . stage = stage``: the same tree, with the same minimax value."""
    value, after = minimax(player=tree.player), subject.stage(tree.tree)
    found, plain = value(after), plain_of(after)
    for one in (subject.stage(share(tree.tree)), share(subject.stage(tree.tree))):
        if value(one) != found:
            raise Counterexample(f"the value is {found!r}, but {value(one)!r} with sharing")
        _require_same_trees(plain_of(one), plain, "with sharing, ")


@law(
    when=lambda subject: (subject.depth, subject.ordered_by, subject.width) != (None, None, None),
    times=4,
    tree=any_tree,
)
def it_is_as_claimed(subject: StageSubject, tree: Sample) -> None:
    """It keeps levels down to its depth, and children, the best first if they are ordered: ``prune depth``, ``take width``, ``sortOn key``."""
    every = "children" in subject.keeps or subject.width is not None or subject.depth is not None
    found, expected = plain_of(subject.stage(tree.tree)), _claimed(subject, tree.plain, subject.depth)
    said = "unlike what depth=, width= or ordered_by= claims, "
    _require_same_trees(found, expected, said, kept=subject.keeps, prefix=not every)


def _claimed(subject: StageSubject, plain: Plain, left: int | None) -> Plain:
    """Return the tree that a stage has to return, by what is claimed of it."""
    key, children = subject.ordered_by, plain.children
    if key is not None:
        children = tuple(sorted(children, key=lambda child: key(child.label), reverse=plain.player is Player.FIRST))
    kept = () if left == 0 else children[: subject.width]
    return plain._replace(children=tuple(_claimed(subject, child, left and left - 1) for child in kept))


def stage_laws(
    stage: AnyStage,
    *,
    keeps: Collection[str] = KEPT,
    looks: bool = False,
    player: Player | None = None,
    depth: int | None = None,
    ordered_by: Callable[[Any], Value] | None = None,
    width: int | None = None,
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of a stage: ``stageLaws :: Ord b => (Tree Integer -> Tree b) -> [Law]``.

    Args:
        stage: a function from a tree of whole numbers to a tree.
        keeps: what the stage keeps: ``value``, the minimax value; ``shape``, the number of children of each node;
            ``children``, the children of each node in any order; ``labels``, each on its level, though some may be
            missing; ``turns``, the player to move at the root and, with ``labels`` or ``children``, below it.
        looks: whether the stage computes labels to find the shape, as ``order_by`` does.
        player: the player to move at the root of the trees; by default, either.
        depth: the stage keeps the levels from 0 to this one, and nothing below.
        ordered_by: a function from a label to its value to the first player: children are best first for the player to
            move at their parent, and in their order before where values are equal. Unless all are kept, they are the
            first of these.
        width: how many children every node keeps, the first ones; with ``ordered_by``, the best ones.
        options: how the laws are run, as :class:`fpgames.testing.Options` says.

    Raises:
        ValueError: ``keeps`` names something else, or is a string, or contradicts another claim; a number is too small;
            an option is not as described.
        TypeError: an argument is of another type, or there is no such option.

    >>> from operator import neg
    >>> from fpgames import map_tree, prune
    >>> check_stage(map_tree(neg), keeps=["shape", "turns"])
    >>> stage_laws(prune(3), keeps=["labels"], depth=3)[-1]
    it_is_as_claimed

    See also: :func:`check_stage`, which runs them all.
    """
    require_a(Callable, stage, "a stage", "a function from a tree to a tree")
    require_a(Collection, keeps, "keeps", "a collection of names")
    unknown = {keeps} if isinstance(keeps, str) else set(keeps) - set(KEPT)
    if unknown:
        raise ValueError(f"a stage cannot keep {sorted(unknown)}; expected some of {', '.join(KEPT)}")
    require_a(Player | None, player, "player", "Player.FIRST or Player.SECOND")
    require_at_least(0, 0 if depth is None else depth, "keep a depth of {}")
    require_at_least(1, 1 if width is None else width, "keep a width of {}")
    require_a(Callable | None, ordered_by, "ordered_by", "a function from a label to its value")
    for name, claim in (("depth", depth), ("width", width)):
        if claim is not None and {"children", "shape"} & set(keeps):
            instead = 'say what it keeps, for example keeps=["labels", "turns"]'
            raise ValueError(f"a stage with {name}={claim} does not keep all children; {instead}")
    subject = StageSubject(stage, frozenset(keeps), looks, player, depth, ordered_by, width)
    return STAGE.laws(subject, named(stage), **options)


check_stage = make_check(stage_laws)
"""Run every law of a stage: ``checkStage = check . stageLaws``."""
