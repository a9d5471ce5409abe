"""Laws of stages, which make a tree of a tree."""

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
from fpgames.testing.watched_trees import AnyTree, Watched, in_words, naturals, written
from fpgames.tree.folds import levels, size
from fpgames.tree.sharing import share

__all__ = ["check_stage", "stage_laws"]


KEPT = ("children", "labels", "shape", "turns", "value")
MOST_NODES = 100  # of an infinite tree, asked for before somebody looks


class StageSubject(NamedTuple):
    """What the laws of a stage are stated of."""

    stage: Callable[[AnyTree], AnyTree]
    keeps: frozenset[str]
    looks: bool


STAGE: Suite[StageSubject] = Suite()


def labelled(_: StageSubject) -> st.SearchStrategy[AnyTree]:
    """Trees in which players alternate."""
    return labelled_trees(Player.FIRST)


def in_turns(_: StageSubject) -> st.SearchStrategy[AnyTree]:
    """Trees in which either player may be to move at any node below the root."""
    return trees_in_turns(Player.FIRST)


def on_a_graph(_: StageSubject) -> st.SearchStrategy[AnyTree]:
    """Trees in which positions stand at several places."""
    return trees_of_graphs(Player.FIRST)


@STAGE.law()
def it_does_nothing_until_somebody_looks(subject: StageSubject) -> None:
    """``stage undefined`` is a tree."""
    watched = Watched(naturals(1), MOST_NODES)
    subject.stage(watched.tree)
    if watched.asked or watched.labels:
        said = f"{len(watched.labels)} labels and the children of {watched.asked} nodes were asked for"
        raise Broken(f"{said} when the stage was applied, and nobody had looked at the tree")


@STAGE.law()
def it_looks_no_further_than_it_is_asked(subject: StageSubject) -> None:
    """``take 1 (children (stage naturals))`` is found, of an infinite tree."""
    watched = Watched(naturals(1), MOST_NODES)
    tree = subject.stage(watched.tree)
    first = next(tree.children, None)
    if not subject.looks and watched.asked > 2:
        raise Broken(f"for the first child, the children of {watched.asked} nodes were asked for")
    _ = tree.label, first and first.label


@STAGE.law(tree=labelled)
def it_is_a_function(subject: StageSubject, tree: AnyTree) -> None:
    """``stage t = stage t``, and ``t`` is what it was."""
    before = written(tree)
    once, again = written(subject.stage(tree)), written(subject.stage(tree))
    if once != again:
        raise Broken(f"{in_words(tree)}\nbecame\n{once}\nand then\n{again}")
    if written(tree) != before:
        raise Broken(f"the tree\n{before}\nis now\n{written(tree)}")


@STAGE.law(tree=labelled)
def it_is_walked_twice_the_same(subject: StageSubject, tree: AnyTree) -> None:
    """``let t' = stage t in t' = t'``, whoever walks it."""
    after = subject.stage(tree)
    if written(after) != written(after):
        raise Broken(f"the same result was walked twice and differed, of {in_words(tree)}")


@STAGE.law(when=lambda subject: not subject.looks, tree=labelled)
def labels_wait_until_they_are_asked_for(subject: StageSubject, tree: AnyTree) -> None:
    """``size (stage t)`` is found without any label."""
    watched = Watched(tree)
    size(subject.stage(watched.tree))
    if watched.labels:
        raise Broken(
            f"{len(watched.labels)} labels were computed when only the shape was asked for, of {in_words(tree)}"
        )


@STAGE.law(when=lambda subject: "value" in subject.keeps, tree=labelled)
def it_keeps_the_value(subject: StageSubject, tree: AnyTree) -> None:
    """``maximise . stage = maximise``."""
    found, value = maximise(subject.stage(tree)), maximise(tree)
    if found != value:
        raise Broken(f"the value is {value!r}, and after the stage {found!r}, of {in_words(tree)}")


@STAGE.law(when=lambda subject: "shape" in subject.keeps, tree=labelled)
def it_keeps_the_shape(subject: StageSubject, tree: AnyTree) -> None:
    """``void . stage = void``: as many children everywhere."""
    if _shape(subject.stage(tree)) != _shape(tree):
        raise Broken(f"{in_words(tree)}\nbecame\n{draw_tree(subject.stage(tree))}")


def _shape(tree: AnyTree) -> Any:
    return tuple(map(_shape, tree.children))


