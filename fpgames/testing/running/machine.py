"""A machine that plays a mutable game beside a pure one, its model."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import takewhile
from operator import ne
from random import Random
from typing import Any, ClassVar, NoReturn, TypeAlias
from unittest import TestCase

from returns.maybe import Maybe
from returns.pipeline import is_successful
from returns.result import safe

from fpgames.rules import AnyRules, Outcome, Player, Rules
from fpgames.testing.law import Broken, OutOfTime, Unchecked, shortly, watch
from fpgames.testing.reports.counterexamples import fewer_or_simpler
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import known_moves
from fpgames.testing.strategies.lines import AnyLine, AnyMove, Line, longer, usual_length
from fpgames.testing.strategies.random_samples import seeds

__all__ = ["GameMachine"]

STEPS = 50  # of one example: runs of moves, moves taken back, illegal moves, new games

AnyGame: TypeAlias = Any

Games: TypeAlias = Sequence[Sequence[Any]]
"""For each game, its moves played and tried, and None where a move is taken back."""


class GameMachine(ABC):
    """A machine that plays random moves in a mutable game and in pure rules, and compares the two.

    Write a subclass with ``model``, the pure rules, and the methods ``begin``, ``play``, ``moves`` and ``outcome``.
    ``player`` is for a game that knows whose turn it is, ``undo`` for one that can take moves back. Let pytest find the
    ``TestCase``: ``TestMine = Mine.TestCase``. If the game has other moves than the model, let ``play`` and ``moves``
    translate them.

    The machine compares the legal moves, the outcome, and the player while the game runs, after each move that it plays
    or takes back, and in each new game. It also tries illegal moves, which the game must refuse. What it finds is made
    short, and the end of a report plays it again.

    - ``refuses = False``: the game does not check moves, so illegal ones are not tried.
    - ``seconds = 60``: the time that the test may take; by default, any. If it is over, :class:`Unchecked` warns.
    - ``examples = 20``: how often games are drawn; by default, as Hypothesis' settings say.

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
    examples: ClassVar[int | None] = None
    TestCase: ClassVar[type[TestCase]]

    def __init_subclass__(cls) -> None:
        run: Callable[[TestCase], None] = lambda _: cls.check()  # noqa: E731
        cls.TestCase = type(cls.__name__, (TestCase,), {"__module__": cls.__module__, "runTest": run})

    def __init__(self) -> None:
        what: object = getattr(self, "model", "missing")
        if not isinstance(what, Rules):
            raise TypeError(f"{type(self).__name__}.model is {what!r}; expected the rules of the game, a Rules")
        self.games: list[list[Any]] = []

    @abstractmethod
    def begin(self) -> AnyGame:
        """Begin a new game and return it: ``begin :: IO game``."""

    @abstractmethod
    def play(self, game: AnyGame, move: AnyMove) -> None:
        """Play a move in the game, or raise an error if it is illegal: ``play :: game -> m -> IO ()``.

        Args:
            game: the game that ``begin`` returned.
            move: a move of the model, legal or not.
        """

    def undo(self, game: AnyGame) -> None:
        """Take the last move of the game back: ``undo :: game -> IO ()``. It is tested if a subclass has it.

        Args:
            game: the game that ``begin`` returned.
        """
        raise NotImplementedError("undo: take the last move of the game back")

    @abstractmethod
    def moves(self, game: AnyGame) -> Any:
        """Return the game's legal moves, in any order: ``moves :: game -> IO [m]``.

        Args:
            game: the game that ``begin`` returned.
        """

    @abstractmethod
    def outcome(self, game: AnyGame) -> Maybe[Outcome]:
        """Return how the game ended, ``Nothing`` while it runs: ``outcome :: game -> IO (Maybe Outcome)``.

        Args:
            game: the game that ``begin`` returned.
        """

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
            examples: how often games are drawn; by default, as the machine says.
            seconds: the time that it may take; by default, as the machine says.

        Raises:
            Broken: the game differs from the model; the message says after which moves and how.
            ValueError: an option is not as described.
        """
        cls()  # is whole
        seconds = cls.seconds if seconds is None else seconds
        [law] = MACHINE.laws(
            cls, cls.__name__, examples=cls.examples if examples is None else examples, seconds=seconds
        )
        seen = law.test(law.how)
        if seen.missed:
            said = "the time was over before all examples were drawn"
            warnings.warn(f"{cls.__name__}: no difference in {seen.cases} moves; {said}", Unchecked, 2)

    @classmethod
    def replay(cls, *games: Iterable[Any]) -> None:
        """Play games again, and raise Broken at the first difference: ``replay :: [[Maybe m]] -> IO ()``.

        The end of a report is a call of it, so that a test can keep what was found.

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

    def teardown(self) -> None:  # noqa: B027
        """End what the games need, such as another program: ``teardown :: IO ()``. By default, nothing is done."""
        ...

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
        elif is_successful(safe(self.play)(self.game, move)):
            self._differ(f"it accepts {shortly(move)}", "that is illegal")
        self._compare()

    def _asked(self, what: str, method: Callable[..., Any], *args: Any) -> Any:
        """Call a method of the subclass; an error that it raises is a difference."""
        try:
            return method(*args)
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
        )
        see = f"{name}.replay({', '.join(map(repr, self.games))})"
        found = Broken("\n".join(" ".join(each.split("\n")) for each in said), self.line, see=see)
        found.case = {"games": self.games}
        raise found from error


