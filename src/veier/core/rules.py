"""What a family of games tells about one of its variants, beside the kernels that are its rules.

`Position` and the drawings are written against this; a new game brings its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

import numpy as np

from veier.core.level_scale import LevelScale
from veier.core.mcts_params import MctsParams
from veier.core.move import Move
from veier.core.patterns import Row, Square, Threat
from veier.kernels.state import (
    PASS,
    PHASE,
    EvalKernels,
    EvalTables,
    Kernels,
    Tables,
    ThreatKernels,
    ThreatTables,
    Words,
)
from veier.messages import Message, message
from veier.view.model import Cell, Colour, Field, Label, Plate, Point, Slot, Surface


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parts of a View that never change."""

    surface: Surface
    frame: tuple[Point, ...]
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...]
    fields: tuple[Field, ...] = ()


class Rules(ABC):
    """One variant of a family: its tables, notation, explanations and drawing."""

    colours: tuple[Colour, ...]
    state_size: int
    move_limit: int
    # Whether threat search knows the first move of phase 2.
    sees_phase_2 = False

    @property
    @abstractmethod
    def board(self) -> Message:
        """The size and kind of the board."""

    @property
    @abstractmethod
    def pieces(self) -> Message:
        """What each player begins with."""

    @property
    @abstractmethod
    def notation_help(self) -> Message:
        """How moves are written."""

    @abstractmethod
    def task(self, state: Words) -> Message:
        """Say what the mover may do now, in one sentence."""

    # What kernels need.

    @cached_property
    @abstractmethod
    def tables(self) -> Tables:
        """The tables that this variant's kernels look up."""

    @cached_property
    @abstractmethod
    def kernels(self) -> Kernels:
        """The family's kernels; loading them may compile them."""

    @cached_property
    def threat_kernels(self) -> ThreatKernels | None:
        """The doors for threat search; None where it does not apply."""
        return None

    @property
    def threat_tables(self) -> ThreatTables:
        """The tables for threat search, where it applies."""
        raise NotImplementedError

    @cached_property
    def eval_kernels(self) -> EvalKernels:
        """The doors of judgement; loading them may compile them."""
        raise NotImplementedError

    @cached_property
    def eval_tables(self) -> EvalTables:
        """The tables of judgement."""
        raise NotImplementedError

    def glimpse(self, state: Words, blindness: float, random: Random) -> tuple[Tables, EvalTables, Words]:
        """Give the tables and the state as somebody sees them who overlooks things: nothing at 0, most at 1."""
        raise NotImplementedError

    @property
    def mcts_params(self) -> MctsParams:
        """How a simulation search treats this game."""
        raise NotImplementedError

    @property
    def level_scale(self) -> LevelScale:
        """How strong its levels are."""
        raise NotImplementedError

    def start_state(self) -> Words:
        """Make the state of the starting position."""
        state = np.zeros(self.state_size, np.int64)
        state[PHASE] = 1
        self.fill_reserves(state)
        return state

    def legal_numbers(self, state: Words) -> list[int]:
        """List the legal moves by number."""
        out = np.empty(self.move_limit, np.int64)
        numbers: list[int] = out[: self.kernels.moves(self.tables, state, out)].tolist()
        return numbers

    @abstractmethod
    def fill_reserves(self, state: Words) -> None:
        """Give each seat its pieces."""

    # What a state says.

    @property
    @abstractmethod
    def cell_names(self) -> tuple[str, ...]:
        """The cells' names by number."""

    @abstractmethod
    def stones(self, state: Words) -> dict[int, int]:
        """Give the seat of each stone by its cell's number."""

    @abstractmethod
    def reserves(self, state: Words) -> tuple[dict[str, int], ...]:
        """Give what each seat holds beside the board, by name of piece."""

    @abstractmethod
    def scores(self, state: Words) -> tuple[int, ...]:
        """Give each seat's points, or finished squares."""

    def squares(self, state: Words) -> list[Square]:
        """List the squares that somebody has or can still have."""
        return []

    def rows(self, state: Words) -> list[Row]:
        """List the runs that are worth points."""
        return []

    @abstractmethod
    def threats(self, state: Words, seat: int) -> list[Threat]:
        """List what lacks one stone of a seat."""

    # Moves.

    @abstractmethod
    def format_move(self, number: int) -> str:
        """Write a move."""

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """Read a move; raise BadNotation, or IllegalMove for what no position allows."""

    @abstractmethod
    def describe_move(self, state: Words, number: int) -> Move:
        """Tell what a move does that the mover could make by the look of it; a pass is told by `Position`."""

    @abstractmethod
    def why_illegal(self, state: Words, number: int) -> Message:
        """Say why a move is illegal that is no pass, in a running game."""

    # Position strings.

    @abstractmethod
    def format_board(self, state: Words) -> str:
        """Write the board as one word."""

    @abstractmethod
    def parse_board(self, text: str, state: Words) -> None:
        """Read a board into the state of the start, taking its pieces from the reserves; raise BadPosition."""

    # Drawing.

    @property
    @abstractmethod
    def drawing(self) -> Drawing:
        """The empty board."""

    @abstractmethod
    def plates(self, state: Words) -> Iterable[Plate]:
        """Draw the tiles or dominoes."""

    @abstractmethod
    def slots(self, state: Words, seat: int) -> tuple[Slot, ...]:
        """Draw what a seat holds."""

    def aside(self, state: Words, seat: int) -> int:
        """Count the stones that a seat has set aside."""
        return 0

    # Shared by all.

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.colours)

    @cached_property
    def cell_numbers(self) -> Mapping[str, int]:
        """The cells' numbers by name."""
        return {name: number for number, name in enumerate(self.cell_names)}

    def move_text(self, number: int) -> str:
        """Write a move, the pass too; remembered, because long lists of moves are written again and again."""
        text = self._move_texts.get(number)
        if text is None:
            text = self._move_texts[number] = "pass" if number == PASS else self.format_move(number)
        return text

    @cached_property
    def _move_texts(self) -> dict[int, str]:
        return {}

    def seat_message(self, seat: int) -> Message:
        """Name a seat by its colour."""
        return message(f"colour.{self.colours[seat]}")
