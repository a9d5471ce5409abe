"""The memory of compiled searches: one search at a time, and what threads, interrupts and other processes leave."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from typing import Any

import pytest
from toolz import identity

from fpgames import alpha_beta, build_tree, jit, map_tree, order_by, prune
from fpgames.games.tictactoe import rules as ttt
from fpgames.tree.sharing import Slots
from tests.support.compiled import COUNTED, SEARCH

numba = pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled.memory import stack, tables  # noqa: E402 (which need numba)
from fpgames.compiled.memory import words as memory  # noqa: E402

START = (9, 1)


def test_a_search_within_another_puts_its_words_back(monkeypatch: pytest.MonkeyPatch) -> None:
    with memory.taken():
        memory.words[memory._COUNTERS] = 7
        with memory.taken():
            assert memory.count(0) == 0
            memory.words[memory._COUNTERS] = 8
        assert memory.count(0) == 7
        monkeypatch.setattr(memory, "end_of_stack", late)
        with pytest.raises(TimeoutError), memory.taken():
            pass
        assert memory.count(0) == 7
    assert memory.count(0) == 0


def late() -> int:
    raise TimeoutError


def test_words_that_are_lost_are_an_error() -> None:
    with pytest.raises(RuntimeError, match="was lost in the handler of a signal"), memory.taken():
        memory.words[:] = 0


def test_after_an_interrupt_tables_are_kept_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(memory, "clear", lambda kept=0: late())
        with pytest.raises(TimeoutError), memory.taken():
            pass
    for _ in range(2):
        with memory.taken("the same"):
            pass
    assert memory._kept == "the same"
    memory.forget_tables()
    assert memory._kept is None


def test_memory_is_free_after_a_fork() -> None:
    def forked() -> None:
        with memory.taken():
            memory._forget()
            with memory.taken():
                pass

    with pytest.raises(RuntimeError, match="was lost"):
        forked()


def test_where_the_stack_cannot_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda name: object())
    assert stack._found() == 0


@pytest.mark.slow
def test_what_an_interrupt_has_left_is_cleared() -> None:
    found = jit(COUNTED)(START)
    memory.words[memory.counter_at(0) // 8] = 1000
    assert jit(COUNTED)(START) == found == COUNTED(START)


@pytest.mark.slow
def test_an_interrupt_at_any_time_leaves_the_memory_free(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = jit(SEARCH)(1)

    def interrupted(kept: int = 0) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as here:
        here.setattr(memory, "clear", interrupted)
        with pytest.raises(KeyboardInterrupt):
            jit(SEARCH)(1)
    assert jit(SEARCH)(1) == wanted


@pytest.mark.slow
def test_a_table_holds_what_was_kept() -> None:
    """Also when it grows; one of bounded size has what Python's has."""
    place = memory.table_at(0)
    slots: Any = tables.slots
    inner: Any = memory  # its functions have other types where they are compiled

    def counted_of(find: Any, keep: Any) -> Any:
        @numba.njit  # type: ignore[untyped-decorator]
        def counted(n: int) -> tuple[int, int]:
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
        table = Slots(600)
        for i in range(n):
            table[7 * i, i] = 3 * i
        return sum(table.get((7 * i, i), None) == 3 * i for i in range(n))

    counted, counted_in_a_full_one = counted_of(tables.find, tables.keep), counted_of(*slots(600))
    for n in (1, 384, 385, 600, 5000):
        with memory.taken():
            assert counted(n) == (n, 0)
        with memory.taken():
            assert counted_in_a_full_one(n) == (counted_in_python(n), 0)


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
    said = "this tree goes on where the stack of a compiled search ends; prune(depth) it first"
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


@pytest.mark.exhaustive
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_process_that_is_forked_while_a_thread_searches() -> None:
    ended = run(SOLVE + FORKED)
    assert ended.stdout == "7\n", ended.stderr


@pytest.mark.exhaustive
def test_a_handler_may_begin_another_search() -> None:
    ended = run(SOLVE + HANDLED)
    assert (ended.stdout, ended.stderr) == ("True True\n", "")
