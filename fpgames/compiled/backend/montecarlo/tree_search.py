"""Compiled Monte-Carlo tree search: it runs the same simulations as ``mcts``, but stores the tree in an array.

``flat_trees`` describes the array. When the array is full, compiled code returns to Python, which enlarges the array
and calls the code again. ``base`` is the array's address; ``offset`` is the offset of a node, and ``block`` of a block.
"""

from __future__ import annotations

from functools import partial
from math import inf, log
from typing import Any

import numpy as np
from numba import njit
from numba.core import types

from fpgames.compiled.backend.arithmetic.casts import require_child_type
from fpgames.compiled.backend.lowering.functions import Translator
from fpgames.compiled.backend.lowering.supported_builtins import player_or
from fpgames.compiled.backend.memory import words
from fpgames.compiled.backend.memory.safepoints import ASK, begin_search, run_signal_handlers
from fpgames.compiled.backend.memory.words import address_of, load, size_of, store, word_at
from fpgames.compiled.backend.montecarlo.playouts import (
    Endless,
    child_buffer,
    compile_task,
    playout_functions,
    position_words,
)
from fpgames.compiled.errors import WITHOUT_JIT_HINT
from fpgames.compiled.flat_trees import BLOCK_AT, NODE, OFFSET, PROOF_AT, VISITS, FlatTree, pack, pack_node
from fpgames.rand.generators import SplitMix
from fpgames.rules.outcomes import EndlessGame, Player
from fpgames.search.tree_search.phases import proven_by, upper_bound
from fpgames.search.tree_search.tree import AnySearchTree
from fpgames.validation import call_guarded

_U = np.uint64
_INITIAL_WORDS, _MAX_WORDS = 1 << 14, OFFSET
_POLL_SHIFT = 12  # signal handlers run every 2**12 moves
_STATIC_MOVES = 16  # time of a call of a static function, measured in moves of playouts
_FIRST, _STOP = Player.FIRST, words.STOP_OFFSET
_inner = njit(**words.INNER_OPTIONS, error_model="numpy")  # omits checks for zero divisors, because no divisor is zero
_upper_bound, _proven_by = _inner(upper_bound), _inner(proven_by)


def compile_search(plan, p):
    """Return a function that continues a search in compiled code; all positions must have the type of ``p``."""
    rules, games = plan.rules, plan.games
    evaluation = (games.successors, games.score) if games else (plan.static,)
    uses = None if rules.alternates else rules.player, *evaluation, upper_bound, proven_by
    return partial(
        _continue_search,
        compile_task("tree search", rules, uses, lambda t: _build_search(t, plan), p, *_ARG_TYPES),
        plan,
    )


_ARG_TYPES = (*(types.int64,) * 5, types.uint64, types.uint64, types.float64, *(types.int64,) * 4)


def _continue_search(search, plan, tree: AnySearchTree, root_visits: int, gen: SplitMix, stop):
    """Continue a search until the root has ``root_visits`` visits, or ``stop`` returns True.

    Return the new tree, the next generator, and whether ``stop`` returned True. The search also ends early if the static
    function returns anything but a number from -1 to 1.
    """
    p, (seed, gamma) = tree.position, gen
    if root_visits > VISITS:
        raise OverflowError(
            f"compiled searches have at most {VISITS} simulations, not {root_visits}; {WITHOUT_JIT_HINT}"
        )
    header = 2 + position_words(p)
    old_words, old_block = pack(plan.rules, tree, header)
    old_words = np.frombuffer(old_words, np.int64)
    nodes, buffer, memory = np.array(pack_node(tree, 0)), child_buffer(p), words.Memory()
    used, missing = NODE, max(_INITIAL_WORDS, len(old_words))
    token = ASK.set(partial(memory.ask, stop))
    try:
        while missing:
            if used + missing > _MAX_WORDS:
                raise MemoryError(f"compiled searches have trees of at most {_MAX_WORDS} words; {WITHOUT_JIT_HINT}")
            nodes.resize(min(max(2 * len(nodes), used + missing), _MAX_WORDS), refcheck=False)
            used, missing, seed = call_guarded(
                search, memory.address, p, int(tree.player or 0), nodes.ctypes.data, len(nodes), used,
                root_visits, _U(seed), _U(gamma), plan.c, plan.k, buffer.ctypes.data, old_words.ctypes.data, old_block,
            )  # fmt: skip
            old_block = 0
    except Endless:
        raise EndlessGame((plan.games or plan.rules).name) from None
    finally:
        ASK.reset(token)
    nodes.resize(used, refcheck=False)
    return FlatTree(plan.rules, nodes, header).node(p, 0), SplitMix(seed, gamma), memory.is_stopped


