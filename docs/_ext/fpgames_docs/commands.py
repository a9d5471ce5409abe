"""The directive ``command``, which shows what a command prints, such as ``fpgames play --help``, when a page is built."""

from __future__ import annotations

import os
import shlex
from contextlib import redirect_stdout
from io import StringIO
from unittest.mock import patch

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames.cli import main
from fpgames.cli import parser as command_line

_COLUMNS = 100


def printed_by(command: str) -> str:
    """Return what a command prints on a terminal of 100 columns; raise ValueError if its exit status is not 0."""
    output = StringIO()
    with redirect_stdout(output), patch.dict(os.environ, COLUMNS=str(_COLUMNS)):
        status = main(shlex.split(command.removeprefix("fpgames")))
    if status:
        raise ValueError(f"{command} ended with the status {status}; expected a command that succeeds")
    return output.getvalue()


class Command(SphinxDirective):
    """Shows the output of the command in the argument, such as ``fpgames play --help``."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a block of text, and make the page depend on the parser of the command line."""
        self.env.note_dependency(str(command_line.__file__))
        output = printed_by(self.arguments[0])
        return [nodes.literal_block(output, output, language="text")]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    app.add_directive("command", Command)
    return {"parallel_read_safe": True}
