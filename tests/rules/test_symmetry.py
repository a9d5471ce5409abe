"""Symmetry: the canonical position is the least image, and the only one in the game up to symmetry."""

from __future__ import annotations

from hypothesis import given

from fpgames.games.tictactoe import rules
from fpgames.rules import canonical, up_to_symmetry
from fpgames.testing import positions

least = canonical(rules)


@given(positions(rules))
def test_it_is_the_same_for_all_images(p: int) -> None:
    images = {p, *(symmetry.position(p) for symmetry in rules.symmetries)}
    assert {least(q) for q in images} == {min(images)}


@given(positions(rules))
def test_every_move_leads_to_one(p: int) -> None:
    fewer, after = up_to_symmetry(rules), [least(q) for q in rules.successors(p)]
    assert [fewer.play(p, move) for move in fewer.moves(p)] == list(fewer.successors(p)) == after
    assert (fewer.name, fewer.start, fewer.symmetries) == ("tictactoe-up-to-symmetry", least(rules.start), ())
