"""The directive ``textbook``, which shows the code of functions in ``fpgames/textbook.py`` without their docstrings."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.blocks import TEXTBOOK, textbook


class Textbook(SphinxDirective):
    """Shows the code of the textbook's functions and classes that the argument names."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a code block, and make the page depend on the file of the textbook."""
        self.env.note_dependency(str(TEXTBOOK))
        code = textbook(self.arguments[0])
        return [nodes.literal_block(code, code, language="python")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("textbook", Textbook)
    return {"parallel_read_safe": True}
