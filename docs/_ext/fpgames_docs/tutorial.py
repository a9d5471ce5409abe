"""Directives of the tutorial: ``program`` adds to the program, ``so-far`` shows it, ``exercise`` is a task to solve.

With the interpreter in the pages (``live.py``), the first two are run like examples, and an exercise is checked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.chapters import chapters, exercise, so_far
from fpgames_docs.notebook import written
from fpgames_docs.playground_page import embedded


def code_of(text: str, *classes: str) -> nodes.literal_block:
    """Python, as it looks in a page."""
    text = text.rstrip("\n")
    return nodes.literal_block(text, text, language="python", classes=list(classes))


def details(summary: str, look: str, *content: nodes.Node) -> list[nodes.Node]:
    """What a reader opens by a click."""
    begin = f'<details class="{look}"><summary>{summary}</summary>'
    return [nodes.raw("", begin, format="html"), *content, nodes.raw("", "</details>", format="html")]


class Program(SphinxDirective):
    """Code that the reader adds to the program."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The code, which runs like a cell."""
        return [code_of("\n".join(self.content), "cell", "program")]


class SoFar(SphinxDirective):
    """The program as it is when the chapter begins; what runs in the page begins with it."""

    def run(self) -> list[nodes.Node]:
        """The code, which a reader opens by a click."""
        chapter = Path(self.env.doc2path(self.env.docname))
        for other in chapters(chapter.parent):
            self.env.note_dependency(str(other))
        return details("The program so far", "so-far", code_of(so_far(chapter), "cell"))


class Exercise(SphinxDirective):
    """A task: what to do, the code to begin with, an answer that is hidden, and a check for the interpreter."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The task and its parts."""
        task = exercise(self.arguments[0], "\n".join(self.content))
        frame = nodes.container(classes=["exercise"])
        frame += nodes.rubric("", f"Exercise: {task.title}")
        lines = StringList(task.text.splitlines(), self.get_source_info()[0])
        self.state.nested_parse(lines, self.content_offset, frame)
        frame += code_of(task.start, "start")
        check = f'<script type="application/json" class="check">{embedded(task.check)}</script>'
        frame += nodes.raw("", check, format="html")
        frame += details("An answer", "solution", code_of(task.answer))
        return [frame]


def write_notebook(app: Sphinx, failed: Exception | None) -> None:
    """Put the tutorial beside the pages as a notebook."""
    if failed is None and app.builder.name in ("html", "dirhtml"):
        Path(app.outdir, "_static", "tutorial.ipynb").write_text(written(), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    # Sphinx has a directive of this name in its standard domain, which it would prefer to ours.
    app.add_directive_to_domain("std", "program", Program, override=True)
    app.add_directive("so-far", SoFar)
    app.add_directive("exercise", Exercise)
    app.connect("build-finished", write_notebook)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
