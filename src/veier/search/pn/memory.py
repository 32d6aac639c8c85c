"""The memory of a proof search: tables that remember, and room to work in. Kernels get it whole."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from veier.core.position import Position
from veier.kernels.signatures import WORDS, WORDS_2D, WORDS_3D
from veier.kernels.state import SYMMETRIES, Words
from veier.search.limits import UNLIMITED

# Words of `control`: how many nodes of threat search there were and may be, and whether that limit was reached; the
# same for the outer search; how many proofs are kept; by which ply a search must have won, 0 for any; how many nodes of
# threat search there may be in all. Whoever wants the search to end sets STOP.
THREAT_NODES, THREAT_LIMIT, THREAT_STOP, NODES, NODE_LIMIT, STOP, PROOFS, HORIZON, TOTAL_LIMIT = range(9)

# No line of play is longer, no position has more placements.
_PLIES, _PLACEMENTS = 128, 512


class Workspace(NamedTuple):
    """What a proof search works with.

    states      [ply]: the line that is being looked at
    hashes    [ply]: the hashes of its positions
    lists     [ply, child]: its children: placement, key, proof number, disproof number
    gains     for the doors of `ThreatKernels`
    cells     likewise
    threats   [place]: what threat search remembers: key, numbers; the least work is forgotten first
    proofs    [place]: what the outer search remembers: key, numbers; nothing is forgotten
    control   see above
    """

    states: Words
    hashes: Words
    lists: Words
    gains: Words
    cells: Words
    threats: Words
    proofs: Words
    control: Words


WORKSPACE = types.NamedTuple(  # type: ignore[no-untyped-call]
    (WORDS_2D, WORDS_2D, WORDS_3D, WORDS_2D, WORDS, WORDS_2D, WORDS_2D, WORDS), Workspace
)


def make_workspace(position: Position, megabytes: int) -> Workspace:
    """Set aside memory for a search from a position, most of it for what is remembered."""
    rules = position.game.rules
    cells = len(rules.cell_names)
    places = 1 << (megabytes * 2**20 // 32).bit_length() - 1
    states = np.zeros((_PLIES, rules.state_size), np.int64)
    states[0] = position.state
    control = np.zeros(TOTAL_LIMIT + 1, np.int64)
    control[TOTAL_LIMIT] = UNLIMITED
    return Workspace(
        states,
        np.zeros((_PLIES, SYMMETRIES), np.int64),
        np.zeros((_PLIES, _PLACEMENTS, 4), np.int64),
        np.zeros((4 * cells, 2), np.int64),
        np.zeros(cells, np.int64),
        np.zeros((places, 2), np.int64),
        np.zeros((places, 2), np.int64),
        control,
    )
