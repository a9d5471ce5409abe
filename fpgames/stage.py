"""Stages: partially applied functions that wait for their first argument, and compose with ``|``."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache, partial, wraps
from inspect import Parameter, signature, unwrap
from itertools import chain
from operator import attrgetter, itemgetter, methodcaller
from types import BuiltinMethodType, MethodType, MethodWrapperType
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeGuard, TypeVar, overload

from fpgames.declarations import declaration_of

__all__ = ["BareStage", "Stream", "Stage"]

T_contra = TypeVar("T_contra", contravariant=True)
U_co = TypeVar("U_co", covariant=True)
T = TypeVar("T")
V = TypeVar("V")
Q = ParamSpec("Q")

Function: TypeAlias = Callable[..., Any]

Check: TypeAlias = Callable[[Any, str], object]
"""Check of one argument: takes the argument and the stage's name, returns the argument to use, or raises an error."""


@dataclass(frozen=True, repr=False, eq=False)
class Stage(Generic[T_contra, U_co]):
    """A partially applied function that waits for its first argument: ``prune(5)`` waits for a tree.

    ``(f | g)(x) = g(f(x))``, ``f | (g | h) = (f | g) | h``

    A stage composes with any function on either side. Two stages are equal if they have the same function and equal
    arguments of the same types; compositions are equal if they call equal functions in the same order. Items of lists,
    dicts (in their order) and sets, and fields of dataclasses, must have the same types, too. Values of other classes are
    compared by ``==``, so equal values must behave alike. A stage can be pickled if its function and its arguments can.

    Args:
        function: the function to call.
        args: the positional arguments after the first.
        options: the keyword arguments, as pairs of a name and a value.

    >>> from fpgames import maximise, prune
    >>> prune(5) | maximise
    prune(5) | maximise
    >>> prune(5) | (abs | prune(3)) == (prune(5) | abs) | prune(3)
    True

    See also: ``stage``, the decorator that makes stages; :class:`BareStage`, a stage that needs no arguments.
    """

    function: Callable[..., U_co]
    args: tuple[Any, ...] = ()
    options: tuple[tuple[str, object], ...] = ()

    def __call__(self, argument: T_contra, /) -> U_co:
        """Call the function with its first argument, followed by the arguments and options of the stage."""
        return self.function(argument, *self.args, **dict(self.options))

    @property
    def parts(self) -> tuple[Callable[..., Any], ...]:
        """The functions that a composition calls, in order; for any other stage, only the stage itself.

        >>> from fpgames import prune
        >>> (prune(5) | abs | prune(3)).parts
        (prune(5), <built-in function abs>, prune(3))
        """
        return self.args if self.function is _call_in_order else (self,)

    @overload
    def __or__(self, function: Stage[U_co, V], /) -> Stage[T_contra, V]: ...
    @overload
    def __or__(self, function: Callable[[U_co], V], /) -> Stage[T_contra, V]: ...
    def __or__(self, function: object, /) -> object:
        """Compose: the result calls this stage first, then the function."""
        return _compose(self, function)

    def __ror__(self, function: Callable[[V], T_contra], /) -> Stage[V, U_co]:
        """Compose: the result calls the function first, then this stage."""
        composed: Stage[V, U_co] = _compose(function, self)
        return composed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stage) and (self is other or key_by_parts(self) == key_by_parts(other))

    def __hash__(self) -> int:
        return hash((_name_of(self.function), len(self.args)))

    def __repr__(self) -> str:
        if self.function is _call_in_order:
            return " | ".join(map(source_repr, self.args))
        return _call_source(_name_of(self.function).lstrip("_"), self.args, self.options)


