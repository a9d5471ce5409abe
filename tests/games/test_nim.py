"""Nim: Bouton's theorem, text and pictures."""

from __future__ import annotations

from itertools import product

from fpgames.games import game, nim
from tests.support.games import minimax_value, require_refused


def test_the_theorem_of_bouton() -> None:
    """The winner by theory wins by search, at every position of three heaps, whichever player is to move."""
    for misere in (False, True):
        rules = nim.heaps(3, 3, 2, misere=misere)
        for first, second, third, turn in product(range(4), range(4), range(3), (0, 1)):
            p = nim.Position(first | second << 7 | third << 14, turn)
            assert minimax_value(rules, p) == nim.winner(p, misere=misere), p


def test_the_text() -> None:
    p = nim.rules.play(nim.rules.start, nim.rules.read_move("d7"))
    assert nim.rules.show(p) == "1 3 5 0, second to move"
    assert nim.rules.read("1 3 5 0, second to move") == p
    assert nim.rules.read("1 3 5 0") == p._replace(turn=0)
    assert nim.rules.read("1 3 5 5") == p._replace(heaps=p.heaps + (5 << 21), turn=0)
    assert nim.rules.show(nim.Position(0, 1)) == "0 0 0 0, first has won"
    assert nim.misere.show(nim.Position(0, 1)) == "0 0 0 0, second has won"


def test_the_picture() -> None:
    assert nim.rules.diagram
    assert nim.rules.diagram(nim.rules.read("1 2 0 7")).rows == ("|      ", "||.    ", ".....  ", "|||||||")


def test_equal_heaps_can_be_exchanged() -> None:
    numbers = {(1, 3): 0, (2, 2): 1, (2, 2, 2, 3, 3): 11, (1,) * 5: 119, (1,) * 6: 0}
    assert {sizes: len(nim.heaps(*sizes).symmetries) for sizes in numbers} == numbers


def test_wrong_texts_are_refused() -> None:
    require_refused(game("nim").read, [
        ("1 3 5", "'1 3 5' has 3 heaps; expected 4"),
        ("1 4 5 7", "heap b has 4 objects; expected at most 3"),
        ("1 x 5 7", "'x' is not the size of a heap"),
        ("1 3 5 7, second to move", "'second to move' does not fit what is left; expected 'first to move'"),
        ("1 3 5 5, it", "'it' does not fit what is left; expected 'first to move' or 'second to move'"),
        ("0 0 0 0, first to move", "expected 'first has won' or 'second has won'"),
    ])  # fmt: skip
    require_refused(game("nim").read_move, [
        ("e1", "'e1' is not a move; expected a heap, a to d, and how many to take of it, such as a1"),
        ("a2", "'a2' is not a move"),
        ("b0", "'b0' is not a move"),
    ])  # fmt: skip
