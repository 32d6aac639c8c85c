"""Rules pages: the text of a page, filled in with the facts of a game.

A line that is only a name in brackets, as `[square]`, takes in a part that several pages share. Facts stand in braces.
The items `- {games}` and `- {assumptions}` become an item for each game of the page and for each thing assumed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isqrt
from typing import Any

from veier.core.game import Game
from veier.games import all_games
from veier.learn.blocks import Page
from veier.learn.figures import figure
from veier.learn.markdown import parse_page
from veier.learn.rules_text import page_name, rules_text
from veier.messages import LANGUAGES, fill_in
from veier.messages.typography import keep_together

_PART = re.compile(r"^\[(?P<name>[a-z0-9-]+)\]$", re.MULTILINE)
_MADE_ITEM = re.compile(r"^- \{(?P<name>games|assumptions)\}\n?", re.MULTILINE)


@lru_cache(maxsize=64)
def read_page(game: Game, language: str) -> Page:
    """Read the rules of a game in a language."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    text = rules_text(game, language, page_name(game))
    text = _PART.sub(lambda found: rules_text(game, language, "parts", found["name"]), text)
    text = _MADE_ITEM.sub(lambda found: _items(game, found["name"], language), text)
    text = keep_together(fill_in(text, language, **_facts(game)))
    return parse_page(text, lambda name: figure(game, name))


def _items(game: Game, name: str, language: str) -> str:
    """Write the items that a game makes itself."""
    if name == "assumptions":
        items = [told.text(language) for told in game.assumptions]
    else:
        items = [_tell_game(one, language) for one in all_games() if page_name(one) == page_name(game)]
    return "".join(f"- {item}\n" for item in items)


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
