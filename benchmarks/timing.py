"""Time works in turn, in one run, and report the median ratio of neighbouring runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

Works = Mapping[str, Callable[[], Any]]
TURN = 0.02
"""The seconds for which a short work is repeated in each turn."""


class Table(NamedTuple):
    """The times in seconds of works that do the same, and the name of the work that they are compared with."""

    title: str
    times: Mapping[str, list[float]]
    beside: str
    amount: int = 0  # units of work per run; 0 if they are not counted

    def ratios(self, name: str) -> tuple[float, float, float]:
        """Return the median ratio of a work's time to the baseline's in neighbouring runs, and both quartiles."""
        ratios = sorted(time / other for time, other in zip(self.times[name], self.times[self.beside], strict=True))
        quarter = len(ratios) // 4
        return median(ratios), ratios[quarter], ratios[-1 - quarter]

    def markdown(self) -> str:
        per = "a second" if self.amount else "ms"
        lines = [
            f"### {self.title}",
            "",
            f"| how | {per} | time beside: {self.beside} (quartiles) |",
            "|---|---:|---:|",
        ]
        for name, times in self.times.items():
            found = f"{self.amount / median(times):,.0f}" if self.amount else f"{1000 * median(times):.2f}"
            lines.append("| {} | {} | {:.2f} ({:.2f} to {:.2f}) |".format(name, found, *self.ratios(name)))
        return "\n".join(lines)

    def rows(self) -> Iterator[list[str]]:
        """Yield the table as CSV rows with the columns ``COLUMNS``."""
        for name, times in self.times.items():
            ratios = (f"{ratio:.4f}" for ratio in self.ratios(name))
            yield [self.title, name, str(len(times)), f"{median(times):.6f}", str(self.amount), self.beside, *ratios]


COLUMNS = ["title", "how", "runs", "seconds", "amount", "beside", "ratio", "quartile_1", "quartile_3"]


def same(answers: Mapping[str, Any]) -> bool:
    """Return whether all works returned the same answer."""
    return len({*answers.values()}) == 1


def interleaved(
    works: Works, repeats: int, agree: Callable[[Mapping[str, Any]], bool] = same
) -> dict[str, list[float]]:
    """Time works in turn, A B C A B C ...; return the seconds of each work, whose answers must agree.

    A short work is repeated in its turn, because its first run finds the processor's caches filled by other works.
    """
    answers = {name: work() for name, work in works.items()}
    assert agree(answers), f"they disagree: {answers}"
    calls = {name: max(1, int(TURN / seconds(work, 1))) for name, work in works.items()}
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            times[name].append(seconds(work, calls[name]))
    return times


def seconds(work: Callable[[], Any], calls: int) -> float:
    """Return the mean seconds per call of a work."""
    began = perf_counter()
    for _ in range(calls):
        work()
    return (perf_counter() - began) / calls


def table(title: str, works: Works, beside: str, repeats: int, **how: Any) -> Table:
    """Time works and return the table that compares them with the work ``beside``."""
    amount = how.pop("amount", 0)
    return Table(title, interleaved(works, repeats, **how), beside, amount)
