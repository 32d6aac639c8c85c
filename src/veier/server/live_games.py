"""Running games without aids: their players get no help with them elsewhere on this server either.

A position counts as one of a game that is being played if its stones differ from the board at that table by what two
plies can change, in any rotation or mirror image; a line counts if one of its positions does, however far it goes on.
In the opening, where all games are alike, the board must be closer. Only the session of a player is known: a second
browser or a program at home cannot be seen, so playing without help remains a matter of honour. The set-up says so.
"""

from __future__ import annotations

from functools import partial

from veier.core.errors import VeierError
from veier.games import game as find_game
from veier.messages import message
from veier.server.http.problems import Problem
from veier.server.services import Services
from veier.server.store.listings import TableFilter
from veier.server.work.client_work import MOVE_COST
from veier.server.work.lines import Line, LiveGame, check_line
from veier.table import Table

# Running tables of a session that are looked at: those where it is its turn, then the last ones that changed.
_MAX_TABLES = 20


async def find_live_games(services: Services, session: str | None, line: Line) -> list[LiveGame]:
    """Return the games without aids that a session plays, of the same game as a line."""
    if session is None:
        return []
    try:
        # A position string begins with its game.
        game = find_game([*(line.start or "").split(), line.game][0])
    except VeierError:
        # Who plays the line hears what is wrong with it.
        return []
    wanted = TableFilter(game=game.name, result="running")
    found = []
    for _, _, name in await services.store.listings.page(session, wanted, _MAX_TABLES):
        try:
            table = (await services.registry.find(name)).table
        except Problem:
            # Nobody can play at a table that cannot be read.
            continue
        if table.game.id == game.id and table.moves and not table.setup.aids:
            found.append(LiveGame(table.position, len(table.moves)))
    return found


async def checked_line(services: Services, client: str, session: str | None, line: Line) -> Line:
    """Return a line with the id of its game and its moves in exact notation, within the client's budget.

    Raise VeierError, or Problem 403 if the session plays a game without aids that the line belongs to.
    """
    work = partial(check_line, line, await find_live_games(services, session, line))
    checked = await services.work.run(services.pools.lines, client, MOVE_COST * len(line.moves), work)
    if checked is None:
        raise Problem(403, message("server.live_game"))
    return checked


async def refuse_live_game(services: Services, client: str, session: str | None, table: Table) -> None:
    """Raise Problem 403 if a session plays a game without aids that the game of another table belongs to."""
    line = Line(table.game.id, table.setup.start, tuple(made.text for made in table.moves))
    if await find_live_games(services, session, line):
        await checked_line(services, client, session, line)