def _build_search(translator: Translator, plan):
    """Return an uncompiled function that runs the simulations of a search with the settings ``plan``."""
    playouts = playout_functions(translator, plan.rules)
    count, nth, _, outcome, successors = playouts
    evaluate = _playout_evaluation(translator, plan, playouts) if plan.games else _static_evaluation(translator, plan)
    turn, new_block, copy_tree = _block_functions(translator, plan, nth, successors)

    def search(memory, p, first_turn, base, space, used, limit, seed, gamma, c, k, buffer, old, old_block):  # compiled
        begin_search(memory, successors, p)
        header = header_words(p)
        if old_block:
            used = copy_tree(p, base, space, used, first_turn, old, old_block)
        moves_since_poll = 0
        while True:
            visits, proof, child_block = node_at(base, 0)
            if proof or visits == limit or (visits > 1 and word_at(address_of(_STOP))):
                return used, 0, seed
            offset = block = i = 0
            last_player = -first_turn
            while visits and not proof:
                if not child_block:
                    q = nth(load(base + 8 * block + 16, p), i) if offset else p
                    child_block = used
                    used = new_block(q, base, space, used, offset, block, turn(q, last_player), old, 0)
                    if used > space:
                        return child_block, used - child_block, seed
                last_player = 1 if word_at(base + 8 * child_block + 8) > 0 else -1
                i = select_child(base, child_block, header, visits, c)
                block, offset = child_block, child_block + header + NODE * i
                visits, proof, child_block = node_at(base, offset)
                moves_since_poll += 1
            if proof:
                value = float(proof - 2)
            else:
                q = nth(load(base + 8 * block + 16, p), i) if offset else p
                n_children = count(q, buffer)
                if n_children:
                    value, seed, moves = evaluate(q, n_children, seed, gamma, k, buffer)
                    moves_since_poll += moves
                    if not -1 <= value <= 1:
                        return used, 0, seed
                else:
                    proof = outcome(q) + 2
                    value = float(proof - 2)
            back_up(base, offset, block, header, value, proof)
            if moves_since_poll >> _POLL_SHIFT:
                moves_since_poll = 0
                run_signal_handlers()

    return search


def _block_functions(translator: Translator, plan, nth, successors):
    """Return three compiled functions: they find the player to move, make a block, and copy an older tree's blocks."""
    rules = plan.rules
    player_of: Any = None if rules.alternates else translator.lower(rules.player)

    def turn_at(p, last_player):  # compiled
        if player_of is None:
            return -last_player
        return 1 if player_or(player_of(p), _FIRST) is _FIRST else -1

    def new_block(p, base, space, used, offset, block, turn, old_words, old_block):  # compiled
        n = 0
        for _ in successors(p):
            n += 1
        header = header_words(p)
        end = used + header + NODE * n
        if end <= space:
            at, node = base + 8 * used, base + 8 * offset + 8
            store(at, offset | block << BLOCK_AT)
            store(at + 8, n * turn)
            store(at + 16, p)
            store(node, (word_at(node) & OFFSET) | used << BLOCK_AT)
            for at in range(header, header + NODE * n):
                store(base + 8 * (used + at), word_at(old_words + 8 * (old_block + at)) if old_block else 0)
        return end

    def copy_tree(p, base, space, used, first_turn, old_words, old_block):  # compiled
        at, header = used, header_words(p)
        used = block_of(p, base, space, used, 0, 0, first_turn, old_words, old_block)
        while at < used:
            q, n = load(base + 8 * at + 16, p), word_at(base + 8 * at + 8)
            for i in range(abs(n)):
                offset = at + header + NODE * i
                child_block = node_at(base, offset)[2]
                if child_block:
                    child = nth(q, i)
                    turn = mover(child, 1 if n > 0 else -1)
                    used = block_of(child, base, space, used, offset, at, turn, old_words, child_block)
            at += header + NODE * abs(n)
        return used

    mover, block_of = (
        translator.compile_inner(turn_at, rules.player),
        translator.compile_inner(new_block, rules.successors),
    )
    return mover, block_of, translator.compile_inner(copy_tree, rules.successors)


