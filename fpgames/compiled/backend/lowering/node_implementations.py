"""Lowerings (compiled counterparts) of functions in custom searches; a node is a pair of a seed and a ``Level``."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from operator import ge
from types import FunctionType
from typing import Any, NamedTuple

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from fpgames.compiled.backend.arithmetic.casts import cast_to, dummy_value, optional_bound
from fpgames.compiled.backend.arithmetic.instructions import llvm_intrinsic, raise_if
from fpgames.compiled.backend.arithmetic.integers import CHECKED_OPERATORS
from fpgames.compiled.backend.lowering.functions import Translator, lowers
from fpgames.compiled.backend.lowering.supported_builtins import player_or
from fpgames.compiled.backend.memory.safepoints import MANY, SAFEPOINT_LEVEL, enter_level
from fpgames.rules.outcomes import Player
from fpgames.search.nodes import NOT_PRUNED
from fpgames.tree.order import raise_unordered


class Level(NamedTuple):
    """The part of a node besides the seed: remaining depth, player to move, and distance from the visited node."""

    left: int
    mover: Player  # chance is not compiled
    below: int  # number of moves below the visited node; 2 marks a reduced depth


@lowers("levels")
def _lower_levels(translator: Translator, function: FunctionType, player_of, label_of, last_label_of, reduced_of):
    """Compile the function that makes the root's ``Level``; store the functions for other nodes in ``translator``."""
    translator.node_labels = translator.lower(label_of), translator.lower(last_label_of)
    translator.reduced_of = translator.lower(reduced_of)
    player_of, (first, second) = translator.lower(player_of), Player

    def make_child(child, level):  # compiled
        opponent = second if level.mover is first else first
        player = opponent if player_of is None else player_or(player_of(child), opponent)
        return child, Level(level.left - 1, player, level.below + 1)

    translator.make_child = translator.compile_inner(make_child, function)
    return translator.compile_inner(lambda left, player: Level(left, player, 0), function)


@intrinsic
def require_node(typing, node):
    """Return ``node``; raise TypingError unless ``node`` is a pair of a seed and a ``Level``."""
    if not (isinstance(node, types.BaseTuple) and getattr(node[-1], "instance_class", None) is Level):
        raise TypingError(f"children takes a node, not {node}")
    return node(node), lambda context, builder, signature, args: args[0]


@lowers("children of a node")
def _lower_children(translator: Translator, function: FunctionType):
    """Lower ``children`` to a generator that LLVM inlines; without inlining, searches are 2 to 5 times slower."""
    children_of, make_child = translator.children_of, translator.make_child

    def children(node):  # compiled
        seed, level = require_node(node)
        if level.left:
            for child in children_of(seed):
                yield make_child(child, level)

    vars(children)["inlined"] = True
    return translator.compile_inner(children, None)  # None: errors name the function that calls ``children``


@lowers("label of a node")
def _lower_label(translator: Translator, function: FunctionType):
    label_of, last_label_of = translator.node_labels
    inner = "" if label_of is last_label_of else "label_of(node[0]) if node[1].left else "
    names = {"label_of": label_of, "last_label_of": last_label_of}
    return translator.compile_source(f"def f(node): return {inner}last_label_of(node[0])", names, function)


@lowers("fewer levels")
def _lower_shallower(translator: Translator, function: FunctionType):
    reduced_of = translator.reduced_of

    def shallower(node, plies):  # compiled
        seed, level = node
        if plies < 0:
            raise ValueError("cannot leave out less than 0 levels")
        if reduced_of is not None:
            seed = reduced_of(seed, plies)
        elif level.left >= MANY:
            raise ValueError(NOT_PRUNED)
        left = max(level.left - plies, 0)
        return seed, Level(left, level.mover, level.below if left == level.left else 2)

    return translator.compile_inner(shallower, function)


@llvm_intrinsic(types.boolean)
def always_false(context, builder):
    """Return False in a way that hides the value from numba, so numba infers types from branches that never run."""
    return cgutils.false_bit


@intrinsic
def require_window(typing, alpha, beta):
    """Raise ValueError if the window between two optional bounds is empty."""
    compare = typing.resolve_value_type(CHECKED_OPERATORS[ge])
    signature_of_ge = compare.get_call_type(typing, (alpha.type, beta.type), {})

    def codegen(context, builder, signature, args):
        bounds = [context.make_helper(builder, *pair) for pair in zip(signature.args, args, strict=True)]
        has_ends = builder.and_(*(cgutils.as_bool_bit(builder, bound.valid) for bound in bounds))
        is_number = not isinstance(alpha.type, types.BaseTuple)
        with nullcontext() if is_number else builder.if_then(has_ends):  # numbers are compared without a branch: faster
            is_empty = context.get_function(compare, signature_of_ge)(builder, [bound.data for bound in bounds])
            is_wrong = builder.and_(has_ends, is_empty)
            raise_if(context, builder, is_wrong, ValueError, "empty window: alpha is not less than beta")
        return context.get_dummy_value()

    return types.void(alpha, beta), codegen


