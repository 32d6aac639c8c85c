"""What boards on other sites show: a position or a game with its sentences, written in a process beside the server."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from veier.core.descriptions import describe_move
from veier.core.json_patch import make_patch
from veier.core.position import Position
from veier.messages import Message, message
from veier.server.compact_json import dump_json
from veier.server.work.lines import Line, play
from veier.server.work.setting_up import find_code
from veier.table.board_state import changing_board, empty_board


class EmbeddedGame(NamedTuple):
    """A game to show.

    line      its moves
    code      the short name of its first position, if it is named by that
    table     the table where it is played, if it is
    ending    how it ended, where the players ended it
    live      whether it goes on
    language  of the sentences
    """

    line: Line
    code: str | None = None
    table: str | None = None
    ending: Message | None = None
    live: bool = False
    language: str = "en"


def write_embed(asked: EmbeddedGame) -> str:
    """Write a game to show as JSON: its first view, and what each move changes; raise VeierError."""
    line = asked.line
    if asked.code is not None:
        line = Line(line.game, find_code(line.game, asked.code), line.moves)
    positions = play(line)
    boards = [changing_board(position) for position in positions]
    game = positions[0].game
    sentences = _sentences(asked, positions, boards)
    moves = [
        {**told, "changes": make_patch(before["view"], after["view"])}
        for told, before, after in zip(sentences[1:], boards, boards[1:], strict=False)
    ]
    return dump_json(
        {
            "game": game.id,
            "title": game.text("title").text(asked.language),
            "link": _link(asked, line),
            "live": asked.live,
            "colours": [game.rules.seat_message(seat).text(asked.language) for seat in range(game.players)],
            "view": {**empty_board(game), **boards[0]["view"], "choices": []},
            **{name: sentences[0][name] for name in ("turn", "where")},
            "moves": moves,
        }
    )


def _sentences(
    asked: EmbeddedGame, positions: Sequence[Position], boards: Sequence[dict[str, Any]]
) -> list[dict[str, str]]:
    """Say of each position which move led there, whose turn it is or how it ended, and where in the game it is."""
    turns = [Message.from_data(board["turn"]) for board in boards]
    if asked.ending is not None:
        turns[-1] = asked.ending
    made = [
        describe_move(before, after.last_move).text(asked.language) if after.last_move else ""
        for before, after in pairwise(positions)
    ]
    total = len(positions) - 1
    where = [message("web.walk.where", ply=ply, total=total).text(asked.language) for ply in range(total + 1)]
    return [
        {"said": said, "turn": turn.text(asked.language), "where": there}
        for said, turn, there in zip(["", *made], turns, where, strict=True)
    ]


def _link(asked: EmbeddedGame, line: Line) -> str:
    """Return the address of the page where there is more."""
    if asked.table is not None:
        return f"/table/{quote(asked.table, safe='')}"
    name = quote(line.game, safe="")
    if asked.code is not None and not line.moves:
        return f"/p/{name}/{quote(asked.code, safe='')}"
    query = {"start": line.start, "moves": " ".join(line.moves)}
    asked_for = urlencode({key: value for key, value in query.items() if value})
    return f"/analyse/{name}{'?' if asked_for else ''}{asked_for}"
