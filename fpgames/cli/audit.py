"""The command ``audit``: run the laws of games, and report which laws hold and which are broken."""

from __future__ import annotations

import argparse
import json
import platform
import re
import shlex
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from time import perf_counter
from typing import NamedTuple, TypeAlias

from toolz import unique

from fpgames import __version__
from fpgames.cli.lookup import find_game, library_games, reproduction, rules_as_played
from fpgames.cli.status import LAWS_BROKEN, printable, report_interrupt, seed_or_random
from fpgames.testing import (
    Counterexample,
    IncompleteCheck,
    Law,
    LawResult,
    LawsBroken,
    Options,
    check,
    game_laws,
    same_game_laws,
)
from fpgames.testing.law import report
from fpgames.testing.running.checks import configure_laws

_Errors: TypeAlias = Mapping[Law, Counterexample]


class Audit(NamedTuple):
    """The result of each law of a game, and the counterexamples to the broken laws."""

    game: str
    results: Mapping[Law, LawResult]
    errors: _Errors
    seconds: float

    def summary(self) -> str:
        """Return one line that says how many laws the game keeps, or which laws it breaks."""
        results = self.results.values()
        checked = sum(bool(result.cases or result.failure) for result in results)
        partly = sum(bool(result.cases and result.skipped) for result in results)
        laws = "1 law" if checked == 1 else f"{checked} laws"
        verdict = f"breaks {len(self.errors)} of {laws}" if self.errors else f"keeps {laws}"
        counts = {"of them only as far as they were checked": partly, "not checked": len(results) - checked}
        notes = (f", {number} {note}" for note, number in counts.items() if number)
        broken = f": {', '.join(law.name for law in self.errors)}" if self.errors else ""
        return f"{self.game} {verdict}{''.join(notes)}, in {self.seconds:.1f} s{broken}"


def run_audit(args: argparse.Namespace) -> int:
    """Audit each game within a time limit, print the results and a summary, and return the exit status."""
    args.seed, out, audits = seed_or_random(args.seed), sys.stdout, list[Audit]()
    args.format = args.format or ("text" if args.all is None else "line")
    is_text, format_audit = args.format == "text", _FORMATS[args.format]

    def write(text: str) -> None:
        """Print a text on standard output, after the progress line is cleared from a terminal."""
        if sys.stderr.isatty():
            print("\x1b[2K", end="\r", file=sys.stderr, flush=True)
        print(printable(text), file=out, flush=True)

    with redirect_stdout(sys.stderr):  # what the code of a game prints is no part of the results
        laws_of = _laws_of_games(args)
        with suppress(KeyboardInterrupt):
            for game, laws in laws_of.items():
                if is_text:
                    write(f"{game}: {len(laws)} laws, seed {args.seed}")
                audits.append(_audit(game, laws, lambda text: write(f"{text}\n") if is_text else None, args))
                write(format_audit(audits[-1], args))
    if audits and (is_text or (args.format == "markdown" and len(laws_of) > 1)):
        write("\n".join(f"{'' if is_text else '- '}{audit.summary()}" for audit in audits))
    if len(audits) < len(laws_of):
        return report_interrupt(f"after {len(audits)} of {len(laws_of)} games")
    return LAWS_BROKEN if any(audit.errors for audit in audits) else 0


def _laws_of_games(args: argparse.Namespace) -> dict[str, list[Law]]:
    """Return the laws to run of each game, with the options of the run."""
    laws_of = dict[str, list[Law]]()
    for game in args.games if args.all is None else [*args.games, *library_games(args.all)[0]]:
        laws_of[game] = game_laws(rules := rules_as_played(find_game(game)))
        if args.same is not None:
            laws_of[game] += same_game_laws(rules, rules_as_played(find_game(args.same)), any_order=True)
    known = {law.name for laws in laws_of.values() for law in laws}
    for game, laws in laws_of.items():
        lacking = known - {law.name for law in laws}  # laws of the other games only, which are left out already
        exclude = [name for name in args.exclude if name not in lacking]
        laws_of[game] = configure_laws(laws, {"seconds": args.seconds, "seed": args.seed, "exclude": exclude})
    return laws_of


