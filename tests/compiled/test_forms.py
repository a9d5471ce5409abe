"""What stands for functions in compiled code, one kind of function after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import pytest
from toolz import identity

from fpgames import Player, alpha_beta, build_tree, jit, map_tree, minimax, prune, share
from fpgames.compiled import CannotCompile
from fpgames.games import connect4, tictactoe
from fpgames.search import count_nodes, negamax, perft, quicker
from fpgames.stage import Stage
from fpgames.testing import game_laws, laws_of_values
from fpgames.tree import size
from fpgames.tree.folds import _counted

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled import forms, memory, tables, walks  # noqa: E402 (which need numba)
from fpgames.compiled.constants import constant as untyped  # noqa: E402
from fpgames.compiled.fingerprints import Fingerprints  # noqa: E402

constant: Any = untyped

ROWS = tuple(tuple(range(n + 1)) for n in range(20))
LIST = [1, 2]
MIXED = (1, "a") * 10


class Pair(NamedTuple):
    one: int
    two: float
    three: bool
    four: None


def doubled(n: int) -> Iterator[int]:
    if n < 20:
        yield 2 * n
        yield 2 * n + 1


def pairs(p: Pair) -> Iterator[Pair]:
    if p.one < 4:
        yield Pair(p.one + 1, p.two + 0.5, not p.three, None)
        yield Pair(p.one + 1, p.two - 0.5, p.three, None)


below = build_tree(doubled, player=Player.FIRST)


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
    return len(ROWS) + len(ROWS[n % 20]) + ROWS[-1][n % 3]


@cache
def remembered(n: int) -> int:
    return 3 * n


FUNCTIONS: dict[str, Any] = {
    "partial": partial(added, 3), "stage": Stage(added, (3,)), "stages": Stage(added, (3,)) | abs,
    "remembered": remembered, "by numba": by_numba, "without None": without_none, "in rows": in_rows,
}  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_functions_of_every_kind(function: Any) -> None:
    pipeline = below | map_tree(function) | minimax
    assert jit(pipeline)(1) == pipeline(1)


def test_negamax_and_pairs() -> None:
    for pipeline in (below | map_tree(identity) | negamax, below | map_tree(identity) | quicker | alpha_beta):
        assert jit(pipeline)(1) == pipeline(1)


@pytest.mark.parametrize(
    "label", [itemgetter(0), attrgetter("two"), itemgetter(0, 1), attrgetter("one", "two")], ids=str
)
def test_positions_of_numbers_of_every_kind_are_shared(label: Any) -> None:
    pipeline = build_tree(pairs, player=Player.FIRST) | share | map_tree(label) | minimax
    p = Pair(0, 0.5, True, None)
    assert jit(pipeline)(p) == pipeline(p)


def of_a_list(n: int) -> int:
    return LIST[n % 2]


@pytest.mark.parametrize(
    ("function", "wrong"),
    [
        (of_a_list, "of_a_list of .*: it uses LIST: a list, which could change"),
        (Adder().added, "Adder.added of map_tree"),
    ],
)
def test_what_is_refused(function: Any, wrong: str) -> None:
    with pytest.raises(CannotCompile, match=wrong):
        jit(below | map_tree(function) | minimax)(1)


def test_keys_of_tables_are_numbers() -> None:
    hash_of: Any = tables.hash_of

    @numba.njit  # type: ignore[untyped-decorator]
    def hashed(text: str) -> int:
        found: int = hash_of(text)
        return found

    with pytest.raises(numba.core.errors.TypingError, match="equal positions cannot be found among values of type"):
        hashed("a")


def test_one_search_of_a_thread_at_a_time() -> None:
    with memory.taken(), pytest.raises(RuntimeError, match="a compiled search is running"), memory.taken():
        pass


def test_null_windows_are_compiled_for_whole_numbers_only() -> None:
    whole: Any = forms.whole

    @numba.njit  # type: ignore[untyped-decorator]
    def of(value: float) -> float:
        found: float = whole(value)
        return found

    assert of(3) == 3
    with pytest.raises(
        numba.core.errors.TypingError, match="null windows need labels that are whole numbers, but these"
    ):
        of(3.5)


def test_what_an_interrupt_has_left_is_cleared() -> None:
    pipeline = below | prune(3) | partial(count_nodes, size)
    found = jit(pipeline)(1)
    memory.words[memory.counter_at(0) // 8] = 1000
    assert jit(pipeline)(1) == found == pipeline(1)


def test_entries_are_dropped_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "_MOST", 0)
    for depth in (perft(1), perft(2)):
        assert jit(below | depth)(1) == (below | depth)(1)
    assert jit(below | map_tree(identity) | minimax)(1) == 26
    assert len(walks._ENTRIES) == 1


def test_a_search_is_compiled_for_each_type_of_positions() -> None:
    search = build_tree(two_of, player=Player.FIRST) | prune(3) | map_tree(identity) | minimax
    for p in (8, 8.5):
        assert jit(search)(p) == search(p)


def two_of(n: float) -> Iterator[float]:
    yield n + n
    yield n * n


def test_sizes_and_lines() -> None:
    built = build_tree(tictactoe.rules) | prune(4)
    assert _counted(built(0)) == size(built(0)), "the form that is compiled"
    for pipeline in (built | size, built | share | size, built | perft(0), built | perft(3), built | perft(9)):
        assert jit(pipeline)(0) == pipeline(0)


def test_long_tuples() -> None:
    assert constant(MIXED) is MIXED
    assert constant(tuple(range(20))).numbers.values == tuple(range(20))


def test_a_variable_without_a_value_has_a_fingerprint() -> None:
    def outer() -> Callable[[], Any]:
        def inner() -> Any:
            return late

        found = Fingerprints().of(inner)
        late = 1
        assert Fingerprints().of(inner) != found
        return inner

    outer()


@pytest.mark.parametrize("what", ["play_out", "jit"])
def test_the_law_of_compiled_functions_bites(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from fpgames.compiled import playouts
    from fpgames.rules import Counts

    if what == "jit":
        monkeypatch.setattr(laws_of_values, "jit", lambda pipeline: lambda p: -1)
    else:
        monkeypatch.setattr(playouts, "play_out", lambda *args: Counts())
    (law,) = (law for law in game_laws(tictactoe.rules) if law.name == "compiled_functions_do_the_same")
    with pytest.raises(AssertionError, match="in compiled code"):
        law()


def test_the_law_of_compiled_functions_says_nothing_of_a_game_that_is_refused() -> None:
    large = connect4.sized(9, 9)
    with pytest.raises(CannotCompile):
        jit(build_tree(large) | perft(2))(large.start)
    (law,) = (law for law in game_laws(large) if law.name == "compiled_functions_do_the_same")
    law()
