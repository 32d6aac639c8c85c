"""The golden games, played again."""

from __future__ import annotations

import pytest
from golden.lines import FOLDER, ending, header, line, moves_in

import veier
from veier import Position

GAMES = [game.id for game in veier.all_games()]


def told(ply: int, position: Position) -> str:
    return line(
        ply,
        str(position.last_move or "start"),
        mover=position.mover,
        phase=position.phase,
        legal=len(position.legal_moves),
        scores=position.scores,
        reserves=position.reserves,
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_game_is_played_again_line_by_line(game: str) -> None:
    golden = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    position = veier.game(game).start()
    lines = [header(game), told(0, position)]
    for ply, move in enumerate(moves_in(golden), 1):
        position = position.play(move)
        lines.append(told(ply, position))
    assert position.outcome is not None
    lines.append(ending(position.outcome.why, position.outcome.winner))
    assert "\n".join(lines) + "\n" == golden


@pytest.mark.parametrize("game", GAMES)
def test_golden_games_go_through_all_there_is(game: str) -> None:
    golden = (FOLDER / f"{game}.txt").read_text(encoding="utf-8")
    pieces = veier.game(game).pieces
    assert ("phase 2" in golden) is ("A" in pieces or "domino" in pieces)
    assert len(moves_in(golden)) > 10


def test_every_file_belongs_to_a_game() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GAMES)
