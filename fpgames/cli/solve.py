"""The command ``solve``: the winner under perfect play and the best moves, for a position or a file of positions."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from returns.result import Failure, Success, safe

from fpgames.cli.files import replace_file
from fpgames.cli.lookup import find_game
from fpgames.cli.positions import line_texts, move_as_text, position_from_args, print_position, solved_text, who_wins
from fpgames.cli.progress import progress
from fpgames.cli.status import (
    SOME_REFUSED,
    logging_to_stderr,
    one_line_message,
    report_error,
    report_interrupt,
    reporting_interrupts,
    set_encoding_errors,
    showing_elapsed_time,
)
from fpgames.cli.workers import defer_interrupts
from fpgames.compiled.caching.table_reuse import reuse_tables
from fpgames.compiled.errors import CannotCompile
from fpgames.compiled.numba_check import has_numba, import_with_numba
from fpgames.rules.record import AnyRules, require_moves
from fpgames.search.retrograde import solve_backwards
from fpgames.solvers.registry import dedicated_solver, solver_of
from fpgames.solvers.solution import Solver
from fpgames.solvers.tables import write_table

MAX_REASON_LENGTH = 300  # maximum number of characters of the error message for a line of a file
MIN_LINES_FOR_NUMBA = 20  # if a file has fewer lines, importing numba takes longer than solving them all


def run_solve(args: argparse.Namespace) -> int:
    """Solve a position, or each position of a file, and return the exit status."""
    if args.file is not None and (args.moves or args.table):
        raise ValueError(
            f"the positions are those of {args.file}: leave out --file or {'MOVES' if args.moves else '--table'}"
        )
    rules = find_game(args.game)
    solver = solver_of(rules)
    if args.file is not None:
        return _solve_file(rules, solver, args)
    p = position_from_args(rules, args)
    require_moves(rules, p)
    started = perf_counter()
    unfinished = ["before the position was solved"] + ["--weak asks only who wins"] * (not args.weak)
    if dedicated_solver(rules) is None:
        unfinished.append("in Python, solve_backwards solves a game that may go round in circles")
    if args.table is not None:
        with reporting_interrupts("before all positions were solved"):
            return _write_table(rules, p, args.table)
    with reporting_interrupts("; ".join(unfinished)):
        print_position(rules, p, args.position)
        sys.stdout.flush()
        with reuse_tables(), logging_to_stderr("fpgames.solvers"), showing_elapsed_time("nodes"):
            for line in _report_lines(rules, solver, p, args):
                print(line, flush=True)
    print(f"{perf_counter() - started:.2f} s")
    return 0


def _write_table(rules: AnyRules, p: Any, path: Path) -> int:
    """Solve all positions that follow from a position, write them to a file, and return the exit status."""
    path.parent.stat()  # raises an error now, and not after a long computation
    table = solve_backwards(rules, [p])
    replace_file(path, f"{write_table(rules, table)}\n")
    print(f"{path}: {len(table)} positions; {solved_text(table[p])}")
    return 0


# Functions for a single position: they print a report of several lines.


def _report_lines(rules: AnyRules, solver: Solver[Any, Any], p: Any, args: argparse.Namespace) -> Iterable[str]:
    """Return the lines of the report on a position: a single line with --weak or --score, otherwise the full report."""
    if args.weak:
        return [who_wins(solver.weak(p))]
    if args.score:
        score = solver.score(p)
        return [f"score: {score}, {who_wins(score)}"]
    return _full_report_lines(rules, solver, p, args.each_move)


def _full_report_lines(rules: AnyRules, solver: Solver[Any, Any], p: Any, each_move: bool) -> Iterator[str]:
    """Yield the lines of the full report, such as the score and the best moves, each as soon as it is known."""
    score, moves, line, nodes = solver.solve(p)
    by = f" by {abs(score)}" if solver.margins else f" in {len(line)} move{'s' * (len(line) > 1)}"
    yield f"score: {score}, {who_wins(score)}{by if score else ''}"
    yield f"best: {' '.join(_move_names(rules, p, moves))}"
    yield f"line: {' '.join(line_texts(rules, p, line))}"
    yield f"nodes: {nodes}"
    if each_move:
        values = solver.value_of_each_move(p)
        names = [*_move_names(rules, p, (move for move, _ in values))]
        width = max(4, *map(len, names))
        yield f"{'move':<{width}}  value"
        for name, (_, value) in zip(names, values, strict=True):
            yield f"{name:<{width}}  {value:>5}  {who_wins(value)}"


def _move_names(rules: AnyRules, p: Any, moves: Iterable[Any]) -> Iterator[str]:
    return (move_as_text(rules, p, move) for move in moves)


# Functions for a file of positions: they print one line for each position.


def _solve_file(rules: AnyRules, solver: Solver[Any, Any], args: argparse.Namespace) -> int:
    """Solve a file line by line: print each result, or an error for an invalid line. Return the exit status."""
    started = perf_counter()
    solved = refused = number = 0
    with _open_lines(args.file) as (lines, total), progress(total, "line") as bar, reuse_tables():
        if has_numba() and (total is None or total >= MIN_LINES_FOR_NUMBA):
            with suppress(CannotCompile):  # import numba now, so that the first searches use cached machine code
                import_with_numba("driver.walker")
        try:
            for number, text in enumerate(lines, 1):
                if text and not text.startswith("#"):
                    result, reason = _solve_line(rules, solver, args, text)
                    with defer_interrupts(), bar.aside():
                        if reason:
                            report_error(ValueError(f"line {number}: {reason:.{MAX_REASON_LENGTH}}"))
                            refused += 1
                        else:
                            print(text, result, sep="\t", flush=True)
                            solved += 1
                bar.advance()
        except KeyboardInterrupt:
            return report_interrupt(f"after {perf_counter() - started:.1f} s, in line {number}; {solved} solved")
    return SOME_REFUSED if refused else 0


@contextmanager
def _open_lines(name: str) -> Iterator[tuple[Iterator[str], int | None]]:
    """Open a file, or standard input for "-". Yield its stripped lines, and their number (None if unknown)."""
    if name == "-":
        set_encoding_errors("replace", sys.stdin)
        yield map(_without_byte_order_mark, map(str.strip, sys.stdin)), None
        return
    with open(name, encoding="utf-8-sig", errors="replace") as file:
        total = None
        if file.seekable():
            total = sum(1 for _ in file)
            file.seek(0)
        yield map(str.strip, file), total


def _without_byte_order_mark(line: str) -> str:
    return line.removeprefix("\ufeff")


def _solve_line(rules: AnyRules, solver: Solver[Any, Any], args: argparse.Namespace, text: str) -> tuple[str, str]:
    """Solve the position of a line. Return (output, "") after success, and ("", message) after an error."""
    try:
        p = _read_position(rules, args.position, text)
        require_moves(rules, p)
        if args.weak:
            return str(solver.weak(p)), ""
        if args.score:
            return str(solver.score(p)), ""
        score, moves, line, _ = solver.solve(p)
        parts = [str(score), " ".join(_move_names(rules, p, moves)), " ".join(line_texts(rules, p, line))]
        if args.each_move:
            values = solver.value_of_each_move(p)
            parts.append(" ".join(f"{move_as_text(rules, p, move)}={value}" for move, value in values))
    except (MemoryError, KeyboardInterrupt):
        raise
    except BaseException as error:  # the code of a plugin may raise any exception
        return "", one_line_message(error)
    return "\t".join(parts), ""


def _read_position(rules: AnyRules, before: str | None, text: str) -> Any:
    """Read a line as moves from the position ``before``; if that is None, as a position or moves from the start."""
    as_moves = argparse.Namespace(position=before, moves=text)
    if before is not None:
        return position_from_args(rules, as_moves)
    after = safe(exceptions=(ValueError,))(position_from_args)(rules, as_moves)
    read = safe(exceptions=(ValueError,))(rules.read)(text)
    match read, after:
        case Failure(no_position), Failure(no_move):
            raise ValueError(f"as moves: {no_move}; as a position: {no_position}")
        case Success(p), Success(q) if p != q:
            raise ValueError(f"{text} may be a position or a move; write the move with a comma: {text},")
    return read.lash(lambda _: after).unwrap()
