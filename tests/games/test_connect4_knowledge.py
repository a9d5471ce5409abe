"""What a solver infers from a position of Connect Four: compared with slow definitions by the rules."""

from __future__ import annotations

import pickle
from functools import cache, reduce
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from returns.maybe import Some

from fpgames import Outcome, Player, alpha_beta, build_tree, jit, map_tree, minimax, order_by, prune, share
from fpgames.games.connect4 import STANDARD, Facts, Position, Size, facts, rules, sized
from fpgames.search import reachable
from fpgames.testing import lines
from fpgames.tree import prune_when
from tests.support.connect4 import sizes
from tests.support.connect4_positions import SETS, scored_positions

SMALL = [
    *(Size(1, 1, 1), Size(3, 3, 1), Size(1, 5, 2), Size(5, 1, 2), Size(4, 3, 2), Size(3, 3, 3), Size(1, 6, 3)),
    *(Size(6, 1, 3), Size(1, 4, 4), Size(2, 5, 4), Size(2, 3, 5), Size(2, 3, 10**9)),
]
"""Sizes of which all positions are looked at."""
LARGER = [Size(3, 4, 3), Size(4, 2, 4)]
all_sizes = sizes | st.sampled_from(
    [STANDARD, Size(4, 4, 4), Size(9, 6, 4), Size(9, 9, 4), Size(10, 8, 5), Size(7, 7, 6)]  # also more than 64 bits
)
every_small_size = pytest.mark.parametrize(
    "small", [SMALL, pytest.param(LARGER, marks=pytest.mark.exhaustive)], ids=["small", "larger"]
)


class Slow(NamedTuple):
    """The same facts, from the rules alone, and what is seen on the board as text."""

    size: Size

    @property
    def rules(self) -> Any:
        return sized(*self.size, centre_first=True)

    @cache  # noqa: B019 (a size, of which there are few)
    def after(self, p: Position) -> list[Position]:
        return [self.rules.play(p, move) for move in self.rules.moves(p)]

    def turn(self, p: Position) -> int:
        return 1 if self.rules.player(p) is Player.FIRST else -1

    def has_won(self, p: Position) -> bool:
        return self.rules.outcome(p) in (Some(Outcome.FIRST_WON), Some(Outcome.SECOND_WON))

    @cache  # noqa: B019
    def can_win(self, p: Position) -> bool:
        return any(map(self.has_won, self.after(p)))

    def non_losing(self, p: Position) -> list[Position]:
        return [] if self.can_win(p) else [q for q in self.after(p) if not self.can_win(q)]

    def worth(self, p: Position, more: int) -> int:
        """How much it is worth to win with the stone that is so many after those on the board."""
        return (self.size.width * self.size.height + 2 - p[1].bit_count() - more) // 2

    def score(self, p: Position) -> int:
        if self.has_won(p):
            return -self.turn(p) * self.worth(p, 0)
        if self.can_win(p):
            return self.turn(p) * self.worth(p, 1)
        if self.after(p) and not self.non_losing(p):
            return -self.turn(p) * self.worth(p, 2)
        return 0

    def spots(self, p: Position, stone: str) -> list[tuple[int, int]]:
        """The empty cells that complete a line of a colour, as row and column."""
        rows = self.rules.show(p).split("\n")[self.size.height : 0 : -1]
        cells = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}
        return [cell for cell in cells if cells[cell] == "." and self.completes({**cells, cell: stone}, cell)]

    def completes(self, cells: dict[tuple[int, int], str], cell: tuple[int, int]) -> bool:
        i, j = cell
        align = min(self.size.align, len(cells) + 1)
        return any(
            all(cells.get((i + (n - before) * di, j + (n - before) * dj)) == cells[cell] for n in range(align))
            for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1))
            for before in range(align)
        )

    def to_move(self, p: Position) -> str:
        return "R" if self.turn(p) == 1 else "Y"

    def moved(self, p: Position) -> str:
        return "Y" if self.turn(p) == 1 else "R"


@cache
def value(size: Size, p: Position) -> int:
    slow = Slow(size)
    after = [value(size, q) for q in slow.after(p)]
    return (max if slow.turn(p) == 1 else min)(after) if after else slow.score(p)


def bits(size: Size, cells: list[tuple[int, int]]) -> int:
    return sum(size.bit(i, j) for i, j in cells)


def check_facts(size: Size, p: Position) -> None:
    fast, slow = facts(*size), Slow(size)
    assert fast.winning_spots(p) == bits(size, slow.spots(p, slow.to_move(p)))
    assert fast.can_win(p) is slow.can_win(p)
    assert [*fast.non_losing(p)] == slow.non_losing(p)
    assert fast.score(p) == slow.score(p)
    assert fast.open_threats(p) == -slow.turn(p) * len(slow.spots(p, slow.moved(p)))


