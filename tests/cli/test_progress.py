"""Progress: a bar on a terminal, plain lines elsewhere, and counts that grow while compiled code searches."""

from __future__ import annotations

import io
import re
import sys
import time

import pytest

from fpgames import alpha_beta, build_tree, jit, map_tree, prune
from fpgames.cli import status
from fpgames.cli.progress import progress
from fpgames.cli.status import calling_repeatedly, count_text
from fpgames.games import connect4
from fpgames.search import count_nodes
from fpgames.tree.run import showing_count
from tests.cli.test_user_mistakes import Terminal


@pytest.mark.parametrize(
    ("stream", "pattern"),
    [
        pytest.param(Terminal(), r" 1/3 \[.*, even, 1,700 nodes\]", marks=pytest.mark.slow),
        (io.StringIO(), r"(?m)^fpgames: [0-9]+ s, 1 of 3 games, 1,700 nodes of the running search\n"),
    ],
)
def test_it_moves_within_a_step(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, pattern: str) -> None:
    pytest.importorskip("tqdm")
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(status, "max", lambda *_: 0.02, raising=False)
    with progress(3, "game") as bar, showing_count(lambda: 1700):
        bar.advance()
        bar.show(lambda: "even")
        limit = time.monotonic() + 5
        while not re.search(pattern, stream.getvalue()) and time.monotonic() < limit:
            time.sleep(0.01)
    assert re.search(pattern, stream.getvalue())


def test_lines_have_growing_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    class Clock:
        """An event that is set after a number of waits, whose durations pass at once."""

        def wait(self, seconds: float) -> bool:
            waits.append(seconds)
            return len(waits) == 5

        def set(self) -> None:
            while len(waits) < 5:
                time.sleep(0.001)

    monkeypatch.setattr(status, "Event", Clock)
    monkeypatch.setattr(status, "perf_counter", lambda: sum(waits))
    with status.showing_elapsed_time():
        pass
    assert waits == [30, 30, 60, 120, 240]


@pytest.mark.slow
def test_counts_grow_while_compiled_code_searches() -> None:
    pytest.importorskip("numba")
    rules, texts = connect4.rules, list[str]()
    search = jit(build_tree(rules) | prune(11) | map_tree(rules.static) | count_nodes(alpha_beta))
    search(rules.play(rules.start, 0))
    with calling_repeatedly(lambda _: texts.append(count_text("nodes")), 0.002):
        _, nodes = search(rules.start)
    counts = [int(text.removesuffix(" nodes").replace(",", "")) for text in texts if text]
    assert counts == sorted(counts)
    assert len({*counts}) > 2
    assert counts[-1] <= nodes
