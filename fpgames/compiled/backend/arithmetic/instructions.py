"""Helpers to write intrinsics: functions that compiled code can call, and that consist of LLVM instructions."""

from __future__ import annotations

from inspect import signature

from numba.core import cgutils, types
from numba.extending import intrinsic


def llvm_intrinsic(result, *declared):
    """Return a decorator that turns a function of context, builder and LLVM values into a numba intrinsic.

    The context is numba's description of the target; the builder emits LLVM instructions. ``declared`` are parameter
    types, or None for any type. ``result`` is the result type, or a function from parameter types to the result type.
    """

    def make_intrinsic(code):
        def resolve(typing, *arg_types):
            param_types = [t if ty is None else ty for ty, t in zip(declared or arg_types, arg_types, strict=True)]
            returned = result if isinstance(result, types.Type) else result(*param_types)

            def codegen(context, builder, signature, args):
                value = code(context, builder, *args)
                return context.get_dummy_value() if value is None else value

            return returned(*param_types), codegen

        code_signature = signature(code)
        _, *parameters = code_signature.parameters.values()  # ``typing`` takes the place of context and builder
        vars(resolve)["__signature__"] = code_signature.replace(parameters=parameters)
        resolve.__name__, resolve.__doc__ = code.__name__, code.__doc__
        return intrinsic(resolve)

    return make_intrinsic


def raise_if(context, builder, condition, error: type[Exception], message: str) -> None:
    """Emit code that raises ``error(message)`` if a condition is true when the code runs."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (message,))


def flatten_numbers(builder, ty, value):
    """Return all numbers in a value, including numbers in nested tuples, as pairs of numba type and LLVM value."""
    if isinstance(ty, types.BaseTuple):
        pairs = zip(ty, cgutils.unpack_tuple(builder, value), strict=True)
        return [part for item, inner in pairs for part in flatten_numbers(builder, item, inner)]
    return [] if isinstance(ty, types.NoneType) else [(ty, value)]
