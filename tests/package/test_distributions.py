"""The wheel holds the package alone, and the source archive all that its tests, pages and benchmarks need."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.support.source import FILES, ROOT

pytest.importorskip("build", reason="build is not installed (the extra lint)")
pytestmark = pytest.mark.exhaustive

FOLDERS = ("fpgames", "tests", "benchmarks", "docs")
BUILT = {"__pycache__", "_build", ".venv", "dist", "results", ".git", ".hypothesis"}
MAX_WHEEL_BYTES = 700_000


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(distributions: Path) -> Path:
    (found,) = distributions.glob("*.whl")
    return found


def test_the_wheel_holds_the_package_and_its_metadata_alone(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        names = {*files.namelist()}
    metadata = {name for name in names if ".dist-info/" in name}
    modules = {path.relative_to(ROOT).as_posix() for path in FILES.values()}
    assert names - metadata == modules | {"fpgames/py.typed"}
    described = {name.partition("/")[2] for name in metadata}
    assert described == {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}


def test_the_wheel_is_light_and_runs_on_any_machine(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    assert wheel.stat().st_size <= MAX_WHEEL_BYTES


def test_the_wheel_requires_three_packages(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith("/METADATA"))
        metadata = message_from_bytes(files.read(name))
    required = [each for each in metadata.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert [each.partition(">")[0] for each in required] == ["pyrsistent", "returns", "toolz"]


def test_the_source_archive_holds_the_sources_and_nothing_that_was_built(distributions: Path) -> None:
    (archive,) = distributions.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    files_below = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in (".md", ".py")]
    sources = [path for path in files_below if not BUILT & {*path.relative_to(ROOT).parts}] + [*ROOT.glob("*.md")]
    assert {path.relative_to(ROOT).as_posix() for path in sources} <= names
    assert {"CITATION.cff", "LICENSE", "conftest.py", "pyproject.toml", "docs/live/package.json"} <= names
    assert [name for name in sorted(names) if BUILT & {*Path(name).parts}] == []
