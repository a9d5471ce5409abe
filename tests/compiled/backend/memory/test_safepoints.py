"""Safepoints of compiled searches: interrupts, in all threads, and the end of the stack."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice

import pytest

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames import SplitMix, build_tree, jit, map_tree, minimax, prune
from fpgames.compiled.backend.memory import safepoints
from fpgames.compiled.backend.montecarlo.playouts import play_out
from fpgames.games.connect4 import rules
from fpgames.search import deepen
from fpgames.tree.run import MutableCounter, SearchStopped
from fpgames.tree.unfolding import with_counters


def test_a_thread_is_interrupted_with_the_main_one(monkeypatch: pytest.MonkeyPatch) -> None:
    met: list[BaseException | None] = []
    safepoints.poll()
    with ThreadPoolExecutor(1) as pool:
        for raised in (ValueError(), KeyboardInterrupt()):
            try:
                ended = SystemExit()
                ended.__context__ = raised
                raise ended
            except SystemExit:
                met.append(pool.submit(safepoints.poll).exception())
        for last in (None, KeyboardInterrupt()):
            monkeypatch.setattr("threading._SHUTTING_DOWN", True)
            monkeypatch.setattr(sys, "last_value", last, raising=False)
            met.append(pool.submit(safepoints.poll).exception())
    assert [type(each) for each in met] == [type(None), KeyboardInterrupt] * 2


@pytest.mark.slow
def test_a_limit_of_nodes_ends_a_compiled_search() -> None:
    """And does so before it has visited all 960,800 nodes; ``poll`` knows no limit afterwards."""
    limit, tree = MutableCounter(100_000), build_tree(rules)(rules.start) | prune(7) | map_tree(rules.score)
    with pytest.raises(SearchStopped) as error:
        jit(minimax)(with_counters(tree, ("node", limit)))
    assert error.value.args == (limit,)
    assert "poll" in [entry.name for entry in error.traceback]
    safepoints.poll()


@pytest.mark.slow
def test_the_stop_of_a_search_may_play_random_games() -> None:
    """While these are played, the search is not asked whether to stop: ``stop`` would call itself."""
    games = partial(play_out, rules, rules.start, SplitMix.from_seed(1), 4_000)
    depths = jit(build_tree(rules) | map_tree(rules.score) | deepen(minimax, stop=lambda: sum(games()) < 4_000))
    assert [result.depth for result in islice(depths(rules.start), 6)] == [1, 2, 3, 4, 5, 6]


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
    lines, said = (
        ended.stdout.splitlines(),
        "this tree is deeper than the stack of a compiled search allows; prune(depth) it first",
    )
    assert [line.startswith(said) for line in lines] == [True] * 4
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
