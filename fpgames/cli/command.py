"""The command ``fpgames``, and its exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from fpgames.cli.status import INTERRUPTED, PIPE_CLOSED, complain, logging_to_stderr, replace_missing

__all__ = ["main"]

STDOUT = 1  # the file descriptor


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0, 1 if some lines of a file were refused, 2 after an error.

    It is 130 after Ctrl-C, and 141 after a closed pipe.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the process that started this one
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    replace_missing("replace")
    try:
        from fpgames.cli.parser import run  # takes a while, in which Ctrl-C may come

        with logging_to_stderr("fpgames") if sys.stderr.isatty() else nullcontext():
            status = run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # The reader has closed the pipe, or the disk is full; the interpreter must not try to write the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)
        return PIPE_CLOSED if isinstance(error, BrokenPipeError) else complain(error)
    return status
