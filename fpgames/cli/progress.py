"""A bar on a terminal that shows how much of the work is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple

from fpgames.cli.workers import interrupts_deferred


class Bar(NamedTuple):
    """Functions that move a bar: ``advance`` counts one more, or several, and lines are printed within ``aside``."""

    advance: Callable[..., object]
    aside: Callable[[], AbstractContextManager[object]]


@contextmanager
def progress(total: int | None, unit: str, done: int = 0) -> Iterator[Bar]:
    """Yield a bar on a terminal (with the extra ``cli``), or one that does nothing."""
    try:
        with interrupts_deferred():  # an import may lose the exception
            from tqdm import tqdm
    except ImportError:
        yield Bar(lambda n=1: None, nullcontext)
        return
    with tqdm(total=total, initial=done, unit=unit, disable=None) as bar:
        yield Bar(bar.update, tqdm.external_write_mode)
