"""The same searches and random games in C, where there is a gcc: compiled by gcc -O2, called in this process."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent
BUILD = SOURCES / "build"


@cache
def library() -> Any:
    """The functions of games.c; None without a compiler."""
    if shutil.which("gcc") is None:
        print("(no gcc here, skipped)")
        return None
    BUILD.mkdir(exist_ok=True)
    built = BUILD / "games.so"
    command = ["gcc", "-O2", "-shared", "-fPIC", "-o", str(built), str(SOURCES / "games.c")]
    subprocess.run(command, check=True)
    found = ctypes.CDLL(str(built))
    found.begin()
    return found


def tictactoe() -> int:
    """The value of the empty board, by minimax."""
    found: int = library().tictactoe_minimax()
    return found


def connect4(depth: int) -> int:
    """The value of the empty board, looking so many moves ahead, by alpha-beta."""
    found: int = library().connect4_alpha_beta(depth)
    return found


def random_games(game: str, seed: int, gamma: int, n: int) -> tuple[int, int, int]:
    """How many of n random games end with the first player's win, a draw, and the second's win."""
    counts = (ctypes.c_int64 * 3)()
    getattr(library(), f"{game}_playouts")(ctypes.c_uint64(seed), ctypes.c_uint64(gamma), ctypes.c_int64(n), counts)
    first, drawn, second = counts
    return first, drawn, second
