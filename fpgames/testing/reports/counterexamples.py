"""Describe counterexamples, and write Python statements that reproduce them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from toolz import unique

from fpgames.rand import SplitMix, StdGen
from fpgames.rules import AnyRules, Rules
from fpgames.testing.law import Case, Counterexample, attempt, short_repr
from fpgames.testing.strategies.lines import AnyLine, AnyMove, AnyPosition, Line
from fpgames.testing.strategies.samples import MAX_PASTED_NODES, Sample

A = TypeVar("A")


def describe_failure(case: Case, message: str) -> str:
    """Describe a failed test case: its line of play first, then the message, then its other arguments."""
    lines = [str(value) for value in case.values() if isinstance(value, Line)]
    other_arguments = [_describe_argument(name, value) for name, value in case.items() if not isinstance(value, Line)]
    return ", ".join((*lines, message, *other_arguments))


def _describe_argument(name: str, value: Any) -> str:
    if name == "others":
        return f"in between it moved {'; '.join(map(str, value))}"
    if name == "trees":
        return "\nAnother is ".join((f"for {value[0]}", *map(str, value[1:])))
    return f"for {value}" if isinstance(value, Sample) else re.sub(" at 0x[0-9a-f]+", "", f"with {name}={value!r}")


IMPORTABLE_NAMES = {  # names that the statements of a report may import, by module
    "collections": "Counter", "copy": "copy deepcopy",
    "fpgames": "CHANCE Player SplitMix StdGen build_tree jit map_tree minimax node prune replicate_m share",
    "fpgames.compiled.backend.montecarlo.playouts": "play_out", "fpgames.play": "playouts",
    "fpgames.draw": "draw_tree", "fpgames.search": "expectiminimax", "fpgames.rand": "distribution next_word split_off uniform", "fpgames.testing": "replay",
    "fpgames.rules": "read_game", "fpgames.testing.laws.generators": "SingleUseGen", "fpgames.testing.laws.searches": "PathLabel tree_with_best_first",
    "fpgames.testing.strategies.samples": "RecordingTree naturals", "fpgames.tree": "size unfold",
    "fractions": "Fraction", "functools": "reduce", "pickle": "dumps loads", "returns.result": "safe",
}  # fmt: skip
DEFINED_NAMES = {"bounds", "gen", "line", "p", "seed", "tree", "trees"}  # variables that statements of reports define
EVERY_RESULT = (
    "rules.show(p), rules.moves(p), rules.outcome(p), rules.player(p), rules.static(p), rules.score(p), hash(p)"
)
RESULTS = "show", "moves", "outcome", "player", "static", "score"  # functions of the rules in ``EVERY_RESULT``
MAIN = "__main__", "__mp_main__"  # names of the main module in a program, and in a child process of multiprocessing


def reproduction(
    rules: AnyRules | None,
    names: Mapping[str, object],
    failure: Counterexample,
    imports: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """Return lines for a report: the boards of a counterexample, then statements that reproduce it and show the fault.

    Args:
        rules: the game; None if the law is not about a game.
        names: objects that the statements may use, by name: the rules, the bot, the search and so on.
        failure: the counterexample.
        imports: statements that define some of the names, for objects that cannot be imported.
    """
    line: AnyLine | None = failure.line
    board, setup = list[str](), [*_rebuild_statements(failure)]
    if rules is not None and line is not None:
        setup = [*_replay_statement(rules, names, line, whole="line" in _identifiers(failure.evidence)), *setup]
        board = board_lines(rules, line.end)
    boards = [f"    {row}" for row in board]
    for caption, rows in failure.boards.items():
        is_same = rows == board
        boards += [f"{caption}: looks the same"] if is_same else [f"{caption}:", *(f"    {row}" for row in rows)]
    defined = [statement.partition(" = ")[0] for statement in setup]
    evidence = failure.evidence or (EVERY_RESULT if defined == ["p"] and failure.__cause__ is not None else "")
    evidence = evidence if DEFINED_NAMES & {*_identifiers(evidence)} <= {*defined} else ""
    if not (evidence or setup):
        return boards
    code = "; ".join((*setup, _print_statements(evidence or defined[0])))
    code = code if "rules" in names else code.replace("rules.", "")
    identifiers = {*_identifiers(code)}
    found = {name: import_statement(name, names[name]) for name in names if name in identifiers}
    definitions = {name: imports.get(name) if statement is None else statement for name, statement in found.items()}
    unavailable = " and ".join(f"`{name}`" for name, statement in definitions.items() if statement is None)
    note = unavailable and f", with your {unavailable}"
    import_statements = unique("; ".join(statement for statement in definitions.values() if statement).split("; "))
    statements = filter(None, (*_import_lines(identifiers), *import_statements, code))
    return [*boards, f"to see it again{note}: {'; '.join(statements)}"]


def raising_evidence(rules: AnyRules, p: AnyPosition, error: BaseException) -> str:
    """Return code that raises an error of the rules again, in the position ``p`` or one move later; empty if none does."""

    def raises(call: Callable[[], object]) -> bool:
        try:
            call()
        except Exception as raised:
            return type(raised) is type(error)
        return False

    return next((code for code, call in _calls(rules, p) if raises(call)), "")


def _calls(rules: AnyRules, p: AnyPosition) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield calls of the rules in the position ``p`` and one move later, each as code and as a function."""

    def every_result(q: AnyPosition) -> object:
        return [getattr(rules, name)(q) for name in RESULTS], hash(q)

    def every_successor(q: AnyPosition) -> object:
        return [*rules.successors(q)]

    positions = [("", p)]
    yield EVERY_RESULT, partial(every_result, p)
    for move in attempt(lambda: tuple(rules.moves(p))).value_or(()):
        source = move_source(rules, p, move)
        yield f"rules.play(p, {source})", partial(rules.play, p, move)
        yield f"rules.show_move({source})", partial(rules.show_move, move)
        yield f"rules.show_move_in(p, {source})", partial(rules.show_move_in, p, move)
        positions.append((f"p = rules.play(p, {source}); ", attempt(rules.play, p, move).value_or(p)))
        yield f"{positions[-1][0]}{EVERY_RESULT}", partial(every_result, positions[-1][1])
    yield from ((f"{statement}[*rules.successors(p)]", partial(every_successor, q)) for statement, q in positions)


