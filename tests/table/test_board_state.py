"""The Board: complete for every game, and true."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

import pytest

import veier
from table.samples import WON
from veier.messages import Message
from veier.table import board_data

GAMES = [game.id for game in veier.all_games()]
# Small boards where double squares and gifts are frequent, in both phases.
CROWDED = [
    "4eyes?side=3&a=1&b=1&d=1",
    "4eyes-beginners",
    "4eyes-plus-2p?side=5&tiles=5",
    "4eyes-plus-3p?side=5&tiles=3",
    "4eyes-pencil-2p-7x7",
    "4eyes-pencil-3p?side=6",
]
# Where random play hardly ever comes to a forbidden move.
RARE = ("4eyes?side=3&a=1&b=1&d=1", "4eyes-pencil-3p?side=6")


def wander(game: str, seed: int, plies: int) -> Iterator[veier.Position]:
    """Play at random, but end the game only where nothing else is left."""
    rng, position = random.Random(f"{game} {seed}"), veier.game(game).start()
    for _ in range(plies):
        yield position
        if position.is_over:
            return
        moves = [*position.legal_moves]
        rng.shuffle(moves)
        following = (position.play(move) for move in moves)
        position = next((after for after in following if not after.is_over), position.play(moves[0]))


def every_text(position: veier.Position) -> Iterator[str]:
    """Write every move that could be asked for on such a board."""
    cells = [cell.name for cell in position.view().cells]
    fields = [field.name for field in position.view().fields]
    if fields:
        tiles = ["".join(pair) for pair in permutations("1234", 2)]
        yield from (f"{tile}@{field}" for tile in tiles for field in fields)
        yield from (f"{one}{two}" for one, two in permutations(fields, 2))
        yield from (f"{field}{turn}" for field in fields for turn in "rl")
    else:
        places = [f"{one}{two}" for one, two in permutations(cells, 2) if _touch(one, two)]
        yield from places
        yield from (f"{cell}-{place}" for cell in cells for place in places if position.phase == 2)


def _touch(one: str, two: str) -> bool:
    return abs(ord(one[0]) - ord(two[0])) + abs(int(one[1:]) - int(two[1:])) == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_plain_and_offers_every_legal_move(game: str) -> None:
    for position in list(wander(game, 1, 60))[::7]:
        board = board_data(position)
        assert json.loads(json.dumps(board)) == board
        choices = board["view"]["choices"]
        assert {choice["text"] for choice in choices} == {move.text for move in position.legal_moves}
        assert board["view"] == json.loads(json.dumps(position.view(choices=True).to_data()))
        assert veier.parse_position(board["position"]) == position
        assert board["over"] == position.is_over
        assert (board["task"] is None) == (board["told"] == board["turn"]) == position.is_over


@pytest.mark.parametrize("game", CROWDED)
def test_what_the_ban_forbids_is_shown_with_its_reason_and_nothing_else(game: str) -> None:
    seen = 0
    for seed in range(4):
        for position in list(wander(game, seed, 40))[3::4]:
            if position.is_over:
                continue
            reasons = {text: position.why_illegal(text) for text in every_text(position)}
            banned = {text: why for text, why in reasons.items() if why and why.key == "illegal.both"}
            refused = board_data(position)["refused"]
            assert {each["text"]: Message.from_data(each["reason"]) for each in refused} == banned
            for each in refused:
                assert each["stones"][0][1] == position.game.colours[position.mover]
                assert len(each["stones"]) == 2
            seen += len(banned)
    assert seen or game in RARE


@pytest.mark.parametrize("game", CROWDED)
def test_moves_that_hand_over_a_square_are_told(game: str) -> None:
    seen = 0
    for seed in range(4):
        for position in list(wander(game, seed, 40))[3::4]:
            if position.is_over:
                continue
            outcomes = {move.text: position.play(move).outcome for move in position.legal_moves}
            gifts = [
                text for text, outcome in outcomes.items() if outcome and outcome.winner not in (None, position.mover)
            ]
            assert sorted(board_data(position)["gives"]) == sorted(gifts)
            seen += len(gifts)
    assert seen


@pytest.mark.parametrize("game", CROWDED)
def test_threats_and_live_squares_are_true(game: str) -> None:
    for position in list(wander(game, 5, 40))[2::5]:
        if position.is_over:
            continue
        board = board_data(position)
        for threat in board["threats"]:
            assert threat["moves"]
            if threat["seat"] == position.mover:
                for text in threat["moves"]:
                    outcome = position.play(text).outcome
                    assert outcome is not None
                    assert outcome.winner == position.mover
        wins = {text for threat in board["threats"] if threat["seat"] == position.mover for text in threat["moves"]}
        for move in position.legal_moves:
            outcome = position.play(move).outcome
            assert (outcome is not None and outcome.winner == position.mover) == (move.text in wins)
        live = {(seat, tuple(cells), tuple(missing)) for seat, cells, missing in board["squares"]}
        open_squares = position.squares(made=False)
        assert live == {(one.seat, one.cells, one.missing) for one in open_squares if len(one.missing) < 4}


@pytest.mark.parametrize("game", CROWDED)
def test_squares_after_a_move_are_known_before_it(game: str) -> None:
    for position in list(wander(game, 6, 30))[2::4]:
        if position.is_over:
            continue
        board = board_data(position)
        known = {(seat, tuple(cells)) for seat, cells, *_ in board["squares"] + board["reopened"]}
        for move in position.legal_moves:
            laid = {cell for cell, _ in move.stones}
            for square in position.play(move).squares(made=False):
                stood = set(square.cells) - set(square.missing) - laid
                assert not stood or (square.seat, square.cells) in known


@pytest.mark.parametrize("game", CROWDED)
def test_closed_cells_get_no_stone_while_pieces_stay(game: str) -> None:
    positions = list(wander(game, 7, 40))
    for before, after in pairwise(positions):
        closed = board_data(before)["closed"]
        assert (closed is None) == any(move.lifted for move in before.legal_moves)
        if closed is not None and after.last_move:
            assert not {cell for cell, _ in after.last_move.stones} & set(closed)


def test_without_aids_and_for_spectators_less_is_told() -> None:
    position = list(wander("4eyes-plus-2p?side=5&tiles=5", 0, 8))[-1]
    plain = board_data(position, aids=False)
    assert (plain["threats"], plain["squares"], plain["gives"]) == ([], [], [])
    assert plain["view"]["choices"]
    watched = board_data(position, choices=False)
    assert (watched["view"]["choices"], watched["refused"], watched["gives"]) == ([], [], [])
    assert watched["squares"]


def test_a_finished_game_is_told() -> None:
    position = veier.game("4eyes-plus-2p-7x7").start().play(*WON)
    board = board_data(position)
    assert board["over"]
    assert str(Message.from_data(board["told"])).startswith("Red wins")
    assert (board["task"], board["refused"], board["threats"], board["squares"]) == (None, [], [], [])
    assert board["view"]["squares"][0]["kind"] == "made"


def test_the_first_stones_of_hex_rows_are_explained() -> None:
    start = veier.game("hexrows").start()
    edge = board_data(start)["refused"]
    assert len(edge) == 91 - 61
    assert {each["reason"]["key"] for each in edge} == {"hexrows.illegal.edge"}
    apart = board_data(start.play("f6"))["refused"]
    assert len(apart) == 90 - 6
    assert {each["reason"]["key"] for each in apart} == {"hexrows.illegal.apart"}
    assert board_data(start.play("f6", "f7"))["refused"] == []


def hex_rows(red: list[str], blue: list[str]) -> list[dict[str, Any]]:
    moves = [move for pair in zip(red, blue, strict=False) for move in pair]
    position = veier.game("hexrows").start().play(*moves, *red[len(blue) :])
    rows: list[dict[str, Any]] = board_data(position)["rows"]
    return rows


def test_the_ledger_of_hex_rows() -> None:
    red, blue = ["f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9"], ["g3", "a1", "k11", "a6", "k6", "a3", "k9"]
    (four,) = hex_rows(red[:4], blue[:3])
    assert (four["seat"], four["points"], four["fours"], four["fresh"]) == (0, 1, [red[:4]], True)
    assert four["why"] is None
    assert str(Message.from_data(four["told"])) == "4 in a row: 1 point"
    (six,) = hex_rows(red[:6], blue[:5])
    assert (six["points"], six["cells"]) == (1, red[:6])
    assert str(Message.from_data(six["why"])) == "2 more stones make no new point yet; the next comes with 8."
    (eight,) = hex_rows(red, blue)
    assert (eight["points"], eight["fours"], eight["why"]) == (2, [red[:4], red[4:]], None)


def test_messages_go_there_and_back() -> None:
    position = veier.game("4eyes").start()
    said = veier.explain_move(position, "13@C3", 0)[0].text
    back = Message.from_data(json.loads(json.dumps(said.to_data())))
    for language in ("lb", "fr", "de", "en"):
        assert back.text(language) == said.text(language)


@pytest.mark.parametrize("game", ["4eyes", "4eyes-beginners", "4eyes?side=3&a=1&b=1&d=1"])
def test_no_square_of_the_page_has_two_corners_in_one_large_field(game: str) -> None:
    """They would be two stones of one colour on a tile."""
    board, shown = veier.game(game).start().game.drawing.board, 0
    half = min(abs(one.x - board.fields[0].x) for one in board.fields[1:] if one.x != board.fields[0].x) / 2
    places = {cell.name: (cell.x, cell.y) for cell in board.cells}
    field_of = {
        name: field.name
        for name, (x, y) in places.items()
        for field in board.fields
        if max(abs(x - field.x), abs(y - field.y)) < half
    }
    assert field_of.keys() == places.keys()
    for position in wander(game, 5, 14):
        for _, cells, _ in board_data(position)["squares"]:
            assert len({field_of[cell] for cell in cells}) == 4
            shown += 1
    assert shown > 20
