"""How to see again what breaks a law: boards, and statements of Python that can be pasted."""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import ModuleType

from returns.result import safe

from fpgames.rand import SplitMix, StdGen
from fpgames.rules import AnyRules, Rules
from fpgames.testing.law import Broken, shortly
from fpgames.testing.strategies.lines import AnyLine, AnyMove, AnyPosition, Line
from fpgames.testing.strategies.samples import MOST_LINES, Sample

MODULES = {
    "Fraction": "fractions", "Player": "fpgames", "SplitMix": "fpgames", "StdGen": "fpgames", "copy": "copy",
    "deepcopy": "copy", "getstate": "random", "draw_tree": "fpgames.draw", "dumps": "pickle", "loads": "pickle", "minimax": "fpgames",
    "node": "fpgames", "prune": "fpgames", "reduce": "functools", "replay": "fpgames.testing",
    "safe": "returns.result", "share": "fpgames", "unfold": "fpgames.tree",
}  # fmt: skip
MADE = {"gen", "line", "p", "tree", "trees"}  # by statements before what shows the fault
HERE = "__main__", "__mp_main__"  # the program or the session, and its name in other processes


def to_see_again(rules: AnyRules | None, names: Mapping[str, object], found: Broken) -> list[str]:
    """Return the boards of what breaks a law, and statements that make it again, of which the last shows the fault.

    Args:
        rules: the game of its positions, if they are of one.
        names: what the statements may name: the rules, the bot, the search or the like.
        found: the error.
    """
    values = (found.line, *found.case.values())
    line: AnyLine | None = next((each for each in values if isinstance(each, Line)), None)
    board, made = list[str](), [*_made_again(found.case)]
    if rules is not None and line is not None:
        made = [*_reached(rules, names, line, whole="line" in _words(found.see)), *made]
        board = shown(rules, line.end)
    boards = [f"    {each}" for each in board]
    for caption, other in found.boards.items():
        same = other == board
        boards += [f"{caption}: looks the same"] if same else [f"{caption}:", *(f"    {each}" for each in other)]
    names_made = [each.partition(" = ")[0] for each in made]
    see = found.see if MADE & {*_words(found.see)} <= {*names_made} else ""
    if not (see or made):
        return boards
    code = "; ".join((*made, see or names_made[0]))
    code = code if "rules" in names else code.replace("rules.", "")
    words = {*_words(code)}
    known = {name: imported(name, names[name]) for name in names if name in words}
    yours = " and ".join(f"`{name}`" for name, said in known.items() if said is None)
    which = yours and f", with your {yours}"
    statements = [*_imports(words), *(said for said in known.values() if said), code]
    return [*boards, f"to see it again{which}: {'; '.join(statements)}"]


def _reached(rules: AnyRules, names: Mapping[str, object], line: AnyLine, whole: bool) -> Iterator[str]:
    """Yield a statement that leads to a position, or to the whole line, if the rules have a name, or their functions."""
    if "rules" in names:
        call = replayed(rules, line)
        yield f"line = {call.removesuffix('.end')}" if whole else f"p = {call}"
    elif "play" in names:  # which is no whole game
        start = repr(rules.start) if _is_literal(rules.start) else "start"
        yield f"p = reduce(play, [{', '.join(map(repr, line.moves))}], {start})"


def _words(code: str) -> list[str]:
    """Return the words of some code that are no attributes."""
    return re.findall(r"(?<![.\w])\w+", code)


def _made_again(case: Mapping[str, object]) -> Iterator[str]:
    """Yield statements that build the trees and the generators of a case, but for large trees."""
    for name, value in case.items():
        if isinstance(value, SplitMix | StdGen):
            yield f"{name} = {value!r}"
        samples: Iterable[object] = value if type(value) is tuple else (value,)
        trees = [each for each in samples if isinstance(each, Sample)]
        if trees and all(len(each.labels) <= MOST_LINES for each in trees):
            calls = ", ".join(each.pasted() for each in trees)
            yield f"{name} = [{calls}]" if type(value) is tuple else f"{name} = {calls}"


def _imports(words: set[str]) -> Iterator[str]:
    """Yield the imports of what the words name."""
    for module in sorted({MODULES[word] for word in words & MODULES.keys()}):
        yield f"from {module} import {', '.join(sorted(word for word in words if MODULES.get(word) == module))}"


def imported(name: str, thing: object) -> str | None:
    """Return a statement after which a name means a function or a game; None unless it is a global of a module."""
    if not (callable(thing) or isinstance(thing, Rules)):
        return None  # equal values may be one
    own = {getattr(part, "__module__", None) for part in (thing, getattr(thing, "play", None))}
    found = [
        (module, known)
        for module, held in [*sys.modules.items()]
        if isinstance(held, ModuleType)
        for known, value in [*vars(held).items()]
        if value is thing and known.isidentifier() and not known.startswith("_")
    ]
    if not found:
        return None
    module, known = min(found, key=lambda each: (each[0] in HERE, each[0] not in own, len(each[0]), each))
    if module in HERE and hasattr(sys.modules[module], "__file__"):
        return None  # a program, which may not be imported without running its checks again
    if module in HERE:
        return "" if known == name else f"{name} = {known}"
    return f"from {module} import {known}{'' if known == name else f' as {name}'}"


def shown(rules: AnyRules, p: AnyPosition) -> list[str]:
    """Return the lines of a position as its rules show it, or as Python does if they show none."""
    board = safe(rules.show)(p).value_or(None)
    return board.splitlines() if isinstance(board, str) and board.strip() else [shortly(p)]


def replayed(rules: AnyRules, line: AnyLine, name: str = "rules") -> str:
    """Return a call for the position at the end of a line."""
    moves = [literal(rules, p, move) for p, move in zip(line.positions, line.moves, strict=False)]
    return f"replay({', '.join([name, *moves])}).end"


def _is_literal(value: object) -> bool:
    """Return whether Python reads the ``repr`` of a value as the same."""
    with suppress(Exception):
        return bool(literal_eval(repr(value)) == value)
    return False


def move_of(rules: AnyRules, p: AnyPosition, move: AnyMove, name: str = "p") -> str:
    """Return a move as Python reads it, by its text in the position with a name if its ``repr`` is no literal."""
    found = literal(rules, p, move)
    return found if found == repr(move) else f"rules.read_move_in({name}, {found})"


def literal(rules: AnyRules, p: AnyPosition, move: AnyMove) -> str:
    """Return a move as Python reads it: its ``repr`` if that is a literal, or the text that the rules read."""
    if _is_literal(move):
        return repr(move)
    with suppress(Exception):
        if rules.read_move_in(p, text := rules.show_move_in(p, move)) == move:
            return repr(text)
    return repr(move)
