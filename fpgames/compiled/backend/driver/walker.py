"""Run searches in machine code, which is cached in this process, stored on disk, or newly compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from logging import getLogger
from typing import Any

from numba import typeof
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

from fpgames.compiled.backend.arithmetic.casts import TYPE_CHANGE, dummy_value, optional_bound
from fpgames.compiled.backend.driver import disk
from fpgames.compiled.backend.driver.diagnostics import cannot_compile_error, type_key_of
from fpgames.compiled.backend.lowering import implementations, node_implementations  # noqa: F401 (imported to register lowerings)
from fpgames.compiled.backend.lowering.functions import Translator, function_from_source
from fpgames.compiled.backend.memory.safepoints import ASK, begin_search
from fpgames.compiled.backend.memory.words import Memory
from fpgames.compiled.caching.fingerprints import CacheEntry, cache_entry_for, digest
from fpgames.compiled.caching.table_reuse import is_reusing, keep_memory, take_memory
from fpgames.compiled.errors import CannotCompile, Unsupported
from fpgames.compiled.numba_check import using_numba
from fpgames.rules.outcomes import Player
from fpgames.tree.order import raise_unordered
from fpgames.tree.run import MutableCounter, showing_count
from fpgames.tree.sharing import ENDLESS
from fpgames.validation import call_guarded

_LOG = getLogger("fpgames")
_STOPPABLE_INTERVAL = 512  # safepoints between two polls of a search that can be stopped


def name_on_disk(functions: tuple[object, ...], type_key: object) -> str | None:
    """Return the name of the file for the machine code of some functions; None if the functions have no digest."""
    return digest(*functions, disk.platform_key(), type_key)


def compiled_function(
    entry: CacheEntry,
    task: str,
    functions: tuple[object, ...],
    translate: Callable[[], tuple[Translator, Any]],
    origin,
    args,
    *more_types,
):
    """Return a compiled function, whose first parameter is the address of a memory; raise CannotCompile on failure.

    The function is taken from ``entry``, loaded from disk, or compiled for the types of ``args`` and ``more_types``.
    ``translate`` returns a translator and the function to compile. Log lines name ``task``; errors name ``origin``.
    """
    type_key = type_key_of(args)
    if type_key in entry.code:
        return entry.code[type_key]
    with global_compiler_lock:  # cached code needs no lock; in a forked process, a lock may never be released
        refused, reason = entry.refusals.get(type_key, (None, ""))
        if refused is origin:
            raise CannotCompile(reason)
        name = name_on_disk(functions, type_key)
        try:
            entry.code[type_key] = (
                entry.code.get(type_key)
                or (name and disk.load(name))
                or _compile(entry, task, functions, translate, origin, (*map(typeof, args), *more_types), name)
            )
        except Unsupported as error:
            refusal = cannot_compile_error(error, origin)
            entry.refusals[type_key] = origin, str(refusal)
            raise refusal from None
        return entry.code[type_key]


@cache
def require_compiler() -> None:
    """Raise CannotCompile unless numba compiles a small function correctly."""

    def add_one(n: int) -> int:  # compiled
        return n + 1

    with using_numba():
        translator = Translator(add_one, add_one, ())
        label_of = translator.label_of
        result = translator.compile_entry(lambda n: label_of(n), add_one).compile((types.int64,))(41)
        if result != 42:
            raise ArithmeticError(f"41 + 1 is {result!r} in compiled code")


def _compile(entry: CacheEntry, task: str, functions, translate, origin, arg_types, name: str | None):
    """Compile the function from ``translate``, and store the code on disk as ``name``; raise Unsupported on failure."""
    _LOG.info("compiling %s, which takes a few seconds", task)
    require_compiler()
    translator, function = translate()
    function.py_func.__qualname__ = f"entry_{name}"  # makes the LLVM symbol unique, also in other processes
    translator.failure = None
    try:
        code = function.compile((types.int64, *arg_types))
    except Exception as error:  # numba raises errors of any type for unsupported code
        failure, children_of = translator.failure or Unsupported(origin, error), translator.children_source
        if TYPE_CHANGE in str(error) and (failure.value is functions[0] or TYPE_CHANGE not in str(failure.reason)):
            failure = Unsupported(children_of, error, translator.callers(children_of))
        raise failure from None
    entry.translator = translator
    if name is not None:
        disk.save(name, *function.overloads.values())
    return code


def walk(pipeline, function, tree, *args):
    """Call the compiled recursive function of a search with the root of a tree and ``args``; return the result."""
    inputs = _search_arguments(tree, args)
    type_key = type_key_of(inputs)
    functions = function, tree.unfolding.label_of
    entry, counters = cache_entry_for(*functions)
    code = entry.code.get(type_key) or compiled_function(
        entry, "a search", functions, lambda: _build_search(entry, function, tree, inputs, counters), pipeline, inputs
    )
    memory = Memory(_STOPPABLE_INTERVAL) if any(counter.can_stop for counter in counters) else Memory()
    reuse_key = _reuse_key(entry, tree, type_key) if is_reusing() else None
    earlier = take_memory(reuse_key) if reuse_key else None
    if earlier is not None:
        memory.exchange_tables(earlier)
    token = ASK.set(partial(_ask, memory, counters))
    try:
        with showing_count(partial(_highest_count, memory, len(counters))):
            value = call_guarded(code, memory.address, *inputs)
    except BaseException as error:
        del memory, earlier  # otherwise, the traceback would keep the tables in memory
        if isinstance(error, implementations.Unordered):
            raise_unordered(*(label for label in error.args if label is not None))
        raise
    finally:
        ASK.reset(token)
    if reuse_key:
        keep_memory(reuse_key, memory)
    for i, counter in enumerate(counters):
        counter.n += memory.count(i)
    return value


def _ask(memory, counters: list[MutableCounter]) -> None:
    """Ask the counters of a running search whether to stop; raise SearchStopped to end the search."""
    for i, counter in enumerate(counters):
        if counter.can_stop:
            counter.ask(counter.n + memory.count(i))


def _highest_count(memory, counters) -> int:
    return max(map(memory.count, range(counters)), default=0)


def is_on_disk(function, tree, *args) -> bool:
    """Return whether the machine code of a search with these arguments is cached on disk."""
    name = name_on_disk((function, tree.unfolding.label_of), type_key_of(_search_arguments(tree, args)))
    return name is not None and (disk.cache_directory() / name).exists()  # the file is not read, and may be damaged


def _search_arguments(tree, args) -> tuple[Any, ...]:
    """Return the arguments of a compiled search: the seed and the remaining depth of a tree's root, and ``args``."""
    return tree.seed, int(min(tree.depth, ENDLESS)), *args


