"""The command ``tree``: draw the tree of a position, with the results of a search."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from typing import Any

from fpgames.cli.files import replace_file
from fpgames.cli.lookup import find_game
from fpgames.cli.positions import line_texts, position_from_args
from fpgames.cli.search_tree import read_simulations, run_mcts
from fpgames.cli.status import (
    printable,
    reporting_interrupts,
    seed_or_random,
    set_encoding_errors,
    showing_elapsed_time,
)
from fpgames.draw.contents import NodeContent, node_content
from fpgames.draw.dot import tree_dot
from fpgames.draw.excerpt import DrawnNode, excerpt
from fpgames.draw.lettering import edge_text, node_text
from fpgames.draw.mermaid import tree_mermaid
from fpgames.draw.plain_text import draw_tree
from fpgames.draw.trees import tree_svg
from fpgames.rand.generators import SplitMix
from fpgames.rules.record import AnyRules
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.chance import expectiminimax
from fpgames.search.recording import Traced
from fpgames.search.traces import trace
from fpgames.search.tree_search.statistics_tree import statistics
from fpgames.search.values import minimax
from fpgames.tree.building import game_tree
from fpgames.tree.stages import prune
from fpgames.tree.unfolding import Tree, node

SEARCHES: Mapping[str, Callable[..., Any]] = {
    "minimax": minimax,
    "alphabeta": alpha_beta,
    "expectiminimax": expectiminimax,
}


def _tree_text(tree: Tree[Any], *, depth: int, width: int, show: Callable[[Any], NodeContent]) -> str:
    """Return the first levels of a tree as text, with the move and the value of each node on one line."""

    def to_text_tree(drawn: DrawnNode) -> Tree[str]:
        words = f"{edge_text(drawn.content)}  {node_text(drawn.content)}".strip().replace("\n", " ")
        return node(printable(words), [*map(to_text_tree, drawn.children), *map(node, filter(None, [drawn.rest]))])

    return draw_tree(to_text_tree(excerpt(tree, depth, width, show)))


DRAWINGS: Mapping[str, Any] = {".svg": tree_svg, ".dot": tree_dot, ".mmd": tree_mermaid, ".txt": _tree_text}


def run_tree(args: argparse.Namespace) -> int:
    """Draw the tree of a position to a file or standard output, and return the exit status."""
    rules = find_game(args.game)
    suffix = args.file.suffix.lower() if args.file else ".txt" if sys.stdout.isatty() else ".svg"
    if suffix not in DRAWINGS:
        kind = args.file.suffix or "without a suffix"
        raise ValueError(f"{args.file}: cannot draw {kind}; expected .svg, .dot, .mmd or .txt")
    if args.file and not args.file.parent.is_dir():
        raise ValueError(f"{args.file}: there is no directory {args.file.parent}")
    p = position_from_args(rules, args)
    width = 9 if args.width is None and suffix != ".svg" else args.width
    with reporting_interrupts("before the tree was drawn"):
        picture = _draw(rules, p, args, suffix, width)
    if args.file:
        replace_file(args.file, f"{picture}\n")
    else:
        set_encoding_errors("xmlcharrefreplace")
        print(picture)
    return 0


def _draw(rules: AnyRules, p: Any, args: argparse.Namespace, suffix: str, width: int | None) -> str:
    """Search a tree, and draw it in the format of a suffix."""
    tree, title = (_trace_and_title if args.search in SEARCHES else _mcts_tree_and_title)(rules, p, args, width)

    def content_with_move(label: Any) -> NodeContent:
        line = label.label.line if isinstance(label, Traced) else label.line
        *_, edge = "", *line_texts(rules, p, line)
        return node_content(label)._replace(edge=edge)

    options = {"windows": args.windows, "title": title} if suffix == ".svg" else {"show": content_with_move}
    with showing_elapsed_time():
        picture: str = DRAWINGS[suffix](tree, depth=args.depth, width=width, **options)
    return picture


def _trace_and_title(rules: AnyRules, p: Any, args: argparse.Namespace, width: int | None) -> tuple[Tree[Any], str]:
    """Return the trace of a search, which is a tree, and the title of its picture."""
    if args.seed is not None:
        raise ValueError(f"--seed is for a Monte-Carlo tree search: {args.search} does not draw random numbers")
    tree = game_tree(rules)(p) | prune(args.depth)
    if width is not None:
        excerpt(tree, args.depth, width, _blank)  # raises before the search if the picture would be too large
    traced = tree | trace(SEARCHES[args.search], static=lambda node: rules.static(node.position))
    return traced, f"{rules.name}: {args.search} {args.depth} moves ahead"


def _mcts_tree_and_title(rules: AnyRules, p: Any, args: argparse.Namespace, width: int | None) -> tuple[Tree[Any], str]:
    """Return the tree of statistics of a Monte-Carlo tree search, and the title of its picture."""
    n = read_simulations(args.search, f"{', '.join(sorted(SEARCHES))} or mcts:N")
    if n is None:
        raise ValueError("--search mcts has no end: write mcts:N, with a number of simulations")
    if args.windows:
        raise ValueError(f"--windows is for --search alphabeta: {args.search} has no windows")
    excerpt(game_tree(rules)(p) | prune(0), args.depth, 1 if width is None else width, _blank)  # checks depth and width
    seed = seed_or_random(args.seed)
    tree = run_mcts(rules, p, SplitMix.from_seed(seed), n)
    return statistics(rules)(tree), f"{rules.name}: {args.search}, seed {seed}"


def _blank(_: object) -> NodeContent:
    return NodeContent("")
