"""Scores of matches: wins, draws and losses, the share of the points with its interval, and a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from fpgames.play.match import GameRecord
from fpgames.play.points import (
    Interval,
    are_repeatable,
    elo,
    half_points,
    pairs_to_decide,
    pentanomial,
    points_interval,
    side_of,
)
from fpgames.validation import names_arguments

__all__ = ["Score", "rates", "scores", "table", "verdict"]


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

    @property
    def points(self) -> float:
        """The share of the points: wins and half the draws, divided by the number of games, at least one."""
        return (self.wins + self.draws / 2) / self.games

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

    See also: :func:`table`; :func:`fpgames.play.points.pentanomial`, which counts pairs.
    """
    if bot not in (0, 1):
        raise ValueError(f"bot is {bot!r}; expected 0 or 1")
    by_side = [Score(0, 0, 0), Score(0, 0, 0)]
    for game in games:
        points = half_points(game, bot)
        by_side[side_of(game, bot)] += Score(points == 2, points == 1, points == 0)
    return by_side[0], by_side[1]


@names_arguments
def rates(games: Iterable[GameRecord], bot: int) -> tuple[Interval, Interval, Interval]:
    """Return 95% confidence intervals of a bot's share of the points: as the first player, as the second, and in all.

    ``rates :: [GameRecord] -> Int -> (Interval, Interval, Interval)``, where an interval is a low and a high share

    The results of single games determine the interval of each side, and the results of pairs, with the same opening and
    swapped sides, the interval in all games. Both are score intervals. They miss the true share in at most 7 of 100
    matches. If the bot's games on one side have no randomness, they are all alike. Then both bounds of that side's
    interval are its share, and each bound of the interval in all games is the mean of the bounds of the two sides.
    Games that begin alike, but differ, are random even if no ``chance`` is recorded, as with a bot's own clock.

    Args:
        games: games of one match.
        bot: 0 for the bot that moves first in game 1, 1 for the other bot.

    Raises:
        ValueError: bot is not 0 or 1.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import record_game
    >>> games = [record_game(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, n, 0.5, chance=n == 1) for n in (1, 2)]
    >>> [[round(bound, 3) for bound in interval] for interval in rates(games, 0)]
    [[0.055, 1.0], [0.0, 0.0], [0.027, 0.5]]

    See also: :func:`table`, which formats the intervals; :func:`fpgames.play.points.points_interval`, which computes them.
    """
    games = tuple(games)
    first, second = (
        (score.points, score.points) if exact and score.games else points_interval(score[::-1])
        for score, exact in zip(scores(games, bot), fixed_sides(games, bot), strict=True)
    )
    if first[0] == first[1] or second[0] == second[1]:
        return first, second, ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
    return first, second, points_interval(pentanomial(games, bot))


def fixed_sides(games: Sequence[GameRecord], bot: int) -> tuple[bool, bool]:
    """Return two flags: whether a bot's games as first player, and its games as second player, have no randomness."""
    repeatable = are_repeatable(games, {})
    random = {side_of(game, bot) for game in games if game.chance or game.opening or not repeatable}
    return 0 not in random, 1 not in random


@names_arguments
def verdict(games: Iterable[GameRecord], bots: tuple[str, str]) -> str:
    """Return a sentence that says which bot is stronger, or how many more games might decide it.

    ``verdict :: [GameRecord] -> (String, String) -> String``

    A bot is stronger if the 95% interval of its points lies above one half. The number of games to come supposes that
    the results stay as they are. To look again and again until a bot is stronger errs more often than 5 times in 100;
    :func:`fpgames.play.sequential.sprt` may look after each pair.

    Args:
        games: the games of one match.
        bots: the names of the bots; the bot that moves first in game 1 comes first.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import compare, read_bot
    >>> bots = ("mc:9", read_bot(rules, "mc:9")), ("random", read_bot(rules, "random"))
    >>> games = [*compare(rules, bots, 42, range(1, 41))]
    >>> verdict(games[:4], ("mc:9", "random"))
    'not decided; some 4 more games would decide it if the difference is what it seems'
    >>> verdict(games, ("mc:9", "random"))
    'mc:9 is stronger (95%)'

    See also: :func:`rates`, which computes the interval.
    """
    games = tuple(games)
    low, high = rates(games, 0)[2]
    if games and all(fixed_sides(games, 0)):
        return "not decided: nothing is random, so the same games come again; begin with random moves"
    if low > 0.5 or high < 0.5:
        return f"{bots[low <= 0.5]} is stronger (95%)"
    counts = pentanomial(games)
    more = 2 * (pairs_to_decide(counts) - sum(counts)) if any(counts) else inf
    if more == inf:
        return "not decided: there is no difference yet"
    rounded = 2 * max(1, round(float(f"{more:.1g}") / 2))
    return f"not decided; some {rounded} more games would decide it if the difference is what it seems"


_LINE = "{:<{width}}  {:<6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>8}  {}"


@names_arguments
def table(
    games: Iterable[GameRecord], bots: tuple[str, str], *, wall: float | None = None, conclusion: str = ""
) -> str:
    """Return the results of a match as a text table: each bot's score and points, on each side and in all games.

    ``table :: [GameRecord] -> (String, String) -> String``

    Points are wins and half the draws; their 95% confidence interval follows. Below are the Elo difference, with its
    interval, and the verdict. A note names each bot whose games as first player are all the same.

    Args:
        games: the games of one match, at least one.
        bots: the names of the bots; the bot that moves first in game 1 comes first.
        wall: the seconds from start to end of the match, if several workers played it; None to add up the games' times.
        conclusion: a sentence to print instead of the verdict, such as the decision of a sequential test.

    Raises:
        ValueError: there are no games.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import record_game
    >>> print(table([record_game(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5)], ("a", "b")).splitlines()[1])
    a    first        1       1       0       0     100.0  5.5 to 100.0

    See also: :func:`rates`, which computes the intervals; :func:`verdict`, :func:`scores`.
    """
    games = tuple(games)
    if not games:
        raise ValueError("a table needs at least one game; got none")
    names = (f"{bots[0]} (1)", f"{bots[1]} (2)") if bots[0] == bots[1] else bots
    width = max(3, *map(len, names))
    lines = [_LINE.format("bot", "side", "games", "wins", "draws", "losses", "points %", "95% interval", width=width)]
    for bot, name in enumerate(names):
        first, second = scores(games, bot)
        sides = ("first", first), ("second", second), ("both", first + second)
        lines += [_score_line(name, *side, rate, width) for side, rate in zip(sides, rates(games, bot), strict=True)]
    difference = elo_text(sum(scores(games, 0), Score(0, 0, 0)).points, rates(games, 0)[2])
    lines.append(f"{names[0]} against {names[1]}: Elo {difference}; {conclusion or verdict(games, names)}")
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


def elo_text(points: float, interval: Interval) -> str:
    """Return the Elo difference of two bots and its 95% interval, such as "+42 (-3 to +88)", from a share of points."""
    low, high = map(elo, interval)
    return f"{elo(points):+.0f} ({low:+.0f} to {high:+.0f})"


def _score_line(name: str, side: str, score: Score, interval: Interval, width: int) -> str:
    share = f"{100 * score.points:.1f}" if score.games else "-"
    low, high = interval
    return _LINE.format(name, side, score.games, *score, share, f"{100 * low:.1f} to {100 * high:.1f}", width=width)
