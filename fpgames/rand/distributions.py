"""The exact reading of a random action: every result with its probability, in place of one drawn result."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import repeat
from math import lcm
from typing import Any, TypeAlias, TypeVar

from fpgames.rand.actions import Rand
from fpgames.rand.generators import SplitMix
from fpgames.rand.purity import require_pure, value_key
from fpgames.rand.runs import Action, Choice, Results, Run, Runs, Stopped
from fpgames.state.action import Bind, Block, is_return, require_state
from fpgames.state.loops import fold_block, fold_replicate_block, iterate_until_m, map_block
from fpgames.validation import require_at_least

__all__ = ["distribution"]

A = TypeVar("A")
Function: TypeAlias = Callable[..., Any]
F = TypeVar("F", bound=Function)


def distribution(action: Rand[A], *, max_runs: int = 100_000) -> dict[A, Fraction]:
    """Return every result of a random action with its probability; the probabilities add up to 1.

    ``distribution (return a) = {a: 1}``, ``distribution (m >>= f) = sum [p * distribution (f a) | (a, p) <- distribution m]``

    Inside a ``@do`` block each sequence of results is a run. Loops such as ``fold_m`` merge equal results after each
    round, and equal calls of a ``@do`` function are read once. An action that returns its generator, or in which actions
    share a value that can change, such as a list, is run as a whole for each sequence of draws; so is one whose random
    runs have results that its parts have not. This is too slow for ``mcts`` and ``bot_mc_bulk``. A long
    ``map_m`` has too many results, one for each tuple: use ``fold_m``. If an action has no longest run, such as "roll until
    a six comes", its runs grow longer and longer: pass ``max_runs=1000``.

    Args:
        action: a State over a generator, made of pure functions; its results must be hashable.
        max_runs: the number of runs, and of results of parts, after which to give up.

    Raises:
        TypeError: a result is not hashable.
        ValueError: there are too many runs; or the action calls ``next_word``, or uses one generator twice in different
            ways, so that the results depend on the type of the generator.

    >>> from fpgames import choice, uniform
    >>> distribution(choice("abb"))
    {'a': Fraction(1, 3), 'b': Fraction(2, 3)}
    >>> distribution(uniform(1, 6).bind(lambda a: uniform(1, 6).map(lambda b: a + b)))[7]
    Fraction(1, 6)

    See also: :meth:`fpgames.state.action.State.eval`, which draws one result; ``fpgames.textbook.distribution``,
    the definition.
    """
    require_at_least(1, max_runs, "make {} runs")
    reader = _Reader(max_runs)
    # Unlike fpgames.textbook.distribution, this function runs the whole action only if its parts cannot be read alone.
    try:
        results = _read(reader, reader.results, require_state(action))
        _require_samples(action, {value for value, _, _ in results})
    except Stopped as doubt:
        reader.reason = f"; the whole action is run each time, because {doubt}"
        results = _read(reader, reader.whole_results, action)
    return {value: Fraction(n, d) for value, n, d in results}


def _require_samples(action: Action, results: set[Hashable]) -> None:
    """Raise Stopped unless a few random runs have only results of the action's parts, as a net for impure functions."""
    if not all(sample in results for sample in _samples(action)):
        raise Stopped("random runs have results that its parts have not")


def _samples(action: Action) -> Iterator[object]:
    """Yield the results of a few random runs; yield the exception of a run that fails."""
    for seed in range(12):
        try:
            yield _require_hashable(action.eval(SplitMix.from_seed(seed)))
        except Exception as error:
            yield error


def _read(reader: _Reader, read: Callable[[Action], Results], action: Action) -> Results:
    """Read an action; raise Stopped if its parts cannot be read alone, and ValueError if there are too many."""
    reader.made, reader.doubts = 0, []
    try:
        results = reader.merged(read(action), _require_hashable)
    except Exception as error:
        if reader.is_over:
            raise ValueError(
                f"distribution made {reader.made} runs, which cover all but {float(1 - reader.covered):.6g} of the"
                f" probability; expected at most max_runs={reader.max_runs} runs: allow more, or merge results earlier"
                f"{reader.reason}"
            ) from None
        reader.require_no_doubt()
        if isinstance(error, RecursionError) and read == reader.results:
            raise ValueError(
                "distribution reads some 150 nested @do blocks or functions of bind; this action has more, or the caller is"
                " itself deep in a recursion: write the action as a loop, such as fold_m or iterate_until_m"
            ) from None
        if read == reader.whole_results or any(type(sample) is type(error) for sample in _samples(action)):
            raise
        raise Stopped(f"its parts raise {type(error).__name__}, unlike random runs") from error
    reader.require_no_doubt()
    return results


def _require_hashable(value: Hashable) -> Hashable:
    try:
        hash(value)
    except TypeError as error:
        raise TypeError(
            f"distribution needs hashable results, got {value!r:.80} ({error}); map them, as by action.map(tuple)"
        ) from None
    return value


def read_as(form: Function) -> Callable[[F], F]:
    """Declare an equal function of a ``@do`` function, with loops whose results ``distribution`` merges in each round."""

    def set_form(function: F) -> F:
        _FORMS[vars(function)["__wrapped__"]] = lambda reader, *args, **kwargs: reader.results(form(*args, **kwargs))
        return function

    return set_form


