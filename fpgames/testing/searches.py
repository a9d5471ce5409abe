"""Laws of stages, which make a tree of a tree, and of searches, which make a value of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import product
from typing import Any, NamedTuple

from hypothesis import strategies as st

from fpgames.minimax import Scored, maximise, minimax
from fpgames.rose import Tree, node
from fpgames.rules import Player
from fpgames.testing.strategies import labelled_trees, trees_in_turns, trees_of_graphs, with_player
from fpgames.testing.suite import Broken, Law, Suite, check, named
from fpgames.tree import share, unshared
from fpgames.walks import draw_tree, levels, size

__all__ = ["check_search", "check_stage", "search_laws", "stage_laws"]

AnyTree = Tree[Any]

KEPT = ("children", "labels", "shape", "turns", "value")
MOST_NODES = 100  # of an infinite tree, asked for before somebody looks


class Stage(NamedTuple):
    """What the laws of a stage are stated of."""

    stage: Callable[[AnyTree], AnyTree]
    keeps: frozenset[str]
    looks: bool


class Search(NamedTuple):
    """What the laws of a search are stated of."""

    search: Callable[[AnyTree], Any]
    player: Player
    alternates: bool
    deep: bool
    looks: bool
    numbers: bool


def _begins(subject: Stage | Search) -> Player:
    """The player to move at the root of the trees that are drawn."""
    return subject.player if isinstance(subject, Search) else Player.FIRST


def labelled(subject: Stage | Search) -> st.SearchStrategy[AnyTree]:
    """Trees in which players alternate."""
    return labelled_trees(_begins(subject))


def in_turns(subject: Stage | Search) -> st.SearchStrategy[AnyTree]:
    """Trees in which either player may be to move at any node below the root."""
    return trees_in_turns(_begins(subject))


def on_a_graph(subject: Stage | Search) -> st.SearchStrategy[AnyTree]:
    """Trees in which positions stand at several places."""
    return trees_of_graphs(_begins(subject))


STAGE: Suite[Stage] = Suite()
SEARCH: Suite[Search] = Suite()


class Watched:
    """A tree that counts what is asked of it, and refuses when that is too much.

    Args:
        tree: the tree.
        most: nodes whose children may be asked for.
    """

    def __init__(self, tree: AnyTree, most: float = float("inf")) -> None:
        self.labels: list[tuple[int, ...]] = []  # whose they are, by the way from the root
        self.asked = 0
        self.most = most
        self.tree = self._watched(tree, ())

    def _watched(self, tree: AnyTree, way: tuple[int, ...]) -> AnyTree:
        def label() -> object:
            self.labels.append(way)
            return tree.label

        def children() -> Iterator[AnyTree]:
            self.asked += 1
            if self.asked > self.most:
                raise Broken(f"the children of more than {self.most} nodes were asked for, and nobody had looked there")
            return (self._watched(child, (*way, n)) for n, child in enumerate(tree.children))

        return Tree(label, children, player=tree.player)


def written(tree: AnyTree) -> Any:
    """All of a finite tree, as tuples."""
    return tree.label, tuple(map(written, tree.children))


def _naturals(n: int) -> AnyTree:
    return Tree(lambda: n, lambda: map(_naturals, (2 * n, 2 * n + 1)), player=Player.FIRST if n == 1 else None)


def _drawn(tree: AnyTree) -> str:
    return f"the tree\n{draw_tree(tree)}"


@STAGE.law()
def it_does_nothing_until_somebody_looks(subject: Stage) -> None:
    """``stage undefined`` is a tree."""
    watched = Watched(_naturals(1), MOST_NODES)
    subject.stage(watched.tree)
    if watched.asked or watched.labels:
        said = f"{len(watched.labels)} labels and the children of {watched.asked} nodes were asked for"
        raise Broken(f"{said} when the stage was applied, and nobody had looked at the tree")


@STAGE.law()
def it_looks_no_further_than_it_is_asked(subject: Stage) -> None:
    """``take 1 (children (stage naturals))`` is found, of an infinite tree."""
    watched = Watched(_naturals(1), MOST_NODES)
    tree = subject.stage(watched.tree)
    first = next(tree.children, None)
    if not subject.looks and watched.asked > 2:
        raise Broken(f"for the first child, the children of {watched.asked} nodes were asked for")
    _ = tree.label, first and first.label


@STAGE.law(tree=labelled)
def it_is_a_function(subject: Stage, tree: AnyTree) -> None:
    """``stage t = stage t``, and ``t`` is what it was."""
    before = written(tree)
    once, again = written(subject.stage(tree)), written(subject.stage(tree))
    if once != again:
        raise Broken(f"{_drawn(tree)}\nbecame\n{once}\nand then\n{again}")
    if written(tree) != before:
        raise Broken(f"the tree\n{before}\nis now\n{written(tree)}")


@STAGE.law(tree=labelled)
def it_is_walked_twice_the_same(subject: Stage, tree: AnyTree) -> None:
    """``let t' = stage t in t' = t'``, whoever walks it."""
    after = subject.stage(tree)
    if written(after) != written(after):
        raise Broken(f"the same result was walked twice and differed, of {_drawn(tree)}")


