"""`veier serve`: the server for play in the browser; plain `veier` does the same."""

from __future__ import annotations

import os
import signal
import sys
import threading
import webbrowser
from typing import Any

from veier.cli.compile_progress import CompileLine
from veier.cli.console import echo
from veier.cli.framework import command
from veier.cli.language import translate
from veier.cli.serve_options import serve_options


@command(
    "serve",
    "veier serve",
    "veier serve --port 8000 --no-browser",
    "veier serve --host 0.0.0.0 --database postgresql://veier@localhost/veier",
    "veier serve --workers 4 --database postgresql://veier@localhost/veier",
    "veier serve --base-url https://play.example.org --trusted-proxies 10.0.0.5",
)
@serve_options
def serve(no_browser: bool, **flags: Any) -> None:
    """Serve, and open the browser."""
    start(no_browser, **flags)


def start(no_browser: bool = False, **flags: Any) -> None:
    """Start the server with some flags; open the browser unless asked not to, or where there is no screen."""
    from veier.server import address
    from veier.server.settings import Settings

    settings = Settings.from_environment(**flags)
    listening, settings = address.listen(settings)
    from veier.server.run import prepare
    from veier.server.run import serve as run

    prepare(settings)
    url = address.url_of(settings)
    echo(translate("cli.serve.ready", url=url), err=True)
    if not no_browser and _has_screen():
        threading.Timer(0.7, webbrowser.open, [url]).start()
    from veier.server.compilation import compile_queue

    compile_queue.watch(CompileLine().show)
    # Ended by the system: what is beside us ends too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        if settings.workers > 1:
            from veier.server.workers import Workers

            Workers(settings, listening).run()
        else:
            run(settings, listening)
    finally:
        compile_queue.close()


def _has_screen() -> bool:
    """Return whether there is a screen on which a browser could open."""
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
