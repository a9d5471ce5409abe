"""Fingerprints that mean the same in every process: names of files in which compiled code is kept."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Sequence
from enum import Enum
from functools import partial
from hashlib import sha256
from types import CodeType, FunctionType

from fpgames.compiled.kept.cache import CACHE
from fpgames.compiled.kept.fingerprints import Fingerprints, globals_of, used
from fpgames.forms import form_of
from fpgames.rules.record import Rules
from fpgames.stage import Stage
from fpgames.tree.unfolding import MISSING


class _Digests(Fingerprints):
    """Fingerprints without the numbers of objects.

    Args:
        unknown: whether a value was met that is known by its identity only.
    """

    def __init__(self) -> None:
        super().__init__()
        self.unknown = False

    def parts(self, value: object) -> Sequence[object] | None:
        """Return the parts on which a value depends; None if it is known by its identity."""
        source = getattr(value, "py_func", None)  # of a function of numba's
        if source is not None:
            return (source,)
        if isinstance(value, tuple):
            return value  # long ones, too
        parts = super().parts(value)
        if isinstance(value, partial | Stage) and parts:
            function, given, _ = parts
            name, uses = form_of(function)
            if isinstance(given, tuple) and len(given) == 1 and isinstance(given[0], Rules) and uses:
                return name, *(use(*given) for use in uses)
        return parts

    def used(self, function: FunctionType) -> Sequence[object]:
        """Return all values that a function uses: another process may have another version of this package."""
        return used(function, globals_of(function.__code__))

    def identity(self, value: object) -> Hashable:
        """Return what tells a value from others in every process."""
        if isinstance(value, type):
            return value
        if isinstance(value, Enum):
            return value.name, value.value
        name = _name(value)
        self.unknown = self.unknown or (name is None and value is not MISSING)
        return name

    def text(self, print_: object) -> str:
        """Return a text for a fingerprint."""
        if isinstance(print_, tuple):
            return f"({','.join(map(self.text, print_))})"
        if isinstance(print_, frozenset):
            return f"{{{','.join(sorted(map(self.text, print_)))}}}"
        if isinstance(print_, CodeType):
            return f"code{self.text(tuple(getattr(print_, name) for name in _OF_CODE))}"
        return self._of_class(print_) if isinstance(print_, type) else repr(print_)

    def _of_class(self, kind: type) -> str:
        """Return a text for a class; there is none for a class that another process, or this one, may know as another."""
        if kind.__module__ == "builtins":
            return kind.__qualname__
        members = [(name, each.value) for name, each in kind.__members__.items()] if issubclass(kind, Enum) else ()
        text = repr((kind.__module__, kind.__qualname__, getattr(kind, "_fields", ()), *members))
        if _name(kind) is None or kind.__module__ == "__main__" or CACHE.classes.setdefault(text, kind) is not kind:
            self.unknown = True
        return text


_OF_CODE = [
    f"co_{name}"
    for name in [
        "argcount", "posonlyargcount", "kwonlyargcount", "flags", "code", "exceptiontable", "consts", "names", "varnames", "freevars",
        "cellvars", "qualname", "filename", "firstlineno", "linetable",
    ]
]  # fmt: skip


def _name(value: object) -> tuple[str, str] | None:
    """Return the module and the name of a value, if it is found there."""
    module, name = str(getattr(value, "__module__", None)), str(getattr(value, "__qualname__", None))
    return (module, name) if getattr(sys.modules.get(module), name, None) is value else None


def digest(*values: object) -> str | None:
    """Return a text that is the same for equal functions and values in every process; None if there is none."""
    digests = _Digests()
    found = digests.text(digests.of(*values))
    return None if digests.unknown else sha256(found.encode()).hexdigest()