@STAGE.law(when=lambda subject: not subject.looks, tree=labelled)
def labels_wait_until_they_are_asked_for(subject: Stage, tree: AnyTree) -> None:
    """``size (stage t)`` is found without any label."""
    watched = Watched(tree)
    size(subject.stage(watched.tree))
    if watched.labels:
        raise Broken(f"{len(watched.labels)} labels were computed when only the shape was asked for, of {_drawn(tree)}")


@STAGE.law(when=lambda subject: "value" in subject.keeps, tree=labelled)
def it_keeps_the_value(subject: Stage, tree: AnyTree) -> None:
    """``maximise . stage = maximise``."""
    found, value = maximise(subject.stage(tree)), maximise(tree)
    if found != value:
        raise Broken(f"the value is {value!r}, and after the stage {found!r}, of {_drawn(tree)}")


@STAGE.law(when=lambda subject: "shape" in subject.keeps, tree=labelled)
def it_keeps_the_shape(subject: Stage, tree: AnyTree) -> None:
    """``void . stage = void``: as many children everywhere."""
    if _shape(subject.stage(tree)) != _shape(tree):
        raise Broken(f"{_drawn(tree)}\nbecame\n{draw_tree(subject.stage(tree))}")


def _shape(tree: AnyTree) -> Any:
    return tuple(map(_shape, tree.children))


@STAGE.law(when=lambda subject: "labels" in subject.keeps, tree=labelled)
def it_keeps_the_labels(subject: Stage, tree: AnyTree) -> None:
    """Every level of ``stage t`` has labels of the same level of ``t``, none more often."""
    before = [Counter(level) for level in levels(tree)]
    for depth, level in enumerate(levels(subject.stage(tree))):
        if depth >= len(before) or Counter(level) - before[depth]:
            raise Broken(f"level {depth} has the labels {level!r}, of {_drawn(tree)}")


@STAGE.law(when=lambda subject: "children" in subject.keeps, tree=labelled)
def it_keeps_the_children(subject: Stage, tree: AnyTree) -> None:
    """Every node of ``stage t`` has the same children, in some order; with their labels, if it keeps those."""
    labels = "labels" in subject.keeps
    if _in_any_order(subject.stage(tree), labels) != _in_any_order(tree, labels):
        raise Broken(f"{_drawn(tree)}\nbecame\n{draw_tree(subject.stage(tree))}")


def _in_any_order(tree: AnyTree, labels: bool) -> Any:
    return tree.label if labels else 0, sorted(_in_any_order(child, labels) for child in tree.children)


@STAGE.law(when=lambda subject: "turns" in subject.keeps, tree=in_turns)
def it_keeps_whose_turn_it_is(subject: Stage, tree: AnyTree) -> None:
    """``player (stage t) = player t``, and so for the children, in some order, if it keeps them."""
    after = subject.stage(tree)
    if after.player is not tree.player:
        raise Broken(f"at the root it was the turn of {tree.player!r}, and after the stage of {after.player!r}")
    if "children" in subject.keeps and _turns(after) != _turns(tree):
        raise Broken(f"below the root it is another's turn than before, of {_drawn(tree)}")


