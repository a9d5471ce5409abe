"""Pages: every picture is drawn, and every block of Python runs or says why not."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fpgames_docs.blocks import Block, blocks, cell_shown, last_value, run_cell
from fpgames_docs.chapters import EXERCISE
from fpgames_docs.parts import part, parts, parts_file

from fpgames.draw import Pictures
from fpgames.draw.svg import size_of
from fpgames.games import KINDS
from tests.support.source import DOCS, PAGES, ROOT, WRITTEN, relative_name, text_of

COMPOUND = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith,
    ast.If, ast.Try, ast.TryStar, ast.Match,
)  # fmt: skip
DRAWN = ("picture", "stepper", "gallery", "cell")
LINK = re.compile(r"\]\([^)\s]+\)|\{ref\}`")


@cache
def found() -> list[tuple[Path, Block]]:
    return [(page, block) for page in PAGES for block in blocks(text_of(page))]


def blocks_of(info: str) -> dict[Path, list[Block]]:
    """The blocks of which this is the first word behind the fence, by their pages."""
    known: dict[Path, list[Block]] = {}
    for page, block in found():
        if block.info.split(" ")[0] == info:
            known.setdefault(page, []).append(block)
    return known


def picture_of(page: Path, block: Block) -> object:
    """The value of the last line of a block, or of the part of the page with its caption."""
    kind, _, caption = block.info.partition(" ")
    return last_value(block.code or part(page, kind.strip("{}"), caption))


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
def test_every_picture_is_well_formed_and_has_words(long: bool) -> None:
    pictures = blocks_of("{picture}")
    wanted = {page: all_of_it for page, all_of_it in pictures.items() if ("<!-- long " in text_of(page)) == long}
    assert sum(map(len, wanted.values())) > 15
    for page, block in ((page, block) for page, all_of_it in wanted.items() for block in all_of_it):
        assert len(block.info.split()) > 3, f"{page}: a caption says what is to be seen"
        drawn = ElementTree.fromstring(str(picture_of(page, block)))
        assert drawn.get("role") == "img", f"{page}: {block.info}"
        assert drawn.get("aria-label"), f"{page}: {block.info}"


def drawn_by(directive: str) -> list[object]:
    """What the last lines of all blocks of a directive are worth."""
    return [picture_of(page, block) for page, of_page in blocks_of(directive).items() for block in of_page]


def test_every_part_of_a_page_is_used_there() -> None:
    for path in sorted(DOCS.rglob("*.parts.py")):
        page = path.with_suffix("").with_suffix(".md")
        assert parts_file(page) == path
        names = {tuple(block.info.split(" ", 1)) for block in blocks(text_of(page)) if not block.code}
        named = {(f"{{{kind}}}", title) for kind, title in parts(page) if kind in DRAWN}
        tasks = {title.strip() for _, title, _ in EXERCISE.findall(text_of(page))}
        assert named <= names, path
        assert {(kind, title) for kind, title in parts(page) if kind not in DRAWN} == {
            (kind, title) for kind in ("check", "answer", "wrong") for title in tasks
        }, path
        assert len(re.findall("(?m)^# %%", text_of(path))) == sum(map(len, parts(page).values())), path


def test_a_part_stands_once_in_the_file_of_its_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    (tmp_path / "page.parts.py").write_text("# %% picture: A: b.\nx = 1\n\nx\n\n# %% check: c\n1\n\n# %% check: c\n2\n")
    assert parts(page) == {("picture", "A: b."): ["x = 1\n\nx\n"], ("check", "c"): ["1\n", "2\n"]}
    assert last_value(part(page, "picture", "A: b.")) == 1
    for number, kind, title in ((2, "check", "c"), (0, "picture", "c"), (0, "check", "d")):
        with pytest.raises(ValueError, match=rf"page.parts.py has {number} parts '# %% {kind}: {title}'; page page.md"):
            part(page, kind, title)
    assert parts(tmp_path / "other.md") == {}


def test_steps_are_pictures_of_one_size_that_fit_a_phone() -> None:
    steppers = drawn_by("{stepper}")
    assert steppers
    for pictures in steppers:
        assert isinstance(pictures, Pictures)
        assert len({size_of(picture) for picture in pictures}) == 1
        assert 0.75 * size_of(pictures[0])[0] <= 358, "pictures of pages shrink to three quarters"


def test_the_gallery_has_each_board_once() -> None:
    (gallery,) = drawn_by("{gallery}")
    assert isinstance(gallery, dict)
    with_boards = {name for name, kind in KINDS.items() if kind.rules.diagram}
    assert gallery.keys() == {name for name in with_boards if not name.endswith(("-record", "-misere"))}
    for name, drawn in gallery.items():
        assert (ElementTree.fromstring(drawn).get("aria-label") or "").startswith(f"{KINDS[name].rules.name}: ")


@pytest.mark.slow
def test_cells_run_one_after_the_other_and_each_shows_a_picture() -> None:
    for page, of_page in blocks_of("{cell}").items():
        code = [part(page, "cell", block.info.partition(" ")[2]) for block in of_page]
        program = (
            "from fpgames_docs.blocks import *\n"
            f"names = {{}}\nfor code in {code!r}: print(cell_shown(run_cell(code, names))[:4])"
        )
        where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(DOCS / "_ext")])}
        ran = subprocess.run([sys.executable, "-c", program], env=where, capture_output=True, text=True, check=True)
        shown = ran.stdout.split()
        assert len(shown) == len(code) > 5
        assert {*shown} == {"<svg", "<div"}, "a picture, or several; in a process, because cells register types"


def test_a_cell_shows_what_a_notebook_would() -> None:
    names: dict[str, object] = {}
    assert cell_shown(run_cell("x = 2", names)) == ""
    assert cell_shown(run_cell("f'<{x}'", names)) == "<pre>&#x27;&lt;2&#x27;</pre>"


def test_python_is_run_or_says_why_not() -> None:
    for page, block in found():
        if block.info == "pycon":
            assert ">>> " in block.code, f"{page}: nothing to run in {block.code!r}"
            assert block.code.endswith("\n\n"), f"{page}: an empty line ends what is run in {block.code!r}"
        elif "python" in block.info.lower() and block.info != "python start":
            assert block.before.startswith("<!-- not run: "), f"{page}: no reason before {block.code!r}"


def test_fences_are_those_that_are_looked_for() -> None:
    known = {"pycon", "haskell", "cpp", "sh", "text", "python", "python start"}
    for page, block in found():
        assert block.info in known or block.info.startswith("{"), f"{page}: a fence of {block.info!r}"
    assert [page for page in PAGES if re.search(r"(?m)^\s*(~~~|````)", text_of(page))] == [], "three backticks"


def test_blocks_are_found() -> None:
    page = "a\n```pycon\n>>> 1\n1\n\n```\n<!-- not run: why -->\n```python\nx\n```\n\n```sh\n```\n"
    assert [tuple(block) for block in blocks(page)] == [
        ("pycon", ">>> 1\n1\n\n", "a"),
        ("python", "x\n", "<!-- not run: why -->"),
        ("sh", "", ""),
    ]


def unended(code: str) -> list[str]:
    """The compound statements of a block that no empty line of input ends."""
    without = []
    for begun in re.findall(r"^>>> (.*\n(?:\.\.\.(?: .*)?\n)*)", code, re.M):
        source = re.sub(r"^\.\.\. ?", "", begun, flags=re.M)
        if isinstance(ast.parse(source).body[-1], COMPOUND) and not begun.endswith("\n...\n"):
            without.append(source)
    return without


def test_blocks_can_be_pasted_into_the_interpreter() -> None:
    """Before Python 3.13 the interpreter wants an empty line behind a function, a class or a loop."""
    examples = blocks_of("pycon").items()
    assert [(page, each) for page, of_page in examples for block in of_page for each in unended(block.code)] == []


def test_every_page_says_where_to_go_next() -> None:
    """By its last section, toctrees apart; a chapter of the tutorial by its last line."""
    for page in WRITTEN:
        if page.parent.name in ("reference", "design") or page.name == "licences.md":
            continue
        text = re.sub(r"^( *)```.*?^\1```$", "", text_of(page), flags=re.M | re.S).rstrip()  # no code
        last = re.split(r"^#+ (?=.*$)", text, flags=re.M)[-1]
        if page.parent.name == "tutorial" and not last.startswith("Where next\n"):
            last = text.splitlines()[-1]
        else:
            assert last.startswith("Where next\n"), f"the last section of {page} is {last.splitlines()[0]!r}"
        assert LINK.search(last), page


def listed(page: Path) -> set[Path]:
    pages: set[Path] = set()
    for body in re.findall(r"^```\{toctree\}\n(.*?)^```$", text_of(page), re.M | re.S):
        for line in body.splitlines():
            entry = re.sub(r".*<(.*)>$", r"\1", line.strip())
            if entry and not entry.startswith(":"):
                pages |= {each.resolve() for each in page.parent.glob(entry if entry.endswith("*") else f"{entry}.md")}
    return {each for each in pages if each.suffix == ".md"}


def test_every_page_is_reached_from_a_toctree() -> None:
    """Of the menu, or of the design notes, which are for contributors."""
    reached, waiting = set[Path](), [DOCS / "index.md", DOCS / "design" / "index.md"]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        waiting += listed(page) - reached
    assert sorted(map(relative_name, {*WRITTEN} - reached)) == []


def test_the_front_page_has_five_parts() -> None:
    captions = re.findall(r"^:caption: (.*)$", text_of(DOCS / "index.md"), re.M)
    assert captions == ["Tutorial", "Beside the articles", "How-to", "Explanation", "Reference"]


def test_all_extras_are_explained() -> None:
    extras = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["optional-dependencies"]
    page = text_of(DOCS / "install.md")
    rows = re.findall(r"^\| (`.*?) \| (.*?) \| \S", page, re.M)
    assert [name for row, _ in rows for name in re.findall(r"`(\w+)`", row)] == [*extras]
