"""Points of matches: the results of pairs of games, with confidence intervals and Elo.

A pair is two games from one opening, in which the bots swap sides. Its result is the number of half points that a bot
gains in it, 0 to 4. How often each result occurs, the *pentanomial*, determines the interval: the two games of a pair
depend on each other, while pairs do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import tee
from math import erf, gcd, inf, log, log10, nan, sqrt
from typing import TypeAlias

from fpgames.play.match import GameRecord
from fpgames.rules.outcomes import Player
from fpgames.validation import names_arguments

__all__ = [
    "elo", "normalized_elo", "pair_results", "pentanomial", "points_interval", "superiority", "wilson",
]  # fmt: skip

Interval: TypeAlias = tuple[float, float]
"""The low and the high bound of a confidence interval."""

Pair: TypeAlias = tuple[GameRecord, GameRecord]
"""Two games from one opening, in which the bots swap sides; the one with the odd number comes first."""

Z = 1.959963984540054
"""The 97.5% quantile of the normal distribution, for intervals of 95%."""

NORMALIZED_ELO = 800 / log(10)
"""The normalized Elo difference of two bots whose points exceed one half by one standard deviation of a game."""


def side_of(game: GameRecord, bot: int) -> int:
    """Return the side of a bot in a game of a match: 0 if the bot moved first, 1 if it moved second."""
    return (game.number + 1 + bot) % 2


def half_points(game: GameRecord, bot: int) -> int:
    """Return the half points of a bot in a game of a match: 2 for a win, 1 for a draw, 0 for a loss."""
    return 1 + game.outcome * (Player.FIRST, Player.SECOND)[side_of(game, bot)]


def pairs(games: Iterable[GameRecord]) -> Iterator[Pair]:
    """Yield each pair of games of a match as soon as both are known; a game without its partner is in no pair."""
    waiting = dict[int, GameRecord]()
    for game in games:
        partner = waiting.pop(game.number + (1 if game.number % 2 else -1), None)
        if partner is None:
            waiting[game.number] = game
        else:
            yield (game, partner) if game.number % 2 else (partner, game)


def are_repeatable(games: Iterable[GameRecord], lines: dict[object, str]) -> bool:
    """Return whether games without chance that begin alike have the same moves; ``lines`` keeps those of earlier games.

    If not, a bot does not repeat its moves, as with a clock of its own, and all games count as random.
    """
    for game in games:
        begun = tuple(game.moves.split()[: game.opening]) if isinstance(game.opening, int) else game.opening
        if not game.chance and lines.setdefault((side_of(game, 0), begun), game.moves) != game.moves:
            return False
    return True


def repetitions(pairs: Iterable[Pair]) -> Iterator[bool]:
    """Yield after each pair whether most pairs so far repeat an earlier one, move by move, without chance."""
    distinct, lines, repeatable = set[object](), dict[object, str](), True
    for n, pair in enumerate(pairs, 1):
        has_chance = any(game.chance for game in pair)
        distinct.add(n if has_chance else tuple((game.opening, game.moves) for game in pair))
        repeatable = repeatable and are_repeatable(pair, lines)
        yield repeatable and n > 2 * len(distinct)


def until_repetitive(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield pairs until most of them repeat an earlier pair."""
    pairs, same_pairs = tee(pairs)
    for pair, repetitive in zip(pairs, repetitions(same_pairs), strict=True):
        yield pair
        if repetitive:
            return


def result_of(pair: Pair, bot: int = 0) -> int:
    """Return the result of a pair of games: the half points of a bot, 0 to 4."""
    return sum(half_points(game, bot) for game in pair)


@names_arguments
def pair_results(games: Iterable[GameRecord], bot: int = 0) -> Iterator[int]:
    """Return the results of the pairs of games, each as soon as both games are known: a bot's half points, 0 to 4.

    ``pairResults :: [GameRecord] -> Int -> [Int]``

    Games 1 and 2 of a match are a pair, and so are games 3 and 4, and so on. A game without its partner has no result.

    Args:
        games: games of one match, finite or not.
        bot: 0 for the bot that moves first in game 1, 1 for the other bot.

    >>> from itertools import count
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import compare, read_bot
    >>> bots = ("mc:9", read_bot(rules, "mc:9")), ("random", read_bot(rules, "random"))
    >>> results = pair_results(compare(rules, bots, 42, count(1)))
    >>> [next(results) for _ in range(5)]
    [4, 4, 3, 2, 4]

    See also: :func:`pentanomial`, which counts results; :func:`fpgames.play.sequential.sprt`, which tests their stream.
    """
    return (result_of(pair, bot) for pair in pairs(games))


