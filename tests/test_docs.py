"""Pages: every picture is drawn, every block of Python is run or says why not."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fpgames.draw.svg import picture

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "docs" / "_ext"))

from blocks import Block, blocks, last_value  # noqa: E402

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCKS = [(page, block) for page in PAGES if "_build" not in page.parts for block in blocks(page.read_text())]
COMPOUND = (ast.FunctionDef, ast.ClassDef, ast.For, ast.While, ast.With, ast.If, ast.Try)
PICTURES = [(page, block) for page, block in BLOCKS if block.info.startswith("{picture}")]


@pytest.mark.parametrize(("page", "block"), PICTURES, ids=lambda given: given.stem if isinstance(given, Path) else "")
def test_every_picture_is_well_formed_and_has_words(page: Path, block: Block) -> None:
    assert len(block.info.split()) > 3, "a caption says what is to be seen"
    drawn = ElementTree.fromstring(last_value(block.code))
    assert drawn.get("role") == "img"
    assert drawn.get("aria-label")


def test_python_is_run_or_says_why_not() -> None:
    for page, block in BLOCKS:
        if block.info == "pycon":
            assert ">>> " in block.code, f"{page}: nothing to run in {block.code!r}"
            assert block.code.endswith("\n\n"), f"{page}: an empty line ends what is run in {block.code!r}"
        elif "python" in block.info.lower():
            assert block.before.startswith("<!-- not run: "), f"{page}: no reason before {block.code!r}"


def test_fences_are_those_that_are_looked_for() -> None:
    known = {"pycon", "haskell", "cpp", "sh", "text", "python"}
    for page, block in BLOCKS:
        assert block.info in known or block.info.startswith("{"), f"{page}: a fence of {block.info!r}"
    for page in {page for page, _ in BLOCKS}:
        assert not re.search(r"(?m)^\s*(~~~|````)", page.read_text()), f"{page}: fences are three backticks"
    assert len(PICTURES) > 20


def test_pictures_have_the_colours_of_the_theme() -> None:
    page = (ROOT / "docs" / "_static" / "fpgames.css").read_text()
    light, dark = (re.findall(r"--[a-z]+: #[0-9a-f]+", part) for part in picture(1, 1, "").split("@media"))
    for theme, colours in (("light", light), ("dark", dark)):
        chosen = page[page.index(f'data-theme="{theme}"') :].partition("}")[0]
        assert re.findall(r"--[a-z]+: #[0-9a-f]+", chosen) == colours


def test_blocks_are_found() -> None:
    page = "a\n```pycon\n>>> 1\n1\n\n```\n<!-- not run: why -->\n```python\nx\n```\n\n```sh\n```\n"
    assert [tuple(block) for block in blocks(page)] == [
        ("pycon", ">>> 1\n1\n\n", "a"),
        ("python", "x\n", "<!-- not run: why -->"),
        ("sh", "", ""),
    ]


def unended(code: str) -> list[str]:
    """The compound statements of a block that the next one follows without an empty line."""
    found = []
    for begun, rest in re.findall(r"^>>> (.*\n(?:\.\.\. .*\n)+)(?=(>>> )?)", code, re.M):
        source = re.sub(r"^\.\.\. ?", "", begun, flags=re.M)
        if rest and isinstance(ast.parse(source).body[-1], COMPOUND):
            found.append(source)
    return found


def test_blocks_can_be_pasted_into_the_interpreter() -> None:
    """Before Python 3.13 the interpreter wants an empty line behind a function, a class or a loop."""
    assert unended(">>> def f():\n...     return 1\n>>> f()\n1\n") == ["def f():\n    return 1\n"]
    assert unended(">>> def f():\n...     return 1\n...\n>>> f()\n1\n>>> (1,\n... 2)\n>>> 3\n3\n") == []
    for page, block in BLOCKS:
        if block.info == "pycon":
            assert unended(block.code) == [], page
