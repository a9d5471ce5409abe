"""Pictures of positions and trees as SVG, Graphviz DOT, Mermaid or plain text. All functions are pure."""

from __future__ import annotations

from fpgames.draw.boards import board_svg, squares_of, text_svg
from fpgames.draw.contents import NodeContent, node_content
from fpgames.draw.dot import tree_dot
from fpgames.draw.mermaid import tree_mermaid
from fpgames.draw.plain_text import draw_tree
from fpgames.draw.rating_bars import ratings_svg, ratings_text
from fpgames.draw.steps import steps_svg, trace_svgs
from fpgames.draw.svg import Picture, Pictures
from fpgames.draw.trees import tree_svg

__all__ = [
    "Picture", "Pictures", "NodeContent", "board_svg", "draw_tree", "node_content", "ratings_svg", "ratings_text", "squares_of", "steps_svg", "text_svg",
    "trace_svgs", "tree_dot", "tree_mermaid", "tree_svg",
]  # fmt: skip
