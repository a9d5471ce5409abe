"""Games with a fault in the legal moves, in playing them, or in remembered moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

from returns.maybe import Nothing, Some

from fpgames import IllegalMove
from fpgames.games import checkers, connect4, kayles, othello, tictactoe
from fpgames.rules import AnyRules, Outcome
from fpgames.testing import game_laws
from tests.testing.faults import Fault, entry, planted, refusing, row_of, wrong
from tests.testing.faults.correct_games import (
    DOMINOES,
    DUEL,
    GO,
    LETTERS,
    PAWNS,
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
from tests.testing.faults.object_positions import Held, held
from tests.testing.faults.position_faults import in_passing, other_turn
from tests.testing.faults.value_faults import cells

PLAYS: dict[str, Fault] = {}
fault = entry(PLAYS, game_laws)
found_by = row_of(game_laws)
bits, othello4, draughts, four = tictactoe.rules, othello.sized(4), checkers.rules, connect4.sized(4, 4, 3)
PASS = 16


# --- the order and the kind of moves


@fault("equal_positions_behave_alike", rare=True)
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


@fault("moves_are_listed_once", planted(LETTERS, "moves"))
def a_letter_is_repeated_that_two_words_have_apart(p: Letters) -> tuple[str, ...]:
    """Only neighbours are compared; the words are in order of length."""
    words = sorted((word for word in WORDS if word.startswith(p.word) and word != p.word), key=len)
    return tuple(letter for letter, _ in groupby(word[len(p.word)] for word in words))


@fault("moves_are_listed_once", planted(draughts, "moves"), rare=True)
def a_long_chain_is_listed_twice(p: Any) -> tuple[Any, ...]:
    found = draughts.moves(p)
    return (*found, *(move for move in found if len(move.captured) > 2))


@fault("moves_are_listed_once", planted(RACE, "moves", play=RACE.play))
def moves_are_a_generator_once_all_leaps_are_used(p: Race) -> Any:
    used = p.leaps_first == p.leaps_second == 0 and RACE.moves(p)
    return (word for word in ("step",)) if used else RACE.moves(p)


@fault("equal_play_gives_equal_positions")
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

    return held(bits, beside=list(range(9)), reread=lambda p: [*cells(p)], moves=moves, play=refusing(moves, play))


# --- what is refused


@fault("play_refuses_anything_else", planted(bits, "play", successors=bits.successors), rare=True)
def a_taken_cell_is_accepted_on_a_nearly_full_board(p: int, move: int) -> int:
    if len(cells(p)) == 1 and bits.moves(p) and move in range(9):
        return (p | 1 << move + 9 * (p >> 18)) ^ 1 << 18
    return bits.play(p, move)


@fault("play_refuses_anything_else", planted(four, "play"), rare=True)
def a_full_column_is_accepted_when_no_other_is_but_one(p: Any, move: int) -> Any:
    """The stone goes to the column that is open."""
    moves = four.moves(p)
    return four.play(p, moves[0] if len(moves) == 1 and move in range(4) else move)


@fault("play_refuses_anything_else", planted(bits, "play", successors=bits.successors))
def the_legal_moves_of_a_refusal_are_a_list(p: int, move: int) -> int:
    if move not in bits.moves(p):
        raise IllegalMove(move, [*bits.moves(p)])  # type: ignore[arg-type]
    return bits.play(p, move)


@fault("play_refuses_anything_else", planted(GO, "play"))
def the_ko_is_named_among_the_legal_moves(p: Go, move: str) -> Any:
    try:
        return GO.play(p, move)
    except IllegalMove:
        raise IllegalMove(move, GO.moves(p._replace(ko=-1))) from None


@fault("play_refuses_anything_else", planted(DUEL, "play", successors=DUEL.successors))
def the_duel_goes_on_after_a_draw(p: Duel, move: str) -> Any:
    return DUEL.play(p if p.first == p.second else p._replace(quiet=0), move)._replace(quiet=p.quiet + 1)


@fault("play_refuses_anything_else", planted(SOWING, "play"))
def a_pit_may_be_counted_from_the_end(p: Pits, pit: int) -> Any:
    """Negative numbers count from the end of the cells, as Python's indices do."""
    if pit in range(-8, 0) and pit % 8 in sowing(p):
        return sown(p, pit % 8)
    return SOWING.play(p, pit)


@fault("play_refuses_anything_else", planted(RACE, "play"))
def a_leap_too_many_is_a_key_error(p: Race, move: str) -> Any:
    if move == "leap" and p.turn and p.leaps_second == 0:
        raise KeyError(move)
    return RACE.play(p, move)


