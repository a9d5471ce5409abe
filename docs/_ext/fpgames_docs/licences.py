"""The directive ``licences``: what is shipped with the pages, and the licences, as the packages themselves state them."""

from __future__ import annotations

import json
import sysconfig
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import HeaderParser
from importlib.metadata import distribution
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fpgames_docs.live import FETCHED

IN_ALL_PAGES = ("sphinx", "furo", "sphinx-copybutton", "sphinx-design")


class Shipped(NamedTuple):
    """Something that is shipped: its name and version, its licence's name and text, and where it comes from."""

    name: str
    licence: str
    home: str
    text: str


def of_pages() -> Iterator[Shipped]:
    """Yield the packages whose scripts and styles are in every page."""
    for name in IN_ALL_PAGES:
        found = distribution(name)
        files = [path for path in found.files or () if _is_licence(str(path))]
        read = HeaderParser().parsestr(found.read_text("METADATA") or "")
        yield _shipped(read, "\n".join(path.read_text() for path in files))


def of_interpreter() -> Iterator[Shipped]:
    """Yield what runs Python in the pages, and the packages beside it."""
    package = json.loads((FETCHED / "node_modules" / "pyodide" / "package.json").read_text())
    name, home = f"Pyodide {package['version']}", f"https://github.com/pyodide/pyodide/tree/{package['version']}"
    wheels = [*_of_wheels()]
    mozilla = next(text for _, licence, _, text in wheels if "MPL" in licence)
    yield Shipped(name, package["license"], home, mozilla[mozilla.index("Mozilla Public License") :])
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    yield Shipped("Python, in Pyodide", "PSF-2.0", "https://docs.python.org/3/license.html", python.read_text())
    yield from wheels


def _of_wheels() -> Iterator[Shipped]:
    for wheel in sorted((FETCHED / "wheels").glob("*.whl")):
        with zipfile.ZipFile(wheel) as files:
            texts = [files.read(name).decode() for name in sorted(files.namelist()) if _is_licence(name)]
            metadata = next(name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
            yield _shipped(HeaderParser().parsestr(files.read(metadata).decode()), "\n".join(texts))


def _is_licence(path: str) -> bool:
    return ".dist-info/" in path and path.rpartition("/")[2].upper().startswith(("LICENSE", "LICENCE", "COPYING"))


def _shipped(metadata: Message, text: str) -> Shipped:
    """Read what a package says of itself."""
    classified = [str(each).rpartition(" :: ")[2] for each in metadata.get_all("Classifier", []) if "License" in each]
    licence = metadata["License-Expression"] or next(iter(classified), None) or metadata["License"]
    pages = dict(str(each).lower().split(", ", 1) for each in metadata.get_all("Project-URL", []))
    home = metadata["Home-page"] or next((pages[name] for name in ("homepage", "home", "source") if name in pages), "")
    return Shipped(f"{metadata['Name']} {metadata['Version']}", licence, home, text)


class Licences(SphinxDirective):
    """Lists what is shipped, each with its licence's text."""

    def run(self) -> list[nodes.Node]:
        """What is in all pages and, if this build has it, what runs Python in them."""
        live = self.env.app.tags.has("live")
        return [node for each in (*of_pages(), *(of_interpreter() if live else ())) for node in _said(each)]


def _said(shipped: Shipped) -> Iterator[nodes.Node]:
    said = nodes.paragraph("", "", nodes.strong("", shipped.name), nodes.Text(f": {shipped.licence}"))
    if shipped.home:
        said += [nodes.Text(". "), nodes.reference("", shipped.home, refuri=shipped.home)]
    yield said
    yield nodes.raw("", "<details><summary>The licence</summary>", format="html")
    yield nodes.literal_block(shipped.text, shipped.text, language="none")
    yield nodes.raw("", "</details>", format="html")


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx calls."""
    app.add_directive("licences", Licences)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
