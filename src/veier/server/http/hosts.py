"""The hosts that the server is known by, so that no other name, which may be an attacker's, gets its pages.

Browsers take all that is under one name for one site: a name that somebody else owns and points here would make our
pages part of that person's site (DNS rebinding), and would stand in what caches keep.
"""

from __future__ import annotations

import re
import socket
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from veier.server.address import is_loopback
from veier.server.http.addresses import parse_address
from veier.server.settings import Settings

# A name or an address, IPv6 in brackets, and the port, which proxies and containers may change.
_HOST = re.compile(r"(?:\[(?P<ipv6>[0-9a-f:.]{2,45})\]|(?P<name>[a-z0-9._-]{1,253}))(?::[0-9]{1,5})?", re.IGNORECASE)


class KnownHosts:
    """The names and addresses of a server: its base URL, its computer, and what its operator allows."""

    def __init__(self, settings: Settings) -> None:
        computer = socket.gethostname().lower()
        short = computer.partition(".")[0]
        allowed = [name.strip().lower().strip("[]") for name in settings.allowed_hosts.split(",")]
        base = urlsplit(settings.base_url).hostname if settings.base_url else None
        # Many home networks know a computer by its name with .local (mDNS).
        self._names = {computer, short, f"{short}.local", settings.host.lower(), base, *allowed} - {"", None}

    def is_known(self, connection: HTTPConnection) -> bool:
        """Return whether a request is for this server: by a known name, or by the address that it arrived at."""
        hosts = connection.headers.getlist("host")
        found = _HOST.fullmatch(hosts[0]) if len(hosts) == 1 else None
        if found is None:
            return False
        name = (found["ipv6"] or found["name"]).lower().removesuffix(".")
        if name in self._names or is_loopback(name):
            return True
        server, address = connection.scope.get("server"), parse_address(name)
        return address is not None and server is not None and parse_address(server[0]) == address
