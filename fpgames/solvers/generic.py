"""A solver of any game, by retrograde analysis, iterative deepening, or one search to the end of every line.

If the margin of a win counts, as in Othello, one alpha-beta search goes to the end of every line. If only the winner
counts and few positions are reachable, retrograde analysis solves them all, even if positions can repeat. If many
positions are reachable, iterative deepening with alpha-beta finds the quickest win. This win is certain, because
unfinished games count as 0. If a search reaches the end of every line and finds no win, the position is a draw.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import accumulate, islice, pairwise
from typing import Any, Generic, NamedTuple, TypeVar

from returns.maybe import Nothing

from fpgames.compiled.pipelines import jit_when_it_pays
from fpgames.rules.outcomes import Player
from fpgames.rules.record import (
    Rules,
    Value,
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
from fpgames.tree.sharing import share
from fpgames.tree.stages import map_tree, prune
from fpgames.tree.unfolding import Tree
from fpgames.validation import require_limit

__all__ = ["TooLarge", "solver"]

M = TypeVar("M")
P = TypeVar("P")

MAX_RETROGRADE_POSITIONS = 10_000
"""The maximum number of positions for retrograde analysis; counting them takes a fraction of a second."""

_LOG_NODES = 100_000  # number of nodes after which a search logs its depth
_LOG = logging.getLogger(__name__)

_WHO_WINS = alpha_beta(alpha=-1, beta=1)  # search that finds only the sign of the value, not the exact value


class TooLarge(ValueError):
    """Raised when a search of a solver would exceed its node limit.

    See also: :func:`solver`, whose option ``max_nodes`` is the limit.
    """


class _SolverGame(NamedTuple, Generic[P, M]):
    """A game that the solver searches: its rules, the solver's options, and the known results.

    Args:
        rules: the rules of the game.
        merged: the rules with symmetric positions merged into one; equal to ``rules`` if the game has no symmetries.
        value: ``rules.score`` if ``margins`` is True; else the outcome as a number, and 0 for an unfinished game.
        margins: whether values may be greater than 1 or less than -1.
        max_nodes: the node limit of one search; None for no limit.
        known: a map from positions to the results of retrograde analysis; empty if this analysis was not run.
    """

    rules: Rules[P, M]
    merged: Rules[P, M]
    value: Callable[[P], int]
    margins: bool
    max_nodes: int | None
    known: Mapping[P, Solved]


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
            each legal move, and for each move of the line.

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
    game = _SolverGame(rules, up_to_symmetry(rules) if _can_be_merged(rules) else rules, value, margins, max_nodes, {})
    return Solver(
        partial(_solve, game),
        partial(_weak_value, game),
        partial(_exact_value, game),
        partial(_value_of_each_move, game),
        margins,
    )


def _can_be_merged(rules: Rules[P, M]) -> bool:
    """Return whether symmetric positions can be merged: the rules have symmetries, and positions have an order."""
    try:
        canonical(rules)(rules.start)
    except TypeError:
        return False
    return bool(rules.symmetries)


def _tree_pipeline(game: _SolverGame[P, M]) -> Stage[P, Tree[int]]:
    """Return the pipeline that builds the tree for a search. Equal positions share a subtree. Labels are values."""
    merged = game.merged if game.max_nodes is None else _with_node_limit(game, game.max_nodes)
    return build_tree(merged) | share | map_tree(game.value)


def _run_pipeline(game: _SolverGame[P, M], pipeline: Callable[[P], Value], p: P) -> Any:
    """Run a pipeline on a position; compile the pipeline first if this saves time and there is no node limit."""
    return (jit_when_it_pays(pipeline) if game.max_nodes is None else pipeline)(p)


def _with_node_limit(game: _SolverGame[P, M], max_nodes: int) -> Rules[P, M]:
    """Return ``game.merged`` with a function ``successors`` that raises TooLarge after ``max_nodes`` nodes."""
    nodes_left = max_nodes

    def successors(p: P) -> Iterator[P]:
        nonlocal nodes_left
        for q in game.merged.successors(p):
            nodes_left -= 1
            if nodes_left < 0:
                name = game.rules.name
                raise TooLarge(f"{name} is too large to be solved here: a search visits more than {max_nodes} nodes")
            yield q

    return replace(game.merged, successors=successors)


def _with_known_results(game: _SolverGame[P, M], p: P) -> _SolverGame[P, M]:
    """Add the results of retrograde analysis to the game, if only the winner counts and few positions can follow p."""
    max_nodes = MAX_RETROGRADE_POSITIONS if game.max_nodes is None else min(MAX_RETROGRADE_POSITIONS, game.max_nodes)
    if game.margins or len([*islice(reachable(game.merged, [p]), max_nodes + 1)]) > max_nodes:
        return game
    return game._replace(known=solve_backwards(game.merged, [p]))


def _search_to_depth(game: _SolverGame[P, M], search: Search, p: P, depth: int | None = None) -> _SearchResult:
    """Return the known result of p, or else search p to ``depth``. The depth None stands for the end of all lines."""
    if p in game.known:
        outcome, length = game.known[p]
        return _SearchResult(int(outcome) if depth is None or (length or 0) <= depth else 0, length or 0, 0)
    tree = _tree_pipeline(game) if depth is None else _tree_pipeline(game) | prune(depth)
    value, nodes = _run_pipeline(game, tree | count_nodes(search), p)
    return _SearchResult(value, 0, nodes)


def _search_deepening(game: _SolverGame[P, M], search: Search, p: P) -> _SearchResult:
    """Search by iterative deepening until the search finds a forced win or reaches the end of every line."""
    if not game.rules.moves(p):
        return _SearchResult(game.value(p), 0, 1)
    results = [*_take_until_won(_run_pipeline(game, _tree_pipeline(game) | deepen(search), p))]
    return _SearchResult(results[-1].value, results[-1].depth, sum(result.nodes for result in results))


def _take_until_won(results: Iterator[Deepened[int]]) -> Iterator[Deepened[int]]:
    nodes = 0
    for result in results:
        yield result
        if result.value:
            return
        nodes += result.nodes
        if nodes > _LOG_NODES:
            _LOG.info("searched %d moves deep, %d nodes: no forced win", result.depth, nodes)


def _search(game: _SolverGame[P, M], search: Search, p: P) -> _SearchResult:
    return (_search_to_depth if game.margins or p in game.known else _search_deepening)(game, search, p)


def _weak_value(game: _SolverGame[P, M], p: P) -> int:
    require_moves(game.rules, p)
    value = _search(_with_known_results(game, p), _WHO_WINS, p).value
    return (value > 0) - (value < 0)


def _exact_value(game: _SolverGame[P, M], p: P) -> int:
    require_moves(game.rules, p)
    return _search_score(_with_known_results(game, p), p).value


def _search_score(game: _SolverGame[P, M], p: P) -> _SearchResult:
    return _search(game, alpha_beta if game.margins else _WHO_WINS, p)


def _next_positions(game: _SolverGame[P, M], p: P) -> dict[M, P]:
    """Return a map from each legal move to the next position. Moves to symmetric positions map to one position."""
    return {move: game.merged.play(p, move) for move in require_moves(game.rules, p)}


def _value_of_each_move(game: _SolverGame[P, M], p: P) -> tuple[tuple[M, int], ...]:
    next_positions = _next_positions(game, p)
    game = _with_known_results(game, p)
    values = {q: _search_score(game, q).value for q in dict.fromkeys(next_positions.values())}
    return tuple((move, values[q]) for move, q in next_positions.items())


def _solve(game: _SolverGame[P, M], p: P) -> Solution[M]:
    next_positions = _next_positions(game, p)
    game = _with_known_results(game, p)
    root = _search_score(game, p)
    tests = {q: _keeps_value(game, p, root.value, q) for q in dict.fromkeys(next_positions.values())}
    moves = tuple(move for move, q in next_positions.items() if tests[q][0])
    line = tuple(_perfect_line(game, p, root))
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


def _keeps_value(game: _SolverGame[P, M], p: P, value: int, q: P) -> tuple[bool, int]:
    """Test by a null-window search whether the move from p to q keeps p's ``value``; also return the nodes visited."""
    is_first = whose_turn(game.rules, p) is Player.FIRST
    if not game.margins and value == (-1 if is_first else 1):
        return True, 0  # the player to move loses after any move, so every move keeps the value
    search = alpha_beta(alpha=value - 1, beta=value) if is_first else alpha_beta(alpha=value, beta=value + 1)
    result = _search(game, search, q)
    return (result.value >= value if is_first else result.value <= value), result.nodes


