"""Every search with every facility: the result is that of the plain search, or one sentence says what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from math import inf
from pathlib import Path
from typing import Any

import pytest

from fpgames import (
    Player,
    SplitMix,
    alpha_beta,
    best_move,
    bot_from,
    build_tree,
    map_tree,
    maximise,
    minimax,
    prune,
    share,
)
from fpgames.compiled import jit
from fpgames.games import tictactoe
from fpgames.rules import up_to_symmetry
from fpgames.search import (  # fmt: skip
    ab_maximise,
    bound_by,
    count_leaves,
    count_nodes,
    deepen,
    expectiminimax,
    mtd_bi,
    mtd_f,
    negamax,
    perft,
    principal_variation,
    prove,
    remember,
    trace,
)
from fpgames.tree import fold_tree, size
from tests.search.test_open_recursion import own_alpha_beta, own_minimax
from tests.support import dice
from tests.support.games import expected_value
from tests.support.trees import count_visited

PAGE = Path(__file__).parents[2] / "docs" / "searches.md"
rules = tictactoe.rules
start = reduce(rules.play, [0, 4, 8, 2], rules.start)  # the first player moves; five cells are empty


def best_or_label(player: Player, value: int, below: tuple[int, ...]) -> int:
    return (max if player == 1 else min)(below, default=value)


SEARCHES: dict[str, Any] = {
    "`minimax`": minimax,
    "`maximise`, `minimise`": maximise,
    "`negamax`": negamax,
    "`alpha_beta`": alpha_beta,
    "`mtd_f`": mtd_f,
    "`mtd_bi`": mtd_bi(low=-1, high=1),
    "`expectiminimax`": expectiminimax,
    "yours `(node, visit)`": own_minimax,
    "yours `(node, visit, alpha, beta)`": own_alpha_beta,
    "`ab_maximise`, `ab_minimise`": ab_maximise,
    "`prove`": prove(goal=lambda value: None if value == 0 else value > 0),
    "`fold_tree`": fold_tree(best_or_label, with_player=True),
    "`size`": size,
    "`perft`": perft(4),
}
ADVICE = "; |, or |: |^.* needs "
ALL_NODES = SEARCHES["`fold_tree`"], size, SEARCHES["`perft`"]
VALUE = minimax(build_tree(rules)(start) | map_tree(rules.static))


class Reads:
    """A tree of tic-tac-toe that counts what a search reads: positions, with the root, and labels."""

    def __init__(self, *stages: Any, rules: Any = rules) -> None:
        self.positions, self.labels = 1, 0

        def successors(p: Any) -> Iterator[Any]:
            for q in rules.successors(p):
                self.positions += 1
                yield q

        def static(p: Any) -> int:
            self.labels += 1
            return int(rules.static(p))

        tree = build_tree(replace(rules, successors=successors))(start) | map_tree(static)
        self.tree: Any = reduce(lambda tree, stage: stage(tree), stages, tree)


def result_of(search: Any, tree: Any) -> Any:
    result = search(tree)
    return getattr(result, "value", result)  # of a proof, whose tree is compared by identity


def plainly(search: Any, *stages: Any) -> Any:
    return result_of(search, Reads(*stages).tree)


def exact_late(p: Any) -> tuple[int, int]:
    value = int(build_tree(rules)(p) | map_tree(rules.static) | minimax)
    return (value, value) if len(rules.moves(p)) < 3 else (-1, 1)


def reads_less(search: Any, *stages: Any) -> None:
    fewer, plain = Reads(*stages), Reads()
    assert result_of(search, fewer.tree) == result_of(search, plain.tree) or search is size
    assert (fewer.positions, fewer.labels) < (plain.positions, plain.labels)


def bounded(search: Any) -> None:
    if search in ALL_NODES:  # bounds are of values, and these functions look for no value
        assert plainly(search, bound_by(exact_late)) == plainly(search)
    else:
        reads_less(search, bound_by(exact_late))


def remembered(search: Any) -> None:
    value, memory = Reads(share).tree | remember(search)
    assert value == plainly(search)
    assert memory[start, rules.player(start)].lower == VALUE


def counted(count: Callable[[Any], Any], kind: str) -> Callable[[Any], None]:
    def check(search: Any) -> None:
        reads = Reads()
        _, n = reads.tree | count(search)
        assert n == getattr(reads, kind)

    return check


def traced(search: Any) -> None:
    tree = Reads().tree
    assert (tree | trace(search)).label.value == VALUE
    assert count_visited(tree | trace(search)) == (tree | count_nodes(search))[1]


def deepened(search: Any) -> None:
    steps = [*(Reads().tree | deepen(search))]
    for step in steps:
        assert getattr(step.value, "value", step.value) == plainly(search, prune(step.depth))
    assert steps[-1].complete


def limited(search: Any) -> None:
    def rows(max_nodes: int | None = None) -> list[Any]:
        return [(step.depth, step.nodes) for step in Reads().tree | deepen(search, max_nodes=max_nodes)]

    most = sum(n for _, n in rows()[:2])
    assert rows(most) == rows()[:2]
    assert rows(most - 1) == rows()[:1]


def moved(search: Any) -> None:
    assert Reads().tree | best_move(search=search) == Reads().tree | best_move


def lined(search: Any) -> None:
    assert Reads().tree | principal_variation(search=search) == Reads().tree | principal_variation


def moved_by_an_engine(search: Any) -> None:
    *_, last = Reads(share).tree | deepen(best_move(search=remember(search)))
    assert last.value[0] == Reads().tree | best_move


def played(search: Any) -> None:
    move, _ = bot_from(rules, build_tree(rules) | map_tree(rules.static) | search)(start).run(SplitMix.from_seed(1))
    assert move == Reads().tree | best_move


def compiled(search: Any) -> None:
    tree = build_tree(rules)(start) | map_tree(rules.static)
    (found, n), (expected, n_expected) = tree | jit(count_nodes(search)), tree | count_nodes(search)
    assert (getattr(found, "value", found), n) == (getattr(expected, "value", expected), n_expected)


def on_symmetric(search: Any) -> None:
    assert result_of(search, Reads(rules=up_to_symmetry(rules)).tree) == plainly(search)


def chance(search: Any) -> None:
    tree = build_tree(dice.rules)(dice.rules.start) | map_tree(dice.rules.static)
    expected = WITH_CHANCE.get(search, expected_value)(dice.rules, dice.rules.start)
    assert tree | search == pytest.approx(float(expected))


def lines_of_play(rules: Any, p: Any, n: float = inf) -> int:
    return sum(lines_of_play(rules, rules.play(p, move), n - 1) for move in rules.moves(p)) if n else 1


def nodes_below(rules: Any, p: Any) -> int:
    return 1 + sum(nodes_below(rules, rules.play(p, move)) for move in rules.moves(p))


WITH_CHANCE = {size: nodes_below, perft(4): lambda rules, p: lines_of_play(rules, p, 4)}

FACILITIES: dict[str, Callable[[Any], None]] = {
    "`share`": lambda search: reads_less(search, share),
    "`share(entries=n)`": lambda search: reads_less(search, share(entries=9)),
    "`up_to_symmetry`": on_symmetric,
    "`bound_by`": bounded,
    "`remember`": remembered,
    "`count_nodes`": counted(count_nodes, "positions"),
    "`count_leaves`": counted(count_leaves, "labels"),
    "`trace`": traced,
    "`deepen`": deepened,
    "`deepen(max_nodes=n)`": limited,
    "`best_move`": moved,
    "`principal_variation`": lined,
    "`deepen(best_move(search=remember(...)))`": moved_by_an_engine,
    "`bot_from`": played,
    "chance in the game": chance,
}


def row_of(name: str, facility: Callable[[Any], None]) -> str:
    """Return the row of the page's table: a facility that holds, and the searches that refuse it."""
    messages = {}
    for search_name, search in SEARCHES.items():
        try:
            facility(search)
        except (TypeError, ValueError) as error:
            messages[search_name] = str(error)
    assert not [message for message in messages.values() if "\n" in message or not re.search(ADVICE, message)]
    return f"| {name} | {'; '.join(messages) or 'none'} |"


@pytest.mark.needs("numba")
@pytest.mark.slow
def test_every_search_is_compiled_or_refuses_it_in_a_sentence() -> None:
    assert row_of("`jit`", compiled) in PAGE.read_text()


@pytest.mark.parametrize("facility", FACILITIES)
def test_every_search_has_the_facility_or_refuses_it_in_a_sentence(facility: str) -> None:
    assert row_of(facility, FACILITIES[facility]) in PAGE.read_text()
