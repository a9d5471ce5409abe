"""Scores of matches: wins, draws and losses, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, sqrt
from typing import NamedTuple, TypeAlias

from toolz import groupby

from fpgames.play.match import GameRecord
from fpgames.rules.outcomes import Player
from fpgames.validation import names_arguments

__all__ = ["Score", "rates", "scores", "table", "wilson"]

Interval: TypeAlias = tuple[float, float]

Z = 1.959963984540054
"""The 97.5% quantile of the normal distribution, for intervals of 95%."""


class Score(NamedTuple):
    """The score of a bot: its numbers of wins, draws and losses.

    Args:
        wins: the number of games won.
        draws: the number of games drawn.
        losses: the number of games lost.

    See also: :func:`scores`, which counts the games of a match.
    """

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(self)

    def __add__(self, other: object) -> Score:
        """Return the sum of two scores."""
        if not isinstance(other, Score):
            return NotImplemented
        return Score(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


@names_arguments
def scores(games: Iterable[GameRecord], bot: int) -> tuple[Score, Score]:
    """Return the score of one bot of a match as the first player, and its score as the second player.

    ``scores :: [GameRecord] -> Int -> (Score, Score)``

    The bots swap sides after every game, so a game's number determines which bot moved first.

    Args:
        games: games of one match.
        bot: 0 for the bot that moves first in game 1, 1 for the other bot.

    Raises:
        ValueError: bot is not 0 or 1.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import record_game
    >>> games = [record_game(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5)]
    >>> scores(games, 1)
    (Score(wins=0, draws=0, losses=0), Score(wins=0, draws=0, losses=1))

    See also: :func:`table`, :func:`wilson`.
    """
    if bot not in (0, 1):
        raise ValueError(f"bot is {bot!r}; expected 0 or 1")
    by_side = [Score(0, 0, 0), Score(0, 0, 0)]
    for game in games:
        side = (game.number + 1 + bot) % 2
        result = game.outcome * (Player.FIRST, Player.SECOND)[side]
        by_side[side] += Score(result == 1, result == 0, result == -1)
    return by_side[0], by_side[1]


@names_arguments
def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the Wilson score interval of a win rate: the 95% confidence interval of a proportion.

    Both bounds p of the interval satisfy ``(wins - games p)^2 = z^2 games p (1 - p)``, where z is about 1.96.

    Args:
        wins: the number of wins, 0 to ``games``.
        games: the number of games; if it is 0, the interval is 0 to 1.

    Raises:
        ValueError: a number is negative, or there are more wins than games.

    >>> [round(bound, 3) for bound in wilson(18, 20)]
    [0.699, 0.972]

    See also: :func:`table`.

    Source: Wilson 1927 (doi:10.1080/01621459.1927.10502953).
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games; expected 0 to {max(games, 0)} wins, in at least 0 games")
    return interval(games - wins, 0, wins, extra_trials=0, skewness_factor=0)


@names_arguments
def rates(games: Iterable[GameRecord], bot: int) -> tuple[Interval, Interval, Interval]:
    """Return 95% confidence intervals of a bot's win rate: as the first player, as the second, and in all games.

    ``rates :: [GameRecord] -> Int -> (Interval, Interval, Interval)``, where an interval is a low and a high rate

    Single games determine the interval of each side. Pairs of games, with the same opening and swapped sides, determine
    the interval in all games. The intervals are approximate: they miss the true rate in at most 7 of 100 matches.
    If the bot's games on one side have no randomness, they are all alike. Then both bounds of that side's interval are
    its win rate, and each bound of the interval in all games is the mean of the bounds of the two sides.

    Args:
        games: games of one match.
        bot: 0 for the bot that moves first in game 1, 1 for the other bot.

    Raises:
        ValueError: bot is not 0 or 1.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import record_game
    >>> games = [record_game(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, n, 0.5, chance=n == 1) for n in (1, 2)]
    >>> [[round(bound, 3) for bound in interval] for interval in rates(games, 0)]
    [[0.027, 1.0], [0.0, 0.0], [0.013, 0.5]]

    See also: :func:`table`, which formats the intervals.

    Source: Tango 1998 (doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B), with a skewness term.
    """
    games = tuple(games)
    first, second = (
        _rate_interval(score, exact) for score, exact in zip(scores(games, bot), fixed_sides(games, bot), strict=True)
    )
    if first[0] == first[1] or second[0] == second[1]:
        both = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
    else:
        both = _pairs_interval(games, bot)
    return first, second, both


def fixed_sides(games: Iterable[GameRecord], bot: int) -> tuple[bool, bool]:
    """Return two flags: whether a bot's games as first player, and its games as second player, have no randomness."""
    random = {(game.number + 1 + bot) % 2 for game in games if game.chance or game.opening}
    return 0 not in random, 1 not in random


def _rate_interval(score: Score, exact: bool) -> Interval:
    if exact and score.games:
        return score.wins / score.games, score.wins / score.games
    return interval(score.games - score.wins, 0, score.wins)


