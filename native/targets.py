"""The systems and processors that a library can be built for."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass

# Python's `sys.platform`.
_PLATFORMS = {"linux": "linux", "macos": "darwin", "windows": "win32"}


@dataclass(frozen=True)
class Variant:
    """The code for one kind of processor: LLVM's name for it, and the level that `library.c` asks of a processor."""

    name: str
    cpu: str
    level: int = 0


@dataclass(frozen=True)
class Target:
    """A system: its name, its triple for LLVM and for the linker, the tag of its wheels, and variants, best first."""

    name: str
    triple: str
    linker_target: str
    wheel_tag: str
    variants: tuple[Variant, ...]

    @property
    def library_name(self) -> str:
        """The file name of the library, as Python finds extensions."""
        return "_library.pyd" if self.name.startswith("windows") else "_library.abi3.so"

    @property
    def system(self) -> str:
        """The system as `veier.kernels.library` names it."""
        system, machine = self.name.split("-")
        return f"cpython-{_PLATFORMS[system]}-{'arm64' if machine == 'aarch64' else machine}"


_X86 = tuple(Variant(f"x86-64-v{level}", f"x86-64-v{level}", level) for level in (4, 3, 2))
_ARM = (Variant("aarch64", "generic"),)
_APPLE = (Variant("aarch64", "apple-m1"),)

TARGETS = {
    target.name: target
    for target in (
        Target("linux-x86_64", "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", _X86),
        Target("linux-aarch64", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", _ARM),
        Target("macos-x86_64", "x86_64-apple-macosx11.0", "x86_64-macos.11.0", "macosx_11_0_x86_64", _X86),
        Target("macos-arm64", "arm64-apple-macosx11.0", "aarch64-macos.11.0", "macosx_11_0_arm64", _APPLE),
        Target("windows-x86_64", "x86_64-pc-windows-gnu", "x86_64-windows-gnu", "win_amd64", _X86),
    )
}


def host_target() -> Target | None:
    """Return the target for this machine, or None if there is none."""
    system = {value: name for name, value in _PLATFORMS.items()}.get(sys.platform)
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    if system == "macos" and machine == "aarch64":
        machine = "arm64"
    return TARGETS.get(f"{system}-{machine}") if sys.implementation.name == "cpython" else None


def table_name(group: str, variant: Variant) -> str:
    """Return the symbol of a group's table in an object file."""
    return f"veier_{group}_{variant.name}".replace("-", "_")
