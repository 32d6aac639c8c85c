"""A spinner on standard error while a command thinks, shown on terminals only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from threading import Event, Thread

import click

from veier.cli.console import colour_depth, supports_unicode
from veier.cli.progress import clear_progress, show_progress
from veier.view.styled_text import ColourDepth, Style, Tone, styled

# Two dots that go round.
_FRAMES, _ASCII_FRAMES = "⠉⠘⠰⢠⣀⡄⠆⠃", "|/-\\"
_GREEN = Style(ink=Tone(2))
# Seconds that a frame is shown.
_PACE = 0.08


@contextmanager
def spinner(text: str) -> Iterator[None]:
    """Show a spinner with a text inside the `with` block; it is gone afterwards, whatever has happened."""
    depth = colour_depth(sys.stderr)
    if not sys.stderr.isatty() or depth == ColourDepth.PLAIN:
        yield
        return
    done = Event()
    thread = Thread(target=_spin, args=(text, depth, done), daemon=True)
    try:
        _show_cursor(False)
        thread.start()
        yield
    finally:
        done.set()
        try:
            thread.join()
        finally:
            # Also after a second Ctrl-C, which may come while the thread ends.
            clear_progress()
            _show_cursor(True)


def _spin(text: str, depth: ColourDepth, done: Event) -> None:
    for frame in cycle(_FRAMES if supports_unicode(sys.stderr) else _ASCII_FRAMES):
        show_progress(f"{styled(frame, _GREEN).to_ansi(depth)} {text}")
        if done.wait(_PACE):
            return


def _show_cursor(shown: bool) -> None:
    click.echo("\x1b[?25h" if shown else "\x1b[?25l", nl=False, err=True)
