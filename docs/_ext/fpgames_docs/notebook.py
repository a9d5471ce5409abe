"""The tutorial as a notebook, from the source of its pages. Needs nothing but Python.

PYTHONPATH=docs/_ext python -m fpgames_docs.notebook > tutorial.ipynb
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from textwrap import indent
from typing import Any

from fpgames_docs.chapters import EXERCISE, chapters, exercise

Cell = tuple[str, str]  # "markdown" or "code", and the text

_FENCE = re.compile(r"^``` ?([^\s`]*) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[([^]]+)\]\((?!https?:)[^)]+\)")
_DRAWN = ("{picture}", "{stepper}")


def cells(page: str) -> Iterator[Cell]:
    """Yield the cells of a page, in order."""
    end = 0
    for found in EXERCISE.finditer(page):
        yield from _plain(page[end : found.start()])
        yield from _task(found[2].strip(), found[3])
        end = found.end()
    yield from _plain(page[end:])


def _plain(text: str) -> Iterator[Cell]:
    end = 0
    for found in _FENCE.finditer(text):
        info, caption, code = found.groups()
        runs = info in ("pycon", "{program}", *_DRAWN)
        if not runs and info != "{so-far}":
            continue  # a block of text stays in the Markdown around it
        yield from _words(text[end : found.start()])
        end = found.end()
        if runs:
            yield "code", statements(code) if info == "pycon" else code.strip("\n")
        if info in _DRAWN:
            yield from _words(caption)
    yield from _words(text[end:])


def _words(text: str) -> Iterator[Cell]:
    """Yield Markdown that a notebook reads: without directives, comments, and links to pages beside it."""
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
    text = re.sub(r"^:{3,}.*\n?", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", _LINK.sub(r"\1", text)).strip()
    if text:
        yield "markdown", text


def statements(examples: str) -> str:
    """Return the code of examples, without prompts and without what they print."""
    lines, within = [], False
    for line in examples.splitlines():
        begun = re.match(r">>> ?(.*)", line)
        more = re.match(r"\.\.\.(?: (.*)|$)", line) if within else None
        within = bool(begun or more)
        if begun or more:
            lines.append((begun or more)[1] or "")  # type: ignore[index]
    return "\n".join(lines).rstrip()


def _task(title: str, content: str) -> Iterator[Cell]:
    task = exercise(title, content)
    yield from _words(f"**Exercise: {task.title}**\n\n{task.text}")
    yield "code", task.start.strip("\n")
    check = indent(task.check.strip("\n"), "    ")
    yield (
        "code",
        (f"try:\n{check}\nexcept Exception as wrong:\n    print('Not yet:', wrong)\nelse:\n    print('Right.')"),
    )
    yield "markdown", f"<details><summary>An answer</summary>\n\n```python\n{task.answer}```\n\n</details>"


def notebook() -> dict[str, Any]:
    """Return the notebook of all chapters."""
    every = [cell for chapter in chapters() for cell in cells(chapter.read_text(encoding="utf-8"))]
    names = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {
        "cells": [_cell(number, *each) for number, each in enumerate(every)],
        "metadata": names,
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    name = sha256(f"{number} {text}".encode()).hexdigest()[:12]  # the same for the same text
    cell = {"cell_type": kind, "id": name, "metadata": {}, "source": text.splitlines(keepends=True)}
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell


def written() -> str:
    """Return the notebook as the text of a file."""
    return json.dumps(notebook(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(written())
