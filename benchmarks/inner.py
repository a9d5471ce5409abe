"""Time ten thousand calls of inner functions, in groups that do the same kind of work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.timing import Table, Works, table
from fpgames import Rules, SplitMix, State, StdGen, do, get, put, replicate_m
from fpgames.games import GAMES
from fpgames.rand import below

CALLS = 10_000


def often(function: Callable[[Any], Any], argument: Any) -> Callable[[], None]:
    """Return a work that calls a function many times and discards the results, so there is nothing to compare."""

    def work() -> None:
        for _ in range(CALLS):
            function(argument)

    return work


@do
def twice_in_a_block() -> Any:
    n: int = yield get()
    yield put(n + 1)


def draws() -> Works:
    old, new, die = StdGen(1, 1), SplitMix.from_seed(1), below(7)
    return {
        "StdGen.uniform_r": often(lambda gen: gen.uniform_r(0, 6), old),
        "SplitMix.uniform_r": often(lambda gen: gen.uniform_r(0, 6), new),
        "SplitMix.split": often(SplitMix.split, new),
        "below(7).run": often(die.run, new),
    }


def steps() -> Works:
    bound = get(int).bind(lambda n: put(n + 1))
    return {
        "a State of one function": often(State(lambda n: (n, n)).run, 0),
        "get >>= put": often(bound.run, 0),
        "the same in a block": often(twice_in_a_block().run, 0),
        "ten of the block in a loop": often(replicate_m(10, twice_in_a_block()).run, 0),
    }


def of_every_game(part: Callable[[Rules[Any, Any]], Callable[[Any], Any]]) -> Works:
    return {name: often(part(rules), rules.play(rules.start, 3)) for name, rules in GAMES.items()}


def tables(repeats: int) -> Iterator[Table]:
    for title, works in (
        ("draws", draws()),
        ("States", steps()),
        ("`moves`", of_every_game(lambda rules: rules.moves)),
        ("`play`", of_every_game(lambda rules: lambda p: rules.play(p, 4))),
        ("`successors`, all of them", of_every_game(lambda rules: lambda p: list(rules.successors(p)))),
        ("`static`", of_every_game(lambda rules: rules.static)),
        ("`outcome`", of_every_game(lambda rules: rules.outcome)),
    ):
        yield table(f"Calls of inner functions: {title}", works, next(iter(works)), repeats, amount=CALLS)
