"""The sequential probability ratio test: a fold over a stream of results that says when the match is decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, count
from math import atan, inf, isfinite, log, sqrt, tan
from typing import Literal, NamedTuple, TypeAlias

from fpgames.play.points import NORMALIZED_ELO, games_per_result, mean_points, require_counts, spread, tilt
from fpgames.stage import stage
from fpgames.validation import names_arguments

__all__ = ["SprtState", "log_likelihood_ratio", "sprt"]

Decision: TypeAlias = Literal["accept", "reject", "go on"]
"""Whether a sequential test accepts the greater difference, rejects it for the smaller one, or needs more results."""

_PSEUDOCOUNT = 1e-3  # count of a result that has not occurred, as in Fishtest and fastchess


class SprtState(NamedTuple):
    """The state of a sequential test after some results.

    Args:
        counts: how often each result has occurred, from no points to all points.
        ratio: the log-likelihood ratio of the greater difference against the smaller one.
        low: the bound at which the test rejects the greater difference.
        high: the bound at which the test accepts the greater difference.

    See also: :func:`sprt`, which yields these states.
    """

    counts: tuple[int, ...]
    ratio: float
    low: float
    high: float

    @property
    def decision(self) -> Decision:
        """What the ratio decides: "accept" at the high bound, "reject" at the low bound, "go on" between them.

        >>> SprtState((0, 1, 3, 9, 8), 2.99, -2.94, 2.94).decision
        'accept'
        """
        return "accept" if self.ratio >= self.high else "reject" if self.ratio <= self.low else "go on"


def _require_probability(probability: float, name: str) -> float:
    if not 0 < probability < 0.5:
        raise ValueError(
            f"{name} cannot err with probability {probability!r}; expected alpha and beta of more than 0 and less than 0.5"
        )
    return probability


@stage(alpha=_require_probability, beta=_require_probability)
def sprt(
    results: Iterable[int], elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05, outcomes: int = 5
) -> Iterator[SprtState]:
    """Return a sequential test: a function from a stream of results to a stream of states, which ends with a decision.

    ``sprt elo0 elo1 = takeUntil decided . tail . scanl count start``

    The test compares two hypotheses: the normalized Elo difference is ``elo0``, or it is ``elo1``. It reads no result
    after its decision, so a match that it ends plays no game in vain. If the true difference is at most ``elo0``, it
    accepts ``elo1`` with probability ``alpha``; if the difference is at least ``elo1``, it rejects it with probability
    ``beta``. Between the two it may decide either way, after more games than elsewhere.

    Args:
        elo0: the smaller normalized Elo difference, often 0: not stronger.
        elo1: the greater difference, such as 20: stronger by as much as matters.
        alpha: the probability of accepting ``elo1`` where ``elo0`` is true.
        beta: the probability of rejecting ``elo1`` where ``elo1`` is true.
        outcomes: the number of possible results: 5 for pairs, whose results are 0 to 4 half points; 3 for single games,
            whose results are 0 for a loss, 1 for a draw, 2 for a win.

    Raises:
        ValueError: ``elo0`` is not less than ``elo1``, a probability is not between 0 and 0.5, ``outcomes`` is not 3 or
            5, or a result is not one of the possible ones.

    >>> from itertools import cycle
    >>> *_, last = sprt(0, 100)(cycle([3, 2, 4, 1, 3]))
    >>> last.decision, sum(last.counts), round(last.ratio, 2)
    ('accept', 18, 3.02)

    See also: :func:`fpgames.play.points.pair_results`, the stream of a match: ``pair_results | sprt(0, 20)``.

    Source: Wald 1945 (doi:10.1214/aoms/1177731118); Van den Bergh 2020, *Normalized Elo*, for Fishtest.
    """
    if not (isfinite(elo0) and isfinite(elo1) and elo0 < elo1):
        raise ValueError(
            f"sprt compares {elo0!r} with {elo1!r}; expected two numbers, the smaller one first: sprt(0, 20)"
        )
    if outcomes not in (3, 5):
        raise ValueError(f"sprt of {outcomes!r} outcomes; expected 5, of pairs of games, or 3, of single games")
    start = SprtState((0,) * outcomes, 0.0, log(beta / (1 - alpha)), log((1 - beta) / alpha))

    def count_result(state: SprtState, result: int) -> SprtState:
        if result not in range(outcomes):
            raise ValueError(f"sprt got the result {result!r}; expected 0 to {outcomes - 1} half points")
        counts = tuple(n + (i == result) for i, n in enumerate(state.counts))
        return state._replace(counts=counts, ratio=log_likelihood_ratio(counts, elo0, elo1))

    return _until_decided(accumulate(results, count_result, initial=start))


def _until_decided(states: Iterator[SprtState]) -> Iterator[SprtState]:
    """Yield the states after the first one, until one of them is a decision."""
    next(states)
    for state in states:
        yield state
        if state.decision != "go on":
            return


@names_arguments
def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the generalized log-likelihood ratio of two normalized Elo differences, from the counts of results.

    ``ratio = sum (count * log (share1 / share0))``, with the likeliest shares of the results under each difference.

    Args:
        counts: how many results were nothing, ..., everything: five counts of pairs, or three of single games.
        elo0: the normalized Elo difference of the first hypothesis.
        elo1: the normalized Elo difference of the second hypothesis.

    Raises:
        ValueError: there are neither three nor five counts, or a count is negative.

    >>> round(log_likelihood_ratio((365, 16618, 36229, 16974, 390), 0, 2), 2)
    2.25

    See also: :func:`sprt`, which ends a match by this ratio.

    Source: Van den Bergh 2020, *Normalized Elo*, section 4.
    """
    require_counts(counts)
    if len(counts) not in (3, 5):
        raise ValueError(f"the counts of results are {counts!r}; expected five of pairs or three of games")
    counts = [n or _PSEUDOCOUNT for n in counts]
    scale = sqrt(games_per_result(counts)) / NORMALIZED_ELO
    shares0, shares1 = (_likeliest_shares(counts, elo * scale) for elo in (elo0, elo1))
    return sum(n * log(b / a) for n, a, b in zip(counts, shares0, shares1, strict=True))


