"""Rules pages: the text of a page, filled in with the facts of a game.

A line that is only a name in brackets, as `[square]`, takes in a part that several pages share. Facts stand in braces.
The items `- {games}`, `- {assumptions}` and `- {readings}` become an item for each game of the page, for each thing
assumed, and for each other reading of a rule that can be chosen. A line that begins with `?name:` stands on the page
only where the reading of that name is chosen, one that begins with `!name:` only where it is not.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isqrt
from typing import Any

from veier.core.game import Game, Option
from veier.games import all_games
from veier.learn.blocks import Page
from veier.learn.figures import figure
from veier.learn.markdown import parse_page
from veier.learn.rules_text import page_name, rules_text
from veier.messages import LANGUAGES, fill_in, message
from veier.messages.typography import keep_together

_PART = re.compile(r"^\[(?P<name>[a-z0-9-]+)\]$", re.MULTILINE)
_MADE_ITEM = re.compile(r"^- \{(?P<name>games|assumptions|readings)\}\n?", re.MULTILINE)
_CONDITION = re.compile(r"^(?P<sign>[?!])(?P<name>[a-z]+): (?P<rest>.*\n?)", re.MULTILINE)


@lru_cache(maxsize=64)
def read_page(game: Game, language: str) -> Page:
    """Read the rules of a game in a language."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    text = rules_text(game, language, page_name(game))
    text = _PART.sub(lambda found: rules_text(game, language, "parts", found["name"]), text)
    text = _CONDITION.sub(lambda found: found["rest"] if _holds(game, found) else "", text)
    text = _MADE_ITEM.sub(lambda found: _items(game, found["name"], language), text)
    text = keep_together(fill_in(text, language, **_facts(game)))
    return parse_page(text, lambda name: figure(game, name))


def _holds(game: Game, condition: re.Match[str]) -> bool:
    """Return whether a line stands on the page of a game; a game without the option reads the rule as usual."""
    return (game.options.get(condition["name"], 0) != 0) == (condition["sign"] == "?")


def _items(game: Game, name: str, language: str) -> str:
    """Write the items that a game makes itself."""
    if name == "assumptions":
        items = [told.text(language) for told in game.assumptions]
    elif name == "readings":
        items = [_tell_reading(option, language) for option in game.spec.options if option.reading]
    else:
        items = [_tell_game(one, language) for one in all_games() if page_name(one) == page_name(game)]
    return "".join(f"- {item}\n" for item in items)


def _tell_reading(option: Option, language: str) -> str:
    value = f"{option.name}=1" if option.high == 1 else f"{option.name}={option.low + 1}…{option.high}"
    return message("reading.item", option=f"**{value}**", reading=option.text).text(language)


def _tell_game(game: Game, language: str) -> str:
    title, board, pieces = game.text("title"), game.rules.board, game.rules.pieces
    return f"**{title.text(language)}** ({board.text(language)}, {pieces.text(language)})"


def _facts(game: Game) -> dict[str, Any]:
    rules, cells = game.rules, len(game.rules.cell_names)
    return game.options | {
        "author": game.author,
        "year": game.year,
        "board": rules.board,
        "pieces": rules.pieces,
        "each": sum(game.pieces.values()),
        "cells": cells,
        "across": isqrt(cells),
        "squares": len(game.patterns.shapes),
    }
