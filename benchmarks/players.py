"""Players that only benchmarks need, beside those of `veier.lab.players`: importing this module registers them.

uct, heavy      plain UCT on our kernels, with random or heavy playouts
openspiel       OpenSpiel's MCTS bot; `openspiel:c` and `openspiel:python` choose which
"""

from __future__ import annotations

from typing import Any

from veier.core.game import Game
from veier.core.history import History
from veier.core.move import Move
from veier.lab.players import Choose, Player, register


def _uct(player: Player, game: Game) -> Choose:
    from benchmarks.plain_uct import plain_uct_move

    limits: dict[str, Any] = {"movetime": player.seconds, "nodes": player.nodes, "heavy": player.kind == "heavy"}
    return lambda history, seed: plain_uct_move(history.final, seed=seed, **limits)


def _openspiel(player: Player, game: Game) -> Choose:
    from benchmarks import openspiel

    if player.seconds is None:
        raise ValueError("OpenSpiel's bots play by the clock: give them @SECONDS")
    search = {"": openspiel.search, "c": openspiel.search_in_c, "python": openspiel.search_in_python}[player.detail]
    seconds = player.seconds

    def choose(history: History, seed: int) -> Move:
        number, _ = search(history.final, seconds, seed)
        return history.final.describe(number)

    return choose


register("uct", _uct)
register("heavy", _uct)
register("openspiel", _openspiel)