def _turns(tree: AnyTree) -> Any:
    return tree.player, sorted(_turns(child) for child in tree.children)


@STAGE.law(times=3, tree=on_a_graph)
def sharing_changes_nothing(subject: Stage, tree: AnyTree) -> None:
    """``maximise . stage . share = maximise . share . stage = maximise . stage``."""
    found = maximise(subject.stage(tree))
    for shared in (subject.stage(share(tree)), share(subject.stage(tree))):
        if maximise(shared) != found:
            raise Broken(f"the value is {found!r}, and of the shared tree {maximise(shared)!r}, of {_drawn(tree)}")


def stage_laws(stage: Callable[[AnyTree], AnyTree], *, keeps: Collection[str] = KEPT, looks: bool = False) -> list[Law]:
    """The laws of a stage: ``stageLaws :: (Tree a -> Tree b) -> [Law]``.

    Args:
        stage: a function of trees of whole numbers.
        keeps: what it keeps of them: their ``value``; their ``shape``; their ``children``, in any order; their ``labels``,
            or some of them; whose ``turns`` it is at each node.
        looks: whether it looks at labels to know the shape, as ``order_by`` does.

    Raises:
        ValueError: it is to keep something else.

    >>> from fpgames.tree import prune
    >>> stage_laws(prune(3), keeps=["labels"])[-2]
    it_keeps_the_labels

    See also: :func:`check_stage`, which runs them all.
    """
    unknown = {keeps} if isinstance(keeps, str) else set(keeps) - set(KEPT)
    if unknown:
        raise ValueError(f"a stage cannot keep {sorted(unknown)}; expected some of {', '.join(KEPT)}")
    return STAGE.laws(Stage(stage, frozenset(keeps), looks), named(stage))


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
    >>> from fpgames.tree import map_tree
    >>> check_stage(map_tree(neg), keeps=["shape", "turns"])

    See also: :func:`check_search`.
    """
    check(named(stage), stage_laws(stage, keeps=keeps, looks=looks))


@SEARCH.law(times=3, tree=labelled)
def it_finds_the_value(subject: Search, tree: AnyTree) -> None:
    """``search = minimax``."""
    _find_the_value(subject, tree)


@SEARCH.law(when=lambda subject: not subject.alternates, tree=in_turns)
def it_asks_the_tree_whose_turn_it_is(subject: Search, tree: AnyTree) -> None:
    """``search = minimax``, also where a player moves twice in a row."""
    _find_the_value(subject, tree)


@SEARCH.law(times=3, tree=on_a_graph)
def it_finds_the_value_of_a_shared_tree(subject: Search, tree: AnyTree) -> None:
    """``search . share = minimax``."""
    _find_the_value(subject, share(tree))


def _find_the_value(subject: Search, tree: AnyTree) -> None:
    found, value = subject.search(tree), minimax(unshared(tree))
    if found != value:
        raise Broken(f"it returns {found!r}; the value is {value!r}, of {_drawn(tree)}")


@SEARCH.law(when=lambda subject: not subject.looks, tree=labelled)
def it_asks_for_no_leaf_twice(subject: Search, tree: AnyTree) -> None:
    """Each leaf's label is computed once at most, and so ``count search t <= length (leaves t)``."""
    watched = Watched(tree)
    subject.search(watched.tree)
    for way, times in Counter(watched.labels).items():
        if times > 1:
            raise Broken(f"it asked {times} times for the label of the node {way}, of {_drawn(tree)}")


@SEARCH.law(when=lambda subject: not subject.looks, tree=labelled)
def it_asks_for_labels_of_leaves_only(subject: Search, tree: AnyTree) -> None:
    """``static`` never runs on an inner node."""
    watched = Watched(tree)
    subject.search(watched.tree)
    for way in watched.labels:
        found = tree
        for n in way:
            found = [*found.children][n]
        if next(found.children, None) is not None:
            raise Broken(f"it asked for the label of the inner node {way}, of {_drawn(tree)}")


