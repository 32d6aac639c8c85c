"""What a player does next: mostly moves, now and then an offer, an answer, a swap, the end of a game."""

from __future__ import annotations

from random import Random

from benchmarks.chaos.journal import Command
from benchmarks.chaos.view import TableView

# The share of turns at which a player does something else than move.
_TAKE_BACK, _DRAW, _RESIGN = 0.08, 0.03, 0.015
_SWAPS, _AGREES = 0.5, 0.6


def choose_command(view: TableView, random: Random) -> Command | None:
    """Choose a command for the player's seats; None while the others are to act."""
    if view.has_open_seat:
        return None
    if view.is_over:
        if view.rematch or view.has_offered("rematch"):
            return None
        return {"kind": "offer", "what": "rematch"}
    offer = view.offer_to_me()
    if offer:
        return {"kind": "answer", "what": offer["what"], "yes": random.random() < _AGREES}
    if not view.is_my_turn:
        return None
    if view.can_swap and random.random() < _SWAPS:
        return {"kind": "swap", "take": random.random() < _SWAPS}
    return _on_turn(view, random)


def _on_turn(view: TableView, random: Random) -> Command:
    chance = random.random()
    if chance < _TAKE_BACK and view.ply >= len(view.position.game.colours) and not view.has_offered("takeback"):
        return {"kind": "offer", "what": "takeback"}
    if chance < _TAKE_BACK + _DRAW and view.ply > 1 and not view.has_offered("draw"):
        return {"kind": "offer", "what": "draw"}
    if chance > 1 - _RESIGN and view.ply > 1:
        return {"kind": "resign"}
    return {"kind": "move", "text": random.choice(list(view.position.legal_moves)).text}
