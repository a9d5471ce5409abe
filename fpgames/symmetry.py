"""Games in which positions that only look different are one: turned or mirrored boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

from fpgames.rules import Rules
from fpgames.stage import Stage

__all__ = ["canonical", "up_to_symmetry"]

M = TypeVar("M")
P = TypeVar("P")


def canonical(rules: Rules[P, M]) -> Stage[P, P]:
    """Return one position for all that only look different: ``minimum . images``.

    Args:
        rules: the game, with symmetries and positions that have an order.

    >>> from fpgames.games.tictactoe import rules
    >>> canonical(rules)(rules.play(rules.start, 8)) == canonical(rules)(rules.play(rules.start, 0))
    True

    See also: :func:`up_to_symmetry`, the game that is played with these positions.
    """
    return Stage(_canonical, (rules,))


def _canonical(rules: Rules[P, M], p: P) -> P:
    return min((p, *(symmetry.position(p) for symmetry in rules.symmetries)))  # type: ignore[type-var]


def up_to_symmetry(rules: Rules[P, M]) -> Rules[P, M]:
    """Return the game whose every move leads to a canonical position: ``play' p m = canonical (play p m)``.

    A shared tree of it merges symmetric positions, and has the values of the game's tree as long as the static value is the
    same for all images of a position. A move of a position on such a tree may be an image of the game's move.

    Args:
        rules: the game, with symmetries and positions that have an order.

    >>> from fpgames import build_tree, share
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.tree import size
    >>> build_tree(up_to_symmetry(rules))(rules.start) | share | size
    765

    See also: :func:`canonical`; :func:`fpgames.tree.sharing.share`.
    """
    return replace(
        rules,
        name=f"{rules.name}-up-to-symmetry",
        start=canonical(rules)(rules.start),
        play=_CanonicalPlay(rules),
        successors=partial(_canonical_successors, rules),
        symmetries=(),
        bulk=None,
    )


@dataclass(frozen=True)
class _CanonicalPlay(Generic[P, M]):
    """A partial function that equals another of the same rules, so that the rules do."""

    rules: Rules[P, M]

    def __call__(self, p: P, move: M) -> P:
        return _canonical(self.rules, self.rules.play(p, move))


def _canonical_successors(rules: Rules[P, M], p: P) -> Iterator[P]:
    return (_canonical(rules, q) for q in rules.successors(p))
