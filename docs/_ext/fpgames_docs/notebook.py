"""Make one Jupyter notebook from all pages of the tutorial. Needs only Python.

PYTHONPATH=docs/_ext python -m fpgames_docs.notebook > tutorial.ipynb
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from textwrap import indent
from typing import Any

from fpgames_docs.chapters import EXERCISE, chapters, exercise
from fpgames_docs.parts import part

Cell = tuple[str, str]  # the kind of the cell, "markdown" or "code", and its text

_FENCE = re.compile(r"^``` ?([^\s`]*) ?([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[([^]]+)\]\((?!https?:)[^)]+\)")
_PICTURES = ("{picture}", "{stepper}")


def cells(chapter: Path) -> Iterator[Cell]:
    """Yield the notebook cells of a chapter, in order."""
    page, end = chapter.read_text(encoding="utf-8"), 0
    for match in EXERCISE.finditer(page):
        yield from _text_cells(chapter, page[end : match.start()])
        yield from _exercise_cells(chapter, match[2].strip(), match[3])
        end = match.end()
    yield from _text_cells(chapter, page[end:])


def _text_cells(chapter: Path, text: str) -> Iterator[Cell]:
    end = 0
    for match in _FENCE.finditer(text):
        info, caption, code = match.groups()
        runs = info in ("pycon", "{program}", *_PICTURES)
        if not runs and info != "{so-far}":
            continue  # a block that does not run stays in the Markdown around it
        yield from _markdown(text[end : match.start()])
        end = match.end()
        if info in _PICTURES:
            yield "code", (code or part(chapter, info.strip("{}"), caption)).strip("\n")
            yield from _markdown(caption)
        elif runs:
            yield "code", statements(code) if info == "pycon" else code.strip("\n")
    yield from _markdown(text[end:])


def _markdown(text: str) -> Iterator[Cell]:
    """Yield a text as a Markdown cell; yield nothing if the text is empty.

    Comments and the lines that begin or end a directive are removed. Links to other pages become plain words.
    """
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
    text = re.sub(r"^:{3,}.*\n?", "", text, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", _LINK.sub(r"\1", text)).strip()
    if text:
        yield "markdown", text


def statements(examples: str) -> str:
    """Return the code of doctest examples, without prompts and output."""
    lines, is_code = [], False
    for line in examples.splitlines():
        first = re.match(r">>> ?(.*)", line)
        more = re.match(r"\.\.\.(?: (.*)|$)", line) if is_code else None
        is_code = bool(first or more)
        if first or more:
            lines.append((first or more)[1] or "")  # type: ignore[index]
    return "\n".join(lines).rstrip()


def _exercise_cells(chapter: Path, title: str, content: str) -> Iterator[Cell]:
    task = exercise(chapter, title, content)
    yield from _markdown(f"**Exercise: {task.title}**\n\n{task.text}")
    yield "code", task.start.strip("\n")
    check = indent(task.check.strip("\n"), "    ")
    yield (
        "code",
        (f"try:\n{check}\nexcept Exception as wrong:\n    print('Not yet:', wrong)\nelse:\n    print('Right.')"),
    )
    yield "markdown", f"<details><summary>An answer</summary>\n\n```python\n{task.answer}```\n\n</details>"


def notebook() -> dict[str, Any]:
    """Return the notebook of all chapters."""
    every = [cell for chapter in chapters() for cell in cells(chapter)]
    names = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return {
        "cells": [_cell_json(number, *cell) for number, cell in enumerate(every)],
        "metadata": names,
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell_json(number: int, kind: str, text: str) -> dict[str, Any]:
    cell_id = sha256(f"{number} {text}".encode()).hexdigest()[:12]  # a hash, so that equal tutorials give equal files
    cell = {"cell_type": kind, "id": cell_id, "metadata": {}, "source": text.splitlines(keepends=True)}
    return {**cell, "execution_count": None, "outputs": []} if kind == "code" else cell


def notebook_json() -> str:
    """Return the notebook in its file format, which is JSON."""
    return json.dumps(notebook(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(notebook_json())
