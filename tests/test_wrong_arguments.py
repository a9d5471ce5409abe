"""Wrong arguments: every public function names the wrong value and what it takes, instead of an error by Python.

The tests take the right arguments from the function's doctest, and replace each by None, a number, a text or the next one.
"""

from __future__ import annotations

import doctest
import inspect
import io
import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial, wraps
from importlib import import_module
from itertools import islice
from multiprocessing import Pipe
from pkgutil import walk_packages
from typing import Any, TypeAlias

import pytest

import fpgames.games
from fpgames import SplitMix, estimate, textbook
from fpgames.cli.workers import TaskFailed, _map_in_order
from fpgames.draw import ratings_text
from fpgames.games.tictactoe import rules
from fpgames.play import bot_mc_bulk, compare, explicit, pair_results, playouts, random_move
from fpgames.rand import shuffle
from fpgames.rules import read_games
from fpgames.search import children, label, mcts, pass_turn, player, shallower
from fpgames.solvers import connect4_solver
from fpgames.state import State, gets, map_m
from fpgames.tree import keep_best

Call: TypeAlias = "tuple[tuple[Any, ...], dict[str, Any]]"

LEFT_OUT = (
    "fpgames.cli", "fpgames.__main__", "fpgames.hypothesis_plugin", "fpgames.testing", "fpgames.textbook",
    "fpgames.compiled.",
)  # fmt: skip
"""Packages that are not tried: the command line and the kit have tests of their own, and the textbook checks nothing."""

OF_POSITIONS = re.compile(
    r"games\.(connect4\.(board|record)|tictactoe\.\w+\.(outcome|play|static|successors)|nim\.winner)"
    r"|play\.(playing\.|bulk\.|explicit\.(eval_move|playout))|state\.loops\.(fold_m|fold_replicate_m|iterate_until_m|map_m)|search\.(retrograde|tree_search)\.|rand\.generators\.uniform_r|rules\.record\.(require_moves|whose_turn)|solvers\.pig\.(iterate|within)|tree\.walking\.walk|validation\.unreadable"
)
"""Functions of positions, cells or generators that are called at each move or draw, and loops of functions of the user's: what
these cannot read, Python says."""

PYTHONS_OWN = re.compile(
    r"has no attribute|not callable|annot unpack|not subscriptable|not iterable|unhashable|not supported between|unsupported operand"
    r"|cannot be interpreted|object of type|can only concatenate|indices must|values to unpack|must be an iterable"
)


def public() -> dict[str, Callable[..., Any]]:
    modules = [
        import_module(each.name)
        for each in walk_packages(fpgames.__path__, "fpgames.")
        if not each.name.startswith(LEFT_OUT)
    ]
    return {
        f"{module.__name__}.{name}": value
        for module in modules
        for name in getattr(module, "__all__", ())
        if callable(value := getattr(module, name)) and getattr(value, "__module__", "") == module.__name__
        if not inspect.isclass(value)
    }


