"""Games with a fault in comparing, hashing, writing, reading or transforming positions, or with hidden history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from zlib import crc32

from returns.maybe import Some

from fpgames import Outcome
from fpgames.games import connect4, othello, tictactoe
from fpgames.rules import AnyRules, Symmetry
from fpgames.testing import game_laws
from tests.testing.faults import Fault, entry, planted, refusing, row_of, wrong
from tests.testing.faults.correct_games import (
    DOMINOES,
    DUEL,
    FAR,
    GO,
    LETTERS,
    PASSED,
    PAWNS,
    SOWING,
    Duel,
    Pawns,
    Step,
    go,
    mirror_cell,
    pawns,
    read_step,
    show_pawns,
    spelt,
)
from tests.testing.faults.object_positions import Held, held

POSITIONS: dict[str, Fault] = {}
fault = entry(POSITIONS, game_laws)
found_by = row_of(game_laws)
bits, othello4, wide = tictactoe.rules, othello.sized(4), connect4.sized(5, 4, 3)


# --- equality and hashes


ALIKE: dict[str, tuple[AnyRules, Callable[[Any], Any]]] = {
    "equality ignores the pawn that may be taken in passing": (PAWNS, lambda p: p._replace(passed=PASSED)),
    "equality ignores the right to leap": (DUEL, lambda p: p._replace(may_leap_first=0, may_leap_second=0)),
    "equality ignores the count of quiet moves": (DUEL, lambda p: p._replace(quiet=0)),
    "equality ignores the ko": (GO, lambda p: p._replace(ko=-1)),
    "equality ignores the turn where few seeds are left": (SOWING, lambda p: p if sum(p.cells[:3]) + sum(p.cells[4:7]) > 4 else p.cells),
    "equality compares hashes of twelve bits": (DOMINOES, lambda p: crc32(DOMINOES.show(p).encode()) % 4096),
}  # fmt: skip


def alike(rules: AnyRules, key: Callable[[Any], Any]) -> Fault:
    """The fault of a game whose positions are equal if something of them is."""
    return Fault(lambda: game_laws(held(rules, equal=lambda box: key(box.p))), "different_positions_are_not_equal")


POSITIONS |= {name: alike(*each) for name, each in ALIKE.items()}


@fault("different_positions_are_not_equal")
def the_hash_depends_on_the_order_of_moves() -> AnyRules:
    """The order is that of the dominoes laid; a position that is read has them sorted."""

    def laid(p: Any) -> tuple[Any, ...]:
        return tuple(sorted(DOMINOES.start.free - p.free))

    return held(
        DOMINOES, hashed=lambda box: box.beside if len(box.beside) >= 8 else box.p, beside=(),
        carry=lambda box, move: (*box.beside, *move), reread=laid,
    )  # fmt: skip


@fault("the_way_to_a_position_does_not_matter", budget=300)
def the_hash_counts_a_passed_pawn_that_equality_does_not() -> AnyRules:
    """Equality ignores the cell where no pawn could take in passing, as in FEN; the hash does not."""

    def matters(box: Held) -> Pawns:
        p: Pawns = box.p
        return p if any(step.end == p.passed for step in pawns(p)) else p._replace(passed=PASSED)

    return held(PAWNS, equal=matters, hashed=lambda box: box.p)


@fault("different_positions_are_not_equal")
def seconds_are_added_as_floats() -> AnyRules:
    cost = {"forward": 0.1, "back": 0.2, "leap": 0.7}
    return held(
        DUEL, equal=lambda box: (box.p, box.beside), beside=0.0, carry=lambda box, move: box.beside + cost[move],
        show=lambda box: f"{DUEL.show(box.p)} {box.beside:.1f}", read=lambda text: timed(text),
    )  # fmt: skip


def timed(text: str) -> Held:
    *numbers, seconds = text.split()
    return Held(DUEL.read(" ".join(numbers)), float(seconds), *(lambda box: (box.p, box.beside),) * 2)


# --- a past that the position does not show


@fault("equal_positions_behave_alike", rare=True)
def a_draw_is_won_by_the_player_who_opened_in_the_centre() -> AnyRules:
    """A position that is read takes it that the first player opened there, if the cell is X."""

    def outcome(box: Held) -> Any:
        return bits.outcome(box.p).map(lambda end: Outcome.FIRST_WON if not end and box.beside else end)

    return held(
        bits, carry=lambda box, move: move == 4 if box.p == 0 else box.beside, reread=lambda p: bool(p >> 4 & 1),
        outcome=outcome,
    )  # fmt: skip


@fault("no_line_returns_to_a_position")
def the_third_time_is_a_draw_and_the_position_does_not_count() -> AnyRules:
    def outcome(box: Held) -> Any:
        return Some(Outcome.DRAW) if box.beside.count(box.p) == 2 else DUEL.outcome(box.p)

    def moves(box: Held) -> tuple[str, ...]:
        return () if box.beside.count(box.p) == 2 else DUEL.moves(box.p)

    def play(box: Held, move: str) -> Held:
        return box.after(DUEL.play(box.p, move)._replace(quiet=0), (*box.beside, box.p))

    return held(DUEL, beside=(), reread=lambda p: (), outcome=outcome, moves=moves, play=refusing(moves, play))


@fault("equal_positions_behave_alike")
def no_board_may_return_and_the_position_does_not_keep_them() -> AnyRules:
    """Go with the rule of superko; boards are remembered from captures on only."""

    def moves(box: Held) -> tuple[str, ...]:
        return tuple(word for word, after in go(box.p).items() if word == "pass" or after.cells not in box.beside)

    def seen(box: Held, move: str) -> Any:
        return box.beside | {box.p.cells} if box.p.ko >= 0 else box.beside

    return held(
        GO, beside=frozenset(), carry=seen, reread=lambda p: frozenset(), moves=moves,
        play=refusing(moves, lambda box, move: box.after(go(box.p)[move], seen(box, move))),
    )  # fmt: skip


@fault("equal_positions_behave_alike")
def the_right_to_leap_is_kept_beside_the_position() -> AnyRules:
    """It is lost by stepping back; a position that is read has it, if its player stands at home."""

    def moves(box: Held) -> tuple[str, ...]:
        found: tuple[str, ...] = DUEL.moves(box.p)
        return found if box.p.turn not in box.beside else tuple(word for word in found if word != "leap")

    def carry(box: Held, move: str) -> frozenset[int]:
        lost: frozenset[int] = box.beside if move == "forward" else box.beside | {box.p.turn}
        return lost

    def at_home(p: Duel) -> frozenset[int]:
        return frozenset(turn for turn, home in enumerate((p.first == 0, p.second == FAR)) if not home)

    return held(
        DUEL, beside=frozenset(), carry=carry, reread=at_home, moves=moves,
        play=refusing(moves, lambda box, move: box.after(with_rights(DUEL.play(box.p, move)), carry(box, move))),
    )  # fmt: skip


def with_rights(p: Duel) -> Duel:
    return p._replace(may_leap_first=1, may_leap_second=1)


# --- text


@fault("equal_positions_behave_alike", planted(PAWNS, "read"))
def reading_loses_a_passed_pawn_in_the_last_column(text: str) -> Pawns:
    p: Pawns = PAWNS.read(text)
    return p._replace(passed=PASSED) if p.passed % 3 == 2 else p


@fault("equal_positions_behave_alike", planted(DUEL, "read"))
def reading_gives_the_right_to_leap_to_all_who_stand_at_home(text: str) -> Duel:
    p: Duel = DUEL.read(text)
    first, second = p.may_leap_first or p.first == 0, p.may_leap_second or p.second == FAR
    return p._replace(may_leap_first=int(first), may_leap_second=int(second))


@fault("equal_positions_behave_alike", planted(othello4, "read"))
def reading_takes_the_turn_from_the_number_of_discs(text: str) -> Any:
    p = othello4.read(text)
    return other_turn(p) if sum(map(int.bit_count, p[:4])) % 2 != p.turn else p


def other_turn(p: Any) -> Any:
    """Return a position of Othello with the other player to move."""
    return type(p)(p.theirs_even, p.theirs_odd, p.mine_even, p.mine_odd, 1 - p.turn)


def digits(text: str) -> Any:
    cells, turn = text.split()
    return SOWING.read(" ".join([*cells, turn]))


@fault("text_is_read_back")
def captures_onto_one_cell_are_written_alike() -> AnyRules:
    """A capture is written as its end, and read as the first capture that ends there."""

    def show_move_in(p: Pawns, step: Step) -> str:
        return f"x{str(step)[2:]}" if abs(step.start - step.end) in (2, 4) else str(step)

    def reading(p: Pawns, text: str) -> Step:
        if text[0] != "x":
            return read_step(text)
        return next(step for step in pawns(p) if show_move_in(p, step) == text)

    return wrong(PAWNS, show_move_in=show_move_in, read_move_in=reading)


def in_passing(p: Pawns, step: Step) -> bool:
    return step.end == p.passed and abs(step.start - step.end) in (2, 4)


# --- symmetries


@fault("symmetries_map_moves_and_outcomes")
def a_symmetry_is_wrong_for_one_board() -> AnyRules:
    board = bits.play(bits.play(bits.play(bits.play(bits.play(0, 4), 0), 8), 2), 1)
    *others, last = bits.symmetries
    return wrong(bits, symmetries=(*others, last._replace(position=lambda p: p if p == board else last.position(p))))


@fault("symmetries_map_moves_and_outcomes")
def a_symmetry_takes_the_pass_for_a_cell() -> AnyRules:
    """It mirrors cell 16, which is the pass, as if it were on the board."""

    def spoilt(move: Callable[[int], int]) -> Callable[[int], int]:
        return lambda cell: 19 if cell == 16 else move(cell)

    symmetries = tuple(each._replace(move=spoilt(each.move)) for each in othello4.symmetries)
    return replace(othello4, symmetries=symmetries)


@fault("symmetries_map_moves_and_outcomes", rare=True)
def the_mirror_forgets_stones_on_a_nearly_full_board() -> AnyRules:
    (mirror,) = wide.symmetries

    def position(p: Any) -> Any:
        q = mirror.position(p)
        return (q[0], q[1]) if p[1].bit_count() < 18 else (p[0], q[1])

    return wrong(wide, symmetries=(Symmetry(position, mirror.move),))


@fault("symmetries_map_moves_and_outcomes")
def the_mirror_forgets_the_passed_cell_where_it_can_be_taken() -> AnyRules:
    def position(p: Pawns) -> Pawns:
        first, second = (frozenset(map(mirror_cell, cells)) for cells in p[:2])
        takes = any(in_passing(p, step) for step in pawns(p))
        return Pawns(first, second, p.passed if takes else mirror_cell(p.passed), p.turn)

    def move(step: Step) -> Step:
        return Step(mirror_cell(step.start), mirror_cell(step.end))

    return wrong(PAWNS, symmetries=(Symmetry(position, move),))


@fault("different_positions_are_not_equal")
def a_position_is_shown_by_its_pawns_where_only_one_can_be_passed() -> AnyRules:
    """The passed cell is left out if it follows from a pawn on the middle row, though it may have come there slowly."""

    def show(p: Pawns) -> str:
        moved = p.second if p.turn == 0 else p.first
        return show_pawns(p._replace(passed=PASSED) if sum(6 <= cell < 9 for cell in moved) == 1 else p)

    def read(text: str) -> Pawns:
        p: Pawns = PAWNS.read(text)
        moved, behind = (p.second, 3) if p.turn == 0 else (p.first, -3)
        middle = [cell for cell in moved if 6 <= cell < 9]
        return p._replace(passed=middle[0] + behind) if len(middle) == 1 else p

    return wrong(PAWNS, show=show, read=read)


POSITIONS |= {
    # text
    "the first cell is shown as no ko": found_by("different_positions_are_not_equal",
        lambda: wrong(GO, show=lambda p: spelt(p._replace(ko=p.ko if p.ko > 0 else -1)))),
    "seeds are shown in one digit": found_by("text_is_read_back",
        lambda: wrong(SOWING, show=lambda p: f"{''.join(str(min(9, n)) for n in p.cells)} {p.turn}", read=digits)),
    "two lost rights are shown as one": found_by("equal_positions_behave_alike",
        lambda p: spelt(p if p.may_leap_first or p.may_leap_second else p._replace(may_leap_second=1)), planted(DUEL, "show")),
    # It takes an ending of words for the sign of the end.
    "a word that is complete is read without its last letter": found_by("equal_positions_behave_alike",
        lambda: wrong(LETTERS, read=lambda text: LETTERS.read(text.removesuffix("ese")))),
}  # fmt: skip
