"""Matches: many games between two bots, each of which can be replayed from its own seed.

The functions here do no input or output; the command line does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from math import inf, sqrt
from typing import Any, NamedTuple, TypeVar

from returns.maybe import Some

from fpgames.play.bulk import MapFunction
from fpgames.play.playing import AnyBot, Bot, play_moves
from fpgames.rng import SplitMix
from fpgames.rules import AnyRules, Outcome, Player, Rules
from fpgames.validation import require_at_least

__all__ = [
    "COLUMNS", "Played", "Score", "compare", "game_seed", "play_one", "played", "read_row", "scores", "sides", "table",
    "wilson",
]  # fmt: skip

A = TypeVar("A")
M = TypeVar("M")
P = TypeVar("P")


class Played(NamedTuple):
    """A finished game of a match.

    Args:
        number: the number of the game, 1 for the first of the match.
        game: the name of its rules.
        first: the name of the bot that moved first.
        second: the name of the other bot.
        seed: the seed of the game's generator, for ``SplitMix.from_seed``.
        outcome: the outcome of the game for the first player.
        length: the number of moves played.
        moves: the moves as text, separated by spaces.
        seconds: the time that the game took, in seconds.

    See also: :func:`compare`, :func:`read_row`.
    """

    number: int
    game: str
    first: str
    second: str
    seed: int
    outcome: Outcome
    length: int
    moves: str
    seconds: float

    def row(self) -> list[str]:
        """Return the game as a row of a CSV file with the columns ``COLUMNS``: ``row :: Played -> [String]``.

        >>> Played(1, "tictactoe", "a", "b", 7, Outcome.FIRST_WON, 5, "4 0 3 7 5", 0.5).row()
        ['1', 'tictactoe', 'a', 'b', '7', '1', '5', '4 0 3 7 5', '0.500000']
        """
        return [*map(str, self[:5]), str(int(self.outcome)), str(self.length), self.moves, f"{self.seconds:.6f}"]


COLUMNS = Played._fields
"""The names of the columns in the CSV file of a match."""


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game, computed from the seed of its match and its number.

    ``gameSeed :: Integer -> Int -> Word64``

    So a match can be continued later, workers can share it, and one game can be replayed alone.

    Args:
        seed: the seed of the match, any int.
        number: the number of the game, 1 for the first of the match.

    Raises:
        ValueError: number is less than 1.

    >>> [game_seed(42, number) for number in (1, 2)]
    [1275548033995301424, 10417309031967933079]

    See also: :func:`play_one`; :meth:`fpgames.rng.SplitMix.ahead`.
    """
    require_at_least(1, number, "play game {} of a match")
    word, _ = SplitMix.from_seed(seed).ahead(number - 1).next_word()
    return word


def sides(bots: tuple[A, A], number: int) -> tuple[A, A]:
    """Return two bots in the order in which they move in a game: they swap in games with an even number.

    ``sides bots n = if odd n then bots else swap bots``

    Args:
        bots: the bot that moves first in game 1, and the other.
        number: the number of the game, 1 for the first of the match.

    >>> sides(("a", "b"), 1), sides(("a", "b"), 2)
    (('a', 'b'), ('b', 'a'))

    See also: :func:`scores`, which also depends on this order.
    """
    return bots if number % 2 else (bots[1], bots[0])


def play_one(rules: AnyRules, first: AnyBot, second: AnyBot, seed: int) -> tuple[Any, ...]:
    """Play the game that a seed determines, and return its moves.

    ``playOne rules first second seed = evalState (playMoves rules (start rules) first second) (fromSeed seed)``

    Args:
        rules: the game.
        first: the bot that moves first.
        second: the other bot.
        seed: the seed of the game, any int.

    Raises:
        IllegalMove: a bot chose a move that is not legal.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> play_one(rules, bot_random(rules), bot_random(rules), 7)
    (3, 0, 4, 5, 7, 8, 6, 1, 2)

    See also: :func:`fpgames.play.playing.play_moves`; :func:`game_seed`.
    """
    return play_moves(rules, rules.start, first, second).eval(SplitMix.from_seed(seed))


