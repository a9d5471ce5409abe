"""Laws of Haskell's type classes for types of your own: ``Eq`` and ``Ord`` of values, and ``Monad`` of a State."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from itertools import product
from typing import Any, NamedTuple, TypeAlias, Unpack

from hypothesis import strategies as st

from fpgames.testing.law import Counterexample, Law, Options, attempt, name_of, short_repr
from fpgames.testing.running.checks import require_type
from fpgames.testing.running.suite import Statement, Suite

__all__ = ["eq_laws", "monad_laws"]

Value: TypeAlias = Any
"""A value of the tested type, which has the operators or the methods of a class."""


Values: TypeAlias = st.SearchStrategy[Value]

EQ: Suite[Values] = Suite(cases=lambda drawn: (dict(zip("abc", n, strict=False)) for n in product(*drawn["pools"])))


def value_law(suite: Suite[Values], count: int, evidence: str) -> Callable[[Callable[..., bool]], Statement]:
    """Return a decorator that adds a predicate of ``count`` values as a law; reports show the value of ``evidence``."""

    def pools(values: Values) -> st.SearchStrategy[list[list[Value]]]:
        pool = st.lists(values, min_size=1, max_size=5)
        return pool.map(lambda drawn: [[*drawn, *attempt(deepcopy, drawn).value_or([])]] * count)

    def add_law(holds: Callable[..., bool]) -> Statement:
        @wraps(holds)
        def statement(values: Values, **case: Value) -> None:
            if not holds(**case):
                raise Counterexample(f"({evidence}) is {eval(evidence, case.copy())}")

        return suite.law(pools=pools)(statement)

    return add_law


@value_law(EQ, 1, "a == a")
def equality_is_reflexive(a: Value) -> bool:
    """Every value is equal to itself: ``a == a``."""
    return bool(a == a)


@value_law(EQ, 2, "a == b, b == a, a != b")
def equality_is_symmetric(a: Value, b: Value) -> bool:
    """Equality is the same from both sides, and ``!=`` is its negation: ``(a == b) = (b == a) = not (a /= b)``."""
    return bool((a == b) == (b == a) != (a != b))


@value_law(EQ, 3, "a == b, b == c, a == c")
def equality_is_transitive(a: Value, b: Value, c: Value) -> bool:
    """Two values that are equal to a third one are equal: ``a == b && b == c ==> a == c``."""
    return a == c or not (a == b and b == c)


@value_law(EQ, 2, "a == b, hash(a), hash(b)")
def equal_values_have_equal_hashes(a: Value, b: Value) -> bool:
    """Equal values have equal hashes, as sets and dictionaries need: ``a == b ==> hash a == hash b``."""
    return hash(a) == hash(b) if a == b else True


ORD = EQ.extended()


@value_law(ORD, 2, "a < b, a == b, a > b, a <= b, a >= b, b < a")
def order_is_total(a: Value, b: Value) -> bool:
    """One of two values is less, or they are equal, and all operators agree: ``(a <= b) = (a < b || a == b) = not (b < a)``."""
    less, equal, greater = a < b, a == b, b < a
    return less + equal + greater == 1 and (a <= b, a > b, a >= b) == (not greater, greater, not less)


@value_law(ORD, 3, "a <= b, b <= c, a <= c")
def order_is_transitive(a: Value, b: Value, c: Value) -> bool:
    """A value below another one is below all values above that: ``a <= b && b <= c ==> a <= c``."""
    return a <= c or not (a <= b and b <= c)


def eq_laws(values: Values, *, ordered: bool = False, **options: Unpack[Options]) -> list[Law]:
    """Return the laws of equality and order: ``eqLaws :: Eq a => Strategy a -> [Law]``.

    Args:
        values: a strategy that draws few different values, so that some are equal.
        ordered: whether the values have a total order, too: ``Ord a``.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        TypeError: ``values`` is not a strategy, or an option is unknown.

    >>> from hypothesis import strategies as st
    >>> from fpgames.testing import check
    >>> check("pairs", eq_laws(st.tuples(st.integers(0, 2), st.booleans()), ordered=True))

    See also: :func:`monad_laws`.

    Source: ``eqLaws`` and ``ordLaws`` of Haskell's package quickcheck-classes.
    """
    require_type(st.SearchStrategy, values, "values", "a strategy of Hypothesis, such as st.integers(0, 3)")
    require_type(bool, ordered, "ordered", "True or False")
    return (ORD if ordered else EQ).laws(values, name_of(values), **options)


class Table:
    """A function that is shown as the table of its results so far, as a report needs it."""

    def __init__(self, function: Callable[[Value], Value]) -> None:
        self.function, self.results = function, dict[Value, Value]()

    def __call__(self, value: Value) -> Value:
        if value not in self.results:
            self.results[value] = self.function(value)
        return self.results[value]

    def __repr__(self) -> str:
        return f"{self.results!r}.__getitem__"


class Monad(NamedTuple):
    """The subject of the laws of a monad."""

    from_value: Callable[[Value], Value]
    actions: Values
    run: Callable[[Value, Value], object]
    states: Values

    @property
    def functions(self) -> st.SearchStrategy[Callable[[Value], Value]]:
        """A strategy for pure functions from a value to an action."""
        return st.functions(like=lambda value: None, returns=self.actions, pure=True).map(Table)

    def require_equal(self, left: Value, right: Value, state: Value) -> None:
        """Raise Counterexample unless the sides of a law, run from a state, have equal results."""
        if (result := self.run(left, state)) != (expected := self.run(right, state)):
            raise Counterexample(f"the left side gives {short_repr(result)}, the right side {short_repr(expected)}")


MONAD: Suite[Monad] = Suite()


@MONAD.law(a=lambda monad: st.integers(), f=lambda monad: monad.functions, state=lambda monad: monad.states)
def from_value_is_a_left_identity(monad: Monad, a: int, f: Value, state: Value) -> None:
    """``return a >>= f = f a``."""
    monad.require_equal(monad.from_value(a).bind(f), f(a), state)


@MONAD.law(m=lambda monad: monad.actions, state=lambda monad: monad.states)
def from_value_is_a_right_identity(monad: Monad, m: Value, state: Value) -> None:
    """``m >>= return = m``."""
    monad.require_equal(m.bind(monad.from_value), m, state)


@MONAD.law(
    m=lambda monad: monad.actions, f=lambda monad: monad.functions, g=lambda monad: monad.functions,
    state=lambda monad: monad.states,
)  # fmt: skip
def bind_is_associative(monad: Monad, m: Value, f: Value, g: Value, state: Value) -> None:
    r"""``(m >>= f) >>= g = m >>= (\x -> f x >>= g)``."""
    monad.require_equal(m.bind(f).bind(g), m.bind(lambda value: f(value).bind(g)), state)


@MONAD.law(m=lambda monad: monad.actions, state=lambda monad: monad.states)
def map_is_bind_and_from_value(monad: Monad, m: Value, state: Value) -> None:
    """``fmap f m = m >>= return . f``, so ``map`` is that of a functor."""
    monad.require_equal(m.map(repr), m.bind(lambda value: monad.from_value(repr(value))), state)


def monad_laws(
    from_value: Callable[[Value], Value],
    actions: Values,
    *,
    run: Callable[[Value, Value], object] = lambda action, state: action,
    states: Values = st.none(),  # noqa: B008
    **options: Unpack[Options],
) -> list[Law]:
    """Return the laws of a monad, such as a State of your own: ``monadLaws :: Monad m => Strategy (m a) -> [Law]``.

    Args:
        from_value: the function ``return`` of the monad, from a value to an action.
        actions: a strategy for actions, which have the methods ``bind`` and ``map``; their values are hashable.
        run: a function from an action and a state to what is compared; by default, actions are compared.
        states: a strategy for the states that ``run`` begins with.
        options: the :class:`fpgames.testing.Options` of the run.

    Raises:
        TypeError: an argument has the wrong type, or an option is unknown.

    >>> from fpgames import State
    >>> from hypothesis import strategies as st
    >>> from fpgames.testing import check, states
    >>> laws = monad_laws(State.from_value, states(st.integers()), run=State.run, states=st.integers())
    >>> check("State", laws, examples=10)

    See also: :func:`eq_laws`; :func:`fpgames.testing.states`, which draws actions.

    Source: ``monadLaws`` of Haskell's package quickcheck-classes.
    """
    require_type(Callable, from_value, "from_value", "a function from a value to an action")
    require_type(Callable, run, "run", "a function from an action and a state to a result")
    for name, strategy in (("actions", actions), ("states", states)):
        require_type(st.SearchStrategy, strategy, name, "a strategy of Hypothesis")
    return MONAD.laws(Monad(from_value, actions, run, states), name_of(from_value), **options)
