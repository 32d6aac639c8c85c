"""Figures and names in a language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veier.core.game import Game
from veier.lab.report.estimates import Estimate
from veier.lab.report.plan import RANDOM
from veier.messages import join, translate
from veier.messages.typography import format_number
from veier.search.analysis import Proven

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Wording:
    """How a language writes the figures of a game."""

    language: str
    game: Game

    def text(self, key: str, /, **params: object) -> str:
        """Return a sentence of the catalogues."""
        return translate(key, self.language, **params)

    def number(self, value: float, decimals: int = 2) -> str:
        """Write a number."""
        return format_number(float(value), self.language, decimals=decimals, grouped=True)

    def percent(self, share: float) -> str:
        """Write a share as a percentage."""
        return self.text("cli.search.percent", number=self.number(100 * share, 0))

    def about(self, estimate: Estimate, decimals: int = 2) -> str:
        """Write an estimate with its margin."""
        margin = self.number(estimate.margin, decimals)
        return f"{self.number(estimate.mean, decimals)} ± {margin}".replace(" ", "\N{NO-BREAK SPACE}")

    def interval(self, estimate: Estimate | None, decimals: int = 2) -> str:
        """Write an estimate with its interval."""
        if estimate is None:
            return NOTHING
        mean, low, high = (self.number(value, decimals) for value in (estimate.mean, estimate.low, estimate.high))
        return f"{mean} ({low}–{high})"

    def share(self, estimate: Estimate | None) -> str:
        """Write an estimated share with its interval, in percent."""
        if estimate is None:
            return NOTHING
        low, high = (self.number(100 * value, 0) for value in (estimate.low, estimate.high))
        return f"{self.percent(estimate.mean)} ({low}–{high})"

    def player(self, name: str) -> str:
        """Name a player."""
        return self.text("report.player.random") if name == RANDOM else self.text("report.player.level", level=name)

    def colour(self, seat: int) -> str:
        """Name a seat by its colour."""
        return self.text(f"colour.{self.game.colours[seat]}")

    def seats(self, seats: Sequence[Estimate]) -> str:
        """List each seat's points."""
        each = (
            self.text("report.answer.seat", colour=self.colour(seat), points=self.about(points))
            for seat, points in enumerate(seats)
        )
        return join(each, self.language)

    def proven(self, proven: Proven | None) -> str:
        """Say briefly what is proved."""
        if proven is None:
            return self.text("report.proved.open")
        if proven.winner is None:
            return self.text("report.proved.drawn")
        return self.text("report.proved.wins", colour=self.colour(proven.winner), plies=proven.plies)

    def title(self, game: Game | None = None) -> str:
        """Name the game, with the options that were chosen."""
        named = game or self.game
        title = named.text("title").text(self.language)
        return f"{title} ({named.changed_options.replace('&', ', ')})" if named.changed_options else title

    def count(self, games: int) -> str:
        """Write a number of games."""
        return self.text("cli.count.games", count=games, number=self.number(games, 0))
