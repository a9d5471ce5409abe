"""Argument checks whose errors say what is accepted, and a guard that turns StopIteration into RuntimeError."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dis import opname
from functools import wraps
from inspect import isgenerator, signature
from math import inf, nan
from operator import index
from reprlib import repr as brief
from typing import NoReturn, SupportsFloat, SupportsIndex, TypeVar, cast

__all__ = ["unreadable"]

A = TypeVar("A")
F = TypeVar("F", bound=Callable[..., object])
_LIBRARY_AND_DEPENDENCIES = {"fpgames", "pyrsistent", "returns", "toolz"}


def call_guarded(function: Callable[..., A], *args: object) -> A:
    """Call a function; turn a StopIteration, which would silently end a loop, into a RuntimeError (see PEP 479)."""
    try:
        return function(*args)
    except StopIteration as error:
        raise stop_iteration_error(error) from error


def stop_iteration_error(error: StopIteration) -> RuntimeError:
    """Return the RuntimeError that replaces a StopIteration; the message names the function that raised ``error``."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    module = frame.f_globals.get("__name__")  # frames of compiled code have no module name
    name = f"{module}.{frame.f_code.co_name}" if module else frame.f_code.co_name
    return RuntimeError(f"{name} raised StopIteration, which would silently end a loop")


def names_arguments(function: F) -> F:
    """Decorate a function, so that errors that Python raises for wrong arguments show the arguments and the signature.

    So do the errors of a generator that the function returns. Errors from a ``raise`` statement, and errors in functions
    outside the library and what it depends on, or called by them, are not changed.
    """

    @wraps(function)
    def call_naming_arguments(*args: object, **options: object) -> object:
        try:
            result = function(*args, **options)
        except _ERRORS_OF_ARGUMENTS as error:
            _raise_with_arguments(error, function, args, options)
            raise
        return _yield_naming_arguments(result, function, args, options) if isgenerator(result) else result

    return cast("F", call_naming_arguments)  # for type checkers: the signature is unchanged


_ERRORS_OF_ARGUMENTS = (AttributeError, LookupError, OverflowError, TypeError, ValueError)


def _yield_naming_arguments(
    values: Iterable[A], function: Callable[..., object], args: tuple[object, ...], options: Mapping[str, object]
) -> Iterator[A]:
    try:
        yield from values
    except _ERRORS_OF_ARGUMENTS as error:
        _raise_with_arguments(error, function, args, options)
        raise


def _raise_with_arguments(
    error: Exception, function: Callable[..., object], args: tuple[object, ...], options: Mapping[str, object]
) -> None:
    """Raise an error that shows the arguments and the signature, unless a statement or another module raised ``error``."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    packages = {str(frame.f_globals.get("__name__")).partition(".")[0] for frame in frames}
    # Below frames of other modules, an error is theirs, and Dask rebuilds frames without instructions.
    if not packages <= _LIBRARY_AND_DEPENDENCIES or is_raised_by_statement(error):
        return
    values = ", ".join([*map(brief, args), *(f"{name}={brief(value)}" for name, value in options.items())])
    name, accepted = function.__name__, str(signature(function)).replace("'", "")
    error_type = ValueError if isinstance(error, OverflowError | ValueError) else TypeError
    raise error_type(f"{name} cannot take ({values}): {error}; expected {name}{accepted}") from error


def is_raised_by_statement(error: Exception) -> bool:
    """Return whether a ``raise`` statement raised an error."""
    return raising_instruction(error) == "RAISE_VARARGS"


def raising_instruction(error: Exception) -> str:
    """Return the name of the instruction that raised an error; "" if no frame has seen the error."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    # Not frame.f_lasti: the frame may have gone on since, to an except clause.
    return "" if last is None else opname[last.tb_frame.f_code.co_code[last.tb_lasti]]


def require_function(function: F, name: str, arg: str = "tree") -> F:
    """Return the function; if it is not callable, raise a TypeError that shows the call ``name(function)(arg)``."""
    if not callable(function):
        raise TypeError(f"{name} needs a function first, then the {arg}: {name}(function)({arg}); got {function!r}")
    return function


def as_int(number: SupportsIndex, caller: str) -> int:
    """Return a whole number as an int, even a numpy integer; raise TypeError for anything else, such as 2.0."""
    try:
        return index(number)
    except TypeError:
        raise TypeError(f"{caller} takes whole numbers; got {number!r}") from None


def require_at_least(least: int, number: object, action: str, most: float = inf) -> None:
    """Raise ValueError unless a number is whole and in range; ``action`` is a phrase, such as "skip {} words"."""
    if not isinstance(number, int | SupportsIndex):  # int comes first, because isinstance with a protocol is slow
        hint = "; the number comes before the function" if callable(number) else ""
        raise ValueError(f"cannot {action.format(repr(number))}; expected at least {least}, a whole number{hint}")
    if index(number) < least:
        raise ValueError(f"cannot {action.format(repr(number))}; expected at least {least}")
    if index(number) > most:
        found = number if index(number) < 10**40 else "so many"  # Python writes no number of more than 4300 digits
        raise ValueError(f"cannot {action.format(found)}; expected at most {most}")


def require_limit(limit: int | None, action: str) -> None:
    """Raise ValueError unless a limit is None, which means no limit, or at least 1; see :func:`require_at_least`."""
    if limit is not None:
        require_at_least(1, limit, action)


def at_least(least: int, action: str, most: float = inf, *, optional: bool = False) -> Callable[[A, str], A]:
    """Return a function that checks a stage's parameter by :func:`require_at_least`; if ``optional``, None is accepted."""

    def check_number(number: A, _: str) -> A:
        if not (optional and number is None):
            require_at_least(least, number, action, most)
        return number

    return check_number


def illegal_move_message(move: str, legal: Sequence[str], why: str = "") -> str:
    """Return the error message for an illegal move: the move, the reason if one is given, and the legal moves."""
    if not legal:
        return f"illegal move {move}; the game is over"
    reason = f": {why}" if why else ""
    return f"illegal move {move}{reason}; legal moves: {' '.join(legal)}"


def read_number(text: str, noun: str) -> int:
    """Parse a whole number of at most 18 digits, without sign or leading zeros; raise ValueError for other texts."""
    if not re.fullmatch("0|[1-9][0-9]{0,17}", text):
        raise ValueError(f"{text[:40]!r} is not {noun}")
    return int(text)


def as_python_number(value: A) -> A:
    """Return a number of numpy, whose sums may wrap around or overflow, as a number of Python; return other values."""
    return getattr(value, "item", lambda: value)() if hasattr(value, "dtype") else value


def as_float(number: object) -> float:
    """Return a number as a float; NaN if the value is not a number, or too large."""
    try:
        return float(number) if isinstance(number, float | int | SupportsFloat) else nan
    except (TypeError, ValueError, OverflowError):  # numpy arrays have __float__, which may fail
        return nan


def unreadable(text: str) -> NoReturn:
    """Raise ValueError. Games without a text format use this as their ``read``: ``Rules(read=unreadable, ...)``.

    Args:
        text: any text.

    Raises:
        ValueError: always.

    >>> unreadable("XO.")
    Traceback (most recent call last):
    ...
    ValueError: positions of this game cannot be read from text; got 'XO.'

    See also: :class:`fpgames.rules.record.Rules`.
    """
    raise ValueError(f"positions of this game cannot be read from text; got {text[:40]!r}")
