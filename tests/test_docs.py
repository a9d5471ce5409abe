"""Pages: every picture is drawn, every block of Python is run or says why not."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "docs" / "_ext"))

from blocks import Block, blocks, last_value  # noqa: E402

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCKS = [(page, block) for page in PAGES if "_build" not in page.parts for block in blocks(page.read_text())]
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


def test_blocks_are_found() -> None:
    page = "a\n```pycon\n>>> 1\n1\n\n```\n<!-- not run: why -->\n```python\nx\n```\n\n```sh\n```\n"
    assert [tuple(block) for block in blocks(page)] == [
        ("pycon", ">>> 1\n1\n\n", "a"),
        ("python", "x\n", "<!-- not run: why -->"),
        ("sh", "", ""),
    ]
