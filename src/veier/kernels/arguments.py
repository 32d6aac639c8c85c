"""Numba types of arguments: NamedTuples, kernels, and bundles of both.

Numba has function types of its own, but asks a function for its address in Python at every call: 30 µs for each, which
a short search would notice. A `KernelType` reads the address that `@kernel` has noted on the function.
"""

from __future__ import annotations

from typing import Any

from numba import extending, types
from numba.core import cgutils
from numba.experimental.function_type import FunctionModel

# Untyped.
_extending: Any = extending
_cgutils: Any = cgutils


class KernelType(types.FunctionType):
    """A kernel as an argument: a function that takes this is compiled once and serves every game."""


_extending.register_model(KernelType)(FunctionModel)


def _unbox_kernel(kernel_type: Any, function: Any, c: Any) -> Any:
    """Generate the code that reads a kernel's address from Python."""
    pointer = _cgutils.create_struct_proxy(kernel_type)(c.context, c.builder)
    address = c.pyapi.object_getattr_string(function, "address")
    # What is no kernel has none: return with Python's AttributeError, as Numba does for its function types.
    with c.builder.if_then(_cgutils.is_null(c.builder, address), likely=False):
        c.builder.ret(c.pyapi.get_null_object())
    pointer.jit_addr = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return _extending.NativeValue(pointer._getvalue())


_extending.unbox(KernelType)(_unbox_kernel)


def named_tuple(members: tuple[Any, ...], cls: type) -> Any:
    """Return the Numba type of a NamedTuple class whose fields have these types."""
    return types.NamedTuple(members, cls)  # type: ignore[no-untyped-call]


def bundle(members: tuple[Any, ...], cls: type) -> Any:
    """Return the Numba type of a NamedTuple class of kernels and tables, and let Python pass its instances to kernels.

    Left to itself, Numba would give such a tuple another type for each game. Its arrays are not checked at each call,
    which would take 40 µs; a test checks those of all games.
    """
    made = named_tuple(members, cls)
    _extending.typeof_impl.register(cls)(lambda value, context: made)
    return made
