"""Monte-Carlo tree search by compiled functions of the game: the same simulations as those of ``mcts``, in an array.

The array is that of ``flat_trees``. Where it is full, compiled code returns, and goes on in a larger one.
"""

from __future__ import annotations

from functools import partial
from math import inf, log
from typing import Any

import numpy as np
from numba import njit
from numba.core import types

from fpgames.compiled.code.errors import WITHOUT_JIT_HINT
from fpgames.compiled.code.functions import Translator
from fpgames.compiled.code.supported_builtins import player_or
from fpgames.compiled.memory import words
from fpgames.compiled.memory.words import begin, load, require_alike, run_signal_handlers, size_of, store, word_at
from fpgames.compiled.montecarlo.flat_trees import BLOCK, FAR, NODE, PROOF, VISITS, FlatTree, node_words, packed
from fpgames.compiled.montecarlo.playouts import Endless, kernel, random_games, space_for_children, words_in
from fpgames.compiled.montecarlo.simulations import Plan
from fpgames.rand.generators import SplitMix
from fpgames.rules.outcomes import EndlessGame, Player
from fpgames.search.tree_search.phases import proven_by, upper_bound
from fpgames.search.tree_search.tree import AnySearchTree
from fpgames.validation import call_guarded

_U = np.uint64
_FIRST_WORDS, _MOST_WORDS = 1 << 14, FAR
_LOOK = 14  # after 2 to the power of so many moves, signals are let in
_STATIC = 16  # moves that a static function counts as
_FIRST = Player.FIRST
_inner = njit(**words.INNER, error_model="numpy")  # no number is divided by zero
_upper_bound, _proven_by = _inner(upper_bound), _inner(proven_by)


def search_by(plan: Plan, p):
    """Return a function that continues a search, compiled for a type of positions."""
    rules, games = plan.rules, plan.games
    evaluation = (games.successors, games.score) if games else (plan.static,)
    uses = None if rules.alternates else rules.player, *evaluation, upper_bound, proven_by
    return partial(_run, kernel("tree search", rules, uses, lambda made: _made(made, plan), p, *_FURTHER), plan)


_FURTHER = (*(types.int64,) * 5, types.uint64, types.uint64, types.float64, *(types.int64,) * 4)


def _run(search, plan: Plan, tree: AnySearchTree, most: int, gen: SplitMix):
    """Continue a search up to a number of visits of the root; return the tree and the next generator.

    The search ends before a simulation in which the static function does not return a number from -1 to 1.
    """
    p, (seed, gamma) = tree.position, gen
    if most > VISITS:
        raise OverflowError(f"compiled searches have at most {VISITS} simulations, not {most}; {WITHOUT_JIT_HINT}")
    header = 2 + words_in(p)
    old, block = packed(plan.rules, tree, header)
    old = np.frombuffer(old, np.int64)
    nodes, kept, memory = np.array(node_words(tree, 0)), space_for_children(p), words.Memory()
    used, lacking = NODE, max(_FIRST_WORDS, len(old))
    try:
        while lacking:
            if used + lacking > _MOST_WORDS:
                raise MemoryError(f"compiled searches have trees of at most {_MOST_WORDS} words; {WITHOUT_JIT_HINT}")
            nodes.resize(min(max(2 * len(nodes), used + lacking), _MOST_WORDS), refcheck=False)
            used, lacking, seed = call_guarded(
                search, memory.address, p, int(tree.player or 0), nodes.ctypes.data, len(nodes), used, most, _U(seed), _U(gamma),
                plan.c, plan.k, kept.ctypes.data, old.ctypes.data, block,
            )  # fmt: skip
            block = 0
    except Endless:
        raise EndlessGame((plan.games or plan.rules).name) from None
    nodes.resize(used, refcheck=False)
    return FlatTree(plan.rules, nodes, header).node(p, 0), SplitMix(seed, gamma)


def _made(factory: Translator, plan):
    """Return the function that searches."""
    games = random_games(factory, plan.rules)
    count, nth, _, outcome, successors = games
    evaluate = _random_games(factory, plan, games) if plan.games else _static(factory, plan)
    turn, new_block, copied = _blocks(factory, plan, nth, successors)

    def search(memory, p, first_turn, base, space, used, most, seed, gamma, c, k, kept, old, old_block):  # compiled
        begin(memory, successors, p)
        header = header_of(p)
        if old_block:
            used = copied(p, base, space, used, first_turn, old, old_block)
        looked = 0
        while True:
            visits, proof, below = node_at(base, 0)
            if proof or visits == most:
                return used, 0, seed
            place = block = i = 0
            last = -first_turn
            while visits and not proof:
                if not below:
                    q = nth(load(base + 8 * block + 16, p), i) if place else p
                    below = used
                    used = new_block(q, base, space, used, place, block, turn(q, last), old, 0)
                    if used > space:
                        return below, used - below, seed
                last = 1 if word_at(base + 8 * below + 8) > 0 else -1
                i = selected(base, below, header, visits, c)
                block, place = below, below + header + NODE * i
                visits, proof, below = node_at(base, place)
                looked += 1
            if proof:
                value = float(proof - 2)
            else:
                q = nth(load(base + 8 * block + 16, p), i) if place else p
                ways = count(q, kept)
                if ways:
                    value, seed, moves = evaluate(q, ways, seed, gamma, k, kept)
                    looked += moves
                    if not -1 <= value <= 1:
                        return used, 0, seed
                else:
                    proof = outcome(q) + 2
                    value = float(proof - 2)
            back_up(base, place, block, header, value, proof)
            if looked >> _LOOK:
                looked = 0
                run_signal_handlers()

    return search


