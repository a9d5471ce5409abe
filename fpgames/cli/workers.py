"""Worker processes, which share the work of a command and end with the command."""

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

MAX_JOBS = 256


class WorkerDied(ValueError):
    """Raised when a worker process ends before its work is done."""

    def __init__(self, message: str = "a worker died") -> None:
        super().__init__(message)


def require_jobs(jobs: int, action: str) -> None:
    """Raise ValueError unless ``jobs`` is 1 to 256. The message uses ``action``, such as "play in {} workers"."""
    require_at_least(1, jobs, action, MAX_JOBS)


@contextmanager
def worker_map(jobs: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """Yield a ``map`` function; its worker processes stop when the block ends. For one job, yield ``map`` itself."""
    if jobs <= 1:
        yield map
        return
    with defer_interrupts():  # interrupts are deferred, because an import may swallow a KeyboardInterrupt
        from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # a slow import, rarely needed
        from multiprocessing import active_children

    others = {*active_children()}
    stopped: list[int] = []

    def interrupt(number: int, _: object) -> None:
        stopped.append(number)  # the signal is recorded, because the interpreter may swallow a KeyboardInterrupt
        raise KeyboardInterrupt

    old_handler = signal.signal(signal.SIGTERM, interrupt)
    try:
        with ProcessPoolExecutor(jobs, initializer=_start_worker) as pool:
            try:
                with defer_interrupts():
                    pool.submit(int).result()  # a first task, so that workers start while interrupts are deferred
                yield partial(_map_in_order, pool.submit, 2 * jobs, stopped)
            except BaseException as error:
                for worker in {*active_children()} - others:
                    worker.kill()  # kill, because terminate would make a new worker print a traceback
                if isinstance(error, BrokenExecutor):
                    raise WorkerDied from error
                raise
    finally:
        signal.signal(signal.SIGTERM, old_handler)


def _start_worker() -> None:
    """Make a worker ignore Ctrl-C, which the parent handles. The worker ends on SIGTERM, or when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_exit_when_parent_ends, daemon=True).start()


def _exit_when_parent_ends() -> None:
    """Wait until the parent process ends, then exit, because a parent that is killed cannot stop its workers."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None  # a worker process always has a parent
    parent.join()
    os._exit(1)


def _map_in_order(
    submit: Callable[..., Any], max_pending: int, stopped: list[int], function: Callable[[int], A], numbers: range
) -> Iterator[A]:
    """Call a function on numbers in worker processes, in tasks of about 0.1 seconds; yield the results in order.

    At most ``max_pending`` tasks are pending at once. Raise KeyboardInterrupt as soon as ``stopped`` lists a signal.
    """
    pending: deque[Any] = deque()
    start, size = 0, 1
    while pending or start < len(numbers):
        while start < len(numbers) and len(pending) < max_pending:
            pending.append(submit(_timed_map, function, numbers[start : start + size]))
            start += size
        results, seconds = pending.popleft().result()
        if stopped:
            raise KeyboardInterrupt
        size = max(1, min(2 * len(results), int(0.1 * len(results) / max(seconds, 1e-6))))
        yield from results


def _timed_map(function: Callable[[int], A], numbers: range) -> tuple[list[A], float]:
    started = perf_counter()
    return list(map(function, numbers)), perf_counter() - started


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer Ctrl-C and SIGTERM until the block ends, so that ``compare``, for example, counts each game it saves."""
    pending = []
    signals = (signal.SIGINT, signal.SIGTERM)
    old_handlers = {number: signal.signal(number, lambda *_: pending.append(True)) for number in signals}
    try:
        yield
    finally:
        for number, handler in old_handlers.items():
            signal.signal(number, handler)
    if pending:
        raise KeyboardInterrupt
