"""The players of matches, by name.

    veier           `think`; `veier:paranoid` and `veier:fair` choose its attitude among three
    level:N         `think_at_level`
    greedy, random  the two simple players
    uct, heavy      plain UCT on our kernels, with random or heavy playouts
    openspiel       OpenSpiel's MCTS bot; `openspiel:c` and `openspiel:python` choose which
    checkout:DIR    `veier` as it is in another checkout of this project; `checkout:DIR:level:3` any player there

`@SECONDS` or `#NODES` after a name sets a limit other than the match's: `uct@4`, `veier#10000`. `*2` after that gives
`veier` two threads: `veier*2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from veier.core.history import History
from veier.core.move import Move
from veier.search.levels import think_at_level
from veier.search.limits import Limits
from veier.search.opponent_model import Attitude
from veier.search.simple_players import greedy_move, random_move
from veier.search.think import think

# A player in a game: chooses a move, given the moves so far and a seed that makes the choice repeatable.
Choose = Callable[[History, int], Move]

_NAME = re.compile(
    r"(?P<kind>[a-z]+)(?::(?P<detail>[^@#*]+))?(?:@(?P<seconds>[\d.]+))?(?:#(?P<nodes>\d+))?(?:\*(?P<threads>2))?"
)


@dataclass(frozen=True, slots=True)
class Player:
    """A parsed name: the player and its limits. `seconds` is None if it is limited by nodes only, or not at all."""

    kind: str
    detail: str
    seconds: float | None
    nodes: int | None
    threads: int = 1

    @property
    def limits(self) -> Limits | None:
        """The limits as searches take them; None leaves them to the search."""
        if self.seconds is None and self.nodes is None:
            return None
        return Limits(movetime=self.seconds, nodes=self.nodes, threads=self.threads)


def parse_player(text: str, movetime: float | None) -> Player:
    """Parse a name; `movetime` is the limit of players whose name has none."""
    match = _NAME.fullmatch(text)
    if not match or match["kind"] not in _MAKERS:
        raise ValueError(f"no player is called {text!r}: there are {', '.join(_MAKERS)}")
    nodes = int(match["nodes"]) if match["nodes"] else None
    own = float(match["seconds"]) if match["seconds"] else None
    unlimited = match["kind"] in ("greedy", "random")
    seconds = None if unlimited else own if own is not None or nodes is not None else movetime
    return Player(match["kind"], match["detail"] or "", seconds, nodes, int(match["threads"] or 1))


def make_player(player: Player) -> Choose:
    """Return the function that chooses a player's moves."""
    return _MAKERS[player.kind](player)


def _veier(player: Player) -> Choose:
    attitude = cast(Attitude, player.detail or "own")

    def choose(history: History, seed: int) -> Move:
        return think(history.final, player.limits, seed=seed, attitude=attitude, history=history).best.move

    return choose


def _level(player: Player) -> Choose:
    level = int(player.detail)

    def choose(history: History, seed: int) -> Move:
        return think_at_level(history.final, level, player.limits, seed=seed, history=history).best.move

    return choose


def _simple(player: Player) -> Choose:
    chooses = greedy_move if player.kind == "greedy" else random_move
    return lambda history, seed: chooses(history.final, Random(seed))


def _uct(player: Player) -> Choose:
    from benchmarks.plain_uct import plain_uct_move

    limits: dict[str, Any] = {"movetime": player.seconds, "nodes": player.nodes, "heavy": player.kind == "heavy"}
    return lambda history, seed: plain_uct_move(history.final, seed=seed, **limits)


def _openspiel(player: Player) -> Choose:
    from benchmarks import openspiel

    if player.seconds is None:
        raise ValueError("OpenSpiel's bots play by the clock: give them @SECONDS")
    search = {"": openspiel.search, "c": openspiel.search_in_c, "python": openspiel.search_in_python}[player.detail]
    seconds = player.seconds

    def choose(history: History, seed: int) -> Move:
        number, _ = search(history.final, seconds, seed)
        return history.final.describe(number)

    return choose


def _checkout(player: Player) -> Choose:
    from benchmarks.checkout_player import CheckoutPlayer

    return CheckoutPlayer(player)


_MAKERS: dict[str, Callable[[Player], Choose]] = {
    "veier": _veier,
    "level": _level,
    "greedy": _simple,
    "random": _simple,
    "uct": _uct,
    "heavy": _uct,
    "openspiel": _openspiel,
    "checkout": _checkout,
}