def calls_of_doctests(functions: dict[str, Callable[..., Any]]) -> dict[str, Call]:
    """Return the first call of each function in the doctests of the package."""
    calls: dict[str, Call] = {}
    originals: dict[int, Callable[..., Any]] = {}  # the functions of recorders, which an argument may be

    def recording(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def recorded(*args: Any, **options: Any) -> Any:
            args = tuple(originals.get(id(arg), arg) for arg in args)
            calls.setdefault(name, (args, options))
            return function(*args, **options)

        originals[id(recorded)] = function
        return recorded

    recorders = {id(function): recording(name, function) for name, function in functions.items()}
    modules = [module for name, module in sys.modules.items() if name.startswith("fpgames")]
    places = [
        (module, name, value) for module in modules for name, value in vars(module).items() if id(value) in recorders
    ]
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    tests = [
        test
        for module in modules
        if not module.__name__.startswith(LEFT_OUT)
        for test in doctest.DocTestFinder().find(module)
    ]
    try:
        for module, name, value in places:
            setattr(module, name, recorders[id(value)])
        for test in tests:
            test.globs = {name: recorders.get(id(value), value) for name, value in test.globs.items()}
            with redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                runner.run(test, out=lambda _: None, clear_globs=False)
    finally:
        for module, name, value in places:
            setattr(module, name, value)
    return calls


def wrong_calls(call: Call) -> Iterator[Call]:
    args, options = call
    for i, _ in enumerate(args):
        for wrong in (None, 3, "a string"):
            yield (*args[:i], wrong, *args[i + 1 :]), options
    for i in range(len(args) - 1):
        yield (*args[:i], args[i + 1], args[i], *args[i + 2 :]), options
    for name in options:
        for wrong in (None, 3, "a string"):
            yield args, options | {name: wrong}


class TooLong(BaseException):
    pass


def too_long(*_: object) -> None:
    raise TooLong


def error_of(function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> str:
    """Return the error of a call that is neither accepted nor refused in words; empty if there is none."""
    signal.setitimer(signal.ITIMER_PROF, 2)
    try:
        with redirect_stdout(io.StringIO()):
            result = function(*args, **options)
            if isinstance(result, State):
                result.run(SplitMix.from_seed(1))
            elif inspect.isgenerator(result):
                [*islice(result, 5)]
    except (TypeError, ValueError) as error:
        in_words = str(error) and (" cannot take (" in str(error) or not PYTHONS_OWN.search(str(error)))
        return "" if in_words else f"{type(error).__name__}: {error}"
    except TooLong:
        return "it does not end"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return ""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs alarms")
def test_of_every_public_function(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGPROF, too_long)
    try:
        others = "fpgames.interop."  # whose examples need other libraries
        functions = {name: function for name, function in public().items() if not name.startswith(others)}
        calls = calls_of_doctests(functions)
        assert sorted(name for name in functions.keys() - calls.keys() if "AnyRules" not in name) == []
        wrong = {
            f"{name}{args!r:.60}{options or ''!r:.60}": error
            for name, call in sorted(calls.items())
            if not OF_POSITIONS.search(name)
            for args, options in wrong_calls(call)
            if (error := error_of(functions[name], args, options))
        }
    finally:
        signal.signal(signal.SIGPROF, before)
    assert wrong == {}


GEN: Any = 3
ANY: Any = None
STATIC: Any = rules.static
BOTS: Any = (("first", random_move), ("second", random_move))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: keep_best(STATIC, GEN), "cannot keep the best <function static.*; the number comes before the function"),
        (lambda: mcts(rules, 5)(0).eval(GEN), "this State draws from a generator, and was run from 3; run it from one"),
        (lambda: estimate(rules, 3)(0).eval(GEN), "this State draws from a generator, and was run from 3; run it from one"),
        (lambda: playouts(rules, 0, 3).eval(GEN), "this State draws from a generator, and was run from 3; run it from one"),
        (lambda: bot_mc_bulk(rules, 5)(0).eval(GEN), "this State draws from a generator, and was run from 3; run it from one"),
        (lambda: connect4_solver(ANY), r"connect4_solver cannot take \(None\): .*; expected connect4_solver\(rules: "),
        (lambda: fpgames.games.game(ANY), r"game cannot take \(None\): .*; expected game\(text: str\)"),
        (lambda: children(GEN), "children takes a node, such as node_search passes to your function; got 3"),
        (lambda: label((1, 2)), r"label takes a node, such as node_search passes to your function; got \(1, 2\)"),  # type: ignore[arg-type]
        (lambda: player(GEN), "player takes a node"),
        (lambda: shallower(GEN, 1), "shallower takes a node"),
        (lambda: pass_turn(GEN), "pass_turn takes a node"),
        (lambda: random_move(ANY, 0).eval(SplitMix.from_seed(1)), "the function needs the rules of a game first"),
        (lambda: compare(rules, ANY, 1, [1]), r"compare cannot take \(<Rules: tictactoe>, None, 1, \[1\]\)"),
        (lambda: [*compare(rules, BOTS, 1, GEN)], r"compare cannot take \(.*, 1, 3\): 'int' object is not iterable; expected compare\(rules"),
        (lambda: [*compare(rules, BOTS, 1, [1, -1])], "^cannot play game -1 of a match; expected at least 1$"),
        (lambda: [*pair_results(ANY)], r"pair_results cannot take \(None\): .*; expected pair_results\(games: Iterable"),
        (lambda: [*read_games(rules, GEN)], r"read_games cannot take \(<Rules: tictactoe>, 3\): .*; expected read_games\(rules"),
        (lambda: ratings_text(ANY), r"ratings_text cannot take \(None\): .*; expected ratings_text\(ratings"),
        (lambda: shuffle(range(10**30)), r"shuffle cannot take \(range\(0, 10.*\)\): .*; expected shuffle\(values: "),
        (lambda: map_m(ANY, [1]), "map_m needs a function first, then the values"),
        (lambda: gets(ANY), "gets needs a function first, then the state"),
        (lambda: explicit.play_game(rules, 0, ANY, ANY, SplitMix.from_seed(1)), r"play_game cannot take \(<Rules: tictactoe>, 0, None, None"),
    ],
)  # fmt: skip
def test_of_some_that_people_write(call: Callable[[], Any], said: str) -> None:
    with pytest.raises((TypeError, ValueError), match=said):
        call()


def test_errors_of_a_users_function_stay() -> None:
    def bot(p: int, gen: SplitMix) -> Any:
        return None.played  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match=r"^'NoneType' object has no attribute 'played'$"):
        explicit.play_game(rules, 0, bot, bot, SplitMix.from_seed(1))


def test_errors_below_a_users_function_stay() -> None:
    """Dask rebuilds the frames of a worker below its own, without the instructions that have raised."""
    with pytest.raises(TypeError, match=r"^'int' object is not iterable$"):
        [*compare(rules, (("first", ANY), ("second", ANY)), 1, [1], map_function=lambda *_: textbook.mean(3))]  # type: ignore[arg-type]


def test_errors_of_workers_stay() -> None:
    """The frame that raises them goes on to its own ``except`` clauses."""
    connection, worker = Pipe()
    worker.send((TaskFailed("game 1: odd"), 0.0))
    with pytest.raises(TaskFailed, match=r"^game 1: odd$"):
        [*compare(rules, BOTS, 1, [1], map_function=partial(_map_in_order, [connection], []))]
