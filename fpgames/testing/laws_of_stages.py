"""Laws of stages: functions from a tree to a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from hypothesis import strategies as st

from fpgames.draw.plain_text import draw_tree
from fpgames.rules import Player
from fpgames.search.values import maximise
from fpgames.testing.suite import Broken, Law, Suite, check, named
from fpgames.testing.tree_strategies import labelled_trees, trees_in_turns, trees_of_graphs
from fpgames.testing.watched_trees import TreeOfAny, Watched, in_words, naturals, written
from fpgames.tree.folds import levels, size
from fpgames.tree.sharing import share

__all__ = ["check_stage", "stage_laws"]


KEPT = ("children", "labels", "shape", "turns", "value")
MOST_NODES = 100  # visited in an infinite tree before its walk counts as endless


class StageSubject(NamedTuple):
    """The subject of the laws of a stage: the stage, and what is known about it."""

    stage: Callable[[TreeOfAny], TreeOfAny]
    keeps: frozenset[str]
    looks: bool


STAGE: Suite[StageSubject] = Suite()


def labelled(_: StageSubject) -> st.SearchStrategy[TreeOfAny]:
    """Draw trees in which players alternate."""
    return labelled_trees(Player.FIRST)


def in_turns(_: StageSubject) -> st.SearchStrategy[TreeOfAny]:
    """Draw trees in which either player may be to move at any node below the root."""
    return trees_in_turns(Player.FIRST)


def on_a_graph(_: StageSubject) -> st.SearchStrategy[TreeOfAny]:
    """Draw trees in which a position may occur at several places."""
    return trees_of_graphs(Player.FIRST)


@STAGE.law()
def it_does_nothing_until_it_is_walked(subject: StageSubject) -> None:
    """``stage t`` visits no node and computes no label before it is walked."""
    watched = Watched(naturals(1), MOST_NODES)
    subject.stage(watched.tree)
    if watched.asked or watched.labels:
        said = f"{len(watched.labels)} labels and the children of {watched.asked} nodes were computed"
        raise Broken(f"{said} when the stage was applied, before its result was walked")


@STAGE.law()
def it_walks_no_further_than_it_is_asked_to(subject: StageSubject) -> None:
    """``take 1 (children (stage naturals))`` ends, although the tree ``naturals`` is infinite."""
    watched = Watched(naturals(1), MOST_NODES)
    tree = subject.stage(watched.tree)
    first = next(tree.children, None)
    if not subject.looks and watched.asked > 2:
        raise Broken(f"to find the first child, the children of {watched.asked} nodes were computed")
    _ = tree.label, first and first.label


@STAGE.law(tree=labelled)
def it_is_a_function(subject: StageSubject, tree: TreeOfAny) -> None:
    """``stage t = stage t``, and ``t`` does not change."""
    before = written(tree)
    once, again = written(subject.stage(tree)), written(subject.stage(tree))
    if once != again:
        raise Broken(f"{in_words(tree)}\nbecame\n{once}\nand then\n{again}")
    if written(tree) != before:
        raise Broken(f"the tree\n{before}\nis now\n{written(tree)}")


@STAGE.law(tree=labelled)
def it_is_walked_twice_the_same(subject: StageSubject, tree: TreeOfAny) -> None:
    """``let t' = stage t in t' = t'``: two walks of one result find the same."""
    after = subject.stage(tree)
    if written(after) != written(after):
        raise Broken(f"two walks of the same result differed, for {in_words(tree)}")


@STAGE.law(when=lambda subject: not subject.looks, tree=labelled)
def labels_wait_until_they_are_asked_for(subject: StageSubject, tree: TreeOfAny) -> None:
    """``size (stage t)`` computes no label."""
    watched = Watched(tree)
    size(subject.stage(watched.tree))
    if watched.labels:
        raise Broken(f"{len(watched.labels)} labels were computed to find the size alone, for {in_words(tree)}")


@STAGE.law(when=lambda subject: "value" in subject.keeps, tree=labelled)
def it_keeps_the_value(subject: StageSubject, tree: TreeOfAny) -> None:
    """``maximise . stage = maximise``."""
    found, value = maximise(subject.stage(tree)), maximise(tree)
    if found != value:
        raise Broken(f"the value is {value!r}, and after the stage {found!r}, for {in_words(tree)}")


@STAGE.law(when=lambda subject: "shape" in subject.keeps, tree=labelled)
def it_keeps_the_shape(subject: StageSubject, tree: TreeOfAny) -> None:
    """``void . stage = void``: every node has as many children as before."""
    if _shape(subject.stage(tree)) != _shape(tree):
        raise Broken(f"{in_words(tree)}\nbecame\n{draw_tree(subject.stage(tree))}")


