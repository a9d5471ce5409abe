"""How a command ends: exit statuses, and one line for what went wrong."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

BAD_INPUT = 2
"""The status where what was entered is refused."""


INTERRUPTED = 128 + 2
"""The status after Ctrl-C, as a shell reports SIGINT."""


PIPE_CLOSED = 128 + 13
"""The status where nobody reads on, as a shell reports SIGPIPE."""


def complain(error: Exception) -> int:
    """Say what went wrong in one line on standard error; answer the status.

    Args:
        error: what went wrong.
    """
    said = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in " ".join(said.splitlines()))
    with suppress(OSError):  # the status still tells
        print("fpgames:", line, file=sys.stderr)
    return BAD_INPUT


def seed_or_any(given: int | None) -> int:
    """A seed: the one given, or one that the system draws.

    Args:
        given: the seed, if there is one.
    """
    return int.from_bytes(os.urandom(4), "big") if given is None else given
