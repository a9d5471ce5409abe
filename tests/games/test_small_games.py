"""Nim, Kayles, marks in line and Hex: theorems and values from elsewhere, what is read, and what is refused."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterable
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from returns.maybe import Some

from fpgames import IllegalMove, Outcome, Player, Rules, alpha_beta, build_tree, jit, map_tree, minimax, order_by, share
from fpgames.compiled import jit_when_it_pays
from fpgames.draw import board_svg
from fpgames.games import GAMES, KINDS, game, hex, kayles, mnk, nim, tictactoe
from fpgames.games.boards import equal_lines
from fpgames.games.marks import Marks, cells
from fpgames.games.taking import read_turn, status_on
from fpgames.rules import AnyRules, value_of_outcome
from fpgames.search import perft
from fpgames.symmetry import up_to_symmetry
from fpgames.testing import Law, game_laws, positions, same_game_laws
from fpgames.tree import prune_when

NAMES = ("nim", "nim-misere", "kayles", "kayles-misere", "mnk", "hex")
SIZES: list[AnyRules] = [
    *(nim.heaps(1), nim.heaps(0, 3), nim.heaps(2, 2, 1), nim.heaps(3, 2, misere=True), nim.heaps(*[1] * 11)),
    *(kayles.row(1), kayles.row(2), kayles.row(5, misere=True)),
    *(mnk.sized(1, 1, 1), mnk.sized(2, 2, 3), mnk.sized(4, 3, 3), mnk.sized(3, 4, 3), mnk.sized(5, 1, 2)),
    *(mnk.sized(3, 3, 3), mnk.sized(3, 3, 3, forced=True), mnk.sized(4, 4, 3, forced=True)),
    *(hex.sized(1), hex.sized(2), hex.sized(3)),
]
LARGE: list[AnyRules] = [kayles.row(70), mnk.sized(15, 15, 5), mnk.sized(9, 8, 5), hex.sized(9)]
"""Positions of these do not fit into a word."""
EVERY = [*map(game, NAMES), *SIZES, *LARGE]
every_game = pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)


def laws(sizes: Iterable[AnyRules], **how: Any) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "law", [pytest.param(law, id=f"{law}: {r.name}") for r in sizes for law in game_laws(r, **how)]
    )


@laws([nim.heaps(2, 2, 1), kayles.row(5, misere=True), mnk.sized(4, 3, 3), hex.sized(3)], budget=400)
def test_other_sizes_keep_the_laws(law: Law) -> None:
    law()


@pytest.mark.exhaustive
@laws(SIZES)
def test_many_sizes_keep_the_laws(law: Law) -> None:
    law()


def to_tictactoe(p: Marks) -> int:
    first, second = (sum(1 << n for n, cell in enumerate(cells(3, 3)) if marks & cell) for marks in p)
    return first | second << 9 | (first.bit_count() > second.bit_count()) << 18


def from_tictactoe(p: int) -> Marks:
    return Marks(*(sum(cell for n, cell in enumerate(cells(3, 3)) if p >> n + at & 1) for at in (0, 9)))


@pytest.mark.parametrize(
    "law", same_game_laws(mnk.sized(3, 3, 3), tictactoe.rules, to_tictactoe, from_tictactoe), ids=str
)
def test_three_in_line_on_nine_cells_is_tic_tac_toe(law: Law) -> None:
    law()


def read_or_refused(read: Callable[[str], Any], text: str) -> tuple[Any, str]:
    try:
        return read(text), ""
    except ValueError as error:
        return None, str(error)


class TestEveryGame:
    @every_game
    def test_equal_sizes_are_equal_rules(self, rules: AnyRules) -> None:
        assert pickle.loads(pickle.dumps(rules)) == rules
        name = rules.name.removesuffix("-forced")
        assert (game(name) is rules) == (name == rules.name)
        assert name not in GAMES or KINDS[name].rules is game(name)

    @pytest.mark.parametrize(("name", "count"), [("nim", 2116), ("kayles", 6954), ("mnk", 13800), ("hex", 13800)])
    def test_it_compiles(self, name: str, count: int) -> None:
        lines = build_tree(game(name)) | perft(3)
        assert jit(lines)(game(name).start) == lines(game(name).start) == count

    @every_game
    def test_long_games(self, rules: AnyRules) -> None:
        """Where a law for each of a hundred examples would take too long: to the end of one game."""
        p = rules.start
        while moves := rules.moves(p):
            assert rules.read(rules.show(p)) == p
            move = moves[len(moves) * 2 // 3]
            assert rules.read_move(rules.show_move(move)) == move
            for symmetry in rules.symmetries[:7]:
                image = rules.play(symmetry.position(p), symmetry.move(move))
                assert image == symmetry.position(rules.play(p, move))
            p = rules.play(p, move)
        assert rules.read(rules.show(p)) == p
        assert abs(rules.static(p)) == (rules.outcome(p) != Some(Outcome.DRAW))

    @every_game
    @given(data=st.data())
    def test_any_text_is_read_or_refused_in_a_line(self, rules: AnyRules, data: st.DataObject) -> None:
        shown = rules.show(rules.start), *map(rules.show_move, rules.moves(rules.start)[:20])
        start = data.draw(st.sampled_from(shown))
        at, to = sorted((data.draw(st.integers(0, len(start))), data.draw(st.integers(0, len(start)))))
        other = data.draw(st.text() | st.sampled_from([*"XO.|,0123456789ab-²٣\0\n", "9" * 5000, "second", "to move"]))
        for text in (other, start[:at] + other + start[to:]):
            for read, show in ((rules.read, rules.show), (rules.read_move, rules.show_move)):
                found, said = read_or_refused(read, text)
                assert len(said) < 300
                assert "\n" not in said
                assert said or read(show(found)) == found

    @every_game
    def test_a_board_typed_by_hand_is_understood(self, rules: AnyRules) -> None:
        typed = rules.show(rules.start).replace("\n", "  \r\n") + " \n\n"
        assert rules.read(typed) == rules.start

    @every_game
    @pytest.mark.parametrize("move", [None, "a1", 10**30, -1, 1.5, (0,), (0, 0), (0.5, 1), (-1, 1), (99, 1)], ids=str)
    def test_a_move_of_another_kind_is_refused(self, rules: AnyRules, move: Any) -> None:
        with pytest.raises(IllegalMove):
            rules.play(rules.start, move)

    @every_game
    def test_floats_that_are_moves_are_the_moves(self, rules: AnyRules) -> None:
        move: Any = rules.moves(rules.start)[-1]
        same: Any = float(move) if isinstance(move, int) else tuple(map(float, move))
        assert repr(rules.play(rules.start, same)) == repr(rules.play(rules.start, move))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("nim:0,0", "there is no object to take; expected at least one heap of at least 1; it is written nim:N,N,..."),
        ("nim:128", "cannot make a heap of more than 127 objects"),
        ("nim-misere:" + ",".join("1" * 27), "cannot play with more than 26 heaps"),
        ("kayles:0", "cannot play with 0 pins; expected at least 1"),
        ("kayles:501", "cannot play with more than 500 pins"),
        ("kayles-misere:1,2", "wrong number of numbers; it is written kayles-misere:N"),
        ("mnk:0,3,3", "cannot play on 0 columns; expected at least 1"),
        ("mnk:3,27,3", "cannot play on more than 26 rows"),
        ("mnk:3,3,0", "cannot win with 0 marks in line; expected at least 1"),
        ("mnk:3,3,27", "cannot win with more than 26 marks in line"),
        ("mnk:3,3,3,1", "wrong number of numbers; it is written mnk:M,N,K"),
        ("hex:0", "cannot play on 0 columns; expected at least 1"),
    ],
)
def test_a_size_that_makes_no_game_is_refused(name: str, wrong: str) -> None:
    with pytest.raises(ValueError, match="the game ") as refused:
        game(name)
    assert wrong in str(refused.value)


@pytest.mark.parametrize("make", [nim.heaps, kayles.row, lambda n: mnk.sized(n, 3, 3), hex.sized])
@pytest.mark.parametrize(
    "number", [-1, 2.5, "3", None, 10**5000], ids=lambda number: str(number)[:5] if number != 10**5000 else "huge"
)
def test_a_number_of_another_kind_is_refused(make: Any, number: Any) -> None:
    with pytest.raises(ValueError, match=r"cannot (make|play)"):
        make(number)


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("nim", "1 3 5", "'1 3 5' has 3 heaps; expected 4"),
        ("nim", "1 4 5 7", "heap b has 4 objects; expected at most 3"),
        ("nim", "1 x 5 7", "'x' is not the size of a heap"),
        ("nim", "1 3 5 7, second to move", "'second to move' does not fit what is left; expected 'first to move'"),
        ("nim", "1 3 5 5, it", "'it' does not fit what is left; expected 'first to move' or 'second to move'"),
        ("nim", "0 0 0 0, first to move", "expected 'first has won' or 'second has won'"),
        ("kayles:3", "||", "'||' is not a row of pins; expected 3 times '|' or '.'"),
        ("kayles:3", "|.|, first to move", "'first to move' does not fit what is left; expected 'second to move'"),
        ("mnk:2,2,2", "", "the board has 0 rows; expected 2"),
        ("mnk:2,2,2", "..\n.", "row 2 is '.'; expected 2 cells X, O or '.'"),
        ("mnk:2,2,2", "..\nxo", "row 2 is 'xo'; expected 2 cells X, O or '.'"),
        ("mnk:2,2,2", "X.\n.X", "2 X and 0 O; expected equal numbers, or one more X"),
        ("mnk:4,1,2", "XXOO", "X has won, but O moved last"),
        ("mnk:6,2,2", "XX..XX\nO.O.O.", "X has won, and had won before its last mark"),
        ("mnk:2,2,2", "..  1\n..", "'.. 1' does not fit the board; expected '.. 2'"),
        ("mnk:2,2,2", "..\n..\nO to move", "'O to move' does not fit the board; expected 'X to move'"),
        ("mnk:2,2,2", "..\n..\nX to move\n..", "'..' does not fit the board; expected 'nothing'"),
        ("hex:2", "X.\nXO\nO to move", "'O to move' does not fit the board; expected"),
    ],
)
def test_a_wrong_position_is_refused(name: str, text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)):
        game(name).read(text)


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("nim", "e1", "'e1' is not a move; expected a heap, a to d, and how many to take of it, such as a1"),
        ("nim", "a2", "'a2' is not a move"),
        ("nim", "b0", "'b0' is not a move"),
        ("kayles", "13", "'13' is not a move; expected a pin, 1 to 12, or two side by side, such as 1-2"),
        ("kayles:1", "2", "'2' is not a move; expected a pin, 1 to 1"),
        ("kayles", "3-5", "'3-5' is not a move"),
        ("kayles", "2-1", "'2-1' is not a move"),
        ("mnk", "f1", "'f1' is not a cell; expected a1 to e5"),
        ("hex", "a6", "'a6' is not a cell; expected a1 to e5"),
        ("hex", "a²", "'a²' is not a cell"),
    ],
)
def test_a_wrong_move_is_refused(name: str, text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match="is not a") as refused:
        game(name).read_move(text)
    assert wrong in str(refused.value)


def value(rules: Rules[Any, Any], p: Any) -> int:
    return int(build_tree(rules)(p) | share | map_tree(rules.static) | minimax)


class TestNim:
    @given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.booleans(), st.data())
    def test_the_theorem_of_bouton(self, sizes: list[int], misere: bool, data: st.DataObject) -> None:
        """The winner by theory wins by search, at every position."""
        assume(any(sizes))
        rules = nim.heaps(*sizes, misere=misere)
        p = data.draw(positions(rules))
        assert value(rules, p) == nim.winner(p, misere=misere)

    def test_the_text(self) -> None:
        p = nim.rules.play(nim.rules.start, nim.rules.read_move("d7"))
        assert nim.rules.show(p) == "1 3 5 0, second to move"
        assert nim.rules.read("1 3 5 0, second to move") == p
        assert nim.rules.read("1 3 5 0") == p._replace(turn=0)
        assert nim.rules.read("1 3 5 5") == p._replace(heaps=p.heaps + (5 << 21), turn=0)
        assert nim.rules.show(nim.Position(0, 1)) == "0 0 0 0, first has won"
        assert nim.misere.show(nim.Position(0, 1)) == "0 0 0 0, second has won"

    def test_the_picture(self) -> None:
        assert nim.rules.diagram
        assert nim.rules.diagram(nim.rules.read("1 2 0 7")).rows == ("|      ", "||.    ", ".....  ", "|||||||")

    @pytest.mark.parametrize(
        ("sizes", "number"), [((1, 3), 0), ((2, 2), 1), ((2, 2, 2, 3, 3), 11), ((1,) * 5, 119), ((1,) * 6, 0)]
    )
    def test_equal_heaps_can_be_exchanged(self, sizes: tuple[int, ...], number: int) -> None:
        assert len(nim.heaps(*sizes).symmetries) == number


@pytest.mark.parametrize("name", ["nim", "nim-misere", "kayles", "kayles-misere"])
@given(data=st.data())
def test_what_is_taken_is_marked_in_the_picture(name: str, data: st.DataObject) -> None:
    rules = game(name)
    p = data.draw(positions(rules))
    for move in rules.moves(p):
        after = rules.play(p, move)
        assert board_svg(rules, after, before=p, numbers=True).count('class="last"') == move[1]
    assert rules.diagram
    assert "".join(rules.diagram(p).rows).count("|") == sum(rows_of(p) if "kayles" in name else sizes_of(p))


def sizes_of(p: nim.Position) -> list[int]:
    return [p.heaps >> shift & 127 for shift in range(0, 28, 7)]


GRUNDY = (0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4)
"""Of Kayles with so many pins. Source: OEIS A002186."""


def rows_of(p: kayles.Position) -> list[int]:
    return [len(row) for row in bin(p.pins)[2:].split("0") if row]


@cache
def grundy(n: int) -> int:
    """The least number that no move of a row of n pins leads to."""
    rules = kayles.row(n)
    after = {reduce(xor, map(grundy, rows_of(rules.play(rules.start, move))), 0) for move in rules.moves(rules.start)}
    return next(number for number in range(n + 3) if number not in after)


class TestKayles:
    @pytest.mark.parametrize(("n", "number"), [*enumerate(GRUNDY)][1:])
    def test_grundy_numbers(self, n: int, number: int) -> None:
        assert grundy(n) == number

    @given(st.integers(1, 11), st.data())
    def test_a_position_is_lost_exactly_if_the_sum_is_0(self, n: int, data: st.DataObject) -> None:
        rules = kayles.row(n)
        p = data.draw(positions(rules))
        winner = rules.player(p) if reduce(xor, (GRUNDY[row] for row in rows_of(p)), 0) else rules.player(p).opponent
        assert value(rules, p) == winner

    @given(st.integers(1, 9), st.data())
    def test_misere(self, n: int, data: st.DataObject) -> None:
        """Whoever cannot move has won."""

        @cache
        def wins(pins: int) -> bool:
            return not pins or any(not wins(q.pins) for q in rules.successors(kayles.Position(pins, 0)))

        rules = kayles.row(n, misere=True)
        p = data.draw(positions(rules))
        assert value(rules, p) == (rules.player(p) if wins(p.pins) else rules.player(p).opponent)

    def test_the_text(self) -> None:
        rules = kayles.row(5)
        p = rules.play(rules.start, rules.read_move("2-3"))
        assert rules.show(p) == "|..||, second to move"
        assert (rules.read("|..||"), rules.read("|..||, first to move").turn) == (p._replace(turn=0), 0)
        assert rules.diagram
        assert rules.diagram(p) == rules.diagram(p)._replace(rows=("|..||",), names=(("1", "2", "3", "4", "5"),))


def test_the_turn_that_a_text_means() -> None:
    assert [read_turn("", 3, least, least, status_on(False)) for least in (0, 1, 2)] == [0, 1, 0]


def exhaustively(values: tuple[int, ...]) -> Any:
    return pytest.param(*values, marks=pytest.mark.exhaustive)


MNK = [(3, 3, 3, 0), (4, 3, 3, 1), (4, 4, 3, 1), (4, 4, 4, 0), (5, 4, 4, 0), (5, 5, 5, 0), (7, 7, 3, 1)]
LARGE_MNK = [(5, 5, 4, 0), (6, 4, 4, 0), (6, 5, 4, 1)]
"""Values to the first player. Source: Uiterwijk and van den Herik, *The advantage of the initiative* (2000)."""


@st.composite
def late_marks(draw: Any, least: int = 4) -> tuple[tuple[int, int, int], Marks]:
    """A small board, and a position on it."""
    size = draw(st.sampled_from([(3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 3, 4), (3, 3, 2), (5, 2, 3)]))
    p = draw(positions(mnk.sized(*size)))
    assume((p.first | p.second).bit_count() >= least)
    return size, p


class TestMarksInLine:
    @pytest.mark.parametrize("size", [(15, 15, 5), (5, 5, 4), (7, 2, 3), (1, 4, 2), (3, 3, 1)], ids=str)
    @given(data=st.data())
    def test_won_is_a_line(self, size: tuple[int, int, int], data: st.DataObject) -> None:
        """As the library finds lines on any board; also where nobody took turns."""
        m, n, k = size
        rules = mnk.sized(*size)
        board = [data.draw(st.text("XO.", min_size=m, max_size=m)) for _ in range(n)]
        order = cells(m, n)
        p = Marks(*(sum(cell for cell, c in zip(order, "".join(board), strict=True) if c == each) for each in "XO"))
        at = {(i, j): c for i, row in enumerate(board) for j, c in enumerate(row) if c != "."}
        lines = [*equal_lines(at, k)]
        last = "X" if p.first.bit_count() > p.second.bit_count() else "O"
        won = any(symbol == last for symbol, _ in lines)
        assert rules.diagram
        assert rules.diagram(p).won == {cell for _, line in lines for cell in line}
        assert rules.score
        assert rules.score(p) == won * (1 if last == "X" else -1)

    @pytest.mark.usefixtures("impatient")
    @pytest.mark.parametrize(("m", "n", "k", "known"), [*MNK, *map(exhaustively, LARGE_MNK)])
    def test_known_values(self, m: int, n: int, k: int, known: int) -> None:
        """Whether the first player wins; the second never does, who could else be robbed of the strategy."""
        rules = mnk.sized(m, n, k, forced=True)
        solve = jit_when_it_pays(
            build_tree(up_to_symmetry(rules))
            | share
            | prune_when(mnk.prevented_on(m, n, k))
            | order_by(rules.static)
            | map_tree(value_of_outcome(rules))
            | alpha_beta(alpha=0, beta=1)
        )
        assert (solve(rules.start) > 0) == (known > 0)

    @pytest.mark.usefixtures("impatient")
    @pytest.mark.parametrize(("m", "n", "k", "known"), [*MNK[:3], *map(exhaustively, MNK[3:5])])
    def test_known_values_without_theorems(self, m: int, n: int, k: int, known: int) -> None:
        rules = mnk.sized(m, n, k, forced=True)
        solve = jit_when_it_pays(
            build_tree(rules) | share | order_by(rules.static) | map_tree(value_of_outcome(rules)) | alpha_beta
        )
        assert solve(rules.start) == known

    @given(late_marks())
    def test_forced_moves_keep_the_value(self, drawn: tuple[tuple[int, int, int], Marks]) -> None:
        size, p = drawn
        rules, forced = mnk.sized(*size), mnk.sized(*size, forced=True)
        assert {*forced.moves(p)} <= {*rules.moves(p)}
        assert value(forced, p) == value(rules, p)

    @given(late_marks(2))
    def test_where_every_line_can_be_prevented_the_first_player_does_not_win(
        self, drawn: tuple[tuple[int, int, int], Marks]
    ) -> None:
        size, p = drawn
        if mnk.prevented_on(*size)(p):
            assert value(mnk.sized(*size, forced=True), p) <= 0

    def test_the_text(self) -> None:
        rules = mnk.sized(4, 3, 3)
        p = reduce(rules.play, map(rules.read_move, ("b2", "a1", "d3")), rules.start)
        assert rules.show(p) == "...X  3\n.X..  2\nO...  1\nabcd\nO to move"
        assert rules.read("...X\n.X..\nO...") == p
        assert rules.show(rules.play(p, 2)).endswith("X to move")
        assert rules.show(rules.read("XXX.\nOO..\n....")).endswith("X has won")
        assert mnk.sized(2, 1, 2).show(Marks(1, 2)).endswith("draw")

    def test_symmetries(self) -> None:
        numbers = {(3, 3): 7, (4, 3): 3, (4, 1): 1, (1, 4): 1, (1, 1): 0}
        assert {size: len(mnk.sized(*size, 3).symmetries) for size in numbers} == numbers

    def test_who_has_more_open_lines_stands_better(self) -> None:
        rules = mnk.rules
        assert rules.static(rules.start) == 0 < rules.static(rules.play(rules.start, 12)) < 1


def neighbours(i: int, j: int) -> list[tuple[int, int]]:
    return [(i, j - 1), (i, j + 1), (i - 1, j), (i - 1, j + 1), (i + 1, j), (i + 1, j - 1)]


def joined(mine: set[tuple[int, int]], along: int, n: int) -> bool:
    reached: set[tuple[int, int]] = set()
    waiting = [cell for cell in mine if cell[along] == 0]
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting += [other for other in neighbours(*cell) if other in mine]
    return any(cell[along] == n - 1 for cell in reached)


class TestHex:
    @given(st.integers(1, 9), st.randoms(use_true_random=False))
    def test_a_full_board_has_one_winner(self, n: int, random: Any) -> None:
        """Whose edges are joined, as a search of the neighbours says."""
        order = [(i, j) for i in range(n) for j in range(n)]
        firsts = {*random.sample(order, (n * n + 1) // 2)}
        bits = dict(zip(order, cells(n, n), strict=True))
        p = Marks(sum(bits[cell] for cell in firsts), sum(bits[cell] for cell in bits.keys() - firsts))
        ends = joined(firsts, 0, n), joined({*order} - firsts, 1, n)
        assert sorted(ends) == [False, True]
        rules = hex.sized(n)
        assert rules.diagram
        won = rules.diagram(p).won
        board = {(i, j - i) for i, j in won}
        assert (joined(board & firsts, 0, n), joined(board - firsts, 1, n)) == ends
        last = p.first.bit_count() > p.second.bit_count()
        assert rules.score
        assert rules.score(p) == (ends[0] if last else -ends[1])

    @pytest.mark.usefixtures("impatient")
    @pytest.mark.parametrize(("n", "number"), [(2, 2), (3, 5), exhaustively((4, 4))])
    def test_the_first_moves_that_win(self, n: int, number: int) -> None:
        rules = hex.sized(n)
        solve = jit_when_it_pays(
            build_tree(rules) | share | map_tree(value_of_outcome(rules)) | alpha_beta(alpha=-1, beta=1)
        )
        winning = [move for move in rules.moves(rules.start) if solve(rules.play(rules.start, move)) > 0]
        assert len(winning) == number
        assert {*map(rules.symmetries[0].move, winning)} == {*winning}
        if n == 4:
            assert [*map(rules.show_move, winning)] == ["d1", "c2", "b3", "a4"]

    def test_the_text(self) -> None:
        rules = hex.sized(3)
        p = reduce(rules.play, map(rules.read_move, ("b1", "a2", "b2", "c3", "a3")), rules.start)
        assert rules.show(p) == "abc\n.X.  1\n OX.  2\n  X.O  3\nX has won"
        assert rules.outcome(p) == Some(Outcome.FIRST_WON)
        assert rules.read(".X.\nOX.\nX.O") == p
        assert rules.player(p) is Player.SECOND
        assert rules.diagram
        assert rules.diagram(p).won == {(0, 1), (1, 2), (2, 2)}
