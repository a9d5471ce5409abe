"""Helpers for intrinsics: functions of compiled code that are written in LLVM instructions."""

from __future__ import annotations

from inspect import signature

from numba.core import cgutils, types
from numba.extending import intrinsic


def llvm_intrinsic(result, *kinds):
    """Return a decorator that turns a function of context, builder and LLVM values into a numba intrinsic.

    The result type is given, or computed from the argument types; ``kinds`` are the parameter types, None for any type.
    """

    def decorate(code):
        def resolve(typing, *arg_types):
            param_types = [t if kind is None else kind for kind, t in zip(kinds or arg_types, arg_types, strict=True)]
            returned = result if isinstance(result, types.Type) else result(*param_types)

            def codegen(context, builder, signature, args):
                value = code(context, builder, *args)
                return context.get_dummy_value() if value is None else value

            return returned(*param_types), codegen

        code_signature = signature(code)
        _, *parameters = code_signature.parameters.values()  # numba expects one context
        vars(resolve)["__signature__"] = code_signature.replace(parameters=parameters)
        resolve.__name__, resolve.__doc__ = code.__name__, code.__doc__
        return intrinsic(resolve)

    return decorate


def raise_if(context, builder, condition, error: type[Exception], message: str) -> None:
    """Emit code that raises an error if a condition is true."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (message,))


def flatten_numbers(builder, kind, value):
    """Return pairs of type and value for all numbers in a value, including those in nested tuples."""
    if isinstance(kind, types.BaseTuple):
        pairs = zip(kind, cgutils.unpack_tuple(builder, value), strict=True)
        return [part for item, inner in pairs for part in flatten_numbers(builder, item, inner)]
    return [] if isinstance(kind, types.NoneType) else [(kind, value)]
