"""A state machine that plays a mutable game beside a pure one, its model."""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from returns.maybe import Maybe

from fpgames.rules import AnyRules, Outcome, Player
from fpgames.testing.game_strategies import Line, known_moves
from fpgames.testing.suite import Broken

__all__ = ["GameMachine"]


class GameMachine(RuleBasedStateMachine):
    """A state machine that plays random moves in a mutable game and in pure rules, and compares the two.

    Write a subclass with ``model``, the pure rules, and the methods below (``player`` only if the game knows whose turn
    it is), and let pytest find its ``TestCase``: ``TestMine = Mine.TestCase``.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis.stateful import run_state_machine_as_test
    >>> class Board:
    ...     def __init__(self):
    ...         self.p = rules.start
    ...
    >>> class Mine(GameMachine):
    ...     model = rules
    ...     def begin(self):
    ...         return Board()
    ...     def play(self, game, move):
    ...         game.p = rules.play(game.p, move)
    ...     def moves(self, game):
    ...         return rules.moves(game.p)
    ...     def outcome(self, game):
    ...         return rules.outcome(game.p)
    ...     def player(self, game):
    ...         return rules.player(game.p)
    ...
    >>> run_state_machine_as_test(Mine)

    See also: :func:`fpgames.testing.check_same_game`, for two pure games.
    """

    model: ClassVar[AnyRules]

    def begin(self) -> Any:
        """Begin a new game and return it: ``begin :: IO game``."""
        raise NotImplementedError("begin: return a new game")

    def play(self, game: Any, move: Any) -> None:
        """Play a move in the game, or raise an error if it is illegal: ``play :: game -> m -> IO ()``.

        Args:
            game: the game that ``begin`` returned.
            move: a move of the model, legal or not.
        """
        raise NotImplementedError("play: play a move in the game")

    def moves(self, game: Any) -> Any:
        """Return the game's legal moves, in any order: ``moves :: game -> IO [m]``.

        Args:
            game: the game that ``begin`` returned.
        """
        raise NotImplementedError("moves: return the game's legal moves")

    def outcome(self, game: Any) -> Maybe[Outcome]:
        """Return how the game ended, ``Nothing`` while it runs: ``outcome :: game -> IO (Maybe Outcome)``.

        Args:
            game: the game that ``begin`` returned.
        """
        raise NotImplementedError("outcome: return how the game ended, Nothing while it runs")

    def player(self, game: Any) -> Player:
        """Return the player to move, by default the one of the model: ``player :: game -> IO Player``.

        Args:
            game: the game that ``begin`` returned.
        """
        return self.model.player(self.line.end)

    @initialize()
    def both_begin(self) -> None:
        """Begin both games."""
        self.game = self.begin()
        self.line: Line[Any, Any] = Line((), (self.model.start,))
        self.known = known_moves(self.model)

    @precondition(lambda self: self.model.moves(self.line.end))
    @rule(data=st.data())
    def both_play(self, data: st.DataObject) -> None:
        """Play the same legal move in both games."""
        move = data.draw(st.sampled_from(self.model.moves(self.line.end)), label="move")
        try:
            self.play(self.game, move)
        except Exception as error:
            said = f"the game refuses {move!r} ({type(error).__name__}: {error}); {self.model.name} does not"
            raise Broken(f"after the moves {self.line.moves}, {said}") from error
        self.line = Line((*self.line.moves, move), (*self.line.positions, self.model.play(self.line.end, move)))

    def _illegal(self) -> list[Any]:
        return [move for move in self.known if move not in self.model.moves(self.line.end)]

    @precondition(lambda self: self._illegal())
    @rule(data=st.data())
    def both_refuse(self, data: st.DataObject) -> None:
        """Try an illegal move, which the game must refuse."""
        move = data.draw(st.sampled_from(self._illegal()), label="illegal move")
        try:
            self.play(self.game, move)
        except Exception:
            return
        raise Broken(f"after the moves {self.line.moves}, the game accepts {move!r}; {self.model.name} does not")

    @invariant()
    def both_look_the_same(self) -> None:
        """Compare the moves, the outcomes, and the players to move."""
        end = self.line.end
        if self.player(self.game) is not self.model.player(end):
            said = f"it is the turn of {self.player(self.game)!r}; expected {self.model.player(end)!r}"
            raise Broken(f"after the moves {self.line.moves}, {said}")
        moves, outcome = list(self.moves(self.game)), self.outcome(self.game)
        if set(moves) != set(self.model.moves(end)) or len(moves) != len(self.model.moves(end)):
            raise Broken(
                f"after the moves {self.line.moves}, the game's moves are {moves}; expected {self.model.moves(end)}"
            )
        if outcome != self.model.outcome(end):
            raise Broken(
                f"after the moves {self.line.moves}, the game's outcome is {outcome}; expected {self.model.outcome(end)}"
            )
