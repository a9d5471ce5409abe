"""Stages: functions that wait for their last argument, and compose with ``|``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import signature
from operator import attrgetter, itemgetter, methodcaller
from types import BuiltinMethodType, MethodType, MethodWrapperType
from typing import Any, Generic, Protocol, TypeVar, overload

__all__ = [
    "Bare", "Labelled", "SameTree", "Search", "SharingStage", "Stage", "TreeLike",
]  # fmt: skip

T_contra = TypeVar("T_contra", contravariant=True)
U_co = TypeVar("U_co", covariant=True)
T = TypeVar("T")
V = TypeVar("V")
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
B = TypeVar("B")
F = TypeVar("F", bound=Callable[..., object])


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


AnyTree = TypeVar("AnyTree", bound=TreeLike[Any])


class SameTree(Protocol):
    """A stage for trees with labels of any type, which keeps the type.

    See also: :class:`Stage`, which composes in the same way.
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


@dataclass(frozen=True, repr=False, eq=False)
class Stage(Generic[T_contra, U_co]):
    """A function that waits for its last argument: ``prune(5)`` waits for a tree.

    ``(f | g)(x) = g(f(x))``, ``f | (g | h) = (f | g) | h``

    A stage composes with any function on either side. Two stages are equal if they have the same function and equal
    arguments; compositions are equal however they are bracketed. A stage can be pickled if its function and its
    arguments can.

    Args:
        function: the function to call.
        given: the arguments that come before the last one.
        options: the keyword arguments, as pairs of a name and a value.

    >>> from fpgames import maximise, prune
    >>> prune(5) | maximise
    prune(5) | maximise
    >>> prune(5) | (abs | prune(3)) == (prune(5) | abs) | prune(3)
    True

    See also: :class:`Bare`, a stage that lacks nothing but its last argument.
    """

    function: Callable[..., U_co]
    given: tuple[Any, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    def __call__(self, argument: T_contra, /) -> U_co:
        """Call the function with its last argument."""
        function = self.function.function if isinstance(self.function, Bare) else self.function
        return function(*self.given, argument, **dict(self.options))

    @property
    def parts(self) -> tuple[Callable[..., Any], ...]:
        """The functions that a composition calls, in order; for any other stage, the stage itself.

        >>> from fpgames import prune
        >>> (prune(5) | abs | prune(3)).parts
        (prune(5), <built-in function abs>, prune(3))
        """
        return self.given if self.function is _in_turn else (self,)

    @overload
    def __or__(self: Stage[T, AnyTree], function: SameTree, /) -> Stage[T, AnyTree]: ...
    @overload
    def __or__(self, function: Stage[U_co, V], /) -> Stage[T_contra, V]: ...
    @overload
    def __or__(self, function: Callable[[U_co], V], /) -> Stage[T_contra, V]: ...
    def __or__(self, function: object, /) -> object:
        """Compose: this first, then the function."""
        return _composed(self, function)

    def __ror__(self, function: Callable[[V], T_contra], /) -> Stage[V, U_co]:
        """Compose: the function first, then this."""
        composed: Stage[V, U_co] = _composed(function, self)
        return composed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stage) and (self is other or as_made(self) == as_made(other))

    def __hash__(self) -> int:
        return hash((_name(self.function), len(self.given)))

    def __repr__(self) -> str:
        if self.function is _in_turn:
            return " | ".join(map(_shown, self.given))
        return _written(_name(self.function).lstrip("_"), self.given, self.options)


