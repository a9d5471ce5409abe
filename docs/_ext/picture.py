"""The directive ``picture``: Python whose last line is an SVG, run when the page is built; its caption is the argument."""

from __future__ import annotations

from html import escape
from typing import Any

from blocks import last_value
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Picture(SphinxDirective):
    """Runs its content, and shows what the last line is."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The picture, and below it the caption."""
        svg = str(last_value("\n".join(self.content)))
        caption = escape(self.arguments[0])
        scrolls = f'<div class="picture" role="region" aria-label="{caption}" tabindex="0">{svg}</div>'
        return [nodes.raw("", f"<figure>{scrolls}<figcaption>{caption}</figcaption></figure>", format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
