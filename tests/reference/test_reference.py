"""The second implementation against facts worked out by hand from the rules."""

import json
from itertools import combinations

import pytest

from . import GAMES, start
from .base import Reference
from .cells import Cell
from .eyes import Eyes, Tile
from .hexrows import HexRows, points
from .perft import FOLDER, after, perft, read
from .plus import Domino, Pencil, Plus
from .squaregame import SquareGame
from .squares import all_squares, squares_through
from .wander import wander

KEYS = ["game", "moves", "over", "winner", "why", "mover", "phase", "legal", "scores", "reserves"]


def played(game: str, moves: str) -> Reference:
    """The position after moves written with spaces between them."""
    return after(game, moves.split())


def end_of(reference: Reference) -> tuple[bool, str | None, int | None]:
    """Whether the game is over, why, and who won; checks that nothing is legal after the end."""
    if reference.over:
        assert reference.legal() == []
    return reference.over, reference.why, reference.winner


# Squares


@pytest.mark.parametrize(("side", "count"), [(2, 1), (3, 6), (7, 196), (8, 336), (9, 540), (10, 825)])
def test_number_of_squares(side: int, count: int) -> None:
    assert len(all_squares(side)) == count
    assert sum(len(squares) for squares in squares_through(side).values()) == 4 * count


