"""Positions that are objects, with their own equality and hash, and possibly a hidden history."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import Any

from fpgames.rules import AnyRules
from tests.testing.faults import wrong

__all__ = ["Held", "held"]

Key = Callable[[Any], Hashable]


class Held:
    """A position, and what is carried beside it; ``equal`` and ``hashed`` return what it is compared and hashed by."""

    def __init__(self, p: Any, beside: Any, equal: Key, hashed: Key) -> None:
        self.p = p
        self.beside = beside
        self.equal = equal
        self.hashed = hashed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.equal(self) == self.equal(other)

    def __hash__(self) -> int:
        return hash(self.hashed(self))

    def __repr__(self) -> str:
        return f"Held({self.p!r})"

    def after(self, p: Any, beside: Any) -> Held:
        return Held(p, beside, self.equal, self.hashed)


def held(
    rules: AnyRules,
    *,
    equal: Key = attrgetter("p"),
    hashed: Key | None = None,
    beside: Any = None,
    carry: Callable[[Held, Any], Any] = lambda box, move: None,
    reread: Callable[[Any], Any] = lambda p: None,
    **changes: Any,
) -> AnyRules:
    """The rules for held positions.

    ``beside`` is what the start carries; ``carry`` returns what is carried after a move, ``reread`` what is carried by a
    position that is read from its text.
    """
    start = Held(rules.start, beside, equal, hashed or equal)
    functions: dict[str, Any] = {
        "start": start,
        "moves": lambda box: rules.moves(box.p),
        "play": lambda box, move: box.after(rules.play(box.p, move), carry(box, move)),
        "player": lambda box: rules.player(box.p),
        "outcome": lambda box: rules.outcome(box.p),
        "show": lambda box: rules.show(box.p),
        "read": lambda text: start.after(rules.read(text), reread(rules.read(text))),
    }
    return wrong(rules, **functions | changes)