def _audit(game: str, laws: Sequence[Law], on_report: Callable[[str], None], args: argparse.Namespace) -> Audit:
    """Run the laws of a game. Each report of a broken law with a new message is passed on at once."""
    results, errors = dict[Law, LawResult](), dict[Law, Counterexample]()

    def recorded(law: Law) -> Law:
        """Return the law with a test that records its last result."""

        def test(options: Options) -> LawResult:
            started = perf_counter()
            try:
                results[law] = law.test(options)
            except Counterexample as error:
                results[law] = LawResult(law.name, 0, False, "", perf_counter() - started, str(error))
                if str(error) not in map(str, errors.values()):
                    on_report(_report({law: error}, game, args))
                errors[law] = error
                raise
            return results[law]

        return replace(law, test=test)

    started = perf_counter()
    with warnings.catch_warnings(), suppress(LawsBroken):
        warnings.simplefilter("ignore", IncompleteCheck)  # the results say what was skipped
        check(printable(game), map(recorded, laws))
    return Audit(game, results, errors, perf_counter() - started)


def _report(errors: _Errors, game: str, args: argparse.Namespace) -> str:
    """Return the kit's report of broken laws. Where it needs rules that it cannot import, statements find them."""
    games = {"rules": game, "other": args.same}

    def found_by_name(needed: re.Match[str]) -> str:
        found = [
            f"{name} = rules_as_played(find_game({games[name]!r})); " for name in games if f"`{name}`" in needed[0]
        ]
        return f"to see it again: from fpgames.cli.lookup import find_game, rules_as_played; {''.join(found)}"

    text = re.sub("to see it again, with your `(rules|other|rules` and `other)`: ", found_by_name, report(errors))
    for moves in unique(error.line.moves for error in errors.values() if error.line is not None):
        with suppress(ValueError):  # the library cannot play the moves; the report says so
            if statements := reproduction(game, moves):
                text += "\n    ".join(["\n\nto play the moves by the library alone:", *statements])
    return text


def _as_text(audit: Audit, _: argparse.Namespace) -> str:
    """Return a line for each law. The reports of broken laws were printed before."""
    lines = (f"{law}: broken" if law in audit.errors else str(result) for law, result in audit.results.items())
    return "\n".join(f"    {line}" for line in lines)


def _as_json(audit: Audit, args: argparse.Namespace) -> str:
    """Return one line of JSON: the game, its laws with their results, and the report of broken laws."""
    laws = [{**result._asdict(), "equation": law.equation} for law, result in audit.results.items()]
    text = _report(audit.errors, audit.game, args) if audit.errors else ""
    fields = {"game": audit.game, "seed": args.seed, "seconds": round(audit.seconds, 3), "broken": len(audit.errors)}
    return json.dumps({**fields, "laws": laws, "report": text})


def _as_markdown(audit: Audit, args: argparse.Namespace) -> str:
    """Return a section of Markdown, to be pasted into a bug report."""
    same, exclude = [] if args.same is None else [args.same], args.exclude
    options = {
        "--same": same,
        "--seconds": [str(args.seconds).removesuffix(".0")],
        "--seed": [str(args.seed)],
        "--exclude": exclude,
    }
    words = (word for option, values in options.items() for value in values for word in (option, value))
    versions = f"fpgames {__version__}, Python {platform.python_version()}"
    lines = [f"## {audit.summary()}", f"`{shlex.join(['fpgames', 'audit', audit.game, *words])}` ({versions})"]
    if audit.errors:
        text = _report(audit.errors, audit.game, args)
        fence = "`" * max([3, *(1 + len(ticks) for ticks in re.findall("`+", text))])
        lines.append(f"{fence}text\n{text}\n{fence}")
    if held := [f"- {result}" for law, result in audit.results.items() if law not in audit.errors]:
        lines += ["Other laws, as far as they were checked:", "\n".join(held)]
    return "\n\n".join(lines) + "\n"


_FORMATS: Mapping[str, Callable[[Audit, argparse.Namespace], str]] = {
    "text": _as_text,
    "line": lambda audit, _: audit.summary(),
    "json": _as_json,
    "markdown": _as_markdown,
}