_PLAYER_CODE = """def f(node{window}):
    enter_level(node[1].left)
    root = node[0], Level(node[1].left, player, 0)
    value = cast_to(node_function(root, None{window}{options}), dummy_value(label_of, node[0]))
    if value != value:
        raise_unordered(value)
    return value"""

_SWITCH_CODE = """def f(node{window}):
    if always_false():
        return dummy_value(label_of, node[0])
    if node[1].mover is first:
        return maximise(node{window})
    return minimise(node{window})"""

_VISIT_CODE = """def f(node{window}):
    seed, level = node{count}
    if always_false():
        return dummy_value(label_of, seed)
    if level.below != 1:
        enter_level(SAFEPOINT_LEVEL)
    return visit((seed, Level(level.left, level.mover, 0)){window})"""

_WINDOW_CODE = """def f(node, alpha, beta):
    label = dummy_value(label_of, node[0])
    if always_false():
        return label
    alpha, beta = optional_bound(alpha, label), optional_bound(beta, label)
    require_window(alpha, beta)
    return visit(node, alpha, beta)"""


@lowers("open recursion")
def _lower_recursion(translator: Translator, function: FunctionType, custom: partial[Any], visit, make_level, counters):
    """Compile a custom search. The recursive function is a constant: numba rejects recursive functions as arguments.

    The compiled functions call each other in a cycle. A branch that is never taken returns a label, so numba infers
    that the result has the type of labels. The bounds of a window are cast to one type before they enter the cycle,
    because numba rejects recursive calls with different types.

    Note: one function per player lets LLVM specialize the node function for each player, and inline the calls between
    the two functions. With a single function, alpha-beta would take 1.6 times as long.
    """
    code = custom.func.__code__
    windowed = code.co_argcount == 4
    parts = {
        "window": ", alpha, beta" * windowed,
        "options": ", None" * code.co_kwonlyargcount,
        "count": "".join(f"\n    nodes_{i}.n += 1" for i, _ in enumerate(counters)),
    }
    namespace = {
        "SAFEPOINT_LEVEL": SAFEPOINT_LEVEL, "Level": Level, "cast_to": cast_to, "optional_bound": optional_bound,
        "enter_level": enter_level, "first": Player.FIRST, "label_of": translator.label_of,
        "always_false": always_false, "dummy_value": dummy_value, "require_window": require_window,
        "raise_unordered": translator.lower(raise_unordered),
    } | _counters_by_name(translator, counters)  # fmt: skip
    names = {**namespace}
    switch = translator.memo[id(function)] = translator.compile_source(_SWITCH_CODE.format(**parts), names, custom.func)
    translator.lower(make_level)
    inlined = [switch, translator.lower(visit)]
    for source in (_VISIT_CODE.format(**parts), _WINDOW_CODE)[: 1 + windowed]:
        inlined.append(translator.compile_source(source, {**namespace, "visit": inlined[-1]}, custom.func))
    translator.recursion = inlined[-1]
    options = (custom.func.__kwdefaults__ or {}) | custom.keywords
    fixed_args = {code.co_varnames[1]: translator.recursion} | {k: translator.lower(v) for k, v in options.items()}
    for name, player in zip(("maximise", "minimise"), Player, strict=True):
        inlined.append(translator.lower(custom.func, fixed_args))
        names[name] = translator.compile_source(
            _PLAYER_CODE.format(**parts), {**namespace, "node_function": inlined[-1], "player": player}, custom.func
        )
    for v in inlined:
        vars(v.py_func)["inlined"] = True
    vars(switch.py_func)["prologue"] = None  # no stack check: enter_level, in _VISIT_CODE, has one
    return switch


@lowers("a search of nodes")
def _lower_search_start(translator: Translator, function: FunctionType, visit_each, make_level, player, counters):
    """Compile the start of a custom search: a call that visits the root. Numba infers all types from this call."""
    window = ", alpha, beta" * (translator.lower(visit_each).py_func.__code__.co_argcount == 3)
    namespace = {"level": translator.lower(make_level), "player": player, "visit": translator.recursion}
    source = f"def f(seed, left{window}): return visit((seed, level(left, player)){window})"
    counter_names = _counters_by_name(translator, counters)  # the source decrements the counters to exclude the root
    source = source.replace("return", "".join(f"{name}.n -= 1; " for name in counter_names) + "return")
    return translator.compile_source(source, namespace | counter_names, function)


def _counters_by_name(translator: Translator, counters) -> dict[str, object]:
    """Return a dict from names to the compiled counters of node visits; generated source uses these names."""
    return {f"nodes_{i}": translator.lower(counter) for i, counter in enumerate(counters)}
