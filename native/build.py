"""Builds the library for a target: all kernels of the package, in groups that are compiled side by side."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import replace
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from native.link import link
from native.targets import Target, Variant

_SOURCE = Path(__file__).parent.parent / "src"
# Where an editable installation has the library.
_IN_PLACE = _SOURCE / "veier" / "kernels"
_MANIFEST = "_library.json"
_KERNEL = re.compile(r"^@kernel\(", re.MULTILINE)
# The searches take longest, so they are begun first.
_SEARCH = "search"

Report = Callable[[str], None]
# A group's object file for a target's variant.
ObjectKey = tuple[str, Target, Variant]


def find_groups() -> dict[str, list[str]]:
    """Return the modules with kernels by group: one for each family of games, one for everything else."""
    groups: dict[str, list[str]] = {_SEARCH: []}
    for file in sorted((_SOURCE / "veier").rglob("*.py")):
        if _KERNEL.search(file.read_text(encoding="utf-8")):
            parts = file.relative_to(_SOURCE).with_suffix("").parts
            group = parts[2] if parts[1] == "games" else _SEARCH
            groups.setdefault(group, []).append(".".join(parts))
    return groups


def build(target: Target, folder: Path, report: Report = print) -> list[Path]:
    """Build the library and its manifest in a folder, for this machine; return both files.

    It has the best variant that this processor runs, and the one that runs everywhere. A library that an earlier build
    has left in the sources is taken as it is, if the same sources and tools would make the same again.
    """
    from native.optimise import runnable_variants

    variants = runnable_variants(target)
    chosen = replace(target, variants=tuple(dict.fromkeys((variants[0], variants[-1]))))
    if files := _built_before(chosen):
        report("The kernels are compiled already.")
        return files if folder == _IN_PLACE else [Path(shutil.copy(file, folder)) for file in files]
    return build_all([chosen], {target.name: folder}, report)[target.name]


def _built_before(target: Target) -> list[Path]:
    """Return the library in the sources and its manifest if building again would make the same; else nothing."""
    library, manifest = _IN_PLACE / target.library_name, _IN_PLACE / _MANIFEST
    try:
        facts = json.loads(manifest.read_text())
        made = hashlib.sha256(library.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return []
    same = facts == _facts(target, library.name, made, find_groups().values())
    return [library, manifest] if same else []


def build_all(targets: list[Target], folders: dict[str, Path], report: Report = print) -> dict[str, list[Path]]:
    """Build the libraries of several targets; Numba's part is the same for all of them."""
    os.environ["VEIER_KERNELS"] = "numba"
    groups = find_groups()
    report(f"Compiling the kernels for {', '.join(target.name for target in targets)} ...")
    objects = _compile(targets, groups)
    built = {}
    for target in targets:
        if len(targets) > 1:
            report(f"Linking the library for {target.name} ...")
        with TemporaryDirectory(prefix="veier-") as work:
            files = []
            for group in groups:
                for variant in target.variants:
                    files.append(Path(work, f"{group}-{variant.name}.o"))
                    files[-1].write_bytes(objects[group, target, variant].result())
            linked = link(target, files, list(groups), Path(work))
            library = folders[target.name] / linked.name
            # Replaced at once: a running process may have the old one loaded.
            os.replace(shutil.copy(linked, library.with_suffix(".new")), library)
        built[target.name] = [library, _write_manifest(target, library, groups.values())]
    return built


def _compile(targets: list[Target], groups: dict[str, list[str]]) -> dict[ObjectKey, Future[bytes]]:
    """Compile all groups for all variants of the targets, side by side."""
    spawn = get_context("spawn")
    # A process for each group: Numba writes a function's code once in a process.
    with (
        ProcessPoolExecutor(os.cpu_count(), spawn, max_tasks_per_child=1) as emitters,
        ProcessPoolExecutor(os.cpu_count(), spawn) as compilers,
    ):
        emitted = {emitters.submit(_emit, group, modules): group for group, modules in groups.items()}
        objects: dict[ObjectKey, Future[bytes]] = {}
        for done in as_completed(emitted):
            group, bitcode = emitted[done], done.result()
            for target in targets:
                for variant in target.variants:
                    objects[group, target, variant] = compilers.submit(_optimise, bitcode, group, target, variant)
    return objects


def _emit(group: str, modules: list[str]) -> bytes:
    sys.path.insert(0, str(_SOURCE))
    from native.emit import emit

    return emit(group, modules)


def _optimise(bitcode: bytes, group: str, target: Target, variant: Variant) -> bytes:
    from native.optimise import compile_object

    return compile_object(bitcode, group, target, variant)


def _write_manifest(target: Target, library: Path, groups: Iterable[list[str]]) -> Path:
    made = hashlib.sha256(library.read_bytes()).hexdigest()
    manifest = library.with_name(_MANIFEST)
    manifest.write_text(json.dumps(_facts(target, library.name, made, groups), indent=1, sort_keys=True) + "\n")
    return manifest


def _facts(target: Target, file: str, sha256: str, groups: Iterable[list[str]]) -> dict[str, object]:
    """Return what `veier.kernels.library` must know of a library before it loads it, and what it was made by."""
    sys.path.insert(0, str(_SOURCE))
    from veier.kernels.fingerprints import fingerprint

    return {
        "file": file,
        "system": target.system,
        "sha256": sha256,
        "made_by": _tools(target),
        "fingerprints": {module: fingerprint(module) for group in groups for module in sorted(group)},
    }


def _tools(target: Target) -> str:
    """Hash what the code of a library depends on beside the kernels: these tools, Numba, Python, the processors."""
    digest = hashlib.sha256()
    for name in ("numba", "llvmlite"):
        digest.update(f"{name} {version(name)} ".encode())
    digest.update(f"{sys.version_info[:2]} {[variant.name for variant in target.variants]}".encode())
    tools = Path(__file__).parent
    for file in sorted(file for file in tools.iterdir() if file.suffix in (".py", ".c", ".h")):
        digest.update(file.read_bytes())
    # What declares kernels for Numba is in no fingerprint, because it is not compiled.
    for name in ("backend", "decorators", "library"):
        digest.update((_IN_PLACE / f"{name}.py").read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    from native.targets import TARGETS, host_target

    chosen = TARGETS[sys.argv[1]] if len(sys.argv) > 1 else host_target()
    assert chosen is not None
    place = Path(sys.argv[2]) if len(sys.argv) > 2 else _IN_PLACE
    build(chosen, place)
