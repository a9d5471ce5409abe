"""Walk a tree with compiled functions."""

from __future__ import annotations

from logging import getLogger
from typing import Any

from numba import typeof
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

from fpgames.compiled.code import forms
from fpgames.compiled.code.check import require_compiler
from fpgames.compiled.code.errors import CannotCompile, NotPlain
from fpgames.compiled.code.functions import Factory, defined
from fpgames.compiled.kept import disk
from fpgames.compiled.kept.cache import CACHE
from fpgames.compiled.kept.digests import digest
from fpgames.compiled.kept.fingerprints import Known, known
from fpgames.compiled.memory import counters as counters  # what stands for counters
from fpgames.compiled.memory import levels
from fpgames.compiled.memory.keeping import is_keeping, keep, kept
from fpgames.compiled.memory.levels import ALIKE
from fpgames.compiled.memory.words import Memory, bound, result_of
from fpgames.compiled.walks.refusals import cannot_compile, kinds_of
from fpgames.rules.outcomes import Player
from fpgames.stage import Stage
from fpgames.tree.order import unordered
from fpgames.tree.sharing import ENDLESS
from fpgames.tree.walking import Counter
from fpgames.validation import guarded

_LOG = getLogger("fpgames")


class Walker:
    """What calls the recursive function of a search, compiled.

    Args:
        pipeline: the pipeline, for messages.
    """

    def __init__(self, pipeline) -> None:
        self.pipeline = pipeline

    def __call__(self, function, tree, *args):
        """Return what the function returns for the tree's seed and the levels below it."""
        given = _given_to(tree, args)
        kinds = kinds_of(given)
        one, counted = known(function, tree.unfolding.label_of)
        code = one.code.get(kinds) or self._code(one, function, tree, given, counted)
        memory, held = Memory(), _held(one, tree, kinds)
        before = kept(held) if held else None
        if before is not None:
            memory.exchange_tables(before)
        try:
            value = guarded(code, memory.address, *given)
        except BaseException as error:
            del memory, before  # a traceback holds this frame, which would hold the tables
            if isinstance(error, forms.Unordered):
                unordered(*(each for each in error.args if each is not None))
            raise
        if held:
            keep(held, memory)
        for i, counter in enumerate(counted):
            counter.n += memory.count(i)
        return value

    def _code(self, one: Known, function, tree, given, counted: list[Counter]):
        """Return the compiled search for these arguments."""
        kinds = kinds_of(given)
        with global_compiler_lock:  # not before, since a process may have been forked while another thread compiles
            if kinds not in one.code:
                name = _name_on_disk(function, tree, given)
                one.code[kinds] = (name and disk.load(name)) or self._compile(one, function, tree, given, counted, name)
            return one.code[kinds]

    def _compile(self, one: Known, function, tree, given, counted: list[Counter], name: str | None):
        """Compile a search, so that what it raises later comes from the functions in it; keep it on the disk."""
        _LOG.info("compiling a search, which takes a few seconds")
        require_compiler()
        label_of, children_of, *_ = tree.unfolding
        factories = (factory for each in [*CACHE.known.values()] for factory in [*each.factories])
        others = (factory for factory in factories if factory.equal(function, label_of))
        try:
            factory = next(others, None) or Factory(label_of, children_of, counted)
            made = factory.equal(function, label_of) or factory.make(function)
        except NotPlain as error:
            raise self._cannot(error) from None
        search = _search(factory, made, given, function, name)
        factory.failed = None
        try:
            found = search.compile((types.int64, *map(typeof, given)))
        except Exception as error:  # numba raises errors of all types for what it does not know
            failed = factory.failed or NotPlain(function, error)
            if ALIKE in str(error):
                failed = NotPlain(children_of, error, factory.callers(children_of))
            raise self._cannot(failed) from None
        if factory not in one.factories:
            one.factories.append(factory)
        if name is not None:
            disk.save(name, *search.overloads.values())
        return found

    def _cannot(self, error: NotPlain) -> CannotCompile:
        return cannot_compile(error, *(self.pipeline.parts if isinstance(self.pipeline, Stage) else ()))


def is_kept(function, tree, *args) -> bool:
    """Return whether the compiled search for these arguments is kept on the disk."""
    name = _name_on_disk(function, tree, _given_to(tree, args))
    return name is not None and disk.is_kept(name)


def _given_to(tree, args) -> tuple[Any, ...]:
    """Return the arguments of a compiled search: the seed, the levels below it, and the others."""
    return tree.seed, int(min(tree.depth, ENDLESS)), *args


def _name_on_disk(function, tree, given) -> str | None:
    """Return the name of a compiled search on the disk; None if it cannot be kept there."""
    return digest(function, tree.unfolding.label_of, disk.machine(), *map(kinds_of, given))


def _held(one: Known, tree, kinds) -> object:
    """Return what the one table of a search holds, if it is kept: bounds of the values of this tree, in so many entries."""
    match one.tables:
        case [("bounds", entries)] if is_keeping():
            label_of, children_of, _, game, *_ = tree.unfolding
            return known(label_of, children_of, game.player_of)[0], kinds[:2], entries
    return None


def _search(factory: Factory, search, given, function, name: str | None):
    """Return the call of a search whose further arguments are players, or bounds of a window, which have the type of labels."""
    names = [f"x{i}" for i in range(len(given) - 2)]
    further = [
        name if isinstance(arg, Player) else f"bound({name}, label)" for name, arg in zip(names, given[2:], strict=True)
    ]
    source = (
        f"def made({', '.join(['memory', 'seed', 'left', *names])}):\n    begin(memory, children_of, seed)\n"
        f"    label = result_of(label_of, seed)\n    return search({', '.join(['seed', 'left', *further])})"
    )
    named = {
        "begin": levels.begin, "bound": bound, "children_of": factory.children_of, "label_of": factory.label_of,
        "result_of": result_of, "search": search,
    }  # fmt: skip
    made = defined(source, named)
    made.__qualname__ = f"search_{name}"  # one symbol for each search, also for those of other processes
    return factory.entry(made, function)
