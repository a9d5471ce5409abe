"""The compiled forms of searches of your own: what they see of a node, and the recursion that they are given.

A node is a pair of a seed and a level, as in Python; here a level is a pair of the levels left and the player to move.
"""

from __future__ import annotations

from functools import partial
from types import FunctionType
from typing import NamedTuple

from llvmlite import ir as llvm
from numba import typeof
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import RefType, call_getiter, call_iternext, iternext_impl, lower_builtin
from numba.extending import intrinsic, models, register_model

from fpgames.compiled.code.forms import MANY, player_or
from fpgames.compiled.code.functions import Factory, form
from fpgames.compiled.memory.levels import enter_again, enter_level
from fpgames.compiled.memory.words import bound, result_of
from fpgames.compiled.numbers.instructions import instruction
from fpgames.compiled.numbers.kinds import differ, kind_of, named
from fpgames.rules.outcomes import Player
from fpgames.tree.order import unordered


class Level(NamedTuple):
    """What a node has beside its seed."""

    left: int
    player: Player
    below: int  # levels below the node that is visited; more than one if some are left out


@form("levels")
def _levels(factory: Factory, function: FunctionType, player_of):
    """Make levels; and what makes a node of a child's seed and the level of its parent."""
    first, second = Player
    player_of = factory.make(player_of)

    def alternating(child, other):  # compiled
        return other

    def asked(child, other):  # compiled
        return player_or(player_of(child), other)

    turn_of = factory.plain(alternating if player_of is None else asked, function)

    def below(child, level):  # compiled
        other = second if level.player is first else first
        return child, Level(level.left - 1, turn_of(child, other), level.below + 1)

    def made(left, player):  # compiled
        return Level(left, player, 0)

    factory.below = factory.plain(below, function)
    return factory.plain(made, function)


class _Children(types.SimpleIteratorType):
    """The type of the children of a node: an iterator over their seeds, and the level of the node."""

    known = True

    def __init__(self, seeds, level, below, made) -> None:
        super().__init__(f"children of {seeds} by {below}", made.return_type)
        self.seeds, self.level, self.below, self.made = seeds, level, below, made


@register_model(_Children)
class _ChildrenModel(models.StructModel):
    def __init__(self, manager, kind) -> None:
        super().__init__(manager, kind, [("seeds", kind.seeds), ("level", kind.level)])


@form("children of a node")
def _children(factory: Factory, function: FunctionType):
    """Return the children by an iterator of its own: numba does not put a generator's next step where it is called."""
    children_of, below = typeof(factory.children_of), typeof(factory.below)

    @intrinsic
    def made(typing, node):
        _require_node(node)
        seed, level = node
        asked = typing.resolve_function_type(children_of, (seed,), {})
        seeds = asked.return_type.iterator_type
        kind = _Children(seeds, level, below, typing.resolve_function_type(below, (seed, level), {}))

        def codegen(context, builder, signature, args):
            found = cgutils.create_struct_proxy(kind)(context, builder)
            inner, found.level = cgutils.unpack_tuple(builder, args[0])
            place = cgutils.alloca_once(builder, context.get_value_type(seeds))
            with builder.if_then(_goes_on(builder, found.level)):
                below = context.get_function(children_of, asked)(builder, (inner,))
                builder.store(call_getiter(context, builder, asked.return_type, below), place)
            found.seeds = builder.load(place)
            return found._getvalue()

        return kind(node), codegen

    return made


def _goes_on(builder, level):
    left = builder.extract_value(level, 0)
    return builder.icmp_signed("!=", left, left.type(0))


@lower_builtin("getiter", _Children)
def _iterator(context, builder, signature, args):
    return args[0]


@lower_builtin("iternext", _Children)
@iternext_impl(RefType.UNTRACKED)
def _next(context, builder, signature, args, result):
    (kind,) = signature.args
    children = cgutils.create_struct_proxy(kind)(context, builder, args[0])
    result.set_valid(False)
    with builder.if_then(_goes_on(builder, children.level)):
        found = call_iternext(context, builder, kind.seeds, children.seeds)
        result.set_valid(found.is_valid())
        with builder.if_then(found.is_valid()):
            given = found.yielded_value(), children.level
            result.yield_(context.get_function(kind.below, kind.made)(builder, given))


def _require_node(kind) -> None:
    if not (isinstance(kind, types.BaseTuple) and len(kind) == 2 and getattr(kind[1], "instance_class", None) is Level):
        raise TypingError(f"children takes a node, not {kind}")


@form("label of a node")
def _label(factory: Factory, function: FunctionType):
    label_of = factory.label_of

    def made(node):  # compiled
        return label_of(node[0])

    return factory.plain(made, function)


