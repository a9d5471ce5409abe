"""Read the tutorial's source: the program that grows from chapter to chapter, and the exercises. Needs only Python.

A chapter is a page ``docs/tutorial/NN-name.md``. Its ``{program}`` blocks are added to the program. An ``{exercise}``
consists of text and one fenced block, ``python start``. The file ``NN-name.parts.py`` has one ``check`` and one ``answer``
of each exercise, and any number of parts ``wrong``, each with a wrong answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fpgames_docs.blocks import blocks
from fpgames_docs.parts import part, parts

TUTORIAL = Path(__file__).parents[2] / "tutorial"
_START = re.compile(r"^```python start\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
EXERCISE = re.compile(r"^(:{3,})\{exercise\} ([^\n]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


class Exercise(NamedTuple):
    """A task: its text in Markdown, the code to begin with, the code of the check, a right answer, and wrong answers.

    The check sees the variables of the chapter and of the reader's code. It passes unless it raises an error.
    """

    title: str
    text: str
    start: str
    check: str
    answer: str
    wrong: tuple[str, ...]


def exercise(chapter: Path, title: str, content: str) -> Exercise:
    """Return the exercise of a chapter that has this title, from the content of its directive and the chapter's parts.

    Raise ValueError unless it has exactly one block ``python start``, one check and one answer.
    """
    starts = _START.findall(content + "\n")
    if len(starts) != 1:
        raise ValueError(f"the exercise {title!r} has {len(starts)} blocks 'python start'; it needs one")
    text = _START.sub("", content + "\n").strip() + "\n"
    check, answer = (part(chapter, kind, title) for kind in ("check", "answer"))
    return Exercise(title, text, starts[0], check, answer, tuple(parts(chapter).get(("wrong", title), ())))


def exercises(chapter: Path) -> Iterator[Exercise]:
    """Yield the exercises of a chapter."""
    for _, title, content in EXERCISE.findall(chapter.read_text(encoding="utf-8")):
        yield exercise(chapter, title.strip(), content)


def chapters(folder: Path = TUTORIAL) -> list[Path]:
    """Return the paths of the chapters' pages, in order."""
    return sorted(folder.glob("[0-9][0-9]-*.md"))


def program_part(chapter: Path) -> str:
    """Return the code that a chapter adds to the program."""
    page = chapter.read_text(encoding="utf-8")
    return "\n\n".join(block.code.strip("\n") for block in blocks(page) if block.info == "{program}")


def program(last: Path) -> str:
    """Return the program as it is at the end of a chapter."""
    parts = [program_part(chapter) for chapter in chapters(last.parent) if chapter <= last]
    return "\n\n\n".join(part for part in parts if part) + "\n"


def so_far(chapter: Path) -> str:
    """Return the program as it is at the beginning of a chapter."""
    before = [earlier for earlier in chapters(chapter.parent) if earlier < chapter]
    return program(before[-1]) if before else ""
