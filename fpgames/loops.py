"""Loops of actions: run an action many times, or one for each of many values, without exhausting the stack.

Source: Haskell's ``Control.Monad`` and ``Control.Monad.Loops``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from fpgames.state import Do, State, do, require_state
from fpgames.validation import require_at_least

__all__ = ["fold_m", "fold_replicate_m", "iterate_until_m", "map_m", "replicate_m", "sequence", "when"]

A = TypeVar("A")
B = TypeVar("B")
S = TypeVar("S")


def when(condition: bool, action: State[S, None]) -> State[S, None]:
    """Do an action only if a condition holds: ``when c m = if c then m else return ()``.

    Args:
        condition: whether the action is done.
        action: what is done or not.

    >>> from fpgames import put
    >>> when(True, put(2)).exec(1), when(False, put(2)).exec(1)
    (2, 1)

    See also: :meth:`fpgames.state.State.from_value`, the step that does nothing.
    """
    return action if condition else State.from_value(None)


def replicate_m(n: int, action: State[S, A]) -> State[S, tuple[A, ...]]:
    """Run an action n times and collect: ``replicateM :: Int -> m a -> m [a]``.

    Args:
        n: how often, at least 0.
        action: what is run.

    Raises:
        ValueError: n is negative.

    >>> replicate_m(3, State(lambda n: (n, 2 * n))).run(1)
    ((1, 2, 4), 8)

    See also: :func:`fold_replicate_m`, which keeps no list.

    Source: article 1, part I-D.
    """
    require_at_least(0, n, "repeat an action {} times")
    require_state(action)
    return _map_m(lambda _: action, range(n))


def fold_replicate_m(function: Callable[[B, A], B], start: B, n: int, action: State[S, A]) -> State[S, B]:
    """Run an action n times and fold its values as they come: ``foldl f z <$> replicateM n m``, in constant memory.

    Args:
        function: the fold's step, pure.
        start: what the fold starts from.
        n: how often, at least 0.
        action: what is run.

    Raises:
        ValueError: n is negative.

    >>> from operator import add
    >>> fold_replicate_m(add, 0, 3, State(lambda n: (n, 2 * n))).run(1)
    (7, 8)

    See also: :func:`replicate_m`, :func:`fold_m`.
    """
    require_at_least(0, n, "repeat an action {} times")
    require_state(action)
    return _fold_replicate_m(function, start, n, action)


def map_m(function: Callable[[A], State[S, B]], values: Iterable[A]) -> State[S, tuple[B, ...]]:
    """Run the action made of each value, in order, and collect: ``mapM :: (a -> m b) -> [a] -> m [b]``.

    Args:
        function: makes an action of a value, pure.
        values: as they are now.

    >>> from fpgames.state import modify
    >>> map_m(lambda x: modify(lambda n: n + x).map(lambda _: -x), [1, 2, 3]).run(0)
    ((-1, -2, -3), 6)

    See also: :func:`sequence`, :func:`fold_m`.

    Source: article 1, part I-D.
    """
    return _map_m(function, _kept(values))


def sequence(actions: Iterable[State[S, A]]) -> State[S, tuple[A, ...]]:
    """Run actions in order and collect: ``sequence = mapM id``.

    Args:
        actions: as they are now.

    >>> from fpgames import get, put
    >>> sequence([get(), put(2), get()]).run(1)
    ((1, None, 2), 2)

    See also: :func:`map_m`.
    """
    return map_m(lambda action: action, actions)


def fold_m(function: Callable[[B, A], State[S, B]], start: B, values: Iterable[A]) -> State[S, B]:
    """Fold values from the left with an action for step: ``foldM :: (b -> a -> m b) -> b -> [a] -> m b``.

    Args:
        function: makes an action of the result so far and a value, pure.
        start: what the fold starts from.
        values: as they are now.

    >>> from fpgames.state import modify
    >>> fold_m(lambda total, x: modify(lambda n: n + 1).map(lambda _: total + x), 0, [1, 2, 3]).run(0)
    (6, 3)

    See also: :func:`fold_replicate_m`.
    """
    return _fold_m(function, start, _kept(values))


@do
def iterate_until_m(done: Callable[[A], bool], step: Callable[[A], State[S, A]], value: A) -> Do[S, A]:
    """Repeat an action on its own value until a test holds: ``iterateUntilM :: (a -> Bool) -> (a -> m a) -> a -> m a``.

    The test comes first: a value that passes is answered as it is.

    Args:
        done: whether a value is the last.
        step: makes the next action of a value, pure.
        value: the first.

    >>> from fpgames.state import modify
    >>> halve = lambda x: modify(lambda n: n + 1).map(lambda _: x // 2)
    >>> iterate_until_m(lambda x: x < 10, halve, 1000).run(0)
    (7, 7)

    See also: :func:`replicate_m`, where it is known how often.

    Source: Haskell's package ``monad-loops``.
    """
    while not done(value):
        value = yield step(value)
    return value


# The loops themselves: a list filled in here is never seen unfinished from outside.


@do
def _fold_replicate_m(function: Callable[[B, A], B], value: B, n: int, action: State[S, A]) -> Do[S, B]:
    for _ in range(n):
        value = function(value, (yield action))
    return value


@do
def _map_m(function: Callable[[A], State[S, B]], values: Iterable[A]) -> Do[S, tuple[B, ...]]:
    results: list[B] = []
    for value in values:
        results.append((yield function(value)))
    return tuple(results)


@do
def _fold_m(function: Callable[[B, A], State[S, B]], result: B, values: Iterable[A]) -> Do[S, B]:
    for value in values:
        result = yield function(result, value)
    return result


def _kept(values: Iterable[A]) -> Iterable[A]:
    """The values as they are now: an iterator is spent by one run, a list may change before the next."""
    lasting: Any = values  # a range, which need not be written out
    return lasting if isinstance(values, range) else tuple(values)
