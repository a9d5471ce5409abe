"""Hypothesis strategies for games: lines of play, positions, moves and evaluations.

A line of play is drawn move by move, so that Hypothesis can shrink the line to fewer moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

from hypothesis import event
from hypothesis import strategies as st
from toolz import unique

from fpgames.rules import CHANCE, AnyRules, Outcome, Rules, require_moves
from fpgames.rules.record import require_rules
from fpgames.testing.law import OutOfTime, Skipped, attempt, current_timer, short_repr
from fpgames.testing.strategies.lines import (
    CHOICES,
    MAX_MOVES,
    AnyLine,
    AnyMove,
    AnyPosition,
    Line,
    line_of_seed,
    rated_game,
    replay,
    usual_length,
)

__all__ = [
    "finished", "whole_games", "illegal_moves", "legal_moves", "lines", "plays", "positions", "unfinished",
]  # fmt: skip

A = TypeVar("A")
B = TypeVar("B")
M = TypeVar("M")
P = TypeVar("P")

MAX_BOT_MOVES = 400  # maximum length of a game in which a bot is tested
NEAR_END = 6  # number of positions at the end of a game that are drawn more often, as moves matter most there
MAX_SEARCHED_MOVES = 500  # maximum number of moves played to find a game with the wanted outcome


def require_hashable(value: AnyPosition | AnyMove, kind: str = "position") -> None:
    """Raise TypeError, with advice, unless a position or a move can be hashed."""
    try:
        hash(value)
    except TypeError as error:
        advice = "use tuples instead of lists, and frozensets instead of sets"
        raise TypeError(f"the {kind} {short_repr(value)} cannot be hashed ({error}); {advice}") from error


def require_playable(rules: AnyRules, function: str) -> None:
    """Raise an error unless a game has a hashable start with moves; ``function`` is the caller's name, for messages."""
    require_rules(rules, function)
    try:
        require_hashable(rules.start)
        legal = rules.moves(rules.start)
    except Exception as error:
        raise ValueError(f"{rules.name} cannot be played: at its start, {type(error).__name__}: {error}") from error
    if not legal:
        raise ValueError(f"{rules.name} cannot be played: there are no moves at its start")


def lines(rules: Rules[P, M], longest: int = MAX_MOVES) -> st.SearchStrategy[Line[P, M]]:
    """Draw lines of play, from the empty line to whole games: ``lines :: Rules p m -> Strategy (Line p m)``.

    Args:
        rules: the game.
        longest: the maximum number of moves; longer games are cut off.

    Raises:
        ValueError: the game cannot be played from its start.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis import find
    >>> find(lines(rules), lambda line: len(line.moves) > 1)
    Line(moves=(0, 1), positions=(0, 262145, 1025))

    See also: :func:`whole_games`, for whole games only; :func:`positions`, for the last positions of lines.
    """
    require_playable(rules, "lines")
    # With a time limit, random games may be cut off, so their usual length must not be cached.
    strategy = _lines if current_timer().left() is None else _lines.__wrapped__
    return strategy(rules, longest)


@lru_cache(maxsize=64)
def _lines(rules: AnyRules, longest: int) -> st.SearchStrategy[AnyLine]:
    """Return the strategy of ``lines``; memoized, as ``usual_length`` plays games, and tests call ``lines`` often."""
    return drawn_line(rules, longest, usual_length(rules))


def whole_games(rules: Rules[P, M], longest: int = MAX_MOVES) -> st.SearchStrategy[Line[P, M]]:
    """Draw whole games, as lines of all their moves and positions.

    ``wholeGames :: Rules p m -> Strategy (Line p m)``

    Args:
        rules: the game.
        longest: the maximum number of moves; longer games are cut off.

    Raises:
        ValueError: the game cannot be played from its start.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis import find
    >>> rules.moves(find(whole_games(rules), lambda line: True).end)
    ()

    See also: :func:`lines`.
    """
    require_playable(rules, "whole_games")
    return drawn_line(rules, longest)


class Chance(st.SearchStrategy[bool]):
    """Draw True with a probability; False is simpler. A number that decides would have many values with one meaning."""

    def __init__(self, probability: float) -> None:
        super().__init__()
        self.probability = probability

    def do_draw(self, data: Any) -> bool:
        drawn: bool = data.draw_boolean(self.probability)
        return drawn


