"""Draughts in its variants, by pydraughts, as rules (``pip install pydraughts``).

Source: Ioannis Pantidis, *pydraughts*, https://github.com/AttackingOrDefending/pydraughts.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TypeAlias

from returns.maybe import Maybe, Nothing

from fpgames.interop.library import Library
from fpgames.interop.replay import Move, Played, replay_rules
from fpgames.rules.outcomes import Outcome, Player, outcome_of_score
from fpgames.rules.record import Rules

__all__ = ["pydraughts"]

Board: TypeAlias = Move  # a board as pydraughts has it, which changes
_WHITE = 2
_VARIANTS = (
    "standard", "english", "russian", "brazilian", "italian", "turkish", "frisian", "frysk!", "antidraughts", "breakthrough",
)  # fmt: skip


def pydraughts(variant: str = "standard") -> Rules[Played, str]:
    """Return the rules of a variant of draughts: ``pydraughts :: String -> Rules [String] String``.

    A position is the sequence of moves that led to it, because draws depend on them: by repetition, and by counting
    moves. A move is the squares that a piece visits, by their numbers: ``31-27``, or ``19x28x37`` for captures.

    Args:
        variant: the name of a variant, such as ``"russian"`` or ``"frisian"``.

    Raises:
        ValueError: pydraughts has no such variant.
        ImportError: pydraughts is not installed.

    >>> rules = pydraughts("english")  # doctest: +SKIP
    >>> rules.moves(rules.start)[:3]  # doctest: +SKIP
    ('9-13', '9-14', '10-14')

    See also: :mod:`fpgames.games.draughts`, the library's own draughts.
    """
    draughts = library.load_module("draughts")
    if variant not in _VARIANTS:
        raise ValueError(f"pydraughts has no variant {variant!r:.80}; its variants are {', '.join(_VARIANTS)}")
    rules = replay_rules(
        f"pydraughts:{variant}",
        partial(draughts.Board, variant),
        moves=_moves,
        play=draughts.Board.push,
        player=_player,
        outcome=_outcome,
        show=repr,
        show_move=_show_move,
        copy=draughts.Board.copy,
    )
    return replace(rules, alternates=True)


def games() -> tuple[str, ...]:
    """Return the names of the variants."""
    return _VARIANTS


library = Library(pydraughts, games, requires="fpgames[pydraughts]")
"""The library pydraughts, whose variants the commands play."""


def _moves(board: Board) -> list[Move]:
    return [] if board.is_over() else board.legal_moves()


def _player_of(board: Board, colour: int) -> Player:
    """Return the player of a colour: white begins, but in English draughts black does."""
    return Player.FIRST if (colour == _WHITE) is (board.variant != "english") else Player.SECOND


def _player(board: Board) -> Player:
    return _player_of(board, board.turn)


def _outcome(board: Board) -> Maybe[Outcome]:
    winner = board.winner()
    return Nothing if winner is None else outcome_of_score(_player_of(board, winner) if winner else 0)


def _show_move(move: Move) -> str:
    return ("x" if move.captures else "-").join(map(str, move.steps_move))