class _Reader(Runs):
    """One call of ``distribution``, with the results of the ``@do`` functions that it has read."""

    def __init__(self, max_runs: int) -> None:
        super().__init__(max_runs)
        self.known: dict[Hashable, Results] = {}
        self.keys: dict[int, tuple[object, Hashable]] = {}  # keys of arguments by id; stored arguments keep their ids
        self.reason = ""  # why the whole action is run, for messages

    def key(self, value: object) -> Hashable:
        try:
            return value_key(value)
        except Exception as error:
            self.doubt(f"a result of an action can change: {error}; return an immutable value instead")

    def argument_key(self, value: object) -> Hashable:
        """Return the key of an immutable argument; raise TypeError for others."""
        if type(value) is tuple:
            return tuple(map(self.argument_key, value))
        if id(value) not in self.keys:
            self.keys[id(value)] = value, value_key(value)
        return self.keys[id(value)][1]

    def require_pure(self, *values: object) -> None:
        """Doubt a part of the action if a value may change to which it refers, because other parts may share the value."""
        try:
            require_pure(*values)
        except Exception as error:
            self.doubt(
                f"actions may share a value that can change: {error}; pass a tuple or another immutable value instead"
            )

    def merged(self, results: Results, key: Function | None = None, in_loop: bool = False) -> Results:
        """Add the probabilities of equal results, as numerators over one denominator."""
        entries: dict[Hashable, list[Any]] = {}
        denominator = 1
        try:
            for value, n, d in results:
                if denominator % d:
                    factor = lcm(denominator, d) // denominator
                    denominator *= factor
                    for entry in entries.values():
                        entry[1] *= factor
                entry_key = (key or self.key)(value)
                if entry_key not in entries:
                    self.count(1 if in_loop else 0)
                    entries[entry_key] = [value, 0]
                entries[entry_key][1] += n * (denominator // d)
        except Stopped:  # the outermost call decides what is covered; a loop covers nothing before its last round
            self.covered = Fraction(0 if in_loop else sum(n for _, n in entries.values()), denominator)
            raise
        return [(value, n, denominator) for value, n in entries.values()]

    def chain(self, results: Results, steps: Iterable[tuple[Function, Function]], in_loop: bool = True) -> Results:
        """Extend results by steps, each of which reads what follows a result, and combines both."""
        for read, combine in steps:
            results = self.bound(self.merged(results, in_loop=in_loop), read, combine)
        return results

    def bound(self, results: Results, read: Function, combine: Function) -> Results:
        for value, n, d in results:
            for after, m, e in read(value):
                yield combine(value, after), n * m, d * e

    def results(self, action: Action) -> Results:
        """Yield the results of an action: its first part, then the continuations of the results."""
        continuations: list[Function] = []
        while type(action) is Bind:
            continuations.append(action.continuation)
            action = action.action
        first = self.block_results(action) if type(action) is Block else self.step_results(require_state(action))
        if not continuations:
            return first
        self.require_pure(*continuations)
        steps = ((partial(self.results_after, function), _second) for function in reversed(continuations))
        return self.chain(first, steps, in_loop=False)

    def step_results(self, action: Action) -> Results:
        if is_return(action):
            return [(action._step(None)[0], 1, 1)]
        self.require_pure(action)
        return super().step_results(action)

    def results_after(self, function: Function, *values: object) -> Results:
        return self.results(function(*values))

    def block_results(self, block: Block[object, object]) -> Results:
        try:
            key = self.argument_key((block.start, block.args, tuple(block.kwargs.items())))
        except Exception:  # an argument is compared by identity, such as a function
            key = None
        if key is None or key not in self.known:
            self.require_pure(block)
            form = _FORMS.get(block.start)
            results = form(self, *block.args, **block.kwargs) if form else self.runs(partial(self.run_block, block))
            results = self.merged(results)
            if key is None:
                return results
            self.known[key] = results
        return self.known[key]

    def choice_of_result(self, action: Action) -> Choice:
        """Return a choice among the results of an action."""
        options = [*self.merged(self.results(action))]
        return Choice(len(options), options)

    def run_block(self, block: Block[object, object], run: Run) -> object:
        """Run a ``@do`` block; the result of each of its actions is a choice."""
        steps, value = block.start(*block.args, **block.kwargs), None
        while True:
            try:
                action = steps.send(value)
            except StopIteration as end:
                return end.value
            choice = run.choose(partial(self.choice_of_result, action))
            value, _, _ = choice.options[choice.index]


def _second(_: object, after: Any) -> Any:
    return after


def _append(done: tuple[object, ...], value: object) -> tuple[object, ...]:
    return *done, value


def _fold(reader: _Reader, function: Function, start: object, values: Any) -> Results:
    after = (partial(reader.results_after, lambda value, result: function(result, value), value) for value in values)
    return reader.chain([(start, 1, 1)], ((read, _second) for read in after))


def _replicate(reader: _Reader, function: Function, start: object, n: int, action: Action) -> Results:
    part = reader.merged(reader.results(action)) if n else []
    return reader.chain([(start, 1, 1)], repeat((partial(_second, after=part), function), n))


def _map(reader: _Reader, function: Function, values: Iterable[Any]) -> Results:
    parts = (reader.merged(reader.results(function(value))) for value in values)
    return reader.chain([((), 1, 1)], ((partial(_second, after=part), _append) for part in parts))


def _iterate(reader: _Reader, done: Function, step: Function, value: object) -> Results:
    results: Results = [(value, 1, 1)]
    while results:
        unfinished = []
        for result in results:
            if done(result[0]):
                yield result
            else:
                unfinished.append(result)
        results = reader.merged(reader.bound(unfinished, partial(reader.results_after, step), _second), in_loop=True)


_LOOPS: list[tuple[object, Function]] = [
    (fold_block, _fold), (fold_replicate_block, _replicate), (map_block, _map), (iterate_until_m, _iterate)
]  # fmt: skip
_FORMS = {vars(function)["__wrapped__"]: form for function, form in _LOOPS}
