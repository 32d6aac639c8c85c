"""`veier explain`."""

from __future__ import annotations

import json

from cli.conftest import Run

LINE = ("4eyes-plus-2p-7x7", *["g7f7", "e3e2", "d6e6", "b4a4", "c2c1", "g1f1", "f2f3", "d1d2"])


def test_a_position_is_drawn_and_explained(veier: Run) -> None:
    done = veier("explain", *LINE, "--ascii")
    assert done.code == 0
    assert "(b)" in done.out  # the corner that Blue lacks
    assert "- Only one move does not lose at once: g3g2.\n" in done.out


def test_a_move_is_explained_in_any_language(veier: Run) -> None:
    assert "Red takes g3, the corner that Blue lacks" in veier("explain", *LINE, "--move", "G3 g2").out
    assert "Rout hëlt g3, wat Blo nach" in veier("explain", *LINE, "--move", "g3g2", "--lang", "lb").out


def test_as_json(veier: Run) -> None:
    data = json.loads(veier("explain", *LINE, "--move", "g3g2", "--json", "--nodes", "1", "--lang", "de").out)
    assert data["game"] == "4eyes-plus-2p-7x7"
    assert {"explain.only", "explain.blocks"} <= {remark["message"]["key"] for remark in data["remarks"]}
    assert data["remarks"][0]["text"] == "Das ist der einzige Zug, der nicht sofort verliert."


def test_it_says_why_a_move_is_not_allowed(veier: Run) -> None:
    done = veier("explain", *LINE, "--move", "g7f7")
    assert done.code == 0
    assert "g7f7 is not allowed: g7 is taken." in done.out


def test_what_is_no_move_is_refused(veier: Run) -> None:
    done = veier("explain", "hexrows", "--move", "z1")
    assert done.code == 2
    assert done.err == "veier: there is no cell z1 on a hexagon of side 6\n"


def test_rows(veier: Run) -> None:
    assert "Nobody can score with the next stone." in veier("explain", "hexrows", "f6", "g6").out