def _playout_evaluation(translator: Translator, plan, parts):
    """Return a compiled function that evaluates positions by playouts; ``parts`` are ``playout_functions``."""
    same_rules = plan.games is plan.rules
    count, _, game, _, successors = parts if same_rules else playout_functions(translator, plan.games)

    def evaluate(q, n_children, seed, gamma, k, buffer):  # compiled
        require_child_type(successors, q)
        total = moves = 0
        for i in range(k):
            if i or not same_rules:
                n_children = count(q, buffer)
            outcome, seed, length = game(q, n_children, seed, gamma, buffer)
            total += outcome
            moves += length
            if moves >> _POLL_SHIFT:
                moves = 0
                run_signal_handlers()
        return total / k, seed, moves

    return translator.compile_inner(evaluate, plan.games.successors)


def _static_evaluation(translator: Translator, plan):
    """Return a compiled function that evaluates positions by the static function of ``plan``."""
    static = translator.lower(plan.static)

    def evaluate(q, n_children, seed, gamma, k, buffer):  # compiled
        return float(static(q)), seed, _STATIC_MOVES

    return translator.compile_inner(evaluate, plan.static)


@_inner
def header_words(p):  # compiled
    """Return the number of words in the header of a block for a position like ``p``."""
    return 2 + size_of(p) // 8


@_inner
def node_at(base, offset):  # compiled
    """Return a node's number of visits, its proof, and the offset of its block; ``base`` is the array's address."""
    word = word_at(base + 8 * offset + 8)
    return word & VISITS, word >> PROOF_AT & 3, word >> BLOCK_AT & OFFSET


@_inner
def select_child(base, block, header, visits, c):  # compiled
    """Return the index of the child in ``block`` with the highest upper confidence bound; ``c`` weights exploration."""
    n = word_at(base + 8 * block + 8)
    is_first = n > 0
    log_n = log(float(visits - 1 or 1))
    best, highest = 0, -inf
    at = base + 8 * (block + header)
    for i in range(abs(n)):
        visits, proof, _ = node_at(at, 0)
        if not visits:
            return i
        mean = float(proof - 2) if proof else load(at, 0.0) / visits
        upper = _upper_bound(c, is_first, log_n, visits, mean, proof != 0)
        if upper > highest:
            best, highest = i, upper
        at += 8 * NODE
    return best


@_inner
def back_up(base, offset, block, header, value, proof):  # compiled
    """Add a visit and ``value`` to a node and all ancestors; store ``proof``, and derive proofs of ancestors."""
    while True:
        at = base + 8 * offset
        store(at, load(at, 0.0) + value)
        store(at + 8, (word_at(at + 8) + 1) | proof << PROOF_AT)
        if not offset:
            break
        if proof:
            proof = proof_from_children(base, block, header)
            if proof:
                value = float(proof - 2)
        up = word_at(base + 8 * block)
        offset, block = up & OFFSET, up >> BLOCK_AT & OFFSET


@_inner
def child_proofs(base, block, header, n):  # compiled
    """Yield the outcomes of the proven children in a block; the block has ``header`` words, then ``n`` children."""
    for i in range(n):
        proof = node_at(base, block + header + NODE * i)[1]
        if proof:
            yield proof - 2


@_inner
def proof_from_children(base, block, header):  # compiled
    """Derive the proof of a parent from the proofs of the children in a block; return 0 for an unproven parent."""
    n = word_at(base + 8 * block + 8)
    outcome = _proven_by(n > 0, abs(n), child_proofs(base, block, header, abs(n)))
    return 0 if outcome is None else outcome + 2
