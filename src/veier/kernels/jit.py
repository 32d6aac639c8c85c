"""Kernels by Numba: for developers who edit them, for games of other packages, and where there is no library.

Declarations of kernels know nothing of Numba. Here they get their Numba types and functions, when they are first
needed; the types of kernels and inner functions tell Numba how to call them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
from numba import extending, types
from numba.core import cgutils, typeinfer
from numba.core.registry import cpu_target
from numba.experimental.function_type import FunctionModel

from veier.kernels import library
from veier.kernels.cache import kernel_cache_dir
from veier.kernels.decorators import Inner, Intrinsic, Kernel
from veier.kernels.types import Array, Fields, KernelType, Number, Signature, Type

# Untyped.
_extending: Any = extending
_cgutils: Any = cgutils
_types: Any = types
_typing: Any = cpu_target.typing_context


def dispatcher(kernel: Kernel) -> Any:
    """Return a kernel as a compiled function of Numba, from the cache if it is there."""
    made = _dispatcher(kernel)
    (compiled,) = made.overloads.values()
    # Numba asks each function that Python passes to a kernel for its address, 30 µs each; ours carry theirs.
    made.address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return made


def compiled(kernel: Kernel) -> Any:
    """Return Numba's result of compiling a kernel."""
    (result,) = _dispatcher(kernel).overloads.values()
    return result


@cache
def _dispatcher(kernel: Kernel) -> Any:
    place = kernel_cache_dir(kernel.module) if kernel.cached else None
    made: Any = _declared_dispatcher(kernel)
    # Numba reads its cache directory here; it is a setting of the whole process, so it is restored at once for the
    # sake of other users of Numba.
    config: Any = numba.config
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(place or "")
    try:
        if place:
            made.enable_caching()
        with typeinfer.register_dispatcher(made):
            made.compile(numba_signature(kernel.signature))
        made.disable_compile()
    finally:
        config.CACHE_DIR = theirs
    return made


@cache
def _declared_dispatcher(kernel: Kernel) -> Any:
    """Return the function of a kernel before it is compiled: a recursive one calls itself by this."""
    return numba.njit(**_options(kernel.allocates))(kernel.function)


@cache
def _inner_dispatcher(function: Inner) -> Any:
    # Nobody calls it from Python or C, so that nothing is made for that: a fifth of the time.
    bare = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(**(_options(function.allocates) | bare))(function.function)


@cache
def _intrinsic_type(function: Intrinsic) -> Any:
    """Return the type of an intrinsic, which Numba makes from a function of its signature and code generator."""
    kinds = {"q": types.int64, "d": types.float64, "b": numba_type(Array(Number("int8"), 2))}
    result, *arguments = (kinds[letter] for letter in function.signature)

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        described = zip(arguments, values, strict=True)
        return function.build(builder, *(_value_or_address(context, builder, *each) for each in described))

    typed = (result(*arguments), emit)
    # Numba counts the parameters.
    by_count: dict[int, Any] = {
        1: lambda typing, one: typed,
        2: lambda typing, one, two: typed,
        3: lambda typing, one, two, three: typed,
    }
    made = _extending.intrinsic(by_count[len(arguments)])
    _typing.refresh()
    return _typing.resolve_value_type(made)


def _value_or_address(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return a number as it is, and of an array the address of its items."""
    return context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value


def _options(allocates: bool) -> dict[str, Any]:
    return {"nogil": True, "error_model": "numpy", "_nrt": allocates}


# Types.


class _KernelPointer(types.FunctionType):
    """The address of a kernel as an argument of others: what `KernelType` is to Numba."""


_extending.register_model(_KernelPointer)(FunctionModel)


def _unbox_kernel(pointer_type: Any, function: Any, c: Any) -> Any:
    """Generate the code that reads a kernel's address from Python."""
    pointer = _cgutils.create_struct_proxy(pointer_type)(c.context, c.builder)
    address = c.pyapi.object_getattr_string(function, "address")
    # What is no kernel has none: return with Python's AttributeError, as Numba does for its function types.
    with c.builder.if_then(_cgutils.is_null(c.builder, address), likely=False):
        c.builder.ret(c.pyapi.get_null_object())
    pointer.jit_addr = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return _extending.NativeValue(pointer._getvalue())


_extending.unbox(_KernelPointer)(_unbox_kernel)


@cache
def numba_type(described: Type) -> Any:
    """Return the Numba type of a described type."""
    match described:
        case Number(name):
            return getattr(types, name)
        case Array(item, dimensions):
            return _types.Array(numba_type(item), dimensions, "C")
        case KernelType(signature):
            return _KernelPointer(numba_signature(signature))
        case Fields(cls, members):
            made = _types.NamedTuple(tuple(map(numba_type, members)), cls)
            if any(isinstance(member, KernelType) for member in members):
                # Left to itself, Numba would give a bundle another type for each game. Its arrays are not checked at
                # each call, which would take 40 µs; a test checks those of all games.
                _extending.typeof_impl.register(cls)(lambda value, context: made)
            return made


@cache
def numba_signature(signature: Signature) -> Any:
    """Return the Numba signature of a described one."""
    return types.int64(*map(numba_type, signature.arguments))


# What kernels call: Numba asks for the types of these when it meets them in a function.


def _type_of_kernel(value: Any, context: Any) -> Any:
    declared = value if isinstance(value, Kernel) else value.source
    made = _declared_dispatcher(declared)
    if not made.overloads and not made.is_compiling:
        _dispatcher(declared)
    return _types.Dispatcher(made)


_extending.typeof_impl.register(Kernel)(_type_of_kernel)
if library.kernel_class():
    _extending.typeof_impl.register(library.kernel_class())(_type_of_kernel)
_extending.typeof_impl.register(Inner)(lambda value, context: _types.Dispatcher(_inner_dispatcher(value)))
_extending.typeof_impl.register(Intrinsic)(lambda value, context: _intrinsic_type(value))