def _print_statements(evidence: str) -> str:
    """Return code that prints each expression of the evidence with its value; if that is impossible, the evidence."""
    with suppress(SyntaxError):  # the evidence may contain a move whose repr is not valid Python
        *statements, last = ast.parse(evidence).body
        if isinstance(last, ast.Expr) and "print(" not in evidence:
            parts = last.value.elts if isinstance(last.value, ast.Tuple) else [last.value]
            values = ", ".join(f"{{{ast.unparse(part)} = }}" for part in parts)
            if '"' not in values and "\\" not in values:
                return "; ".join((*map(ast.unparse, statements), f'print(f"{values}")'))
    return evidence


def _replay_statement(rules: AnyRules, names: Mapping[str, object], line: AnyLine, whole: bool) -> Iterator[str]:
    """Yield a statement that replays a line, and sets ``line`` to the line if ``whole``, otherwise ``p`` to its end."""
    if "rules" in names:
        call = replay_call(rules, line)
        yield f"line = {call.removesuffix('.end')}" if whole else f"p = {call}"
    elif "play" in names:  # play_laws is given ``play`` alone, without rules
        start = repr(rules.start) if _is_literal(rules.start) else "start"
        moves = ", ".join(map(repr, line.moves))
        yield f"p = reduce(play, [{moves}], {start})" if moves else f"p = {start}"


def _identifiers(code: str) -> list[str]:
    """Return the identifiers of some code, without attributes and names of keyword arguments."""
    return re.findall(r"(?<![.\w])\w+(?![\w=])", code)