def compare(
    rules: Rules[P, M],
    bots: tuple[tuple[str, Bot[P, M]], tuple[str, Bot[P, M]]],
    seed: int,
    numbers: range,
    *,
    map_function: MapFunction = map,
    clock: Callable[[], float] = float,
) -> Iterator[Played]:
    """Play games of a match, and yield them in order; each has its own seed, so any worker can play it.

    ``compare :: Rules p m -> ((String, Bot p m), (String, Bot p m)) -> Integer -> [Int] -> [Played]``

    Args:
        rules: the game.
        bots: the name and the bot that moves first in game 1, and those of the other.
        seed: the seed of the match, any int.
        numbers: the numbers of the games, 1 for the first of the match.
        map_function: a function like ``map``: with that of an executor, many workers play the games, and rules, bots
            and clock must be picklable.
        clock: a function that returns the time in seconds; the default, ``float``, always returns 0.

    Raises:
        TypeError: the bots are not two pairs.
        ValueError: a number is less than 1.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import read_bot
    >>> bots = ("random", bot_random(rules)), ("mc:9", read_bot(rules, "mc:9"))
    >>> [game.moves for game in compare(rules, bots, 42, range(1, 3))]
    ['0 7 5 8 1 6', '8 3 6 2 7']

    See also: :func:`table`.
    """
    if not (len(bots) == 2 and all(isinstance(each, tuple) and len(each) == 2 for each in bots)):
        raise TypeError(f"bots are two pairs, (name, bot), (name, bot); got {bots!r}")
    if numbers:
        require_at_least(1, min(numbers), "play game {} of a match")
    found = map_function(partial(_timed, rules, bots, seed, clock), numbers)
    for number, (moves, seconds) in zip(numbers, found, strict=True):
        (first, _), (second, _) = sides(bots, number)
        yield played(rules, moves, (first, second), game_seed(seed, number), number, seconds)


def _timed(
    rules: Rules[P, M],
    bots: tuple[tuple[str, Bot[P, M]], tuple[str, Bot[P, M]]],
    seed: int,
    clock: Callable[[], float],
    number: int,
) -> tuple[tuple[M, ...], float]:
    """Play a game; return its moves and the time that it took, in seconds."""
    (_, first), (_, second) = sides(bots, number)
    began = clock()
    moves = play_one(rules, first, second, game_seed(seed, number))
    return moves, clock() - began


def played(
    rules: AnyRules, moves: Iterable[Any], names: tuple[str, str], seed: int, number: int, seconds: float
) -> Played:
    """Return a finished game as a record; its moves are replayed to find the outcome.

    ``played :: Rules p m -> [m] -> (String, String) -> Integer -> Int -> Double -> Played``

    Args:
        rules: the game.
        moves: all moves, in order.
        names: the name of the bot that moved first, and that of the other.
        seed: the seed of the game.
        number: the number of the game, 1 for the first of the match.
        seconds: the time that the game took, in seconds.

    Raises:
        IllegalMove: a move is not legal.
        ValueError: the game is not over.

    >>> from fpgames.games.tictactoe import rules
    >>> played(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5).row()
    ['1', 'tictactoe', 'a', 'b', '7', '1', '5', '4 0 3 7 5', '0.500000']

    See also: :func:`read_row`; :func:`compare`, which plays the game first.
    """
    moves = tuple(moves)
    shown = " ".join([rules.show_move(move) for move in moves])
    match rules.outcome(reduce(rules.play, moves, rules.start)):
        case Some(outcome):
            return Played(number, rules.name, *names, seed, outcome, len(moves), shown, seconds)
        case _:
            raise ValueError("its moves do not end the game")