def _shape(tree: TreeOfAny) -> Any:
    return tuple(map(_shape, tree.children))


@STAGE.law(when=lambda subject: "labels" in subject.keeps, tree=labelled)
def it_keeps_the_labels(subject: StageSubject, tree: TreeOfAny) -> None:
    """Every level of ``stage t`` has only labels of the same level of ``t``, none of them more often."""
    before = [Counter(level) for level in levels(tree)]
    for depth, level in enumerate(levels(subject.stage(tree))):
        if depth >= len(before) or Counter(level) - before[depth]:
            raise Broken(f"level {depth} has the labels {level!r} after the stage, for {in_words(tree)}")


@STAGE.law(when=lambda subject: "children" in subject.keeps, tree=labelled)
def it_keeps_the_children(subject: StageSubject, tree: TreeOfAny) -> None:
    """Every node of ``stage t`` has the children it has in ``t``, in any order, and their labels if labels are kept."""
    labels = "labels" in subject.keeps
    if _in_any_order(subject.stage(tree), labels) != _in_any_order(tree, labels):
        raise Broken(f"{in_words(tree)}\nbecame\n{draw_tree(subject.stage(tree))}")


def _in_any_order(tree: TreeOfAny, labels: bool) -> Any:
    return tree.label if labels else 0, sorted(_in_any_order(child, labels) for child in tree.children)


@STAGE.law(when=lambda subject: "turns" in subject.keeps, tree=in_turns)
def it_keeps_whose_turn_it_is(subject: StageSubject, tree: TreeOfAny) -> None:
    """``player (stage t) = player t``, and so below the root, in any order, if the children are kept."""
    after = subject.stage(tree)
    if after.player is not tree.player:
        raise Broken(f"at the root it was the turn of {tree.player!r}, and after the stage, of {after.player!r}")
    if "children" in subject.keeps and _turns(after) != _turns(tree):
        raise Broken(f"below the root, the players to move are not the same as before, for {in_words(tree)}")


def _turns(tree: TreeOfAny) -> Any:
    return tree.player, sorted(_turns(child) for child in tree.children)


@STAGE.law(times=3, tree=on_a_graph)
def sharing_changes_nothing(subject: StageSubject, tree: TreeOfAny) -> None:
    """``maximise . stage . share = maximise . share . stage = maximise . stage``."""
    found = maximise(subject.stage(tree))
    for shared in (subject.stage(share(tree)), share(subject.stage(tree))):
        if maximise(shared) != found:
            raise Broken(f"the value is {found!r}, but {maximise(shared)!r} with sharing, for {in_words(tree)}")


def stage_laws(
    stage: Callable[[TreeOfAny], TreeOfAny], *, keeps: Collection[str] = KEPT, looks: bool = False
) -> list[Law]:
    """Return the laws of a stage: ``stageLaws :: Ord b => (Tree Integer -> Tree b) -> [Law]``.

    Args:
        stage: a function from a tree of whole numbers to a tree.
        keeps: what the stage keeps: ``value``, the minimax value; ``shape``, the number of children of each node;
            ``children``, the children of each node in any order; ``labels``, each on its level, though some may be
            missing; ``turns``, the player to move at the root and, with ``children``, at every node.
        looks: whether the stage computes labels to find the shape, as ``order_by`` does.

    Raises:
        ValueError: ``keeps`` names something else, or is a string.

    >>> from fpgames import prune
    >>> stage_laws(prune(3), keeps=["labels"])[-2]
    it_keeps_the_labels

    See also: :func:`check_stage`, which runs them all.
    """
    unknown = {keeps} if isinstance(keeps, str) else set(keeps) - set(KEPT)
    if unknown:
        raise ValueError(f"a stage cannot keep {sorted(unknown)}; expected some of {', '.join(KEPT)}")
    return STAGE.laws(StageSubject(stage, frozenset(keeps), looks), named(stage))


def check_stage(stage: Callable[[TreeOfAny], TreeOfAny], *, keeps: Collection[str] = KEPT, looks: bool = False) -> None:
    """Run every law of a stage: it is lazy, it is a function, and it keeps what ``keeps`` names.

    ``checkStage :: Ord b => (Tree Integer -> Tree b) -> IO ()``

    Args:
        stage: a function from a tree of whole numbers to a tree.
        keeps: what the stage keeps, as for :func:`stage_laws`.
        looks: whether the stage computes labels to find the shape.

    Raises:
        LawsBroken: some laws do not hold; the message shows a counterexample to each.

    >>> from operator import neg
    >>> from fpgames import map_tree
    >>> check_stage(map_tree(neg), keeps=["shape", "turns"])

    See also: :func:`fpgames.testing.check_search`.
    """
    check(named(stage), stage_laws(stage, keeps=keeps, looks=looks))
