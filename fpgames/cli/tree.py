"""The command ``tree``: the tree of a position as a picture."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any

from fpgames.cli.analyse import position_of, written
from fpgames.cli.lookup import find_game
from fpgames.cli.status import replace_missing_characters
from fpgames.draw.dot import tree_dot
from fpgames.draw.excerpt import excerpt
from fpgames.draw.labels import Shown, shown
from fpgames.draw.mermaid import tree_mermaid
from fpgames.draw.trees import tree_svg
from fpgames.search.traces import BareTrace, Traced, ab_trace, minimax_trace
from fpgames.tree.building import Node, game_tree
from fpgames.tree.stages import prune

TRACES: Mapping[str, BareTrace] = {"minimax": minimax_trace, "alphabeta": ab_trace}
DRAWINGS: Mapping[str, Callable[..., str]] = {".svg": tree_svg, ".dot": tree_dot, ".mmd": tree_mermaid}


def run_tree(args: argparse.Namespace) -> int:
    """Draw the tree of a position, and return the exit status."""
    rules = find_game(args.game)
    suffix = args.file.suffix.lower() if args.file else ".svg"
    draw = DRAWINGS.get(suffix)
    if draw is None:
        raise ValueError(
            f"{args.file}: cannot draw {args.file.suffix or 'without a suffix'}; expected .svg, .dot or .mmd"
        )
    if args.file and not args.file.parent.is_dir():
        raise ValueError(f"{args.file}: there is no directory {args.file.parent}")
    p = position_of(rules, args)
    tree = game_tree(rules)(p) | prune(args.depth)
    width = 9 if args.width is None and suffix != ".svg" else args.width
    if width is not None:
        excerpt(tree, args.depth, width, lambda _: Shown(""))  # too large a picture is refused before the search
    traced = TRACES[args.search](static=lambda node: rules.static(node.position))(tree)

    def show(label: Traced[Node[Any, Any]]) -> Shown:
        line = label.label.line
        *_, edge = "", *written(rules, p, line)
        return shown(label)._replace(edge=edge)

    title = f"{rules.name}: {args.search} {args.depth} moves ahead"
    given = {"windows": args.windows, "title": title} if suffix == ".svg" else {"show": show}
    drawn = draw(traced, depth=args.depth, width=width, **given)
    if args.file:
        args.file.write_text(f"{drawn}\n", encoding="utf-8")
    else:
        replace_missing_characters("xmlcharrefreplace")
        print(drawn)
    return 0
