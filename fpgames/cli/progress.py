"""A progress bar on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple

from fpgames.cli.workers import defer_interrupts


class Bar(NamedTuple):
    """A progress bar: ``advance`` adds one step or more; within ``aside()``, lines are printed above the bar."""

    advance: Callable[..., object]
    aside: Callable[[], AbstractContextManager[object]]


@contextmanager
def progress(total: int | None, unit: str, done: int = 0) -> Iterator[Bar]:
    """Yield a progress bar; without the extra ``cli`` (tqdm) or a terminal, the bar does nothing."""
    try:
        with defer_interrupts():  # KeyboardInterrupt may get lost during an import
            from tqdm import tqdm
    except ImportError:
        yield Bar(lambda n=1: None, nullcontext)
        return
    with tqdm(total=total, initial=done, unit=unit, disable=None) as bar:
        yield Bar(bar.update, tqdm.external_write_mode)
