"""Directives that run Python when a page is built: ``picture``, ``stepper``, ``gallery`` and the notebook ``cell``.

The argument of the first three directives is the caption. Their code is the content, or the part of the page with this
caption (``parts.py``). The argument of a cell is the title of its part. ``docs/_static/pictures.js`` shows the buttons of a stepper;
without JavaScript, the page lists all pictures of the stepper.
"""

from __future__ import annotations

import re
from concurrent.futures import ProcessPoolExecutor
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.blocks import cell_shown, last_value, run_cell
from fpgames_docs.parts import part, parts_file

_MIN_SHRINK = 0.75  # least width of a shrunken picture, as a fraction of its full width


def scrolling(svg: str, caption: str) -> str:
    """Return the HTML of a picture that shrinks a little on a narrow screen, and scrolls on a very narrow screen."""
    width = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    least = f"min-width: {_MIN_SHRINK * float(width[1]):.0f}px" if width else ""
    frame = (
        f'<div class="picture" role="region" aria-label="{caption}" tabindex="0"><div style="{least}">{svg}</div></div>'
    )
    return f'<div class="scrolls">{frame}</div>'


def stepping(svgs: list[str], caption: str) -> str:
    """Return the HTML of numbered pictures, with buttons that are hidden until JavaScript shows them."""
    frames = "".join(
        f'<li class="frame" aria-label="step {n} of {len(svgs)}">{scrolling(svg, f"{caption} Step {n}.")}</li>'
        for n, svg in enumerate(svgs, 1)
    )
    buttons = "".join(
        f'<button type="button" data-does="{name}">{name}</button>' for name in ("Previous", "Next", "Play")
    )
    return f'<ol class="frames">{frames}</ol><div class="buttons" hidden>{buttons}<span role="status"></span></div>'


_NAMES: dict[str, Any] = {}  # variables that the cells of a page share; each page has its own process


def shown_of_cell(code: str) -> str:
    """Run a cell and return the HTML that a notebook would show below it."""
    return cell_shown(run_cell(code, _NAMES))


class Picture(SphinxDirective):
    """Runs code whose last line is a picture, and shows the picture."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a figure: the picture, and the caption below it."""
        caption, code = escape(self.arguments[0]), "\n".join(self.content)
        if not code:
            page = Path(self.env.doc2path(self.env.docname))
            self.env.note_dependency(str(parts_file(page)))
            code = part(page, self.name, self.arguments[0])
        drawn = self.drawn(last_value(code), caption)
        return [nodes.raw("", f"{drawn}<figcaption>{caption}</figcaption></figure>", format="html")]

    def drawn(self, value: Any, caption: str) -> str:
        """Return the HTML of the figure, up to where ``run`` adds the caption and the end tag."""
        return f"<figure>{scrolling(str(value), caption)}"


class Stepper(Picture):
    """Runs code whose last line is a list of pictures, and shows the pictures step by step."""

    def drawn(self, value: Any, caption: str) -> str:
        """Return the HTML of the figure, up to where ``run`` adds the caption and the end tag."""
        return f'<figure class="steps">{stepping([*map(str, value)], caption)}'


class Gallery(Picture):
    """Runs code whose last line is a dict of pictures by name, and shows the pictures side by side."""

    def drawn(self, value: Any, caption: str) -> str:
        """Return the HTML of the figure, up to where ``run`` adds the caption and the end tag."""
        items = "".join(f'<li class="picture">{svg}{escape(name)}</li>' for name, svg in value.items())
        return f'<figure><ul class="gallery">{items}</ul>'


class Cell(SphinxDirective):
    """Shows the code of the part that the argument names, and its result; the cells of a page share their variables."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the code, followed by the value of its last line."""
        page = Path(self.env.doc2path(self.env.docname))
        self.env.note_dependency(str(parts_file(page)))
        code = part(page, self.name, self.arguments[0]).rstrip("\n")
        if "cells" not in self.env.temp_data:  # one process for each page, because cells may register types in it
            self.env.temp_data["cells"] = ProcessPoolExecutor(1)
        block = nodes.literal_block(code, code, language="python", classes=["cell"])
        markup = self.env.temp_data["cells"].submit(shown_of_cell, code).result()
        if not markup:
            return [block]
        drawn = scrolling(markup, "what a notebook shows") if markup.startswith("<svg") else markup
        return [block, nodes.raw("", f'<div class="shown">{drawn}</div>', format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives with Sphinx."""
    app.add_directive("picture", Picture)
    app.add_directive("stepper", Stepper)
    app.add_directive("gallery", Gallery)
    app.add_directive("cell", Cell)
    app.add_js_file("pictures.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
