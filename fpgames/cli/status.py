"""How a command ends: its exit status, and one line about an error."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from io import TextIOWrapper
from logging import INFO, Formatter, StreamHandler, getLogger
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import TextIO

from fpgames.tree.walking import COUNTS

SOME_REFUSED = 1  # the exit status after a command that has done a part of its work, and refused another
BAD_INPUT = 2  # after an error, such as bad input or a full disk
INTERRUPTED = 128 + 2  # after Ctrl-C, as a shell reports SIGINT
PIPE_CLOSED = 128 + 13  # after the reader has closed the pipe, as a shell reports SIGPIPE


def complain(error: Exception) -> int:
    """Print one line about an error to standard error, and return the exit status."""
    said = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(said.splitlines()))
    with suppress(OSError):  # the exit status is returned nevertheless
        print("fpgames:", line, file=sys.stderr)
    return BAD_INPUT


def printable(text: str) -> str:
    """Return the text of a game with its control characters written out, which a terminal would obey."""
    return re.sub("[^\n\t\x20-\x7e\xa0-\U0010ffff]", lambda c: repr(c[0])[1:-1], text)


def replace_missing(errors: str, stream: TextIO | None = None) -> None:
    """Let standard output, or another stream, replace characters that it does not have, by a named error handler."""
    stream = stream or sys.stdout
    if isinstance(stream, TextIOWrapper):  # not one that another program has put there
        stream.reconfigure(errors=errors)


@contextmanager
def logging_to_stderr(name: str) -> Iterator[None]:
    """Write to standard error what a part of the library tells, such as that it waits for the compiler."""
    log, handler = getLogger(name), StreamHandler()
    handler.setFormatter(Formatter("fpgames: %(message)s"))
    before = log.level
    log.addHandler(handler)
    log.setLevel(INFO)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(before)


@contextmanager
def ticking(unit: str = "") -> Iterator[None]:
    """Say on a terminal, after one second, two, four and so on, how long a search takes, and how many it has counted."""
    began, ended = perf_counter(), Event()

    def tick() -> None:
        while not ended.wait(max(1, round(perf_counter() - began))):
            counted = f", {sum(count() for count in [*COUNTS]):,} {unit}" if unit and COUNTS else ""
            print(f"fpgames: {perf_counter() - began:.0f} s{counted}", file=sys.stderr)

    if sys.stderr.isatty():
        Thread(target=tick, daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def like(name: str, known: Iterable[str]) -> str:
    """Return a question whether a name that is not known means one that is; an empty text if none is like it."""
    close = get_close_matches(name[:80].lower(), known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def in_one_line(error: BaseException) -> str:
    """Return what an error says, and where it comes from if it is not one that says what was wrong with the input."""
    if isinstance(error, ValueError) and str(error):
        return str(error)
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"


def seed_or_any(given: int | None) -> int:
    """Return the seed given, or one drawn by the operating system."""
    return int.from_bytes(os.urandom(4), "big") if given is None else given