@st.composite
def drawn_line(draw: st.DrawFn, rules: Rules[P, M], longest: int, usual: int | None = None) -> Line[P, M]:
    """Draw a line of play of at most ``longest`` moves.

    If the ``usual`` length of a game is given, two thirds of the lines are cut off at a random shorter length. Whether a
    line goes on is drawn beside each move, so that Hypothesis can remove any moves.
    """
    choice = CHOICES[draw(st.integers(0, 3)) == 3]  # a quarter of the games go on as long as possible

    def goes_on(line: Line[P, M]) -> bool:  # each length below the usual one is as likely
        left = 0 if usual is None else usual - len(line.moves)
        return usual is None or left <= 0 or draw(Chance(1 - 1 / (left + usual // 2 + 1)))

    line = rated_game(replay(rules), rules, longest, lambda n: draw(st.integers(0, n - 1)), choice, goes_on)
    record_events(rules, line)
    return line


def record_events(rules: AnyRules, line: AnyLine) -> None:
    """Record how a drawn game ends, and whether a player passes, for ``--hypothesis-show-statistics``."""
    outcome = attempt(lambda: rules.outcome(line.end).unwrap().name).value_or("NOT_OVER")
    event(f"game: {outcome.replace('_', ' ').lower()}")
    if "pass" in attempt(lambda: [rules.show_move(move) for move in line.moves]).value_or([]):
        event("game: with a pass")


def seeded_line(rules: AnyRules, longest: int, usual: int, cache: dict[int, AnyLine]) -> st.SearchStrategy[AnyLine]:
    """Draw lines of play, each determined by a random seed. A line ends at the first error of the rules.

    A third of the lines are shorter than ``usual``, a game's usual length. All laws share ``cache``, by seeds.
    """

    def line_of(data: bytes) -> AnyLine:
        seed = int.from_bytes(data, "big")
        if seed not in cache:
            rest, index = divmod(seed, len(CHOICES))
            limit = min(longest, rest // 3 % usual) if usual and rest % 3 == 0 else longest
            line = line_of_seed(rules, seed, limit, CHOICES[index])
            if current_timer().is_over():
                raise OutOfTime
            cache[seed] = line
        record_events(rules, cache[seed])
        return cache[seed]

    return st.binary(min_size=6, max_size=6).map(line_of)


def positions(rules: Rules[P, M], longest: int = MAX_MOVES) -> st.SearchStrategy[P]:
    """Draw reachable positions, including ends of games: ``positions rules = end <$> lines rules``.

    Args:
        rules: the game.
        longest: the maximum number of moves; longer games are cut off.

    Raises:
        ValueError: the game cannot be played from its start.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis import find
    >>> find(positions(rules), lambda p: True) == rules.start
    True

    See also: :func:`unfinished`, :func:`finished`.
    """
    return _map_drawn(lines(rules, longest), lambda line: line.end)


def unfinished(rules: Rules[P, M], longest: int = MAX_MOVES) -> st.SearchStrategy[P]:
    """Draw reachable positions that have moves: ``unfinished :: Rules p m -> Strategy p``.

    Args:
        rules: the game.
        longest: the maximum number of moves; longer games are cut off.

    Raises:
        ValueError: the game cannot be played from its start.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis import find
    >>> find(unfinished(rules), lambda p: len(rules.moves(p)) == 8)
    262145

    See also: :func:`positions`.
    """
    return _drawn_unfinished(rules, lines(rules, longest))


@st.composite
def _drawn_unfinished(draw: st.DrawFn, rules: Rules[P, M], strategy: st.SearchStrategy[Line[P, M]]) -> P:
    """Draw the end of a line or, if the game is over there, any position before."""
    line = draw(strategy)
    return line.end if rules.moves(line.end) else line.positions[draw(st.integers(0, len(line.moves) - 1))]


def finished(rules: Rules[P, M], longest: int = MAX_MOVES) -> st.SearchStrategy[P]:
    """Draw positions in which the game is over: ``finished :: Rules p m -> Strategy p``.

    Args:
        rules: the game.
        longest: the maximum number of moves; longer games are not drawn.

    Raises:
        ValueError: the game cannot be played from its start.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis import find
    >>> rules.moves(find(finished(rules), lambda p: True))
    ()

    See also: :func:`positions`.
    """
    return _map_drawn(whole_games(rules, longest).filter(lambda line: not rules.moves(line.end)), lambda line: line.end)


@st.composite
def _map_drawn(draw: st.DrawFn, strategy: st.SearchStrategy[A], function: Callable[[A], B]) -> B:
    """Draw a value, and return a function's result for it. Hypothesis reports the result, not the call."""
    return function(draw(strategy))


def random_game(rules: AnyRules, rng: Random) -> AnyLine:
    """Play a random game; three in ten games avoid moves that end the game."""
    return line_of_seed(rules, rng.getrandbits(64), MAX_BOT_MOVES, CHOICES[rng.random() < 0.3])


def is_players_turn(rules: AnyRules, p: AnyPosition) -> bool:
    """Return whether a player has to choose a move: the game is not over, and chance does not move."""
    return bool(rules.moves(p)) and rules.player(p) is not CHANCE


def unfinished_position(rules: AnyRules, seed: int) -> AnyLine:
    """Return a line to a position where a player moves: anywhere in a random game, or a few moves before its end."""
    rng = Random(seed)
    line = random_game(rules, rng)
    last = len(line.moves) - (not rules.moves(line.end))
    chosen = max(0, last - rng.randrange(NEAR_END)) if rng.random() < 0.6 else rng.randint(0, last)
    for n in (*range(chosen, -1, -1), *range(chosen + 1, last + 1)):
        if is_players_turn(rules, line.positions[n]):
            return line.beginning(n)
    raise Skipped("only chance moves in a random game")


def finished_position(rules: AnyRules, seed: int) -> AnyLine:
    """Return a finished random game; each outcome is equally likely, if random games reach all outcomes."""
    rng = Random(seed)
    wanted, move_count, finished_line = rng.choice([*Outcome]), 0, None
    while move_count < MAX_SEARCHED_MOVES:
        line = random_game(rules, rng)
        move_count += len(line.positions)
        if not rules.moves(line.end):
            finished_line = line
            if rules.outcome(line.end).value_or(None) == wanted:
                break
    if finished_line is None:
        raise Skipped(f"no random game ended in {MAX_BOT_MOVES} moves")
    return finished_line


def legal_moves(rules: Rules[P, M], p: P) -> st.SearchStrategy[M]:
    """Draw a legal move of a position: ``legalMoves rules p = elements (moves rules p)``.

    Args:
        rules: the game.
        p: a position with moves.

    Raises:
        GameOver: the position has no moves.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis import find
    >>> find(unfinished(rules).flatmap(lambda p: legal_moves(rules, p)), lambda move: move > 3)
    4

    See also: :func:`illegal_moves`.
    """
    return st.sampled_from(require_moves(rules, p))


@st.composite
def plays(draw: st.DrawFn, rules: Rules[P, M], longest: int = MAX_MOVES) -> tuple[P, M]:
    """Draw pairs of a reachable position and one of its moves: ``plays :: Rules p m -> Strategy (p, m)``.

    Args:
        rules: the game.
        longest: the maximum number of moves before the position; longer games are cut off.

    Raises:
        ValueError: the game cannot be played from its start.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis import find
    >>> find(plays(rules), lambda play: play[1] > 3)
    (0, 4)

    See also: :func:`unfinished` and :func:`legal_moves`, which draw one part of the pair.
    """
    p = draw(unfinished(rules, longest))
    return p, draw(legal_moves(rules, p))


def illegal_moves(rules: Rules[P, M], p: P) -> st.SearchStrategy[M]:
    """Draw illegal moves of a position: moves from random games, or such moves with a number changed.

    ``illegalMoves :: Rules p m -> p -> Strategy m``; the strategy is empty if no illegal move is found.

    Args:
        rules: the game.
        p: the position.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis import find
    >>> find(illegal_moves(rules, rules.play(rules.start, 4)), lambda move: move in range(9))
    4

    See also: :func:`legal_moves`.
    """
    illegal = [move for move in candidate_moves(rules) if move not in rules.moves(p)]
    return st.sampled_from(illegal) if illegal else st.nothing()


def candidate_moves(rules: Rules[P, M]) -> list[M]:
    """Return moves of random games, and values similar to these moves, as candidates for illegal moves.

    Values similar to whole numbers are the next smaller and larger ones, and two numbers far from all moves. Values
    similar to a tuple or a named tuple differ in one number, which is the next smaller or larger one.
    """
    played: list[AnyMove] = moves_of_games(rules)
    neighbours: list[AnyMove] = [neighbour for move in played for neighbour in _neighbours(move)]
    numbers = [move for move in played if type(move) is int]
    far: list[AnyMove] = [min(numbers) - 7, max(numbers) + 7] if numbers else []
    return [*unique((*played, *neighbours, *far))]


def moves_of_games(rules: Rules[P, M]) -> list[M]:
    """Return the legal moves of all positions of three random games."""
    moves: dict[M, None] = {}
    for p in (p for seed in range(3) for p in line_of_seed(rules, seed).positions):
        with suppress(Exception):
            moves.update(dict.fromkeys(rules.moves(p)))
    return [*moves]


def one_replaced(parts: Sequence[A], replacements: Callable[[A], Iterable[A]]) -> Iterator[tuple[A, ...]]:
    """Replace one item at a time by each of ``replacements(item)``: ``oneReplaced :: [a] -> (a -> [a]) -> [[a]]``."""
    for n, part in enumerate(parts):
        for replacement in replacements(part):
            yield (*parts[:n], replacement, *parts[n + 1 :])


def _neighbours(move: AnyMove) -> list[AnyMove]:
    if type(move) is int:
        return [move - 1, move + 1]
    if type(move) is tuple or hasattr(move, "_make"):
        make = getattr(move, "_make", tuple)  # named tuples are built by _make
        return [make(parts) for parts in one_replaced(move, _neighbours)]
    return []
