"""Games as arrays: actions that stand for moves, planes that show what the position says, symmetries of both."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import veier
from games.playing import GAMES, VARIANTS, after, both_phases, random_game, sample

every_game = pytest.mark.parametrize("game", [*GAMES, *VARIANTS])


@every_game
def test_the_mask_has_the_legal_moves_and_no_others(game: str) -> None:
    for position in both_phases(game):
        played, mask = position.game, position.action_mask()
        assert mask.shape == (played.action_count,)
        assert mask.dtype == np.int8
        allowed = {played.action_text(action) for action in np.flatnonzero(mask).tolist()}
        assert allowed == {played.notation.move_text(number) for number in position.legal_numbers}
        assert mask.sum() == len(position.legal_numbers)


@every_game
def test_actions_are_dense_and_come_back_from_their_notation(game: str) -> None:
    played = veier.game(game)
    texts = [played.action_text(action) for action in range(played.action_count)]
    assert texts[-1] == "pass"
    assert len(set(texts)) == len(texts)
    step = 1 + played.action_count // 2000
    assert [played.action(text) for text in texts[::step]] == list(range(played.action_count))[::step]
    start = played.start()
    for move in start.legal_moves[::10]:
        assert played.action(move) == played.action(move.number) == played.action(move.text)
        assert start.play(played.action_text(played.action(move))) == start.play(move)


def test_the_numbers_of_actions() -> None:
    counts = {
        name: veier.game(name).action_count for name in ("hexrows", "4eyes", "4eyes-plus-3p-7x7", "4eyes-plus-2p")
    }
    assert counts == {"hexrows": 92, "4eyes": 495, "4eyes-plus-3p-7x7": 8401, "4eyes-plus-2p": 23617}


def test_what_is_no_action_is_refused() -> None:
    game = veier.game("4eyes")
    for action in (-1, 495, 2**70):
        with pytest.raises(veier.VeierError):
            game.action_text(action)
    with pytest.raises(veier.VeierError):
        game.action_text("0")  # type: ignore[arg-type]
    with pytest.raises(veier.IllegalMove, match="A1A5 is not legal in any position"):
        game.action("A1A5")
    with pytest.raises(veier.BadNotation):
        game.action("f6")
    with pytest.raises(veier.VeierError):
        game.start().planes(2)


@every_game
def test_planes_show_what_the_position_says(game: str) -> None:
    played = veier.game(game)
    names, shape = played.plane_names, played.start().planes().shape
    assert len(set(names)) == len(names) == shape[0]
    limits = played.encoding.plane_limits
    for position in both_phases(game):
        for seat in range(played.players):
            planes = position.planes(seat)
            assert planes.shape == shape
            assert planes.dtype == np.int8
            assert ((planes >= 0) & (planes <= limits)).all()
            for name, plane in zip(names, planes, strict=True):
                assert np.array_equal(plane, expected_plane(position, seat, name)), name
        assert np.array_equal(position.planes(), position.planes(position.mover))


def expected_plane(position: veier.Position, seat: int, name: str) -> Any:
    """Work a plane out from what a position tells people."""
    array = position.array()
    players = position.game.players
    constants = {
        "phase 2": position.phase - 1,
        "passes": position.passes,
        "times stood": position.occurrences,
        "turns until the mover's": (position.mover - seat) % players,
    }
    if name in constants:
        return np.full(array.shape, constants[name])
    if name == "cells of the board":
        return array != -2
    if name.startswith("dominoes' own"):
        step = {"right": (1, 0), "upwards": (0, 1), "left": (-1, 0), "downwards": (0, -1)}[name.rpartition(" ")[2]]
        heads = [plate.cells[0] for plate in position.view().plates if lies(*plate.cells) == step]
        return marked(array, heads)
    for k, whose in enumerate(("own ", " of the next player", " of the player after next")):
        if whose in name:
            return expected_plane_of(position, (seat + k) % players, name.replace(whose, ""))
    raise AssertionError(name)


def expected_plane_of(position: veier.Position, seat: int, name: str) -> Any:
    array = position.array()
    if name == "stones":
        return array == seat
    if name == "tiles":
        colour = position.game.colours[seat]
        plates = [plate for plate in position.view().plates if plate.owner == colour]
        return marked(array, [cell for plate in plates for cell in plate.cells])
    what, kind = name.split()[:2]
    return np.full(
        array.shape, position.reserves[seat][{"stones": "stone", "dominoes": "domino", "turns": "turn"}.get(what, kind)]
    )


def lies(head: str, tail: str) -> tuple[int, int]:
    return ord(tail[0]) - ord(head[0]), int(tail[1:]) - int(head[1:])


def marked(array: Any, cells: list[str]) -> Any:
    plane = np.zeros(array.shape, np.int8)
    for cell in cells:
        plane[int(cell[1:]) - 1, ord(cell[0]) - ord("a")] = 1
    return plane


def test_planes_tell_how_often_a_position_has_stood() -> None:
    game = "4eyes?side=3&a=1&b=0&d=0"
    stood = veier.game(game).plane_names.index("times stood")
    line = ["12@A1", "12@B3", "a1r", "b3r", "a1l", "b3l", "a1r", "b3r", "a1l", "b3l"]
    seen = [after(game, " ".join(line[:plies])) for plies in range(len(line) + 1)]
    assert [int(position.planes()[stood, 0, 0]) for position in seen] == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert seen[-1].outcome == veier.Outcome(None, "repetition")
    assert not seen[-1].action_mask().any()


@every_game
def test_symmetries_show_the_symmetric_positions(game: str) -> None:
    symmetries = veier.game(game).symmetries
    for position in sample(both_phases(game), 5):
        images = position.symmetries()
        assert len(images) == len(symmetries)
        for image, symmetry in zip(images, symmetries, strict=True):
            assert np.array_equal(symmetry.map_planes(position.planes()), image.planes())
            assert np.array_equal(symmetry.map_actions(position.action_mask()), image.action_mask())


@every_game
def test_an_action_and_its_image_lead_to_images(game: str) -> None:
    played = veier.game(game)
    for position in sample(both_phases(game, 4), 4):
        for action in np.flatnonzero(position.action_mask()).tolist()[::17]:
            images = position.play(played.action_text(action)).symmetries()
            for before, after_it, symmetry in zip(position.symmetries(), images, played.symmetries, strict=True):
                text = played.action_text(int(symmetry.actions[action]))
                assert before.play(text).packed == after_it.packed


def test_symmetries_map_batches() -> None:
    game = veier.game("4eyes-plus-2p-7x7")
    positions = sample(list(random_game(game.id, 1, 20, lasting=20)), 6)
    planes, masks = (
        np.stack(arrays) for arrays in zip(*[(p.planes(), p.action_mask()) for p in positions], strict=True)
    )
    for symmetry in game.symmetries:
        assert np.array_equal(symmetry.map_planes(planes)[2], symmetry.map_planes(planes[2]))
        assert np.array_equal(symmetry.map_actions(masks)[2], symmetry.map_actions(masks[2]))


def test_a_pass_is_the_last_action() -> None:
    position = after("4eyes-pencil-2p?side=4", "c3c2 a1a2 b2b1 b3b4 c1d1 c4d4 a4a3")
    mask = position.action_mask()
    assert np.flatnonzero(mask).tolist() == [position.game.action_count - 1]
    assert position.play(position.game.action_text(position.game.action_count - 1)).passes == 1
    assert position.play("pass").planes()[position.game.plane_names.index("passes"), 0, 0] == 1
