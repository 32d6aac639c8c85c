"""What a match has shown, as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from veier.cli.console import console, say
from veier.cli.language import format_number, language, translate
from veier.cli.table import Column, Table
from veier.messages import typography
from veier.view.styled_text import styled

if TYPE_CHECKING:
    from veier.lab.match import Match, Played


def print_summary(match: Match, summary: dict[str, Any], games: Sequence[Played]) -> None:
    """Print the table of ratings, and what else there is to say."""
    counts = {
        name: translate(f"cli.count.{name}", count=summary[name], number=format_number(summary[name]))
        for name in ("games", "openings")
    }
    say(translate("cli.lab-match.heading", game=summary["game"], **counts))
    headings = ("points", "games", "score", "time")
    columns = [
        Column(translate("cli.lab-match.player")),
        Column("Elo", wraps=False, right=True),
        Column("95 %", wraps=False, right=True),
        *(Column(translate(f"cli.lab-match.{name}"), wraps=False, right=True) for name in headings),
    ]
    ranked = sorted(summary["players"], key=lambda player: -player["elo"])
    out = console()
    out.print(*Table(columns, [[styled(cell) for cell in _cells(player)] for player in ranked]).lines(out.width))
    say(_describe_seats(summary))
    if "test" in summary:
        say(_describe_test(match, summary["test"]))
    for place, name in enumerate(match.players):
        faults = [game.fault for game in games if game.loser is not None and game.seating[game.loser] == place]
        if faults and faults[-1]:
            say(translate("cli.lab-match.forfeits", player=name, count=len(faults), reason=faults[-1]))


def _cells(player: dict[str, Any]) -> list[str]:
    low, high = (_signed(player[name]) for name in ("low", "high"))
    return [
        player["name"],
        _signed(player["elo"]),
        translate("cli.lab-match.from_to", low=low, high=high),
        _decimal(player["points"], 1),
        format_number(player["games"]),
        _decimal(player["score"]["mean"], 3),
        _decimal(player["clock"]["mean"], 3),
    ]


def _describe_seats(summary: dict[str, Any]) -> str:
    shares = " ".join(_decimal(share, 3) for share in summary["seats"])
    moves = {name: format_number(round(value)) for name, value in summary["moves"].items()}
    return translate("cli.lab-match.seats", seats=shares, drawn=format_number(summary["drawn"]), **moves)


def _describe_test(match: Match, test: dict[str, Any]) -> str:
    bounds = {name: _decimal(test[name], 2) for name in ("ratio", "lower", "upper")}
    figures = translate("cli.lab-match.figures", **bounds)
    if test["verdict"] == "better":
        return translate("cli.lab-match.better", player=match.players[0], figures=figures)
    if test["verdict"] == "not_better":
        return translate("cli.lab-match.not_better", player=match.players[0], figures=figures)
    return translate("cli.lab-match.open", figures=figures)


def _decimal(value: float, decimals: int) -> str:
    return typography.format_number(float(value), language(), decimals=decimals, grouped=True).replace("-", "−")


def _signed(elo: float) -> str:
    text = _decimal(abs(elo), 0)
    return f"−{text}" if round(elo) < 0 else f"+{text}"
