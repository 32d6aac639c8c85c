"""The address that the server listens on, and the one at which other devices reach it.

Imports little, so that a taken port is reported at once.
"""

from __future__ import annotations

import errno
import ipaddress
import socket
from dataclasses import replace
from urllib.parse import urlsplit

from veier.core.errors import VeierError
from veier.messages import Message, message
from veier.server.settings import DEFAULT_PORT, Settings

_SEND_BUFFER = 128 * 1024
_EVERY_ADDRESS = ("0.0.0.0", "::", "")
# Addresses that belong to nobody (RFC 5737, RFC 3849), to learn which of its own this computer would use for others.
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def listen(settings: Settings) -> tuple[socket.socket, Settings]:
    """Listen on the address and port; return the socket and the settings with the actual port. Raise VeierError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        found = socket.create_server((settings.host, settings.port), family=family, backlog=1024)
    except OSError as error:
        raise VeierError(listen_error(error, settings.host, settings.port, "--port")) from error
    # Accepted connections inherit it. asyncio sets it only where the protocol is given, and without it the body of an
    # answer waits 40 ms for the acknowledgement of its headers (Nagle's algorithm and delayed acknowledgements).
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # So is this: the system would keep megabytes for each client that does not read.
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    return found, replace(settings, port=found.getsockname()[1])


def listen_error(error: OSError, host: str, port: int, option: str) -> Message:
    """Say why an address and port cannot be listened on, and which option chooses another port."""
    if error.errno == errno.EADDRINUSE:
        return message("cli.serve.port_taken", host=host, port=port, option=option)
    if error.errno == errno.EACCES:
        return message("cli.serve.port_forbidden", host=host, port=port, option=option)
    return message("cli.serve.no_such_host", host=host)


def url_of(settings: Settings) -> str:
    """Return the URL to open in a browser."""
    if settings.base_url:
        return settings.base_url
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def origin_for_others(settings: Settings) -> str | Message:
    """Return the origin of links for other devices, or why they cannot reach the server.

    It follows from the settings and from this computer's network alone, never from what a request says of itself.
    """
    if settings.origin is not None:
        host = urlsplit(settings.origin).hostname or ""
        return _only_here(settings) if is_loopback(host) else settings.origin
    host = settings.host
    if host in _EVERY_ADDRESS:
        host = _network_address() or ""
        if not host:
            return message("server.address.no_network")
    if is_loopback(host):
        return _only_here(settings)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def is_loopback(host: str) -> bool:
    """Return whether a host name or address means the computer on which it is used."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _only_here(settings: Settings) -> Message:
    port = "" if settings.port == DEFAULT_PORT else f" --port {settings.port}"
    return message("server.address.only_here", command=f"veier serve --host 0.0.0.0{port}")


def _network_address() -> str | None:
    """Return this computer's address in its network; None if it is in none.

    Connecting a datagram socket sends nothing: the system only chooses the address that it would send from.
    """
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                found: str = probe.getsockname()[0]
        except OSError:
            continue
        if not ipaddress.ip_address(found).is_loopback:
            return found
    return None
