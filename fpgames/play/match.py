"""Matches: many games between two bots, each replayable from a seed of its own; pure, for the command line to run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from math import inf, sqrt
from typing import Any, NamedTuple, TypeVar

from fpgames.play.bulk import MapFunction
from fpgames.play.playing import Bot, play_moves
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
        number: 1 for the match's first game.
        game: the name of its rules.
        first: the bot that moved first, as text.
        second: the other one.
        seed: what ``SplitMix.from_seed`` makes the game's generator of.
        outcome: as the first player sees it.
        length: how many moves were played.
        moves: the moves as text, a space between.
        seconds: how long the game took.

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
        """The game as a row of a CSV file, under ``COLUMNS``: ``row :: Played -> [String]``.

        >>> Played(1, "tictactoe", "a", "b", 7, Outcome.FIRST_WON, 5, "4 0 3 7 5", 0.5).row()
        ['1', 'tictactoe', 'a', 'b', '7', '1', '5', '4 0 3 7 5', '0.500000']
        """
        return [*map(str, self[:5]), str(int(self.outcome)), str(self.length), self.moves, f"{self.seconds:.6f}"]


COLUMNS = Played._fields
"""What the columns of a match's CSV file are called."""


def game_seed(seed: int, number: int) -> int:
    """The seed of a match's game, by its number: a word of the match's own generator.

    ``gameSeed :: Integer -> Int -> Word64``

    So a match can be continued, shared, or one game of it replayed.

    Args:
        seed: the match's.
        number: the game's, 1 for the match's first.

    Raises:
        ValueError: the number is less than 1.

    >>> [game_seed(42, number) for number in (1, 2)]
    [1275548033995301424, 10417309031967933079]

    See also: :func:`play_one`; :meth:`fpgames.rng.SplitMix.ahead`.
    """
    require_at_least(1, number, "play game {} of a match")
    word, _ = SplitMix.from_seed(seed).ahead(number - 1).next_word()
    return word


def sides(bots: tuple[A, A], number: int) -> tuple[A, A]:
    """Who moves first in a match's game: the first-named bot in the odd ones.

    ``sides bots n = if odd n then bots else swap bots``

    Args:
        bots: the first-named and the other.
        number: the game's, 1 for the match's first.

    >>> sides(("a", "b"), 1), sides(("a", "b"), 2)
    (('a', 'b'), ('b', 'a'))

    See also: :func:`scores`, which knows it too.
    """
    return bots if number % 2 else (bots[1], bots[0])


