"""`veier solve --proof` and `veier check-proof`."""

from __future__ import annotations

import json
from pathlib import Path

from cli.conftest import Run

GAME = ("4eyes-pencil-2p?side=5", "b1a1", "d4d3")


def test_a_proof_is_kept_and_holds(veier: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "small.proof")
    done = veier("solve", *GAME, "--proof", file)
    assert done.code == 0
    assert "legal replies" in done.err
    again = veier("solve", *GAME, "--proof", file)
    assert "proves it already" in again.out
    checked = veier("check-proof", file)
    assert checked.code == 0
    assert checked.out.startswith("The proof holds: Red wins 4eyes-pencil-2p?side=5 b1a1 d4d3, in at most ")
    data = json.loads(veier("check-proof", file, "--json").out)
    assert (data["holds"], data["winner"], data["problem"]) == (True, 0, None)


def test_a_proof_can_hold_for_another_game_or_fail(veier: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "small.proof")
    veier("solve", *GAME, "--proof", file)
    assert veier("check-proof", file, "--game", "4eyes-plus-2p?side=5&tiles=6").code == 0
    failed = veier("check-proof", file, "--game", "4eyes-pencil-2p?side=6")
    assert failed.code == 1
    assert failed.out.startswith("The proof fails at 4eyes-pencil-2p?side=6 b1a1 d4d3")


def test_an_unfinished_search_is_kept(veier: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "large.proof")
    assert "Kept in" in veier("solve", "4eyes", "--limit", "1", "--proof", file).err
    assert "Kept in" in veier("solve", "4eyes", "--limit", "1", "--proof", file).err
    refused = veier("check-proof", file)
    assert (refused.code, "not finished" in refused.err) == (2, True)
    other = veier("solve", "4eyes", "13@A1", "--proof", file)
    assert (other.code, "about another position: 4eyes" in other.err) == (2, True)


def test_a_file_goes_on_only_with_the_same_question(veier: Run, tmp_path: Path) -> None:
    proved, begun = str(tmp_path / "small.proof"), str(tmp_path / "large.proof")
    assert veier("solve", *GAME, "--proof", proved).code == 0
    kept = Path(proved).read_bytes()
    shorter = veier("solve", *GAME, "--proof", proved, "--within", "2")
    assert (shorter.code, "choose another file" in shorter.err) == (2, True)
    assert Path(proved).read_bytes() == kept
    assert "proves it already" in veier("solve", *GAME, "--proof", proved, "--within", "90").out
    assert "Kept in" in veier("solve", "4eyes", "--limit", "1", "--within", "18", "--proof", begun).err
    assert "Kept in" in veier("solve", "4eyes", "--limit", "1", "--within", "18", "--proof", begun).err
    other = veier("solve", "4eyes", "--limit", "1", "--proof", begun)
    assert (other.code, "another number of moves" in other.err) == (2, True)


def test_other_files_are_refused(veier: Run, tmp_path: Path) -> None:
    assert "there is no file" in veier("check-proof", str(tmp_path / "none.proof")).err
    (tmp_path / "text.proof").write_text("hello", "ascii")
    refused = veier("check-proof", str(tmp_path / "text.proof"))
    assert (refused.code, refused.err) == (2, "veier: text.proof is no proof of veier\n")
