"""Functions that compile a pipeline: machine code, instead of Python, walks the pipeline's tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from fpgames.compiled import simulations
from fpgames.compiled.errors import CannotCompile
from fpgames.compiled.meter import TieredDriver
from fpgames.compiled.numba_check import has_numba, import_with_numba
from fpgames.compiled.simulations import TreeSearch, is_tree_search
from fpgames.declarations import Declaration, declaration_of
from fpgames.stage import Stage, stage, wrapped_pipeline
from fpgames.tree.unfolding import Tree, with_run

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
@Declaration(calls_pipeline=True)
def jit(argument: A, pipeline: Callable[[A], B]) -> B:
    """Compile a pipeline with numba: the same results, much faster.

    ``jit f = f``

    The first call with a new type of position takes one to three seconds: it compiles the functions that the search
    calls at each node. These are functions of the library, ``successors`` of the rules (and ``player``, unless players
    alternate), and your own functions. All functions must take and return numbers, tuples or named tuples of numbers.
    Machine code is cached on disk, so that other processes need not compile an equal pipeline. Integers have 64 bits in
    compiled code; larger integers raise OverflowError.

    The library's searches, custom searches (``node_search``), ``count_leaves``, ``count_nodes``, ``deepen``, ``perft``
    and ``best_move`` can be compiled; the list forms of alpha-beta, traces and ``rebuild`` cannot. Each call has its
    own tables, so several threads may search at the same time.

    ``mcts`` and ``continue_search`` are compiled for generators of type ``SplitMix``; they return the same tree and the
    same next generator. Compiled code calls ``successors`` and ``score`` of the rules. The phase ``select`` must be
    ``ucb1(c)``, and ``evaluate`` must be ``by_playouts(rules, k)`` or ``by_static(function)``; other phases must be the
    library's. The nodes of the tree are stored in an array, and become objects when they are read.

    Args:
        pipeline: for positions, stages that build a tree and then a search, or a Monte-Carlo tree search; for trees,
            a search, perhaps after stages that change the tree.

    Raises:
        ImportError: numba is not installed (the extra ``fast``).
        TypeError: at once, if the pipeline is not callable; in a call, if no stage gets a tree or the result is a tree.
        CannotCompile: in a call, if a function cannot be compiled, a position contains values other than numbers, the
            ``score`` that a label needs is not 0 before the end of a random game from the start, a
            phase of a Monte-Carlo tree search is not supported, or the pipeline ends with a custom function that walks
            the tree by itself; when a Monte-Carlo tree search runs, if its generator is not a ``SplitMix``.
        OverflowError: in a call, if an integer needs more than 64 bits, or tuples with NaN are compared.
        RecursionError: in a call, if a recursive function of the game exhausts the stack.

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
    compiled_walks: list[object] = []

    def drive(function: object, *args: object) -> object:
        compiled_walks.append(function)
        value: object = import_with_numba("driver.walker").walk(pipeline, function, *args)
        return value

    def run_mcts(part: TreeSearch, argument: object) -> object:
        compiled_walks.append(part)
        return simulations.run_compiled(part, argument)

    result: B
    result, last = _run_parts(pipeline, argument, lambda tree: with_run(tree, driver=drive), run_mcts)
    if isinstance(result, Tree):
        raise TypeError(
            f"jit compiles searches, but {pipeline!r} returns a tree: end it with a search, such as minimax"
        )
    if not compiled_walks and not declaration_of(last).checks_tree:
        raise CannotCompile(
            f"nothing to compile in {pipeline!r}: the walks of the library's searches are compiled, but {last!r} walks the"
            " tree by itself"
        )
    return result


@stage()
@Declaration(calls_pipeline=True)
def jit_when_it_pays(argument: A, pipeline: Callable[[A], B]) -> B:
    """Compile a pipeline once its searches in Python have taken about as long as compiling takes.

    ``jitWhenItPays f = f``

    A search restarts in compiled code once it has expanded 100,000 nodes in this process. If the machine code of the
    search is on disk, 10,000 nodes are enough, or 1,000 nodes if this process has already compiled a search. A
    Monte-Carlo tree search is compiled if the playouts of this search and of earlier searches are expected to reach
    150,000 moves. If numba is missing, or compiled code would raise an error, Python runs the pipeline.

    Args:
        pipeline: a pipeline, as for :func:`jit`.

    >>> from fpgames import build_tree
    >>> from fpgames.games.tictactoe import rules
    >>> from fpgames.search import perft
    >>> jit_when_it_pays(build_tree(rules) | perft(3))(rules.start)
    504

    See also: :func:`jit`, which compiles at once, or raises an error.
    """
    if not has_numba():
        return pipeline(argument)
    attach_driver = TieredDriver(pipeline).attach_to
    result: B
    result, _ = _run_parts(pipeline, argument, attach_driver, simulations.run_when_it_pays)
    return result


def _run_parts(
    pipeline: Callable[[A], B],
    argument: A,
    attach_driver: Callable[[Tree[object]], Tree[object]],
    run_mcts: Callable[[TreeSearch, Any], object],
) -> tuple[Any, object]:
    """Return a pipeline's result, and the last part that uses a tree; the two callbacks run the searches."""
    value: Any = argument
    last_part: object = None
    for part in _flatten_parts(pipeline):
        if isinstance(value, Tree):
            value, last_part = value if value.run.driver else attach_driver(value), part
        if is_tree_search(part):
            value, last_part = run_mcts(part, value), part
        else:
            value = part(value)
    if last_part is None:
        raise TypeError(
            f"jit compiles searches of trees, but no part of {pipeline!r} was given a tree; bots have an option for"
            " that: compiled=jit_when_it_pays"
        )
    return value, last_part


def _flatten_parts(pipeline: Callable[..., object]) -> Iterator[Callable[..., Any]]:
    """Yield the parts of a pipeline; for a part ``jit(f)`` or ``jit_when_it_pays(f)``, yield the parts of ``f``."""
    for part in pipeline.parts if isinstance(pipeline, Stage) else (pipeline,):
        if wrapped := wrapped_pipeline(part):
            yield from _flatten_parts(wrapped)
        else:
            yield part
