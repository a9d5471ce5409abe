"""Lenses, and States that run over a part of a larger state.

Source: Haskell's package ``lens``, ``Control.Lens.Zoom``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from fpgames.stage import Stage, stage
from fpgames.state.action import State, require_state
from fpgames.validation import require_at_least

__all__ = ["Lens", "Zoom", "field", "item", "zoom"]

A = TypeVar("A")
B = TypeVar("B")
P = TypeVar("P")
S = TypeVar("S")
T = TypeVar("T")
U = TypeVar("U")


class Lens(NamedTuple, Generic[S, T]):
    r"""A part of a larger value, as two pure functions: ``data Lens s t = Lens { get :: s -> t, set :: s -> t -> s }``.

    Three laws make it a lens. What is put in is found again, what is found can be put back without a change, and of
    two parts put in the second stays:

    ``get (set s t) = t``, ``set s (get s) = s``, ``set (set s t) u = set s u``

    ``a | b`` is the part ``b`` of the part ``a``: ``get (a | b) = get b . get a``.

    Args:
        get: returns the part of a whole.
        set: returns a whole with a new part in the place of its own.

    >>> tens = Lens(lambda n: n // 10, lambda n, tens: 10 * tens + n % 10)
    >>> tens.get(42), tens.set(42, 7)
    (4, 72)
    >>> (item(1) | tens).set(("a", 42), 7)
    ('a', 72)

    See also: :func:`field`, :func:`item`, which make lenses; :func:`zoom`, which uses them.
    """

    get: Callable[[S], T]
    set: Callable[[S, T], S]

    def __or__(self, inner: Lens[T, U]) -> Lens[S, U]:
        """Compose: the part of this part."""
        return Lens(_get_inner(self, inner), partial(_set_inner, self, inner))

    def __repr__(self) -> str:
        return f"<Lens: {self.get!r}>"


@stage()
def _get_inner(whole: S, outer: Lens[S, T], inner: Lens[T, U]) -> U:
    return inner.get(outer.get(whole))


def _set_inner(outer: Lens[S, T], inner: Lens[T, U], whole: S, part: U) -> S:
    return outer.set(whole, inner.set(outer.get(whole), part))


def field(name: str) -> Lens[Any, Any]:
    r"""Return the lens of a field of a NamedTuple: ``field "x" = Lens x (\s t -> s { x = t })``.

    Args:
        name: the name of the field.

    >>> from typing import NamedTuple
    >>> class Walk(NamedTuple):
    ...     steps: int
    ...     at: str
    >>> field("steps").get(Walk(3, "home")), field("steps").set(Walk(3, "home"), 4)
    (3, Walk(steps=4, at='home'))

    See also: :func:`item`, for a tuple without names.
    """
    return Lens(attrgetter(name), partial(_set_field, name))


def _set_field(name: str, whole: Any, part: object) -> Any:
    return whole._replace(**{name: part})


def item(i: int) -> Lens[tuple[Any, ...], Any]:
    r"""Return the lens of a place of a tuple, counted from 0: ``item 0 = Lens fst (\(_, b) t -> (t, b))``.

    Args:
        i: the index of the place, at least 0.

    Raises:
        ValueError: i is negative, or is not an int; or, by ``set``, the tuple has no such place.
        TypeError: by ``set``, the whole is not a tuple.

    >>> item(1).get(("a", "b")), item(1).set(("a", "b"), "c")
    ('b', ('a', 'c'))

    See also: :func:`field`, for a NamedTuple.
    """
    require_at_least(0, i, "look at place {} of a tuple")
    return Lens(itemgetter(i), partial(_set_place, i))


def _set_place(i: int, whole: tuple[object, ...], part: object) -> tuple[object, ...]:
    if not isinstance(whole, tuple):
        raise TypeError(f"item({i}) is a part of a tuple; got {whole!r:.80}")
    _, *others = whole[i:]
    made: tuple[object, ...] = getattr(whole, "_make", tuple)((*whole[:i], part, *others))  # a NamedTuple stays one
    return made


class Zoom(Protocol[S, T]):
    """A stage that makes a State over a part of a larger state into one over the whole, whatever its value is.

    See also: :func:`zoom`, which returns it.
    """

    def __call__(self, action: State[T, A], /) -> State[S, A]:
        """Let a State over the part run over the whole."""
        ...

    def __or__(self, function: Callable[[State[S, object]], B], /) -> Stage[State[T, object], B]:
        """Compose: this first, then the function."""
        ...

    def __ror__(self, function: Callable[[P], State[T, A]], /) -> Stage[P, State[S, A]]:
        """Compose: the function first, then this."""
        ...


def zoom(lens: Lens[S, T]) -> Zoom[S, T]:
    r"""Run a State over a part of a larger state; the rest of the state stays as it is.

    ``zoom l m = State (\s -> let (a, t) = runState m (get l s) in (a, set l s t))``

    It keeps values and order, and zooming twice is zooming to the part of the part:

    ``zoom l (return a) = return a``, ``zoom l (m >>= f) = zoom l m >>= zoom l . f``, ``zoom a . zoom b = zoom (a | b)``

    It is a stage, so ``bot | zoom(l)`` is a bot whose generator is a part of a larger state.

    Args:
        lens: the part of the state.

    Raises:
        TypeError: the argument is not a lens; or, by the stage, what it is given is not a State.

    >>> from fpgames import SplitMix, uniform
    >>> dice = zoom(item(0))(uniform(1, 6))
    >>> value, (gen, rest) = dice.run((SplitMix.from_seed(1), "the rest"))
    >>> value, rest
    (6, 'the rest')

    See also: :class:`Lens`; :func:`fpgames.play.tree_reuse.bot_mcts_reuse`, which zooms into its generator.
    """
    if not isinstance(lens, Lens):
        raise TypeError(f"zoom needs a lens, such as field('gen') or item(0); got {lens!r}")
    return cast("Zoom[S, T]", _zoom(lens))  # unlike Stage, generic at each call


@stage()
def _zoom(action: State[T, A], lens: Lens[S, T]) -> State[S, A]:
    return State(partial(_zoomed, lens, require_state(action)))


def _zoomed(lens: Lens[S, T], action: State[T, A], whole: S) -> tuple[A, S]:
    value, part = action.run(lens.get(whole))
    return value, lens.set(whole, part)
