"""Makers: functions of a size that return rules, whose inner functions can be pickled, compared and printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import lru_cache, partial, wraps
from inspect import signature
from operator import is_
from reprlib import repr as brief
from typing import Any, ParamSpec, TypeAlias, TypeVar

from fpgames.stage import key_by_parts

__all__ = ["made"]

A = TypeVar("A")
Q = ParamSpec("Q")

_Maker: TypeAlias = Callable[..., Any]
_Options: TypeAlias = tuple[tuple[str, object], ...]
_Place: TypeAlias = tuple[str | int, ...]

_MAX_RESULTS = 256  # per maker: arguments may be rules, of which a program can make any number


class MadeFunction(partial[A]):
    """A function that a maker defines inside itself: ``sized(3).play``, for a maker decorated by :func:`made`.

    It is pickled, compared, hashed and printed by its maker, the maker's arguments, and its place in the maker's result.

    Args:
        maker: the decorated maker.
        arguments: the positional arguments of the maker, including defaults.
        options: the keyword-only arguments of the maker, as pairs of a name and a value.
        place: the names of fields and the indices that lead from the maker's result to the function.

    See also: :func:`made`.
    """

    __slots__ = ("arguments", "maker", "options", "place", "text")

    holds_only_pure_functions = True  # so ``distribution`` compares it by identity, as it compares rules

    maker: _Maker
    arguments: tuple[object, ...]
    options: _Options
    place: _Place
    text: str

    def has_field_of(self, other: MadeFunction[object]) -> bool:
        """Return whether both functions are the same field of results of one maker, perhaps for other arguments."""
        return (self.maker, self.place) == (other.maker, other.place)

    def __reduce__(self) -> tuple[object, ...]:
        return _function_at, (self.maker, self.arguments, self.options, self.place)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, MadeFunction) and key_by_parts(self) == key_by_parts(other))

    def __hash__(self) -> int:
        return hash((self.maker, self.arguments, self.options, self.place))

    def __repr__(self) -> str:
        return f"{self.text}.{getattr(self.func, '__name__', self.place)}"


def _function_at(maker: _Maker, arguments: tuple[object, ...], options: _Options, place: _Place) -> object:
    value = maker(*arguments, **dict(options))
    for step in place:
        value = getattr(value, step) if isinstance(step, str) else value[step]
    return value


@dataclass(frozen=True)
class _Call:
    """The arguments of a maker, compared with their types: ``sized(1)`` differs from ``sized(True)``."""

    key: object
    args: tuple[object, ...] = field(compare=False)
    options: _Options = field(compare=False)


def made(text: Callable[..., str]) -> Callable[[Callable[Q, A]], Callable[Q, A]]:
    """Decorate a maker, a function that returns rules and defines their functions inside itself.

    ``made :: (a -> String) -> (a -> Rules p m) -> a -> Rules p m``

    Python cannot pickle or compare functions that are defined inside another function. The functions of a maker can be:
    each remembers the maker, its arguments, and its own place in the maker's result. So rules of two equal sizes are
    equal, and rules can be sent to worker processes. What the maker computes before its inner functions, such as masks
    of a board, is computed once, and compiled code takes it for constants.

    The maker returns rules, another dataclass, a tuple, or one function. It must be pure, because its results are
    cached. It is defined at the top level of a module, and its arguments are hashable.

    Args:
        text: maps the arguments of the maker to the text by which its functions are printed.

    Raises:
        TypeError: an argument has no hash, or the maker takes other arguments; when the maker is called.

    >>> from typing import NamedTuple
    >>> class Counting(NamedTuple):
    ...     up: object
    ...     down: object
    ...
    >>> @made("counting({})".format)
    ... def counting(step: int = 1) -> Counting:
    ...     def up(n: int) -> int:
    ...         return n + step
    ...
    ...     return Counting(up, lambda n: n - step)
    ...
    >>> counting(3).up, counting(3).up(4), counting(3).down(4)
    (counting(3).up, 7, 1)
    >>> counting(step=3) is counting(3), counting().up == counting(1).up, counting(2).up == counting(3).up
    (True, True, False)

    See also: :class:`fpgames.rules.record.Game`, which lists the functions that compiled code calls.
    """

    def decorate(maker: Callable[Q, A]) -> Callable[Q, A]:
        parameters, name = signature(maker), maker.__name__

        @wraps(maker)
        def make(*args: Q.args, **options: Q.kwargs) -> A:
            try:
                bound = parameters.bind(*args, **options)
            except TypeError as error:
                raise TypeError(f"{name}(): {error}") from None
            bound.apply_defaults()
            given = bound.args, (*bound.kwargs.items(),)
            try:
                hash(given)
            except TypeError as error:
                raise TypeError(
                    f"{name}: {error} in the arguments {brief(bound.arguments)}; expected hashable arguments, because"
                    " results are cached: pass a tuple instead of a list"
                ) from None
            result: A = result_of(_Call(key_by_parts(given), *given))
            return result

        @lru_cache(maxsize=_MAX_RESULTS)
        def result_of(call: _Call) -> Any:
            functions: dict[int, MadeFunction[object]] = {}  # by id: fields with the same function get the same key

            def with_key(function: _Maker, place: _Place) -> MadeFunction[object]:
                if id(function) not in functions:
                    new = functions[id(function)] = MadeFunction(function)
                    new.maker, new.arguments, new.options, new.place = make, call.args, call.options, place
                    new.text = text(*call.args, **dict(call.options))
                return functions[id(function)]

            untyped: _Maker = maker
            return _with_keys(untyped(*call.args, **dict(call.options)), (), with_key)

        return make

    return decorate


def _with_keys(value: Any, place: _Place, with_key: Callable[[_Maker, _Place], object]) -> object:
    """Return the result of a maker with a key for each inner function; a value without inner functions is not copied."""
    if _is_inner(value):
        return with_key(value, place)
    if isinstance(value, tuple):
        items = [_with_keys(item, (*place, i), with_key) for i, item in enumerate(value)]
        return value if all(map(is_, items, value)) else getattr(value, "_make", tuple)(items)
    if is_dataclass(value) and not isinstance(value, type):
        old = {field.name: getattr(value, field.name) for field in fields(value)}
        new = {name: _with_keys(part, (*place, name), with_key) for name, part in old.items()}
        changed = {name: part for name, part in new.items() if part is not old[name]}
        return replace(value, **changed) if changed else value
    return value


def _is_inner(value: object) -> bool:
    """Return whether a value is a function that is defined inside another, or a ``partial`` of such functions."""
    if type(value) is partial:
        return any(map(_is_inner, (value.func, *value.args, *value.keywords.values())))
    return callable(value) and "<locals>" in getattr(value, "__qualname__", "") and not isinstance(value, type)