@form("fewer levels")
def _shallower(factory: Factory, function: FunctionType):
    def made(node, levels):  # compiled
        seed, level = node
        if levels < 0:
            raise ValueError("cannot leave out less than 0 levels")
        if level.left >= MANY:
            raise ValueError(
                "shallower leaves out the last levels of a tree, and this one is not pruned: prune(depth) it"
            )
        left = max(level.left - levels, 0)
        return seed, Level(left, level.player, level.below if left == level.left else 2)

    return factory.plain(made, function)


@instruction(types.boolean)
def never(context, builder):
    """Return False, which numba does not know before it has found the types."""
    return cgutils.false_bit


@instruction(types.boolean)
def is_nan(context, builder, value):
    """Return whether a value is a float that is NaN."""
    is_float = isinstance(value.type, llvm.DoubleType)
    return builder.fcmp_unordered("uno", value, value) if is_float else cgutils.false_bit


@intrinsic
def as_label(typing, value, label):
    """Return the value of a node as one of the type of labels; refuse to compile for another type."""
    result = value.type if isinstance(value, types.Optional) else value
    if kind_of(result) is None:
        raise TypingError(f"it returns a value of type {result}, and labels are {named(kind_of(label))}")
    if differ(kind_of(result), kind_of(label)):
        raise TypingError(
            f"it returns {named(kind_of(result))}, and labels are {named(kind_of(label))}, but in compiled code both have one type: map_tree the"
            " labels to the type of values, or write 1.0 for 1"
        )

    def codegen(context, builder, signature, args):
        return context.cast(builder, args[0], value, label)

    return label(value, label), codegen


@intrinsic
def begin_with(typing, function, args):
    """Find the types of a function first, for arguments of these types: the others in a circle have no type without it."""
    typing.resolve_function_type(function, tuple(args), {})
    return types.void(function, args), lambda context, builder, signature, args: context.get_dummy_value()


_OF_PLAYER = """def made(node{window}):
    enter_level(node[1].left)
    here = node[0], Level(node[1].left, player, 0)
    value = as_label(own(here, None{window}{options}), result_of(label_of, node[0]))
    if is_nan(value):
        unordered(value)
    return value"""

_OF_BOTH = """def made(node{window}):
    if never():
        return result_of(label_of, node[0])
    if node[1].player is first:
        return high(node{window})
    return low(node{window})"""

_VISIT = """def made(node{window}):
    seed, level = node
    if never():
        return result_of(label_of, seed)
    if level.below != 1:
        enter_again()
    return visit((seed, Level(level.left, level.player, 0)){window})"""

_WITH_BOUNDS = """def made(node, alpha, beta):
    label = result_of(label_of, node[0])
    if never():
        return label
    return visit(node, bound(alpha, label), bound(beta, label))"""


@form("open recursion")
def _opened(factory: Factory, function: FunctionType, own: partial, visit, at):
    """Call the function of a node with the recursion, which stands in its code, because numba knows no other.

    Note: there is a function for each player, so that the function of a node is compiled for each: alpha-beta takes
    nine tenths of the time.
    """
    code = own.func.__code__
    windowed = code.co_argcount == 4
    written = {"window": ", alpha, beta" * windowed, "options": ", None" * code.co_kwonlyargcount}
    named = {
        "Level": Level, "as_label": as_label, "bound": bound, "enter_again": enter_again, "enter_level": enter_level, "is_nan": is_nan, "first": Player.FIRST,
        "label_of": factory.label_of, "never": never, "result_of": result_of, "unordered": factory.make(unordered),
    }  # fmt: skip
    both = {**named}
    opened = factory.made[id(function)] = factory.written(_OF_BOTH.format(**written), both, own.func)
    factory.make(at)
    inlined = [opened, factory.make(visit)]
    for source in (_VISIT.format(**written), _WITH_BOUNDS)[: 1 + windowed]:
        inlined.append(factory.written(source, {**named, "visit": inlined[-1]}, own.func))
    options = {name: factory.make(value) for name, value in ((own.func.__kwdefaults__ or {}) | own.keywords).items()}
    given = {code.co_varnames[1]: inlined[-1], **options}
    for name, player in zip(("high", "low"), Player, strict=True):
        made = factory.make(own.func, given)
        both[name] = factory.written(_OF_PLAYER.format(**written), {**named, "own": made, "player": player}, own.func)
        inlined.append(made)
    for each in inlined:
        vars(each.py_func)["inlined"] = True
    vars(opened.py_func)["first"] = None  # it is a level of the tree, not a function of the game that calls itself
    return opened


@form("a search of nodes")
def _begun(factory: Factory, function: FunctionType, visit_each, visit, at, player):
    named = {
        "begin_with": begin_with, "each": factory.make(visit_each), "level": factory.make(at), "player": player,
        "visit": factory.make(visit),
    }  # fmt: skip
    window = ", alpha, beta" if visit_each.__code__.co_argcount == 3 else ""
    source = f"""def made(seed, left{window}):
    node = seed, level(left, player)
    begin_with(each, (node{window},))
    return visit(node{window})"""
    return factory.written(source, named, function)
