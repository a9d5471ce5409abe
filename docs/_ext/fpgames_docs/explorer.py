"""The directive ``explorer``, which puts the explorer into a page, and the script with the recorded walks beside it.

::

    ```{explorer} 4, 1, 0, 8
    :depth: 4
    ```

The argument is the moves to the position that is shown first; without one it is the empty board.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.explore import script

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TEMPLATE = Path(__file__).parent / "explorer.html"
SCRIPTS = ("explorer-data.js", "explorer-walks.js", "explorer-words.js", "explorer-pictures.js", "explorer.js")
MOVED = '<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0; url=../explore.html"><a href="../explore.html">Three searches in one tree</a>\n'


class Explorer(SphinxDirective):
    """Puts the explorer here."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {"depth": directives.nonnegative_int}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """The page's part, told what to show first."""
        told = {"@MOVES@": "".join(self.arguments), "@DEPTH@": str(self.options.get("depth", 4))}
        html = TEMPLATE.read_text(encoding="utf-8")
        for name, value in told.items():
            html = html.replace(name, escape(value))
        self.env.note_dependency(str(TEMPLATE))
        return [nodes.raw("", html, format="html", explorer=True)]


def recorded(app: Sphinx) -> None:
    """Writes the script with the walks where Sphinx finds it."""
    if app.builder.format == "html":
        target = Path(app.doctreedir) / "explorer"
        target.mkdir(parents=True, exist_ok=True)
        (target / SCRIPTS[0]).write_text(script(), encoding="utf-8")
        app.config.html_static_path.append(str(target))


def loaded(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Loads the scripts and the style on the pages with an explorer, and on no other."""
    if page is not None and any(found.get("explorer") for found in page.findall(nodes.raw)):
        app.add_css_file("explorer.css")
        for path in SCRIPTS:
            app.add_js_file(path, loading_method="defer", priority=800)


def moved(app: Sphinx, failed: Exception | None) -> None:
    """Leads from the old address of the explorer's page to the new one."""
    if failed is None and app.builder.name == "html":
        old = Path(app.outdir) / "explore" / "index.html"
        old.parent.mkdir(exist_ok=True)
        old.write_text(MOVED, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.add_directive("explorer", Explorer)
    app.connect("builder-inited", recorded)
    app.connect("html-page-context", loaded)
    app.connect("build-finished", moved)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
