"""Random games by compiled functions of the game, with the generators of ``fpgames.play.bulk``: the same games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba import typeof
from numba.core import types

from fpgames.compiled.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.caching import disk
from fpgames.compiled.caching.fingerprints import cache_entry_for
from fpgames.compiled.code.functions import Translator
from fpgames.compiled.code.supported_builtins import ones
from fpgames.compiled.driver.walker import compiled_function
from fpgames.compiled.memory.words import Memory, begin, inner, load, run_signal_handlers, size_of, store
from fpgames.rand.generators import SplitMix, mix64
from fpgames.rules.outcomes import MAX_PLAYOUT_MOVES, Counts, EndlessGame
from fpgames.rules.record import AnyRules, value_of_outcome
from fpgames.validation import call_guarded

_KEPT = 64  # children of a position that are kept until one of them is drawn
_U = np.uint64
_ONE, _NONE = _U(1), _U(0)
_mix64 = inner(mix64)  # the same for words without a sign


class Endless(Exception):
    """The end of a game that is too long."""


def play_out(rules: AnyRules, p, gen: SplitMix, n: int) -> Counts:
    """Count the outcomes of n random games, each with a generator that is split off, as ``playouts`` does."""
    further = types.uint64, types.uint64, types.int64, types.int64
    play = kernel("random games", rules, (), lambda factory: _made(factory, rules), p, *further)
    memory, kept = Memory(), space_for_children(p)
    try:
        counts = call_guarded(play, memory.address, p, _U(gen.seed), _U(gen.gamma), n, kept.ctypes.data)
    except Endless:
        raise EndlessGame(rules.name) from None
    return Counts(*map(int, counts))


def kernel(what: str, rules: AnyRules, uses: tuple[object, ...], made: Callable[[Translator], Any], p, *further):
    """Return a compiled function of the address of a memory, a position and further arguments; or raise the error.

    It is made from the factory of the rules' ``successors`` and ``score``, and depends on what it uses besides.
    """
    uses = rules.successors, rules.score, *uses, what

    def compiled():
        factory = Translator(rules.score, rules.successors, ())
        return factory, factory.entry(made(factory), None)

    return compiled_function(
        cache_entry_for(*uses)[0], f"the {what} of {rules.name}", uses, compiled, rules, (p,), *further
    )


def space_for_children(p):
    """Return memory for the children of a position that are kept."""
    return np.empty(_KEPT * words_in(p), np.int64)


def words_in(p: object) -> int:
    """Return the words that a position takes in compiled code."""
    return -(-disk.target().get_abi_sizeof(disk.target().get_value_type(typeof(p))) // 8)


def _made(factory: Translator, rules: AnyRules):
    """Return the function that plays random games."""
    count, _, game, _, successors = random_games(factory, rules)

    def play(memory, p, seed, gamma, n, kept):  # compiled
        begin(memory, successors, p)
        first = second = looked = 0
        for _ in range(n):
            middle = seed + gamma
            seed = middle + gamma
            outcome, _, moves = game(p, count(p, kept), _mix64(middle), mix_gamma(seed), kept)
            looked += moves
            if looked >> 16:
                looked = 0
                run_signal_handlers()
            first += outcome > 0
            second += outcome < 0
        return first, n - first - second, second

    return play


def random_games(factory: Translator, rules: AnyRules) -> tuple[Any, ...]:
    """Return the compiled functions of random games; raise Unsupported if there are none.

    They count the children of a position, and keep them; find a child by its index; play a game to its end, from a
    position whose children are counted, and return its outcome, the counter of the generator and the number of moves; find
    the outcome of a position; and yield its children.
    """
    outcome, successors = factory.make(value_of_outcome(rules)), factory.make(rules.successors)

    def count_kept(p, kept):  # compiled
        n = 0
        for q in successors(p):
            if n < _KEPT:
                store(kept + n * size_of(p), q)
            n += 1
        return n

    def nth_child(p, n):  # compiled
        for q in successors(p):
            if n == 0:
                return q
            n -= 1
        return p

    count, nth = (factory.plain(each, rules.successors) for each in (count_kept, nth_child))

    def play(q, ways, seed, gamma, kept):  # compiled
        moves = 0
        while ways:
            number = _NONE
            if ways > 1:
                last = _U(ways - 1)
                mask = low_bits(last)
                seed += gamma
                number = _mix64(seed) & mask
                while number > last:
                    seed += gamma
                    number = _mix64(seed) & mask
            i = np.int64(number)
            q = load(kept + i * size_of(q), q) if i < _KEPT else nth(q, i)
            ways = count(q, kept)
            moves += 1
            if moves > MAX_PLAYOUT_MOVES:
                raise Endless
        return outcome(q), seed, moves

    return count, nth, factory.plain(play, rules.successors), outcome, successors


@llvm_intrinsic(types.uint64, types.uint64)
def low_bits(context, builder, word):
    """Return as many ones as a word has bits, without its leading zeros; the word is not 0."""
    return builder.lshr(word.type(-1), builder.ctlz(word, llvm.IntType(1)(1)))


@inner
def mix_gamma(z):  # compiled
    """Make a stride, as :class:`fpgames.rand.generators.SplitMix` does, whose own function has numbers with a sign here."""
    z = (z ^ z >> _U(30)) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ z >> _U(27)) * _U(0x94D049BB133111EB)
    z = (z ^ z >> _U(31)) | _ONE
    return z if ones(z ^ z >> _ONE) >= 24 else z ^ _U(0xAAAAAAAAAAAAAAAA)
