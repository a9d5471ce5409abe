"""A solver of any game: alpha-beta on a shared tree, deeper and deeper, or to the end of every line.

Where only the winner counts and few positions can be reached, all of them are solved from the ends of the game
backwards, so play may go round in circles. Otherwise iterative deepening finds the quickest win: a win at one depth is a
win, whatever the unfinished games below that depth would bring. A draw is found when the search meets no unfinished
game. Where the margin counts, such as in Othello, one search walks to the end of every line.
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
from fpgames.validation import require_at_least

__all__ = ["TooLarge", "solver"]

M = TypeVar("M")
P = TypeVar("P")

MAX_RETROGRADE_POSITIONS = 10_000
"""The most positions that are solved backwards; finding out that there are more takes part of a second."""

_LONG = 100_000  # nodes after which a search tells how deep it is
_LOG = logging.getLogger(__name__)

_WHO_WINS = alpha_beta(alpha=-1, beta=1)  # exact for the values -1, 0 and 1; otherwise exact in its sign


class TooLarge(ValueError):
    """The error of a search that would visit more nodes than it may.

    See also: :func:`solver`, whose option ``max_nodes`` is that number.
    """


class _Game(NamedTuple, Generic[P, M]):
    """A game as it is searched.

    Args:
        rules: the rules of the game.
        merged: the same game, in which symmetric positions are one if they can be ordered.
        value: the value of a finished game; where only the winner counts, 0 for one that is not over.
        margins: whether values may be beyond 1 and -1.
        max_nodes: the number of nodes that one search may visit; None is no limit.
        known: the results of all positions that can be reached, if these are few.
    """

    rules: Rules[P, M]
    merged: Rules[P, M]
    value: Callable[[P], int]
    margins: bool
    max_nodes: int | None
    known: Mapping[P, Solved]


class _Found(NamedTuple):
    """What a search has found: the value, the moves to the end of the game if they are known, the nodes visited."""

    value: int
    length: int
    nodes: int


def solver(rules: Rules[P, M], *, margins: bool | None = None, max_nodes: int | None = None) -> Solver[P, M]:
    r"""Return a solver of any game, which searches with the stages of the library.

    ``solver :: Rules p m -> Solver p m``

    If only the winner counts, the line with perfect play has the quickest win, or the slowest loss. A move that reaches
    a lost or drawn position late is searched for as long as it takes: press Ctrl-C to stop a search. A game whose play
    may go on for ever is solved where a win can be forced, and where at most 10,000 positions can be reached. There the
    line of a draw may end where a position comes again. A long search tells how deep it is by ``logging``.

    Args:
        rules: the rules of the game.
        margins: whether the score says by how much a game is won, as ``Rules.score`` may. By default it does if the
            rules have a score. If False, only the winner counts, which takes far less time.
        max_nodes: the number of nodes that one search may visit, at least 1. A position has one search of its own, and at
            least one for each move and for each move of the line.

    Raises:
        ValueError: ``max_nodes`` is less than 1, or ``margins`` is true for rules without a score; also raised by ``solve``:
            the rules contradict themselves.
        TooLarge: raised by the functions of the solver: a search would visit more nodes than ``max_nodes``.
        GameOver: raised by the functions of the solver: the game is over.

    >>> from fpgames.games.tictactoe import rules
    >>> p = rules.read("XX.\nO.O\n...")
    >>> solution = solver(rules, margins=False).solve(p)
    >>> solution.score, solution.moves, solution.line
    (1, (2, 4), (2,))

    See also: :func:`fpgames.solvers.registry.solver_of`, which takes the best solver for a game.
    """
    require_rules(rules, "solver")
    if max_nodes is not None:
        require_at_least(1, max_nodes, "visit {} nodes")
    if margins is None:
        margins = explicit_score(rules) is not None
    if margins and explicit_score(rules) is None:
        raise ValueError(f"margins need rules with a score, and {rules.name} has none")
    value = rules.score if margins else value_of_outcome(rules)
    game = _Game(rules, up_to_symmetry(rules) if _can_be_merged(rules) else rules, value, margins, max_nodes, {})
    return Solver(
        partial(_solve, game), partial(_weak, game), partial(_exact, game), partial(_value_of_each_move, game), margins
    )


def _can_be_merged(rules: Rules[P, M]) -> bool:
    """Return whether the rules have symmetries, and positions that can be ordered."""
    try:
        canonical(rules)(rules.start)
    except TypeError:
        return False
    return bool(rules.symmetries)


# Searches of one position.


def _tree(game: _Game[P, M]) -> Stage[P, Tree[int]]:
    """Return the pipeline that every search begins with."""
    merged = game.merged if game.max_nodes is None else _limited(game, game.max_nodes)
    return build_tree(merged) | share | map_tree(game.value)


def _run(game: _Game[P, M], pipeline: Callable[[P], Value], p: P) -> Any:
    """Search a position; compiled when that pays, except where nodes are limited."""
    return (jit_when_it_pays(pipeline) if game.max_nodes is None else pipeline)(p)


def _limited(game: _Game[P, M], max_nodes: int) -> Rules[P, M]:
    """Return the game that is searched, whose tree ends with an error after so many nodes."""
    left = max_nodes

    def successors(p: P) -> Iterator[P]:
        nonlocal left
        for q in game.merged.successors(p):
            left -= 1
            if left < 0:
                name = game.rules.name
                raise TooLarge(f"{name} is too large to be solved here: a search visits more than {max_nodes} nodes")
            yield q

    return replace(game.merged, successors=successors)


def _looked_over(game: _Game[P, M], p: P) -> _Game[P, M]:
    """Return the game with the results of all positions that can be reached from one, if these are few."""
    max_nodes = MAX_RETROGRADE_POSITIONS if game.max_nodes is None else min(MAX_RETROGRADE_POSITIONS, game.max_nodes)
    if game.margins or len([*islice(reachable(game.merged, [p]), max_nodes + 1)]) > max_nodes:
        return game
    return game._replace(known=solve_backwards(game.merged, [p]))


def _within(game: _Game[P, M], search: Search, p: P, depth: int | None = None) -> _Found:
    """Search to the end of every line, or to a depth."""
    if p in game.known:
        outcome, length = game.known[p]
        return _Found(int(outcome) if depth is None or (length or 0) <= depth else 0, length or 0, 0)
    tree = _tree(game) if depth is None else _tree(game) | prune(depth)
    value, nodes = _run(game, tree | count_nodes(search), p)
    return _Found(value, 0, nodes)


def _deepened(game: _Game[P, M], search: Search, p: P) -> _Found:
    """Search deeper and deeper, until one player is seen to win or every line has come to its end."""
    if not game.rules.moves(p):
        return _Found(game.value(p), 0, 1)
    results = [*_until_won(_run(game, _tree(game) | deepen(search), p))]
    return _Found(results[-1].value, results[-1].depth, sum(found.nodes for found in results))


def _until_won(results: Iterator[Deepened[int]]) -> Iterator[Deepened[int]]:
    nodes = 0
    for found in results:
        yield found
        if found.value:
            return
        nodes += found.nodes
        if nodes > _LONG:
            _LOG.info("searched %d moves deep, %d nodes: no forced win", found.depth, nodes)


def _searched(game: _Game[P, M], search: Search, p: P) -> _Found:
    return (_within if game.margins or p in game.known else _deepened)(game, search, p)


# What the searches are used for.


def _weak(game: _Game[P, M], p: P) -> int:
    require_moves(game.rules, p)
    value = _searched(_looked_over(game, p), _WHO_WINS, p).value
    return (value > 0) - (value < 0)


def _exact(game: _Game[P, M], p: P) -> int:
    require_moves(game.rules, p)
    return _score(_looked_over(game, p), p).value


def _score(game: _Game[P, M], p: P) -> _Found:
    return _searched(game, alpha_beta if game.margins else _WHO_WINS, p)


def _after(game: _Game[P, M], p: P) -> dict[M, P]:
    """Return the position after each move; positions that are symmetric to each other are equal."""
    return {move: game.merged.play(p, move) for move in require_moves(game.rules, p)}


def _value_of_each_move(game: _Game[P, M], p: P) -> tuple[tuple[M, int], ...]:
    after = _after(game, p)
    game = _looked_over(game, p)
    values = {q: _score(game, q).value for q in dict.fromkeys(after.values())}
    return tuple((move, values[q]) for move, q in after.items())


def _solve(game: _Game[P, M], p: P) -> Solution[M]:
    after = _after(game, p)
    game = _looked_over(game, p)
    found = _score(game, p)
    tests = {q: _keeps(game, p, found.value, q) for q in dict.fromkeys(after.values())}
    moves = tuple(move for move, q in after.items() if tests[q][0])
    line = tuple(_line(game, p, found))
    *on_the_way, end = accumulate((move for move, _ in line), game.rules.play, initial=p)
    if (result := game.rules.outcome(end)) is not Nothing:
        outcome_in(game.rules, end, result)
    is_over = result is not Nothing or (not found.value and end in on_the_way)
    if not moves or not is_over or game.value(end) != found.value or not _take_turns(game.rules, on_the_way):
        raise ValueError(f"{game.rules.name} cannot be solved: its rules contradict themselves; check_game says where")
    nodes = len(game.known) + found.nodes + sum(nodes for _, nodes in tests.values()) + sum(nodes for _, nodes in line)
    return Solution(found.value, moves, tuple(move for move, _ in line), nodes)


def _take_turns(rules: Rules[P, M], line: list[P]) -> bool:
    """Return whether the players of a line take turns, if the rules say that they do."""
    turns = [whose_turn(rules, p) for p in line]
    return not rules.alternates or all(one is not other for one, other in pairwise(turns))


def _keeps(game: _Game[P, M], p: P, value: int, q: P) -> tuple[bool, int]:
    """Return whether a move from p to q keeps the value of p, and the nodes visited: a search in a null window."""
    first = whose_turn(game.rules, p) is Player.FIRST
    if not game.margins and value == (-1 if first else 1):
        return True, 0  # no move is better
    search = alpha_beta(alpha=value - 1, beta=value) if first else alpha_beta(alpha=value, beta=value + 1)
    found = _searched(game, search, q)
    return (found.value >= value if first else found.value <= value), found.nodes


def _line(game: _Game[P, M], p: P, found: _Found) -> Iterator[tuple[M, int]]:
    """Yield the moves of a line with perfect play from p, and the nodes visited to find each."""
    value, left = found.value, found.length
    seen: set[P] = set()
    while game.rules.moves(p) and p not in seen:
        seen.add(p)
        left -= 1
        move, nodes = first_that(_test(game, p, value, left), _after(game, p))
        yield move, nodes
        p = game.rules.play(p, move)


def _test(game: _Game[P, M], p: P, value: int, left: int) -> Callable[[P], tuple[bool, int]]:
    """Return what tells whether the position after a move is one of perfect play, with so many moves left."""
    if game.margins or not value:
        return partial(_keeps, game, p, value)
    if whose_turn(game.rules, p) == value:
        return partial(_is_decided, game, value, left)
    return partial(_is_open, game, value, left - 1)


def _is_decided(game: _Game[P, M], value: int, depth: int, q: P) -> tuple[bool, int]:
    """Return whether the game has a value within a depth, and the nodes visited."""
    found = _within(game, _WHO_WINS, q, depth)
    return found.value == value, found.nodes


def _is_open(game: _Game[P, M], value: int, depth: int, q: P) -> tuple[bool, int]:
    if depth < 0:
        return True, 0
    decided, nodes = _is_decided(game, value, depth, q)
    return not decided, nodes


def first_that(test: Callable[[P], tuple[bool, int]], after: dict[M, P]) -> tuple[M, int]:
    """Return the first move that passes a test, and the nodes visited; the last position needs no test."""
    nodes = 0
    firsts = {q: move for move, q in reversed(after.items())}  # of equal positions, the first move
    *others, last = dict.fromkeys(after.values())
    for q in others:
        passed, visited = test(q)
        nodes += visited
        if passed:
            return firsts[q], nodes
    return firsts[last], nodes
