"""A progress bar on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any, NamedTuple

from fpgames.cli.status import calling_repeatedly, count_text, showing_elapsed_time
from fpgames.cli.workers import defer_interrupts


class Bar(NamedTuple):
    """A progress bar: ``advance(n)`` adds n steps, by default 1; lines printed within ``aside()`` go above the bar.

    ``show(describe)`` calls a function for the text at the end of the bar.
    """

    advance: Callable[..., object]
    aside: Callable[[], AbstractContextManager[object]]
    show: Callable[[Callable[[], str]], object]


@contextmanager
def progress(total: int | None, unit: str, done: int = 0) -> Iterator[Bar]:
    """Yield a progress bar, which also moves while a search is running; without tqdm or a terminal, print plain lines."""
    tqdm: Any = None
    if sys.stderr.isatty():
        with suppress(ImportError), defer_interrupts():  # an import may swallow a KeyboardInterrupt
            from tqdm import tqdm
    if tqdm is None:

        def advance(n: int = 1) -> None:
            nonlocal done
            done += n

        with showing_elapsed_time(
            "nodes of the running search", lambda: f"{done}{f' of {total}' if total else ''} {unit}s"
        ):
            yield Bar(advance, nullcontext, lambda describe: None)
        return
    text = ""

    def show(describe: Callable[[], str] = str) -> None:
        nonlocal text
        text = describe() or text
        bar.set_postfix_str(", ".join(filter(None, (text, count_text("nodes")))))

    with tqdm(total=total, initial=done, unit=unit) as bar, calling_repeatedly(lambda _: show(), 1):
        yield Bar(bar.update, tqdm.external_write_mode, show)
