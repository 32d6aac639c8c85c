"""Fingerprints cover all that compiled code consists of, and not what it does not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import veier
from veier.kernels.fingerprints import _sources, fingerprint

PACKAGE = Path(veier.__file__).parent
DECORATORS = {"kernel", "inner", "allocating", "intrinsic"}


def module_name(file: Path) -> str:
    return ".".join(("veier", *file.relative_to(PACKAGE).with_suffix("").parts))


def compiled_functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """List the functions of a module that become compiled code."""
    found = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            parts = [part for decorator in node.decorator_list for part in ast.walk(decorator)]
            if DECORATORS & {part.id for part in parts if isinstance(part, ast.Name)}:
                found.append(node)
    return found


def imported_names(tree: ast.Module) -> dict[str, str]:
    """Return the module that each name at the top of a module comes from."""
    return {
        each.asname or each.name: node.module
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for each in node.names
    }


TREES = {module_name(file): ast.parse(file.read_text(encoding="utf-8")) for file in sorted(PACKAGE.rglob("*.py"))}
WITH_KERNELS = [name for name, tree in TREES.items() if compiled_functions(tree)]


@pytest.mark.parametrize("module", WITH_KERNELS)
def test_all_that_compiled_functions_use_is_covered(module: str) -> None:
    covered, origins = set(_sources(module)), imported_names(TREES[module])
    for function in compiled_functions(TREES[module]):
        # Annotations are not compiled.
        used = {node.id for statement in function.body for node in ast.walk(statement) if isinstance(node, ast.Name)}
        outside = {origins[name] for name in used & origins.keys() if origins[name].startswith("veier.")}
        assert outside <= covered, function.name


def test_what_people_see_is_not_covered() -> None:
    for module in WITH_KERNELS:
        assert not {"veier.view.palette", "veier.core.position", "veier.messages"} & set(_sources(module))


def test_the_fingerprint_of_a_module_outside_the_package_covers_its_own_package() -> None:
    import toy.notakto.kernels

    name = toy.notakto.kernels.__name__
    assert {"toy.notakto.kernels", "veier.kernels.bits", "veier.kernels.state"} <= set(_sources(name))
    assert fingerprint(name) != fingerprint("veier.kernels.bits")
