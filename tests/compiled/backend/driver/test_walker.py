"""Compiled searches of trees: what cannot be compiled, and how a search ends."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial, wraps
from typing import Any, NamedTuple

import pytest
from toolz import identity

from fpgames import Player, alpha_beta, build_tree, game_tree, jit, map_tree, minimax, order_by, prune, share
from fpgames.compiled import CannotCompile
from fpgames.games import connect4, tictactoe
from fpgames.rules import value_of_outcome
from fpgames.rules.notation import DERIVED
from fpgames.search import ab_maximise, count_nodes, negamax, prefer_quick_wins
from fpgames.stage import Stage
from fpgames.tree import TreeTooDeep, fold_tree, rebuild, unfold
from tests.support.compiled import (
    BEYOND,
    CHAIN,
    ENDLESS,
    SEARCH,
    STOPS,
    UNENDING,
    Bits,
    IntSubclass,
    ReversedPair,
    below,
    heap,
    next_one,
    steps,
)

pytest.importorskip("numba", reason="numba is not installed (the extra fast)")

from fpgames.compiled.backend.memory import thread

ttt: Any = tictactoe.rules
big: Any = connect4.sized(9, 9)
record = tictactoe.record.rules
nothing: Any = None
FIRST = Player.FIRST


def of_two_types(n: int) -> float:
    return 1 if n % 2 else 0.5


def perhaps_nothing(n: int) -> int | None:
    return n if n % 2 else None


def helped(n: int) -> int:
    return int(Fraction(n))


def to_a_power(n: int) -> int:
    power: int = n**3
    return power


def the_same(n: int) -> bool:
    return n + 1000 is 1000 + n


def odd(n: int) -> bool:
    return n % 2 == 1


def with_try(n: int) -> int:
    try:
        return n * 2**62
    except Exception:
        return -1


def with_import(n: int) -> int:
    from math import floor

    return floor(n)


def listed(n: int) -> list[int]:
    return [n % 5, n]


def listed_steps(n: int) -> list[int]:
    return [n + 1] if n < 5 else []


def all_below(n: int) -> range:
    return range(n)


def halves(x: float) -> Iterator[float]:
    if x > 1:
        yield x / 2


def grown(p: Any) -> Iterator[Any]:
    if p[0] < 3:
        yield p[0] + 1, p[1] / 2


def begins(p: tuple[int, ...]) -> int:
    return p[0]


def opposed(p: tuple[int, Player]) -> Iterator[tuple[int, Player]]:
    if p[0]:
        yield p[0] - 1, p[1].opponent


def as_a_number(n: int) -> Any:
    return 1 if n % 3 else -1


def given(function: Any) -> Any:
    """A search for which a label is to be compiled."""
    return below | map_tree(function) | minimax


def within(children: Any) -> Any:
    """A search for which children are to be compiled."""
    return build_tree(children, player=FIRST) | prune(3) | map_tree(identity) | minimax


nine_orders: Any = below
nine_counts: Any = alpha_beta
for each in (identity, odd, identity, odd, identity, odd, identity, odd, identity):
    nine_orders, nine_counts = nine_orders | order_by(each), count_nodes(nine_counts)


def of_a_walrus(n: int) -> int:
    return (m := n + 1) * m


def of_two_lengths(n: int) -> Any:
    if n > 1:
        return 1, 2
    return 1, 2, 3


def to_two_lengths(p: Any) -> Any:
    if p[0] > 1:
        yield p[0] - 1, 1
    elif p[0] > 0:
        yield p[0] - 1, 1, 1


class Defaulted(NamedTuple):
    n: int
    more: int = 0


def to_a_default(p: Any) -> Any:
    if p.n > 0:
        yield Defaulted(p.n - 1)


def to_two_defaults(p: Any) -> Any:
    if p.n > 0:
        yield Defaulted(p.n - 1)
        yield Defaulted(p.n - 1, 2)


def of_a_text(n: int) -> Any:
    return n if n else "none"


def summed(label: int, below: tuple[int, ...]) -> int:
    return label + sum(below)


def added(n: int, more: int = 3) -> int:
    return n + more


@pytest.mark.exhaustive
def test_an_argument_of_a_partial_may_have_a_default() -> None:
    for function in (partial(added, 3), partial(added, more=4), partial(added)):
        assert jit(given(function))(1) == given(function)(1)


@pytest.mark.exhaustive
def test_truths_are_numbers() -> None:
    for search in (negamax, minimax):
        pipeline: Any = below | map_tree(odd) | search
        assert repr(jit(pipeline)(1)) == repr(pipeline(1))


CANNOT: list[tuple[Any, Any, str]] = [
    (given(of_two_types), 1, "cannot compile of_two_types of map_tree(of_two_types): its values are sometimes int and sometimes float; compiled code needs one type: among floats, write 1.0 instead of 1"),
    (given(to_a_power), 1, "cannot compile to_a_power of map_tree(to_a_power): powers are not compiled"),
    (given(of_a_walrus), 1, "the type of a value in it cannot be found: if it has :=, assign the value on a separate line"),
    (given(of_a_text), 1, "a value in it is sometimes a str and sometimes int; compiled code needs one type"),
    (given(of_two_lengths), 1, "of map_tree(of_two_lengths): a tuple in it has two lengths, or items of two types; compiled"),
    (within(to_two_lengths), (3, 1), "of build_tree(to_two_lengths, player=Player.FIRST): a tuple in it has two lengths"),
    (within(to_a_default), Defaulted(3), "of build_tree(to_a_default, player=Player.FIRST): it makes a Defaulted without more: give all"),
    (within(to_two_defaults), Defaulted(3), "of build_tree(to_two_defaults, player=Player.FIRST): a tuple in it has two lengths"),
    (below | fold_tree(summed), 1, "cannot compile summed of fold_tree(summed): fold_tree gives it a tuple of any length"),
    (given(with_try), 1, "cannot compile with_try of map_tree(with_try): it has a try statement"),
    (given(with_import), 1, "cannot compile with_import of map_tree(with_import): Use of unsupported"),
    (given(helped), 1, "cannot compile helped of map_tree(helped): it uses Fraction: a class that is not compiled; compiled code has numbers"),
    (below | map_tree(odd) | prefer_quick_wins | minimax, 1, "prefer_quick_wins needs labels that are numbers, but these are bool"),
    (below | map_tree(identity) | alpha_beta(alpha=0.5), 1, "its values are sometimes float and sometimes int"),
    (given(lambda n: len(tuple(range(n)))), 1, "it uses tuple: a tuple of any length is not compiled; write out its items, or use a loop"),
    (given(lambda n: ReversedPair(n, 1)[0]), 1, "it uses ReversedPair: a class with operators, values or fields of its own, which are not compiled"),
    (build_tree(lambda p: (p,)) | prune(1) | map_tree(identity) | minimax(player=FIRST), ReversedPair(1, 2), ", a ReversedPair, a class with operators or fields of its own; "),
    (given(lambda n: None), 1, "| map_tree(<lambda>) | minimax: compiled code has no "),
    (within(listed_steps), 1, "cannot compile listed_steps of build_tree(listed_steps, player=Player.FIRST): "),
    (within(all_below), 5, "cannot compile all_below of build_tree(all_below, player=Player.FIRST): it returns a value of type range"),
    (within(halves), 3, "cannot compile halves of build_tree(halves, player=Player.FIRST): it leads from a position of type int64 to one of type float64"),
    (build_tree(opposed) | prune(2) | map_tree(begins) | minimax(player=FIRST), (3, FIRST), "Unknown attribute 'opponent' of type "),
    (build_tree(big) | prune(1) | map_tree(big.static) | minimax, big.start, "cannot compile _rules.<locals>.static of map_tree(sized(9, 9, 4).static): "),
    (build_tree(record) | prune(1) | map_tree(record.static) | minimax, record.start, "compiled positions consist of numbers, and tuples and named tuples of them; this one has pvector(["),
    (build_tree(replace(heap, successors=nothing)) | map_tree(identity) | minimax, (3, 1), "its moves are tuples of any length: give the rules successors"),
    (build_tree(heap) | map_tree(value_of_outcome(replace(heap, score=DERIVED))) | minimax, (3, 1), "its outcome is a Maybe, which cannot be compiled: give the rules a score"),
    (game_tree(ttt) | prune(1) | map_tree(lambda node: 0) | minimax, 0, "cannot compile game_tree: its labels hold lines of play; build_tree(rules) has positions only"),
    (build_tree(ttt) | prune(1) | map_tree(ttt.static) | ab_maximise, 0, "cannot compile ab_maximise: its streams are not compiled; alpha_beta finds the same value"),
    (build_tree(ttt) | prune(1) | rebuild(children=lambda tree: tree.children) | map_tree(ttt.static) | minimax, 0,
     "<lambda> of rebuild(children=<lambda>): rebuild gives it a tree, and compiled code has no trees"),
    (nine_orders | map_tree(identity) | minimax, 1, "a compiled search has at most 8 stacks"),
    (below | share | map_tree(identity) | nine_counts, 1, "a compiled search has at most 8 counters"),
    *(
        (build_tree(lambda p: (p,)) | prune(1) | map_tree(identity) | minimax(player=FIRST), seed, "compiled positions consist of numbers")
        for seed in (ReversedPair(1, 2), IntSubclass(3), Bits.ONE, "a", [1], 2.5 + 1j, Fraction(1, 2))
    ),
]  # fmt: skip


MORE: list[tuple[Any, Any, str]] = [
    (given(perhaps_nothing), 1, "cannot compile perhaps_nothing of map_tree(perhaps_nothing): it sometimes returns None"),
    (given(the_same), 1, "cannot compile the_same of map_tree(the_same): it compares values by is, which says nothing about numbers and tuples: use =="),
    (given(listed), 1, "cannot compile listed of map_tree(listed): "),
    (within(grown), (0, 8), "it leads from a position of type"),
    (minimax(player=FIRST), unfold(identity, steps, 1, player_of=as_a_number), "it has to return a Player, FIRST or SECOND, but it returns int64"),
    *((search(player=FIRST), unfold(identity, steps, 1, player_of=as_a_number), "cannot compile") for search in (negamax, alpha_beta)),
]  # fmt: skip


def said_of(pipeline: Any, p: Any) -> str:
    with pytest.raises(CannotCompile) as caught:
        jit(pipeline)(p)
    return str(caught.value)


@pytest.mark.parametrize(
    "cases",
    [
        pytest.param(CANNOT, marks=pytest.mark.slow, id="few"),
        pytest.param(MORE, marks=pytest.mark.exhaustive, id="more"),
    ],
)
def test_what_cannot_be_compiled_is_said(cases: list[tuple[Any, Any, str]]) -> None:
    said = [(wanted, said_of(pipeline, p)) for pipeline, p, wanted in cases]
    assert [pair for pair in said if pair[0] not in pair[1]] == []
    assert [
        text for _, text in said if "\n" in text or len(text) >= 900 or not text.endswith("runs the same pipeline")
    ] == []


@pytest.mark.exhaustive
def test_there_are_eight_counters() -> None:
    """Seven of nodes, and one of searches that count their nodes themselves."""
    search: Any = minimax
    for _ in range(7):
        search = count_nodes(search)
    pipeline: Any = below | map_tree(identity) | search
    assert jit(pipeline)(1) == pipeline(1)


# What ends a search.


@pytest.mark.slow
def test_numbers_that_leave_a_word_are_refused() -> None:
    with pytest.raises(OverflowError, match="a whole number does not fit into a signed word of 64 bits; without jit"):
        jit(SEARCH)(BEYOND)
    assert SEARCH(BEYOND) > 2**64
    with pytest.raises(OverflowError, match=f"{2**63} does not fit into a signed word of 64 bits"):
        jit(SEARCH)(2**63)
    for window in ({"beta": 2**63}, {"alpha": -(2**70)}):
        with pytest.raises(OverflowError, match="does not fit into a signed word of 64 bits"):
            jit(below | map_tree(identity) | alpha_beta(**window))(1)


@pytest.mark.exhaustive
def test_a_game_that_leaves_a_word_is_refused() -> None:
    wide: Any = connect4.sized(8, 7)  # whose last column, when it is full, carries into the sign
    with pytest.raises(OverflowError, match="64 bits"):
        jit(build_tree(wide) | prune(2) | map_tree(wide.score) | minimax)(wide.read("8888888"))


@pytest.mark.slow
@pytest.mark.parametrize("known", [True, False])
def test_a_tree_that_is_too_deep_is_refused(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the end of the stack cannot be known."""
    if not known:
        monkeypatch.setattr(thread, "stack_limit", lambda: 0)
    for search, p in ((UNENDING, 0), (SEARCH, ENDLESS)):
        with pytest.raises(TreeTooDeep, match="this tree is deeper than the stack of a compiled search allows"):
            jit(search)(p)
    assert jit(CHAIN)(0) == 99
    deep: Any = build_tree(next_one, player=FIRST) | prune(1999 if known else 200) | map_tree(identity) | minimax
    assert jit(deep)(0) == (1999 if known else 200)


