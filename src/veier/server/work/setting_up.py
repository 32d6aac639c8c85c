"""Boards that clients set up, judged and shown in a process beside the server; short names of positions."""

from __future__ import annotations

from typing import NamedTuple

from veier.core.data import to_plain
from veier.core.position_view import make_choice
from veier.games import game as find_game
from veier.record import parse_position
from veier.record.set_up import Piece, SetUp, describe_piece, placements, read_code, set_up, take_apart
from veier.server.compact_json import dump_json
from veier.table.board_state import board_data


class AskedSetUp(NamedTuple):
    """What is to be set up: pieces, or a position that is taken apart, who moves, and whose pieces are laid next."""

    game: str
    start: str | None
    pieces: tuple[Piece, ...]
    mover: int
    hand: int


def write_set_up(asked: AskedSetUp) -> str:
    """Write a board that was set up as JSON; raise VeierError."""
    game = find_game(asked.game)
    found = take_apart(parse_position(asked.start)) if asked.start else set_up(game, asked.pieces, asked.mover)
    game = found.shown.game
    board = board_data(found.shown, choices=False, aids=not found.problems)
    hand = min(asked.hand, game.players - 1)
    moves = placements(game, hand, found.shown)
    board["view"]["choices"] = [to_plain(make_choice(move, game.colours)) for move in moves]
    # The board lets the seat play whose pieces are laid.
    board["view"]["mover"] = hand
    return dump_json(
        {
            "board": board,
            "pieces": [_shown(found, piece) for piece in found.pieces],
            "problems": [each.to_data() for each in found.problems],
            "notes": [each.to_data() for each in found.notes],
            "position": found.text,
            "code": found.code,
        }
    )


def find_code(game: str, code: str) -> str:
    """Return the position string that a short name stands for; raise VeierError."""
    text = read_code(find_game(game), code).text
    assert text is not None
    return text


def _shown(found: SetUp, piece: Piece) -> dict[str, object]:
    seat, text = piece
    game = found.shown.game
    move = describe_piece(game, piece)
    return {"seat": seat, "text": text, "cells": [cell for cell, _ in move.stones]}