def _rebuild_statements(failure: Counterexample) -> Iterator[str]:
    """Yield statements that define the case's arguments: generators, small trees, and literals in the evidence."""
    for name, value in failure.case.items():
        if isinstance(value, SplitMix | StdGen) or (name in _identifiers(failure.evidence) and _is_literal(value)):
            yield f"{name} = {value!r}"
        samples: Iterable[object] = value if type(value) is tuple else (value,)
        trees = [sample for sample in samples if isinstance(sample, Sample)]
        if trees and all(len(sample.labels) <= MAX_PASTED_NODES for sample in trees):
            calls = ", ".join(sample.tree_source() for sample in trees)
            yield f"{name} = [{calls}]" if type(value) is tuple else f"{name} = {calls}"


def _import_lines(words: set[str]) -> Iterator[str]:
    """Yield import statements for the words that are in ``IMPORTABLE_NAMES``, one statement for each module."""
    for module, names in IMPORTABLE_NAMES.items():
        if used_names := [name for name in names.split() if name in words]:
            yield f"from {module} import {', '.join(used_names)}"


def import_statement(name: str, obj: object) -> str | None:
    """Return a statement that imports a function or a game under a name; None if the object cannot be imported."""
    if not (callable(obj) or isinstance(obj, Rules)):
        return None  # a number in a module may be the same object by chance
    homes = {getattr(part, "__module__", None) for part in (obj, getattr(obj, "play", None))}
    places = [
        (module, attr)
        for module, loaded in [*sys.modules.items()]
        if isinstance(loaded, ModuleType)
        for attr, value in [*vars(loaded).items()]
        if value is obj and attr.isidentifier() and not attr.startswith("_")
    ]
    if not places:
        return _import_of_method(name, obj)
    module, attr = min(places, key=lambda pair: (pair[0] in MAIN, pair[0] not in homes, len(pair[0]), pair))
    if module in MAIN and hasattr(sys.modules[module], "__file__"):
        return None  # importing a script would run its checks again
    if module in MAIN:
        return "" if attr == name else f"{name} = {attr}"
    return f"from {module} import {attr}{'' if attr == name else f' as {name}'}"


def _import_of_method(name: str, obj: object) -> str | None:
    """Return statements that import a method's class and give the method a name; None if the object is not a method."""
    owner, _, method = getattr(obj, "__qualname__", "").rpartition(".")
    cls = getattr(sys.modules.get(str(getattr(obj, "__module__", None))), owner, None)
    if getattr(cls, method, None) is not obj or (statement := import_statement(owner, cls)) is None:
        return None
    return f"{statement}; {name} = {owner}.{method}".removeprefix("; ")


def board_lines(rules: AnyRules, p: AnyPosition) -> list[str]:
    """Return the lines of ``rules.show(p)``; if the text is empty, or ``show`` fails, the repr of the position."""
    board = attempt(rules.show, p).value_or(None)
    return board.splitlines() if isinstance(board, str) and board.strip() else [short_repr(p)]


def replay_call(rules: AnyRules, line: AnyLine, name: str = "rules") -> str:
    """Return code for the position at the end of a line: ``replay(rules, ...).end``, with ``name`` for ``rules``."""
    moves = [move_literal(rules, p, move) for p, move in zip(line.positions, line.moves, strict=False)]
    return f"replay({', '.join([name, *moves])}).end"


def _is_literal(value: object) -> bool:
    """Return whether the repr of a value is a Python literal for an equal value."""
    with suppress(Exception):
        return bool(ast.literal_eval(repr(value)) == value)
    return False


def move_source(rules: AnyRules, p: AnyPosition, move: AnyMove, name: str = "p") -> str:
    """Return code for a move in the position ``name``: a literal if possible, otherwise a call of ``read_move_in``."""
    source = move_literal(rules, p, move)
    return source if source == repr(move) else f"rules.read_move_in({name}, {source})"


def move_literal(rules: AnyRules, p: AnyPosition, move: AnyMove) -> str:
    """Return a move as an argument of ``replay``: the move's repr if it is a literal, otherwise the move's text."""
    if _is_literal(move):
        return repr(move)
    with suppress(Exception):
        if rules.read_move_in(p, text := rules.show_move_in(p, move)) == move:
            return repr(text)
    return repr(move)
