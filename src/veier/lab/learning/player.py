"""The player that searches with a network."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import cast

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.history import History
from veier.core.move import Move
from veier.lab.learning.network import Network, Use
from veier.lab.players import Player
from veier.messages import message
from veier.search.think import think

# FILE, then what is used of the network, then the length of rollouts.
_DETAIL = re.compile(r"(?P<file>.+?)(?::(?P<use>both|value|policy)(?::(?P<plies>\d{1,4}))?)?")


class NetworkPlayer:
    """Searches as `veier` does, with a network in place of the game's own evaluation, order of moves, or both."""

    def __init__(self, player: Player, game: Game) -> None:
        match = _DETAIL.fullmatch(player.detail)
        path = Path(match["file"]) if match else Path()
        network = Network.load(path)
        if network.game != game or match is None:
            raise VeierError(message("lab.network.game", game=game.id))
        plies = None if match["plies"] is None else int(match["plies"])
        self._game = network.searched(cast(Use, match["use"] or "both"), plies)
        self._limits = player.limits

    def __call__(self, history: History, seed: int) -> Move:
        position = replace(history.final, game=self._game)
        return think(position, self._limits, seed=seed, history=history).best.move
