"""Laws of a function that plays moves, without the other functions of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fpgames.testing import Counterexample, LawsBroken, check, play_laws
from tests.support.laws import law_named

Heaps = tuple[int, ...]
START: Heaps = (2, 1)


def moves(heaps: Heaps) -> Iterator[tuple[int, int]]:
    return ((i, n) for i, heap in enumerate(heaps) for n in range(1, heap + 1))


def play(heaps: Heaps, move: tuple[int, int]) -> Heaps:
    if move not in moves(heaps):
        raise KeyError(move)
    i, n = move
    return (*heaps[:i], heaps[i] - n, *heaps[i + 1 :])


def careless(heaps: Heaps, move: tuple[int, int]) -> Heaps:
    i, n = move
    return (*heaps[:i], heaps[i] - n, *heaps[i + 1 :])


def hasty(heaps: Heaps, move: tuple[int, int]) -> Heaps:
    return play(heaps, move) if sum(heaps) > 1 else play(heaps, (9, 9))


@pytest.mark.parametrize(
    ("wrong", "law", "said"),
    [
        (careless, "play_refuses_anything_else", r"after the moves \(\(0, 1\),\), \(0, 2\) is not among .*\n    \(1, 1\)\nreturned:\n    \(-1, 1\)\n.*; p = .*"),
        (hasty, "play_accepts_every_move", r"after the moves .*KeyError: .*\n    \(0, 1\)\n.* reduce\(play, \[\(0, 2\)\], \(2, 1\)\).*"),
    ],
)  # fmt: skip
def test_a_fault_is_found(wrong: Callable[[Heaps, Any], Heaps], law: str, said: str) -> None:
    with pytest.raises(Counterexample, match=rf"^{said}$"):
        law_named(play_laws(START, moves, wrong), law)()


def test_a_right_function_breaks_none() -> None:
    laws = play_laws(START, moves, play, refused=[(0, 9)], budget=50)
    assert len(laws) == 11
    check("nim", laws, exclude=["a_second_process_does_the_same"])
    with pytest.raises(LawsBroken):
        check("nim", play_laws(START, lambda heaps: [*moves(heaps)] * 2, play), laws=["moves_are_listed_once"])
