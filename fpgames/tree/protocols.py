"""Types for type checkers: trees, stages that keep the type of labels, and searches.

Note: a search is a type of this layer, because ``share | minimax`` is one, which the type of ``share`` has to say.
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
    """A node that can be drawn: a label, and children of the same kind.

    See also: :class:`fpgames.tree.unfolding.Tree`, which is one.
    """

    @property
    def label(self) -> A_co:
        """The label of the node."""
        ...

    @property
    def children(self) -> Iterable[Labelled[A_co]]:
        """The nodes directly below."""
        ...


class TreeLike(Labelled[A_co], Protocol[A_co]):
    """A tree as stages and searches see it: a label, children, and the player to move.

    See also: :class:`fpgames.tree.unfolding.Tree`, which is one.
    """

    @property
    def player(self) -> int | None:
        """The player to move at the root; None if the tree does not know."""
        ...


AnyTree = TypeVar("AnyTree", bound=TreeLike[object])


class SameTree(Protocol):
    """A stage for trees with labels of any type, which keeps the type.

    See also: :class:`fpgames.stage.Stage`, which composes in the same way.
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
        """Compose: this first, then the other."""
        ...

    def __ror__(self, function: Callable[[T], AnyTree], /) -> Stage[T, AnyTree]:
        """Compose: the other first, then this."""
        ...


class SharingStage(SameTree, Protocol):
    """A stage that shares equal nodes, with the option ``entries``.

    See also: :func:`fpgames.tree.sharing.share`.
    """

    @overload
    def __call__(self, tree: AnyTree, /) -> AnyTree: ...
    @overload
    def __call__(self, *, entries: int | None) -> SameTree: ...
    def __call__(self, *tree: object, **options: object) -> object:
        """Apply the stage to a tree; given an option instead, return the stage with that option."""
        ...


class Search(Protocol):
    """A search: a function from a tree of values to a value of the same type.

    See also: :func:`fpgames.search.values.maximise`; :class:`fpgames.search.options.SearchWithOptions`.
    """

    def __call__(self, tree: TreeLike[A], /) -> A:
        """Search a tree and return its value."""
        ...

    def __or__(self, function: Callable[[A], B], /) -> Stage[TreeLike[A], B]:
        """Compose: this first, then the function."""
        ...

    def __ror__(self, function: Callable[[B], TreeLike[A]], /) -> Stage[B, A]:
        """Compose: the function first, then this."""
        ...
