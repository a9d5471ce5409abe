"""Faults that the rules of public libraries once had, written again from their descriptions for games of this library.

Each function makes a game with its fault, or the right game if ``faulty`` is False. Run as a program, the module measures
how soon the kit finds each fault, and whether random games do.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

from returns.maybe import Maybe, Nothing, Some
from toolz import unique

from fpgames import Outcome, Player
from fpgames.games import checkers, dots_and_boxes, draughts, mnk, othello
from fpgames.games.draughts import ENGLISH, Draughts, Move
from fpgames.games.draughts.bit_operations import make_position_after, shift
from fpgames.games.draughts.variant import grid_of, square_numbers
from fpgames.games.hex import make_chain
from fpgames.games.lines import Size, line_directions
from fpgames.games.othello.bit_operations import board_of
from fpgames.games.positional import Marks, cells, marking_rules
from fpgames.rules import AnyRules, whose_turn, with_draws
from fpgames.rules.lifting import lift
from fpgames.rules.outcomes import require_legal
from fpgames.testing import IncompleteCheck, Law, LawsBroken, check, game_laws, mutable_laws, same_game_laws
from tests.testing.faults import refusing, wrong
from tests.testing.faults.correct_games import GO, RACE, Go, Race, read_go

MAX_MOVES = 1000  # of a random game
Make: TypeAlias = Callable[..., Any]
LawsOf: TypeAlias = Callable[[Any, Any], list[Law]]


class Bug(NamedTuple):
    """A fault of a library: where it is described, a function that makes the game, and the law that is broken first.

    ``laws_of`` takes the faulty game and the right one. If the law misses the fault, ``closer`` has the arguments of
    ``make`` for a game in which it does not.
    """

    source: str
    make: Make
    law: str
    laws_of: LawsOf
    closer: Mapping[str, Any]

    def laws(self, faulty: bool = True, **options: Any) -> list[Law]:
        return self.laws_of(self.make(faulty, **options), self.make(False, **options))


BUGS: dict[str, Bug] = {}


def alone(game: AnyRules, _: AnyRules) -> list[Law]:
    return game_laws(game)


def beside(game: AnyRules, right: AnyRules) -> list[Law]:
    return same_game_laws(right, game)


def mutable(board: Any, _: Any) -> list[Law]:
    return mutable_laws(
        RACE, board, play=board.push, moves=board.moves, outcome=board.outcome, player=board.player, undo=board.pop
    )


def bug(source: str, law: str, laws_of: LawsOf = alone, **closer: Any) -> Callable[[Make], Make]:
    """Return a decorator that enters a function into the table, under its name in words."""

    def enter(make: Make) -> Make:
        BUGS[make.__name__.replace("_", " ")] = Bug(source, make, law, laws_of, closer)
        return make

    return enter


def play_at_random(game: Any, rng: Random) -> None:
    """Play listed moves until there are none, as the libraries' own tests do; there has to be an outcome then."""
    if isinstance(game, type):  # of mutable boards
        board: Any = game
        game = SimpleNamespace(start=board(), moves=board.moves, play=board.push, outcome=board.outcome)
    p = game.start
    for _ in range(MAX_MOVES):
        moves = game.moves(p)
        if not moves:
            assert game.outcome(p) is not Nothing
            return
        p = game.play(p, rng.choice(moves))
    raise AssertionError(f"no end after {MAX_MOVES} moves")


def play_unchecked(p: Draughts, move: Move) -> Draughts:
    start, end, *captured = (grid_of(ENGLISH).squares[n - 1] for n in (move.start, move.end, *move.captured))
    return make_position_after(ENGLISH)(p, start, end, sum(captured))


def n_pieces(p: Draughts) -> int:
    return (p.first | p.second).bit_count()


# --- legal moves and outcomes


class Masked(NamedTuple):
    position: dots_and_boxes.Position
    mask: tuple[int, ...]


@bug("sotetsuk/pgx 207", "every_game_ends")
def the_mask_of_legal_moves_is_not_updated(faulty: bool) -> AnyRules:
    """A player who moves again, after completing a box, is given the mask of the move before."""
    rules = dots_and_boxes.sized(2, 2)

    def masked(p: dots_and_boxes.Position) -> Masked:
        return Masked(p, rules.moves(p))

    def moves(p: Masked) -> tuple[int, ...]:
        return p.mask if rules.moves(p.position) else ()

    def play(p: Masked, move: int) -> Masked:
        is_free = require_legal(move, moves(p)) in rules.moves(p.position)  # an edge may be drawn twice
        q = masked(rules.play(p.position, move) if is_free else p.position)
        return q._replace(mask=p.mask) if faulty and q.position.turn == p.position.turn else q

    return lift(rules, masked(rules.start), moves=moves, play=play, read=lambda text: masked(rules.read(text)))


