"""Monte-Carlo tree search for the commands ``analyse`` and ``tree``: read the options, search, print the results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from time import perf_counter
from typing import Any, TypeAlias

from toolz import identity

from fpgames.cli.positions import (
    line_texts,
    move_as_text,
    position_from_args,
    print_position,
    rules_and_position,
    value_text,
    who_wins,
)
from fpgames.cli.progress import progress
from fpgames.cli.status import report_interrupt, seed_or_random
from fpgames.cli.workers import require_jobs, worker_map
from fpgames.compiled import jit_when_it_pays
from fpgames.play.tree_bots import EXPLORATION, MAX_SIMULATIONS, mcts_root_parallel, require_simulations
from fpgames.rand.actions import Rand
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.outcomes import CHANCE
from fpgames.rules.record import AnyRules, require_moves
from fpgames.search.tree_search.phases import ucb1
from fpgames.search.tree_search.search import continue_search, mcts
from fpgames.search.tree_search.tree import AnySearchTree, best, expand, line, ranked
from fpgames.validation import read_number, require_at_least

_Continue: TypeAlias = Callable[[AnySearchTree], Rand[AnySearchTree]]
_PositionArgs: TypeAlias = tuple[str, str | None, str]  # the arguments GAME, --position and MOVES

UNLIMITED = "mcts"
"""The option for a search without a number of simulations: it ends when time is up, or with a proof."""


def read_simulations(text: str, searches: str = "mcts:N, with a number of simulations, or perfect:FILE") -> int | None:
    """Read the option ``mcts:N``: return N, or None for ``mcts`` alone. An error lists the valid ``searches``."""
    name, colon, number = text.partition(":")
    if name != UNLIMITED:
        raise ValueError(f"unknown search {text!r:.80}; expected {searches}")
    if not colon:
        return None
    n = read_number(number, "a number of simulations; expected a whole number, at least 2")
    require_simulations(n, "mcts")
    return n


def run_mcts(rules: AnyRules, p: Any, gen: Gen, n: int) -> AnySearchTree:
    """Return the search tree after n simulations, with the same settings as the bot ``mcts:N``."""
    return jit_when_it_pays(mcts(rules, n, select=ucb1(EXPLORATION)))(p).eval(gen)


_STEP = 0.1  # seconds between yielded trees; after the first second, a fraction of the elapsed time instead
_MIN_SECONDS_TO_COMPILE = 5  # a search with less time is not compiled: compiling would take most of the time
_MAX_SIMULATIONS = 20_000_000  # limit for the option ``mcts`` without N; a tree of this size takes about 1 GB


def _trees_after_each_step(rules: AnyRules, p: Any, gen: Gen, n: int, seconds: float) -> Iterator[AnySearchTree]:
    """Yield the tree of a search after each step. Stop after n simulations, after a proof, or when time is up."""
    prepare: Callable[[_Continue], _Continue] = jit_when_it_pays if seconds >= _MIN_SECONDS_TO_COMPILE else identity
    started = perf_counter()
    tree: AnySearchTree = expand(rules, p)
    more: float = 1 + len(tree.moves)  # the first step tries each move once if n allows, even if ``seconds`` is short
    while True:
        n_more = int(min(more, n - tree.visits))
        tree, gen = prepare(continue_search(rules, n_more, select=ucb1(EXPLORATION)))(tree).run(gen)
        yield tree
        took = perf_counter() - started
        if tree.visits == n or tree.proof is not None or took >= seconds:
            return
        more = max(1, tree.visits / took * min(max(_STEP, _STEP * took), seconds - took))


def _search_and_merge(rules: AnyRules, p: Any, gen: Gen, n: int, trees: int, args: argparse.Namespace) -> AnySearchTree:
    """Merge several search trees of n simulations each, from worker processes. The number of trees is ``trees``."""
    rules_and_position.cache_clear()  # cached rules may be outdated if an earlier command ran in this process
    position_args = (args.game, args.position, args.moves)
    with worker_map(min(args.jobs or 1, trees), partial(rules_and_position, *position_args)) as map_function:
        by_name = partial(_search_by_name, position_args, n)  # workers find rules by name: some rules cannot be pickled
        search = mcts_root_parallel(rules, n, trees, map_function=lambda _, gens: map_function(by_name, gens))
        merged: AnySearchTree = search(p).eval(gen)
    return merged


def _search_by_name(position_args: _PositionArgs, n: int, gen: Gen) -> AnySearchTree:
    rules, p = rules_and_position(*position_args)
    return run_mcts(rules, p, gen, n)


def print_search(rules: AnyRules, args: argparse.Namespace) -> int:
    """Search a position, print the results for every move, and return the exit status."""
    n, trees = _read_options(args)
    p = position_from_args(rules, args)
    require_moves(rules, p)
    seed = seed_or_random(args.seed)
    gen = SplitMix.from_seed(seed)
    print_position(rules, p, args.position)
    sys.stdout.flush()
    tree: AnySearchTree | None = None
    interrupted = False
    started = perf_counter()
    try:
        if n is not None and trees > 1:
            tree = _search_and_merge(rules, p, gen, n, trees, args)
        else:
            limit, seconds = n or _MAX_SIMULATIONS, inf if args.seconds is None else args.seconds
            with progress(n, "simulation") as bar:
                for deeper_tree in _trees_after_each_step(rules, p, gen, limit, seconds):
                    bar.advance(deeper_tree.visits - (tree.visits if tree else 0))
                    tree = deeper_tree
    except KeyboardInterrupt:
        interrupted = True
    seconds = perf_counter() - started
    if tree is not None and tree.tried:
        _print_results(rules, tree, seconds, seed, trees)
    return report_interrupt(f"after {seconds:.1f} s, before the search was finished") if interrupted else 0


def _read_options(args: argparse.Namespace) -> tuple[int | None, int]:
    """Return the number of simulations (None if unlimited) and the number of trees; check that no options conflict."""
    n = read_simulations(args.search)
    trees = 1 if args.trees is None else args.trees
    require_at_least(1, trees, "search {} trees", MAX_SIMULATIONS // (n or 1))
    if args.depth is not None:
        raise ValueError("--search mcts has no depth: leave out --depth or --search")
    if args.trees is not None and args.seconds is not None:
        raise ValueError("--trees needs a number of simulations for each tree: leave out --trees or --seconds")
    if n is None and args.seconds is None:
        raise ValueError("--search mcts has no end: write mcts:N, with a number of simulations, or add --seconds")
    if args.jobs is not None:
        require_jobs(args.jobs, "share the trees between {} workers")
        if trees == 1:
            raise ValueError("--jobs shares trees between workers: it needs --trees, at least 2")
    return n, trees


def _print_results(rules: AnyRules, tree: AnySearchTree, seconds: float, seed: int, trees: int) -> None:
    """Print the results of a search: a summary, a table of the moves (best first), and the best move."""
    p = tree.position
    of_trees = f" in {trees} trees" if trees > 1 else ""
    speed = tree.visits / max(seconds, 1e-9)
    print(f"{tree.visits} simulations{of_trees}, {seconds:.2f} s, {speed:.0f} a second, seed {seed}")
    if tree.proof is not None:
        print(f"proven: {who_wins(tree.proof)}")
    print("values are the first player's, from -1 to 1: the mean of the simulations, or what is proven")
    moves = ranked(tree)
    names = [move_as_text(rules, p, move) for move, _ in moves]
    proofs = ["" if child.proof is None else who_wins(child.proof) for _, child in moves]
    untried = [move_as_text(rules, p, m) for m, child in zip(tree.moves, tree.children, strict=True) if child is None]
    move_width, proof_width = max(4, *map(len, names + untried)), max(5, *map(len, proofs))
    total = sum(child.visits for _, child in moves)
    print(f"{'move':<{move_width}}  {'visits':>10}      %   value  {'proof':<{proof_width}}  line")
    for name, proof, (move, child) in zip(names, proofs, moves, strict=True):
        share, value = 100 * child.visits / total, round(child.value, 3) + 0  # + 0 turns minus zero into 0
        play = " ".join(line_texts(rules, p, (move, *line(child))))
        print(f"{name:<{move_width}}  {child.visits:>10}  {share:>5.1f}  {value:>6.3f}  {proof:<{proof_width}}  {play}")
    for name in untried:
        print(f"{name:<{move_width}}  {0:>10}  {0:>5.1f}")
    is_choice = tree.mover is not CHANCE
    print(f"best: {move_as_text(rules, p, best(tree))}" if is_choice else f"mean: {value_text(tree.value)}")
