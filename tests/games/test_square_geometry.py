"""All squares of a board, and the tables of them that kernels scan."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

import veier
from veier.games.eyes.layout import cell_points as eyes_points
from veier.games.plus.layout import cell_points as plus_points
from veier.games.squares.geometry import Corners, Point, find_squares, masks_by_cell, square_masks, step_of
from veier.games.squares.overlooking import difficulty
from veier.games.squares.rules import SquareRules
from veier.games.squares.weights import squares_by_cell
from veier.kernels.state import Words

SIDES = range(3, 12)


def is_square(points: list[Point]) -> bool:
    """Four points are a square exactly when their six distances are four equal sides and two equal diagonals."""
    distances = sorted((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in combinations(points, 2))
    side = distances[0]
    return side > 0 and distances == [side] * 4 + [2 * side] * 2


def to_mask(low: int, high: int) -> int:
    return int(low) % 2**64 | int(high) % 2**64 << 64


def bits(cells: Corners) -> int:
    return sum(1 << cell for cell in cells)


def real_masks(words: Words, cells: int) -> list[int]:
    """Decode [word, k] and leave out the padding: masks of cells that no board has."""
    masks = [to_mask(low, high) for low, high in zip(*words, strict=True)]
    padding = [mask for mask in masks if mask >> cells]
    assert all((mask >> cells).bit_count() >= 2 for mask in padding)
    return [mask for mask in masks if not mask >> cells]


@pytest.mark.parametrize("side", SIDES)
def test_a_board_has_as_many_squares_as_the_formula_says(side: int) -> None:
    assert len(find_squares(plus_points(side))) == side**2 * (side**2 - 1) // 12


@pytest.mark.parametrize(("side", "number"), [(7, 196), (8, 336), (9, 540), (10, 825)])
def test_the_numbers_of_the_rules(side: int, number: int) -> None:
    assert len(find_squares(plus_points(side))) == number


@pytest.mark.parametrize("side", SIDES)
def test_each_is_a_square_with_its_corners_in_order_and_none_is_listed_twice(side: int) -> None:
    points = plus_points(side)
    squares = find_squares(points)
    for corners in squares:
        assert is_square([points[cell] for cell in corners])
        ring = [points[cell] for cell in corners]
        sides = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]
        assert sides[0] == (-sides[2][0], -sides[2][1])
        assert sides[1] == (-sides[0][1], sides[0][0])
    assert len({frozenset(corners) for corners in squares}) == len(squares)


def test_small_boards_by_trying_all_foursomes() -> None:
    for side in (3, 4, 5):
        points = plus_points(side)
        expected = {frozenset(four) for four in combinations(range(side**2), 4) if is_square([points[c] for c in four])}
        assert {frozenset(corners) for corners in find_squares(points)} == expected


@pytest.mark.parametrize("side", [3, 4, 5])
def test_large_fields_have_the_squares_of_their_cells(side: int) -> None:
    """4EYES counts its cells field by field; the squares are those of the grid of cells."""
    fields, grid = eyes_points(side), plus_points(2 * side)
    assert sorted(fields) == sorted(grid)

    def places(points: list[Point]) -> set[frozenset[Point]]:
        return {frozenset(points[cell] for cell in corners) for corners in find_squares(points)}

    assert places(fields) == places(grid)


@pytest.mark.parametrize("side", SIDES)
def test_tables_hold_each_square_once_and_at_each_of_its_cells_without_that_cell(side: int) -> None:
    cells = side**2
    squares = find_squares(plus_points(side))
    assert sorted(real_masks(square_masks(squares), cells)) == sorted(map(bits, squares))
    lengths, masks = masks_by_cell(squares, cells)
    for cell in range(cells):
        expected = sorted(bits(corners) & ~(1 << cell) for corners in squares if cell in corners)
        assert sorted(real_masks(masks[cell, :, : lengths[cell]], cells)) == expected


def test_tables_are_padded_for_loops_that_take_sixteen_at_a_time() -> None:
    squares = find_squares(plus_points(9))
    lengths, masks = masks_by_cell(squares, 81)
    assert all(length % 16 == 0 for length in lengths)
    assert square_masks(squares).shape[1] % 16 == 0
    assert masks.shape == (81, 2, lengths.max())
    assert masks.flags.c_contiguous
    assert masks.dtype == np.int64


def test_the_step_of_a_square_has_the_longer_way_first() -> None:
    points = plus_points(9)
    steps = {}
    for corners in find_squares(points):
        (x, y), (to_x, to_y) = points[corners[0]], points[corners[1]]
        along, across = step_of(points, corners)
        assert along >= across >= 0
        assert {along, across} == {abs(to_x - x), abs(to_y - y)}
        steps[along, across] = corners
    assert (8, 0) in steps
    assert (4, 4) in steps
    assert (5, 3) in steps
    assert (3, 5) not in steps


@pytest.mark.parametrize("game", ["4eyes", "4eyes-plus-3p", "4eyes-pencil-2p-7x7", "4eyes?side=3&a=1&b=1&d=1"])
@pytest.mark.parametrize("blindness", [0.0, 0.5, 1.0])
def test_tables_without_overlooked_squares_are_those_of_the_others(game: str, blindness: float) -> None:
    """Selected from the tables of all squares, they are what would be built for the squares that are seen."""
    rules, evaluation = veier.game(game).rules, veier.game(game).evaluation
    assert isinstance(rules, SquareRules)
    random, cells = Random(3), len(rules.points)
    steps = {corners: step_of(rules.points, corners) for corners in rules.all_squares}
    seen = [corners for corners, step in steps.items() if random.random() >= blindness * difficulty(step)]
    tables, eval_tables, _ = evaluation.blind_tables(rules.start_state(), blindness, Random(3))
    lengths, masks = masks_by_cell(seen, cells)
    found = (tables.lengths, tables.masks, tables.squares, eval_tables.windows)
    for one, other in zip(found, (lengths, masks, square_masks(seen), squares_by_cell(seen, cells)), strict=True):
        np.testing.assert_array_equal(one, other, strict=True)
        assert one.flags.c_contiguous
