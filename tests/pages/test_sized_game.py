"""The game of any size of the pages works where functions have to be pickled, compared and compiled."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SOLVE = """
import logging, pickle, sys
logging.basicConfig(level=logging.INFO, stream=sys.stdout, format="%(message)s")
from fpgames import build_tree, jit, map_tree, minimax
from sized_heap import heap
rules = heap(30, 4)
print(jit(build_tree(rules) | map_tree(rules.score) | minimax)(rules.start))
"""


@pytest.mark.slow
def test_sized_game_of_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    heap: Any = import_module("sized_heap").heap
    rules = pickle.loads(pickle.dumps(heap(9, 2)))
    assert rules == heap(9, most=2) != heap(9)
    assert hash(rules) == hash(heap(9, 2))

    folders = DOCS / "tutorial", DOCS / "examples"

    def printed(*command: str) -> str:
        env = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(map(str, folders))}
        return subprocess.run([sys.executable, *command], env=env, capture_output=True, text=True, check=True).stdout

    match = ["-m", "fpgames", "compare", "sized_heap:heap", "random", "mc:5", "-n", "4", "--seed", "1"]
    reports = [printed(*match, *jobs).partition(", mean time ")[0] for jobs in ((), ("--jobs", "2"))]
    assert reports[0] == reports[1]
    pytest.importorskip("numba")
    assert printed("-c", SOLVE).startswith("compiling")
    assert printed("-c", SOLVE) == "-1\n"  # machine code comes from the disk
