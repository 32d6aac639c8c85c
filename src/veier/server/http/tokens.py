"""Tokens and ids: random strings that grant access. Secrets are stored as digests, so a leaked database grants none."""

from __future__ import annotations

import hashlib
import re
import secrets

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_ID = re.compile(r"[A-Za-z0-9_-]{16}")

INVITE_MS = 7 * 24 * 3600 * 1000
TRANSFER_MS = 3600 * 1000


def new_token() -> str:
    """Return a random secret of 256 bits: a session, an invite, or a transfer."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Return a random id of 96 bits for a table or a review; it permits watching.

    It begins with a letter or a digit, so that no command takes it for an option.
    """
    while not (found := secrets.token_urlsafe(12))[0].isalnum():
        pass
    return found


def is_token(text: str) -> bool:
    """Return whether a text has the form of a secret."""
    return bool(_TOKEN.fullmatch(text))


def is_id(text: str) -> bool:
    """Return whether a text has the form of an id."""
    return bool(_ID.fullmatch(text))


def digest(token: str) -> str:
    """Return the stored form of a secret. A lookup by digest takes the same time whatever was guessed."""
    return hashlib.sha256(token.encode()).hexdigest()
