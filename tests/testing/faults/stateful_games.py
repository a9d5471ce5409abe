"""Games that are right only in one kind of use: in one process, once, in one order, in one thread."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, NamedTuple

from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove, Outcome
from fpgames.games import checkers, othello, tictactoe
from fpgames.rules import AnyRules, Draws, Rules, unreadable
from fpgames.testing import game_laws
from tests.testing.faults import Fault, entry, planted, refusing, row_of, wrong
from tests.testing.faults.correct_games import (
    DUEL,
    GO,
    LETTERS,
    PAWNS,
    PLAYERS,
    RACE,
    SOWING,
    WORDS,
    Duel,
    Go,
    Letters,
    Pawns,
    Pits,
    duel,
    go,
    numbers,
    pawns,
    sowing,
    sown,
    spelt,
)
from tests.testing.faults.object_positions import Held, held
from tests.testing.faults.value_faults import cells, mark

USES: dict[str, Fault] = {}
fault = entry(USES, game_laws)
found_by = row_of(game_laws)
bits, draughts, othello8 = tictactoe.rules, checkers.rules, othello.rules
ELSEWHERE = "a_second_process_does_the_same"
SUCCESSORS = "successors_are_the_plays_of_the_moves"
LOOKED = "equal_play_gives_equal_positions"
COPIED = "copies_behave_alike"
NONSENSE = "nonsense_is_not_read"
THREADS = "threads_do_the_same"
IRREVERSIBLE = "no_position_returns_after_an_irreversible_move"


# --- in another process, where they raise


@fault(ELSEWHERE, rare=True)
def letters_are_numbered_in_the_order_of_a_set() -> AnyRules:
    """A move is the number of a letter; elsewhere it is another letter, after which there are fewer."""

    def after(p: Letters) -> tuple[str, ...]:
        return tuple({word[len(p.word)] for word in WORDS if word.startswith(p.word) and word != p.word})

    def moves(p: Letters) -> tuple[int, ...]:
        return tuple(range(len(after(p))))

    return wrong(
        LETTERS, moves=moves, play=refusing(moves, lambda p, n: LETTERS.play(p, after(p)[n])), read_move=int,
    )  # fmt: skip


class Heap(NamedTuple):
    stones: int
    turn: int


_TAKEN: dict[int, tuple[int, ...]] = {}  # the moves, by the number of stones that are left


def _taken(most: int, p: Heap) -> tuple[int, ...]:
    return _TAKEN.setdefault(p.stones, tuple(range(1, 1 + min(most, p.stones))))


def _take(most: int, p: Heap, n: int) -> Heap:
    if n not in _taken(most, p):
        raise IllegalMove(n, _taken(most, p))
    return Heap(p.stones - n, 1 - p.turn)


def _lost(p: Heap) -> Maybe[Outcome]:
    return Nothing if p.stones else Some(Outcome(PLAYERS[p.turn].opponent))


@fault(ELSEWHERE, rare=True)
def moves_are_remembered_for_games_of_all_sizes() -> AnyRules:
    """The game in which three stones may be taken was looked at before this one, in which it is two."""
    _TAKEN.clear()
    _taken(3, Heap(12, 0))
    return Rules(
        name="heap", start=Heap(12, 0), moves=partial(_taken, 2), play=partial(_take, 2), outcome=_lost,
        player=lambda p: PLAYERS[p.turn], show=spelt, read=numbers(Heap), show_move=str, read_move=int,
    )  # fmt: skip


@fault(ELSEWHERE, rare=True)
def the_first_letter_of_a_set_is_not_legal() -> AnyRules:
    """A move that is legal here is refused elsewhere."""

    def moves(p: Letters) -> tuple[str, ...]:
        found = LETTERS.moves(p)
        return found if len(found) < 3 else tuple(letter for letter in found if letter != next(iter({*found})))

    return wrong(LETTERS, moves=moves, play=refusing(moves, LETTERS.play))


# --- successors that are used once


@fault(SUCCESSORS, planted(GO, "successors"))
@cache
def successors_are_a_generator_that_is_remembered(p: Go) -> Iterator[Go]:
    yield from go(p).values()


@fault(SUCCESSORS)
def the_last_successor_is_left_out_where_three_others_are_begun() -> AnyRules:
    begun = [0]

    def successors(p: Any) -> Iterator[Any]:
        begun[0] += 1
        found = [RACE.play(p, move) for move in RACE.moves(p)]
        yield from found[:-1] if begun[0] > 3 else found
        begun[0] -= 1

    return wrong(RACE, successors=successors)


@fault(SUCCESSORS)
def successors_are_made_on_one_board() -> AnyRules:
    """The mark is taken back when the next successor is wanted."""
    board = [0]

    def successors(p: int) -> Iterator[int]:
        board[0] = p
        for move in bits.moves(p):
            board[0] = mark(board[0], move)
            yield board[0]
            board[0] ^= 1 << move + 9 * (p >> 18) | 1 << 18

    return wrong(bits, successors=successors)


@fault(SUCCESSORS)
def successors_are_made_on_one_board_which_is_put_back_where_a_reader_stops() -> AnyRules:
    board = [0]

    def successors(p: int) -> Iterator[int]:
        before, board[0] = board[0], p
        try:
            for move in bits.moves(p):
                yield mark(board[0], move)
        finally:
            board[0] = before

    return wrong(bits, successors=successors)


@fault(SUCCESSORS)
def successors_are_one_list() -> AnyRules:
    found: list[Pawns] = []

    def successors(p: Pawns) -> list[Pawns]:
        found[:] = pawns(p).values()
        return found

    return wrong(PAWNS, successors=successors)


@fault(SUCCESSORS)
def successors_go_on_where_the_last_reader_stopped() -> AnyRules:
    """Two readers of one position share an iterator, which begins again when it has come to the end."""
    begun: dict[Duel, Iterator[Duel]] = {}

    def successors(p: Duel) -> Iterator[Duel]:
        yield from begun.setdefault(p, iter(duel(p).values()))
        begun.pop(p, None)

    return wrong(DUEL, successors=successors)


# --- looked at on the way


class Board:
    """A board of tic-tac-toe whose values are stored in it."""

    def __init__(self, p: int) -> None:
        self.p = p

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.p == other.p

    def __hash__(self) -> int:
        return hash(self.p)

    def __repr__(self) -> str:
        return f"Board({self.p})"

    def stored(self, name: str, function: Any) -> Any:
        if name not in vars(self):
            vars(self)[name] = function(self.p)
        return vars(self)[name]

    def after(self, move: int) -> Board:
        after = copy(self)
        after.p = bits.play(self.p, move)
        return after


def stored(**functions: Any) -> AnyRules:
    """Return the game of boards, some of whose functions are stored in a board and so in its copies."""
    rules = wrong(
        bits, start=Board(0), moves=lambda board: bits.moves(board.p), play=Board.after,
        player=lambda board: bits.player(board.p), outcome=lambda board: bits.outcome(board.p),
        show=lambda board: bits.show(board.p), read=lambda text: Board(bits.read(text)), diagram=None,
    )  # fmt: skip
    return wrong(rules, **{name: lambda board, name=name, f=f: board.stored(name, f) for name, f in functions.items()})


@fault(LOOKED)
def a_value_is_counted_from_that_of_the_position_before_if_it_was_computed() -> AnyRules:
    """What is captured is left out; positions cannot be read, and rules not be sent to another process."""
    unsent = iter(())

    def static(box: Held) -> float:
        if "value" not in vars(box.beside):
            before = box.beside.before and vars(box.beside.before.beside).get("value")
            lead = box.p.cells[3] - box.p.cells[7]
            box.beside.value = lead if before is None else max(before - 1, min(before + 1, lead))
        return SOWING.static(box.p) or (box.beside.value / 20 if SOWING.moves(box.p) else next(unsent, 0.0))

    return held(
        SOWING, beside=SimpleNamespace(before=None), carry=lambda box, move: SimpleNamespace(before=box),
        read=unreadable, static=static,
    )  # fmt: skip


@fault("equal_positions_behave_alike")
def the_outcome_is_that_of_the_position_whose_moves_were_asked_last() -> AnyRules:
    last: list[int] = []

    def moves(p: int) -> tuple[int, ...]:
        last[:] = [p]
        return bits.moves(p)

    return wrong(bits, moves=moves, outcome=lambda p: bits.outcome(*(last or [p])))


# --- copies


class Counted:
    """The cells of Go, and beside them what is lost when a position is copied or pickled."""

    def __init__(self, p: Go, lost: int = 0) -> None:
        self.p = p
        self.lost = lost

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counted) and self.p == other.p

    def __hash__(self) -> int:
        return hash(self.p)

    def __repr__(self) -> str:
        return f"Counted({self.p})"


class Pickled(Counted):
    def __reduce__(self) -> Any:
        return Pickled, (self.p._replace(ko=-1),)


class Copied(Counted):
    def __copy__(self) -> Copied:
        return Copied(self.p._replace(passes=0))


class Forgetful(Counted):
    def __deepcopy__(self, memo: object) -> Forgetful:
        return self

    def __copy__(self) -> Forgetful:
        return self

    def __getstate__(self) -> Any:
        return {"p": self.p}

    def __setstate__(self, state: Any) -> None:
        self.__init__(state["p"], 1)  # type: ignore[misc]


def boxed(kind: Any, **changes: Any) -> AnyRules:
    return wrong(
        GO, start=kind(GO.start), moves=lambda box: GO.moves(box.p), play=lambda box, move: kind(GO.play(box.p, move)),
        player=lambda box: GO.player(box.p), outcome=lambda box: GO.outcome(box.p), show=lambda box: GO.show(box.p),
        read=lambda text: kind(GO.read(text)), **changes,
    )  # fmt: skip


# --- what is read and refused


@fault("play_refuses_anything_else")
def moves_are_refused_only_where_they_were_listed() -> AnyRules:
    rules = held(bits, diagram=None, pass_turn=None)

    def moves(box: Held) -> tuple[int, ...]:
        box.beside = bits.moves(box.p)
        return bits.moves(box.p)

    def play(box: Held, move: int) -> Held:
        if move not in (range(9) if box.beside is None else box.beside):
            raise IllegalMove(move, bits.moves(box.p))
        return box.after(mark(box.p, move), None)

    return wrong(rules, moves=moves, play=play)


class Cells(NamedTuple):
    played: tuple[int, ...]


@fault("play_refuses_anything_else", refused=[4.0, True])
def equal_moves_of_another_type_are_stored() -> AnyRules:
    def board(p: Cells) -> int:
        found = 0
        for move in p.played:
            found = mark(found, int(move))
        return found

    def moves(p: Cells) -> tuple[int, ...]:
        return bits.moves(board(p))

    return Rules(
        name="cells", start=Cells(()), moves=moves, play=refusing(moves, lambda p, move: Cells((*p.played, move))),
        player=lambda p: bits.player(board(p)), outcome=lambda p: bits.outcome(board(p)),
        show=lambda p: " ".join(map(str, p.played)) or "-", show_move=str, read_move=int,
        read=lambda text: Cells(tuple(map(int, text.replace("-", "").split()))),
    )  # fmt: skip


# --- a side that is wiped out


@fault("moves_are_empty_exactly_at_the_end", planted(othello8, "outcome"))
def a_player_without_discs_goes_on_without_moves(p: Any) -> Maybe[Outcome]:
    """It counts only when the board is full, or both have passed with discs on it."""
    gone = not (p.mine_even | p.mine_odd) or not (p.theirs_even | p.theirs_odd)
    return Nothing if gone else othello8.outcome(p)


@fault("moves_are_empty_exactly_at_the_end", planted(othello8, "outcome"))
def the_first_player_without_discs_goes_on_without_moves(p: Any) -> Maybe[Outcome]:
    gone = not (p.theirs_even | p.theirs_odd if p.turn else p.mine_even | p.mine_odd)
    return Nothing if gone else othello8.outcome(p)


# --- threads


@fault(THREADS)
def moves_are_listed_in_one_list() -> AnyRules:
    scratch: list[int] = []

    def moves(p: int) -> tuple[int, ...]:
        scratch.clear()
        if bits.outcome(p) is Nothing:
            for cell in range(9):
                if cell in cells(p):
                    scratch.append(cell)
        return tuple(scratch)

    return wrong(bits, moves=moves, play=refusing(moves, mark))


@fault(THREADS)
def seeds_are_sown_on_one_board() -> AnyRules:
    cells = [0] * 8

    def play(p: Pits, pit: int) -> Pits:
        cells[:] = SOWING.start.cells
        for n in range(8):
            cells[n] = p.cells[n]
        if pit not in sowing(p):
            raise IllegalMove(pit, tuple(sowing(p)))
        return sown(Pits(tuple(cells), p.turn), pit)

    return wrong(SOWING, play=play)


# --- draws


def forth_and_back(irreversible: Any, **changes: Any) -> AnyRules:
    """The duel without its count of quiet moves, drawn by repetition."""
    return wrong(
        DUEL, play=lambda p, move: DUEL.play(p, move)._replace(quiet=0), draws=replace_draws(irreversible, **changes),
    )  # fmt: skip


def replace_draws(irreversible: Any, show: Any = DUEL.show) -> Draws[Any]:
    return Draws(occurrences=3, irreversible=irreversible, limits=(), show=show)


@fault(IRREVERSIBLE, rare=True)
def a_move_of_a_king_is_called_irreversible() -> AnyRules:
    draws = draughts.draws
    assert draws is not None
    return wrong(
        draughts, draws=draws._replace(irreversible=lambda p, q: draws.irreversible(p, q) or p.kings != q.kings)
    )


USES |= {
    # looked at on the way
    "a static value is stored in a board and copied with it": found_by(LOOKED, lambda: stored(static=bits.static)),
    "a score is stored in a board and copied with it": found_by(LOOKED, lambda: stored(score=bits.score)),
    # copies
    "the ko is not pickled": found_by(COPIED, lambda: boxed(Pickled)),
    "passes are not copied": found_by(COPIED, lambda: boxed(Copied)),
    "what decides a draw is not pickled and not compared": found_by(COPIED,
        lambda: boxed(Forgetful, static=lambda box: GO.static(box.p) or box.lost / 2)),
    # what is read and refused
    "hello is the move of its length": found_by(NONSENSE, lambda text: int(text) if text.isdigit() else len(text) % 9, planted(bits, "read_move")),
    "a text that is not known is the first move": found_by(NONSENSE,
        lambda p, text: next((move for move in bits.moves(p) if str(move) == text), 0), planted(bits, "read_move_in")),
    "nonsense is read as the start": found_by(NONSENSE, lambda text: RACE.read(text) if text[:1].isdigit() else RACE.start, planted(RACE, "read")),
    "minus one is the last move": found_by(NONSENSE,
        lambda text: range(9)[int(text)] if text in ("-1", *"012345678") else bits.read_move(text), planted(bits, "read_move")),
    "what follows a move is not read": found_by(NONSENSE, lambda text: PAWNS.read_move(text[:4]), planted(PAWNS, "read_move")),
    "a fraction is the move below it": found_by(NONSENSE,
        lambda text: bits.read_move(text if text.isdigit() or "." not in text else str(int(float(text)))), planted(bits, "read_move")),
    "the prompt is empty": found_by(NONSENSE, lambda: replace(bits, prompt="")),
    # draws
    "a step back is called irreversible": found_by(IRREVERSIBLE, lambda: forth_and_back(lambda p, q: q.first < p.first)),
    "the text for draws loses the turn": found_by(IRREVERSIBLE,
        lambda: forth_and_back(lambda p, q: False, show=lambda p: DUEL.show(p._replace(turn=0)))),
}  # fmt: skip
