"""The kernels against the slow second implementation: whole games, the whole state after every move.

A case says how many games are played and what must occur in them, so that the comparison cannot become empty
without anybody noticing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import pytest
from reference import GAMES, Reference, start
from reference.cells import Cell
from reference.perft import perft_file, read
from reference.perftfiles import undoing
from reference.squaregame import SquareGame

import veier
from veier import Position

# Random moves of phase 2 may go on for very long; this is as far as they are compared.
PLIES = 120


@dataclass(frozen=True)
class Case:
    """A game, how many games of each kind are played, and what must occur in them.

    plain    any legal move
    lasting  a move that does not end the game, as long as there is one and phase 2 has not gone on for 8 plies
    idle     as lasting, but in phase 2 mostly taking back one's own last move, so that positions stand again;
             it begins with the placements of the perft file, if there is one: others rarely last so long
    """

    game: str
    occurs: str
    plain: int
    lasting: int = 0
    idle: int = 0


CASES = [
    Case("4eyes", "square gift ban phase-2 repetition", 40, 8, 3),
    Case("4eyes-beginners", "square gift ban phase-2 repetition", 100, 10, 5),
    Case("4eyes-plus-2p", "square gift ban phase-2 repetition", 40, 2, 3),
    Case("4eyes-plus-3p", "square gift ban phase-2 repetition", 40, 3, 3),
    Case("4eyes-plus-2p-7x7", "square gift ban phase-2 repetition", 150, 8, 5),
    Case("4eyes-plus-3p-7x7", "square gift ban phase-2 repetition", 100, 8, 5),
    Case("4eyes-pencil-2p", "square gift ban", 40, 6),
    Case("4eyes-pencil-3p", "square gift ban full", 40, 6),
    Case("4eyes-pencil-2p-7x7", "square gift ban pass passes", 150, 40),
    Case("4eyes-pencil-3p-7x7", "square gift ban full", 100, 40),
    Case("hexrows", "score drawn", 60),
    Case("4eyes?a=4&b=4&d=2", "square gift ban phase-2", 30, 4),
    Case("4eyes?side=3&a=1&b=1&d=1", "square gift ban phase-2 repetition", 100, 20, 20),
    # Eight tiles each fill all sixteen fields: in phase 2 only turns are left.
    Case("4eyes?side=4&a=0&b=0&d=8", "square gift ban phase-2 repetition", 200, 30, 3),
    # Boards that get stuck with dominoes left, or hardly have room for them.
    Case("4eyes-plus-2p?side=3&tiles=2", "square gift ban phase-2 pass passes repetition", 800, 20, 20),
    Case("4eyes-plus-2p?side=4&tiles=4", "square gift ban phase-2 pass passes repetition", 800, 40, 5),
    Case("4eyes-plus-3p?side=4&tiles=2", "square gift ban phase-2 repetition", 40, 10, 10),
    # A lifted domino must go elsewhere; on a full board there is nowhere, and players pass.
    Case("4eyes-plus-2p-7x7?elsewhere=1", "square gift ban phase-2 repetition", 60, 8, 5),
    Case("4eyes-plus-3p?side=4&tiles=2&elsewhere=1", "square gift ban phase-2", 40, 10),
    Case("4eyes-plus-2p?side=3&tiles=2&elsewhere=1", "square gift ban phase-2 pass passes", 800, 20, 20),
    # Gifts are forbidden: there are none, and a player may have to pass while the other goes on placing.
    Case("4eyes?side=3&a=1&b=1&d=2&nogifts=1", "square ban gift-ban phase-2", 60, 20, 10),
    Case("4eyes-beginners?nogifts=1", "square ban gift-ban phase-2 repetition", 40, 6, 3),
    Case("4eyes-plus-2p-7x7?nogifts=1", "square ban gift-ban phase-2", 40, 6, 3),
    Case("4eyes-plus-2p?side=4&tiles=4&nogifts=1", "square ban gift-ban phase-2 pass passes", 400, 40, 5),
    Case("4eyes-plus-3p?side=4&tiles=2&elsewhere=1&nogifts=1", "square gift-ban phase-2 pass passes", 60, 10, 5),
    Case("4eyes-pencil-2p?side=4&nogifts=1", "square ban gift-ban full pass", 400, 40),
    Case("4eyes-pencil-3p?side=4&nogifts=1", "square gift-ban full", 100, 10),
    # Pencils with a limit of turns.
    Case("4eyes-pencil-2p?turns=15", "square gift", 20, 2),
    Case("4eyes-pencil-2p-7x7?turns=9", "square gift ban turns", 60, 30),
    Case("4eyes-pencil-3p-7x7?turns=6", "square gift turns", 40, 20),
    Case("4eyes-pencil-2p?side=4&turns=3", "square gift turns full", 300, 40),
    Case("4eyes-pencil-3p?side=4&turns=2", "square turns full", 200, 20),
    Case("4eyes-pencil-2p?side=4&turns=4&nogifts=1", "square ban gift-ban full pass passes", 400, 40),
    # The last round of hex rows is finished.
    Case("hexrows?round=1", "score drawn last-turn", 30),
    Case("hexrows?side=4&stones=5&round=1", "score drawn last-turn", 300),
    Case("hexrows?side=4&stones=18&round=1", "score drawn last-turn", 60),
    Case("hexrows?side=4&stones=1&round=1", "score drawn last-turn", 20),
    # Boards of 64 cells, which fill a word of bits to the last, and of 121, the largest.
    Case("4eyes-plus-2p?side=8&tiles=13", "square gift ban", 60, 4),
    Case("4eyes-plus-2p?side=8&tiles=6", "square gift ban phase-2 repetition", 30, 6, 3),
    Case("4eyes-plus-2p?side=11&tiles=30", "square gift ban", 20, 1),
    Case("4eyes-plus-2p?side=11&tiles=5", "phase-2 repetition", 0, 0, 2),
    Case("4eyes-pencil-2p?side=3", "square gift ban full", 1000),
    Case("4eyes-pencil-3p?side=4", "square gift ban full", 1000),
    # On a sheet of 4x4 cells it happens that both colours are in each other's way: cells are left, but no move.
    Case("4eyes-pencil-2p?side=4", "square gift ban full pass passes", 1000, 100),
    Case("hexrows?side=4&stones=18", "score drawn", 100),
    Case("hexrows?side=5&stones=30", "score drawn", 60),
    Case("hexrows?side=7&stones=63", "score drawn", 30),
    Case("hexrows?side=4&stones=5", "score drawn", 500),
]


def state_of(position: Position, moves: list[str]) -> dict[str, object]:
    """Give a position in the words of `Reference.state`."""
    outcome = position.outcome
    return {
        "game": position.game.id,
        "moves": moves,
        "over": position.is_over,
        "winner": outcome.winner if outcome else None,
        "why": outcome.why if outcome else None,
        "mover": position.mover,
        "phase": position.phase,
        "legal": sorted(map(position.game.notation.move_text, position.legal_numbers)),
        "scores": list(position.scores),
        "reserves": list(position.reserves),
    }


Chooser = Callable[[Reference, list[str], random.Random], str]


def any_move(reference: Reference, legal: list[str], chance: random.Random) -> str:
    return chance.choice(legal)


def lasting_move(reference: Reference, legal: list[str], chance: random.Random) -> str:
    pieces = sum(sum(reserve.values()) for reserve in start(reference.game).reserves)
    if reference.phase() == 2 and len(reference.moves) >= pieces + 8:
        return chance.choice(legal)
    for move in chance.sample(legal, len(legal)):
        child = reference.copy()
        child.play_known(move)
        if not child.over:
            return move
    return chance.choice(legal)


def idle_move(reference: Reference, legal: list[str], chance: random.Random) -> str:
    before = replay(reference.game, reference.moves[: -reference.seats]) if reference.phase() == 2 else None
    if before is not None and before.phase() == 2 and chance.random() < 0.9:
        back = undoing(before, reference.moves[-reference.seats])
        if back in legal:
            return back
    return lasting_move(reference, legal, chance)


def replay(game: str, moves: list[str]) -> Reference:
    reference = start(game)
    for move in moves:
        reference.play_known(move)
    return reference


def placements(game: str) -> list[str]:
    """The moves of phase 1 of a game in the perft file that reaches phase 2; none if there is no such file."""
    path = perft_file(game)
    moves = read(path)[-1][0] if path.exists() else []
    return [move for move in moves if "@" in move or ("4eyes-" in game and "-" not in move)]


def compare_game(game: str, choose: Chooser, seed: int, opening: list[str], seen: Counter[str]) -> None:
    """Play one game with both implementations and note what occurs in it."""
    chance = random.Random(seed)
    reference, position = start(game), veier.game(game).start()
    for ply in range(PLIES):
        state = reference.state()
        assert state_of(position, list(reference.moves)) == state
        if reference.over:
            seen[str(reference.why)] += 1
            seen["gift"] += reference.why == "square" and reference.winner != (reference.mover - 1) % reference.seats
            seen["drawn"] += reference.winner is None
            return
        move = opening[ply] if ply < len(opening) else choose(reference, cast(list[str], state["legal"]), chance)
        seen["pass"] += move == "pass"
        seen["last-turn"] += "hexrows" in game and min(reserve["stone"] for reserve in reference.reserves) == 0
        reference.play_known(move)
        position = position.play(move)
        seen["phase-2"] += reference.phase() == 2
    assert state_of(position, list(reference.moves)) == reference.state()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_every_state_of_whole_games_is_the_same(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()
    is_double, is_gift = SquareGame.is_double, SquareGame.is_gift

    def count_bans(self: SquareGame, stones: dict[Cell, int], own: Cell, other: Cell) -> bool:
        banned = is_double(self, stones, own, other)
        seen["ban"] += banned
        return banned

    def count_gift_bans(self: SquareGame, stones: dict[Cell, int], other: Cell) -> bool:
        banned = is_gift(self, stones, other)
        seen["gift-ban"] += banned
        return banned

    monkeypatch.setattr(SquareGame, "is_double", count_bans)
    monkeypatch.setattr(SquareGame, "is_gift", count_gift_bans)
    kinds: dict[Chooser, int] = {any_move: case.plain, lasting_move: case.lasting, idle_move: case.idle}
    for choose, games in kinds.items():
        opening = placements(case.game) if choose is idle_move else []
        for seed in range(games):
            compare_game(case.game, choose, seed, opening, seen)
    assert set(case.occurs.split()) <= {what for what, times in seen.items() if times}
    assert not ("nogifts=1" in case.game and seen["gift"])


def test_the_cases_cover_all_games_and_all_that_can_occur() -> None:
    games = {case.game for case in CASES}
    assert games >= set(GAMES)
    assert games >= {game.id for game in veier.all_games()}
    ends = {"square", "score", "repetition", "full", "passes", "turns"}
    others = {"gift", "ban", "gift-ban", "phase-2", "pass", "drawn", "last-turn"}
    assert {what for case in CASES for what in case.occurs.split()} == ends | others
    with_second_phase = {game for game in GAMES if game.startswith("4eyes") and "pencil" not in game}
    assert with_second_phase <= {case.game for case in CASES if "phase-2" in case.occurs.split()}
