"""The State monad: computations that pass a state from step to step, and that run only when ``run`` is called.

``State[S, A]`` wraps a function ``S -> (A, S)`` from a state to a value and the next state. A State is also called an
action. It is immutable, and can be run any number of times.

Source: article 1, part I-D; Haskell's ``Control.Monad.State``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
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
        step: a pure function ``S -> (A, S)``, from a state to a value and the next state.

    >>> tick = State(lambda n: (n, n + 1))
    >>> tick.run(5)
    (5, 6)
    >>> tick.bind(lambda a: tick.map(lambda b: (a, b))).run(5)
    ((5, 6), 7)

    The pointfree functions of the package ``returns`` work on a State, but type checkers understand only the methods.

    See also: :func:`do`, for a block in place of a chain of ``bind``; :func:`fpgames.state.primitives.get`.

    Source: article 1, part I-D.
    """

    __slots__ = ("_step",)

    _step: Callable[[S], tuple[A_co, S]]

    def __init__(self, step: Callable[[S], tuple[A_co, S]]) -> None:
        _set_step(self, step)

    def __repr__(self) -> str:
        return f"<State: {self._step!r}>"

    def __iter__(self) -> Generator[State[S, object], Any, A_co]:
        """Support ``yield from action`` in a ``@do`` block: yield this State; return the value that ``run`` sends."""
        value: A_co = yield self
        return value

    def __lt__(self, other: object) -> NoReturn:
        raise TypeError("a State is an action that has not run, so it has no order")

    __le__ = __gt__ = __ge__ = __lt__

    def __reduce__(self) -> NoReturn:
        raise TypeError("a State consists of functions and cannot be pickled; pickle a function that returns it")

    def __call__(self, deps: S) -> tuple[A_co, S]:
        """Run this State from the state ``deps``: ``m(s) = m.run(s)``. The package ``returns`` needs it."""
        return self.run(deps)

    @classmethod
    def from_value(cls, inner_value: B) -> State[Any, B]:
        r"""Make an action that returns a value and leaves the state unchanged: ``return a = State (\s -> (a, s))``.

        Args:
            inner_value: the value to return.

        >>> State.from_value("a").run(0)
        ('a', 0)
        """
        return State(lambda state: (inner_value, state))

    def bind(self, function: Callable[[A_co], State[S, B]]) -> State[S, B]:  # type: ignore[override]
        """Run this State, then the State that ``function`` returns for the value of this State: ``m >>= f``.

        Args:
            function: returns the next State, given the value of this State.

        >>> from fpgames import get, put
        >>> get().bind(lambda n: put(n + 1)).run(1)
        (None, 2)
        """
        return Bind(self, function)

    def map(self, function: Callable[[A_co], B]) -> State[S, B]:
        """Apply a pure function to the value of this State: ``fmap f m = m >>= return . f``.

        Args:
            function: a pure function of the value.

        >>> from fpgames import get
        >>> get().map(str).run(1)
        ('1', 1)
        """
        return Bind(self, lambda value: State.from_value(function(value)))

    def apply(self, container: State[S, Callable[[A_co], B]]) -> State[S, B]:  # type: ignore[override]
        """Run this State, then ``container``; apply the second value, a function, to the first value: ``m <**> f``.

        Args:
            container: a State whose value is a pure function.

        >>> from fpgames import get
        >>> get().apply(State(lambda n: (str, n + 1))).run(1)
        ('1', 2)
        """
        return Bind(self, lambda value: container.map(lambda function: function(value)))

    def eval(self, state: S) -> A_co:
        """Run this State from ``state``; return only the value: ``evalState m s = fst (runState m s)``.

        Args:
            state: the state to start from.

        >>> from fpgames import get
        >>> get().eval(3)
        3
        """
        return self.run(state)[0]

    def exec(self, state: S) -> S:
        """Run this State from ``state``; return only the last state: ``execState m s = snd (runState m s)``.

        Args:
            state: the state to start from.

        >>> from fpgames import put
        >>> put(4).exec(3)
        4
        """
        return self.run(state)[1]

    def run(self, state: S) -> tuple[A_co, S]:
        """Run this State from ``state``; return its value and the last state: ``runState :: State s a -> s -> (a, s)``.

        Long chains do not overflow the interpreter's stack, because continuations are stored in a list.

        Args:
            state: the state to start from.

        Raises:
            TypeError: a value yielded by a ``@do`` block, or returned by a function of ``bind``, is not a State.
            RuntimeError: a function raised StopIteration.

        >>> from fpgames import get
        >>> get().run(3)
        (3, 3)
        """
        return call_guarded(_run_action, self, state)


# A State is immutable, so its constructor sets the slot by a descriptor, which is faster than object.__setattr__.
_set_step = State.__dict__["_step"].__set__


