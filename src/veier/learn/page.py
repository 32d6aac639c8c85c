"""Rules pages: the text of a page, filled in with the facts of the game that is played.

A line that is only a name in brackets, as `[square]`, takes in a part that several pages share. Facts stand in braces.
Items such as `- {assumptions}` become an item for each thing that the game has to say; see `_ITEMS`. A page names no
number of another variant, and shows no figure that cannot occur in this one. A line that begins with `?name:` stands on
the page only where the reading of that name is chosen, one that begins with `!name:` only where it is not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import isqrt
from typing import Any

from veier.core.game import Game, Option
from veier.core.patterns import RowValue
from veier.games import all_games
from veier.learn.blocks import Page
from veier.learn.figures import Figure, figure
from veier.learn.markdown import parse_page
from veier.learn.rules_text import page_name, rules_text
from veier.messages import LANGUAGES, Message, fill_in, message
from veier.messages.typography import keep_together

_PART = re.compile(r"^\[(?P<name>[a-z0-9-]+)\]$", re.MULTILINE)
_CONDITION = re.compile(r"^(?P<sign>[?!])(?P<name>[a-z]+): (?P<rest>.*\n?)", re.MULTILINE)


@lru_cache(maxsize=64)
def read_page(game: Game, language: str, on_paper: bool = False) -> Page:
    """Read the rules of a game in a language; on paper without the readings that the program lets people choose."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    text = rules_text(game, language, page_name(game))
    text = _PART.sub(lambda found: rules_text(game, language, "parts", found["name"]), text)
    text = _CONDITION.sub(lambda found: found["rest"] if _holds(game, found) else "", text)
    left_out = _ONLY_ON_SCREENS if on_paper else ()
    text = _MADE_ITEM.sub(
        lambda found: "" if found["name"] in left_out else _items(_ITEMS[found["name"]](game), language), text
    )
    text = keep_together(fill_in(text, language, **_facts(game)))
    return parse_page(text, lambda name: _figure(game, name))


def _holds(game: Game, condition: re.Match[str]) -> bool:
    """Return whether a line stands on the page of a game; a game without the option reads the rule as usual."""
    return (game.options.get(condition["name"], 0) != 0) == (condition["sign"] == "?")


def _items(messages: Iterable[Message], language: str) -> str:
    return "".join(f"- {each.text(language)}\n" for each in messages)


def _variants(game: Game) -> Iterable[Message]:
    """Return the titles of the other games that have the same page."""
    return (
        other.text("title") for other in all_games() if page_name(other) == page_name(game) and other.name != game.name
    )


def _rows(game: Game) -> Iterable[Message]:
    return (_row(value) for value in game.patterns.row_values)


def _row(value: RowValue) -> Message:
    points = message("rules.points", count=value.points)
    if value.low == value.high:
        return message("rules.row_of", low=value.low, points=points)
    return message("rules.row", low=value.low, high=value.high, points=points)


def _readings(game: Game) -> Iterable[Message]:
    return (_reading(option) for option in game.spec.options if option.reading)


def _reading(option: Option) -> Message:
    return message("reading.item", option=f"**{option.name}={option.usual}**", reading=option.text)


# What a game says as items of a list, by the name that stands in the text.
_ITEMS: dict[str, Callable[[Game], Iterable[Message]]] = {
    "assumptions": lambda game: game.assumptions,
    "credits": lambda game: game.credits,
    "readings": _readings,
    "rows": _rows,
    "variants": _variants,
}
_ONLY_ON_SCREENS = ("readings",)
_MADE_ITEM = re.compile(rf"^- \{{(?P<name>{'|'.join(_ITEMS)})\}}\n?", re.MULTILINE)


def _figure(game: Game, name: str) -> Figure | None:
    """Find a figure of a page; None if it shows a row that is too long for this game."""
    found = figure(game, name)
    longest = max((value.high for value in game.patterns.row_values), default=0)
    return found if all(len(row.cells) <= longest for row in found.position.rows()) else None


def _facts(game: Game) -> dict[str, Any]:
    rules, cells = game.rules, len(game.rules.cell_names)
    return game.options | {
        "title": game.text("title"),
        "year": game.year,
        "ages": game.ages,
        "minutes": game.minutes,
        "board": rules.board,
        "pieces": rules.pieces,
        "each": sum(game.pieces.values()),
        "cells": cells,
        "across": isqrt(cells),
        "squares": len(game.patterns.shapes),
    }
