"""A state machine that plays a mutable game beside a pure one, its model."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache, wraps
from typing import Any, ClassVar, NoReturn, TypeAlias

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.stateful import (
    RuleBasedStateMachine,
    TestCaseProperty,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)
from returns.maybe import Maybe

from fpgames.rules.outcomes import Outcome, Player
from fpgames.rules.record import AnyRules, Rules
from fpgames.testing.law import Broken, OutOfTime, Unchecked, shortly, timed, watch
from fpgames.testing.reports.counterexamples import simpler_games, simplest
from fpgames.testing.running.suite import quiet
from fpgames.testing.strategies.games import known_moves
from fpgames.testing.strategies.lines import AnyLine, AnyMove, Line, longer, usual_length
from fpgames.validation import require_at_least

__all__ = ["GameMachine"]

SHORTEN = 5.0  # seconds to leave moves out of the games that show a difference


AnyGame: TypeAlias = Any


class Differs(Broken):
    """The error of a mutable game that differs from its model; its case has all games played.

    Args:
        said: how they differ.
        line: the moves after which they do.
        games: for each game, its moves played and tried, and None where a move is taken back.

    See also: :class:`fpgames.testing.GameMachine`, which raises it.
    """

    def __init__(self, said: str, line: Any, games: list[list[Any]]) -> None:
        super().__init__(said, line)
        self.case = {"games": games}

    def add_note(self, note: str) -> None:
        """Leave a note out: those of Hypothesis list every step, which the message has in one line.

        ``addNote :: Differs -> String -> ()``

        Args:
            note: the note.

        >>> error = Differs("it differs", None, [])
        >>> error.add_note("a long note")
        >>> hasattr(error, "__notes__")
        False
        """


class _TestCases(TestCaseProperty):
    """The ``TestCase`` of a machine: Hypothesis', but bounded in time, and with a report of a few lines."""

    def __get__(self, machine: Any, of: Any = None) -> Any:
        """Return the class of unittest that runs a machine; the same one each time."""
        of = of or type(machine)
        if "_test_case" not in vars(of):
            plain = super().__get__(None, of)

            def run(self: Any) -> None:
                of._run(self.settings)

            of._test_case = type(
                plain.__name__, (plain,), {"__module__": of.__module__, "runTest": wraps(plain.runTest)(run)}
            )
        return of._test_case


