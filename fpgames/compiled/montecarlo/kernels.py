"""Compiled functions of the rules of a game, kept by what they are compiled from, also on the disk."""

from __future__ import annotations

from collections.abc import Callable
from logging import getLogger

from numba import njit, typeof
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock

from fpgames.compiled.code.check import require_compiler
from fpgames.compiled.code.errors import CannotCompile, NotPlain
from fpgames.compiled.code.functions import Factory
from fpgames.compiled.code.linking import LinkedCompiler
from fpgames.compiled.kept import disk
from fpgames.compiled.kept.digests import digest
from fpgames.compiled.kept.fingerprints import known
from fpgames.compiled.memory.words import OPTIONS
from fpgames.compiled.walks.refusals import cannot_compile, kinds_of
from fpgames.rules.record import AnyRules

_LOG = getLogger("fpgames")


def kernel(what: str, rules: AnyRules, uses: tuple[object, ...], made: Callable[[Factory], object], p, further):
    """Return a compiled function of the address of a memory, a position and further arguments; or raise the error.

    Args:
        what: what the function does, for messages.
        rules: the rules of the game.
        uses: what it is compiled from: functions, and constants that tell it from others.
        made: returns the function, from the factory of the rules' ``successors`` and ``score``.
        p: a position.
        further: the types of the further arguments.
    """
    uses = rules.successors, rules.score, *uses, what
    kinds = kinds_of(p)
    code = known(*uses)[0].code  # kernels, or the errors of those that cannot be compiled
    if kinds not in code:
        with global_compiler_lock:  # not before, since a process may have been forked while another thread compiles
            name = digest(*uses, disk.machine(), kinds)
            kept = code.get(kinds) or (name and disk.load(name))
            code[kinds] = kept or _compile(what, rules, made, (types.int64, typeof(p), *further), name)
    found = code[kinds]
    if isinstance(found, CannotCompile):
        raise found
    return found


def _compile(what: str, rules: AnyRules, made, kinds, name: str | None):
    """Compile a kernel and keep it on the disk, or return the error."""
    require_compiler()
    _LOG.info("compiling the %s of %s, which takes a few seconds", what, rules.name)
    try:
        factory = Factory(rules.score, rules.successors, ())
        function = made(factory)
    except NotPlain as error:
        return cannot_compile(error, rules)
    function.__qualname__ = f"{what.replace(' ', '_')}_{name}"  # one symbol for each, also for those of other processes
    function = njit(**OPTIONS, error_model="numpy", pipeline_class=LinkedCompiler)(function)
    try:
        found = function.compile(kinds)
    except Exception as error:  # numba raises errors of all types for what it does not know
        return cannot_compile(factory.failed or NotPlain(rules, error), rules)
    if name is not None:
        disk.save(name, *function.overloads.values())
    return found
