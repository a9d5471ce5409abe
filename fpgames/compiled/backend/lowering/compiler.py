"""Numba's compiler with two extra passes, and with all functions of a search in one LLVM module.

Before type inference, the first pass replaces operators by checked operators, and rejects unsupported instructions.
After type inference, the second pass checks the types of all variables.

By default, numba compiles each function to its own module; recursive calls use pointers that numba fills in later. One
module for all functions of a search compiles faster, runs faster, and can be stored on disk.
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

from fpgames.compiled.backend.arithmetic.integers import CHECKED_OPERATORS
from fpgames.compiled.backend.arithmetic.kinds import SUPPORTED, CheckKinds
from fpgames.tree.walking import RECURSIVE_CODE


class _InnerLibrary(JITCodeLibrary):
    """LLVM code of an inner function, which Python cannot call; the code is compiled as part of an entry function."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """The LLVM code of an entry function and of all inner functions; Python calls the entry function."""

    def __init__(self, codegen, name) -> None:
        super().__init__(codegen, name)
        self._own_names: set[str] = set()
        self._environments: list[Environment] = []

    def add_ir_module(self, ir_module) -> None:
        """Add a module of the entry function; symbols defined in the module keep external linkage."""
        self._own_names.update(value.name for value in ir_module.global_values if getattr(value, "blocks", True))
        super().add_ir_module(ir_module)

    def finalize(self) -> None:
        """Link all inner functions, including functions that were compiled for an earlier search."""
        libraries: list[Any] = [self]
        for library in libraries:  # ``libraries`` grows during the loop
            named = [dispatcher.overloads[types].library for dispatcher, types in getattr(library, "named", ())]
            for linked in named:
                self.add_linking_library(linked)
            libraries.extend(linked for linked in {*named, *library._linking_libraries} if linked not in libraries)
        super().finalize()

    def _optimize_final_module(self) -> None:
        module = self._final_module
        for symbol in (*module.functions, *module.global_variables):
            if symbol.name in self._own_names or symbol.is_declaration:
                continue
            environment = lookup_environment(symbol.name)
            if environment is None:
                symbol.linkage = "internal"
            else:
                symbol.name = self._rename_environment(environment)
        super()._optimize_final_module()
        require_self_contained(module)  # checked last, because the optimization removes unused functions

    def _rename_environment(self, environment: Environment) -> str:
        """Rename an inner function's environment, its constants; the new name begins with the entry function's name."""
        own = next(name for name in self._own_names if lookup_environment(name) is not None)
        name = f"{own}.{len(self._environments)}"
        renamed = _rebuild_env(__name__, environment.consts, name)
        self._environments.append(renamed)
        return name

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        for environment in self._environments:
            self._codegen.set_env(environment.env_name, environment)


def require_self_contained(module) -> None:
    """Raise NotImplementedError if a module calls a numba function that it lacks: the call would crash the process."""
    for function in module.functions:
        if function.is_declaration and function.name.startswith("_ZN"):  # prefix of the names that numba mangles
            raise NotImplementedError(f"{function.name} is called, but it was not compiled")


class _LowerCallsByName(Lower):
    def setup_function(self, fndesc) -> None:
        """Mark the LLVM function as ``alwaysinline`` if the Python function has the attribute ``inlined``."""
        super().setup_function(fndesc)
        if vars(self.func_ir.func_id.func).get("inlined"):
            self.function.attributes.add("alwaysinline")

    def _lower_call_RecursiveCall(self, fnty, expr, signature):
        """Emit a recursive call by the function's symbol; one LLVM module contains all functions of the search."""
        self.library.named.append((fnty.dispatcher_type.dispatcher, signature.args))
        codegen = self.context.codegen()
        codegen.insert_unresolved_ref = lambda builder, ty, name: cgutils.get_or_insert_function(
            builder.module, ty, name
        )
        try:
            return super()._lower_call_RecursiveCall(fnty, expr, signature)
        finally:
            del codegen.insert_unresolved_ref


@register_pass(mutates_CFG=True, analysis_only=False)
class _OneModuleLowering(NativeLowering):
    _name = "fpgames_lowering"
    lowering_class = _LowerCallsByName

    def run_pass(self, state) -> bool:
        """Translate the function to LLVM instructions, and store them in an ``_InnerLibrary`` or ``_EntryLibrary``."""
        library = _InnerLibrary if state.flags.no_compile else _EntryLibrary
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.named = []  # functions called by symbol: (dispatcher, argument types)
        state.library.enable_object_caching()
        return super().run_pass(state)


_EXPRESSIONS = {
    "binop", "build_tuple", "call", "cast", "exhaust_iter", "getattr", "getiter", "getitem", "inplace_binop", "iternext", "pair_first",
    "pair_second", "phi", "static_getitem", "unary",
}  # fmt: skip
_LIST_EXPRESSIONS = ("build_list", "undef")  # undef: value of a comprehension's variable outside the comprehension
_STATEMENTS = (ir.Assign, ir.Branch, ir.Del, ir.Jump, ir.Raise, ir.Return, ir.SetAttr)
_OPERATOR_EXPRESSIONS = ("binop", "inplace_binop", "unary")
_OPERATORS = (*CHECKED_OPERATORS, is_, is_not, not_)
_INSERTED_BY_NUMBA = (bool, tuple)  # builtins that numba calls, for conditions and for f(*args)
_REASONS = {
    "make_function": "it defines a function, or has a comprehension: define it at the top of the module, or write a loop",
    "mark_try_block": "it has a try statement, which would catch the errors of compiled code",
    "AssertionError": "it has an assert statement; raise an error instead",
    "slice": "it takes a slice of a tuple, whose length is not known",
    "str": "it makes a string",
    **dict.fromkeys(("build_list", "build_map", "build_set"), "it makes a list, a dict or a set, and compiled code has tuples only"),
}  # fmt: skip


