"""The targets fit each other, the wheels' tags and what the package asks of a library when it loads it."""

from __future__ import annotations

import re

import pytest

import hatch_build
from native.release import MissingTool, check_tools, pinned_tools
from native.targets import TARGETS, Target, host_target, table_name
from veier.kernels.library import host_system

MACHINES = {"x86_64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}
SYSTEMS = {
    "linux": ("-unknown-linux-gnu", r"-linux-gnu\.(\d+)\.(\d+)", r"manylinux_(\d+)_(\d+)_"),
    "macos": ("-apple-macosx11.0", r"-macos\.(\d+)\.(\d+)", r"macosx_(\d+)_(\d+)_"),
    "windows": ("-pc-windows-gnu", "-windows-gnu", "win_"),
}

each_target = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)


@each_target
def test_triples_and_tag_name_the_same_system_and_processor(target: Target) -> None:
    system, machine = target.name.split("-")
    triple, linker, tag = SYSTEMS[system]
    assert target.triple == machine + triple
    linked_for = re.fullmatch(MACHINES[machine] + linker, target.linker_target)
    tagged_for = re.fullmatch(tag + ("amd64" if system == "windows" else machine), target.wheel_tag)
    assert linked_for
    assert tagged_for
    # The oldest version of the system.
    assert linked_for.groups() == tagged_for.groups()


@each_target
def test_python_finds_the_library(target: Target) -> None:
    assert target.library_name == ("_library.pyd" if "windows" in target.name else "_library.abi3.so")


@each_target
def test_tables_have_names_of_their_own(target: Target) -> None:
    names = [table_name(group, variant) for group in ("search", "hexrows") for variant in target.variants]
    assert len(set(names)) == len(names)
    assert all(name.isidentifier() for name in names)


@each_target
def test_the_best_variant_is_first(target: Target) -> None:
    levels = [variant.level for variant in target.variants]
    assert levels == sorted(levels, reverse=True)


@pytest.mark.skipif(host_target() is None, reason="no target for this system")
def test_the_target_of_this_machine_is_the_system_that_the_package_sees() -> None:
    target = host_target()
    assert target is not None
    assert host_system().removesuffix("-free-threaded") == target.system


def test_builds_and_releases_use_the_same_versions() -> None:
    pinned = {f"{name}=={version}" for name, version in pinned_tools().items()}
    exact = {requirement for requirement in [*hatch_build._NUMBA, hatch_build._ZIG] if "==" in requirement}
    assert exact < pinned


def test_a_release_is_refused_without_its_tools() -> None:
    with pytest.raises(MissingTool, match=r"no-such-tool 1\.0 is needed and is missing"):
        check_tools({"no-such-tool": "1.0"})
    with pytest.raises(MissingTool, match=r"pytest 0\.1 is needed and is \d"):
        check_tools({"pytest": "0.1"})
