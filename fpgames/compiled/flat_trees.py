"""Search trees in arrays of words: compiled searches write the arrays, and immutable tree objects read them.

A node has two words. The first is the total of the node's values, a float. The second has three bit fields: the number
of visits, the proof, and the offset of the node's block. An *offset* is the index of a word in the array. A *block*
contains the children of a node, and is allocated at the node's second visit. A block begins with a header: the offset
of the parent node, the offset of the block that contains the parent node, the number of children (negative if SECOND
moves), and the position of the parent node.
"""

from __future__ import annotations

import struct
from array import array
from functools import partial
from reprlib import repr as brief
from typing import Any, Generic

from fpgames.compiled.caching.fingerprints import cache_entry_for
from fpgames.compiled.errors import WITHOUT_JIT_HINT, CannotCompile
from fpgames.rules.outcomes import Outcome
from fpgames.rules.record import M, P, Rules
from fpgames.search.tree_search.tree import AnySearchTree, LazyChildren, SearchTree, expand

VISITS = (1 << 30) - 1  # bit mask of visits, which is also their maximum
PROOF_AT, BLOCK_AT = 30, 32  # first bits of the proof (outcome + 2; 0 if none) and of the block in a node's second word
OFFSET = (1 << 32) - 1  # bit mask of offsets, which is also their maximum
NODE = 2  # number of words per node


class FlatTree(Generic[P, M]):
    """A search tree in an array: the root comes first, and each block of children begins with ``header`` words."""

    def __init__(self, rules: Rules[P, M], words: Any, header: int) -> None:
        self.rules, self.header = rules, header
        self.words = memoryview(words).cast("B").cast("q")  # view of ``words`` as integers
        self._floats = self.words.cast("B").cast("d")  # view of ``words`` as floats

    def __reduce__(self) -> tuple[object, ...]:
        return FlatTree, (self.rules, self.words.tobytes(), self.header)

    def node(self, p: P, offset: int) -> SearchTree[P, M]:
        """Return the search tree that begins at the node at ``offset``; ``p`` is the position of this node."""
        rules, word = self.rules, self.words[offset + 1]
        visits, proof, block = word & VISITS, word >> PROOF_AT & 3, word >> BLOCK_AT & OFFSET
        tree = expand(rules, p)._replace(
            visits=visits, total=self._floats[offset], proof=Outcome(proof - 2) if proof else None
        )
        if not block:
            return tree
        return tree._replace(children=LazyChildren(len(tree.moves), partial(_make_child, self, p, tree.moves, block)))


def _make_child(flat: FlatTree[P, M], p: P, moves: tuple[M, ...], block: int, i: int) -> SearchTree[P, M] | None:
    offset = block + flat.header + NODE * i
    if not flat.words[offset + 1]:
        return None
    return flat.node(flat.rules.play(p, moves[i]), offset)


def pack(rules: Rules[P, M], tree: SearchTree[P, M], header: int) -> tuple[Any, int]:
    """Return an array with a search tree's nodes, and the offset of the root's block; headers have ``header`` words.

    If a compiled search with equal rules built the tree, its array is returned. A new array contains no positions.
    """
    _require_same_game(rules, tree, tree.position)
    make = tree.children.make if isinstance(tree.children, LazyChildren) else None
    if isinstance(make, partial) and make.func is _make_child:
        flat, _, _, block = make.args
        if flat.header == header and (flat.rules is rules or _cache_entry_of(flat.rules) is _cache_entry_of(rules)):
            return flat.words, block
    words = array("q", [0] * NODE)
    stack: list[tuple[AnySearchTree, int]] = [(tree, 0)]
    while stack:
        node, offset = stack.pop()
        block = 0
        if node.tried:
            block = len(words)
            first_child = block + header
            words.extend([0] * (header + NODE * len(node.children)))
            words[block + 1] = int(node.player or 0) * len(node.children)
            for i, (move, child) in enumerate(zip(node.moves, node.children, strict=True)):
                if child is not None:
                    _require_same_game(rules, child, rules.play(node.position, move))
                    stack.append((child, first_child + NODE * i))
        words[offset : offset + NODE] = array("q", pack_node(node, block))
    return words, words[1] >> BLOCK_AT & OFFSET


def _cache_entry_of(rules: Rules[P, M]) -> object:
    """Return the cache entry for ``rules`` and for all equal rules, for example an unpickled copy."""
    return cache_entry_for(rules.successors, rules.player, rules.score)[0]


def _require_same_game(rules: Rules[P, M], tree: SearchTree[P, M], p: P) -> None:
    """Raise CannotCompile if ``tree`` has notes, or if the root is not the node that ``rules`` produce for ``p``."""
    if tree.notes is not None:
        raise CannotCompile(
            f"cannot compile the search of a tree with notes, which compiled searches do not keep: {brief(tree.position)} has"
            f" some; {WITHOUT_JIT_HINT}"
        )
    expected = expand(rules, p)
    is_equal = all(getattr(expected, name) == getattr(tree, name) for name in ("position", "player", "moves"))
    if not is_equal or expected.proof not in (None, tree.proof):
        raise CannotCompile(
            f"cannot compile the search of a tree that is not of {rules!r}, as {brief(tree.position)} in it shows; {WITHOUT_JIT_HINT}"
        )


def pack_node(tree: AnySearchTree, block: int) -> tuple[int, int]:
    """Return the two words of a node whose block has offset ``block``; raise OverflowError above ``VISITS`` visits."""
    if tree.visits > VISITS:
        raise OverflowError(
            f"{tree.visits} visits of a position are too many for compiled code; without jit, there is no limit"
        )
    word = tree.visits | (0 if tree.proof is None else tree.proof + 2) << PROOF_AT | block << BLOCK_AT
    words: tuple[int, int] = struct.unpack("qq", struct.pack("dQ", tree.total, word))
    return words
