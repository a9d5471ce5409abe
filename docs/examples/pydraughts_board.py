"""The laws of a board of pydraughts beside the rules of checkers: a mutable game and its model."""

import draughts  # pydraughts
from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player
from fpgames.games import checkers
from fpgames.games.draughts import Move
from fpgames.rules import with_draws
from fpgames.testing import mutable_laws

RESULTS = {
    draughts.BLACK: Some(Outcome.FIRST_WON),
    draughts.WHITE: Some(Outcome.SECOND_WON),
    0: Some(Outcome.DRAW),
}


def as_move(move: draughts.Move) -> Move:
    start, *_, end = move.steps_move
    return Move(start, end, tuple(sorted(filter(None, move.captures))))


def begin() -> draughts.Board:
    return draughts.Board(variant="english")


def play(game: draughts.Board, move: Move) -> None:
    game.push({as_move(each): each for each in game.legal_moves()}[move])


def moves(game: draughts.Board) -> set[Move]:
    return set() if game.is_over() else set(map(as_move, game.legal_moves()))


def player(game: draughts.Board) -> Player:
    return Player.FIRST if game.turn == draughts.BLACK else Player.SECOND


def outcome(game: draughts.Board) -> Maybe[Outcome]:
    return RESULTS.get(game.winner(), Nothing)


laws = mutable_laws(
    with_draws(checkers.rules),
    begin,
    play=play,
    moves=moves,
    outcome=outcome,
    player=player,
    undo=draughts.Board.pop,
)
