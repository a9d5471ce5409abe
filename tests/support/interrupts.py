"""Helpers that start processes for tests to interrupt or kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from tests.support.command import MAIN

LISTEN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may ignore SIGINT\n"
)


def check_ctrl_c_ends(code: str, seconds: float) -> None:
    """Check that Ctrl-C ends a program with KeyboardInterrupt.

    The program must print ``begun`` first, and still be running ``seconds`` later, when Ctrl-C is sent.
    """
    command = [sys.executable, "-c", LISTEN + code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in error


def start_command(*args: str) -> subprocess.Popen[str]:
    """Start an ``fpgames`` command as a process in a new session. SIGINT raises KeyboardInterrupt in the process."""
    process = subprocess.Popen(
        [sys.executable, "-c", LISTEN + MAIN, *args],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    _started.append(process)
    return process


_started: list[subprocess.Popen[str]] = []


def end_started_commands() -> None:
    """Kill the processes of ``start_command`` that still run, with their workers, and close all pipes."""
    while _started:
        with _started.pop() as process:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
