"""How things are timed here: in turn, in one run; what is quoted are medians of ratios of neighbours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import Any


def interleaved(works: Mapping[str, Callable[[], Any]], repeats: int) -> dict[str, list[float]]:
    """Seconds of each work, run in turn: A B C A B C ...; all must answer the same."""
    answers = {work() for work in works.values()}
    assert len(answers) == 1, f"they disagree: {answers}"
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            began = perf_counter()
            work()
            times[name].append(perf_counter() - began)
    return times


def ratio(times: list[float], others: list[float]) -> str:
    """These times over others: the median of the pairs, and their quartiles."""
    ratios = sorted(time / other for time, other in zip(times, others, strict=True))
    quarter = len(ratios) // 4
    return f"{median(ratios):.2f} ({ratios[quarter]:.2f} to {ratios[-1 - quarter]:.2f})"


def table(title: str, works: Mapping[str, Callable[[], Any]], beside: str, repeats: int) -> None:
    """Print the times of works that answer the same, each beside that of one of them."""
    print(f"\n{title}\n\n| how | ms | times the {beside} |\n|---|---|---|")
    times = interleaved(works, repeats)
    for name, found in times.items():
        print(f"| {name} | {1000 * median(found):.2f} | {ratio(found, times[beside])} |")
