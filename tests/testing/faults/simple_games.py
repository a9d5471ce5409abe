"""Games with a simple fault, each with the length of the shortest line that shows it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

from returns.maybe import Maybe, Nothing, Some
from toolz import identity

from fpgames import IllegalMove, Outcome
from fpgames.games import connect4, tictactoe
from fpgames.games.tictactoe.bits import _LINES
from fpgames.rules import AnyRules, Diagram, GameFormat, Symmetry
from fpgames.testing import game_laws, same_game_laws
from tests.testing.faults import Fault, wrong
from tests.testing.faults.object_positions import Held, held
from tests.testing.faults.value_faults import MARKING, cells, drop, ending, falling, mark

__all__ = ["SIMPLE"]

bits, record, four, small = tictactoe.rules, tictactoe.record, connect4.rules, connect4.sized(4, 4, 3)
DIAGONAL = 0b001_010_100


def blind(p: int) -> Maybe[Outcome]:
    """No diagonal 2-4-6."""
    for marks, won in ((p & 511, Outcome.FIRST_WON), (p >> 9 & 511, Outcome.SECOND_WON)):
        if any(marks & line == line for line in _LINES if line != DIAGONAL):
            return Some(won)
    return Nothing if cells(p) else Some(Outcome.DRAW)


def tired(p: int) -> Maybe[Outcome]:
    """A draw with a cell to spare."""
    return Some(Outcome.DRAW) if bits.outcome(p) is Nothing and len(cells(p)) <= 1 else bits.outcome(p)


def in_place(box: Held, move: int) -> Held:
    box.p = bits.play(box.p, move)
    return box


def sulking(box: Held, move: int) -> Held:
    """Changes the position when it refuses a move."""
    if move not in bits.moves(box.p):
        box.p ^= 1 << 18
        raise IllegalMove(move, bits.moves(box.p))
    return box.after(bits.play(box.p, move), None)


def keeping_the_turn(p: int, move: int) -> int:
    after: int = bits.play(p, move)
    return after ^ 1 << 18 if move == 8 else after


def after_a_win(p: int, move: int) -> int:
    if move not in cells(p):
        raise IllegalMove(move, bits.moves(p))
    return mark(p, move)


def falling_down(p: Any, move: int) -> Any:
    """Played on after the end."""
    if move not in range(4) or drop(p, move)[1] == p[1]:
        raise IllegalMove(move, small.moves(p))
    return drop(p, move)


def over_the_top(p: Any, move: int) -> Any:
    """A column that is full is played all the same."""
    if move in range(7) and four.moves(p) and move not in four.moves(p):
        return p[0] ^ p[1], p[1] | 1 << 7 * move + 6
    return four.play(p, move)


def shy_of_the_top(p: Any, move: int) -> Any:
    after = four.play(p, move)
    if (after[1] ^ p[1]) & sum(1 << 7 * j + 5 for j in range(7)):
        raise IllegalMove(move, four.moves(p))
    return after


def refusing_a_corner(p: int, move: int) -> Any:
    return bits.play(p, move if move != 8 else 9)


def elsewhere_now_and_then() -> Callable[[int, int], Any]:
    """Every fifth move is played elsewhere."""
    played = count()
    return lambda p, move: bits.play(p, move if next(played) % 5 else bits.moves(p)[0])


def restless() -> Callable[[int], float]:
    asked = count()
    return lambda p: bits.static(p) or next(asked) % 3 / 10


def in_pairs() -> AnyRules:
    """Moves as pairs; a play that looks at the first of the two only."""

    def moves(p: int) -> tuple[Any, ...]:
        return tuple((cell, 0) for cell in bits.moves(p))

    def play(p: int, move: Any) -> Any:
        if bits.moves(p) and move[0] in bits.moves(p):
            return bits.play(p, move[0])
        raise IllegalMove(move, moves(p))

    return wrong(bits, moves=moves, play=play)


def crowded(p: Any) -> float:
    """Wrong where the first and the third column are full."""
    full = 0b111_111 | 0b111_111 << 14
    return 2.0 if p[1] & full == full else four.static(p)


def passing(p: int) -> tuple[int, ...]:
    return (9,) if len(bits.moves(p)) in (1, 2) else bits.moves(p)


def forgetful(p: int) -> Any:
    """Always the first player's turn."""
    return tictactoe.to_record(p)._replace(player="X", opponent="O")


