"""Squares, rows and threats against a search through the board from scratch."""

from __future__ import annotations

import pytest
from games.covering import grid_squares, place, squares_that_can_be_made
from games.playing import after, both_phases, sample

from veier import Position, Row, Square
from veier.core.errors import IllegalMove

SQUARE_GAMES = [
    "4eyes?side=3&a=1&b=1&d=1",
    "4eyes-plus-2p?side=5&tiles=3",
    "4eyes-plus-3p?side=5&tiles=2",
    "4eyes-pencil-3p?side=5",
    "4eyes-pencil-2p?side=4",
]


def all_squares(position: Position) -> list[tuple[str, ...]]:
    possible = squares_that_can_be_made(position.game.id)
    return [four for four in grid_squares(position.game.rules.cell_names) if frozenset(four) in possible]


@pytest.mark.parametrize("game", SQUARE_GAMES)
def test_squares_are_those_that_one_colour_has_or_can_have(game: str) -> None:
    positions = sample(both_phases(game), 6)
    foursomes = all_squares(positions[0])
    for position in positions:
        expected = set()
        for four in foursomes:
            seats = {position.stones[cell] for cell in four if cell in position.stones}
            missing = frozenset(cell for cell in four if cell not in position.stones)
            for seat in seats or range(position.game.players):
                if len(seats) < 2:
                    expected.add((seat, frozenset(four), missing))
        found = position.squares()
        assert {(square.seat, frozenset(square.cells), frozenset(square.missing)) for square in found} == expected
        assert len(found) == len(expected)
        for square in found:
            assert square.made is (not square.missing)


def test_squares_can_be_chosen_by_what_is_wanted() -> None:
    position = after("4eyes-plus-2p-7x7", "a1b1 g1g2 c1d1 g4g5 c3d3 e7f7 a3a4")
    made = position.squares(made=True)
    assert made == (Square(0, ("a1", "c1", "c3", "a3"), (), (2, 0)),)
    assert made[0].made
    still_open = position.squares(made=False)
    assert set(still_open) | set(made) == set(position.squares())
    assert all(square.missing for square in still_open)
    of_blue = position.squares(seat=1)
    assert {square.seat for square in of_blue} == {1}
    through = position.squares(through="d4", seat=1)
    assert through
    assert set(through) == {square for square in of_blue if "d4" in square.cells}


@pytest.mark.parametrize("game", SQUARE_GAMES)
def test_threats_are_the_squares_that_lack_one_stone_and_the_moves_that_add_it(game: str) -> None:
    """A move carries a threat out when it lays the missing stone of that seat and leaves the other three."""
    tried = 0
    positions = both_phases(game, 2)[::2]
    foursomes = all_squares(positions[0])
    for position in positions:
        seat, stones = position.mover, position.stones
        laid = [(move, position.play(move).stones) for move in position.legal_moves if move.stones]
        expected = {}
        for four in foursomes:
            lacking = [cell for cell in four if stones.get(cell) != seat]
            if len(lacking) == 1:
                moves = {
                    move.text
                    for move, after in laid
                    if move.stones[0] == (lacking[0], seat) and all(after.get(cell) == seat for cell in four)
                }
                if moves or lacking[0] not in stones:
                    expected[frozenset(four)] = lacking[0], moves
        threats = position.threats(seat)
        assert {frozenset(each.cells): (each.missing, set(each.moves)) for each in threats} == expected
        assert len(threats) == len(expected)
        assert {threat.seat for threat in threats} <= {seat}
        tried += len(threats)
    assert tried > 0


def test_threats_of_a_player_whose_turn_it_is_not() -> None:
    # Red lacks a3, blue lacks b3 and, with the stones on the right, d4; Blue to move.
    position = after("4eyes-plus-2p-7x7", "a1b1 g1g2 c1d1 g4g5 c3d3")
    (red,) = position.threats(0)
    assert (red.cells, red.missing) == (("a1", "c1", "c3", "a3"), "a3")
    assert set(red.moves) == {"a3a2", "a3a4"}  # a3b3 would make two squares
    blue = {threat.cells: threat for threat in position.threats(1)}
    assert set(blue) == {("b1", "d1", "d3", "b3"), ("d1", "g1", "g4", "d4")}
    lower = blue["b1", "d1", "d3", "b3"]
    assert lower.missing == "b3"
    assert set(lower.moves) == {"b3b2", "b3b4"}  # b3a3 would make two squares


def test_a_threat_may_have_no_move_that_carries_it_out() -> None:
    # Red on a1 c1 c3 lacks a3, whose free neighbours are all taken.
    position = after("4eyes-plus-2p-7x7", "a1b1 a4a5 c1d1 b3b4 c3c4 g7g6 g1g2 a2b2")
    threat = next(threat for threat in position.threats(0) if threat.missing == "a3")
    assert threat.moves == ()
    assert "a3" not in {stone for move in position.legal_moves for stone, _ in move.stones}


