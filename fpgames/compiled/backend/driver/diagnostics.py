"""Error messages for code that cannot be compiled: the unsupported value, the stage that uses it, and the reason."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Any

from fpgames.compiled.backend.arithmetic.kinds import TOO_LARGE, fits_word
from fpgames.compiled.backend.lowering.supported_builtins import is_supported_class, is_supported_value
from fpgames.compiled.errors import WITHOUT_JIT_HINT, CannotCompile, Unsupported
from fpgames.rules.record import Rules
from fpgames.stage import Stage


def cannot_compile_error(error: Unsupported, pipeline: object) -> CannotCompile:
    """Return a CannotCompile whose message names the unsupported value, a part of ``pipeline``, and the reason."""
    culprit: object = next(filter(callable, (error.value, *error.callers)), error.value)
    if "<locals>" in _name_of(culprit) and str(getattr(culprit, "__module__", "")).startswith("fpgames.search."):
        culprit = pipeline  # users know the pipeline, but not the functions inside the library's searches
    parts = pipeline.parts if isinstance(pipeline, Stage) else (pipeline,)
    users = (
        p for read in (_args_of, _functions_of) for p in parts if any(x is y for x in error.callers for y in read(p))
    )
    user = next(users, culprit)
    where = "" if user is culprit else f" of {user!r}"
    return CannotCompile(f"cannot compile {_name_of(culprit)}{where}: {_reason_of(error.reason)}; {WITHOUT_JIT_HINT}")


def type_key_of(value: Any) -> object:
    """Return the classes of a value and its items as the key of its compiled type; raise an error if unsupported."""
    cls = type(value)
    if cls is int:
        if not fits_word(value):
            raise OverflowError(TOO_LARGE.replace("a whole number", str(value)))
    elif isinstance(value, tuple) and (cls is tuple or is_supported_class(cls)):
        return cls, *map(type_key_of, value)
    elif not is_supported_value(value) or cls is str:
        remark = ", a class with operators or fields of its own" if isinstance(value, tuple | IntEnum) else ""
        raise CannotCompile(
            f"compiled positions consist of numbers, and tuples and named tuples of them; this one has {value!r:.80}, a"
            f" {cls.__name__}{remark}; {WITHOUT_JIT_HINT}"
        )
    return cls


def _args_of(part: object) -> list[object]:
    """Return the arguments and options of a stage; for any other part of a pipeline, return the part itself."""
    return [*part.args, *(value for _, value in part.options)] if isinstance(part, Stage) else [part]


def _functions_of(part: object) -> list[object]:
    """Return the functions of all rules in a part of a pipeline, for example in the arguments of a stage."""
    names = ("successors", "player", "score", "static")
    return [getattr(arg, name) for arg in _args_of(part) if isinstance(arg, Rules) for name in names]


def _name_of(value: object) -> str:
    name = getattr(value, "__qualname__", None)
    return repr(value) if name is None else str(name)


def _python_type_name(name: str) -> str:
    """Translate the name of a numba type to Python's name for the type."""
    names = {"Literal": "a str", "unicode_type": "a str", "Tuple": "a tuple", "UniTuple": "a tuple", "none": "None"}
    return names.get(name, name.rstrip("0123456789"))


def _reason_of(error: object) -> str:
    """Extract the reason from an error message of numba, which also lists steps of the compiler."""
    text = re.sub(r"\x1b\[\d*m", "", str(error))  # removes codes for terminal colours
    our_reasons = re.findall(r"TypingError: (.*)", text)
    if our_reasons:
        return str(our_reasons[-1])
    unknown_attribute = re.search(r"Unknown attribute '\w+' of type .*", text)
    if unknown_attribute:
        return f"{unknown_attribute[0]}: properties and methods are not compiled"
    outer = text
    while (shorter := re.sub(r"\([^()]*\)|\[[^][]*\]", "", outer)) != outer:  # removes brackets and their content
        outer = shorter
    mismatch = re.search(
        r"Cannot unify (\w+) and (\w+) for '|Can't unify (?:return|yield) type from .*?: (\w+), (\w+)", outer
    )
    if mismatch:
        a, b = sorted(map(_python_type_name, filter(None, mismatch.groups())))
        if a == b:
            return "a tuple in it has two lengths, or items of two types; compiled code needs one type"
        return f"a value in it is sometimes {a} and sometimes {b}; compiled code needs one type"
    if "Type of variable '$" in text:
        return "the type of a value in it cannot be found: if it has :=, assign the value on a separate line"
    lines = [line.strip() for line in text.splitlines()]
    relevant = [line for line in lines if line and not line.startswith("Failed in nopython mode pipeline")]
    end = next((i for i, line in enumerate(relevant) if i and line.startswith(("During:", "File "))), len(relevant))
    return " ".join(relevant[:end])[:400].rstrip(".: ") or f"numba raises {type(error).__name__}"
