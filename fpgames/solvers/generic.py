"""A solver of any game, by retrograde analysis, iterative deepening, or one search to the end of every line.

If the margin of a win counts, as in Othello, one alpha-beta search goes to the end of every line. If only the winner
counts and few positions are reachable, retrograde analysis solves them all, even if positions can repeat. If many
positions are reachable, iterative deepening with alpha-beta finds the quickest win. This win is certain, because
unfinished games count as 0. If a search reaches the end of every line and finds no win, the position is a draw.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import accumulate, islice, pairwise
from math import inf
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from returns.maybe import Nothing

from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.rules.outcomes import Player
from fpgames.rules.record import (
    Rules,
    explicit_score,
    outcome_in,
    require_moves,
    require_rules,
    value_of_outcome,
    whose_turn,
)
from fpgames.rules.symmetry import canonical, up_to_symmetry
from fpgames.search.alphabeta import alpha_beta
from fpgames.search.counting import count_nodes
from fpgames.search.deepening import Deepened, deepen
from fpgames.search.retrograde import Solved, reachable, solve_backwards
from fpgames.solvers.solution import Solution, Solver
from fpgames.stage import Stage
from fpgames.tree.building import build_tree
from fpgames.tree.protocols import Search
from fpgames.tree.run import MutableCounter, SearchStopped
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, prune
from fpgames.tree.unfolding import Tree, with_counters
from fpgames.validation import require_limit

__all__ = ["TooLarge", "solver"]

M = TypeVar("M")
P = TypeVar("P")

MAX_RETROGRADE_POSITIONS = 10_000
"""The maximum number of positions for retrograde analysis; counting them takes a fraction of a second."""

_LOG_NODES = 100_000  # number of nodes after which a search logs its depth
_LOG = logging.getLogger(__name__)


class TooLarge(ValueError):
    """Raised when a search of a solver would exceed its node limit.

    See also: :func:`solver`, whose option ``max_nodes`` is the limit.
    """


class SolverGame(NamedTuple, Generic[P, M]):
    """A game that the solver searches: its rules, the solver's options, and the known results.

    Args:
        rules: the rules of the game.
        merged: the rules with symmetric positions merged into one; equal to ``rules`` if the game has no symmetries.
        value: ``rules.score`` if ``margins`` is True; else the outcome as a number, and 0 for an unfinished game.
        margins: whether values may be greater than 1 or less than -1.
        tree: the pipeline from a position to the tree of its values, in which equal positions share a subtree.
        exact: the search that finds the value of a tree.
        between: makes the search that finds the value, or the nearer of two bounds, from these bounds.
        max_nodes: the node limit of one search; None for no limit.
        known: a map from positions to the results of retrograde analysis; empty if this analysis was not run.
    """

    rules: Rules[P, M]
    merged: Rules[P, M]
    value: Callable[[P], int]
    margins: bool
    tree: Stage[P, Tree[int]]
    exact: Search
    between: Callable[[int, int], Search]
    max_nodes: int | None = None
    known: Mapping[P, Solved] = MappingProxyType({})


class _SearchResult(NamedTuple):
    """The result of a search: the value, the number of moves to the end (0 if unknown), and the nodes visited."""

    value: int
    length: int
    nodes: int


def solver(rules: Rules[P, M], *, margins: bool | None = None, max_nodes: int | None = None) -> Solver[P, M]:
    r"""Return a solver of any game, composed of the stages of the library: ``solver :: Rules p m -> Solver p m``.

    If only the winner counts, the line of perfect play is the quickest win or the slowest loss. A search has no time
    limit: press Ctrl-C to stop it. A long search logs its depth by ``logging``.

    If positions of a game can repeat for ever, a position can be solved only if a player can force a win, or if at most
    10,000 positions are reachable. In such a game, the line of a drawn position may end at the first repetition.

    Args:
        rules: the rules of the game.
        margins: whether the score says by how much a game is won; by default, ``rules.margins`` if the rules have a
            score, otherwise False. If False, only the winner counts, and solving takes far less time.
        max_nodes: the node limit of each search, at least 1. ``solve`` runs several searches: for the position, for
            each legal move, and for each move of the line. A compiled search checks the limit now and then.

    Raises:
        ValueError: ``max_nodes`` is less than 1, or ``margins`` is true but the rules have no score. Also raised
            by the solver's function ``solve``, if the rules contradict themselves.
        TooLarge: raised by the functions of the solver, if a search would exceed the node limit.
        GameOver: raised by the functions of the solver, if the game is over.

    >>> from fpgames.games.tictactoe import rules
    >>> p = rules.read("XX.\nO.O\n...")
    >>> solution = solver(rules).solve(p)
    >>> solution.score, solution.moves, solution.line
    (1, (2, 4), (2,))

    See also: :func:`fpgames.solvers.registry.solver_of`, which chooses the best solver of a game.
    """
    require_rules(rules, "solver")
    require_limit(max_nodes, "visit {} nodes")
    if margins is None:
        margins = rules.margins and explicit_score(rules) is not None
    if margins and explicit_score(rules) is None:
        raise ValueError(f"margins need rules with a score, and {rules.name} has none")
    value = rules.score if margins else value_of_outcome(rules)
    merged = up_to_symmetry(rules) if _can_be_merged(rules) else rules
    tree = build_tree(merged) | share | map_tree(value)
    exact = alpha_beta if margins else _alpha_beta_between(-1, 1)
    return make_solver(SolverGame(rules, merged, value, margins, tree, exact, _alpha_beta_between, max_nodes))


def _alpha_beta_between(low: int, high: int) -> Search:
    return alpha_beta(alpha=low, beta=high)


def make_solver(game: SolverGame[P, M]) -> Solver[P, M]:
    """Make the solver of a game, of which the caller chooses the tree and the searches."""
    return Solver(
        partial(_solve, game),
        partial(_weak_value, game),
        partial(_exact_value, game),
        partial(_value_of_each_move, game),
        game.margins,
    )


def _can_be_merged(rules: Rules[P, M]) -> bool:
    """Return whether symmetric positions can be merged: the rules have symmetries, and positions have an order."""
    try:
        canonical(rules)(rules.start)
    except TypeError:
        return False
    return bool(rules.symmetries)


def _run_search(game: SolverGame[P, M], search: Callable[[Any], Any], p: P) -> Any:
    """Search the tree of a position, in compiled code if this saves time; raise TooLarge at the node limit."""
    nodes = MutableCounter(inf if game.max_nodes is None else game.max_nodes)
    limits = () if game.max_nodes is None else (("node", nodes),)
    try:
        result = jit_when_it_pays(game.tree | (lambda tree: with_counters(tree, *limits)) | search)(p)
        nodes.ask(nodes.n)
        return result
    except SearchStopped:
        name, max_nodes = game.rules.name, game.max_nodes
        raise TooLarge(f"{name} is too large to be solved here: a search visits more than {max_nodes} nodes") from None


def _with_known_results(game: SolverGame[P, M], p: P) -> SolverGame[P, M]:
    """Add the results of retrograde analysis to the game, if only the winner counts and few positions can follow p."""
    max_nodes = MAX_RETROGRADE_POSITIONS if game.max_nodes is None else min(MAX_RETROGRADE_POSITIONS, game.max_nodes)
    if game.margins or len([*islice(reachable(game.merged, [p]), max_nodes + 1)]) > max_nodes:
        return game
    return game._replace(known=solve_backwards(game.merged, [p]))


def _search_to_depth(game: SolverGame[P, M], search: Search, p: P, depth: int | None = None) -> _SearchResult:
    """Return the known result of p, or else search p to ``depth``. The depth None stands for the end of all lines."""
    if p in game.known:
        outcome, length = game.known[p]
        return _SearchResult(int(outcome) if depth is None or (length or 0) <= depth else 0, length or 0, 0)
    counting = count_nodes(search)
    value, nodes = _run_search(game, counting if depth is None else prune(depth) | counting, p)
    return _SearchResult(value, 0, nodes)


def _search_deepening(game: SolverGame[P, M], search: Search, p: P) -> _SearchResult:
    results: list[Deepened[int]] = _run_search(game, partial(_deepen_until_won, search), p)
    return _SearchResult(results[-1].value, results[-1].depth, sum(result.nodes for result in results))


def _deepen_until_won(search: Search, tree: Tree[int]) -> list[Deepened[int]]:
    """Search by iterative deepening until the search finds a forced win or reaches the end of every line."""
    results: list[Deepened[int]] = []
    nodes = 0
    for result in deepen(search)(tree):
        results.append(result)
        if result.value:
            break
        nodes += result.nodes
        if nodes > _LOG_NODES:
            _LOG.info("searched %d moves deep, %d nodes: no forced win", result.depth, nodes)
    return results


def _search(game: SolverGame[P, M], search: Search, p: P) -> _SearchResult:
    if p not in game.known and not game.rules.moves(p):
        return _SearchResult(game.value(p), 0, 1)
    return (_search_to_depth if game.margins or p in game.known else _search_deepening)(game, search, p)


def _weak_value(game: SolverGame[P, M], p: P) -> int:
    require_moves(game.rules, p)
    value = _search(_with_known_results(game, p), game.between(-1, 1), p).value
    return (value > 0) - (value < 0)


def _exact_value(game: SolverGame[P, M], p: P) -> int:
    require_moves(game.rules, p)
    return _search(_with_known_results(game, p), game.exact, p).value


def _next_positions(game: SolverGame[P, M], p: P) -> dict[M, P]:
    """Return a map from each legal move to the next position. Moves to symmetric positions map to one position."""
    return {move: game.merged.play(p, move) for move in require_moves(game.rules, p)}


def _value_of_each_move(game: SolverGame[P, M], p: P) -> tuple[tuple[M, int], ...]:
    next_positions = _next_positions(game, p)
    game = _with_known_results(game, p)
    values = {q: _search(game, game.exact, q).value for q in dict.fromkeys(next_positions.values())}
    return tuple((move, values[q]) for move, q in next_positions.items())


def _solve(game: SolverGame[P, M], p: P) -> Solution[M]:
    next_positions = _next_positions(game, p)
    game = _with_known_results(game, p)
    root = _search(game, game.exact, p)
    tests = {q: _keeps_value(game, p, root.value, q) for q in dict.fromkeys(next_positions.values())}
    moves = tuple(move for move, q in next_positions.items() if tests[q][0])
    best_moves = {move: next_positions[move] for move in moves[: game.margins or not root.value]}
    line = tuple(_perfect_line(game, p, root, best_moves))
    *on_the_way, end = accumulate((move for move, _ in line), game.rules.play, initial=p)
    if (end_outcome := game.rules.outcome(end)) is not Nothing:
        outcome_in(game.rules, end, end_outcome)
    is_complete = end_outcome is not Nothing or (not root.value and end in on_the_way)
    if not moves or not is_complete or game.value(end) != root.value or not _has_valid_turns(game.rules, on_the_way):
        raise ValueError(f"{game.rules.name} cannot be solved: its rules contradict themselves; check_game says where")
    nodes = len(game.known) + root.nodes + sum(nodes for _, nodes in tests.values()) + sum(nodes for _, nodes in line)
    return Solution(root.value, moves, tuple(move for move, _ in line), nodes)


def _has_valid_turns(rules: Rules[P, M], line: list[P]) -> bool:
    """Return whether players alternate in a line of play. Always return True if ``rules.alternates`` is False."""
    turns = [whose_turn(rules, p) for p in line]
    return not rules.alternates or all(player is not next_player for player, next_player in pairwise(turns))


def _keeps_value(game: SolverGame[P, M], p: P, value: int, q: P) -> tuple[bool, int]:
    """Test by a null-window search whether the move from p to q keeps p's ``value``; also return the nodes visited."""
    is_first = whose_turn(game.rules, p) is Player.FIRST
    if not game.margins and value == (-1 if is_first else 1):
        return True, 0  # the player to move loses after any move, so every move keeps the value
    result = _search(game, game.between(value - 1, value) if is_first else game.between(value, value + 1), q)
    return (result.value >= value if is_first else result.value <= value), result.nodes


