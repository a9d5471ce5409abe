"""Numba's compiler with two extra passes, and with all functions of a search in one LLVM module.

Before type inference, operators are replaced by calls of checked operators, and unsupported instructions are rejected.
After it, types are checked.

By default, numba compiles each function to its own module, and recursive calls go through addresses that are filled in
later. One module for all functions compiles faster, runs faster, and can be cached on disk.
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

from fpgames.compiled.arithmetic.integers import CHECKED_OPERATORS
from fpgames.compiled.arithmetic.kinds import SUPPORTED, CheckKinds
from fpgames.tree.walking import RECURSIVE_CODE


class _InnerLibrary(JITCodeLibrary):
    """The code of a function that only other functions of its search call; it is not finalized by itself."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _EntryLibrary(JITCodeLibrary):
    """The function that Python calls, linked with all functions that it calls; only its own symbols are external."""

    def __init__(self, codegen, name) -> None:
        super().__init__(codegen, name)
        self._own_names: set[str] = set()
        self._environments: list[Environment] = []

    def add_ir_module(self, ir_module) -> None:
        """Add a module of the entry function, whose symbols stay external."""
        self._own_names.update(value.name for value in ir_module.global_values if getattr(value, "blocks", True))
        super().add_ir_module(ir_module)

    def finalize(self) -> None:
        """Link all functions, including those that were compiled for an earlier search and are called by name."""
        libraries: list[Any] = [self]
        for library in libraries:  # the loop appends libraries
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
        require_self_contained(module)  # after optimization has removed unused functions

    def _rename_environment(self, environment: Environment) -> str:
        """Rename an environment, with the entry function's name as prefix; keep it alive, and return the name."""
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
    """Raise NotImplementedError if a module calls compiled functions outside it, which would crash the process."""
    for function in module.functions:
        if function.is_declaration and function.name.startswith("_ZN"):  # numba's name mangling
            raise NotImplementedError(f"{function.name} is called, but it was not compiled")


class _ByNameLower(Lower):
    def setup_function(self, fndesc) -> None:
        """Mark a function as ``alwaysinline`` if its ``inlined`` attribute is set."""
        super().setup_function(fndesc)
        if vars(self.func_ir.func_id.func).get("inlined"):
            self.function.attributes.add("alwaysinline")

    def _lower_call_RecursiveCall(self, kind, expr, signature):
        """Call a recursive function by its symbol, which works because all functions end up in one module."""
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
class _OneModuleLowering(NativeLowering):
    _name = "fpgames_lowering"
    lowering_class = _ByNameLower

    def run_pass(self, state) -> bool:
        """Lower a function to LLVM instructions."""
        library = _InnerLibrary if state.flags.no_compile else _EntryLibrary
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.named = []  # recursive calls: dispatcher and argument types
        state.library.enable_object_caching()
        return super().run_pass(state)


_EXPRESSIONS = {
    "binop", "build_tuple", "call", "cast", "exhaust_iter", "getattr", "getiter", "getitem", "inplace_binop", "iternext", "pair_first",
    "pair_second", "phi", "static_getitem", "unary",
}  # fmt: skip
_LIST_EXPRESSIONS = ("build_list", "undef")  # the variable of a comprehension is undefined outside it
_STATEMENTS = (ir.Assign, ir.Branch, ir.Del, ir.Jump, ir.Raise, ir.Return, ir.SetAttr)
_OPERATOR_EXPRESSIONS = ("binop", "inplace_binop", "unary")
_OPERATORS = (*CHECKED_OPERATORS, is_, is_not, not_)
_INSERTED_BY_NUMBA = (bool, tuple)  # numba's own calls, for conditions and f(*args)
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
    """Replace operators by calls of checked operators; reject functions with unsupported instructions."""

    _name = "fpgames_check_instructions"

    def __init__(self) -> None:  # numba's __init__ is abstract
        super().__init__()

    def run_pass(self, state) -> bool:
        """Rewrite the instructions of the function in place."""
        checked, fixed_args = (vars(state.func_id.func).get(name) for name in ("checked", "fixed_args"))
        if fixed_args:
            nested_code = [item for item in state.func_id.code.co_consts if isinstance(item, CodeType)]
            if any(item.co_flags & CO_GENERATOR for item in nested_code):
                raise TypingError("it has a generator expression: write a list, in brackets, or a loop")
            InlineClosureLikes().run_pass(state)  # so that comprehensions are checked as loops
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
                    old.name = "$range"  # numba treats the name range specially
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
        """Insert a call of the function's prologue, if it has one: ``prologue(left)`` or ``prologue()``."""
        prologue = vars(state.func_id.func).get("prologue")
        if prologue is None:
            return
        block = state.func_ir.blocks[min(state.func_ir.blocks)]
        loc, scope = block.loc, block.scope
        is_level = state.func_id.func.__code__ in RECURSIVE_CODE  # their second argument is the depth left
        args = [scope.get(state.func_ir.arg_names[1])] if is_level else []
        callee, ignored = (ir.Var(scope, name, loc) for name in ("$first", "$nothing"))
        values = {callee: ir.Global("first", prologue, loc), ignored: ir.Expr.call(callee, args, (), loc)}
        n_args = sum(isinstance(stmt, ir.Assign) and isinstance(stmt.value, ir.Arg) for stmt in block.body)
        block.body[n_args:n_args] = [ir.Assign(value, var, loc) for var, value in values.items()]
        for var, value in values.items():
            state.func_ir._definitions[var.name] = [value]


def _require_supported(stmt, module_names, lists: bool) -> None:
    """Raise TypingError for an unsupported instruction, or for a builtin function without a lowering."""
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
    """Numba's compiler with checked operators; only functions that Python can call become machine code."""

    def define_pipelines(self):
        """Return numba's passes with our two checks, and with our own last step."""
        self.state.flags.no_compile = self.state.flags.no_cpython_wrapper
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_OneModuleLowering if step is NativeLowering else step, text) for step, text in passes.passes]
        passes.add_pass_after(_CheckInstructions, IRProcessing)
        passes.add_pass_after(CheckKinds, NopythonTypeInference)
        passes.finalize()
        return [passes]
