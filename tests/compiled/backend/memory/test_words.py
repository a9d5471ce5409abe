"""The memory of compiled searches, separate for each call."""

import resource
from importlib import import_module
from typing import Any

import pytest
from toolz import identity

from fpgames import alpha_beta, build_tree, jit, map_tree, order_by, prune
from fpgames.games.tictactoe import rules as ttt

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from llvmlite import ir  # noqa: E402

from fpgames.compiled.backend.memory import tables, thread  # noqa: E402 (which need numba)
from fpgames.compiled.backend.memory import words as memory  # noqa: E402

inner: Any = memory  # its functions have other types where they are compiled


def test_the_word_is_asked_for_where_no_register_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "another")
    monkeypatch.setattr(memory, "_WORD_OFFSET", thread.thread_word_offset())
    builder = ir.IRBuilder(ir.Function(ir.Module(), ir.FunctionType(ir.VoidType(), ()), "f").append_basic_block())
    inner.emit_set_memory(None, builder, inner.memory_address(builder))
    assert "PyThread_tss_get" in str(builder.module)


def test_where_the_stack_cannot_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    assert thread._find_stack_limit() == 0


def test_tables_are_freed_with_their_memory() -> None:
    freed: list[int] = []
    first, one, other = memory._ADDRESS_WORDS.start, memory.Memory(), memory.Memory()
    one._words[first] = 1 << 40
    one.exchange_tables(other)
    one.__del__(memory._ADDRESS_WORDS, freed.append)
    other.__del__(memory._ADDRESS_WORDS, freed.append)
    assert freed == [1 << 40]
    other._words[first] = 0


def test_those_who_wait_see_the_greatest_counter() -> None:
    counting, one = import_module("fpgames.compiled.backend.driver.walker")._highest_count, memory.Memory()
    for number, count in enumerate((3, 5, 4)):
        one._words[memory.OFFSETS["counters"][number] // 8] = count
    assert [counting(one, n) for n in range(4)] == [0, 3, 5, 5]


@pytest.mark.exhaustive
def test_a_table_holds_what_was_kept() -> None:
    """Also when it grows."""
    place = memory.OFFSETS["tables"][0]
    slots: Any = tables.table_functions

    def counted_of(find: Any, keep: Any) -> Any:
        @numba.njit  # type: ignore[untyped-decorator]
        def counted(words: int, n: int) -> tuple[int, int]:
            inner.set_memory(words)
            table = inner.address_of(place)
            for i in range(n):
                keep(table, (7 * i, i), 3 * i, 1 + i % 3)
            found = wrong = 0
            for i in range(-n, n):
                entry = find(table, (7 * i, i), i)
                if entry and inner.word_at(entry):
                    found += 1
                    if i < 0 or inner.load(entry + 24, i) != 3 * i or inner.word_at(entry) != 1 + i % 3:
                        wrong += 1
            return found, wrong

        return counted

    counted = counted_of(*slots(0))
    for n in (1, 384, 385, 600, 5000):
        assert counted((words := memory.Memory()).address, n) == (n, 0), words


@pytest.mark.exhaustive
def test_children_that_are_sorted_are_freed() -> None:
    """A generator that holds a list, and is left at a cut, would leak it."""
    search = jit(build_tree(ttt) | prune(6) | map_tree(ttt.static) | order_by(identity) | alpha_beta)
    search(0)
    code = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(300):
        search(0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - code < 20_000
