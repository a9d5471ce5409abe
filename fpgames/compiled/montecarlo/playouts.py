"""Random games by compiled functions of the game, with the generators of ``fpgames.play.bulk``: the same games."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir as llvm
from numba.core import types

from fpgames.compiled.code.functions import Factory
from fpgames.compiled.memory.levels import begin
from fpgames.compiled.memory.words import Memory, inner, let_signals_in, load, size_of, store
from fpgames.compiled.montecarlo.kernels import kernel
from fpgames.compiled.numbers.instructions import instruction
from fpgames.rand.generators import SplitMix
from fpgames.rules.outcomes import LONGEST, Counts, EndlessGame
from fpgames.rules.record import AnyRules
from fpgames.validation import guarded

_KEPT = 64  # children of a position that are kept until one of them is drawn
_U = np.uint64
_ONE, _NONE = _U(1), _U(0)


class Endless(Exception):
    """The end of a game that is too long."""


def play_out(rules: AnyRules, p, gen: SplitMix, n: int) -> Counts:
    """Count the outcomes of n random games, each with a generator that is split off, as ``playouts`` does.

    Raises:
        CannotCompile: numba cannot compile the functions of the game, or the position does not consist of numbers.
        OverflowError: a whole number does not fit into a signed word of 64 bits.
        EndlessGame: a game is not over after 100,000 moves.
    """
    further = types.uint64, types.uint64, types.int64, types.int64
    play = kernel("random games", rules, (), lambda factory: _made(factory, rules), p, further)
    memory, kept = Memory(), space_for_children(p)
    try:
        counts = guarded(play, memory.address, p, _U(gen.seed), _U(gen.gamma), n, kept.ctypes.data)
    except Endless:
        raise EndlessGame(rules.name) from None
    return Counts(*map(int, counts))


def space_for_children(p):
    """Return memory for the children of a position that are kept."""
    return np.empty(_KEPT * numbers_in(p), np.int64)  # each number takes a word at most


def numbers_in(p: object) -> int:
    """Return the number of numbers in a position, at least 1."""
    return max(1, sum(map(numbers_in, p))) if isinstance(p, tuple) else 1


def _made(factory: Factory, rules: AnyRules):
    """Return the function that plays random games."""
    count, _, game, score, successors = random_games(factory, rules)

    def play(memory, p, seed, gamma, n, kept):  # compiled
        begin(memory, successors, p)
        first = drawn = second = looked = 0
        for _ in range(n):
            middle = seed + gamma
            seed = middle + gamma
            q, _, moves = game(p, count(p, kept), mix64(middle), mix_gamma(seed), kept)
            looked += moves
            if looked >> 16:
                looked = 0
                let_signals_in()
            value = score(q)
            if value > 0:
                first += 1
            elif value < 0:
                second += 1
            else:
                drawn += 1
        return first, drawn, second

    return play


class RandomGames(NamedTuple):
    """The compiled functions of random games.

    Args:
        number: counts the children of a position, and keeps them.
        child: finds a child of a position by its index.
        play: plays a game to its end, from a position whose children are counted; returns the last position, the
            counter of the generator and the number of moves.
        score: the score of a position.
        successors: the children of a position.
    """

    number: Any
    child: Any
    play: Any
    score: Any
    successors: Any


def random_games(factory: Factory, rules: AnyRules) -> RandomGames:
    """Return the compiled functions of random games; raise NotPlain if there are none."""
    score, successors = factory.make(rules.score), factory.make(rules.successors)

    def count_kept(p, kept):  # compiled
        n = 0
        for q in successors(p):
            if n < _KEPT:
                store(kept + n * size_of(p), q)
            n += 1
        return n

    count = factory.plain(count_kept, rules.successors)

    def nth_child(p, n):  # compiled
        found = p
        for q in successors(p):
            found = q
            if n == 0:
                break
            n -= 1
        return found

    child = factory.plain(nth_child, rules.successors)

    def nth_kept(p, kept, n):  # compiled
        return load(kept + n * size_of(p), p) if n < _KEPT else child(p, n)

    nth = factory.plain(nth_kept, rules.successors)

    def play(q, ways, seed, gamma, kept):  # compiled
        moves = 0
        while ways:
            number = _NONE
            if ways > 1:
                last = _U(ways - 1)
                mask = low_bits(last)
                seed += gamma
                number = mix64(seed) & mask
                while number > last:
                    seed += gamma
                    number = mix64(seed) & mask
            q = nth(q, kept, np.int64(number))
            ways = count(q, kept)
            moves += 1
            if moves > LONGEST:
                raise Endless
        return q, seed, moves

    return RandomGames(count, child, factory.plain(play, rules.successors), score, successors)


@instruction(types.uint64, types.uint64)
def low_bits(context, builder, word):
    """Return as many ones as a word has bits, without its leading zeros; the word is not 0."""
    return builder.lshr(word.type(-1), builder.ctlz(word, llvm.IntType(1)(1)))


@instruction(types.uint64, types.uint64)
def ones(context, builder, word):
    """Return the number of ones of a word."""
    return builder.ctpop(word)


@inner
def mix64(z):  # compiled
    """Scatter the bits of a counter, as :class:`fpgames.rand.generators.SplitMix` does."""
    z = (z ^ z >> _U(33)) * _U(0xFF51AFD7ED558CCD)
    z = (z ^ z >> _U(33)) * _U(0xC4CEB9FE1A85EC53)
    return z ^ z >> _U(33)


@inner
def mix_gamma(z):  # compiled
    """Make a stride, as :class:`fpgames.rand.generators.SplitMix` does."""
    z = (z ^ z >> _U(30)) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ z >> _U(27)) * _U(0x94D049BB133111EB)
    z = (z ^ z >> _U(31)) | _ONE
    return z if ones(z ^ z >> _ONE) >= _U(24) else z ^ _U(0xAAAAAAAAAAAAAAAA)