def game(law: str, moves: int | None, make: Callable[[], AnyRules]) -> Fault:
    """The fault of rules, which are made fresh."""
    return Fault(lambda: game_laws(make()), law, moves)


def tic_tac_toe(law: str, moves: int | None, /, **changes: Any) -> Fault:
    return game(law, moves, lambda: wrong(bits, **changes))


def same(law: str, moves: int, *games: Any) -> Fault:
    return Fault(lambda: same_game_laws(*games), law, moves)


OUTCOMES = "moves_player_and_outcome_are_the_same"
POSITIONS = "the_same_moves_lead_to_the_same_position"
STATIC = "static_is_the_outcome_at_the_end_and_between_before"
SYMMETRY = "symmetries_map_moves_and_outcomes"
mixed_up = tuple(one._replace(move=other.move) for one, other in pairwise(bits.symmetries))

SIMPLE: dict[str, Fault] = {
    # moves
    "moves can be read once": tic_tac_toe("moves_are_listed_once", 0, moves=lambda p: iter(bits.moves(p))),
    "a move is listed twice": tic_tac_toe("moves_are_listed_once", 0, moves=lambda p: bits.moves(p) + bits.moves(p)[-1:]),
    "moves are listed after a win": tic_tac_toe("moves_are_empty_exactly_at_the_end", 5, moves=cells),
    "a draw is called a move too early": tic_tac_toe("moves_are_empty_exactly_at_the_end", 8, outcome=tired),
    "players may pass for ever": tic_tac_toe(
        "every_game_ends", None, moves=passing, play=lambda p, move: p if move == 9 else bits.play(p, move)
    ),
    # play
    "the top row is refused": game("play_accepts_every_move", 5, lambda: wrong(four, play=shy_of_the_top)),
    "play goes on after a win": tic_tac_toe("play_refuses_anything_else", 5, play=after_a_win),
    "stones are dropped after the end": game("play_refuses_anything_else", 5, lambda: wrong(small, play=falling_down)),
    "a full column is accepted": game("play_refuses_anything_else", 6, lambda: wrong(four, play=over_the_top)),
    "half of a move is looked at": game("play_refuses_anything_else", 0, in_pairs),
    "play goes on after a win where nothing can be copied": game(
        "play_refuses_anything_else", 5,
        lambda: held(bits, beside=iter(int, 0), play=lambda box, move: box.after(after_a_win(box.p, move), box.beside)),
    ),
    "play changes the position": game("play_leaves_its_argument_as_it_was", 0, lambda: held(bits, play=in_place)),
    "a refusal changes the position": game("play_leaves_its_argument_as_it_was", 0, lambda: held(bits, play=sulking)),
    "the turn is kept after a corner": tic_tac_toe("players_alternate", 0, play=keeping_the_turn),
    "successors are backwards": tic_tac_toe(
        "successors_are_the_plays_of_the_moves", 0, successors=lambda p: [*bits.successors(p)][::-1]
    ),
    # positions
    "positions are compared by identity": game("equal_play_gives_equal_positions", 1, lambda: held(bits, equal=id)),
    "positions are hashed by identity": game("equal_play_gives_equal_positions", 1, lambda: held(bits, hashed=id)),
    "every fifth move is played elsewhere": game(
        "equal_play_gives_equal_positions", None, lambda: wrong(bits, play=elsewhere_now_and_then())
    ),
    "all positions are equal": game("different_positions_are_not_equal", 1, lambda: held(bits, equal=lambda box: 0)),
    "the static value is another each time": game(
        "equal_positions_behave_alike", 0, lambda: wrong(bits, static=restless())
    ),
    # text
    "all moves are written alike": tic_tac_toe("text_is_read_back", 0, show_move_in=lambda p, move: "0"),
    "a move is read by its position only": tic_tac_toe(
        "text_is_read_back", 0, read_move_in=lambda p, text: len(bits.moves(p))
    ),
    "another move is read": tic_tac_toe("text_is_read_back", 0, read_move=lambda text: 0),
    "the turn is not read": tic_tac_toe("text_is_read_back", 1, read=lambda text: bits.read(text) & ~(1 << 18)),
    "two moves are read as one": tic_tac_toe("games_are_read_back", 2, game_format=GameFormat(move=r"\d \d")),
    "won cells are not in the rows": tic_tac_toe(
        "every_position_has_a_diagram", 0, diagram=lambda p: Diagram(("...",), frozenset({(1, 0)}))
    ),
    # values
    "the player is a number": tic_tac_toe(
        "values_are_of_their_types", 0, player=lambda p: 1 - 2 * (p >> 18)
    ),
    "the score is the others": tic_tac_toe(
        "the_score_has_the_sign_of_the_outcome", 5, score=lambda p: -bits.static(p)
    ),
    "values are seen from the other side": tic_tac_toe(STATIC, 5, static=lambda p: -bits.static(p)),
    "the start counts as won": tic_tac_toe(STATIC, 0, static=lambda p: bits.static(p) if p else 1.0),
    "the start counts as lost": tic_tac_toe(STATIC, 0, static=lambda p: bits.static(p) if p else -1.0),
    "the static value is wrong far from the start": game(
        STATIC, 12, lambda: wrong(small, static=lambda p: 2.0 if p[1].bit_count() >= 12 else small.static(p))
    )._replace(rare=True),
    "the static value is wrong where two columns are full": game(STATIC, None, lambda: wrong(four, static=crowded)),
    # symmetries
    "a symmetry is forgotten": tic_tac_toe("symmetries_are_a_group", 2, symmetries=bits.symmetries[:-1]),
    "a symmetry swaps turns": tic_tac_toe(SYMMETRY, 0, symmetries=(Symmetry(lambda p: p ^ 1 << 18, identity),)),
    "a passed turn stays": tic_tac_toe("a_passed_turn_is_the_opponents", 0, pass_turn=lambda p: p),
    "moves are mapped by another symmetry": tic_tac_toe(
        SYMMETRY, 0, symmetries=mixed_up
    ),
    "a diagonal is missed beside the symmetries": game(
        SYMMETRY, 5, lambda: ending(bits, blind, MARKING, symmetries=bits.symmetries)
    )._replace(rare=True),
    "falling lines are missed beside the mirror": game(SYMMETRY, 6, lambda: falling(0)),
    # two games
    "a diagonal is missed beside the record": same(
        OUTCOMES, 5, ending(bits, blind, MARKING), record.rules, tictactoe.to_record, tictactoe.from_record
    ),
    "falling lines are missed beside the game": same(OUTCOMES, 6, falling(0), small, identity, identity),
    "a draw is called too early without moves": same(
        OUTCOMES, 8, ending(bits, tired, (bits.moves, bits.play)), bits, identity, identity
    ),
    "the turn is forgotten on the way to the record": same(
        "there_and_back_is_the_same_position", 1, bits, record.rules, forgetful, tictactoe.from_record
    ),
    "the other game is the mirror": same(POSITIONS, 1, four, four, *[four.symmetries[0].position] * 2),
    "the other game refuses a corner": same(POSITIONS, 1, bits, wrong(bits, play=refusing_a_corner), identity, identity),
}  # fmt: skip
