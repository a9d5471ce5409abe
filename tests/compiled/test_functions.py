"""Functions that numba would compile with another meaning: they are refused, or do what they do in Python."""

from __future__ import annotations

import math
import operator
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import IntEnum, IntFlag
from fractions import Fraction
from functools import cache, partial, reduce
from math import sqrt
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from toolz import identity

from fpgames import Player, SplitMix, alpha_beta, build_tree, jit, map_tree, minimax, prune, share
from fpgames.games.tictactoe import rules as ttt
from fpgames.play import bulk
from fpgames.play.playing import playout
from fpgames.rules import EndlessGame
from fpgames.search import count_leaves, count_nodes, negamax
from fpgames.tree import TreeTooDeep, order_by, size, unfold

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from llvmlite import binding  # noqa: E402

from fpgames.compiled import CannotCompile, kernels, kinds, linking, memory, playouts, stack  # noqa: E402
from fpgames.compiled.errors import NotPlain  # noqa: E402
from fpgames.compiled.functions import Factory  # noqa: E402


class Colour(IntEnum):
    RED = 2**62
    GREEN = 3


class Bits(IntFlag):
    ONE = 1
    TWO = 2


class Turned(NamedTuple):
    """A pair that orders the other way round."""

    one: int
    two: int

    def __lt__(self, other: tuple[int, ...]) -> bool:
        return self[0] > other[0]


class Whole(int):
    """Numbers of a class of their own."""


UNKNOWN = 0
NAN = float("nan")
LONG = tuple(range(20))
HALVES = tuple((i + 0.5, i + 0.25) for i in range(20))
TRUTHS = tuple((i % 2 == 0, i % 3 == 0) for i in range(20))
BIG = 2**63
SETTINGS = SimpleNamespace(shift=5)


def with_try(n: int) -> int:
    try:
        return n * 2**62
    except Exception:
        return -1


def with_finally(n: int) -> int:
    try:
        x = n * 2**62
    finally:
        x = 1
    return x


def unbound(n: int) -> int:
    if n > 9:
        x = n
    return x  # pyright: ignore[reportPossiblyUnboundVariable]


def after_a_loop(n: int) -> int:
    for i in range(n - 9):  # noqa: B007
        pass
    return i  # pyright: ignore[reportPossiblyUnboundVariable]


def by_name_only(*, n: int = 1) -> int:
    return n


def with_names(n: int, **names: int) -> int:
    return n


def with_default(n: int, big: int = BIG) -> int:
    return min(n, big)


def with_function(n: int, function: Any = identity) -> int:
    return n


def list_of_floats(n: int) -> Any:
    xs: Any = [0, 0]
    xs[0] = n / 4
    return xs[0]


def with_import(n: int) -> int:
    from math import floor

    return floor(n)


def with_global(n: int) -> int:
    global UNKNOWN
    UNKNOWN = n
    return n


def that_sets(n: int) -> int:
    LONG[0] = n  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    return n


def with_match(n: int) -> int:
    match (0, n):
        case (0, 1):
            return 5
    return 6


def stops(n: int) -> int:
    if n > 10:
        raise StopIteration
    return n


def fails(n: int) -> int:
    if n > 10:
        raise ValueError("of its own")
    return n


@cache
def remembered(n: int) -> Any:
    return n + SETTINGS.shift


@numba.njit  # type: ignore[untyped-decorator]
def with_plain_numba(n: int) -> Any:
    return numba.uint64(3)


def undefined(n: int) -> Any:
    return not_defined(n)  # type: ignore[name-defined]  # noqa: F821


def both_none(n: int) -> int:
    x = None if n > 2 else n
    y = None if n > 3 else n
    return 1 if x is y else 0


def named_or_none(n: int) -> int:
    x = Colour.RED if n > 2 else None
    return 1 if x is Colour.RED else 0


def not_three(n: int) -> int:
    x = None if n > 2 else n
    return 1 if x != 3 else 0


def perhaps(n: int) -> int:
    x = None if n > 2 else (n, 1)
    return 1 if x else 0


def perhaps_in(n: int) -> int:
    x = None if n > 2 else n
    return 1 if x in (1, 2) else 0


def numbered(n: int) -> int:
    found = 0
    for i, x in enumerate((1, 2, 3), 2**63 - n):
        found = 1 if i < 0 else x
    return found


def numbered_from_five(n: int) -> int:
    found = 0
    for i, x in enumerate((1, 2, n), 5):
        found += i * x
    return found


