"""What players say to each other: set phrases, and a reminder of whose turn it is."""

from __future__ import annotations

from veier.server.schemas.base import Answer, Request
from veier.table.phrases import Phrase


class PhraseRequest(Request):
    """A phrase to say; there are no others."""

    phrase: Phrase


class SaidPhrase(Answer):
    """A phrase was said, by a seat."""

    seat: int
    phrase: Phrase


class NudgedSeat(Answer):
    """The seat to move was reminded, by another."""

    seat: int
    by: int
