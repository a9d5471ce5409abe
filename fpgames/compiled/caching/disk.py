"""Machine code that is kept on the disk for the processes that follow."""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.misc.appdirs import AppDirs

from fpgames.compiled.caching.cache import CACHE
from fpgames.compiled.code.check import using_numba
from fpgames.compiled.memory.words import WORD_IS

_MOST = 512
"""Files kept; those that were not used for the longest time are removed first."""


def directory() -> Path:
    """Return where machine code is kept: a directory of the user's, or one in ``NUMBA_CACHE_DIR``."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen, "fpgames") if chosen else Path(AppDirs("fpgames", appauthor=False).user_cache_dir)


def target() -> Any:
    """Return what numba compiles for."""
    return cpu_target.target_context


_SOURCES = [sha256(each.read_bytes()).hexdigest() for each in sorted(Path(__file__).parents[2].rglob("*.py"))]
"""Digests of the library, read when this is imported, since its files may be replaced afterwards."""


@cache
def platform_key() -> str:
    """Return what code depends on besides functions: the processor, the versions of what compiles, and the library."""
    with using_numba():
        target().refresh()
        processor = target().codegen().magic_tuple()
    return repr((sys.version, numba.__version__, llvmlite.__version__, processor, WORD_IS, _SOURCES))


def load(name: str):
    """Return the function that is kept under a name, or None."""
    with suppress(Exception):  # the code is compiled anew, whatever is wrong with the file
        if name not in CACHE.loaded:
            path = directory() / name
            held = path.read_bytes()
            with suppress(OSError):
                os.utime(path)
            check, code = held[:32], held[32:]
            if sha256(code).digest() != check:
                return None
            CACHE.loaded[name] = CompileResult._rebuild(target(), *pickle.loads(code))
        return CACHE.loaded[name].entry_point
    return None


def save(name: str, result: CompileResult) -> None:
    """Keep a function under a name, if that is possible: its types may be unknown to other processes."""
    with suppress(Exception):
        code = pickle.dumps(result._reduce())
        where = directory()
        where.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=where.parent) as place:
            path = Path(place, name)
            path.write_bytes(sha256(code).digest() + code)
            path.replace(where / name)
        kept = sorted(where.iterdir(), key=lambda each: each.stat().st_mtime)
        for each in kept[:-_MOST]:
            each.unlink()
