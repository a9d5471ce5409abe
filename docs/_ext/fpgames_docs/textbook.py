"""Directives that show code from files.

``textbook`` shows functions of ``fpgames/textbook.py`` without their docstrings, ``listing`` a listing of the page in
Haskell or C++ (``parts.py``), and ``beside`` its content and a listing in two tabs.
"""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.blocks import TEXTBOOK, textbook
from fpgames_docs.parts import listing, listings_file

_TABS = {".hs": "Haskell", ".cpp": "C++"}


class Textbook(SphinxDirective):
    """Shows the code of the textbook's functions and classes that the argument names."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a code block, and make the page depend on the file of the textbook."""
        self.env.note_dependency(str(TEXTBOOK))
        code = textbook(self.arguments[0])
        return [nodes.literal_block(code, code, language="python")]


class Listing(SphinxDirective):
    """Shows the listing of the page that the argument names."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a code block, and make the page depend on the file of its listings."""
        page = Path(self.env.doc2path(self.env.docname))
        self.env.note_dependency(str(listings_file(page)))
        code, language = listing(page, self.arguments[0])
        return [nodes.literal_block(code, code, language=language)]


class Beside(SphinxDirective):
    """Shows its content, which is Python, in a tab beside the listing that the argument names."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return a set of two tabs."""
        language = listings_file(Path(self.env.doc2path(self.env.docname))).suffix
        python = ":::::{tab-item} Python", *self.content, ":::::"
        other = f":::::{{tab-item}} {_TABS[language]}", f"```{{listing}} {self.arguments[0]}", "```", ":::::"
        return self.parse_text_to_nodes("\n".join(["::::::{tab-set}", *python, *other, "::::::", ""]))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives with Sphinx."""
    app.add_directive("textbook", Textbook)
    app.add_directive("listing", Listing)
    app.add_directive("beside", Beside)
    return {"parallel_read_safe": True}
