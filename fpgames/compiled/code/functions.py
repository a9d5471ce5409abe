"""Functions made again for numba: the same code, with the functions it calls made again too."""

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

from fpgames.compiled.caching.fingerprints import Fingerprints, globals_of
from fpgames.compiled.code.compiler import CheckedCompiler
from fpgames.compiled.code.errors import Unsupported
from fpgames.compiled.code.supported_builtins import EITHER, checked_constant
from fpgames.compiled.memory import words
from fpgames.lowering import lowering_of
from fpgames.stage import Stage
from fpgames.tree.unfolding import MISSING
from fpgames.tree.walking import RECURSIVE_CODE, MutableCounter

_FORMS: dict[object, Callable[..., Any]] = {}
"""What to compile in the place of functions, by the names of the forms that they declare, and of values, by their types."""

OF_RULES: dict[object, Callable[..., Any]] = {}
"""The same for functions that are given the rules of a game: of the factory, the rules, and what the function uses of them."""


def form(key: str | type, forms: dict[object, Callable[..., Any]] = _FORMS) -> Callable[[Any], Any]:
    """Register a form: a function of the factory, the function or value, and what the function declares that it needs."""

    def register(made):
        forms[key] = made
        return made

    return register


_CHECKED = {"nopython": True, "boundscheck": True, "error_model": "python"}  # the last else that of the caller


class _Compiled(CPUDispatcher):
    """A compiled function that remembers which function it is made from, and the first that failed."""

    def __init__(self, function: FunctionType, source: object, factory: Translator, options) -> None:
        super().__init__(function, targetoptions={**options, **_CHECKED}, pipeline_class=CheckedCompiler)
        self._source, self._factory = source, factory

    def add_overload(self, cres):
        """Keep what was compiled for some types; a part has no address, so it is known by an object of its own."""
        if cres.entry_point is not None:
            return super().add_overload(cres)
        part = cres._replace(entry_point=object())
        self.targetctx.insert_user_function(part.entry_point, part.fndesc, [part.library])
        self.overloads[tuple(part.signature.args)] = part
        return None

    def compile(self, sig):
        """Compile for the types of arguments; the innermost function that fails is kept for the error's message."""
        try:
            return super().compile(sig)
        except Exception as error:  # numba raises errors of all types for what it does not know
            if self._factory.failed is None and self._source is not None:
                self._factory.failed = Unsupported(self._source, error, self._factory.callers(self._source))
            raise