def _pairs_interval(games: tuple[GameRecord, ...], bot: int) -> Interval:
    """Return the confidence interval of a bot's win rate, from the number of its wins in each pair of games."""
    pairs = groupby(lambda game: (game.number - 1) // 2, games).values()
    wins_per_pair = [sum(score.wins for score in scores(pair, bot)) for pair in pairs if len(pair) == 2]
    return interval(wins_per_pair.count(0), wins_per_pair.count(1), wins_per_pair.count(2))


# A score test accepts a mean if the sum of n results exceeds n * mean by at most a limit. The limit is computed
# with ``extra_trials`` added to n. A positive skewness, times ``skewness_factor``, adds to the limit. With fewer
# than 1.5 extra trials, intervals from 8 or 20 pairs of games would miss some true means in over 7% of all matches.
def interval(lost: float, split: int, won: float, extra_trials: float = 1.5, skewness_factor: float = 0.5) -> Interval:
    """Return the 95% confidence interval of a mean; ``lost``, ``split`` and ``won`` count the results 0, 1/2 and 1."""
    low = _lowest_mean(lost, split, won, extra_trials, skewness_factor)
    return low, 1 - _lowest_mean(won, split, lost, extra_trials, skewness_factor)


def _lowest_mean(lost: float, split: int, won: float, extra_trials: float, skewness_factor: float) -> float:
    """Return the lower confidence bound of a mean; ``lost``, ``split`` and ``won`` count the results 0, 1/2 and 1."""
    n, total = lost + split + won, won + split / 2
    low, high = 0.0, total / max(1, n)
    while low < (mean := (low + high) / 2) < high:
        spread, weight = mean * (1 - mean), split + lost * mean + won * (1 - mean)
        root = hypot(weight - 2 * (split + lost) * mean, 2 * sqrt(lost * won * spread))
        # half the likeliest share of the result 1/2: the lower root x of n * x**2 - weight * x + split * spread = 0
        half = 2 * split * spread / (weight + root)
        variance = spread - half / 2
        skewness = (1 - 2 * mean) * (spread - 0.75 * half) / variance  # third central moment divided by the variance
        fits = total - n * mean <= Z * sqrt((n + extra_trials) * variance) + max(0.0, skewness_factor * skewness)
        low, high = (low, mean) if fits else (mean, high)
    return high


_LINE = "{:<{width}}  {:<6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}  {}"


@names_arguments
def table(games: Iterable[GameRecord], bots: tuple[str, str], *, wall: float | None = None) -> str:
    """Return the results of a match as a text table: each bot's score and win rate, on each side and in all games.

    ``table :: [GameRecord] -> (String, String) -> String``

    A 95% confidence interval follows each win rate. A note names each bot whose games as first player are all the same.

    Args:
        games: the games of one match, at least one.
        bots: the names of the bots; the bot that moves first in game 1 comes first.
        wall: the seconds from start to end of the match, if several workers played it; None to add up the games' times.

    Raises:
        ValueError: there are no games.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import record_game
    >>> print(table([record_game(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5)], ("a", "b")).splitlines()[1])
    a    first        1       1       0       0   100.0  2.7 to 100.0

    See also: :func:`rates`, which computes the intervals; :func:`scores`.
    """
    games = tuple(games)
    if not games:
        raise ValueError("a table needs at least one game; got none")
    names = (f"{bots[0]} (1)", f"{bots[1]} (2)") if bots[0] == bots[1] else bots
    width = max(3, *map(len, names))
    lines = [_LINE.format("bot", "side", "games", "wins", "draws", "losses", "win %", "95% interval", width=width)]
    for bot, name in enumerate(names):
        first, second = scores(games, bot)
        sides = ("first", first), ("second", second), ("both", first + second)
        lines += [_score_line(name, *side, rate, width) for side, rate in zip(sides, rates(games, bot), strict=True)]
    lines.append(f"mean length {sum(game.length for game in games) / len(games):.2f} moves{_times_text(games, wall)}")
    exact = [names[bot] for bot in (0, 1) if fixed_sides(games, bot)[0] and scores(games, bot)[0].games > 0]
    if cut := sum(game.cut for game in games):
        lines.append(f"{cut} games were too long, and were ended as draws")
    lines += [f"nothing is random when {name} begins: all of these games are the same" for name in exact]
    return "\n".join(lines)


def _times_text(games: Sequence[GameRecord], wall: float | None) -> str:
    """Return a text with the mean time of a game and the time of the match; empty if times were not measured."""
    seconds = sum(game.seconds for game in games)
    whole_match = f"{seconds:.2f} s in all" if wall is None else f"{wall:.2f} s from start to end"
    return f", mean time {seconds / len(games):.4f} s a game, {whole_match}" if seconds else ""


def _score_line(name: str, side: str, score: Score, interval: Interval, width: int) -> str:
    rate = f"{100 * score.wins / score.games:.1f}" if score.games else "-"
    low, high = interval
    return _LINE.format(name, side, score.games, *score, rate, f"{100 * low:.1f} to {100 * high:.1f}", width=width)
