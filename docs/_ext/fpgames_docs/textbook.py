"""The directive ``textbook`` shows functions of ``fpgames/textbook.py`` by their names, without docstrings."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.blocks import TEXTBOOK, textbook


class Textbook(SphinxDirective):
    """Shows the code of functions and classes of the textbook."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a code block, and make the page depend on the textbook's file."""
        self.env.note_dependency(str(TEXTBOOK))
        code = textbook(self.arguments[0])
        return [nodes.literal_block(code, code, language="python")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("textbook", Textbook)
    return {"parallel_read_safe": True}
