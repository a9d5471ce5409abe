"""Laws of games: their messages, and correct games that they must accept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import pytest
from returns.maybe import Maybe, Nothing, Some

from fpgames import IllegalMove, Outcome, Player, Rules
from fpgames.games import checkers, connect4, tictactoe
from fpgames.rules import AnyRules, Diagram, Draws, Symmetry, unreadable, whose_turn
from fpgames.testing import Counterexample, LawResult, LawsBroken, Options, check_game, game_laws, replay
from fpgames.testing.laws.games import GameSubject
from fpgames.testing.laws.positions import equal_play_gives_equal_positions
from fpgames.testing.strategies.lines import start_of
from tests.support.laws import law_named
from tests.support.refusals import wrong_errors
from tests.testing.faults import wrong

bits = tictactoe.rules
ELSEWHERE = "a_second_process_does_the_same"


def dark(p: int) -> Diagram:
    if bits.moves(p) == ():
        raise KeyError("the board is full")
    return Diagram(("...",), frozenset({(0, 3)} if p else ()))


def swing(*limits: Any) -> AnyRules:
    """Return an endless game, drawn by counting moves only: no position is remembered."""
    return Rules(
        name="swing", start=0, moves=lambda p: (0,), play=lambda p, move: 1 - p, player=lambda p: Player(1 - 2 * p),
        outcome=lambda p: Nothing, show=str, read=int, show_move=str, read_move=int, draws=Draws(3, lambda p, q: True, limits, str),
    )  # fmt: skip


def test_what_rules_promise_beside_moves() -> None:
    faults: list[tuple[AnyRules, str, str]] = [
        (replace(bits, diagram=dark), "every_position_has_a_diagram",
         r"after the moves \(\d,\), the diagram has won cells that are not in its rows: frozenset\(\{\(0, 3\)\}\)"),
        (replace(bits, diagram=lambda p: replace(dark(p), won=frozenset())), "every_position_has_a_diagram",
         r"after the moves .*, KeyError: 'the board is full'"),
        (replace(bits, diagram=cast("Any", bits.show)), "every_position_has_a_diagram", "at the start, the diagram is '.*'; expected a Diagram with rows"),
        (wrong(bits, score=lambda p: bits.static(p) / 2), "the_score_has_the_sign_of_the_outcome", "at the start, the score is 0.0, not a whole number"),
        (wrong(bits, static=lambda p: bits.static(p) or (p & 1) / 2, symmetries=bits.symmetries), "symmetries_map_moves_and_outcomes",
         r"after the moves \(\d,\), symmetry \d: the image has the static value .*; expected 0.5"),
        (swing(), "every_game_ends", r"after \d+ moves, .*; if they need not end, also by their draws, leave this law out"),
        (swing((40, lambda p, q: 1 // p)), "no_position_returns_after_an_irreversible_move", "after the moves .*, ZeroDivisionError"),
        (replace(bits, pass_turn=lambda p: p), "a_passed_turn_is_the_opponents",
         r"at the start, a passed turn ends the game, or is the turn of Player\.FIRST, as before"),
        (replace(bits, pass_turn=lambda p: p ^ (1 << 18 | 1)), "a_passed_turn_is_the_opponents",
         r"at the start, a passed turn changes the diagram to Diagram\(rows=\('X"),
    ]  # fmt: skip
    all_won = replace(bits, diagram=lambda p: Diagram(("XXX",), frozenset({(0, 0), (0, 1), (0, 2)})))
    law_named(game_laws(all_won), "every_position_has_a_diagram")()
    with pytest.warns(match="of 60 games, none was won"):
        law_named(game_laws(swing((40, lambda p, q: True)), longest=50), "every_game_ends")()
    assert (
        wrong_errors((law_named(game_laws(fault), name), f"Counterexample: {said}") for fault, name, said in faults)
        == {}
    )


def test_laws_share_the_first_result_for_a_position() -> None:
    calls = Counter[int]()

    def outcome(p: int) -> Maybe[Outcome]:
        calls[p] += 1
        return bits.outcome(p)

    laws = ["moves_are_empty_exactly_at_the_end", "static_is_the_outcome_at_the_end_and_between_before"]
    check_game(replace(bits, outcome=outcome), laws=laws, budget=300)
    assert len(calls) > 300
    assert sum(calls.values()) < 1.5 * len(calls)  # a position reached in two ways may be two objects


def test_a_symmetry_that_changes_who_won() -> None:
    def outcome(p: str) -> Maybe[Outcome]:
        return Some(Outcome.FIRST_WON if p == "0" else Outcome.DRAW) if p else Nothing

    def play(p: str, move: int) -> str:
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        return str(move)

    def moves(p: str) -> tuple[int, ...]:
        return () if p else (0, 1)

    turned = Symmetry[str, int](lambda p: p and str(1 - int(p)), lambda move: 1 - move)
    once = Rules(
        name="once", start="", moves=moves, play=play, player=lambda p: Player.FIRST, outcome=outcome, show=str, read=str,
        show_move=str, read_move=int, symmetries=(turned,),
    )  # fmt: skip
    with pytest.raises(
        Counterexample, match=r"has the outcome Some\(Outcome.DRAW\); expected Some\(Outcome.FIRST_WON\)"
    ):
        law_named(game_laws(once), "symmetries_map_moves_and_outcomes")()


def test_static_values_may_have_any_size() -> None:
    centipawns = wrong(bits, static=lambda p: 300 * bits.static(p))
    with pytest.raises(LawsBroken, match="breaks 1 of"):
        check_game(centipawns, budget=60, exclude=[ELSEWHERE])
    sign = "static_has_the_sign_of_the_outcome_at_the_end"
    check_game(centipawns, bounded=False, budget=60, laws=[sign])
    with pytest.raises(LawsBroken, match=sign):
        check_game(wrong(bits, static=lambda p: float("nan")), bounded=False, budget=60, laws=[sign])


def test_a_start_that_was_changed_by_other_laws_is_noticed() -> None:
    """What is full already changes no more, so the law of play alone sees no change."""
    used = [0]

    def play(p: int, move: int) -> int:
        used[0] = min(2, used[0] + 1)
        return bits.play(p, move)

    rules = wrong(bits, play=play, show=lambda p: f"{bits.show(p)} {used[0]}", read=unreadable)
    laws = ["moves_are_empty_exactly_at_the_end", "play_leaves_its_argument_as_it_was"]
    said = r"breaks 1 of 1 laws; .*\n\n\w+: at the start, after games were played from it, its text"
    with pytest.raises(LawsBroken, match=said):
        check_game(rules, laws=laws, budget=50)


def test_any_error_refuses_a_text_with_more_behind_it() -> None:
    numbered = {str(n): n for n in range(9)}

    def read_move(text: str) -> int:
        return numbered[text] if text[:1].isdigit() and len(text) == 3 else bits.read_move(text)

    law_named(game_laws(replace(bits, read_move=read_move)), "nonsense_is_not_read")()


@pytest.mark.slow
def test_games_need_not_be_read_from_text() -> None:
    check_game(wrong(bits, read=unreadable), exclude=[ELSEWHERE], budget=50)


@pytest.mark.slow
def test_the_player_at_the_end_is_not_bound() -> None:
    def player(p: int) -> Player:
        return Player.FIRST if bits.outcome(p) is not Nothing else whose_turn(bits, p)

    check_game(replace(bits, player=player), exclude=[ELSEWHERE, "compiled_functions_do_the_same"], budget=200)


def test_fewer_positions_are_looked_at_if_each_has_many_moves() -> None:
    """Otherwise a law would play millions of moves."""

    def moves(p: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(range(300)) if len(p) < 3 else ()

    def play(p: tuple[int, ...], move: int) -> tuple[int, ...]:
        if move not in moves(p):
            raise IllegalMove(move, moves(p))
        return (*p, move)

    any_bits: AnyRules = bits
    wide = wrong(
        any_bits, start=(), moves=moves, play=play, player=lambda p: Player.FIRST, alternates=False,
        outcome=lambda p: Nothing if len(p) < 3 else Some(Outcome.DRAW), show=str, read=unreadable,
    )  # fmt: skip
    seen: list[LawResult] = []
    check_game(wide, laws=["moves_are_listed_once"], progress=seen.append)
    assert 600 < seen[0].cases < 2000


def test_a_start_that_cannot_be_copied_is_played_from() -> None:
    """A copy of any other protects the rules from what changes positions."""

    class Fixed(frozenset[int]):
        def __deepcopy__(self, memo: object) -> Fixed:
            raise TypeError("one of a kind")

    any_bits: AnyRules = bits
    fixed = Fixed()
    assert start_of(replace(any_bits, start=fixed)) is fixed
    assert start_of(bits) == bits.start


def test_equal_moves_of_another_type_may_be_refused_or_taken_for_the_same() -> None:
    games: list[AnyRules] = [bits, connect4.rules]
    for rules in games:
        check_game(rules, refused=[1.0, True], laws=["play_refuses_anything_else"], budget=100)


def test_kings_may_go_to_and_fro() -> None:
    """What is called irreversible in draughts are captures and moves of men."""
    law_named(game_laws(checkers.rules, depth=12, budget=1), "no_position_returns_after_an_irreversible_move")()


class Counted:
    """A position of Connect Four that is equal to all with as many discs, if there are many."""

    def __init__(self, p: Any, discs: int) -> None:
        self.p, self.discs = p, discs

    def key(self) -> Any:
        return self.discs if self.discs > 12 else self.p

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counted) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


@pytest.mark.slow
def test_positions_after_one_move_or_another_are_compared_far_from_the_start() -> None:
    four = connect4.rules
    rules = wrong(
        four, start=Counted(four.start, 0), play=lambda c, move: Counted(four.play(c.p, move), c.discs + 1),
        moves=lambda c: four.moves(c.p), player=lambda c: four.player(c.p), outcome=lambda c: four.outcome(c.p),
        show=lambda c: four.show(c.p), read=unreadable,
    )  # fmt: skip
    law = law_named(game_laws(rules, budget=300), "different_positions_are_not_equal")
    with pytest.raises(Counterexample, match="are equal, but shown differently"):
        law.test(Options(seed=1))


def test_hashes_differ_in_the_middle_of_a_line() -> None:
    """Of positions reached again that are equal, also where they do not differ at the end."""

    class Forgetful(Counted):
        def __hash__(self) -> int:
            return id(self) if self.discs == 2 else hash(self.p)

    four = connect4.rules
    rules = wrong(
        four, start=Forgetful(four.start, 0), play=lambda c, move: Forgetful(four.play(c.p, move), c.discs + 1),
        moves=lambda c: four.moves(c.p), player=lambda c: four.player(c.p), outcome=lambda c: four.outcome(c.p),
        show=lambda c: four.show(c.p), read=unreadable,
    )  # fmt: skip
    subject = GameSubject(rules, {}, (), 20)
    with pytest.raises(Counterexample, match=r"after the moves \(3, 3\), .* are equal, but their hashes are not"):
        equal_play_gives_equal_positions(subject, replay(rules, 3, 3, 3, 3))
