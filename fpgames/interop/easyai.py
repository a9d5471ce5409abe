"""Games of easyAI as rules (``pip install easyAI``): its examples, and games that are written for it.

Source: Zulko, *easyAI*, https://github.com/Zulko/easyAI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from functools import cache, partial
from io import StringIO
from threading import Lock
from typing import TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.interop.library import Library
from fpgames.interop.replay import Move, Played, one_word, replay_rules
from fpgames.rules.outcomes import Outcome, Player, outcome_of_score
from fpgames.rules.record import Rules

__all__ = ["easyai"]

TwoPlayerGame: TypeAlias = Move  # easyAI has no types
_PRINTING = Lock()


def easyai(
    game: str | Callable[..., TwoPlayerGame], scoring: Callable[[TwoPlayerGame], float] | None = None
) -> Rules[Played, str]:
    """Return the rules of a game of easyAI: ``easyai :: String -> Rules [String] String``.

    A position is the sequence of moves that led to it, so no two lines of play lead to equal positions. A move is the
    text of easyAI's move, as one word: ``A1-B1`` for ``"A1 B1"``.

    easyAI's games have no outcome. Where a game is over, the player to move has won if ``scoring`` is positive, and lost
    if it is negative. Pass ``scoring`` if the game has none, or has one that is not 0 in a drawn game.

    Args:
        game: the name of an example of easyAI, such as ``"ConnectFour"``; or a class of games, or a function, which
            takes a list of two players.
        scoring: takes a game that is over, and returns a number for its current player; by default the game's own.

    Raises:
        ValueError: easyAI has no such example, or the game has no scoring.
        ImportError: easyAI is not installed, or its examples need another package.

    >>> rules = easyai("Nim")  # doctest: +SKIP
    >>> rules.play(rules.start, "1,5")  # doctest: +SKIP
    ('1,5',)

    See also: :func:`fpgames.interop.replay.replay_rules`, for other games that change.
    """
    make = _example(game) if isinstance(game, str) else game
    name: str = getattr(getattr(make, "func", make), "__name__", "game")  # of a partial, its function's
    if isinstance(game, str) and scoring is None:
        scoring = _EXAMPLE_SCORING.get(game)
    if scoring is None and not hasattr(_begin(make), "scoring"):
        raise ValueError(f"the game {name} has no scoring; pass scoring=, which takes a game that is over")
    return replay_rules(
        f"easyai:{name}",
        partial(_begin, make),
        moves=_moves,
        play=_play,
        player=_player,
        outcome=partial(_outcome, scoring or _own_scoring),
        show=_show,
    )


def games() -> list[str]:
    """Return the names of the examples of easyAI."""
    return sorted(_examples())


def reproduce(name: str, moves: Played) -> list[str]:
    """Return statements that play the moves by easyAI alone, and print the position."""
    game, played = _begin(_example(name)), list[Move]()
    for word in moves:
        played += [move for move in game.possible_moves() if one_word(move) == word][:1]
        game.play_move(played[-1])
    return [
        f"from {type(game).__module__} import {name}; from easyAI import Human_Player",
        f"game = {name}([Human_Player(), Human_Player()])",
        f"for move in {played}: game.play_move(move)",
        "game.show(); print(game.current_player, game.possible_moves(), game.is_over())",
    ]


library = Library(easyai, games, reproduce, requires="fpgames[easyai]")
"""The library easyAI, whose examples the commands play."""


@cache
def _examples() -> dict[str, Callable[..., TwoPlayerGame]]:
    """Return the examples of easyAI by their names."""
    for module in ("Awele", "Chopsticks", "Hexapawn", "Reversi"):
        library.load_module(f"easyAI.games.{module}")
    classes = library.load_module("easyAI").TwoPlayerGame.__subclasses__()
    classes = [each for each in classes if each.__module__.startswith("easyAI.games.")]
    return {each.__name__: each for each in classes}


def _example(name: str) -> Callable[..., TwoPlayerGame]:
    if name not in _examples():
        raise ValueError(f"easyAI has no example {name!r:.80}; its examples are {', '.join(games())}")
    return _examples()[name]


def _begin(make: Callable[..., TwoPlayerGame]) -> TwoPlayerGame:
    from easyAI import Human_Player  # pyright: ignore[reportMissingImports]

    return make([Human_Player(), Human_Player()])


def _moves(game: TwoPlayerGame) -> Iterable[Move]:
    return () if game.is_over() else game.possible_moves()


def _play(game: TwoPlayerGame, move: Move) -> None:
    game.play_move(move)


def _player(game: TwoPlayerGame) -> Player:
    return Player.FIRST if game.current_player == 1 else Player.SECOND


def _outcome(scoring: Callable[[TwoPlayerGame], float], game: TwoPlayerGame) -> Maybe[Outcome]:
    if not game.is_over():
        return Nothing
    score = float(scoring(game)) * _player(game)  # scoring may return a number of numpy
    return outcome_of_score((score > 0) - (score < 0))


def _show(game: TwoPlayerGame) -> str:
    with _PRINTING, redirect_stdout(StringIO()) as printed:  # the games print their boards
        getattr(game, "show", str)()
    return printed.getvalue()


def _own_scoring(game: TwoPlayerGame) -> float:
    score: float = game.scoring()
    return score


def _loss(game: TwoPlayerGame) -> float:
    return -1 if game.lose() else 0


def _seeds(game: TwoPlayerGame) -> float:
    score: float = game.player.score - game.opponent.score
    return score


def _discs(game: TwoPlayerGame) -> float:
    """Return the margin in discs, because Reversi's own scoring looks at the border."""
    return sum(1 if cell == game.current_player else -1 for cell in game.board.flat if cell)


_EXAMPLE_SCORING = {"Awele": _seeds, "AweleTactical": _seeds, "Hexapawn": _loss, "Reversi": _discs}