def no_steps(n: int) -> int:
    range(0, 5, n - n)
    return n


def summed(n: int) -> int:
    found = 0
    for i in range(1, n):
        found += i if i % 2 else -i
    return found


FUNCTIONS: list[Any] = [
    with_try, with_finally, unbound, after_a_loop, by_name_only, with_names, with_default, with_function, list_of_floats, with_import, with_global,
    lambda n: LONG[n / 2], lambda n: int((n, 1)), lambda n: len(range(n / 2)), lambda n: n is not (n, 1), lambda n: n @ n, with_plain_numba, undefined,  # type: ignore[call-overload]
    that_sets, lambda n: sqrt(n), lambda n: sqrt(n / 2), lambda n: sqrt(7 - n), lambda n: sqrt(7.5 - n), with_match, both_none, named_or_none, not_three, perhaps, perhaps_in, numbered, numbered_from_five, no_steps, remembered,
    lambda n: (NAN, n) == (NAN, n), lambda n: (NAN, n) > (NAN, 1), lambda n: NAN in (NAN, 1.0), lambda n: (0.5, n) == (0.5, n), lambda n: (NAN, n) == (0.5, n),
    lambda n: 0.5 in (0.5, n / 2), lambda n: (n, 1) == ("a", 1), lambda n: 3 in LONG, summed, abs, bool, float, operator.neg, operator.not_, partial(operator.mul, 2**60), partial(operator.add, 0.5), str, math.log,
    Colour, Whole, Bits, Fraction, partial(pow, 2), partial(max, 5), partial(min, 10.5),
    lambda n: (lambda x: x * x * x * x)(n * 100000),
    lambda n: reduce(lambda a, b: a * b, (n, n)),
    lambda n: [x * 2**60 for x in (n, 1)][0],
    lambda n: sum([x for x in (n, n)]),
    lambda n: operator.mul(n, 2**60),
    lambda n: pow(n, 5), lambda n: pow(2, -1), lambda n: n**5, lambda n: 0.1**n, lambda n: (n / 10) ** 7, lambda n: (-8.0) ** (1 / 3),
    lambda n: math.gcd(n, 4), lambda n: math.floor(n / 3), lambda n: math.sqrt(n), lambda n: math.exp(n * 100), lambda n: math.inf,
    lambda n: Colour.RED + n, lambda n: n * Colour.GREEN, lambda n: n << Colour.GREEN, lambda n: Colour.RED if n > 9 else Colour.GREEN,
    lambda n: Colour.RED if n > 9 else 0, lambda n: Bits.ONE | Bits.TWO, lambda n: n == Colour.GREEN,
    lambda n: max(n, 10.5), lambda n: max(True, 0), lambda n: max(n, 3), lambda n: min(n, -n, 3), lambda n: max((n, 3)), lambda n: max(n, 3, key=abs),
    lambda n: max((n, 2), (n, 3)), lambda n: min(0.5, n / 7), lambda n: max(2**53 + 1, float(2**53)),
    lambda n: [n, 2.5][0], lambda n: max([n, 2.5]), lambda n: sorted((n, 3))[0], lambda n: [True, n][0],
    lambda n: next(iter({n + 7, n + 100, n + 3})), lambda n: {1: n}[1], lambda n: {n: 1} == {n: 1},
    lambda n: ~(n > 9), lambda n: +(n > 9), lambda n: ~n, lambda n: -(n > 9), lambda n: not n, lambda n: (n > 9) + (n > 3), lambda n: (n > 9) & (n > 3),
    lambda n: (n, 1) is (n, 1), lambda n: type(n) is int, lambda n: isinstance(n, int), lambda n: n is None, lambda n: id(n) == id(n),
    lambda n: (n, 2**53 + 1) == (n, float(2**53)), lambda n: 2**53 + 1 in (float(2**53), 1.5), lambda n: n in (12, 13), lambda n: n in range(3, 13),
    lambda n: round(n / 3), lambda n: round(2.675, 2), lambda n: round(n, -1), lambda n: divmod(n, 3), lambda n: int(n / 3), lambda n: int(str(n)),
    lambda n: len(range(-(2**63), 2**63 - 1, 2**62)), lambda n: len(range(n)), lambda n: sum(range(n)), lambda n: sum((n, n)), lambda n: sum((0.1,) * 10),
    lambda n: str(n / 2), lambda n: f"{n}", lambda n: "abc"[n % 3], lambda n: hash(n), lambda n: len("abc") + n,
    lambda n: LONG[n] + len(LONG), lambda n: len(LONG + LONG), lambda n: (LONG * 2)[3], lambda n: LONG[1:3], lambda n: LONG[n % 3 : 5], lambda n: LONG,
    lambda n: HALVES[n][1], lambda n: HALVES[n], lambda n: TRUTHS[n][0], lambda n: (TRUTHS[n] * 2)[0], lambda n: 3 in LONG, lambda n: max(LONG),
    lambda n: 1 if LONG else 0, lambda n: LONG == LONG, lambda n: LONG[-1], lambda n: HALVES[-n][0], lambda n: sum(LONG), lambda n: HALVES[n] == (13.5, 13.25),
    lambda n: n.bit_count(), lambda n: n.bit_length(), lambda n: n.real, lambda n: (n / 2).is_integer(), lambda n: (n, 3).index(3), lambda n: (n,) + (3,),
    lambda n: (n, n / 2)[n % 2], lambda n: (n, n + 1)[n % 2], lambda n: (n, n + 1)[-1], lambda n: 1 if n % 2 else 1.0, lambda n: n and 0.5, lambda n: n or 7,
    lambda n: Turned(n, 1), lambda n: Whole(n), lambda n: n.to_bytes(1, "big"), lambda n: all((n, 1)), lambda n: [*enumerate((n, 1))], lambda n: dict(a=n),
    lambda n: 0.5 if n / 2 % 1 else -0.0, lambda n: n / -7 // 1, lambda n: n / 3 % -2, lambda n: -n // 4, lambda n: -n % 4, lambda n: complex(n),
]  # fmt: skip
# ruff: noqa: RUF005, RUF015, C408, C416


