"""State: computations that pass a state from step to step, described first and run later.

``State[S, A]`` wraps a function ``S -> (A, S)``: given a state, it returns a value and the next state.
Nothing happens before ``run``; a State is itself a value and can be run any number of times.

Source: article 1, part I-D; Haskell's ``Control.Monad.State``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack
from functools import update_wrapper
from inspect import isgeneratorfunction
from reprlib import repr as brief
from types import GeneratorType
from typing import Any, Generic, NoReturn, ParamSpec, TypeAlias, TypeVar, final

from returns.interfaces.container import Container2
from returns.interfaces.specific.reader import Contextable
from returns.primitives.hkt import SupportsKind2
from returns.primitives.types import Immutable

from fpgames.validation import call_guarded

__all__ = ["Do", "State", "do"]

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
    """A computation that returns a value, and reads and replaces a state: ``newtype State s a = State (s -> (a, s))``.

    Args:
        step: a pure function ``S -> (A, S)``.

    >>> tick = State(lambda n: (n, n + 1))
    >>> tick.run(5)
    (5, 6)
    >>> tick.bind(lambda a: tick.map(lambda b: (a, b))).run(5)
    ((5, 6), 7)

    The pointfree functions of ``returns`` work on it, but type checkers understand only the methods.

    See also: :func:`do`, for a chain of binds written as a block; :func:`fpgames.state.primitives.get`.

    Source: article 1, part I-D.
    """

    __slots__ = ("_step",)

    _step: Callable[[S], tuple[A_co, S]]

    def __init__(self, step: Callable[[S], tuple[A_co, S]]) -> None:
        _set_step(self, step)

    def __repr__(self) -> str:
        return f"<State: {self._step!r}>"

    def __iter__(self) -> Generator[State[S, object], Any, A_co]:
        """Yield the State to the loop that runs a block, and return its value, for ``yield from`` in the block."""
        value: A_co = yield self
        return value

    def __lt__(self, other: object) -> NoReturn:
        raise TypeError(
            "a State is an action that has not run, so it has no order; traverse_tree in place of map_tree runs it for each"
            " leaf, and map_state(minimax) searches the tree that it returns"
        )

    __le__ = __gt__ = __ge__ = __lt__

    def __reduce__(self) -> NoReturn:
        raise TypeError("a State consists of functions and cannot be pickled; pickle a function that returns it")

    def __call__(self, deps: S) -> tuple[A_co, S]:
        """Run from a state: ``returns`` calls its containers in this way: ``m(s) = m.run(s)``."""
        return self.run(deps)

    @classmethod
    def from_value(cls, inner_value: B) -> State[Any, B]:
        r"""Return a value and leave the state unchanged: ``return a = State (\s -> (a, s))``.

        Args:
            inner_value: the value to return.

        >>> State.from_value("a").run(0)
        ('a', 0)
        """
        return State(lambda state: (inner_value, state))

    def bind(self, function: Callable[[A_co], State[S, B]]) -> State[S, B]:  # type: ignore[override]
        """Run this, then the State that a function makes from its value: ``m >>= f``.

        Args:
            function: makes the next State from the value of this one.

        >>> from fpgames import get, put
        >>> get().bind(lambda n: put(n + 1)).run(1)
        (None, 2)
        """
        return _Bind(self, function)

    def map(self, function: Callable[[A_co], B]) -> State[S, B]:
        """Apply a pure function to the value: ``fmap f m = m >>= return . f``.

        Args:
            function: a pure function of the value.

        >>> from fpgames import get
        >>> get().map(str).run(1)
        ('1', 1)
        """
        return _Bind(self, lambda value: State.from_value(function(value)))

    def apply(self, container: State[S, Callable[[A_co], B]]) -> State[S, B]:  # type: ignore[override]
        """Apply the function that another State returns; this State runs first, then the other: ``m <**> f``.

        Args:
            container: a State whose value is a pure function.

        >>> from fpgames import get
        >>> get().apply(State(lambda n: (str, n + 1))).run(1)
        ('1', 2)
        """
        return _Bind(self, lambda value: container.map(lambda function: function(value)))

    def eval(self, state: S) -> A_co:
        """Run from a state and return the value only: ``evalState m s = fst (runState m s)``.

        Args:
            state: the state to start from.

        >>> from fpgames import get
        >>> get().eval(3)
        3
        """
        return self.run(state)[0]

    def exec(self, state: S) -> S:
        """Run from a state and return the last state only: ``execState m s = snd (runState m s)``.

        Args:
            state: the state to start from.

        >>> from fpgames import put
        >>> put(4).exec(3)
        4
        """
        return self.run(state)[1]

    def run(self, state: S) -> tuple[A_co, S]:
        """Run from a state and return the value and the last state: ``runState :: State s a -> s -> (a, s)``.

        Long chains do not exhaust the interpreter's stack: the steps that wait for a value are kept in a list.

        Args:
            state: the state to start from.

        Raises:
            TypeError: a block yielded, or a bound function returned, something that is not a State.
            RuntimeError: a function raised StopIteration.

        >>> from fpgames import get
        >>> get().run(3)
        (3, 3)
        """
        return call_guarded(_run, self, state)


# A State is immutable: its slots are set through their descriptors (half the cost of object.__setattr__).
_set_step = State.__dict__["_step"].__set__


@final
class _Bind(State[S, A_co]):
    """The State ``m >>= f``, kept as ``m`` and ``f`` until it is run."""

    __slots__ = ("_first", "_then")

    _first: State[S, object]
    _then: Callable[[object], State[S, A_co]]

    def __init__(self, first: State[S, object], then: Callable[[Any], State[S, A_co]]) -> None:
        _set_first(self, first)
        _set_then(self, then)

    def __repr__(self) -> str:
        return f"<State: ... >>= {self._then!r}>"


_set_first, _set_then = (_Bind.__dict__[slot].__set__ for slot in _Bind.__slots__)


@final
class _Block(State[S, A_co]):
    """A call of a ``@do`` function, kept as the function and its arguments: every run calls it again."""

    __slots__ = ("_start", "_args", "_kwargs")  # noqa: RUF023

    _start: Callable[..., Do[S, A_co]]
    _args: tuple[object, ...]
    _kwargs: dict[str, object]

    def __init__(self, start: Callable[..., Do[S, A_co]], args: tuple[object, ...], kwargs: dict[str, object]) -> None:
        _set_start(self, start)
        _set_args(self, args)
        _set_kwargs(self, kwargs)

    def __repr__(self) -> str:
        shown = [*map(brief, self._args), *(f"{name}={brief(value)}" for name, value in self._kwargs.items())]
        return f"<State: do {self._start.__qualname__}({', '.join(shown)})>"


_set_start, _set_args, _set_kwargs = (_Block.__dict__[slot].__set__ for slot in _Block.__slots__)


Do: TypeAlias = Generator[State[S, object], Any, A]
"""The return type of the body of a ``@do`` function: it yields States over ``S`` and returns an ``A``."""


def _enter(action: object, waiting: list[object]) -> Do[object, object]:
    """Return the block that runs an action, after adding the functions bound to the action to those that wait."""
    while type(action) is _Bind:
        waiting.append(action._then)
        action = action._first
    return iter(require_state(action))


def _run(action: Any, state: S) -> tuple[Any, S]:
    """Run an action from a state.

    Note: this is the ``run`` of :class:`fpgames.textbook.State`, but it is a loop. The functions that are bound to an
    action, and the blocks that called it, wait in a list, not on the interpreter's stack.
    """
    waiting: list[Any] = []  # blocks and bound functions that wait for a value, the innermost last
    block: Any = None
    value: Any = None
    try:
        block = _enter(action, waiting)
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
            if type(block) is not GeneratorType:  # the function of a bind: the State that it makes takes its place
                block, value = _enter(block(value), waiting), None
    except BaseException:
        _close([*waiting, block])
        raise


def _close(waiting: list[object]) -> None:
    """Run what blocks have in ``finally`` and ``with``, the innermost first, when an exception has ended the run."""
    with ExitStack() as blocks:
        for block in waiting:
            if type(block) is GeneratorType:
                blocks.callback(_close_one, block)


def _close_one(block: Do[object, object]) -> None:
    try:
        block.close()
    except RuntimeError as error:
        if "ignored GeneratorExit" not in str(error):  # an action in a ``finally`` is not run any more
            raise


def require_state(action: object) -> State[Any, Any]:
    if not isinstance(action, State):
        raise TypeError(f"expected a State, got {action!r}; in a @do block write: x = yield from action")
    return action


def do(function: Callable[P, Do[S, A]]) -> Callable[P, State[S, A]]:
    """Turn a block of steps into a function that returns a State: ``x = yield from action`` reads like ``x <- action``.

    With an annotation, plain ``x: int = yield action`` also works, and is faster.

    An exception ends the whole run: a block cannot catch an exception that one of its actions raises.

    Args:
        function: a generator function, which yields from States and returns the value of the block.

    Raises:
        TypeError: the function is not a generator function.

    >>> from fpgames import get, put
    >>> @do
    ... def double():
    ...     n = yield from get()
    ...     yield from put(2 * n)
    ...     return n
    ...
    >>> double().run(21)
    (21, 42)

    See also: :meth:`State.bind`.

    Source: article 1, part I-D, Haskell's ``do`` notation.
    """
    if not isgeneratorfunction(function):
        raise TypeError(
            f"@do expects a function with yield from, got {function!r}; for a block without steps use State.from_value"
        )

    def block(*args: P.args, **kwargs: P.kwargs) -> State[S, A]:
        return _Block(function, args, kwargs)

    return update_wrapper(block, function)
