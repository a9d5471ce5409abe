"""Tournaments: the results of any two bots, and the standings by ratings with a cross table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fpgames.play.match import GameRecord
from fpgames.play.rating import ratings
from fpgames.play.score import Score
from fpgames.validation import names_arguments

__all__ = ["results_by_sides", "standings"]

_NONE = Score(0, 0, 0)


@names_arguments
def results_by_sides(games: Iterable[GameRecord]) -> Mapping[tuple[str, str], Score]:
    """Return the scores of any two bots, from the view of the bot that moved first.

    ``resultsBySides :: [GameRecord] -> Map (String, String) Score``

    Args:
        games: games of one match or tournament, in which each bot has a name of its own.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import compare, read_bot
    >>> bots = [(name, read_bot(rules, name)) for name in ("mc:9", "mc:3", "random")]
    >>> results_by_sides(compare(rules, bots, 1, range(1, 25)))["mc:9", "random"]
    Score(wins=3, draws=0, losses=1)

    See also: :func:`fpgames.play.rating.ratings`, which takes this table; :func:`standings`.
    """
    table = dict[tuple[str, str], Score]()
    for game in games:
        won = Score(game.outcome == 1, game.outcome == 0, game.outcome == -1)
        table[game.first, game.second] = table.get((game.first, game.second), _NONE) + won
    return table


@names_arguments
def standings(games: Iterable[GameRecord]) -> str:
    """Return the bots of a tournament in the order of their ratings, with their points, and with a cross table.

    ``standings :: [GameRecord] -> String``

    A rating is followed by half the width of its 95% interval. One game is added between any two bots, as many won as
    drawn and lost, so that bots that have won all games have ratings. The cross table has the points against each bot.

    Args:
        games: games of one tournament, in which any two bots have played.

    Raises:
        ValueError: some bots have not played against the rest.

    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import compare, read_bot
    >>> bots = [(name, read_bot(rules, name)) for name in ("random", "mc:3", "mc:30")]
    >>> print(standings(compare(rules, bots, 1, range(1, 61))).splitlines()[1])
     1  mc:30     +204 ± 112       40      80.0      -     13     19

    See also: :func:`fpgames.play.rating.ratings`; :func:`fpgames.draw.rating_bars.ratings_svg`, which draws the ratings.
    """
    table = results_by_sides(games)
    rated = ratings(table, extra_games=1)
    order = sorted(rated.bots, key=lambda bot: -rated.bots[bot].elo)
    width = max(3, *map(len, order))
    columns = "".join(f"{n:>7}" for n, _ in enumerate(order, 1))
    lines = [f"    {'bot':<{width}}  rating          games  points %{columns}"]
    for n, bot in enumerate(order, 1):
        scores = [table.get((bot, other), _NONE) + Score(*table.get((other, bot), _NONE)[::-1]) for other in order]
        cells = "".join(f"{s.wins + s.draws / 2:>7g}" if s.games else f"{'-':>7}" for s in scores)
        total, (elo, error) = sum(scores, _NONE), rated.bots[bot]
        lines.append(
            f"{n:>2}  {bot:<{width}}  {elo:>+6.0f} ± {error:<5.0f} {total.games:>6}  {100 * total.points:>8.1f}{cells}"
        )
    advantage, error = rated.advantage
    return "\n".join(
        [
            *lines,
            f"the first move is worth {advantage:+.0f} ± {error:.0f} Elo; equal bots draw {100 * rated.draws:.0f}%",
        ]
    )