class Translator:
    """What makes the functions of one search again, of its tree's labels and children first."""

    def __init__(self, label_of, children_of, counters: Sequence[MutableCounter]) -> None:
        self.made: dict[int, Any] = {}
        self.held: list[Any] = []  # what the keys of made are the numbers of
        self.failed: Unsupported | None = None
        self._equal: dict[Hashable, Any] = {}  # what was made of functions, by their fingerprints
        self._callers: dict[int, list[Any]] = {}
        self.search: Any = None  # what is made of the recursive function that walks the tree
        self.below: Any = None  # for a search of your own: what makes a node below another
        self.recursion: Any = None  # and what it is given
        self.above: Any = None  # and what it reads above the last level
        self.reduced_of: Any = None  # what leaves out levels of a seed that holds a depth
        self._places: dict[str, dict[int, tuple[int, object]]] = {what: {} for what in words.PLACES}
        self._making: list[Any] = []  # the functions that led to the one that is made
        self.counters, self.label_source = counters, label_of
        for each in counters:
            self.place("counters", each)
        self.label_of = self.make(label_of)
        self.children_of, self.children_source = self.make(children_of), children_of

    def place(self, what: str, of: object) -> int:
        """Return where compiled code has what an object of Python has: one of its counters, tables or stacks."""
        places, taken = words.PLACES[what], self._places[what]
        if id(of) not in taken:
            if len(taken) == len(places):
                user = [self.label_source, *self._making][-1]
                raise Unsupported(user, f"a compiled search has at most {len(places)} {what}")
            taken[id(of)] = places[len(taken)], of  # with the object, so that its number stays its own
        return taken[id(of)][0]

    def make(self, value, given: Mapping[str, Any] | None = None):
        """Return what stands for a function, or for a value that a function uses, in compiled code.

        What is given stands in the code of the function for the arguments of these names, whatever it is called with.
        """
        if any(each is value for each in self._making):
            self._mark(value)
        if id(value) not in self.made or given is not None:
            self.held.append(value)
            self._making.append(value)
            self._callers[id(value)] = self._making[::-1]
            try:
                self.made[id(value)] = self._make(value) if given is None else self.translate(value, given)
            except Unsupported as error:
                error.callers = error.callers or self._making[::-1]
                raise
            finally:
                self._making.pop()
        return self.made[id(value)]

    def _mark(self, function) -> None:
        """Let a function of the game that calls itself begin with a look at what is left of the stack."""
        if id(function) not in self.made:
            raise Unsupported(function, "it leads back to itself; only plain functions may do that")
        if not any(isinstance(each, FunctionType) and each.__code__ in RECURSIVE_CODE for each in self._making):
            vars(self.made[id(function)].py_func)["first"] = words.enter_call

    def callers(self, value: object) -> Sequence[object]:
        """Return a function and those that led to it."""
        return self._callers.get(id(value), [value])

    def _make(self, value):
        if value is MISSING:
            return None
        if isinstance(value, FunctionType):
            return self._once(value)
        if isinstance(value, Dispatcher):
            return self.make(value.py_func)
        if isinstance(value, partial):
            if not (value.args or value.keywords):
                return self.make(value.func)
            return self._bound(value.func, value.args, value.keywords, value)
        if isinstance(value, Stage):
            if len(value.parts) > 1:
                return self._composed(value.parts)
            return self._bound(value.function, value.args, dict(value.options), value, ["x"])
        if isinstance(value, MethodType):
            return self._bound(value.__func__, (value.__self__,), {}, value)
        if isinstance(value, itemgetter | attrgetter):
            return self._getter(value)
        if hasattr(value, "cache_info"):  # of functools.cache
            return self.make(value.__wrapped__)
        kind = _FORMS.get(type(value))
        return checked_constant(value) if kind is None else kind(self, value)

    def _once(self, function: FunctionType):
        """Return a function made again; that of an equal one, if there is one."""
        key = Fingerprints(self.counters).of(function)
        if key not in self._equal:
            name, needs = lowering_of(function)
            self._equal[key] = _FORMS.get(name, Translator.translate)(self, function, *needs)
        return self._equal[key]

    def plain(self, function, source: object):
        """Return a function whose variables stand for themselves, compiled."""
        return _Compiled(function, source, self, words.INNER)

    def entry(self, function, source: object):
        """Return the same; it can be called from Python."""
        return _Compiled(function, source, self, words.OPTIONS)

    def translate(self, function: FunctionType, given: Mapping[str, Any] | None = None):
        """Return a function with the same code, compiled with checks, whose variables are made again."""
        code = function.__code__
        if given is not None:
            code = code.replace(co_argcount=code.co_argcount + code.co_kwonlyargcount, co_kwonlyargcount=0)
        if code.co_kwonlyargcount or code.co_flags & (CO_VARKEYWORDS | CO_COROUTINE | CO_ASYNC_GENERATOR):
            raise Unsupported(function, "parameters by name only, and async functions, are not compiled")
        for each in code.co_consts:
            self._used(function, "the constant", each, checked_constant)
        for each in function.__defaults__ or ():
            if isinstance(each, FunctionType):
                raise Unsupported(function, "the default of a parameter cannot be a function")
            self._used(function, "the default", each, checked_constant)
        cells = tuple(CellType() for _ in function.__closure__ or ())
        names: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
        new = FunctionType(code, names, function.__name__, function.__defaults__, cells)
        new.__qualname__ = function.__qualname__
        vars(new).update(checked=True, given=given or {})
        if code in RECURSIVE_CODE and given is None:
            vars(new)["first"] = words.enter_level
        made = self.made[id(function)] = self.plain(new, function)
        for cell, name, old in zip(cells, code.co_freevars, function.__closure__ or (), strict=True):
            try:
                value = old.cell_contents
            except ValueError:
                raise Unsupported(function, f"it uses {name}, which has no value yet") from None
            cell.cell_contents = self._used(function, name, value, self.make)
        known = {**vars(builtins), **(EITHER if given else {}), **function.__globals__}
        for name in globals_of(code):
            if name not in known:
                raise Unsupported(function, f"it uses {name}, which is not defined")
            names[name] = self._used(function, name, known[name], self.make)
        return made

    def _used(self, function: FunctionType, name: str, value: object, make: Callable[[Any], Any]):
        """Make a value that a function uses; if it is no function, the error names the function that uses it."""
        try:
            return make(value)
        except Unsupported as error:
            if error.what is not value or isinstance(value, FunctionType):
                raise
            raise Unsupported(function, f"it uses {name}: {error.why}", self.callers(function)) from None

    def compile_source(self, source: str, named, of: object):
        """Return the function ``made`` that a source defines, compiled."""
        return self.plain(defined(source, named), of)

    def _bound(self, function, args, options, of: object, first: list[str] | None = None):
        """Return a function with some of its arguments given, behind the first ones if these are named."""
        name, uses = lowering_of(function)
        if name in OF_RULES and len(args) == 1 and not options:
            return OF_RULES[name](self, *args, *(use(*args) for use in uses))
        names = first or [f"x{i}" for i in range(_arity(partial(function, *args, **options)))]
        named = {f"a{i}": self.make(each) for i, each in enumerate(args)} | {
            f"o_{k}": self.make(v) for k, v in options.items()
        }
        places = [f"a{i}" for i in range(len(args))]
        given = [*(names + places if first else places + names), *(f"{k}=o_{k}" for k in options)]
        source = f"def made({', '.join(names)}): return function({', '.join(given)})"
        return self.compile_source(source, {**named, "function": self.make(function)}, of)

    def _composed(self, parts):
        source, named = "x", {}
        for i, each in enumerate(parts):
            source, named[f"f{i}"] = f"f{i}({source})", self.make(each)
        return self.compile_source(f"def made(x): return {source}", named, parts)

    def _getter(self, getter):
        _, items = getter.__reduce__()
        parts = [f"x.{each}" if isinstance(getter, attrgetter) else f"x[{each!r}]" for each in items]
        source = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
        return self.compile_source(f"def made(x): return {source}", {}, getter)


def defined(source: str, named) -> FunctionType:
    """Return the function ``made`` that a source defines, with values for the names in it."""
    named["__name__"] = __name__
    exec(source, named)
    made: FunctionType = named["made"]
    return made


def _arity(function) -> int:
    try:
        parameters = signature(function).parameters.values()
    except ValueError as error:  # of a function of Python's
        raise Unsupported(function, error) from None
    positional = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    needed = sum(each.default is each.empty for each in positional)
    return max(needed, min(1, len(positional)))  # one is given to a parameter with a default, if there is no other
