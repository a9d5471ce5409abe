"""Mutation testing: draw random mutants of every layer, and list those that no test detects.

Usage: python -m tests.mutants [--seed N] [--each N] [--only LAYER ...] [--list]

Mutmut (the extra lint) makes the mutants: it changes numbers, comparisons, operators, keywords, arguments and assignments
inside functions, but no strings. The plain tests run on a copy of the checkout with one mutant, until a test fails; then
the exhaustive tests run on the mutants that survived.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

import libcst
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

ROOT = Path(__file__).parent.parent
LAYERS = {
    "stages": ["stage", "lowering", "validation"],
    "states": ["state", "rand"],
    **{
        name: [name]
        for name in (
            "rules",
            "textbook",
            "tree",
            "search",
            "compiled",
            "play",
            "games",
            "solvers",
            "draw",
            "testing",
            "cli",
        )
    },
}
PLAIN = ["-n", "auto", "-x", "-q"]
TIERS = {"plain": PLAIN, "exhaustive": [*PLAIN, "-m", "exhaustive"]}
LONGEST = 900  # seconds; an endless loop counts as noticed


class Mutant(NamedTuple):
    """A file with one fault."""

    layer: str
    path: Path
    code: str
    change: str


class Faults(MutationVisitor):
    """The faults of mutmut, in functions with decorators too."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        return not isinstance(node, libcst.FunctionDef) and super()._skip_node_and_children(node)


def faults_of(path: Path) -> tuple[libcst.Module, list[Mutation]]:
    """Return a file and all its faults that stand in functions."""
    wrapper = MetadataWrapper(libcst.parse_module(path.read_text(encoding="utf-8")))
    operators = [each for each in mutation_operators if each[0] is not libcst.BaseString]
    faults = Faults(operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(faults)
    return wrapper.module, [each for each in faults.mutations if each.contained_by_top_level_function is not None]


def mutant(layer: str, path: Path, module: libcst.Module, fault: Mutation) -> Mutant:
    """Return a file with a fault in it."""
    changed = deep_replace(module, fault.original_node, fault.mutated_node)
    assert isinstance(changed, libcst.Module)
    _, _, *lines = unified_diff(module.code.splitlines(), changed.code.splitlines(), n=0, lineterm="")
    return Mutant(layer, path, changed.code, "\n    ".join(lines))


def drawn(seed: int, each: int, only: list[str]) -> Iterator[Mutant]:
    """Yield some mutants of each layer, drawn from all of its faults."""
    for layer in only or LAYERS:
        paths = [ROOT / "fpgames" / name for name in LAYERS[layer]]
        files = [
            file for path in paths for file in (path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")])
        ]
        found = [(file, *faults_of(file)) for file in sorted(files)]
        every = [(file, module, fault) for file, module, faults in found for fault in faults]
        for file, module, fault in Random(f"{seed} {layer}").sample(every, each):
            yield mutant(layer, file, module, fault)


def notices(copy: Path, tier: str) -> str | None:
    """Return the first test that fails in a copy of the checkout, None if all pass."""
    command = [sys.executable, "-m", "pytest", *TIERS[tier]]
    where = {**os.environ, "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(
            command, cwd=copy, env=where, capture_output=True, text=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return "it does not end"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return None if done.returncode == 0 else next(iter(failed), done.stdout[-500:] + done.stderr[-500:])


def main() -> None:
    """Draw the mutants, and print what notices each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=36)
    parser.add_argument("--each", type=int, default=5, help="mutants of each layer")
    parser.add_argument("--only", nargs="+", choices=LAYERS, default=[])
    parser.add_argument("--list", action="store_true", help="print them, and run no test")
    options = parser.parse_args()
    for mutant in drawn(options.seed, options.each, options.only):
        name = mutant.path.relative_to(ROOT)
        print(f"{mutant.layer}: {name}\n    {mutant.change}", flush=True)
        if options.list:
            continue
        with TemporaryDirectory() as place:
            copy = Path(place, "copy")
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "_build", "results"))
            (copy / name).write_text(mutant.code, encoding="utf-8")
            for tier in TIERS:
                began = monotonic()
                found = notices(copy, tier)
                print(f"  {tier}, {monotonic() - began:.0f} s: {found or 'nothing'}", flush=True)
                if found:
                    break


if __name__ == "__main__":
    main()