@bug("google-deepmind/open_spiel 762", "moves_player_and_outcome_are_the_same", beside)
def the_sides_of_an_uneven_board_are_exchanged(faulty: bool) -> AnyRules:
    """The test for a chain takes the number of rows for the number of columns."""
    columns, rows = 3, 2
    board, width, chain = cells(columns, rows), rows if faulty else columns, make_chain(columns)
    top, bottom, left, right = map(sum, (board[:width], board[-width:], board[::width], board[width - 1 :: width]))

    def score(p: Marks) -> int:
        return bool(chain(p.first, top) & bottom) - bool(chain(p.second, left) & right)

    def winning(p: Marks) -> int:
        return chain(p.first, top) & chain(p.first, bottom) | chain(p.second, left) & chain(p.second, right)

    return marking_rules("hex", columns, rows, score, winning, slanted=True)


@bug("google-deepmind/open_spiel 1593", "play_accepts_every_move")
def the_number_of_the_pass_is_read_as_a_cell(faulty: bool) -> AnyRules:
    """A pass puts a disc on the first cell; if that is taken, it looks for a cell outside the board."""
    rules, board = othello.sized(4), board_of(4)

    def play(p: Any, move: int) -> Any:
        q = rules.play(p, move)
        if not (faulty and move == 16):
            return q
        even, _ = board.squares[0 if rules.show(p).split()[5] == "." else move]
        return q._replace(theirs_even=q.theirs_even | even)

    return wrong(rules, play=play, symmetries=rules.symmetries)


@bug("suragnair/alpha-zero-general 40", "symmetries_map_moves_and_outcomes")
def some_diagonals_are_not_searched(faulty: bool) -> AnyRules:
    """Of the diagonals down to the left, those that begin in the third column, the first with any, are left out."""
    rules, size = mnk.sized(4, 4, 3), Size(4, 4, 3)
    *others, (starts, step) = line_directions(size)
    directions = (*others, (starts & ~(132 if faulty else 0), step))

    def has_line(marks: int) -> bool:
        return any(starts & marks & marks >> step & marks >> 2 * step for starts, step in directions)

    def score(p: Marks) -> int:
        return has_line(p.first) - has_line(p.second)

    plain = marking_rules(rules.name, 4, 4, score, lambda p: abs(score(p)))
    return replace(plain, symmetries=rules.symmetries)


@bug("AttackingOrDefending/pydraughts 28", "moves_player_and_outcome_are_the_same", beside)
def a_capture_may_be_broken_off(faulty: bool) -> AnyRules:
    """A piece that could go on may stop after the first piece it takes."""
    rules, grid, numbers = checkers.rules, grid_of(ENGLISH), square_numbers(ENGLISH)

    def broken_off(p: Draughts, move: Move) -> Iterator[Move]:
        at, empty = grid.squares[move.start - 1], grid.board & ~(p.first | p.second)
        for step in grid.steps:
            jumped, to = numbers.get(shift(at, step)), shift(at, 2 * step)
            if jumped in move.captured and to & empty:
                yield Move(move.start, numbers[to], (jumped,))

    def moves(p: Draughts) -> tuple[Move, ...]:
        legal = rules.moves(p)
        longer = [move for move in legal if len(move.captured) > 1 and faulty]
        return tuple(unique([*legal, *(stop for move in longer for stop in broken_off(p, move))]))

    return wrong(rules, moves=moves, play=refusing(moves, play_unchecked))


@bug("AttackingOrDefending/pydraughts 19", "moves_player_and_outcome_are_the_same", beside, plies=10)
def a_draw_counts_all_moves_since_the_last_capture(faulty: bool, plies: int = 50) -> AnyRules:
    """A move of a man should begin the count anew, as a capture does."""
    rules = draughts.rules
    assert rules.draws is not None
    (_, is_quiet_king_move), *others = rules.draws.limits

    def is_counted(p: Draughts, q: Draughts) -> bool:
        return n_pieces(p) == n_pieces(q) if faulty else is_quiet_king_move(p, q)

    return with_draws(replace(rules, draws=rules.draws._replace(limits=((plies, is_counted), *others))))


@bug("freeboardgames/FreeBoardGames.org 976", "moves_player_and_outcome_are_the_same", beside)
def the_game_ends_when_the_player_who_has_moved_is_blocked(faulty: bool) -> AnyRules:
    """Pieces may move again by the next turn, so only the player to move loses."""
    rules = checkers.rules

    def is_blocked(p: Draughts) -> bool:
        return faulty and not rules.moves(p._replace(turn=1 - p.turn))

    def outcome(p: Draughts) -> Maybe[Outcome]:
        return Some(Outcome(1 - 2 * p.turn)) if rules.moves(p) and is_blocked(p) else rules.outcome(p)

    def moves(p: Draughts) -> tuple[Move, ...]:
        return () if is_blocked(p) else rules.moves(p)

    return wrong(rules, moves=moves, outcome=outcome, play=refusing(moves, rules.play))


@bug("miskibin/py-draughts 27", "play_refuses_anything_else")
def play_does_not_look_for_a_piece(faulty: bool) -> AnyRules:
    """A move from an empty square makes a piece out of nothing."""
    return wrong(checkers.rules, play=play_unchecked if faulty else checkers.rules.play)


