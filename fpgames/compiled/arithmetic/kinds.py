"""Kinds of values: compiled code gives a variable one type, and would turn 1 into 1.0 where Python does not.

So a function is not compiled if a variable of it is now of one kind and now of another, or of a kind that is not known
to do what it does in Python.
"""

from __future__ import annotations

from operator import is_, is_not

from numba.core import ir, types
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import TypingError
from numba.extending import intrinsic

_OURS = ("fpgames.tree.", "fpgames.search.", "fpgames.compiled.")  # which know that a value may be None


KNOWN = (
    "numbers, tuples of them, functions written in Python, and of Python's own abs, bool, enumerate, float, int, len, max,"
    " min, range, sum, zip, math.sqrt and operators"
)

TOO_LARGE = "a whole number does not fit into a signed word of 64 bits, as compiled code needs; without jit it does"


def fits(number: int) -> bool:
    """Return whether a whole number fits into a signed word of 64 bits."""
    return -(1 << 63) <= number < 1 << 63


def signed(kind) -> bool:
    """Return whether values of a type are whole numbers that have a sign."""
    return isinstance(kind, types.Boolean) or (isinstance(kind, types.Integer) and kind.signed)


def kind_of(kind):
    """Return the kind of a type: a name, or a tuple of kinds; None for types that have no kind."""
    if isinstance(kind, types.Optional):
        return kind_of(kind.type)
    if isinstance(kind, types.EnumMember):
        return kind.instance_class.__name__
    if isinstance(kind, types.BaseTuple):
        return tuple(map(kind_of, kind))
    names = {types.Boolean: "bool", types.Integer: "int", types.Float: "float"}
    return next((name for each, name in names.items() if isinstance(kind, each)), None)


def _differ(one, other) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) != len(other) or any(map(_differ, one, other))
    return one is not None and other is not None and one != other


def _named(kind) -> str:
    return f"({', '.join(map(_named, kind))})" if isinstance(kind, tuple) else str(kind or "None")


def require_one_kind(one, other) -> None:
    """Raise TypingError if two types are of different kinds."""
    a, b = kind_of(one), kind_of(other)
    if _differ(a, b):
        raise TypingError(
            f"its values are now {_named(a)} and now {_named(b)}, and compiled code needs one type: write 1.0 for 1 where"
            " others are floats"
        )


def _require_names(one, other) -> None:
    """Raise TypingError for a comparison by ``is``, unless it is with None, or of two values that have names."""
    kinds = one, other
    if not (
        any(isinstance(kind, types.NoneType) for kind in kinds)
        or all(isinstance(kind, types.EnumMember) for kind in kinds)
    ):
        raise TypingError("it compares values by is, which says nothing about numbers and tuples: use ==")


_KNOWN = (
    types.Boolean, types.Dispatcher, types.EnumMember, types.EnumClass, types.EnumerateType, types.ExceptionClass,
    types.ExceptionInstance, types.Function, types.Generator, types.ListIter, types.NamedTupleClass, types.NoneType, types.NumberClass,
    types.Omitted, types.RecursiveCall, types.RangeIteratorType, types.RangeType, types.SliceType, types.StringLiteral, types.UnicodeType,
    types.UniTupleIter, types.ZipType,
)  # fmt: skip


def _require_known(kind) -> None:
    """Raise TypingError for a type whose values are not known to do what they do in Python."""
    if isinstance(kind, types.Optional | types.Pair):
        _require_known(kind.type if isinstance(kind, types.Optional) else kind.first_type)
    elif isinstance(kind, types.BaseTuple):
        fields = getattr(kind, "fields", ())
        if len(kind) < len(fields):
            raise TypingError(f"it makes a {kind.name.partition('(')[0]} without {fields[len(kind)]}: give all fields")
        for each in kind:
            _require_known(each)
    elif isinstance(kind, types.Integer | types.Float):
        if kind.bitwidth < 64 or (isinstance(kind, types.Integer) and not kind.signed):
            raise TypingError(
                f"it has a number of type {kind}, and compiled code has whole numbers and floats of 64 bits"
            )
    elif isinstance(kind, types.ZipType) and any(
        _has_nodes(each) for of in kind.source_types for each in getattr(of, "state_types", ())
    ):
        raise TypingError("it zips a generator of nodes: zip lists of them, in brackets")
    elif isinstance(kind, types.List):
        if _has_iterator(kind.dtype):
            raise TypingError("it keeps iterators in a list")
        _require_known(kind.dtype)
    elif isinstance(kind, types.BoundFunction):
        if not ("bit_count" in str(kind.typing_key) or kind.typing_key == "list.append"):
            raise TypingError(f"it calls {kind.typing_key}, which is not compiled")
    elif not (isinstance(kind, _KNOWN) or getattr(kind, "known", False) or kind == types._undef_var):
        raise TypingError(f"it has a value of type {kind}, and compiled code has numbers, and tuples of them")


