"""House options to compare a game with: near boards and numbers of pieces, other mixes, other readings of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from veier.core.errors import BadOption
from veier.core.game import Game
from veier.games import game as find_game

# Kinds of pieces that make up a mix, whose sum stays the same.
_MIX = ("a", "b", "d")


def house_options(game: Game) -> list[Game]:
    """Return the games with other options, those that exist."""
    found = {}
    for values in _candidates(game):
        changed = "&".join(f"{name}={value}" for name, value in {**game.options, **values}.items())
        try:
            other = find_game(f"{game.name}?{changed}")
            other.start()
        except BadOption:
            continue
        found[other.id] = other
    found.pop(game.id, None)
    return list(found.values())


def _candidates(game: Game) -> Iterator[Mapping[str, int]]:
    chosen = game.options
    if all(name in chosen for name in _MIX):
        a, b, d = (chosen[name] for name in _MIX)
        for step in (1, -1):
            yield {"a": a + step, "b": b + step, "d": d - 2 * step}
    for option in game.spec.options:
        value = chosen[option.name]
        if option.reading:
            yield {option.name: 1 - value}
        elif option.name not in _MIX:
            step = 1 if option.name == "side" else max(1, value // 5)
            yield {option.name: value - step}
            yield {option.name: value + step}
