"""A mutable game against its model: every planted fault is found, reported briefly, and reproduced."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import pytest
from hypothesis import Phase
from returns.maybe import Maybe, Nothing, Some
from returns.result import Failure, safe
from toolz import identity

from fpgames import Outcome, Player
from fpgames.games import checkers, dots_and_boxes, tictactoe
from fpgames.rules import AnyRules, whose_turn
from fpgames.testing import Counterexample, IncompleteCheck, Law, LawsBroken, Options, as_tests, check, mutable_laws
from fpgames.testing.law import one_line_error
from tests.support.laws import (
    law_named,
    profile,
    raise_zero_division,
    reproduction_lines,
    run_reproduction,
    undefined_names,
)

bits = tictactoe.rules


@pytest.fixture(autouse=True)
def _the_same_examples() -> Iterator[None]:
    """As many as users have, made short, the same ones each time."""
    with profile(phases=[*Phase], max_examples=100, derandomize=True, database=None):
        yield


class Board:
    def __init__(self, fault: str = "", rules: AnyRules = bits) -> None:
        self.rules, self.fault = rules, fault
        self.played = [rules.start]
        self.turn: Player = whose_turn(rules, rules.start)

    def play(self, move: Any) -> None:
        p = self.played[-1]
        if move not in self.rules.moves(p):
            if self.fault == "accepts all":
                return
            if self.fault == "plays before it refuses":
                self.turn = self.turn.opponent
        if self.fault == "refuses a corner" and move == 0:
            raise ValueError("not there\nnor elsewhere")
        self.played.append(self.rules.play(p, move))
        self.turn = whose_turn(self.rules, self.played[-1])

    def undo(self) -> None:
        self.played.pop()
        if self.fault == "takes two back" and len(self.played) > 3:
            self.played.pop()
        if self.fault == "cannot take back the third" and len(self.played) == 3:
            raise IndexError("pop from empty list")
        if self.fault != "keeps the turn when a move is taken back":
            self.turn = whose_turn(self.rules, self.played[-1])

    def moves(self) -> list[Any]:
        found = [*self.rules.moves(self.played[-1])][::-1]
        if self.fault == "cannot list moves" and len(self.played) > 2:
            raise KeyError("moves")
        return {"forgets a move": found[1:], "lists a move twice": found[:1] + found}.get(self.fault, found)

    def player(self) -> Player:
        return Player.FIRST if self.fault == "keeps the turn" else self.turn

    def outcome(self) -> Any:
        if self.fault == "says None":
            return self.rules.outcome(self.played[-1]).value_or(None)
        return Nothing if self.fault == "never ends" else self.rules.outcome(self.played[-1])


FUNCTIONS: dict[str, Any] = {name: getattr(Board, name) for name in ("play", "undo", "moves", "player", "outcome")}


def laws_of(fault: str, rules: AnyRules = bits, begin: Callable[[], Any] | None = None, **other: Any) -> list[Law]:
    return mutable_laws(rules, begin or partial(Board, fault, rules), **{**FUNCTIONS, **other})


def report_of(laws: list[Law]) -> str:
    with pytest.raises(LawsBroken) as caught:
        check("board", laws)
    return str(caught.value)


test_board = as_tests(mutable_laws(bits, Board, play=Board.play, moves=Board.moves, outcome=Board.outcome), examples=20)


@pytest.mark.slow
def test_long_games_whose_moves_are_records() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IncompleteCheck)
        check("checkers", laws_of("", checkers.rules), examples=3, seconds=20)


class OneBoard(Board):
    """All games share one board, which a new game clears; replaying a game hides it."""

    shared: ClassVar[list[Any]] = []

    def __init__(self) -> None:
        super().__init__()
        self.shared[:] = self.played
        self.played = self.shared


class OneTurn(Board):
    """All games share the turn."""

    now: ClassVar[Player]

    def __init__(self) -> None:
        super().__init__()
        OneTurn.now = self.turn

    def play(self, move: Any) -> None:
        super().play(move)
        OneTurn.now = self.turn

    def undo(self) -> None:
        super().undo()
        OneTurn.now = self.turn

    def player(self) -> Player:
        return OneTurn.now


@pytest.mark.parametrize("board", [OneBoard, OneTurn])
def test_games_that_share_something_are_found(board: Any) -> None:
    functions = {name: getattr(board, name) for name in FUNCTIONS}
    for seed in (1, 2, 3):
        [law, *_] = mutable_laws(bits, board, **functions)
        with pytest.raises(Counterexample, match=r"play\(game, \d\), other = begin\(\), "):
            law.test(Options(seed=seed))


BEGUN = "game = begin(); "

FAULTS: list[tuple[str, str, str]] = [
    ("accepts all", r"play\(game, -?\d+\), rules.moves\(p\)", r"play\(game, -?\d+\) raises no error, but the move is illegal"),
    ("refuses a corner", r"play\(game, 0\), rules.moves\(p\)",
     "after game = begin\\(\\), play\\(game, 0\\) raises ValueError: not there\n    nor elsewhere"),
    ("keeps the turn", r"play\(game, \d\); player\(game\), rules.player\(p\)",
     r"begin\(\), play\(game, \d\), player\(game\) is Player.FIRST; expected Player.SECOND"),
    ("forgets a move", r"moves\(game\), rules.moves\(p\)", r"after game = begin\(\), moves\(game\) lacks the legal move 8"),
    ("lists a move twice", r"moves\(game\), rules.moves\(p\)", r"after game = begin\(\), moves\(game\) has more than once 8"),
    ("never ends", r"(play\(game, \d\); ){5}outcome\(game\), rules.outcome\(p\)", r"outcome\(game\) is Nothing; expected Some\("),
    ("says None", r"outcome\(game\), rules.outcome\(p\)", r"outcome\(game\) is None; expected Nothing"),
    ("cannot list moves", r"(play\(game, \d\); ){2}moves\(game\), rules.moves\(p\)", r"moves\(game\) raises KeyError: 'moves'"),
    ("keeps the turn when a move is taken back", r"play\(game, \d\); undo\(game\); player\(game\), rules.player\(p\)",
     r"player\(game\) is Player.SECOND; expected Player.FIRST"),
    ("takes two back", r"(play\(game, \d\); ){4}undo\(game\); moves\(game\), rules.moves\(p\)", r"moves\(game\) has the illegal move \d"),
    ("cannot take back the third", r"(play\(game, \d\); ){3}undo\(game\), rules.moves\(p\)", r"undo\(game\) raises IndexError: pop from empty list"),
    ("plays before it refuses", r"safe\(play\)\(game, -?\d+\); player\(game\), rules.player\(p\)",
     r"player\(game\) is Player.SECOND; expected Player.FIRST"),
]  # fmt: skip


def begin() -> Board:
    return Board()


def plainly(see: str) -> str:
    """The statements of a report without what prints the values."""
    return re.sub(r'print\(f"(.*)"\)', lambda found: re.sub(r"{(.*?) = }", r"\1", found[1]), see)


class TestBites:
    @pytest.mark.slow
    def test_faults_are_found_and_played_again(self) -> None:
        for fault, code, said in FAULTS:
            report = report_of(laws_of(fault))
            assert len(report.splitlines()) <= 13, fault
            assert re.search(said, report), (fault, report)
            [see] = reproduction_lines(report)
            told = rf" p = replay\(rules[\d, ]*\)\.end; {re.escape(BEGUN)}{code}$"
            assert re.search(told, plainly(see)), (fault, report)
            assert undefined_names(report) == set(), fault
            shown = safe(run_reproduction)(see, **{**FUNCTIONS, "begin": partial(Board, fault)})
            if isinstance(shown, Failure):
                assert f"raises {one_line_error(shown.failure())}" in report.replace("\n    ", "\n"), fault
            else:
                one, other = shown.unwrap()
                found = tuple(sorted(one)) if isinstance(one, list) else one
                assert found is None if "raises no error" in report else found != other, (fault, report)

    def test_a_game_that_cannot_be_begun(self) -> None:
        """Or not a second time."""
        report = report_of(laws_of("", begin=lambda: raise_zero_division(0)))
        assert "at the start, begin() raises ZeroDivisionError: division by zero\n" in report
        assert plainly(reproduction_lines(report)[0]).endswith("; p = replay(rules).end; begin(), rules.moves(p)")
        boards = [Board()]
        report = report_of(laws_of("", begin=boards.pop))
        assert "begin() raises IndexError: pop from empty list\n" in report
        assert re.search(
            r"end; game = begin\(\); (play\(game, \d\); )?begin\(\), rules", plainly(reproduction_lines(report)[0])
        )

    def test_equal_values_are_of_one_type(self) -> None:
        report = report_of(laws_of("", player=lambda game: int(game.turn)))
        assert "player(game) is 1; expected Player.FIRST\n" in report

    def test_what_was_raised_is_kept(self) -> None:
        [law, _] = laws_of("refuses a corner")
        with pytest.raises(Counterexample) as caught:
            law()
        assert isinstance(caught.value.__cause__, ValueError)
        assert caught.value.line.moves == ()

    @pytest.mark.slow
    def test_a_long_game_is_reported_in_few_lines(self) -> None:
        """Also if there is no time to make it short."""
        [law] = laws_of("never ends", checkers.rules, undo=None, refuses=False)
        with pytest.raises(Counterexample) as caught:
            law.test(Options(shrink_seconds=0.0))
        lines = str(caught.value).splitlines()
        assert len(lines) == 2 + len(checkers.rules.show(checkers.rules.start).splitlines())
        assert len(caught.value.line.moves) > 20
        assert max(map(len, lines[:-1])) < 400
        assert undefined_names(lines[-1]) == set()

    def test_what_is_not_repeated_is_said_to_be_so(self) -> None:
        calls: list[int] = []

        def outcome(game: Board) -> Maybe[Outcome]:
            calls.append(0)
            return Some(Outcome.DRAW) if len(calls) == 20 else bits.outcome(game.played[-1])

        [law, _] = laws_of("", outcome=outcome)
        with pytest.raises(Counterexample) as caught:
            law.test(Options(shrink_seconds=0.1))
        assert "outcome(game) is Some(Outcome.DRAW); expected " in str(caught.value)
        assert str(caught.value).endswith("did not fail again: something is random, or remembers earlier calls")

    def test_statements_name_functions_of_modules(self) -> None:
        """What is no global of a module is said to be the tester's."""
        [see] = reproduction_lines(report_of(laws_of("", begin=begin, outcome=lambda game: Nothing)))
        assert see.startswith("to see it again, with your `outcome`: from ")
        assert f"from {__name__} import begin; from {__name__} import Board; play = Board.play; " in see

    def test_the_class_of_moves_is_imported(self) -> None:
        [law, _] = laws_of("keeps the turn", checkers.rules)
        with pytest.raises(Counterexample) as caught:
            law()
        [see] = reproduction_lines(caught.value)
        assert " play(game, Move(" in see
        one, other = run_reproduction(see, **{**FUNCTIONS, "begin": partial(Board, "keeps the turn", checkers.rules)})
        assert (one, other) == (Player.FIRST, Player.SECOND)


