"""The compiled forms of searches of your own: what they see of a node, and the recursion that they are given.

A node is a pair of a seed and a level, as in Python; a level is a tuple here.
"""

from __future__ import annotations

from functools import partial
from types import FunctionType
from typing import Any, NamedTuple

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from fpgames.compiled.arithmetic.instructions import llvm_intrinsic
from fpgames.compiled.code.functions import Translator, form
from fpgames.compiled.code.supported_builtins import player_or
from fpgames.compiled.memory.words import AGAIN, MANY, as_like, bound, enter_level, result_of
from fpgames.rules.outcomes import Player
from fpgames.search.nodes import NOT_PRUNED
from fpgames.tree.order import raise_unordered


class Level(NamedTuple):
    """What a node has beside its seed."""

    left: int
    player: Player
    below: int  # levels below the node that is visited, or 2 if some are left out


@form("levels")
def _levels(factory: Translator, function: FunctionType, player_of, above, reduced_of):
    """Make levels; and what makes a node of a child's seed and the level of its parent."""
    factory.above, factory.reduced_of = factory.make(above), factory.make(reduced_of)
    player_of, (first, second) = factory.make(player_of), Player

    def below(child, level):  # compiled
        other = second if level.player is first else first
        player = other if player_of is None else player_or(player_of(child), other)
        return child, Level(level.left - 1, player, level.below + 1)

    factory.below = factory.plain(below, function)
    return factory.plain(lambda left, player: Level(left, player, 0), function)


@intrinsic
def a_node(typing, node):
    """Return a node; refuse to compile for anything else."""
    if not (isinstance(node, types.BaseTuple) and getattr(node[-1], "instance_class", None) is Level):
        raise TypingError(f"children takes a node, not {node}")
    return node(node), lambda context, builder, signature, args: args[0]


@form("children of a node")
def _children(factory: Translator, function: FunctionType):
    """Make nodes of the children's seeds.

    Note: numba does not put the next step of a generator where it is called, which makes a search 2 to 5 times slower.
    """
    children_of, below = factory.children_of, factory.below

    def made(node):  # compiled
        seed, level = a_node(node)
        if level.left:
            for child in children_of(seed):
                yield below(child, level)

    vars(made)["inlined"] = True
    return factory.plain(made, None)  # so that an error names the function that calls it


@form("label of a node")
def _label(factory: Translator, function: FunctionType):
    above, label_of = factory.above, factory.label_of
    inner = "" if above is label_of else "above(node[0]) if node[1].left else "
    return factory.compile_source(
        f"def made(node): return {inner}label_of(node[0])", {"above": above, "label_of": label_of}, function
    )


@form("fewer levels")
def _shallower(factory: Translator, function: FunctionType):
    reduced_of = factory.reduced_of

    def made(node, levels):  # compiled
        seed, level = node
        if levels < 0:
            raise ValueError("cannot leave out less than 0 levels")
        if reduced_of is not None:
            seed = reduced_of(seed, levels)
        elif level.left >= MANY:
            raise ValueError(NOT_PRUNED)
        left = max(level.left - levels, 0)
        return seed, Level(left, level.player, level.below if left == level.left else 2)

    return factory.plain(made, function)


@llvm_intrinsic(types.boolean)
def never(context, builder):
    """Return False, which numba does not know before it has found the types."""
    return cgutils.false_bit


_OF_PLAYER = """def made(node{window}):
    enter_level(node[1].left)
    here = node[0], Level(node[1].left, player, 0){check}
    value = as_like(own(here, None{window}{options}), result_of(label_of, node[0]))
    if value != value:
        unordered(value)
    return value"""

_CHECK = """
    if alpha is not None and beta is not None and alpha >= beta:
        raise ValueError("empty window: alpha is not less than beta")"""

_OF_BOTH = """def made(node{window}):
    if never():
        return result_of(label_of, node[0])
    if node[1].player is first:
        return high(node{window})
    return low(node{window})"""

_VISIT = """def made(node{window}):
    seed, level = node{count}
    if never():
        return result_of(label_of, seed)
    if level.below != 1:
        enter_level(AGAIN)
    return visit((seed, Level(level.left, level.player, 0)){window})"""

_WITH_BOUNDS = """def made(node, alpha, beta):
    label = result_of(label_of, node[0])
    if never():
        return label
    return visit(node, bound(alpha, label), bound(beta, label))"""


@form("open recursion")
def _opened(factory: Translator, function: FunctionType, own: partial[Any], visit, at, counters):
    """Call the function of a node with the recursion, which stands in its code, because numba knows no other.

    Functions in a circle have types because a branch that is never taken returns a label. Values have its type. The ends of a
    window are given one type before the circle, because numba has none for a function that calls itself with others.

    Note: there is a function for each player, so that LLVM compiles the function of a node for each; and what calls it is
    a part of it. Otherwise alpha-beta would take 1.6 times as long.
    """
    code = own.func.__code__
    windowed = code.co_argcount == 4
    written = {
        "window": ", alpha, beta" * windowed,
        "check": _CHECK * windowed,
        "options": ", None" * code.co_kwonlyargcount,
        "count": "".join(f"\n    nodes_{i}.n += 1" for i, _ in enumerate(counters[1:])),
    }
    named = {
        "AGAIN": AGAIN, "Level": Level, "as_like": as_like, "bound": bound, "enter_level": enter_level, "first": Player.FIRST,
        "label_of": factory.label_of, "never": never, "result_of": result_of, "unordered": factory.make(raise_unordered),
    } | _named(factory, counters)  # fmt: skip
    both = {**named}
    opened = factory.made[id(function)] = factory.compile_source(_OF_BOTH.format(**written), both, own.func)
    factory.make(at)
    inlined = [opened, factory.make(visit)]
    for source in (_VISIT.format(**written), _WITH_BOUNDS)[: 1 + windowed]:
        inlined.append(factory.compile_source(source, {**named, "visit": inlined[-1]}, own.func))
    factory.recursion = inlined[-1]
    options = (own.func.__kwdefaults__ or {}) | own.keywords
    given = {code.co_varnames[1]: factory.recursion} | {name: factory.make(each) for name, each in options.items()}
    for name, player in zip(("high", "low"), Player, strict=True):
        inlined.append(factory.make(own.func, given))
        both[name] = factory.compile_source(
            _OF_PLAYER.format(**written), {**named, "own": inlined[-1], "player": player}, own.func
        )
    for each in inlined:
        vars(each.py_func)["inlined"] = True
    vars(opened.py_func)["first"] = None  # it is a level of the tree, not a function of the game that calls itself
    return opened


@form("a search of nodes")
def _begun(factory: Translator, function: FunctionType, visit_each, at, player, counters):
    """Begin with the recursion, whose type is known when it meets itself."""
    window = ", alpha, beta" * (factory.make(visit_each).py_func.__code__.co_argcount == 3)
    named = {"level": factory.make(at), "player": player, "visit": factory.recursion}
    source = f"def made(seed, left{window}): return visit((seed, level(left, player)){window})"
    counted = _named(factory, counters)  # the root's visit is not one of the recursion
    source = source.replace("return", "".join(f"{name}.n -= 1; " for name in counted) + "return")
    return factory.compile_source(source, named | counted, function)


def _named(factory: Translator, counters) -> dict[str, object]:
    """Return the counters of nodes by their names in written code."""
    return {f"nodes_{i}": factory.make(each) for i, each in enumerate(counters[1:])}
