"""Check that each variable of compiled code has values of one kind: bool, int, float, an enum, or a tuple of kinds.

Numba gives each variable one type, so it would silently turn 1 into 1.0 where Python does not. So a function is
rejected if a variable has values of two kinds, or of a type whose operations may differ from Python's.
"""

from __future__ import annotations

from operator import is_, is_not

from numba.core import ir, types
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import TypingError
from numba.extending import intrinsic

_MAY_RETURN_NONE = ("fpgames.tree.", "fpgames.search.", "fpgames.compiled.")  # modules whose functions may return None

SUPPORTED = (
    "numbers, tuples of them, functions written in Python, and of Python's own abs, bool, enumerate, float, int, len, max,"
    " min, range, sum, zip, math.sqrt and operators"
)

TOO_LARGE = "a whole number does not fit into a signed word of 64 bits; without jit, numbers may be larger"


def fits_word(number: int) -> bool:
    """Return whether an integer fits into a signed word of 64 bits."""
    return -(1 << 63) <= number < 1 << 63


def is_signed(ty) -> bool:
    """Return whether a numba type is a type of signed integers or of booleans."""
    return isinstance(ty, types.Boolean) or (isinstance(ty, types.Integer) and ty.signed)


def kind_of(ty):
    """Return the kind of a numba type: a name such as 'int', a tuple of kinds for a tuple type, or else None."""
    if isinstance(ty, types.Optional):
        return kind_of(ty.type)
    if isinstance(ty, types.EnumMember):
        return ty.instance_class.__name__
    if isinstance(ty, types.BaseTuple):
        return tuple(map(kind_of, ty))
    names = {types.Boolean: "bool", types.Integer: "int", types.Float: "float"}
    return next((name for cls, name in names.items() if isinstance(ty, cls)), None)


def _kinds_differ(a, b) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) != len(b) or any(map(_kinds_differ, a, b))
    return a is not None and b is not None and a != b


def _format_kind(kind) -> str:
    return f"({', '.join(map(_format_kind, kind))})" if isinstance(kind, tuple) else str(kind or "None")


def require_same_kind(ty, other_ty) -> None:
    """Raise TypingError if two numba types have different kinds; a type whose kind is None passes the check."""
    a, b = kind_of(ty), kind_of(other_ty)
    if _kinds_differ(a, b):
        raise TypingError(
            f"its values are sometimes {_format_kind(a)} and sometimes {_format_kind(b)}; compiled code needs one type:"
            " among floats, write 1.0 instead of 1"
        )


def _require_identity_operands(ty, other_ty) -> None:
    """Raise TypingError unless one operand of ``is`` is None, or both operands are enum members."""
    types_ = ty, other_ty
    if not (
        any(isinstance(operand, types.NoneType) for operand in types_)
        or all(isinstance(operand, types.EnumMember) for operand in types_)
    ):
        raise TypingError("it compares values by is, which says nothing about numbers and tuples: use ==")


_SUPPORTED_TYPES = (
    types.Boolean, types.Dispatcher, types.EnumMember, types.EnumClass, types.EnumerateType, types.ExceptionClass,
    types.ExceptionInstance, types.Function, types.Generator, types.ListIter, types.NamedTupleClass, types.NoneType, types.NumberClass,
    types.Omitted, types.RecursiveCall, types.RangeIteratorType, types.RangeType, types.SliceType, types.StringLiteral, types.UnicodeType,
    types.UniTupleIter, types.ZipType,
)  # fmt: skip


def _require_supported_type(ty) -> None:
    """Raise TypingError for a numba type that is not supported, since its operations may differ from Python's."""
    if isinstance(ty, types.Optional | types.Pair):
        _require_supported_type(ty.type if isinstance(ty, types.Optional) else ty.first_type)
    elif isinstance(ty, types.BaseTuple):
        fields = getattr(ty, "fields", ())
        if len(ty) < len(fields):
            raise TypingError(f"it makes a {ty.name.partition('(')[0]} without {fields[len(ty)]}: give all fields")
        for item in ty:
            _require_supported_type(item)
    elif isinstance(ty, types.Integer | types.Float):
        if ty.bitwidth < 64 or (isinstance(ty, types.Integer) and not ty.signed):
            raise TypingError(
                f"it has a number of type {ty}, and compiled code has whole numbers and floats of 64 bits"
            )
    elif isinstance(ty, types.ZipType) and any(
        _has_node_generator(item) for source in ty.source_types for item in getattr(source, "state_types", ())
    ):
        raise TypingError("it zips a generator of nodes: zip lists of them, in brackets")
    elif isinstance(ty, types.List):
        if _has_iterator(ty.dtype):
            raise TypingError("it keeps iterators in a list")
        _require_supported_type(ty.dtype)
    elif isinstance(ty, types.BoundFunction):
        if not ("bit_count" in str(ty.typing_key) or ty.typing_key == "list.append"):
            raise TypingError(f"it calls {ty.typing_key}, which is not compiled")
    elif not (isinstance(ty, _SUPPORTED_TYPES) or getattr(ty, "is_supported", False) or ty == types._undef_var):
        raise TypingError(f"it has a value of type {ty}, and compiled code has numbers, and tuples of them")


