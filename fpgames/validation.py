"""Checks of arguments, whose errors say what would have been accepted; and an error that replaces StopIteration."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Sequence
from math import inf, nan
from operator import index
from typing import NoReturn, SupportsFloat, SupportsIndex, TypeVar

__all__ = [
    "at_least", "guarded", "read_number", "require_at_least", "require_function", "unreadable", "whole",
]  # fmt: skip

A = TypeVar("A")
F = TypeVar("F")


def guarded(function: Callable[..., A], *args: object) -> A:
    """Call a function, and raise RuntimeError if it raises StopIteration: ``guarded f x = f x``.

    A StopIteration would silently end the loop in which the function is called.

    Args:
        function: any function.
        args: its arguments.

    Raises:
        RuntimeError: the function raised StopIteration.

    >>> guarded(next, iter([]))
    Traceback (most recent call last):
    ...
    RuntimeError: fpgames.validation.guarded raised StopIteration, which would silently end a loop

    See also: PEP 479, which does the same for generators.
    """
    try:
        return function(*args)
    except StopIteration as error:
        raise stray(error) from error


def stray(error: StopIteration) -> RuntimeError:
    """Return the error that replaces a StopIteration and names the function that raised it."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    where = frame.f_globals.get("__name__")  # a frame of compiled code has none
    name = f"{where}.{frame.f_code.co_name}" if where else frame.f_code.co_name
    return RuntimeError(f"{name} raised StopIteration, which would silently end a loop")


def require_function(function: F, what: str, then: str = "tree") -> F:
    """Return the argument if it can be called; otherwise raise TypeError: ``requireFunction :: a -> String -> a``.

    Args:
        function: the argument that has to be a function.
        what: the name of the stage that takes it, for the error message.
        then: what the stage is given, likewise.

    Raises:
        TypeError: the argument cannot be called.

    >>> require_function(3, "map_tree")
    Traceback (most recent call last):
    ...
    TypeError: map_tree needs a function first, then the tree: map_tree(function)(tree); got 3

    See also: :func:`require_at_least`.
    """
    if not callable(function):
        raise TypeError(f"{what} needs a function first, then the {then}: {what}(function)({then}); got {function!r}")
    return function


def whole(number: SupportsIndex, what: str) -> int:
    """Return a whole number of any type as an int; numpy's integers are accepted, floats are refused.

    ``whole :: Integral a => a -> String -> Int``

    Args:
        number: the number to check.
        what: what takes the number, for the error message.

    Raises:
        TypeError: it is not a whole number.

    >>> whole(2.5, "below")
    Traceback (most recent call last):
    ...
    TypeError: below takes whole numbers; got 2.5

    See also: :func:`require_at_least`.
    """
    try:
        return index(number)
    except TypeError:
        raise TypeError(f"{what} takes whole numbers; got {number!r}") from None


def require_at_least(least: int, number: int, what: str, most: float = inf) -> None:
    """Raise ValueError unless a number is whole, large enough, and not too large.

    ``requireAtLeast :: Int -> Int -> String -> Maybe Int -> ()``

    Args:
        least: the smallest number that is accepted.
        number: the number to check.
        what: what the number is for, with ``{}`` in its place, for the error message.
        most: the largest number that is accepted; by default, there is none.

    Raises:
        ValueError: the number is too small or too large, or is not an int.

    >>> require_at_least(1, 0, "play {} random games")
    Traceback (most recent call last):
    ...
    ValueError: cannot play 0 random games; expected at least 1

    See also: :func:`at_least`, the same check of an argument of a stage.
    """
    if not isinstance(number, SupportsIndex):
        raise ValueError(f"cannot {what.format(repr(number))}; expected at least {least}, a whole number")
    if index(number) < least:
        raise ValueError(f"cannot {what.format(repr(number))}; expected at least {least}")
    if index(number) > most:
        raise ValueError(f"cannot {what.format(number)}; expected at most {most}")


def at_least(least: int, what: str) -> Callable[[int, str], int]:
    """Return the check :func:`require_at_least` of an argument of a stage: ``atLeast :: Int -> String -> Int -> String -> Int``.

    Args:
        least: the smallest number that is accepted.
        what: what the number is for, with ``{}`` in its place, for the error message.

    >>> at_least(1, "play {} random games")(3, "estimate")
    3

    See also: ``fpgames.stage.stage``, which takes such checks.
    """

    def check(number: int, _: str) -> int:
        require_at_least(least, number, what)
        return number

    return check


def illegal(move: str, legal: Sequence[str], why: str = "") -> str:
    """Return the text of the error for an illegal move: ``illegal :: String -> [String] -> String -> String``.

    Args:
        move: the move that was refused, as text.
        legal: the moves that would have been accepted; empty when the game is over.
        why: why the move is illegal; empty if there is no reason to give.

    >>> illegal("3", ["0", "1"], "column 3 is full")
    'illegal move 3: column 3 is full; legal moves: 0 1'

    See also: :class:`fpgames.rules.outcomes.IllegalMove`, the error.
    """
    if not legal:
        return f"illegal move {move}; the game is over"
    because = f": {why}" if why else ""
    return f"illegal move {move}{because}; legal moves: {' '.join(legal)}"


def read_number(text: str, what: str) -> int:
    """Read a whole number of at most eighteen digits, without a sign or leading zeros.

    ``readNumber :: String -> String -> Int``

    Args:
        text: the number as text.
        what: what the text should be, for the error message.

    Raises:
        ValueError: the text is not such a number.

    >>> read_number("12", "a column")
    12
    >>> read_number("012", "a column; expected 1 to 7")
    Traceback (most recent call last):
    ...
    ValueError: '012' is not a column; expected 1 to 7

    See also: :func:`require_at_least`.
    """
    if not re.fullmatch("0|[1-9][0-9]{0,17}", text):
        raise ValueError(f"{text[:40]!r} is not {what}")
    return int(text)


def as_float(number: object) -> float:
    """Return a number as a float; NaN for anything that is not a number, or is too large."""
    try:
        return float(number) if isinstance(number, SupportsFloat) else nan
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
