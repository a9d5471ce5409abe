"""Build the documentation with an interpreter in it: fetch Pyodide and a few wheels, then call Sphinx.

    python docs/live/build.py [FOLDER]

FOLDER is docs/_build/live by default. Fetched files stay in docs/_build/fetched until the pinned versions change.
Fetching needs npm, pip and a network; building needs none of them.
"""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
DOCS = HERE.parent
FETCHED = DOCS / "_build" / "fetched"
PINNED = tuple(HERE / name for name in ("package.json", "package-lock.json", "requirements.txt"))


def is_fetched() -> bool:
    """Return whether everything is fetched: the copies of the pins, which are made last, equal the pins."""
    copies = [FETCHED / "done" / path.name for path in PINNED]
    return all(path.exists() for path in copies) and [p.read_bytes() for p in copies] == [
        p.read_bytes() for p in PINNED
    ]


def fetch() -> None:
    """Fetch Pyodide with npm, and the wheels with pip; copy the pinned versions last, as a mark of success."""
    shutil.rmtree(FETCHED, ignore_errors=True)
    (FETCHED / "done").mkdir(parents=True)
    for path in PINNED[:2]:
        shutil.copyfile(path, FETCHED / path.name)
    subprocess.run(["npm", "ci", "--silent", "--prefix", str(FETCHED)], check=True)
    only_python = ["--only-binary", ":all:", "--platform", "any", "--python-version", "3.13", "--no-deps"]
    wheels = ["--quiet", "--requirement", str(PINNED[2]), "--dest", str(FETCHED / "wheels")]
    subprocess.run([sys.executable, "-m", "pip", "download", *only_python, *wheels], check=True)
    for path in PINNED:
        shutil.copyfile(path, FETCHED / "done" / path.name)


def build(target: Path) -> None:
    """Build the pages with the interpreter; warnings are errors."""
    sphinx = [sys.executable, "-m", "sphinx", "-W", "-n", "--keep-going", "-q", "-j", "auto", "-t", "live"]
    subprocess.run([*sphinx, str(DOCS), str(target)], check=True)


if __name__ == "__main__":
    if not is_fetched():
        fetch()
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS / "_build" / "live")
