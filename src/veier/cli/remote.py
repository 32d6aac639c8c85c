"""A game in the terminal at a server: reads what the user types, shows what the server sends."""

from __future__ import annotations

from typing import Any

from veier.cli.console import echo, say
from veier.cli.language import language, translate
from veier.cli.prompt import Words, explain_notation, list_moves
from veier.cli.remote_events import colour_name, describe_changes, describe_said, questions
from veier.cli.terminal import print_position
from veier.client import Client, Problem, RemoteTable, TableSocket
from veier.core.errors import VeierError
from veier.core.game import Game
from veier.core.position import Position
from veier.messages import Message
from veier.record import parse_position
from veier.record.move_numbers import skip_numbers

# Seconds after which phrases of others are printed at the latest.
_PATIENCE = 1.0


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
        self._shown: dict[str, Any] = {}
        does = {"undo": "undo_table", "quit": "quit_table"}
        names = ("help", "moves", "hint", "undo", "draw", "yes", "no", "show", "resign", "quit")
        self._words = Words(*names, does=does)

    def run(self) -> None:
        """Play, or watch, until the game ends or the user stops."""
        say(translate("cli.play.remote.table", url=self._table.link))
        try:
            with self._table.connect() as socket:
                if socket.state["mine"]:
                    say(translate("cli.prompt.how", words=self._words))
                else:
                    say(translate("cli.play.remote.watching"))
                self._show(socket)
                while not socket.state["result"] and self._turn(socket):
                    self._tell(socket)
        except (EOFError, KeyboardInterrupt):
            echo()

    def _turn(self, socket: TableSocket) -> bool:
        """Ask for a move or an answer, or wait for another player; return False when the user stops."""
        state = socket.state
        if not socket.is_my_turn and not questions(state):
            say(translate("cli.play.remote.waiting", colour=colour_name(state, state["board"]["view"]["mover"])))
            self._wait(socket, state["version"])
            return True
        seat = state["board"]["view"]["mover"] if socket.is_my_turn else min(state["mine"])
        typed = input(f"{colour_name(state, seat)}> ").strip()
        name, rest = self._words.find(typed) or ("", typed)
        if name == "quit":
            return False
        try:
            self._do(socket, name, rest)
        except VeierError as error:
            say(translate("cli.play.refused", reason=error.text(language())))
        return True

    def _do(self, socket: TableSocket, name: str, rest: str) -> None:
        """Do what was typed: a word and what follows it, or a move."""
        match name:
            case "help":
                self._words.explain()
                if socket.is_my_turn:
                    explain_notation(self._position(socket))
            case "moves":
                list_moves(self._position(socket), rest)
            case "show":
                self._show(socket)
            case "hint":
                self._hint()
            case "undo" | "draw":
                socket.send(kind="offer", what="takeback" if name == "undo" else "draw")
            case "yes" | "no":
                self._answer(socket, name == "yes")
            case "resign":
                socket.send(kind="resign")
            case _ if rest:
                socket.play(skip_numbers(rest))

    def _answer(self, socket: TableSocket, yes: bool) -> None:
        asked = questions(socket.state)
        if not asked:
            say(translate("cli.prompt.none"))
        elif asked[0] == "swap":
            socket.send(kind="swap", take=yes)
        else:
            socket.send(kind="answer", what=asked[0], yes=yes)

    def _hint(self) -> None:
        hint = self._table.hint()
        say(translate("cli.play.hint", move=hint["move"]))
        for remark in hint["remarks"]:
            say(Message.from_data(remark["message"]).text(language()))

    def _wait(self, socket: TableSocket, version: int) -> None:
        """Wait until the table changes; print meanwhile what others say."""
        while socket.state["version"] == version:
            self._receive(socket, _PATIENCE)
            self._tell_said(socket)

    def _tell(self, socket: TableSocket) -> None:
        """Print what has happened since the table was shown, and the board if it has changed."""
        # What has arrived while the user typed.
        while self._receive(socket, 0):
            pass
        self._tell_said(socket)
        before, state = self._shown, socket.state
        for sentence in describe_changes(before, state):
            say(sentence)
        if state["board"]["position"] != before["board"]["position"]:
            self._show(socket)
        elif state["result"] != before["result"]:
            self._tell_result(state)
        self._shown = state

    def _receive(self, socket: TableSocket, timeout: float) -> bool:
        """Take in what the server sends within some seconds, print a problem of it; return False if it is nothing."""
        try:
            socket.wait(timeout)
        except TimeoutError:
            return False
        except Problem as problem:
            if problem.is_open:
                raise
            say(translate("cli.play.refused", reason=problem.text(language())))
        return True

    def _tell_said(self, socket: TableSocket) -> None:
        for said in socket.take_said():
            say(describe_said(socket.state, said))

    def _position(self, socket: TableSocket) -> Position:
        return parse_position(socket.state["board"]["position"])

    def _show(self, socket: TableSocket) -> None:
        """Draw the board, with the last move and the end of the game in words."""
        state = self._shown = socket.state
        echo()
        if state["moves"] and state["moves"][-1]["told"]:
            say(Message.from_data(state["moves"][-1]["told"]).text(language()))
        print_position(self._position(socket))
        self._tell_result(state)

    def _tell_result(self, state: dict[str, Any]) -> None:
        if state["result"]:
            say(Message.from_data(state["result"]["told"]).text(language()))
