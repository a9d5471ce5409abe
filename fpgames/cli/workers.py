"""Worker processes, which share the work of a command and end with the command."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import partial
from threading import Thread
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

from fpgames.cli.status import one_line_message
from fpgames.validation import require_at_least

A = TypeVar("A")

MAX_JOBS = 256
Child: TypeAlias = tuple[Any, Any]  # a process and the connection to it
_set_mask: Callable[..., Any] = getattr(signal, "pthread_sigmask", lambda *_: None)  # Windows has no masks


class TaskFailed(ValueError):
    """Raised when a task of a worker fails. It holds only a message, so that a worker can pickle it."""


class WorkerDied(ValueError):
    """Raised when a worker process ends before its work is done."""

    def __init__(self, message: str = "a worker died") -> None:
        super().__init__(message)


def require_jobs(jobs: int, action: str) -> None:
    """Raise ValueError unless ``jobs`` is 1 to 256. The message uses ``action``, such as "play in {} workers"."""
    require_at_least(1, jobs, action, MAX_JOBS)


@contextmanager
def worker_map(jobs: int, prepare: Callable[[], object]) -> Iterator[Callable[..., Iterator[Any]]]:
    """Yield a ``map`` function; its worker processes stop when the block ends. For one job, yield ``map`` itself.

    A worker first calls ``prepare`` to import what its tasks need.
    """
    if jobs <= 1:
        yield map
        return
    stopped: list[int] = []

    def interrupt(number: int, _: object) -> None:
        stopped.append(number)  # the signal is recorded, because the interpreter may swallow a KeyboardInterrupt
        raise KeyboardInterrupt

    old_handler = signal.signal(signal.SIGTERM, interrupt)
    try:
        with child_processes(jobs, _run_tasks, prepare, preload="fpgames.cli.matches") as workers:
            yield partial(_map_in_order, [connection for _, connection in workers], stopped)
    finally:
        signal.signal(signal.SIGTERM, old_handler)


@contextmanager
def child_processes(number: int, function: Callable[..., object], *args: object, preload: str) -> Iterator[list[Child]]:
    """Start processes that call ``function(connection, *args)``; yield them with the other ends of their connections.

    The processes are forked from a fresh process with the module ``preload``: a fork of this one lacks the threads of
    imported libraries, and may hang. After an error in the block, kill them; otherwise wait for them to end.
    """
    with defer_interrupts():  # interrupts are deferred, because an import may swallow a KeyboardInterrupt
        from multiprocessing import get_all_start_methods, get_context

    context: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
    context.set_forkserver_preload([preload])
    children: list[Child] = []
    try:
        with defer_interrupts():
            context.Lock()  # it starts the resource tracker of multiprocessing, which unblocks signals
            with _blocking_signals():
                children += [_start_child(context, function, args) for _ in range(number)]
        yield children
    except BaseException:
        for child, _ in children:
            kill_child(child)
        raise
    finally:
        for child, connection in children:
            connection.close()
            child.join()


@contextmanager
def _blocking_signals() -> Iterator[None]:
    """Within a block, block Ctrl-C and SIGTERM in this thread and, for good, in the processes that the block starts."""
    old_mask = _set_mask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        _set_mask(signal.SIG_SETMASK, old_mask)


def _start_child(context: Any, function: Callable[..., object], args: tuple[object, ...]) -> Child:
    connection, end_of_child = context.Pipe()
    process = context.Process(target=_run_child, args=(function, end_of_child, args))
    process.start()
    end_of_child.close()
    return process, connection


def kill_child(process: Any) -> None:
    """Kill a child process with all processes that it has started."""
    with suppress(AttributeError, OSError):  # Windows has no groups; a process that has just started has none either
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()  # kill, because terminate would make a new process print a traceback


def _run_child(function: Callable[..., object], connection: Any, args: tuple[object, ...]) -> None:
    """Call a function in a child process. The child ends on SIGTERM, or when the parent ends, which handles Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _set_mask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    with suppress(AttributeError):  # Windows
        os.setpgid(0, 0)
    Thread(target=_exit_when_parent_ends, daemon=True).start()
    with suppress(EOFError, OSError):
        function(connection, *args)


def _run_tasks(connection: Any, prepare: Callable[[], object]) -> None:
    """Run the tasks that arrive on a connection, until its other end is closed, which raises EOFError."""
    with open(os.devnull, "w") as null, redirect_stdout(null), redirect_stderr(null), suppress(BaseException):
        prepare()  # in silence, because the parent has shown the same output; the first task raises the same error
    while True:
        task = connection.recv()
        try:
            connection.send(_timed_map(*task))
        except BaseException as error:  # raised by a plugin, or for results that cannot be pickled
            connection.send((TaskFailed(one_line_message(error)), 0.0))


def _exit_when_parent_ends() -> None:
    """Wait until the parent process ends, then exit, because a parent that is killed cannot stop its workers."""
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None  # a worker process always has a parent
    parent.join()
    os._exit(1)


def _timed_map(function: Callable[[int], A], numbers: range) -> tuple[list[A], float]:
    started = perf_counter()
    return list(map(function, numbers)), perf_counter() - started


def _map_in_order(
    connections: Sequence[Any], stopped: list[int], function: Callable[[int], A], numbers: range
) -> Iterator[A]:
    """Call a function on numbers in worker processes, in tasks of about 0.1 seconds; yield the results in order.

    At most two tasks for each worker are ahead of the results. Raise KeyboardInterrupt as soon as ``stopped`` lists a
    signal, ``TaskFailed`` after an error in a task, and ``WorkerDied`` if a worker ends.
    """
    from multiprocessing.connection import wait

    idle, running = [*connections], dict[Any, int]()  # the connections to workers; a task is known by its first index
    order = deque[int]()  # the tasks whose results were not yielded, the oldest first
    results = dict[int, list[A] | TaskFailed]()  # of finished tasks
    start, size = 0, 1
    try:
        while order or start < len(numbers):
            while idle and start < len(numbers) and len(order) < 2 * len(connections):
                idle[-1].send((function, numbers[start : start + size]))
                running[idle.pop()] = start
                order.append(start)
                start += size
            if order[0] in results:
                answer = results.pop(order.popleft())
                if isinstance(answer, TaskFailed):
                    raise answer
                yield from answer
                continue
            ready: list[Any] = wait([*running])
            for connection in ready:
                answer, seconds = connection.recv()
                if not isinstance(answer, TaskFailed):
                    size = max(1, min(2 * len(answer), int(0.1 * len(answer) / max(seconds, 1e-6))))
                results[running.pop(connection)] = answer
                idle.append(connection)
            if stopped:
                raise KeyboardInterrupt
    except (EOFError, OSError) as error:
        raise WorkerDied from error


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
