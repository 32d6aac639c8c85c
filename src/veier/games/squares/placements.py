"""Placements of the two-player games that are won by a square, the same for tiles and dominoes.

A placement lays the mover's stone on a cell x and one of the opponent's colour on its partner: another quadrant of the
field for tiles, a neighbour for dominoes. It is numbered 4 * x + k, the partner being the k-th of x. `tiles` selects
between the two; it is a constant wherever these functions are compiled into a family's kernels.
"""

from __future__ import annotations

from typing import NamedTuple

from veier.kernels.bits import count_bits, has_bit, lowest_bit, one_bit, shift_right, without_lowest
from veier.kernels.decorators import inner
from veier.kernels.state import SYMMETRIES, Tables, ThreatTables, Words

# A set of cells: its two words.
Board = tuple[int, int]

# Fields without their last, their last two and their last three quadrants, as the bits of a word.
_NIBBLES_7, _NIBBLES_3, _NIBBLES_1 = 0x7777777777777777, 0x3333333333333333, 0x1111111111111111

# The type of tile by the seat that lays it and the partner's number: red's clockwise neighbour makes an A, and so on.
_KINDS = ((0, 2, 1), (1, 2, 0))


class Scene(NamedTuple):
    """A position of the placing phase as threat kernels need it; pairs are by seat.

    tiles    whether pieces are tiles, not dominoes or pencil marks: a constant of the family
    owners   whether hashes tell whose piece a stone is on, because positions with the same stones may differ in that
    gifts    whether a placement may complete the opponent's square alone, which then wins
    threats  cells that would complete a square
    free     cells where stones can be laid
    kinds    the kinds of pieces that are held, as bits; dominoes and pencils are of one kind
    lasts    those of which there is one left
    fields   the fields with tiles of each, as bits; nothing for dominoes and pencils
    """

    tiles: bool
    owners: bool
    gifts: bool
    mover: int
    stones: tuple[Board, Board]
    threats: tuple[Board, Board]
    free: Board
    kinds: tuple[int, int]
    lasts: tuple[int, int]
    fields: tuple[int, int]


@inner
def has_one_left(scene: Scene, seat: int) -> bool:
    """Return whether a seat holds one last piece."""
    kinds = scene.kinds[seat]
    return kinds != 0 and kinds == scene.lasts[seat] and without_lowest(kinds) == 0


@inner
def has_passed(scene: Scene) -> bool:
    """Return whether there was an odd number of passes: each placement adds a stone of either colour."""
    red = scene.stones[0]
    return (count_bits(red[0]) + count_bits(red[1])) % 2 != scene.mover


@inner
def single(cell: int) -> Board:
    """Make a set of one cell."""
    return (one_bit(cell), 0) if cell < 64 else (0, one_bit(cell))


@inner
def union(one: Board, two: Board) -> Board:
    """Return the cells of either set."""
    return one[0] | two[0], one[1] | two[1]


@inner
def common(one: Board, two: Board) -> Board:
    """Return the cells of both sets."""
    return one[0] & two[0], one[1] & two[1]


@inner
def without(one: Board, two: Board) -> Board:
    """Return the cells of the first set that are not in the second."""
    return one[0] & ~two[0], one[1] & ~two[1]


@inner
def contains(board: Board, cell: int) -> int:
    """Return 1 if the set holds the cell, else 0."""
    return has_bit(board[0], board[1], cell)


@inner
def is_empty(board: Board) -> bool:
    """Return whether the set has no cell."""
    return (board[0] | board[1]) == 0


@inner
def first_cell(board: Board) -> int:
    """Return the lowest cell of a set that is not empty."""
    return lowest_bit(board[0]) if board[0] else 64 + lowest_bit(board[1])


@inner
def rest_of(board: Board) -> Board:
    """Return a set that is not empty without its lowest cell."""
    return (without_lowest(board[0]), board[1]) if board[0] else (board[0], without_lowest(board[1]))


@inner
def partners(tiles: bool) -> int:
    """Return the largest number of partners of a cell."""
    return 3 if tiles else 4


@inner
def partner(threat_tables: Tables | ThreatTables, tiles: bool, x: int, k: int) -> int:
    """Return the k-th partner of a cell, or -1."""
    return (x & ~3) + ((x + 1 + k) & 3) if tiles else threat_tables.steps[x, k]


@inner
def kind_of(tiles: bool, seat: int, k: int) -> int:
    """Return the kind of piece that a seat needs for a placement with the k-th partner."""
    return _KINDS[seat][k] if tiles else 0


