"""Runs of a random action that try all its draws: a generator of a run is a place in the tree of all draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NoReturn, TypeAlias

from fpgames.rand.generators import empty_range_error
from fpgames.state.action import State, require_state
from fpgames.validation import as_int

Results: TypeAlias = Iterable[tuple[Any, int, int]]
"""Results, each with the numerator and the denominator of its probability."""

Action: TypeAlias = State[Any, Any]


class Choice:
    """A choice in a sequence of runs: among numbers below ``size`` or, if there are ``options``, among these results."""

    __slots__ = ("index", "options", "size")

    def __init__(self, size: int, options: Sequence[tuple[Any, int, int]] = ()) -> None:
        self.size, self.options = size, options
        self.index = 0  # of the option that the present run chooses

    def probability(self) -> tuple[int, int]:
        """Return the numerator and the denominator of the probability of the chosen option."""
        if not self.options:
            return 1, self.size
        _, numerator, denominator = self.options[self.index]
        return numerator, denominator


class Stopped(ValueError):
    """Raised to end a run. The ``Runs`` know the reason, even if the action catches the exception."""


class Runs:
    """The number of runs of one call of ``distribution``, and its doubts."""

    def __init__(self, max_runs: int) -> None:
        self.max_runs, self.covered, self.is_over = max_runs, Fraction(0), False
        self.made = 0  # number of runs
        self.doubts: list[str] = []  # reasons why a part of the action may depend on another part

    def count(self, made: int, choices: int = 0) -> None:
        """Count runs; raise an exception if there are too many, or if the present run makes too many choices."""
        self.made += made
        if max(self.made, choices) > self.max_runs:
            self.is_over = True
            raise Stopped

    def doubt(self, reason: str) -> NoReturn:
        """Note that the parts of the action cannot be read alone, and end the run."""
        self.doubts.append(reason)
        raise Stopped(reason)

    def require_no_doubt(self) -> None:
        """Raise the exception of a doubt that the action has caught."""
        for reason in self.doubts:
            raise Stopped(reason)

    def whole_results(self, action: Action) -> Results:
        """Run an action once for each sequence of its draws."""
        return self.runs(lambda run: require_state(action).eval(Place(run)))

    def step_results(self, action: Action) -> Results:
        """Run a step alone. A new generator replaces the returned one, whose draws must be independent of the step's."""
        return self.runs(partial(self._run_step, require_state(action)))

    def _run_step(self, action: Action, run: Run) -> object:
        value, gen = action(Place(run))
        if not (isinstance(gen, Place) and gen.run is run and gen.number not in run.draws):
            self.doubt("a step returns a generator that it has used, or another one")
        return value

    def runs(self, follow: Callable[[Run], object]) -> Results:
        """Yield the result of each run. A run repeats the choices of the run before, but for the last that can change."""
        choices: list[Choice] = []
        while True:
            run = Run(self, choices)
            value = follow(run)
            run.has_ended = True
            self.count(1 if choices else 0)
            numerator = denominator = 1
            for choice in choices:
                n, d = choice.probability()
                numerator, denominator = numerator * n, denominator * d
            yield value, numerator, denominator
            while choices and choices[-1].index + 1 == choices[-1].size:
                choices.pop()
            if not choices:
                return
            choices[-1].index += 1


class Run:
    """One run: its choices, and the numbers drawn at places."""

    def __init__(self, runs: Runs, choices: list[Choice]) -> None:
        self.runs, self.choices, self.position, self.has_ended = runs, choices, 0, False
        self.draws: dict[int, tuple[int, int]] = {}  # the size of a range and the number drawn from it, by place
        self.places: dict[tuple[int, str], int] = {}

    def choose(self, make_choice: Callable[[], Choice]) -> Choice:
        """Return the choice at the next position, which is new if no earlier run has made it."""
        if self.position == len(self.choices):
            self.choices.append(make_choice())
        self.runs.count(0, self.position)
        self.position += 1
        return self.choices[self.position - 1]


class Place:
    """A generator of a run: a place in the tree of all draws; a number is drawn at it once."""

    def __init__(self, run: Run, number: int = 0) -> None:
        self.run, self.number = run, number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and (self._require_run(), self.number) == (other._require_run(), other.number)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a generator of distribution belongs to one run, and cannot be copied or pickled")

    def __repr__(self) -> str:
        return "<generator of distribution>"

    def _require_run(self) -> Run:
        if self.run.has_ended:
            self.run.runs.doubt("a generator of distribution was used after its run had ended")
        return self.run

    def _draw(self, size: int) -> int:
        """Draw a number below ``size``, or return the number drawn before. A split draws from 1."""
        run = self._require_run()
        if self.number not in run.draws:
            run.draws[self.number] = size, run.choose(lambda: Choice(size)).index
        first_size, number = run.draws[self.number]
        if size != first_size:
            raise ValueError(
                f"distribution cannot use a generator twice in different ways: for one of {first_size} numbers, then for"
                f" one of {size} (a split is one of 1), because the results depend on the generator's type"
            )
        return number

    def _after(self, step: str) -> Place:
        places = self.run.places
        return Place(self.run, places.setdefault((self.number, step), len(places) + 1))

    def uniform_r(self, lo: int, hi: int) -> tuple[int, Place]:
        """Return a number, another one in each run, and the place of the next draw."""
        lo, hi = as_int(lo, "uniform_r"), as_int(hi, "uniform_r")
        if lo > hi:
            raise empty_range_error(lo, hi)
        return lo + self._draw(hi - lo + 1), self._after("draw")

    def split(self) -> tuple[Place, Place]:
        """Return two places."""
        self._draw(1)
        return self._after("left"), self._after("right")

    def next_word(self) -> NoReturn:
        """Raise ValueError."""
        raise ValueError("distribution cannot try all words of next_word; draw by uniform(lo, hi)")