class TestWhatOneGameLeavesToTheNext:
    """The line that shows it is told to begin where nothing is left of other games."""

    def test_a_board_of_all_games(self) -> None:
        boards = [Board()]

        def begin() -> Board:
            return boards[-1]

        laws = laws_of("", begin=begin)
        for _ in range(2):  # each run tells its own first fault
            boards.append(Board())
            report = report_of(laws)
            assert re.search(r"play\(game, \d\), game = begin\(\), moves\(game\) lacks the legal move \d", report)
            [see] = reproduction_lines(report)
            boards.append(Board())
            assert re.search(
                rf"; {BEGUN}play\(game, \d\); {BEGUN}moves\(game\), rules.moves\(p\)$".replace("()", r"\(\)"),
                plainly(see),
            )
            one, other = run_reproduction(see, **{**FUNCTIONS, "begin": begin})
            assert len(one) == len(other) - 1

    def test_what_shows_only_after_some_moves(self) -> None:
        """Games in which three moves were played in all are draws, and so are all that come after them."""
        played: list[int] = []

        class Remembers(Board):
            def play(self, move: Any) -> None:
                super().play(move)
                played.append(move)

            def outcome(self) -> Any:
                return Some(Outcome.DRAW) if len(played) > 3 else super().outcome()

        functions: dict[str, Any] = {"play": Remembers.play, "outcome": Remembers.outcome}
        [see] = reproduction_lines(report_of(laws_of("", begin=Remembers, **functions)))
        played.clear()
        assert see.count(" play(game, ") == 4
        assert run_reproduction(see, **{**FUNCTIONS, **functions, "begin": Remembers}) == (Some(Outcome.DRAW), Nothing)


