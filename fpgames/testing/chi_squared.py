"""The chi-squared test, for laws of what is drawn at random."""

from __future__ import annotations

from collections.abc import Iterable

SURE = 6.0  # standard deviations of chi-squared, exceeded by chance once in millions of runs


def chi_squared(counts: Iterable[int]) -> float:
    """Return how far numbers of draws of equally likely values are from each other."""
    counts = list(counts)
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 for n in counts) / expected


def is_uneven(chi2: float, freedom: int) -> bool:
    """Return whether chi-squared is too great for chance, by Wilson and Hilferty's normal approximation.

    Args:
        chi2: chi-squared, or the sum of several.
        freedom: the degrees of freedom: one less than there are values, or the sum of these.
    """
    variance = 2 / (9 * freedom)
    deviations: float = (float(chi2 / freedom) ** (1 / 3) - 1 + variance) / variance**0.5
    return deviations > SURE
