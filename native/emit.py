"""From kernels to LLVM modules: Numba's unoptimised code for the kernels of a group, with an entry for each.

Numba would optimise and emit each function on its own, 240 times over. Here it only writes LLVM code, which is then
optimised as one module: a third of the time, and the result is the same for every processor until it is compiled.

The module also holds the group's table, an array of `Entry` (`library.c`): name, code, entry, address.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, codegen, cpu, lowering, types
from numba.core.registry import cpu_target

from veier.kernels import jit
from veier.kernels.decorators import Kernel, declared

# Untyped.
_cgutils: Any = cgutils
_context: Any = cpu_target.target_context
_BYTE, _INT32, _INT64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
_POINTER = _BYTE.as_pointer()


def emit(group: str, modules: Sequence[str]) -> bytes:
    """Return the kernels of some modules as LLVM bitcode, with their table under the name `group`."""
    # Numba makes millions of objects that live until the end.
    gc.disable()
    texts: dict[Any, list[str]] = {}
    for module in modules:
        importlib.import_module(module)
    kernels = [kernel for kernel in declared() if kernel.module in modules]
    with _numba_only_writes_code(texts):
        compiled = [(kernel, jit.compiled(kernel)) for kernel in kernels]
        table = _table(group, compiled)
    return _link([text for library in texts.values() for text in library] + [table], f"veier_{group}")


@contextmanager
def _numba_only_writes_code(texts: dict[Any, list[str]]) -> Iterator[None]:
    """Let Numba write code without optimising, linking or loading it: a library's modules are added to `texts`."""

    def create(library: Any, generator: Any, name: str) -> None:
        codegen.CodeLibrary.__init__(library, generator, name)
        library._linking_libraries = []
        texts[library] = []

    def add_module(library: Any, module: Any) -> None:
        texts[library].append(_cgutils.normalize_ir_text(str(module)))

    def finalize(library: Any) -> None:
        library._finalized = True

    def no_executable(context: Any, library: Any, description: Any, environment: Any) -> Any:
        # Numba tells functions apart by a built-in function that calls them; nobody calls this one.
        return [].append

    changes = (
        patch.object(jit, "kernel_cache_dir", lambda module: None),
        patch.object(codegen.CPUCodeLibrary, "__init__", create),
        patch.object(codegen.CPUCodeLibrary, "add_ir_module", add_module),
        patch.object(codegen.CPUCodeLibrary, "add_linking_library", lambda library, other: None),
        patch.object(codegen.CPUCodeLibrary, "finalize", finalize),
        patch.object(cpu.CPUContext, "get_executable", no_executable),
        patch.object(lowering.Lower, "_Lower__call_first_class_function_pointer", _call_by_address),
    )
    for change in changes:
        change.start()
    try:
        yield
    finally:
        for change in changes:
            change.stop()


def _call_by_address(lower: Any, function_type: Any, name: str, signature: Any, arguments: Any) -> Any:
    """Call a kernel that came as an argument by its native address; Numba would also provide for Python functions."""
    context, builder = lower.context, lower.builder
    pointer = _cgutils.create_struct_proxy(lower.typeof(name))(context, builder, value=lower.loadvar(name))
    native = context.call_conv.get_function_type(signature.return_type, signature.args).as_pointer()
    status, result = context.call_conv.call_function(
        builder, builder.bitcast(pointer.jit_addr, native), signature.return_type, signature.args, arguments
    )
    with _cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return result


def _link(texts: list[str], table: str) -> bytes:
    """Link modules, and hide everything but the table, so that what is inlined leaves no code behind."""
    whole = llvm.parse_assembly(texts[0])
    for text in texts[1:]:
        whole.link_in(llvm.parse_assembly(text))
    for function in whole.functions:
        if not function.is_declaration:
            function.linkage = "internal"
    for variable in whole.global_variables:
        if not variable.is_declaration and variable.name != table and not variable.name.startswith("llvm."):
            variable.linkage = "internal"
    whole.verify()
    return bytes(whole.as_bitcode())