def is_square(four: tuple[Cell, ...]) -> bool:
    """Four points are a square exactly when their six distances are four equal sides and two diagonals."""
    distances = sorted((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in combinations(four, 2))
    side = distances[0]
    return distances == [side] * 4 + [2 * side] * 2


def test_squares_are_all_foursomes_with_the_distances_of_a_square() -> None:
    grid = [(x, y) for x in range(5) for y in range(5)]
    assert all_squares(5) == {frozenset(four) for four in combinations(grid, 4) if is_square(four)}


# Every game


@pytest.mark.parametrize(
    ("game", "one", "two"),
    [
        ("4eyes", 300, 86400),
        ("4eyes-beginners", 192, 34560),
        ("4eyes-plus-2p", 288, 79312),
        ("4eyes-plus-3p", 288, 79312),
        ("4eyes-plus-2p-7x7", 168, 26176),
        ("4eyes-pencil-2p-7x7", 168, 26176),
        ("hexrows", 61, 366),
    ],
)
def test_counts_of_the_rules(game: str, one: int, two: int) -> None:
    assert perft(start(game), 1) == one
    assert perft(start(game), 2) == two


@pytest.mark.parametrize("game", GAMES)
def test_perft_file(game: str) -> None:
    lines = read(FOLDER / f"{game}.txt")
    assert lines[0][0] == []
    for moves, counts in lines:
        reference = after(game, moves)
        assert perft(reference, 1) == counts[1]
        if counts[2] < 5000:
            assert perft(reference, 2) == counts[2]


@pytest.mark.parametrize("game", [*GAMES, "4eyes?a=4&b=4&d=2", "hexrows?side=5&stones=30"])
def test_state_has_exactly_these_keys_and_is_json(game: str) -> None:
    reference = start(game)
    state = reference.state()
    assert list(state) == KEYS
    assert json.loads(json.dumps(state)) == state
    assert state["game"] == game
    assert state["legal"] == sorted(reference.legal())
    assert (state["over"], state["winner"], state["why"]) == (False, None, None)
    assert (state["mover"], state["phase"], state["moves"]) == (0, 1, [])
    assert state["scores"] == [0] * reference.seats


def test_reserves_by_game() -> None:
    def of(game: str) -> list[dict[str, int]]:
        return start(game).reserves

    assert of("4eyes") == [{"A": 3, "B": 3, "D": 4}] * 2
    assert of("4eyes-beginners") == [{"A": 2, "B": 2, "D": 3}] * 2
    assert of("4eyes?a=4&b=4&d=2") == [{"A": 4, "B": 4, "D": 2}] * 2
    assert of("4eyes-plus-2p") == [{"domino": 15}] * 2
    assert of("4eyes-plus-3p") == [{"domino": 10}] * 3
    assert of("4eyes-plus-2p-7x7") == [{"domino": 9}] * 2
    assert of("4eyes-plus-3p-7x7") == [{"domino": 6}] * 3
    assert of("4eyes-plus-2p?side=8&tiles=13") == [{"domino": 13}] * 2
    assert of("4eyes-pencil-3p") == [{}] * 3
    assert of("hexrows") == [{"stone": 45}] * 2


def test_illegal_text_raises_and_changes_nothing() -> None:
    reference = start("4eyes")
    before = reference.state()
    for text in ["pass", "11@A1", "13@F1", "13@a1", " 13@A1", "A1r", "A1B1", ""]:
        with pytest.raises(ValueError, match="illegal"):
            reference.play(text)
    assert reference.state() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_shares_nothing(game: str) -> None:
    reference = wander(game, 1, 6)
    assert reference is not None
    before = reference.state()
    twin = reference.copy()
    assert twin.state() == before
    twin.play(twin.legal()[0])
    assert reference.state() == before


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("4eyes", 14),
        ("4eyes-beginners", 16),
        ("4eyes-plus-2p", 18),
        ("4eyes-plus-2p-7x7", 19),
        ("4eyes-plus-3p-7x7", 20),
        ("4eyes-pencil-2p", 18),
        ("4eyes-pencil-3p", 21),
    ],
)
def test_illegal_doubles_are_those_that_leave_squares_in_two_colours(
    game: str, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lay every piece without asking, look at the whole board, and compare with what is called legal."""
    tried = 0
    for seed in range(6):
        reference = wander(game, seed, plies)
        if reference is None:
            continue
        assert isinstance(reference, SquareGame)
        legal = set(reference.legal())
        with monkeypatch.context() as patch:
            patch.setattr(SquareGame, "is_double", lambda *_: False)
            unasked = list(reference._moves())
        expected = set()
        for move in unasked:
            child = reference.copy()
            child._carry_out(move)
            squares = child.scores()
            if not (squares[reference.mover] and sum(squares) > squares[reference.mover]):
                expected.add(move)
        assert legal == (expected or {"pass"})
        tried += 1
    assert tried


# 4EYES

THREE_ALIKE = "13@A1 13@B1 13@A2"  # red a2 c2 a4, blue b1 d1 b3; Blue to move


def test_types_of_tiles() -> None:
    kinds = {f"{red}{blue}": Tile(0, red, blue).kind() for red in range(1, 5) for blue in range(1, 5) if red != blue}
    for kind, texts in {"A": "12 23 34 41", "B": "14 21 32 43", "D": "13 24 31 42"}.items():
        assert {text for text in kinds if kinds[text] == kind} == set(texts.split())


def test_eyes_stones_lie_where_the_quadrants_say() -> None:
    reference = played("4eyes", "12@A1 34@C2")
    assert isinstance(reference, Eyes)
    assert reference.stones == {(0, 1): 0, (1, 1): 1, (5, 2): 0, (4, 2): 1}


def test_eyes_own_square_wins() -> None:
    reference = played("4eyes", THREE_ALIKE + " 23@B2")
    assert end_of(reference) == (True, "square", 1)
    assert reference.scores() == [0, 1]
    assert reference.mover == 0


def test_eyes_giving_the_opponent_a_square_loses() -> None:
    reference = played("4eyes", THREE_ALIKE + " 14@B2")
    assert end_of(reference) == (True, "square", 0)
    assert reference.scores() == [1, 0]


def test_eyes_double_square_is_illegal() -> None:
    reference = played("4eyes", THREE_ALIKE)
    assert "13@B2" not in reference.legal()
    assert "31@B2" in reference.legal()
    assert len(reference.legal()) == 22 * 12 - 1


def test_eyes_a_used_up_type_is_gone() -> None:
    reference = played("4eyes?a=1&b=1&d=1", "12@A1 14@E5")
    assert reference.reserves == [{"A": 0, "B": 1, "D": 1}, {"A": 1, "B": 0, "D": 1}]
    assert len(reference.legal()) == 23 * 8
    assert {move[:2] for move in reference.legal()} == {"14", "21", "32", "43", "13", "24", "31", "42"}


def test_eyes_phase_two_moves() -> None:
    reference = played("4eyes?side=3&a=1&b=0&d=0", "12@B2 12@A1")
    assert reference.phase() == 2
    assert reference.legal() == ["B2A2", "B2A3", "B2B1", "B2B3", "B2C1", "B2C2", "B2C3", "B2l", "B2r"]
    reference.play("B2C3")
    assert reference.legal() == ["A1A2", "A1B1", "A1B2", "A1l", "A1r"]


def test_eyes_turning_and_sliding() -> None:
    reference = played("4eyes?side=3&a=1&b=0&d=0", "12@B2 12@A1 B2r A1l B2C2")
    assert isinstance(reference, Eyes)
    assert reference.tiles == {(2, 1): Tile(0, 2, 3), (0, 0): Tile(1, 4, 1)}
    assert reference.stones == {(5, 3): 0, (5, 2): 1, (0, 0): 0, (0, 1): 1}


def test_eyes_third_occurrence_draws() -> None:
    opening = "12@A1 12@C3"
    circle = " A1r C3r A1l C3l"
    reference = played("4eyes?side=3&a=1&b=0&d=0", opening + circle + circle[: -len(" C3l")])
    assert end_of(reference) == (False, None, None)
    reference.play("C3l")  # the position at the start of phase 2 for the third time
    assert end_of(reference) == (True, "repetition", None)
    assert reference.mover == 0


def test_eyes_empty_reserve_must_pass_while_the_other_places() -> None:
    reference = start("4eyes")
    reference.reserves[0] = {"A": 0, "B": 0, "D": 0}
    assert reference.phase() == 1
    assert reference.legal() == ["pass"]
    reference.play("pass")
    assert len(reference.legal()) == 300


# 4EYES+

# red a1 c1 c3 (and g2 g5), blue b1 d1 d3 (and g1 g4); Blue to move
THREE_CORNERS = "a1b1 g1g2 c1d1 g4g5 c3d3"


def test_plus_own_square_wins() -> None:
    reference = played("4eyes-plus-2p-7x7", THREE_CORNERS + " e7f7 a3a4")
    assert end_of(reference) == (True, "square", 0)


def test_plus_tilted_square_wins() -> None:
    reference = played("4eyes-plus-2p-7x7", "b1a1 g7g6 d2e2 g4g3 c4d4 f1g1 a3a2")
    assert end_of(reference) == (True, "square", 0)
    assert reference.scores() == [1, 0]


def test_plus_giving_the_opponent_a_square_loses() -> None:
    reference = played("4eyes-plus-2p-7x7", THREE_CORNERS + " a4a3")
    assert end_of(reference) == (True, "square", 0)
    assert reference.mover == 0


def test_plus_double_square_is_illegal_for_both() -> None:
    reference = played("4eyes-plus-2p-7x7", THREE_CORNERS)
    assert "b3a3" not in reference.legal()
    assert "a3b3" in reference.legal()
    reference.play("e7f7")
    assert "a3b3" not in reference.legal()
    assert "b3a3" in reference.legal()


def test_plus_three_players_colours_and_a_gift_to_the_next() -> None:
    reference = played("4eyes-plus-3p-7x7", "b1a1 c1d1 g7g6")
    assert isinstance(reference, Plus)
    assert reference.stones == {(1, 0): 0, (0, 0): 1, (2, 0): 1, (3, 0): 2, (6, 6): 2, (6, 5): 0}
    for move in ["a4a3", "f7f6", "g4g3", "c4c3"]:  # Red's last move finishes brown a1 c1 c3 a3
        reference.play(move)
    assert end_of(reference) == (True, "square", 1)
    assert reference.scores() == [0, 1, 0]
    assert reference.mover == 1


def test_plus_phase_two_moves() -> None:
    reference = played("4eyes-plus-2p?side=3&tiles=1", "a1a2 c3c2")
    assert reference.phase() == 2
    legal = reference.legal()
    assert len(legal) == 8 * 2 - 1  # eight edges between the seven free cells, but not as it lay
    assert "a1-a1a2" not in legal
    assert "a1-a2a1" in legal
    assert "a1-a2a3" in legal
    assert all(move.startswith("a1-") for move in legal)
    reference.play("a1-a2a3")
    assert isinstance(reference, Plus)
    assert reference.dominoes == {Domino(0, (0, 1), (0, 2)), Domino(1, (2, 2), (2, 1))}
    assert reference.stones == {(0, 1): 0, (0, 2): 1, (2, 2): 1, (2, 1): 0}


BLOCKED = "a2a3 b1b2 c2c3"  # on 3x3: only a1, c1 and b3 are empty


def test_plus_forced_passes_draw() -> None:
    reference = played("4eyes-plus-2p?side=3&tiles=2", BLOCKED)
    assert reference.reserves == [{"domino": 0}, {"domino": 1}]
    assert reference.legal() == ["pass"]  # Blue has a domino but no room
    reference.play("pass")
    assert end_of(reference) == (False, None, None)
    assert reference.legal() == ["pass"]  # Red has none, and it is still phase 1
    reference.play("pass")
    assert end_of(reference) == (True, "passes", None)
    assert reference.phase() == 1


def test_plus_three_passes_draw_with_three_players() -> None:
    # twelve cells of dominoes do not fit on nine: not a game to offer, but it blocks the board quickly
    reference = played("4eyes-plus-3p?side=3&tiles=2", BLOCKED + " pass pass")
    assert end_of(reference) == (False, None, None)
    reference.play("pass")
    assert end_of(reference) == (True, "passes", None)


def test_plus_third_occurrence_draws_with_three_players() -> None:
    circle = ["a1-a2a1", "b1-b2b1", "c3-c2c3", "a2-a1a2", "b2-b1b2", "c2-c3c2"]
    reference = played("4eyes-plus-3p?side=3&tiles=1", "a1a2 b1b2 c3c2")
    for move in [*circle, *circle]:
        assert not reference.over
        reference.play(move)
    assert end_of(reference) == (True, "repetition", None)


def test_plus_same_stones_in_other_dominoes_are_another_position() -> None:
    upright = played("4eyes-plus-2p?side=4&tiles=2", "a1a2 d1d2 b2b1")
    lying = played("4eyes-plus-2p?side=4&tiles=2", "a1b1 d1d2 b2a2")
    assert isinstance(upright, Plus)
    assert isinstance(lying, Plus)
    assert upright.stones == lying.stones
    assert upright._position() != lying._position()


# Pencil


def test_pencil_is_drawn_when_no_two_empty_neighbours_are_left() -> None:
    reference = played("4eyes-pencil-2p?side=3", BLOCKED)
    assert end_of(reference) == (True, "full", None)
    assert reference.state()["reserves"] == [{}, {}]
    assert reference.phase() == 1


def test_pencil_a_square_comes_before_a_full_sheet() -> None:
    # Blue's last move finishes red b1 a2 b3 c2; only c3 stays empty
    reference = played("4eyes-pencil-2p?side=3", "b1b2 a1a2 c2c1 a3b3")
    assert end_of(reference) == (True, "square", 0)


def test_pencil_double_square_is_illegal() -> None:
    # red a1 c1 c3 and blue b1 c2 b3: a2a3 would finish the blue tilted square and the red one of the corners
    reference = played("4eyes-pencil-2p?side=3", "a1b1 c2c1 c3b3")
    assert reference.legal() == ["a2b2", "a3a2", "b2a2"]


def test_pencil_only_doubles_left_is_a_pass_and_two_passes_draw() -> None:
    reference = start("4eyes-pencil-2p-7x7")
    assert isinstance(reference, Pencil)
    nobody = 9
    reference.stones = {(x, y): nobody for x in range(7) for y in range(7)}
    del reference.stones[3, 3], reference.stones[3, 4]  # d4 and d5 are empty
    # squares d4 d2 b2 b4 and d5 d7 b7 b5 lack one red stone, d4 g4 g1 d1 and d5 f5 f3 d3 one blue stone
    for red in [(3, 1), (1, 1), (1, 3), (3, 6), (1, 6), (1, 4)]:
        reference.stones[red] = 0
    for blue in [(6, 3), (6, 0), (3, 0), (5, 4), (5, 2), (3, 2)]:
        reference.stones[blue] = 1
    assert reference.scores() == [0, 0]
    assert reference.legal() == ["pass"]
    reference.play("pass")
    assert reference.legal() == ["pass"]
    reference.play("pass")
    assert end_of(reference) == (True, "passes", None)


# Hex rows


def row(start_cell: Cell, direction: Cell, length: int) -> set[Cell]:
    """So many cells in a line."""
    return {(start_cell[0] + i * direction[0], start_cell[1] + i * direction[1]) for i in range(length)}


def test_hexagon_has_the_cells_of_the_rules() -> None:
    reference = start("hexrows")
    assert isinstance(reference, HexRows)
    assert len(reference.cells) == 91
    assert {y + 1 for x, y in reference.cells if x == 0} == set(range(1, 7))
    assert {y + 1 for x, y in reference.cells if x == 5} == set(range(1, 12))
    assert {y + 1 for x, y in reference.cells if x == 10} == set(range(6, 12))


@pytest.mark.parametrize("direction", [(1, 0), (0, 1), (1, 1)])
@pytest.mark.parametrize(("length", "worth"), [(1, 0), (3, 0), (4, 1), (5, 1), (6, 1), (7, 1), (8, 2), (9, 2), (11, 2)])
def test_run_is_worth_a_quarter_of_its_length(direction: Cell, length: int, worth: int) -> None:
    assert points(row((0, 0), direction, length)) == worth


def test_runs_that_do_not_count_cross_or_join() -> None:
    assert points(row((0, 9), (1, -1), 6)) == 0  # not one of the three directions
    assert points(row((3, 3), (1, 0), 4) | row((3, 3), (0, 1), 4)) == 2  # crossing in one stone
    assert points(row((0, 0), (1, 0), 3) | row((4, 0), (1, 0), 3)) == 0
    assert points(row((0, 0), (1, 0), 3) | row((4, 0), (1, 0), 4)) == 1
    assert points(row((0, 0), (1, 0), 8)) == 2  # the same, joined
    assert points(row((0, 0), (1, 0), 4) | row((5, 0), (1, 0), 4)) == 2
    assert points(row((0, 0), (1, 0), 9)) == 2  # the same, joined


def test_hexrows_opening() -> None:
    reference = start("hexrows")
    for edge in ["a1", "a6", "f1", "f11", "k6", "k11", "c1"]:
        assert edge not in reference.legal()
    reference.play("d4")
    assert reference.legal() == ["c3", "c4", "d3", "d5", "e4", "e5"]
    reference.play("d5")
    assert len(reference.legal()) == 89


def test_hexrows_row_grows_and_stones_are_set_aside() -> None:
    reference = start("hexrows")
    red = ["d4", "e4", "f4", "c4", "b4", "a4", "g4", "h4"]
    blue = ["d5", "a1", "c1", "e1", "k7", "k9", "k11"]
    score = [0, 0, 0, 1, 1, 1, 1, 2]
    loose = [44, 43, 42, 40, 39, 38, 37, 35]
    for turn in range(8):
        reference.play(red[turn])
        assert reference.scores() == [score[turn], 0]
        assert reference.reserves[0] == {"stone": loose[turn]}
        if turn < 7:
            reference.play(blue[turn])
            assert reference.reserves[1] == {"stone": 44 - turn}


def test_hexrows_two_points_at_once_with_one_loose_stone_left() -> None:
    reference = played("hexrows?side=6&stones=8", "d5 c5 d6 a1 d7 c1 e4 k7 f4 k9 g4 k11")
    assert reference.reserves == [{"stone": 2}, {"stone": 2}]
    reference.play("d4")
    assert reference.scores() == [2, 0]
    assert reference.reserves == [{"stone": 0}, {"stone": 2}]
    assert end_of(reference) == (True, "score", 0)


def test_hexrows_second_player_wins_when_setting_aside_the_last_stone() -> None:
    reference = played("hexrows?stones=5", "d4 d5 a1 e5 c1 f5 k9")
    assert end_of(reference) == (False, None, None)
    reference.play("g5")
    assert end_of(reference) == (True, "score", 1)
    assert reference.reserves == [{"stone": 1}, {"stone": 0}]
    assert reference.mover == 0


def test_hexrows_equal_points_draw_at_once() -> None:
    reference = played("hexrows?side=4&stones=2", "d4 d5 a1")
    assert end_of(reference) == (True, "score", None)
    assert reference.reserves == [{"stone": 0}, {"stone": 1}]
    assert reference.mover == 1
