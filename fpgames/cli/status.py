"""How a command ends: its exit status, and one line about an error."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging import INFO, Formatter, StreamHandler, getLogger
from pathlib import Path
from typing import TextIO

SOME_REFUSED = 1
"""The exit status after a command that has done a part of its work, and refused another."""


BAD_INPUT = 2
"""The exit status after an error, such as bad input or a full disk."""


INTERRUPTED = 128 + 2
"""The exit status after Ctrl-C, as a shell reports SIGINT."""


PIPE_CLOSED = 128 + 13
"""The exit status after the reader has closed the pipe, as a shell reports SIGPIPE."""


def complain(error: Exception) -> int:
    """Print one line about an error to standard error, and return the exit status.

    Args:
        error: the error to report.
    """
    said = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(said.splitlines()))
    with suppress(OSError):  # the exit status is returned nevertheless
        print("fpgames:", line, file=sys.stderr)
    return BAD_INPUT


def replace_missing_characters(errors: str, stream: TextIO | None = None) -> None:
    """Let standard output, or another stream, replace characters that it does not have, by a named error handler."""
    stream = stream or sys.stdout
    if isinstance(stream, TextIOWrapper):  # not one that another program has put there
        stream.reconfigure(errors=errors)


@contextmanager
def telling(name: str) -> Iterator[None]:
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


def in_one_line(error: BaseException) -> str:
    """Return what an error says, and where it comes from if it is not one that says what was wrong with the input."""
    if isinstance(error, ValueError) and str(error):
        return str(error)
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"


def seed_or_any(given: int | None) -> int:
    """Return the seed given, or one drawn by the operating system.

    Args:
        given: the seed, or None.
    """
    return int.from_bytes(os.urandom(4), "big") if given is None else given
