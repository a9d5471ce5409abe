"""Games with a fault in the moves, in how they are played, or in whose turn it is after them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from typing import Any

from returns.maybe import Nothing, Some

from fpgames import IllegalMove
from fpgames.games import checkers, connect4, kayles, othello, tictactoe
from fpgames.rules import AnyRules, Outcome
from tests.testing.faults import entry, refusing, wrong
from tests.testing.faults.games_of_positions import in_passing, other_turn
from tests.testing.faults.held import Held, held
from tests.testing.faults.toys import (
    DOMINOES,
    DUEL,
    GO,
    LETTERS,
    PAWNS,
    PLAYERS,
    RACE,
    SOWING,
    WORDS,
    Dominoes,
    Duel,
    Go,
    Letters,
    Pawns,
    Pits,
    Race,
    Step,
    dominoes,
    go,
    pawns,
    sowing,
    sown,
)

PLAYS: dict[str, Callable[[], AnyRules]] = {}
fault = entry(PLAYS)
bits, othello4, draughts, four = tictactoe.rules, othello.sized(4), checkers.rules, connect4.sized(4, 4, 3)
PASS = 16


# --- the order and the kind of moves


@fault
def letters_are_listed_in_the_order_of_a_set() -> AnyRules:
    """The order is another one in each run of Python, because the hashes of strings are."""

    def moves(p: Letters) -> tuple[str, ...]:
        return tuple({word[len(p.word)] for word in WORDS if word.startswith(p.word) and word != p.word})

    return wrong(LETTERS, moves=moves, play=refusing(moves, LETTERS.play))


@fault
def words_of_go_are_listed_in_the_order_of_a_set_after_a_pass() -> AnyRules:
    def moves(p: Go) -> tuple[str, ...]:
        return tuple(set(go(p))) if p.passes else tuple(go(p))

    return wrong(GO, moves=moves, play=refusing(moves, GO.play))


@fault
def dominoes_are_listed_in_the_order_of_the_free_cells() -> AnyRules:
    """The order depends on how the set was made, because equal sets may keep their elements in other places."""

    def moves(p: Dominoes) -> tuple[Any, ...]:
        order = {cell: n for n, cell in enumerate(p.free)}
        return tuple(sorted(dominoes(p), key=lambda pair: order[pair[0]]))

    def play(p: Dominoes, pair: Any) -> Dominoes:
        left = set(p.free)
        left -= {*pair}
        return Dominoes(frozenset(left), 1 - p.turn)

    return wrong(DOMINOES, moves=moves, play=refusing(moves, play))


@fault
def a_letter_is_repeated_that_two_words_have_apart() -> AnyRules:
    """Only neighbours are compared; the words are in order of length."""

    def moves(p: Letters) -> tuple[str, ...]:
        words = sorted((word for word in WORDS if word.startswith(p.word) and word != p.word), key=len)
        return tuple(letter for letter, _ in groupby(word[len(p.word)] for word in words))

    return wrong(LETTERS, moves=moves)


@fault
def a_long_chain_is_listed_twice() -> AnyRules:
    def moves(p: Any) -> tuple[Any, ...]:
        found = draughts.moves(p)
        return (*found, *(move for move in found if len(move.captured) > 2))

    return wrong(draughts, moves=moves)


@fault
def a_capture_in_passing_is_listed_twice() -> AnyRules:
    def moves(p: Pawns) -> tuple[Step, ...]:
        return (*pawns(p), *(step for step in pawns(p) if in_passing(p, step)))

    return wrong(PAWNS, moves=moves)


@fault
def a_single_pit_is_a_list() -> AnyRules:
    """Moves are a tuple, unless there is only one."""
    return wrong(SOWING, moves=lambda p: [*sowing(p)] if len(sowing(p)) == 1 else tuple(sowing(p)))


@fault
def moves_are_a_generator_once_all_leaps_are_used() -> AnyRules:
    def moves(p: Race) -> Any:
        used = p.leaps_first == p.leaps_second == 0 and RACE.moves(p)
        return (word for word in ("step",)) if used else RACE.moves(p)

    return wrong(RACE, moves=moves, play=RACE.play)


@fault
def the_moves_of_every_position_are_one_list() -> AnyRules:
    """A domino that is last in the list is taken from it in place, also from the list of the position before."""

    def moves(box: Held) -> tuple[int, ...]:
        return tuple(box.beside) if bits.outcome(box.p) is Nothing else ()

    def play(box: Held, move: int) -> Held:
        free = box.beside
        if len(free) < 4 and move == free[-1]:
            free.pop()
        else:
            free = [cell for cell in free if cell != move]
        return box.after(bits.play(box.p, move), free)

    return held(bits, beside=list(range(9)), reread=empty, moves=moves, play=refusing(moves, play))


def empty(p: int) -> list[int]:
    return [cell for cell in range(9) if not (p | p >> 9) >> cell & 1]


# --- what is refused


@fault
def a_taken_cell_is_accepted_on_a_nearly_full_board() -> AnyRules:
    def play(p: int, move: int) -> int:
        if len(empty(p)) == 1 and bits.moves(p) and move in range(9):
            return (p | 1 << move + 9 * (p >> 18)) ^ 1 << 18
        return bits.play(p, move)

    return wrong(bits, play=play, successors=bits.successors)


@fault
def a_full_column_is_accepted_when_no_other_is_but_one() -> AnyRules:
    """The stone goes to the column that is open."""

    def play(p: Any, move: int) -> Any:
        moves = four.moves(p)
        return four.play(p, moves[0] if len(moves) == 1 and move in range(4) else move)

    return wrong(four, play=play)


@fault
def the_ko_may_be_taken_back() -> AnyRules:
    return wrong(GO, play=lambda p, move: GO.play(p._replace(ko=-1), move))


@fault
def the_ko_is_named_among_the_legal_moves() -> AnyRules:
    def play(p: Go, move: str) -> Any:
        try:
            return GO.play(p, move)
        except IllegalMove:
            raise IllegalMove(move, GO.moves(p._replace(ko=-1))) from None

    return wrong(GO, play=play)


@fault
def the_duel_goes_on_after_a_draw() -> AnyRules:
    def play(p: Duel, move: str) -> Any:
        return DUEL.play(p if p.first == p.second else p._replace(quiet=0), move)._replace(quiet=p.quiet + 1)

    return wrong(DUEL, play=play, successors=DUEL.successors)


@fault
def a_pit_may_be_counted_from_the_end() -> AnyRules:
    """Negative numbers count from the end of the cells, as Python's indices do."""

    def play(p: Pits, pit: int) -> Any:
        if pit in range(-8, 0) and pit % 8 in sowing(p):
            return sown(p, pit % 8)
        return SOWING.play(p, pit)

    return wrong(SOWING, play=play)


