"""Casts between the types of a search: labels, bounds of windows, which may be None, and positions."""

from __future__ import annotations

from llvmlite import ir as llvm
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from fpgames.compiled.backend.arithmetic.instructions import raise_if
from fpgames.compiled.backend.arithmetic.kinds import require_numbers, require_same_kind
from fpgames.compiled.errors import WITHOUT_JIT_HINT, CannotCompile


@intrinsic
def dummy_value(typing, function, argument):
    """Return an undefined value of the type of ``function(argument)``, without calling the function."""
    result_type = typing.resolve_function_type(function, (argument,), {}).return_type
    require_numbers(result_type)

    def codegen(context, builder, signature, args):
        return llvm.Constant(context.get_value_type(result_type), llvm.Undefined)

    return result_type(function, argument), codegen


@intrinsic
def optional_bound(typing, value, like):
    """Cast the bound of a window, which may be None, to numba's Optional type of labels; ``like`` is a label."""
    if not isinstance(value, types.NoneType):
        require_same_kind(value, like)
    optional_type = types.Optional(like)

    def codegen(context, builder, signature, args):
        return context.cast(builder, args[0], value, optional_type)

    return optional_type(value, like), codegen


@intrinsic
def cast_to(typing, value, like):
    """Return a value cast to the type of ``like``; raise CannotCompile if the value is None when the code runs."""
    if isinstance(value, types.NoneType):
        raise TypingError("it returns None, and a search returns the value of its node")
    require_same_kind(value, like)

    def codegen(context, builder, signature, args):
        if isinstance(value, types.Optional):
            optional = context.make_helper(builder, value, args[0])
            raise_if(context, builder, builder.not_(optional.valid), CannotCompile, _NONE_MESSAGE)
            return context.cast(builder, optional.data, value.type, like)
        return context.cast(builder, args[0], value, like)

    return like(value, like), codegen


_NONE_MESSAGE = (
    f"cannot compile a search that returns None at a node: values have the type of labels; {WITHOUT_JIT_HINT}"
)


TYPE_CHANGE = "it leads from a position of type"  # start of the error message if the types of parent and child differ


@intrinsic
def require_child_type(typing, children_of, seed):
    """Raise TypingError if ``children_of`` maps ``seed`` to children of a different type."""
    children = typing.resolve_function_type(children_of, (seed,), {}).return_type
    if isinstance(children, types.BaseTuple):
        child_types = [*children]
    else:
        child_types = [children.iterator_type.yield_type if isinstance(children, types.IterableType) else children]
    for child_type in child_types:
        if types.unliteral(child_type) != types.unliteral(seed):
            raise TypingError(f"{TYPE_CHANGE} {seed} to one of type {child_type}")
    return types.void(children_of, seed), lambda context, builder, signature, args: context.get_dummy_value()