def _has_nodes(kind) -> bool:
    """Return whether an iterator may have the children of a node on a stack, which others may be above."""
    of_nodes = isinstance(kind, types.Generator) and vars(kind.gen_func).get("inlined", False)
    return of_nodes or any(map(_has_nodes, getattr(kind, "state_types", ())))


def _has_iterator(kind) -> bool:
    kind = kind.type if isinstance(kind, types.Optional) else kind
    return isinstance(kind, types.IteratorType) or (isinstance(kind, types.BaseTuple) and any(map(_has_iterator, kind)))


def requiring(*kinds: str, otherwise: str = ""):
    """Return a function of a value that may be None, which returns it as one that may not; other kinds are not compiled."""

    @intrinsic
    def one_of(typing, value):
        kind = value.type if isinstance(value, types.Optional) else value
        if kinds and kind_of(kind) not in kinds:
            raise TypingError(otherwise.format(kind))
        return kind(value), lambda context, builder, signature, args: context.cast(builder, args[0], value, kind)

    return one_of


_RETURNED = "it returns a value of type {}, and functions in compiled code return numbers, and tuples of them"


def require_numbers(kind, otherwise: str = _RETURNED) -> None:
    """Raise TypingError unless values of a type consist of numbers."""
    if isinstance(kind, types.BaseTuple):
        for each in kind:
            require_numbers(each, otherwise)
    elif not isinstance(kind, types.Number | types.Boolean | types.NoneType | types.IntEnumMember):
        raise TypingError(otherwise.format(kind))


_LOOKS_INSIDE = ("binop", "exhaust_iter", "getattr", "getitem", "getiter", "inplace_binop", "static_getitem", "unary")


def _require_whole(value, typed) -> None:
    """Raise TypingError if an opaque value is taken apart, tested for truth, or compared with one of another type."""
    called = value.op == "call" and getattr(typed[value.func.name], "typing_key", None) in (bool, len)
    if called or value.op in _LOOKS_INSIDE:
        kinds = [typed[each.name] for each in (value.args if called else value.list_vars())]
        opaque = [getattr(getattr(kind, "instance_class", None), "opaque", False) for kind in kinds]
        if any(opaque) and not (value.op == "binop" and (all(opaque) or value.fn in (is_, is_not))):
            raise TypingError("it does more with a label than to compare it with other labels")


@register_pass(mutates_CFG=False, analysis_only=True)
class CheckKinds(AnalysisPass):
    """Refuse a function that has values of unknown types, or gives values of several kinds to one variable."""

    _name = "fpgames_check_kinds"

    def __init__(self) -> None:  # abstract in numba's class
        super().__init__()

    def run_pass(self, state) -> bool:
        """Raise TypingError for what is refused."""
        function = state.func_id.func
        if not vars(function).get("checked"):
            return False
        for kind in state.typemap.values():
            _require_known(kind)
        result = state.return_type
        yielded = result.yield_type if isinstance(result, types.Generator) else result
        if isinstance(yielded, types.Optional):
            if not (function.__module__.startswith(_OURS) or vars(function).get("given")):
                raise TypingError("it sometimes returns None")
            yielded = yielded.type
        require_numbers(yielded)
        for block in state.func_ir.blocks.values():
            for one in block.find_insts(ir.Assign):
                _check(one.value, state.typemap[one.target.name], yielded, state.typemap)
        return False


def _check(value, target, yielded, typed) -> None:
    """Raise TypingError if the value that is given to a variable has another kind than the variable."""
    if isinstance(value, ir.Var):
        require_one_kind(typed[value.name], target)
    elif isinstance(value, ir.Yield):
        require_one_kind(typed[value.value.name], yielded)
    elif isinstance(value, ir.Expr):
        _require_whole(value, typed)
        if value.op == "cast":
            require_one_kind(typed[value.value.name], target)
        elif value.op == "binop" and value.fn in (is_, is_not):
            _require_names(typed[value.lhs.name], typed[value.rhs.name])
        elif value.op == "build_list":
            for each in value.items:
                require_one_kind(typed[each.name], target.dtype)
        elif value.op == "call":
            called = getattr(typed[value.func.name], "typing_key", None)
            if called is bool and isinstance(typed[value.args[0].name], types.Optional):
                raise TypingError("it asks whether a value that may be None is true: ask 'is None' first")
            if called == "list.append":
                require_one_kind(typed[value.args[0].name], typed[value.func.name].this.dtype)
        elif value.op == "phi":
            if _has_iterator(target):  # which has one place in a function
                raise TypingError("it keeps an iterator from one turn of a loop to the next")
            for each in value.incoming_values:
                if each is ir.UNDEFINED or typed[each.name] == types._undef_var != target:
                    raise TypingError("it has a variable that may have no value: give it one before")
                require_one_kind(typed[each.name], target)
