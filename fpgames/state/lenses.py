"""Lenses, which select a part of a larger value, and ``zoom``, which runs a State on the selected part of a state.

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
    r"""A getter and a setter for a part of a value: ``data Lens s t = Lens { get :: s -> t, set :: s -> t -> s }``.

    Lenses keep three laws: ``get`` returns the part that was set, setting the current part changes nothing, and a
    second ``set`` replaces the first.

    ``get (set s t) = t``, ``set s (get s) = s``, ``set (set s t) u = set s u``

    ``a | b`` composes two lenses: ``b`` selects from the part that ``a`` selects. ``get (a | b) = get b . get a``.

    Args:
        get: returns the part of a value.
        set: returns a copy of a value with a new part.

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
        """Compose two lenses: ``inner`` selects from the part that this lens selects."""
        return Lens(_get_inner(self, inner), partial(_set_inner, self, inner))

    def __repr__(self) -> str:
        return f"<Lens: {self.get!r}>"


@stage()
def _get_inner(whole: S, outer: Lens[S, T], inner: Lens[T, U]) -> U:
    return inner.get(outer.get(whole))


def _set_inner(outer: Lens[S, T], inner: Lens[T, U], whole: S, part: U) -> S:
    return outer.set(whole, inner.set(outer.get(whole), part))


def field(name: str) -> Lens[Any, Any]:
    r"""Return the lens that selects a field of a NamedTuple: ``field "x" = Lens x (\s t -> s { x = t })``.

    Args:
        name: the name of the field.

    >>> from typing import NamedTuple
    >>> class Walk(NamedTuple):
    ...     steps: int
    ...     at: str
    >>> field("steps").get(Walk(3, "home")), field("steps").set(Walk(3, "home"), 4)
    (3, Walk(steps=4, at='home'))

    See also: :func:`item`, for a tuple without field names.
    """
    return Lens(attrgetter(name), partial(_set_field, name))


def _set_field(name: str, whole: Any, part: object) -> Any:
    return whole._replace(**{name: part})


def item(i: int) -> Lens[tuple[Any, ...], Any]:
    r"""Return the lens that selects the item of a tuple at an index: ``item 0 = Lens fst (\(_, b) t -> (t, b))``.

    Args:
        i: the index of the item, at least 0.

    Raises:
        ValueError: i is negative, or is not an int; or ``set`` was called with a tuple that is too short.
        TypeError: ``set`` was called with a value that is not a tuple.

    >>> item(1).get(("a", "b")), item(1).set(("a", "b"), "c")
    ('b', ('a', 'c'))

    See also: :func:`field`, for a NamedTuple.
    """
    require_at_least(0, i, "access item {} of a tuple")
    return Lens(itemgetter(i), partial(_set_item, i))


def _set_item(i: int, whole: tuple[object, ...], part: object) -> tuple[object, ...]:
    if not isinstance(whole, tuple):
        raise TypeError(f"item({i}) needs a tuple; got {whole!r:.80}")
    _, *after = whole[i:]
    result: tuple[object, ...] = getattr(whole, "_make", tuple)((*whole[:i], part, *after))  # keeps a NamedTuple's type
    return result


class Zoom(Protocol[S, T]):
    """The type of ``zoom(lens)``, a stage that makes a State over a part of a state a State over the whole state.

    See also: :func:`zoom`, which returns it.
    """

    def __call__(self, action: State[T, A], /) -> State[S, A]:
        """Return a State over the whole state, which runs ``action`` on the part that the lens selects."""
        ...

    def __or__(self, function: Callable[[State[S, object]], B], /) -> Stage[State[T, object], B]:
        """Compose: return a stage that calls this stage first, and then the function."""
        ...

    def __ror__(self, function: Callable[[P], State[T, A]], /) -> Stage[P, State[S, A]]:
        """Compose: return a stage that calls the function first, and then this stage."""
        ...


def zoom(lens: Lens[S, T]) -> Zoom[S, T]:
    r"""Lift a State over a part to a State over the whole state, whose other parts do not change.

    ``zoom l m = State (\s -> let (a, t) = runState m (get l s) in (a, set l s t))``

    ``zoom`` preserves values and the order of actions, and zooming twice equals zooming once with the composed lens:

    ``zoom l (return a) = return a``, ``zoom l (m >>= f) = zoom l m >>= zoom l . f``, ``zoom a . zoom b = zoom (a | b)``

    ``zoom(l)`` is a stage, so ``bot | zoom(l)`` is a bot whose generator is a part of a larger state.

    Args:
        lens: the lens that selects the part.

    Raises:
        TypeError: ``lens`` is not a Lens, or the stage was called with a value that is not a State.

    >>> from fpgames import SplitMix, uniform
    >>> dice = zoom(item(0))(uniform(1, 6))
    >>> value, (gen, rest) = dice.run((SplitMix.from_seed(1), "the rest"))
    >>> value, rest
    (6, 'the rest')

    See also: :class:`Lens`; :func:`fpgames.play.tree_reuse.bot_mcts_reuse`, an example.
    """
    if not isinstance(lens, Lens):
        raise TypeError(f"zoom needs a lens, such as field('gen') or item(0); got {lens!r}")
    return cast("Zoom[S, T]", _zoom(lens))  # unlike a Stage, a Zoom accepts States with values of any type


@stage()
def _zoom(action: State[T, A], lens: Lens[S, T]) -> State[S, A]:
    return State(partial(_run_zoomed, lens, require_state(action)))


def _run_zoomed(lens: Lens[S, T], action: State[T, A], whole: S) -> tuple[A, S]:
    value, part = action.run(lens.get(whole))
    return value, lens.set(whole, part)
