"""The log of the command ``audit``: the results of the other process, and the formats in which audits are printed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import NamedTuple, TextIO

from fpgames.cli.status import printable
from fpgames.testing import (
    LawResult,
)

GRACE_SECONDS = 30.0  # an audit that takes so much longer than its time limit is ended


class Audit(NamedTuple):
    """The results of the laws of a game by their names, the report of broken laws, and why the audit was ended early."""

    game: str
    results: Mapping[str, LawResult]
    equations: Mapping[str, str]
    report: str
    seconds: float
    ended: str

    def broken(self) -> list[str]:
        """Return the names of the broken laws."""
        return [law for law, result in self.results.items() if result.failure]

    def without_cases(self) -> list[str]:
        """Return the names of the laws that were not checked on any case."""
        return [law for law, result in self.results.items() if not result.cases and not result.failure]

    def summary(self) -> str:
        """Return one line that says how many laws the game keeps, or which laws it breaks."""
        broken, unchecked = self.broken(), len(self.without_cases())
        checked = len(self.results) - unchecked
        partly = sum(bool(result.cases and result.skipped) for result in self.results.values())
        laws = "1 law" if checked == 1 else f"{checked} laws"
        verdict = f"breaks {len(broken)} of {laws}" if broken else f"keeps {laws}"
        counts = {"of them only as far as they were checked": partly, "not checked": unchecked}
        notes = "".join(f", {number} {note}" for note, number in counts.items() if number)
        ended = f"; its audit {self.ended}" if self.ended else ""
        return f"{self.game} {verdict}{notes}, in {self.seconds:.1f} s{ended}{': ' * bool(broken)}{', '.join(broken)}"


@dataclass
class AuditLog:
    """The audits that are finished, and what another process has sent of the running one."""

    args: argparse.Namespace
    audits: list[Audit] = field(default_factory=list[Audit])
    waiting: list[str] | None = None  # the games without an audit, the running one first; None until they are loaded
    loading: str = "fpgames.testing"  # what is loaded now
    law: str = ""  # the running law
    results: dict[str, LawResult] = field(default_factory=dict[str, LawResult])
    equations: dict[str, str] = field(default_factory=dict[str, str])
    reports: list[str] = field(default_factory=list[str])
    started: float = 0.0
    out: TextIO | None = None  # standard output

    def write(self, text: str) -> None:
        """Print a text on standard output, after the progress line is cleared from a terminal."""
        if sys.stderr.isatty():
            print("\x1b[2K", end="\r", file=sys.stderr, flush=True)
        print(printable(text), file=self.out, flush=True)

    def seconds_left(self) -> float | None:
        """Return the time after which the other process is ended; None if there is no limit."""
        left = self.started + self.args.seconds + GRACE_SECONDS - perf_counter()
        return max(0.0, left) if left < inf else None

    # What the other process sends:

    def load(self, what: str) -> None:
        """Begin to load a library or a game."""
        self.loading, self.started = what, perf_counter()

    def note(self, text: str) -> None:
        """Say on standard error what the laws of a game leave out."""
        print(f"fpgames: {printable(text)}", file=sys.stderr, flush=True)

    def loaded(self, games: list[str], known_laws: frozenset[str]) -> None:
        """End loading; other processes are given the laws of all games."""
        self.waiting, self.args.known_laws, self.loading = games, known_laws, ""

    def begin(self, game: str, number: int) -> None:
        """Begin the audit of a game by a number of laws."""
        self.started, self.law, self.results, self.equations, self.reports = perf_counter(), "", {}, {}, []
        if self.args.format == "text":
            self.write(f"{game}: {number} laws, seed {self.args.seed}")

    def run_law(self, law: str) -> None:
        """Begin a law."""
        self.law = law

    def add_result(self, equation: str, result: LawResult) -> None:
        """End a law, perhaps in a further run."""
        self.results[result.law], self.equations[result.law] = result, equation

    def add_report(self, text: str) -> None:
        """Report a broken law with a new message."""
        self.reports.append(text)
        if self.args.format == "text":
            self.write(f"{text}\n")

    def finish(self, report: str, ended: str = "") -> None:
        """End the audit of a game."""
        assert self.waiting
        seconds = perf_counter() - self.started
        self.audits.append(Audit(self.waiting.pop(0), self.results, self.equations, report, seconds, ended))
        if text := _FORMATS[self.args.format](self.audits[-1], self.args):
            self.write(text)

    def refuse(self, message: str) -> None:
        """End the command with an error, such as an unknown game."""
        raise ValueError(message)

    def end_early(self, reason: str) -> None:
        """End the audit of a game whose process has ended; raise ValueError if it was still loaded."""
        if self.loading:
            raise ValueError(f"{self.loading} cannot be loaded: it {reason}")
        self.finish("\n\n".join(self.reports), f"{reason}, in the law {self.law}" if self.law else reason)


def _as_text(audit: Audit, args: argparse.Namespace) -> str:
    """Return a line for each law, without those that skipped cases unless ``--verbose``; reports were printed before."""
    lines = (
        f"{law}: broken" if result.failure else str(result)
        for law, result in audit.results.items()
        if args.verbose or not result.skipped
    )
    return "\n".join(f"    {line}" for line in lines)


def _as_json(audit: Audit, args: argparse.Namespace) -> str:
    """Return one line of JSON: the game, its laws with their results, and the report of broken laws."""
    laws = [{**result._asdict(), "equation": audit.equations[law]} for law, result in audit.results.items()]
    seconds, broken = round(audit.seconds, 3), len(audit.broken())
    fields = {"game": audit.game, "seed": args.seed, "seconds": seconds, "broken": broken, "ended": audit.ended}
    return json.dumps({**fields, "laws": laws, "report": audit.report})


_FORMATS: Mapping[str, Callable[[Audit, argparse.Namespace], str]] = {
    "text": _as_text,
    "line": lambda audit, _: audit.summary(),
    "json": _as_json,
}