def _likeliest_shares(counts: Sequence[float], excess: float) -> list[float]:
    """Return the likeliest shares of results whose mean is one half plus ``excess`` of their standard deviations.

    The iteration walks there from the shares of the counts, by one step or more: it may fail for a start that is far away.
    """
    observed = [n_i / sum(counts) for n_i in counts]
    here, there = (atan(each) for each in ((mean_points(observed) - 0.5) / spread(observed), excess))
    for steps in (1, 10, 100):
        shares = observed
        for step in range(1, steps + 1):
            shares = _approach(shares, counts, tan(here + (there - here) * step / steps))
        if abs(mean_points(shares) - 0.5 - excess * spread(shares)) < 1e-6:
            break
    return shares


def _approach(shares: list[float], counts: Sequence[float], excess: float) -> list[float]:
    """Return the likeliest shares under a constraint that is linear where the last shares are, again and again."""
    results = [i / (len(counts) - 1) for i in range(len(counts))]
    change, iterations = inf, count()
    while change > 1e-10 and next(iterations) < 50:
        mean, deviation = mean_points(shares), spread(shares)
        gradient = [r - 0.5 - excess * deviation * (1 + ((mean - r) / deviation) ** 2) / 2 for r in results]
        if not min(gradient) < 0 < max(gradient):
            return shares
        x = tilt(gradient, counts)
        previous, shares = shares, [n / sum(counts) / (1 + x * g) for n, g in zip(counts, gradient, strict=True)]
        change = max(abs(a - b) for a, b in zip(previous, shares, strict=True))
    return shares