@lru_cache(maxsize=16)
def _prepared(machine: type[GameMachine]) -> tuple[list[Any], int]:
    """Return moves to try where they are illegal, and the length of a usual game."""
    return known_moves(machine.model), usual_length(machine.model)


def _some_games(machine: type[GameMachine], seed: int) -> Games:
    """Return games of the model: runs of moves, moves taken back and perhaps played again, and illegal moves."""
    rng, model = Random(seed), machine.model
    known, usual = _prepared(machine)
    games: list[list[Any]] = [[]]
    line = begun = Line[Any, Any]((), (model.start,))

    def play(moves: Iterable[Any]) -> None:
        nonlocal line
        for move in moves:
            games[-1].append(move)
            line = longer(line, move, model.play(line.end, move))

    for _ in range(STEPS):
        step = rng.choice(("begin", "play", "undo", "refuse"))
        if step == "begin" and line.moves:
            games.append([])
            line = begun
        elif step == "play":
            for _ in range(rng.randint(1, 1 + usual // 2)):
                play(rng.sample(model.moves(line.end), 1) if model.moves(line.end) else ())
        elif step == "undo" and line.moves and machine.undo is not GameMachine.undo:
            back = line.moves[rng.randrange(len(line.moves)) :]
            games[-1] += [None] * len(back)
            line = line.beginning(len(line.moves) - len(back))
            play(back if rng.random() < 0.5 else ())
        elif step == "refuse" and machine.refuses:
            illegal = [move for move in known if move not in model.moves(line.end)]
            games[-1] += rng.sample(illegal, min(1, len(illegal)))
    return games


def _simpler_games(machine: type[GameMachine], games: Games) -> Iterator[Games]:
    """Yield fewer games, games with fewer steps, and games with moves that come before others."""
    known, _ = _prepared(machine)

    def before(step: Any) -> Iterable[Any]:
        return () if step is None else takewhile(partial(ne, step), known)

    return fewer_or_simpler(games, lambda game: fewer_or_simpler(game, before))


MACHINE: Suite[type[GameMachine]] = Suite(simpler=_simpler_games, names=lambda machine: {machine.__name__: machine})


@MACHINE.law(games=lambda machine: seeds().map(partial(_some_games, machine)))
def it_plays_as_its_model(machine: type[GameMachine], games: Games) -> None:
    """The game has the same moves, outcomes and players as its model, after every step of some games."""
    machine.replay(*games)
