"""docs/fairness.md: its table is made of the figures that are kept, its sentences hold, and its reports exist."""

from __future__ import annotations

import json
import re

import pytest

from scripts.fairness import FIGURES, PAGE, REPORTS, Kept, ahead, keep, make_table, table_of
from veier.games import all_games

TEXT = PAGE.read_text(encoding="utf-8")
KEPT: list[Kept] = json.loads(FIGURES.read_text(encoding="utf-8"))
BY_GAME = {kept["game"]: kept for kept in KEPT}
LARGE = ("4eyes-plus-3p", "4eyes-pencil-3p")
SMALL = ("4eyes-plus-3p-7x7", "4eyes-pencil-3p-7x7")
TWO = [kept for kept in KEPT if len(kept["seats"]) == 2]


def test_the_table_is_made_of_the_figures() -> None:
    assert table_of(TEXT) == make_table(KEPT)
    assert sorted(BY_GAME) == sorted(game.id for game in all_games())
    assert f"{sum(kept['played'] for kept in KEPT):,}" in TEXT
    assert {kept["games"] for kept in KEPT} == {120}


@pytest.mark.parametrize("game", sorted(BY_GAME))
def test_every_game_has_its_report_and_what_it_means(game: str) -> None:
    assert re.search(rf"^\|.*`{game}`.*\| \w", TEXT.split("## The figures")[0], re.MULTILINE)
    report = (REPORTS / f"{game}.html").read_text(encoding="utf-8")
    for mean, low, high in BY_GAME[game]["seats"]:
        assert f"<td>{mean:.2f} ({low:.2f}–{high:.2f})</td>" in report
    assert f'href="{game}.html"' in (REPORTS / "index.html").read_text(encoding="utf-8")


def test_what_is_said_of_three_players_holds() -> None:
    for game in LARGE:
        seats = BY_GAME[game]["seats"]
        assert all(abs(mean - 1 / 3) < 0.04 and low < 1 / 3 < high for mean, low, high in seats)
        assert max(max(high - 1 / 3, 1 / 3 - low) for _, low, high in seats) < 0.125
    for game in SMALL:
        assert ahead(BY_GAME[game]) == ["first"]
        assert BY_GAME[game]["seats"][2][2] < 1 / 3
    assert 0.45 < BY_GAME[SMALL[0]]["phase_2"][0] < 0.5
    assert 1 / 3 < BY_GAME[SMALL[1]]["draws"][0] < 0.4


def test_what_is_said_of_two_players_holds() -> None:
    assert all(ahead(kept) == ["first"] for kept in TWO)
    assert all(abs(kept["swap"]["points"][0] - 0.5) < kept["seats"][0][0] - 0.5 for kept in TWO)
    swapped = {kept["game"]: kept["swap"]["points"] for kept in TWO}
    even = {game for game, (_, low, high) in swapped.items() if low <= 0.5 <= high}
    assert set(swapped) - even == {"hexrows", "4eyes-pencil-2p"}
    assert swapped["hexrows"][2] < 0.5 < swapped["4eyes-pencil-2p"][1]
    for kept in TWO:
        game, wins = kept["game"], kept["seats"][0][0]
        (said,) = re.findall(rf"^\|.*`{game}`.*\| (.*) \|$", TEXT.split("## The figures")[0], re.MULTILINE)
        assert ("wins six games in ten" in said) == (wins < 0.64)
        assert ("wins two games in three" in said) == (0.64 < wins < 0.72 and game != "hexrows")
    assert all(kept["phase_2"][0] == 0 for kept in TWO if kept["game"] != "4eyes-beginners")


def test_figures_are_those_of_strong_players() -> None:
    """Of what `veier lab reports --json` prints."""

    def estimate(mean: float) -> dict[str, float]:
        return {"mean": mean, "low": mean - 0.1, "high": mean + 0.123456, "n": 9}

    measures = {name: estimate(0.2) for name in ("draws", "plies", "phase_2")}
    level = {"player": "7", "games": 9, "seats": [estimate(0.61), estimate(0.39)], "balance": estimate(0.78)}
    levels = [{"player": "random"}, level | {"measures": measures}]
    kept = keep({"game": "4eyes", "games": 50, "levels": levels, "swap": {"move": "a1", "points": estimate(0.5)}})
    assert kept["seats"][0] == [0.61, 0.51, 0.7335]
    assert kept["swap"] == {"move": "a1", "points": [0.5, 0.4, 0.6235]}
    assert (kept["player"], kept["games"], kept["played"]) == ("7", 9, 50)
    assert ahead(kept) == ["first"]
    assert "| 0.61 (0.51–0.73) | 0.39 (0.29–0.51) |  | 0.50 (0.40–0.62) |" in make_table([kept])
