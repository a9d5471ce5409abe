"""Scores of matches: wins, draws and losses, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple, TypeAlias

from toolz import groupby

from fpgames.play.match import Played
from fpgames.rules.outcomes import Player
from fpgames.validation import names_arguments

__all__ = ["Score", "rates", "scores", "table", "wilson"]

Interval: TypeAlias = tuple[float, float]

Z = 1.959963984540054
"""The 97.5% quantile of the normal distribution, for intervals of 95%."""


class Score(NamedTuple):
    """The numbers of games that a bot won, drew and lost.

    Args:
        wins: games won.
        draws: games drawn.
        losses: games lost.

    See also: :func:`scores`, which counts them.
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
def scores(games: Iterable[Played], bot: int) -> tuple[Score, Score]:
    """Return the scores of one bot of a match: its score as the first player, and its score as the second.

    ``scores :: [Played] -> Int -> (Score, Score)``

    The bots swap sides in every game, so the number of a game tells which bot moved first, even if both have one name.

    Args:
        games: games of one match.
        bot: 0 for the bot that moves first in game 1, 1 for the other.

    Raises:
        ValueError: bot is neither.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import played
    >>> games = [played(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5)]
    >>> scores(games, 1)
    (Score(wins=0, draws=0, losses=0), Score(wins=0, draws=0, losses=1))

    See also: :func:`table`, :func:`wilson`.
    """
    if bot not in (0, 1):
        raise ValueError(f"bot is {bot!r}; expected 0 or 1")
    found = [Score(0, 0, 0), Score(0, 0, 0)]
    for game in games:
        side = (game.number + 1 + bot) % 2
        result = game.outcome * (Player.FIRST, Player.SECOND)[side]
        found[side] += Score(result == 1, result == 0, result == -1)
    return found[0], found[1]


