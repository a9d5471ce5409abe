"""Directives of the tutorial, in whose chapters the reader writes a program step by step.

``program`` adds code to the program, ``so-far`` shows the program of the chapters before, and ``exercise`` sets a task.
In a build with the interpreter (``live.py``), a page runs the code of the program, and checks answers to exercises.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.chapters import chapters, exercise, so_far
from fpgames_docs.notebook import notebook_json
from fpgames_docs.parts import parts_file
from fpgames_docs.playground_page import script_json


def code_of(text: str, *classes: str) -> nodes.literal_block:
    """Return a block of Python code that has these CSS classes."""
    text = text.rstrip("\n")
    return nodes.literal_block(text, text, language="python", classes=list(classes))


def details(summary: str, css_class: str, *content: nodes.Node) -> list[nodes.Node]:
    """Return the content, hidden until the reader clicks the summary."""
    begin = f'<details class="{css_class}"><summary>{summary}</summary>'
    return [nodes.raw("", begin, format="html"), *content, nodes.raw("", "</details>", format="html")]


class Program(SphinxDirective):
    """Code that the reader adds to the tutorial's program."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the code as a block that the reader can run."""
        return [code_of("\n".join(self.content), "cell", "program")]


class SoFar(SphinxDirective):
    """The program as it is at the beginning of the chapter; the interpreter runs it before the page's other code."""

    def run(self) -> list[nodes.Node]:
        """Return the code of the program, hidden until the reader clicks a summary."""
        chapter = Path(self.env.doc2path(self.env.docname))
        for other in chapters(chapter.parent):
            self.env.note_dependency(str(other))
        return details("The program so far", "so-far", code_of(so_far(chapter), "cell"))


class Exercise(SphinxDirective):
    """A task: its text and the code to begin with; from a file, a hidden answer and a check that the interpreter runs."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a frame with the parts of the exercise."""
        chapter = Path(self.env.doc2path(self.env.docname))
        self.env.note_dependency(str(parts_file(chapter)))
        task = exercise(chapter, self.arguments[0], "\n".join(self.content))
        frame = nodes.container(classes=["exercise"])
        frame += nodes.rubric("", f"Exercise: {task.title}")
        lines = StringList(task.text.splitlines(), self.get_source_info()[0])
        self.state.nested_parse(lines, self.content_offset, frame)
        frame += code_of(task.start, "start")
        check = f'<script type="application/json" class="check">{script_json(task.check)}</script>'
        frame += nodes.raw("", check, format="html")
        frame += details("An answer", "solution", code_of(task.answer))
        return [frame]


def write_notebook(app: Sphinx, failed: Exception | None) -> None:
    """Write the tutorial as a notebook beside the HTML pages."""
    if failed is None and app.builder.name in ("html", "dirhtml"):
        Path(app.outdir, "_static", "tutorial.ipynb").write_text(notebook_json(), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives with Sphinx."""
    # Replace the ``program`` of Sphinx's standard domain, because Sphinx prefers it to a directive of add_directive.
    app.add_directive_to_domain("std", "program", Program, override=True)
    app.add_directive("so-far", SoFar)
    app.add_directive("exercise", Exercise)
    app.connect("build-finished", write_notebook)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
