"""Runs the notebooks of examples/ without Jupyter, and writes them as pages of the documentation.

A cell shows what it prints, and then its last expression: a position as a picture, anything else as text.
"""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that was run; a cell of text has no output.

    printed  what it printed, and its last expression as text
    picture  its last expression as SVG, if it has a picture
    """

    kind: str
    source: str
    printed: str = ""
    picture: str = ""


def run_notebook(path: Path) -> Iterator[Cell]:
    """Run the cells of a notebook one after the other."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"], 1):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield Cell("markdown", source)
            continue
        with redirect_stdout(io.StringIO()) as out:
            value = _run(source, f"{path.name}, cell {number}", names)
        picture = value._repr_svg_() if hasattr(value, "_repr_svg_") else ""
        text = "" if value is None or picture else f"{value!r}\n"
        yield Cell("code", source, out.getvalue() + text, picture)


def _run(source: str, place: str, names: dict[str, Any]) -> Any:
    """Run a cell; return the value of the expression at its end, or None."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), place, "exec"), names)
    return eval(compile(ast.Expression(last.value), place, "eval"), names) if isinstance(last, ast.Expr) else None


def notebook_pages(path: Path, place: str) -> dict[str, str]:
    """Return a notebook as a page of the site at a place, and its pictures beside it: text by place."""
    parts: list[str] = []
    pictures: dict[str, str] = {}
    for cell in run_notebook(path):
        if cell.kind == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        if cell.printed:
            parts.append(f"```text\n{cell.printed.rstrip()}\n```")
        if cell.picture:
            name = f"{Path(place).stem}-{len(pictures) + 1}.svg"
            pictures[f"{Path(place).parent.as_posix()}/{name}"] = cell.picture
            parts.append(f"![The position, as the notebook shows it]({name})")
    return {place: "\n\n".join(parts) + "\n", **pictures}
