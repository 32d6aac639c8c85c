"""The language of a client, from its Accept-Language header."""

from __future__ import annotations

from veier.messages import DEFAULT, LANGUAGES


def preferred_language(header: str) -> str:
    """Return the language of a catalogue that a client prefers; English if it accepts none of them."""
    best, language = 0.0, DEFAULT
    for part in header[:200].split(","):
        tag, _, quality = part.partition(";")
        name = tag.strip()[:2].lower()
        weight = _weight(quality)
        if name in LANGUAGES and weight > best:
            best, language = weight, name
    return language


def _weight(parameter: str) -> float:
    """Read `q=0.5`; a language without a weight counts 1, and one with a malformed weight 0."""
    name, _, value = parameter.strip().partition("=")
    if not name:
        return 1.0
    try:
        return float(value) if name == "q" else 0.0
    except ValueError:
        return 0.0
