"""Random games by compiled functions of the game, with the generators of ``fpgames.play.bulk``: the same games.

Needs numba (the extra ``fast``).
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import nullcontext
from logging import getLogger

import numpy as np
from llvmlite import ir as llvm
from numba import njit, typeof
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic

from fpgames.compiled import disk
from fpgames.compiled.digests import digest
from fpgames.compiled.errors import CannotCompile, NotPlain
from fpgames.compiled.functions import Factory
from fpgames.compiled.known import known
from fpgames.compiled.levels import begin, require_alike
from fpgames.compiled.linking import LinkedCompiler
from fpgames.compiled.memory import OPTIONS, inner, let_signals_in, load, size_of, store, taken
from fpgames.compiled.walks import cannot_compile, kinds_of
from fpgames.rng import SplitMix
from fpgames.rules import LONGEST, AnyRules, Counts, EndlessGame
from fpgames.validation import guarded

_KEPT = 64  # children of a position that are kept until one of them is drawn
_U = np.uint64
_ONE, _NONE = _U(1), _U(0)


class _Endless(Exception):
    """The end of a game that is too long."""


def play_out(rules: AnyRules, p, gen: SplitMix, n: int) -> Counts:
    """Count the outcomes of n random games, each with a generator that is split off, as ``playouts`` does.

    Raises:
        CannotCompile: numba cannot compile the functions of the game, or the position does not consist of numbers.
        OverflowError: a whole number does not fit into a signed word of 64 bits.
        EndlessGame: a game is not over after 100,000 moves.
    """
    kernel, alone = _kernel(rules, p)
    kept = np.empty(_KEPT * _numbers_in(p), np.int64)  # each number takes a word at most
    try:
        with taken() if alone else nullcontext():
            return Counts(*map(int, guarded(kernel, p, _U(gen.seed), _U(gen.gamma), n, kept.ctypes.data)))
    except _Endless:
        raise EndlessGame(rules.name) from None


def _numbers_in(p: object) -> int:
    return max(1, sum(map(_numbers_in, p))) if isinstance(p, tuple) else 1


_LOG = getLogger("fpgames")
_MOST = 64  # kernels kept
_ALONE = "_alone"
"""How the names of kernels end whose functions call themselves: they need the memory of searches, for the stack's end."""

_KERNELS: dict[Hashable, object] = {}
"""Kernels, or the errors of those that cannot be compiled."""


def _kernel(rules: AnyRules, p):
    """Return the compiled function that plays random games, and whether one runs at a time; or raise the error."""
    used = rules.successors, rules.score
    kinds = kinds_of(p)
    key = known(*used)[0], kinds
    with global_compiler_lock:
        if key not in _KERNELS:
            if len(_KERNELS) >= _MOST:
                _KERNELS.clear()
            name = digest(*used, disk.machine(), kinds)
            _KERNELS[key] = (name and _load(name)) or _compile(rules, p, name)
        kernel = _KERNELS[key]
    if isinstance(kernel, CannotCompile):
        raise kernel
    return kernel


def _load(name: str):
    for full, alone in ((name, False), (name + _ALONE, True)):
        found = disk.load(full)
        if found is not None:
            return found, alone
    return None


def _compile(rules: AnyRules, p, name: str | None):
    """Compile a kernel and keep it on the disk, or return the error."""
    _LOG.info("compiling the random games of %s, which takes a few seconds", rules.name)
    try:
        if rules.score is None:
            raise NotPlain(rules, "its outcome is a Maybe, which cannot be compiled: give the rules a score")
        factory = Factory(rules.score, rules.successors, ())
        alone = bool(factory.recursive)
        name = name and name + _ALONE * alone
        kernel = _made(factory, rules, name)
    except NotPlain as error:
        return cannot_compile(error, rules)
    try:
        found = kernel.compile((typeof(p), types.uint64, types.uint64, types.int64, types.int64))
    except Exception as error:  # numba raises errors of all types for what it does not know
        return cannot_compile(factory.failed or NotPlain(rules, error), rules)
    if name is not None:
        disk.save(name, *kernel.overloads.values())
    return found, alone


def _made(factory: Factory, rules: AnyRules, name: str | None) -> Dispatcher:
    score, successors = factory.label_of, factory.children_of
    start = begin if factory.recursive else require_alike

    def count_kept(p, kept):  # compiled
        n = 0
        for q in successors(p):
            if n < _KEPT:
                store(kept + n * size_of(p), q)
            n += 1
        return n

    def nth_kept(p, kept, n):  # compiled
        if n < _KEPT:
            return load(kept + n * size_of(p), p)
        found = p
        for q in successors(p):
            found = q
            if n == 0:
                break
            n -= 1
        return found

    count, nth = factory.plain(count_kept, rules.successors), factory.plain(nth_kept, rules.successors)

    def play(p, seed, gamma, n, kept):  # compiled
        start(successors, p)
        first = drawn = second = looked = 0
        for _ in range(n):
            middle = seed + gamma
            seed = middle + gamma
            theirs, stride = mix64(middle), mix_gamma(seed)
            q, moves = p, 0
            ways = count(q, kept)
            while ways:
                number = _NONE
                if ways > 1:
                    last = _U(ways - 1)
                    mask = low_bits(last)
                    theirs += stride
                    number = mix64(theirs) & mask
                    while number > last:
                        theirs += stride
                        number = mix64(theirs) & mask
                q = nth(q, kept, np.int64(number))
                ways = count(q, kept)
                moves += 1
                if moves > LONGEST:
                    raise _Endless
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

    play.__qualname__ = f"playouts_{name}"  # one symbol for each kernel, also for those of other processes
    return njit(**OPTIONS, pipeline_class=LinkedCompiler)(play)  # words without a sign wrap around, as they should here


@intrinsic
def low_bits(typing, word):
    """Return as many ones as a word has bits, without its leading zeros; the word is not 0."""

    def codegen(context, builder, signature, args):
        kind = args[0].type
        return builder.lshr(kind(-1), builder.ctlz(args[0], llvm.IntType(1)(1)))

    return types.uint64(types.uint64), codegen


@intrinsic
def ones(typing, word):
    """Return the number of ones of a word."""
    return types.uint64(types.uint64), lambda context, builder, signature, args: builder.ctpop(args[0])


@inner
def mix64(z):  # compiled
    """Scatter the bits of a counter, as :class:`fpgames.rng.SplitMix` does."""
    z = (z ^ z >> _U(33)) * _U(0xFF51AFD7ED558CCD)
    z = (z ^ z >> _U(33)) * _U(0xC4CEB9FE1A85EC53)
    return z ^ z >> _U(33)


@inner
def mix_gamma(z):  # compiled
    """Make a stride, as :class:`fpgames.rng.SplitMix` does."""
    z = (z ^ z >> _U(30)) * _U(0xBF58476D1CE4E5B9)
    z = (z ^ z >> _U(27)) * _U(0x94D049BB133111EB)
    z = (z ^ z >> _U(31)) | _ONE
    return z if ones(z ^ z >> _ONE) >= _U(24) else z ^ _U(0xAAAAAAAAAAAAAAAA)
