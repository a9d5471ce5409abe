"""Random games ply by ply against OpenSpiel, where it is installed: legal moves, whose turn, and the result.

OpenSpiel's Othello numbers the cells alike, and its pass is 64 as well; a game is over as soon as neither can move. Its
dots and boxes numbers the edges alike. Its nim numbers the moves by count first: ``(count - 1) * heaps + heap``. Its EinStein
würfelt nicht! draws both setups, and its second player begins; its moves are compared by what they do to the board.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from fpgames.games import einstein, game
from fpgames.rules import CHANCE, AnyRules, Mover, Player

pyspiel: Any = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.exhaustive

PLIES = int(os.environ.get("PLIES_AGAINST_OPENSPIEL", "400"))


class Pair(NamedTuple):
    """A game of the library, OpenSpiel's name of it, a move's number there, and whether its result is the score."""

    ours: str
    theirs: str
    number: Callable[[Any], int] = int
    by_score: bool = False


PAIRS = [
    Pair("othello:8", "othello"),
    *(
        Pair(
            f"dots-and-boxes:{width},{height}",
            f"dots_and_boxes(num_rows={height},num_cols={width},utility_margin=true)",
            by_score=True,
        )
        for width, height in ((1, 1), (2, 1), (2, 2), (3, 2), (4, 3))
    ),
    Pair("nim:1,3,5,7", "nim(pile_sizes=1;3;5;7,is_misere=false)", lambda move: (move.taken - 1) * 4 + move.heap),
    Pair("nim-misere:1,3,5,7", "nim(pile_sizes=1;3;5;7)", lambda move: (move.taken - 1) * 4 + move.heap),
]  # fmt: skip


def played_alike(rules: AnyRules, pair: Pair, draw: random.Random) -> int:
    p, state, plies = rules.start, pyspiel.load_game(pair.theirs).new_initial_state(), 0
    while rules.moves(p):
        moves = {pair.number(move): move for move in rules.moves(p)}
        assert sorted(moves) == state.legal_actions(), rules.show(p)
        assert rules.player(p) is (Player.FIRST, Player.SECOND)[state.current_player()], rules.show(p)
        action = draw.choice(sorted(moves))
        p, plies = rules.play(p, moves[action]), plies + 1
        state.apply_action(action)
    assert state.is_terminal(), rules.show(p)
    assert state.returns()[0] == (rules.score(p) if pair.by_score else rules.outcome(p).unwrap()), rules.show(p)
    return plies


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.ours)
def test_random_games(pair: Pair) -> None:
    try:
        rules = game(pair.ours)
    except ValueError as error:
        pytest.skip(str(error))
    draw, plies = random.Random(1), 0
    while plies < PLIES:
        plies += played_alike(rules, pair, draw)


def mover_of(state: Any) -> Mover:
    return CHANCE if state.is_chance_node() else (Player.FIRST, Player.SECOND)[state.current_player()]


def stones(state: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cell of each stone in a state of EinStein würfelt nicht!, which shows a board such as ``|b1||__|...``."""
    cells = re.findall("[bw_][1-6_]", str(state))[:25]
    first, second = (
        tuple(cells.index(f"{side}{n}") if f"{side}{n}" in cells else -1 for n in range(1, 7)) for side in "bw"
    )
    return first, second


def play_einstein(draw: random.Random) -> int:
    rules, state = einstein.rules, pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    for _ in range(2):
        state.apply_action(draw.choice(state.legal_actions()))
    p, plies = einstein.Position(*stones(state), 1, 0), 0
    assert all(sorted(ours) == sorted(theirs) for ours, theirs in zip(p[:2], rules.start[:2], strict=True))
    while not state.is_terminal():
        after = {action: state.child(action) for action in state.legal_actions()}
        ours = [rules.play(p, move) for move in rules.moves(p)]
        assert rules.player(p) is mover_of(state), rules.show(p)
        action = draw.choice([*after])
        if p.die:
            assert sorted(q[:2] for q in ours) == sorted(map(stones, after.values())), rules.show(p)
            (p,) = (q for q in ours if q[:2] == stones(after[action]))
        else:
            assert [state.action_to_string(-1, action) for action in after] == [f"roll {q.die}" for q in ours]
            p = ours[action]
        state, plies = after[action], plies + 1
    assert not rules.moves(p), rules.show(p)
    assert state.returns()[0] == rules.outcome(p).unwrap() == rules.score(p), rules.show(p)
    return plies


def test_random_games_of_einstein() -> None:
    draw, plies = random.Random(1), 0
    while plies < 5000:
        plies += play_einstein(draw)