def play_one(rules: AnyRules, first: Bot[Any, Any], second: Bot[Any, Any], seed: int) -> tuple[Any, ...]:
    """The moves of the game that a seed determines.

    ``evalState (playMoves rules (start rules) first second) (fromSeed seed)``

    Args:
        rules: the game.
        first: the bot that moves first.
        second: the other one.
        seed: the game's, any whole number.

    Raises:
        IllegalMove: a bot chose one.

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
    """Games of a match, in their order: each has its own seed, so it is all one who plays which.

    ``compare :: Rules p m -> ((String, Bot p m), (String, Bot p m)) -> Integer -> [Int] -> [Played]``

    Args:
        rules: the game.
        bots: the bot that moves first in game 1 and the other, each with its name.
        seed: the match's.
        numbers: which games, 1 for the match's first.
        map_function: maps over the games, in order: the ``map`` of an executor, for many workers; then bots and clock pickle.
        clock: tells the time in seconds; ``float`` always says 0.

    Raises:
        ValueError: a number is less than 1.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import read_bot
    >>> bots = ("random", bot_random(rules)), ("mc:9", read_bot(rules, "mc:9"))
    >>> [game.moves for game in compare(rules, bots, 42, range(1, 3))]
    ['0 7 5 8 1 6', '8 3 6 2 7']

    See also: :func:`table`.
    """
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
    """The moves of a game, and how long it took whoever played it."""
    (_, first), (_, second) = sides(bots, number)
    began = clock()
    moves = play_one(rules, first, second, game_seed(seed, number))
    return moves, clock() - began


def played(
    rules: AnyRules, moves: Iterable[Any], names: tuple[str, str], seed: int, number: int, seconds: float
) -> Played:
    """Write a game down; its moves are replayed.

    ``played :: Rules p m -> [m] -> (String, String) -> Integer -> Int -> Double -> Played``

    Args:
        rules: the game.
        moves: all of them, in order.
        names: the bot that moved first, and the other.
        seed: the game's.
        number: 1 for the match's first game.
        seconds: how long it took.

    Raises:
        IllegalMove: a move is not legal.
        ValueError: the game is not over.

    >>> from fpgames.games.tictactoe import rules
    >>> played(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5).row()
    ['1', 'tictactoe', 'a', 'b', '7', '1', '5', '4 0 3 7 5', '0.500000']

    See also: :func:`read_row`; :func:`compare`, which plays the game first.
    """
    moves = tuple(moves)
    outcome = rules.outcome(reduce(rules.play, moves, rules.start)).value_or(None)
    if outcome is None:
        raise ValueError("its moves do not end the game")
    shown = " ".join([rules.show_move(move) for move in moves])
    return Played(number, rules.name, *names, seed, outcome, len(moves), shown, seconds)


def read_row(rules: AnyRules, row: Sequence[str], names: tuple[str, str], seed: int, number: int) -> Played:
    """A game of a match from its row of a CSV file: the inverse of :meth:`Played.row`.

    ``readRow rules (row game) names seed number = game``, its seconds to the sixth digit

    Args:
        rules: the game.
        row: its fields.
        names: the bot that must have moved first, and the other.
        seed: what must be the game's.
        number: the game's, 1 for the match's first.

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
            raise ValueError(f"game {number}: its {name} is {found!r}; in this match {str(expected)!r}")
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
    """How often a bot won, drew and lost.

    Args:
        wins: games won.
        draws: games drawn.
        losses: games lost.

    See also: :func:`scores`, which counts.
    """

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(self)

    def __add__(self, other: object) -> Score:
        """Both taken together."""
        if not isinstance(other, Score):
            return NotImplemented
        return Score(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def scores(games: Iterable[Played], bot: int) -> tuple[Score, Score]:
    """The score of the first-named (0) or the second-named bot (1): as the first player, as the second.

    ``scores :: [Played] -> Int -> (Score, Score)``

    Sides swap every game, so the number of a game tells who was who, even when both bots bear one name.

    Args:
        games: of one match.
        bot: 0 or 1.

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
    """Wilson's 95% interval of a proportion: the rates that would give a result like this one.

    ``(wins - games p)^2 = z^2 games p (1 - p)`` holds of both bounds p; z is 1.96

    Args:
        wins: successes, 0 to games.
        games: trials; without any, every rate is possible.

    >>> [round(bound, 3) for bound in wilson(18, 20)]
    [0.699, 0.972]

    See also: :func:`table`.

    Source: Wilson 1927 (doi:10.1080/01621459.1927.10502953).
    """
    if games == 0:
        return 0.0, 1.0
    return _wilson_low(wins, games), 1 - _wilson_low(games - wins, games)


def _wilson_low(wins: int, games: int) -> float:
    """The smaller root p of (wins - games p)^2 = z^2 games p (1 - p), in the form that is exact at 0."""
    z2 = 1.959963984540054**2  # z: the normal distribution's 97.5% quantile
    rate = wins / games
    centre = rate + z2 / (2 * games)
    return rate * rate / (centre + sqrt(z2 / games * (rate * (1 - rate) + z2 / (4 * games))))


_LINE = "{:<{width}}  {:<6}  {:>6}  {:>6}  {:>6}  {:>6}  {:>6}  {}"


def table(games: Sequence[Played], bots: tuple[str, str]) -> str:
    """A match as text: wins, draws and losses of each bot on each side, with the win rate's 95% interval.

    ``table :: [Played] -> (String, String) -> String``

    Args:
        games: at least one.
        bots: the bots' names, the one that moved first in game 1 first.

    >>> from fpgames.games.tictactoe import rules
    >>> print(table([played(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5)], ("a", "b")).splitlines()[1])
    a    first        1       1       0       0   100.0  20.7 to 100.0

    See also: :func:`scores`, :func:`wilson`.
    """
    names = (f"{bots[0]} (1)", f"{bots[1]} (2)") if bots[0] == bots[1] else bots
    width = max(3, *map(len, names))
    lines = [_LINE.format("bot", "side", "games", "wins", "draws", "losses", "win %", "95% interval", width=width)]
    for bot, name in enumerate(names):
        as_first, as_second = scores(games, bot)
        for side, score in (("first", as_first), ("second", as_second), ("both", as_first + as_second)):
            lines.append(_score_line(name, side, score, width))
    length = sum(game.length for game in games) / len(games)
    seconds = sum(game.seconds for game in games)
    times = f", mean time {seconds / len(games):.4f} s a game, {seconds:.2f} s in all" if seconds else ""  # if measured
    return "\n".join([*lines, f"mean length {length:.2f} moves{times}"])


def _score_line(name: str, side: str, score: Score, width: int) -> str:
    rate = f"{100 * score.wins / score.games:.1f}" if score.games else "-"
    low, high = wilson(score.wins, score.games)
    interval = f"{100 * low:.1f} to {100 * high:.1f}"
    return _LINE.format(name, side, score.games, *score, rate, interval, width=width)
