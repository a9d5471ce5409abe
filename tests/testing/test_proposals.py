"""Advice on games that break no law: nobody wins, or a board is nearly symmetric, as lines go round its edge."""

from __future__ import annotations

import re
import warnings
from itertools import product
from typing import Any

import pytest
from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules
from fpgames.games import connect4, tictactoe
from fpgames.rules import AnyRules
from fpgames.testing import Advice, check_game
from fpgames.testing.law import Phase, RunTimer
from fpgames.testing.laws.games import GameSubject
from fpgames.testing.laws.proposals import advise_on_wins
from tests.testing.faults import refusing, wrong

LAWS = ["every_game_ends", "text_is_read_back"]


def advice(rules: AnyRules, **options: Any) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_game(rules, progress=False, **{"laws": LAWS, **options})
    return [str(warning.message) for warning in caught if warning.category is Advice]


def board(width: int, height: int, lines: list[set[int]], falls: bool = False) -> AnyRules:
    """Return rules for a board of rows, in one string; who first fills a line wins. Stones fall, if ``falls``."""
    count = width * height

    def player(p: str) -> Player:
        return Player.FIRST if (count - p.count(".")) % 2 == 0 else Player.SECOND

    def outcome(p: str) -> Maybe[Outcome]:
        for symbol, won in (("X", Outcome.FIRST_WON), ("O", Outcome.SECOND_WON)):
            if any(all(p[n] == symbol for n in line) for line in lines):
                return Some(won)
        return Nothing if "." in p else Some(Outcome.DRAW)

    def moves(p: str) -> tuple[int, ...]:
        below = p[width:] + "#" * width if falls else "#" * count
        return tuple(n for n in range(count) if p[n] == "." != below[n]) if outcome(p) is Nothing else ()

    def play(p: str, n: int) -> str:
        return p[:n] + ("X" if player(p) is Player.FIRST else "O") + p[n + 1 :]

    return Rules(
        name="board", start="." * count, moves=moves, play=refusing(moves, play), player=player, outcome=outcome,
        show=lambda p: "\n".join(p[n : n + width] for n in range(0, count, width)),
        read=lambda text: text.replace("\n", ""), show_move=str, read_move=int,
    )  # fmt: skip


def lines_of(width: int, height: int, size: int, wrapped: tuple[int, ...] = ()) -> list[set[int]]:
    """Return the lines of a board; those of the steps in ``wrapped`` go round the edge."""
    steps = {(0, 1): 1, (1, 0): width, (1, 1): width + 1, (1, -1): width - 1}
    return [
        {n + k * step for k in range(size)}
        for (i, j), ((di, dj), step) in product(product(range(height), range(width)), steps.items())
        if (n := width * i + j) + (size - 1) * step < width * height
        and (step in wrapped or (0 <= j + (size - 1) * dj < width and i + (size - 1) * di < height))
    ]


WRAPPED: dict[str, tuple[Any, ...]] = {
    "rows of a small board": (3, 3, lines_of(3, 3, 3, (1,))),
    "diagonals": (4, 4, lines_of(4, 4, 3, (5,))),
    "rows of a wide board": (5, 4, lines_of(5, 4, 4, (1,))),
    "rows of a board where stones fall": (5, 4, lines_of(5, 4, 3, (1,)), True),
    "a diagonal is forgotten": (3, 3, [line for line in lines_of(3, 3, 3) if line != {2, 4, 6}]),
    "a diagonal is forgotten where stones fall": (
        4,
        4,
        [line for line in lines_of(4, 4, 3) if line != {3, 6, 9}],
        True,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WRAPPED)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_lines_that_go_round_the_edge_give_advice(name: str, seed: int) -> None:
    [text] = advice(board(*WRAPPED[name]), seed=seed)
    assert text.startswith("board: nearly every position agrees with its board")
    assert "give them symmetries=(Symmetry(position, move),), where position(p) reads" in text


@pytest.mark.slow
@pytest.mark.parametrize("size", [(3, 3, 3), (4, 4, 3), (5, 4, 4)])
@pytest.mark.parametrize("falls", [False, True])
def test_right_boards_give_none(size: tuple[int, int, int], falls: bool) -> None:
    assert advice(board(size[0], size[1], lines_of(*size), falls)) == []


def drawn(rules: AnyRules) -> AnyRules:
    return wrong(rules, outcome=lambda p: rules.outcome(p).map(lambda outcome: Outcome.DRAW))


@pytest.mark.parametrize("rules", [tictactoe.rules, connect4.sized(4, 4, 3), board(3, 3, [])])
def test_a_game_that_nobody_wins_gives_advice(rules: AnyRules) -> None:
    text = f"{rules.name}: of 60 games, none was won; no law is broken, but if the game can be won, outcome does not say so"
    assert advice(drawn(rules), budget=100) == [text]


def test_advice_is_given_once_however_often_a_law_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fpgames.testing.running.checks.PHASES", (Phase(), Phase()))
    rules = wrong(drawn(tictactoe.rules), show_move="to {}".format, read_move=lambda text: int(text.split()[-1]))
    texts = advice(rules, budget=30, examples=1, laws=[*LAWS, "nonsense_is_not_read"])
    assert sorted(re.findall("of 60 games|'to 0', which is not one word|read_move_in", "".join(texts))) == [
        "'to 0', which is not one word", "of 60 games", "read_move_in",
    ]  # fmt: skip


def test_games_that_may_be_won_are_skipped_if_time_runs_out() -> None:
    with RunTimer(0) as timer:
        advise_on_wins(GameSubject(drawn(tictactoe.rules), {}, (), 20), [])
    assert timer.skipped == ["some of the games that may be won"]
