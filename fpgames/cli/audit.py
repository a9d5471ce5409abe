"""The command ``audit``: run the laws of games, and report which laws hold and which are broken."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from time import perf_counter
from typing import Any, TypeAlias

from toolz import unique

from fpgames.cli.audit_log import GRACE_SECONDS, AuditLog
from fpgames.cli.lookup import WITH_SWAP, definition, find_game, library_games, reproduction, rules_as_played
from fpgames.cli.status import LAWS_BROKEN, one_line_message, printable, report_interrupt, seed_or_random
from fpgames.cli.workers import child_processes, kill_child
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
from fpgames.testing.law import current_timer, report
from fpgames.testing.running.checks import configure_laws

UNSEEN = (
    "laws do not know how a game is meant: all hold where the loser is called the winner, or where lines go round the edge of "
    "a board. What sees more: another implementation (--same OTHER), a law of your own (check_game(rules, also=[law])), "
    "symmetries, if its rules give none (Rules.symmetries); wrong moves, not wrong winners: counts of lines of play (--perft N,N)"
)

_Errors: TypeAlias = Mapping[Law, Counterexample]
_Send: TypeAlias = Callable[..., object]  # calls a method of the AuditLog: its name, then its arguments


def run_audit(args: argparse.Namespace) -> int:
    """Audit each game within a time limit, print the results and a summary, and return the exit status."""
    args.seed, args.known_laws = seed_or_random(args.seed), frozenset[str]()
    args.format = args.format or ("text" if args.all is None else "line")
    log, is_text, interrupted = AuditLog(args, out=sys.stdout), args.format == "text", False
    try:
        while log.waiting is None or log.waiting:
            _audit_apart(log)
    except KeyboardInterrupt:
        if log.waiting is None:
            raise
        interrupted = True
    audits, number = log.audits, len(log.audits) + len(log.waiting)
    if audits and is_text:
        log.write("\n".join(audit.summary() for audit in audits))
    is_kept = not any(audit.broken() or audit.ended for audit in audits)
    if audits and is_text and is_kept and not args.same:
        log.write(UNSEEN)
    if interrupted:
        return report_interrupt(f"after {len(audits)} of {number} games")
    gaps = {audit.game: laws for audit in audits if args.strict and (laws := audit.without_cases())}
    for game, laws in gaps.items():
        print(f"fpgames: {printable(game)}: no case of {', '.join(laws)} (--strict)", file=sys.stderr)
    return 0 if is_kept and not gaps else LAWS_BROKEN


def _audit_apart(log: AuditLog) -> None:
    """Audit the waiting games in another process. End it, and the audit of a game, if it takes too long or dies."""
    args = argparse.Namespace(**vars(log.args))
    if log.waiting is not None:
        args.games, args.all = log.waiting, None
    log.started = perf_counter()
    with child_processes(1, _send_audits, args, preload="fpgames.cli.audit") as [(process, connection)]:
        while True:
            if not connection.poll(log.seconds_left()):
                kill_child(process)
                return log.end_early(f"did not end within {args.seconds + GRACE_SECONDS:g} s")
            try:
                method, *values = connection.recv()
            except (EOFError, OSError):
                process.join()
                return log.end_early(f"ended the process, with status {process.exitcode}")
            if not method:
                return None
            getattr(log, method)(*values)


def _send_audits(connection: Any, args: argparse.Namespace) -> None:
    """Audit games, and send what the ``AuditLog`` of another process is to do."""
    with redirect_stdout(sys.stderr):  # what the code of a game prints is no part of the results
        try:
            audit_games(lambda *call: connection.send(call), args)
        except BaseException as error:
            connection.send(("refuse", one_line_message(error)))
    connection.send(("",))


def audit_games(send: _Send, args: argparse.Namespace) -> None:
    """Load the games, then run their laws; send each result as soon as it is known."""
    names = [*args.games]
    if args.all is not None:
        send("load", f"the library {args.all!r}")
        names += library_games(args.all)[0]
    laws_of = dict[str, list[Law]]()
    for name in names:
        send("load", f"the game {name!r}")
        laws_of[name] = _laws_of(name, args)
        if name.endswith(WITH_SWAP) and find_game(plain := name.removesuffix(WITH_SWAP)).symmetries:
            send("note", f"{name}: its symmetries are not checked, with_swap leaves them out; audit {plain}")
    known = args.known_laws | {law.name for laws in laws_of.values() for law in laws}
    for name, laws in laws_of.items():
        lacking = known - {law.name for law in laws}  # laws of the other games only, which are left out already
        options: Options = {"seconds": args.seconds, "seed": args.seed}
        exclude = [law for law in args.exclude if law not in lacking]
        laws_of[name] = configure_laws(laws, {**options, "exclude": exclude})
    send("loaded", [*laws_of], known)
    for name, laws in laws_of.items():
        send("begin", name, len(laws))
        send("finish", _run_laws(name, laws, send))


def _laws_of(name: str, args: argparse.Namespace) -> list[Law]:
    """Return the laws of a game, without the draws that hide its symmetries, then those of the same game as played."""
    rules, imports = find_game(name), {"rules": definition(name, "rules", as_played=False)}
    laws = game_laws(rules, perft=dict(enumerate(args.perft, 1)), imports=imports)
    if args.same is not None:
        imports = {"rules": definition(name, "rules"), "other": definition(args.same, "other")}
        other = rules_as_played(find_game(args.same))
        laws += same_game_laws(rules_as_played(rules), other, any_order=True, imports=imports)
    return laws


def _run_laws(game: str, laws: list[Law], send: _Send) -> str:
    """Run the laws of a game, and return the report of broken laws. Send each result, and each new message at once."""
    unsent, reported = dict[Law, Counterexample](), set[str]()  # a broken law; the messages of reports
    started, report_of_all = 0.0, ""

    def send_failure() -> None:
        """Send the law that is broken, as soon as it is known whether another law is the cause."""
        while unsent:
            law, failure = unsent.popitem()
            if str(failure) not in reported:
                send("add_report", _report({law: failure}, game))
            reported.add(str(failure))
            send("add_result", law.equation, LawResult(law.name, 0, False, "", perf_counter() - started, str(failure)))

    def recorded(law: Law) -> Law:
        """Return the law with a test that sends its result, and notes its counterexample."""

        def test(options: Options) -> LawResult:
            nonlocal started
            is_new = current_timer().phase.line is None  # otherwise it may be the cause that another law is broken
            if is_new:
                send_failure()
                send("run_law", law.name)
                started = perf_counter()
            try:
                result = law.test(options)
            except BaseException as error:  # Ctrl-C is blocked here: the game raises even KeyboardInterrupt
                unsent.clear()
                unsent[law] = error if isinstance(error, Counterexample) else Counterexample(one_line_message(error))
                raise unsent[law] from error.__cause__
            if is_new:
                send("add_result", law.equation, result)
            return result

        return replace(law, test=test)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IncompleteCheck)  # the results say what was skipped
        try:
            check(printable(game), map(recorded, laws))
        except LawsBroken as broken:
            report_of_all = _report(broken.errors, game)
    send_failure()
    return report_of_all


def _report(errors: _Errors, game: str) -> str:
    """Return the kit's report of broken laws, and statements that play the moves by the library of the game alone."""
    text = report(errors)
    for moves in unique(error.line.moves for error in errors.values() if error.line is not None):
        with suppress(ValueError):  # the library cannot play the moves; the report says so
            if statements := reproduction(game, moves):
                text += "\n    ".join(["\n\nto play the moves by the library alone:", *statements])
    return text