# --- equality, text and memory


class Promoted(NamedTuple):
    position: Draughts
    promoted: bool


@bug("niklasf/python-chess 265", "equal_positions_behave_alike")
def a_promoted_piece_is_not_equal_to_another(faulty: bool) -> AnyRules:
    """A position remembers that a man was crowned, which changes nothing, and which its text does not say."""
    rules = checkers.rules

    def play(p: Promoted, move: Move) -> Promoted:
        q = rules.play(p.position, move)
        return Promoted(q, faulty and (p.promoted or q.kings.bit_count() > p.position.kings.bit_count()))

    return lift(rules, Promoted(rules.start, False), play=play, read=lambda text: Promoted(rules.read(text), False))


@bug("miskibin/py-draughts 29", "text_is_read_back", start="W:WK4:B13,20,32,37")
def two_captures_have_the_same_text(faulty: bool, start: str = "") -> AnyRules:
    """The text names where a capture begins and ends, and is read as the first capture with these ends."""
    rules = draughts.rules

    def show_move_in(p: Draughts, move: Move) -> str:
        return f"{move.start}x{move.end}" if move.captured else rules.show_move_in(p, move)

    def read_move_in(p: Draughts, text: str) -> Move:
        first = next((move for move in rules.moves(p) if show_move_in(p, move) == text), None)
        return first or rules.read_move_in(p, text)

    rules = replace(rules, start=rules.read(start)) if start else rules
    return replace(rules, show_move_in=show_move_in, read_move_in=read_move_in) if faulty else rules


class Boards(list[str]):
    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))


class Told(NamedTuple):
    position: Go
    history: Any  # the boards before


@bug("Rochester-NRT/RocAlphaGo 124", "play_leaves_its_argument_as_it_was")
def copies_share_the_list_of_earlier_boards(faulty: bool) -> AnyRules:
    """The list is not copied with the position, so it has the boards of other games."""

    def moves(p: Told) -> tuple[str, ...]:
        plays = ((move, GO.play(p.position, move).cells) for move in GO.moves(p.position))
        return tuple(move for move, board in plays if move == "pass" or board not in p.history)

    def play(p: Told, move: str) -> Told:
        q = GO.play(p.position, require_legal(move, moves(p)))
        if faulty:
            p.history.append(q.cells)
            return Told(q, p.history)
        return Told(q, (*p.history, q.cells))

    def show(p: Told) -> str:
        return " ".join((GO.show(p.position), *p.history))

    def read(text: str) -> Told:
        words = text.split()
        return Told(read_go(" ".join(words[:5])), as_history(words[5:]))

    as_history: Any = Boards if faulty else tuple
    return lift(GO, Told(GO.start, as_history([GO.start.cells])), moves=moves, play=play, show=show, read=read)


@bug("niklasf/python-chess 345", "it_plays_as_its_model", mutable)
def what_is_restored_lacks_a_part(faulty: bool) -> type:
    """The leaps that the runners have left are not saved with their places, so after a move is undone there are none."""

    class Board:
        def __init__(self) -> None:
            self.position, self.saved = RACE.start, list[Race]()

        def push(self, move: str) -> Board:
            before, self.position = self.position, RACE.play(self.position, move)
            self.saved.append(before._replace(leaps_first=0, leaps_second=0) if faulty else before)
            return self

        def pop(self) -> None:
            self.position = self.saved.pop()

        def moves(self) -> tuple[str, ...]:
            return RACE.moves(self.position)

        def outcome(self) -> Maybe[Outcome]:
            return RACE.outcome(self.position)

        def player(self) -> Player:
            return whose_turn(RACE, self.position)

    return Board


# --- measurements


def seconds_to_find(bug: Bug, seed: int, **options: Any) -> float | None:
    """Return the processor time until the first report of a check; None if there is no report."""
    began = process_time()
    try:
        check("game", bug.laws(**options), seed=seed, fail_fast=True, progress=lambda _: None)
    except LawsBroken:
        return process_time() - began
    return None


def random_games_raise(bug: Bug, games: int, **options: Any) -> str:
    """Return the error that random games raise, and in which game; empty if none does."""
    rng = Random(1)
    for n in range(games):
        try:
            play_at_random(bug.make(True, **options), rng)  # a new game, whose start no other game has changed
        except Exception as error:
            return f"{type(error).__name__} in game {n + 1}"
    return ""


def measure() -> None:
    """Print a line for each fault: how many of five seeds find it, the median time, and what random games raise."""
    for name, bug in BUGS.items():
        for options in ({}, bug.closer) if bug.closer else ({},):
            times = [seconds for seed in range(1, 6) if (seconds := seconds_to_find(bug, seed, **options)) is not None]
            found = f"{len(times)} of 5, {median(times):.1f} s" if times else "missed"
            error = random_games_raise(bug, 1000, **options) or "nothing"
            print(bug.source, name, options or "from the start", found, error, sep=" | ", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore", IncompleteCheck)
    measure()
