"""The memory of compiled searches, separate for each call: threads, interrupts and other processes."""

import os
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import pytest
from toolz import identity

from fpgames import alpha_beta, build_tree, jit, map_tree, order_by, prune
from fpgames.games.tictactoe import rules as ttt
from fpgames.tree.sharing import BoundedTable

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from llvmlite import ir  # noqa: E402

from fpgames.compiled.backend.memory import tables, thread  # noqa: E402 (which need numba)
from fpgames.compiled.backend.memory import words as memory  # noqa: E402

FIRST = memory._ADDRESS_WORDS.start
inner: Any = memory  # its functions have other types where they are compiled


def test_the_word_is_asked_for_where_no_register_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "another")
    monkeypatch.setattr(memory, "_WORD_OFFSET", thread.thread_word_offset())
    builder = ir.IRBuilder(ir.Function(ir.Module(), ir.FunctionType(ir.VoidType(), ()), "f").append_basic_block())
    inner._set_memory(builder, inner._memory_address(builder))
    assert "PyThread_tss_get" in str(builder.module)


def test_where_the_stack_cannot_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    assert thread._find_stack_limit() == 0


def test_tables_are_freed_with_their_memory() -> None:
    freed: list[int] = []
    one, other = memory.Memory(), memory.Memory()
    one._words[FIRST] = 1 << 40
    one.exchange_tables(other)
    one.__del__(memory._ADDRESS_WORDS, freed.append)
    other.__del__(memory._ADDRESS_WORDS, freed.append)
    assert freed == [1 << 40]
    other._words[FIRST] = 0


def test_those_who_wait_see_the_greatest_counter() -> None:
    counting, one = import_module("fpgames.compiled.backend.driver.walker")._highest_count, memory.Memory()
    for number, count in enumerate((3, 5, 4)):
        one._words[memory.OFFSETS["counters"][number] // 8] = count
    assert [counting(one, n) for n in range(4)] == [0, 3, 5, 5]


def test_a_thread_is_interrupted_with_the_main_one(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[BaseException | None] = []
    memory.poll()
    with ThreadPoolExecutor(1) as pool:
        for raised in (ValueError(), KeyboardInterrupt()):
            try:
                ended = SystemExit()
                ended.__context__ = raised
                raise ended
            except SystemExit:
                met.append(pool.submit(memory.poll).exception())
        for last in (None, KeyboardInterrupt()):
            monkeypatch.setattr("threading._SHUTTING_DOWN", True)
            monkeypatch.setattr(sys, "last_value", last, raising=False)
            met.append(pool.submit(memory.poll).exception())
    assert [type(each) for each in met] == [type(None), KeyboardInterrupt] * 2


@pytest.mark.slow
def test_a_table_holds_what_was_kept() -> None:
    """Also when it grows; one of bounded size has what Python's has."""
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

    def counted_in_python(n: int) -> int:
        table = BoundedTable(600)
        for i in range(n):
            table[7 * i, i] = 3 * i
        return sum(table.get((7 * i, i), None) == 3 * i for i in range(n))

    counted, counted_in_a_full_one = counted_of(*slots(0)), counted_of(*slots(600))
    for n in (1, 384, 385, 600, 5000):
        one, other = memory.Memory(), memory.Memory()
        assert counted(one.address, n) == (n, 0)
        assert counted_in_a_full_one(other.address, n) == (counted_in_python(n), 0)


@pytest.mark.exhaustive
def test_children_that_are_sorted_are_freed() -> None:
    """A generator that holds a list, and is left at a cut, would leak it."""
    search = jit(build_tree(ttt) | prune(6) | map_tree(ttt.static) | order_by(identity) | alpha_beta)
    search(0)
    code = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(300):
        search(0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - code < 20_000


# In other processes.


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


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


@pytest.mark.exhaustive
def test_a_stack_of_any_size_is_enough_for_an_error() -> None:
    ended = run(DEEP)
    said = "this tree is deeper than the stack of a compiled search allows; prune(depth) it first"
    assert ended.stdout.splitlines() == [said] * 4
    assert ended.returncode == 0


SOLVE = """
import os, signal, threading, time
from fpgames import build_tree, jit, map_tree, minimax, prune
from fpgames.games.connect4 import rules
solve = lambda depth: jit(build_tree(rules) | prune(depth) | map_tree(rules.score) | minimax)(rules.start)
solve(2)
"""
FORKED = """
threading.Thread(target=solve, args=(10,), daemon=True).start(); time.sleep(0.2); pid = os.fork()
if not pid: solve(3); os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True); os._exit(0)
"""
HANDLED = """
from fpgames import count_leaves, share
count = lambda depth: jit(build_tree(rules) | prune(depth) | map_tree(rules.score) | share | count_leaves(minimax))(rules.start)
own, alone, found = count(3), count(9), []
signal.signal(signal.SIGALRM, lambda *_: found.append(count(3))); signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
print([count(9) for _ in range(20)] == [alone] * 20, {*found} == {own})
"""
INTERRUPTED = """
from concurrent.futures import ThreadPoolExecutor
signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background ignores it
threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
"""
ENDS = [
    "with ThreadPoolExecutor(4) as pool: print([*pool.map(solve, [40] * 8)])",
    "[*ThreadPoolExecutor(2).map(solve, [40])]",
    "with ThreadPoolExecutor(2) as pool: pool.submit(solve, 40)",
]
ASKED_FOR = """
from concurrent.futures import ThreadPoolExecutor; from fpgames.compiled.backend.memory.words import WORD_SYMBOL
with ThreadPoolExecutor(4) as pool: print(WORD_SYMBOL, [*pool.map(solve, [6, 7, 8, 9])])
"""
OTHER_MACHINE = "import platform; platform.machine = lambda: 'another'"


@pytest.mark.exhaustive
@pytest.mark.parametrize("how", ENDS)
def test_an_interrupt_ends_the_searches_of_all_threads(how: str) -> None:
    ended = run(SOLVE + INTERRUPTED + how)
    assert (ended.returncode, ended.stdout, ended.stderr.splitlines()[-1]) == (-signal.SIGINT, "", "KeyboardInterrupt")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("code", "printed"),
    [
        (SOLVE + HANDLED, "True True"),  # a handler may begin another search
        pytest.param(SOLVE + FORKED, "7", marks=pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")),
        (SOLVE + "threading.Thread(target=lambda: print(solve(9))).start()", "0"),  # goes on where the main thread ends
        (OTHER_MACHINE + SOLVE + ASKED_FOR, "fpgames_word_asked_for [0, 0, 0, 0]"),
    ],
    ids=["handler", "fork", "end", "threads, where the word is asked for"],
)
def test_searches_side_by_side(code: str, printed: str) -> None:
    ended = run(code)
    assert (ended.stdout, ended.stderr) == (f"{printed}\n", "")