@fault
def a_leap_too_many_is_a_key_error() -> AnyRules:
    def play(p: Race, move: str) -> Any:
        if move == "leap" and p.turn and p.leaps_second == 0:
            raise KeyError(move)
        return RACE.play(p, move)

    return wrong(RACE, play=play)


@fault
def two_pins_are_knocked_over_a_gap() -> AnyRules:
    """The second pin of two may have fallen already, where only few are left."""
    row = kayles.row(6)

    def play(p: Any, move: Any) -> Any:
        if move.pins == 2 and 0 < p.pins.bit_count() < 3 and move.pin in range(1, 6) and p.pins >> move.pin - 1 & 1:
            return type(p)(p.pins & ~(3 << move.pin - 1), 1 - p.turn)
        return row.play(p, move)

    return wrong(row, play=play, successors=row.successors)


@fault
def a_step_onto_the_passed_cell_is_taken_for_a_capture() -> AnyRules:
    """Any pawn beside may move there, also one at the other end of a row."""

    def play(p: Pawns, step: Step) -> Any:
        ahead = 3 if p.turn == 0 else -3
        if step not in pawns(p) and pawns(p) and step.end == p.passed and step.end - step.start - ahead in (-1, 1):
            mine, theirs = (p.first, p.second) if p.turn == 0 else (p.second, p.first)
            ours, others = mine - {step.start} | {step.end}, theirs - {step.end - ahead}
            return Pawns(*((ours, others) if p.turn == 0 else (others, ours)), -1, 1 - p.turn)
        return PAWNS.play(p, step)

    return wrong(PAWNS, play=play)


