"""Capabilities: random words that open something. Only their SHA-256 is kept, so a stolen database opens nothing."""

from __future__ import annotations

import hashlib
import re
import secrets

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{16}")

INVITE_MS = 7 * 24 * 3600 * 1000
TRANSFER_MS = 3600 * 1000


def new_token() -> str:
    """Make a secret of 256 bits: a session, an invite, or a transfer."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """Make the id of a table or a review, 96 bits: who knows it may watch."""
    return secrets.token_urlsafe(12)


def is_token(text: str) -> bool:
    """Tell whether text has the shape of a secret."""
    return bool(_TOKEN.fullmatch(text))


def is_id(text: str) -> bool:
    """Tell whether text has the shape of an id."""
    return bool(_TABLE_ID.fullmatch(text))


def digest(token: str) -> str:
    """Give what is kept of a secret. Looking up digests takes the same time whatever was guessed."""
    return hashlib.sha256(token.encode()).hexdigest()
