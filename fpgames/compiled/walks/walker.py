"""Walk a tree with compiled functions."""

from __future__ import annotations

from typing import Any

from fpgames.compiled.code import forms
from fpgames.compiled.code.functions import Factory, defined
from fpgames.compiled.kept import disk
from fpgames.compiled.kept.cache import CACHE
from fpgames.compiled.kept.fingerprints import Known, known
from fpgames.compiled.memory import counters as counters  # what stands for counters
from fpgames.compiled.memory import levels
from fpgames.compiled.memory.keeping import is_keeping, keep, kept
from fpgames.compiled.memory.words import Memory, bound, result_of
from fpgames.compiled.walks.entries import entry, name_on_disk
from fpgames.compiled.walks.refusals import kinds_of
from fpgames.rules.outcomes import Player
from fpgames.tree.order import unordered
from fpgames.tree.sharing import ENDLESS
from fpgames.tree.walking import Counter
from fpgames.validation import guarded


def walk(pipeline, function, tree, *args):
    """Return what a recursive function of a pipeline returns, compiled, for the tree's seed and the levels below it."""
    given = _given_to(tree, args)
    kinds = kinds_of(given)
    uses = function, tree.unfolding.label_of
    one, counted = known(*uses)
    code = one.code.get(kinds) or entry(
        one, "a search", uses, lambda: _made(function, tree, given, counted), pipeline, given
    )
    memory, held = Memory(), _held(one, tree, kinds)
    before = kept(held) if held else None
    if before is not None:
        memory.exchange_tables(before)
    try:
        value = guarded(code, memory.address, *given)
    except BaseException as error:
        del memory, before  # a traceback holds this frame, which would hold the tables
        if isinstance(error, forms.Unordered):
            unordered(*(each for each in error.args if each is not None))
        raise
    if held:
        keep(held, memory)
    for i, counter in enumerate(counted):
        counter.n += memory.count(i)
    return value


def is_kept(function, tree, *args) -> bool:
    """Return whether the compiled search for these arguments is kept on the disk."""
    name = name_on_disk((function, tree.unfolding.label_of), kinds_of(_given_to(tree, args)))
    return name is not None and disk.is_kept(name)


def _given_to(tree, args) -> tuple[Any, ...]:
    """Return the arguments of a compiled search: the seed, the levels below it, and the others."""
    return tree.seed, int(min(tree.depth, ENDLESS)), *args


def _held(one: Known, tree, kinds) -> object:
    """Return what the one table of a search holds, if it is kept: bounds of the values of this tree, in so many entries."""
    match one.tables:
        case [("bounds", entries)] if is_keeping():
            label_of, children_of, _, game, *_ = tree.unfolding
            return known(label_of, children_of, game.player_of)[0], kinds[:2], entries
    return None


def _made(function, tree, given, counted: list[Counter]):
    """Return a factory, and the call of a search; use what was made for others of equal functions."""
    label_of, children_of, *_ = tree.unfolding
    factories = (factory for each in [*CACHE.known.values()] for factory in [*each.factories])
    others = (factory for factory in factories if factory.equal(function, label_of))
    factory = next(others, None) or Factory(label_of, children_of, counted)
    search = factory.equal(function, label_of) or factory.make(function)
    return factory, _call(factory, search, given, function)


def _call(factory: Factory, search, given, function):
    """Return the call of a search whose further arguments are players, or bounds of a window, which have the type of labels."""
    names = [f"x{i}" for i in range(len(given) - 2)]
    further = [
        name if isinstance(arg, Player) else f"bound({name}, label)" for name, arg in zip(names, given[2:], strict=True)
    ]
    source = (
        f"def made({', '.join(['memory', 'seed', 'left', *names])}):\n    begin(memory, children_of, seed)\n"
        f"    label = result_of(label_of, seed)\n    return search({', '.join(['seed', 'left', *further])})"
    )
    named = {
        "begin": levels.begin, "bound": bound, "children_of": factory.children_of, "label_of": factory.label_of,
        "result_of": result_of, "search": search,
    }  # fmt: skip
    return factory.entry(defined(source, named), function)
