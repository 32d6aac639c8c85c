"""Another site on this computer: a page that shows boards of the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Elsewhere:
    """A site whose pages are texts; its two names are two origins for browsers."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                text = site.pages.get(self.path)
                self.send_response(200 if text is not None else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write((text or "").encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        port = self.server.server_address[1]
        self.allowed, self.refused = f"http://127.0.0.1:{port}", f"http://localhost:{port}"


@contextmanager
def serve_elsewhere() -> Iterator[Elsewhere]:
    """Serve another site until the end."""
    site = Elsewhere()
    thread = Thread(target=site.server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.server.shutdown()
        thread.join()
        site.server.server_close()
