"""Monadic loops: run an action many times, or once for each of many values, without stack overflow.

Source: Haskell's ``Control.Monad`` and ``Control.Monad.Loops``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from fpgames.state.action import Do, State, do, require_state
from fpgames.validation import names_arguments, require_at_least, require_function

__all__ = ["fold_m", "fold_replicate_m", "iterate_until_m", "map_m", "replicate_m", "sequence", "when"]

A = TypeVar("A")
B = TypeVar("B")
S = TypeVar("S")


def when(condition: bool, action: State[S, None]) -> State[S, None]:
    """Run an action only if a condition holds: ``when c m = if c then m else return ()``.

    Args:
        condition: whether to run the action.
        action: the action to run if the condition holds.

    >>> from fpgames import put
    >>> when(True, put(2)).exec(1), when(False, put(2)).exec(1)
    (2, 1)

    See also: :meth:`fpgames.state.action.State.from_value`, which returns an action that does not change the state.
    """
    return action if condition else State.from_value(None)


def replicate_m(n: int, action: State[S, A]) -> State[S, tuple[A, ...]]:
    """Run an action n times and return its values: ``replicateM :: Int -> m a -> m [a]``.

    Args:
        n: the number of runs, at least 0.
        action: the action to run.

    Raises:
        ValueError: n is negative, or is not an int.
        TypeError: the action is not a State.

    >>> from fpgames import State
    >>> replicate_m(3, State(lambda n: (n, 2 * n))).run(1)
    ((1, 2, 4), 8)

    See also: :func:`fold_replicate_m`, which folds the values instead of storing them.

    Source: article 1, part I-D.
    """
    require_at_least(0, n, "repeat an action {} times")
    require_state(action)
    return map_block(lambda _: action, range(n))


def fold_replicate_m(function: Callable[[B, A], B], start: B, n: int, action: State[S, A]) -> State[S, B]:
    """Run an action n times and fold its values without storing them: ``foldl f z <$> replicateM n m``.

    Args:
        function: a pure function of the result so far and a value; returns the next result.
        start: the result before the first value.
        n: the number of runs, at least 0.
        action: the action to run.

    Raises:
        ValueError: n is negative, or is not an int.
        TypeError: the action is not a State.

    >>> from fpgames import State
    >>> from operator import add
    >>> fold_replicate_m(add, 0, 3, State(lambda n: (n, 2 * n))).run(1)
    (7, 8)

    See also: :func:`replicate_m`, :func:`fold_m`.
    """
    require_at_least(0, n, "repeat an action {} times")
    require_state(action)
    return fold_replicate_block(require_function(function, "fold_replicate_m", "value"), start, n, action)


@names_arguments
def map_m(function: Callable[[A], State[S, B]], values: Iterable[A]) -> State[S, tuple[B, ...]]:
    """Run an action for each value, in order, and return the results: ``mapM :: (a -> m b) -> [a] -> m [b]``.

    Args:
        function: a pure function that returns the action for a value.
        values: any iterable; it is consumed when ``map_m`` is called.

    >>> from fpgames.state import modify
    >>> map_m(lambda x: modify(lambda n: n + x).map(lambda _: -x), [1, 2, 3]).run(0)
    ((-1, -2, -3), 6)

    See also: :func:`sequence`, :func:`fold_m`.

    Source: article 1, part I-D.
    """
    return map_block(require_function(function, "map_m", "values"), _snapshot(values))


@names_arguments
def sequence(actions: Iterable[State[S, A]]) -> State[S, tuple[A, ...]]:
    """Run actions in order and return their values: ``sequence = mapM id``.

    Args:
        actions: any iterable; it is consumed when ``sequence`` is called.

    Raises:
        TypeError: the argument is a single State.

    >>> from fpgames import get, put
    >>> sequence([get(), put(2), get()]).run(1)
    ((1, None, 2), 2)

    See also: :func:`map_m`.
    """
    return map_m(lambda action: action, actions)


@names_arguments
def fold_m(function: Callable[[B, A], State[S, B]], start: B, values: Iterable[A]) -> State[S, B]:
    """Fold values from the left by a function that returns an action: ``foldM :: (b -> a -> m b) -> b -> [a] -> m b``.

    Args:
        function: a pure function of the result so far and a value; returns the action for the next result.
        start: the result before the first value.
        values: any iterable; it is consumed when ``fold_m`` is called.

    >>> from fpgames.state import modify
    >>> fold_m(lambda total, x: modify(lambda n: n + 1).map(lambda _: total + x), 0, [1, 2, 3]).run(0)
    (6, 3)

    See also: :func:`fold_replicate_m`.
    """
    return fold_block(require_function(function, "fold_m", "start value"), start, _snapshot(values))


@do
def iterate_until_m(done: Callable[[A], bool], step: Callable[[A], State[S, A]], value: A) -> Do[S, A]:
    """Feed each value to the next step until a test holds: ``iterateUntilM :: (a -> Bool) -> (a -> m a) -> a -> m a``.

    Each step returns the next value. If the first value passes the test, it is returned without a step.

    Args:
        done: a pure function that returns whether to stop at a value.
        step: a pure function that returns the action for a value; the action returns the next value.
        value: the first value.

    >>> from fpgames.state import modify
    >>> halve = lambda x: modify(lambda n: n + 1).map(lambda _: x // 2)
    >>> iterate_until_m(lambda x: x < 10, halve, 1000).run(0)
    (7, 7)

    See also: :func:`replicate_m`, if the number of runs is known.

    Source: Haskell's package ``monad-loops``.
    """
    for function in (done, step):
        require_function(function, "iterate_until_m", "value")
    while not done(value):
        value = yield step(value)
    return value


# The @do blocks behind fold_replicate_m, map_m and fold_m.


@do
def fold_replicate_block(function: Callable[[B, A], B], value: B, n: int, action: State[S, A]) -> Do[S, B]:
    for _ in range(n):
        value = function(value, (yield action))
    return value


@do
def map_block(function: Callable[[A], State[S, B]], values: Iterable[A]) -> Do[S, tuple[B, ...]]:
    results: list[B] = []
    for value in values:
        results.append((yield function(value)))
    return tuple(results)


@do
def fold_block(function: Callable[[B, A], State[S, B]], result: B, values: Iterable[A]) -> Do[S, B]:
    for value in values:
        result = yield function(result, value)
    return result


def _snapshot(values: Iterable[A]) -> Iterable[A]:
    """Copy the values, because an action can be run again after an iterator is used up or a list has changed."""
    if isinstance(values, State):
        raise TypeError(f"expected several values, such as a list; got one State, {values!r}")
    unchanging: Any = values  # a range is immutable, so it needs no copy
    return unchanging if isinstance(values, range) else tuple(values)
