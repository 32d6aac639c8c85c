"""From a position to its View: every screen shows what this says."""

from __future__ import annotations

import json
from math import dist

import pytest
from games.playing import GAMES, VARIANTS, after, both_phases, sample

import veier
from veier import View

every_game = pytest.mark.parametrize("game", [*GAMES, *VARIANTS])

# A cell is 40 wide; the middles of neighbours are so far apart.
CELL = 40


def middles(view: View) -> dict[str, tuple[float, float]]:
    return {cell.name: (cell.x, cell.y) for cell in view.cells}


@every_game
def test_each_stone_stands_in_the_middle_of_its_cell_in_its_seats_colour(game: str) -> None:
    for position in sample(both_phases(game), 5):
        view = position.view()
        at = middles(view)
        assert {stone.cell: stone.colour for stone in view.stones} == {
            cell: position.game.colours[seat] for cell, seat in position.stones.items()
        }
        assert all((stone.x, stone.y) == at[stone.cell] for stone in view.stones)
        assert set(at) == set(position.game.rules.cell_names)


@pytest.mark.parametrize("game", ["4eyes", "4eyes-beginners", "4eyes-plus-2p", "4eyes-pencil-3p-7x7"])
def test_cells_of_a_square_board_are_placed_by_their_names(game: str) -> None:
    at = middles(veier.game(game).start().view())
    side = round(len(at) ** 0.5)
    for name, (x, y) in at.items():
        column, row = "abcdefghij".index(name[0]), int(name[1:])
        assert (x, y) == (CELL * column + CELL / 2, CELL * (side - row) + CELL / 2)


@pytest.mark.parametrize("game", ["hexrows", "hexrows?side=4&stones=9", "hexrows?side=7"])
def test_cells_of_a_hexagon_have_six_neighbours_at_the_same_distance(game: str) -> None:
    at = middles(veier.game(game).start().view())
    assert (0, 0) in at.values()
    step = min(dist(one, two) for one in at.values() for two in at.values() if one != two)
    inner = 0
    for name, middle in at.items():
        near = {other for other in at if other != name and dist(middle, at[other]) < 1.2 * step}
        i, j = "abcdefghijklm".index(name[0]), int(name[1:])
        expected = [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1), (i + 1, j + 1), (i - 1, j - 1)]
        names = {f"{'abcdefghijklm'[x]}{y}" for x, y in expected if 0 <= x < 13}
        assert near == names & set(at)
        inner += len(near) == 6
    side = {91: 6, 37: 4, 127: 7}[len(at)]
    assert inner == len(at) - 6 * (side - 1)


@pytest.mark.parametrize("game", ["4eyes", "4eyes-beginners", "4eyes?side=4&a=0&b=0&d=8"])
def test_a_tile_covers_its_field_with_one_stone_of_each_colour(game: str) -> None:
    for position in sample(both_phases(game), 5):
        view = position.view()
        at = middles(view)
        fields = {(field.x, field.y): field.name for field in view.fields}
        for plate in view.plates:
            assert plate.kind == "tile"
            corners = [at[cell] for cell in plate.cells]
            assert (plate.x, plate.y) in fields
            assert {(x - plate.x, y - plate.y) for x, y in corners} == {(-20, -20), (20, -20), (20, 20), (-20, 20)}
            assert sorted(position.stones[cell] for cell in plate.cells if cell in position.stones) == [0, 1]
        assert 2 * len(view.plates) == len(view.stones)


@pytest.mark.parametrize("game", ["4eyes-plus-2p", "4eyes-plus-3p-7x7", "4eyes-plus-3p?side=4&tiles=2"])
def test_a_domino_covers_its_two_stones_the_owners_first(game: str) -> None:
    for position in sample(both_phases(game), 5):
        view = position.view()
        at = middles(view)
        colours = position.game.colours
        for plate in view.plates:
            assert plate.kind == "domino"
            own, other = plate.cells
            seat = colours.index(plate.owner)
            assert position.stones[own] == seat
            assert position.stones[other] == (seat + 1) % len(colours)
            assert dist(at[own], at[other]) == CELL
            assert (plate.x, plate.y) == ((at[own][0] + at[other][0]) / 2, (at[own][1] + at[other][1]) / 2)
            assert plate.turned is (at[own][0] == at[other][0])
            # With three players the two colours tell whose it is.
            assert plate.marked is (len(colours) == 2)
        assert {cell for plate in view.plates for cell in plate.cells} == set(position.stones)


def test_the_surface_tells_the_kind_of_board() -> None:
    surfaces = {"4eyes": "fields", "4eyes-plus-2p": "grid", "4eyes-pencil-2p": "paper", "hexrows": "hexagon"}
    assert {game: veier.game(game).start().view().surface for game in surfaces} == surfaces


def test_pencils_and_stones_lie_on_no_plates() -> None:
    assert after("4eyes-pencil-2p", "a1a2").view().plates == ()
    assert after("hexrows", "f6").view().plates == ()


@every_game
def test_trays_hold_the_reserves_and_scores(game: str) -> None:
    """Turns are no pieces: how many are left is told with the task."""
    for position in sample(both_phases(game), 5):
        view = position.view()
        assert [tray.seat for tray in view.trays] == list(range(position.game.players))
        for tray, held, score in zip(view.trays, position.reserves, position.scores, strict=True):
            assert tray.colour == position.game.colours[tray.seat]
            lying = {piece: count for piece, count in held.items() if piece != "turn"}
            assert {slot.piece: slot.left for slot in tray.slots} == lying
            pieces = {piece: count for piece, count in position.game.pieces.items() if piece != "turn"}
            assert {slot.piece: slot.total for slot in tray.slots} == pieces
            assert tray.score == score


