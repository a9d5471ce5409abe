"""Lazy trees: functions that build them, stages that transform them, sharing of equal nodes, and folds."""

from __future__ import annotations

from fpgames.tree.building import Node, build_tree, game_tree
from fpgames.tree.decorators import PairTree
from fpgames.tree.folds import fold_tree, leaves, levels, size
from fpgames.tree.protocols import Labelled, SameTree, Search, SharingStage, TreeLike
from fpgames.tree.sharing import share, unshared
from fpgames.tree.stages import extend_while, keep_best, map_tree, order_by, prune, prune_when, rebuild, with_ply
from fpgames.tree.unfolding import Seed, Tree, node, unfold
from fpgames.tree.walking import TreeTooDeep, walk

__all__ = [
    "Labelled", "Node", "PairTree", "SameTree", "Search", "Seed", "SharingStage", "Tree", "TreeLike",
    "TreeTooDeep", "build_tree", "extend_while", "fold_tree", "game_tree", "keep_best", "leaves",
    "levels", "map_tree", "node", "order_by", "prune", "prune_when", "rebuild", "share", "size", "unfold", "unshared",
    "walk", "with_ply",
]  # fmt: skip