def doubled(n: int) -> Iterator[int]:
    if n < 8:
        yield 2 * n
        yield 2 * n + 1


below = build_tree(doubled, player=Player.FIRST)


def outcome(search: Callable[[Any], Any], p: Any) -> Any:
    try:
        found = search(p)
    except CannotCompile:
        raise
    except Exception as error:
        return type(error)
    return type(found), repr(found)


@pytest.mark.parametrize("function", FUNCTIONS, ids=[str(i) for i in range(len(FUNCTIONS))])
@pytest.mark.filterwarnings("default")
def test_functions_are_refused_or_do_the_same(function: Any) -> None:
    try:
        factory: Any = Factory(function, doubled, ())
    except NotPlain:
        return
    if not hasattr(factory.label_of, "compile"):
        return  # an operator, or a builtin: test_compiled_numbers
    made = factory.entry(factory.label_of.py_func, function)
    for n in (1, 8, 13):
        try:
            made.compile((numba.typeof(n),))
        except Exception:
            assert function is not summed
        else:
            found = outcome(made, n)
            assert found == outcome(function, n) or found is OverflowError


@pytest.mark.parametrize("kind", ["uint64", "int32", "float32", "pyobject"])
def test_values_of_other_types_are_refused(kind: str) -> None:
    with pytest.raises(numba.core.errors.TypingError, match="compiled code has"):
        kinds._require_known(getattr(numba.types, kind))


def test_the_error_names_the_function_and_its_stage() -> None:
    with pytest.raises(
        CannotCompile, match=r"^cannot compile with_try of map_tree\(with_try\): it has a try statement"
    ):
        jit(below | map_tree(with_try) | minimax)(1)
    with pytest.raises(
        CannotCompile, match=r"^cannot compile with_import of map_tree\(with_import\): Use of unsupported"
    ):
        jit(below | map_tree(with_import) | minimax)(1)
    with pytest.raises(
        CannotCompile, match=r"it uses round: a function that is not compiled; compiled code has numbers"
    ):
        jit(below | map_tree(rounded) | minimax)(1)
    with pytest.raises(CannotCompile, match=r"it uses math: a module; write 'from math import \.\.\.'"):
        jit(below | map_tree(floored) | minimax)(1)


def rounded(n: int) -> int:
    return round(n / 3)


def floored(n: int) -> int:
    return math.floor(n / 3)


# Trees and searches.


def steps(n: int) -> Iterator[int]:
    if n < 30:
        yield n + 1
        yield n + 2


def worth(n: int) -> int:
    return n * 7 % 31


