"""The positions nearest the start of a game, and near the ends of games."""

from __future__ import annotations

from itertools import count
from time import sleep
from typing import Any

import pytest
from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.games import checkers, connect4, tictactoe
from fpgames.interop.replay import replay_rules
from fpgames.testing import Counterexample, Options, game_laws
from fpgames.testing.law import RunTimer
from fpgames.testing.laws.games import GameSubject
from fpgames.testing.strategies.lines import PER_END, NearestLines, lines_near_ends, position_key
from tests.support.laws import law_named
from tests.testing.faults import wrong

bits = tictactoe.rules


@pytest.mark.slow
def test_all_positions_of_a_small_game_are_found_once() -> None:
    nearest = NearestLines(bits, 6000)
    assert not nearest.has_all()
    assert len([*nearest.lines()]) == len({line.end for line in nearest.first_lines}) == 5478
    lengths = [len(line.moves) for line in nearest.lines()]
    assert lengths == sorted(lengths)
    assert nearest.has_all()
    assert nearest.cycle() is None
    assert len([*filter(None, nearest.transpositions())]) == 16167 - 5477


def test_a_search_that_finds_no_transpositions_ends_in_time() -> None:
    played: list[int] = []

    def play(game: list[int], move: int) -> None:
        sleep(0.002)
        game.append(move)
        played.append(move)

    rules = replay_rules(
        "slow", list[int], moves=lambda game: (0, 1) if len(game) < 20 else (), play=play,
        player=lambda game: Player.SECOND if len(game) % 2 else Player.FIRST,
        outcome=lambda game: Nothing if len(game) < 20 else Some(Outcome.DRAW),
    )  # fmt: skip
    law = law_named(game_laws(rules), "the_way_to_a_position_does_not_matter")
    assert "some of the positions nearest the start" in law.test(Options(seconds=0.2)).skipped
    assert len(played) < 2000  # thousands more are within the budget


def test_a_budget_counts_moves_too() -> None:
    assert len([*NearestLines(connect4.rules, 300).lines()]) <= 300
    assert not NearestLines(connect4.rules, 300).has_all()
    assert len([*NearestLines(connect4.rules, 500).lines()]) == 500


def circling(graph: dict[int, tuple[int, ...]]) -> Rules[int, int]:
    def play(p: int, move: int) -> int:
        if move not in range(len(graph[p])):
            raise IllegalMove(move, tuple(range(len(graph[p]))))
        return graph[p][move]

    def outcome(p: int) -> Maybe[Outcome]:
        return Nothing if graph[p] else Some(Outcome.DRAW)

    return Rules(
        name="circle", start=0, moves=lambda p: tuple(range(len(graph[p]))), play=play, player=lambda p: Player.FIRST,
        outcome=outcome, show=str, read=int, show_move=str, read_move=int,
    )  # fmt: skip


@pytest.mark.parametrize("back", [0, 1])
def test_a_cycle_is_found_by_an_ancestor_or_around(back: int) -> None:
    """0 -> 1, 2; 1 -> 3; 2 -> 4; 3 -> 2 and 4 -> 1 (around), or 3 -> 0 (back to an ancestor)."""
    graph = {0: (1, 2), 1: (3,), 2: (4,), 3: (0,) if back else (2,), 4: (1,)}
    rules = circling(graph)
    nearest = NearestLines(rules, 100)
    assert len([*nearest.lines()]) == 5
    line = nearest.cycle()
    assert line is not None
    assert line.end in line.positions[:-1]
    assert all(q in graph[p] for p, q in zip(line.positions, line.positions[1:], strict=False))
    with pytest.raises(Counterexample, match=r"the position is the one .*, so a game can go on for ever"):
        law_named(game_laws(rules), "no_line_returns_to_a_position")()


def test_positions_without_a_hash_or_a_text_are_kept_apart() -> None:
    assert position_key([]) is None
    thing = object()
    assert position_key(thing) == (thing, object)

    def play(p: Any, move: int) -> Any:
        return [p] if move else (p, move)

    tree = wrong(circling({0: (0, 1)}), play=play, moves=lambda p: (0, 1) if p == 0 else ())
    assert len([*NearestLines(tree, 5).lines()]) == 3


def test_errors_of_the_rules_are_left_to_the_laws() -> None:
    def play(p: int, move: int) -> int:
        if move == 4:
            raise ZeroDivisionError
        return bits.play(p, move)

    assert NearestLines(wrong(bits, play=play), 9).expand()


def test_late_lines_are_whole_whichever_law_asks_for_them_first() -> None:
    moves = list[list[object]]()
    for timer in (RunTimer(), RunTimer(-1)):
        with timer:
            moves.append([line.moves for line in GameSubject(connect4.rules, {}, (), 1000).first])
    assert moves[0] == moves[1]


def test_games_that_there_is_no_time_to_go_on_with_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = count()
    monkeypatch.setattr(RunTimer, "is_over", lambda self, part=1.0: part < 1 and next(asked) > 30)
    result = law_named(game_laws(connect4.sized(4, 4, 3)), "every_game_ends").test(Options())
    assert result.skipped == "games that go on from positions near the start"


def test_ends_are_ends() -> None:
    lines = [*lines_near_ends(connect4.rules, 300, 1000)]
    assert len(lines) >= 150
    assert sum(not connect4.rules.moves(line.end) for line in lines) >= 20


def test_ends_are_as_many_where_a_position_has_many_moves() -> None:
    """From the end of each game back: first the end itself."""
    lines = [*lines_near_ends(checkers.rules, 3 * PER_END, 250)]
    assert len(lines) == len({line.end for line in lines}) == 3 * PER_END
    assert all(not checkers.rules.moves(line.end) for line in lines[::PER_END] if len(line.moves) < 250)


def test_the_ends_of_a_small_game_are_all_of_it() -> None:
    tree = wrong(circling({0: (1, 2), 1: (3,), 2: (), 3: ()}), play=lambda p, move: {0: (1, 2), 1: (3,)}[p][move])
    assert {line.end for line in lines_near_ends(tree, 60, 9)} == {0, 1, 2, 3}
