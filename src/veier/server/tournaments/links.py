"""Links to tournaments: one for each player, good until it is replaced, and one that hands on the organiser's place.

Their tokens follow from a secret of the server: none is stored, and the organiser can be shown them at any time.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from veier.server.http.tokens import is_token
from veier.server.store.secrets import SecretStore
from veier.server.store.tournaments import ORGANISER
from veier.tournament import Tournament

_SECRET = "links"


class Links:
    """Makes tokens of links, and finds out whose a token is."""

    def __init__(self, store: SecretStore) -> None:
        self._store = store

    async def of_players(self, name: str, tournament: Tournament) -> list[str]:
        """Return the token of each player's link."""
        key = await self._key()
        return [_token(key, name, number, player.links) for number, player in enumerate(tournament.players)]

    async def of_organiser(self, name: str, tournament: Tournament) -> str:
        """Return the token that makes another session the organiser's."""
        return _token(await self._key(), name, ORGANISER, tournament.handed)

    async def find(self, name: str, tournament: Tournament, token: str) -> int | None:
        """Return whose link a token belongs to: a player's number, or the organiser's; None if it is not valid."""
        if not is_token(token):
            return None
        known = {ORGANISER: await self.of_organiser(name, tournament)}
        known |= dict(enumerate(await self.of_players(name, tournament)))
        return next((number for number, each in known.items() if hmac.compare_digest(each, token)), None)

    async def _key(self) -> bytes:
        return (await self._store.get(_SECRET, lambda: secrets.token_urlsafe(32))).encode()


def _token(key: bytes, name: str, number: int, count: int) -> str:
    made = hmac.digest(key, f"{name}:{number}:{count}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(made).decode().rstrip("=")
