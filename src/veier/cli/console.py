"""Standard output as a console: how wide it is, whether lines are wrapped, and which colours it shows."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

import click

from veier.cli.text_layout import wrap
from veier.cli.windows_console import enable_escapes
from veier.core.control_characters import escape_controls
from veier.view.styled_text import ColourDepth, StyledText, styled

# Tables that do not go to a terminal are as wide as this.
_FILE_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Console:
    """Where text is printed; only a terminal wraps lines, since readers of a pipe want them whole."""

    width: int
    wraps: bool
    depth: ColourDepth

    def print(self, *texts: str | StyledText, indent: int = 0) -> None:
        """Print texts below each other."""
        width = max(self.width - indent, 1)
        lines = [styled(" " * indent) + line for text in texts for line in self._lines(text, width)]
        # Not by click, which would take colours that are forced out of a pipe and write UTF-8 into a stream of ASCII.
        sys.stdout.write("".join(f"{self._shown(line)}\n" for line in lines))
        sys.stdout.flush()

    def _shown(self, line: StyledText) -> str:
        """Return a line as it is written; blanks at its end are seen only where they have a colour."""
        shown = line.to_ansi(self.depth)
        return shown.rstrip(" ") if self.depth is ColourDepth.PLAIN else shown

    def _lines(self, text: str | StyledText, width: int) -> list[StyledText]:
        given = styled(text) if isinstance(text, str) else text
        whole = StyledText(tuple((escape_controls(run), style) for run, style in given.runs))
        return wrap(whole, width) if self.wraps else whole.lines()


def echo(text: object = "", *, nl: bool = True, err: bool = False) -> None:
    """Print a text, of which a terminal obeys nothing: names and comments may come from anybody.

    All commands print with this, with `say` or with a `Console`.
    """
    click.echo(escape_controls(str(text)), nl=nl, err=err)


def say(*sentences: str) -> None:
    """Print sentences to a person, wrapped on a terminal."""
    console().print(*sentences)


def console() -> Console:
    """Return standard output as a console."""
    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else _FILE_WIDTH
    return Console(width, terminal, colour_depth(sys.stdout))


def supports_unicode(stream: TextIO | None = None) -> bool:
    """Return whether a stream, usually standard output, can encode the signs of the stones."""
    encoding = (getattr(stream or sys.stdout, "encoding", None) or "ascii").lower()
    return encoding.replace("-", "").startswith("utf")


def colour_depth(stream: TextIO) -> ColourDepth:
    """Return what a stream shows of styles: environment variables tell what a terminal can do and a user wants."""
    forced, term = os.environ.get("FORCE_COLOR"), os.environ.get("TERM", "").strip().lower()
    if not (stream.isatty() if forced is None else forced) or term in ("dumb", "unknown"):
        return ColourDepth.PLAIN
    if stream.isatty() and not enable_escapes(stream):
        return ColourDepth.PLAIN
    if os.environ.get("NO_COLOR"):
        return ColourDepth.MONOCHROME
    if sys.platform == "win32" or os.environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return ColourDepth.TRUE
    return ColourDepth.INDEXED if term.rpartition("-")[2] in ("256color", "kitty") else ColourDepth.BASIC
