"""Moves of saved games, which the bots of a match play again: a bot that moves otherwise has changed since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any, NamedTuple

from toolz import interleave

from fpgames.cli.clock import as_recorded, has_clock
from fpgames.play.match import COLUMNS, GameRecord, chance_and_searched, sides, unfold_game
from fpgames.play.openings import begin_game
from fpgames.play.playing import AnyBot
from fpgames.play.stateful import BotWithState, action_of
from fpgames.rand.actions import choice, shuffle
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.outcomes import CHANCE, Player
from fpgames.rules.record import AnyRules, mover

SECONDS = 1.0  # in which bots play saved moves again; or a tenth of the time that they took, up to 10 times this
LEAST_MOVES = 2  # that they play again, whatever time it takes

_Players = Sequence[tuple[str, AnyBot]]


class _Turn(NamedTuple):
    """A move of a bot in a saved game: its number from 1, the position before it, and the player's moves before it."""

    number: int
    position: Any
    move: object
    player: Player
    earlier: int


def repeat_moves(rules: AnyRules, players: _Players, games: Sequence[GameRecord], longest: int | None, gen: Gen) -> int:
    """Have bots play saved moves again for some seconds, drawn at random; return how many.

    In turn, each bot plays a move of some game from the position before it, and all play one move more of a game from its
    beginning. A bot that draws random numbers, or has a state of its own, only does the latter.

    Raises:
        ValueError: a move differs, or what the record of a game says of its bots.
    """
    tenth = sum(game.seconds for game in games) / 10
    end, n = perf_counter() + min(max(SECONDS, tenth), 10 * SECONDS), 0
    mixed = shuffle(games).eval(gen)
    streams = [_single_moves(rules, players, name, mixed, gen) for name in dict.fromkeys(name for name, _ in players)]
    for seconds in interleave([*streams, _whole_games(rules, players, mixed, longest)]):
        n += 1
        if n >= LEAST_MOVES and perf_counter() + seconds > end:
            break
    return n


def _single_moves(
    rules: AnyRules, players: _Players, name: str, games: Sequence[GameRecord], gen: Gen
) -> Iterator[float]:
    """Repeat a move of a bot in each of its games, while it needs only the position; yield the mean time of a move."""
    if any(isinstance(bot, BotWithState) and not has_clock(bot) for other, bot in players if other == name):
        return
    if name.startswith("mcts:"):  # with another generator, its search may end before the number of simulations saved
        return
    for game in games:
        names = {Player.FIRST: game.first, Player.SECOND: game.second}
        own = [turn for turn in _turns(rules, game) if names[turn.player] == name]
        if not own:
            continue
        turn, gen = choice(own).run(gen)
        first, second = sides(as_recorded(players, game, turn.earlier), game.number)
        _, bot = first if turn.player is Player.FIRST else second
        with _naming(game):
            move, after = action_of(bot, turn.position).run(gen)
            if after != gen:
                return
            _require_same(rules, turn.position, f"{turn.number}, by {name},", turn.move, move)
        yield game.seconds / game.length


def _turns(rules: AnyRules, game: GameRecord) -> Iterator[_Turn]:
    """Yield the moves of a saved game after its opening, but for those of chance."""
    (p, begun), _ = begin_game(rules, game.opening).run(SplitMix.from_seed(game.seed))
    played = Counter[Player]()
    for number, move in enumerate(map(rules.read_move, game.moves.split()), 1):
        player = mover(rules, p)
        if number > len(begun) and player is not CHANCE:
            yield _Turn(number, p, move, player, played[player])
            played[player] += 1
        p = rules.play(p, move)


def _whole_games(
    rules: AnyRules, players: _Players, games: Sequence[GameRecord], longest: int | None
) -> Iterator[float]:
    """Repeat games from their beginning; yield the mean time of a move after each move of a bot."""
    for game in games:
        (_, first), (_, second) = sides(as_recorded(players, game), game.number)
        with _naming(game):
            begun, gen, played = unfold_game(rules, first, second, game.seed, game.opening, longest)
            state: tuple[object, ...] = (gen,)
            saved, drawn = game.moves.split(), [*map(rules.show_move, begun)]
            if saved[: len(begun)] != drawn:
                raise ValueError(
                    f"it begins with {' '.join(saved[: len(begun)])!r:.80}; its seed, with {' '.join(drawn)!r:.80}"
                )
            for number, text in enumerate(saved[len(begun) :], len(begun) + 1):
                p, move, state = next(played)
                turn = mover(rules, p)
                name = "chance" if turn is CHANCE else game.first if turn is Player.FIRST else game.second
                _require_same(rules, p, f"{number}, by {name},", rules.read_move(text), move)
                if turn is not CHANCE:
                    yield game.seconds / game.length
            chance, searched = chance_and_searched(gen, state)
            again = game._replace(chance=chance, searched=searched)
            for name, before, now in zip(COLUMNS, game.row(), again.row(), strict=True):
                if before != now:
                    raise ValueError(f"its {name} is {before!r:.80}; played again, it is {now!r:.80}")


@contextmanager
def _naming(game: GameRecord) -> Iterator[None]:
    """Begin the message of an error by the number of a game."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"game {game.number}: {error}") from None


def _require_same(rules: AnyRules, p: object, which: str, saved: object, move: object) -> None:
    """Raise ValueError unless a saved move and the move played again are the same, as text, and legal."""
    rules.play(p, move)
    before, now = map(rules.show_move, (saved, move))
    if before != now:
        raise ValueError(
            f"its move {which} is {before!r:.80}; played again, it is {now!r:.80}; a bot has changed since, or does not"
            " repeat its moves, as with a clock of its own"
        )
