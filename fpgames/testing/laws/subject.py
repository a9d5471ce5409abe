"""The data on which laws of games are tested: the game, the positions nearest its start, and lines of play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain, tee
from typing import Any

from hypothesis import strategies as st
from returns.result import safe
from toolz import unique

from fpgames.rules import AnyRules
from fpgames.testing.law import Case
from fpgames.testing.reports.counterexamples import shorter
from fpgames.testing.running.second_process import Frozen, frozen, observed
from fpgames.testing.running.suite import Suite
from fpgames.testing.strategies.games import known_moves, some_line
from fpgames.testing.strategies.lines import (
    ALONG,
    LONGEST,
    AnyLine,
    AnyPosition,
    Nearest,
    key_of,
    near_the_ends,
    prefixes,
    start_of,
    usual_length,
    where_few_are_left,
)

DEPTH = 250  # moves of a line that is drawn
_TRIED = 32  # moves tried at a position
_WIDTH = 30  # positions with more moves than these, on average, are fewer in the sample
_FEWEST = 10  # lines of play that a law is looked at on, however long they are


@dataclass(eq=False)
class GameSubject:
    """The arguments of ``game_laws``, and the names that reports give to the game or its parts."""

    rules: AnyRules
    names: Mapping[str, object]
    refused: tuple[Any, ...]
    budget: int
    longest: int = LONGEST
    depth: int = DEPTH
    perft: Mapping[int, int] = field(default_factory=dict[int, int])
    bounded: bool = True
    frozen: Frozen = field(init=False)  # the rules before use
    begun: dict[str, Any] = field(init=False)  # what they said of the start, nothing if they raised an error
    drawn: dict[int, AnyLine] = field(default_factory=dict[int, AnyLine], init=False)
    keys: dict[int, Hashable] = field(default_factory=dict[int, Hashable], init=False)

    def __post_init__(self) -> None:
        self.begun = safe(observed)(self.rules, start_of(self.rules)).value_or({})
        self.frozen = frozen(self.rules)

    @cached_property
    def known(self) -> tuple[Any, ...]:
        """Moves to try where they are not legal."""
        return tuple(unique((*self.refused, *known_moves(self.rules)), key=lambda move: (move, repr(move))))

    @cached_property
    def usual(self) -> int:
        """The length of a usual game."""
        return min(self.depth, usual_length(self.rules))

    @cached_property
    def nearest(self) -> Nearest:
        """The positions nearest the start."""
        return Nearest(self.rules, self.budget)

    @cached_property
    def first(self) -> Iterator[AnyLine]:
        """The lines of ``lines``, whose copies share what is computed when it is first needed."""
        (first,) = tee(self.lines(), 1)
        return first

    def lines(self) -> Iterator[AnyLine]:
        """Yield lines to the positions nearest the start, and unless that is all of them, to some near the ends of games.

        Those are positions with few of a symbol in their text, and the last ones of some games.
        """
        yield from self.as_many_as_moves_allow(self.nearest.lines(), self.budget)
        if not self.nearest.has_all():
            few = where_few_are_left(self.rules, self.budget // 4)
            last = near_the_ends(self.rules, self.budget // 4, self.depth)
            yield from self.as_many_as_moves_allow(chain(few, last), self.budget // 4)

    def key(self, case: Case) -> Hashable | None:
        """Return a key of the position at the end of a line, which is kept; None for a whole line."""
        if "line" not in case:
            return None
        p = case["line"].end
        if id(p) not in self.keys:  # all these positions are kept
            self.keys[id(p)] = key_of(p)
        return self.keys[id(p)]

    @cached_property
    def read(self) -> Callable[[str], AnyPosition]:
        """The function from a text to its position, which is kept for other laws."""
        return cache(self.rules.read)

    def as_many_as_moves_allow(self, lines: Iterable[AnyLine], budget: int) -> Iterator[AnyLine]:
        """Yield the lines, fewer than the budget if the positions nearest the start have many moves each."""
        for n, line in enumerate(lines):
            if n > _FEWEST and n * self.nearest.width() > _WIDTH * budget:
                return
            yield line

    def tried(self, line: AnyLine) -> tuple[Any, ...]:
        """Return the moves to try at the end of a line: all that are known, or some, others after other numbers of moves."""
        at = len(line.moves) * _TRIED % max(1, len(self.known))
        return self.known if len(self.known) <= _TRIED else (self.known[at:] + self.known[:at])[:_TRIED]


def most(game: GameSubject) -> int:
    """Return the most lines of play that are drawn for a law."""
    width = max(1, round(game.nearest.width() / _WIDTH))
    lines = game.budget // 3 // min(3 * ALONG, game.usual + 1) // width
    return max(_FEWEST, lines // 6 if game.nearest.has_all() else lines)


def reached(game: GameSubject) -> st.SearchStrategy[AnyLine]:
    """Draw lines of play up to the first error that the rules raise; the law of ``play`` reports that error."""
    return some_line(game.rules, game.depth, game.usual, game.drawn)


GAME: Suite[GameSubject] = Suite(
    first={"line": lambda game: copy(game.first)},
    everything=lambda game: game.nearest.has_all(),
    cases=prefixes,
    key=GameSubject.key,  # each position once; all whole lines
    simpler=shorter,
    names=lambda game: game.names,
    most=most,
    each=3,
)
