"""The line that says how far long work has come: in what users know, at which rate, and how long it will still take."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from veier.cli.lab import running
from veier.cli.lab.running import ProgressLine, format_duration
from veier.lab.run.running import Progress


@pytest.mark.parametrize(
    ("progress", "told"),
    [
        (Progress(0, 10), "0 of 1,000 games …"),
        (Progress(4, 10, None, 0.5), "400 of 1,000 games, 50 a second, 0:12 left …"),
        (Progress(4, 10, None, 0.001), "400 of 1,000 games, 360 an hour, 1:40:00 left …"),
        (Progress(10, 10, None, 0.5), "1,000 of 1,000 games, 50 a second, 0:00 left …"),
    ],
)
def test_it_counts_games_not_chunks(
    progress: Progress, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VEIER_LANG", "en")
    monkeypatch.setattr(running, "_PAUSE", -1.0)
    ProgressLine("cli.count.games", 1000).show(progress)
    assert capsys.readouterr().err.replace("\u00a0", " ") == f"{told}\n"


def test_logs_get_a_line_a_minute(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter((0.0, 1.0, 59.0, 61.0, 61.0, 62.0, 122.0, 122.0))
    monkeypatch.setattr(running, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    line = ProgressLine("cli.count.games", 10)
    for _ in range(5):
        line.show(Progress(5, 10))
    assert len(capsys.readouterr().err.splitlines()) == 2


@pytest.mark.parametrize(("seconds", "told"), [(4.6, "0:05"), (754, "12:34"), (3723, "1:02:03")])
def test_durations_are_written_as_clocks_do(seconds: float, told: str) -> None:
    assert format_duration(seconds) == told