def test_equal_nodes_of_a_tree_without_a_depth_are_shared() -> None:
    tree = build_tree(steps, player=Player.FIRST) | share
    for search in (
        tree | size,
        tree | map_tree(worth) | partial(count_leaves, minimax),
        tree | map_tree(worth) | partial(count_nodes, alpha_beta),
    ):
        assert jit(search)(0) == search(0)


def halves(x: float) -> Iterator[float]:
    if x > 1:
        yield x / 2


def grown(p: Any) -> Iterator[Any]:
    if p[0] < 3:
        yield p[0] + 1, p[1] / 2


@pytest.mark.parametrize("stages", [(), (share,)], ids=str)
@pytest.mark.parametrize(("children", "p"), [(halves, 3), (grown, (0, 8))])
def test_positions_of_two_types_are_refused(children: Any, p: Any, stages: tuple[Any, ...]) -> None:
    search: Any = build_tree(children, player=Player.FIRST) | map_tree(identity)
    for stage in stages:
        search |= stage
    with pytest.raises(CannotCompile, match=r"it leads from a position of type|its values are now"):
        jit(search | minimax)(p)


def as_a_number(n: int) -> int:
    return 1 if n % 3 else -1


def not_said(n: int) -> None:
    return None


def same(n: int) -> int:
    return n


SEARCHES_OF_FIRST: list[Any] = [search(player=Player.FIRST) for search in (minimax, negamax, alpha_beta)]


def test_whose_turn_it_is_is_a_player_or_none() -> None:
    for search in SEARCHES_OF_FIRST:
        with pytest.raises(CannotCompile, match=r"is, which says nothing|return a Player"):
            jit(search)(unfold(same, doubled, 1, player_of=as_a_number))  # type: ignore[arg-type]
        tree = unfold(same, doubled, 1, player_of=not_said)
        assert jit(search)(tree) == search(tree)


@pytest.mark.parametrize("window", [{"beta": 2**63}, {"alpha": -(2**70)}])
def test_bounds_of_a_window_fit(window: dict[str, int]) -> None:
    with pytest.raises(OverflowError, match="does not fit into a signed word of 64 bits"):
        jit(below | map_tree(identity) | alpha_beta(**window))(1)


def text(n: int) -> str:
    return "a" * (n % 7)


def listed(n: int) -> list[int]:
    return [n % 5, n]


@pytest.mark.parametrize("label", [text, listed])
def test_labels_are_numbers(label: Any) -> None:
    for search in (
        below | share | map_tree(label) | minimax,
        below | order_by(label) | map_tree(identity) | minimax,
        below | map_tree(label) | minimax,
    ):
        with pytest.raises(CannotCompile):
            jit(search)(1)


def test_there_are_eight_counters() -> None:
    search: Any = alpha_beta
    for _ in range(8):
        search = partial(count_nodes, search)
    assert jit(below | share | map_tree(identity) | search)(1) == (below | share | map_tree(identity) | search)(1)
    with pytest.raises(CannotCompile, match="at most 8 counters"):
        jit(below | share | map_tree(identity) | partial(count_nodes, search))(1)


def test_what_it_raises_is_what_python_raises() -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        jit(below | map_tree(stops) | minimax)(1)
    with pytest.raises(ValueError, match="of its own"):
        jit(below | map_tree(fails) | minimax)(1)


def by_itself(tree: Any) -> int:
    return max(map(by_itself, tree.children), default=tree.label)


def test_a_search_of_ones_own_is_refused() -> None:
    with pytest.raises(CannotCompile, match=r"nothing to compile in .*, but .*by_itself.* walks the tree by itself"):
        jit(below | map_tree(identity) | by_itself)(1)
    with pytest.raises(TypeError, match=r"jit compiles searches, but .* returns a tree: end it with a search"):
        jit(below | prune(2))(1)


def test_a_pipeline_that_is_compiled_twice() -> None:
    search = below | map_tree(identity) | minimax
    assert jit(jit(search))(1) == search(1)
    assert jit(jit(search) | abs)(1) == search(1)


@pytest.mark.parametrize(
    "seed", [Turned(1, 2), Whole(3), Bits.ONE, "a", [1], 2.5 + 1j, Fraction(1, 2)], ids=lambda seed: type(seed).__name__
)
def test_positions_of_other_types_are_refused(seed: Any) -> None:
    with pytest.raises(CannotCompile, match="compiled positions consist of numbers"):
        jit(build_tree(lambda p: (p,)) | prune(1) | map_tree(identity) | minimax(player=Player.FIRST))(seed)


