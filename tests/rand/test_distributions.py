"""The exact reading of an action: the textbook's on random actions, known figures, samples, and what is refused."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import count
from math import sqrt
from operator import add, attrgetter, itemgetter
from random import Random
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

import pytest
from pyrsistent import pmap

from fpgames import (
    Outcome,
    SplitMix,
    State,
    bot_mc,
    bot_random,
    do,
    get,
    map_m,
    put,
    replicate_m,
    textbook,
)
from fpgames.games import nim
from fpgames.games.tictactoe import record, rules, static
from fpgames.play import bot_alphabeta_random, bot_mc_bulk, eval_move, play_game, play_moves, playout, random_move
from fpgames.rand import StdGen, choice, distribution, next_word, shuffle, split, split_off, uniform
from fpgames.rand.purity import require_pure
from fpgames.rules import GameOver
from fpgames.state import fold_m, fold_replicate_m, gets, iterate_until_m, modify, sequence

get_any: Any = get  # the type of the state is that of a generator in a run
gets_any: Any = gets
put_any: Any = put
D2, D3, D6 = (uniform(1, n) for n in (2, 3, 6))
P5 = rules.read("XO.\n.X.\n..O")
P3 = rules.read("XXO\nO.X\n.O.")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FIRST, DRAW, SECOND = Outcome.FIRST_WON, Outcome.DRAW, Outcome.SECOND_WON


class TooManyRuns(Exception):
    """The textbook would run an action too often."""


def plain(action: State[Any, Any], most: int = 500) -> dict[Any, Fraction]:
    runs = count()

    def run(gen: Any) -> Any:
        if next(runs) == most:
            raise TooManyRuns
        return action.run(gen)

    return textbook.distribution(textbook.State(run))


def outcome_of(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except (ArithmeticError, TypeError, ValueError) as error:
        return type(error)


def is_textbooks(action: State[Any, Any]) -> bool:
    """Check that both read an action alike; return whether the results are told, and not refused."""
    try:
        expected = outcome_of(lambda: plain(action))
    except TooManyRuns:
        return False
    found = outcome_of(lambda: distribution(action))
    assert found == expected
    assert isinstance(found, type) or sum(found.values()) == 1
    return not isinstance(found, type)


@do
def walk(n: int, action: State[Any, Any]) -> Any:
    if n <= 0:
        return n
    return (yield walk(n - (yield action) % 2 - 1, action))


@do
def twice(action: State[Any, Any], other: State[Any, Any], k: int) -> Any:
    gen = yield get_any()
    a = yield action
    if k % 2:
        yield put_any(gen)
    b = yield other
    return (a + 2 * b) % 5


@do
def apart(action: State[Any, Any], other: State[Any, Any], k: int) -> Any:
    mine = yield split_off() if k % 2 else split()
    a = yield other
    return (a + 2 * action.eval(mine)) % 5


@do
def block(action: State[Any, Any], other: State[Any, Any], n: int) -> Any:
    x = yield action
    if x % 2:
        x += yield other
    for _ in range(n):
        x = (x + (yield other)) % 5
    return x


def peek(action: State[Any, Any], other: State[Any, Any], _: int) -> Any:
    return gets_any(action.eval).bind(lambda a: other.map(lambda b: (a + 2 * b) % 5))


def hide(action: State[Any, Any], other: State[Any, Any], k: int) -> Any:
    """A closure, or a lazy iterator, keeps the generator that it draws with later."""
    kept = gets_any(lambda g: (lambda: action.eval(g)) if k % 2 else map(action.eval, (g,)).__next__)
    return kept.bind(lambda draw: other.map(lambda b: (draw() + 2 * b) % 5))


def swallow(action: State[Any, Any], other: State[Any, Any], _: int) -> Any:
    kept: list[Any] = []

    def again(b: int) -> Any:
        with suppress(Exception):
            return (b + 2 * action.eval(kept[-1])) % 5
        return 9

    return gets_any(kept.append).bind(lambda _: other.map(again))


def step_back(action: State[Any, Any], other: State[Any, Any], _: int) -> Any:
    return State(lambda g: (action.eval(g), g)).bind(lambda a: other.map(lambda b: (a + b) % 5))


TWO = [twice, apart, block, peek, hide, swallow, step_back]


def random_action(rng: Random, depth: int) -> State[Any, Any]:
    """An action whose results are numbers, truth values among them, which are equal to some."""
    sub = partial(random_action, rng, depth - 1)
    n = rng.randrange(4)
    kinds: list[Callable[[], State[Any, Any]]] = [
        lambda: uniform(0, rng.choice((0, 1, 1, 2))),
        lambda: choice((1, True, 0, False)),
        lambda: State.from_value(n),
        lambda: shuffle(range(n)).map(lambda order: order[0] if order else 0),
    ]
    if depth:
        kinds += [
            lambda: sub().map(lambda x: x % 2 if n else x == 1),
            lambda: sub().map(lambda x: [x]).map(lambda xs: xs.pop()),
            lambda: (lambda f, g, h: f.bind(lambda x: g if x % 2 else h))(sub(), sub(), sub()),
            lambda: (lambda m: sub().bind(lambda x: m.map(lambda y: str(x) + str(y))).map(len))(sub()),
            lambda: fold_replicate_m(lambda a, b: (a + b) % 3, 0, n, sub()),
            lambda: (lambda m: fold_m(lambda t, x: m.map(lambda y: (t + x * y) % 4), 0, range(n)))(sub()),
            lambda: (lambda m: fold_m(lambda t, x: m.map(lambda y: y if t else y == 1), True, range(n)))(sub()),
            lambda: (lambda m: map_m(lambda x: m.map(lambda y: x * y % 3), range(n)).map(sum))(sub()),
            lambda: sequence([sub() for _ in range(n)]).map(str).map(hash).map(lambda x: x % 3),
            lambda: walk(n, sub()),
            lambda: (
                lambda m: iterate_until_m(lambda s: s[0] > n, lambda s: m.map(lambda y: (s[0] + 1, y)), (0, 0)).map(
                    itemgetter(1)
                )
            )(sub()),
            *[partial(lambda make: make(sub(), sub(), n), make) for make in TWO],
        ]
    return rng.choice(kinds[0 if depth < 3 else 4 :])()


class TestTextbook:
    @pytest.mark.slow
    @pytest.mark.parametrize(("n", "seed"), [(200, 1), pytest.param(2_000, 2, marks=pytest.mark.exhaustive)])
    def test_on_random_actions(self, n: int, seed: int) -> None:
        rng = Random(seed)
        told = refused = 0
        while told < n:
            if is_textbooks(random_action(rng, 3)):
                told += 1
            else:
                refused += 1
        assert refused < 2 * n

    @pytest.mark.parametrize("make", TWO)
    def test_on_both_sides_of_a_use(self, make: Any) -> None:
        for action, other in ((D3, D3), (D3, D2), (D2, replicate_m(2, D2).map(sum))):
            for k in (0, 1):
                is_textbooks(make(action, other, k))

    def test_on_games(self) -> None:
        for action in (
            playout(rules, P5), bot_mc(rules, 6)(P3), play_game(rules, P5, bot_random(rules), bot_random(rules)),
            eval_move(rules, P3, 4, 3), bot_alphabeta_random(rules, 2, static)(P5), shuffle("aabc"),
            play_moves(nim.rules, nim.rules.read("1 2 0 0"), bot_random(nim.rules), bot_random(nim.rules)),
        ):  # fmt: skip
            assert plain(action, 100_000) == distribution(action)

    def test_on_arguments_by_name(self) -> None:
        assert distribution(playout(rules=rules, p=P5)) == distribution(playout(rules, P5))

    def test_on_an_action_that_never_runs(self) -> None:
        assert distribution(fold_replicate_m(add, 0, 0, next_word())) == {0: 1}

    def test_of_the_textbooks_own_actions(self) -> None:
        assert textbook.distribution(textbook.playout(rules, P5)) == distribution(playout(rules, P5))
        assert textbook.distribution(textbook.bot_mc(rules, 6, P3)) == distribution(bot_mc(rules, 6)(P3))


class TestLaws:
    def test_a_value(self) -> None:
        assert distribution(State.from_value("a")) == {"a": 1}

    def test_a_bind_is_a_sum_of_products(self) -> None:
        action = D3.bind(lambda a: uniform(1, a))
        expected: Counter[int] = Counter()
        for a, p in distribution(D3).items():
            for b, q in distribution(uniform(1, a)).items():
                expected[b] += p * q  # type: ignore[assignment]
        assert distribution(action) == expected == {1: Fraction(11, 18), 2: Fraction(5, 18), 3: Fraction(1, 9)}

    def test_order_is_the_same_in_each_call(self) -> None:
        assert [*distribution(choice("xyz"))] == ["x", "y", "z"]
        assert [*distribution(playout(rules, P5))] == [*distribution(playout(rules, P5))]

    def test_a_distribution_within_an_action(self) -> None:
        """The inner action may also use the outer generator."""
        action: State[Any, Any] = State(lambda g: (tuple(distribution(D3.map(lambda a: a + D2.eval(g)))), D2.exec(g)))
        assert distribution(action) == plain(action) == {(2, 3, 4): HALF, (3, 4, 5): HALF}
        kept = get_any().bind(lambda g: D6.map(lambda a: (a, len(distribution(D3.map(lambda b: b + D6.eval(g)))))))
        assert distribution(kept) == plain(kept) == {(a, 3): Fraction(1, 6) for a in range(1, 7)}


@dataclass(frozen=True)
class Note:
    value: int
    text: str = field(compare=False)


class Pair(NamedTuple):
    left: object
    right: object


@dataclass(frozen=True)
class Held:
    values: list[int] = field(compare=False)

    def count(self) -> int:
        return len(self.values)

    def pop(self) -> int:
        return self.values.pop()


class TestEqualResults:
    """What ``==`` finds equal is merged only if no function can tell it apart."""

    @pytest.mark.parametrize(
        "values",
        [(1, True), (1, 1.0), (0.0, -0.0), (DRAW, 0), ((1,), (True,)), (Pair(1, 2), (1, 2)), (Pair(1, 0), Pair(True, 0)),
         (frozenset({1}), frozenset({True})), (Note(1, "a"), Note(1, "b"))],
    )  # fmt: skip
    def test_are_told_apart(self, values: tuple[Any, Any]) -> None:
        either = {repr(values[0]): HALF, repr(values[1]): HALF}
        assert distribution(choice(values).map(repr)) == either
        assert (
            distribution(fold_m(lambda v, _: State.from_value(v), 0, [0]).bind(lambda _: choice(values)).map(repr))
            == either
        )
        assert (
            distribution(fold_m(lambda v, _: choice(values) if v == 9 else State.from_value(v), 9, [0, 1]).map(repr))
            == either
        )

        @do
        def said(value: object) -> Any:
            yield D2
            return repr(value)

        assert distribution(choice(values).bind(said)) == either

    def test_mutable_results_are_not_shared(self) -> None:
        @do
        def deal() -> Any:
            cards = yield shuffle("abc").map(list)
            first = cards.pop()
            return first, (yield choice(cards)), len(cards)

        assert distribution(deal()) == plain(deal())
        assert len(distribution(deal())) == 6

    def test_a_pair_is_not_taken_for_a_named_argument(self) -> None:
        @do
        def said(n: object) -> Any:
            yield D2
            return str(n)

        action = said(("n", 1)).bind(lambda a: said(n=1).map(lambda b: (a, b)))
        assert distribution(action) == {("('n', 1)", "1"): 1}

    @pytest.mark.parametrize(
        "wrap", [lambda xs: xs.pop, lambda xs: Held(xs).pop, lambda xs: frozenset({Held(xs).pop}), Held]
    )
    def test_lists_inside_hashable_results_are_not_shared(self, wrap: Any) -> None:
        """What may change is found wherever it is inside."""

        def pop(value: Any) -> Any:
            return next(iter(value))() if isinstance(value, frozenset) else getattr(value, "pop", value)()

        action = D2.map(lambda n: wrap([n])).bind(lambda value: D2.map(lambda _: pop(value)))
        assert distribution(action) == {1: HALF, 2: HALF}

    def test_objects_that_are_compared_by_identity(self) -> None:
        class Hand:
            def __init__(self, card: int) -> None:
                self.cards = [card]

        action = D2.map(Hand).bind(lambda hand: D2.map(lambda _: hand.cards.pop()))
        assert distribution(action) == {1: HALF, 2: HALF}

    def test_final_results_are_counted_as_a_dict_does(self) -> None:
        assert distribution(choice((1, True, 0))) == {1: 2 * THIRD, 0: THIRD}


class Box:
    log: ClassVar[list[int]] = []
    n: ClassVar[int]
    measure: ClassVar[Callable[[str], int]] = len

    def __init__(self) -> None:
        self.total = 0

    def add(self, x: int) -> None:
        self.total += x


class HashableBox(Box):
    def __hash__(self) -> int:
        return 0


def closures(step: Callable[[int, int], int]) -> Any:
    total = 0

    def add(x: int) -> None:
        nonlocal total
        total = step(total, x)

    return add, lambda: total


GLOBAL: list[int] = []
MODULE: Any = ModuleType("log")
SHARED: dict[str, tuple[Callable[[], Any], Callable[[Any, int], object], Callable[[Any], int]]] = {
    "constant": (lambda: (1, 2), lambda _, x: x, sum),
    "list": (list, list.append, sum),
    "list in a tuple": (lambda: (1, []), lambda pair, x: pair[1].append(x), lambda pair: sum(pair[1])),
    "dict": (dict, lambda d, x: d.__setitem__(len(d), x), lambda d: sum(d.values())),
    "Counter": (Counter, lambda c, x: c.update([x]), lambda c: sum(k * k * n for k, n in c.items())),
    "set": (set, set.add, sum),
    "deque": (partial(deque[int], maxlen=2), deque.append, sum),
    "bytearray": (bytearray, bytearray.append, sum),
    "object": (Box, Box.add, attrgetter("total")),
    "hashable object": (HashableBox, Box.add, attrgetter("total")),
    "iterator": (lambda: iter(range(99)), lambda numbers, _: next(numbers), next),
    "counter of a closure": (lambda: closures(add), lambda pair, x: pair[0](x), lambda pair: pair[1]()),
    "switch of a closure": (lambda: closures(lambda n, _: 1 - n), lambda pair, x: pair[0](x), lambda pair: pair[1]()),
    "global": (lambda: GLOBAL.clear(), lambda _, x: GLOBAL.append(x), lambda _: sum(GLOBAL)),
    "list of a class": (lambda: Box.log.clear(), lambda _, x: Box.log.append(x), lambda _: sum(Box.log)),
    "module": (lambda: vars(MODULE).update(log=[]), lambda _, x: MODULE.log.append(x), lambda _: sum(MODULE.log)),
    "setattr": (lambda: setattr(Box, "n", 0), lambda _, x: setattr(Box, "n", Box.n + x), lambda _: Box.n),
    "globals": (lambda: GLOBAL.clear(), lambda _, x: globals()["GLOBAL"].append(x), lambda _: sum(GLOBAL)),
}


def steps_that_share(note: Callable[[Any, int], object], total: Callable[[Any], int]) -> tuple[Any, ...]:
    """Ways to draw a number and to note it in a value, which is an argument, captured, or the object of a method."""

    def touch(shared: Any, x: int) -> int:
        note(shared, x)
        return total(shared)

    @do
    def passed(shared: Any, action: Any) -> Any:
        return touch(shared, (yield action))

    @do
    def captured(shared: Any, action: Any) -> Any:
        @do
        def inner() -> Any:
            touch(shared, (yield action))

        yield inner()

    def step(shared: Any, action: Any) -> Any:
        return State(lambda g: (touch(shared, action.eval(g)), action.exec(g)))

    return (
        passed, captured, step,
        lambda shared, action: passed(action=action, shared=shared),
        lambda shared, action: action.map(partial(touch, shared)),
        lambda shared, action: action.bind(lambda x: State.from_value(touch(shared, x))),
        lambda shared, action: action.map(lambda x: x + total(shared)),
        lambda shared, action: fold_m(lambda n, _: action.map(lambda x: n + touch(shared, x)), 0, range(2)),
        lambda shared, action: fold_replicate_m(lambda n, x: n + touch(shared, x), 0, 2, action),
        lambda shared, action: sequence([action.map(partial(touch, shared)), action]).map(sum),
        lambda shared, action: iterate_until_m(lambda n: n > 3, lambda n: action.map(lambda x: n + 1 + x * touch(shared, x)), 0),
    )  # fmt: skip


def random_program_that_shares(rng: Random, kind: str) -> State[Any, Any]:
    make, note, total = SHARED[kind]
    steps = tuple(rng.choices(steps_that_share(note, total), k=rng.randint(1, 3)))
    low, modulus = rng.randrange(2), rng.choice((2, 3, 1000))

    @do
    def program() -> Any:
        shared, result = make(), 0
        for step in steps:
            result = 3 * result + ((yield step(shared, uniform(low, 2))) or 0)
        return (result + total(shared)) % modulus

    return program()


class TestSharedValues:
    """Actions may share a value that changes: whole runs are taken."""

    @pytest.mark.parametrize("kind", SHARED)
    def test_on_random_programs(self, kind: str) -> None:
        rng = Random(kind)
        for _ in range(8):
            is_textbooks(random_program_that_shares(rng, kind))

    @pytest.mark.parametrize("result", [sum, len, lambda log: 1 // (len(log) < 3), lambda log: 1 // (len(log) > 2)])
    def test_random_runs_reveal_values_shared_elsewhere(self, result: Callable[[list[int]], int]) -> None:
        log = attrgetter("log")

        @do
        def program() -> Any:
            log(Box).clear()
            for _ in range(2):
                yield D2.map(lambda x: log(Box).append(x))
            return result(log(Box))

        is_textbooks(program())

    def test_a_callable_attribute_of_a_class_is_not_read(self) -> None:
        @do
        def program() -> Any:
            return Box.measure("ab") + (yield D2)

        is_textbooks(program())

    def test_globals_of_a_package_whose_name_only_begins_like_the_librarys(self) -> None:
        module: dict[str, Any] = {"__package__": "fpgames_mine", "log": []}
        exec("def note(x):\n    log.append(x)\n    return log[-1]", module)
        with pytest.raises(TypeError):
            require_pure(module["note"])

    def test_variables_assigned_later(self) -> None:
        @do
        def program() -> Any:
            n = yield D2.map(lambda x: later if x > 2 else x)
            later = 3
            return n + (yield D2.map(lambda x: later + x))

        is_textbooks(program())

    def test_immutable_maps_are_read_in_parts(self) -> None:
        start: Any = pmap()
        action: Any = fold_m(lambda p, _: D2.map(lambda x: p.set("x", x)), start, range(20)).map(len)
        assert distribution(action, max_runs=999) == {1: 1}

    def test_too_many_whole_runs_name_the_value(self) -> None:
        weights = [1, 2]
        action = replicate_m(9, D2.map(weights.index)).map(sum)
        with pytest.raises(
            ValueError, match=r"the whole action is run each time, because .* \[1, 2\] has no hash; pass a tuple"
        ):
            distribution(action, max_runs=300)


class TestGenerators:
    """Uses of generators on which results depend, or which a frozen value would not notice."""

    def test_a_peek_sees_the_next_draw(self) -> None:
        ahead = gets_any(lambda g: g.uniform_r(1, 3)[0])
        assert distribution(ahead.bind(lambda a: D3.map(lambda b: a == b))) == {True: 1}

    def test_the_same_place_is_the_same_generator(self) -> None:
        @do
        def compare() -> Any:
            first: Any = yield get_any()
            after: Any = D2.exec(first)
            yield D2
            second = yield get_any()
            return first == (yield get_any()), after == second, first != after, after == 3

        assert distribution(compare()) == plain(compare()) == {(False, True, True, False): 1}

    def test_after_another_generator_nothing_is_random(self) -> None:
        gen = SplitMix.from_seed(1)
        action = D6.bind(lambda a: put_any(gen).bind(lambda _: D6.map(lambda b: (a, b))))
        assert set(distribution(action).values()) == {Fraction(1, 6)}
        assert {b for _, b in distribution(action)} == {D6.eval(gen)}

    def test_two_uses_that_differ_are_refused(self) -> None:
        """SplitMix and StdGen take the numbers from the same word in other ways."""
        for second in (D2, split().map(lambda _: 0)):
            action = gets_any(D6.eval).bind(lambda a, second=second: second.map(lambda b: (a, b)))
            for read in (distribution, plain):
                with pytest.raises(ValueError, match=r"twice in different ways|second use of a generator"):
                    read(action)

    def test_what_is_refused(self) -> None:
        for action, error, message in (
            (next_word(), ValueError, r"cannot try all words of next_word; draw by uniform"),
            (gets_any(deepcopy), TypeError, "belongs to one run, and cannot be copied or pickled"),
            (split(), TypeError, r"needs hashable results, got <generator of distribution>"),
            (D6.map(lambda n: [n]), TypeError, r"needs hashable results, got \[1\] .*action\.map\(tuple\)"),
            (State(lambda g: g.uniform_r(2, 1)), ValueError, r"empty range 2\.\.1"),
            (modify(lambda n: n + 1), TypeError, "unsupported operand"),
            (bot_random(rules)(rules.read("XXX\nOO.\n...")), GameOver, "no move to choose"),
            (3, TypeError, "expected a State, got 3"),
            (get_any().bind(lambda _: 3), TypeError, "expected a State, got 3"),
        ):  # fmt: skip
            wrong: Any = action
            with pytest.raises(error, match=message):
                distribution(wrong)
        refused: list[Any] = [next_word(), State(lambda g: g.uniform_r(2, 1))]
        for refuse in refused:
            with pytest.raises(ValueError, match=r"uniform|empty range"):
                textbook.distribution(refuse)

    def test_a_generator_of_an_earlier_run(self) -> None:
        kept: list[Any] = []

        def impure(gen: Any) -> Any:
            kept.append(gen)
            with suppress(ValueError):
                D2.eval(kept[0])
            return D2.run(gen)

        with pytest.raises(ValueError, match="used after its run had ended"):
            distribution(State(impure))


@do
def nested(n: int) -> Any:
    if n == 0:
        return 0
    return ((yield D2) + (yield nested(n - 1))) % 2


@do
def until_six() -> Any:
    while (yield D6) != 6:
        pass


class TestLimits:
    @pytest.mark.parametrize(
        ("action", "covered"),
        [
            (shuffle(range(9)), 1 - Fraction(500, 362880)),
            (replicate_m(20, D6), 1),
            (fold_m(lambda _, __: uniform(1, 400), 0, range(9)), 1),
            (uniform(1, 10**30), 1),
            (until_six(), 1),
            (iterate_until_m(lambda x: x == 6, lambda _: D6, 0), Fraction(5, 6) ** 14),
            (State(lambda g: iterate_until_m(lambda x: x == 6, lambda _: D6, 0).run(g)), 1),
            (play_moves(rules, rules.start, bot_random(rules), bot_random(rules)), 1),
        ],
    )
    def test_too_many_runs(self, action: Any, covered: Fraction) -> None:
        with pytest.raises(ValueError, match=r"made \d+ runs.* at most max_runs=500 runs") as found:
            distribution(action, max_runs=500)
        said = float(str(found.value).partition("all but ")[2].partition(" ")[0])
        assert said == pytest.approx(float(covered), rel=0.02, abs=1e-6)

    def test_enough_runs(self) -> None:
        assert distribution(shuffle("abcd"), max_runs=24) == plain(shuffle("abcd"))
        with pytest.raises(ValueError, match="made 24 runs"):
            distribution(shuffle("abcd"), max_runs=23)
        for wrong in (0, 2.5):
            with pytest.raises(ValueError, match=rf"cannot make {wrong} runs; expected at least 1"):
                distribution(D6, max_runs=wrong)  # type: ignore[arg-type]

    def test_nesting(self) -> None:
        assert distribution(nested(100)) == {0: HALF, 1: HALF}
        with pytest.raises(ValueError, match="some 150 nested @do blocks"):
            distribution(nested(1000))

    def test_nesting_below_a_deep_caller(self) -> None:
        def below(frames: int) -> Any:
            return below(frames - 1) if frames else distribution(nested(100))

        with pytest.raises(ValueError, match="or the caller is itself deep in a recursion"):
            below(700)

    def test_a_recursion_of_the_action_itself(self) -> None:
        def endless(gen: Any) -> Any:
            return endless(gen)

        with pytest.raises(RecursionError):
            distribution(gets_any(lambda g: (g,)).bind(lambda _: State(endless)))

    def test_long_loops_are_not_nested(self) -> None:
        chain: State[Any, int] = D2
        for _ in range(400):
            chain = chain.bind(lambda a: D2.map(lambda b: (a + b) % 2))
        assert (
            distribution(chain)
            == distribution(fold_replicate_m(lambda a, b: (a + b) % 2, 0, 2000, D2))
            == {0: HALF, 1: HALF}
        )

    def test_results_merge(self) -> None:
        dice = distribution(fold_replicate_m(add, 0, 50, D6))
        assert len(dice) == 251
        assert dice[50] == Fraction(1, 6**50)


class TestFigures:
    @pytest.mark.slow
    def test_random_play(self) -> None:
        assert distribution(playout(rules, rules.start)) == {
            FIRST: Fraction(737, 1260), SECOND: Fraction(121, 420), DRAW: Fraction(8, 63)
        }  # fmt: skip
        assert distribution(playout(rules, P5)) == {
            FIRST: Fraction(17, 30),
            DRAW: Fraction(3, 10),
            SECOND: Fraction(2, 15),
        }

    def test_a_bot_against_random_moves(self) -> None:
        game = play_game(rules, P5, bot_mc(rules, 3), bot_random(rules)).map(itemgetter(0))
        assert distribution(game) == {
            FIRST: Fraction(3073, 4608), DRAW: Fraction(847, 3456), SECOND: Fraction(1217, 13824)
        }  # fmt: skip

    def test_both_games_of_tic_tac_toe(self) -> None:
        p = record.rules.read("XO.\n.X.\n..O")
        assert distribution(bot_mc(record.rules, 30)(p)) == distribution(bot_mc(rules, 30)(P5))

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("n", "probability"),
        [(5, 0.5), (10, 0.546), (30, 0.611), (100, 0.724), (300, 0.857), pytest.param(1000, 0.971, marks=pytest.mark.exhaustive)],
    )  # fmt: skip
    def test_bot_mc_finds_the_best_move(self, n: int, probability: float) -> None:
        most = max(distribution(bot_mc(rules, n)(P5), max_runs=10**6).values())
        assert round(float(most), 3) == probability


def sampled_actions() -> Iterator[State[Any, Any]]:
    yield uniform(1, 6)
    yield choice("aab")
    yield shuffle("abca")
    yield bot_random(rules)(P5)
    yield random_move(rules, rules.start)
    yield playout(rules, P5)
    yield bot_mc(rules, 9)(P5)
    yield eval_move(rules, P5, 3, 3)
    yield play_game(rules, P5, bot_mc(rules, 3), bot_random(rules)).map(itemgetter(0))
    yield bot_alphabeta_random(rules, 2, static)(P5)
    yield split().bind(lambda mine: D3.map(lambda a: (a, D3.eval(mine))))


class TestSamples:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("n", "from_seed"),
        [(500, StdGen.from_seed), pytest.param(20_000, SplitMix.from_seed, marks=pytest.mark.exhaustive)],
        ids=["few", "many"],
    )
    def test_agree(self, n: int, from_seed: Callable[[int], Any]) -> None:
        """Within five standard deviations of every probability; results of probability 0 do not occur."""
        for number, action in enumerate(sampled_actions()):
            exact = distribution(action)
            counts = Counter(replicate_m(n, action).eval(from_seed(number + 1)))
            assert counts.keys() <= exact.keys()
            for result, p in exact.items():
                assert abs(counts[result] - n * p) <= 5 * sqrt(n * p * (1 - p)), (number, result)

    def test_in_bulk_too_many(self) -> None:
        with pytest.raises(ValueError, match="max_runs=300"):
            distribution(bot_mc_bulk(rules, 5)(P5), max_runs=300)


def test_results_that_pickle_writes_as_a_name() -> None:
    assert distribution(fold_m(lambda _, value: uniform(1, 2).map(lambda _: value), None, [len, len])) == {len: 1}
