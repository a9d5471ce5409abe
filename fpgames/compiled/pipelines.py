"""Compile a pipeline: the same stages and the same search, whose walk of the tree becomes machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import unwrap
from typing import Any, TypeVar

from fpgames.compiled.code.check import has_numba, with_numba
from fpgames.compiled.code.errors import CannotCompile
from fpgames.compiled.driver.meter import TieredWalker
from fpgames.compiled.montecarlo import simulations
from fpgames.compiled.montecarlo.simulations import TreeSearch, is_tree_search
from fpgames.stage import Stage, calls_a_pipeline, stage
from fpgames.tree.decorators import is_tree_checked
from fpgames.tree.unfolding import Tree, with_walk_settings

__all__ = ["jit", "jit_when_it_pays"]

A = TypeVar("A")
B = TypeVar("B")


def _require_pipeline(pipeline: Callable[[A], B], _: str) -> Callable[[A], B]:
    if not callable(pipeline):
        raise TypeError(
            f"jit compiles a pipeline, such as build_tree(rules) | map_tree(static) | minimax; got {pipeline!r}"
        )
    if not has_numba():
        raise ImportError("jit needs numba, which the extra fast installs: pip install 'fpgames[fast]'")
    return pipeline


@stage(pipeline=_require_pipeline)
@calls_a_pipeline
def jit(argument: A, pipeline: Callable[[A], B]) -> B:
    """Compile a pipeline with numba: the same results, much faster.

    ``jit f = f``

    The functions that the search calls at each node are compiled when the pipeline is first called with a position of
    some type, which takes one to three seconds: those of the library, of the rules (``successors``, and ``player`` if
    players need not alternate) and your own. Machine code is kept on the disk, so another process that calls an equal
    pipeline does not wait for the compiler again. They have to be plain functions of numbers, and of tuples and named tuples
    of them. Whole numbers have 64 bits in compiled code; where one would leave that range, the pipeline raises
    OverflowError.

    Searches, also your own (``node_search``), ``count_leaves``, ``count_nodes``, ``deepen``, ``perft`` and ``best_move`` are
    compiled; the list forms of alpha-beta, traces and ``rebuild`` are not. Threads search side by side: each call has tables of its own.

    ``mcts`` and ``continue_search`` are compiled too, for generators of type ``SplitMix``: the same trees and the same generators
    afterwards. They call ``successors`` and ``score`` of the rules. Of the phases, ``select`` has to be ``ucb1(c)``, and
    ``evaluate`` ``by_playouts(rules, k)`` or ``by_static(function)``; the others cannot be replaced. The nodes of such a
    tree are kept in an array, and become objects when they are looked at.

    Args:
        pipeline: stages that build a tree and end with a search; or stages and a search that are given a tree; or stages
            with a Monte-Carlo tree search.

    Raises:
        ImportError: numba is not installed (the extra ``fast``).
        TypeError: at once, if the pipeline is not a function; when it is called, if there is no tree, or it returns one.
        CannotCompile: when it is called: a function cannot be compiled, positions do not consist of numbers, a phase of a
            Monte-Carlo tree search is another, or the pipeline ends with a function of yours that walks the tree by
            itself; by the action of such a tree search: its generator is not a ``SplitMix``.
        OverflowError: when it is called: a whole number does not fit into a signed word of 64 bits, or tuples that contain
            NaN are compared.
        RecursionError: when it is called: a function of yours calls itself until the stack ends.

    >>> from fpgames import alpha_beta, build_tree, map_tree
    >>> from fpgames.games.tictactoe import rules
    >>> solve = jit(build_tree(rules) | map_tree(rules.static) | alpha_beta)
    >>> solve(rules.start)
    0
    >>> from fpgames import SplitMix
    >>> from fpgames.search import mcts
    >>> jit(mcts(rules, 1000))(rules.start).eval(SplitMix.from_seed(1))
    <SearchTree: visits 1000, value 0.284>

    See also: :class:`fpgames.rules.record.Rules`, which says what a game needs.
    """
    walks: list[object] = []

    def walker(function: object, *args: object) -> object:
        walks.append(function)
        found: object = with_numba("driver.walker").walk(pipeline, function, *args)
        return found

    def searching(part: TreeSearch, argument: object) -> object:
        walks.append(part)
        return simulations.compiled(part, argument)

    found: B
    found, last = _through(pipeline, argument, lambda tree: with_walk_settings(tree, walker=walker), searching)
    if isinstance(found, Tree):
        raise TypeError(
            f"jit compiles searches, but {pipeline!r} returns a tree: end it with a search, such as minimax"
        )
    if not walks and not is_tree_checked(last):
        raise CannotCompile(
            f"nothing to compile in {pipeline!r}: the walks of the library's searches are compiled, but {last!r} walks the"
            " tree by itself"
        )
    return found


@stage()
@calls_a_pipeline
def jit_when_it_pays(argument: A, pipeline: Callable[[A], B]) -> B:
    """Compile a pipeline when that pays: after as many nodes as Python visits in the time that compiling takes.

    ``jitWhenItPays f = f``

    A search that has asked 100,000 nodes for their children since the process began starts again in compiled code; after
    10,000 if an earlier process has kept its machine code on the disk, or 1,000 once a search was compiled. A
    Monte-Carlo tree search is compiled if its random games are expected to have 150,000 moves, together with those of the
    searches before it. Where compiled code would raise an error, the pipeline is called as it is; so it is where numba is
    missing.

    Args:
        pipeline: as for :func:`jit`.

    >>> from fpgames import build_tree
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import perft
    >>> jit_when_it_pays(build_tree(rules) | perft(3))(rules.start)
    504

    See also: :func:`jit`, which compiles at once, or raises an error.
    """
    if not has_numba():
        return pipeline(argument)
    taking = TieredWalker(pipeline).attach_to
    found: B
    found, _ = _through(pipeline, argument, taking, simulations.when_it_pays)
    return found


def _through(
    pipeline: Callable[[A], B],
    argument: A,
    taking: Callable[[Tree[object]], Tree[object]],
    searching: Callable[[TreeSearch, Any], object],
) -> tuple[Any, object]:
    """Call the parts of a pipeline one after the other, but tree searches by another function.

    A tree that one of the parts returns is given a walker. Return the value, and the last part that was given a tree.
    """
    value: Any = argument
    last: object = None
    for part in _parts(pipeline):
        if isinstance(value, Tree):
            value, last = value if value.unfolding.walking.walker else taking(value), part
        if is_tree_search(part):
            value, last = searching(part, value), part
        else:
            value = part(value)
    if last is None:
        raise TypeError(
            f"jit compiles searches of trees, but no part of {pipeline!r} was given a tree; bots have an option for"
            " that: compiled=jit_when_it_pays"
        )
    return value, last


def _parts(pipeline: Callable[..., object]) -> Iterator[Callable[..., Any]]:
    """Yield the parts of a pipeline, and those of pipelines in it that are to be compiled already."""
    for part in pipeline.parts if isinstance(pipeline, Stage) else (pipeline,):
        if isinstance(part, Stage) and part.function in _COMPILING:
            yield from _parts(*part.args)
        else:
            yield part


_COMPILING = unwrap(jit), unwrap(jit_when_it_pays)
