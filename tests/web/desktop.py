"""A desktop that shows notifications: a D-Bus session bus with one service, for a Chromium on Linux to show them at.

It speaks as much of the protocol as Chromium asks: https://dbus.freedesktop.org/doc/dbus-specification.html and
https://specifications.freedesktop.org/notification-spec.
"""

from __future__ import annotations

import socket
import struct
import threading
from types import TracebackType
from typing import IO, NamedTuple

_SERVICE = "org.freedesktop.Notifications"
_OWNER, _CLIENT = ":1.0", ":1.1"
_CALL, _RETURN, _ERROR, _SIGNAL = 1, 2, 3, 4
_WELCOME = b"OK %032x\r\n" % 1
# The fields of a message's header.
_PATH, _INTERFACE, _MEMBER, _ERROR_NAME, _REPLY_TO, _DESTINATION, _SENDER, _SIGNATURE = range(1, 9)
# The answers to calls: a signature and the values.
_ANSWERS: dict[str, tuple[str, list[str | int | list[str]]]] = {
    "Hello": ("s", [_CLIENT]),
    "AddMatch": ("", []),
    "RemoveMatch": ("", []),
    "ListActivatableNames": ("as", [[]]),
    "GetCapabilities": ("as", [["actions", "body"]]),
    "GetServerInformation": ("ssss", ["desktop", "tests", "1", "1.2"]),
    "CloseNotification": ("", []),
}


class Shown(NamedTuple):
    """A notification that the desktop shows."""

    title: str
    body: str


class Message(NamedTuple):
    """What Chromium sends."""

    kind: int
    serial: int
    fields: dict[int, str | int]
    body: bytes


class Desktop:
    """A desktop for a browser that is started with its `environment`."""

    def __init__(self) -> None:
        self.shown: list[Shown] = []
        self._listener = socket.socket(socket.AF_UNIX)
        # A free name that is no file's.
        self._listener.bind("")
        self._listener.listen()
        self._browser: socket.socket | None = None
        self._serial = 0
        self._lock = threading.Lock()

    @property
    def environment(self) -> dict[str, str]:
        name: bytes = self._listener.getsockname()
        return {"DBUS_SESSION_BUS_ADDRESS": f"unix:abstract={name[1:].decode()}"}

    def click(self, notification: Shown) -> None:
        """Click a notification, as the user does."""
        assert self._browser
        number = self.shown.index(notification) + 1
        fields: list[tuple[int, str, str | int]] = [
            (_PATH, "o", "/org/freedesktop/Notifications"),
            (_INTERFACE, "s", _SERVICE),
            (_MEMBER, "s", "ActionInvoked"),
            (_SENDER, "s", _OWNER),
        ]
        self._send(self._browser, _SIGNAL, fields, ("us", [number, "default"]))

    def __enter__(self) -> Desktop:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        """Let a program connect, and answer its calls."""
        try:
            with connection, connection.makefile("rb") as stream:
                stream.read(1)
                while (line := stream.readline().strip()) != b"BEGIN":
                    if not line:
                        return
                    connection.sendall(_WELCOME if line.startswith(b"AUTH EXTERNAL") else b"ERROR\r\n")
                while message := _read(stream):
                    if message.kind == _CALL:
                        self._answer(connection, message)
        except OSError:
            return

    def _answer(self, connection: socket.socket, call: Message) -> None:
        member = str(call.fields[_MEMBER])
        sender = _OWNER if call.fields.get(_DESTINATION) == _SERVICE else "org.freedesktop.DBus"
        fields: list[tuple[int, str, str | int]] = [
            (_REPLY_TO, "u", call.serial),
            (_SENDER, "s", sender),
            (_DESTINATION, "s", _CLIENT),
        ]
        known = _ANSWERS.get(member)
        if member == "Notify":
            self._browser = connection
            self.shown.append(_shown(call.body))
            known = ("u", [len(self.shown)])
        elif member == "NameHasOwner":
            known = ("b", [int(_text(call.body, 0)[0] == _SERVICE)])
        elif member == "GetNameOwner" and _text(call.body, 0)[0] == _SERVICE:
            known = ("s", [_OWNER])
        if known is None:
            fields.append((_ERROR_NAME, "s", "org.freedesktop.DBus.Error.ServiceUnknown"))
        self._send(connection, _ERROR if known is None else _RETURN, fields, known or ("", []))

    def _send(
        self,
        connection: socket.socket,
        kind: int,
        fields: list[tuple[int, str, str | int]],
        content: tuple[str, list[str | int | list[str]]],
    ) -> None:
        signature, values = content
        if signature:
            fields = [*fields, (_SIGNATURE, "g", signature)]
        body = b""
        for value in values:
            body = _append(body, value)
        header = b""
        for code, type_code, value in fields:
            header = _pad(header, 8) + bytes([code]) + _signature(type_code)
            header = header + _signature(str(value)) if type_code == "g" else _append(header, value)
        with self._lock:
            self._serial += 1
            start = struct.pack("<cBBBIII", b"l", kind, 1, 1, len(body), self._serial, len(header))
            connection.sendall(_pad(start + header, 8) + body)


def _read(stream: IO[bytes]) -> Message | None:
    start = stream.read(16)
    if len(start) < 16:
        return None
    _, kind, _, _, body_length, serial, length = struct.unpack("<cBBBIII", start)
    header = stream.read(length + -length % 8)
    fields: dict[int, str | int] = {}
    at = 0
    while at < length:
        at += -at % 8
        code, type_code, at = header[at], chr(header[at + 2]), at + 4
        if type_code == "g":
            end = at + 1 + header[at]
            fields[code], at = header[at + 1 : end].decode(), end + 1
        elif type_code == "u":
            fields[code], at = _integer(header, at)
        else:
            fields[code], at = _text(header, at)
    return Message(kind, serial, fields, stream.read(body_length))


def _shown(body: bytes) -> Shown:
    """Read the arguments of Notify: the program, a number, an icon, title and text, and more."""
    _, at = _text(body, 0)
    _, at = _integer(body, at)
    _, at = _text(body, at)
    title, at = _text(body, at)
    return Shown(title, _text(body, at)[0])


def _text(raw: bytes, at: int) -> tuple[str, int]:
    """Read a text; return it and where it ends."""
    length, at = _integer(raw, at)
    return raw[at : at + length].decode(), at + length + 1


def _integer(raw: bytes, at: int) -> tuple[int, int]:
    at += -at % 4
    value: int = struct.unpack_from("<I", raw, at)[0]
    return value, at + 4


def _append(raw: bytes, value: str | int | list[str]) -> bytes:
    """Append a value: a text, an integer or a list of texts."""
    raw = _pad(raw, 4)
    if isinstance(value, int):
        return raw + struct.pack("<I", value)
    if isinstance(value, str):
        return raw + struct.pack("<I", len(value.encode())) + value.encode() + b"\0"
    items = b""
    for each in value:
        items = _append(items, each)
    return raw + struct.pack("<I", len(items)) + items


def _signature(text: str) -> bytes:
    return bytes([len(text)]) + text.encode() + b"\0"


def _pad(raw: bytes, size: int) -> bytes:
    return raw + b"\0" * (-len(raw) % size)
