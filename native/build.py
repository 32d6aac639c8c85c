"""Builds the library for a target: all kernels of the package, in groups that are compiled side by side."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from native.link import link
from native.targets import Target

_SOURCE = Path(__file__).parent.parent / "src"
_KERNEL = re.compile(r"^@kernel\(", re.MULTILINE)
# The searches take longest, so they are begun first.
_SEARCH = "search"

Report = Callable[[str], None]


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
    """Build the library and its manifest in a folder; return both files."""
    return build_all([target], {target.name: folder}, report)[target.name]


def build_all(targets: list[Target], folders: dict[str, Path], report: Report = print) -> dict[str, list[Path]]:
    """Build the libraries of several targets; Numba's part is the same for all of them."""
    os.environ["VEIER_KERNELS"] = "numba"
    groups = find_groups()
    report(f"Compiling the kernels for {', '.join(target.name for target in targets)} ...")
    # A process for each group: Numba writes a function's code once in a process.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), max_tasks_per_child=1) as processes:
        objects = list(processes.map(partial(_compile_group, targets), groups.items()))
    built = {}
    for number, target in enumerate(targets):
        if len(targets) > 1:
            report(f"Linking the library for {target.name} ...")
        with TemporaryDirectory(prefix="veier-") as work:
            files = []
            for group, group_objects in zip(groups, objects, strict=True):
                for variant, data in zip(target.variants, group_objects[number], strict=True):
                    files.append(Path(work, f"{group}-{variant.name}.o"))
                    files[-1].write_bytes(data)
            linked = link(target, files, list(groups), Path(work))
            library = folders[target.name] / linked.name
            # Replaced at once: a running process may have the old one loaded.
            os.replace(shutil.copy(linked, library.with_suffix(".new")), library)
        built[target.name] = [library, _write_manifest(target, library, groups.values())]
    return built


def _compile_group(targets: list[Target], group: tuple[str, list[str]]) -> list[list[bytes]]:
    """Return a group's object files by target and variant; runs in a process of its own."""
    sys.path.insert(0, str(_SOURCE))
    from native.emit import emit
    from native.optimise import compile_object

    name, modules = group
    bitcode = emit(name, modules)
    return [[compile_object(bitcode, name, target, variant) for variant in target.variants] for target in targets]


def _write_manifest(target: Target, library: Path, groups: Iterable[list[str]]) -> Path:
    """Write what `veier.kernels.library` must know of a library before it loads it."""
    sys.path.insert(0, str(_SOURCE))
    from veier.kernels.fingerprints import fingerprint

    facts = {
        "file": library.name,
        "system": target.system,
        "sha256": hashlib.sha256(library.read_bytes()).hexdigest(),
        "fingerprints": {module: fingerprint(module) for group in groups for module in sorted(group)},
    }
    manifest = library.with_name("_library.json")
    manifest.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n")
    return manifest


if __name__ == "__main__":
    from native.targets import TARGETS, host_target

    chosen = TARGETS[sys.argv[1]] if len(sys.argv) > 1 else host_target()
    assert chosen is not None
    place = Path(sys.argv[2]) if len(sys.argv) > 2 else _SOURCE / "veier" / "kernels"
    build(chosen, place)
