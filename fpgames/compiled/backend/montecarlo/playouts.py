"""Playouts in compiled code; from equal generators, ``fpgames.play.bulk`` plays the same games in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir as llvm
from numba import typeof
from numba.core import types

from fpgames.compiled.backend.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.backend.driver import disk
from fpgames.compiled.backend.driver.walker import compiled_function
from fpgames.compiled.backend.lowering.functions import Translator
from fpgames.compiled.backend.lowering.implementations import lower_outcome
from fpgames.compiled.backend.memory.safepoints import ASK, begin_search, run_signal_handlers
from fpgames.compiled.backend.memory.words import Memory, inner_jit, load, size_of, store
from fpgames.compiled.caching.fingerprints import cache_entry_for
from fpgames.rand.generators import SplitMix, mix64, mix_gamma
from fpgames.rules.outcomes import MAX_PLAYOUT_MOVES, Counts, EndlessGame
from fpgames.rules.record import AnyRules, explicit_score
from fpgames.validation import call_guarded

_MAX_KEPT_CHILDREN = 64  # number of children that fit into a buffer; a further child is generated again if chosen
_U = np.uint64
_mix64, _mix_gamma = inner_jit(mix64), inner_jit(mix_gamma)  # compiled counterparts, for unsigned words


class Endless(Exception):
    """Raised in compiled code to stop a playout that is too long."""


def play_out(rules: AnyRules, p, gen: SplitMix, n: int) -> Counts:
    """Count the outcomes of ``n`` playouts from ``p``; each playout uses a generator that is split from ``gen``."""
    more_types = types.uint64, types.uint64, types.int64, types.int64
    play = compile_task("random games", rules, (), lambda t: _build_playouts(t, rules), p, *more_types)
    memory, buffer = Memory(), child_buffer(p)
    token = ASK.set(lambda: None)  # the ``stop`` of a search may play them
    try:
        counts = call_guarded(play, memory.address, p, _U(gen.seed), _U(gen.gamma), n, buffer.ctypes.data)
    except Endless:
        raise EndlessGame(rules.name) from None
    finally:
        ASK.reset(token)
    return Counts(*map(int, counts))


def compile_task(
    task: str, rules: AnyRules, uses: tuple[object, ...], build: Callable[[Translator], Any], p, *more_types
):
    """Compile the function that ``build`` makes for the types of ``p`` and ``more_types``; cache keys have ``uses``."""
    uses = rules.successors, rules.score, *uses, task

    def translate():
        translator = Translator(rules.score, rules.successors, ())
        return translator, translator.compile_entry(build(translator), None)

    return compiled_function(
        cache_entry_for(*uses)[0], f"the {task} of {rules.name}", uses, translate, rules, (p,), *more_types
    )


def child_buffer(p):
    """Return a buffer for ``_MAX_KEPT_CHILDREN`` positions of the type of ``p``."""
    return np.empty(_MAX_KEPT_CHILDREN * position_words(p), np.int64)


def position_words(p: object) -> int:
    """Return the number of words that a position takes in compiled code."""
    return -(-disk.target_context().get_abi_sizeof(disk.target_context().get_value_type(typeof(p))) // 8)


def _build_playouts(translator: Translator, rules: AnyRules):
    """Return an uncompiled function that counts the outcomes of playouts; ``compile_task`` compiles this function."""
    count, _, play_out_from, _, successors = playout_functions(translator, rules)

    def count_outcomes(memory, p, seed, gamma, n, buffer):  # compiled
        begin_search(memory, successors, p)
        first_wins = second_wins = moves_since_poll = 0
        for _ in range(n):
            game_seed = seed + gamma
            seed = game_seed + gamma
            game_gamma = _U(_mix_gamma(seed))  # numba gives the result a sign
            outcome, _, moves = play_out_from(p, count(p, buffer), _mix64(game_seed), game_gamma, buffer)
            moves_since_poll += moves
            if moves_since_poll >> 16:
                moves_since_poll = 0
                run_signal_handlers()
            first_wins += outcome > 0
            second_wins += outcome < 0
        return first_wins, n - first_wins - second_wins, second_wins

    return count_outcomes


def playout_functions(translator: Translator, rules: AnyRules) -> tuple[Any, ...]:
    """Return five compiled functions of playouts; raise Unsupported if the game cannot be compiled.

    The first stores the children of a position in a buffer, and returns their number. The second returns a child by its
    index. The third plays from a position in a game to the end; it returns the outcome, the next seed and the number of
    moves. The fourth returns the outcome of a position. The fifth yields the children of a position.
    """
    outcome = lower_outcome(translator, rules, explicit_score(rules))  # called after the end only
    successors = translator.lower(rules.successors)

    def count_children(p, buffer):  # compiled
        n = 0
        for q in successors(p):
            if n < _MAX_KEPT_CHILDREN:
                store(buffer + n * size_of(p), q)
            n += 1
        return n

    def nth_child(p, n):  # compiled
        for q in successors(p):
            if n == 0:
                return q
            n -= 1
        return p

    count, nth = (translator.compile_inner(function, rules.successors) for function in (count_children, nth_child))

    def play_out_from(q, n_children, seed, gamma, buffer):  # compiled
        moves = 0
        while n_children:
            draw = _U(0)
            if n_children > 1:
                highest = _U(n_children - 1)
                mask = covering_mask(highest)
                seed += gamma
                draw = _mix64(seed) & mask
                while draw > highest:
                    seed += gamma
                    draw = _mix64(seed) & mask
            i = np.int64(draw)
            q = load(buffer + i * size_of(q), q) if i < _MAX_KEPT_CHILDREN else nth(q, i)
            n_children = count(q, buffer)
            moves += 1
            if moves > MAX_PLAYOUT_MOVES:
                raise Endless
        return outcome(q), seed, moves

    return count, nth, translator.compile_inner(play_out_from, rules.successors), outcome, successors


@llvm_intrinsic(types.uint64, types.uint64)
def covering_mask(context, builder, word):
    """Return the smallest number of the form 2**n - 1 that is at least ``word``; ``word`` must not be 0."""
    return builder.lshr(word.type(-1), builder.ctlz(word, llvm.IntType(1)(1)))
