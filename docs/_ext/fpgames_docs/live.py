"""An interpreter in the pages: puts Pyodide, the library and the scripts that use them beside the pages.

Used by builds with the tag ``live``; ``docs/live/build.py`` makes one.
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
FETCHED = DOCS / "_build" / "fetched"  # by docs/live/build.py
PYODIDE = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
SHIPPED = (
    "__init__",
    "explore",
    "play",
    "playground",
    "playground_program",
    "playground_proof",
    "session",
)  # what of it runs in the browser
IMPOSSIBLE = {
    "fpgames.compiled.pipelines.jit": "they are compiled",
    "fpgames.testing.as_tests": "pytest is not among its packages",
}
"""Objects whose docstrings hold examples that cannot run in the browser, and why."""


_REASON = re.compile(r"<!-- not in the browser: (.+) -->\s*")


def packages() -> Iterator[tuple[str, bytes]]:
    """Yield the names and the contents of the files that Python imports in the browser."""
    library = Path(fpgames.__file__).parent
    for path in sorted(library.rglob("*.py")):
        yield f"fpgames/{path.relative_to(library).as_posix()}", path.read_bytes()
    for name in SHIPPED:
        yield f"{HERE.name}/{name}.py", (HERE / f"{name}.py").read_bytes()
    for wheel in sorted((FETCHED / "wheels").glob("*.whl")):
        with zipfile.ZipFile(wheel) as files:
            for name in sorted(files.namelist()):
                if name.endswith((".py", "/METADATA", "/entry_points.txt")):
                    yield name, files.read(name)


def archive(target: Path) -> None:
    """Write the files into one archive, the same bytes for the same files."""
    with zipfile.ZipFile(target, "w") as into:
        for name, content in packages():
            into.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)


def write(app: Sphinx) -> None:
    """Put the interpreter beside the pages, if they are HTML; refuse without what ``docs/live/build.py`` fetches."""
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


def say_why(app: Sphinx, page: nodes.document) -> None:
    """Say below a block that cannot run in a browser why not: a comment before the block holds the reason."""
    for comment in list(page.findall(nodes.raw)):
        reason = _REASON.fullmatch(comment.astext())
        if reason:
            block = comment.next_node(nodes.literal_block, siblings=True, descend=False)
            assert block is not None, f"no example follows {comment.astext()}"
            block.parent.insert(block.parent.index(block) + 1, _why(reason[1]))


def _why(reason: str) -> nodes.paragraph:
    words = f"This example cannot run in the browser: {reason}."
    return nodes.paragraph(words, words, classes=["not-in-the-browser"])


def say_why_of_docstrings(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Say the same below the docstring's examples."""
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
    """What Sphinx calls."""
    app.connect("builder-inited", write)
    app.connect("doctree-read", say_why)
    app.connect("autodoc-process-docstring", say_why_of_docstrings, priority=900)
    for script in ("client.js", "run.js"):
        app.add_js_file(f"live/{script}", loading_method="defer", priority=400)
    app.add_css_file("live/live.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
