"""The rules of one variant of a game: its kernels, and what a state vector means to people.

A game is made of parts by role (`core/game.py: GameParts`): these rules, its notation and its drawing, and as far as it
has them patterns that players look for, an evaluation, and support for threat search.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache, cached_property

import numpy as np

from veier.core.move import Move
from veier.core.symmetry import CellImages, Place
from veier.kernels.state import PHASE, Kernels, Tables, Words
from veier.messages import Message, message
from veier.view.model import Colour


class Rules(ABC):
    """The rules of one variant. A game defines these attributes and the abstract methods.

    colours      the seats' colours in the order of their turns
    state_size   the number of words of a state vector
    move_limit   no position has more legal moves
    full_rounds  whether the last round is finished, so that all players have had equally many turns
    """

    colours: tuple[Colour, ...]
    state_size: int
    move_limit: int
    full_rounds: bool = False

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
    def cell_names(self) -> tuple[str, ...]:
        """The cells' names by number."""

    @cached_property
    @abstractmethod
    def kernels(self) -> Kernels:
        """The family's kernels; loading them may compile them."""

    @cached_property
    @abstractmethod
    def tables(self) -> Tables:
        """The tables that this variant's kernels look up."""

    @abstractmethod
    def stones(self, state: Words) -> dict[int, int]:
        """Return the seat of each stone by its cell's number."""

    @abstractmethod
    def task(self, state: Words) -> Message:
        """Say what the mover may do now, in one sentence."""

    @abstractmethod
    def describe_move(self, state: Words, number: int) -> Move:
        """Describe a pseudo-legal move of the mover; never called for a pass."""

    @abstractmethod
    def why_illegal(self, state: Words, number: int) -> Message:
        """Say why a move is illegal in a running game; never called for a pass."""

    # Games without pieces beside the board, without points, or without symmetries have these as they are.

    def fill_reserves(self, state: Words) -> None:  # noqa: B027 - many games have nothing to fill in
        """Write each seat's pieces into the state of the start."""

    def reserves(self, state: Words) -> tuple[dict[str, int], ...]:
        """Return what each seat holds beside the board, by name of piece."""
        return tuple({} for _ in self.colours)

    def scores(self, state: Words) -> tuple[int, ...]:
        """Return each seat's points, or finished squares."""
        return (0,) * self.players

    @cached_property
    def points(self) -> Sequence[Place]:
        """The column and row of each cell, both from 0: a1 is (0, 0)."""
        return [(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in self.cell_names]

    @cached_property
    def symmetries(self) -> tuple[CellImages, ...]:
        """How the cells are mapped by each symmetry of the board that changes no rule; the board as it is comes first.

        A game that has more than this one also defines `map_pieces`.
        """
        return (tuple(range(len(self.cell_names))),)

    def map_pieces(self, state: Words, images: CellImages) -> None:  # noqa: B027 - as it is, nothing moves
        """Move everything on the board to where a symmetry maps it; derived words need not be right."""

    # Setting up positions: pieces are laid one by one, each as the move that would place it. A game without these moves
    # has none, and its positions are read from strings only.

    @property
    def placements(self) -> int:
        """Return how many moves place a piece; they have the lowest numbers."""
        return 0

    def lay(self, state: Words, seat: int, number: int) -> None:
        """Lay a piece of a seat, whoever is to move; raise VeierError where it has none left or something lies there.

        Squares and rows are not looked at, and derived words need not be right.
        """
        raise NotImplementedError

    def laid(self, state: Words) -> list[tuple[int, int]]:
        """Return what lies on the board as it could have been laid: the seat and the number of each piece."""
        raise NotImplementedError

    # The same for every game.

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.colours)

    @cached_property
    def cell_numbers(self) -> Mapping[str, int]:
        """The cells' numbers by name."""
        return {name: number for number, name in enumerate(self.cell_names)}

    def start_state(self) -> Words:
        """Return the state of the starting position."""
        state = np.zeros(self.state_size, np.int64)
        state[PHASE] = 1
        self.fill_reserves(state)
        return state

    def legal_numbers(self, state: Words) -> list[int]:
        """List the legal moves by number."""
        out = np.empty(self.move_limit, np.int64)
        numbers: list[int] = out[: self.kernels.moves(self.tables, state, out)].tolist()
        return numbers

    def seat_message(self, seat: int) -> Message:
        """Name a seat by its colour."""
        return _colour_message(self.colours[seat])


@cache
def _colour_message(colour: Colour) -> Message:
    return message(f"colour.{colour}")
