"""Passes: turn a game in which a player may move twice in a row into a game in which players alternate.

This module is an example of rules derived from other rules: each function of the new game calls functions of the old
game. This works for every game. In compiled code, the new game is as fast as the old game, or a little slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import partial
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from fpgames.rules.closures import Closure
from fpgames.rules.lifting import lift, of_position
from fpgames.rules.outcomes import IllegalMove, Player
from fpgames.rules.record import M, P, Rules, Symmetry, require_rules, whose_turn

__all__ = ["Move", "PASS", "Pass", "Waiting", "with_passes"]

A = TypeVar("A")
B = TypeVar("B")


class Pass(Enum):
    """The type of ``PASS``, the only legal move of a player who waits while the opponent moves again.

    See also: :data:`PASS`.
    """

    PASS = "pass"

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.value


PASS = Pass.PASS
"""The move of a player who waits while the opponent moves again."""


Move: TypeAlias = M | Pass
"""A move of the game, or a pass."""


class Waiting(NamedTuple, Generic[P]):
    """A position of the game with passes: a position of the original game, and whether the player to move waits.

    Args:
        position: the position of the original game.
        waits: 1 if the player to move has to pass, because in the original game the opponent moves again; otherwise 0.

    See also: :func:`with_passes`.
    """

    position: P
    waits: int


def with_passes(rules: Rules[P, M]) -> Rules[Waiting[P], Move[M]]:
    """Return the game with passes: a player passes while the opponent moves again, so that players alternate.

    ``withPasses :: Rules p m -> Rules (Waiting p) (Either Pass m)``

    Every position keeps its value, because a player who can pass has no other legal move. The games that can be played
    are the same, apart from the passes. Only depths differ, because a pass counts as a move. If players already
    alternate, there are no passes.

    The new rules have no ``draws``; for draws that depend on earlier moves, use ``with_passes(with_draws(rules))``.

    Args:
        rules: the rules of any game.

    >>> from fpgames.games.dots_and_boxes import sized
    >>> game = with_passes(sized(1, 1))
    >>> p = game.start
    >>> for text in ("b1", "a2", "c2", "b3"):
    ...     p = game.play(p, game.read_move(text))
    ...
    >>> p.waits, game.moves(p), game.player(p)
    (1, (), Player.FIRST)
    >>> PASS, str(PASS)
    (PASS, 'pass')

    See also: :mod:`fpgames.games.dots_and_boxes`; :func:`fpgames.rules.symmetry.up_to_symmetry`, another derived game.
    """
    require_rules(rules, "with_passes")
    return lift(
        rules,
        Waiting(rules.start, 0),
        name=f"{rules.name}-with-passes",
        moves=partial(_moves, rules),
        play=partial(_play, rules),
        player=partial(_player, rules),
        successors=Closure(_make_successors, (rules.successors, partial(whose_turn, rules))),
        alternates=True,
        symmetries=tuple(
            Symmetry(partial(_waiting_image, symmetry.position), partial(_call_unless_pass, symmetry.move, PASS))
            for symmetry in rules.symmetries
        ),
        show=partial(_show, rules),
        read=partial(_read, rules),
        show_move=partial(_call_unless_pass, rules.show_move, str(PASS)),
        read_move=partial(_read_or_pass, rules.read_move),
        show_move_in=partial(_call_unless_pass, partial(of_position, rules.show_move_in), str(PASS)),
        read_move_in=partial(_read_or_pass, partial(of_position, rules.read_move_in)),
    )


_WAITS = "the opponent waits"
"""The last line of a position's text if the player to move has to pass."""


def _moves(rules: Rules[P, M], p: Waiting[P]) -> tuple[Move[M], ...]:
    moves = rules.moves(p.position)
    return (PASS,) if moves and p.waits else moves


def _play(rules: Rules[P, M], p: Waiting[P], move: Move[M]) -> Waiting[P]:
    if isinstance(move, Pass) or p.waits:
        legal = _moves(rules, p)
        if move not in legal:
            why = "the opponent moves again first" if p.waits else "a player passes only while the other moves again"
            raise IllegalMove(move, legal, why if legal else "")
        return Waiting(p.position, 0)
    return _waiting_position(partial(whose_turn, rules), p.position, rules.play(p.position, move))


def _waiting_position(player: Callable[[P], Player], p: P, q: P) -> Waiting[P]:
    return Waiting(q, 1 if player(q) is player(p) else 0)


def _player(rules: Rules[P, M], p: Waiting[P]) -> Player:
    player = whose_turn(rules, p.position)
    return player.opponent if p.waits else player


def _make_successors(
    functions: tuple[Callable[[P], Iterable[P]], Callable[[P], Player]],
) -> Callable[[Waiting[P]], Iterator[Waiting[P]]]:
    """Make ``successors`` from the old ``(successors, player)``, as a closure: a compiled ``partial`` is 4% slower."""
    below, player = functions

    def successors(p: Waiting[P]) -> Iterator[Waiting[P]]:
        if p.waits:
            for _ in below(p.position):
                yield Waiting(p.position, 0)
                break  # the only move is to pass, however many moves the opponent has
        else:
            for q in below(p.position):
                yield _waiting_position(player, p.position, q)

    return successors


def _waiting_image(image: Callable[[P], P], p: Waiting[P]) -> Waiting[P]:
    return Waiting(image(p.position), p.waits)


def _show(rules: Rules[P, M], p: Waiting[P]) -> str:
    return f"{rules.show(p.position)}\n{_WAITS}" if p.waits else rules.show(p.position)


def _read(rules: Rules[P, M], text: str) -> Waiting[P]:
    above, _, last = text.rstrip().rpartition("\n")
    if last.strip() != _WAITS:
        return Waiting(rules.read(text), 0)
    p = Waiting(rules.read(above), 1)
    if rules.alternates or p.position == rules.start:
        raise ValueError(f"the last line is {_WAITS!r}, but no player can have moved twice")
    return p


def _call_unless_pass(function: Callable[..., A], pass_value: B, *arguments: object) -> A | B:
    """Call a function whose last argument is a move; if the move is a pass, return ``pass_value`` instead."""
    return pass_value if isinstance(arguments[-1], Pass) else function(*arguments)


def _read_or_pass(read: Callable[..., M], *arguments: object) -> Move[M]:
    """Read a move or a pass; ``read`` is tried first, because the original game may have a move called "pass"."""
    try:
        return read(*arguments)
    except ValueError as error:
        if arguments[-1] == str(PASS):
            return PASS
        raise ValueError(f"{error}; or {PASS}") from None
