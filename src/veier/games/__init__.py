"""The games: one folder for each family. A family's package lists its games as `GAMES`; nothing else lists them.

Other packages add games of their own with an entry point of the group `veier.games` that names such a package; their
texts are in its folder `messages`, one JSON catalogue for each language.
"""

from __future__ import annotations

import pkgutil
import re
from functools import cache, lru_cache
from importlib import import_module

from veier.core.errors import BadOption, UnknownGame
from veier.core.game import Game, GameSpec
from veier.core.nearest import nearest
from veier.core.type_check import check_text
from veier.messages import add_catalogues, message

ENTRY_POINTS = "veier.games"
# Every id is shorter; what is cut off cannot make a game of the rest, and errors quote no more than this.
_LONGEST_ID = 100
_NUMBER = re.compile(r"-?[0-9]{1,80}")


@cache
def all_specs() -> dict[str, GameSpec]:
    """Find all games by name: those of this package's families, then those of other packages."""
    from importlib.metadata import entry_points  # takes 50 ms with what it looks up

    specs = dict(_own_specs())
    for point in entry_points(group=ENTRY_POINTS):
        family = point.load()
        add_catalogues(family.__name__)
        specs |= {spec.name: spec for spec in family.GAMES}
    return specs


@cache
def _own_specs() -> dict[str, GameSpec]:
    families = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return {spec.name: spec for family in families for spec in getattr(family, "GAMES", ())}


def all_games() -> tuple[Game, ...]:
    """List all games with their default options."""
    return tuple(game(name) for name in all_specs())


def game(text: str) -> Game:
    """Find a game by its id, with options after a question mark: `4eyes?a=4&b=4&d=2`."""
    check_text("game", text)
    return _find_game(text)


@lru_cache(maxsize=256)
def _find_game(text: str) -> Game:
    name, _, options = text.strip()[:_LONGEST_ID].partition("?")
    spec = _own_specs().get(name.lower()) or all_specs().get(name.lower())
    if not spec:
        if near := nearest(name, all_specs()):
            raise UnknownGame(message("game.unknown_near", game=name, near=", ".join(near)))
        raise UnknownGame(message("game.unknown", game=name, known=", ".join(all_specs())))
    chosen = {}
    for part in options.split("&") if options else ():
        option, _, value = part.lower().partition("=")
        if not _NUMBER.fullmatch(value) or option in chosen:
            raise BadOption(message("option.malformed", part=part))
        chosen[option] = int(value)
    return spec.game(chosen)