@inner
def kinds_after(scene: Scene, seat: int, kind: int) -> int:
    """Return the kinds that a seat holds after using one."""
    return scene.kinds[seat] & ~(scene.lasts[seat] & (1 << kind))


@inner
def free_after(tiles: bool, free: Board, x: int, y: int) -> Board:
    """Return the free cells after a placement."""
    if tiles:
        field = 15 << (x & 60)
        return without(free, (field, 0) if x < 64 else (0, field))
    return without(without(free, single(x)), single(y))


@inner
def _turned_back(word: int, quarters: int) -> int:
    """Turn the four bits of every field counter-clockwise: bit q goes to q - quarters."""
    if quarters == 1:
        return (shift_right(word, 1) & _NIBBLES_7) | ((word << 3) & ~_NIBBLES_7)
    if quarters == 2:
        return (shift_right(word, 2) & _NIBBLES_3) | ((word << 2) & ~_NIBBLES_3)
    return (shift_right(word, 3) & _NIBBLES_1) | ((word << 1) & ~_NIBBLES_1)


@inner
def winning_cells(
    threat_tables: Tables | ThreatTables, tiles: bool, seat: int, kinds: int, threats: tuple[Board, Board], free: Board
) -> Board:
    """Return the cells where a seat with these kinds wins at once; `threats` are its own and the opponent's.

    The partner must not complete the opponent's square too: that is banned.
    """
    left, good = common(threats[0], free), without(free, threats[1])
    found = (0, 0)
    if tiles:
        # All fields at once: each turn brings the partners where the winning stones would lie.
        for k in range(3):
            if (kinds >> kind_of(tiles, seat, k)) & 1:
                found = union(found, (_turned_back(good[0], k + 1), _turned_back(good[1], k + 1)))
        return common(left, found)
    while not is_empty(left):
        x = first_cell(left)
        left = rest_of(left)
        for k in range(partners(tiles)):
            y = partner(threat_tables, tiles, x, k)
            if y >= 0 and contains(good, y) and (kinds >> kind_of(tiles, seat, k)) & 1:
                found = union(found, single(x))
                break
    return found


@inner
def is_legal(scene: Scene, x: int, gives: int) -> bool:
    """Return whether the mover may lay its stone on x, where the partner completes the opponent's square or not."""
    return not gives or (scene.gifts and not contains(scene.threats[scene.mover], x))


@inner
def _feature(threat_tables: ThreatTables, owners: bool, owner: int, colour: int, cell: int) -> int:
    """Return the number of a stone's feature."""
    return ((2 * owner if owners else 0) + colour) * threat_tables.lengths.size + cell


@inner
def _features(threat_tables: ThreatTables, scene: Scene, placement: int) -> tuple[int, int]:
    """Return the features of the two stones of the mover's placement."""
    x, seat = placement >> 2, scene.mover
    y = partner(threat_tables, scene.tiles, x, placement & 3)
    one = _feature(threat_tables, scene.owners, seat, seat, x)
    return one, _feature(threat_tables, scene.owners, seat, 1 - seat, y)


@inner
def hashes_after(threat_tables: ThreatTables, scene: Scene, placement: int, hashes: Words, after: Words) -> None:
    """Write the hashes after a placement."""
    one, two = _features(threat_tables, scene, placement)
    for symmetry in range(SYMMETRIES):
        after[symmetry] = hashes[symmetry] ^ threat_tables.zobrist[one, symmetry] ^ threat_tables.zobrist[two, symmetry]


@inner
def key_after(threat_tables: ThreatTables, scene: Scene, placement: int, hashes: Words) -> int:
    """Return the key after a placement: the smallest of the hashes."""
    one, two = _features(threat_tables, scene, placement)
    key = hashes[0] ^ threat_tables.zobrist[one, 0] ^ threat_tables.zobrist[two, 0]
    for symmetry in range(1, SYMMETRIES):
        key = min(key, hashes[symmetry] ^ threat_tables.zobrist[one, symmetry] ^ threat_tables.zobrist[two, symmetry])
    return key


@inner
def hash_stones(
    threat_tables: ThreatTables, owners: bool, owner: int, colour: int, stones: Board, hashes: Words
) -> None:
    """Add stones of a colour, on pieces of an owner, to the hashes."""
    while not is_empty(stones):
        number = _feature(threat_tables, owners, owner, colour, first_cell(stones))
        stones = rest_of(stones)
        for symmetry in range(SYMMETRIES):
            hashes[symmetry] ^= threat_tables.zobrist[number, symmetry]
