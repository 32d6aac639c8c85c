"""A push service and a browser that subscribes at it: a real server on loopback that takes messages and reads them."""

from __future__ import annotations

import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

Data = dict[str, Any]


class PushService:
    """A push service; `answers` has the status for an endpoint where it is not 201."""

    def __init__(self) -> None:
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.received.append((self.path, headers, body))
                status = service.answers.get(self.path, 201)
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"{service.url}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> PushService:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join(20)
        self._server.server_close()


class Subscriber:
    """A browser with a subscription, which alone can read its messages."""

    def __init__(self, service: PushService, path: str) -> None:
        self._service = service
        self._path = path
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = os.urandom(16)

    @property
    def subscription(self) -> Data:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _encode(point), "auth": _encode(self._secret)}
        return {"endpoint": f"{self._service.url}{self._path}", "keys": keys}

    @property
    def headers(self) -> list[dict[str, str]]:
        return [headers for path, headers, _ in self._service.received if path == self._path]

    def messages(self) -> list[Data]:
        """Read all messages so far."""
        bodies = [body for path, _, body in self._service.received if path == self._path]
        return [
            json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"))
            for body in bodies
        ]


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
