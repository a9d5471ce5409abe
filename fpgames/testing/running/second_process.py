"""Rules and bots in a second process, in which nothing has been computed yet."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import _lru_cache_wrapper, lru_cache, partial
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from fpgames.rules.record import AnyRules
from fpgames.testing.law import NotLookedAt
from fpgames.testing.strategies.lines import AnyPosition

A = TypeVar("A")

Step = tuple[int, Any]
"""The number of a position, counted from the start as 0, and a move from it to the next position in a list."""

CHILD = """
import json, pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
value, (function, arguments) = map(pickle.loads, pickle.load(sys.stdin.buffer))
print("\\n" + json.dumps(function(value, arguments)))
"""


class Frozen(NamedTuple):
    """Rules as bytes.

    Args:
        data: the bytes; empty if there are none.
        why: why there are none.
    """

    data: bytes
    why: str


def frozen(value: Any, *modules: str) -> Frozen:
    """Return any value as bytes, functions by what they are made of if they cannot be imported.

    ``frozen :: a -> Frozen``

    Memories of ``functools.cache`` are left out.

    Args:
        value: the value, such as the rules of a game.
        modules: modules whose functions are sent as they are, as those of this one; to import the kit takes half a second.
    """
    try:
        from cloudpickle import Pickler, register_pickle_by_value, unregister_pickle_by_value
    except ModuleNotFoundError:
        return Frozen(b"", "what another process does; cloudpickle is not installed: pip install 'fpgames[test]'")

    buffer = BytesIO()
    pickler: Any = Pickler(buffer)
    usual = pickler.reducer_override

    def forgetful(thing: Any) -> Any:
        if isinstance(thing, _lru_cache_wrapper) and ("<" in thing.__qualname__ or thing.__module__ == "__main__"):
            return _remembering, (thing.__wrapped__, thing.cache_parameters()["maxsize"])
        reduced = usual(thing)
        if isinstance(thing, type) and isinstance(reduced, tuple) and len(reduced) == 6:
            reduced[2][0]["__qualname__"] = thing.__qualname__  # which is part of the text of a dataclass
        return reduced

    pickler.reducer_override = forgetful
    sent = [sys.modules[name] for name in {__name__, *modules}]
    for module in sent:
        register_pickle_by_value(module)
    try:
        pickler.dump(value)
    except Exception as error:
        return Frozen(b"", f"what another process does; it cannot be sent there ({type(error).__name__}: {error})")
    finally:
        for module in sent:
            unregister_pickle_by_value(module)
    return Frozen(buffer.getvalue(), "")


def _remembering(function: Any, most: int | None) -> Any:
    return lru_cache(most)(function)


def elsewhere(
    value: A, fresh: Frozen, function: Callable[[A, Any], list[Any]], arguments: Any, seconds: float | None
) -> list[Any]:
    """Return what a function of a value and of arguments returns in another process.

    ``elsewhere :: a -> Frozen -> (a -> b -> [c]) -> b -> Maybe Double -> IO [c]``

    Strings have other hashes there, and so sets of them another order. In a browser, which has one process, the function
    is called here.

    Args:
        value: the value.
        fresh: the same, as it was before anything was computed with it.
        function: a function that can be imported, and returns texts and numbers in lists.
        arguments: its other argument.
        seconds: the time that it may take; None for any.

    Raises:
        NotLookedAt: the value cannot be sent there, or there is no time.
    """
    if sys.platform == "emscripten":
        return function(value, arguments)
    job = frozen((function, arguments), function.__module__)
    if fresh.why or job.why:
        raise NotLookedAt(fresh.why or job.why)
    own = os.environ.get("PYTHONHASHSEED", "")
    environment = {**os.environ, "PYTHONHASHSEED": "2" if own == "1" else "1"}
    data = pickle.dumps([*sys.path]) + pickle.dumps((fresh.data, job.data))
    try:
        done = subprocess.run(
            [sys.executable, "-c", CHILD],
            input=data,
            capture_output=True,
            env=environment,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotLookedAt(f"another process did not finish ({type(error).__name__})") from error
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise NotLookedAt(f"another process cannot load it ({last}); put what is tested in a module, and import it")
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


def backwards(rules: AnyRules, steps: Sequence[Step]) -> list[list[str]]:
    """Return what rules say of the positions that the steps lead to, looked at from the last to the first, or an error."""
    positions: list[Result[AnyPosition, str]] = [Success(rules.start)]
    for parent, move in steps:
        p = positions[parent]
        positions.append(tried(rules.play, p.unwrap(), move) if is_successful(p) else p)
    found = [p.bind(partial(tried, in_words, rules)) for p in reversed(positions)]
    return [words.lash(lambda error: Success([error])).unwrap() for words in reversed(found)]


WHAT = ("text", "moves", "outcome", "static value", "score")


def in_words(rules: AnyRules, p: AnyPosition) -> list[str]:
    """Return what rules say of a position as text, in the order of ``WHAT``."""
    moves = " ".join(map(rules.show_move, rules.moves(p)))
    return [rules.show(p), moves, str(rules.outcome(p)), str(rules.static(p)), str(rules.score(p))]
