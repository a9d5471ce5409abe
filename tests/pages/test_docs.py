"""Pages: every picture is drawn, every block of Python is run or says why not."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fpgames.draw import Pictures
from fpgames.draw.svg import picture, size_of
from fpgames.games import KINDS

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "docs" / "_ext"))

from blocks import Block, blocks, cell_shown, last_value, run_cell  # noqa: E402

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCKS = [(page, block) for page in PAGES if "_build" not in page.parts for block in blocks(page.read_text())]
COMPOUND = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith,
    ast.If, ast.Try, ast.TryStar, ast.Match,
)  # fmt: skip
PARTS = ("start", "check", "answer", "wrong")  # of exercises; test_tutorial.py runs them
PICTURES = [(page, block) for page, block in BLOCKS if block.info.startswith("{picture}")]


@pytest.mark.parametrize(("page", "block"), PICTURES, ids=lambda given: given.stem if isinstance(given, Path) else "")
def test_every_picture_is_well_formed_and_has_words(page: Path, block: Block) -> None:
    assert len(block.info.split()) > 3, "a caption says what is to be seen"
    drawn = ElementTree.fromstring(last_value(block.code))
    assert drawn.get("role") == "img"
    assert drawn.get("aria-label")


def drawn_by(directive: str) -> list[object]:
    """What the last lines of all blocks of a directive are worth."""
    return [last_value(block.code) for _, block in BLOCKS if block.info.startswith(f"{{{directive}}}")]


def test_steps_are_pictures_of_one_size_that_fit_a_phone() -> None:
    steppers = drawn_by("stepper")
    assert steppers
    for pictures in steppers:
        assert isinstance(pictures, Pictures)
        assert len({size_of(picture) for picture in pictures}) == 1
        assert 0.75 * size_of(pictures[0])[0] <= 358, "pictures of pages shrink to three quarters"


def test_the_gallery_has_all_games() -> None:
    (gallery,) = drawn_by("gallery")
    assert isinstance(gallery, dict)
    assert gallery.keys() == KINDS.keys()
    for name, drawn in gallery.items():
        assert (ElementTree.fromstring(drawn).get("aria-label") or "").startswith(f"{KINDS[name].rules.name}: ")


@pytest.mark.parametrize("page", {page for page, block in BLOCKS if block.info == "{cell}"}, ids=lambda page: page.stem)
def test_cells_run_one_after_the_other_and_each_shows_a_picture(page: Path) -> None:
    code = [block.code for of, block in BLOCKS if of == page and block.info == "{cell}"]
    program = f"from blocks import *\nnames = {{}}\nfor code in {code!r}: print(cell_shown(run_cell(code, names))[:4])"
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "docs" / "_ext")])}
    found = subprocess.run(
        [sys.executable, "-c", program], env=where, capture_output=True, text=True, check=True
    ).stdout
    assert len(code) > 5
    assert {*found.split()} == {"<svg", "<div"}, "a picture, or several; in a process, because cells register types"
    assert len(found.split()) == len(code)


def test_a_cell_shows_what_a_notebook_would() -> None:
    names: dict[str, object] = {}
    assert cell_shown(run_cell("x = 2", names)) == ""
    assert cell_shown(run_cell("f'<{x}'", names)) == "<pre>&#x27;&lt;2&#x27;</pre>"


def test_python_is_run_or_says_why_not() -> None:
    for page, block in BLOCKS:
        if block.info == "pycon":
            assert ">>> " in block.code, f"{page}: nothing to run in {block.code!r}"
            assert block.code.endswith("\n\n"), f"{page}: an empty line ends what is run in {block.code!r}"
        elif "python" in block.info.lower() and block.info.partition(" ")[2] not in PARTS:
            assert block.before.startswith("<!-- not run: "), f"{page}: no reason before {block.code!r}"


def test_fences_are_those_that_are_looked_for() -> None:
    known = {"pycon", "haskell", "cpp", "sh", "text", "python", *(f"python {part}" for part in PARTS)}
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
    """The compound statements of a block that no empty line of input ends."""
    found = []
    for begun in re.findall(r"^>>> (.*\n(?:\.\.\.(?: .*)?\n)*)", code, re.M):
        source = re.sub(r"^\.\.\. ?", "", begun, flags=re.M)
        if isinstance(ast.parse(source).body[-1], COMPOUND) and not begun.endswith("\n...\n"):
            found.append(source)
    return found


@pytest.mark.parametrize(
    "code",
    [
        ">>> def f():\n...     return 1\n>>> f()\n1\n",
        ">>> def f():\n...     return 1\n\n",  # the last of its block; another block follows
        ">>> for n in range(2):\n...     print(n)\n0\n1\n",
        ">>> for n in range(2): print(n)\n0\n1\n",
        ">>> x = 1\n>>> match x:\n...     case 1:\n...         x\n1\n",
    ],
)
def test_what_cannot_be_pasted_is_noticed(code: str) -> None:
    assert len(unended(code)) == 1
    assert unended(re.sub(r"((?:^\.\.\. .*\n)+|>>> for .*: .*\n)", r"\1...\n", code, flags=re.M)) == []


def test_what_is_not_compound_needs_no_end() -> None:
    assert unended(">>> (1,\n... 2)\n>>> 3\n3\n>>> [n\n...  for n in ()]\n[]\n") == []


@pytest.mark.parametrize(
    "page", sorted({page for page, block in BLOCKS if block.info == "pycon"}), ids=lambda page: page.stem
)
def test_blocks_can_be_pasted_into_the_interpreter(page: Path) -> None:
    """Before Python 3.13 the interpreter wants an empty line behind a function, a class or a loop."""
    assert [each for of, block in BLOCKS if of == page and block.info == "pycon" for each in unended(block.code)] == []


DOCS = ROOT / "docs"
LINK = re.compile(r"\]\([^)\s]+\)|\{ref\}`")


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).as_posix() if page.is_relative_to(DOCS) else page.name


WRITTEN = [page for page in PAGES if page.is_relative_to(DOCS) and "_build" not in page.parts]


@pytest.mark.parametrize(
    "page",
    [page for page in WRITTEN if page.parent.name != "reference" and page.name != "licences.md"],
    ids=name_of,
)
def test_every_page_says_where_to_go_next(page: Path) -> None:
    """By its last section, toctrees apart; a chapter of the tutorial by its last line."""
    text = re.sub(r"^( *)```.*?^\1```$", "", page.read_text(), flags=re.M | re.S).rstrip()  # no code
    last = re.split(r"^#+ (?=.*$)", text, flags=re.M)[-1]
    if page.parent.name == "tutorial" and not last.startswith("Where next\n"):
        last = text.splitlines()[-1]
    else:
        assert last.startswith("Where next\n"), f"the last section is {last.splitlines()[0]!r}"
    assert LINK.search(last)


def listed(page: Path) -> set[Path]:
    """The pages in the toctrees of a page."""
    found: set[Path] = set()
    for body in re.findall(r"^```\{toctree\}\n(.*?)^```$", page.read_text(), re.M | re.S):
        for line in body.splitlines():
            entry = re.sub(r".*<(.*)>$", r"\1", line.strip())
            if entry and not entry.startswith(":"):
                found |= {each.resolve() for each in page.parent.glob(entry if entry.endswith("*") else f"{entry}.md")}
    return {each for each in found if each.suffix == ".md"}


def test_every_page_is_reached_from_a_toctree() -> None:
    reached, waiting = set[Path](), [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        waiting += listed(page) - reached
    assert sorted(map(name_of, {*WRITTEN} - reached)) == []


def test_the_front_page_has_five_parts() -> None:
    captions = re.findall(r"^:caption: (.*)$", (DOCS / "index.md").read_text(), re.M)
    assert captions == ["Tutorial", "Beside the articles", "How-to", "Explanation", "Reference"]


def test_all_extras_are_explained_and_can_be_checked() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    page = (DOCS / "install.md").read_text()
    rows = re.findall(r"^\| (`.*?) \| (.*?) \| \S", page, re.M)
    assert [name for row, _ in rows for name in re.findall(r"`(\w+)`", row)] == [*extras]
    assert re.findall(r" # (\w+)$", page, re.M) == [*extras]
