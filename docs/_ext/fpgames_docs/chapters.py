"""Read the tutorial's source: the program that grows from chapter to chapter, and the exercises. Needs only Python.

A chapter is a page ``docs/tutorial/NN-name.md``. Its ``{program}`` blocks are added to the program. An ``{exercise}``
consists of text and fenced blocks: exactly one ``python start``, one ``python check`` and one ``python answer``, and
any number of ``python wrong``, each with a wrong answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from fpgames_docs.blocks import blocks

TUTORIAL = Path(__file__).parents[2] / "tutorial"
_PART = re.compile(r"^``` ?python (start|check|answer|wrong)\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
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


def exercise(title: str, content: str) -> Exercise:
    """Parse the content of an ``exercise`` directive.

    Raise ValueError unless it has exactly one block of each kind ``start``, ``check`` and ``answer``.
    """
    parts: dict[str, list[str]] = {name: [] for name in ("start", "check", "answer", "wrong")}
    for name, code in _PART.findall(content + "\n"):
        parts[name].append(code)
    for name in ("start", "check", "answer"):
        if len(parts[name]) != 1:
            raise ValueError(f"the exercise {title!r} has {len(parts[name])} blocks 'python {name}'; it needs one")
    text = _PART.sub("", content + "\n").strip() + "\n"
    return Exercise(title, text, parts["start"][0], parts["check"][0], parts["answer"][0], tuple(parts["wrong"]))


def exercises(page: str) -> Iterator[Exercise]:
    """Yield the exercises of a page."""
    for _, title, content in EXERCISE.findall(page):
        yield exercise(title.strip(), content)


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
