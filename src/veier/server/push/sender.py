"""Sends a message to one subscription: encrypted (RFC 8291), signed (VAPID, RFC 8292), to public addresses alone.

Only this module imports pywebpush and what comes with it; without the extra `push` nothing is sent.
"""

from __future__ import annotations

import base64
import time
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal

from veier.server.push.endpoints import is_endpoint, is_public
from veier.server.store.subscriptions import Subscription

if TYPE_CHECKING:
    import aiohttp

Sent = Literal["sent", "gone", "failed"]

# Seconds for which a push service keeps a message, and for which a signature is valid.
_KEPT_SECONDS = 3 * 24 * 3600
_SIGNED_SECONDS = 12 * 3600
_TIMEOUT_SECONDS = 15
_GONE = (404, 410)


def is_available() -> bool:
    """Return whether the extra `push` is installed."""
    return find_spec("pywebpush") is not None


def make_private_key() -> str:
    """Make the key that messages are signed with, as base64url."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return _encode(vapid.private_key.private_numbers().private_value.to_bytes(32, "big"))


class Sender:
    """Sends messages in the name of this server. `contact` is how the owner of a push service can reach ours."""

    def __init__(self, private_key: str, contact: str, *, loopback: bool = False) -> None:
        from py_vapid import Vapid02

        self._vapid = Vapid02.from_raw(private_key.encode())
        self._contact = contact
        self._loopback = loopback
        self._session: aiohttp.ClientSession | None = None

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with, as base64url."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return _encode(self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def send(self, subscription: Subscription, data: bytes, topic: str) -> Sent:
        """Send a message; a later one of the same topic takes the place of one that still waits."""
        if not is_endpoint(subscription.endpoint, loopback=self._loopback):
            return "gone"
        try:
            body = _encrypt(subscription, data)
        except ValueError:
            # The browser's key is no point on the curve.
            return "gone"
        headers = {
            **self._sign(subscription.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT_SECONDS),
            "Topic": topic,
        }
        # A redirect could lead anywhere.
        async with self._http().post(
            subscription.endpoint, data=body, headers=headers, allow_redirects=False
        ) as answer:
            if answer.status in _GONE:
                return "gone"
            return "sent" if 200 <= answer.status < 300 else "failed"

    async def close(self) -> None:
        """Close the connections."""
        if self._session:
            await self._session.close()

    def _sign(self, endpoint: str) -> dict[str, str]:
        origin = "/".join(endpoint.split("/")[:3])
        claims = {"aud": origin, "sub": self._contact, "exp": int(time.time()) + _SIGNED_SECONDS}
        return dict(self._vapid.sign(claims))

    def _http(self) -> aiohttp.ClientSession:
        if self._session is None:
            import aiohttp

            connector = aiohttp.TCPConnector(resolver=public_resolver(), limit=8)
            timeout = aiohttp.ClientTimeout(total=_TIMEOUT_SECONDS)
            self._session = aiohttp.ClientSession(connector=connector, timeout=timeout)
        return self._session


def _encrypt(subscription: Subscription, data: bytes) -> bytes:
    from pywebpush import WebPusher

    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    body: bytes = WebPusher({"endpoint": subscription.endpoint, "keys": keys}).encode(data)["body"]
    return body


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def public_resolver() -> Any:
    """Return a resolver that knows public addresses only, so that no name leads into a private network."""
    from aiohttp.resolver import ThreadedResolver

    class PublicResolver(ThreadedResolver):
        async def resolve(self, *arguments: Any, **named: Any) -> Any:
            found = await super().resolve(*arguments, **named)
            public = [each for each in found if is_public(each["host"])]
            if not public:
                raise OSError("no public address")
            return public

    return PublicResolver()
