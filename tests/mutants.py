"""Mutation testing: draw random mutants of every layer, and list those that no test detects.

Usage: python -m tests.mutants [--seed N] [--number N] [--only LAYER ...] [--tests PATH ...] [--every]

Mutmut (the extra lint) makes the mutants: it changes numbers, comparisons, operators, keywords, arguments and assignments
inside functions, but no strings. First all tests run in a copy of the checkout, with coverage, which is kept until a
source of the library changes. Then the tests that reach the function of a mutant run on it, until one fails.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, gettempdir
from time import monotonic
from typing import NamedTuple

import libcst
from coverage import CoverageData
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

ROOT = Path(__file__).parent.parent
LAYERS = ["declarations", "stage", "lowering", "validation", "state", "rand", "rules", "textbook"]
LAYERS += ["tree", "search", "compiled", "play"]
LAYERS += ["games", "solvers", "draw", "testing", "cli"]
TIERS = {"plain": "not (slow or exhaustive)", "change": "slow and not exhaustive", "release": "exhaustive"}  # by marks
MEASURING = ["--cov", "fpgames", "--cov-context=test", "--cov-append", "--cov-report=", "--cov-fail-under=0"]
MEASURING += [f"--ignore=tests/{folder}" for folder in ("browser", "other_libraries", "package", "types")]
COMPILER = "fpgames/compiled/backend/"


class Mutant(NamedTuple):
    """A file with one fault, and the lines of the innermost function around the fault."""

    path: str
    lines: range
    code: str
    change: str


class Faults(MutationVisitor):
    """The faults of mutmut, in functions with decorators too."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        return not isinstance(node, libcst.FunctionDef) and super()._skip_node_and_children(node)


def faults_of(path: Path) -> list[tuple[Path, libcst.Module, Mutation]]:
    """Return all faults that stand in functions of a file."""
    wrapper = MetadataWrapper(libcst.parse_module(path.read_text(encoding="utf-8")))
    operators = [operator for operator in mutation_operators if operator[0] is not libcst.BaseString]
    wrapper.visit(faults := Faults(operators, IgnoredCode(set(), set(), set())))
    return [(path, wrapper.module, fault) for fault in faults.mutations if fault.contained_by_top_level_function]


def make_mutant(path: Path, module: libcst.Module, fault: Mutation) -> Mutant:
    """Return a file with a fault in it."""
    changed = deep_replace(module, fault.original_node, fault.mutated_node)
    assert isinstance(changed, libcst.Module)
    _, _, place, *lines = unified_diff(module.code.splitlines(), changed.code.splitlines(), n=0, lineterm="")
    line = int(place.split()[1].partition(",")[0][1:])
    functions = [node for node in ast.walk(ast.parse(module.code)) if isinstance(node, ast.FunctionDef)]
    bodies = [range(node.body[0].lineno, (node.end_lineno or 0) + 1) for node in functions]
    body = min((body for body in bodies if line in body), key=len, default=range(line, line + 1))
    return Mutant(str(path.relative_to(ROOT)), body, changed.code, "\n    ".join([f"line {line}", *lines]))


