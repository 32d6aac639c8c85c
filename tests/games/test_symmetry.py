"""The board turned or mirrored: the same game. The maps are worked out here, from the notation alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest

import veier
from games.playing import random_game

Point = tuple[int, int]
Map = Callable[[Point], Point]
MoveMap = Callable[[str], str]
LETTERS = "abcdefghijklm"
QUADRANTS = {"1": (0, 1), "2": (1, 1), "3": (1, 0), "4": (0, 0)}


def square_maps(size: int) -> list[Map]:
    """The eight symmetries of size x size places: turns by quarters, each with and without a mirror."""

    def make(quarters: int, mirror: bool) -> Map:
        def moved(point: Point) -> Point:
            x, y = point
            for _ in range(quarters):
                x, y = y, size - 1 - x
            return (size - 1 - x, y) if mirror else (x, y)

        return moved

    return [make(quarters, mirror) for mirror in (False, True) for quarters in range(4)]


def hexagon_maps(side: int) -> list[Map]:
    """The twelve symmetries of a hexagon: turns by sixths around its middle, each with and without a mirror."""
    middle = side - 1

    def make(sixths: int, mirror: bool) -> Map:
        def moved(point: Point) -> Point:
            x, y = point[0] - middle, point[1] - middle
            for _ in range(sixths):
                x, y = x - y, x
            return (y + middle, x + middle) if mirror else (x + middle, y + middle)

        return moved

    return [make(sixths, mirror) for mirror in (False, True) for sixths in range(6)]


def map_names(text: str, moved: Map) -> str:
    """Map all places of a text, small or capital."""

    def name(found: re.Match[str]) -> str:
        x, y = moved((LETTERS.index(found[1].lower()), int(found[2]) - 1))
        letter = LETTERS[x]
        return f"{letter if found[1].islower() else letter.upper()}{y + 1}"

    return re.sub(r"([A-Ma-m])(\d+)", name, text)


def map_eyes_move(text: str, fields: Map, quadrants: Map, mirrored: bool) -> str:
    """Map a move of 4EYES: a tile's quadrants as its field, and in a mirror left is right."""
    if "@" in text:
        names = {place: quadrant for quadrant, place in QUADRANTS.items()}
        tile = "".join(names[quadrants(QUADRANTS[quadrant])] for quadrant in text[:2])
        return f"{tile}@{map_names(text[3:], fields)}"
    if text[-1] in "rl":
        turn = {"r": "l", "l": "r"}[text[-1]] if mirrored else text[-1]
        return map_names(text[:-1], fields) + turn
    return map_names(text, fields)


def eyes_maps(side: int) -> list[MoveMap]:
    pairs = zip(square_maps(side), square_maps(2), strict=True)
    return [
        partial(map_eyes_move, fields=fields, quadrants=quadrants, mirrored=k >= 4)
        for k, (fields, quadrants) in enumerate(pairs)
    ]


def cell_maps(maps: list[Map]) -> list[MoveMap]:
    return [partial(map_names, moved=moved) for moved in maps]


# In a mirror a tile of type A becomes one of type B, so both must be as many.
GAMES: dict[str, list[MoveMap]] = {
    "4eyes": eyes_maps(5),
    "4eyes-beginners": eyes_maps(4),
    "4eyes?side=3&a=1&b=1&d=1": eyes_maps(3),
    "4eyes?side=4&a=2&b=1&d=2": eyes_maps(4)[:4],
    "4eyes-plus-2p": cell_maps(square_maps(9)),
    "4eyes-plus-3p-7x7": cell_maps(square_maps(7)),
    "4eyes-plus-2p?side=4&tiles=3": cell_maps(square_maps(4)),
    "4eyes-plus-2p?side=8&tiles=2": cell_maps(square_maps(8)),
    "4eyes-pencil-2p": cell_maps(square_maps(9)),
    "4eyes-pencil-3p?side=5": cell_maps(square_maps(5)),
    "hexrows": cell_maps(hexagon_maps(6)),
    "hexrows?side=4&stones=12": cell_maps(hexagon_maps(4)),
    "hexrows?side=7&stones=15": cell_maps(hexagon_maps(7)),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_turned_or_mirrored_game_is_the_same_game(game: str) -> None:
    start = veier.game(game).start()
    names = set(start.game.rules.cell_names)
    for seed in range(2):
        original = list(random_game(game, seed, 40, lasting=30 * seed))
        for mapped in GAMES[game]:
            position = start
            for before in original:
                if before.last_move:
                    position = position.play(mapped(before.last_move.text))
                assert {mapped(move) for move in texts(before)} == set(texts(position))
                assert position.outcome == before.outcome
                assert position.scores == before.scores
                assert set(position.stones) <= names


def texts(position: veier.Position) -> list[str]:
    return [position.game.notation.move_text(number) for number in position.legal_numbers]


@pytest.mark.parametrize("game", GAMES)
def test_the_maps_are_different(game: str) -> None:
    moves = texts(veier.game(game).start().play(*opening(game)))
    assert len({tuple(mapped(move) for move in moves) for mapped in GAMES[game]}) == len(GAMES[game])
    assert len(GAMES[game]) in (4, 8, 12)


def opening(game: str) -> list[str]:
    return [str(position.last_move) for position in random_game(game, 0, 2)][1:]


@pytest.mark.parametrize("game", GAMES)
def test_a_position_shows_all_its_images(game: str) -> None:
    """They are the positions that the mapped moves lead to."""
    start = veier.game(game).start()
    for seed in range(2):
        played = [start] * len(GAMES[game])
        for original in random_game(game, seed, 60, lasting=50 * seed):
            if original.last_move:
                move = original.last_move.text
                played = [position.play(mapped(move)) for position, mapped in zip(played, GAMES[game], strict=True)]
            images = original.symmetries()
            assert images[0] is original
            assert sorted(image.packed for image in images) == sorted(position.packed for position in played)
            assert {image.outcome for image in images} == {original.outcome}
            assert {len(image.legal_moves) for image in images} == {len(original.legal_moves)}
            if len(original.stones) % 4 == 0:
                assert {image.canonical() for image in (*images, *played)} == {original.canonical()}
                assert original.canonical().canonical() == original.canonical()
            assert veier.parse_position(veier.format_position(images[-1])) == images[-1]


@pytest.mark.parametrize("game", GAMES)
def test_images_lead_to_images(game: str) -> None:
    """What can follow a position and its images is the same, up to symmetry."""
    original = list(random_game(game, 3, 8, lasting=8))[-1]
    following = {original.play(move).canonical() for move in original.legal_moves}
    for image in original.symmetries():
        assert {image.play(move).canonical() for move in image.legal_moves} == following


def test_the_start_is_as_symmetric_as_the_game() -> None:
    images = {game: veier.game(game).start().symmetries() for game in ("4eyes?side=4&a=2&b=1&d=2", "4eyes", "hexrows")}
    assert [len(each) for each in images.values()] == [4, 8, 12]
    assert [len(set(each)) for each in images.values()] == [1, 1, 1]


def test_an_image_has_stood_as_often() -> None:
    position = list(random_game("4eyes?side=3&a=1&b=1&d=1", 1, 40, lasting=30))[-1]
    assert position.phase == 2
    for image in position.symmetries():
        assert image.seen.count(image.digest) == position.seen.count(position.digest)
