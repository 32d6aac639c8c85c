"""The drawing of a game: the parts of a View that its rules decide."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from veier.kernels.state import Words
from veier.view.model import Cell, Field, Label, Plate, Point, Slot, Surface


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """The parts of a View that never change."""

    surface: Surface
    frame: tuple[Point, ...]
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    fields: tuple[Field, ...] = ()


class Drawing(ABC):
    """How positions of one variant look; stones are drawn on their cells, so a game of stones needs only a board."""

    @property
    @abstractmethod
    def board(self) -> EmptyBoard:
        """The empty board."""

    def plates(self, state: Words) -> Iterable[Plate]:
        """Draw the tiles or dominoes that lie on the board."""
        return ()

    def slots(self, state: Words, seat: int) -> tuple[Slot, ...]:
        """Draw what a seat holds."""
        return ()

    def aside(self, state: Words, seat: int) -> int:
        """Count the stones that a seat has set aside."""
        return 0
