"""Exit statuses, and helpers that all commands share, such as error messages of one line."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from difflib import get_close_matches
from io import TextIOWrapper
from logging import INFO, Formatter, StreamHandler, getLogger
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import TextIO

from fpgames.tree.run import COUNTS
from fpgames.validation import is_raised_by_statement

_PYTHON = Path(os.__file__).parent
_LIBRARY = Path(__file__).parents[1]
_SECONDS_TO_FIRST_LINE = 30  # in a file or a pipe

SOME_REFUSED = 1  # exit status if some lines of a file were rejected
LAWS_BROKEN = 1  # exit status if an audited game breaks a law
BAD_INPUT = 2  # exit status after an error, such as bad input or a full disk
INTERRUPTED = 128 + 2  # exit status after Ctrl-C: as in shells, 128 + the number of SIGINT
PIPE_CLOSED = 128 + 13  # exit status after a closed pipe: as in shells, 128 + the number of SIGPIPE


def report_error(error: Exception) -> int:
    """Print the message of an error to standard error on one line, and return the exit status 2."""
    message = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(message.splitlines()))
    with suppress(OSError):  # a failure to write to standard error must not change the exit status
        print("fpgames:", line, file=sys.stderr)
    return BAD_INPUT


def report_interrupt(text: str) -> int:
    """Print on standard error when a command was interrupted, such as "after 2.0 s"; return the exit status 130."""
    print(f"fpgames: interrupted {text}", file=sys.stderr)
    return INTERRUPTED


@contextmanager
def reporting_interrupts(unfinished: str) -> Iterator[None]:
    """Within a block, report Ctrl-C by the time and what is ``unfinished``, such as "before all lines were counted"."""
    started = perf_counter()
    try:
        yield
    except KeyboardInterrupt:
        report_interrupt(f"after {perf_counter() - started:.1f} s, {unfinished}")
        raise


def printable(text: str) -> str:
    """Return a text with control characters escaped, because they could change the state of the terminal."""
    return re.sub("[^\n\t\x20-\x7e\xa0-\U0010ffff]", lambda c: repr(c[0])[1:-1], text)


def set_encoding_errors(errors: str, stream: TextIO | None = None) -> None:
    """Set the codec error handler of a stream, such as "replace"; the default stream is standard output."""
    stream = stream or sys.stdout
    if isinstance(stream, TextIOWrapper):  # a stream that replaces sys.stdout may have no encoding
        stream.reconfigure(errors=errors)


@contextmanager
def logging_to_stderr(name: str) -> Iterator[None]:
    """Within a block, show the messages of a logger, such as "compiling ...", on standard error."""
    log, handler = getLogger(name), StreamHandler()
    handler.setFormatter(Formatter("fpgames: %(message)s"))
    old_level = log.level
    log.addHandler(handler)
    log.setLevel(INFO)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.setLevel(old_level)


def showing_elapsed_time(unit: str = "", steps: Callable[[], str] = str) -> AbstractContextManager[None]:
    """Within a block, print lines at growing distances: the time, the text of ``steps``, and a count of ``unit``.

    On a terminal, they are printed after 1, 2, 4, ... s; elsewhere, such as in a file or a pipe, after 30, 60, 120, ... s.
    """

    def print_line(seconds: float) -> None:
        parts = f"{seconds:.0f} s", steps(), count_text(unit)
        print(f"fpgames: {', '.join(filter(None, parts))}", file=sys.stderr)

    return calling_repeatedly(print_line, 1 if sys.stderr.isatty() else _SECONDS_TO_FIRST_LINE, growing=True)


def count_text(unit: str) -> str:
    """Return what the running searches, compiled ones too, have counted; empty if that is nothing."""
    total = sum(count() for count in [*COUNTS])  # 0 while a search is compiled, or if its code does not count
    return f"{total:,} {unit}" if unit and total else ""


@contextmanager
def calling_repeatedly(function: Callable[[float], object], seconds: float, *, growing: bool = False) -> Iterator[None]:
    """Within a block, call a function with the elapsed time, in a thread, each time that some seconds have passed."""
    started, finished = perf_counter(), Event()

    def call() -> None:
        while not finished.wait(max(seconds, growing * round(perf_counter() - started))):
            function(perf_counter() - started)

    Thread(target=call, daemon=True).start()
    try:
        yield
    finally:
        finished.set()


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean ...?" with the known name that is most similar; return "" if no name is similar."""
    close = get_close_matches(name[:80].lower(), known, 1)
    return f"; did you mean {close[0]!r}?" if close else ""


def usage_hint(message: str, usage: str, commands: Iterable[str]) -> str:
    """Return what an error of argparse leaves unsaid, such as the option that was meant, or ""."""
    if message == "argument --until: expected one argument":
        return "; a negative number is written as in --until=-50,0"
    wrong = re.search("invalid choice: '(.*?)'|unrecognized arguments: ([^ =]*)", message)
    if wrong and (wrong[2] or "-")[0] != "-" and "--second BOT" in usage:
        return "; bots are written after --first and --second"
    return did_you_mean(wrong[1] or wrong[2] or "", [*commands, *re.findall("--[a-z-]+", usage)]) if wrong else ""


def one_line_message(error: BaseException, of_bot: bool = False) -> str:
    """Return the message of a ValueError, or the type, message, file and line of any other error.

    The line is the deepest outside the library, if there is one. Of a bot, a ValueError of Python's own is any other error.
    """
    if isinstance(error, MemoryError):
        return "out of memory; expected a smaller depth"
    if isinstance(error, ValueError) and str(error) and not (of_bot and not is_raised_by_statement(error)):
        return str(error)
    message = f"{type(error).__name__}: {error}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not _is_of_python(frame.filename)]
    if not frames or isinstance(error, SyntaxError):  # whose message has the line
        return message
    *_, last = [frame for frame in frames if _LIBRARY not in Path(frame.filename).parents] or frames
    return f"{message} ({Path(last.filename).name}, line {last.lineno})"


def _is_of_python(filename: str) -> bool:
    """Return whether a file belongs to Python itself, as those that import a module."""
    return filename.startswith("<") or (_PYTHON in Path(filename).parents and "-packages" not in filename)


def seed_or_random(seed: int | None) -> int:
    """Return the seed, or a random seed from the operating system if the seed is None."""
    return int.from_bytes(os.urandom(4), "big") if seed is None else seed