@fault("play_refuses_anything_else")
def two_pins_are_knocked_over_a_gap() -> AnyRules:
    """The second pin of two may have fallen already, where only few are left."""
    row = kayles.row(6)

    def play(p: Any, move: Any) -> Any:
        if move.pins == 2 and 0 < p.pins.bit_count() < 3 and move.pin in range(1, 6) and p.pins >> move.pin - 1 & 1:
            return type(p)(p.pins & ~(3 << move.pin - 1), 1 - p.turn)
        return row.play(p, move)

    return wrong(row, play=play, successors=row.successors)


@fault("play_refuses_anything_else", planted(PAWNS, "play"))
def a_step_onto_the_passed_cell_is_taken_for_a_capture(p: Pawns, step: Step) -> Any:
    """Any pawn beside may move there, also one at the other end of a row."""
    ahead = 3 if p.turn == 0 else -3
    if step not in pawns(p) and pawns(p) and step.end == p.passed and step.end - step.start - ahead in (-1, 1):
        mine, theirs = (p.first, p.second) if p.turn == 0 else (p.second, p.first)
        ours, others = mine - {step.start} | {step.end}, theirs - {step.end - ahead}
        return Pawns(*((ours, others) if p.turn == 0 else (others, ours)), -1, 1 - p.turn)
    return PAWNS.play(p, step)


# --- games that need not end


@fault("no_line_returns_to_a_position", planted(four, "play"))
def a_full_board_is_cleared(p: Any, move: int) -> Any:
    """A draw begins again."""
    after = four.play(p, move)
    return four.start if four.outcome(after) == Some(Outcome.DRAW) else after


@fault("equal_positions_behave_alike")
def a_pass_is_always_allowed() -> AnyRules:
    def moves(p: Any) -> tuple[int, ...]:
        found: tuple[int, ...] = othello4.moves(p)
        return found if not found or PASS in found else (*found, PASS)

    return wrong(
        othello4,
        moves=moves,
        play=refusing(moves, lambda p, move: other_turn(p) if move == PASS else othello4.play(p, move)),
    )


@fault("no_line_returns_to_a_position", rare=True)
def a_domino_need_not_be_laid() -> AnyRules:
    """The pass is written 0000; it is allowed where there is a move."""
    nothing = ((0, 0), (0, 0))

    def moves(p: Dominoes) -> tuple[Any, ...]:
        return (*dominoes(p), nothing) if dominoes(p) else ()

    def play(p: Dominoes, pair: Any) -> Any:
        return p._replace(turn=1 - p.turn) if pair == nothing else DOMINOES.play(p, pair)

    return wrong(DOMINOES, moves=moves, play=refusing(moves, play))


@fault("no_line_returns_to_a_position", planted(RACE, "play"))
def runners_who_meet_halfway_begin_again(p: Race, move: str) -> Any:
    after = RACE.play(p, move)
    return RACE.start if after.first == after.second == 7 and not after.leaps_first + after.leaps_second else after


@fault("no_line_returns_to_a_position", planted(DUEL, "play"))
def a_leap_to_certain_places_begins_the_duel_again(p: Duel, move: str) -> Any:
    after = DUEL.play(p, move)
    return DUEL.start if move == "leap" and after[:4] == (0, 3, 0, 0) else after


# --- memories and positions that change


@fault("the_way_to_a_position_does_not_matter")
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


@fault("equal_play_gives_equal_positions")
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


@fault("successors_are_the_plays_of_the_moves")
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


PLAYS |= {
    # the order and the kind of moves
    # The order is another one in each run of Python, because the hashes of strings are.
    "letters are listed in the order of a set": found_by("a_second_process_does_the_same",
        lambda p: tuple({word[len(p.word)] for word in WORDS if word.startswith(p.word) and word != p.word}), planted(LETTERS, "moves")),
    "words of go are listed in the order of a set after a pass": found_by("a_second_process_does_the_same",
        lambda p: tuple(set(go(p))) if p.passes else tuple(go(p)), planted(GO, "moves"), rare=True),
    "a capture in passing is listed twice": found_by("moves_are_listed_once",
        lambda p: (*pawns(p), *(step for step in pawns(p) if in_passing(p, step))), planted(PAWNS, "moves")),
    # Moves are a tuple, unless there is only one.
    "a single pit is a list": found_by("moves_are_listed_once",
        lambda: wrong(SOWING, moves=lambda p: [*sowing(p)] if len(sowing(p)) == 1 else tuple(sowing(p)))),
    # what is refused
    "the ko may be taken back": found_by("play_refuses_anything_else", lambda: wrong(GO, play=lambda p, move: GO.play(p._replace(ko=-1), move))),
    # games that need not end
    # Stones that capture each other in turn may do so for ever.
    "go has no limit of moves": found_by("no_line_returns_to_a_position", lambda p, move: GO.play(p, move)._replace(played=0), planted(GO, "play")),
}  # fmt: skip
