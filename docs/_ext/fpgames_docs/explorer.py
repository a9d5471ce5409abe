"""Put a replay of three searches into a page: the directive ``explorer``, and a script with the recorded searches.

::

    ```{explorer} 4, 1, 0, 8
    :depth: 4
    ```

The argument lists the moves that lead to the first position shown. Without an argument, the first position is the
empty board.
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


class Explorer(SphinxDirective):
    """Puts the explorer into the page."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {"depth": directives.nonnegative_int}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Return the explorer's HTML, with the first position and the depth filled in."""
        values = {"@MOVES@": "".join(self.arguments), "@DEPTH@": str(self.options.get("depth", 4))}
        html = TEMPLATE.read_text(encoding="utf-8")
        for name, value in values.items():
            html = html.replace(name, escape(value))
        self.env.note_dependency(str(TEMPLATE))
        return [nodes.raw("", html, format="html", explorer=True)]


def write_script(app: Sphinx) -> None:
    """Write the script with the recorded searches into a folder of static files."""
    if app.builder.format == "html":
        target = Path(app.doctreedir) / "explorer"
        target.mkdir(parents=True, exist_ok=True)
        (target / SCRIPTS[0]).write_text(script(), encoding="utf-8")
        app.config.html_static_path.append(str(target))


def add_scripts(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Add the explorer's scripts and style to each page that has an explorer."""
    if page is not None and any(raw.get("explorer") for raw in page.findall(nodes.raw)):
        app.add_css_file("explorer.css")
        for path in SCRIPTS:
            app.add_js_file(path, loading_method="defer", priority=800)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx the directive and the functions that add its files."""
    app.add_directive("explorer", Explorer)
    app.connect("builder-inited", write_script)
    app.connect("html-page-context", add_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