class Bare(Stage[T_contra, U_co]):
    """A stage that is complete without a call: ``share`` waits for a tree, ``alpha_beta(alpha=1)`` has an option.

    It decorates a function of one argument, which may have options and must be defined at the top of a module.

    Args:
        function: a function of one argument; its keyword-only parameters are the options.
        check: called with the options as soon as they are given; raises an error if they are wrong.

    >>> from fpgames import alpha_beta
    >>> alpha_beta, alpha_beta(alpha=1)
    (alpha_beta, alpha_beta(alpha=1))

    See also: :class:`Stage`, which defines ``|``.
    """

    _options: Sequence[str]
    _check: Callable[..., object] | None

    def __init__(self, function: Callable[..., U_co], check: Callable[..., object] | None = None) -> None:
        super().__init__(function)
        names = ("__module__", "__name__", "__qualname__", "__doc__")
        known = [name for name, each in signature(function).parameters.items() if each.kind is each.KEYWORD_ONLY]
        vars(self).update(
            {name: getattr(function, name) for name in names}, __wrapped__=function, _options=known, _check=check
        )

    def __call__(self, *argument: object, **options: object) -> Any:
        """Call the function with its argument; given options instead, return the stage with those options.

        Raises:
            TypeError: there is no such option, or there are both an argument and options, or neither.
        """
        if argument and not options:
            return self.function(*argument)
        for name in options:
            if name not in self._options:
                raise TypeError(f"{self!r} has no option {name!r}; it has {', '.join(self._options) or 'none'}")
        given: Stage[Any, Any] = Stage(
            self, (), tuple((name, options[name]) for name in self._options if name in options)
        )
        if argument:
            raise TypeError(
                f"{self!r} takes its options and its tree in two calls: {given!r}(tree), or tree | {given!r}"
            )
        if not options:
            raise TypeError(
                f"{self!r} was called without a tree: write tree | {self!r}, without parentheses, or {self!r}(tree)"
            )
        if self._check is not None:
            self._check(**options)
        return given

    def __reduce__(self) -> str:
        return _name(self)

    def __repr__(self) -> str:
        return _name(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = Stage.__hash__


def calls_a_pipeline(function: F) -> F:
    """Mark the function of a stage that calls a pipeline, its last argument but one, as ``jit`` does."""
    vars(function)["calls_a_pipeline"] = True
    return function


def _in_turn(*parts_and_argument: Any) -> Any:
    *parts, argument = parts_and_argument
    for part in parts:
        argument = part(argument)
    return argument


def _composed(first: object, second: object) -> Any:
    if not (callable(first) and callable(second)):
        return NotImplemented
    return Stage(_in_turn, (*_parts(first), *_parts(second)))


def _parts(function: object) -> tuple[object, ...]:
    return function.parts if isinstance(function, Stage) else (function,)


# Functions that Python compares by identity; stages compare them by what they are made from.
_MADE = (partial, attrgetter, itemgetter, methodcaller)


def as_made(value: object) -> object:
    """Return what decides whether two functions or arguments are equal: for many functions, what they are made of."""
    if isinstance(value, Bare):
        return value
    if isinstance(value, Stage):
        return Stage, value.function, as_made(value.given), as_made(value.options)
    if isinstance(value, _MADE):
        return type(value), as_made(value.__reduce__())
    if isinstance(value, MethodType | BuiltinMethodType | MethodWrapperType):
        function = getattr(value, "__func__", value.__name__)
        return type(value), function, type(value.__self__), as_made(value.__self__)
    if type(value) is dict:
        return {key: as_made(each) for key, each in value.items()}
    return tuple(map(as_made, value)) if isinstance(value, tuple) else value


def _name(function: object) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _written(name: str, given: tuple[object, ...], options: tuple[tuple[str, object], ...]) -> str:
    """Write a call as source code."""
    return f"{name}({', '.join([*map(_shown, given), *(f'{each}={_shown(value)}' for each, value in options)])})"


def _shown(value: object) -> str:
    if isinstance(value, Stage):
        return repr(value)
    if type(value) is partial:
        return _written("partial", (value.func, *value.args), tuple(value.keywords.items()))
    if isinstance(value, MethodType):
        return f"{value.__self__!r}.{value.__name__}"
    name = getattr(value, "__qualname__", None)
    return repr(value) if name is None else str(name)
