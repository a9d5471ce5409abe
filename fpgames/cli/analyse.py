"""The command ``analyse``: what every move of a position is worth."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import reduce
from itertools import takewhile
from math import inf
from time import perf_counter
from typing import Any

from fpgames.cli.lookup import find_game
from fpgames.compiled import jit_when_it_pays
from fpgames.rules import AnyRules, Player, require_moves
from fpgames.search.analysis import Analysis, analyse_move
from fpgames.tree.building import build_tree
from fpgames.tree.folds import leaves
from fpgames.tree.sharing import share
from fpgames.tree.stages import prune
from fpgames.validation import require_at_least


def _analysed(rules: AnyRules, p: Any, move: Any, depth: int) -> Analysis:
    return analyse_move(rules, p, move, depth, compiled=jit_when_it_pays)


def position_of(rules: AnyRules, args: argparse.Namespace) -> Any:
    """Return the position that the arguments describe."""
    p = rules.start if args.position is None else rules.read(args.position)
    return reduce(rules.play, (move for word in args.moves.split() for move in _moves_of(rules, word)), p)


def _moves_of(rules: AnyRules, word: str) -> list[Any]:
    """Return the moves that a word writes: the one move it is if the game reads it so, else those between its commas."""
    try:
        return [rules.read_move(word)]
    except ValueError:
        return [rules.read_move(part) for part in word.split(",") if part]


def _shown(value: Any) -> str:
    """Return a value as text: a number in three digits, anything else as it shows itself."""
    return f"{value:.3g}" if isinstance(value, int | float) else str(value)


def _is_all(rules: AnyRules, p: Any, depth: int) -> bool:
    """Return whether every line of play ends within a depth."""
    return not any(map(rules.moves, leaves(build_tree(rules)(p) | share | prune(depth))))


def _analyses_in_time(
    rules: AnyRules, p: Any, moves: Sequence[Any], seconds: float
) -> tuple[int, bool, list[Analysis]]:
    """Return the last depth finished in time (at least 1), whether every line ends within it, and what was found."""
    end = perf_counter() + seconds
    found = [_analysed(rules, p, move, 1) for move in moves]
    depth = 1
    while not (is_all := _is_all(rules, p, depth)):
        in_time = takewhile(lambda _: perf_counter() < end, moves)
        deeper = [_analysed(rules, p, move, depth + 1) for move in in_time]
        if len(deeper) < len(moves):
            break
        depth, found = depth + 1, deeper
    return depth, is_all, found


def run_analyse(args: argparse.Namespace) -> int:
    """Print what every move of a position is worth, and return the exit status."""
    rules = find_game(args.game)
    require_at_least(1, args.depth, "look {} moves ahead")
    if args.seconds is not None and not 0 <= args.seconds < inf:
        raise ValueError(f"cannot look ahead for {args.seconds} seconds; expected a finite time, at least 0")
    p = position_of(rules, args)
    moves = require_moves(rules, p)
    print(rules.show(p))
    if args.seconds is None:
        found = [_analysed(rules, p, move, args.depth) for move in moves]
    else:
        depth, is_all, found = _analyses_in_time(rules, p, moves, args.seconds)
        print(f"looked {depth} moves ahead{', to the end of every line' if is_all else ''}")
    print("values are the first player's: 1 won, -1 lost, 0 drawn or undecided; others > 0 if the first is better off")
    print("move    value  minimax leaves  list leaves  window leaves  line")
    for move, analysis in zip(moves, found, strict=True):
        counts = f"{analysis.minimax:>14}  {analysis.lists:>11}  {analysis.window:>13}"
        line = " ".join(map(rules.show_move, analysis.line))
        print(f"{rules.show_move(move):<4}  {_shown(analysis.value):>7}  {counts}  {line}")
    value = (max if rules.player(p) is Player.FIRST else min)(analysis.value for analysis in found)
    best = (rules.show_move(move) for move, analysis in zip(moves, found, strict=True) if analysis.value == value)
    print("best:", *best)
    return 0
