"""Functions translated for compiled code: all kinds, recursion, variables that change, and their values."""

from collections.abc import Iterator
from functools import cache, partial
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import pytest

from fpgames import Player, build_tree, jit, map_tree, minimax, prune, share
from fpgames.compiled import CannotCompile
from fpgames.stage import Stage
from tests.support.compiled import below, next_one

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from llvmlite import binding  # noqa: E402
from numba.core.errors import TypingError  # noqa: E402

from fpgames.compiled.backend.arithmetic import casts  # noqa: E402 (which needs numba)
from fpgames.compiled.backend.arithmetic.constants import pack_long_tuples as untyped  # noqa: E402
from fpgames.compiled.backend.lowering import compiler, implementations, supported_builtins  # noqa: E402 (which need numba)
from fpgames.compiled.backend.lowering.functions import Translator  # noqa: E402 (which needs numba)
from fpgames.compiled.backend.memory import tables  # noqa: E402 (which need numba)

pack_long_tuples: Any = untyped
MIXED = (1, "a") * 10
ROWS = tuple(tuple(range(n + 1)) for n in range(20))
LIST = [1, 2]
SHIFT = 5


def added(a: int, n: int, b: int = 1) -> int:
    return a + n + b


class Adder:
    def added(self, n: int) -> int:
        return n


@numba.njit  # type: ignore[untyped-decorator]
def by_numba(n: int) -> int:
    return n + 1


def without_none(n: int) -> int:
    return 0 if n is None else n


def in_rows(n: int) -> int:
    found = len(ROWS) + len(ROWS[n % 20]) + ROWS[-1][n % 3]
    for row in ROWS:
        for other in ROWS:
            found += len(other) - len(row)
    return found


@cache
def remembered(n: int) -> int:
    return 3 * n


def down(n: int) -> int:
    return 0 if n == 0 else (1 + down(n - 1)) * 2 // 2


def counted_down(n: int, high: int) -> int:
    return high if n < 2 else counted_down(n - 1, high + (n > 5))


def turned(n: int, left: bool) -> int:  # the name of the levels left in the library's own functions
    return n + left if n < 2 else turned(n - 1, not left) + 1


partial_one = partial(added, 3)
stage: Stage[int, int] = Stage(added, (3,))
stages = stage | abs


def of_every_kind(n: int) -> int:
    """Also a function that calls itself, once with arguments of other types."""
    found = partial_one(n) + 2 * stage(n) + 3 * stages(n) + 5 * remembered(n) + 7 * by_numba(n) + 11 * without_none(n)
    found += 13 * in_rows(n) + 17 * down(n) + 19 * counted_down(n, 0) + 23 * counted_down(n, counted_down(n, 0))
    result: int = (found + 29 * turned(n, True)) % 101
    return result


class Pair(NamedTuple):
    one: int
    two: float
    three: bool
    four: None


def pairs(p: Pair) -> Iterator[Pair]:
    if p.one < 4:
        yield Pair(p.one + 1, p.two + 0.5, not p.three, None)
        yield Pair(p.one + 1, p.two - 0.5, p.three, None)


def parts(p: Pair) -> float:
    found: float = by_index(p) + 2 * by_name(p) + 3 * by_indexes(p)[1] + 5 * by_names(p)[0]
    return found % 7 + far_down(p.one)


by_index, by_indexes = itemgetter(0), itemgetter(0, 1)
by_name, by_names = attrgetter("two"), attrgetter("one", "two")


def far_down(n: int) -> int:
    return down(n * 1_000_000) if n > 50 else of_every_kind(n) * USUAL.one


USUAL = Pair(1, 0.5, True, None)


@pytest.mark.slow
def test_functions_of_every_kind() -> None:
    """Of positions that are named tuples of numbers of every kind."""
    search: Any = build_tree(pairs, player=Player.FIRST) | map_tree(parts) | minimax
    for one in (-4, 0, 3, 25):
        p = Pair(one, 0.5, True, None)
        assert jit(search)(p) == search(p)
    with pytest.raises(RecursionError):
        jit(search)(Pair(60, 0.5, True, None))


@pytest.mark.exhaustive
def test_labels_and_positions_of_every_kind_are_shared() -> None:
    pipeline: Any = build_tree(pairs, player=Player.FIRST) | share | map_tree(by_names) | minimax
    p = Pair(0, 0.5, True, None)
    assert jit(pipeline)(p) == pipeline(p)


def one_way(n: int, odd: bool, by: int) -> int:
    return n + odd if n < 2 else the_other_way(n - by, not odd)


