"""`veier lab match`: players play a match and are rated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from veier.cli.compile_progress import compile_progress
from veier.cli.console import echo
from veier.cli.framework import Number, OneOf, WholeNumber, bundle, command, option
from veier.cli.lab.match_output import print_summary
from veier.cli.lab.running import Place, ProgressLine, place_options
from veier.cli.language import Refusal, translate
from veier.cli.progress import clear_progress
from veier.cli.settings import LONGEST, SEEDS, prepare
from veier.core.errors import VeierError
from veier.messages import message

if TYPE_CHECKING:
    from veier.core.game import Game
    from veier.core.position import Position
    from veier.lab.match import Match
    from veier.lab.match_run import Standing
    from veier.lab.sequential import SequentialTest

# Openings of a match of fixed length, and the most of a sequential test.
_OPENINGS, _MOST = 50, 1000
_EXAMPLE = "0,20"


class _Openings(NamedTuple):
    """Which openings: how many, and of what kind, or the file that has them."""

    openings: int | None
    plies: int | None
    balanced: bool
    lasting: int
    positions: Path | None

    def make(self, game: Game, seed: int, most: int) -> list[Position]:
        """Return the openings; raise VeierError if there are too few."""
        from veier.lab.openings import make_openings

        if self.positions:
            return _read_positions(self.positions, game)[: self.openings]
        count = self.openings or most
        return make_openings(game, count, seed, plies=self.plies, balanced=self.balanced, lasting=self.lasting)


class _Test(NamedTuple):
    """A sequential test as it is asked for: two bounds, their unit, and the probabilities of errors."""

    sprt: str | None
    unit: str
    alpha: float
    beta: float

    def make(self, match: Match) -> SequentialTest | None:
        """Return the test; None if none is asked for."""
        from veier.lab.rating import expected_score
        from veier.lab.sequential import SequentialTest

        if self.sprt is None:
            return None
        if len(match.players) != 2:
            raise Refusal(translate("cli.lab-match.two"))
        try:
            low, high = map(float, self.sprt.split(","))
        except ValueError as error:
            raise Refusal(translate("cli.lab-match.bounds", example=_EXAMPLE)) from error
        if low >= high:
            raise Refusal(translate("cli.lab-match.bounds", example=_EXAMPLE))
        if self.unit == "elo":
            low, high = (expected_score(elo, match.seatings) for elo in (low, high))
        return SequentialTest(low, high, self.alpha, self.beta)


class _Output(NamedTuple):
    """Where games are kept, and whether JSON is written."""

    out: Path | None
    as_json: bool


@command(
    "lab-match",
    "veier lab match level:3 level:2 4eyes-beginners",
    "veier lab match veier#10000 greedy random 4eyes-plus-3p-7x7 --openings 20 --json",
    "veier lab match veier@0.1 checkout:../before 4eyes --sprt 0,20 --out match",
    'veier lab match level:4 "ugi:veier ugi hexrows" hexrows --movetime 0.5',
)
@click.argument("names", nargs=-1, metavar="PLAYER PLAYER... GAME")
@option("--openings", type=WholeNumber(1, 10**6), metavar="N", text="cli.lab-match.openings")
@option("--movetime", type=Number(0.001, LONGEST), metavar="S", text="cli.lab-match.movetime")
@option("--plies", type=WholeNumber(1, 100), metavar="N", text="cli.lab-match.plies")
@option("--balanced", is_flag=True, text="cli.lab-match.balanced")
@option("--lasting", type=WholeNumber(0, 100), default=0, metavar="N", text="cli.lab-match.lasting")
@option("--positions", type=click.Path(path_type=Path), metavar="FILE", text="cli.lab-match.positions")
@option("--seed", type=WholeNumber(0, SEEDS // 10**7), default=0, metavar="N", text="cli.lab-match.seed")
@option("--sprt", metavar="LOW,HIGH", text="cli.lab-match.sprt")
@option("--unit", type=OneOf("elo", "score"), default="elo", text="cli.lab-match.unit")
@option("--alpha", type=Number(0.0001, 0.4999), default=0.05, metavar="P", text="cli.lab-match.alpha")
@option("--beta", type=Number(0.0001, 0.4999), default=0.05, metavar="P", text="cli.lab-match.beta")
@option("--out", type=click.Path(path_type=Path), metavar="DIR", text="cli.lab-match.out")
@option("--json", "as_json", is_flag=True, text="cli.option.json")
@place_options
@bundle("kind", _Openings, "openings", "plies", "balanced", "lasting", "positions")
@bundle("asked", _Test, "sprt", "unit", "alpha", "beta")
@bundle("output", _Output, "out", "as_json")
@bundle("chosen", dict, "names", "movetime", "seed")
def match(chosen: dict[str, object], kind: _Openings, asked: _Test, place: Place, output: _Output) -> int:
    """Play a match and print what it has shown."""
    with compile_progress():
        played = _read_match(**chosen)  # type: ignore[arg-type]
        from veier.games import game as find_game
        from veier.lab.match_run import play_match

        game = find_game(played.game)
        test = asked.make(played)
        prepare(game)
        played.check()
        openings = kind.make(game, played.seed, _MOST if test else _OPENINGS)
    steps = play_match(played, openings, place.executor(), output.out, test)
    line = ProgressLine("cli.count.games", len(played.seatings) * len(openings))
    last: Standing | None = None
    stopped = False
    try:
        for last in steps:
            line.show(last.progress)
    except KeyboardInterrupt:
        stopped = True
    finally:
        steps.close()
        clear_progress()
    _print(played, last, test, output.as_json)
    return 130 if stopped else 0


def _read_match(names: Sequence[str], movetime: float | None, seed: int) -> Match:
    from veier.games import game as find_game
    from veier.lab.match import Match

    if len(names) < 3:
        raise Refusal(translate("cli.lab-match.who"))
    *players, game = names
    return Match(find_game(game).id, tuple(players), movetime, seed)


def _print(played: Match, last: Standing | None, test: SequentialTest | None, as_json: bool) -> None:
    from veier.lab.results import summarise

    if last is None or not last.blocks:
        echo(translate("cli.lab-match.none"), err=True)
        return
    summary = summarise(played, last.blocks, test)
    games = [game for block in last.blocks for game in block]
    if as_json:
        echo(json.dumps({**summary, "played": [game.to_data() for game in games]}))
    else:
        print_summary(played, summary, games)


def _read_positions(path: Path, game: Game) -> list[Position]:
    """Read positions of a game from a file."""
    from veier.cli.arguments import read_text
    from veier.record.position_string import parse_position

    found = []
    for number, line in enumerate(read_text(str(path)).splitlines(), 1):
        if not line.strip():
            continue
        position = parse_position(line.strip())
        wrong = "other_game" if position.game != game else "over" if position.is_over else ""
        if wrong:
            raise VeierError(message(f"cli.lab-match.{wrong}", line=number, file=path))
        found.append(position)
    if not found:
        raise VeierError(message("lab.openings", game=game.id, found=0, count=1))
    return found
