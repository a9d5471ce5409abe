"""Lower (translate) Python functions for numba: the bytecode is kept, but names refer to lowered functions."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_VARKEYWORDS, signature
from operator import attrgetter, itemgetter
from types import CellType, FunctionType, MethodType
from typing import Any

from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUDispatcher

from fpgames.compiled.backend.lowering.compiler import CheckedCompiler
from fpgames.compiled.backend.lowering.supported_builtins import MAX_OR_MIN, compiled_constant
from fpgames.compiled.backend.memory import words
from fpgames.compiled.backend.memory.safepoints import enter_call, enter_level
from fpgames.compiled.caching.fingerprints import Fingerprints
from fpgames.compiled.errors import Unsupported
from fpgames.lowering import lowering_of
from fpgames.rand.purity import globals_of
from fpgames.stage import Stage
from fpgames.tree.run import MutableCounter
from fpgames.tree.unfolding import MISSING
from fpgames.tree.walking import RECURSIVE_CODE

_LOWERINGS: dict[object, Callable[..., Any]] = {}
"""Lowerings of functions, by names given to ``lowers_as``, and of values, by type: they return compiled substitutes."""

RULES_LOWERINGS: dict[object, Callable[..., Any]] = {}
"""Lowerings of stages whose argument is rules; they take a translator, the rules, and the values that they need."""


def lowers(key: str | type, table: dict[object, Callable[..., Any]] = _LOWERINGS) -> Callable[[Any], Any]:
    """Return a decorator that stores a lowering in ``table`` under ``key``: a name for ``lowers_as``, or a type."""

    def register(lowering):
        table[key] = lowering
        return lowering

    return register


_CHECKED_OPTIONS = {"nopython": True, "boundscheck": True, "error_model": "python"}  # options of translated functions


class _CheckedDispatcher(CPUDispatcher):
    """A compiled function that knows its Python source, and records the innermost function that fails to compile."""

    def __init__(self, function: FunctionType, source: object, translator: Translator, options) -> None:
        super().__init__(function, targetoptions={**options, **_CHECKED_OPTIONS}, pipeline_class=CheckedCompiler)
        self._source, self._translator = source, translator

    def add_overload(self, cres):
        """Store numba's compile result ``cres``. An inner function has no entry point, and gets a dummy object."""
        if cres.entry_point is not None:
            return super().add_overload(cres)
        inner = cres._replace(entry_point=object())
        self.targetctx.insert_user_function(inner.entry_point, inner.fndesc, [inner.library])
        self.overloads[tuple(inner.signature.args)] = inner
        return None

    def compile(self, sig):
        """Compile the function for types ``sig``; the translator records the innermost function that fails."""
        try:
            return super().compile(sig)
        except Exception as error:  # numba raises errors of any type for unsupported code
            if self._translator.failure is None and self._source is not None:
                self._translator.failure = Unsupported(self._source, error, self._translator.callers(self._source))
            raise