def _reuse_key(entry: CacheEntry, tree, type_key) -> object:
    """Return the key under which a search's table is kept for the next search; None if the table is not kept.

    Searches that count labels, as in ``deepen``, would miss those of positions that are in a kept table.
    """
    match entry.tables:
        case [("bounds", entries)] if not tree.run.counters_of("label"):
            unfolding = tree.unfolding
            functions = unfolding.label_of, unfolding.children_of, unfolding.game.player_of
            return cache_entry_for(*functions)[0], type_key[:2], entries
    return None


def _build_search(entry: CacheEntry, function, tree, args, counters: list[MutableCounter]):
    """Return a translator and the entry function of a search, which casts window bounds to the type of labels."""
    translator = entry.translator or Translator(tree.unfolding.label_of, tree.unfolding.children_of, counters)
    translator.search = translator.search or translator.lower(function)
    names = [f"x{i}" for i in range(len(args) - 2)]
    bounds = [
        x if isinstance(arg, Player) else f"optional_bound({x}, label)" for x, arg in zip(names, args[2:], strict=True)
    ]
    source = (
        f"def f({', '.join(['memory', 'seed', 'left', *names])}):\n    begin_search(memory, children_of, seed)\n"
        f"    label = dummy_value(label_of, seed)\n    return search({', '.join(['seed', 'left', *bounds])})"
    )
    namespace = {
        "begin_search": begin_search, "optional_bound": optional_bound, "children_of": translator.children_of,
        "label_of": translator.label_of, "dummy_value": dummy_value, "search": translator.search,
    }  # fmt: skip
    return translator, translator.compile_entry(function_from_source(source, namespace), function)
