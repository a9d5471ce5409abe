"""Lowerings (substitutes that numba can compile) of library functions that memoize, count, sort or raise errors."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from numba.core import types
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

from fpgames.compiled.backend.arithmetic.casts import cast_to, dummy_value, optional_bound
from fpgames.compiled.backend.arithmetic.kinds import make_kind_check
from fpgames.compiled.backend.lowering.functions import RULES_LOWERINGS, Translator, lowers
from fpgames.compiled.backend.lowering.supported_builtins import player_or
from fpgames.compiled.backend.memory import tables, words
from fpgames.compiled.backend.memory.safepoints import MANY
from fpgames.compiled.backend.memory.words import address_of, load, realloc, size_of, store, word_at
from fpgames.compiled.errors import Unsupported
from fpgames.rules.outcomes import Player
from fpgames.rules.record import AnyRules
from fpgames.tree.order import raise_unordered
from fpgames.tree.run import MutableCounter
from fpgames.tree.sharing import ENDLESS

HAS_LOWER, HAS_UPPER = 1, 2  # flags in the first word of a table entry: which bounds are known


class Unordered(Exception):
    """Raised in compiled code for labels that cannot be ordered, such as NaN."""


@lowers("unordered")
def _lower_unordered(translator: Translator, function: FunctionType):
    def unordered(label, other=None):  # compiled
        raise Unordered(label, other)

    return translator.compile_inner(unordered, function)


lowers("turn")(lambda translator, function: translator.compile_inner(lambda p, other: player_or(p, other), function))
lowers("the player to move", RULES_LOWERINGS)(lambda translator, rules, player: translator.lower(player))


@lowers("the sign of the score", RULES_LOWERINGS)
def _lower_sign_of_score(translator: Translator, rules: AnyRules, checked_score):
    if isinstance(checked_score, str):
        raise Unsupported(rules, checked_score)
    return lower_outcome(translator, rules, checked_score)


def lower_outcome(translator: Translator, rules: AnyRules, score):
    """Compile the function that returns the sign of the score; raise Unsupported if the score is derived (None)."""
    if score is None:
        raise Unsupported(rules, "its outcome is a Maybe, which cannot be compiled: give the rules a score")
    compiled_score = translator.lower(score)

    def sign_of_score(p):  # compiled
        points = compiled_score(p)
        return 1 if points > 0 else -1 if points < 0 else 0

    return translator.compile_inner(sign_of_score, score)


@lowers("successors of moves", RULES_LOWERINGS)
def _reject_derived_successors(translator: Translator, rules: AnyRules):
    raise Unsupported(
        rules, "its moves are tuples of any length: give the rules successors, a generator function of numbers"
    )


@lowers("canonical successors", RULES_LOWERINGS)
def _lower_canonical_successors(translator: Translator, rules: AnyRules, successors, images):
    namespace = {f"image{i}": translator.lower(image) for i, image in enumerate(images)}
    lines = [f"        image = {name}(q)\n        least = image if image < least else least" for name in namespace]
    source = "\n".join(["def f(p):", "    for q in successors(p):", "        least = q", *lines, "        yield least"])
    return translator.compile_source(source, {**namespace, "successors": translator.lower(successors)}, successors)


@words.inner_jit
def normalized_key(key):  # compiled
    """Return a table key; if its second item is an unlimited remaining depth, ``ENDLESS`` replaces this item."""
    if len(key) == 1:  # a key for a label contains only the seed
        return key
    return key[:1] + (key[1] if key[1] < MANY else ENDLESS,) + key[2:]  # noqa: RUF005 (numba has no starred tuples)


@lowers("results in a table")
def _lower_memoized(translator: Translator, function: FunctionType, uncached, results):
    """Lower a memoized function: ``uncached`` computes results; ``results`` has the size of the compiled table."""
    offset, label_of = translator.allocate("tables", function), translator.label_of
    find_entry, put_entry = tables.table_functions(getattr(results, "entries", 0))
    compute: Any = None

    def memoized(*key):  # compiled
        table = address_of(offset)
        example = dummy_value(label_of, key[0])
        table_key = normalized_key(key)
        entry = find_entry(table, table_key, example)
        if entry:
            return load(entry + 8 + size_of(table_key), example)
        value = cast_to(compute(*key), example)
        put_entry(table, table_key, value, 1)
        return value

    compiled = translator.memo[id(function)] = translator.compile_inner(memoized, function)
    compute = translator.lower(uncached)
    return compiled


@lowers("bounds in a table")
def _lower_bounded(translator: Translator, function: FunctionType, uncached, bounds, mover):
    """Lower a search with a table of the size in ``bounds``; ``uncached`` computes values, ``mover`` is in all keys."""
    offset, player, label_of = translator.allocate("tables", bounds), int(mover), translator.label_of
    find_entry, put_entry = tables.table_functions(getattr(bounds, "entries", 0))
    compute: Any = None

    def search_bounded(seed, left, alpha, beta):  # compiled
        table = address_of(offset)
        key = normalized_key((seed, left, player))
        lower = upper = dummy_value(label_of, seed)
        marks = 0
        entry = find_entry(table, key, (lower, upper))
        if entry:
            marks = word_at(entry)
            lower, upper = load(entry + 8 + size_of(key), (lower, upper))
            has_lower, has_upper = marks & HAS_LOWER, marks & HAS_UPPER
            if has_lower and ((has_upper and lower == upper) or (beta is not None and lower >= beta)):
                return lower
            if has_upper and alpha is not None and upper <= alpha:
                return upper
        value = cast_to(compute(seed, left, alpha, beta), lower)
        is_upper = alpha is not None and value <= alpha
        is_lower = not is_upper and beta is not None and value >= beta
        if not is_upper:
            marks, lower = marks | HAS_LOWER, value
        if not is_lower:
            marks, upper = marks | HAS_UPPER, value
        put_entry(table, key, (lower, upper), marks)
        return value

    compiled = translator.memo[id(function)] = translator.compile_inner(search_bounded, function)
    compute = translator.lower(uncached)
    return compiled


@words.inner_jit
def push_child(stack, size):  # compiled
    """Reserve ``size`` bytes for a child at the top of a stack; return the offset of these bytes in the stack."""
    start = word_at(stack + 16)
    if start + size > word_at(stack + 8):
        new_size = 2 * word_at(stack + 8) + (1 << 16)
        moved = realloc(word_at(stack), new_size)
        if not moved:
            raise MemoryError("there is not enough memory for the children that order_by sorts")
        store(stack, moved)
        store(stack + 8, new_size)
    store(stack + 16, start + size)
    return start


@lowers("none")
def _raise_unsupported(translator: Translator, function: FunctionType, value, reason):
    raise Unsupported(value, reason, [value])


class _CounterType(types.Record):
    """The numba type of one counter of a search; the type contains the offset of the counter in the memory."""

    is_supported = True

    def __init__(self, offset: int) -> None:
        super().__init__([("n", {"type": types.int64, "offset": 0})], 8, aligned=True)
        self.name, self.memory_offset = f"counter at {offset}", offset


lowers(MutableCounter)(lambda translator, counter: _CounterType(translator.allocate("counters", counter)))
typeof_impl.register(_CounterType)(lambda count, context: count)
register_model(_CounterType)(models.RecordModel)


@lower_constant(_CounterType)
def _lower_counter(context, builder, ty, count):
    offset = context.get_constant(types.int64, ty.memory_offset)
    return builder.inttoptr(words.emit_word_address(context, builder, offset), context.get_value_type(ty))


lowers("another function")(lambda translator, function, other: translator.lower(other))


@lowers("counted levels")
def _lower_counted_levels(translator: Translator, function: FunctionType, *needs):
    """Compile a function that yields each child with the number of the child's level; lower the functions ``needs``."""
    children_of, next_number, has_children = map(translator.lower, needs)

    def children(seed):  # compiled
        inner_seed, number = seed
        if has_children is None or has_children(inner_seed, number):
            below = next_number(number)
            for child in children_of(inner_seed):
                yield child, below

    return translator.compile_inner(children, function)


