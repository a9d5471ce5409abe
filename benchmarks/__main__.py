"""Run all benchmarks, or the named tables: python -m benchmarks [--quick] [--here] [TABLE ...]

The command installs the library and the other libraries in benchmarks/.venv, compiles the Haskell programs if there is a
ghc, and writes results.md, results.csv, growth.csv and growth.html in benchmarks/results/. With --here it runs in the
current environment; with --quick it repeats less. Tables: playouts, searches, connect4, compiled, inner, workers, draughts.
"""

from __future__ import annotations

import argparse
import csv
import os
import platform
import subprocess
import sys
import venv
from datetime import date
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent
TABLES = ("playouts", "searches", "connect4", "compiled", "inner", "workers", "draughts")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few repeats, and no curves")
    parser.add_argument("--here", action="store_true", help="in this environment")
    parser.add_argument("--out", type=Path, default=ROOT / "results", help="where results are written")
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(TABLES)} (default: all)")
    args = parser.parse_args()
    if unknown := {*args.tables} - {*TABLES}:
        parser.error(f"no such table: {', '.join(sorted(unknown))}; tables are {', '.join(TABLES)}")
    if not args.here:
        sys.exit(in_its_own_environment())
    args.out.mkdir(parents=True, exist_ok=True)
    measure(args.out, args.tables or TABLES, 8 if args.quick else 40)
    if not args.quick and not args.tables:
        grow(args.out)


def in_its_own_environment() -> int:
    """Install the library and the other libraries in benchmarks/.venv; then run the same command there."""
    place = ROOT / ".venv"
    python = place / "bin" / "python"
    if not python.exists():
        venv.create(place, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--editable", f"{ROOT.parent}[fast]", "-r", str(ROOT / "requirements.txt")], check=True)
    command = [str(python), "-m", "benchmarks", "--here", *sys.argv[1:]]
    return subprocess.run(command, cwd=ROOT.parent, env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False).returncode


def measure(out: Path, names: tuple[str, ...] | list[str], repeats: int) -> None:
    from benchmarks.timing import COLUMNS

    about = f"{date.today()}, Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    with (out / "results.md").open("w") as page, (out / "results.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        print(f"# Measured\n\n{about}; medians, and quartiles of the ratios of neighbouring runs.", file=page)
        for name in names:
            for found in import_module(f"benchmarks.{name}").tables(repeats):
                print(f"\n{found.markdown()}")
                print(f"\n{found.markdown()}", file=page, flush=True)
                rows.writerows(found.rows())


def grow(out: Path) -> None:
    from benchmarks.growth import Point, points
    from benchmarks.plot import drawn

    found = points()
    with (out / "growth.csv").open("w", newline="") as file:
        csv.writer(file).writerows([Point._fields, *found])
    drawn(found, out / "growth.html")


if __name__ == "__main__":
    main()
