"""Primitive actions, which read or change the state, and ``map_state``, a stage that changes the value of an action.

Source: article 1, part I-D; Haskell's ``Control.Monad.State``.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from typing import Any, TypeVar, overload

from fpgames.stage import Stage, source_repr
from fpgames.state.action import State
from fpgames.validation import require_function

__all__ = ["UnspecifiedState", "get", "gets", "map_state", "modify", "put"]

A = TypeVar("A")
B = TypeVar("B")
S = TypeVar("S")


_GET: State[object, object] = State(lambda state: (state, state))


class UnspecifiedState:
    """The type of the state, for type checkers, where ``get()`` is called without an argument.

    See also: :func:`get`.
    """


@overload
def get() -> State[UnspecifiedState, UnspecifiedState]: ...
@overload
def get(kind: Callable[..., S]) -> State[S, S]: ...
def get(kind: object = None) -> State[Any, object]:
    r"""Return the state as the value: ``get = State (\s -> (s, s))``.

    In typed code, name the type of the state: ``n = yield from get(int)``. Type checkers cannot infer it, but they
    report an error if the type does not fit the rest of the block.

    Args:
        kind: the type of the state, for type checkers; ignored at run time.

    >>> get().run(1)
    (1, 1)

    See also: :func:`gets`, :func:`put`.
    """
    return _GET


def put(state: S) -> State[S, None]:
    r"""Replace the state: ``put s = State (\_ -> ((), s))``.

    Args:
        state: the new state.

    >>> put(2).run(1)
    (None, 2)

    See also: :func:`modify`.
    """
    return State(lambda _: (None, state))


def modify(function: Callable[[S], S]) -> State[S, None]:
    """Apply a pure function to the state: ``modify f = get >>= put . f``.

    Args:
        function: a pure function of the state.

    >>> modify(abs).run(-1)
    (None, 1)

    See also: :func:`gets`.
    """
    require_function(function, "modify", "state")
    return State(lambda state: (None, function(state)))


def gets(function: Callable[[S], A]) -> State[S, A]:
    """Return the result of a pure function of the state: ``gets f = f <$> get``.

    Args:
        function: a pure function of the state.

    >>> gets(abs).run(-1)
    (1, -1)

    See also: :func:`modify`.
    """
    require_function(function, "gets", "state")
    return State(lambda state: (function(state), state))


def map_state(function: Callable[[A], B]) -> Stage[State[S, A], State[S, B]]:
    """Return a stage that applies a pure function to the value of a State: ``fmap`` for pipelines.

    ``map_state(f)(m) = m.map(f)``

    Args:
        function: a pure function of the value.

    Raises:
        TypeError: the stage was called with a value that is not a State.

    >>> map_state(str)(get()).run(1)
    ('1', 1)

    See also: :meth:`fpgames.state.action.State.map`; the function ``map_`` of the package ``returns``, whose stage cannot be pickled.
    """
    return Stage(_map_state, (function,))


def _map_state(action: State[S, A], function: Callable[[A], B]) -> State[S, B]:
    if not isinstance(action, State):
        raise TypeError(
            f"map_state({source_repr(function)}) needs a State, but got {reprlib.repr(action)}; {source_repr(function)}"
            " alone takes a value that is not a State"
        )
    return action.map(function)
