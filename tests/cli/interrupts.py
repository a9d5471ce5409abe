"""Ctrl-C in a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever starts us may ignore it\n"


def check_ctrl_c_ends(code: str, seconds: float) -> None:
    """Check that a program, once it has printed ``begun``, still runs after some seconds, and that Ctrl-C ends it."""
    command = [sys.executable, "-c", LISTEN + code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=10)
    assert b"KeyboardInterrupt" in error
