"""Monte-Carlo tree search for the commands ``analyse`` and ``tree``: read its name, run it, print its results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from time import perf_counter
from typing import Any, TypeAlias

from toolz import identity

from fpgames.cli.positions import found_by_name, move_as_text, position_of, print_position, who_wins, written
from fpgames.cli.progress import progress
from fpgames.cli.status import INTERRUPTED, seed_or_any
from fpgames.cli.workers import require_jobs, workers
from fpgames.compiled import jit_when_it_pays
from fpgames.play.tree_bots import EXPLORATION, MOST_SIMULATIONS, enough_to_choose, mcts_root_parallel
from fpgames.rand.actions import Rand
from fpgames.rand.generators import Gen, SplitMix
from fpgames.rules.record import AnyRules, require_moves
from fpgames.search.tree_search.phases import ucb1
from fpgames.search.tree_search.search import continue_search, mcts
from fpgames.search.tree_search.tree import AnySearchTree, best, expand, line, ranked
from fpgames.validation import read_number, require_at_least

_More: TypeAlias = Callable[[AnySearchTree], Rand[AnySearchTree]]
_Named: TypeAlias = tuple[str, str | None, str]  # the game, --position and MOVES

NO_END = "mcts"
"""The name of a search that ends with its time, or when the position is proven."""


def simulations(text: str, searches: str = "mcts:N, with a number of simulations") -> int | None:
    """Return the number of simulations of a search, ``mcts:N``; None if its name is ``mcts`` alone."""
    name, colon, number = text.partition(":")
    if name != NO_END:
        raise ValueError(f"unknown search {text!r:.80}; expected {searches}")
    if not colon:
        return None
    n = read_number(number, "a number of simulations; expected a whole number, at least 2")
    enough_to_choose(n, "mcts")
    return n


def searched(rules: AnyRules, p: Any, gen: Gen, n: int) -> AnySearchTree:
    """Return the tree of a search with a number of simulations, as the bot ``mcts:N`` searches."""
    return jit_when_it_pays(mcts(rules, n, select=ucb1(EXPLORATION)))(p).eval(gen)


_STEP = 0.1  # of the time so far, and also seconds
_LONG = 5  # seconds, in which compiling has its place
_MOST = 20_000_000  # simulations where no number is given: their tree has about 1 GB


def _ever_better(rules: AnyRules, p: Any, gen: Gen, n: int, seconds: float) -> Iterator[AnySearchTree]:
    """Yield the trees of a search, each continued from the one before, until one of its ends is reached.

    The ends are n simulations, a time, and a proof. Before the time counts, each move is tried.
    """
    prepare: Callable[[_More], _More] = jit_when_it_pays if seconds >= _LONG else identity
    began = perf_counter()
    tree: AnySearchTree = expand(rules, p)
    more: float = 1 + len(tree.moves)
    while True:
        n_more = int(min(more, n - tree.visits))
        tree, gen = prepare(continue_search(rules, n_more, select=ucb1(EXPLORATION)))(tree).run(gen)
        yield tree
        took = perf_counter() - began
        if tree.visits == n or tree.proof is not None or took >= seconds:
            return
        more = max(1, tree.visits / took * min(max(_STEP, _STEP * took), seconds - took))


def _searched_apart(rules: AnyRules, p: Any, gen: Gen, n: int, trees: int, args: argparse.Namespace) -> AnySearchTree:
    """Return the merged tree of several searches, each with n simulations, which workers share."""
    found_by_name.cache_clear()  # an earlier command of this process may have had other modules
    named = (args.game, args.position, args.moves)
    with workers(min(args.jobs or 1, trees)) as map_function:
        by_name = partial(_searched_by_name, named, n)  # which workers can be sent, where rules may not be
        search = mcts_root_parallel(rules, n, trees, map_function=lambda _, gens: map_function(by_name, gens))
        found: AnySearchTree = search(p).eval(gen)
    return found


def _searched_by_name(named: _Named, n: int, gen: Gen) -> AnySearchTree:
    rules, p = found_by_name(*named)
    return searched(rules, p, gen, n)


def print_search(rules: AnyRules, args: argparse.Namespace) -> int:
    """Print what a Monte-Carlo tree search finds about every move of a position, and return the exit status."""
    n, trees = _asked(args)
    p = position_of(rules, args)
    require_moves(rules, p)
    seed = seed_or_any(args.seed)
    gen = SplitMix.from_seed(seed)
    print_position(rules, p, args.position)
    sys.stdout.flush()
    tree: AnySearchTree | None = None
    interrupted = False
    began = perf_counter()
    try:
        if n is not None and trees > 1:
            tree = _searched_apart(rules, p, gen, n, trees, args)
        else:
            most, seconds = n or _MOST, inf if args.seconds is None else args.seconds
            with progress(n, "simulation") as bar:
                for better in _ever_better(rules, p, gen, most, seconds):
                    bar.advance(better.visits - (tree.visits if tree else 0))
                    tree = better
    except KeyboardInterrupt:
        interrupted = True
    seconds = perf_counter() - began
    if tree is not None and tree.tried:
        _print_found(rules, tree, seconds, seed, trees)
    if interrupted:
        print(f"fpgames: interrupted after {seconds:.1f} s, before the search was finished", file=sys.stderr)
        return INTERRUPTED
    return 0


def _asked(args: argparse.Namespace) -> tuple[int | None, int]:
    """Return the simulations and the trees that the arguments name; refuse what does not fit together."""
    n = simulations(args.search)
    trees = 1 if args.trees is None else args.trees
    require_at_least(1, trees, "search {} trees", MOST_SIMULATIONS // (n or 1))
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


def _print_found(rules: AnyRules, tree: AnySearchTree, seconds: float, seed: int, trees: int) -> None:
    """Print the table of the moves, the best first, and the best move."""
    p, chosen = tree.position, best(tree)
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
    wide, broad = max(4, *map(len, names + untried)), max(5, *map(len, proofs))
    total = sum(child.visits for _, child in moves)
    print(f"{'move':<{wide}}  {'visits':>10}      %   value  {'proof':<{broad}}  line")
    for name, proof, (move, child) in zip(names, proofs, moves, strict=True):
        share, value = 100 * child.visits / total, round(child.value, 3) + 0  # which is 0 for minus zero
        play = " ".join(written(rules, p, (move, *line(child))))
        print(f"{name:<{wide}}  {child.visits:>10}  {share:>5.1f}  {value:>6.3f}  {proof:<{broad}}  {play}")
    for name in untried:
        print(f"{name:<{wide}}  {0:>10}  {0:>5.1f}")
    print("best:", move_as_text(rules, p, chosen))
