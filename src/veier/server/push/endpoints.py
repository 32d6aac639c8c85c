"""Which addresses the server sends push messages to: a client names them, so none of a private network is allowed."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

_MAX_LENGTH = 1000


def is_endpoint(url: str, *, loopback: bool = False) -> bool:
    """Return whether a URL may be that of a push service: https, and no address of a private network.

    A name is looked up, and its addresses are checked, only when something is sent. `loopback` also allows plain http
    to this computer, for tests.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if len(url) > _MAX_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
        return False
    if loopback and parts.scheme == "http" and host == "127.0.0.1":
        return True
    if parts.scheme != "https" or port not in (None, 443) or parts.username is not None or "." not in host:
        return False
    try:
        return is_public(str(ipaddress.ip_address(host)))
    except ValueError:
        return True


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public internet."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return found.is_global and not found.is_multicast