# --- games that need not end


@fault
def a_pass_is_always_allowed() -> AnyRules:
    def moves(p: Any) -> tuple[int, ...]:
        found: tuple[int, ...] = othello4.moves(p)
        return found if not found or PASS in found else (*found, PASS)

    return wrong(
        othello4,
        moves=moves,
        play=refusing(moves, lambda p, move: other_turn(p) if move == PASS else othello4.play(p, move)),
    )


@fault
def a_domino_need_not_be_laid() -> AnyRules:
    """The pass is written 0000; it is allowed where there is a move."""
    nothing = ((0, 0), (0, 0))

    def moves(p: Dominoes) -> tuple[Any, ...]:
        return (*dominoes(p), nothing) if dominoes(p) else ()

    def play(p: Dominoes, pair: Any) -> Any:
        return p._replace(turn=1 - p.turn) if pair == nothing else DOMINOES.play(p, pair)

    return wrong(DOMINOES, moves=moves, play=refusing(moves, play))


@fault
def a_full_board_is_cleared() -> AnyRules:
    """A draw begins again."""

    def play(p: Any, move: int) -> Any:
        after = four.play(p, move)
        return four.start if four.outcome(after) == Some(Outcome.DRAW) else after

    return wrong(four, play=play)


@fault
def runners_who_meet_halfway_begin_again() -> AnyRules:
    def play(p: Race, move: str) -> Any:
        after = RACE.play(p, move)
        return RACE.start if after.first == after.second == 7 and not after.leaps_first + after.leaps_second else after

    return wrong(RACE, play=play)


@fault
def a_leap_to_certain_places_begins_the_duel_again() -> AnyRules:
    def play(p: Duel, move: str) -> Any:
        after = DUEL.play(p, move)
        return DUEL.start if move == "leap" and after[:4] == (0, 3, 0, 0) else after

    return wrong(DUEL, play=play)


@fault
def go_has_no_limit_of_moves() -> AnyRules:
    """Stones that capture each other in turn may do so for ever."""

    def play(p: Go, move: str) -> Any:
        return GO.play(p, move)._replace(played=0)

    return wrong(GO, play=play)


# --- memories and positions that change


@fault
def a_capture_empties_the_pit_of_the_position_before() -> AnyRules:
    """The cells are a list, which is copied except where a capture is made."""

    def play(box: Held, pit: int) -> Held:
        before, after = Pits(tuple(box.p.cells), box.p.turn), SOWING.play(frozen(box), pit)
        if after.cells[STORE[before.turn]] > before.cells[STORE[before.turn]] + 1:
            box.p.cells[pit] = 0
        return box.after(Pits([*after.cells], after.turn), None)  # type: ignore[arg-type]

    def frozen(box: Held) -> Pits:
        return Pits(tuple(box.p.cells), box.p.turn)

    listed = replace(SOWING, start=Pits([*SOWING.start.cells], 0))  # type: ignore[arg-type]
    return held(
        listed,
        equal=frozen,
        play=play,
        moves=lambda box: SOWING.moves(frozen(box)),
        outcome=lambda box: SOWING.outcome(frozen(box)),
        read=lambda text: Held(Pits([*SOWING.read(text).cells], SOWING.read(text).turn), None, frozen, frozen),  # type: ignore[arg-type]
    )


STORE = (3, 7)


@fault
def boards_after_captures_are_remembered_between_games() -> AnyRules:
    """The default of an argument, a set, is shared by all calls."""

    def play(p: Go, move: str, seen: set[tuple[Go, str]] = set()) -> Any:  # noqa: B006
        after = GO.play(p, move)
        if after.ko >= 0:
            if (p, move) in seen:
                raise IllegalMove(move, GO.moves(p))
            seen.add((p, move))
        return after

    return wrong(GO, play=play)


