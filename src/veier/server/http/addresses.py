"""Network addresses: which of them count as one visitor, and which belong to proxies that are believed."""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar

from veier.core.errors import VeierError
from veier.messages import message

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# A household or a rented server has a whole network of this size, so that all of it counts as one visitor.
_IPV6_PREFIX = 64
# The visitors whose address a proxy does not tell.
UNKNOWN = "-"
# Whom the work of this task is for; the server's own is for nobody in particular.
visitor: ContextVar[str] = ContextVar("visitor", default=UNKNOWN)


def visitor_key(host: str) -> str:
    """Return what a visitor is counted by: the IPv4 address, or the /64 network of the IPv6 address."""
    address = parse_address(host)
    if address is None:
        return UNKNOWN
    # All link-local addresses are in one network, however many computers have them.
    if isinstance(address, ipaddress.IPv4Address) or address.is_link_local:
        return str(address)
    return str(ipaddress.ip_network((address, _IPV6_PREFIX), strict=False))


def parse_address(host: str) -> Address | None:
    """Read an address, an IPv4 address also where it is written as an IPv6 one; None for anything else."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


class TrustedProxies:
    """The proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."""

    def __init__(self, text: str) -> None:
        """Read addresses and networks separated by commas, or `none`; raise VeierError."""
        words = [word.strip() for word in text.split(",") if word.strip()]
        try:
            self.networks: list[Network] = [
                ipaddress.ip_network(word, strict=False) for word in words if word.lower() != "none"
            ]
        except ValueError as error:
            raise VeierError(message("server.settings.trusted_proxies", text=text)) from error

    def __contains__(self, host: str) -> bool:
        address = parse_address(host)
        return address is not None and any(address in network for network in self.networks)
