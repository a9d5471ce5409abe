"""The parts of a search in one module, which becomes machine code once, and which no other module has to know.

Numba makes machine code of each function by itself, and lets functions that call each other do so through addresses that
it fills in later. One module for all takes less time to compile, is faster, and can be kept on the disk.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.environment import Environment, _rebuild_env, lookup_environment
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering


class _Linked(JITCodeLibrary):
    """A function, with those that it calls.

    Args:
        named: the functions that it calls by name, since they call it too: what was compiled, and for which types.
    """

    def __init__(self, codegen, name) -> None:
        super().__init__(codegen, name)
        self.named: list[tuple[Any, tuple[types.Type, ...]]] = []


class _Part(_Linked):
    """A function that is called by others of its search only."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _Whole(_Linked):
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

    def __init__(self) -> None:  # abstract in numba's class
        super().__init__()

    def run_pass(self, state) -> bool:
        """Turn a function into LLVM's instructions."""
        library = _Part if state.flags.no_compile else _Whole
        state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


class LinkedCompiler(CompilerBase):
    """Numba's compiler, which makes machine code of functions that Python can call only."""

    def define_pipelines(self):
        """Return the passes of numba, with another one for the last step."""
        self.state.flags.no_compile = self.state.flags.no_cpython_wrapper
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(_Lowering if each is NativeLowering else each, why) for each, why in passes.passes]
        passes.finalize()
        return [passes]
