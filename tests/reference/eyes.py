"""4EYES: tiles with a red and a blue stone on large fields of 2 x 2 cells."""

from collections.abc import Hashable, Iterator
from typing import NamedTuple, Self

from .cells import Cell
from .squaregame import SquareGame

# A large field counted in large fields: (0, 0) is A1.
Field = tuple[int, int]

# Where a quadrant lies in its field: 1 upper left, then clockwise.
QUADRANTS: dict[int, Cell] = {1: (0, 1), 2: (1, 1), 3: (1, 0), 4: (0, 0)}

CLOCKWISE = {1: 2, 2: 3, 3: 4, 4: 1}
COUNTER_CLOCKWISE = {2: 1, 3: 2, 4: 3, 1: 4}

RED = 0


class Tile(NamedTuple):
    """A tile as it lies: its owner, the quadrant of the red stone, the quadrant of the blue one."""

    owner: int
    red: int
    blue: int

    def kind(self) -> str:
        """A: blue follows red clockwise. B: counter-clockwise. D: they are diagonal."""
        if self.blue == CLOCKWISE[self.red]:
            return "A"
        if self.blue == COUNTER_CLOCKWISE[self.red]:
            return "B"
        return "D"

    def turned(self, way: dict[int, int]) -> "Tile":
        """The tile after a quarter turn."""
        return Tile(self.owner, way[self.red], way[self.blue])


def field_name(field: Field) -> str:
    """(2, 2) -> `C3`."""
    return "ABCDE"[field[0]] + str(field[1] + 1)


def field_from(name: str) -> Field:
    """`C3` -> (2, 2)."""
    return "ABCDE".index(name[0]), int(name[1:]) - 1


def stones_of(tile: Tile, field: Field) -> tuple[Cell, Cell]:
    """The cells of the red and of the blue stone of a tile on a field."""
    left, bottom = 2 * field[0], 2 * field[1]
    red_x, red_y = QUADRANTS[tile.red]
    blue_x, blue_y = QUADRANTS[tile.blue]
    return (left + red_x, bottom + red_y), (left + blue_x, bottom + blue_y)


class Eyes(SquareGame):
    """A game of 4EYES."""

    def __init__(self, game: str, fields: int, tiles: tuple[int, int, int], nogifts: bool) -> None:
        """An empty board of fields x fields large fields, and the tiles of types A, B and D a player has."""
        self.fields = [(x, y) for x in range(fields) for y in range(fields)]
        self.tiles: dict[Field, Tile] = {}
        super().__init__(game, 2, 2 * fields, [dict(zip("ABD", tiles, strict=True)) for _ in range(2)], nogifts)

    def copy(self) -> Self:
        """A twin with its own tiles."""
        twin = super().copy()
        twin.tiles = dict(self.tiles)
        return twin

    def _moves(self) -> Iterator[str]:
        return self._placements() if self.phase() == 1 else self._slides_and_turns()

    def _placements(self) -> Iterator[str]:
        """Phase 1: any tile of the own reserve, turned in any way, on any empty field."""
        for red in QUADRANTS:
            for blue in QUADRANTS:
                if red == blue:
                    continue
                tile = Tile(self.mover, red, blue)
                if self.reserves[self.mover][tile.kind()] == 0:
                    continue
                for field in self.fields:
                    if field not in self.tiles and self._may_lie(self.stones, tile, field):
                        yield f"{red}{blue}@{field_name(field)}"

    def _slides_and_turns(self) -> Iterator[str]:
        """Phase 2: an own tile goes to one of the eight fields around it, or turns where it lies."""
        for field, tile in self.tiles.items():
            if tile.owner != self.mover:
                continue
            name = field_name(field)
            lifted = set(stones_of(tile, field))
            rest = {cell: colour for cell, colour in self.stones.items() if cell not in lifted}
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    target = (field[0] + dx, field[1] + dy)
                    if target not in self.fields or target in self.tiles:
                        continue
                    if self._may_lie(rest, tile, target):
                        yield name + field_name(target)
            if self._may_lie(rest, tile.turned(CLOCKWISE), field):
                yield name + "r"
            if self._may_lie(rest, tile.turned(COUNTER_CLOCKWISE), field):
                yield name + "l"

    def _may_lie(self, rest: dict[Cell, int], tile: Tile, field: Field) -> bool:
        """Whether the mover may lay this tile here, on a board with these other stones."""
        red, blue = stones_of(tile, field)
        own, other = (red, blue) if self.mover == RED else (blue, red)
        return not self.is_forbidden(rest, own, other)

    def _carry_out(self, text: str) -> None:
        if "@" in text:
            kinds, name = text.split("@")
            tile = Tile(self.mover, int(kinds[0]), int(kinds[1]))
            self.reserves[self.mover][tile.kind()] -= 1
            self._lay(tile, field_from(name))
        elif text.endswith("r"):
            field = field_from(text[:-1])
            self._lay(self._lift(field).turned(CLOCKWISE), field)
        elif text.endswith("l"):
            field = field_from(text[:-1])
            self._lay(self._lift(field).turned(COUNTER_CLOCKWISE), field)
        else:
            self._lay(self._lift(field_from(text[:2])), field_from(text[2:]))

    def _lift(self, field: Field) -> Tile:
        tile = self.tiles.pop(field)
        for cell in stones_of(tile, field):
            del self.stones[cell]
        return tile

    def _lay(self, tile: Tile, field: Field) -> None:
        self.tiles[field] = tile
        for colour, cell in enumerate(stones_of(tile, field)):
            self.stones[cell] = colour

    def _board(self) -> Hashable:
        return frozenset(self.tiles.items())
