"""Worker processes that share the games of a match, and end with the command."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Any


class WorkerDied(Exception):
    """The error of a worker process that ended before its work was done."""


@contextmanager
def workers(jobs: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Yield the ``map`` of worker processes, or the built-in one for a single job; stop the processes at the end."""
    if jobs <= 1:
        yield map
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # slow to import, and rarely needed
    from multiprocessing import active_children

    others = {*active_children()}
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with ProcessPoolExecutor(jobs, initializer=_deaf) as pool:
            try:
                with interrupts_deferred():
                    pool.submit(int).result()  # starts the workers
                yield partial(_in_order, pool.submit, 2 * jobs)
            except BaseException as error:
                for worker in {*active_children()} - others:
                    worker.kill()  # on SIGTERM, a worker that has just started would print a traceback
                if isinstance(error, BrokenExecutor):
                    raise WorkerDied from error
                raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _deaf() -> None:
    """Make a worker ignore Ctrl-C, which the main process handles, and end on SIGTERM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _in_order(submit: Callable[..., Any], most: int, function: Callable[[int], Any], numbers: range) -> Iterator[Any]:
    """Map in tasks that are submitted a few ahead, each with as many numbers as take about a tenth of a second."""
    begun: deque[Any] = deque()
    at, size = 0, 1
    while begun or at < len(numbers):
        while at < len(numbers) and len(begun) < most:
            begun.append(submit(_each, function, numbers[at : at + size]))
            at += size
        found, seconds = begun.popleft().result()
        size = max(1, min(2 * len(found), int(0.1 * len(found) / max(seconds, 1e-6))))
        yield from found


def _each(function: Callable[[int], Any], numbers: range) -> tuple[list[Any], float]:
    began = perf_counter()
    return list(map(function, numbers)), perf_counter() - began


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, so that a game is in both the file and the table, or in neither."""
    pending = []
    before = signal.signal(signal.SIGINT, lambda *_: pending.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pending:
        raise KeyboardInterrupt
