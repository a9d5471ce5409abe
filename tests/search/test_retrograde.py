"""Retrograde analysis: a table is the least fixed point, and agrees with a search to the same depth."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice, permutations
from random import Random
from typing import Any, assert_type

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyrsistent import PMap
from returns.maybe import Maybe, Nothing, Some

from fpgames import Outcome, Player, Rules, build_tree, map_tree, minimax, prune, share
from fpgames.games import checkers, connect4, dots_and_boxes, kayles
from fpgames.games.draughts import ENGLISH, Draughts
from fpgames.games.draughts.variant import grid_of
from fpgames.games.tictactoe import record, rules
from fpgames.rules import AnyRules, IllegalMove, canonical, unreadable, up_to_symmetry, value_of_outcome, whose_turn
from fpgames.search import Solved, reachable, solve_backwards
from fpgames.testing import positions
from tests.support.solving import recursive_solver

FIRST, SECOND = Player
WON, DRAW, LOST = Outcome
SQUARES = grid_of(ENGLISH).squares

Table = Mapping[Any, Solved]


def backed_up(rules: AnyRules, table: Table, p: Any) -> Solved:
    """The result of a position, by those of the next positions: what each table entry has to be."""
    below = [table[q] for q in rules.successors(p)]
    if not below:
        outcome = rules.outcome(p).unwrap()
        return Solved(outcome, 0 if outcome else None)
    won, lost = Outcome(whose_turn(rules, p)), Outcome(whose_turn(rules, p).opponent)
    wins = [solved.depth for solved in below if solved.outcome is won and solved.depth is not None]
    losses = [solved.depth for solved in below if solved.outcome is lost and solved.depth is not None]
    if wins:
        return Solved(won, 1 + min(wins))
    return Solved(lost, 1 + max(losses)) if len(losses) == len(below) else Solved(DRAW, None)


def within(rules: AnyRules, p: Any, depth: int) -> int:
    """Minimax to a depth: 1 or -1 if a player can win within so many moves, otherwise 0."""
    found: int = build_tree(rules)(p) | share | prune(depth) | map_tree(value_of_outcome(rules)) | minimax
    return found


def says_what_searches_say(rules: AnyRules, p: Any, solved: Solved, deepest: int) -> bool:
    """Whether a search finds a result at the depth that the table has, and none at a smaller one."""
    if solved.depth is None or solved.depth > deepest:
        return within(rules, p, deepest) == 0
    shallower = within(rules, p, solved.depth - 1) if solved.depth else 0
    return (shallower, within(rules, p, solved.depth)) == (0, solved.outcome)


def game_of(graph: list[tuple[Player, list[int], Outcome]]) -> Rules[int, int]:
    """The game on a graph, in which players need not alternate and may go round for ever."""

    def play(p: int, move: int) -> int:
        if move not in graph[p][1]:
            raise IllegalMove(move, tuple(graph[p][1]))
        return move

    def outcome(p: int) -> Maybe[Outcome]:
        return Nothing if graph[p][1] else Some(graph[p][2])

    return Rules(
        name="graph", start=0, moves=lambda p: tuple(graph[p][1]), play=play, player=lambda p: graph[p][0],
        outcome=outcome, show=str, read=unreadable, show_move=str, read_move=int,
    )  # fmt: skip


def graphs(random: Random) -> list[tuple[Player, list[int], Outcome]]:
    size = random.randint(1, 12)

    def after() -> list[int]:
        return random.choices(range(size), k=random.choice([0, 1, 2, 2, 3]))

    return [(random.choice([FIRST, SECOND]), after(), random.choice([*Outcome])) for _ in range(size)]


class TestLaws:
    @pytest.mark.exhaustive
    def test_of_graphs_with_cycles(self) -> None:
        """On a thousand games: a position is won in d moves exactly when a search of d moves says so, and none of less."""
        met: Counter[tuple[Outcome, bool]] = Counter()
        for seed in range(1000):
            game = game_of(graphs(Random(seed)))
            everywhere = [*range(len(graphs(Random(seed))))]
            table = solve_backwards(game, everywhere)
            assert sorted(table) == everywhere
            for p, solved in table.items():
                assert solved == backed_up(game, table, p)
                assert says_what_searches_say(game, p, solved, len(table) + 1)
                met[solved.outcome, (solved.depth or 0) > 3] += 1
        assert {(outcome, late) for outcome in (WON, LOST) for late in (True, False)} < set(met)
        assert met[DRAW, False] > 100

    @given(st.integers(0, 2**32), st.data())
    def test_a_position_has_one_result_whichever_it_is_reached_from(self, seed: int, data: st.DataObject) -> None:
        graph = graphs(Random(seed))
        game = game_of(graph)
        some = data.draw(st.lists(st.integers(0, len(graph) - 1)))
        table, whole = solve_backwards(game, some), solve_backwards(game, range(len(graph)))
        assert set(table) == set(reachable(game, some)) == closure(game, some)
        assert all(whole[p] == solved for p, solved in table.items())
        assert solve_backwards(game, table) == table

    @pytest.mark.slow
    @given(st.data())
    def test_of_games_that_end_it_is_minimax(self, data: st.DataObject) -> None:
        small: AnyRules = data.draw(st.sampled_from([rules, dots_and_boxes.sized(2, 1), kayles.row(8)]))
        p = data.draw(positions(small))
        table = solve_backwards(small, [p])
        assert table[p] == backed_up(small, table, p)
        assert says_what_searches_say(small, p, table[p], 12)


def closure(rules: AnyRules, positions: list[int]) -> set[int]:
    """The positions that follow from some, as the least set that has those after each."""
    found = set(positions)
    while more := {q for p in found for q in rules.successors(p)} - found:
        found |= more
    return found


@pytest.mark.slow
def test_every_position_of_tic_tac_toe() -> None:
    table = solve_backwards(rules, [rules.start])
    assert len(table) == 5478

    plainly = {p: recursive_solver(rules, margins=False)(p) for p in table}
    assert table == {p: Solved(Outcome(value), length if value else None) for p, (value, length) in plainly.items()}
    assert Counter(solved.outcome for solved in table.values()) == {WON: 2936, LOST: 1474, DRAW: 1068}
    of_records = solve_backwards(record.rules, [record.rules.start])
    assert Counter(of_records.values()) == Counter(table.values())
    symmetric = solve_backwards(up_to_symmetry(rules), [rules.start])
    assert len(symmetric) == 765
    assert all(symmetric[canonical(rules)(p)] == solved for p, solved in table.items())


def kings() -> Iterator[Draughts]:
    """Every position with one king of each player, and no men."""
    for mine, theirs in permutations(SQUARES, 2):
        for turn in (0, 1):
            yield Draughts(mine, theirs, mine | theirs, turn)


@pytest.mark.slow
def test_kings_are_what_minimax_to_every_depth_says() -> None:
    """Of all positions at once: the values to a depth are the best of those to one less."""
    table = solve_backwards(checkers.rules, kings())
    after = {p: [*checkers.rules.successors(p)] for p in table}
    best = {p: max if p.turn == 0 else min for p in table}
    ended = {p: int(value_of_outcome(checkers.rules)(p)) for p in table}
    values, depth = ended, 0
    while True:
        by_then = {p: solved.outcome if (solved.depth or 0) <= depth else DRAW for p, solved in table.items()}
        assert by_then == values
        deeper = {p: best[p](values[q] for q in below) if below else ended[p] for p, below in after.items()}
        if deeper == values:
            break
        values, depth = deeper, depth + 1
    assert depth == 11


class TestReachable:
    def test_it_is_lazy_and_the_nearest_come_first(self) -> None:
        asked = []

        def successors(p: int) -> list[int]:
            asked.append(p)
            return [2 * p, 2 * p + 1, 2 * p]

        game = replace(game_of([(FIRST, [], DRAW)]), successors=successors)
        positions = reachable(game, iter([1, 3, 1]))
        assert asked == []
        assert [*islice(positions, 6)] == [1, 3, 2, 6, 7, 4]
        assert len(asked) <= 6

    @given(st.integers(0, 2**32))
    def test_each_is_once(self, seed: int) -> None:
        game = game_of(graphs(Random(seed)))
        found = [*reachable(game, [0])]
        assert len(set(found)) == len(found)
        assert set(found) == closure(game, [0])


class TestTables:
    def test_they_are_values(self) -> None:
        table = solve_backwards(rules, [rules.read("XX.\nOO.\n...")])
        assert isinstance(table, PMap)
        assert pickle.loads(pickle.dumps(table)) == table
        assert hash(table) == hash(solve_backwards(rules, [rules.read("XX.\nOO.\n...")]))
        with pytest.raises(TypeError):
            table[rules.start] = Solved(DRAW, None)  # type: ignore[operator]
        assert_type(table, PMap[int, Solved])
        assert solve_backwards(rules, []) == {}

    def test_a_tuple_of_positions_that_are_tuples(self) -> None:
        late = [connect4.sized(3, 2, 3).read(digits) for digits in ("1122", "1212")]
        small = connect4.sized(3, 2, 3)
        assert solve_backwards(small, (late[0], late[1])) == solve_backwards(small, late)
        assert solve_backwards(small, ()) == {}
