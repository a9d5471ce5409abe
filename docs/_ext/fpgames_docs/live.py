"""Put a Python interpreter into the HTML output: Pyodide, the library, and the scripts that start the interpreter.

Only builds with the tag ``live`` load this extension; ``docs/live/build.py`` starts such a build.
"""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

import fpgames

HERE = Path(__file__).parent
DOCS = HERE.parents[1]
SOURCE = DOCS / "live"
FETCHED = DOCS / "_build" / "fetched"  # the folder that docs/live/build.py fills with Pyodide and wheels
PYODIDE = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
SHIPPED = (
    "__init__",
    "explore",
    "play",
    "playground",
    "playground_program",
    "playground_proof",
    "session",
)  # modules of this package that the browser imports
IMPOSSIBLE = {
    "fpgames.compiled.pipelines.jit": "they are compiled",
    "fpgames.testing.as_tests": "pytest is not among its packages",
}
"""Reasons why the examples of an object's docstring cannot run in the browser, by its full name."""


_REASON = re.compile(r"<!-- not in the browser: (.+) -->\s*")


def packages() -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file for the browser's Python: the library, this package, and wheels.

    The game that the tutorial writes and the files of examples are among them, because pages import them.
    """
    library = Path(fpgames.__file__).parent
    for path in sorted(library.rglob("*.py")):
        yield f"fpgames/{path.relative_to(library).as_posix()}", path.read_bytes()
    for name in SHIPPED:
        yield f"{HERE.name}/{name}.py", (HERE / f"{name}.py").read_bytes()
    for path in (DOCS / "tutorial" / "stones.py", *sorted((DOCS / "examples").glob("*.py"))):
        yield path.name, path.read_bytes()
    for wheel in sorted((FETCHED / "wheels").glob("*.whl")):
        with zipfile.ZipFile(wheel) as files:
            for name in sorted(files.namelist()):
                if name.endswith((".py", "/METADATA", "/entry_points.txt")):
                    yield name, files.read(name)


def archive(target: Path) -> None:
    """Write the files that ``packages`` yields into a zip archive; equal files give an archive of equal bytes."""
    with zipfile.ZipFile(target, "w") as archive_file:
        for name, content in packages():
            archive_file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)


def write(app: Sphinx) -> None:
    """Copy the interpreter into the HTML output; raise ExtensionError unless docs/live/build.py has fetched it."""
    if app.builder.name not in ("html", "dirhtml"):
        return
    if not (FETCHED / "node_modules" / "pyodide").is_dir() or not list((FETCHED / "wheels").glob("*.whl")):
        raise ExtensionError("there is no Pyodide to put into the pages; build them with python docs/live/build.py")
    target = Path(app.outdir) / "_static" / "live"
    (target / "pyodide").mkdir(parents=True, exist_ok=True)
    for name in PYODIDE:
        shutil.copyfile(FETCHED / "node_modules" / "pyodide" / name, target / "pyodide" / name)
    archive(target / "packages.zip")
    fetched = [target / "packages.zip", *(target / "pyodide" / name for name in PYODIDE if not name.endswith(".js"))]
    total = sum(path.stat().st_size for path in fetched)
    for path in (*SOURCE.glob("*.js"), *SOURCE.glob("*.css")):
        (target / path.name).write_text(
            path.read_text(encoding="utf-8").replace("@BYTES@", str(total)), encoding="utf-8"
        )


def add_notes(app: Sphinx, page: nodes.document) -> None:
    """Add a note below each block that cannot run in a browser, with the reason from the comment before the block."""
    for comment in list(page.findall(nodes.raw)):
        reason = _REASON.fullmatch(comment.astext())
        if reason:
            block = comment.next_node(nodes.literal_block, siblings=True, descend=False)
            assert block is not None, f"no example follows {comment.astext()}"
            block.parent.insert(block.parent.index(block) + 1, _note(reason[1]))


def _note(reason: str) -> nodes.paragraph:
    words = f"This example cannot run in the browser: {reason}."
    return nodes.paragraph(words, words, classes=["not-in-the-browser"])


def add_docstring_note(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Add a note to the docstring of an object in ``IMPOSSIBLE``: why its examples cannot run in the browser."""
    reason = IMPOSSIBLE.get(name)
    if reason:
        lines += [
            "",
            ".. container:: not-in-the-browser",
            "",
            f"   These examples cannot run in the browser: {reason}.",
            "",
        ]


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the functions of this module to Sphinx, and add the interpreter's scripts and style to every page."""
    app.connect("builder-inited", write)
    app.connect("doctree-read", add_notes)
    app.connect("autodoc-process-docstring", add_docstring_note, priority=900)
    for script in ("client.js", "run.js"):
        app.add_js_file(f"live/{script}", loading_method="defer", priority=400)
    app.add_css_file("live/live.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