@pytest.mark.slow
def test_the_function_that_stops_is_named() -> None:
    with pytest.raises(RuntimeError, match=r"^weight raised StopIteration, which would silently end a loop$"):
        jit(SEARCH)(STOPS)


# What is kept of searches.


def fewer(n: float) -> Iterator[float]:
    if n > 1:
        yield n - 1


@pytest.mark.slow
def test_a_search_is_compiled_for_each_type_of_positions() -> None:
    """Of which no other test has kept any code."""
    for p in (5, 5.5):
        assert jit(within(fewer))(p) == within(fewer)(p)


def two_of(n: int) -> tuple[int, ...]:
    return (n - 1, n - 2)


@pytest.mark.exhaustive
def test_children_may_be_in_a_tuple() -> None:
    assert jit(within(two_of))(5) == within(two_of)(5)


@wraps(vars(value_of_outcome)["__wrapped__"])
def doubled(p: Any, rules: Any) -> int:
    return 2 * len(rules.name)


def test_a_function_that_wraps_another_is_compiled_as_it_is() -> None:
    of_rules: Stage[Any, int] = Stage(doubled, (heap,))
    with pytest.raises(CannotCompile, match="a Rules that is not compiled"):
        jit(build_tree(heap) | map_tree(of_rules) | minimax)((3, 1))