@register_pass(mutates_CFG=False, analysis_only=False)
class _CheckInstructions(FunctionPass):
    """A compiler pass that replaces operators by checked operators, and rejects unsupported instructions."""

    _name = "fpgames_check_instructions"

    def __init__(self) -> None:  # overrides numba's abstract method
        super().__init__()

    def run_pass(self, state) -> bool:
        """Rewrite the instructions of the function in place; return True, because the function is changed."""
        checked, fixed_args = (vars(state.func_id.func).get(name) for name in ("checked", "fixed_args"))
        if fixed_args:
            nested_code = [item for item in state.func_id.code.co_consts if isinstance(item, CodeType)]
            if any(item.co_flags & CO_GENERATOR for item in nested_code):
                raise TypingError("it has a generator expression: write a list, in brackets, or a loop")
            InlineClosureLikes().run_pass(state)  # turns comprehensions into loops, which are checked
        definitions = state.func_ir._definitions
        for block in state.func_ir.blocks.values():
            body = []
            for stmt in block.body:
                if checked:
                    _require_supported(stmt, state.func_id.func.__globals__, bool(fixed_args))
                old = stmt.value if isinstance(stmt, ir.Assign) else None
                if isinstance(old, ir.Arg) and old.name in (fixed_args or ()):
                    stmt.value = ir.Global(f"${old.name}", fixed_args[old.name], old.loc)
                    definitions[stmt.target.name] = [stmt.value]
                elif isinstance(old, ir.Global) and old.name == "range":
                    old.name = "$range"  # renamed, because numba treats the name ``range`` specially
                elif isinstance(old, ir.Expr) and old.op in _OPERATOR_EXPRESSIONS and old.fn in CHECKED_OPERATORS:
                    operands = [old.value] if old.op == "unary" else [old.lhs, old.rhs]
                    operator = ir.Global(old.fn.__name__, CHECKED_OPERATORS[old.fn], old.loc)
                    function = ir.Var(block.scope, f"$checked{len(definitions)}", old.loc)
                    stmt.value = ir.Expr.call(function, operands, (), old.loc)
                    definitions[function.name] = [operator]
                    earlier = definitions[stmt.target.name]
                    definitions[stmt.target.name] = [stmt.value if item is old else item for item in earlier]
                    body.append(ir.Assign(operator, function, old.loc))
                body.append(stmt)
            block.body = body
        self._insert_prologue(state)
        return True

    def _insert_prologue(self, state) -> None:
        """Insert a call of a function's ``prologue`` at the start; in a search, the remaining depth is an argument."""
        prologue = vars(state.func_id.func).get("prologue")
        if prologue is None:
            return
        block = state.func_ir.blocks[min(state.func_ir.blocks)]
        loc, scope = block.loc, block.scope
        is_level = state.func_id.func.__code__ in RECURSIVE_CODE  # the second argument is the remaining depth
        args = [scope.get(state.func_ir.arg_names[1])] if is_level else []
        callee, ignored = (ir.Var(scope, name, loc) for name in ("$first", "$nothing"))
        values = {callee: ir.Global("first", prologue, loc), ignored: ir.Expr.call(callee, args, (), loc)}
        n_args = sum(isinstance(stmt, ir.Assign) and isinstance(stmt.value, ir.Arg) for stmt in block.body)
        block.body[n_args:n_args] = [ir.Assign(value, var, loc) for var, value in values.items()]
        for var, value in values.items():
            state.func_ir._definitions[var.name] = [value]


def _require_supported(stmt, module_names, lists: bool) -> None:
    """Raise TypingError for an unsupported instruction or global; instructions on lists need a true ``lists``."""
    value = stmt.value if isinstance(stmt, ir.Assign) else None
    if isinstance(value, ir.Expr) and value.op not in _EXPRESSIONS and not (lists and value.op in _LIST_EXPRESSIONS):
        raise TypingError(_REASONS.get(value.op, f"it uses {value.op.replace('_', ' ')}, which is not compiled"))
    if isinstance(value, ir.Expr) and value.op in _OPERATOR_EXPRESSIONS and value.fn not in _OPERATORS:
        raise TypingError(f"it uses {value.fn.__name__}, which is not compiled")
    if isinstance(value, ir.Global) and value.name not in module_names and value.value not in _INSERTED_BY_NUMBA:
        unsupported = f"it uses {value.name}, which is not compiled; compiled code has {SUPPORTED}"
        raise TypingError(_REASONS.get(value.name, unsupported))
    if not isinstance(stmt, _STATEMENTS):
        raise TypingError(f"it has a statement that is not compiled: {stmt}")


class CheckedCompiler(CompilerBase):
    """Numba's compiler with two more passes; inner functions become machine code only as parts of entry functions."""

    def define_pipelines(self):
        """Return numba's compiler passes, with two passes added and the pass that emits LLVM code replaced."""
        self.state.flags.no_compile = self.state.flags.no_cpython_wrapper
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_OneModuleLowering if step is NativeLowering else step, text) for step, text in passes.passes]
        passes.add_pass_after(_CheckInstructions, IRProcessing)
        passes.add_pass_after(CheckKinds, NopythonTypeInference)
        passes.finalize()
        return [passes]
