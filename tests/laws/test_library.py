"""Run the kit's laws on the whole library: each game, stage, search, bot and generator is one test."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property, partial
from importlib import import_module
from itertools import chain
from operator import neg
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from fpgames import (  # fmt: skip
    Player,
    Rules,
    SplitMix,
    StdGen,
    Tree,
    alpha_beta,
    bot_from,
    map_tree,
    maximise,
    minimax,
    minimise,
    order_by,
    prune,
    share,
)
from fpgames.games import GAMES, checkers, connect4, dots_and_boxes, hex, othello, tictactoe
from fpgames.play import BOTS, read_bot
from fpgames.rules import up_to_symmetry, with_draws, with_swap
from fpgames.search import ab_maximise, ab_minimise, expectiminimax, mtd_f, negamax, prefer_quick_wins, trace
from fpgames.testing import (
    Law,
    Line,
    bot_laws,
    check,
    game_laws,
    gen_laws,
    lines,
    positions,
    same_game_laws,
    search_laws,
    stage_laws,
)  # fmt: skip
from fpgames.tree import extend_while, keep_best, prune_when, rebuild, unfold, unshared, with_ply
from tests.support.labels import odd
from tests.support.trees import reversed_children

pytestmark = pytest.mark.hypothesis  # which laws draw with, so that exploration runs them

bits = tictactoe.rules
ORDERED = ["children", "labels", "turns", "value"]


class Written:
    """A position that is a tree itself: equal to every tree that is written alike, once they are compared."""

    def __init__(self, tree: Tree[int]) -> None:
        self.tree = tree

    @cached_property
    def text(self) -> str:
        def whole(tree: Tree[int]) -> Any:
            return tree.label, tree.player, *map(whole, tree.children)

        return repr(whole(self.tree))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and self.text == other.text

    def __hash__(self) -> int:
        return 0  # a tree that is not compared may be infinite


def shared(tree: Tree[int]) -> Tree[int]:
    children: Callable[[Written], Any] = lambda here: map(Written, here.tree.children)  # noqa: E731
    player: Callable[[Written], Any] = lambda here: here.tree.player  # noqa: E731
    label: Callable[[Written], int] = lambda here: here.tree.label  # noqa: E731
    return unfold(label, children, Written(tree), player_of=player) | share


def traced(tree: Tree[int]) -> Any:
    return trace(alpha_beta)(tree).label.value


def first_two(tree: Tree[Any]) -> list[Tree[Any]]:
    return list(tree.children)[:2]


def bounded(alpha: Any, beta: Any) -> Callable[[Tree[Any]], Any]:
    return alpha_beta(alpha=alpha, beta=beta)


def by_turns(tree: Tree[Any], high: bool = True) -> Any:
    values = [by_turns(child, not high) for child in tree.children]
    return (max if high else min)(values) if values else tree.label


def with_none(tree: Tree[Any]) -> Any:
    """Compare the best value with None by ``==``."""
    best: Any = None
    for value in map(with_none, tree.children):
        if best == None or (value > best if tree.player is Player.FIRST else value < best):  # noqa: E711
            best = value
    return tree.label if best == None else best  # noqa: E711


def with_table(tree: Tree[Any]) -> Any:
    table: dict[Any, Any] = {}

    def value(tree: Tree[Any]) -> Any:
        values = [*map(value, tree.children)]
        if not values:
            return table.setdefault(tree.label, tree.label)
        return (max if tree.player is Player.FIRST else min)(values)

    return value(tree)


def scout(tree: Tree[Any], alpha: Any = None, beta: Any = None) -> Any:
    """Principal variation search: the children after the first are searched again if they may be better."""
    best: Any = None
    high = tree.player is Player.FIRST
    for child in tree.children:
        if best is None:
            best = scout(child, alpha, beta)
        else:
            found = scout(child, best, None) if high else scout(child, None, best)
            if found > best if high else found < best:
                found = scout(child, alpha, beta)
                best = max(best, found) if high else min(best, found)
        bound = beta if high else alpha
        if bound is not None and (best >= bound if high else best <= bound):
            break
    return tree.label if best is None else best


# Names with a comma are variants of others; these are left to the exhaustive tests.
STAGES: dict[str, list[Law]] = {
    "prune": stage_laws(prune(2), keeps=["labels", "turns"], depth=2),
    "prune, to the root": stage_laws(prune(0), keeps=["labels", "turns"], depth=0),
    "prune, below six levels": stage_laws(prune(6), keeps=["labels", "turns"], depth=6),
    "prune, far below": stage_laws(prune(999)),
    "prune_when": stage_laws(prune_when(odd), keeps=["labels", "turns"], reads_labels=True),
    "extend_while": stage_laws(extend_while(odd), keeps=["labels", "turns"], reads_labels=True),
    "extend_while, deeper": stage_laws(extend_while(odd, depth=2), keeps=["labels", "turns"], reads_labels=True),
    "map_tree": stage_laws(map_tree(neg), keeps=["shape", "turns"]),
    "map_tree, pruned": stage_laws(map_tree(neg) | prune(3), keeps=["turns"], depth=3),
    "order_by": stage_laws(order_by(neg), keeps=ORDERED, reads_labels=True, ordered_by=neg),
    "order_by, with many equal keys": stage_laws(order_by(odd), keeps=ORDERED, reads_labels=True, ordered_by=odd),
    "order_by, told": stage_laws(order_by(abs, player=Player.SECOND), player=Player.SECOND, keeps=ORDERED, reads_labels=True, ordered_by=abs),
    "order_by, pruned": stage_laws(order_by(abs) | prune(4), keeps=["labels", "turns"], reads_labels=True, ordered_by=abs, depth=4),
    "keep_best": stage_laws(keep_best(2, abs), keeps=["labels", "turns"], reads_labels=True, ordered_by=abs, width=2),
    "keep_best, one": stage_laws(keep_best(1, neg), keeps=["labels", "turns"], reads_labels=True, ordered_by=neg, width=1),
    "the first two": stage_laws(rebuild(children=first_two), keeps=["labels", "turns"], width=2),
    "with_ply": stage_laws(with_ply, keeps=["shape", "turns"]),
    "prefer_quick_wins": stage_laws(prefer_quick_wins, keeps=["shape", "turns"]),
    "rebuild": stage_laws(rebuild(children=reversed_children), keeps=["children", "labels", "turns", "value"]),
    "share": stage_laws(share),
    "share, of trees for positions": stage_laws(shared, reads_labels=True),
    "unshared": stage_laws(unshared),
}  # fmt: skip
SEARCHES: dict[str, list[Law]] = {
    "maximise": search_laws(maximise, each_leaf_once=True),
    "ab_maximise": search_laws(ab_maximise, each_leaf_once=True),
    "alpha_beta": search_laws(alpha_beta, each_leaf_once=True, deep_cutoffs=True, window=bounded),
    "minimax": search_laws(minimax, each_leaf_once=True),
    "expectiminimax": search_laws(expectiminimax, each_leaf_once=True),
    "trace(alpha_beta)": search_laws(traced),
    "minimise": search_laws(minimise, player=Player.SECOND, each_leaf_once=True),
    "ab_minimise": search_laws(ab_minimise, player=Player.SECOND, each_leaf_once=True),
    "alpha_beta, second": search_laws(alpha_beta, player=Player.SECOND, each_leaf_once=True, deep_cutoffs=True, window=bounded),
    "alpha_beta, told": search_laws(alpha_beta(player=Player.SECOND), player=Player.SECOND, each_leaf_once=True, deep_cutoffs=True),
    "minimax, second": search_laws(minimax, player=Player.SECOND, each_leaf_once=True),
    "minimax, of words": search_laws(minimax, labels=st.text(max_size=3), each_leaf_once=True),
    "trace(alpha_beta), second": search_laws(traced, player=Player.SECOND),
    "by turns": search_laws(by_turns, player=Player.FIRST, alternates=True, each_leaf_once=True),
    "with None": search_laws(with_none, each_leaf_once=True),
    "with a table": search_laws(with_table),
    "mtd_f": search_laws(mtd_f, labels=st.integers(-20, 20), numbers=True),
    "principal variation search": search_laws(scout, window=lambda alpha, beta: partial(scout, alpha=alpha, beta=beta)),
    "aspiring": search_laws(import_module("windows").aspiring(guess=0.0), numbers=True),
    "negamax": search_laws(negamax, numbers=True, each_leaf_once=True),
    "negamax, of great numbers": search_laws(negamax, labels=st.integers(2**60, 2**60 + 9), numbers=True, each_leaf_once=True),
    "negamax, second": search_laws(lambda tree: -negamax(tree), player=Player.SECOND, numbers=True, each_leaf_once=True),
}  # fmt: skip

BUDGETS = {
    "mc:N": "mc:9", "mc-bulk:N": "mc-bulk:99", "mcts:N": "mcts:20", "mcts-reuse:N": "mcts-reuse:20", "minimax:D": "minimax:2",
    "alphabeta:D": "alphabeta:3",
}  # fmt: skip
NAMES = [BUDGETS.get(kind.usage, kind.usage.replace(":D", ":2")) for kind in BOTS.values()]


def claims(name: str) -> Any:
    """What is claimed of a bot: ``random`` is uniform, and ``minimax:2`` looks two moves ahead."""
    kind, _, budget = name.partition(":")
    return (
        {"uniform": kind == "random"}
        if kind in ("random", "mc", "mc-bulk", "mcts", "mcts-reuse")
        else {"depth": int(budget)}
    )


def finer(p: int) -> float:
    return 10 * bits.static(p) + p % 7


def but(name: str, laws: list[Law]) -> list[Law]:
    return [law for law in laws if law.name != name]


ELSEWHERE = "it_plays_the_same_in_a_second_process"  # which takes half a second to begin
PLAYERS: dict[str, list[Law]] = {
    **{name: but(ELSEWHERE, bot_laws(bits, read_bot(bits, name), **claims(name))) for name in NAMES},
    **{f"{name}, at connect4": but(ELSEWHERE, bot_laws(connect4.rules, read_bot(connect4.rules, name), **claims(name))) for name in NAMES},
    "bot_from": bot_laws(bits, bot_from(bits, bits.static), depth=1),
    "bot_from, by other values": bot_laws(bits, bot_from(bits, finer), depth=1, static=finer),
}  # fmt: skip
GENERATORS: dict[str, list[Law]] = {"SplitMix": gen_laws(SplitMix.from_seed), "StdGen": gen_laws(StdGen.from_seed)}

DOTS = [dots_and_boxes.sized(*board) for board in ((1, 1), (2, 1), (2, 2))]
SIZES: list[Rules[Any, Any]] = [
    *(connect4.sized(*size) for size in ((4, 4, 3), (9, 1, 2), (1, 5, 4), (3, 5, 1), (2, 2, 7), (8, 3, 6))),
    connect4.sized(5, 4, 3, centre_first=True), othello.sized(4), *DOTS,
    up_to_symmetry(DOTS[2]), with_draws(checkers.rules), with_swap(hex.sized(3)),
]  # fmt: skip
SMALL: list[Rules[Any, Any]] = [*GAMES.values(), up_to_symmetry(bits)]


def laws_of(rules: Rules[Any, Any], *, budget: int = 40) -> list[Law]:
    """The laws of a game, looked at on few positions, but for those that begin a process or threads, or compile."""
    slow = {"a_second_process_does_the_same", "compiled_functions_do_the_same", "threads_do_the_same"}
    longest = 1000 if rules.name in ("checkers", "draughts", "pig") else 100  # kings may take long to meet
    return [law for law in game_laws(rules, longest=longest, budget=budget) if law.name not in slow]


RECORDS: dict[str, list[Law]] = {
    "tictactoe as its record": same_game_laws(bits, tictactoe.record.rules, tictactoe.to_record, tictactoe.from_record, budget=200),
    "connect4 as its record": same_game_laws(connect4.rules, connect4.record.rules, connect4.to_record, connect4.from_record, budget=200),
}  # fmt: skip
PARTS = STAGES | SEARCHES | PLAYERS | GENERATORS | RECORDS


SLOW = {
    "connect4 as its record",
    "bot_from",
    "mcts:20",
    "minimax:2",
    "alphabeta:3",
    "alphabeta-random:2",
    "by turns",
    *GENERATORS,
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in PARTS if ", " not in name],
)
@pytest.mark.usefixtures("short_time_limits")
def test_laws_of_parts(name: str) -> None:
    """The bots among the variants move as long as those of users do."""
    check(name, PARTS[name], examples=4)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [name for name in PARTS if ", " in name])
def test_laws_of_variants(name: str) -> None:
    check(name, PARTS[name])


LONG_GAMES = {"checkers", "draughts", "othello", "connect4-record"}


@pytest.mark.parametrize(
    "rules",
    [pytest.param(rules, marks=[pytest.mark.slow] * (rules.name in LONG_GAMES)) for rules in SMALL],
    ids=repr,
)
def test_laws_of_games(rules: Rules[Any, Any]) -> None:
    check(rules.name, laws_of(rules), examples=2)


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore:.* of 60 games, none was won")
@pytest.mark.parametrize("rules", SIZES, ids=repr)
def test_laws_of_more_sizes(rules: Rules[Any, Any]) -> None:
    check(rules.name, laws_of(rules), examples=5)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["tictactoe", "dots-and-boxes", "kayles"])
def test_laws_of_games_compiled_in_a_second_process_and_on_more_positions(name: str) -> None:
    check(name, game_laws(GAMES[name], budget=300))


def test_laws_have_names_and_equations() -> None:
    every = list(chain(*PARTS.values(), *map(game_laws, SMALL)))
    assert all(law.equation and not law.equation.startswith("None") for law in every)
    assert len({law.name for law in every}) >= 55


def is_long_and_finished(rules: Rules[Any, Any], line: Line[Any, Any]) -> bool:
    return len(line.moves) >= 7 and not rules.moves(line.end)


def is_begun(rules: Rules[Any, Any], line: Line[Any, Any]) -> bool:
    return bool(line.moves and rules.moves(line.end))


@pytest.mark.slow
def test_long_and_finished_lines_are_drawn() -> None:
    """Soon, though not among every ten examples."""
    soon = settings(database=None, max_examples=500, phases=[Phase.generate])
    for rules in GAMES.values():
        for wanted in (is_long_and_finished, is_begun):
            line = find(lines(rules), partial(wanted, rules), settings=soon)
            assert wanted(rules, line)


def test_positions_that_are_printed_can_be_pasted() -> None:
    for rules in GAMES.values():

        @given(positions(rules))
        def pasted(p: Any) -> None:
            assert eval(repr(p), vars(sys.modules[type(p).__module__])) == p

        pasted()