def draw_mutants(seed: int, number: int, layers: list[str]) -> Iterator[tuple[str, Mutant]]:
    """Yield the same number of mutants of each layer, drawn from all of its faults."""
    for i, layer in enumerate(layers):
        files = sorted([*ROOT.glob(f"fpgames/{layer}.py"), *ROOT.glob(f"fpgames/{layer}/**/*.py")])
        faults = [fault for file in files for fault in faults_of(file)]
        for fault in Random(f"{seed} {layer}").sample(faults, min((number + i) // len(layers), len(faults))):
            yield layer, make_mutant(*fault)


class Suite:
    """The tests, in a copy of the checkout: the tier and the processor seconds of each, and the lines that it reaches."""

    def __init__(self, copy: Path, tests: list[str], processes: str) -> None:
        """Copy the checkout, and measure the tests unless they were measured before."""
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "_build", "results"))
        sources = b"".join(path.read_bytes() for path in sorted(ROOT.glob("fpgames/**/*.py")))
        place = Path(gettempdir(), "fpgames-mutants", sha256(sources + repr(tests).encode()).hexdigest()[:16])
        place.mkdir(parents=True, exist_ok=True)
        self.copy = copy
        self.tiers: dict[str, str] = {}
        self.seconds: dict[str, float] = {}
        for tier, marks in TIERS.items():
            if not (records := place / tier).exists():
                print(f"measuring the tests of the tier {tier}", flush=True)
                (unfinished := place / "unfinished").write_text("")
                arguments = [*tests, "-m", marks, "-n", processes, *MEASURING]
                self.run(arguments, None, MUTANT_RECORDS=str(unfinished), COVERAGE_FILE=str(place / "coverage"))
                unfinished.rename(records)
            for name, seconds, failed in map(json.loads, records.read_text().splitlines()):
                if not failed:  # in a copy without a fault
                    self.tiers[name], self.seconds[name] = tier, seconds
        self.coverage = CoverageData(str(place / "coverage"))
        self.coverage.read()

    def run(self, arguments: list[str], max_seconds: float | None, **variables: str) -> int | None:
        """Run tests in the copy, and return the exit status, or None if they take too long."""
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants_plugin", *arguments]
        where = os.environ | {"PYTHONPATH": str(self.copy), "PYTEST_ADDOPTS": ""} | variables
        null = subprocess.DEVNULL
        with suppress(subprocess.TimeoutExpired):
            done = subprocess.run(command, cwd=self.copy, env=where, stdout=null, stderr=null, timeout=max_seconds)
            return done.returncode
        return None

    def reaching(self, file: str, lines: range | None = None) -> set[str]:
        """Return the tests that reach some lines of a file, or of a folder; the empty name if imports do."""
        return {
            context.partition("|")[0]
            for path in self.coverage.measured_files()
            if file in path
            for line, contexts in self.coverage.contexts_by_lineno(path).items()
            if lines is None or line in lines
            for context in contexts
        }

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests of each tier that reach the function of a mutant, the quickest first, then others that may.

        If imports reach the function, or nothing does, other tests that reach its file may detect it. In the compiler,
        they may reach any of its files, because what one test has compiled is cached for the next.
        """
        near = self.reaching(mutant.path, mutant.lines)
        tests = {*near}
        if not near or "" in near or COMPILER in mutant.path:
            tests |= self.reaching(COMPILER if COMPILER in mutant.path else mutant.path)
        tiers = [*TIERS]
        order = {name: (tiers.index(tier), name not in near, self.seconds[name]) for name, tier in self.tiers.items()}
        return sorted(tests & order.keys(), key=order.__getitem__)

    def failures(self, mutant: Mutant, every: bool) -> tuple[int, list[str]]:
        """Return how many tests run on a mutant, and which fail: the first, or all."""
        if not (tests := {name: 20 + 10 * self.seconds[name] for name in self.tests_of(mutant)}):
            return 0, []
        original = (file := self.copy / mutant.path).read_text(encoding="utf-8")
        file.write_text(mutant.code, encoding="utf-8")
        with TemporaryDirectory() as place:
            (selection := Path(place, "tests")).write_text(json.dumps(tests))
            (records := Path(place, "records")).touch()
            files = dict.fromkeys(name.partition("::")[0] for name in tests)
            options = ["-m", "", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"]
            options += ["--continue-on-collection-errors" if every else "-x"]
            variables = {"MUTANT_TESTS": str(selection), "MUTANT_RECORDS": str(records), "PYTHONDONTWRITEBYTECODE": "1"}
            status = self.run([*files, *options], sum(tests.values()), **variables)
            results = [json.loads(line) for line in records.read_text().splitlines()]
        file.write_text(original, encoding="utf-8")
        failed = [name for name, _, failed in results if failed]
        return len(results), failed or (
            [] if status in (0, 5) else [f"(status {status}: some file of tests is not imported, or no test ends)"]
        )


def main() -> None:
    """Draw the mutants, and print which tests detect each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=36)
    parser.add_argument("--number", type=int, default=64, help="number of mutants, the same of each layer")
    parser.add_argument("--only", nargs="+", choices=LAYERS, default=LAYERS, metavar="LAYER", help=" ".join(LAYERS))
    parser.add_argument("--tests", nargs="+", default=["README.md", "docs", "fpgames", "tests"], metavar="PATH")
    parser.add_argument("--processes", default="auto", help="number of processes that measure the tests")
    parser.add_argument(
        "--every", action="store_true", help="list all tests that fail on a mutant, not the first alone"
    )
    options = parser.parse_args()
    table = {layer: Counter[str]() for layer in options.only}
    survivors = []
    with TemporaryDirectory() as place:
        suite = Suite(Path(place, "copy"), options.tests, options.processes)
        for number, (layer, mutant) in enumerate(draw_mutants(options.seed, options.number, options.only), 1):
            print(text := f"{number}. {mutant.path}, {mutant.change}", flush=True)
            began = monotonic()
            count, failed = suite.failures(mutant, options.every)
            print(f"  {count} tests, {monotonic() - began:.0f} s")
            tiers = [suite.tiers.get(name, "plain") for name in failed]
            reports = [f"  {tier}: {name}" for tier, name in zip(tiers, failed, strict=True)]
            print(*reports or ["  no test fails"], sep="\n", flush=True)
            table[layer][min(tiers, key=[*TIERS].index, default="none")] += 1
            survivors += [] if failed else [text]
    print("| layer |", " | ".join([*TIERS, "none"]), "|")
    for layer, counts in table.items():
        print(f"| {layer} |", " | ".join(str(counts[tier]) for tier in [*TIERS, "none"]), "|")
    print(f"\nMutants that no test detects: {len(survivors)}", *survivors, sep="\n")


if __name__ == "__main__":
    main()