@names_arguments
def pentanomial(games: Iterable[GameRecord], bot: int = 0) -> tuple[int, ...]:
    """Count how many pairs of games have each of the five results, from 0 to 4 half points of a bot.

    ``pentanomial games bot = count <$> [0 .. 4]``, where ``count n = length (filter (== n) (pairResults games bot))``

    Args:
        games: games of one match.
        bot: 0 for the bot that moves first in game 1, 1 for the other bot.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import compare, read_bot
    >>> bots = ("mc:9", read_bot(rules, "mc:9")), ("random", read_bot(rules, "random"))
    >>> pentanomial(compare(rules, bots, 42, range(1, 41)))
    (0, 0, 5, 1, 14)

    See also: :func:`points_interval`, :func:`elo`.
    """
    counts = Counter(pair_results(games, bot))
    return tuple(counts[result] for result in range(5))


def mean_points(counts: Sequence[float]) -> float:
    """Return the mean of counted results, as a share of all points; NaN if nothing was counted."""
    return sum(i * count for i, count in enumerate(counts)) / ((len(counts) - 1) * sum(counts)) if any(counts) else nan


def spread(counts: Sequence[float]) -> float:
    """Return the standard deviation of counted results, as a share of all points."""
    mean, most = mean_points(counts), len(counts) - 1
    return sqrt(sum(count * (i / most - mean) ** 2 for i, count in enumerate(counts)) / sum(counts))


def tilt(values: Sequence[float], counts: Sequence[float]) -> float:
    """Return the x with ``sum(counts * values / (1 + x * values)) = 0``, or the nearest x without negative shares.

    Of all distributions whose mean of ``values`` is 0, the one with shares proportional to ``counts / (1 + x * values)``
    makes the counts likeliest. The least value is negative, the greatest positive.
    """
    observed = [(value, count) for value, count in zip(values, counts, strict=True) if count]
    low, high = -1 / max(values), -1 / min(values)
    x = 0.0
    while low < x < high:
        terms = [(count * value / (1 + x * value), value / (1 + x * value)) for value, count in observed]
        mean = sum(term for term, _ in terms)
        if mean == 0:
            break
        low, high = (x, high) if mean > 0 else (low, x)
        newton = x + mean / sum(term * factor for term, factor in terms)
        if abs(newton - x) <= 1e-14 * abs(x):
            break
        x = newton if low < newton < high else (low + high) / 2
    return x


@names_arguments
def points_interval(counts: Sequence[int]) -> Interval:
    """Return the 95% confidence interval of a bot's share of the points, from the counts of its results.

    ``pointsInterval :: [Int] -> (Double, Double)``

    A bound is a mean m at which the score test just accepts the results: of all distributions whose mean is m, take the
    one under which the counts are likeliest; the mean of the results, less half a step as continuity correction, lies
    1.96 standard errors of that distribution from m. A step is the greatest common divisor of the results' differences.

    Args:
        counts: how many results were nothing, ..., everything: five counts of pairs, or three of games (losses, draws,
            wins). If all are 0, the interval is 0 to 1.

    Raises:
        ValueError: there are fewer than two counts, or a count is negative.

    >>> [round(bound, 3) for bound in points_interval((0, 0, 5, 1, 14))]
    [0.713, 0.938]
    >>> [round(bound, 3) for bound in points_interval((0, 0, 0, 0, 20))]
    [0.8, 1.0]

    See also: :func:`pentanomial`, which counts; :func:`wilson`, for two results; :func:`elo`, which converts the bounds.

    Source: Wilson 1927 (doi:10.1080/01621459.1927.10502953); Tango 1998, for pairs
        (doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B).
    """
    require_counts(counts)
    most, observed = len(counts) - 1, [i for i, count in enumerate(counts) if count]
    step = gcd(*(i - observed[0] for i in observed)) or gcd(most, *observed)
    return _score_interval(counts, step / most / 2)


def require_counts(counts: Sequence[float]) -> None:
    """Raise ValueError unless there are at least two counts, and none is negative."""
    if len(counts) < 2 or not all(count >= 0 for count in counts):
        raise ValueError(
            f"the counts of results are {counts!r}; expected five of pairs or three of games, all at least 0"
        )


def _score_interval(counts: Sequence[float], correction: float = 0.0) -> Interval:
    return _lowest_mean(counts, correction), 1 - _lowest_mean(counts[::-1], correction)


