"""The players of matches, by name.

    level:N         a computer player of that level
    veier           the search at full strength; `veier:paranoid` and `veier:fair` choose its attitude among three
    greedy, random  the two simple players
    net:FILE        `veier` with a network by `veier lab train` in place of its evaluation and its order of moves;
                    `net:FILE:value` or `net:FILE:policy`: of one of them; `net:FILE:both:0`: rollouts end after 0 plies
    checkout:DIR    `veier` as it is in another checkout of this project; `checkout:DIR:level:3` a level there
    ugi:COMMAND     any program that speaks the Universal Game Interface

`@SECONDS` or `#NODES` after a name is a limit of its own: `veier@0.5`, `veier#10000`; `*2` after that gives two
threads. Other modules may `register` more kinds.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast

from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.history import History
from veier.core.move import Move
from veier.core.nearest import nearest
from veier.messages import message
from veier.search.levels import level_count, think_at_level
from veier.search.limits import Limits
from veier.search.opponent_model import Attitude, OpponentModel
from veier.search.simple_players import greedy_move, random_move
from veier.search.think import think

# A player in a game: chooses a move, given the moves so far and a seed that makes the choice repeatable.
Choose = Callable[[History, int], Move]

_NAME = re.compile(
    r"(?P<kind>[a-z]+)(?::(?P<detail>.+?))?(?:@(?P<seconds>\d+\.?\d*|\.\d+))?(?:#(?P<nodes>\d+))?(?:\*(?P<threads>[12]))?"
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


# Makes the function that chooses a player's moves in a game; raises VeierError if the player does not fit it.
Maker = Callable[[Player, Game], Choose]


def parse_player(text: str, movetime: float | None) -> Player:
    """Parse a name; `movetime` is the limit of players whose name has none."""
    match = _NAME.fullmatch(text)
    if not match or match["kind"] not in _MAKERS:
        kind = match["kind"] if match else text
        near = ", ".join(nearest(kind, tuple(_MAKERS)) or _MAKERS)
        raise VeierError(message("lab.player", name=text, known=near))
    nodes = int(match["nodes"]) if match["nodes"] else None
    own = float(match["seconds"]) if match["seconds"] else None
    unlimited = match["kind"] in _UNLIMITED
    seconds = None if unlimited else own if own is not None or nodes is not None else movetime
    return Player(match["kind"], match["detail"] or "", seconds, nodes, int(match["threads"] or 1))


def make_player(player: Player, game: Game) -> Choose:
    """Return the function that chooses a player's moves; raise VeierError if the player does not fit the game."""
    return _MAKERS[player.kind](player, game)


def register(kind: str, maker: Maker) -> None:
    """Add a kind of players; a process that plays must import the module that does so (`Match.imports`)."""
    _MAKERS[kind] = maker


def _veier(player: Player, game: Game) -> Choose:
    attitude = cast(Attitude, player.detail or "own")
    OpponentModel(attitude)  # raises if there is no such attitude

    def choose(history: History, seed: int) -> Move:
        return think(history.final, player.limits, seed=seed, attitude=attitude, history=history).best.move

    return choose


def _level(player: Player, game: Game) -> Choose:
    last = level_count(game)
    if player.detail not in map(str, range(1, last + 1)):
        raise VeierError(message("cli.error.level", level=player.detail, game=game.id, last=last))
    level = int(player.detail)

    def choose(history: History, seed: int) -> Move:
        return think_at_level(history.final, level, player.limits, seed=seed, history=history).best.move

    return choose


def _simple(player: Player, game: Game) -> Choose:
    chooses = greedy_move if player.kind == "greedy" else random_move
    return lambda history, seed: chooses(history.final, Random(seed))


def _net(player: Player, game: Game) -> Choose:
    from veier.lab.learning.player import NetworkPlayer

    return NetworkPlayer(player, game)


def _program(player: Player, game: Game) -> Choose:
    from veier.lab.programs import ProgramPlayer

    return ProgramPlayer(player, game)


_UNLIMITED = ("greedy", "random")
_MAKERS: dict[str, Maker] = {
    "level": _level,
    "veier": _veier,
    "greedy": _simple,
    "random": _simple,
    "net": _net,
    "checkout": _program,
    "ugi": _program,
}