@fault
def captures_are_counted_in_a_list_that_all_games_share() -> AnyRules:
    """Every fourth capture in passing is not taken from the board."""

    def play(p: Pawns, step: Step, taken: list[Step] = []) -> Any:  # noqa: B006
        after = PAWNS.play(p, step)
        if in_passing(p, step):
            taken.append(step)
            if len(taken) % 4 == 0:
                return after._replace(**{"second" if p.turn == 0 else "first": p[1 - p.turn]})
        return after

    return wrong(PAWNS, play=play)


# --- whose turn it is


@fault
def the_turn_is_counted_by_discs_so_that_a_pass_confuses_it() -> AnyRules:
    return wrong(othello4, player=lambda p: PLAYERS[sum(map(int.bit_count, p[:4])) % 2])


@fault
def runners_are_said_to_alternate() -> AnyRules:
    return replace(RACE, alternates=True)


@fault
def a_domino_in_the_last_corner_gives_another_turn() -> AnyRules:
    def play(p: Dominoes, pair: Any) -> Any:
        after = DOMINOES.play(p, pair)
        return after._replace(turn=p.turn) if (3, 3) in pair and len(p.free) <= 6 else after

    return wrong(DOMINOES, play=play)


@fault
def the_player_is_a_number_after_two_passes() -> AnyRules:
    return wrong(GO, player=lambda p: 1 - 2 * p.turn if p.passes == 2 else PLAYERS[p.turn])


@fault
def a_pass_keeps_the_ko_for_the_next_player() -> AnyRules:
    """The cell stays forbidden in ``play``; ``successors`` is right."""

    def play(p: Go, move: str) -> Any:
        after = GO.play(p, move)
        return after._replace(ko=p.ko) if move == "pass" else after

    return wrong(GO, play=play, successors=lambda p: go(p).values())


# --- play and successors that differ


@fault
def the_second_man_of_a_chain_stays_on_the_board() -> AnyRules:
    def play(p: Any, move: Any) -> Any:
        after = draughts.play(p, move)
        if len(move.captured) < 2:
            return after
        square = move.captured[1] - 1
        bit = 1 << square + square // 8
        return after._replace(second=after.second | bit) if p.turn == 0 else after._replace(first=after.first | bit)

    return wrong(draughts, play=play, successors=draughts.successors)


@fault
def a_pawn_captured_in_passing_stays_on_the_board() -> AnyRules:
    def play(p: Pawns, step: Step) -> Any:
        after = PAWNS.play(p, step)
        if not in_passing(p, step):
            return after
        return after._replace(second=p.second) if p.turn == 0 else after._replace(first=p.first)

    return wrong(PAWNS, play=play, successors=lambda p: pawns(p).values())


@fault
def successors_forget_the_capture_in_passing() -> AnyRules:
    return wrong(PAWNS, successors=lambda p: (pawns(p)[step] for step in pawns(p) if not in_passing(p, step)))


@fault
def successors_forget_the_pass() -> AnyRules:
    return replace(othello4, successors=lambda p: () if PASS in othello4.moves(p) else othello4.successors(p))


@fault
def successors_are_sorted_when_there_are_many() -> AnyRules:
    def successors(p: Any) -> list[Any]:
        found = [*draughts.successors(p)]
        return sorted(found) if len(found) >= 14 else found

    return replace(draughts, successors=successors)


@fault
def successors_stop_at_a_win_on_a_crowded_board() -> AnyRules:
    def successors(p: Any) -> Any:
        for after in four.successors(p):
            yield after
            if p[1].bit_count() > 9 and four.static(after) in (1, -1):
                return

    return replace(four, successors=successors)


@fault
def a_man_is_crowned_by_a_chain_one_row_too_early() -> AnyRules:
    """In ``play``; ``successors`` is right."""

    def play(p: Any, move: Any) -> Any:
        after = draughts.play(p, move)
        square = move.end - 1
        early = len(move.captured) > 1 and move.end in (*range(5, 9), *range(25, 29))
        return after._replace(kings=after.kings | 1 << square + square // 8) if early else after

    return wrong(draughts, play=play, successors=draughts.successors)