class GameMachine(RuleBasedStateMachine):
    """A state machine that plays random moves in a mutable game and in pure rules, and compares the two.

    Write a subclass with ``model``, the pure rules, and the methods ``begin``, ``play``, ``moves`` and ``outcome``.
    ``player`` is for a game that knows whose turn it is, ``undo`` for one that can take moves back. Let pytest find the
    ``TestCase``: ``TestMine = Mine.TestCase``. If the game has other moves than the model, let ``play`` and ``moves``
    translate them.

    The machine compares the legal moves, the outcome, and the player while the game runs, after each move that it plays
    or takes back, and in each new game. It also tries illegal moves, which the game must refuse. What it finds is made
    short, and its last line plays it again.

    - ``refuses = False``: the game does not check moves, so illegal ones are not tried.
    - ``seconds = 60``: the time that the test may take; by default, any. If it is over, :class:`Unchecked` warns.

    >>> from fpgames.games.tictactoe import rules
    >>> class Board:
    ...     def __init__(self):
    ...         self.played = [rules.start]
    ...     def push(self, move):
    ...         self.played.append(rules.play(self.played[-1], move))
    ...
    >>> class Mine(GameMachine):
    ...     model = rules
    ...     def begin(self):
    ...         return Board()
    ...     def play(self, game, move):
    ...         game.push(move)
    ...     def undo(self, game):
    ...         game.played.pop()
    ...     def moves(self, game):
    ...         return rules.moves(game.played[-1])
    ...     def player(self, game):
    ...         return rules.player(game.played[-1])
    ...     def outcome(self, game):
    ...         return rules.outcome(game.played[-1])
    ...
    >>> Mine.check(examples=10)
    >>> Mine.replay([4, 0, None, 8], [0])

    See also: :func:`fpgames.testing.check_same_game`, for two pure games.
    """

    model: ClassVar[AnyRules]
    refuses: ClassVar[bool] = True
    seconds: ClassVar[float | None] = None
    TestCase = _TestCases()

    def __init__(self) -> None:
        super().__init__()
        what: object = getattr(self, "model", "missing")
        if not isinstance(what, Rules):
            raise TypeError(f"{type(self).__name__}.model is {what!r}; expected the rules of the game, a Rules")
        self.games: list[list[Any]] = []  # moves played and tried, and None where a move is taken back
        self.known, self.usual = _prepared(type(self))

    def begin(self) -> AnyGame:
        """Begin a new game and return it: ``begin :: IO game``."""
        raise NotImplementedError("begin: return a new game")

    def play(self, game: AnyGame, move: AnyMove) -> None:
        """Play a move in the game, or raise an error if it is illegal: ``play :: game -> m -> IO ()``.

        Args:
            game: the game that ``begin`` returned.
            move: a move of the model, legal or not.
        """
        raise NotImplementedError("play: play a move in the game")

    def undo(self, game: AnyGame) -> None:
        """Take the last move of the game back: ``undo :: game -> IO ()``. It is tested if a subclass has it.

        Args:
            game: the game that ``begin`` returned.
        """
        raise NotImplementedError("undo: take the last move of the game back")

    def moves(self, game: AnyGame) -> Any:
        """Return the game's legal moves, in any order: ``moves :: game -> IO [m]``.

        Args:
            game: the game that ``begin`` returned.
        """
        raise NotImplementedError("moves: return the game's legal moves")

    def outcome(self, game: AnyGame) -> Maybe[Outcome]:
        """Return how the game ended, ``Nothing`` while it runs: ``outcome :: game -> IO (Maybe Outcome)``.

        Args:
            game: the game that ``begin`` returned.
        """
        raise NotImplementedError("outcome: return how the game ended, Nothing while it runs")

    def player(self, game: AnyGame) -> Player:
        """Return the player to move, by default the one of the model: ``player :: game -> IO Player``.

        Args:
            game: the game that ``begin`` returned.
        """
        return self.model.player(self.line.end)

    @classmethod
    def check(cls, *, examples: int | None = None, seconds: float | None = None) -> None:
        """Run the test, and raise Broken if the game differs from the model: ``check :: IO ()``.

        Args:
            examples: how many examples Hypothesis draws; by default, as its settings say.
            seconds: the time that it may take; by default, as the machine says.

        Raises:
            Broken: the game differs from the model; the message says after which moves and how.
            ValueError: an option is not as described.
        """
        how: settings = cls.TestCase.settings
        if examples is not None:
            require_at_least(1, examples, "draw {} examples")
            how = settings(how, max_examples=examples)
        cls._run(how, seconds)

    @classmethod
    def replay(cls, *games: Iterable[Any]) -> None:
        """Play games again, and raise Broken at the first difference: ``replay :: [[Maybe m]] -> IO ()``.

        The last line of a report is a call of it, so that a test can keep what was found.

        Args:
            games: for each game, one after the other, its moves; None takes a move back, and an illegal move is one that
                the game must refuse.

        Raises:
            Broken: the game differs from the model; the message says after which moves and how.
        """
        machine = cls()
        try:
            for game in games:
                machine._begin()
                for move in game:
                    machine._step(move)
        finally:
            machine.teardown()

    @classmethod
    def _run(cls, how: settings, seconds: float | None = None) -> None:
        """Let Hypothesis look for a difference; make what it finds short, and raise it."""
        seconds = cls.seconds if seconds is None else seconds
        if seconds is not None and not seconds > 0:
            raise ValueError(f"cannot run for {seconds!r} seconds; expected a number greater than 0")
        how = quiet(how, (Phase.shrink, Phase.explain))
        with timed(seconds) as clock:
            try:
                run_state_machine_as_test(cls, settings=how)
            except OutOfTime:
                said = f"{cls.__name__}: no difference in {clock.cases} moves; the time was over before all examples were drawn"
                warnings.warn(said, Unchecked, 3)
                return
            except Flaky as error:
                first, *_ = str(getattr(error, "exceptions", [error])[0]).splitlines()
                said = "the same moves give another result when they are played again; does a new game begin afresh?"
                raise Broken(f"{cls.__name__}: {said}\n    once: {first}") from None
            except Differs as error:
                found: Broken = error
            else:
                return
        found = simplest(simpler_games(_prepared(cls)[0]), lambda games: cls.replay(*games), found, SHORTEN)
        raise Broken(str(found), found.line) from found.__cause__  # without the traceback of the run that found it

    @initialize()
    def both_begin(self) -> None:
        """Begin both games."""
        self._begin()

    @precondition(lambda self: self.line.moves)
    @rule()
    def both_begin_again(self) -> None:
        """Begin both games again; nothing of the last one may be left."""
        self._begin()

    @precondition(lambda self: self.model.moves(self.line.end))
    @rule(data=st.data())
    def both_play(self, data: st.DataObject) -> None:
        """Play the same legal moves in both games."""
        for _ in range(data.draw(st.integers(1, 1 + self.usual // 2))):
            if moves := self.model.moves(self.line.end):
                self._step(data.draw(st.sampled_from(moves)))

    @precondition(lambda self: type(self).undo is not GameMachine.undo and self.line.moves)
    @rule(data=st.data())
    def both_take_back(self, data: st.DataObject) -> None:
        """Take moves back in both games, and perhaps play them again."""
        moves = self.line.moves
        back = data.draw(st.integers(1, len(moves)))
        for _ in range(back):
            self._step(None)
        if data.draw(st.booleans()):
            for move in moves[-back:]:
                self._step(move)

    @precondition(lambda self: self.refuses and self._illegal())
    @rule(data=st.data())
    def both_refuse(self, data: st.DataObject) -> None:
        """Try an illegal move, which the game must refuse, and which must change nothing."""
        self._step(data.draw(st.sampled_from(self._illegal())))

    def _illegal(self) -> list[Any]:
        return [move for move in self.known if move not in self.model.moves(self.line.end)]

    def _begin(self) -> None:
        self.games.append([])
        self.line: AnyLine = Line((), (self.model.start,))
        self.game = self._asked("a new game", self.begin)
        self._compare()

    def _step(self, move: AnyMove) -> None:
        """Take a move back if it is None; play it if it is legal; otherwise try it, as one that must be refused."""
        if watch().is_over():
            raise OutOfTime
        legal = self.model.moves(self.line.end)
        if (move is None and not self.line.moves) or (move is not None and move not in legal and not self.refuses):
            return  # in games out of which moves were left
        watch().cases += 1
        self.games[-1].append(move)
        if move is None:
            self._asked("taking a move back", self.undo, self.game)
            self.line = self.line.beginning(len(self.line.moves) - 1)
        elif move in legal:
            self._asked(f"playing {shortly(move)}, which is legal,", self.play, self.game, move)
            self.line = longer(self.line, move, self.model.play(self.line.end, move))
        elif self._accepts(move):
            self._differ(f"it accepts {shortly(move)}", "that is illegal")
        self._compare()

    def _accepts(self, move: AnyMove) -> bool:
        with suppress(Exception):
            self.play(self.game, move)
            return True
        return False

    def _asked(self, what: str, method: Callable[..., Any], *args: Any) -> Any:
        """Call a method of the subclass; an error that it raises is a difference."""
        try:
            return method(*args)
        except NotImplementedError:
            raise
        except Exception as error:
            self._differ(f"{what} raises {type(error).__name__}: {error}", "that raises nothing", error)

    def _compare(self) -> None:
        """Compare the moves, the outcomes, and, while the game runs, the players to move."""
        end, game = self.line.end, self.game
        expected = self.model.moves(end)
        moves = self._asked("listing its moves", lambda: Counter(self.moves(game)))
        for move in (*expected, *moves):
            if moves[move] != (move in expected):
                times = {0: "not among its moves", 1: "among its moves"}.get(moves[move], "listed more than once")
                said = "legal" if move in expected else "illegal"
                self._differ(f"{shortly(move)} is {times}", f"{shortly(move)} is {said}")
        for what in ("outcome", "player") if expected else ("outcome",):  # at the end, it is the turn of none
            found, known = self._asked(f"its {what}", getattr(self, what), game), getattr(self.model, what)(end)
            if found != known or type(found) is not type(known):
                self._differ(f"the {what} is {shortly(found)}", f"the {what} is {shortly(known)}")

    def _differ(self, game_says: str, rules_say: str, error: Exception | None = None) -> NoReturn:
        name, moves = type(self).__name__, self.line.moves
        said = (
            f"{name} and {self.model.name} differ {f'after the moves {shortly(moves)}' if moves else 'at the start'}",
            f"    {name}: {game_says}",
            f"    {self.model.name}: {rules_say}",
            f"    to play it again: {name}.replay({', '.join(map(repr, self.games))})",
        )
        raise Differs("\n".join(" ".join(each.split("\n")) for each in said), self.line, self.games) from error


@lru_cache(maxsize=16)
def _prepared(machine: type[GameMachine]) -> tuple[list[Any], int]:
    """Return moves to try where they are illegal, and the length of a usual game."""
    return known_moves(machine.model), usual_length(machine.model)