@every_game
def test_the_last_move_is_marked_where_its_stones_stand(game: str) -> None:
    positions = both_phases(game)
    assert positions[0].view().last == ()
    for position in sample(positions, 6):
        move = position.last_move
        view = position.view()
        assert view.last == (tuple(cell for cell, _ in move.stones) if move else ())
        assert set(view.last) <= set(position.stones)
        assert (view.mover, view.phase) == (position.mover, position.phase)


@every_game
def test_choices_are_the_legal_moves(game: str) -> None:
    for position in sample(both_phases(game), 4):
        assert position.view().choices == ()
        choices = position.view(choices=True).choices
        assert [choice.text for choice in choices] == [move.text for move in position.legal_moves]
        for choice, move in list(zip(choices, position.legal_moves, strict=True))[::9]:
            assert (choice.kind, choice.piece) == (move.kind, move.piece)
            assert choice.stones == tuple((cell, position.game.colours[seat]) for cell, seat in move.stones)


def test_choices_name_what_a_click_would_take() -> None:
    """A piece of the tray, or the field or cell where a piece lies."""

    def pieces(game: str, moves: str) -> set[str]:
        return {choice.piece for choice in after(game, moves).view(choices=True).choices}

    assert pieces("4eyes", "") == {"A", "B", "D"}
    assert pieces("4eyes?side=3&a=2&b=0&d=0", "12@A1 34@C3 12@A2 34@C2") == {"A1", "A2"}
    assert pieces("4eyes-plus-2p", "") == {"domino"}
    assert pieces("4eyes-plus-2p?side=5&tiles=3", "a1b1 d1c1 c3d3 a5b5 e5e4 d5c5") == {"a1", "c3", "e5"}
    assert pieces("hexrows", "") == {"stone"}


def test_the_winning_square_is_marked() -> None:
    over = after("4eyes-plus-2p-7x7", "a1b1 g1g2 c1d1 g4g5 c3d3 e7f7 a3a4").view()
    (mark,) = over.squares
    assert (mark.kind, mark.colour, mark.corners) == ("made", "red", ("a1", "c1", "c3", "a3"))
    assert (mark.step, mark.missing) == ((2, 0), None)
    assert (over.winner, over.why, over.over) == (0, "square", True)


def test_threats_are_marked_on_demand_if_they_can_be_carried_out() -> None:
    position = after("4eyes-plus-2p-7x7", "a1b1 g1g2 c1d1 g4g5 c3d3")
    assert position.view().squares == ()
    (red,) = position.view(threats=0).squares
    assert (red.kind, red.colour, red.corners, red.missing) == ("threat", "red", ("a1", "c1", "c3", "a3"), "a3")
    blue = position.view(threats=1).squares
    assert {mark.missing for mark in blue} == {"b3", "d4"}
    blocked = after("4eyes-plus-2p-7x7", "a1b1 a4a5 c1d1 b3b4 c3c4 g7g6 g1g2 a2b2")
    assert "a3" in {threat.missing for threat in blocked.threats(0)}
    assert "a3" not in {mark.missing for mark in blocked.view(threats=0).squares}


def test_rows_are_marked_four_by_four_and_fresh_with_the_last_stone() -> None:
    before = after("hexrows", "f5 g6 f4 a2 f3 a4 f2 c1")
    (mark,) = before.view().rows
    assert (mark.colour, mark.cells, mark.fresh) == ("red", ("f2", "f3", "f4", "f5"), False)
    assert after("hexrows", "f5 g6 f4 a2 f3 a4 f2").view().rows[0].fresh
    eight = after("hexrows", "f5 g6 f4 a2 f3 a4 f2 c1 f7 c4 f8 c8 f9 e1 f6").view()
    assert [row.cells for row in eight.rows] == [("f2", "f3", "f4", "f5"), ("f6", "f7", "f8", "f9")]
    assert [row.fresh for row in eight.rows] == [False, True]


@every_game
def test_a_view_is_plain_data(game: str) -> None:
    for position in sample(both_phases(game), 3):
        view = position.view(threats=0, choices=True)
        data = json.loads(json.dumps(view.to_data()))
        assert data["game"] == position.game.id
        assert data["title"] == position.game.title
        assert [stone["cell"] for stone in data["stones"]] == [stone.cell for stone in view.stones]
        assert len(data["choices"]) == len(position.legal_moves)
        assert data["why"] == (position.outcome.why if position.outcome else None)


@every_game
def test_everything_lies_within_the_frame_and_has_its_label(game: str) -> None:
    view = veier.game(game).start().view()
    left, right = min(x for x, _ in view.frame), max(x for x, _ in view.frame)
    top, bottom = min(y for _, y in view.frame), max(y for _, y in view.frame)
    places = [(cell.x, cell.y) for cell in view.cells] + [(field.x, field.y) for field in view.fields]
    for x, y in [*places, *((label.x, label.y) for label in view.labels)]:
        assert left <= x <= right
        assert top <= y <= bottom
    labels = {label.text for label in view.labels if label.kind == "cell"}
    assert labels == {cell.name[0] for cell in view.cells} | {cell.name[1:] for cell in view.cells}
    fields = {label.text for label in view.labels if label.kind == "field"}
    assert fields == {field.name[0] for field in view.fields} | {field.name[1:] for field in view.fields}


def test_a_row_that_only_grows_is_not_fresh() -> None:
    start = veier.game("hexrows").start()
    four = start.play("f6", "g6", "f5", "a1", "f4", "a3", "f7")
    assert [mark.fresh for mark in four.view().rows] == [True]
    longer = four.play("a5", "f3")
    assert longer.scores == (1, 0)
    assert [mark.fresh for mark in longer.view().rows] == [False]
