"""Store machine code on disk, so that later processes can load it."""

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

from fpgames.compiled.backend.memory.words import WORD_SYMBOL
from fpgames.compiled.caching.cache import CACHE
from fpgames.compiled.numba_check import using_numba

_MAX_FILES = 512
"""Number of files to keep; the least recently used are removed first."""


def cache_directory() -> Path:
    """Return the directory of code: ``fpgames`` in ``$NUMBA_CACHE_DIR``, by default in the user's cache directory."""
    parent = os.environ.get("NUMBA_CACHE_DIR")
    return Path(parent, "fpgames") if parent else Path(AppDirs("fpgames", appauthor=False).user_cache_dir)


def target_context() -> Any:
    """Return numba's target context, which describes the processor to compile for."""
    return cpu_target.target_context


_SOURCE_DIGESTS = [sha256(path.read_bytes()).hexdigest() for path in sorted(Path(__file__).parents[3].rglob("*.py"))]
"""Digests of the library's sources, read at import, because the files may be replaced later."""


@cache
def platform_key() -> str:
    """Return a text that identifies all that machine code depends on: processor, Python, compilers, this library."""
    with using_numba():
        target_context().refresh()
        processor = target_context().codegen().magic_tuple()
    return repr((sys.version, numba.__version__, llvmlite.__version__, processor, WORD_SYMBOL, _SOURCE_DIGESTS))


def load(name: str):
    """Load a compiled function from the file called ``name``; return None if the file is missing or damaged."""
    with suppress(Exception):  # after any failure, the caller compiles the function
        if name not in CACHE.loaded:
            path = cache_directory() / name
            content = path.read_bytes()
            with suppress(OSError):
                os.utime(path)
            checksum, code = content[:32], content[32:]
            if sha256(code).digest() != checksum:
                return None
            CACHE.loaded[name] = CompileResult._rebuild(target_context(), *pickle.loads(code))
        return CACHE.loaded[name].entry_point
    return None


def save(name: str, result: CompileResult) -> None:
    """Store a compiled function in the file called ``name``; ignore errors, because the file is only a cache."""
    with suppress(Exception):
        code = pickle.dumps(result._reduce())
        directory = cache_directory()
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=directory.parent) as temporary:
            path = Path(temporary, name)
            path.write_bytes(sha256(code).digest() + code)
            path.replace(directory / name)
        files = sorted(directory.iterdir(), key=lambda file: file.stat().st_mtime)
        for file in files[:-_MAX_FILES]:
            file.unlink()