def test_a_variable_without_a_value_is_refused() -> None:
    def f(n: int) -> int:
        return n + late

    search = jit(below | map_tree(f) | minimax)
    with pytest.raises(CannotCompile, match="it uses late, which has no value yet"):
        search(1)
    late = 1
    assert search(1) == 15 + late - 2


def opposed(p: tuple[int, Player]) -> Iterator[tuple[int, Player]]:
    if p[0]:
        yield p[0] - 1, p[1].opponent


def test_methods_and_properties_are_refused() -> None:
    with pytest.raises(CannotCompile, match=r"Unknown attribute 'opponent' of type .*: properties and methods are not"):
        jit(build_tree(opposed) | prune(2) | map_tree(begins) | minimax(player=Player.FIRST))((3, Player.FIRST))


def led(n: int) -> int:
    return led_by(n)  # type: ignore[no-any-return]


led_by: Any = partial(led)


def test_a_partial_that_leads_back_to_itself_is_refused() -> None:
    with pytest.raises(CannotCompile, match="it leads back to itself; only plain functions may do that"):
        jit(below | map_tree(led_by) | minimax)(1)


def without_end(p: int) -> int:
    return without_end(p) + 1 if p >= 0 else 0


def test_random_games_of_a_game_that_calls_itself() -> None:
    rules: Any = replace(ttt, score=calling_itself)
    assert playouts.play_out(rules, rules.start, SplitMix.from_seed(1), 30).drawn == 30  # it returns 0
    with pytest.raises(RecursionError):
        playouts.play_out(replace(rules, score=without_end), rules.start, SplitMix.from_seed(1), 3)


def round_and_round(p: int) -> Iterator[int]:
    yield p ^ 1


def test_random_games_without_an_end_are_given_up() -> None:
    endless: Any = replace(
        ttt, name="endless", successors=round_and_round, moves=lambda p: (0,), play=lambda p, _: p ^ 1
    )
    said = "a random game of endless is not over after 100000 moves; expected rules whose games end"
    for play in (playouts.play_out, bulk._one_by_one, lambda rules, p, gen, _: playout(rules, p).eval(gen)):
        with pytest.raises(EndlessGame, match=said):
            play(endless, endless.start, SplitMix.from_seed(1), 1)


def test_random_games_need_a_score() -> None:
    with pytest.raises(CannotCompile, match="its outcome is a Maybe, which cannot be compiled: give the rules a score"):
        playouts.play_out(replace(ttt, score=None), ttt.start, SplitMix.from_seed(1), 3)


def test_few_kernels_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "_MOST", 1)
    monkeypatch.setattr(kernels, "_KERNELS", {"another": None})
    wanted = SplitMix.from_seed(1)
    assert sum(playouts.play_out(ttt, ttt.start, wanted, 3)) == 3
    assert len(kernels._KERNELS) == 1


def calling_itself(p: int) -> int:
    return down(0)


def test_what_a_function_uses_is_read_again() -> None:
    def f(n: int) -> int:
        return n + shift

    shift = 5
    search = jit(below | map_tree(f) | minimax)
    assert search(1) == 15 + shift - 2
    shift = 100
    assert search(1) == 13 + shift


# The stack, interrupts and processes.


