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
    """Plays random moves in a mutable game and in pure rules, and compares what can be seen of both.

    Make a subclass with ``model`` and the methods below (``player`` only if the game says whose turn it is), and hand
    its ``TestCase`` to pytest: ``TestMine = Mine.TestCase``.

    >>> from fpgames.games.tictactoe import rules
    >>> from hypothesis.stateful import run_state_machine_as_test
    >>> class Board:
    ...     def __init__(self):
    ...         self.p = rules.start
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
    >>> run_state_machine_as_test(Mine)

    See also: :func:`fpgames.testing.check_same_game`, for two pure games.
    """

    model: ClassVar[AnyRules]

    def begin(self) -> Any:
        """A new game: ``begin :: IO game``."""
        raise NotImplementedError("begin: answer a new game")

    def play(self, game: Any, move: Any) -> None:
        """Play a move of the rules in the game; an illegal one raises an error: ``play :: game -> m -> IO ()``.

        Args:
            game: what ``begin`` has answered.
            move: the move.
        """
        raise NotImplementedError("play: play a move in the game")

    def moves(self, game: Any) -> Any:
        """The game's legal moves, in any order: ``moves :: game -> IO [m]``.

        Args:
            game: what ``begin`` has answered.
        """
        raise NotImplementedError("moves: answer the game's legal moves")

    def outcome(self, game: Any) -> Maybe[Outcome]:
        """How the game ended, ``Nothing`` while it runs: ``outcome :: game -> IO (Maybe Outcome)``.

        Args:
            game: what ``begin`` has answered.
        """
        raise NotImplementedError("outcome: answer how the game ended")

    def player(self, game: Any) -> Player:
        """Whose turn it is; if the game does not say, the model is believed: ``player :: game -> IO Player``.

        Args:
            game: what ``begin`` has answered.
        """
        return self.model.player(self.line.end)

    @initialize()
    def both_begin(self) -> None:
        """Both games at their start."""
        self.game = self.begin()
        self.line: Line[Any, Any] = Line((), (self.model.start,))
        self.known = known_moves(self.model)

    @precondition(lambda self: self.model.moves(self.line.end))
    @rule(data=st.data())
    def both_play(self, data: st.DataObject) -> None:
        """The same legal move."""
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
        """An illegal move, after which the game is as before."""
        move = data.draw(st.sampled_from(self._illegal()), label="illegal move")
        try:
            self.play(self.game, move)
        except Exception:
            return
        raise Broken(f"after the moves {self.line.moves}, the game accepts {move!r}; {self.model.name} does not")

    @invariant()
    def both_look_the_same(self) -> None:
        """Moves, outcome, and whose turn it is."""
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