def _perfect_line(
    game: SolverGame[P, M], p: P, result: _SearchResult, best_moves: dict[M, P]
) -> Iterator[tuple[M, int]]:
    """Yield, for each move of a line of perfect play from p, the move and the number of nodes visited to find it.

    The first move is the one in ``best_moves``, unless it is empty.
    """
    value, moves_left = result.value, result.length
    seen: set[P] = set()
    while game.rules.moves(p) and p not in seen:
        seen.add(p)
        moves_left -= 1
        test = _perfect_play_test(game, p, value, moves_left)
        move, nodes = _first_or_last_move(test, best_moves or _next_positions(game, p))
        yield move, nodes
        p, best_moves = game.rules.play(p, move), {}


def _perfect_play_test(game: SolverGame[P, M], p: P, value: int, moves_left: int) -> Callable[[P], tuple[bool, int]]:
    """Return a test of the position after a move from p: whether the move is perfect, with ``moves_left`` to follow."""
    if game.margins or not value:
        return partial(_keeps_value, game, p, value)
    if whose_turn(game.rules, p) == value:
        return partial(_is_decided_within, game, value, moves_left)
    return partial(_is_undecided_within, game, value, moves_left - 1)


def _is_decided_within(game: SolverGame[P, M], value: int, depth: int, q: P) -> tuple[bool, int]:
    """Search position q to ``depth``; return whether the search finds ``value``, and the number of nodes visited."""
    result = _search_to_depth(game, game.between(-1, 1), q, depth)
    return result.value == value, result.nodes


def _is_undecided_within(game: SolverGame[P, M], value: int, depth: int, q: P) -> tuple[bool, int]:
    if depth < 0:
        return True, 0
    decided, nodes = _is_decided_within(game, value, depth, q)
    return not decided, nodes


def _first_or_last_move(test: Callable[[P], tuple[bool, int]], next_positions: dict[M, P]) -> tuple[M, int]:
    """Return the first move to a position that passes the test, else the last move; also return the nodes visited."""
    nodes = 0
    first_moves = {q: move for move, q in reversed(next_positions.items())}  # next position -> first move to it
    *candidates, last = dict.fromkeys(next_positions.values())
    for q in candidates:
        passed, visited = test(q)
        nodes += visited
        if passed:
            return first_moves[q], nodes
    return first_moves[last], nodes
