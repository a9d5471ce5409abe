"""Rules and bots in a second process, in which nothing has been computed yet."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import _lru_cache_wrapper, lru_cache, partial
from io import BytesIO
from typing import Any, TypeAlias, TypeVar

from returns.maybe import Nothing
from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from fpgames.rules import AnyRules
from fpgames.testing.law import Skipped, shortly
from fpgames.testing.strategies.lines import AnyMove, AnyPosition

A = TypeVar("A")

PROCESSES = 2
CHILD = """
import json, pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
value, (function, arguments) = map(pickle.loads, pickle.load(sys.stdin.buffer))
print("\\n" + json.dumps(function(value, arguments)))
"""


Frozen: TypeAlias = Result[bytes, str]
"""A value as bytes, or why there are none."""


def frozen(value: Any) -> Frozen:
    """Return any value as bytes, functions by what they are made of if they cannot be imported: ``frozen :: a -> Frozen``.

    Memories of ``functools.cache`` are left out. Functions of the kit are sent as they are, too, because importing it takes
    half a second.
    """
    try:
        from cloudpickle import Pickler, register_pickle_by_value, unregister_pickle_by_value
    except ModuleNotFoundError:
        return Failure("what another process does; cloudpickle is not installed: pip install 'fpgames[test]'")

    buffer = BytesIO()
    pickler: Any = Pickler(buffer)
    usual = pickler.reducer_override

    def forgetful(thing: Any) -> Any:
        if isinstance(thing, _lru_cache_wrapper) and ("<" in thing.__qualname__ or thing.__module__ == "__main__"):
            return remembering, (thing.__wrapped__, thing.cache_parameters()["maxsize"])
        reduced = usual(thing)
        if isinstance(thing, type) and isinstance(reduced, tuple) and len(reduced) == 6:
            reduced[2][0]["__qualname__"] = thing.__qualname__  # which is part of the text of a dataclass
        return reduced

    pickler.reducer_override = forgetful
    kit = sys.modules["fpgames.testing"]
    register_pickle_by_value(kit)
    try:
        pickler.dump(value)
    except Exception as error:
        return Failure(f"what another process does; it cannot be sent there ({type(error).__name__}: {error})")
    finally:
        unregister_pickle_by_value(kit)
    return Success(buffer.getvalue())


def remembering(function: Any, most: int | None) -> Any:
    """Return a function with a memory that is empty."""
    return lru_cache(most)(function)


def in_other_processes(
    value: A, fresh: Frozen, function: Callable[[A, Any], list[Any]], arguments: Any, seconds: float | None
) -> Iterator[list[Any]]:
    """Yield what a function of a value and of arguments returns in two other processes, given the value as it was before use.

    Strings have other hashes in each, and so sets of them another order, but for one small set in nine. In a browser,
    which has one process, the function is called here. It returns texts and numbers in lists. If the value cannot be sent
    there, or the seconds are over, this raises Skipped.
    """
    if sys.platform == "emscripten":
        yield function(value, arguments)
        return
    job = frozen((function, arguments))
    for each in (fresh, job):
        if not is_successful(each):
            raise Skipped(each.failure())
    data = pickle.dumps([*sys.path]) + pickle.dumps((fresh.unwrap(), job.unwrap()))
    for hashes in sorted({"1", "2", "3"} - {os.environ.get("PYTHONHASHSEED", "3")})[:PROCESSES]:
        yield _in_a_process(data, {**os.environ, "PYTHONHASHSEED": hashes}, seconds and seconds / PROCESSES)


def _in_a_process(data: bytes, environment: dict[str, str], seconds: float | None) -> list[Any]:
    """Return what another process writes that reads the data."""
    command = [sys.executable, "-c", CHILD]
    try:
        done = subprocess.run(command, input=data, capture_output=True, env=environment, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Skipped(f"another process did not finish ({type(error).__name__})") from error
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise Skipped(f"another process cannot load it ({last}); put what is tested in a module, and import it")
    found: list[Any] = json.loads(done.stdout.strip().rpartition(b"\n")[2])
    return found


def tried(function: Callable[..., A], *arguments: Any) -> Result[A, str]:
    """Return what a function returns, or in words the error that it raises, unless that is of something to import."""
    try:
        return Success(function(*arguments))
    except ImportError:
        raise
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}")


def backwards(rules: AnyRules, lines: Sequence[tuple[AnyMove, ...]]) -> list[dict[str, str]]:
    """Return what rules say of the ends of lines, looked at from the last to the first, or an error.

    A line has one move more than one that comes before it.
    """
    ends: dict[tuple[AnyMove, ...], Result[AnyPosition, str]] = {(): Success(rules.start)}
    for *begun, move in filter(None, lines):
        p = ends[tuple(begun)]
        ends[(*begun, move)] = tried(rules.play, p.unwrap(), move) if is_successful(p) else p
    found = [ends[moves].bind(partial(tried, describe_position, rules)) for moves in reversed(lines)]
    return [words.lash(lambda error: Success({"error": error})).unwrap() for words in reversed(found)]


def describe_position(rules: AnyRules, p: AnyPosition) -> dict[str, str]:
    """Return what rules say of a position as texts."""
    moves = " ".join(map(rules.show_move, rules.moves(p)))
    return {**{what: str(said) for what, said in observed(rules, p).items()}, "moves": moves}


def text_of(rules: AnyRules, p: AnyPosition) -> str:
    """Return the text of a position; raise TypeError if ``show`` returns anything else."""
    text: object = rules.show(p)
    if not isinstance(text, str):
        raise TypeError(f"show returns {shortly(text)}, which is no text")
    return text


def observed(rules: AnyRules, p: AnyPosition, *, backwards: bool = False) -> dict[str, Any]:
    """Return what the rules say of a position, asked in one order or the other; the player only while the game runs."""
    functions: dict[str, Callable[[AnyPosition], Any]] = {
        "text": partial(text_of, rules), "moves": rules.moves, "static value": rules.static, "score": rules.score,
        "player": rules.player, "outcome": rules.outcome,
    }  # fmt: skip
    found = {what: functions[what](p) for what in (reversed(functions) if backwards else functions)}
    player = found["player"] if found["outcome"] is Nothing else None
    said_first = ("text", "moves", "outcome", *functions)  # what differs first is said
    return {**{what: found[what] for what in said_first}, "player": player}
