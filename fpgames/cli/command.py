"""The entry point of the command ``fpgames``, and its exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext

from fpgames.cli.status import INTERRUPTED, PIPE_CLOSED, logging_to_stderr, report_error, set_encoding_errors

__all__ = ["main"]

STDOUT = 1  # file descriptor of standard output


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    The exit status is 0 after success, 1 if some lines of a file were rejected or an audited game breaks a law, 2 after
    an error, 130 after Ctrl-C, and 141 if the reader of the output closed the pipe.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # the parent process closed the stream
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    set_encoding_errors("replace")
    try:
        from fpgames.cli.parser import run  # a slow import, here so that Ctrl-C during it is caught

        with logging_to_stderr("fpgames") if sys.stderr.isatty() else nullcontext():
            status = run(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # The null device takes the rest of the output, because flushing it at exit would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)
        return PIPE_CLOSED if isinstance(error, BrokenPipeError) else report_error(error)
    return status
