"""Worker processes that share the games of a match, and end with the command."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Thread
from time import perf_counter
from typing import Any, TypeVar

from fpgames.validation import require_at_least

A = TypeVar("A")

MOST_JOBS = 256


class WorkerDied(ValueError):
    """The error of a worker process that ended before its work was done."""

    def __init__(self, said: str = "a worker died") -> None:
        super().__init__(said)


def require_jobs(jobs: int, what: str) -> None:
    """Raise ValueError for no worker process, or for more than a machine can be expected to run."""
    require_at_least(1, jobs, what, MOST_JOBS)


@contextmanager
def workers(jobs: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Yield the ``map`` of worker processes, or the built-in one for a single job; stop the processes at the end."""
    if jobs <= 1:
        yield map
        return
    with interrupts_deferred():  # an import may lose the exception
        from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # slow to import, and rarely needed
        from multiprocessing import active_children

    others = {*active_children()}
    stopped: list[int] = []

    def stop(number: int, _: object) -> None:
        stopped.append(number)  # an exception raised in the middle of the interpreter's own work may be lost
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
            try:
                with interrupts_deferred():
                    pool.submit(int).result()  # starts the workers
                yield partial(_in_order, pool.submit, 2 * jobs, stopped)
            except BaseException as error:
                for worker in {*active_children()} - others:
                    worker.kill()  # on SIGTERM, a worker that has just started would print a traceback
                if isinstance(error, BrokenExecutor):
                    raise WorkerDied from error
                raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _begin() -> None:
    """Make a worker ignore Ctrl-C, which the main process handles, end on SIGTERM, and end when its parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended: a parent that was killed could not tell."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None  # a worker has one
    parent.join()
    os._exit(1)


def _in_order(
    submit: Callable[..., Any], most: int, stopped: list[int], function: Callable[[int], A], numbers: range
) -> Iterator[A]:
    """Map in tasks that are submitted a few ahead, each with as many numbers as take about a tenth of a second."""
    begun: deque[Any] = deque()
    at, size = 0, 1
    while begun or at < len(numbers):
        while at < len(numbers) and len(begun) < most:
            begun.append(submit(_each, function, numbers[at : at + size]))
            at += size
        found, seconds = begun.popleft().result()
        if stopped:
            raise KeyboardInterrupt
        size = max(1, min(2 * len(found), int(0.1 * len(found) / max(seconds, 1e-6))))
        yield from found


def _each(function: Callable[[int], A], numbers: range) -> tuple[list[A], float]:
    began = perf_counter()
    return list(map(function, numbers)), perf_counter() - began


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C and SIGTERM to the end of the block, so that a game is in both the file and the table, or in neither."""
    pending = []
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: pending.append(True)) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if pending:
        raise KeyboardInterrupt
