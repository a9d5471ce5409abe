"""Stages: functions that wait for one more argument, and compose with ``|``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from inspect import signature, unwrap
from itertools import chain
from operator import attrgetter, itemgetter, methodcaller
from types import BuiltinMethodType, MethodType, MethodWrapperType
from typing import Any, Concatenate, Generic, ParamSpec, TypeGuard, TypeVar, overload

__all__ = ["BareStage", "Stream", "Stage"]

T_contra = TypeVar("T_contra", contravariant=True)
U_co = TypeVar("U_co", covariant=True)
T = TypeVar("T")
V = TypeVar("V")
F = TypeVar("F", bound=Callable[..., object])
Q = ParamSpec("Q")


@dataclass(frozen=True, repr=False, eq=False)
class Stage(Generic[T_contra, U_co]):
    """A function that waits for one more argument, its first: ``prune(5)`` waits for a tree.

    ``(f | g)(x) = g(f(x))``, ``f | (g | h) = (f | g) | h``

    A stage composes with any function on either side. Two stages are equal if they have the same function and equal
    arguments; compositions are equal however they are bracketed. A stage can be pickled if its function and its
    arguments can.

    Args:
        function: the function to call.
        args: the arguments that come after the first one.
        options: the keyword arguments, as pairs of a name and a value.

    >>> from fpgames import maximise, prune
    >>> prune(5) | maximise
    prune(5) | maximise
    >>> prune(5) | (abs | prune(3)) == (prune(5) | abs) | prune(3)
    True

    See also: ``stage``, which decorates a function of the library; :class:`BareStage`, which is complete without a call.
    """

    function: Callable[..., U_co]
    args: tuple[Any, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    def __call__(self, argument: T_contra, /) -> U_co:
        """Call the function with the argument that it waits for."""
        return self.function(argument, *self.args, **dict(self.options))

    @property
    def parts(self) -> tuple[Callable[..., Any], ...]:
        """The functions that a composition calls, in order; for any other stage, the stage itself.

        >>> from fpgames import prune
        >>> (prune(5) | abs | prune(3)).parts
        (prune(5), <built-in function abs>, prune(3))
        """
        return self.args if self.function is _pipe else (self,)

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
        return isinstance(other, Stage) and (self is other or equality_key(self) == equality_key(other))

    def __hash__(self) -> int:
        return hash((_name(self.function), len(self.args)))

    def __repr__(self) -> str:
        if self.function is _pipe:
            return " | ".join(map(source_repr, self.args))
        return _written(_name(self.function).lstrip("_"), self.args, self.options)


class BareStage(Stage[T_contra, U_co], Generic[Q, T_contra, U_co]):
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

    def __init__(
        self, function: Callable[Concatenate[T_contra, Q], U_co], check: Callable[..., object] | None = None
    ) -> None:
        super().__init__(function)
        names = ("__module__", "__name__", "__qualname__", "__doc__")
        known = [name for name, each in signature(function).parameters.items() if each.kind is each.KEYWORD_ONLY]
        vars(self).update(
            {name: getattr(function, name) for name in names}, __wrapped__=function, _options=known, _check=check
        )
        _found_in(self, function)

    @overload
    def __call__(self, argument: T_contra, /) -> U_co: ...
    @overload
    def __call__(self, /, *none: Q.args, **options: Q.kwargs) -> Stage[T_contra, U_co]: ...
    def __call__(self, /, *argument: object, **options: object) -> object:
        """Call the function with its argument; given options instead, return the stage with those options.

        Raises:
            TypeError: there is no such option, or there are both an argument and options, or neither.
        """
        if argument and not options:
            return self.function(*argument)
        for name in options:
            if name not in self._options:
                raise TypeError(f"{self!r} has no option {name!r}; it has {', '.join(self._options) or 'none'}")
        given: Stage[object, object] = Stage(
            self.function, (), tuple((name, options[name]) for name in self._options if name in options)
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


class Stream(chain[T]):
    """An iterator that composes: ``tree | deepen(search) | within(500)`` is ``tree | (deepen(search) | within(500))``.

    >>> Stream([1, 2]) | list
    [1, 2]

    See also: :class:`Stage`; ``deepen``, ``within``, ``proofs``, ``leaves`` and ``levels``, which return it.
    """

    def __or__(self, function: Callable[[Stream[T]], V], /) -> V:
        """Call a function with the iterator."""
        return function(self) if callable(function) else NotImplemented


def streamed(function: Callable[Q, Iterable[T]]) -> Callable[Q, Stream[T]]:
    """Return the function with results that compose, as a decorator."""

    @wraps(function)
    def lazily(*args: Q.args, **options: Q.kwargs) -> Stream[T]:
        return Stream(function(*args, **options))

    return lazily


def stage(
    **checks: Callable[[Any, str], object],
) -> Callable[[Callable[Concatenate[T, Q], V]], Callable[Q, Stage[T, V]]]:
    """Turn a function into one that takes all arguments but the first, and returns a stage: ``stage f a x = f x a``.

    A stage has no options that are equal to their defaults. The function must be defined at the top of a module.

    Args:
        checks: for some parameters, a function of the argument and the name of the function, called as soon as the
            argument is given: returns what takes its place, or raises an error if it is wrong.

    >>> at_most = stage()(lambda n, most: min(n, most))
    >>> [(at_most(3) | abs)(n) for n in (-5, 5)]
    [5, 3]

    See also: :class:`Stage`, which defines ``|``.
    """

    def decorate(function: Callable[Concatenate[T, Q], V]) -> Callable[Q, Stage[T, V]]:
        first, *others = signature(function).parameters.values()
        own = signature(function).replace(parameters=others)
        defaults = {each.name: each.default for each in others if each.kind is each.KEYWORD_ONLY}
        name = _name(function)

        @wraps(function)
        def make(*given: Q.args, **options: Q.kwargs) -> Stage[T, V]:
            try:
                bound = own.bind(*given, **options)
            except TypeError as error:
                raise TypeError(f"{name}(): {error}") from None
            for each, check in checks.items():
                if each in bound.arguments:
                    bound.arguments[each] = check(bound.arguments[each], name)
            bound.apply_defaults()
            options_given = (each for each in bound.kwargs.items() if not _is_default(each[1], defaults.get(each[0])))
            return Stage(function, bound.args, tuple(options_given))

        returned = _STAGE[first.annotation, own.return_annotation]
        vars(make)["__signature__"] = own.replace(return_annotation=returned)
        make.__annotations__ = {each.name: each.annotation for each in others} | {"return": returned}
        _found_in(make, function)
        return make

    return decorate


def _is_default(value: object, defaults: object) -> bool:
    return type(value) is type(defaults) and value == defaults


_STAGE: Any = Stage  # whose parameters are no types for type checkers, but annotations


def _found_in(maker: Callable[..., object], function: Callable[..., object]) -> None:
    """Let pickle find a function that its decorator has replaced by another, or by a stage: as ``maker.__wrapped__``."""
    function.__qualname__ = f"{maker.__qualname__}.__wrapped__"


def is_stage_of(value: object, *makers: Callable[..., object]) -> TypeGuard[Stage[Any, Any]]:
    """Return whether a value is a stage that one of some functions makes, or is such a function, complete without a call."""
    return isinstance(value, Stage) and any(unwrap(value.function) is unwrap(maker) for maker in makers)


def calls_a_pipeline(function: F) -> F:
    """Mark the function of a stage that calls a pipeline, the first argument that it is given, as ``jit`` does."""
    vars(function)["calls_a_pipeline"] = True
    return function


def _pipe(argument: object, *parts: Callable[[object], object]) -> object:
    for part in parts:
        argument = part(argument)
    return argument


def _composed(first: object, second: object) -> Any:
    if not (callable(first) and callable(second)):
        return NotImplemented
    return Stage(_pipe, (*_parts(first), *_parts(second)))


def _parts(function: object) -> tuple[object, ...]:
    return function.parts if isinstance(function, Stage) else (function,)


# Functions that Python compares by identity; stages compare them by what they are made from.
_MADE = (partial, attrgetter, itemgetter, methodcaller)


def equality_key(value: object) -> object:
    """Return what decides whether two functions or arguments are equal: for many functions, what they are made of."""
    if type(value) is Stage:  # a BareStage is compared by its identity
        return Stage, value.function, equality_key(value.args), equality_key(value.options)
    if isinstance(value, _MADE):
        return type(value), equality_key(value.__reduce__())
    if isinstance(value, MethodType | BuiltinMethodType | MethodWrapperType):
        function = getattr(value, "__func__", value.__name__)
        return type(value), function, type(value.__self__), equality_key(value.__self__)
    if type(value) is dict:
        return {key: equality_key(each) for key, each in value.items()}
    return tuple(map(equality_key, value)) if isinstance(value, tuple) else value


def _name(function: object) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _written(name: str, given: tuple[object, ...], options: tuple[tuple[str, object], ...]) -> str:
    """Write a call as source code."""
    return (
        f"{name}({', '.join([*map(source_repr, given), *(f'{each}={source_repr(value)}' for each, value in options)])})"
    )


def source_repr(value: object) -> str:
    if isinstance(value, Stage):
        return repr(value)
    if type(value) is partial:
        return _written("partial", (value.func, *value.args), tuple(value.keywords.items()))
    if isinstance(value, MethodType):
        return f"{value.__self__!r}.{value.__name__}"
    name = getattr(value, "__qualname__", None)
    return repr(value) if name is None else str(name)
