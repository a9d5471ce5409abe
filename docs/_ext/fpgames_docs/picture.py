"""Directives that run Python when the page is built: ``picture``, ``stepper`` and ``gallery`` draw, ``cell`` does as a notebook does.

The argument of the first three is the caption. ``docs/_static/pictures.js`` makes a stepper of ``stepper``;
without it all pictures stand below each other.
"""

from __future__ import annotations

import re
from concurrent.futures import ProcessPoolExecutor
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.blocks import cell_shown, last_value, run_cell

_LEAST = 0.75  # how far a picture may shrink before it scrolls


def scrolling(svg: str, caption: str) -> str:
    """A picture that shrinks a little where the page is narrow, and then scrolls."""
    width = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    least = f"min-width: {_LEAST * float(width[1]):.0f}px" if width else ""
    frame = (
        f'<div class="picture" role="region" aria-label="{caption}" tabindex="0"><div style="{least}">{svg}</div></div>'
    )
    return f'<div class="scrolls">{frame}</div>'


def stepping(svgs: list[str], caption: str) -> str:
    """All pictures, each with its number, and buttons that are hidden until there is JavaScript."""
    frames = "".join(
        f'<li class="frame" aria-label="step {n} of {len(svgs)}">{scrolling(svg, f"{caption} Step {n}.")}</li>'
        for n, svg in enumerate(svgs, 1)
    )
    buttons = "".join(
        f'<button type="button" data-does="{name}">{name}</button>' for name in ("Previous", "Next", "Play")
    )
    return f'<ol class="frames">{frames}</ol><div class="buttons" hidden>{buttons}<span role="status"></span></div>'


_NAMES: dict[str, Any] = {}  # what the cells of a page have made, in the process of the page


def shown_of_cell(code: str) -> str:
    """What a notebook shows of a cell."""
    return cell_shown(run_cell(code, _NAMES))


class Picture(SphinxDirective):
    """Runs its content, and shows what the last line is."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The picture, and below it the caption."""
        caption = escape(self.arguments[0])
        drawn = self.drawn(last_value("\n".join(self.content)), caption)
        return [nodes.raw("", f"{drawn}<figcaption>{caption}</figcaption></figure>", format="html")]

    def drawn(self, value: Any, caption: str) -> str:
        """The beginning of the figure."""
        return f"<figure>{scrolling(str(value), caption)}"


class Stepper(Picture):
    """Runs its content, and shows the pictures of the last line one after the other."""

    def drawn(self, value: Any, caption: str) -> str:
        """The beginning of the figure."""
        return f'<figure class="steps">{stepping([*map(str, value)], caption)}'


class Gallery(Picture):
    """Runs its content, and shows the pictures of the last line, which have names, side by side."""

    def drawn(self, value: Any, caption: str) -> str:
        """The beginning of the figure."""
        items = "".join(f'<li class="picture">{svg}{escape(name)}</li>' for name, svg in value.items())
        return f'<figure><ul class="gallery">{items}</ul>'


class Cell(SphinxDirective):
    """Shows its content and, below it, what a notebook shows; later cells of a page know what earlier ones have made."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The code, and what it is worth."""
        code = "\n".join(self.content)
        if "cells" not in self.env.temp_data:  # a process for each page, because cells may register types
            self.env.temp_data["cells"] = ProcessPoolExecutor(1)
        block = nodes.literal_block(code, code, language="python", classes=["cell"])
        markup = self.env.temp_data["cells"].submit(shown_of_cell, code).result()
        if not markup:
            return [block]
        drawn = scrolling(markup, "what a notebook shows") if markup.startswith("<svg") else markup
        return [block, nodes.raw("", f'<div class="shown">{drawn}</div>', format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.add_directive("picture", Picture)
    app.add_directive("stepper", Stepper)
    app.add_directive("gallery", Gallery)
    app.add_directive("cell", Cell)
    app.add_js_file("pictures.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
