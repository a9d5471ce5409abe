"""Refuse what cannot be compiled, with an error that names it, the part of the pipeline that uses it, and the reason."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any

from fpgames.compiled.arithmetic.kinds import TOO_LARGE, fits
from fpgames.compiled.code.errors import WITHOUT_JIT_HINT, CannotCompile, Unsupported
from fpgames.compiled.code.supported_builtins import is_plain, is_plain_class
from fpgames.rules.record import Rules
from fpgames.stage import Stage


def cannot_compile(error: Unsupported, of: object) -> CannotCompile:
    """Return the error that names what cannot be compiled, and the part of a pipeline, or the rules, that uses it."""
    what: object = next(filter(callable, (error.what, *error.callers)), error.what)
    if "<locals>" in _name(what) and str(getattr(what, "__module__", "")).startswith("fpgames.search."):
        what = of  # because of its labels: a function inside a search says nothing
    parts = of.parts if isinstance(of, Stage) else (of,)
    uses = (
        part for find in (_given, _of_rules) for part in parts if any(x is y for x in error.callers for y in find(part))
    )
    part = next(uses, what)
    where = "" if part is what else f" of {part!r}"
    return CannotCompile(f"cannot compile {_name(what)}{where}: {_reason(error.why)}; {WITHOUT_JIT_HINT}")


def kinds_of(value: Any) -> object:
    """Return the types in a value, which decide on its type in compiled code; refuse what does not consist of numbers."""
    kind = type(value)
    if kind is int:
        if not fits(value):
            raise OverflowError(TOO_LARGE.replace("a whole number", str(value)))
    elif isinstance(value, tuple) and (kind is tuple or is_plain_class(kind)):
        return kind, *map(kinds_of, value)
    elif not is_plain(value) or kind is str:
        own = ", a class with operators or fields of its own" if isinstance(value, tuple | IntEnum) else ""
        raise CannotCompile(
            f"compiled positions consist of numbers, and tuples and named tuples of them; this one has {value!r:.80}, a"
            f" {kind.__name__}{own}; {WITHOUT_JIT_HINT}"
        )
    return kind


def _given(part: object) -> list[object]:
    """Return the values that a stage was given."""
    return [*part.args, *(value for _, value in part.options)] if isinstance(part, Stage) else [part]


def _of_rules(part: object) -> list[object]:
    """Return the functions of the rules that a stage was given."""
    names = ("successors", "player", "score", "static")
    return [getattr(each, name) for each in _given(part) if isinstance(each, Rules) for name in names]


def _name(what: object) -> str:
    name = getattr(what, "__qualname__", None)
    return repr(what) if name is None else str(name)


def _in_python(kind: str) -> str:
    """Return Python's name of a type that numba names."""
    known = {"Literal": "a text", "unicode_type": "a text", "Tuple": "a tuple", "UniTuple": "a tuple", "none": "None"}
    return known.get(kind, kind.rstrip("0123456789"))


def _reason(why: object) -> str:
    """Return the reason in numba's message, without the steps that led to it."""
    text = re.sub(r"\x1b\[\d*m", "", str(why))  # without the colours that numba may give it
    ours = re.findall(r"TypingError: (.*)", text)
    if ours:
        return str(ours[-1])
    unknown = re.search(r"Unknown attribute '\w+' of type .*", text)
    if unknown:
        return f"{unknown[0]}: properties and methods are not compiled"
    names = text
    while (fewer := re.sub(r"\([^()]*\)|\[[^][]*\]", "", names)) != names:  # without the parts of types
        names = fewer
    undecided = re.search(
        r"Cannot unify (\w+) and (\w+) for '|Can't unify (?:return|yield) type from .*?: (\w+), (\w+)", names
    )
    if undecided:
        one, other = sorted(map(_in_python, filter(None, undecided.groups())))
        if one == other:
            return "a tuple in it has now one length and now another, or other parts; compiled code needs one type"
        return f"a value in it is now {one} and now {other}, and compiled code needs one type"
    if "Type of variable '$" in text:
        return "the type of a value in it cannot be found: if it has :=, assign the value in a line of its own"
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith("Failed in nopython mode pipeline")]
    end = next((i for i, line in enumerate(said) if i and line.startswith(("During:", "File "))), len(said))
    return " ".join(said[:end])[:400].rstrip(".: ") or f"numba raises {type(why).__name__}"
