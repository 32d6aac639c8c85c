"""A table as a player knows it from the server's messages, with the position played through by the player itself."""

from __future__ import annotations

from typing import Any

import veier
from veier.core.position import Position

Data = dict[str, Any]


class TableView:
    """The newest state that a player has heard of."""

    def __init__(self, state: Data) -> None:
        self._state = state
        self._texts: list[str] = []
        self.position: Position = veier.game(state["game"]["id"]).start()
        self._play()

    def take(self, state: Data) -> None:
        """Take a state over, unless a newer one is known."""
        if state["version"] >= self.version:
            self._state = state
            self._play()

    def take_event(self, event: Data) -> bool:
        """Take over a whole state, or the changes since one; return False if these do not fit the known state."""
        if "state" in event:
            self.take(event["state"])
        elif event["since"] == self.version:
            for change in event["changes"]:
                _change(self._state, change)
            self._play()
        else:
            return bool(event["version"] <= self.version)
        return True

    def _play(self) -> None:
        texts = [made["text"] for made in self._state["moves"]]
        known = len(self._texts)
        if texts[:known] != self._texts:
            self.position, known = self.position.game.start(), 0
        for text in texts[known:]:
            self.position = self.position.play(text)
        self._texts = texts

    @property
    def version(self) -> int:
        """The version of the table."""
        return int(self._state["version"])

    @property
    def hash(self) -> str:
        """The hash of the position, as the server says."""
        return str(self._state["hash"])

    @property
    def rematch(self) -> str | None:
        """The table of the next game."""
        found: str | None = self._state["rematch"]
        return found

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state["result"] is not None

    @property
    def can_swap(self) -> bool:
        """Whether the player may take over the other colour."""
        return bool(self._state["swapable"])

    @property
    def has_open_seat(self) -> bool:
        """Whether somebody has not come yet."""
        return any(each["kind"] == "open" for each in self._state["seats"])

    @property
    def ply(self) -> int:
        """The number of moves so far."""
        return len(self._texts)

    @property
    def is_my_turn(self) -> bool:
        """Whether one of the player's seats is to move."""
        return not self.is_over and self.position.mover in self._state["mine"]

    def offer_to_me(self) -> Data | None:
        """Return an offer that waits for the player's answer."""
        return next((offer for offer in self._state["offers"] if not self._has_agreed(offer)), None)

    def has_offered(self, what: str) -> bool:
        """Return whether an offer of a kind is pending to which the player has agreed."""
        return any(offer["what"] == what and self._has_agreed(offer) for offer in self._state["offers"])

    def _has_agreed(self, offer: Data) -> bool:
        return set(self._state["mine"]) <= set(offer["answers"])


def _change(state: Any, change: Data) -> None:
    """Apply one operation of a JSON Patch: "add", "remove" or "replace"."""
    *way, last = (part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:])
    target = state
    for part in way:
        target = target[int(part) if isinstance(target, list) else part]
    if isinstance(target, list):
        place = len(target) if last == "-" else int(last)
        target[place : place + (change["op"] != "add")] = [] if change["op"] == "remove" else [change["value"]]
    elif change["op"] == "remove":
        del target[last]
    else:
        target[last] = change["value"]