def _perfect_line(game: _SolverGame[P, M], p: P, result: _SearchResult) -> Iterator[tuple[M, int]]:
    """Yield, for each move of a line of perfect play from p, the move and the number of nodes visited to find it."""
    value, moves_left = result.value, result.length
    seen: set[P] = set()
    while game.rules.moves(p) and p not in seen:
        seen.add(p)
        moves_left -= 1
        move, nodes = first_or_last_move(_perfect_play_test(game, p, value, moves_left), _next_positions(game, p))
        yield move, nodes
        p = game.rules.play(p, move)


def _perfect_play_test(game: _SolverGame[P, M], p: P, value: int, moves_left: int) -> Callable[[P], tuple[bool, int]]:
    """Return a test of the position after a move from p: whether the move is perfect, with ``moves_left`` to follow."""
    if game.margins or not value:
        return partial(_keeps_value, game, p, value)
    if whose_turn(game.rules, p) == value:
        return partial(_is_decided_within, game, value, moves_left)
    return partial(_is_undecided_within, game, value, moves_left - 1)


def _is_decided_within(game: _SolverGame[P, M], value: int, depth: int, q: P) -> tuple[bool, int]:
    """Search position q to ``depth``; return whether the search finds ``value``, and the number of nodes visited."""
    result = _search_to_depth(game, _WHO_WINS, q, depth)
    return result.value == value, result.nodes


def _is_undecided_within(game: _SolverGame[P, M], value: int, depth: int, q: P) -> tuple[bool, int]:
    if depth < 0:
        return True, 0
    decided, nodes = _is_decided_within(game, value, depth, q)
    return not decided, nodes


def first_or_last_move(test: Callable[[P], tuple[bool, int]], next_positions: dict[M, P]) -> tuple[M, int]:
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
