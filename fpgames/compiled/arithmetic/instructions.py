"""Functions of compiled code that are written in LLVM's instructions."""

from __future__ import annotations

from inspect import signature

from numba.core import cgutils, types
from numba.extending import intrinsic


def llvm_intrinsic(result, *kinds):
    """Turn a function of a context, a builder and LLVM's values into one that compiled code can call.

    Its result has a type, or one that is a function of the types of the arguments; arguments have these types, None for any.
    """

    def decorate(code):
        def typed(typing, *given):
            those = [each if kind is None else kind for kind, each in zip(kinds or given, given, strict=True)]
            returned = result if isinstance(result, types.Type) else result(*those)

            def codegen(context, builder, signature, args):
                found = code(context, builder, *args)
                return context.get_dummy_value() if found is None else found

            return returned(*those), codegen

        own = signature(code)
        _, *parameters = own.parameters.values()  # numba wants one before those of the values, too
        vars(typed)["__signature__"] = own.replace(parameters=parameters)
        typed.__name__, typed.__doc__ = code.__name__, code.__doc__
        return intrinsic(typed)

    return decorate


def raise_if(context, builder, condition, error: type[Exception], message: str) -> None:
    """Raise an error if a condition is true."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (message,))


def parts_of(builder, kind, value):
    """Return the numbers that a value consists of, with their types."""
    if isinstance(kind, types.BaseTuple):
        pairs = zip(kind, cgutils.unpack_tuple(builder, value), strict=True)
        return [part for each, inner in pairs for part in parts_of(builder, each, inner)]
    return [] if isinstance(kind, types.NoneType) else [(kind, value)]
