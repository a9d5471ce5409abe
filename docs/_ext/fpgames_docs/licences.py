"""The directive ``licences``, which lists the third-party packages in the pages, each with its licence."""

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


class Package(NamedTuple):
    """A third-party package: its name and version, its home page, and the name and the text of its licence."""

    name: str
    licence: str
    home: str
    text: str


def packages_of_pages() -> Iterator[Package]:
    """Yield the packages whose scripts or styles are in every page."""
    for name in IN_ALL_PAGES:
        installed = distribution(name)
        files = [path for path in installed.files or () if _is_licence(str(path))]
        metadata = HeaderParser().parsestr(installed.read_text("METADATA") or "")
        yield _package(metadata, "\n".join(path.read_text() for path in files))


def packages_of_interpreter() -> Iterator[Package]:
    """Yield the packages that a page needs to run Python: Pyodide, Python itself, and the wheels that were fetched."""
    package = json.loads((FETCHED / "node_modules" / "pyodide" / "package.json").read_text())
    name, home = f"Pyodide {package['version']}", f"https://github.com/pyodide/pyodide/tree/{package['version']}"
    wheels = [*_packages_of_wheels()]
    mozilla = next(text for _, licence, _, text in wheels if "MPL" in licence)
    yield Package(name, package["license"], home, mozilla[mozilla.index("Mozilla Public License") :])
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    yield Package("Python, in Pyodide", "PSF-2.0", "https://docs.python.org/3/license.html", python.read_text())
    yield from wheels


def _packages_of_wheels() -> Iterator[Package]:
    for wheel in sorted((FETCHED / "wheels").glob("*.whl")):
        with zipfile.ZipFile(wheel) as files:
            texts = [files.read(name).decode() for name in sorted(files.namelist()) if _is_licence(name)]
            metadata = next(name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
            yield _package(HeaderParser().parsestr(files.read(metadata).decode()), "\n".join(texts))


def _is_licence(path: str) -> bool:
    return ".dist-info/" in path and path.rpartition("/")[2].upper().startswith(("LICENSE", "LICENCE", "COPYING"))


def _package(metadata: Message, text: str) -> Package:
    """Return a package with this licence text, and with the name, version, licence and home page from the metadata."""
    classified = [str(line).rpartition(" :: ")[2] for line in metadata.get_all("Classifier", []) if "License" in line]
    licence = metadata["License-Expression"] or next(iter(classified), None) or metadata["License"]
    pages = dict(str(line).lower().split(", ", 1) for line in metadata.get_all("Project-URL", []))
    home = metadata["Home-page"] or next((pages[name] for name in ("homepage", "home", "source") if name in pages), "")
    return Package(f"{metadata['Name']} {metadata['Version']}", licence, home, text)


class Licences(SphinxDirective):
    """Lists the third-party packages, each with the text of its licence."""

    def run(self) -> list[nodes.Node]:
        """List the packages with code in every page, and those of the Python interpreter if the build includes it."""
        live = self.env.app.tags.has("live")
        return [
            node
            for package in (*packages_of_pages(), *(packages_of_interpreter() if live else ()))
            for node in _entry(package)
        ]


def _entry(package: Package) -> Iterator[nodes.Node]:
    line = nodes.paragraph("", "", nodes.strong("", package.name), nodes.Text(f": {package.licence}"))
    if package.home:
        line += [nodes.Text(". "), nodes.reference("", package.home, refuri=package.home)]
    yield line
    yield nodes.raw("", "<details><summary>The licence</summary>", format="html")
    yield nodes.literal_block(package.text, package.text, language="none")
    yield nodes.raw("", "</details>", format="html")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive with Sphinx."""
    app.add_directive("licences", Licences)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
