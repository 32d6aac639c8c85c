"""The bots that are connected: programs that people can choose as opponents when they set up a table.

A bot registers over its event stream, under a name, and is listed while that stream is open. Whoever opens a table may
give it a seat: the bot's session owns it from the start, in the same transaction as the table, so no challenge is lost,
whatever happens to the server or the connection. A bot that does not want a game resigns it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from veier.games import game as find_game
from veier.messages import message
from veier.server.http.problems import Problem
from veier.server.tables.connection import Connection
from veier.table import SeatPlan, clean_name


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that is connected.

    session  the session that owns its seats
    games    the names of the games that it plays; none: all
    tables   how many games it plays at once
    """

    name: str
    session: str
    games: tuple[str, ...] = ()
    tables: int = 1

    @property
    def plan(self) -> SeatPlan:
        """The seat that it plays."""
        return SeatPlan("human", self.name, bot=True)

    def plays(self, game: str) -> bool:
        """Return whether it plays a game, given by its id."""
        return not self.games or find_game(game).name in self.games


class Bots:
    """The bots by their names, in any case of letters.

    `challenging` is held while a table is opened with bots, so that no bot gets more games than it has time for.
    """

    def __init__(self, most: int) -> None:
        self.challenging = asyncio.Lock()
        self._most = most
        self._bots: dict[str, tuple[Bot, Connection]] = {}
        # Those of other servers, by the servers' names.
        self._elsewhere: dict[str, dict[str, Bot]] = {}
        self.on_change: Callable[[Bot, bool], None] = lambda bot, on: None

    def list(self) -> tuple[Bot, ...]:
        """List the bots by name."""
        return tuple(bot for _, bot in sorted(self._all().items()))

    def here(self) -> tuple[Bot, ...]:
        """List the bots that are connected to this server."""
        return tuple(bot for bot, _ in self._bots.values())

    def set_elsewhere(self, server: str, bot: Bot, on: bool) -> None:
        """Note that a bot is connected to another server, or no longer."""
        bots = self._elsewhere.setdefault(server, {})
        if on:
            bots[_key(bot.name)] = bot
        else:
            bots.pop(_key(bot.name), None)

    def forget_server(self, server: str) -> None:
        """Forget the bots of a server that is gone."""
        self._elsewhere.pop(server, None)

    def _all(self) -> dict[str, Bot]:
        elsewhere = {key: bot for bots in self._elsewhere.values() for key, bot in bots.items()}
        return elsewhere | {key: bot for key, (bot, _) in self._bots.items()}

    def register(self, bot: Bot, connection: Connection) -> Bot:
        """List a bot for as long as a connection is open; one session has one bot. Raise Problem or VeierError."""
        bot = Bot(clean_name(bot.name), bot.session, tuple(find_game(game).name for game in bot.games), bot.tables)
        known = self._all()
        key, others = _key(bot.name), [each for each in known.values() if each.session != bot.session]
        if key in known and known[key].session != bot.session:
            raise Problem(409, message("bots.taken", name=bot.name))
        if len(others) >= self._most:
            raise Problem(429, message("bots.full"))
        self._drop([name for name, each in self._bots.items() if each[0].session == bot.session])
        self._bots[key] = (bot, connection)
        self.on_change(bot, True)
        return bot

    def remove(self, connection: Connection) -> None:
        """Forget the bot of a connection that is closed."""
        self._drop([name for name, each in self._bots.items() if each[1] is connection])

    def _drop(self, names: Iterable[str]) -> None:
        for name in names:
            bot, _ = self._bots.pop(name)
            self.on_change(bot, False)

    def of_session(self, session: str) -> Bot | None:
        """Return the bot of a session, if it is connected."""
        return next((bot for bot in self._all().values() if bot.session == session), None)

    def find(self, name: str | None, game: str) -> Bot:
        """Return the bot with a name that plays a game; raise Problem."""
        known = self._all().get(_key(clean_name(name or "")))
        if known is None:
            raise Problem(409, message("bots.away", name=name or ""))
        if not known.plays(game):
            raise Problem(409, message("bots.other_games", name=known.name))
        return known


def _key(name: str) -> str:
    return name.casefold()