def deeper(p: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    yield (p[0] + 1, *p[1:])


def begins(p: tuple[int, ...]) -> int:
    return p[0]


def next_one(n: int) -> Iterator[int]:
    yield n + 1


def down(n: int) -> int:
    return 0 if n == 0 else (1 + down(n - 1)) * 2 // 2


def far_down(n: int) -> int:
    return down(n * 1_000_000)


DEEP = """
import threading
from toolz import identity
from fpgames import Player, build_tree, jit, map_tree, minimax, prune
from fpgames.tree import TreeTooDeep, order_by, with_ply
def next_one(n): yield n + 1
search = jit(build_tree(next_one, player=Player.FIRST) | prune(10**6) | order_by(identity) | map_tree(identity) | with_ply | minimax)
def run():
    try: search(0)
    except TreeTooDeep as error: print(error)
run()  # which compiles; that needs a larger stack
for size in (1 << 16, 1 << 18, 1 << 20):
    threading.stack_size(size); thread = threading.Thread(target=run); thread.start(); thread.join()
"""


def test_a_stack_of_any_size_is_enough_for_an_error() -> None:
    ended = subprocess.run([sys.executable, "-c", DEEP], capture_output=True, text=True, timeout=120)
    assert (
        ended.stdout.splitlines()
        == ["this tree goes on where the stack of a compiled search ends; prune(depth) it first"] * 4
    )
    assert ended.returncode == 0


@pytest.mark.parametrize("known", [True, False])
def test_too_deep(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not known:
        monkeypatch.setattr(memory, "end_of_stack", lambda: 0)
    search = build_tree(next_one, player=Player.FIRST) | prune(200) | map_tree(identity) | minimax
    assert jit(search)(0) == 200
    with pytest.raises(TreeTooDeep):
        jit(build_tree(next_one, player=Player.FIRST) | map_tree(identity) | minimax)(0)


def test_memory_is_free_after_a_fork() -> None:
    with memory.taken():
        memory._forget()
        with memory.taken():
            pass


def test_where_the_stack_cannot_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    assert stack._found() == 0


def test_a_function_that_calls_itself() -> None:
    assert jit(below | prune(1) | map_tree(down) | minimax)(7) == 15
    with pytest.raises(RecursionError):
        jit(below | prune(0) | map_tree(far_down) | minimax)(10)


def counted_down(n: int, high: int) -> int:
    return high if n < 2 else counted_down(n - 1, high + (n > 5))


def turned(n: int, odd: bool) -> int:
    return n + odd if n < 2 else turned(n - 1, not odd) + 1


def one_way(n: int, odd: bool, by: int) -> int:
    return n + odd if n < 2 else the_other_way(n - by, not odd)


def the_other_way(n: int, odd: bool) -> int:
    return one_way(n, odd, 1 + odd) + 1


COMPILED: list[Any] = [
    lambda n: counted_down(n, 0), lambda n: counted_down(n, counted_down(n, 0)), lambda n: turned(n, True),
]  # fmt: skip
REFUSED: list[Any] = [
    lambda n: counted_down(n, n > 2),
    lambda n: one_way(n, True, 1),
    lambda n: the_other_way(n, n > 2),
]


@pytest.mark.parametrize("function", COMPILED, ids=map(str, range(len(COMPILED))))
def test_a_function_that_calls_itself_with_arguments_of_other_types(function: Any) -> None:
    search = below | map_tree(function) | minimax
    assert jit(search)(1) == search(1)


@pytest.mark.parametrize("function", REFUSED, ids=map(str, range(len(REFUSED))))
def test_functions_that_call_each_other_with_arguments_of_other_types_are_refused(function: Any) -> None:
    with pytest.raises(CannotCompile):
        jit(below | map_tree(function) | minimax)(1)


def test_a_call_of_what_is_not_compiled_is_refused() -> None:
    module = binding.parse_assembly("declare i64 @_ZN3any4name(i64)\ndeclare i64 @PyErr_CheckSignals()")
    with pytest.raises(NotImplementedError, match="_ZN3any4name is called, but it was not compiled"):
        linking.require_whole(module)


def test_an_interrupt_at_any_time_leaves_the_memory_free(monkeypatch: pytest.MonkeyPatch) -> None:
    search = jit(below | share | map_tree(identity) | minimax)
    wanted, clear = search(1), memory.clear

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(memory, "clear", interrupted)
    with pytest.raises(KeyboardInterrupt):
        search(1)
    monkeypatch.setattr(memory, "clear", clear)
    assert search(1) == wanted


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_process_that_is_forked_while_a_thread_searches() -> None:
    code = (
        "import os, threading, time; from fpgames import build_tree, jit, map_tree, minimax, prune\n"
        "from fpgames.games.connect4 import rules\n"
        "solve = lambda d: jit(build_tree(rules) | prune(d) | map_tree(rules.score) | minimax)(rules.start)\n"
        "solve(2); threading.Thread(target=solve, args=(10,)).start(); time.sleep(0.2); pid = os.fork()\n"
        "if not pid: solve(3); os._exit(7)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ended.stdout == "7\n", ended.stderr


def below_all(n: int) -> range:
    return range(n)


def two_of(n: int) -> tuple[int, ...]:
    return (n - 1, n - 2)


def test_children_are_yielded_or_in_a_tuple() -> None:
    search = build_tree(two_of, player=Player.FIRST) | prune(3) | map_tree(identity) | minimax
    assert jit(search)(5) == search(5)
    with pytest.raises(CannotCompile, match=r"below_all of .*: it returns a value of type range"):
        jit(build_tree(below_all, player=Player.FIRST) | prune(3) | map_tree(identity) | minimax)(5)
