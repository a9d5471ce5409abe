"""Invalid rules are rejected when they are used; a player may be given as its number."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any, cast

import pytest

from fpgames import (
    Player,
    SplitMix,
    alpha_beta,
    bot_alphabeta,
    bot_from,
    bot_random,
    build_tree,
    map_tree,
    minimax,
    play_game,
    prune,
)
from fpgames.cli.analyse import analyse_move
from fpgames.games import GAMES, checkers, connect4, dots_and_boxes, mnk
from fpgames.games.tictactoe import rules, static
from fpgames.play import bot_minimax, eval_move, eval_moves
from fpgames.rules import Counts, Diagram, unreadable, whose_turn, with_draws
from fpgames.rules.record import checked_score
from fpgames.search import ab_maximise, negamax
from tests.support.refusals import wrong_errors

GEN = SplitMix.from_seed(1)
WINS = rules.read("XX.\nOO.\n...")


class TestRulesThatReturnNoPlayer:
    def test_they_are_refused_wherever_they_are_asked(self) -> None:
        uses: tuple[Any, ...] = (
            lambda wrong: build_tree(wrong)(0) | prune(1) | map_tree(static) | minimax,
            lambda wrong: bot_minimax(wrong, 2, static)(WINS).eval(GEN),
            lambda wrong: bot_alphabeta(wrong, 2, static)(WINS).eval(GEN),
            lambda wrong: bot_from(wrong, static)(WINS).eval(GEN),
            lambda wrong: play_game(wrong, WINS, bot_random(rules), bot_random(rules)).eval(GEN),
            lambda wrong: eval_move(wrong, WINS, 2, 1).eval(GEN),
            lambda wrong: eval_moves(wrong, WINS, 1).eval(GEN),
            lambda wrong: analyse_move(wrong, WINS, 2, 1),
        )
        players: tuple[Any, ...] = (lambda p: int(whose_turn(rules, p)), lambda p: None)
        assert not wrong_errors(
            (
                partial(use, replace(rules, player=player, alternates=alternates)),
                r"TypeError: tictactoe: player returned .* expected Player.FIRST, Player.SECOND or CHANCE",
            )
            for use, player, alternates in product(uses, players, (True, False))
        )

    def test_below_the_root(self) -> None:
        player: Any = lambda p: Player.FIRST if p == 0 else None  # noqa: E731
        tree = build_tree(replace(rules, player=player, alternates=False))(0) | prune(2) | map_tree(static)
        searches: tuple[Any, ...] = (minimax, alpha_beta, ab_maximise, negamax)
        assert not wrong_errors((partial(search, tree), "TypeError: player returned None") for search in searches)


def test_a_player_whose_wins_are_counted_may_be_a_number() -> None:
    counts: Any = Counts(3, 1, 2)
    assert (counts.wins(1), counts.wins(-1)) == (counts.wins(Player.FIRST), counts.wins(Player.SECOND)) == (3, 2)


CHANGES: dict[str, Any] = {
    "successors": lambda p: (),
    "static": lambda p: 0,
    "score": lambda p: 0,
    "symmetries": (),
    "diagram": None,
    "show_move_in": lambda p, move: "?",
    "read_move_in": lambda p, text: 0,
}


@pytest.mark.slow
@pytest.mark.parametrize("field", CHANGES)
def test_rules_are_equal_only_if_all_their_functions_are(field: str) -> None:
    other: Any = replace(rules, **{field: CHANGES[field]})
    assert other != rules
    assert build_tree(other) | minimax != build_tree(rules) | minimax
    assert replace(other, **{field: getattr(rules, field)}) == rules


def test_rules_made_alike_are_equal_and_so_are_those_that_were_pickled() -> None:
    for name, each in GAMES.items():
        assert pickle.loads(pickle.dumps(each)) == each == replace(each), name
        assert hash(pickle.loads(pickle.dumps(each))) == hash(each), name
    for make, size in ((connect4.sized, (4, 4)), (mnk.sized, (3, 3, 3)), (dots_and_boxes.sized, (2, 1))):
        assert make(*size) == make(*size)


def test_wrong_calls_are_refused() -> None:
    game: Any = rules
    drawn = with_draws(checkers.rules)
    seen = drawn.show(drawn.start)
    counts = seen.partition("counts: ")[2].partition("\n")[0]
    assert not wrong_errors([
        (lambda: replace(game, symmetries=abs), r"TypeError: symmetries is a tuple of Symmetry\(position, move\); got <built-in function abs>"),
        (lambda: Diagram(("RY",), style=cast("Any", "disc")), "ValueError: ^unknown style 'disc'; expected one of marks, discs, pieces, edges, hexagons$"),
        (lambda: Counts(3, 1, 2).wins(cast("Any", 7)), "ValueError: 7 is not a valid Player"),
        (lambda: with_draws(cast("Any", 3)), "TypeError: with_draws needs the rules of a game first"),
        (lambda: with_draws(game), "ValueError: tictactoe has no draws by repetition or by counting moves"),
        (lambda: drawn.read(seen.replace(f"counts: {counts}", "counts: 1 2")), "ValueError: expected counts: and 1 numbers; got 'counts: 1 2'"),
        (lambda: drawn.read(f"{seen}?!"), r"ValueError: expected a position such as .*; got 'seen:\?!'"),
        (lambda: replace(game, read=unreadable).read("X.."), r"ValueError: positions of this game cannot be read from text; got 'X\.\.'"),
    ])  # fmt: skip


def test_a_score_of_an_endless_game_or_one_that_raises_is_left_to_searches() -> None:
    for score, play in ((lambda p: 0, lambda p, move: p), (lambda p: 1 // (p - rules.start), rules.play)):
        assert checked_score(replace(rules, score=score, play=play)) is score
