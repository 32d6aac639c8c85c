"""A game in the terminal at a server: reads what the user types, shows what the server sends."""

from __future__ import annotations

from typing import Any

from veier.cli.console import echo
from veier.cli.language import language, translate
from veier.cli.terminal import print_position
from veier.client import Client, RemoteTable, TableSocket
from veier.core.control_characters import escape_controls
from veier.core.errors import VeierError
from veier.core.game import Game
from veier.messages import Message
from veier.record import parse_position


def find_table(server: str, game: Game | None, people: frozenset[int], level: int) -> RemoteTable:
    """Open a table for a game, or return the one that a link names."""
    client = Client(server)
    if game is None:
        return client.join(server)
    seats = [
        {"kind": "device" if seat != min(people, default=-1) else "me"}
        if seat in people
        else {"kind": "computer", "level": level}
        for seat in range(game.players)
    ]
    return client.open(game.id, seats)


class RemoteSession:
    """One game at a server."""

    def __init__(self, table: RemoteTable) -> None:
        self._table = table

    def run(self) -> None:
        """Play, or watch, until the game ends or the user stops."""
        echo(translate("cli.play.remote.table", url=self._table.link))
        try:
            with self._table.connect() as socket:
                mine = socket.state["mine"]
                echo(translate("cli.play.remote.help" if mine else "cli.play.remote.watching"))
                self._show(socket.state)
                while not socket.state["result"] and self._turn(socket):
                    pass
        except (EOFError, KeyboardInterrupt):
            echo()

    def _turn(self, socket: TableSocket) -> bool:
        """Ask for a move, or wait for another player's; return False when the user stops."""
        if not socket.is_my_turn:
            echo(translate("cli.play.remote.waiting", colour=self._colour(socket.state)))
            version = socket.state["version"]
            while socket.state["version"] == version:
                socket.wait()
            self._show(socket.state)
            return True
        typed = input(f"{self._colour(socket.state)}> ").strip()
        try:
            if typed.lower() in ("quit", translate("cli.play.word.quit")):
                return False
            self._do(socket, typed)
        except VeierError as error:
            echo(translate("cli.play.refused", reason=error.text(language())))
        return True

    def _do(self, socket: TableSocket, typed: str) -> None:
        word = typed.lower()
        if word in ("hint", translate("cli.play.word.hint")):
            echo(translate("cli.play.hint", move=self._table.hint()["move"]))
            return
        version = socket.state["version"]
        if word in ("undo", translate("cli.play.word.undo")):
            socket.send(kind="offer", what="takeback")
        elif word in ("resign", translate("cli.play.word.resign")):
            socket.send(kind="resign")
        elif typed:
            socket.play(typed)
        else:
            return
        while socket.state["version"] == version:
            socket.wait()
        self._show(socket.state)

    def _colour(self, state: dict[str, Any]) -> str:
        view = state["board"]["view"]
        return escape_controls(translate(f"colour.{view['colours'][view['mover']]}"))

    def _show(self, state: dict[str, Any]) -> None:
        echo()
        if state["moves"] and state["moves"][-1]["told"]:
            echo(Message.from_data(state["moves"][-1]["told"]).text(language()))
        print_position(parse_position(state["board"]["position"]))
        if state["result"]:
            echo(Message.from_data(state["result"]["told"]).text(language()))
