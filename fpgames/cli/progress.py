"""A progress bar on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple

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
    """Yield a progress bar, which does nothing if tqdm is not installed or standard error is not a terminal."""
    try:
        with defer_interrupts():  # interrupts are deferred, because an import may swallow a KeyboardInterrupt
            from tqdm import tqdm
    except ImportError:
        yield Bar(lambda n=1: None, nullcontext, lambda describe: None)
        return
    with tqdm(total=total, initial=done, unit=unit, disable=None) as bar:
        yield Bar(
            bar.update,
            tqdm.external_write_mode,
            lambda describe: None if bar.disable else bar.set_postfix_str(describe()),
        )
