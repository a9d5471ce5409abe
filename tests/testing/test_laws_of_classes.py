"""Laws of ``Eq``, ``Ord`` and ``Monad``: right types keep them, and each law has planted faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, total_ordering
from math import nan
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st
from returns.maybe import Nothing, Some

from fpgames import Player, State, alpha_beta, minimax, prune, share, textbook
from fpgames.testing import Law, as_tests, check, eq_laws, generators, monad_laws, states
from tests.support.refusals import wrong_errors
from tests.support.states import ints, unary_shape
from tests.testing.faults import Fault
from tests.testing.test_faults import is_missed

few = st.integers(0, 3)
steps = st.functions(like=unary_shape, returns=st.tuples(ints, ints), pure=True)


class Writer(NamedTuple):
    """A value and a text, to which each action appends. Its parts can be spoiled in subclasses."""

    value: Any
    text: str = ""

    def then(self, text: str) -> str:
        return self.text + text

    def bind(self, function: Callable[[Any], Writer]) -> Writer:
        value, text = function(self.value)
        return type(self)(value, self.then(text))

    def map(self, function: Callable[[Any], Any]) -> Writer:
        return self._replace(value=function(self.value))


def writers(**methods: Any) -> list[Law]:
    """Return the laws of a writer in which some methods are replaced."""
    kind: Any = type("Writer", (Writer,), methods)
    return monad_laws(kind, st.builds(kind, few, st.text("ab", max_size=2)))


RIGHT: list[list[Law]] = [
    eq_laws(st.one_of(few, st.booleans(), st.builds(Fraction, few, st.integers(1, 3))), ordered=True),
    eq_laws(st.sampled_from(Player), ordered=True), eq_laws(st.frozensets(few)), eq_laws(generators()),
    eq_laws(st.sampled_from([alpha_beta, minimax, prune(2), prune(2) | minimax, prune(2) | share])),
    monad_laws(State.from_value, states(ints), run=State.run, states=ints),
    monad_laws(textbook.State.from_value, steps.map(textbook.State), run=lambda m, n: m.run(n), states=ints),
    monad_laws(Some, st.one_of(few.map(Some), st.just(Nothing))), writers(),
]  # fmt: skip
test_right_types = as_tests([law for laws in RIGHT for law in laws])


@total_ordering
@dataclass(frozen=True)
class Card:
    n: int
    suit: int

    def __lt__(self, other: Card) -> bool:
        return (self.n, self.suit) < (other.n, other.suit)


def cards(**methods: Any) -> list[Law]:
    """Return the laws of cards in which some operators are replaced."""
    kind = type("Card", (Card,), {"__hash__": Card.__hash__, **methods})
    return eq_laws(st.builds(kind, st.integers(0, 2), st.integers(0, 2)), ordered=True)


def own_states(**methods: Any) -> list[Law]:
    kind: Any = type("Mine", (State,), {"from_value": lambda value: kind(lambda n: (value, n)), **methods})
    return monad_laws(kind.from_value, steps.map(kind), run=kind.run, states=ints)


def bind_from_the_first_state(self: Any, function: Any) -> Any:
    return type(self)(lambda state: function(self.run(state)[0]).run(state))


FAULTS: list[tuple[str, Callable[[], list[Law]]]] = [
    ("equality_is_reflexive", lambda: eq_laws(st.sampled_from([1.0, nan]))),
    ("equality_is_reflexive", lambda: cards(__eq__=lambda a, b: a.n == b.n and a.suit < b.suit)),
    ("equality_is_symmetric", lambda: cards(__eq__=lambda a, b: a.n <= b.n)),
    ("equality_is_symmetric", lambda: cards(__ne__=lambda a, b: a.n != b.n)),
    ("equality_is_transitive", lambda: cards(__eq__=lambda a, b: abs(a.n - b.n) < 2)),
    ("equal_values_have_equal_hashes", lambda: cards(__eq__=lambda a, b: a.n == b.n)),
    ("equal_values_have_equal_hashes", lambda: cards(__hash__=id)),
    ("equal_values_have_equal_hashes", lambda: eq_laws(st.lists(few))),
    ("order_is_total", lambda: cards(__lt__=lambda a, b: a.n < b.n)),
    ("order_is_total", lambda: cards(__le__=lambda a, b: a.n <= b.n)),
    ("order_is_total", lambda: cards(__gt__=lambda a, b: a.n > b.n)),
    ("order_is_total", lambda: eq_laws(st.frozensets(few), ordered=True)),
    ("order_is_transitive", lambda: cards(__le__=lambda a, b: (b.n - a.n) % 3 < 2)),
    ("from_value_is_a_left_identity", lambda: own_states(from_value=lambda value: State(lambda n: (value, 0)))),
    ("from_value_is_a_left_identity", lambda: writers(then=lambda m, text: m.text + text[:1])),
    ("from_value_is_a_right_identity", lambda: own_states(bind=bind_from_the_first_state)),
    ("from_value_is_a_right_identity", lambda: writers(then=lambda m, text: text)),
    ("bind_is_associative", lambda: writers(then=lambda m, text: text + m.text if m.text[1:] else m.text + text)),
    ("map_is_bind_and_from_value", lambda: own_states(map=lambda m, f: State(lambda n: (f(m.run(n)[0]), n)))),
    ("map_is_bind_and_from_value", lambda: writers(map=lambda m, f: m._replace(value=f(m.value), text=m.text * 2))),
]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (2, 3, 4, 5))])
def test_each_law_finds_its_faults(seed: int) -> None:
    missed = {
        n: words for n, (law, laws) in enumerate(FAULTS) if (words := is_missed(Fault(laws, law), {"seed": seed}))
    }
    assert missed == {}


def test_there_is_a_fault_of_each_law() -> None:
    assert {law for law, _ in FAULTS} == {law.name for laws in (RIGHT[0], RIGHT[-1]) for law in laws}


def test_reports_show_the_values_and_no_addresses() -> None:
    not_drawn: Any = [1, 2]
    told: list[tuple[Callable[[], object], str]] = [
        (partial(check, "cards", cards(__hash__=lambda a: a.suit, __eq__=lambda a, b: a.n == b.n), examples=100, seed=1, laws=["equal_values_have_equal_hashes"]),
         r"LawsBroken: [^?]*\(a == b, hash\(a\), hash\(b\)\) is \(True, [01], [01]\), with a=Card\(n=0"),
        (partial(check, "states", own_states(bind=bind_from_the_first_state), examples=100, seed=1, laws=["from_value_is_a_right_identity"]),
         r"LawsBroken: [^?]*the left side gives \(0, 0\), the right side \(0, 1\), with m=<State: <function unary_shape>>"),
        (partial(check, "writers", writers(then=lambda m, text: m.text + text[:1]), examples=100, seed=1, laws=["from_value_is_a_left_identity"]),
         r"LawsBroken: [^?]*with f=\{0: .*\}.__getitem__"),
        (lambda: eq_laws(not_drawn), r"TypeError: values has to be a strategy of Hypothesis, such as st.integers\(0, 3\)"),
        (lambda: monad_laws(Some, not_drawn), "TypeError: actions has to be a strategy of Hypothesis; got"),
    ]  # fmt: skip
    assert wrong_errors(told) == {}