def _blocks(factory: Translator, plan, nth, successors):
    """Return the function that tells whose turn it is, and those that make and copy blocks."""
    rules = plan.rules
    player: Any = None if rules.alternates else factory.make(rules.player)

    def turn(p, last):  # compiled
        if player is None:
            return -last
        return 1 if player_or(player(p), _FIRST) is _FIRST else -1

    def new_block(p, base, space, used, place, block, turn, old, old_block):  # compiled
        n = 0
        for _ in successors(p):
            n += 1
        header = header_of(p)
        end = used + header + NODE * n
        if end <= space:
            at, node = base + 8 * used, base + 8 * place + 8
            store(at, place | block << BLOCK)
            store(at + 8, n * turn)
            store(at + 16, p)
            store(node, (word_at(node) & FAR) | used << BLOCK)
            for at in range(header, header + NODE * n):
                store(base + 8 * (used + at), word_at(old + 8 * (old_block + at)) if old_block else 0)
        return end

    def copied(p, base, space, used, first_turn, old, old_block):  # compiled
        at, header = used, header_of(p)
        used = block_made(p, base, space, used, 0, 0, first_turn, old, old_block)
        while at < used:
            q, n = load(base + 8 * at + 16, p), word_at(base + 8 * at + 8)
            for i in range(abs(n)):
                place = at + header + NODE * i
                below = node_at(base, place)[2]
                if below:
                    child = nth(q, i)
                    turn = turn_made(child, 1 if n > 0 else -1)
                    used = block_made(child, base, space, used, place, at, turn, old, below)
            at += header + NODE * abs(n)
        return used

    turn_made, block_made = factory.plain(turn, rules.player), factory.plain(new_block, rules.successors)
    return turn_made, block_made, factory.plain(copied, rules.successors)


def _random_games(factory: Translator, plan, of_rules):
    """Return the function that evaluates a position by random games."""
    same = plan.games is plan.rules
    count, _, game, _, successors = of_rules if same else random_games(factory, plan.games)

    def evaluate(q, ways, seed, gamma, k, kept):  # compiled
        require_alike(successors, q)
        total = moves = 0
        for i in range(k):
            if i or not same:
                ways = count(q, kept)
            outcome, seed, length = game(q, ways, seed, gamma, kept)
            total += outcome
            moves += length
            if moves >> _LOOK:
                moves = 0
                run_signal_handlers()
        return total / k, seed, moves

    return factory.plain(evaluate, plan.games.successors)


def _static(factory: Translator, plan):
    """Return the function that evaluates a position by a static function."""
    static = factory.make(plan.static)

    def evaluate(q, ways, seed, gamma, k, kept):  # compiled
        return float(static(q)), seed, _STATIC

    return factory.plain(evaluate, plan.static)


@_inner
def header_of(p):  # compiled
    """Return the words of a block before its children."""
    return 2 + size_of(p) // 8


@_inner
def node_at(base, place):  # compiled
    """Return the visits of a node, its proof, and the place of its block."""
    word = word_at(base + 8 * place + 8)
    return word & VISITS, word >> PROOF & 3, word >> BLOCK & FAR


@_inner
def selected(base, block, header, visits, c):  # compiled
    """Return the index of the child with the highest bound, of the children in a block."""
    n = word_at(base + 8 * block + 8)
    first = n > 0
    log_n = log(float(visits - 1 or 1))
    best, highest = 0, -inf
    at = base + 8 * (block + header)
    for i in range(abs(n)):
        visits, proof, _ = node_at(at, 0)
        if not visits:
            return i
        mean = float(proof - 2) if proof else load(at, 0.0) / visits
        bound = _upper_bound(c, first, log_n, visits, mean, proof != 0)
        if bound > highest:
            best, highest = i, bound
        at += 8 * NODE
    return best


@_inner
def back_up(base, place, block, header, value, proof):  # compiled
    """Add a visit to a node in a block and to those above it; where a child is proven, they may be proven by it."""
    while True:
        at = base + 8 * place
        store(at, load(at, 0.0) + value)
        store(at + 8, (word_at(at + 8) + 1) | proof << PROOF)
        if not place:
            break
        if proof:
            proof = proven(base, block, header)
            if proof:
                value = float(proof - 2)
        up = word_at(base + 8 * block)
        place, block = up & FAR, up >> BLOCK & FAR


@_inner
def proofs(base, block, header, n):  # compiled
    """Yield the outcomes of the children in a block that are proven."""
    for i in range(n):
        proof = node_at(base, block + header + NODE * i)[1]
        if proof:
            yield proof - 2


@_inner
def proven(base, block, header):  # compiled
    """Return what the children in a block prove; 0 if nothing."""
    n = word_at(base + 8 * block + 8)
    found = _proven_by(n > 0, abs(n), proofs(base, block, header, abs(n)))
    return 0 if found is None else found + 2