class BareStage(Stage[T_contra, U_co], Generic[Q, T_contra, U_co]):
    """A stage that is ready without arguments: ``share`` is one, while ``prune`` has to be called: ``prune(5)``.

    Called with options, it returns a stage with these options. Its function is defined at the top level of a module.

    Args:
        function: a function with one positional argument; its keyword-only parameters are the options.
        checks: functions by the names of options. A function takes the option's value and the stage's name, and returns the
            value to use, or raises an error. Under several names, such as "alpha beta", it takes the values by name.

    >>> from fpgames import alpha_beta
    >>> alpha_beta, alpha_beta(alpha=1)
    (alpha_beta, alpha_beta(alpha=1))

    See also: :class:`Stage`, which defines ``|``.
    """

    _defaults: dict[str, object]
    _checks: Mapping[str, Function]

    def __init__(self, function: Callable[Concatenate[T_contra, Q], U_co], checks: Mapping[str, Function] = {}) -> None:
        super().__init__(function)
        names = ("__module__", "__name__", "__qualname__", "__doc__")
        defaults = _option_defaults(signature(function).parameters.values())
        vars(self).update(
            {name: getattr(function, name) for name in names}, __wrapped__=function, _defaults=defaults, _checks=checks
        )
        _set_pickle_path(self, function)

    @overload
    def __call__(self, argument: T_contra, /) -> U_co: ...
    @overload
    def __call__(self, /, *none: Q.args, **options: Q.kwargs) -> Stage[T_contra, U_co]: ...
    def __call__(self, /, *argument: object, **options: object) -> object:
        """Call the function with its argument; or, if called with options only, return the stage with these options.

        If all options equal their defaults, the stage itself is returned.

        Raises:
            TypeError: an option is unknown; or the call has both an argument and options, or neither.
        """
        if len(argument) == 1 and not options:
            return self.function(*argument)
        for name in options:
            if name not in self._defaults:
                raise TypeError(f"{self!r} has no option {name!r}; it has {', '.join(self._defaults) or 'none'}")
        if len(argument) > 1:
            raise TypeError(
                f"{self!r} takes its tree alone, not {len(argument)} positional arguments: write {self!r}(tree), or tree |"
                f" {self!r}; options are written by name, in a call of their own: {', '.join(self._defaults) or 'none'}"
            )
        custom = custom_options(_checked(options, self._checks, _name_of(self)), self._defaults)
        configured = Stage(self.function, (), (*custom.items(),)) if custom else self
        if argument:
            raise TypeError(
                f"{self!r} takes its options and its tree in two calls: {configured!r}(tree), or tree | {configured!r}"
            )
        if not options:
            raise TypeError(
                f"{self!r} was called without a tree: write tree | {self!r}, without parentheses, or {self!r}(tree)"
            )
        return configured

    def __reduce__(self) -> str:
        return _name_of(self)

    def __repr__(self) -> str:
        return _name_of(self)


class Stream(chain[T]):
    """An iterator with ``|`` for function calls: ``iterator | f`` is ``f(iterator)``, as in ``leaves(tree) | list``.

    >>> Stream([1, 2]) | list
    [1, 2]

    See also: :class:`Stage`; ``deepen``, ``within_node_budget``, ``proofs``, ``leaves``, ``levels``, which return streams.
    """

    def __or__(self, function: Callable[[Stream[T]], V], /) -> V:
        """Call a function with the iterator: ``iterator | f`` is ``f(iterator)``."""
        return function(self) if callable(function) else NotImplemented


def streamed(function: Callable[Q, Iterable[T]]) -> Callable[Q, Stream[T]]:
    """Decorate a function that returns an iterable: its result becomes a :class:`Stream`."""

    @wraps(function)
    def make_stream(*args: Q.args, **options: Q.kwargs) -> Stream[T]:
        return Stream(function(*args, **options))

    return make_stream


