"""`veier solve --proof` and `veier check-proof`."""

from __future__ import annotations

import json
import lzma
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from veier.core.game import RULES_VERSION
from veier.search.solve.solver import Solver

GAME = ("4eyes-pencil-2p?side=5", "b1a1", "d4d3")


def test_a_proof_is_kept_and_holds(veier: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "small.proof")
    done = veier("solve", *GAME, "--proof", file)
    assert done.code == 0
    assert "legal replies" in done.err
    again = veier("solve", *GAME, "--proof", file)
    assert "proves it already" in again.err
    assert again.out.splitlines()[0] == done.out.splitlines()[0]
    checked = veier("check-proof", file)
    assert checked.code == 0
    assert checked.out.startswith("The proof holds: Red wins 4eyes-pencil-2p?side=5 b1a1 d4d3, in at most ")
    data = json.loads(veier("check-proof", file, "--json").out)
    assert (data["holds"], data["winner"], data["problem"]) == (True, 0, None)


@pytest.mark.parametrize("moves", [("b1a1", "d4d3"), ("b1a1", "d4d3", "a3a2")])
def test_a_script_gets_the_same_answer_from_a_proof_that_is_there(
    veier: Run, tmp_path: Path, moves: tuple[str, ...]
) -> None:
    command = ("solve", GAME[0], *moves, "--proof", str(tmp_path / "small.proof"), "--json")
    first, again = json.loads(veier(*command).out), json.loads(veier(*command).out)
    assert list(first) == list(again)
    for name in ("decided", "winner", "move"):
        assert first[name] == again[name]
    assert 0 < again["plies"] <= first["plies"]
    assert again["nodes"] == 0


def test_a_win_at_once_is_proved_without_positions(veier: Run, tmp_path: Path) -> None:
    won = (GAME[0], "b1a1 e1e2 b2a2 e3e4 c1d1 c5d5", "--proof", str(tmp_path / "won.proof"))
    assert veier("solve", *won).out.splitlines()[1] == "The win takes one move."
    assert json.loads(veier("solve", *won, "--json").out)["plies"] == 1
    assert veier("check-proof", won[-1]).out.splitlines()[0].endswith(" at once.")


def test_a_place_that_cannot_be_written_to_is_refused_before_the_search(
    veier: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Solver, "run", lambda *_: pytest.fail("it searches"))
    file = tmp_path / "nowhere" / "small.proof"
    done = veier("solve", *GAME, "--proof", str(file))
    assert (done.code, done.err) == (2, f"veier: {file}: there is no directory {file.parent}\n")


def test_looking_whether_a_file_can_be_written_leaves_nothing_behind(veier: Run, tmp_path: Path) -> None:
    done = veier("solve", "4eyes-pencil-2p?side=4", "--proof", str(tmp_path / "none.proof"))
    assert "there is no strategy" in done.err
    assert list(tmp_path.iterdir()) == []


SEARCH = {"kind": "search", "sizes": {"0": 0, "1": 0}, "seconds": 1.5}
STRATEGY = {"kind": "strategy", "winner": 0, "positions": 0}


def write_file(path: Path, header: dict[str, Any], body: bytes = b"") -> str:
    """Write a file by hand."""
    about = {"rules": RULES_VERSION, "game": GAME[0], "moves": list(GAME[1:])}
    text = json.dumps(about | header).encode()
    path.write_bytes(b"veier proof 1\n" + text + b"\n" + lzma.compress(body))
    return str(path)


def test_a_search_that_has_only_begun_goes_on(veier: Run, tmp_path: Path) -> None:
    assert veier("solve", *GAME, "--proof", write_file(tmp_path / "begun.proof", SEARCH)).code == 0


@pytest.mark.parametrize(
    "header",
    [
        SEARCH | {"sizes": {"0": 0}},
        SEARCH | {"sizes": {"0": 0, "1": 0, "2": 0}},
        SEARCH | {"sizes": {"0": -1, "1": 1}},
        SEARCH | {"sizes": {"0": float("inf"), "1": 0}},
        SEARCH | {"sizes": []},
        SEARCH | {"seconds": "nan"},
        SEARCH | {"seconds": float("nan")},
        SEARCH | {"seconds": float("inf")},
        SEARCH | {"seconds": -1},
        SEARCH | {"within": float("inf")},
        STRATEGY,
        STRATEGY | {"winner": 7},
        STRATEGY | {"positions": -1},
    ],
)
def test_a_file_that_somebody_has_changed_is_damaged(veier: Run, tmp_path: Path, header: dict[str, Any]) -> None:
    done = veier("solve", *GAME, "--proof", write_file(tmp_path / "odd.proof", header))
    assert (done.code, done.err) == (2, "veier: odd.proof is damaged\n")


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
    assert "proves it already" in veier("solve", *GAME, "--proof", proved, "--within", "90").err
    assert "Kept in" in veier("solve", "4eyes", "--limit", "1", "--within", "18", "--proof", begun).err
    assert "Kept in" in veier("solve", "4eyes", "--limit", "1", "--within", "18", "--proof", begun).err
    other = veier("solve", "4eyes", "--limit", "1", "--proof", begun)
    assert (other.code, "another number of moves" in other.err) == (2, True)


def test_other_files_are_refused(veier: Run, tmp_path: Path) -> None:
    assert "there is no file" in veier("check-proof", str(tmp_path / "none.proof")).err
    (tmp_path / "text.proof").write_text("hello", "ascii")
    refused = veier("check-proof", str(tmp_path / "text.proof"))
    assert (refused.code, refused.err) == (2, "veier: text.proof is no proof of veier\n")


def test_a_proof_from_several_first_moves(veier: Run, tmp_path: Path) -> None:
    book = files("veier.games.plus") / "books" / "4eyes-plus-2p-7x7-blue.proof"
    file = tmp_path / "blue.proof"
    file.write_bytes(book.read_bytes())
    checked = veier("check-proof", str(file), "--game", "4eyes-pencil-2p-7x7")
    assert checked.out.startswith("The proof holds: Blue wins 4eyes-pencil-2p-7x7 a1b1 | b1c1 | b1b2 | c1d1 ")
    assert "in at most 10 moves" in checked.out
    # It does not say who wins from the start.
    refused = veier("solve", "4eyes-plus-2p-7x7", "--proof", str(file))
    assert (refused.code, "about another position: 4eyes-plus-2p-7x7 a1b1 | " in refused.err) == (2, True)