class TestTakingTurns:
    """Moves that are read while the game goes on, copies, and counts that all games share."""

    def test_moves_that_are_read_lazily_from_a_board_that_changes(self) -> None:
        def moves(game: Board) -> Iterator[int]:
            """Return those after the last move, from a list that the moves themselves change."""
            for n in range(9):
                if n in bits.moves(game.played[-1]) and n not in game.tried:  # type: ignore[attr-defined]
                    yield n

        class Lazy(Board):
            def __init__(self) -> None:
                super().__init__()
                self.tried: set[int] = set()

            def undo(self) -> None:
                super().undo()
                self.tried = {8} if len(self.played) == 1 else set()

            def play(self, move: int) -> None:
                super().play(move)
                self.tried = set()

        def begun_again(game: Lazy) -> list[int]:
            return [*bits.moves(game.played[-1])]

        for listed, is_right in ((begun_again, True), (moves, False)):
            laws = laws_of("", begin=Lazy, moves=listed, undo=Lazy.undo, play=Lazy.play)
            [law] = [law for law in laws if law.name == "its_moves_can_be_played_while_they_are_read"]
            if is_right:
                law()
            else:
                with pytest.raises(Counterexample, match=r"for m in moves\(game\)\] is .*; expected .* in any order"):
                    law()

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(2, 6))])
    def test_a_copy_that_shares_its_history(self, seed: int) -> None:
        def shared(game: Board) -> Board:
            twin = Board()
            twin.played, twin.turn = game.played, game.turn
            return twin

        def deep(game: Board) -> Board:
            twin = shared(game)
            twin.played = [*game.played]
            return twin

        check("board", laws_of("", copy=deep), seed=seed, examples=20)
        with pytest.raises(
            LawsBroken, match=r"a_copy_is_another_game: .*game, other = (copy\(game\), game|other, game)"
        ):
            check("board", laws_of("", copy=shared), seed=seed)

    def test_a_copy_that_shares_the_list_of_what_it_takes_back(self) -> None:
        class Listed(Board):
            def __init__(self) -> None:
                super().__init__()
                self.past: list[Any] = []

            def play(self, move: int) -> None:
                super().play(move)
                self.past.append(self.played[-1])

            def undo(self) -> None:
                self.played.remove(self.past.pop())
                self.turn = whose_turn(self.rules, self.played[-1])

        def copy(game: Listed, past: Callable[[list[Any]], list[Any]] = identity) -> Board:
            twin = Listed()
            twin.played, twin.turn, twin.past = [*game.played], game.turn, past(game.past)
            return twin

        begun: dict[str, Any] = {"begin": Listed, "play": Listed.play, "undo": Listed.undo}
        name = "a_copy_is_another_game"
        law_named(laws_of("", **begun, copy=partial(copy, past=list)), name).test(Options(seed=1, examples=5))
        with pytest.raises(Counterexample, match=r"undo\(game\) raises ValueError: list.remove"):
            law_named(laws_of("", **begun, copy=copy), name).test(Options(seed=1, shrink_seconds=0))

    def test_a_copy_that_follows_its_original(self) -> None:
        class Followed(Board):
            twin: Any = None

            def play(self, move: int) -> None:
                super().play(move)
                if self.twin:
                    self.twin.played.append(self.played[-1])

        def copy(game: Followed) -> Board:
            twin = game.twin = Followed()
            twin.played, twin.turn = [*game.played], game.turn
            return twin

        law = law_named(laws_of("", begin=Followed, play=Followed.play, copy=copy), "a_copy_is_another_game")
        swap, move = re.escape("game, other = (other, game); "), r"play\(game, \d\); "
        with pytest.raises(Counterexample, match=f"; {move}{swap}{move}{swap}print"):
            law.test(Options(shrink_seconds=0))

    @pytest.mark.exhaustive
    @pytest.mark.parametrize("seed", range(1, 6))
    def test_a_lead_that_is_not_taken_back(self, seed: int) -> None:
        """Only the outcome shows it."""
        boxes = dots_and_boxes.sized(2, 2)

        class Boxes(Board):
            def __init__(self) -> None:
                super().__init__("", boxes)

            def undo(self) -> None:
                last = self.played.pop()
                self.played[-1] = self.played[-1]._replace(lead=last.lead)
                self.turn = whose_turn(boxes, self.played[-1])

        for undo, is_right in ((Board.undo, True), (Boxes.undo, False)):
            laws = laws_of("", boxes, begin=Boxes, undo=undo)
            if is_right:
                check("boxes", laws, seed=seed, examples=5)
            else:
                with pytest.raises(LawsBroken, match=r"outcome\(game\) is"):
                    check("boxes", laws, seed=seed)

    @pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(2, 6))])
    def test_counts_of_all_games(self, seed: int) -> None:
        """The third time that a position is reached, in whatever game, the game is drawn."""
        counts: dict[int, int] = {}

        class Counting(Board):
            def play(self, move: Any) -> None:
                super().play(move)
                p = self.played[-1]
                counts[p] = counts.get(p, 0) + (p.bit_count() > 6)

            def outcome(self) -> Any:
                found = super().outcome()
                return Some(Outcome.DRAW) if counts.get(self.played[-1], 0) > 2 and found is Nothing else found

        counts.clear()
        with pytest.raises(LawsBroken, match=r"it_plays_as_its_model: .*outcome\(game\) is Some\(Outcome.DRAW\)"):
            check("board", laws_of("", begin=Counting, play=Counting.play, outcome=Counting.outcome), seed=seed)


