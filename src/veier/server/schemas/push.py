"""Push messages: the key to subscribe with, and subscriptions."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from veier.server.schemas.base import Answer, Request

# A point on the curve P-256, and a secret of 16 bytes, as base64url.
_PublicKey = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{87}=?$")]
_Secret = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}(==)?$")]


class SubscriptionKeys(Request):
    """The keys of a browser that messages to it are encrypted with."""

    p256dh: _PublicKey
    auth: _Secret


class SubscriptionRequest(Request):
    """A browser's subscription: where its push service takes messages, and its keys."""

    endpoint: Annotated[str, Field(max_length=1000)]
    keys: SubscriptionKeys


class PushKey(Answer):
    """The public key to subscribe with; null where the server sends no messages."""

    key: str | None


class Subscribed(Answer):
    """Whether this session gets messages now."""

    subscribed: bool
