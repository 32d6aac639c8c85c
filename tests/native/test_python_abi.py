"""`python_abi.h` says the same as Python's own headers, and everything that it declares is in Python's stable ABI."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

import native
from native.windows import imported_names, module_definition

SOURCES = Path(native.__file__).parent
HEADER = (SOURCES / "python_abi.h").read_text(encoding="utf-8")
INCLUDE = Path(sysconfig.get_path("include"))
COMPILER = shutil.which("cc")

# Ours, and Python's.
CONSTANTS = {
    "METHOD_NO_ARGUMENTS": "METH_NOARGS",
    "METHOD_ONE_ARGUMENT": "METH_O",
    "METHOD_ARGUMENTS": "METH_VARARGS",
    "MEMBER_STRING": "T_STRING",
    "MEMBER_OBJECT": "T_OBJECT_EX",
    "MEMBER_INT64": "T_LONGLONG",
    "MEMBER_READ_ONLY": "READONLY",
    "SLOT_CALL": "Py_tp_call",
    "SLOT_DEALLOC": "Py_tp_dealloc",
    "SLOT_DOC": "Py_tp_doc",
    "SLOT_MEMBERS": "Py_tp_members",
    "SLOT_FREE": "Py_tp_free",
    "ABI_VERSION": "PYTHON_ABI_VERSION",
}
# NumPy's, whose headers the package does not need.
OTHER_CONSTANTS = {"ARRAY_CONTIGUOUS", "ARRAY_ALIGNED"}
STRUCTS = {
    "Object": "PyObject",
    "MethodDef": "PyMethodDef",
    "MemberDef": "PyMemberDef",
    "TypeSlot": "PyType_Slot",
    "TypeSpec": "PyType_Spec",
    "ModuleDef": "PyModuleDef",
}
FIELDS = {
    "Object, type": "PyObject, ob_type",
    "MethodDef, function": "PyMethodDef, ml_meth",
    "MethodDef, doc": "PyMethodDef, ml_doc",
    "MemberDef, offset": "PyMemberDef, offset",
    "MemberDef, flags": "PyMemberDef, flags",
    "TypeSpec, slots": "PyType_Spec, slots",
    "ModuleDef, name": "PyModuleDef, m_name",
    "ModuleDef, size": "PyModuleDef, m_size",
    "ModuleDef, methods": "PyModuleDef, m_methods",
}


def used_names() -> set[str]:
    """Return the names of Python's that the library's code uses."""
    code = (SOURCES / "library.c").read_text(encoding="utf-8")
    return set(re.findall(r"\bPy[A-Za-z]*_[A-Z]\w*", code))


def test_windows_imports_are_what_the_header_declares_and_the_code_uses() -> None:
    assert set(imported_names()) == used_names()


def test_everything_imported_exists_in_python() -> None:
    for name in imported_names():
        assert hasattr(ctypes.pythonapi, name), name


def test_variables_are_imported_as_data() -> None:
    lines = module_definition().splitlines()
    assert lines[:2] == ["LIBRARY python3.dll", "EXPORTS"]
    assert [line for line in lines if line.endswith(" DATA")] == [
        f"PyExc_{name} DATA" for name in ("LookupError", "MemoryError", "TypeError")
    ]


def test_every_constant_is_compared() -> None:
    enums = re.findall(r"^enum \{(.*)\};$", HEADER, re.MULTILINE)
    declared = {name for enum in enums for name in re.findall(r"(\w+) =", enum)}
    assert declared == CONSTANTS.keys() | OTHER_CONSTANTS


@pytest.mark.skipif(not COMPILER or not (INCLUDE / "Python.h").exists(), reason="no C compiler, or no Python.h")
def test_constants_and_layouts_are_those_of_python(tmp_path: Path) -> None:
    assert COMPILER is not None
    checks = [f"{ours} == {pythons}" for ours, pythons in CONSTANTS.items()]
    checks += [f"sizeof({ours}) == sizeof({pythons})" for ours, pythons in STRUCTS.items()]
    checks += [f"offsetof({ours}) == offsetof({pythons})" for ours, pythons in FIELDS.items()]
    asserts = "\n".join(f'_Static_assert({check}, "{check}");' for check in checks)
    # The header's declarations would contradict those of Python, which have other types.
    header = re.sub(r"^IMPORTED .*$|^typedef intptr_t Py_ssize_t;$", "", HEADER, flags=re.MULTILINE)
    program = tmp_path / "check.c"
    includes = "#define Py_LIMITED_API 0x030B0000\n#include <Python.h>\n#include <structmember.h>\n"
    program.write_text(f"{includes}{header}{asserts}\n")
    done = subprocess.run(
        [COMPILER, "-std=c11", "-fsyntax-only", f"-I{INCLUDE}", str(program)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