def stage(
    **checks: Check,
) -> Callable[[Callable[Concatenate[T, Q], V]], Callable[Q, Stage[T, V]]]:
    """Decorate a function, so that a call with all arguments but the first returns a stage: ``stage f a x = f x a``.

    Options that equal their defaults are left out, and the order of options does not matter. The function must be
    defined at the top level of a module.

    Args:
        checks: a function for each parameter to check. When a stage is made, the check is called with the argument and
            the decorated function's name; the check returns the argument to use, or raises an error.

    >>> at_most = stage()(lambda n, most: min(n, most))
    >>> [(at_most(3) | abs)(n) for n in (-5, 5)]
    [5, 3]

    See also: :class:`Stage`, which defines ``|``.
    """

    def decorate(function: Callable[Concatenate[T, Q], V]) -> Callable[Q, Stage[T, V]]:
        first_parameter, *parameters = signature(function).parameters.values()
        maker_signature = signature(function).replace(parameters=parameters)
        defaults, name = _option_defaults(parameters), _name_of(function).lstrip("_")

        @wraps(function)
        def make_stage(*args: Q.args, **options: Q.kwargs) -> Stage[T, V]:
            try:
                bound = maker_signature.bind(*args, **options)
            except TypeError as error:
                raise TypeError(
                    _advice(name, first_parameter, parameters, args, options) or f"{name}(): {error}"
                ) from None
            bound.apply_defaults()
            _checked(bound.arguments, checks, name)
            return Stage(function, bound.args, (*custom_options(bound.kwargs, defaults).items(),))

        stage_type = _UNTYPED_STAGE[first_parameter.annotation, maker_signature.return_annotation]
        vars(make_stage)["__signature__"] = maker_signature.replace(return_annotation=stage_type)
        make_stage.__annotations__ = {p.name: p.annotation for p in parameters} | {"return": stage_type}
        _set_pickle_path(make_stage, function)
        return make_stage

    return decorate


def _checked(arguments: dict[str, object], checks: Mapping[str, Function], name: str) -> dict[str, object]:
    """Replace each argument by what its check returns, and return the arguments; a check of several replaces none."""
    for names, check in checks.items():
        if names in arguments:
            arguments[names] = check(arguments[names], name)
        elif " " in names:
            check(**{each: arguments[each] for each in names.split() if each in arguments})
    return arguments


def _advice(
    name: str,
    first: Parameter,
    parameters: Sequence[Parameter],
    args: tuple[object, ...],
    options: Mapping[str, object],
) -> str:
    """Return what to write instead of a call with unknown options, or with the stage's own argument; else an empty text."""
    known = [parameter.name for parameter in parameters]
    unknown = [option for option in options if option not in known]
    if unknown and not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return f"{name} has no argument {unknown[0]!r}; it has {', '.join(known) or 'none'}"
    n = sum(parameter.kind is parameter.POSITIONAL_OR_KEYWORD for parameter in parameters)
    if len(args) <= n or any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return ""
    others = [arg for arg in args if not str(first.annotation).startswith(f"{type(arg).__name__}[")]  # without a tree
    call = _call_source(name, tuple(others[:n]), tuple(options.items()))
    options_note = f"; options are given by name: {', '.join(known[n:])}" if known[n:] else ""
    return (
        f"{name} takes its {first.name} in a second call, and {n} positional argument{'s' * (n != 1)} in the first, not"
        f" {len(args)}: write {call}({first.name}), or {first.name} | {call}{options_note}"
    )


def _option_defaults(parameters: Iterable[Parameter]) -> dict[str, object]:
    return {parameter.name: parameter.default for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY}


def custom_options(options: Mapping[str, object], defaults: Mapping[str, object]) -> dict[str, object]:
    """Return the options that differ from their defaults: first in the order of ``defaults``, then sorted by name.

    So stages are equal however their options are written.
    """

    def is_default(name: str) -> bool:
        value, default = options[name], defaults[name]
        return value is default or key_by_parts(value) == key_by_parts(default)

    declared = (name for name in defaults if name in options and not is_default(name))
    return {name: options[name] for name in (*declared, *sorted(options.keys() - defaults.keys()))}


_UNTYPED_STAGE: Any = Stage  # typed as Any, because ``stage`` computes its type arguments at run time


def _set_pickle_path(maker: Callable[..., object], function: Callable[..., object]) -> None:
    """Set the path under which pickle finds the decorated function: ``maker.__wrapped__``."""
    function.__qualname__ = f"{maker.__qualname__}.__wrapped__"


@lru_cache(maxsize=256)
def _defaults_of(function: Callable[..., object]) -> Mapping[str, object]:
    """Return the options of a function with their defaults; kept, because ``best_move`` asks for each child."""
    return _option_defaults(signature(function).parameters.values())


