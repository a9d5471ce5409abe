"""Compiled functions that Python calls: found in this process or on the disk, or else compiled."""

from __future__ import annotations

from collections.abc import Callable
from logging import getLogger
from typing import Any

from numba import typeof
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

from fpgames.compiled.code import forms, own  # noqa: F401 (they register forms, whichever function is compiled first)
from fpgames.compiled.code.check import require_compiler
from fpgames.compiled.code.errors import CannotCompile, NotPlain
from fpgames.compiled.code.functions import Factory
from fpgames.compiled.kept import disk
from fpgames.compiled.kept.digests import digest
from fpgames.compiled.kept.fingerprints import Known
from fpgames.compiled.memory.levels import ALIKE
from fpgames.compiled.walks.refusals import cannot_compile, kinds_of

_LOG = getLogger("fpgames")


def name_on_disk(uses: tuple[object, ...], kinds: object) -> str | None:
    """Return the name of a compiled function on the disk; None if it cannot be kept there."""
    return digest(*uses, disk.machine(), kinds)


def entry(
    one: Known, what: str, uses: tuple[object, ...], made: Callable[[], tuple[Factory, Any]], of, given, *further
):
    """Return a compiled function of the address of a memory and further arguments, or raise the error that it met.

    Args:
        one: what is known of the functions that it is compiled from, which keeps it.
        what: what the function does, for messages.
        uses: what it is compiled from: functions, and constants that tell it from others.
        made: returns the factory of the functions that it calls, and the function.
        of: the pipeline, or the rules, for messages.
        given: the arguments after the first one, whose types decide on the function.
        further: the types of those after these.
    """
    kinds = kinds_of(given)
    if kinds in one.code:
        return one.code[kinds]
    with global_compiler_lock:  # not before, since a process may have been forked while another thread compiles
        refused, why = one.refused.get(kinds, (None, ""))
        if refused is of:
            raise CannotCompile(why)
        name = name_on_disk(uses, kinds)
        try:
            one.code[kinds] = (
                one.code.get(kinds)
                or (name and disk.load(name))
                or _compiled(one, what, uses, made, of, (*map(typeof, given), *further), name)
            )
        except NotPlain as error:
            cannot = cannot_compile(error, of)
            one.refused[kinds] = of, str(cannot)
            raise cannot from None
        return one.code[kinds]


def _compiled(one: Known, what: str, uses, made, of, kinds, name: str | None):
    """Compile a function, so that what it raises later comes from the functions in it; keep it on the disk."""
    _LOG.info("compiling %s, which takes a few seconds", what)
    require_compiler()
    factory, function = made()
    function.py_func.__qualname__ = f"entry_{name}"  # one symbol for each, also for those of other processes
    factory.failed = None
    try:
        found = function.compile((types.int64, *kinds))
    except Exception as error:  # numba raises errors of all types for what it does not know
        failed, children_of = factory.failed or NotPlain(of, error), factory.children_source
        if ALIKE in str(error) and (failed.what is uses[0] or ALIKE not in str(failed.why)):
            failed = NotPlain(children_of, error, factory.callers(children_of))
        raise failed from None
    if factory not in one.factories:
        one.factories.append(factory)
    if name is not None:
        disk.save(name, *function.overloads.values())
    return found
