"""Random play that goes on for long: blind play finishes a square before most games get to phase 2."""

import random

from . import start
from .base import Reference


def lasting_moves(reference: Reference) -> list[str]:
    """The legal moves after which the game goes on."""
    lasting = []
    for move in reference.legal():
        child = reference.copy()
        child.play_known(move)
        if not child.over:
            lasting.append(move)
    return lasting


def wander(game: str, seed: int, plies: int) -> Reference | None:
    """A position after so many random moves none of which ended the game; None if this walk got stuck."""
    chance = random.Random(seed)
    reference = start(game)
    for _ in range(plies):
        moves = reference.legal()
        chance.shuffle(moves)
        for move in moves:
            child = reference.copy()
            child.play_known(move)
            if not child.over:
                break
        else:
            return None
        reference = child
    return reference


def first_walk(game: str, plies: int, phase: int) -> Reference:
    """The first walk, by seed, that lasts so long and then stands in this phase."""
    for seed in range(100_000):
        reference = wander(game, seed, plies)
        if reference is not None and reference.phase() == phase:
            return reference
    raise ValueError(f"{game}: no walk of {plies} plies to phase {phase} found")
