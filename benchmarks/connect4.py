"""Compare, in Connect Four, the bitboard with the record, and pipelines with hand-written searches and easyAI."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import Any

from benchmarks import connect4_by_hand as by_hand
from benchmarks import haskell, others
from benchmarks.timing import Table, table
from fpgames import Rules, SplitMix, alpha_beta, bot_random, build_tree, map_tree, prune, replicate_m, share
from fpgames.games import connect4 as record
from fpgames.games.connect4 import rules, sized
from fpgames.play import play_moves
from fpgames.rules import value_of_outcome, whose_turn

Search = Callable[[], float]
Moves = tuple[int, ...]


def played(rules: Rules[Any, int], games: tuple[Moves, ...]) -> int:
    """Replay games; return the sum of the players to move at the end."""
    return sum(whose_turn(rules, reduce(rules.play, moves, rules.start)) for moves in games)


def asked(rules: Rules[Any, int], games: tuple[Moves, ...]) -> int:
    """Replay games and generate the legal moves of each position, as a bot does; return their number."""
    choices = 0
    for moves in games:
        p = rules.start
        for move in moves:
            choices += len(rules.moves(p))
            p = rules.play(p, move)
    return choices


def pipeline(depth: int, static: Callable[[Any], float]) -> float:
    return build_tree(rules)(rules.start) | prune(depth) | map_tree(static) | alpha_beta


def solved(rules: Rules[Any, int], depth: int) -> float:
    """Search with a transposition table and the values win, draw and loss."""
    return build_tree(rules)(rules.start) | share | prune(depth) | map_tree(value_of_outcome(rules)) | alpha_beta


def tables(repeats: int) -> Iterator[Table]:
    few = max(5, repeats // 4)
    random = bot_random(rules)
    games = replicate_m(100, play_moves(rules, rules.start, random, random)).eval(SplitMix.from_seed(1))
    title = f"Connect Four, 100 random games, {sum(map(len, games))} moves"
    for name, work in ((f"{title}, played", played), (f"{title}, with the moves asked for", asked)):
        ways: dict[str, Callable[[], Any]] = {
            "bits": partial(work, rules, games),
            "record": partial(work, record.rules, games),
        }
        yield table(name, ways, "bits", repeats)
    for depth in (6, 8):
        for horizon, static, counting in (
            ("open lines", rules.static, True),
            ("win, draw or loss", value_of_outcome(rules), False),
        ):
            searches: dict[str, Search] = {
                "hand-written": partial(by_hand.alpha_beta, 0, 0, depth, -2, 2, True, counting),
                "pipeline": partial(pipeline, depth, static),
            }
            yield table(f"Connect Four alpha-beta to depth {depth}, values by {horizon}", searches, "hand-written", few)
    for depth in (10, 12):
        shared: dict[str, Search] = {
            "pipeline, shared, centre first": partial(solved, sized(centre_first=True), depth),
            "pipeline, shared": partial(solved, rules, depth),
            **haskell.program("Connect4Tree", "ab", depth),
        }
        yield table(
            f"Connect Four alpha-beta to depth {depth}, win, draw or loss",
            shared,
            "pipeline, shared, centre first",
            few,
        )
    for depth in (3, 4, 5):
        beside: dict[str, Search] = {
            "pipeline": partial(pipeline, depth, value_of_outcome(rules)),
            **others.connect4(depth),
        }
        title = f"Connect Four alpha-beta to depth {depth} beside other libraries, win, draw or loss"
        yield table(title, beside, "pipeline", 3)
