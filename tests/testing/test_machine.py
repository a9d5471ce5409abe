"""A mutable game beside its model: every planted fault is found, reported in a few lines, and played again."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from hypothesis import Phase
from returns.maybe import Maybe, Nothing

from fpgames import Outcome, Player
from fpgames.games import checkers, connect4, tictactoe
from fpgames.rules import AnyRules
from fpgames.testing import Broken, GameMachine, Options, Unchecked
from fpgames.testing.running.machine import MACHINE, it_plays_as_its_model
from tests.support.laws import again, law_of, pasted, profile

bits = tictactoe.rules


@pytest.fixture(autouse=True)
def _the_same_examples() -> Iterator[None]:
    """As many as users have, made short, the same ones each time."""
    with profile(phases=[*Phase], max_examples=100, derandomize=True, database=None):
        yield


class Board:
    """Mutable tic-tac-toe, with a fault or none."""

    def __init__(self, fault: str = "", rules: AnyRules = bits) -> None:
        self.rules, self.fault = rules, fault
        self.played = [rules.start]
        self.player: Player = rules.player(rules.start)

    def play(self, move: Any) -> None:
        p = self.played[-1]
        if move not in self.rules.moves(p):
            if self.fault == "accepts all":
                return
            if self.fault == "plays before it refuses":
                self.player = self.player.opponent
        if self.fault == "refuses a corner" and move == 0:
            raise ValueError("not there\nnor elsewhere")
        if self.fault == "is slow":
            time.sleep(0.01)
        self.played.append(self.rules.play(p, move))
        self.player = self.rules.player(self.played[-1])

    def undo(self) -> None:
        self.played.pop()
        if self.fault == "takes two back" and len(self.played) > 3:
            self.played.pop()
        if self.fault == "cannot take back the third" and len(self.played) == 3:
            raise IndexError("pop from empty list")
        if self.fault != "keeps the turn when a move is taken back":
            self.player = self.rules.player(self.played[-1])

    def moves(self) -> list[Any]:
        found = [*self.rules.moves(self.played[-1])][::-1]
        if self.fault == "cannot list moves" and len(self.played) > 2:
            raise KeyError("moves")
        return {"forgets a move": found[1:], "lists a move twice": found[:1] + found}.get(self.fault, found)

    def outcome(self) -> Any:
        if self.fault == "says None":
            return self.rules.outcome(self.played[-1]).value_or(None)
        return Nothing if self.fault == "never ends" else self.rules.outcome(self.played[-1])


class Machine(GameMachine):
    model: ClassVar[AnyRules] = bits
    fault: ClassVar[str] = ""
    board: ClassVar[Board | None] = None

    def begin(self) -> Board:
        if self.fault == "keeps the board" and hasattr(self, "game"):
            self.game.player = Player.FIRST
            return self.game  # type: ignore[no-any-return]
        if self.fault == "keeps the board of all":
            type(self).board = self.board or Board()
            return self.board  # type: ignore[return-value]
        return Board(self.fault, self.model)

    def play(self, game: Board, move: Any) -> None:
        game.play(move)

    def undo(self, game: Board) -> None:
        game.undo()

    def moves(self, game: Board) -> list[Any]:
        return game.moves()

    def player(self, game: Board) -> Player:
        return Player.FIRST if game.fault == "keeps the turn" else game.player

    def outcome(self, game: Board) -> Maybe[Outcome]:
        return game.outcome()  # type: ignore[no-any-return]


TestMachine = Machine.TestCase


class Long(Machine):
    """Checkers, whose games are long, and whose moves are records."""

    model = checkers.rules
    seconds = 20
    examples = 3


TestLong = pytest.mark.slow(Long.TestCase)


def faulty(fault: str, **attributes: Any) -> Any:
    """Return a machine of a board with a fault."""
    return type("Faulty", (Machine,), {"fault": fault, **attributes})


FAULTS: list[tuple[str, str, str]] = [
    ("accepts all", r"[-?\d+]", r"Faulty: it accepts -?\d+\n    tictactoe: that is illegal"),
    (
        "refuses a corner",
        "[0]",
        "Faulty: playing 0, which is legal, raises ValueError: not there nor elsewhere\n    tictactoe: that raises nothing",
    ),
    ("keeps the turn", r"[\d]", "Faulty: the player is Player.FIRST\n    tictactoe: the player is Player.SECOND"),
    ("forgets a move", "[]", "Faulty: 8 is not among its moves\n    tictactoe: 8 is legal"),
    ("lists a move twice", "[]", "Faulty: 8 is listed more than once\n    tictactoe: 8 is legal"),
    ("never ends", r"[\d, \d, \d, \d, \d]", r"Faulty: the outcome is Nothing\n    tictactoe: the outcome is Some\("),
    ("says None", "[]", "Faulty: the outcome is None\n    tictactoe: the outcome is Nothing"),
    ("cannot list moves", r"[\d, \d]", "Faulty: listing its moves raises KeyError: 'moves'\n    tictactoe: that raises nothing"),
    (
        "keeps the turn when a move is taken back",
        r"[\d, None]",
        "Faulty: the player is Player.SECOND\n    tictactoe: the player is Player.FIRST",
    ),
    ("takes two back", r"[\d, \d, \d, \d, None]", r"Faulty: \d is among its moves\n    tictactoe: \d is illegal"),
    (
        "cannot take back the third",
        r"[\d, \d, \d, None]",
        "Faulty: taking a move back raises IndexError: pop from empty list\n    tictactoe: that raises nothing",
    ),
    ("keeps the board", r"[\d], []", r"Faulty: \d is not among its moves\n    tictactoe: \d is legal"),
    ("plays before it refuses", r"[-?\d+]", "Faulty: the player is Player.SECOND\n    tictactoe: the player is Player.FIRST"),
]  # fmt: skip


class TestBites:
    def test_faults_are_found_and_played_again(self) -> None:
        for fault, games, said in FAULTS:
            broken = faulty(fault)
            with pytest.raises(Broken) as caught:
                broken.TestCase().runTest()
            report = str(caught.value)
            assert len(report.splitlines()) <= 11, fault
            assert re.search(said, report), (fault, report)
            replayed = re.escape(games) if "\\" not in games else games.replace("[", r"\[").replace("]", r"\]")
            [see] = again(report)
            assert re.fullmatch(
                rf"to see it again, with your `Faulty`: print\(f\"{{Faulty.replay\({replayed}\) = }}\"\)", see
            ), (
                fault,
                report,
            )
            with pytest.raises(Broken) as found:
                pasted(see, Faulty=broken)
            assert report.startswith(str(found.value)), fault

    def test_what_was_raised_is_kept(self) -> None:
        with pytest.raises(Broken) as caught:
            faulty("refuses a corner").check()
        assert isinstance(caught.value.__cause__, ValueError)
        assert caught.value.line.moves == ()

    @pytest.mark.slow
    def test_a_long_game_is_reported_in_few_lines(self) -> None:
        """Also if there is no time to make it short."""
        broken = faulty("never ends", model=checkers.rules, undo=GameMachine.undo, refuses=False)
        with pytest.raises(Broken) as caught:
            law_of(MACHINE.laws(broken, "it"), it_plays_as_its_model.__name__).test(Options(shorten=0.0))
        lines = str(caught.value).splitlines()
        assert len(lines) == 4 + len(checkers.rules.show(checkers.rules.start).splitlines())
        assert len(caught.value.line.moves) > 20
        assert max(map(len, lines[:-1])) < 400

    def test_a_board_of_all_games_is_found(self) -> None:
        """What is left of the last example of Hypothesis."""
        with pytest.raises(Broken, match="differ"):
            faulty("keeps the board of all").check()

    def test_what_is_not_repeated_is_said_to_be_so(self) -> None:
        calls: list[int] = []

        def outcome(self: Any, game: Board) -> Any:
            calls.append(0)
            return Maybe.from_value(Outcome.DRAW) if len(calls) == 20 else game.outcome()

        with pytest.raises(Broken) as caught:
            faulty("", outcome=outcome).check()
        assert str(caught.value).startswith("Faulty and tictactoe differ ")
        assert str(caught.value).endswith("did not fail again: something depends on chance or on memory")


class TestWhatIsOptional:
    def test_it_is_not_looked_at(self) -> None:
        """No move is taken back without ``undo``; a game need not check moves, nor know whose turn it is."""
        faulty("keeps the turn when a move is taken back", undo=GameMachine.undo).check(examples=5)
        faulty("accepts all", refuses=False).check(examples=5)
        faulty("plays before it refuses", refuses=False).check(examples=5)
        faulty("keeps the turn", player=GameMachine.player).check(examples=5)

    def test_the_player_at_the_end_is_not_bound(self) -> None:
        def player(self: Any, game: Board) -> Player:
            return game.player if bits.moves(game.played[-1]) else Player.FIRST

        faulty("", player=player).check(examples=5)


class TestTime:
    @pytest.mark.slow
    def test_a_slow_game_is_stopped(self) -> None:
        began = time.monotonic()
        with pytest.warns(
            Unchecked, match=r"Faulty: no difference in \d+ moves; the time was over before all examples"
        ):
            faulty("is slow", seconds=0.5).TestCase().runTest()
        assert time.monotonic() - began < 10

    def test_an_option_is_stronger(self) -> None:
        with pytest.warns(Unchecked):
            faulty("is slow", seconds=1000).check(seconds=0.1)

    def test_there_is_no_warning_in_time(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            faulty("").check(examples=2, seconds=100)


class TestReach:
    def test_games_end_and_long_ones_are_played(self) -> None:
        lengths: list[int] = []
        ends: list[int] = []

        class Reach(Machine):
            model = connect4.rules

            def outcome(self, game: Board) -> Any:
                lengths.append(len(game.played))
                ends.append(not self.model.moves(game.played[-1]))
                return super().outcome(game)

        Reach.check(examples=5)
        assert max(lengths) > 20
        assert sum(ends) > 15


class TestMisuse:
    def test_what_is_missing_is_said(self) -> None:
        class Unfinished(GameMachine):
            model = bits

        with pytest.raises(
            TypeError, match=r"Can't instantiate abstract class Unfinished .*begin.*moves.*outcome.*play"
        ):
            Unfinished.check()
        with pytest.raises(NotImplementedError, match="undo: take the last move of the game back"):
            GameMachine.undo(Machine(), None)

    def test_a_machine_has_a_model(self) -> None:
        methods = ("begin", "play", "moves", "outcome")
        Bare: Any = type("Bare", (GameMachine,), {name: getattr(Machine, name) for name in methods})
        with pytest.raises(TypeError, match=r"Bare.model is 'missing'; expected the rules of the game, a Rules"):
            Bare.check()
        Bare.model = 3

        with pytest.raises(TypeError, match=r"Bare.model is 3; expected the rules of the game, a Rules"):
            Bare.check()

    def test_options_are_checked(self) -> None:
        with pytest.raises(ValueError, match="cannot draw 0 examples; expected at least 1"):
            Machine.check(examples=0)
        with pytest.raises(ValueError, match="cannot run laws for 0 seconds; expected a number greater than 0"):
            Machine.check(seconds=0)

    def test_what_cannot_be_played_again_is_left_out(self) -> None:
        """Nothing is taken back at the start; without ``refuses``, illegal moves are not tried."""
        faulty("accepts all", refuses=False).replay([None, 4, 4, None, 4], [])
        with pytest.raises(Broken, match="it accepts 4"):
            faulty("accepts all").replay([4, 4])

    def test_the_game_is_torn_down(self) -> None:
        ended: list[int] = []
        faulty("", teardown=lambda self: ended.append(1)).replay([4])
        assert ended == [1]
