"""The command ``analyse``: the value of every move of a position."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from toolz import identity

from fpgames.cli.lookup import find_game, table_from_file
from fpgames.cli.positions import (
    line_texts,
    move_as_text,
    position_from_args,
    print_position,
    rules_and_position,
    solved_text,
    value_text,
)
from fpgames.cli.search_tree import print_search
from fpgames.cli.status import reporting_interrupts, showing_elapsed_time
from fpgames.cli.workers import require_jobs, worker_map
from fpgames.compiled import jit_when_it_pays
from fpgames.rules.outcomes import CHANCE, ChanceMoves, Player
from fpgames.rules.record import AnyRules, M, P, Rules, mover, require_moves, require_rules, whose_turn
from fpgames.search.alphabeta import ab_maximise, ab_minimise, alpha_beta
from fpgames.search.chance import expectiminimax
from fpgames.search.counting import count_leaves
from fpgames.search.moves import principal_variation
from fpgames.search.values import minimax
from fpgames.solvers.tables import table_value
from fpgames.tree.building import build_tree
from fpgames.tree.folds import leaves
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, prune
from fpgames.validation import require_at_least

_TABLE = "perfect:"  # the search that reads the values of positions from a file

DEPTH = 4
"""The default search depth, in moves."""


class MoveAnalysis(NamedTuple):
    """The value and the expected line of a move, and the number of leaves that each of three searches examined.

    If chance moves in the tree, the value is that of ``expectiminimax``, and leaves are not counted.
    """

    value: float
    line: tuple[Any, ...]
    minimax: int = 0
    lists: int = 0  # number of leaves that ab_maximise or ab_minimise examined
    window: int = 0  # number of leaves that alpha_beta examined


def analyse_move(
    rules: Rules[P, M], p: P, move: M, depth: int, *, compiled: Callable[..., Callable[..., Any]] = identity
) -> MoveAnalysis:
    """Search a move by minimax and by two versions of alpha-beta. The move counts as the first of ``depth`` moves.

    >>> from fpgames.games.tictactoe import rules
    >>> analyse_move(rules, rules.start, 4, 5)
    MoveAnalysis(value=0, line=(4, 0, 1, 7, 2), minimax=1680, lists=273, window=125)
    """
    require_rules(rules, "analyse_move")
    require_at_least(1, depth, "look {} moves ahead")
    after = rules.play(p, move)
    lists = ab_maximise if whose_turn(rules, after) is Player.FIRST else ab_minimise
    pipeline = build_tree(rules) | prune(depth - 1) | map_tree(rules.static)
    (value, by_minimax), (_, by_lists), (_, by_window) = (
        compiled(pipeline | count_leaves(search))(after) for search in (minimax, lists, alpha_beta)
    )
    line = compiled(pipeline | principal_variation(search=alpha_beta))(after).line
    return MoveAnalysis(value, (move, *line), by_minimax, by_lists, by_window)


def _analyse_move_compiled(rules: AnyRules, p: Any, move: Any, depth: int) -> MoveAnalysis:
    try:
        return analyse_move(rules, p, move, depth, compiled=jit_when_it_pays)
    except ChanceMoves:
        tree = build_tree(rules)(rules.play(p, move)) | prune(depth - 1) | map_tree(rules.static)
        found = tree | principal_variation(search=expectiminimax)
        return MoveAnalysis(found.value, (move, *found.line))


def _analyse_nth_move(game: str, position: str | None, moves: str, depth: int, index: int) -> MoveAnalysis:
    """Analyse the legal move at an index. The arguments can be pickled, so that a worker process can call this."""
    rules, p = rules_and_position(game, position, moves)
    return _analyse_move_compiled(rules, p, rules.moves(p)[index], depth)


def _is_exhaustive(rules: AnyRules, p: Any, depth: int) -> bool:
    """Return whether every line of play ends within ``depth`` moves, so that a deeper search would find nothing new."""
    return not any(map(rules.moves, leaves(build_tree(rules)(p) | share | prune(depth))))


def _analyse_for_seconds(
    rules: AnyRules, p: Any, moves: Sequence[Any], seconds: float
) -> tuple[int, bool, list[MoveAnalysis]]:
    """Deepen until time is up. Return the last finished depth, whether every line ends within it, and the analyses."""
    end = perf_counter() + seconds
    analyses = [_analyse_move_compiled(rules, p, move, 1) for move in moves]
    depth = 1
    while not (is_exhaustive := _is_exhaustive(rules, p, depth)):
        in_time = takewhile(lambda _: perf_counter() < end, moves)
        deeper = [_analyse_move_compiled(rules, p, move, depth + 1) for move in in_time]
        if len(deeper) < len(moves):
            break
        depth, analyses = depth + 1, deeper
    return depth, is_exhaustive, analyses


def _analyse_to_depth(args: argparse.Namespace, moves: int, depth: int) -> list[MoveAnalysis]:
    """Analyse all moves to a depth, in worker processes if asked for."""
    rules_and_position.cache_clear()  # cached rules may be outdated if an earlier command ran in this process
    prepare = partial(rules_and_position, args.game, args.position, args.moves)
    analyse = partial(_analyse_nth_move, args.game, args.position, args.moves, depth)
    with (
        reporting_interrupts("before all moves were searched; a smaller --depth, or --seconds, takes less time"),
        worker_map(min(args.jobs or 1, moves), prepare) as map_function,
        showing_elapsed_time("leaves"),
    ):
        return list(map_function(analyse, range(moves)))


def _print_solved(rules: AnyRules, args: argparse.Namespace) -> int:
    """Print the result after every move of a position, from a file of solved positions, and return the exit status."""
    for name in ("depth", "seconds", "trees", "jobs", "seed"):
        if getattr(args, name) is not None:
            raise ValueError(f"--{name} is for a search, but {args.search} looks values up: leave out --{name}")
    p, table = position_from_args(rules, args), table_from_file(rules, args.search.removeprefix(_TABLE))
    value = table_value(table)
    after = {move_as_text(rules, p, move): rules.play(p, move) for move in require_moves(rules, p)}
    best = (max if whose_turn(rules, p) is Player.FIRST else min)(map(value, after.values()))
    print_position(rules, p, args.position)
    for name, q in after.items():
        print(f"{name:<{max(map(len, after))}}  {solved_text(table[q], 1)}")
    print("best:", *(name for name, q in after.items() if value(q) == best))
    return 0


def run_analyse(args: argparse.Namespace) -> int:
    """Print the value of every move of a position, and return the exit status."""
    rules = find_game(args.game)
    if args.seconds is not None and not 0 <= args.seconds < inf:
        raise ValueError(f"cannot look ahead for {args.seconds} seconds; expected a finite time, at least 0")
    if args.search is not None:
        return (_print_solved if args.search.startswith(_TABLE) else print_search)(rules, args)
    for name in ("seed", "trees"):
        if getattr(args, name) is not None:
            raise ValueError(f"--{name} is for a Monte-Carlo tree search: it needs --search mcts:N")
    if args.jobs is not None:
        require_jobs(args.jobs, "share the moves between {} workers")
        if args.seconds is not None:
            raise ValueError("--jobs shares the moves of one depth between workers: it does not go with --seconds")
    depth = DEPTH if args.depth is None else args.depth
    require_at_least(1, depth, "look {} moves ahead")
    p = position_from_args(rules, args)
    moves = require_moves(rules, p)
    print_position(rules, p, args.position)
    if args.seconds is None:
        analyses = _analyse_to_depth(args, len(moves), depth)
    else:
        with reporting_interrupts("before the time was over"), showing_elapsed_time("leaves"):
            depth, is_exhaustive, analyses = _analyse_for_seconds(rules, p, moves, args.seconds)
        print(f"looked {depth} moves ahead{', to the end of every line' if is_exhaustive else ''}")
    print("values are the first player's: 1 won, -1 lost, 0 drawn or undecided; others > 0 if the first is better off")
    print(
        "leaves are those examined by minimax, and by alpha-beta on lists (ab_maximise) and with a window (alpha_beta)"
    )
    if not all(analysis.minimax for analysis in analyses):
        print("where chance moves, values are means, which expectiminimax finds; its leaves are not counted")
    names = [move_as_text(rules, p, move) for move in moves]
    width = max(4, *map(len, names))
    print(f"{'move':<{width}}    value  minimax leaves  list leaves  window leaves  line")
    for name, analysis in zip(names, analyses, strict=True):
        counts = f"{analysis.minimax or '-':>14}  {analysis.lists or '-':>11}  {analysis.window or '-':>13}"
        line = " ".join(line_texts(rules, p, analysis.line))
        print(f"{name:<{width}}  {value_text(analysis.value):>7}  {counts}  {line}")
    values = [analysis.value for analysis in analyses]
    turn = mover(rules, p)
    if turn is CHANCE:
        print("mean:", value_text(sum(values) / len(values)))
        return 0
    value = (max if turn is Player.FIRST else min)(values)
    best = (name for name, analysis in zip(names, analyses, strict=True) if analysis.value == value)
    print("best:", *best)
    return 0
