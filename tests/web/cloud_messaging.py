"""Chromium's push service on loopback: the browser checks in, registers and stays connected; messages go through to it.

The real one is Google's. Its protocols are protocol buffers, a form, and a stream of them over TLS; the few fields that
Chromium needs are written by hand. What is sent is encrypted for the browser, and only passed on here.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qsl

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

_DEVICE, _SECRET = 1_234_567, 7_654_321
_VERSION, _LOGIN_RESPONSE, _DATA_MESSAGE = 41, 3, 8
_SEND = "/fcm/send/"


class CloudMessaging:
    """The push service of browsers that are started with its `switches`."""

    def __init__(self, folder: Path) -> None:
        # The forms that browsers registered with, by the token that the endpoint of the subscription ends in.
        self.registrations: dict[str, dict[str, str]] = {}
        # What the application server sent: the token, the headers and the encrypted body.
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        self._browsers: list[ssl.SSLSocket] = []
        self._tls = _tls(folder / "certificate.pem")
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._threads = [
            threading.Thread(target=self._http.serve_forever),
            threading.Thread(target=self._accept, daemon=True),
        ]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def switches(self) -> list[str]:
        """What Chromium is started with, so that this is its push service."""
        return [
            f"--gcm-checkin-url={self.url}/checkin",
            f"--gcm-registration-url={self.url}/register",
            f"--gcm-mcs-endpoint=https://127.0.0.1:{self._listener.getsockname()[1]}",
            "--ignore-certificate-errors",
        ]

    @property
    def connected(self) -> bool:
        """Whether a browser waits for messages."""
        return bool(self._browsers)

    def __enter__(self) -> CloudMessaging:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._threads[0].join(20)
        self._http.server_close()
        for each in (self._listener, *self._browsers):
            each.close()

    def register(self, form: dict[str, str]) -> str:
        """Register what a browser subscribes to; return its token. Subscriptions that end are forgotten."""
        token = f"token-{form.get('X-subtype', form['app']).encode().hex()}"
        if form.get("delete") == "true":
            self.registrations.pop(token, None)
        else:
            self.registrations[token] = form
        return token

    def pass_on(self, token: str, headers: dict[str, str], body: bytes) -> int:
        """Pass an encrypted message on to the browser; return the status of the answer to who sent it."""
        self.received.append((token, headers, body))
        form = self.registrations.get(token)
        if form is None:
            return 410
        data = {"subtype": form["X-subtype"], "content-encoding": headers["content-encoding"]}
        message = b"".join(
            [
                _bytes(3, form["sender"]),
                _bytes(5, form["app"]),
                *(_bytes(7, _bytes(1, key) + _bytes(2, value)) for key, value in data.items()),
                _bytes(9, f"message-{len(self.received)}"),
                _number(17, int(headers["ttl"])),
                _bytes(21, body),
            ]
        )
        self._browsers[-1].sendall(_packet(_DATA_MESSAGE, message))
        return 201

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._log_in, args=[connection], daemon=True).start()

    def _log_in(self, connection: socket.socket) -> None:
        """Let a browser log in; it gives up a first connection, which sends nothing, when it learns of the network."""
        try:
            with connection, self._tls.wrap_socket(connection, server_side=True) as browser:
                if not browser.recv(4096):
                    return
                response = _bytes(1, "1") + _number(8, int(time.time() * 1000))
                browser.sendall(bytes([_VERSION]) + _packet(_LOGIN_RESPONSE, response))
                self._browsers.append(browser)
                while browser.recv(4096):
                    pass
        except OSError:
            return


def _handler(service: CloudMessaging) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            if self.path == "/checkin":
                clock = _number(3, int(time.time() * 1000))
                self._answer(200, _number(1, 1) + clock + _fixed(7, _DEVICE) + _fixed(8, _SECRET))
            elif self.path == "/register":
                self._answer(200, b"token=" + service.register(dict(parse_qsl(body.decode()))).encode())
            elif self.path.startswith(_SEND):
                self._answer(service.pass_on(self.path.removeprefix(_SEND), headers, body), b"")
            else:
                self._answer(404, b"")

        def _answer(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


def _tls(path: Path) -> ssl.SSLContext:
    """Make a certificate for this computer."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    certificate = builder.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)
    path.write_bytes(certificate + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def _packet(tag: int, message: bytes) -> bytes:
    return bytes([tag]) + _varint(len(message)) + message


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _fixed(field: int, value: int) -> bytes:
    return _varint(field << 3 | 1) + value.to_bytes(8, "little")


def _bytes(field: int, value: str | bytes) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(raw)) + raw


def _varint(value: int) -> bytes:
    more = value >> 7
    return bytes([value & 127 | 128]) + _varint(more) if more else bytes([value])
