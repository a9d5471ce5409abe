"""Matches: many games between two bots, where each game can be replayed from its own seed.

These functions do no input or output; the command line does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import combinations
from math import comb
from typing import Any, NamedTuple, TypeVar

from returns.maybe import Nothing, Some
from toolz import partition_all

from fpgames.play.bulk import MapFunction
from fpgames.play.openings import Openings, begin_game, first_position, opening_of, read_opening, require_openings
from fpgames.play.playing import AnyBot, Bot, iterate_moves
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.game_texts import PlayedGame
from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import AnyRules, M, P, Rules, final_outcome, require_rules
from fpgames.validation import as_int, names_arguments, require_at_least, require_limit

__all__ = [
    "COLUMNS", "GameRecord", "compare", "game_seed", "play_one", "played_game", "record_game", "read_row", "sides",
]  # fmt: skip

A = TypeVar("A")


class GameRecord(NamedTuple):
    """The record of a finished game of a match.

    Args:
        number: the number of the game in the match, from 1.
        game: the name of the rules.
        first: the name of the bot that moved first.
        second: the name of the other bot.
        seed: the seed of the game's generator, for ``SplitMix.from_seed``.
        outcome: the outcome of the game for the first player.
        length: the number of moves played.
        moves: the moves as text, separated by spaces.
        seconds: the time that the game took, in seconds.
        opening: the number of random opening moves, or the text of the opening.
        chance: whether a bot drew random numbers after the opening, or was given a time; if so, another game could come
            next. A clock of a bot's own is not seen here.
        cut: whether the game was cut off as a draw, because it was too long.
        searched: the depth or the number of simulations of each move of a bot with a clock, with ``!`` if the move overran
            its time; those of the bot that moved first, a slash, and those of the other bot. Empty if no clock was asked.

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
    opening: int | str = 0
    chance: bool = True
    cut: bool = False
    searched: str = ""

    def row(self) -> list[str]:
        """Return the record as a row of a CSV file with the columns ``COLUMNS``: ``row :: GameRecord -> [String]``.

        >>> from fpgames import Outcome
        >>> GameRecord(1, "tictactoe", "a", "b", 7, Outcome.FIRST_WON, 5, "4 0 3 7 5", 0.5).row()
        ['1', 'tictactoe', 'a', 'b', '7', '1', '5', '4 0 3 7 5', '0', '1', '', '0.500000']
        """
        head = [*map(str, self[:5]), str(int(self.outcome)), str(self.length)]
        return [*head, self.moves, str(self.opening), str(int(self.chance)), self.searched, f"{self.seconds:.6f}"]


COLUMNS = (*GameRecord._fields[:8], "opening", "chance", "searched", "seconds")
"""The names of the columns in the CSV file of a match."""

_NUMBERS = "([0-9]{1,9}!?( [0-9]{1,9}!?)*)?"
_SEARCHED = f"(?!/$)({_NUMBERS}/{_NUMBERS})?"  # the column ``searched``


def game_seed(seed: int, number: int, *, opening: int | str = 0) -> int:
    """Compute the seed of a game from the game's number and the match's seed: ``gameSeed :: Integer -> Int -> Word64``.

    No game depends on earlier games: a match can be continued later, workers can share its games, and a single game can
    be replayed. With openings, games 1 and 2 have one seed, games 3 and 4 have another seed, and so on.

    Args:
        seed: the seed of the match, any int.
        number: the number of the game in the match, from 1.
        opening: the number of random moves at the start of every game, or the text of the opening.

    Raises:
        ValueError: number is less than 1.

    >>> [game_seed(42, number) for number in (1, 2)]
    [1275548033995301424, 10417309031967933079]

    See also: :func:`play_one`; :meth:`fpgames.rand.generators.SplitMix.ahead`.
    """
    require_at_least(1, number, "play game {} of a match")
    number = as_int(number, "game_seed")
    words = (number - 1) // 2 if opening else number - 1
    word, _ = SplitMix.from_seed(seed).ahead(words).next_word()
    return word