@lowers("best first")
def _lower_best_first(translator: Translator, function: FunctionType, children_of, player_of, label_of, key, limit):
    """Compile a generator of the ``limit`` best children. It sorts in stack memory: a cutoff would leak a list."""
    children_of, player_of, label_of, key = map(translator.lower, (children_of, player_of, label_of, key))
    offset = translator.allocate("stacks", function)
    first, second = Player
    reject = translator.lower(raise_unordered)

    def sorted_children(seed):  # compiled
        stack = address_of(offset)
        inner, player = seed
        descending = player is first
        opponent, sign = (second, -1) if descending else (first, 1)
        bottom = word_at(stack + 16)
        n = 0
        for child in children_of(inner):
            value = key(label_of(child))
            entry = (value, child)
            size = size_of(entry)
            push_child(stack, size)
            top = word_at(stack) + bottom
            i = n
            while i:
                previous = load(top + (i - 1) * size, entry)
                if not (previous[0] < value if descending else previous[0] > value):
                    break
                store(top + i * size, previous)
                i -= 1
            store(top + i * size, entry)
            n += 1
            if player_of is None:  # prefetches the entry that alpha-beta may read next; a wrong guess is harmless
                tables.prefetch_entry(((child, opponent), ENDLESS, sign))
        for i in range(1, n):
            top = word_at(stack) + bottom
            previous, following = load(top + (i - 1) * size, entry)[0], load(top + i * size, entry)[0]
            if not (previous >= following if descending else previous <= following):
                reject(previous, following)
        end = word_at(stack + 16)
        for i in range(n if limit is None else min(n, limit)):
            store(stack + 16, end)
            best = load(word_at(stack) + bottom + i * size, entry)[1]
            yield best, opponent if player_of is None else player_of(best)
        store(stack + 16, bottom)

    return translator.compile_inner(sorted_children, function)


as_integer = make_kind_check("int", message="null windows need labels that are whole numbers, but these are {}")
as_number = make_kind_check("int", "float", message="prefer_quick_wins needs labels that are numbers, but these are {}")


@lowers("a null window")
def _lower_null_window(translator: Translator, function: FunctionType, search, player_of):
    """Cast the window to the type of the bounds that the search passes on, which may be None unless players alternate."""
    search, label_of = translator.lower(search), translator.label_of
    cast_bound = words.inner_jit(lambda bound, like: bound) if player_of is None else optional_bound

    def search_window(seed, left, number):  # compiled
        label = as_integer(dummy_value(label_of, seed))
        return as_integer(search(seed, left, cast_bound(number, label), cast_bound(number + 1, label)))

    return translator.compile_inner(search_window, function)


@lowers("how soon")
def _lower_how_soon(translator: Translator, function: FunctionType):
    reject = translator.lower(raise_unordered)

    def how_soon(value, ply):  # compiled
        if value != value:
            reject(value)
        return as_number(value), -ply if value > 0 else ply if value < 0 else 0

    return translator.compile_inner(how_soon, function)
