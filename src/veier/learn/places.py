"""Where the texts and figures of a game are: found by its name and its family's folder, so that nothing lists games."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from veier.core.game import Game
from veier.messages import DEFAULT


def page_name(game: Game) -> str:
    """Find the page of a game: the one with the longest name that the game's name begins with."""
    return max((name for name in _page_names() if game.name.startswith(name)), key=len)


def family_package(game: Game) -> str:
    """Name the package that a game's rules come from."""
    return type(game.rules).__module__.rpartition(".")[0]


def rules_text(language: str, *place: str) -> str:
    """Read a text of the rules in a language."""
    *folders, name = place
    file = files("veier.messages").joinpath("rules", language, *folders, f"{name}.md")
    return file.read_text(encoding="utf-8").strip()


@cache
def _page_names() -> tuple[str, ...]:
    folder = files("veier.messages").joinpath("rules", DEFAULT)
    return tuple(file.name.removesuffix(".md") for file in folder.iterdir() if file.name.endswith(".md"))
