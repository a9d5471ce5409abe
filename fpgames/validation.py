"""Checks of arguments for the library itself, whose errors say what is accepted; and the error in place of StopIteration."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Sequence
from dis import opname
from functools import wraps
from inspect import signature
from math import inf, nan
from operator import index
from os import sep
from pathlib import Path
from reprlib import repr as brief
from typing import NoReturn, SupportsFloat, SupportsIndex, TypeVar, cast

__all__ = ["unreadable"]

A = TypeVar("A")
F = TypeVar("F", bound=Callable[..., object])
_LIBRARY = f"{Path(__file__).parent}{sep}"


def call_guarded(function: Callable[..., A], *args: object) -> A:
    """Call a function, and raise RuntimeError for a StopIteration, which would end a loop in silence: see PEP 479."""
    try:
        return function(*args)
    except StopIteration as error:
        raise stop_iteration_error(error) from error


def stop_iteration_error(error: StopIteration) -> RuntimeError:
    """Return the error that replaces a StopIteration and names the function that raised it."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    where = frame.f_globals.get("__name__")  # a frame of compiled code has none
    name = f"{where}.{frame.f_code.co_name}" if where else frame.f_code.co_name
    return RuntimeError(f"{name} raised StopIteration, which would silently end a loop")


def names_arguments(function: F) -> F:
    """Let a function replace an error that Python raises for wrong arguments by one that says what it was given and takes.

    Errors that a ``raise`` raises stay, and those in functions that are not the library's.
    """

    @wraps(function)
    def named(*args: object, **options: object) -> object:
        try:
            return function(*args, **options)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            *_, (frame, _) = traceback.walk_tb(error.__traceback__)
            code = frame.f_code
            if opname[code.co_code[frame.f_lasti]] == "RAISE_VARARGS" or not code.co_filename.startswith(_LIBRARY):
                raise
            given = ", ".join([*map(brief, args), *(f"{name}={brief(value)}" for name, value in options.items())])
            name, kind = function.__name__, ValueError if isinstance(error, ValueError) else TypeError
            taken = str(signature(function)).replace("'", "")
            raise kind(f"{name} cannot take ({given}): {error}; expected {name}{taken}") from error

    return cast("F", named)  # with the same signature


def require_function(function: F, what: str, then: str = "tree") -> F:
    """Return a function; for anything else raise TypeError, which says how to call what takes the function."""
    if not callable(function):
        raise TypeError(f"{what} needs a function first, then the {then}: {what}(function)({then}); got {function!r}")
    return function


def as_int(number: SupportsIndex, what: str) -> int:
    """Return a whole number, also one of numpy, as an int; raise TypeError for anything else, such as 2.0."""
    try:
        return index(number)
    except TypeError:
        raise TypeError(f"{what} takes whole numbers; got {number!r}") from None


def require_at_least(least: int, number: int, what: str, most: float = inf) -> None:
    """Raise ValueError unless a number is whole and in a range; ``what`` has ``{}`` in its place."""
    if not isinstance(number, int | SupportsIndex):  # protocols take long
        hint = "; the number comes before the function" if callable(number) else ""
        raise ValueError(f"cannot {what.format(repr(number))}; expected at least {least}, a whole number{hint}")
    if index(number) < least:
        raise ValueError(f"cannot {what.format(repr(number))}; expected at least {least}")
    if index(number) > most:
        raise ValueError(f"cannot {what.format(number)}; expected at most {most}")


def at_least(least: int, what: str, most: float = inf) -> Callable[[int, str], int]:
    """Return the check :func:`require_at_least` of an argument of a stage."""

    def check(number: int, _: str) -> int:
        require_at_least(least, number, what, most)
        return number

    return check


def illegal_move_message(move: str, legal: Sequence[str], why: str = "") -> str:
    """Return the text of the error for an illegal move, and why it is one, if that is known."""
    if not legal:
        return f"illegal move {move}; the game is over"
    because = f": {why}" if why else ""
    return f"illegal move {move}{because}; legal moves: {' '.join(legal)}"


def read_number(text: str, what: str) -> int:
    """Read a whole number of at most eighteen digits, without a sign or leading zeros; raise ValueError for others."""
    if not re.fullmatch("0|[1-9][0-9]{0,17}", text):
        raise ValueError(f"{text[:40]!r} is not {what}")
    return int(text)


def as_float(number: object) -> float:
    """Return a number as a float; NaN for anything that is not a number, or is too large."""
    try:
        return float(number) if isinstance(number, float | int | SupportsFloat) else nan
    except (TypeError, ValueError, OverflowError):  # an array may have a method to convert it, which fails
        return nan


def unreadable(text: str) -> NoReturn:
    """Refuse any text, as the ``read`` of a game whose positions cannot be read: ``Rules(read=unreadable, ...)``.

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
