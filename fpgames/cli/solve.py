"""The command ``solve``: who wins a position with perfect play, and by which moves; or each position of a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter
from typing import Any

from returns.result import Failure, Success, safe

from fpgames.cli.lookup import find_game
from fpgames.cli.positions import move_as_text, position_of, print_position, who_wins, written
from fpgames.cli.progress import progress
from fpgames.cli.status import (
    INTERRUPTED,
    SOME_REFUSED,
    complain,
    in_one_line,
    logging_to_stderr,
    replace_missing,
    ticking,
)
from fpgames.cli.workers import interrupts_deferred
from fpgames.compiled.code.check import has_numba, with_numba
from fpgames.compiled.code.errors import CannotCompile
from fpgames.compiled.memory.table_reuse import reuse_tables
from fpgames.rules.record import AnyRules, require_moves
from fpgames.solvers.registry import solver_of
from fpgames.solvers.solution import Solver

_OTHERWISE = "--weak asks only who wins; in Python, solve_backwards solves a game that may go round in circles"

SHORTEN = 300  # characters of why a line was refused
MANY = 20  # lines of a file whose searches take longer than importing numba


def run_solve(args: argparse.Namespace) -> int:
    """Solve a position, or each position of a file, and return the exit status."""
    if args.file is not None and args.moves:
        raise ValueError(f"the positions are those of {args.file}: leave out --file or MOVES")
    rules = find_game(args.game)
    solver = solver_of(rules)
    if args.file is not None:
        return _solve_file(rules, solver, args)
    p = position_of(rules, args)
    require_moves(rules, p)
    began = perf_counter()
    try:
        print_position(rules, p, args.position)
        sys.stdout.flush()
        with reuse_tables(), logging_to_stderr("fpgames.solvers"), ticking("nodes"):
            for line in _said(rules, solver, p, args):
                print(line, flush=True)
    except KeyboardInterrupt:
        print(
            f"fpgames: interrupted after {perf_counter() - began:.1f} s, before the position was solved; {_OTHERWISE}",
            file=sys.stderr,
        )
        return INTERRUPTED
    print(f"{perf_counter() - began:.2f} s")
    return 0


# One position, in words.


def _said(rules: AnyRules, solver: Solver[Any, Any], p: Any, args: argparse.Namespace) -> Iterable[str]:
    """Return the lines about a position that were asked for."""
    if args.weak:
        return [who_wins(solver.weak(p))]
    if args.score:
        score = solver.score(p)
        return [f"score: {score}, {who_wins(score)}"]
    return _in_full(rules, solver, p, args.each)


def _in_full(rules: AnyRules, solver: Solver[Any, Any], p: Any, each: bool) -> Iterator[str]:
    """Yield the lines about a position, each as soon as it is known."""
    score, moves, line, nodes = solver.solve(p)
    by = f" by {abs(score)}" if solver.margins else f" in {len(line)} move{'s' * (len(line) > 1)}"
    yield f"score: {score}, {who_wins(score)}{by if score else ''}"
    yield f"best: {' '.join(_names(rules, p, moves))}"
    yield f"line: {' '.join(written(rules, p, line))}"
    yield f"nodes: {nodes}"
    if each:
        values = solver.value_of_each_move(p)
        names = [*_names(rules, p, (move for move, _ in values))]
        wide = max(4, *map(len, names))
        yield f"{'move':<{wide}}  value"
        for name, (_, value) in zip(names, values, strict=True):
            yield f"{name:<{wide}}  {value:>5}  {who_wins(value)}"


def _names(rules: AnyRules, p: Any, moves: Iterable[Any]) -> Iterator[str]:
    return (move_as_text(rules, p, move) for move in moves)


# The positions of a file, each in one line.


def _solve_file(rules: AnyRules, solver: Solver[Any, Any], args: argparse.Namespace) -> int:
    """Print a line for each position as soon as it is solved; complain of those that cannot be, and go on."""
    began = perf_counter()
    solved = refused = number = 0
    with _lines_of(args.file) as (lines, total), progress(total, "line") as bar, reuse_tables():
        if has_numba() and (total is None or total >= MANY):
            with suppress(CannotCompile):  # once numba is imported, searches look for their machine code earlier
                with_numba("driver.walker")
        try:
            for number, text in enumerate(lines, 1):
                if text and not text.startswith("#"):
                    found, why = _tried(rules, solver, args, text)
                    with interrupts_deferred(), bar.aside():
                        if why:
                            complain(ValueError(f"line {number}: {why:.{SHORTEN}}"))
                            refused += 1
                        else:
                            print(text, found, sep="\t", flush=True)
                            solved += 1
                bar.advance()
        except KeyboardInterrupt:
            took = f"{perf_counter() - began:.1f} s, in line {number}; {solved} solved"
            print(f"fpgames: interrupted after {took}", file=sys.stderr)
            return INTERRUPTED
    return SOME_REFUSED if refused else 0


@contextmanager
def _lines_of(name: str) -> Iterator[tuple[Iterator[str], int | None]]:
    """Yield the lines of a file or of standard input, without spaces around them, and their number if it is known."""
    if name == "-":
        replace_missing("replace", sys.stdin)
        yield map(str.strip, sys.stdin), None
        return
    with open(name, encoding="utf-8-sig", errors="replace") as file:
        total = None
        if file.seekable():
            total = sum(1 for _ in file)
            file.seek(0)
        yield map(str.strip, file), total


def _tried(rules: AnyRules, solver: Solver[Any, Any], args: argparse.Namespace, text: str) -> tuple[str, str]:
    """Return what is printed behind a position, and an empty text; or an empty text, and why it cannot be solved."""
    try:
        p = _position(rules, args.position, text)
        require_moves(rules, p)
        if args.weak:
            return str(solver.weak(p)), ""
        if args.score:
            return str(solver.score(p)), ""
        score, moves, line, _ = solver.solve(p)
        parts = [str(score), " ".join(_names(rules, p, moves)), " ".join(written(rules, p, line))]
        if args.each:
            values = solver.value_of_each_move(p)
            parts.append(" ".join(f"{move_as_text(rules, p, move)}={value}" for move, value in values))
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:  # of a game that others wrote, too
        return "", in_one_line(error)
    return "\t".join(parts), ""


def _position(rules: AnyRules, before: str | None, text: str) -> Any:
    """Return the position of a line: one in the notation of the game, or that after moves; refuse what may be either."""
    as_moves = argparse.Namespace(position=before, moves=text)
    if before is not None:
        return position_of(rules, as_moves)
    after = safe(exceptions=(ValueError,))(position_of)(rules, as_moves)
    read = safe(exceptions=(ValueError,))(rules.read)(text)
    match read, after:
        case Failure(no_position), Failure(no_move):
            raise ValueError(f"as moves: {no_move}; as a position: {no_position}")
        case Success(one), Success(other) if one != other:
            raise ValueError(f"{text} may be a position or a move; write the move with a comma: {text},")
    return read.lash(lambda _: after).unwrap()
