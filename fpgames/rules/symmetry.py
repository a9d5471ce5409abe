"""Symmetries: derive a game in which each position is replaced by its canonical rotation or reflection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from fpgames.lowering import lowers_as
from fpgames.rules.record import AnyRules, M, P, Rules, Value, require_rules
from fpgames.stage import stage

__all__ = ["canonical", "up_to_symmetry"]


@stage(rules=require_rules)
def canonical(p: P, rules: Rules[P, M]) -> P:
    """Return the canonical position: the least among a position and its symmetric images, ``minimum . images``.

    Args:
        rules: the rules of a game with symmetries; positions are compared by ``<``.

    >>> from fpgames.games.tictactoe import rules
    >>> canonical(rules)(rules.play(rules.start, 8)) == canonical(rules)(rules.play(rules.start, 0))
    True

    See also: :func:`up_to_symmetry`, the game in which only canonical positions occur.
    """
    return _canonical(rules, p)


def _canonical(rules: Rules[P, M], p: P) -> P:
    images: list[Value] = [p, *(symmetry.position(p) for symmetry in rules.symmetries)]
    least: P = min(images)
    return least


def up_to_symmetry(rules: Rules[P, M]) -> Rules[P, M]:
    """Return the game in which every move leads to a canonical position: ``play' p m = canonical (play p m)``.

    In a tree of this game, ``share`` merges symmetric positions. Searches of both games return equal values if
    symmetric positions have the same static value. A move in this game may be the image of a move in the original game.

    Args:
        rules: the rules of a game with symmetries; positions are compared by ``<``.

    >>> from fpgames import build_tree, share
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.tree import size
    >>> build_tree(up_to_symmetry(rules))(rules.start) | share | size
    765

    See also: :func:`canonical`; :func:`fpgames.tree.sharing.share`.
    """
    require_rules(rules, "up_to_symmetry")
    return replace(
        rules,
        name=f"{rules.name}-up-to-symmetry",
        start=canonical(rules)(rules.start),
        play=partial(_canonical_play, rules),
        successors=partial(_canonical_successors, rules),
        symmetries=(),
        pass_turn=None if rules.pass_turn is None else rules.pass_turn | canonical(rules),
    )


def _canonical_play(rules: Rules[P, M], p: P, move: M) -> P:
    return _canonical(rules, rules.play(p, move))


def _image_functions(rules: AnyRules) -> tuple[Callable[..., Any], ...]:
    return tuple(symmetry.position for symmetry in rules.symmetries)


@lowers_as("canonical successors", attrgetter("successors"), _image_functions)
def _canonical_successors(rules: Rules[P, M], p: P) -> Iterator[P]:
    return (_canonical(rules, q) for q in rules.successors(p))
