"""Trees of statistics in an array of words, as compiled searches make them, and the immutable trees that show them.

A node is two words: its total, a float; and its visits, its proof and the place of its block, in bits. Its *block* is made
at its second visit: where the node is, the number of its children, its position, and the children themselves.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from functools import partial
from reprlib import repr as brief
from typing import Any, Generic

from fpgames.compiled.caching.fingerprints import cache_entry_for
from fpgames.compiled.code.errors import WITHOUT_JIT_HINT, CannotCompile
from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import M, P, Rules
from fpgames.search.tree_search.tree import AnySearchTree, LazyChildren, SearchTree, expand

VISITS = (1 << 30) - 1  # the most visits of a node, and the bits that they take
PROOF, BLOCK = 30, 32  # the bits at which a node's proof begins, 0 or its outcome plus 2, and the place of its block
FAR = (1 << 32) - 1  # the last place that a node's word can name
NODE = 2  # the words of a node


class FlatTree(Generic[P, M]):
    """The words of a search, whose root comes first; a block has a header of some words before its children."""

    def __init__(self, rules: Rules[P, M], words: Any, header: int) -> None:
        self.rules, self.header = rules, header
        self.words = memoryview(words).cast("B").cast("q")  # as whole numbers
        self._floats = self.words.cast("B").cast("d")  # as floats

    def __reduce__(self) -> tuple[object, ...]:
        return FlatTree, (self.rules, self.words.tobytes(), self.header)

    def node(self, p: P, place: int) -> SearchTree[P, M]:
        """Return the tree of a position, whose node is at a place."""
        rules, word = self.rules, self.words[place + 1]
        visits, proof, block = word & VISITS, word >> PROOF & 3, word >> BLOCK & FAR
        tree = expand(rules, p)
        children: Sequence[SearchTree[P, M] | None] = tree.children
        if block:
            children = LazyChildren(len(tree.moves), partial(_child, self, p, tree.moves, block))
        outcome = Outcome(proof - 2) if proof else None
        return SearchTree(p, tree.player, tree.moves, children, visits, self._floats[place], outcome, rules)


def _child(flat: FlatTree[P, M], p: P, moves: tuple[M, ...], block: int, i: int) -> SearchTree[P, M] | None:
    place = block + flat.header + NODE * i
    if not flat.words[place + 1]:
        return None
    return flat.node(flat.rules.play(p, moves[i]), place)


def packed(rules: Rules[P, M], tree: SearchTree[P, M], header: int) -> tuple[Any, int]:
    """Return words that hold the nodes below a root, and the place of the root's block.

    The words of a compiled search are returned as they are. Blocks that are made of other trees have no positions.
    """
    _require_of_rules(rules, tree, tree.position)
    make = tree.children.make if isinstance(tree.children, LazyChildren) else None
    if isinstance(make, partial) and make.func is _child:
        flat, _, _, block = make.args
        if flat.header == header and (flat.rules is rules or _used(flat.rules) is _used(rules)):
            return flat.words, block
    words = array("q", [0] * NODE)
    waiting: list[tuple[AnySearchTree, int]] = [(tree, 0)]
    while waiting:
        node, place = waiting.pop()
        block = 0
        if node.tried:
            block = len(words)
            below = block + header
            words.extend([0] * (header + NODE * len(node.children)))
            words[block + 1] = int(node.player or 0) * len(node.children)
            for i, (move, child) in enumerate(zip(node.moves, node.children, strict=True)):
                if child is not None:
                    _require_of_rules(rules, child, rules.play(node.position, move))
                    waiting.append((child, below + NODE * i))
        words[place : place + NODE] = array("q", node_words(node, block))
    return words, words[1] >> BLOCK & FAR


def _used(rules: Rules[P, M]) -> object:
    """Return what is the same for all rules whose compiled functions are equal, such as those that were unpickled."""
    return cache_entry_for(rules.successors, rules.player, rules.score)[0]


def _require_of_rules(rules: Rules[P, M], tree: SearchTree[P, M], p: P) -> None:
    """Raise CannotCompile for a node unlike that of the rules: compiled code has the numbers of its moves only."""
    if tree.notes is not None:
        raise CannotCompile(
            f"cannot compile the search of a tree with notes, which compiled searches do not keep: {brief(tree.position)} has"
            f" some; {WITHOUT_JIT_HINT}"
        )
    own = expand(rules, p)
    if own[:3] != tree[:3] or own.proof not in (None, tree.proof):
        raise CannotCompile(
            f"cannot compile the search of a tree that is not of {rules!r}, as {brief(tree.position)} in it shows; {WITHOUT_JIT_HINT}"
        )


def node_words(tree: AnySearchTree, block: int) -> tuple[int, int]:
    """Return the words of a node, whose block is at a place; raise OverflowError if it has too many visits."""
    if tree.visits > VISITS:
        raise OverflowError(
            f"{tree.visits} visits of a position are too many for compiled code; without jit they are not"
        )
    word = tree.visits | (0 if tree.proof is None else tree.proof + 2) << PROOF | block << BLOCK
    found: tuple[int, int] = struct.unpack("qq", struct.pack("dQ", tree.total, word))
    return found