class Translator:
    """Translates all functions of one search for numba; attributes hold compiled functions that lowerings share."""

    def __init__(self, label_of, children_of, counters: Sequence[MutableCounter]) -> None:
        self.memo: dict[int, Any] = {}
        self.kept_alive: list[Any] = []  # objects whose ids are keys of memo, so that the ids stay valid
        self.failure: Unsupported | None = None
        self._by_fingerprint: dict[Hashable, Any] = {}  # fingerprint of a function -> its compiled counterpart
        self._callers: dict[int, list[Any]] = {}
        self.search: Any = None  # compiled recursive function that walks the tree
        self.make_child: Any = None  # compiled function (child seed, parent level) -> child node
        self.recursion: Any = None  # compiled function that a custom search calls as ``visit``
        self.node_labels: Any = None  # compiled label functions, for most nodes and for those at depth 0
        self.reduced_of: Any = None  # compiled function that reduces the depth in a seed
        self._allocated: dict[str, dict[int, tuple[int, object]]] = {section: {} for section in words.OFFSETS}
        self._pending: list[Any] = []  # values that are being lowered, outermost first
        self.counters, self.label_source = counters, label_of
        for counter in counters:
            self.allocate("counters", counter)
        self.label_of = self.lower(label_of)
        self.children_of, self.children_source = self.lower(children_of), children_of

    def allocate(self, section: str, owner: object) -> int:
        """Return the offset of ``owner`` in a section (such as counters); raise Unsupported if the section is full."""
        offsets, allocated = words.OFFSETS[section], self._allocated[section]
        if id(owner) not in allocated:
            if len(allocated) == len(offsets):
                user = [self.label_source, *self._pending][-1]
                raise Unsupported(user, f"a compiled search has at most {len(offsets)} {section}")
            allocated[id(owner)] = offsets[len(allocated)], owner  # the owner is stored, so its id stays valid
        return allocated[id(owner)][0]

    def lower(self, value, fixed_args: Mapping[str, Any] | None = None):
        """Return the compiled counterpart of a value; ``fixed_args`` are constants for parameters of a function."""
        if any(outer is value for outer in self._pending):
            self._add_stack_check(value)
        if id(value) not in self.memo or fixed_args is not None:
            self.kept_alive.append(value)
            self._pending.append(value)
            self._callers[id(value)] = self._pending[::-1]
            try:
                self.memo[id(value)] = self._lower(value) if fixed_args is None else self.translate(value, fixed_args)
            except Unsupported as error:
                error.callers = error.callers or self._pending[::-1]
                raise
            finally:
                self._pending.pop()
        return self.memo[id(value)]

    def _add_stack_check(self, function) -> None:
        """Let a game's recursive function begin with a stack check; raise Unsupported for other recursive values."""
        if id(function) not in self.memo:
            raise Unsupported(function, "it refers to itself; only plain functions may be recursive")
        if not any(isinstance(outer, FunctionType) and outer.__code__ in RECURSIVE_CODE for outer in self._pending):
            vars(self.memo[id(function)].py_func)["prologue"] = enter_call

    def callers(self, value: object) -> Sequence[object]:
        """Return a value, then the functions that use the value (also through other functions), innermost first."""
        return self._callers.get(id(value), [value])

    def _lower(self, value):
        if value is MISSING:
            return None
        if isinstance(value, FunctionType):
            return self._lower_function(value)
        if isinstance(value, Dispatcher):
            return self.lower(value.py_func)
        if isinstance(value, partial):
            if not (value.args or value.keywords):
                return self.lower(value.func)
            return self._lower_partial(value.func, value.args, value.keywords, value)
        if isinstance(value, Stage):
            if len(value.parts) > 1:
                return self._lower_pipeline(value.parts)
            return self._lower_partial(value.function, value.args, dict(value.options), value, ["x"])
        if isinstance(value, MethodType):
            return self._lower_partial(value.__func__, (value.__self__,), {}, value)
        if isinstance(value, itemgetter | attrgetter):
            return self._lower_getter(value)
        if hasattr(value, "cache_info"):  # a function decorated with functools.cache
            return self.lower(value.__wrapped__)
        lowering = _LOWERINGS.get(type(value))
        return compiled_constant(value) if lowering is None else lowering(self, value)

    def _lower_function(self, function: FunctionType):
        """Lower a function once per fingerprint; translate the bytecode of a function that has no lowering."""
        key = Fingerprints(self.counters).of(function)
        if key not in self._by_fingerprint:
            name, needs = lowering_of(function)
            self._by_fingerprint[key] = _LOWERINGS.get(name, Translator.translate)(self, function, *needs)
        return self._by_fingerprint[key]

    def compile_inner(self, function, source: object):
        """Compile a function, whose variables are lowered, for calls from compiled code; errors name ``source``."""
        return _CheckedDispatcher(function, source, self, words.INNER_OPTIONS)

    def compile_entry(self, function, source: object):
        """Compile a function for Python to call; its variables are lowered already. Errors name ``source``."""
        return _CheckedDispatcher(function, source, self, words.ENTRY_OPTIONS)

    def translate(self, function: FunctionType, fixed_args: Mapping[str, Any] | None = None):
        """Compile a function's bytecode, and lower the values it uses; ``fixed_args`` maps parameters to constants."""
        code = function.__code__
        if fixed_args is not None:
            code = code.replace(co_argcount=code.co_argcount + code.co_kwonlyargcount, co_kwonlyargcount=0)
        if code.co_kwonlyargcount or code.co_flags & (CO_VARKEYWORDS | CO_COROUTINE | CO_ASYNC_GENERATOR):
            raise Unsupported(function, "keyword-only parameters and async functions are not compiled")
        for constant in code.co_consts:
            self._lower_referenced(function, "the constant", constant, compiled_constant)
        for constant in function.__defaults__ or ():
            if isinstance(constant, FunctionType):
                raise Unsupported(function, "the default of a parameter cannot be a function")
            self._lower_referenced(function, "the default", constant, compiled_constant)
        cells = tuple(CellType() for _ in function.__closure__ or ())
        namespace: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
        new = FunctionType(code, namespace, function.__name__, function.__defaults__, cells)
        new.__qualname__ = function.__qualname__
        vars(new).update(checked=True, fixed_args=fixed_args or {})
        if code in RECURSIVE_CODE and fixed_args is None:
            vars(new)["prologue"] = enter_level
        translated = self.memo[id(function)] = self.compile_inner(new, function)
        for new_cell, name, cell_before in zip(cells, code.co_freevars, function.__closure__ or (), strict=True):
            try:
                value = cell_before.cell_contents
            except ValueError:
                raise Unsupported(function, f"it uses {name}, which has no value yet") from None
            new_cell.cell_contents = self._lower_referenced(function, name, value, self.lower)
        defined = {**vars(builtins), **(MAX_OR_MIN if fixed_args else {}), **function.__globals__}
        for name in globals_of(code):
            if name not in defined:
                raise Unsupported(function, f"it uses {name}, which is not defined")
            namespace[name] = self._lower_referenced(function, name, defined[name], self.lower)
        return translated

    def _lower_referenced(self, function: FunctionType, name: str, value: object, lower: Callable[[Any], Any]):
        """Lower the value of ``name``; for an unsupported constant, raise an error that names ``function``."""
        try:
            return lower(value)
        except Unsupported as error:
            if error.value is not value or isinstance(value, FunctionType):
                raise
            raise Unsupported(function, f"it uses {name}: {error.reason}", self.callers(function)) from None

    def compile_source(self, source: str, namespace, origin: object):
        """Compile the function ``f`` defined by ``source``; ``namespace`` has the globals; errors name ``origin``."""
        return self.compile_inner(function_from_source(source, namespace), origin)

    def _lower_partial(self, function, args, options, origin: object, leading: list[str] | None = None):
        """Compile a function with fixed ``args`` and ``options``; the parameters ``leading`` stay open, before ``args``."""
        name, readers = lowering_of(function)
        if name in RULES_LOWERINGS and len(args) == 1 and not options:
            return RULES_LOWERINGS[name](self, *args, *(read(*args) for read in readers))
        parameters = leading or [f"x{i}" for i in range(_arity(partial(function, *args, **options)))]
        namespace = {f"a{i}": self.lower(arg) for i, arg in enumerate(args)} | {
            f"o_{k}": self.lower(v) for k, v in options.items()
        }
        fixed = [f"a{i}" for i in range(len(args))]
        arguments = [*(parameters + fixed if leading else fixed + parameters), *(f"{k}=o_{k}" for k in options)]
        source = f"def f({', '.join(parameters)}): return function({', '.join(arguments)})"
        return self.compile_source(source, {**namespace, "function": self.lower(function)}, origin)

    def _lower_pipeline(self, parts):
        source, namespace = "x", {}
        for i, part in enumerate(parts):
            source, namespace[f"f{i}"] = f"f{i}({source})", self.lower(part)
        return self.compile_source(f"def f(x): return {source}", namespace, parts)

    def _lower_getter(self, getter):
        _, keys = getter.__reduce__()
        parts = [f"x.{key}" if isinstance(getter, attrgetter) else f"x[{key!r}]" for key in keys]
        source = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
        return self.compile_source(f"def f(x): return {source}", {}, getter)


def function_from_source(source: str, namespace) -> FunctionType:
    """Return the function ``f`` that a source text defines; ``namespace`` contains the globals of the function."""
    namespace["__name__"] = __name__
    exec(source, namespace)
    function: FunctionType = namespace["f"]
    return function


def _arity(function) -> int:
    try:
        parameters = signature(function).parameters.values()
    except ValueError as error:  # some builtins have no signature
        raise Unsupported(function, error) from None
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = sum(p.default is p.empty for p in positional)
    return max(needed, min(1, len(positional)))  # at least one argument, unless the function has no parameters