def with_known_options(stage: Stage[T, V], **options: object) -> Stage[T, V]:
    """Return a stage with those options that its function has, as its maker would return it."""
    defaults = _defaults_of(stage.function)
    known = {name: value for name, value in options.items() if name in defaults}
    custom = custom_options(dict(stage.options) | known, defaults)
    return Stage(stage.function, stage.args, (*custom.items(),)) if known else stage


def is_stage_of(value: object, *makers: Callable[..., object]) -> TypeGuard[Stage[Any, Any]]:
    """Return whether a value is a stage that one of ``makers`` returned, or is a BareStage among ``makers``."""
    return isinstance(value, Stage) and any(unwrap(value.function) is unwrap(maker) for maker in makers)


def wrapped_pipeline(value: object) -> Any:
    """Return the pipeline that a stage such as ``jit(pipeline)`` calls; None for any other value."""
    return value.args[0] if isinstance(value, Stage) and declaration_of(value).calls_pipeline else None


def with_last_part(pipeline: Function, change: Callable[[Function], Function]) -> Function:
    """Return a pipeline with ``change(part)`` in place of its last part; the pipeline in ``jit(pipeline)`` is changed."""
    if not isinstance(pipeline, Stage):
        return change(pipeline)
    if wrapped := wrapped_pipeline(pipeline):
        return Stage(pipeline.function, (with_last_part(wrapped, change), *pipeline.args[1:]), pipeline.options)
    *stages, last = pipeline.parts
    return Stage(_call_in_order, (*stages, with_last_part(last, change))) if stages else change(pipeline)


def _call_in_order(argument: object, *parts: Callable[[object], object]) -> object:
    for function in parts:
        argument = function(argument)
    return argument


def _compose(first: object, second: object) -> Any:
    if not (callable(first) and callable(second)):
        return NotImplemented
    return Stage(_call_in_order, (*_pipeline_parts(first), *_pipeline_parts(second)))


def _pipeline_parts(function: object) -> tuple[object, ...]:
    return function.parts if isinstance(function, Stage) else (function,)


# Types of functions that Python compares by identity; stages compare such functions by their parts.
_COMPARED_BY_PARTS = (partial, attrgetter, itemgetter, methodcaller)


def key_by_parts(value: Any) -> object:
    """Return the key by which stages compare a function or argument: its type, and the keys of its parts.

    Python finds parts equal that functions tell apart, such as 1 and True, or dicts in another order. Values of classes
    that are not listed here are compared by their own ``==``.
    """
    kind = type(value)
    if isinstance(value, Stage):
        return kind, *map(key_by_parts, (value.function, value.args, value.options))
    if isinstance(value, _COMPARED_BY_PARTS):
        return kind, key_by_parts(value.__reduce__())
    if isinstance(value, MethodType | BuiltinMethodType | MethodWrapperType):
        return kind, getattr(value, "__func__", value.__name__), key_by_parts(value.__self__)
    if isinstance(value, tuple | list | deque):
        return kind, *map(key_by_parts, value)
    if isinstance(value, dict):
        return kind, *map(key_by_parts, value.items())
    if isinstance(value, set | frozenset):
        return kind, frozenset(map(key_by_parts, value))
    if isinstance(value, float | complex | range):
        return kind, repr(value)  # 0.0 == -0.0, which atan2 tells apart
    dataclass_params = getattr(kind, "__dataclass_params__", None)
    if dataclass_params and dataclass_params.eq:
        compared = (field.name for field in fields(value) if field.compare)
        return kind, value, *(key_by_parts(getattr(value, name)) for name in compared)
    return kind, value


def _name_of(function: object) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _call_source(name: str, args: tuple[object, ...], options: tuple[tuple[str, object], ...]) -> str:
    """Return the source code of a call."""
    return f"{name}({', '.join([*map(source_repr, args), *(f'{key}={source_repr(value)}' for key, value in options)])})"


def source_repr(value: object) -> str:
    if isinstance(value, Stage):
        return repr(value)
    if type(value) is partial:
        return _call_source("partial", (value.func, *value.args), tuple(value.keywords.items()))
    if isinstance(value, MethodType):
        return f"{value.__self__!r}.{value.__name__}"
    name = getattr(value, "__qualname__", None)
    return repr(value) if name is None else str(name)