def _has_node_generator(ty) -> bool:
    """Return whether an iterator type contains a generator of child nodes; ``zip`` of generators corrupts the stack."""
    is_node_generator = isinstance(ty, types.Generator) and vars(ty.gen_func).get("inlined", False)
    return is_node_generator or any(map(_has_node_generator, getattr(ty, "state_types", ())))


def _has_iterator(ty) -> bool:
    ty = ty.type if isinstance(ty, types.Optional) else ty
    return isinstance(ty, types.IteratorType) or (isinstance(ty, types.BaseTuple) and any(map(_has_iterator, ty)))


def make_kind_check(*kinds: str, message: str = ""):
    """Return a compiled identity function that rejects None. Any ``kinds`` restrict the kinds of accepted values."""

    @intrinsic
    def check_kind(typing, value):
        ty = value.type if isinstance(value, types.Optional) else value
        if kinds and kind_of(ty) not in kinds:
            raise TypingError(message.format(ty))
        return ty(value), lambda context, builder, signature, args: context.cast(builder, args[0], value, ty)

    return check_kind


_BAD_RESULT_MESSAGE = "it returns a value of type {}, and functions in compiled code return numbers, and tuples of them"


def require_numbers(ty, message: str = _BAD_RESULT_MESSAGE) -> None:
    """Raise TypingError with ``message`` unless values of a type are numbers, None, or tuples of numbers and None."""
    if isinstance(ty, types.BaseTuple):
        for item in ty:
            require_numbers(item, message)
    elif not isinstance(ty, types.Number | types.Boolean | types.NoneType | types.IntEnumMember):
        raise TypingError(message.format(ty))


@register_pass(mutates_CFG=False, analysis_only=True)
class CheckKinds(AnalysisPass):
    """A compiler pass that rejects functions with unsupported types, or with values of two kinds in one variable."""

    _name = "fpgames_check_kinds"

    def __init__(self) -> None:  # overrides numba's abstract method
        super().__init__()

    def run_pass(self, state) -> bool:
        """Raise TypingError to reject the function; return False, because the function is not changed."""
        function = state.func_id.func
        if not vars(function).get("checked"):
            return False
        for ty in state.typemap.values():
            _require_supported_type(ty)
        result = state.return_type
        yielded = result.yield_type if isinstance(result, types.Generator) else result
        if isinstance(yielded, types.Optional):
            if not (function.__module__.startswith(_MAY_RETURN_NONE) or vars(function).get("fixed_args")):
                raise TypingError("it sometimes returns None")
            yielded = yielded.type
        require_numbers(yielded)
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                _check_assignment(statement.value, state.typemap[statement.target.name], yielded, state.typemap)
        return False


def _check_assignment(value, target, yielded, typemap) -> None:
    """Raise TypingError if ``value`` differs in kind from ``target`` or, if ``value`` is a yield, from ``yielded``."""
    if isinstance(value, ir.Var):
        require_same_kind(typemap[value.name], target)
    elif isinstance(value, ir.Yield):
        require_same_kind(typemap[value.value.name], yielded)
    elif isinstance(value, ir.Expr):
        if value.op == "cast":
            require_same_kind(typemap[value.value.name], target)
        elif value.op == "binop" and value.fn in (is_, is_not):
            _require_identity_operands(typemap[value.lhs.name], typemap[value.rhs.name])
        elif value.op == "build_list":
            for item in value.items:
                require_same_kind(typemap[item.name], target.dtype)
        elif value.op == "call":
            callee = getattr(typemap[value.func.name], "typing_key", None)
            if callee is bool and isinstance(typemap[value.args[0].name], types.Optional):
                raise TypingError("it asks whether a value that may be None is true: ask 'is None' first")
            if callee == "list.append":
                require_same_kind(typemap[value.args[0].name], typemap[value.func.name].this.dtype)
        elif value.op == "phi":
            if _has_iterator(target):  # the loop's next iteration would overwrite the state of this iterator
                raise TypingError("it keeps an iterator from one iteration of a loop to the next")
            for item in value.incoming_values:
                if item is ir.UNDEFINED or typemap[item.name] == types._undef_var != target:
                    raise TypingError("it has a variable that may have no value: assign one first")
                require_same_kind(typemap[item.name], target)