@SEARCH.law(when=lambda subject: not subject.numbers, tree=labelled)
def it_finds_the_first_of_the_best_moves(subject: Search, tree: AnyTree) -> None:
    """Of labels equal in value, the first of the root's best children has the answer below it."""
    found = subject.search(_scored(tree, ()))
    expected = minimax(_scored(tree, ()))
    if found.line[:1] != expected.line[:1]:
        raise Broken(
            f"it goes to child {found.line[:1]}; the first of the best is {expected.line[:1]}, of {_drawn(tree)}"
        )


def _scored(tree: AnyTree, line: tuple[int, ...]) -> AnyTree:
    children = (_scored(child, (*line, n)) for n, child in enumerate(tree.children))
    return node(Scored(tree.label, line), children, player=tree.player)


@SEARCH.law(when=lambda subject: subject.deep)
def it_cuts_as_deep_as_can_be(subject: Search) -> None:
    """Of a tree of d levels and b children, best first, it asks for ``b^ceiling(d/2) + b^floor(d/2) - 1`` leaves."""
    for (d, b), worse in product(((2, 3), (3, 3), (4, 3), (5, 2), (6, 2)), (1, 0)):
        full = _best_first(b, d, worse if subject.player is Player.SECOND else -worse, 0)
        watched = Watched(with_player(subject.player, full))
        subject.search(watched.tree)
        fewest = b ** ((d + 1) // 2) + b ** (d // 2) - 1
        if watched.asked > fewest * (d + 1):
            raise Broken(f"of {b}^{d} leaves, best first, it asked for the children of {watched.asked} nodes")
        if len(watched.labels) != fewest:
            raise Broken(f"of {b}^{d} leaves, best first, it asked for {len(watched.labels)}; {fewest} are enough")


def _best_first(b: int, depth: int, worse: int, value: int) -> AnyTree:
    """A tree of this value whose first child is the best everywhere; the others are worse, or as good if that is 0."""
    if not depth:
        return node(value)
    return Tree(lambda: value, lambda: (_best_first(b, depth - 1, -worse, value + worse * (n > 0)) for n in range(b)))


def search_laws(
    search: Callable[[AnyTree], Any],
    *,
    player: Player = Player.FIRST,
    alternates: bool = False,
    deep: bool = False,
    looks: bool = False,
    numbers: bool = False,
) -> list[Law]:
    """The laws of a search: ``searchLaws :: Ord a => (Tree a -> a) -> [Law]``.

    Args:
        search: a function of trees of ordered labels.
        player: who moves at the root of the trees.
        alternates: whether the search takes it for granted that players alternate, and promises nothing where they do not.
        deep: whether its bounds reach all levels, as those of alpha-beta with a window do.
        looks: whether it looks at labels for another reason than to have a leaf's value, to order moves, say.
        numbers: whether labels must be numbers, as for negamax.

    >>> search_laws(maximise)[0]
    it_finds_the_value

    See also: :func:`check_search`, which runs them all.

    Source: the fewest leaves, Knuth and Moore 1975 (doi:10.1016/0004-3702(75)90019-3).
    """
    return SEARCH.laws(Search(search, player, alternates, deep, looks, numbers), named(search))


def check_search(
    search: Callable[[AnyTree], Any],
    *,
    player: Player = Player.FIRST,
    alternates: bool = False,
    deep: bool = False,
    looks: bool = False,
    numbers: bool = False,
) -> None:
    """Run every law of a search: it is minimax, by fewer leaves.

    ``mapM_ check (search_laws search)``

    Args:
        search: a function of trees of ordered labels.
        player: who moves at the root of the trees.
        alternates: whether the search takes it for granted that players alternate, and promises nothing where they do not.
        deep: whether its bounds reach all levels.
        looks: whether it looks at labels for another reason than to have a leaf's value.
        numbers: whether labels must be numbers.

    Raises:
        LawsBroken: laws do not hold.

    >>> from fpgames.alphabeta import alpha_beta
    >>> check_search(alpha_beta, deep=True)

    See also: :func:`check_stage`.
    """
    check(
        named(search),
        search_laws(search, player=player, alternates=alternates, deep=deep, looks=looks, numbers=numbers),
    )
