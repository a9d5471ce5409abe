"""The compiled forms of the few functions of trees and searches that numba cannot compile as they are written.

They keep results, count, or sort, which a compiled function can do only in the memory of the search; or they raise an
error that shows a value. A law says that each does what the function does for which it stands.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

from fpgames.compiled.arithmetic.kinds import requiring
from fpgames.compiled.code.errors import Unsupported
from fpgames.compiled.code.functions import OF_RULES, Translator, form
from fpgames.compiled.code.supported_builtins import player_or
from fpgames.compiled.memory import tables, words
from fpgames.compiled.memory.words import MANY, address_of, as_like, load, resized, result_of, size_of, store, word_at
from fpgames.rules.outcomes import Player
from fpgames.rules.record import AnyRules
from fpgames.tree.order import raise_unordered
from fpgames.tree.sharing import ENDLESS
from fpgames.tree.walking import MutableCounter

LOWER, UPPER = 1, 2  # the marks of an entry that has a lower bound, and of one that has an upper bound


class Unordered(Exception):
    """Two labels that have no order."""


@form("unordered")
def _unordered(factory: Translator, function: FunctionType):
    def made(one, other=None):  # compiled
        raise Unordered(one, other)

    return factory.plain(made, function)


form("turn")(lambda factory, function: factory.plain(lambda asked, other: player_or(asked, other), function))
form("the player to move", OF_RULES)(lambda factory, rules, player: factory.make(player))


@form("the sign of the score", OF_RULES)
def _value_of_score(factory: Translator, rules: AnyRules, given):
    if given is None:
        raise Unsupported(rules, "its outcome is a Maybe, which cannot be compiled: give the rules a score")
    score = factory.make(given)

    def made(p):  # compiled
        found = score(p)
        return 1 if found > 0 else -1 if found < 0 else 0

    return factory.plain(made, given)


@form("successors of moves", OF_RULES)
def _derived(factory: Translator, rules: AnyRules):
    raise Unsupported(
        rules, "its moves are tuples of any length: give the rules successors, a generator function of numbers"
    )


@form("canonical successors", OF_RULES)
def _up_to_symmetry(factory: Translator, rules: AnyRules, successors, images):
    named = {f"image{i}": factory.make(image) for i, image in enumerate(images)}
    lines = [f"        image = {name}(q)\n        least = image if image < least else least" for name in named]
    source = "\n".join(
        ["def made(p):", "    for q in successors(p):", "        least = q", *lines, "        yield least"]
    )
    return factory.compile_source(source, {**named, "successors": factory.make(successors)}, successors)


@words.inner
def keyed(key):  # compiled
    """Return a key, a tuple of a seed, the levels left and so on; in a tree without end, these are the same everywhere."""
    if len(key) == 1:  # of a label
        return key
    return key[:1] + (key[1] if key[1] < MANY else ENDLESS,) + key[2:]  # noqa: RUF005 (numba has no stars here)


@form("results in a table")
def _known(factory: Translator, function: FunctionType, searching, results):
    """Keep the results of a function of a seed, the levels left and so on in a table."""
    table, label_of = factory.place("tables", function), factory.label_of
    find, keep = tables.slots(getattr(results, "entries", 0))
    search: Any = None

    def made(*key):  # compiled
        at = address_of(table)
        example = result_of(label_of, key[0])
        equal = keyed(key)
        entry = find(at, equal, example)
        if entry:
            return load(entry + 8 + size_of(equal), example)
        value = as_like(search(*key), example)
        keep(at, equal, value, 1)
        return value

    known = factory.made[id(function)] = factory.plain(made, function)
    search = factory.make(searching)
    return known


@form("bounds in a table")
def _bounded(factory: Translator, function: FunctionType, searching, bounds, mover):
    """Keep the bounds found for each seed and levels left in a table."""
    table, player, label_of = factory.place("tables", bounds), int(mover), factory.label_of
    find, keep = tables.slots(getattr(bounds, "entries", 0))
    search: Any = None

    def made(seed, left, alpha, beta):  # compiled
        at = address_of(table)
        key = keyed((seed, left, player))
        lower = upper = result_of(label_of, seed)
        known = 0
        entry = find(at, key, (lower, upper))
        if entry:
            known = word_at(entry)
            lower, upper = load(entry + 8 + size_of(key), (lower, upper))
            has_lower, has_upper = known & LOWER, known & UPPER
            if has_lower and ((has_upper and lower == upper) or (beta is not None and lower >= beta)):
                return lower
            if has_upper and alpha is not None and upper <= alpha:
                return upper
        value = as_like(search(seed, left, alpha, beta), lower)
        is_upper = alpha is not None and value <= alpha
        is_lower = not is_upper and beta is not None and value >= beta
        if not is_upper:
            known, lower = known | LOWER, value
        if not is_lower:
            known, upper = known | UPPER, value
        keep(at, key, (lower, upper), known)
        return value

    bounded = factory.made[id(function)] = factory.plain(made, function)
    search = factory.make(searching)
    return bounded


@words.inner
def push(stack, size):  # compiled
    """Make space for one more child on the stack, and return where it is, counted from the bottom."""
    used = word_at(stack + 16)
    if used + size > word_at(stack + 8):
        more = 2 * word_at(stack + 8) + (1 << 16)
        moved = resized(word_at(stack), more)
        if not moved:
            raise MemoryError("there is not enough memory for the children that order_by sorts")
        store(stack, moved)
        store(stack + 8, more)
    store(stack + 16, used + size)
    return used


@form("none")
def _none(factory: Translator, function: FunctionType, what, why):
    raise Unsupported(what, why, [what])


class _Count(types.Record):
    """A counter at a place in the memory of a search: what stands for it is its own type."""

    known = True

    def __init__(self, place: int) -> None:
        super().__init__([("n", {"type": types.int64, "offset": 0})], 8, aligned=True)
        self.name, self.place = f"counter at {place}", place


form(MutableCounter)(lambda factory, counter: _Count(factory.place("counters", counter)))
typeof_impl.register(_Count)(lambda count, context: count)
register_model(_Count)(models.RecordModel)


@lower_constant(_Count)
def _lowered(context, builder, kind, count):
    place = context.get_constant(types.int64, kind.place)
    return builder.inttoptr(words.address(context, builder, place), context.get_value_type(kind))


form("another function")(lambda factory, function, other: factory.make(other))


@form("counted levels")
def _counting(factory: Translator, function: FunctionType, *needs):
    """Yield the children with their number; the function itself keeps a sequence a sequence."""
    children_of, after, goes_on = map(factory.make, needs)

    def made(seed):  # compiled
        inner, number = seed
        if goes_on is None or goes_on(inner, number):
            below = after(number)
            for child in children_of(inner):
                yield child, below

    return factory.plain(made, function)


@form("best first")
def _best_first(factory: Translator, function: FunctionType, children_of, player_of, label_of, key, most):
    """Sort the children of a node on a stack: a list would never be freed if a search leaves the node at a cut."""
    children_of, player_of, label_of, key = map(factory.make, (children_of, player_of, label_of, key))
    place = factory.place("stacks", function)
    first, second = Player
    unordered_form = factory.make(raise_unordered)

    def made(seed):  # compiled
        stack = address_of(place)
        inner, player = seed
        best_first = player is first
        other, sign = (second, -1) if best_first else (first, 1)
        bottom = word_at(stack + 16)
        n = 0
        for child in children_of(inner):
            value = key(label_of(child))
            one = (value, child)
            size = size_of(one)
            push(stack, size)
            top = word_at(stack) + bottom
            i = n
            while i:
                before = load(top + (i - 1) * size, one)
                if not (before[0] < value if best_first else before[0] > value):
                    break
                store(top + i * size, before)
                i -= 1
            store(top + i * size, one)
            n += 1
            if player_of is None:  # in vain for minimax, in a pruned tree, or where another stage adds to the seeds
                tables.prefetch_entry(((child, other), ENDLESS, sign))
        for i in range(1, n):
            top = word_at(stack) + bottom
            before, after = load(top + (i - 1) * size, one)[0], load(top + i * size, one)[0]
            if not (before >= after if best_first else before <= after):
                unordered_form(before, after)
        end = word_at(stack + 16)
        for i in range(n if most is None else min(n, most)):
            store(stack + 16, end)
            found = load(word_at(stack) + bottom + i * size, one)[1]
            yield found, other if player_of is None else player_of(found)
        store(stack + 16, bottom)

    return factory.plain(made, function)


whole = requiring("int", otherwise="null windows need labels that are whole numbers, but these are {}")
with_sign = requiring("int", "float", otherwise="prefer_quick_wins needs labels that are numbers, but these are {}")

form("a whole number")(lambda factory, function: factory.plain(lambda label: whole(label), function))


@form("how soon")
def _how_soon(factory: Translator, function: FunctionType):
    unordered_form = factory.make(raise_unordered)

    def made(value, ply):  # compiled
        if value != value:
            unordered_form(value)
        return with_sign(value), -ply if value > 0 else ply if value < 0 else 0

    return factory.plain(made, function)
