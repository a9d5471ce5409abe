"""Compiled functions that Python calls, found in this process or on the disk, or else compiled: first, walks of trees."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from logging import getLogger
from typing import Any

from numba import typeof
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

from fpgames.compiled.caching import disk
from fpgames.compiled.caching.fingerprints import CacheEntry, cache_entry_for, digest
from fpgames.compiled.code import implementations, node_implementations  # noqa: F401 (they register forms, whichever function is compiled first)
from fpgames.compiled.code.check import using_numba
from fpgames.compiled.code.errors import CannotCompile, Unsupported
from fpgames.compiled.code.functions import Translator, defined
from fpgames.compiled.driver.diagnostics import cannot_compile, kinds_of
from fpgames.compiled.memory.table_reuse import is_keeping, keep, kept
from fpgames.compiled.memory.words import ALIKE, Memory, begin, bound, result_of
from fpgames.rules.outcomes import Player
from fpgames.tree.order import raise_unordered
from fpgames.tree.sharing import ENDLESS
from fpgames.tree.walking import MutableCounter, watched
from fpgames.validation import call_guarded

_LOG = getLogger("fpgames")


def name_on_disk(uses: tuple[object, ...], kinds: object) -> str | None:
    """Return the name of a compiled function on the disk; None if it cannot be kept there."""
    return digest(*uses, disk.platform_key(), kinds)


def compiled_function(
    entry: CacheEntry,
    what: str,
    uses: tuple[object, ...],
    made: Callable[[], tuple[Translator, Any]],
    of,
    given,
    *further,
):
    """Return a compiled function of the address of a memory and further arguments, or raise the error that it met.

    What is known of the functions and constants that it uses keeps it, by the types of the arguments that are given after
    the first. It is made, with the factory of what it calls, if it is not kept. Messages name what it does, and what it is of.
    """
    kinds = kinds_of(given)
    if kinds in entry.code:
        return entry.code[kinds]
    with global_compiler_lock:  # not before, since a process may have been forked while another thread compiles
        refused, why = entry.refused.get(kinds, (None, ""))
        if refused is of:
            raise CannotCompile(why)
        name = name_on_disk(uses, kinds)
        try:
            entry.code[kinds] = (
                entry.code.get(kinds)
                or (name and disk.load(name))
                or _compiled(entry, what, uses, made, of, (*map(typeof, given), *further), name)
            )
        except Unsupported as error:
            cannot = cannot_compile(error, of)
            entry.refused[kinds] = of, str(cannot)
            raise cannot from None
        return entry.code[kinds]


@cache
def require_compiler() -> None:
    """Raise CannotCompile unless a small function becomes machine code that returns what it should."""

    def one_more(n: int) -> int:  # compiled
        return n + 1

    with using_numba():
        factory = Translator(one_more, one_more, ())
        label_of = factory.label_of
        found = factory.entry(lambda n: label_of(n), one_more).compile((types.int64,))(41)
        if found != 42:
            raise ArithmeticError(f"41 + 1 is {found!r} in compiled code")


def _compiled(entry: CacheEntry, what: str, uses, made, of, kinds, name: str | None):
    """Compile a function, so that what it raises later comes from the functions in it; keep it on the disk."""
    _LOG.info("compiling %s, which takes a few seconds", what)
    require_compiler()
    factory, function = made()
    function.py_func.__qualname__ = f"entry_{name}"  # one symbol for each, also for those of other processes
    factory.failed = None
    try:
        found = function.compile((types.int64, *kinds))
    except Exception as error:  # numba raises errors of all types for what it does not know
        failed, children_of = factory.failed or Unsupported(of, error), factory.children_source
        if ALIKE in str(error) and (failed.what is uses[0] or ALIKE not in str(failed.why)):
            failed = Unsupported(children_of, error, factory.callers(children_of))
        raise failed from None
    entry.factory = factory
    if name is not None:
        disk.save(name, *function.overloads.values())
    return found


def walk(pipeline, function, tree, *args):
    """Return what a recursive function of a pipeline returns, compiled, for the tree's seed and the levels below it."""
    given = _given_to(tree, args)
    kinds = kinds_of(given)
    uses = function, tree.unfolding.label_of
    entry, counted = cache_entry_for(*uses)
    code = entry.code.get(kinds) or compiled_function(
        entry, "a search", uses, lambda: _made(entry, function, tree, given, counted), pipeline, given
    )
    memory, held = Memory(), _held(entry, tree, kinds)
    before = kept(held) if held else None
    if before is not None:
        memory.exchange_tables(before)
    try:
        with watched(partial(_counted, memory, len(counted))):
            value = call_guarded(code, memory.address, *given)
    except BaseException as error:
        del memory, before  # a traceback holds this frame, which would hold the tables
        if isinstance(error, implementations.Unordered):
            raise_unordered(*(each for each in error.args if each is not None))
        raise
    if held:
        keep(held, memory)
    for i, counter in enumerate(counted):
        counter.n += memory.count(i)
    return value


def _counted(memory, counters) -> int:
    return max(map(memory.count, range(counters)), default=0)


def is_kept(function, tree, *args) -> bool:
    """Return whether the compiled search for these arguments is kept on the disk."""
    name = name_on_disk((function, tree.unfolding.label_of), kinds_of(_given_to(tree, args)))
    return name is not None and (disk.directory() / name).exists()  # it may be damaged


def _given_to(tree, args) -> tuple[Any, ...]:
    """Return the arguments of a compiled search: the seed, the levels below it, and the others."""
    return tree.seed, int(min(tree.depth, ENDLESS)), *args


def _held(entry: CacheEntry, tree, kinds) -> object:
    """Return what the one table of a search holds, if it is kept: bounds of the values of this tree, in so many entries."""
    match entry.tables:
        case [("bounds", entries)] if is_keeping():
            label_of, children_of, _, game, *_ = tree.unfolding
            return cache_entry_for(label_of, children_of, game.player_of)[0], kinds[:2], entries
    return None


def _made(entry: CacheEntry, function, tree, given, counted: list[MutableCounter]):
    """Return a factory, and the call of a search; use what was made for arguments of other types.

    Its further arguments are players, or bounds of a window, which have the type of labels.
    """
    label_of, children_of, *_ = tree.unfolding
    factory = entry.factory or Translator(label_of, children_of, counted)
    factory.search = factory.search or factory.make(function)
    names = [f"x{i}" for i in range(len(given) - 2)]
    further = [
        name if isinstance(arg, Player) else f"bound({name}, label)" for name, arg in zip(names, given[2:], strict=True)
    ]
    source = (
        f"def made({', '.join(['memory', 'seed', 'left', *names])}):\n    begin(memory, children_of, seed)\n"
        f"    label = result_of(label_of, seed)\n    return search({', '.join(['seed', 'left', *further])})"
    )
    named = {
        "begin": begin, "bound": bound, "children_of": factory.children_of, "label_of": factory.label_of,
        "result_of": result_of, "search": factory.search,
    }  # fmt: skip
    return factory, factory.entry(defined(source, named), function)