def read_row(rules: AnyRules, row: Sequence[str], names: tuple[str, str], seed: int, number: int) -> Played:
    """Return a game of a match, given its row of a CSV file: the inverse of :meth:`Played.row`.

    ``readRow rules (row game) names seed number = game``, with the seconds rounded to six decimal places.

    Args:
        rules: the game.
        row: the fields of the row.
        names: the name that the first player must have, and that of the second.
        seed: the seed that the game must have.
        number: the number that the game must have.

    Raises:
        ValueError: the row is not this game of this match, or its moves do not give its outcome.

    >>> from fpgames.games.tictactoe import rules
    >>> row = ["1", "tictactoe", "a", "b", "7", "1", "5", "4 0 3 7 5", "0.500000"]
    >>> read_row(rules, row, ("a", "b"), 7, 1).outcome
    Outcome.FIRST_WON

    See also: :func:`played`.
    """
    if len(row) != len(COLUMNS):
        raise ValueError(f"game {number} has {len(row)} fields; expected {len(COLUMNS)}")
    for name, found, expected in zip(COLUMNS, row, (number, rules.name, *names, seed), strict=False):
        if found != str(expected):
            raise ValueError(f"game {number}: its {name} is {found!r}; in this match it is {str(expected)!r}")
    try:
        game = played(rules, map(rules.read_move, row[7].split()), names, seed, number, float(row[8]))
    except ValueError as error:
        raise ValueError(f"game {number}: {error}") from None
    for name, found, expected in zip(COLUMNS[:-1], row, game.row(), strict=False):
        if found != expected:
            raise ValueError(f"game {number}: its {name} is {found!r}; its moves give {expected!r}")
    if not 0 <= game.seconds < inf:
        raise ValueError(f"game {number}: its seconds are {row[8]!r}; expected a time")
    return game


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

    >>> from fpgames.games.tictactoe import rules
    >>> games = [played(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5)]
    >>> scores(games, 1)
    (Score(wins=0, draws=0, losses=0), Score(wins=0, draws=0, losses=1))

    See also: :func:`table`, :func:`wilson`.
    """
    found = [Score(0, 0, 0), Score(0, 0, 0)]
    for game in games:
        side = (game.number + 1 + bot) % 2
        result = game.outcome * (Player.FIRST, Player.SECOND)[side]
        found[side] += Score(result == 1, result == 0, result == -1)
    return found[0], found[1]


def wilson(wins: int, games: int) -> tuple[float, float]:
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


def _wilson_low(wins: int, games: int) -> float:
    """Return the smaller root p of (wins - games p)^2 = z^2 games p (1 - p), by a formula that is exact at 0."""
    z2 = 1.959963984540054**2  # z is the 97.5% quantile of the normal distribution
    rate = wins / games
    centre = rate + z2 / (2 * games)
    return rate * rate / (centre + sqrt(z2 / games * (rate * (1 - rate) + z2 / (4 * games))))


_LINE = "{:<{width}}  {:<6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}  {}"


def table(games: Iterable[Played], bots: tuple[str, str]) -> str:
    """Return a match as a table: wins, draws and losses of each bot on each side, with a 95% interval of its win rate.

    ``table :: [Played] -> (String, String) -> String``

    Args:
        games: the games of one match, at least one.
        bots: the name of the bot that moves first in game 1, and that of the other.

    Raises:
        ValueError: there are no games.

    >>> from fpgames.games.tictactoe import rules
    >>> print(table([played(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5)], ("a", "b")).splitlines()[1])
    a    first        1       1       0       0   100.0  20.7 to 100.0

    See also: :func:`scores`, :func:`wilson`.
    """
    games = tuple(games)
    if not games:
        raise ValueError("a table needs at least one game; got none")
    names = (f"{bots[0]} (1)", f"{bots[1]} (2)") if bots[0] == bots[1] else bots
    width = max(3, *map(len, names))
    lines = [_LINE.format("bot", "side", "games", "wins", "draws", "losses", "win %", "95% interval", width=width)]
    for bot, name in enumerate(names):
        as_first, as_second = scores(games, bot)
        for side, score in (("first", as_first), ("second", as_second), ("both", as_first + as_second)):
            lines.append(_score_line(name, side, score, width))
    length = sum(game.length for game in games) / len(games)
    seconds = sum(game.seconds for game in games)
    times = f", mean time {seconds / len(games):.4f} s a game, {seconds:.2f} s in all" if seconds else ""  # if timed
    return "\n".join([*lines, f"mean length {length:.2f} moves{times}"])


def _score_line(name: str, side: str, score: Score, width: int) -> str:
    rate = f"{100 * score.wins / score.games:.1f}" if score.games else "-"
    low, high = wilson(score.wins, score.games)
    interval = f"{100 * low:.1f} to {100 * high:.1f}"
    return _LINE.format(name, side, score.games, *score, rate, interval, width=width)