def the_other_way(n: int, odd: bool) -> int:
    return one_way(n, odd, 1 + odd) + 1


def of_a_list(n: int) -> int:
    return LIST[n % 2]


def led(n: int) -> int:
    return led_by(n)  # type: ignore[no-any-return]


led_by: Any = partial(led)
REFUSED: list[tuple[Any, str]] = [
    (of_a_list, "of_a_list of .*: it uses LIST: a list, which could change"),
    (Adder().added, "Adder.added of map_tree"),
    (led_by, "it refers to itself; only plain functions may be recursive"),
    (lambda n: counted_down(n, n > 2), "cannot compile"),
    (lambda n: one_way(n, True, 1), "cannot compile"),
    (lambda n: the_other_way(n, n > 2), "cannot compile"),
]


@pytest.mark.parametrize(
    "cases", [REFUSED[:4], pytest.param(REFUSED[4:], marks=pytest.mark.exhaustive)], ids=["few", "more"]
)
def test_what_is_refused(cases: list[tuple[Any, str]]) -> None:
    """Also functions that call each other with arguments of other types."""
    for function, wrong in cases:
        with pytest.raises(CannotCompile, match=wrong):
            jit(below | map_tree(function) | minimax)(1)


def test_a_call_of_what_is_not_compiled_is_refused() -> None:
    module = binding.parse_assembly("declare i64 @_ZN3any4name(i64)\ndeclare i64 @PyErr_CheckSignals()")
    with pytest.raises(NotImplementedError, match="_ZN3any4name is called, but it was not compiled"):
        compiler.require_self_contained(module)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
def test_what_a_function_uses_is_read_again(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def f(n: int) -> int:
        return n + shift + SHIFT

    search = jit(build_tree(next_one) | prune(1) | map_tree(f) | minimax(player=Player.FIRST))
    with pytest.raises(CannotCompile, match="it uses shift, which has no value yet"):
        search(1)
    shift = 7
    if compiled:
        assert search(1) == 2 + 7 + 5
        monkeypatch.setitem(globals(), "SHIFT", 100)
        assert search(1) == 2 + 7 + 100
        shift = 1000
        assert search(1) == 2 + 1000 + 100


# What stands for values.


def compiled(function: Any) -> Any:
    """Return a function that calls a function in compiled code."""

    @numba.njit  # type: ignore[untyped-decorator]
    def called(value: Any) -> Any:
        return function(value)

    return called


def test_keys_of_tables_are_numbers() -> None:
    hashed = compiled(tables.hash_of)
    keys = [(0.0, True, None), (1.0, True, None), (1.0, False, None), (0.5, False, None)]
    assert hashed((-0.0, True, None)) == hashed((0.0, True, None))
    assert len({hashed(key) for key in keys}) == len(keys)
    with pytest.raises(TypingError, match=r"positions of type .* cannot be hashed in compiled code"):
        hashed("a")


def test_whose_turn_it_is_is_a_player_or_not_said() -> None:
    player_or: Any = supported_builtins.player_or

    @numba.njit  # type: ignore[untyped-decorator]
    def of(asked: Any) -> Any:
        return player_or(asked, Player.SECOND)

    assert (of(None), of(Player.FIRST)) == (Player.SECOND, Player.FIRST)
    with pytest.raises(TypingError, match="it has to return a Player, FIRST or SECOND, but it returns int64"):
        of(1)


def test_children_have_the_type_of_their_parent() -> None:
    require_alike: Any = casts.require_child_type

    @numba.njit  # type: ignore[untyped-decorator]
    def two_of(n: float) -> Any:
        return n - 1, n - 2.5

    @numba.njit  # type: ignore[untyped-decorator]
    def of(n: float) -> float:
        require_alike(two_of, n)
        return n

    assert of(0.5) == 0.5
    with pytest.raises(TypingError, match=f"{casts.TYPE_CHANGE} int64 to one of type float64"):
        of(1)


def test_null_windows_are_compiled_for_whole_numbers_only() -> None:
    of = compiled(implementations.as_integer)
    assert of(3) == 3
    with pytest.raises(TypingError, match="null windows need labels that are whole numbers, but these"):
        of(3.5)


def test_long_tuples() -> None:
    assert pack_long_tuples(MIXED) is MIXED
    assert pack_long_tuples(tuple(range(20))).items == [*range(20)]


def test_equal_functions_are_translated_once() -> None:
    def multiplied(by: int) -> Any:
        return lambda n: n * by

    translator = Translator(None, None, ())
    twice, also, thrice = map(translator.lower, map(multiplied, (2, 2, 3)))
    assert twice is also is not thrice
