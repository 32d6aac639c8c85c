"""Why a move is illegal, word for word: people read these."""

from __future__ import annotations

import pytest

from games.playing import after
from veier import IllegalMove

SECOND_PHASE = "12@B2 12@A1"  # on 3x3 fields with one tile each; Red, on B2, to move
DOMINOES = "a1a2 c3c2"  # on 3x3 cells with one domino each; Red to move
ONE_TILE = "4eyes?side=3&a=1&b=0&d=0"
ONE_DOMINO = "4eyes-plus-2p?side=3&tiles=1"
THREE_DOMINOES = "4eyes-plus-3p?side=3&tiles=1"
NOT_YET = "dominoes are not moved before all of them are placed"
ALL_PLACED = "all pieces are placed; now one that lies on the board is moved"
FREE_BEFORE = "it may only go onto cells that were free before"
ONLY_PASS = "passing is only allowed when there is no other move"


@pytest.mark.parametrize(
    ("game", "moves", "text", "reason"),
    [
        ("4eyes", "13@C3", "24@C3", "C3 is taken"),
        ("4eyes", "", "pass", ONLY_PASS),
        ("4eyes?side=3&a=1&b=1&d=0", "12@A1 14@C3", "23@B2", "Red has no tile of type A left"),
        ("4eyes?side=3&a=1&b=1&d=0", "12@A1 14@C3 14@A3", "21@B2", "Blue has no tile of type B left"),
        ("4eyes?side=3&a=1&b=1&d=0", "", "13@B2", "Red has no tile of type D left"),
        ("4eyes", "13@C3 24@A1", "C3r", "tiles are not moved before all of them are placed"),
        ("4eyes", "13@C3 24@A1", "C3C4", "tiles are not moved before all of them are placed"),
        (ONE_TILE, SECOND_PHASE, "12@C3", ALL_PLACED),
        (ONE_TILE, SECOND_PHASE, "C3r", "there is no tile on C3"),
        (ONE_TILE, SECOND_PHASE, "C3C2", "there is no tile on C3"),
        (ONE_TILE, SECOND_PHASE, "A1r", "the tile on A1 belongs to Blue"),
        (ONE_TILE, SECOND_PHASE + " B2r", "B2l", "the tile on B2 belongs to Red"),
        (ONE_TILE, SECOND_PHASE, "A1A2", "the tile on A1 belongs to Blue"),
        (ONE_TILE, SECOND_PHASE, "B2A1", "A1 is taken"),
        (ONE_TILE, SECOND_PHASE, "B2B2", "B2 is not next to B2"),
        (ONE_TILE, SECOND_PHASE + " B2r", "A1C1", "C1 is not next to A1"),
        (ONE_TILE, SECOND_PHASE + " B2r", "A1C3", "C3 is not next to A1"),
        (ONE_TILE, SECOND_PHASE, "pass", ONLY_PASS),
        ("4eyes-plus-2p", "", "a1b2", "a1 and b2 do not share an edge"),
        ("4eyes-plus-2p", "", "a1a1", "a1 and a1 do not share an edge"),
        ("4eyes-plus-2p", "", "a1c1", "a1 and c1 do not share an edge"),
        ("4eyes-plus-2p", "", "i1a2", "i1 and a2 do not share an edge"),
        ("4eyes-plus-2p", "a1a2", "a2a3", "a2 is taken"),
        ("4eyes-plus-2p", "a1a2", "a3a2", "a2 is taken"),
        ("4eyes-plus-2p", "a1a2", "pass", ONLY_PASS),
        ("4eyes-plus-2p", "a1a2 c1c2", "a1-b1b2", NOT_YET),
        ("4eyes-plus-2p?side=3&tiles=2", "a2a3 b1b2 c2c3 pass", "a1b1", "Red has no domino left"),
        (ONE_DOMINO, DOMINOES, "b1b2", ALL_PLACED),
        (ONE_DOMINO, DOMINOES, "b2-b1b2", "there is no domino on b2"),
        (ONE_DOMINO, DOMINOES, "c3-b1b2", "the domino on c3 belongs to Blue"),
        (ONE_DOMINO, DOMINOES, "c2-b1b2", "the domino on c2 belongs to Blue"),
        (ONE_DOMINO, DOMINOES, "a2-b1b2", "a2 is the other end; name the domino by the cell of Red’s stone"),
        (ONE_DOMINO, DOMINOES, "a1-a1a2", "the domino would lie exactly as before"),
        (f"{ONE_DOMINO}&elsewhere=1", DOMINOES, "a1-a2a1", f"the domino itself lay on a2; {FREE_BEFORE}"),
        (f"{ONE_DOMINO}&elsewhere=1", DOMINOES, "a1-a1b1", f"the domino itself lay on a1; {FREE_BEFORE}"),
        (f"{ONE_DOMINO}&elsewhere=1", DOMINOES, "a1-b2c2", "c2 is taken"),
        (ONE_DOMINO, DOMINOES, "a1-b2c2", "c2 is taken"),
        (ONE_DOMINO, DOMINOES, "a1-c2b2", "c2 is taken"),
        (ONE_DOMINO, DOMINOES, "a1-b1c2", "b1 and c2 do not share an edge"),
        (ONE_DOMINO, DOMINOES, "pass", ONLY_PASS),
        (THREE_DOMINOES, "a1a2 b1b2 c3c2", "b1-b3a3", "the domino on b1 belongs to Brown"),
        (THREE_DOMINOES, "a1a2 b1b2 c3c2", "c2-b3a3", "the domino on c2 belongs to Blue"),
        ("4eyes-pencil-2p", "a1a2", "a1a2", "a1 is taken"),
        ("4eyes-pencil-2p", "a1a2", "c2c4", "c2 and c4 do not share an edge"),
        ("4eyes-pencil-3p", "a1a2", "a1-b1b2", "with pencils nothing is moved"),
        ("4eyes-pencil-2p?side=3", "a2a3 b1b2 c2c3", "a1b1", "the game is over"),
        ("4eyes-pencil-2p?side=3&turns=1&nogifts=1", "a1a2", "a1b1", "a1 is taken"),
        ("hexrows?side=4&stones=1&round=1", "d4", "d4", "d4 is taken"),
        ("hexrows?side=4&stones=1&round=1", "d4 d5", "d6", "the game is over"),
        ("hexrows", "", "a1", "the first stone must not stand on the edge, and a1 does"),
        ("hexrows", "f6", "f8", "the second stone must stand next to the first one on f6"),
        ("hexrows", "f6", "f6", "f6 is taken"),
        ("hexrows", "f6 f7", "f7", "f7 is taken"),
        ("hexrows", "f6", "pass", ONLY_PASS),
        ("hexrows?stones=1", "f6", "f7", "the game is over"),
        ("hexrows?stones=1", "f6", "pass", "the game is over"),
    ],
)
def test_the_reason_is_given_word_for_word(game: str, moves: str, text: str, reason: str) -> None:
    position = after(game, moves)
    assert str(position.why_illegal(text)) == reason
    assert not position.is_legal(text)
    with pytest.raises(IllegalMove) as caught:
        position.play(text)
    assert str(caught.value) == reason