@names_arguments
def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% interval of a proportion: the rates that are compatible with a result.

    ``(wins - games p)^2 = z^2 games p (1 - p)`` holds for both bounds p, where z is about 1.96.

    Args:
        wins: the number of successes, 0 to games.
        games: the number of trials; if it is 0, the interval is 0 to 1.

    Raises:
        ValueError: a number is negative, or there are more successes than trials.

    >>> [round(bound, 3) for bound in wilson(18, 20)]
    [0.699, 0.972]

    See also: :func:`table`.

    Source: Wilson 1927 (doi:10.1080/01621459.1927.10502953).
    """
    if not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games; expected 0 to {max(games, 0)} wins, in at least 0 games")
    if games == 0:
        return 0.0, 1.0
    return _wilson_low(wins, games), 1 - _wilson_low(games - wins, games)


def _wilson_low(wins: float, games: int) -> float:
    """Return the smaller root p of (wins - games p)^2 = z^2 games p (1 - p), by a formula that is exact at 0."""
    z2 = Z**2
    rate = wins / games
    centre = rate + z2 / (2 * games)
    return rate * rate / (centre + sqrt(z2 / games * (rate * (1 - rate) + z2 / (4 * games))))


@names_arguments
def rates(games: Iterable[Played], bot: int) -> tuple[Interval, Interval, Interval]:
    """Return 95% intervals of the win rate of one bot of a match: as the first player, as the second, and in all games.

    ``rates :: [Played] -> Int -> (Interval, Interval, Interval)``, where an interval is a pair of a low and a high rate

    On one side, games are independent (:func:`wilson`), unless they begin without an opening and no bot uses its
    generator: then they are all the same, and the rate is exact. The interval of all games is one over pairs of games,
    since the two games of a pair share an opening and swap sides.

    Args:
        games: games of one match.
        bot: 0 for the bot that moves first in game 1, 1 for the other.

    Raises:
        ValueError: bot is neither.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import played
    >>> games = [played(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, n, 0.5, chance=n == 1) for n in (1, 2)]
    >>> [[round(bound, 3) for bound in interval] for interval in rates(games, 0)]
    [[0.207, 1.0], [0.0, 0.0], [0.103, 0.5]]

    See also: :func:`table`, which prints them.

    Source: for pairs, Agresti and Min 2005 (doi:10.1002/sim.1781), with other constants.
    """
    games = tuple(games)
    first, second = (
        _rate(score, exact) for score, exact in zip(scores(games, bot), exact_sides(games, bot), strict=True)
    )
    if first[0] == first[1] or second[0] == second[1]:
        both = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
    else:
        both = _over_pairs(games, bot)
    return first, second, both


def exact_sides(games: Iterable[Played], bot: int) -> tuple[bool, bool]:
    """Return for each side of a bot whether all of its games are the same, because nothing in them was random."""
    random = {(game.number + 1 + bot) % 2 for game in games if game.chance or game.opening}
    return 0 not in random, 1 not in random


def _rate(score: Score, exact: bool) -> Interval:
    if exact and score.games:
        return score.wins / score.games, score.wins / score.games
    return wilson(score.wins, score.games)


def _over_pairs(games: tuple[Played, ...], bot: int) -> Interval:
    """Return an interval of the mean score of pairs of games, 0, 1/2 or 1, by the normal distribution.

    Note: 1.25 pairs more with each of the scores 0 and 1, and 2.03 standard errors, contain the mean with a probability
    of at least 0.936 for 3 to 1,000 pairs, whatever the shares of the three scores: found by enumeration.
    """
    pairs = groupby(lambda game: (game.number - 1) // 2, games).values()
    won = [sum(score.wins for score in scores(pair, bot)) / 2 for pair in pairs if len(pair) == 2]
    counts = [(0.0, won.count(0.0) + 1.25), (0.5, won.count(0.5)), (1.0, won.count(1.0) + 1.25)]
    n = len(won) + 2.5
    mean = sum(value * count for value, count in counts) / n
    reach = 2.03 * sqrt(sum((value - mean) ** 2 * count for value, count in counts)) / n
    return max(0.0, mean - reach), min(1.0, mean + reach)


_LINE = "{:<{width}}  {:<6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}  {}"


@names_arguments
def table(games: Iterable[Played], bots: tuple[str, str], *, wall: float | None = None) -> str:
    """Return a match as a table: wins, draws and losses of each bot on each side, with a 95% interval of its win rate.

    ``table :: [Played] -> (String, String) -> String``

    Where nothing is random, neither the opening nor a bot, all games of a side are the same, and the last line says so.

    Args:
        games: the games of one match, at least one.
        bots: the name of the bot that moves first in game 1, and that of the other.
        wall: the seconds that the whole match took, if many workers played it.

    Raises:
        ValueError: there are no games.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import played
    >>> print(table([played(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5)], ("a", "b")).splitlines()[1])
    a    first        1       1       0       0   100.0  20.7 to 100.0

    See also: :func:`rates`, the intervals; :func:`scores`.
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
    lines.append(f"mean length {sum(game.length for game in games) / len(games):.2f} moves{_times(games, wall)}")
    exact = [names[bot] for bot in (0, 1) if exact_sides(games, bot)[0] and scores(games, bot)[0].games > 0]
    if cut := sum(game.cut for game in games):
        lines.append(f"{cut} games were too long, and were ended as draws")
    lines += [f"nothing is random when {name} begins: all of these games are the same" for name in exact]
    return "\n".join(lines)


def _times(games: Sequence[Played], wall: float | None) -> str:
    """Return what to print of times; nothing if they were not measured."""
    seconds = sum(game.seconds for game in games)
    whole_match = f"{seconds:.2f} s in all" if wall is None else f"{wall:.2f} s from start to end"
    return f", mean time {seconds / len(games):.4f} s a game, {whole_match}" if seconds else ""


def _score_line(name: str, side: str, score: Score, interval: Interval, width: int) -> str:
    rate = f"{100 * score.wins / score.games:.1f}" if score.games else "-"
    low, high = interval
    return _LINE.format(name, side, score.games, *score, rate, f"{100 * low:.1f} to {100 * high:.1f}", width=width)
