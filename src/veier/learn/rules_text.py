"""Where the texts of a game are: in its own folder, or among the package's rules pages."""

from __future__ import annotations

from importlib.resources import files

from veier.core.game import Game


def page_name(game: Game) -> str:
    """Name the rules page of a game, which the variants of its group share."""
    return game.spec.group.id


def rules_text(game: Game, language: str, *path: str) -> str:
    """Read a text of the rules: `rules/<language>/…` in the folder of the game, or else in `veier/messages`."""
    *folders, name = path
    for package in (game.spec.package, "veier.messages"):
        file = files(package).joinpath("rules", language, *folders, f"{name}.md")
        if file.is_file():
            return file.read_text(encoding="utf-8").strip()
    raise FileNotFoundError(f"there is no rules text {'/'.join(path)!r} in {language!r}")
