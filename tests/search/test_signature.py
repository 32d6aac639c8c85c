"""The signature of the search: how many positions it looks at, to fixed depths from fixed positions.

It changes only with the search itself: a change that was not meant to alter it has done more than it should. A new
figure belongs into the commit that changes the search.
"""

from __future__ import annotations

import pytest

from search.test_solver import careful_positions
from veier.search.limits import Limits
from veier.search.think import think

SIGNATURES = {
    "4eyes": 131_929,
    "4eyes-beginners": 35_064,
    "4eyes-plus-2p": 25_183,
    "4eyes-pencil-2p-7x7": 8_011,
}


@pytest.mark.parametrize("game", SIGNATURES)
def test_signature(game: str) -> None:
    positions = [position for plies in (3, 4, 9) for position in careful_positions(game, plies, 3)]
    looked_at = sum(think(position, Limits(depth=3), book=False).nodes for position in positions)
    assert looked_at == SIGNATURES[game]
