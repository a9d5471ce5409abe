"""The articles' designs in compiled Haskell, where there is a GHC with the packages vector and mwc-random."""

from __future__ import annotations

import shutil
import subprocess
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent
BUILD = SOURCES / "build"


def program(name: str, *args: object) -> dict[str, Callable[[], Any]]:
    """A compiled program with its arguments, to be run, which returns what it prints; nothing without a compiler."""
    compiled = _compiled(name)
    if compiled is None:
        return {}
    command = [str(compiled), *map(str, args)]

    def run() -> Any:
        found = literal_eval(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        return tuple(found) if isinstance(found, list) else found

    return {f"GHC -O2: {name} {' '.join(command[1:])}": run}


def _compiled(name: str) -> Path | None:
    program = BUILD / name / f"{name}.exe"
    if not program.exists():
        if shutil.which("ghc") is None:
            print(f"({name}: no ghc here, skipped)")
            return None
        program.parent.mkdir(parents=True, exist_ok=True)
        command = ["ghc", "-O2", "-outputdir", str(program.parent), str(SOURCES / f"{name}.hs"), "-o", str(program)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"({name}: ghc failed, skipped: {' '.join(done.stderr.split())[:200]})")
            return None
    return program