def _table(group: str, compiled: list[tuple[Kernel, Any]]) -> str:
    """Return a module with an entry for each kernel, and the group's table."""
    module = ir.Module(group)
    fields = ir.LiteralStructType([_POINTER] * 4)
    rows = []
    for kernel, result in compiled:
        native = ir.Function(
            module,
            _context.call_conv.get_function_type(result.fndesc.restype, result.fndesc.argtypes),
            result.fndesc.llvm_func_name,
        )
        pointers = (
            _text(module, kernel.name),
            _text(module, kernel.signature.code),
            _entry(module, result, native),
            native,
        )
        rows.append(ir.Constant(fields, [pointer.bitcast(_POINTER) for pointer in pointers]))
    rows.append(ir.Constant(fields, [ir.Constant(_POINTER, None)] * 4))
    array = ir.ArrayType(fields, len(rows))
    table = ir.GlobalVariable(module, array, f"veier_{group}")
    table.initializer = ir.Constant(array, rows)
    table.global_constant = True
    return str(_cgutils.normalize_ir_text(str(module)))


def _text(module: Any, text: str) -> Any:
    data = bytearray(text.encode() + b"\0")
    array = ir.ArrayType(_BYTE, len(data))
    variable = ir.GlobalVariable(module, array, module.get_unique_name("text"))
    variable.initializer, variable.global_constant = ir.Constant(array, data), True
    return variable


def _entry(module: Any, result: Any, native: Any) -> Any:
    """Make the function that library.c calls: it reads the slots, calls the kernel and returns Numba's status."""
    entry_type = ir.FunctionType(_INT32, [_INT64.as_pointer(), _INT64.as_pointer()])
    entry = ir.Function(module, entry_type, module.get_unique_name("entry"))
    builder = ir.IRBuilder(entry.append_basic_block())
    slots = _Slots(builder, entry.args[0])
    arguments = [slots.read(argument) for argument in result.fndesc.argtypes]
    status, value = _context.call_conv.call_function(
        builder, native, result.fndesc.restype, result.fndesc.argtypes, arguments
    )
    builder.store(value, entry.args[1])
    builder.ret(status.code)
    return entry


class _Slots:
    """Reads arguments, as `library.c` writes them, one after the other."""

    def __init__(self, builder: Any, pointer: Any) -> None:
        self._builder = builder
        self._pointer = pointer
        self._used = 0

    def read(self, wanted: Any) -> Any:
        """Return the next argument as a value of a Numba type."""
        if isinstance(wanted, types.Array):
            return self._array(wanted)
        if isinstance(wanted, types.BaseTuple):
            members: Any = wanted
            return _context.make_tuple(self._builder, wanted, [self.read(member) for member in members.types])
        if isinstance(wanted, types.FunctionType):
            return self._kernel(wanted)
        word = self._next()
        return self._builder.bitcast(word, ir.DoubleType()) if isinstance(wanted, types.Float) else word

    def _next(self) -> Any:
        place = self._builder.gep(self._pointer, [ir.Constant(_INT32, self._used)])
        self._used += 1
        return self._builder.load(place)

    def _array(self, wanted: Any) -> Any:
        builder = self._builder
        array = _context.make_array(wanted)(_context, builder)
        data, shape = self._next(), [self._next() for _ in range(wanted.ndim)]
        size = ir.Constant(_INT64, _context.get_abi_sizeof(_context.get_data_type(wanted.dtype)))
        strides, items = [size], ir.Constant(_INT64, 1)
        for length in reversed(shape):
            strides.insert(0, builder.mul(strides[0], length))
            items = builder.mul(items, length)
        array.meminfo = ir.Constant(array.meminfo.type, None)
        array.parent = ir.Constant(array.parent.type, None)
        array.nitems, array.itemsize = items, size
        array.data = builder.inttoptr(data, array.data.type)
        array.shape = _cgutils.pack_array(builder, shape)
        array.strides = _cgutils.pack_array(builder, strides[1:])
        return array._getvalue()

    def _kernel(self, wanted: Any) -> Any:
        pointer = _cgutils.create_struct_proxy(wanted)(_context, self._builder)
        pointer.c_addr = pointer.py_addr = ir.Constant(pointer.c_addr.type, None)
        pointer.jit_addr = self._builder.inttoptr(self._next(), pointer.jit_addr.type)
        return pointer._getvalue()
