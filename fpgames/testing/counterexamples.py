"""Laws of games tested all along a line of play, and errors that say where on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fpgames.testing.laws import Broken
from fpgames.testing.lines_of_play import AnyLine
from fpgames.testing.suite import Case

ALONG = 20  # positions of a long line examined near its start, near its end, and in between


def prefixes(drawn: dict[str, AnyLine]) -> Iterator[dict[str, AnyLine]]:
    """Yield the beginnings of a line, the shortest first and the whole line last, because a law must hold all along.

    ``prefixes = inits``, for a line that is not long

    Of a long line, the beginnings that end near its start, near its end, and at some positions in between are taken.

    Args:
        drawn: a dictionary with a line under the name ``line``; any other is yielded as it is.

    >>> from fpgames.testing import Line
    >>> [len(case["line"].moves) for case in prefixes({"line": Line((0, 1), (0, 262145, 1025))})]
    [0, 1, 2]

    See also: :func:`after`, which describes a line in words.
    """
    if "line" not in drawn:
        yield drawn
    else:
        line = drawn["line"]
        last = len(line.moves)
        between = range(0, last, max(1, last // ALONG))
        for n in sorted({*range(min(ALONG, last)), *between, *range(max(0, last - ALONG), last + 1)}):
            yield {"line": line.beginning(n)}


def after(line: AnyLine) -> str:
    """Describe how a position was reached: ``after :: Line p m -> String``.

    Args:
        line: the line of play that leads to it.

    >>> from fpgames.testing import Line
    >>> after(Line((0, 1), (0, 262145, 1025)))
    'after the moves (0, 1)'

    See also: :func:`broken`.
    """
    return f"after the moves {line.moves!r}" if line.moves else "at the start"


@contextmanager
def looked_at(line: AnyLine) -> Iterator[None]:
    """Say of errors that are raised inside at the end of which line they were."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise broken(line, f"{type(error).__name__}: {error}") from error


def where(case: Case, said: str) -> str:
    """Say what is wrong, and after which moves."""
    return ": ".join((*map(after, case.values()), said))


def broken(line: AnyLine, said: str) -> Broken:
    """Return the error for what is wrong at the end of a line: ``broken :: Line p m -> String -> Broken``.

    Args:
        line: the line of play that shows it.
        said: what is wrong.

    >>> from fpgames.testing import Line
    >>> print(broken(Line((), (0,)), "there are no moves"))
    at the start: there are no moves

    See also: :class:`fpgames.testing.Broken`.
    """
    return Broken(f"{after(line)}: {said}", line)
