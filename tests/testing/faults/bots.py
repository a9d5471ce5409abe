"""Bots with a planted fault: a table from a name to functions that make the game and a fresh bot, and its claims."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias
from zlib import crc32

from returns.maybe import Some

from fpgames import Gen, Outcome, Player, SplitMix, State, build_tree, map_tree, minimax, prune
from fpgames.games import connect4, nim, othello, tictactoe
from fpgames.play import AnyBot
from fpgames.rules import AnyRules, GameOver, require_moves
from fpgames.testing import Law, bot_laws
from tests.testing.faults import Fault, entry, row_of

__all__ = ["BOTS"]

Claimed: TypeAlias = tuple[AnyRules, AnyBot, dict[str, Any]]
Drawing: TypeAlias = Callable[[Any, Gen], tuple[Any, Gen]]

BOTS: dict[str, Fault] = {}


def laws_of(claimed: Claimed) -> list[Law]:
    return bot_laws(claimed[0], claimed[1], **claimed[2])


fault = entry(BOTS, laws_of)
found_by = row_of(laws_of)
bits, four, othello4 = tictactoe.rules, connect4.sized(4, 4, 3), othello.sized(4)
PILES = nim.heaps(9, 8)


def fairly(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    n, gen = gen.uniform_r(0, len(moves) - 1)
    return moves[n], gen


def plays(rules: AnyRules, **claims: Any) -> Callable[[Drawing], Claimed]:
    """Return a function that makes a bot, and what is claimed of it, of the move it draws in a position."""
    return lambda draw: (rules, lambda p: State(partial(draw, p)), claims)


def draws(rules: AnyRules, **claims: Any) -> Callable[[Drawing], Claimed]:
    """Return a function that makes the bot that draws one of the legal moves by a function of them."""
    return lambda draw: plays(rules, **claims)(lambda p, gen: draw(require_moves(rules, p), gen))


def chooses(rules: AnyRules, **claims: Any) -> Callable[[Callable[[Any], Any]], Claimed]:
    """Return a function that makes the bot that draws nothing."""
    return lambda choose: plays(rules, **claims)(lambda p, gen: (choose(p) if require_moves(rules, p) else None, gen))


def value(rules: AnyRules, depth: int, static: Callable[[Any], Any] | None = None) -> Callable[[Any], Any]:
    return build_tree(rules) | prune(depth) | map_tree(static or rules.static) | minimax


def best(
    rules: AnyRules, p: Any, depth: int, side: int | None = None, static: Callable[[Any], Any] | None = None
) -> Any:
    """Return the first of the best moves, looking as many plies ahead; it is right, unless a side is given."""
    below, sign = value(rules, depth - 1, static), rules.player(p) if side is None else side
    return max(rules.moves(p), key=lambda move: sign * below(rules.play(p, move)))


# --- not equally likely


@fault("every_move_is_as_likely", draws(bits, uniform=True))
def it_draws_by_the_remainder_of_three(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    """So it never plays the fourth move."""
    word, gen = gen.next_word()
    return moves[word % min(3, len(moves))], gen


@fault("every_move_is_as_likely", draws(bits, uniform=True))
def it_takes_the_less_of_two_draws(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    one, gen = gen.uniform_r(0, len(moves) - 1)
    two, gen = gen.uniform_r(0, len(moves) - 1)
    return moves[min(one, two)], gen


@fault("every_move_is_as_likely", draws(bits, uniform=True), rare=True)
def it_plays_the_first_move_a_little_more_often(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    tenth, gen = gen.uniform_r(0, 9)
    return fairly(moves, gen) if tenth else (moves[0], gen)


@fault("every_move_is_as_likely", draws(bits, uniform=True))
def it_plays_the_first_move_hardly_more_often(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    """No position shows it alone, several do together."""
    k, gen = gen.uniform_r(0, 54)
    return fairly(moves, gen) if k else (moves[0], gen)


# --- choosing badly


@fault("it_gives_no_value_away", chooses(four, depth=2))
def it_takes_the_second_players_values_for_its_own_when_second(p: Any) -> Any:
    """It turns the values round, and so is right as the first player only."""
    if four.player(p) is Player.FIRST:
        return best(four, p, 2)
    return max(four.moves(p), key=lambda move: value(four, 1)(four.play(p, move)))


@fault("it_gives_no_value_away", chooses(bits, depth=2))
def it_loses_a_won_position_now_and_then(p: int) -> int:
    """In one position of forty it plays the last move."""
    moves: tuple[int, ...] = bits.moves(p)
    return moves[-1] if crc32(str(p).encode()) % 40 == 0 else best(bits, p, 2)


@fault("it_gives_no_value_away")
def it_takes_a_draw_for_a_win_of_the_second_player() -> Claimed:
    """For the second player, who minimises, a draw then is as good as a win."""

    def static(p: Any) -> float:
        over = bits.outcome(p)
        return -1 if over == Some(Outcome.DRAW) else bits.static(p)

    return chooses(bits, depth=2)(lambda p: best(bits, p, 2, static=static))


def remainder(p: int) -> int:
    return p % 7


# --- generators


@fault("it_leaves_other_generators_alone", draws(bits))
def it_moves_numpys_own_generator(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    import numpy

    numpy.random.random()
    return fairly(moves, gen)


@fault("it_leaves_other_generators_alone", draws(bits))
def it_moves_pythons_own_generator_when_two_moves_are_left(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    if len(moves) == 2:
        random.random()
    return fairly(moves, gen)


@fault("it_leaves_other_generators_alone", plays(bits))
def it_seeds_pythons_own_generator_by_the_position(p: int, gen: Gen) -> tuple[int, Gen]:
    moves = require_moves(bits, p)
    random.seed(p)
    return moves[random.randrange(len(moves))], gen


@fault("it_draws_once_from_a_generator_and_hands_on_the_next", draws(bits))
def it_returns_the_generator_it_has_drawn_from_if_there_are_three_moves(
    moves: tuple[Any, ...], gen: Gen
) -> tuple[Any, Gen]:
    move, after = fairly(moves, gen)
    return move, gen if len(moves) == 3 else after


@fault("it_draws_once_from_a_generator_and_hands_on_the_next", draws(bits))
def it_chooses_by_the_hash_of_the_generator(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    return moves[hash(gen) % len(moves)], gen


@fault("it_draws_once_from_a_generator_and_hands_on_the_next", draws(four))
def it_chooses_by_the_hash_where_three_moves_are_left(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    return (moves[hash(gen) % 3], gen.next_word()[1]) if len(moves) == 3 else fairly(moves, gen)


@fault("it_draws_once_from_a_generator_and_hands_on_the_next", draws(bits))
def it_chooses_by_the_text_of_the_generator(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    return moves[crc32(repr(gen).encode()) % len(moves)], gen


@fault("it_draws_once_from_a_generator_and_hands_on_the_next", draws(bits))
def it_hands_the_generator_back_where_two_moves_are_left(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    return (moves[len(repr(gen)) % 2], gen) if len(moves) == 2 else fairly(moves, gen)


# --- what is played, and when


@fault("its_moves_are_legal", draws(bits))
def one_of_two_thousand_moves_is_not_legal(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    n, gen = gen.uniform_r(0, 1999)
    return fairly(moves, gen) if n else (9, gen)


@fault("it_remembers_no_other_position")
def it_plays_in_the_position_that_was_asked_last() -> Claimed:
    last = [0]

    def bot(p: int) -> State[Gen, int]:
        last[0] = p
        return State(lambda gen: fairly(require_moves(bits, last[0]), gen))

    return bits, bot, {}


@fault("the_same_generator_gives_the_same_move")
def it_plays_another_move_in_every_thirtieth_game() -> Claimed:
    """Games are counted by their starts."""
    games = [0]

    def choose(p: int) -> int:
        games[0] += p == 0
        moves: tuple[int, ...] = bits.moves(p)
        return moves[-1 if games[0] % 30 == 29 else 0]

    return chooses(bits)(choose)


@fault("the_same_generator_gives_the_same_move")
def it_remembers_the_moves_it_has_played() -> Claimed:
    """It plays something else when a crowded position returns."""
    played: dict[Any, int] = {}

    def choose(p: Any) -> Any:
        moves = four.moves(p)
        played[p] = played.get(p, -1) + (p[1].bit_count() > 9)
        return moves[max(0, played[p]) % len(moves)]

    return chooses(four)(choose)


@fault("it_remembers_no_other_position")
def it_takes_a_position_for_one_of_the_game_before() -> Claimed:
    """It plays differently in another game."""
    last = [0]

    def choose(p: int) -> int:
        carried_on = last[0].bit_count() <= p.bit_count()
        last[0] = p
        return int(bits.moves(p)[0 if carried_on else -1])

    return chooses(bits)(choose)


@fault("it_remembers_no_other_position")
def it_remembers_a_plan_by_half_of_the_position() -> Claimed:
    """By the stones of the player who moves."""
    plans: dict[int, int] = {}

    def choose(p: int) -> int:
        half = p >> 9 & 511 if p >> 18 else p & 511
        moves = bits.moves(p)
        plan = plans.setdefault(half, moves[len(moves) // 2])
        return plan if plan in moves else moves[0]

    return chooses(bits)(choose)


@fault("it_remembers_no_other_position")
def it_keeps_a_table_without_depths_from_move_to_move() -> Claimed:
    """What was found with one move ahead is taken for what two moves ahead would find."""
    table: dict[int, Any] = {}

    def look_ahead(p: int, depth: int) -> Any:
        if p not in table:
            after = [look_ahead(bits.play(p, move), depth - 1) for move in bits.moves(p)] if depth else []
            best_of = max if bits.player(p) is Player.FIRST else min
            table[p] = best_of(after) if after else bits.static(p)
        return table[p]

    def choose(p: int) -> int:
        sign = bits.player(p)
        return max(bits.moves(p), key=lambda move: int(sign * look_ahead(bits.play(p, move), 1)))

    return chooses(bits)(choose)


@fault("it_plays_the_same_in_a_second_process")
def it_plays_another_move_after_ten_calls() -> Claimed:
    """Of twenty calls, the last ten are others than those of a new copy that moves in them first."""
    played: list[int] = []

    def choose(p: int) -> int:
        moves = bits.moves(p)
        played.append(p)
        return moves[len(played) > 10 and len(moves) > 1 and p & 3 == 1]

    return chooses(bits)(choose)


@fault("the_same_generator_gives_the_same_move")
def it_plays_another_move_at_the_start_if_that_is_an_equal_object() -> Claimed:
    return chooses(PILES)(lambda p: PILES.moves(p)[-1 if p is PILES.start else 0])


@fault("the_same_generator_gives_the_same_move")
def it_numbers_the_objects_that_it_was_given() -> Claimed:
    objects = list[Any]()

    def choose(p: Any) -> Any:
        objects.extend([p] * all(p is not other for other in objects))
        moves, number = PILES.moves(p), next(n for n, other in enumerate(objects) if other is p)
        return moves[number % len(moves)]

    return chooses(PILES)(choose)


@fault("it_plays_the_same_in_a_second_process")
def it_raises_an_error_where_a_set_has_another_order_than_it_had_before() -> Claimed:
    before = [*{*"abcdefgh"}]
    return chooses(bits)(lambda p: bits.moves(p)[0 if [*{*"abcdefgh"}] == before else 9])


@fault("it_plays_the_same_in_a_second_process", draws(othello4))
def it_says_that_the_game_is_over_when_it_has_to_pass(moves: tuple[Any, ...], gen: Gen) -> tuple[Any, Gen]:
    if moves == (16,):
        raise GameOver("no move to choose: all cells are taken")
    return fairly(moves, gen)


@fault("it_raises_game_over_in_a_finished_game", plays(bits))
def it_raises_an_index_error_when_the_second_player_has_won(p: int, gen: Gen) -> tuple[int, Gen]:
    if bits.outcome(p) == Some(Outcome.SECOND_WON):
        return bits.moves(p)[0], gen
    return fairly(require_moves(bits, p), gen)


BOTS |= {
    # not equally likely
    "it never plays the last of many moves": found_by("every_move_is_as_likely",
        lambda moves, gen: fairly(moves[:-1] if len(moves) > 7 else moves, gen), draws(bits, uniform=True), rare=True),
    "it plays one of two moves twice as often": found_by("every_move_is_as_likely",
        lambda moves, gen: fairly((*moves, moves[0]) if len(moves) == 2 else moves, gen), draws(four, uniform=True)),
    # choosing badly
    "it maximises for both players": found_by("it_gives_no_value_away", lambda p: best(bits, p, 2, side=1), chooses(bits, depth=2)),
    "it looks a ply less ahead late in the game": found_by("it_gives_no_value_away",
        lambda p: best(four, p, 3 if p[1].bit_count() < 7 else 2), chooses(four, depth=3)),
    "it looks ahead with other values": found_by("it_gives_no_value_away", lambda p: best(bits, p, 2, static=remainder), chooses(bits, depth=2)),
    "it looks further than it says": found_by("it_gives_no_value_away",
        lambda p: best(bits, p, 3, static=remainder), chooses(bits, depth=2, static=remainder)),
    # generators
    "it draws from pythons own generator": found_by("the_same_generator_gives_the_same_move",
        lambda moves, gen: (random.choice(moves), gen), draws(bits)),
    "it draws twice from one generator": found_by("it_draws_once_from_a_generator_and_hands_on_the_next",
        lambda moves, gen: (fairly(moves, gen)[0], fairly(moves, gen)[1]), draws(bits)),
    "it splits a generator it has drawn from": found_by("it_draws_once_from_a_generator_and_hands_on_the_next",
        lambda moves, gen: (fairly(moves, gen.next_word()[1])[0], gen.split()[0]), draws(bits)),
    "it hands on a generator of its own": found_by("it_draws_once_from_a_generator_and_hands_on_the_next",
        lambda moves, gen: (fairly(moves, gen.split()[0])[0], SplitMix.from_seed(7)), draws(bits)),
    # what is played, and when
    "it plays the centre when one cell is left": found_by("its_moves_are_legal",
        lambda moves, gen: fairly(moves, gen) if len(moves) > 1 else (4, gen), draws(bits)),
    "it plays into a full column if the edges are full": found_by("its_moves_are_legal",
        lambda moves, gen: (0, gen) if moves == (1, 2) else fairly(moves, gen), draws(four)),
    "it plays the centre when two corners are left": found_by("its_moves_are_legal",
        lambda moves, gen: fairly(moves, gen) if moves != (2, 6) else (4, gen), draws(bits)),
    # In another run of Python, it plays other moves.
    "it breaks ties by the hash of a text": found_by("it_plays_the_same_in_a_second_process",
        lambda p: max(bits.moves(p), key=lambda move: hash(f"{p} {move}")), chooses(bits), rare=True),
    "it breaks ties by the hash of a text with six in both heaps": found_by("it_plays_the_same_in_a_second_process",
        lambda p: max(PILES.moves(p), key=lambda move: hash(f"{p} {move}") if p.heaps == 6 | 6 << 7 else 0), chooses(PILES), rare=True),
    "it plays on after a draw": found_by("it_raises_game_over_in_a_finished_game",
        lambda p, gen: (0, gen) if bits.outcome(p) == Some(Outcome.DRAW) else fairly(require_moves(bits, p), gen), plays(bits)),
}  # fmt: skip
