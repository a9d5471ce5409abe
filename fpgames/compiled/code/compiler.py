"""Numba's compiler, with checks, and with all functions of a search in one module.

Before types are inferred, operators are replaced by calls of checked ones, and what is not known to do what it does in Python
is refused; afterwards, types are checked.

Numba makes machine code of each function by itself, and lets functions that call each other do so through addresses that
it fills in later. One module for all takes less time to compile, is faster, and can be kept on the disk.
"""

from __future__ import annotations

from inspect import CO_GENERATOR
from operator import is_, is_not, not_
from types import CodeType
from typing import Any

from numba.core import cgutils, ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.environment import Environment, _rebuild_env, lookup_environment
from numba.core.errors import TypingError
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering, NopythonTypeInference
from numba.core.untyped_passes import InlineClosureLikes, IRProcessing

from fpgames.compiled.arithmetic.integers import CHECKED
from fpgames.compiled.arithmetic.kinds import KNOWN, CheckKinds
from fpgames.tree.walking import RECURSIVE_CODE


class _Part(JITCodeLibrary):
    """A function that is called by others of its search only."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _Whole(JITCodeLibrary):
    """The function that Python calls, with all that it calls, whose names mean nothing elsewhere.

    What a function needs of Python's objects, such as those of an error, is in its environment, which a variable points to.
    """

    def __init__(self, codegen, name) -> None:
        super().__init__(codegen, name)
        self._own: set[str] = set()
        self._environments: list[Environment] = []

    def add_ir_module(self, ir_module) -> None:
        """Add a module of the function itself, whose names are kept."""
        self._own.update(each.name for each in ir_module.global_values if getattr(each, "blocks", True))
        super().add_ir_module(ir_module)

    def finalize(self) -> None:
        """Put the functions together, also those that were compiled for another search, and are called by name."""
        libraries: list[Any] = [self]
        for each in libraries:  # which grows
            named = [dispatcher.overloads[kinds].library for dispatcher, kinds in getattr(each, "named", ())]
            for other in named:
                self.add_linking_library(other)
            libraries.extend(other for other in {*named, *each._linking_libraries} if other not in libraries)
        super().finalize()

    def _optimize_final_module(self) -> None:
        module = self._final_module
        for each in (*module.functions, *module.global_variables):
            if each.name in self._own or each.is_declaration:
                continue
            environment = lookup_environment(each.name)
            if environment is None:
                each.linkage = "internal"
            else:
                each.name = self._renamed(environment)
        super()._optimize_final_module()
        require_whole(module)  # now, without the functions that nothing calls

    def _renamed(self, environment: Environment) -> str:
        """Keep an environment under a name that begins with that of the function's own; return the name."""
        own = next(name for name in self._own if lookup_environment(name) is not None)
        name = f"{own}.{len(self._environments)}"
        renamed = _rebuild_env(__name__, environment.consts, name)
        self._environments.append(renamed)
        return name

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        for each in self._environments:
            self._codegen.set_env(each.env_name, each)


def require_whole(module) -> None:
    """Raise an error if a module calls compiled functions that are not in it, which would crash the process."""
    for each in module.functions:
        if each.is_declaration and each.name.startswith("_ZN"):  # as numba names them
            raise NotImplementedError(f"{each.name} is called, but it was not compiled")


class _Lower(Lower):
    def setup_function(self, fndesc) -> None:
        """Let a function that is to be a part of those that call it become one."""
        super().setup_function(fndesc)
        if vars(self.func_ir.func_id.func).get("inlined"):
            self.function.attributes.add("alwaysinline")

    def _lower_call_RecursiveCall(self, kind, expr, signature):
        """Let functions that call each other do so by name, since they will be in one module."""
        self.library.named.append((kind.dispatcher_type.dispatcher, signature.args))
        codegen = self.context.codegen()
        codegen.insert_unresolved_ref = lambda builder, kind, name: cgutils.get_or_insert_function(
            builder.module, kind, name
        )
        try:
            return super()._lower_call_RecursiveCall(kind, expr, signature)
        finally:
            del codegen.insert_unresolved_ref


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):
    _name = "fpgames_lowering"
    lowering_class = _Lower

    def run_pass(self, state) -> bool:
        """Turn a function into LLVM's instructions."""
        library = _Part if state.flags.no_compile else _Whole
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.named = []  # the functions that it calls by name, since they call it too, and for which types
        state.library.enable_object_caching()
        return super().run_pass(state)


_EXPRESSIONS = {
    "binop", "build_tuple", "call", "cast", "exhaust_iter", "getattr", "getiter", "getitem", "inplace_binop", "iternext", "pair_first",
    "pair_second", "phi", "static_getitem", "unary",
}  # fmt: skip
_OF_LISTS = ("build_list", "undef")  # a variable of a comprehension has no value before, and none after
_STATEMENTS = (ir.Assign, ir.Branch, ir.Del, ir.Jump, ir.Raise, ir.Return, ir.SetAttr)
_OF_OPERATORS = ("binop", "inplace_binop", "unary")
_OPERATORS = (*CHECKED, is_, is_not, not_)
_INJECTED = (bool, tuple)  # in the instructions of conditions, and of calls f(*x)
_WHY = {
    "make_function": "it defines a function, or has a comprehension: define it at the top of the module, or write a loop",
    "mark_try_block": "it has a try statement, which would catch the errors of compiled code",
    "AssertionError": "it has an assert statement; raise an error instead",
    "slice": "it takes a part of a tuple, whose length is not known",
    "str": "it makes a text",
    **dict.fromkeys(("build_list", "build_map", "build_set"), "it makes a list, a dict or a set, and compiled code has tuples only"),
}  # fmt: skip


