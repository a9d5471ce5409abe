"""Protocols for type checkers: trees, stages that keep the type of labels, and searches.

``Search`` is here, not in ``fpgames.search``, because ``share`` needs the type: ``share | minimax`` is a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar, overload

from fpgames.stage import Stage

__all__ = ["Labelled", "SameTree", "Search", "SharingStage", "TreeLike"]

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
B = TypeVar("B")
T = TypeVar("T")
V = TypeVar("V")


class Labelled(Protocol[A_co]):
    """A node that can be drawn: it has a label, and children that can be drawn.

    See also: :class:`fpgames.tree.unfolding.Tree`, which satisfies this protocol.
    """

    @property
    def label(self) -> A_co:
        """The label of the node."""
        ...

    @property
    def children(self) -> Iterable[Labelled[A_co]]:
        """The child nodes."""
        ...


class TreeLike(Labelled[A_co], Protocol[A_co]):
    """The attributes of a tree that stages and searches use: label, children, and the player to move.

    See also: :class:`fpgames.tree.unfolding.Tree`, which satisfies this protocol.
    """

    @property
    def player(self) -> int | None:
        """The player to move at the root; None if the tree does not know."""
        ...


AnyTree = TypeVar("AnyTree", bound=TreeLike[object])


class SameTree(Protocol):
    """A stage that takes a tree with labels of any type, and returns a tree with labels of the same type.

    See also: :class:`fpgames.stage.Stage`, which also composes with ``|``.
    """

    def __call__(self, tree: AnyTree, /) -> AnyTree:
        """Apply the stage to a tree."""
        ...

    @overload
    def __or__(self, function: SameTree, /) -> SameTree: ...  # type: ignore[overload-overlap]
    @overload
    def __or__(self, function: Search, /) -> Search: ...  # type: ignore[overload-overlap]
    @overload
    def __or__(self, function: Stage[T, V], /) -> Stage[T, V]: ...
    @overload
    def __or__(self, function: Callable[[T], V], /) -> Stage[T, V]: ...
    def __or__(self, function: object, /) -> object:
        """Compose: the result calls this stage first, then the function."""
        ...

    def __ror__(self, function: Callable[[T], AnyTree], /) -> Stage[T, AnyTree]:
        """Compose: the result calls the function first, then this stage."""
        ...


class SharingStage(SameTree, Protocol):
    """The type of :func:`~fpgames.tree.sharing.share`: a stage that also has the option ``entries``.

    See also: :func:`fpgames.tree.sharing.share`.
    """

    @overload
    def __call__(self, tree: AnyTree, /) -> AnyTree: ...
    @overload
    def __call__(self, *, entries: int | None) -> SameTree: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Return the tree with sharing. If called with ``entries`` and no tree, return the stage with this option."""
        ...


class Search(Protocol):
    """A search: a function from a tree of values to one value of the labels' type.

    See also: :func:`fpgames.search.values.maximise`; :class:`fpgames.search.options.SearchWithOptions`.
    """

    def __call__(self, tree: TreeLike[A], /) -> A:
        """Return the value that the search finds for a tree."""
        ...

    def __or__(self, function: Callable[[A], B], /) -> Stage[TreeLike[A], B]:
        """Compose: the result calls this search first, then the function."""
        ...

    def __ror__(self, function: Callable[[B], TreeLike[A]], /) -> Stage[B, A]:
        """Compose: the result calls the function first, then this search."""
        ...
