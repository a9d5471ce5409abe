"""State: computations that thread a value through themselves, described first and run later.

``State[S, A]`` wraps a function ``S -> (A, S)``: given a state, it returns a value and the next state.
Nothing happens before ``run``; a State is itself a value and can be run any number of times.

Source: article 1, part I-D; Haskell's ``Control.Monad.State``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import update_wrapper
from inspect import isgeneratorfunction
from reprlib import repr as brief
from types import GeneratorType
from typing import Any, Generic, NoReturn, ParamSpec, TypeAlias, TypeVar, final, overload

from returns.interfaces.container import Container2
from returns.interfaces.specific.reader import Contextable
from returns.primitives.hkt import SupportsKind2
from returns.primitives.types import Immutable

from fpgames.stage import Stage
from fpgames.validation import guarded

__all__ = ["Do", "State", "Unsaid", "do", "get", "gets", "map_state", "modify", "put"]

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
B = TypeVar("B")
P = ParamSpec("P")
S = TypeVar("S")


class State(  # type: ignore[type-var]  # like the containers of returns: covariant over an invariant interface
    Immutable,
    SupportsKind2["State[Any, Any]", A_co, S],  # pyright: ignore[reportInvalidTypeForm]
    Container2[A_co, S],  # pyright: ignore[reportInvalidTypeForm]
    Contextable["tuple[A_co, S]", S],
    Generic[S, A_co],
):
    """A computation of a value that reads and replaces a state: ``newtype State s a = State (s -> (a, s))``.

    Args:
        step: the function ``S -> (A, S)``, pure.

    >>> tick = State(lambda n: (n, n + 1))
    >>> tick.run(5)
    (5, 6)
    >>> tick.bind(lambda a: tick.map(lambda b: (a, b))).run(5)
    ((5, 6), 7)

    The pointfree functions of ``returns`` work on it; type checkers follow the methods, not those.

    See also: :func:`do`, which writes a chain of binds as a block.

    Source: article 1, part I-D.
    """

    __slots__ = ("_step",)

    _step: Callable[[S], tuple[A_co, S]]

    def __init__(self, step: Callable[[S], tuple[A_co, S]]) -> None:
        _set_step(self, step)

    def __repr__(self) -> str:
        return f"<State: {self._step!r}>"

    def __iter__(self) -> Generator[State[S, Any], Any, A_co]:
        """Hand the State to the block that says ``yield from`` it; its value comes back."""
        value: A_co = yield self
        return value

    def __reduce__(self) -> NoReturn:
        raise TypeError("a State is made of functions and does not pickle; send what makes it, and make it there")

    def __call__(self, deps: S) -> tuple[A_co, S]:
        """Run, under the name by which ``returns`` calls its containers: ``m(s) = m.run(s)``."""
        return self.run(deps)

    @classmethod
    def from_value(cls, inner_value: B) -> State[Any, B]:
        r"""Return a value and leave the state alone: ``return a = State (\s -> (a, s))``.

        Args:
            inner_value: the value.

        >>> State.from_value("a").run(0)
        ('a', 0)
        """
        return State(lambda state: (inner_value, state))

    def bind(self, function: Callable[[A_co], State[S, B]]) -> State[S, B]:  # type: ignore[override]
        """Run this, then what the function makes of its value: ``m >>= f``.

        Args:
            function: makes the next State of this one's value.

        >>> get().bind(lambda n: put(n + 1)).run(1)
        (None, 2)
        """
        return _Bind(self, function)

    def map(self, function: Callable[[A_co], B]) -> State[S, B]:
        """Apply a pure function to the value: ``fmap f m = m >>= return . f``.

        Args:
            function: of the value, pure.

        >>> get().map(str).run(1)
        ('1', 1)
        """
        return _Bind(self, lambda value: State.from_value(function(value)))

    def apply(self, container: State[S, Callable[[A_co], B]]) -> State[S, B]:  # type: ignore[override]
        """Apply the function another State returns; this State runs first, then the function's: ``m <**> f``.

        Args:
            container: a State whose value is a pure function.

        >>> get().apply(State(lambda n: (str, n + 1))).run(1)
        ('1', 2)
        """
        return _Bind(self, lambda value: container.map(lambda function: function(value)))

    def eval(self, state: S) -> A_co:
        """Run and keep the value: ``evalState m s = fst (runState m s)``.

        Args:
            state: what it is run from.

        >>> get().eval(3)
        3
        """
        return self.run(state)[0]

    def exec(self, state: S) -> S:
        """Run and keep the state: ``execState m s = snd (runState m s)``.

        Args:
            state: what it is run from.

        >>> put(4).exec(3)
        4
        """
        return self.run(state)[1]

    def run(self, state: S) -> tuple[A_co, S]:
        """Run from a state: ``runState :: State s a -> s -> (a, s)``.

        Stack-safe: what waits for a value is kept in a list, not on the interpreter's stack.

        Args:
            state: what it is run from.

        Raises:
            TypeError: a block yielded, or a bound function returned, something that is not a State.
            RuntimeError: a function raised StopIteration.

        >>> get().run(3)
        (3, 3)
        """
        return guarded(_run, self, state)


# A State is frozen: its slots are filled through their descriptors (half the price of object.__setattr__).
_set_step = State.__dict__["_step"].__set__


@final
class _Bind(State[S, A_co]):
    """``m >>= f``, kept as it was said until it is run."""

    __slots__ = ("_first", "_then")

    _first: State[S, Any]
    _then: Callable[[Any], State[S, A_co]]

    def __init__(self, first: State[S, Any], then: Callable[[Any], State[S, A_co]]) -> None:
        _set_first(self, first)
        _set_then(self, then)

    def __repr__(self) -> str:
        return f"<State: ... >>= {self._then!r}>"


_set_first, _set_then = (_Bind.__dict__[slot].__set__ for slot in _Bind.__slots__)


@final
class _Block(State[S, A_co]):
    """A call of a ``@do`` function, kept as function and arguments: every run starts it afresh."""

    __slots__ = ("_start", "_args", "_kwargs")  # noqa: RUF023

    _start: Callable[..., Do[S, A_co]]
    _args: tuple[Any, ...]
    _kwargs: dict[str, Any]

    def __init__(self, start: Callable[..., Do[S, A_co]], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        _set_start(self, start)
        _set_args(self, args)
        _set_kwargs(self, kwargs)

    def __repr__(self) -> str:
        shown = [*map(brief, self._args), *(f"{name}={brief(value)}" for name, value in self._kwargs.items())]
        return f"<State: do {self._start.__qualname__}({', '.join(shown)})>"


_set_start, _set_args, _set_kwargs = (_Block.__dict__[slot].__set__ for slot in _Block.__slots__)


Do: TypeAlias = Generator[State[S, Any], Any, A]
"""What the body of a ``@do`` function returns: steps over a state ``S``, in the end an ``A``. Called, it is a State."""


def _enter(action: Any, waiting: list[Any]) -> Do[Any, Any]:
    """The block that runs an action, once the functions bound to it wait."""
    while type(action) is _Bind:
        waiting.append(action._then)
        action = action._first
    return iter(require_state(action))


def _run(action: Any, state: S) -> tuple[Any, S]:
    waiting: list[Any] = []  # blocks and bound functions that wait for a value, the innermost last
    block = _enter(action, waiting)
    value: Any = None
    while True:
        try:
            action = block.send(value)
        except StopIteration as finished:
            value = finished.value
        else:
            kind = type(action)
            if kind is State:
                value, state = action._step(state)
            elif kind is _Block:
                waiting.append(block)
                block, value = action._start(*action._args, **action._kwargs), None
            elif kind is _Bind:
                waiting.append(block)
                block, value = _enter(action, waiting), None
            else:
                value, state = require_state(action)._step(state)
            continue
        if not waiting:
            return value, state
        block = waiting.pop()
        if type(block) is not GeneratorType:  # the function of a bind: what it makes takes its place
            block, value = _enter(block(value), waiting), None


def require_state(action: Any) -> State[Any, Any]:
    if not isinstance(action, State):
        raise TypeError(f"expected a State, got {action!r}; in a @do block write: x = yield from action")
    return action


def do(function: Callable[P, Do[S, A]]) -> Callable[P, State[S, A]]:
    """Make a State of a block of steps: ``x = yield from action`` reads like ``x <- action``.

    Where the type is said, ``x: int = yield action`` does as well, and sooner.

    An exception ends the whole run; a block cannot catch what one of its actions raises.

    Args:
        function: a generator function; it yields from States and returns the value.

    Raises:
        TypeError: the function is not a generator function.

    >>> @do
    ... def double():
    ...     n = yield from get()
    ...     yield from put(2 * n)
    ...     return n
    >>> double().run(21)
    (21, 42)

    See also: :meth:`State.bind`.

    Source: article 1, part I-D, Haskell's ``do`` notation.
    """
    if not isgeneratorfunction(function):
        raise TypeError(f"@do expects a generator function, got {function!r}; for no step at all: State.from_value")

    def block(*args: P.args, **kwargs: P.kwargs) -> State[S, A]:
        return _Block(function, args, kwargs)

    return update_wrapper(block, function)


_GET: State[Any, Any] = State(lambda state: (state, state))


class Unsaid:
    """The type of a state that typed code has not named.

    See also: :func:`get`.
    """


@overload
def get() -> State[Unsaid, Unsaid]: ...
@overload
def get(kind: Callable[..., S]) -> State[S, S]: ...
def get(kind: object = None) -> State[Any, Any]:
    r"""Return the state as the value: ``get = State (\s -> (s, s))``.

    In typed code say of which type the state is, ``n = yield from get(int)``: nothing else tells a type checker, and a block
    over another state refuses it.

    Args:
        kind: the type of the state, for type checkers; it changes nothing.

    >>> get().run(1)
    (1, 1)

    See also: :func:`gets`, :func:`put`.
    """
    return _GET


def put(state: S) -> State[S, None]:
    r"""Replace the state: ``put s = State (\_ -> ((), s))``.

    Args:
        state: the new one.

    >>> put(2).run(1)
    (None, 2)

    See also: :func:`modify`.
    """
    return State(lambda _: (None, state))


def modify(function: Callable[[S], S]) -> State[S, None]:
    """Replace the state by a function of it: ``modify f = get >>= put . f``.

    Args:
        function: of the state, pure.

    >>> modify(abs).run(-1)
    (None, 1)

    See also: :func:`gets`.
    """
    return State(lambda state: (None, function(state)))


def gets(function: Callable[[S], A]) -> State[S, A]:
    """Return a function of the state: ``gets f = f <$> get``.

    Args:
        function: of the state, pure.

    >>> gets(abs).run(-1)
    (1, -1)

    See also: :func:`modify`.
    """
    return State(lambda state: (function(state), state))


def map_state(function: Callable[[A], B]) -> Stage[State[S, A], State[S, B]]:
    """Apply a pure function to the value of a State: ``fmap``, a stage that ends a pipeline of actions.

    ``map_state(f)(m) = m.map(f)``

    Args:
        function: of the value, pure.

    >>> map_state(str)(get()).run(1)
    ('1', 1)

    See also: :meth:`State.map`; ``map_`` of ``returns``, which does the same, and neither prints nor pickles.
    """
    return Stage(_map_state, (function,))


def _map_state(function: Callable[[A], B], action: State[S, A]) -> State[S, B]:
    return action.map(function)
