"""Ratings of several bots from the table of their results, by maximum likelihood, with the advantage of the first move."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import count, permutations
from math import exp, inf, log, sqrt
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from fpgames.play.points import Z
from fpgames.play.score import Score
from fpgames.validation import names_arguments

__all__ = ["Rating", "Ratings", "ratings"]

B = TypeVar("B", bound=Hashable)

_ELO = 400 / log(10)  # Elo of one unit of log strength
_MAX_ITERATIONS = 100
_MAX_STEP = 2.0  # of a log strength in one iteration
_Games: TypeAlias = Mapping[tuple[int, int], Sequence[float]]  # wins, draws and losses of the bot that moved first
_Matrix: TypeAlias = list[list[float]]


class Rating(NamedTuple):
    """An estimate in Elo, with the half width of its 95% confidence interval.

    Args:
        elo: the estimate.
        error: the half width of the interval.

    See also: :class:`Ratings`.
    """

    elo: float
    error: float


class Ratings(NamedTuple, Generic[B]):
    """The ratings of some bots, with the advantage of the first move, and the frequency of draws.

    Args:
        bots: the rating of each bot; the mean of all is 0.
        advantage: the Elo that the first move adds to a bot's rating.
        draws: the probability of a draw, if both bots were equally strong, the advantage included.

    See also: :func:`ratings`.
    """

    bots: Mapping[B, Rating]
    advantage: Rating
    draws: float


@names_arguments
def ratings(table: Mapping[tuple[B, B], Score], *, advantage: bool = True, extra_games: float = 0.0) -> Ratings[B]:
    """Return the likeliest ratings of bots, given the results of their games against each other.

    ``(win, draw, loss) = normalize (a, d * sqrt (a * b), b)``, where ``b`` is the strength of the bot that moves second,
    ``a`` is the strength of the first bot times the advantage, and Elo is ``400 log10 strength``

    At the likeliest strengths, each bot has as many points as the model expects, and so do the first movers; there are
    as many draws. The iteration that finds this fixed point is Newton's, so that its matrix gives the intervals, too,
    which suppose that games are independent.

    Args:
        table: the scores of the first bot in games between two bots, of which the first one moved first.
        advantage: whether to estimate the advantage of the first move; if not, the order of two bots means nothing.
        extra_games: the number of games to add between any two bots: as many won as drawn and lost, by each on both
            sides. A bot that won or lost all its games has no finite rating without them.

    Raises:
        ValueError: the results have no finite likeliest ratings: bots, or first moves, have won all their games against
            others, all games were drawn, or some bots have played no games against the rest.

    >>> from fpgames.play import Score
    >>> table = {("a", "b"): Score(6, 2, 2), ("b", "a"): Score(5, 1, 4)}
    >>> table |= {("b", "c"): Score(7, 1, 2), ("c", "b"): Score(3, 3, 4)}
    >>> found = ratings(table)
    >>> [(bot, round(elo), round(error)) for bot, (elo, error) in found.bots.items()]
    [('a', 93, 134), ('b', 24, 85), ('c', -117, 138)]

    See also: :func:`fpgames.play.points.elo`, for two bots.

    Source: Bradley and Terry 1952 (doi:10.1093/biomet/39.3-4.324); Davidson 1970 (doi:10.1080/01621459.1970.10481082),
        for draws; Hunter 2004 (doi:10.1214/aos/1079120141), for the iteration.
    """
    bots = [*dict.fromkeys(bot for pair in table for bot in pair)]
    games: dict[tuple[int, int], Sequence[float]] = {
        (bots.index(first), bots.index(second)): score for (first, second), score in table.items()
    }
    if extra_games:
        for pair in permutations(range(len(bots)), 2):
            games[pair] = [count + extra_games / 6 for count in games.get(pair, (0, 0, 0))]
    has_draws = any(draws for _, draws, _ in games.values())
    kept = [*range(len(bots)), *[_ADVANTAGE] * advantage, *[_DRAWS] * has_draws]
    (logs, covariance), n = _fit(games, kept), len(bots)
    errors = [Z * _ELO * sqrt(max(covariance[i][i] - (i < n) / n**2, 0)) for i in range(len(kept))]
    rated = {bot: Rating(_ELO * logs[i], errors[i]) for i, bot in enumerate(bots)}
    first = Rating(_ELO * logs[_ADVANTAGE], errors[n] if advantage else 0.0)
    return Ratings(rated, first, exp(logs[_DRAWS]) / (2 + exp(logs[_DRAWS])) if has_draws else 0.0)


_ADVANTAGE, _DRAWS = -1, -2  # indices of parameters; those of the bots are 0, 1, ...


def _parts(first: int, second: int) -> tuple[Mapping[int, float], ...]:
    """Return how often each parameter counts in the log of the weight of a win, a draw and a loss of the first bot."""
    return {first: 1, _ADVANTAGE: 1}, {first: 0.5, _ADVANTAGE: 0.5, second: 0.5, _DRAWS: 1}, {second: 1}


def _fit(games: _Games, kept: Sequence[int]) -> tuple[Mapping[int, float], _Matrix]:
    """Return the likeliest parameters, those of ``kept``, and their covariance."""
    logs = dict.fromkeys((*kept, _ADVANTAGE, _DRAWS), 0.0)  # the parameters that are not kept stay 0
    covariance: _Matrix = []
    steps, iterations = [inf], count()
    while max(map(abs, steps)) > 1e-9 and next(iterations) < _MAX_ITERATIONS:
        excess, information = _derivatives(games, kept, logs)
        covariance = _inverse(information)
        steps = [sum(map(float.__mul__, row, excess)) for row in covariance]
        for parameter, step in zip(kept, steps, strict=True):
            logs[parameter] += max(-_MAX_STEP, min(_MAX_STEP, step))
    return logs, covariance


def _derivatives(games: _Games, kept: Sequence[int], logs: Mapping[int, float]) -> tuple[list[float], _Matrix]:
    """Return how much the results exceed what the model expects, by parameter, and the matrix of information.

    Ones are added to the matrix where both parameters are strengths: they fix the sum of the strengths.
    """
    excess = [0.0] * len(kept)
    information = [[float(a >= 0 and b >= 0) for b in kept] for a in kept]
    for pair, counts in games.items():
        parts = [[part.get(parameter, 0.0) for parameter in kept] for part in _parts(*pair)]
        logits = [sum(number * logs[parameter] for number, parameter in zip(part, kept, strict=True)) for part in parts]
        weights = [exp(logit - max(logits)) * (_DRAWS in kept or i != 1) for i, logit in enumerate(logits)]
        shares = [weight / sum(weights) for weight in weights]
        mean = [sum(map(float.__mul__, shares, column)) for column in zip(*parts, strict=True)]
        for number, share, part in zip(counts, shares, parts, strict=True):
            offsets = [weight - average for weight, average in zip(part, mean, strict=True)]
            for a, offset in enumerate(offsets):
                excess[a] += number * offset
                for b, other in enumerate(offsets):
                    information[a][b] += sum(counts) * share * offset * other
    return excess, information


def _inverse(matrix: _Matrix) -> _Matrix:
    """Return the inverse of a symmetric matrix by elimination; raise ValueError if it is singular, or nearly."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = rows[i][i]
        if pivot < 1e-9:
            raise ValueError(
                "the results have no likeliest ratings: some bots, or all first moves, have won, lost or drawn every game, or"
                " some have not met the rest; expected points on both sides; add games, or write extra_games=1"
            )
        rows[i] = [number / pivot for number in rows[i]]
        for j in range(n):
            if j != i:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[n:] for row in rows]