def check_bounds(size: Size, p: Position) -> None:
    fast, slow, n, most = facts(*size), Slow(size), p[1].bit_count(), size.width * size.height
    score, turn, over = slow.score(p), slow.turn(p), not slow.after(p)
    low, high = fast.mover_bounds(p)
    if over or slow.can_win(p):
        assert low == high == score
    else:
        best, other = (high, low) if turn == 1 else (-low, -high)
        assert (best, other) == ((most - 1 - n) // 2, -(most // 2))
    closer_low, closer_high = fast.bounds(p)
    assert low <= closer_low <= closer_high <= high
    if over or not slow.non_losing(p):
        assert closer_low == closer_high == score
    elif n >= most - 2:
        assert closer_low == closer_high == 0
    else:
        best, other = (closer_high, closer_low) if turn == 1 else (-closer_low, -closer_high)
        assert (best, other) == ((most - 1 - n) // 2, -((most - 2 - n) // 2))


def check_values(size: Size, p: Position) -> None:
    """No bound is wrong, and moves that lose at once can be left out."""
    fast, slow = facts(*size), Slow(size)
    found = value(size, p)
    for low, high in (fast.bounds(p), fast.mover_bounds(p)):
        assert low <= found <= high
    best = [value(size, q) for q in fast.non_losing(p)]
    assert found == ((max if slow.turn(p) == 1 else min)(best) if best else fast.score(p))


class TestLaws:
    @given(st.data(), all_sizes)
    def test_each_is_what_the_slow_definition_says(self, data: st.DataObject, size: Size) -> None:
        for p in data.draw(lines(sized(*size))).positions:
            check_facts(size, p)
            check_bounds(size, p)

    @pytest.mark.slow
    @every_small_size
    def test_all_is_right_in_every_position_of_a_small_board(self, small: list[Size]) -> None:
        for size in small:
            for p in reachable(sized(*size), [sized(*size).start]):
                check_facts(size, p)
                check_bounds(size, p)
                check_values(size, p)

    @given(st.sampled_from([Size(4, 4, 3), Size(4, 4, 4), Size(5, 3, 3)]), st.lists(st.integers(0, 4), min_size=12))
    def test_bounds_hold_late_on_larger_boards(self, size: Size, columns: list[int]) -> None:
        slow = Slow(size)
        p = slow.rules.start
        for column in columns:
            p = slow.rules.play(p, column) if column in slow.rules.moves(p) else p
        if p[1].bit_count() >= 6:
            check_values(size, p)

    @pytest.mark.slow
    @every_small_size
    def test_both_trees_have_the_value_of_the_game(self, small: list[Size]) -> None:
        searches: list[Any] = [minimax, alpha_beta]
        for size, search in product(small, searches):
            rules, fast = sized(*size), facts(*size)
            whole = build_tree(rules) | prune_when(fast.can_win)
            without = build_tree(fast.non_losing, player=Player.FIRST)
            for tree in (whole, without, without | order_by(fast.open_threats)):
                found = (tree | share | map_tree(fast.score) | search)(rules.start)
                assert found == value(size, rules.start), size

    @pytest.mark.slow
    @pytest.mark.parametrize("name", SETS)
    def test_published_scores_are_within_the_bounds(self, name: str) -> None:
        standard = facts()
        assert len(scored_positions(name)) == 1000
        for digits, score in scored_positions(name):
            p = rules.read(digits)
            first = -score if len(digits) % 2 else score
            for low, high in (standard.bounds(p), standard.mover_bounds(p)):
                assert low <= first <= high
            assert standard.score(p) in (0, first)


def number_on(of: Facts) -> Any:
    winning_spots, can_win, _, score, _, mover_bounds, bounds = of

    def number(p: Position) -> int:
        low, high = bounds(p)
        lowest, highest = mover_bounds(p)
        return winning_spots(p) % 1009 + 3 * can_win(p) + 5 * score(p) + 7 * low + 11 * high + 13 * lowest + highest

    return number


class TestValues:
    @pytest.mark.exhaustive
    @pytest.mark.parametrize(
        "size", [Size(3, 2, 4), Size(9, 6, 4)], ids=["without lines", "whose last cell is the last bit but one"]
    )
    def test_compiled_they_are_the_same(self, size: Size) -> None:
        pytest.importorskip("numba", reason="numba is not installed (the extra fast)")
        small, fast = sized(*size), facts(*size)
        tree = build_tree(fast.non_losing, player=Player.FIRST) | prune(3) | order_by(fast.open_threats)
        search = tree | map_tree(number_on(fast)) | minimax
        compiled = jit(search)
        p = small.start
        while True:  # the last columns first, which are the highest bits
            assert compiled(p) == search(p)
            if p[1].bit_count() > 3 * size.height or not small.moves(p):
                break
            p = small.play(p, small.moves(p)[-1])

    def test_one_record_for_each_size_in_another_process_too(self) -> None:
        assert facts() is facts(7, 6, 4)
        assert facts(True, True, True) is facts(1, 1, 1)
        small = facts(4, 5)
        again = pickle.loads(pickle.dumps(small))
        assert again == small != facts(5, 4)
        assert again.bounds(rules.start) == small.bounds(rules.start)
        assert small.score != sized(4, 5).score
        assert repr(prune(2) | map_tree(small.score)) == "prune(2) | map_tree(facts(4, 5, 4).score)"
        assert [repr(function) for function in facts(1, 2, 3)] == [f"facts(1, 2, 3).{name}" for name in Facts._fields]

    def test_examples(self) -> None:
        examples = {
            "": (0, (-20, 20)),  # the start
            "11223": (0, (-18, 17)),  # one cell to fill
            "112233": (18, (18, 18)),  # the player to move wins
            "1122334": (18, (18, 18)),  # won
            "33445": (18, (18, 18)),  # two cells to fill
            "131475": (-18, (-18, -18)),  # two cells that the first player has to fill
        }
        played = {digits: reduce(rules.play, (int(digit) - 1 for digit in digits), rules.start) for digits in examples}
        assert {digits: (facts().score(p), facts().bounds(p)) for digits, p in played.items()} == examples