@final
class Bind(State[S, A_co]):
    """The State ``m >>= f``, stored as the action ``m`` and its continuation ``f``."""

    __slots__ = ("action", "continuation")

    action: State[S, object]
    continuation: Callable[[object], State[S, A_co]]

    def __init__(self, action: State[S, object], continuation: Callable[[Any], State[S, A_co]]) -> None:
        _set_action(self, action)
        _set_continuation(self, continuation)

    def __repr__(self) -> str:
        return f"<State: ... >>= {self.continuation!r}>"


_set_action, _set_continuation = (Bind.__dict__[slot].__set__ for slot in Bind.__slots__)


@final
class Block(State[S, A_co]):
    """The State of a ``@do`` function, stored as the function and its arguments; each run calls the function."""

    __slots__ = ("start", "args", "kwargs")  # noqa: RUF023

    start: Callable[..., Do[S, A_co]]
    args: tuple[object, ...]
    kwargs: dict[str, object]

    def __init__(self, start: Callable[..., Do[S, A_co]], args: tuple[object, ...], kwargs: dict[str, object]) -> None:
        _set_start(self, start)
        _set_args(self, args)
        _set_kwargs(self, kwargs)

    def __repr__(self) -> str:
        arguments = [*map(brief, self.args), *(f"{name}={brief(value)}" for name, value in self.kwargs.items())]
        return f"<State: do {self.start.__qualname__}({', '.join(arguments)})>"


_set_start, _set_args, _set_kwargs = (Block.__dict__[slot].__set__ for slot in Block.__slots__)


Do: TypeAlias = Generator[State[S, object], Any, A]
"""The return annotation of a ``@do`` function: a generator that yields States over ``S`` and returns an ``A``."""


def _start_action(action: object, stack: list[object]) -> Do[object, object]:
    """Push the continuations of an action onto the stack; return a generator for the innermost action."""
    while type(action) is Bind:
        stack.append(action.continuation)
        action = action.action
    return iter(require_state(action))


def _run_action(action: Any, state: S) -> tuple[Any, S]:
    """Run an action, starting from ``state``, by a loop instead of recursion (a trampoline).

    Continuations and suspended ``@do`` blocks wait in a list, not on the interpreter's stack. The simpler
    ``fpgames.textbook.State.run`` is recursive.
    """
    stack: list[Any] = []  # a stack of blocks and continuations; the one at the end gets the next value
    block: Any = None
    value: Any = None
    try:
        block = _start_action(action, stack)
        while True:
            try:
                action = block.send(value)
            except StopIteration as finished:
                value = finished.value
            else:
                kind = type(action)
                if kind is State:
                    value, state = action._step(state)
                elif kind is Block:
                    stack.append(block)
                    block, value = action.start(*action.args, **action.kwargs), None
                elif kind is Bind:
                    stack.append(block)
                    block, value = _start_action(action, stack), None
                else:
                    value, state = require_state(action)._step(state)
                continue
            if not stack:
                return value, state
            block = stack.pop()
            if type(block) is not GeneratorType:  # a continuation, which returns the next State
                block, value = _start_action(block(value), stack), None
    except BaseException as error:
        _close_blocks([*stack, block])
        if isinstance(error, AttributeError) and error.name == "send" and isinstance(error.obj, Iterator):
            raise TypeError(
                f"yield from in a @do block takes one State, got a {type(error.obj).__name__}; for several actions write:"
                " values = yield from sequence(actions)"
            ) from None
        raise


def _close_blocks(stack: list[object]) -> None:
    """Close the blocks after an exception, innermost first, so that ``finally`` clauses and ``with`` exits run."""
    with ExitStack() as blocks:
        for block in stack:
            if type(block) is GeneratorType:
                blocks.callback(_close_block, block)


def _close_block(block: Do[object, object]) -> None:
    try:
        block.close()
    except RuntimeError as error:
        if "ignored GeneratorExit" not in str(error):  # a ``finally`` clause yielded an action; do not run it
            raise


def is_return(action: State[Any, object]) -> bool:
    """Return whether :meth:`State.from_value` has made an action."""
    return getattr(action._step, "__code__", None) is _RETURN_CODE


_RETURN_CODE = getattr(State.from_value(None)._step, "__code__", None)


def require_state(action: object) -> State[Any, Any]:
    if not isinstance(action, State):
        raise TypeError(f"expected a State, got {action!r}; in a @do block write: x = yield from action")
    return action


def do(function: Callable[P, Do[S, A]]) -> Callable[P, State[S, A]]:
    """Turn a generator function into a function that returns a State; ``x = yield from m`` is Haskell's ``x <- m``.

    ``x: int = yield m`` also works, and is faster; type checkers need the annotation.

    An exception ends the whole run: a block cannot catch the exceptions of its actions.

    Args:
        function: a generator function that yields from States; it returns the value of the block.

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

    Source: article 1, part I-D; Haskell's ``do`` notation.
    """
    if not isgeneratorfunction(function):
        raise TypeError(
            f"@do expects a function with yield from, got {function!r}; for a block without steps use State.from_value"
        )

    def make_block(*args: P.args, **kwargs: P.kwargs) -> State[S, A]:
        return Block(function, args, kwargs)

    return update_wrapper(make_block, function)
