"""Games with a fault in the player to move, or in the agreement of `play` and `successors`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fpgames.games import checkers, connect4, othello
from fpgames.testing import game_laws
from tests.testing.faults import Fault, entry, planted, row_of, wrong
from tests.testing.faults.correct_games import DOMINOES, GO, PAWNS, PLAYERS, RACE, Dominoes, Go, Pawns, Step, go, pawns
from tests.testing.faults.position_faults import in_passing

TURNS: dict[str, Fault] = {}
fault = entry(TURNS, game_laws)
found_by = row_of(game_laws)
othello4, draughts, four = othello.sized(4), checkers.rules, connect4.sized(4, 4, 3)
PASS = 16


# --- whose turn it is


@fault("players_alternate", planted(DOMINOES, "play"))
def a_domino_in_the_last_corner_gives_another_turn(p: Dominoes, pair: Any) -> Any:
    after = DOMINOES.play(p, pair)
    return after._replace(turn=p.turn) if (3, 3) in pair and len(p.free) <= 6 else after


@fault("successors_are_the_plays_of_the_moves", planted(GO, "play", successors=lambda p: go(p).values()))
def a_pass_keeps_the_ko_for_the_next_player(p: Go, move: str) -> Any:
    """The cell stays forbidden in ``play``; ``successors`` is right."""
    after = GO.play(p, move)
    return after._replace(ko=p.ko) if move == "pass" else after


# --- play and successors that differ


@fault("successors_are_the_plays_of_the_moves", planted(draughts, "play", successors=draughts.successors))
def the_second_man_of_a_chain_stays_on_the_board(p: Any, move: Any) -> Any:
    after = draughts.play(p, move)
    if len(move.captured) < 2:
        return after
    square = move.captured[1] - 1
    bit = 1 << square + square // 8
    return after._replace(second=after.second | bit) if p.turn == 0 else after._replace(first=after.first | bit)


@fault("successors_are_the_plays_of_the_moves", planted(PAWNS, "play", successors=lambda p: pawns(p).values()))
def a_pawn_captured_in_passing_stays_on_the_board(p: Pawns, step: Step) -> Any:
    after = PAWNS.play(p, step)
    if not in_passing(p, step):
        return after
    return after._replace(second=p.second) if p.turn == 0 else after._replace(first=p.first)


@fault("successors_are_the_plays_of_the_moves", planted(draughts, "successors"), rare=True)
def successors_are_sorted_when_there_are_many(p: Any) -> list[Any]:
    found = [*draughts.successors(p)]
    return sorted(found) if len(found) >= 12 else found


@fault("successors_are_the_plays_of_the_moves", planted(four, "successors"))
def successors_stop_at_a_win_on_a_crowded_board(p: Any) -> Any:
    for after in four.successors(p):
        yield after
        if p[1].bit_count() > 9 and four.static(after) in (1, -1):
            return


@fault("successors_are_the_plays_of_the_moves", planted(draughts, "play", successors=draughts.successors))
def a_man_is_crowned_by_a_chain_one_row_too_early(p: Any, move: Any) -> Any:
    """In ``play``; ``successors`` is right."""
    after = draughts.play(p, move)
    square = move.end - 1
    early = len(move.captured) > 1 and move.end in (*range(5, 9), *range(25, 29))
    return after._replace(kings=after.kings | 1 << square + square // 8) if early else after


TURNS |= {
    # whose turn it is
    "the turn is counted by discs so that a pass confuses it": found_by("players_alternate",
        lambda: wrong(othello4, player=lambda p: PLAYERS[sum(map(int.bit_count, p[:4])) % 2])),
    "runners are said to alternate": found_by("players_alternate", lambda: replace(RACE, alternates=True)),
    "the player is a number after two passes": found_by("values_are_of_their_types",
        lambda: wrong(GO, player=lambda p: 1 - 2 * p.turn if p.passes == 2 else PLAYERS[p.turn])),
    # play and successors that differ
    "successors forget the capture in passing": found_by("successors_are_the_plays_of_the_moves",
        lambda: wrong(PAWNS, successors=lambda p: (pawns(p)[step] for step in pawns(p) if not in_passing(p, step)))),
    "successors forget the pass": found_by("successors_are_the_plays_of_the_moves",
        lambda: replace(othello4, successors=lambda p: () if PASS in othello4.moves(p) else othello4.successors(p))),
}  # fmt: skip