@STAGE.law(when=lambda subject: "labels" in subject.keeps, tree=labelled)
def it_keeps_the_labels(subject: StageSubject, tree: AnyTree) -> None:
    """Every level of ``stage t`` has labels of the same level of ``t``, none more often."""
    before = [Counter(level) for level in levels(tree)]
    for depth, level in enumerate(levels(subject.stage(tree))):
        if depth >= len(before) or Counter(level) - before[depth]:
            raise Broken(f"level {depth} has the labels {level!r}, of {in_words(tree)}")


@STAGE.law(when=lambda subject: "children" in subject.keeps, tree=labelled)
def it_keeps_the_children(subject: StageSubject, tree: AnyTree) -> None:
    """Every node of ``stage t`` has the same children, in some order; with their labels, if it keeps those."""
    labels = "labels" in subject.keeps
    if _in_any_order(subject.stage(tree), labels) != _in_any_order(tree, labels):
        raise Broken(f"{in_words(tree)}\nbecame\n{draw_tree(subject.stage(tree))}")


def _in_any_order(tree: AnyTree, labels: bool) -> Any:
    return tree.label if labels else 0, sorted(_in_any_order(child, labels) for child in tree.children)


@STAGE.law(when=lambda subject: "turns" in subject.keeps, tree=in_turns)
def it_keeps_whose_turn_it_is(subject: StageSubject, tree: AnyTree) -> None:
    """``player (stage t) = player t``, and so for the children, in some order, if it keeps them."""
    after = subject.stage(tree)
    if after.player is not tree.player:
        raise Broken(f"at the root it was the turn of {tree.player!r}, and after the stage of {after.player!r}")
    if "children" in subject.keeps and _turns(after) != _turns(tree):
        raise Broken(f"below the root it is another's turn than before, of {in_words(tree)}")


def _turns(tree: AnyTree) -> Any:
    return tree.player, sorted(_turns(child) for child in tree.children)


@STAGE.law(times=3, tree=on_a_graph)
def sharing_changes_nothing(subject: StageSubject, tree: AnyTree) -> None:
    """``maximise . stage . share = maximise . share . stage = maximise . stage``."""
    found = maximise(subject.stage(tree))
    for shared in (subject.stage(share(tree)), share(subject.stage(tree))):
        if maximise(shared) != found:
            raise Broken(f"the value is {found!r}, and of the shared tree {maximise(shared)!r}, of {in_words(tree)}")


def stage_laws(stage: Callable[[AnyTree], AnyTree], *, keeps: Collection[str] = KEPT, looks: bool = False) -> list[Law]:
    """The laws of a stage: ``stageLaws :: (Tree a -> Tree b) -> [Law]``.

    Args:
        stage: a function of trees of whole numbers.
        keeps: what it keeps of them: their ``value``; their ``shape``; their ``children``, in any order; their ``labels``,
            or some of them; whose ``turns`` it is at each node.
        looks: whether it looks at labels to know the shape, as ``order_by`` does.

    Raises:
        ValueError: it is to keep something else.

    >>> from fpgames import prune
    >>> stage_laws(prune(3), keeps=["labels"])[-2]
    it_keeps_the_labels

    See also: :func:`check_stage`, which runs them all.
    """
    unknown = {keeps} if isinstance(keeps, str) else set(keeps) - set(KEPT)
    if unknown:
        raise ValueError(f"a stage cannot keep {sorted(unknown)}; expected some of {', '.join(KEPT)}")
    return STAGE.laws(StageSubject(stage, frozenset(keeps), looks), named(stage))


def check_stage(stage: Callable[[AnyTree], AnyTree], *, keeps: Collection[str] = KEPT, looks: bool = False) -> None:
    """Run every law of a stage: it is lazy, it is a function, and it keeps what it says it keeps.

    ``mapM_ check (stage_laws stage)``

    Args:
        stage: a function of trees of whole numbers.
        keeps: what it keeps of them, as for :func:`stage_laws`.
        looks: whether it looks at labels to know the shape.

    Raises:
        LawsBroken: laws do not hold.

    >>> from operator import neg
    >>> from fpgames import map_tree
    >>> check_stage(map_tree(neg), keeps=["shape", "turns"])

    See also: :func:`fpgames.testing.check_search`.
    """
    check(named(stage), stage_laws(stage, keeps=keeps, looks=looks))
