"""The games as the home page and the set-up show them; needs no kernels, so that browsing is cheap."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from veier.core.data import to_plain
from veier.core.game import Game
from veier.games import all_games
from veier.server.compact_json import dump_json
from veier.view import View


@lru_cache(maxsize=1)
def games_json() -> str:
    """List all games."""
    return dump_json({"games": [game_data(game, game.sample_view()) for game in all_games()]})


def game_data(game: Game, view: View) -> dict[str, Any]:
    """Return what a card or a set-up needs of a game, with a position to show."""
    return {
        "id": game.id,
        "name": game.name,
        "title": game.text("title").to_data(),
        "group": {"id": game.spec.group.id, "title": game.group_title.to_data()},
        "what": game.text("what").to_data(),
        "players": game.players,
        "minutes": game.minutes,
        "ages": game.ages,
        "author": game.author,
        "credits": [credit.to_data() for credit in game.credits],
        "year": game.year,
        "levels": game.evaluation.level_scale.count,
        "solved": bool(game.books),
        "board": game.rules.board.to_data(),
        "pieces": game.rules.pieces.to_data(),
        "options": [
            {
                "name": option.name,
                "low": option.low,
                "high": option.high,
                "default": option.default,
                "value": game.options[option.name],
                "assumed": option.assumed is not None,
                "reading": option.text.to_data() if option.text else None,
                "usual": option.usual,
            }
            for option in game.spec.options
        ],
        "assumptions": [told.to_data() for told in game.assumptions],
        "colours": list(game.colours),
        "view": to_plain(view),
    }
