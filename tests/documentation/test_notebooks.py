"""The notebooks of examples/ run from top to bottom, and are kept without what they showed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.notebooks import Cell, notebook_pages, run_notebook

EXAMPLES = Path(__file__).parents[2] / "examples"


def outputs(name: str) -> list[Cell]:
    return [cell for cell in run_notebook(EXAMPLES / name) if cell.kind == "code"]


def test_first_steps() -> None:
    cells = outputs("first_steps.ipynb")
    assert [bool(cell.printed or cell.picture) for cell in cells] == [True] * len(cells)
    assert "252 legal moves" in cells[1].printed
    assert "Outcome(winner=" in cells[-1].printed
    assert cells[0].picture.startswith("<svg")
    assert cells[0].picture != cells[-1].picture


def test_a_lost_game() -> None:
    cells = outputs("a_lost_game.ipynb")
    assert "last moment for Blue" in cells[0].printed
    assert len(cells[1].printed.splitlines()) == 13
    assert 1 <= len(cells[2].printed.splitlines()) <= 3
    assert "cost" in cells[2].printed
    assert cells[3].picture.startswith("<svg")
    assert '[Game "4eyes"]' in cells[4].printed


def test_every_notebook_is_tested_here_and_kept_clean() -> None:
    """Nothing that a run leaves behind is kept: a difference between two versions is then a change of somebody's."""
    text = Path(__file__).read_text(encoding="utf-8")
    notebooks = list(EXAMPLES.glob("*.ipynb"))
    assert len(notebooks) >= 2
    for path in notebooks:
        assert f'outputs("{path.name}")' in text
        data = json.loads(path.read_text(encoding="utf-8"))
        assert (data["nbformat"], data["nbformat_minor"]) == (4, 5)
        assert len({cell["id"] for cell in data["cells"]}) == len(data["cells"])
        code = [cell for cell in data["cells"] if cell["cell_type"] == "code"]
        assert [(cell["outputs"], cell["execution_count"]) for cell in code] == [([], None)] * len(code)


def test_an_error_in_a_cell_names_the_cell_and_is_not_hidden(tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "source": ["x = 1\n", "x / 0"]}]
    path = tmp_path / "bad.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    with pytest.raises(ZeroDivisionError) as caught:
        notebook_pages(path, "notebooks/bad.md")
    assert caught.traceback[-1].frame.code.raw.co_filename == "bad.ipynb, cell 1"
