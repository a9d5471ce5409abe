"""Scores of matches: wins, draws and losses, and how far chance may explain them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from toolz import unique

from fpgames.play.match import Played
from fpgames.rules import Player

__all__ = ["Score", "scores", "table", "wilson"]


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
    z2 = 1.959963984540054**2  # z is the 97.5% quantile of the normal distribution
    rate = wins / games
    centre = rate + z2 / (2 * games)
    return rate * rate / (centre + sqrt(z2 / games * (rate * (1 - rate) + z2 / (4 * games))))


_LINE = "{:<{width}}  {:<6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}  {}"


def table(games: Iterable[Played], bots: tuple[str, str], *, wall: float | None = None) -> str:
    """Return a match as a table: wins, draws and losses of each bot on each side, with a 95% interval of its win rate.

    ``table :: [Played] -> (String, String) -> String``

    A game that repeats another, move for move and side for side, says nothing new. So an interval is as wide as that of
    as many games as are different, and if these are fewer than all, the last line says how many.

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

    See also: :func:`scores`, :func:`wilson`.
    """
    games = tuple(games)
    if not games:
        raise ValueError("a table needs at least one game; got none")
    different = tuple(unique(games, key=lambda game: (game.number % 2, game.moves)))
    names = (f"{bots[0]} (1)", f"{bots[1]} (2)") if bots[0] == bots[1] else bots
    width = max(3, *map(len, names))
    lines = [_LINE.format("bot", "side", "games", "wins", "draws", "losses", "win %", "95% interval", width=width)]
    for bot, name in enumerate(names):
        (as_first, as_second), (first_seen, second_seen) = scores(games, bot), scores(different, bot)
        lines += [
            _score_line(name, "first", as_first, first_seen.games, width),
            _score_line(name, "second", as_second, second_seen.games, width),
            _score_line(name, "both", as_first + as_second, len(different), width),
        ]
    lines.append(f"mean length {sum(game.length for game in games) / len(games):.2f} moves{_times(games, wall)}")
    if len(different) < len(games):
        lines.append(f"{len(different)} of the {len(games)} games are different; the intervals count no more")
    return "\n".join(lines)


def _times(games: Sequence[Played], wall: float | None) -> str:
    """Return what to print of times; nothing if they were not measured."""
    seconds = sum(game.seconds for game in games)
    whole_match = f"{seconds:.2f} s in all" if wall is None else f"{wall:.2f} s from start to end"
    return f", mean time {seconds / len(games):.4f} s a game, {whole_match}" if seconds else ""


def _score_line(name: str, side: str, score: Score, different: int, width: int) -> str:
    rate = f"{100 * score.wins / score.games:.1f}" if score.games else "-"
    low, high = wilson(different * score.wins / max(score.games, 1), different)
    interval = f"{100 * low:.1f} to {100 * high:.1f}"
    return _LINE.format(name, side, score.games, *score, rate, interval, width=width)
