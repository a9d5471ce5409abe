"""Evaluations that return notes as well as a number: AMAF, compared with a list of all playouts."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Iterator
from functools import partial, reduce
from itertools import islice, pairwise
from math import nan
from typing import Any, NamedTuple, cast

import pytest

from fpgames import Outcome, Rules, SplitMix, bot_random
from fpgames.games import hex, nim, tictactoe
from fpgames.play import play_moves
from fpgames.rand import Rand
from fpgames.search import (
    back_up,
    best,
    by_static,
    continue_search,
    expand,
    mcts,
    mcts_steps,
    merge,
    statistics,
    subtree_after,
)
from tests.support.games import require_refused
from tests.support.graphs import AnyTree, nodes

RULES = tictactoe.rules
GEN = SplitMix.from_seed(1)


class Playout(NamedTuple):
    """What an evaluation returns here: a value, and the moves that led to it."""

    value: float
    moves: tuple[Any, ...]


Notes = dict[Any, tuple[int, float]]
"""For each move, how many visits have played it, then or later, by the player to move, and the sum of their values."""


def played(rules: Rules[Any, Any], p: Any) -> Rand[Playout]:
    def found(moves: tuple[Any, ...]) -> Playout:
        return Playout(rules.outcome(reduce(rules.play, moves, p)).unwrap(), moves)

    return play_moves(rules, p, bot_random(rules), bot_random(rules)).map(found)


def followed(old: AnyTree | None, new: AnyTree) -> tuple[Any, ...]:
    """The moves of the last visit: only the nodes on its path were copied."""
    for move, before, here in zip(new.moves, old.children if old else (), new.children, strict=False):
        if here is not None and here is not before:
            return (move, *followed(before, here))
    return ()


def all_as_first(tree: AnyTree, i: int, child: AnyTree, found: Playout | Outcome) -> AnyTree:
    value, later = (found, ()) if isinstance(found, Outcome) else found
    notes: Notes = dict(tree.notes) if isinstance(tree.notes, dict) else {}
    for move in {*(tree.moves[i], *followed(tree.children[i], child), *later)[::2]}:
        visits, total = notes.get(move, (0, 0.0))
        notes[move] = visits + 1, total + value
    return back_up(tree, i, child, found)._replace(notes=notes)


class Simulation(NamedTuple):
    """The moves from the root to the node that was evaluated, those of its playout, and the values at the nodes above."""

    path: tuple[Any, ...]
    later: tuple[Any, ...]
    values: tuple[float, ...]


def visits(tree: AnyTree) -> list[int]:
    return [child.visits if child else 0 for child in tree.children]


def simulations(trees: list[AnyTree], evaluated: list[Playout]) -> Iterator[Simulation]:
    """Read every simulation off the visits and proofs of the trees before and after it."""
    playouts = iter(evaluated)
    for old, new in pairwise(trees):
        here, before, path, proofs = new, cast("AnyTree | None", old), [], []
        while before and before.visits and before.proof is None:
            [i] = [i for i, n in enumerate(visits(here)) if n != visits(before)[i]]
            path.append(here.moves[i])
            below = here.children[i]
            assert below is not None
            here, before = below, before.children[i]
            proofs.append(here.proof)
        known = here.proof is not None
        value, later = (float(here.proof or 0), ()) if known else next(playouts)
        values: list[float] = []
        for proof in reversed(proofs):
            value = value if proof is None else proof
            values.insert(0, value)
        yield Simulation(tuple(path), later, tuple(values))
    assert next(playouts, None) is None


def recomputed(found: list[Simulation]) -> dict[tuple[Any, ...], Notes]:
    """The statistics of every node, by the moves that lead to it, from the list of all simulations."""
    values: dict[tuple[Any, ...], dict[Any, list[float]]] = defaultdict(lambda: defaultdict(list))
    for path, later, at in found:
        for ply, value in enumerate(at):
            for move in {*(*path, *later)[ply::2]}:
                values[path[:ply]][move].append(value)
    return {line: {move: (len(each), sum(each)) for move, each in moves.items()} for line, moves in values.items()}


def kept(tree: AnyTree, line: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Notes]]:
    if isinstance(tree.notes, dict):
        yield line, tree.notes
    for move, child in zip(tree.moves, tree.children, strict=True):
        if child is not None:
            yield from kept(child, (*line, move))


HEX, NIM = hex.sized(3), nim.heaps(3, 2, 2)
STARTS: list[tuple[Rules[Any, Any], Any]] = [(RULES, RULES.read("O..\n.X.\n..X")), (RULES, RULES.start), (NIM, NIM.start), (HEX, HEX.start), (HEX, reduce(HEX.play, (0, 4), HEX.start))]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("start", range(len(STARTS)))
@pytest.mark.parametrize("seed", range(4))
def test_all_moves_as_first(start: int, seed: int) -> None:
    rules, p = STARTS[start]
    evaluated: list[Playout] = []

    def noted(playout: Playout) -> Playout:
        evaluated.append(playout)
        return playout

    stream = mcts_steps(
        rules, p, SplitMix.from_seed(seed), evaluate=lambda p: played(rules, p).map(noted), back_up=all_as_first,
    )  # fmt: skip
    trees = [*islice(stream, 300)]
    assert dict(kept(trees[-1])) == recomputed([*simulations(trees, evaluated)])
    assert p == rules.start or any(node.proof is not None for node in nodes(trees[-1]))


def counted(tree: AnyTree, i: int, child: AnyTree, found: Any) -> AnyTree:
    notes = tree.notes if isinstance(tree.notes, int) else 0
    return back_up(tree, i, child, found)._replace(notes=notes + 1)


NOTED = mcts(RULES, 50, back_up=counted)(RULES.start).eval(GEN)


def test_the_librarys_phases_take_the_number() -> None:
    """A tuple makes the same tree as its number alone; a number of any type is a float for ``back_up``."""
    both = mcts(RULES, 200, evaluate=partial(played, RULES))(RULES.start).eval(GEN)
    alone = mcts(RULES, 200, evaluate=lambda p: played(RULES, p).map(lambda found: found.value))(RULES.start).eval(GEN)
    assert both == alone
    assert type(both.total) is float
    found: list[object] = []

    def seen(tree: AnyTree, i: int, child: AnyTree, value: Any) -> AnyTree:
        found.append(value)
        return back_up(tree, i, child, value)

    mcts(RULES, 2, evaluate=by_static(lambda p: 1), back_up=seen)(RULES.start).eval(GEN)
    mcts(RULES, 2, evaluate=by_static(lambda p: (1, "more")), back_up=seen)(RULES.start).eval(GEN)
    mcts(RULES, 2, back_up=seen)(RULES.read("XX.\nOO.\n...")).eval(GEN)
    assert found == [1.0, (1, "more"), Outcome.FIRST_WON]
    assert [type(each) for each in found] == [float, tuple, Outcome]


def test_what_is_no_number_first() -> None:
    require_refused(
        lambda value: mcts(RULES, 1, evaluate=by_static(lambda p: value))(RULES.start).eval(GEN),
        [
            (value, r"^the evaluation of .* is .*; expected a number from -1 to 1, .* or a tuple that begins with it")
            for value in ((), ("0.5", 1), (2.0, 1), (nan, 1), ((0.5,), 1), [0.5])
        ],
        pattern=True,
    )


def test_a_total_is_a_number() -> None:
    def whole(tree: AnyTree, i: int, child: AnyTree, value: float) -> AnyTree:
        return back_up(tree, i, child, value)._replace(total=1)

    assert mcts(RULES, 2, back_up=whole)(0).eval(GEN).total == 1


def test_notes_stay_with_their_node() -> None:
    assert NOTED.notes == 49
    assert [child.notes for child in NOTED.tried] == [child.visits - 1 or None for child in NOTED.tried]
    assert pickle.loads(pickle.dumps(NOTED)) == NOTED != NOTED._replace(notes=3)
    assert hash(NOTED) == hash(NOTED._replace(notes=3))
    assert subtree_after(RULES, NOTED, 4).notes == NOTED.children[4].notes  # type: ignore[union-attr]
    further = continue_search(RULES, 10, back_up=counted)(NOTED).eval(GEN)
    assert further.notes == 59
    assert continue_search(RULES, 10)(NOTED).eval(GEN).notes == 49
    assert best(NOTED) == best(mcts(RULES, 50)(RULES.start).eval(GEN))
    assert statistics(RULES)(NOTED).label.visits == 50
    unvisited = mcts(RULES, 3, expand=lambda rules, p: expand(rules, p)._replace(notes="own"))
    assert unvisited(0).eval(GEN).tried[0].notes == "own"


def test_notes_are_not_merged() -> None:
    assert merge(NOTED) is NOTED
