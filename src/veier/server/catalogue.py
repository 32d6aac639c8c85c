"""The games as the home page and the set-up show them; needs no kernels, so that browsing is cheap."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from veier.core.data import to_plain
from veier.core.game import Game
from veier.core.position import Position
from veier.games import all_games
from veier.kernels.state import MOVER
from veier.server.compact_json import dump_json

# About how long a game takes two or three people, in minutes.
_MINUTES = {
    "4eyes": 20,
    "4eyes-beginners": 10,
    "4eyes-plus-2p": 25,
    "4eyes-plus-3p": 30,
    "4eyes-plus-2p-7x7": 15,
    "4eyes-plus-3p-7x7": 20,
    "4eyes-pencil-2p": 20,
    "4eyes-pencil-3p": 25,
    "4eyes-pencil-2p-7x7": 10,
    "4eyes-pencil-3p-7x7": 15,
    "hexrows": 30,
}
_USUAL_MINUTES = 20

# A position from the middle of a game, for its card: the board of its position string, and who moves.
_SAMPLES = {
    "4eyes": ("r31r41..b24/...r41./..r31.b12/r23.b14b43b41/r24.r21.b32", 1),
    "4eyes-beginners": ("r32r31../b13.b34r14/b42r12.r12/b42...", 1),
    "4eyes-plus-2p": (
        "b......../R^...b..../....R^..../.rr....../.B^B^..R>b../........./..BvbR<..B>r/..rRvbR<.../bR<.b.rB<B>r",
        1,
    ),
    "4eyes-plus-3p": (
        ".....n..r/..R>n.R^..B^/..bN<Rv.bN<./.rB<.n..../..BvbN<R>nB>r/..r.bBv.../bN<Rv.N^rRvR>n/..n...n../..bN<..B>r.",
        1,
    ),
    "4eyes-plus-2p-7x7": ("Rv....R>b/b....../bbR<b.../R^..R^r../brB<.B^B>r/R^..Bv.Bv./...r.r.", 1),
    "4eyes-plus-3p-7x7": ("....R>n./..B>rBvB>r/.n..r../.R^nR<B>rNv/.bN<RvN>bb/...n.../.bN<....", 0),
    "4eyes-pencil-2p": ("..r..br.b/..b.b.brr/rb..rrb../......rb./.rbb...../...r...../....br..b/......r.r/......b..", 1),
    "4eyes-pencil-3p": ("......b../...nr.n../..brbr.../r.nbnn.b./nnr.nb.r./r..b...../n..r.rnb./bbrb...n./nr.......", 2),
    "4eyes-pencil-2p-7x7": ("br...br/rb...rb/......./......./br...br/brbrrrb/rb..b..", 1),
    "4eyes-pencil-3p-7x7": ("bn...b./...r.n./...b.br/....rn./nr...b./brr.rn./..n.n..", 1),
    "hexrows": (
        "....../...r.../..rbr.../rb.brr.../.brbrrb.b./..brrbrrb../...br.bbr./.brrrb.../.bbbr.../......./......",
        1,
    ),
}


@lru_cache(maxsize=1)
def games_json() -> str:
    """List all games."""
    return dump_json({"games": [game_data(game, sample_position(game)) for game in all_games()]})


def game_data(game: Game, position: Position) -> dict[str, Any]:
    """Tell of a game what a card or a set-up needs, with a position to show."""
    return {
        "id": game.id,
        "name": game.name,
        "title": game.text("title").to_data(),
        "what": game.text("what").to_data(),
        "players": game.players,
        "minutes": _MINUTES.get(game.name, _USUAL_MINUTES),
        "author": game.author,
        "year": game.year,
        "levels": game.rules.level_scale.count,
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
            }
            for option in game.facts.options
        ],
        "assumptions": [told.to_data() for told in game.assumptions],
        "colours": list(game.colours),
        "view": to_plain(position.view()),
    }


def sample_position(game: Game) -> Position:
    """Give a lively position to look at. Only drawings may use it: what kernels derive is not filled in."""
    board, mover = _SAMPLES.get(game.name, (None, 0))
    if board is None:
        return game.start()
    row = game.rules.start_state()
    game.rules.parse_board(board, row)
    row[MOVER] = mover
    return Position(game, row.tobytes())