def test_in_phase_2_a_domino_does_not_carry_out_a_threat_that_it_is_part_of() -> None:
    position = after("4eyes-plus-2p?side=5&tiles=3", "a1b1 d1c1 c3d3 a5b5 e5e4 d5c5")
    threat = next(threat for threat in position.threats(0) if threat.missing == "a3")
    assert {move[:2] for move in threat.moves} == {"e5"}
    assert "e5-a3a4" in threat.moves
    assert "e5-a3b3" not in threat.moves


def test_in_phase_2_a_domino_may_turn_about_to_where_its_other_stone_lies() -> None:
    position = after("4eyes-plus-2p?side=5&tiles=3", "c5b5 c4b4 e5e4 d1e1 a3b3 c1b1")
    (threat,) = position.threats(0)
    assert (threat.missing, position.stones[threat.missing]) == ("e4", 1)
    assert set(threat.moves) == {"e5-e4e5", "e5-e4d4", "e5-e4e3"}


def test_a_finished_game_has_no_move_left_for_a_threat() -> None:
    over = after("4eyes-plus-2p-7x7", "a1b1 g1g2 c1d1 g4g5 c3d3 e7f7 a3a4")
    assert over.is_over
    assert over.threats(1)
    assert all(threat.moves == () for threat in over.threats(1))


# Hex rows

HEX_GAMES = ["hexrows", "hexrows?side=4&stones=18", "hexrows?side=7&stones=40"]
DIRECTIONS = ((1, 0), (0, 1), (1, 1))


def runs(stones: set[str]) -> set[tuple[str, ...]]:
    """All straight unbroken runs of four or more, by trying every stone as the first."""
    places = {place(stone): stone for stone in stones}
    found = set()
    for dx, dy in DIRECTIONS:
        for x, y in places:
            run: list[str] = []
            while (x + len(run) * dx, y + len(run) * dy) in places:
                run.append(places[x + len(run) * dx, y + len(run) * dy])
            if len(run) >= 4 and (x - dx, y - dy) not in places:
                found.add(tuple(run))
    return found


def points(stones: set[str]) -> int:
    return sum(len(run) // 4 for run in runs(stones))


@pytest.mark.parametrize("game", HEX_GAMES)
def test_rows_are_the_runs_of_four_and_more(game: str) -> None:
    states = 0
    for position in both_phases(game):
        for seat in range(2):
            own = {cell for cell, owner in position.stones.items() if owner == seat}
            found = [row for row in position.rows() if row.seat == seat]
            assert {row.cells for row in found} == runs(own)
            assert len(found) == len(runs(own))
            assert sum(state.points for state in found) == position.scores[seat] == points(own)
            states += len(found)
    assert states > 0


def test_a_row_knows_its_points() -> None:
    position = after("hexrows", "d4 d5 e4 a1 f4 a3 c4 c1 g4 e1 b4 k9")
    assert position.rows() == (Row(0, ("b4", "c4", "d4", "e4", "f4", "g4"), 1),)
    assert position.squares() == ()


@pytest.mark.parametrize("game", HEX_GAMES)
def test_threats_are_cells_that_bring_points(game: str) -> None:
    tried = 0
    for position in sample(both_phases(game), 16):
        for seat in range(2):
            own = {cell for cell, owner in position.stones.items() if owner == seat}
            free = set(position.game.rules.cell_names) - set(position.stones)
            bringing = {cell for cell in free if points(own | {cell}) > points(own)}
            threats = position.threats(seat)
            assert {threat.missing for threat in threats} == bringing
            for threat in threats:
                assert threat.cells in runs(own | {threat.missing})
                assert threat.missing in threat.cells
                assert threat.moves == ((threat.missing,) if not position.is_over else ())
                assert threat.step is None
                tried += 1
    assert tried > 0


def test_square_games_have_no_rows() -> None:
    assert after("4eyes", "13@A1").rows() == ()


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-3p", "hexrows"])
def test_there_are_no_threats_of_a_seat_that_does_not_exist(game: str) -> None:
    start = after(game, "")
    for seat in (-1, start.game.players, 100_000):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: seats are 0 to {start.game.players - 1}"):
            start.threats(seat)
        with pytest.raises(ValueError, match="there is no seat"):
            start.view(threats=seat)


def test_threats_do_not_change_the_position() -> None:
    position = after("4eyes-plus-2p-7x7", "a1b1 g1g2 c1d1 g4g5 c3d3")
    packed = position.packed
    position.threats(0)
    position.squares()
    assert position.packed == packed
    with pytest.raises(IllegalMove):
        position.play("b3a3")