@names_arguments
def sides(bots: Sequence[A], number: int) -> tuple[A, A]:
    """Return the two bots of a game in the order in which they move: in games with an even number, they swap sides.

    ``sides [a, b] n = if odd n then (a, b) else (b, a)``

    Of more than two bots, the first two play games 1 and 2, then the first and the third, and so on: any two bots play
    a pair of games before any play another pair.

    Args:
        bots: the bots, at least two; the first one moves first in game 1.
        number: the number of the game in the match or tournament, from 1.

    >>> sides("ab", 1), sides("ab", 2)
    (('a', 'b'), ('b', 'a'))
    >>> [sides("abc", number) for number in (1, 2, 3, 4, 5, 6, 7)]
    [('a', 'b'), ('b', 'a'), ('a', 'c'), ('c', 'a'), ('b', 'c'), ('c', 'b'), ('a', 'b')]

    See also: :func:`fpgames.play.score.scores`, which relies on this order.
    """
    pairings = [*combinations(bots, 2)]
    first, second = pairings[(number - 1) // 2 % len(pairings)]
    return (first, second) if number % 2 else (second, first)


@names_arguments
def play_one(
    rules: AnyRules, first: AnyBot, second: AnyBot, seed: int, *, opening: int | str = 0, longest: int | None = None
) -> tuple[Any, ...]:
    """Play one game between two bots from a seed, and return its moves.

    ``playOne rules first second seed = evalState (playMoves rules (start rules) first second) (fromSeed seed)``

    Args:
        rules: the rules of the game.
        first: the bot that moves first.
        second: the other bot.
        seed: the seed of the game, any int.
        opening: the number of random moves at the start; or moves or a position, as
            :func:`fpgames.play.openings.read_opening` reads them.
        longest: the number of moves after which the game is cut off as a draw; None for no limit.

    Raises:
        IllegalMove: a bot chose a move that is not legal.
        EndlessGame: the game is not over after 100,000 moves, and ``longest`` is None.
        ValueError: ``opening`` is negative, or a thousand random openings in a row end the game.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> play_one(rules, bot_random(rules), bot_random(rules), 7)
    (3, 0, 4, 5, 7, 8, 6, 1, 2)

    See also: :func:`fpgames.play.playing.play_moves`; :func:`game_seed`.
    """
    moves, *_ = _play_from_seed(rules, first, second, seed, opening, longest)
    return moves


def _play_from_seed(
    rules: AnyRules, first: AnyBot, second: AnyBot, seed: int, opening: int | str, longest: int | None
) -> tuple[tuple[Any, ...], bool, str]:
    """Play one game from a seed; return the moves, ``chance`` and ``searched`` of its record."""
    begun, gen, played = unfold_game(rules, first, second, seed, opening, longest)
    moves, state = [*begun], tuple[object, ...]([gen])
    for _, move, after in played:
        moves.append(move)
        state = after
    return tuple(moves), *chance_and_searched(gen, state)


def unfold_game(
    rules: Rules[P, M], first: Bot[P, M], second: Bot[P, M], seed: int, opening: int | str, longest: int | None
) -> tuple[tuple[M, ...], Gen, Iterator[tuple[P, M, tuple[object, ...]]]]:
    """Return the moves of a game's opening, the generator after them, and a stream of the other moves."""
    (start, begun), gen = begin_game(rules, opening).run(SplitMix.from_seed(seed))
    limit = None if longest is None else max(longest - len(begun), 0)
    return begun, gen, iterate_moves(rules, reduce(rules.play, begun, start), first, second, gen, limit)


def chance_and_searched(gen: Gen, state: tuple[object, ...]) -> tuple[bool, str]:
    """Return ``chance`` and ``searched`` of a game's record from the generator after its opening, and its last state."""
    texts = [" ".join(getattr(part, "searched", ())) for part in state[1:3]]
    searched = "/".join(texts) if any(texts) else ""
    return state[0] != gen or searched != "", searched


@names_arguments
def compare(
    rules: Rules[P, M],
    bots: Sequence[tuple[str, Bot[P, M]]],
    seed: int,
    numbers: Iterable[int],
    *,
    opening: Openings = 0,
    longest: int | None = None,
    map_function: MapFunction = map,
    clock: Callable[[], float] = float,
) -> Iterator[GameRecord]:
    """Play games of a match and yield their records in order; workers can share the games.

    ``compare :: Rules p m -> [(String, Bot p m)] -> Integer -> [Int] -> [GameRecord]``

    Args:
        rules: the rules of the game.
        bots: two pairs of a name and a bot; the first bot moves first in game 1. Or more, for a tournament, in which
            any two bots play a pair of games in turn, as :func:`sides` says.
        seed: the seed of the match, any int; the seed of each game is computed from it.
        numbers: the numbers of the games to play, from 1, such as ``range(1, 101)``; or an iterator, such as
            ``itertools.count(1)``, whose games are played as they are asked for, or by workers in blocks of 64.
        opening: the number of random moves at the start of every game; or a list of openings, one for each pair of
            games in turn, as :func:`fpgames.play.openings.read_opening` reads them. Games 1 and 2 have the same
            opening, and so do games 3 and 4, and so on; in the second game of each pair, the bots have swapped sides.
        longest: the number of moves after which a game is cut off as a draw; None for no limit.
        map_function: a function like ``map``; with an executor's ``map``, workers share the games. Worker processes
            need rules, bots and a clock that can be pickled.
        clock: a function that returns the time in seconds; the default, ``float``, always returns 0.

    Raises:
        TypeError: the bots are not pairs, at least two.
        ValueError: the number of a game or ``longest`` is less than 1, or ``opening`` is negative, empty or unreadable.
        EndlessGame: a game is not over after 100,000 moves, and ``longest`` is None.

    >>> from fpgames import bot_random
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.play import read_bot
    >>> bots = ("random", bot_random(rules)), ("mc:9", read_bot(rules, "mc:9"))
    >>> [game.moves for game in compare(rules, bots, 42, range(1, 3))]
    ['0 7 5 8 1 6', '8 3 6 2 7']

    See also: :func:`fpgames.play.score.table`.
    """
    require_rules(rules, "compare")
    if not (len(bots) >= 2 and all(isinstance(pair, tuple) and len(pair) == 2 for pair in bots)):
        raise TypeError(f"bots are two pairs, (name, bot), (name, bot), or more; got {bots!r}")
    if isinstance(numbers, Sequence) and numbers:  # game_seed checks the numbers between these two
        require_at_least(1, min(numbers[0], numbers[-1]), "play game {} of a match")
    require_openings(rules, opening)
    require_limit(longest, "end games after {} moves")
    play = partial(timed_game, rules, bots, seed, opening, clock, longest=longest)
    blocks = [numbers] if isinstance(numbers, Collection) else partition_all(_BLOCK, numbers)
    return (game for block in blocks for _, game in zip(block, map_function(play, block), strict=True))


_BLOCK = 64  # games of an endless match that workers share before the next game is handed out


def timed_game(
    rules: Rules[P, M],
    bots: Sequence[tuple[str, Bot[P, M]]],
    seed: int,
    openings: Openings,
    clock: Callable[[], float],
    number: int,
    longest: int | None = None,
) -> GameRecord:
    """Play one game of a match, and return its record."""
    (first_name, first), (second_name, second) = sides(bots, number)
    opening = opening_of(openings, number, comb(len(bots), 2))
    own_seed, start = game_seed(seed, number, opening=opening), clock()
    moves, chance, searched = _play_from_seed(rules, first, second, own_seed, opening, longest)
    seconds, names = clock() - start, (first_name, second_name)
    game = record_game(rules, moves, names, own_seed, number, seconds, opening=opening, chance=chance, longest=longest)
    return game._replace(searched=searched)


@names_arguments
def record_game(
    rules: AnyRules,
    moves: Iterable[object],
    names: tuple[str, str],
    seed: int,
    number: int,
    seconds: float,
    *,
    opening: int | str = 0,
    chance: bool = True,
    longest: int | None = None,
) -> GameRecord:
    """Make the record of a finished game; replay its moves to find the outcome.

    ``recordGame :: Rules p m -> [m] -> (String, String) -> Integer -> Int -> Double -> GameRecord``

    Args:
        rules: the rules of the game.
        moves: all moves of the game, in order.
        names: the names of the bot that moved first and of the other bot.
        seed: the seed of the game.
        number: the number of the game in the match, from 1.
        seconds: the time that the game took, in seconds.
        opening: the number of random opening moves, or the text of the opening.
        chance: whether a bot drew random numbers after the opening.
        longest: the number of moves after which games of the match are cut off as draws; None if no game is cut off.

    Raises:
        IllegalMove: a move is not legal.
        ValueError: the game is neither over nor cut off.

    >>> from fpgames.games.tictactoe import rules
    >>> record_game(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5).row()
    ['1', 'tictactoe', 'a', 'b', '7', '1', '5', '4 0 3 7 5', '0', '1', '', '0.500000']

    See also: :func:`read_row`; :func:`compare`, which plays games and records them.
    """
    moves = tuple(moves)
    text = " ".join([rules.show_move(move) for move in moves])
    end = reduce(rules.play, moves, first_position(rules, opening))
    cut = rules.outcome(end) is Nothing
    if cut and (longest is None or len(moves) < longest):
        raise ValueError("the moves do not end the game")
    outcome = Outcome.DRAW if cut else final_outcome(rules, end, rules.moves(end))
    return GameRecord(number, rules.name, *names, seed, outcome, len(moves), text, seconds, opening, chance, cut)


@names_arguments
def played_game(rules: Rules[P, M], record: GameRecord) -> PlayedGame[P, M]:
    """Return the game of a record, with its moves: ``playedGame :: Rules p m -> GameRecord -> PlayedGame p m``.

    Args:
        rules: the rules of the game.
        record: the record of a game of a match.

    >>> from fpgames.games.tictactoe import rules
    >>> game = played_game(rules, record_game(rules, [4, 0, 3, 7, 5], ("a", "b"), 7, 1, 0.5))
    >>> game.moves, game.tags
    ((4, 0, 3, 7, 5), (('First', 'a'), ('Second', 'b'), ('Round', '1'), ('Seed', '7')))

    See also: :func:`fpgames.rules.game_texts.write_game`, which writes the game.
    """
    players = zip(rules.game_format.players, (record.first, record.second), strict=True)
    tags = (*players, ("Round", str(record.number)), ("Seed", str(record.seed)))
    if record.opening:
        tags = (*tags, ("Opening", str(record.opening)))
    if record.searched:
        tags = (*tags, ("Searched", record.searched))
    moves = tuple(map(rules.read_move, record.moves.split()))
    return PlayedGame(first_position(rules, record.opening), moves, Some(record.outcome), tags)


@names_arguments
def read_row(
    rules: AnyRules,
    row: Sequence[str],
    names: tuple[str, str],
    seed: int,
    number: int,
    *,
    opening: int | str = 0,
    longest: int | None = None,
) -> GameRecord:
    """Return the record of a game from its row in the CSV file of a match: the inverse of :meth:`GameRecord.row`.

    ``readRow rules (row game) names seed number = game``, with the seconds rounded to six decimal places.

    Args:
        rules: the rules of the game.
        row: the fields of the row.
        names: the expected names of the bot that moved first and of the other bot.
        seed: the expected seed of the game.
        number: the expected number of the game.
        opening: the expected number of random opening moves, or the expected text of the opening.
        longest: the number of moves after which games of the match are cut off as draws; None if no game is cut off.

    Raises:
        ValueError: a field differs from its expected value, or contradicts the moves of the game.

    >>> from fpgames.games.tictactoe import rules
    >>> row = ["1", "tictactoe", "a", "b", "7", "1", "5", "4 0 3 7 5", "0", "1", "", "0.500000"]
    >>> read_row(rules, row, ("a", "b"), 7, 1).outcome
    Outcome.FIRST_WON

    See also: :func:`record_game`.
    """
    if len(row) != len(COLUMNS):
        raise ValueError(f"game {number} has {len(row)} fields; expected {len(COLUMNS)}")
    for name, field, expected in zip(COLUMNS, row, (number, rules.name, *names, seed), strict=False):
        if field != str(expected):
            raise ValueError(f"game {number}: its {name} is {field!r:.80}; in this match it is {str(expected)!r:.80}")
    if not re.fullmatch(r"[0-9]{1,40}(\.[0-9]{1,40})?", row[11]):
        raise ValueError(f"game {number}: its seconds are {row[11]!r:.80}; expected digits, as in 0.500000")
    if row[8] != str(opening):
        raise ValueError(f"game {number}: its opening is {row[8]!r:.80}; in this match it is '{opening}'")
    try:
        moves = map(rules.read_move, row[7].split())
        if not re.fullmatch(_SEARCHED, row[10]):
            raise ValueError(f"its searched is {row[10]!r:.80}; expected depths or simulations, as in 7 8!/900 850")
        length = len(row[7].split())
        begun = opening if isinstance(opening, int) else len(read_opening(rules, opening)[1])
        if longest is not None and length > max(longest, begun):
            raise ValueError(f"it has {length} moves; in this match games end after {longest}")
        chance = row[9] != "0"
        game = record_game(
            rules, moves, names, seed, number, float(row[11]), opening=opening, chance=chance, longest=longest
        )._replace(searched=row[10])
    except ValueError as error:
        raise ValueError(f"game {number}: {error}") from None
    for name, field, expected in zip(COLUMNS, row, game.row(), strict=True):
        if field != expected and name != "seconds":
            raise ValueError(f"game {number}: its {name} is {field!r:.80}; its moves give {expected!r:.80}")
    return game
