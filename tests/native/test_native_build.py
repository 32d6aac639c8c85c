"""What an earlier build has left is taken again only while the same sources and tools would make the same."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from native import build as native_build
from native.targets import host_target


class CompiledAgain(Exception):
    """The kernels would be compiled."""


@pytest.fixture
def left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in place of that in the sources, with the library that this checkout has."""
    monkeypatch.setattr(native_build, "build_all", refuse)
    target = host_target()
    if target is None or not (native_build._IN_PLACE / target.library_name).exists():
        pytest.skip("there is no library of kernels in the sources: make kernels builds it")
    folder = tmp_path / "kernels"
    folder.mkdir()
    for file in native_build._IN_PLACE.iterdir():
        if file.is_file():
            shutil.copy(file, folder)
    monkeypatch.setattr(native_build, "_IN_PLACE", folder)
    return folder


def refuse(*_: object) -> None:
    raise CompiledAgain


def build(folder: Path) -> list[Path]:
    target = host_target()
    assert target
    return native_build.build(target, folder, lambda line: None)


def test_a_library_that_is_there_is_taken(left: Path, tmp_path: Path) -> None:
    place = tmp_path / "wheel"
    place.mkdir()
    copied = build(place)
    assert [file.read_bytes() for file in copied] == [(left / file.name).read_bytes() for file in copied]
    assert {file.parent for file in copied} == {place}
    assert build(left) == [left / file.name for file in copied]


@pytest.mark.parametrize("name", ["made_by", "sha256", "fingerprints", "system"])
def test_one_that_was_made_otherwise_is_not(left: Path, name: str) -> None:
    manifest = left / "_library.json"
    facts = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({key: value for key, value in facts.items() if key != name} | {name: "other"}))
    with pytest.raises(CompiledAgain):
        build(left)


def test_one_that_is_damaged_is_not(left: Path) -> None:
    library = next(file for file in left.iterdir() if file.name.startswith("_library.") and file.suffix != ".json")
    library.write_bytes(library.read_bytes()[:-1])
    with pytest.raises(CompiledAgain):
        build(left)


def test_one_without_a_manifest_is_not(left: Path) -> None:
    (left / "_library.json").unlink()
    with pytest.raises(CompiledAgain):
        build(left)