@register_pass(mutates_CFG=False, analysis_only=False)
class _CheckInstructions(FunctionPass):
    """Replace operators by calls of checked ones; refuse a function that has instructions that are not known."""

    _name = "fpgames_check_instructions"

    def __init__(self) -> None:  # abstract in numba's class
        super().__init__()

    def run_pass(self, state) -> bool:
        """Change the instructions of the function in place."""
        checked, given = (vars(state.func_id.func).get(name) for name in ("checked", "given"))
        if given:
            inner = [each for each in state.func_id.code.co_consts if isinstance(each, CodeType)]
            if any(each.co_flags & CO_GENERATOR for each in inner):
                raise TypingError("it has a generator expression: write a list, in brackets, or a loop")
            InlineClosureLikes().run_pass(state)  # before numba does, so that comprehensions are checked, too
        definitions = state.func_ir._definitions
        for block in state.func_ir.blocks.values():
            body = []
            for one in block.body:
                if checked:
                    _require_known(one, state.func_id.func.__globals__, bool(given))
                old = one.value if isinstance(one, ir.Assign) else None
                if isinstance(old, ir.Arg) and old.name in (given or ()):
                    one.value = ir.Global(f"${old.name}", given[old.name], old.loc)
                    definitions[one.target.name] = [one.value]
                elif isinstance(old, ir.Global) and old.name == "range":
                    old.name = "$range"  # numba wants the name for its own
                elif isinstance(old, ir.Expr) and old.op in _OF_OPERATORS and old.fn in CHECKED:
                    operands = [old.value] if old.op == "unary" else [old.lhs, old.rhs]
                    held = ir.Global(old.fn.__name__, CHECKED[old.fn], old.loc)
                    function = ir.Var(block.scope, f"$checked{len(definitions)}", old.loc)
                    one.value = ir.Expr.call(function, operands, (), old.loc)
                    definitions[function.name] = [held]
                    ours = definitions[one.target.name]
                    definitions[one.target.name] = [one.value if each is old else each for each in ours]
                    body.append(ir.Assign(held, function, old.loc))
                body.append(one)
            block.body = body
        self._begin(state)
        return True

    def _begin(self, state) -> None:
        """Let a function begin with a call, if it is to: ``first(left)``, or ``first()``."""
        first = vars(state.func_id.func).get("first")
        if first is None:
            return
        block = state.func_ir.blocks[min(state.func_ir.blocks)]
        where, scope = block.loc, block.scope
        of_level = state.func_id.func.__code__ in RECURSIVE_CODE  # whose second argument is the levels left
        given = [scope.get(state.func_ir.arg_names[1])] if of_level else []
        held, found = (ir.Var(scope, name, where) for name in ("$first", "$nothing"))
        values = {held: ir.Global("first", first, where), found: ir.Expr.call(held, given, (), where)}
        after = sum(isinstance(one, ir.Assign) and isinstance(one.value, ir.Arg) for one in block.body)
        block.body[after:after] = [ir.Assign(value, var, where) for var, value in values.items()]
        for var, value in values.items():
            state.func_ir._definitions[var.name] = [value]


def _require_known(one, names, lists: bool) -> None:
    """Raise TypingError for an instruction that is not known, or a function of Python that stands for itself."""
    value = one.value if isinstance(one, ir.Assign) else None
    if isinstance(value, ir.Expr) and value.op not in _EXPRESSIONS and not (lists and value.op in _OF_LISTS):
        raise TypingError(_WHY.get(value.op, f"it uses {value.op.replace('_', ' ')}, which is not compiled"))
    if isinstance(value, ir.Expr) and value.op in _OF_OPERATORS and value.fn not in _OPERATORS:
        raise TypingError(f"it uses {value.fn.__name__}, which is not compiled")
    if isinstance(value, ir.Global) and value.name not in names and value.value not in _INJECTED:
        unknown = f"it uses {value.name}, which is not compiled; compiled code has {KNOWN}"
        raise TypingError(_WHY.get(value.name, unknown))
    if not isinstance(one, _STATEMENTS):
        raise TypingError(f"it has a statement that is not compiled: {one}")


class CheckedCompiler(CompilerBase):
    """Numba's compiler with checked operators, and with machine code of functions that Python can call only."""

    def define_pipelines(self):
        """Return the passes of numba, with two more, and another one for the last step."""
        self.state.flags.no_compile = self.state.flags.no_cpython_wrapper
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_Lowering if each is NativeLowering else each, why) for each, why in passes.passes]
        passes.add_pass_after(_CheckInstructions, IRProcessing)
        passes.add_pass_after(CheckKinds, NopythonTypeInference)
        passes.finalize()
        return [passes]
