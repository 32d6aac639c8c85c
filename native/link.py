"""From object files and `library.c` to the library, with the system's C compiler or Zig's."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from native.targets import Target, Variant, host_target, table_name
from native.windows import module_definition

_SOURCES = Path(__file__).parent
_FLAGS = ("-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wno-cast-function-type")


def system_compiler() -> str | None:
    """Return the C compiler of this system, if it has one that can link a library for it."""
    return next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None) if sys.platform != "win32" else None


def link(target: Target, objects: Sequence[Path], groups: Sequence[str], folder: Path) -> Path:
    """Link object files, whose tables are those of `groups`, into the target's library in a folder."""
    (folder / "tables.h").write_text(_tables(groups, target.variants))
    library = folder / target.library_name
    command = [*_compiler(target), *_FLAGS, f"-I{folder}", "-shared", str(_SOURCES / "library.c"), *map(str, objects)]
    command += [*_system_flags(target, folder), "-o", str(library)]
    _run(command)
    return library


def _compiler(target: Target) -> list[str]:
    """Return the compiler for a target: Zig's where it is installed, because its output is the same everywhere."""
    if find_spec("ziglang"):
        return [*_zig(), "cc", "-target", target.linker_target]
    compiler, host = system_compiler(), host_target()
    if compiler and host and target.name == host.name:
        return [compiler]
    raise RuntimeError("there is no C compiler")


def _zig() -> list[str]:
    return [sys.executable, "-m", "ziglang"]


def _system_flags(target: Target, folder: Path) -> list[str]:
    if target.name.startswith("macos"):
        # Python's own symbols are found when the extension is loaded. The name would be the path of the build.
        return ["-Wl,-undefined,dynamic_lookup", f"-Wl,-install_name,@rpath/{target.library_name}", "-Wl,-S"]
    if target.name.startswith("windows"):
        return [str(_windows_imports(folder)), "-Wl,-s"]
    return ["-Wl,-s", "-Wl,--build-id=none"]


def _windows_imports(folder: Path) -> Path:
    """Make the import library of python3.dll in a folder."""
    definition, library = folder / "python3.def", folder / "python3.lib"
    definition.write_text(module_definition())
    _run([*_zig(), "dlltool", "-m", "i386:x86-64", "-d", str(definition), "-l", str(library)])
    return library


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[:4])} failed: {done.stderr.strip()}")


def _tables(groups: Sequence[str], variants: Sequence[Variant]) -> str:
    """Write the tables of all groups as the C code that library.c includes."""
    lines = []
    for variant in variants:
        names = [table_name(group, variant) for group in groups]
        lines += [f"extern const Entry {name}[];" for name in names]
        lines.append(f"static const Entry *const {table_name('groups', variant)}[] = {{{', '.join(names)}, NULL}};")
    rows = [f'{{"{variant.name}", {variant.level}, {table_name("groups", variant)}}}' for variant in variants]
    lines.append(f"static const Variant VARIANTS[] = {{{', '.join(rows)}, {{0}}}};")
    return "\n".join(lines) + "\n"