def _lowest_mean(counts: Sequence[float], correction: float) -> float:
    """Return the lower bound of the score interval of the mean of counted results."""
    n, most = sum(counts), len(counts) - 1
    low, high = 0.0, mean_points(counts) if n else 0.0
    total = n * high
    while low < (mean := (low + high) / 2) < high:
        x = tilt([i / most - mean for i in range(most + 1)], counts)
        excess = total - n * mean  # x times the likeliest variance is excess / n
        fits = excess <= correction or x * (excess - correction) ** 2 <= Z * Z * excess
        low, high = (low, mean) if fits else (mean, high)
    return high


@names_arguments
def wilson(wins: float, games: int) -> Interval:
    """Return the Wilson score interval of a win rate: the 95% confidence interval of a proportion.

    Both bounds p of the interval satisfy ``(wins - games p)^2 = z^2 games p (1 - p)``, where z is about 1.96.

    Args:
        wins: the number of wins, 0 to ``games``.
        games: the number of games; if it is 0, the interval is 0 to 1.

    Raises:
        ValueError: a number is negative, or there are more wins than games.

    >>> [round(bound, 3) for bound in wilson(18, 20)]
    [0.699, 0.972]

    See also: :func:`points_interval`, for games with draws and for pairs.

    Source: Wilson 1927 (doi:10.1080/01621459.1927.10502953).
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games; expected 0 to {max(games, 0)} wins, in at least 0 games")
    return _score_interval((games - wins, wins))


@names_arguments
def elo(points: float) -> float:
    """Return the Elo difference of two bots, of which one gains a share of the points: ``400 log10 (p / (1 - p))``.

    Args:
        points: a share of the points, 0 to 1; 0 and 1 are infinite differences.

    Raises:
        ValueError: the share is not from 0 to 1.

    >>> round(elo(0.75)), [round(elo(bound)) for bound in points_interval((0, 0, 5, 1, 14))]
    (191, [158, 472])

    See also: :func:`points_interval`; :func:`normalized_elo`, which does not depend on the share of draws.

    Source: Elo 1978, *The Rating of Chessplayers, Past and Present*, with the logistic curve.
    """
    if not 0 <= points <= 1:
        raise ValueError(f"a share of the points is {points!r}; expected 0 to 1")
    return 400 * log10(points / (1 - points)) if 0 < points < 1 else inf if points else -inf


@names_arguments
def normalized_elo(counts: Sequence[float]) -> tuple[float, float]:
    """Return the normalized Elo difference of two bots, and the half width of its 95% confidence interval.

    ``normalizedElo counts = 800 / ln 10 * (mean - 1/2) / deviation``, where the deviation is that of a single game

    It says how many games a test needs, whatever the share of draws: half the difference needs four times the games.

    Args:
        counts: how many results were nothing, ..., everything: five counts of pairs, or three of single games.

    Raises:
        ValueError: all results are the same, or a count is negative.

    >>> [round(number, 2) for number in normalized_elo((34, 54, 63, 64, 75))]
    [57.94, 28.28]

    See also: :func:`elo`; :func:`fpgames.play.sequential.sprt`, whose hypotheses are normalized differences.

    Source: Van den Bergh 2020, *Normalized Elo*, which Fishtest uses.
    """
    require_counts(counts)
    if sum(map(bool, counts)) < 2:
        raise ValueError(f"the counts of results are {tuple(counts)!r}; expected at least two different results")
    games = games_per_result(counts)
    difference = NORMALIZED_ELO * (mean_points(counts) - 0.5) / (spread(counts) * sqrt(games))
    return difference, NORMALIZED_ELO * Z / sqrt(games * sum(counts))


def games_per_result(counts: Sequence[float]) -> int:
    """Return the number of games in a result: 2 for the five results of a pair, 1 for the three of a game."""
    return (len(counts) - 1) // 2


@names_arguments
def superiority(counts: Sequence[int]) -> float:
    """Return the likelihood of superiority: the probability, seen from the results, that a bot is the stronger one.

    ``superiority counts = normalCdf (1.96 * difference / error)``, where both are of :func:`normalized_elo`

    Args:
        counts: how many results were nothing, ..., everything: five counts of pairs, or three of single games.

    Raises:
        ValueError: all results are the same, or a count is negative.

    >>> round(superiority((5, 8, 13, 9, 6)), 3)
    0.65

    See also: :func:`points_interval`. A match that ends when this number is high errs far more often than it says.
    """
    difference, error = normalized_elo(counts)
    return (1 + erf(Z * difference / error / sqrt(2))) / 2


def pairs_to_decide(counts: Sequence[int]) -> float:
    """Return how many pairs would decide which bot is stronger, if the shares of the results stay the same."""
    excess, most = mean_points(counts) - 0.5, len(counts) - 1
    x = tilt([i / most - 0.5 for i in range(most + 1)], counts)
    return Z * Z / (x * excess) if x * excess > 0 else inf
