"""Call functions of rules and bots in other processes, where caches are empty and strings have other hashes."""

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
from fpgames.testing.law import Skipped, attempt, one_line_error, short_repr
from fpgames.testing.strategies.lines import AnyMove, AnyPosition

A = TypeVar("A")

PROCESS_COUNT = 2
HASH_SEED_HINT = (
    "see if the line below prints the same with PYTHONHASHSEED=1 and PYTHONHASHSEED=2; if so, suspect a cache"
)
CHILD_SCRIPT = """
import json, pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
value, (function, arguments) = map(pickle.loads, pickle.load(sys.stdin.buffer))
print("\\n" + json.dumps(function(value, arguments)))
"""


Pickled: TypeAlias = Result[bytes, str]
"""A pickled value, or the reason why it cannot be pickled."""


def try_pickle(value: Any) -> Pickled:
    """Pickle a value by cloudpickle; return the bytes, or the reason for a failure: ``tryPickle :: a -> Pickled``.

    Caches of ``functools.cache`` are pickled empty. Functions of ``fpgames.testing`` are pickled by value, for speed.
    """
    try:
        from cloudpickle import Pickler, register_pickle_by_value, unregister_pickle_by_value
    except ModuleNotFoundError:
        return Failure("the second process: cloudpickle is not installed; run pip install 'fpgames[test]'")

    buffer = BytesIO()
    pickler: Any = Pickler(buffer)
    default_override = pickler.reducer_override

    def reduce_without_caches(obj: Any) -> Any:
        if isinstance(obj, _lru_cache_wrapper) and ("<" in obj.__qualname__ or obj.__module__ == "__main__"):
            return with_empty_cache, (obj.__wrapped__, obj.cache_parameters()["maxsize"])
        reduction = default_override(obj)
        if isinstance(obj, type) and isinstance(reduction, tuple) and len(reduction) == 6:
            reduction[2][0]["__qualname__"] = obj.__qualname__  # cloudpickle omits it; reprs need it
        return reduction

    pickler.reducer_override = reduce_without_caches
    kit = sys.modules["fpgames.testing"]
    register_pickle_by_value(kit)
    try:
        pickler.dump(value)
    except Exception as error:
        return Failure(f"the second process: what is tested cannot be pickled ({type(error).__name__}: {error})")
    finally:
        unregister_pickle_by_value(kit)
    return Success(buffer.getvalue())


def with_empty_cache(function: Any, maxsize: int | None) -> Any:
    """Wrap a function in an empty ``lru_cache``. Unpickling a cached function calls ``with_empty_cache``."""
    return lru_cache(maxsize)(function)


def in_other_processes(
    value: A, pickled_value: Pickled, function: Callable[[A, Any], list[Any]], arguments: Any, seconds: float | None
) -> Iterator[list[Any]]:
    """Call ``function(value, arguments)`` in two new processes, and yield the result of each process.

    The processes load ``pickled_value``. Their hashes of strings differ, so the orders of sets may differ.
    In a browser, this process calls the function once. Raise Skipped if a process fails or ``seconds`` are over.
    """
    if sys.platform == "emscripten":
        yield function(value, arguments)
        return
    pickled_call = try_pickle((function, arguments))
    for pickled in (pickled_value, pickled_call):
        if not is_successful(pickled):
            raise Skipped(pickled.failure())
    data = pickle.dumps([*sys.path]) + pickle.dumps((pickled_value.unwrap(), pickled_call.unwrap()))
    for hash_seed in sorted({"1", "2", "3"} - {os.environ.get("PYTHONHASHSEED", "3")})[:PROCESS_COUNT]:
        yield _run_in_process(data, {**os.environ, "PYTHONHASHSEED": hash_seed}, seconds and seconds / PROCESS_COUNT)


def _run_in_process(data: bytes, environment: dict[str, str], seconds: float | None) -> list[Any]:
    """Send pickled data to a child process, and return its JSON output; raise Skipped if the process fails or hangs."""
    command = [sys.executable, "-P", "-c", CHILD_SCRIPT]  # -P: the current directory may have a module named json
    try:
        child = subprocess.run(command, input=data, capture_output=True, env=environment, timeout=seconds, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Skipped(f"another process did not finish ({type(error).__name__})") from error
    if child.returncode:
        last_line = child.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise Skipped(f"another process cannot load it ({last_line}); move the tested code to a module, and import it")
    result: list[Any] = json.loads(child.stdout.strip().rpartition(b"\n")[2])
    return result


def try_call(function: Callable[..., A], *arguments: Any) -> Result[A, str]:
    """Call a function; return its result, or its error as ``type: message``. An ImportError is not caught."""
    try:
        return Success(function(*arguments))
    except ImportError:
        raise
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}")


def describe_ends(rules: AnyRules, lines: Sequence[tuple[AnyMove, ...]]) -> list[dict[str, str]]:
    """Describe the positions at the ends of lines, which are tuples of moves; the last line is described first.

    Every line has to extend an earlier line by one move. An error of the rules is described as ``{"error": message}``.
    """
    end_by_moves: dict[tuple[AnyMove, ...], Result[AnyPosition, str]] = {(): Success(rules.start)}
    for *prefix, move in filter(None, lines):
        p = end_by_moves[tuple(prefix)]
        end_by_moves[(*prefix, move)] = try_call(rules.play, p.unwrap(), move) if is_successful(p) else p
    texts = [end_by_moves[moves].bind(partial(try_call, describe_position, rules)) for moves in reversed(lines)]
    return [text.lash(lambda error: Success({"error": error})).unwrap() for text in reversed(texts)]


def describe_position(rules: AnyRules, p: AnyPosition) -> dict[str, str]:
    """Describe a position: a text for the result of each function of the rules, by the function's name."""
    moves = " ".join(map(rules.show_move, rules.moves(p)))
    texts = {name: str(value) for name, value in observe(rules, p).items() if name != "hash"}
    return {**texts, "moves": moves}


def position_text(rules: AnyRules, p: AnyPosition) -> str:
    """Return ``rules.show(p)``; raise TypeError unless it is a string."""
    text: object = rules.show(p)
    if not isinstance(text, str):
        raise TypeError(f"show returns {short_repr(text)}, which is not a str")
    return text


def observe(rules: AnyRules, p: AnyPosition, *, backwards: bool = False) -> dict[str, Any]:
    """Call all functions of the rules and ``hash``, from the last to the first if ``backwards``; return results by name."""
    if backwards:
        hashed, outcome, player, score = hash(p), rules.outcome(p), rules.player(p), rules.score(p)
        static, moves, text = rules.static(p), rules.moves(p), position_text(rules, p)
    else:
        text, moves, static, score = position_text(rules, p), rules.moves(p), rules.static(p), rules.score(p)
        player, outcome, hashed = rules.player(p), rules.outcome(p), hash(p)
    return {  # the order matters: a report names the first difference
        "text": text, "moves": moves, "outcome": outcome, "static value": static, "score": score,
        "player": player if outcome is Nothing else None, "hash": hashed,  # no player to compare when the game is over
    }  # fmt: skip


def observe_or_error(rules: AnyRules, p: AnyPosition) -> dict[str, Any]:
    """Return the results of ``observe``; if a function of the rules raises an error, return ``{"error": message}``."""
    return attempt(observe, rules, p).lash(lambda error: Success({"error": one_line_error(error)})).unwrap()