class TestWhatIsOptional:
    @pytest.mark.slow
    def test_it_is_not_looked_at(self) -> None:
        """No move is taken back without ``undo``; a game need not check moves, nor know whose turn it is."""
        for laws in (
            laws_of("keeps the turn when a move is taken back", undo=None),
            laws_of("accepts all", refuses=False),
            laws_of("plays before it refuses", refuses=False),
            laws_of("keeps the turn", player=None),
        ):
            check("board", laws, examples=5)

    def test_the_player_at_the_end_is_not_bound(self) -> None:
        def player(game: Board) -> Player:
            return game.turn if bits.moves(game.played[-1]) else Player.FIRST

        check("board", laws_of("", player=player), examples=5)


@pytest.mark.parametrize("model", [False, True])
def test_what_is_slow_is_stopped_while_games_are_drawn(model: bool) -> None:
    """A model is asked for moves some two hundred times in each game."""
    called: list[int] = []

    def slowly(function: Callable[..., Any]) -> Callable[..., Any]:
        def slow(*arguments: Any) -> Any:
            called.append(0)
            time.sleep(0.005)
            return function(*arguments)

        return slow

    changes = {} if model else {"play": slowly(Board.play)}
    rules = replace(bits, moves=slowly(bits.moves)) if model else bits
    with pytest.warns(IncompleteCheck, match="it_plays_as_its_model: .*some of the examples to draw"):
        check("board", laws_of("", rules, begin, **changes), seconds=0.1)
    assert len(called) < 100


class TestMisuse:
    def test_an_error_of_the_model_is_told(self) -> None:
        with pytest.raises(ZeroDivisionError):
            check("board", laws_of("", replace(bits, play=lambda p, move: raise_zero_division(p)), begin=Board))
