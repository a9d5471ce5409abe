"""The command ``tree``: the tree of a position as a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any

from fpgames.cli.lookup import find_game
from fpgames.cli.positions import position_of, written
from fpgames.cli.search_tree import searched, simulations
from fpgames.cli.status import printable, replace_missing, seed_or_any, ticking
from fpgames.draw.contents import NodeContent, node_content
from fpgames.draw.dot import tree_dot
from fpgames.draw.excerpt import DrawnNode, excerpt
from fpgames.draw.lettering import edge_text, node_text
from fpgames.draw.mermaid import tree_mermaid
from fpgames.draw.plain_text import draw_tree
from fpgames.draw.trees import tree_svg
from fpgames.rand.generators import SplitMix
from fpgames.rules.record import AnyRules
from fpgames.search.recording import Traced
from fpgames.search.traces import BareTrace, ab_trace, minimax_trace
from fpgames.search.tree_search.statistics_tree import statistics
from fpgames.tree.building import game_tree
from fpgames.tree.stages import prune
from fpgames.tree.unfolding import Tree, node

TRACES: Mapping[str, BareTrace] = {"minimax": minimax_trace, "alphabeta": ab_trace}


def _tree_text(tree: Tree[Any], *, depth: int, width: int, show: Callable[[Any], NodeContent]) -> str:
    """Return the top of a tree as text, with each move before the value of its node."""

    def noted(drawn: DrawnNode) -> Tree[str]:
        words = f"{edge_text(drawn.shown)}  {node_text(drawn.shown)}".strip().replace("\n", " ")
        return node(printable(words), [*map(noted, drawn.children), *map(node, filter(None, [drawn.rest]))])

    return draw_tree(noted(excerpt(tree, depth, width, show)))


DRAWINGS: Mapping[str, Any] = {".svg": tree_svg, ".dot": tree_dot, ".mmd": tree_mermaid, ".txt": _tree_text}


def run_tree(args: argparse.Namespace) -> int:
    """Draw the tree of a position, and return the exit status."""
    rules = find_game(args.game)
    suffix = args.file.suffix.lower() if args.file else ".txt" if sys.stdout.isatty() else ".svg"
    draw = DRAWINGS.get(suffix)
    if draw is None:
        what = args.file.suffix or "without a suffix"
        raise ValueError(f"{args.file}: cannot draw {what}; expected .svg, .dot, .mmd or .txt")
    if args.file and not args.file.parent.is_dir():
        raise ValueError(f"{args.file}: there is no directory {args.file.parent}")
    p = position_of(rules, args)
    width = 9 if args.width is None and suffix != ".svg" else args.width
    found, title = (_traced if args.search in TRACES else _of_simulations)(rules, p, args, width)

    def show(label: Any) -> NodeContent:
        line = label.label.line if isinstance(label, Traced) else label.line
        *_, edge = "", *written(rules, p, line)
        return node_content(label)._replace(edge=edge)

    given = {"windows": args.windows, "title": title} if suffix == ".svg" else {"show": show}
    with ticking():
        drawn = draw(found, depth=args.depth, width=width, **given)
    if args.file:
        args.file.write_text(f"{drawn}\n", encoding="utf-8")
    else:
        replace_missing("xmlcharrefreplace")
        print(drawn)
    return 0


def _traced(rules: AnyRules, p: Any, args: argparse.Namespace, width: int | None) -> tuple[Tree[Any], str]:
    """Return the tree as a search walks it, and what it is."""
    if args.seed is not None:
        raise ValueError(f"--seed is for a Monte-Carlo tree search: {args.search} does not draw random numbers")
    tree = game_tree(rules)(p) | prune(args.depth)
    if width is not None:
        excerpt(tree, args.depth, width, _nothing)  # too large a picture is refused before the search
    traced = TRACES[args.search](static=lambda node: rules.static(node.position))(tree)
    return traced, f"{rules.name}: {args.search} {args.depth} moves ahead"


def _of_simulations(rules: AnyRules, p: Any, args: argparse.Namespace, width: int | None) -> tuple[Tree[Any], str]:
    """Return the tree of a Monte-Carlo tree search, and what it is."""
    n = simulations(args.search, f"{', '.join(sorted(TRACES))} or mcts:N")
    if n is None:
        raise ValueError("--search mcts has no end: write mcts:N, with a number of simulations")
    if args.windows:
        raise ValueError(f"--windows are those of alphabeta: {args.search} has none")
    excerpt(game_tree(rules)(p) | prune(0), args.depth, 1 if width is None else width, _nothing)  # refuses -1 levels
    seed = seed_or_any(args.seed)
    found = searched(rules, p, SplitMix.from_seed(seed), n)
    return statistics(rules)(found), f"{rules.name}: {args.search}, seed {seed}"


def _nothing(_: object) -> NodeContent:
    return NodeContent("")
