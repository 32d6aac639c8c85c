"""Thousands of boards a step: games of one kind played at once by the kernels, without any other library.

    games = VectorGames("4eyes", 1000, seed=1)
    step = games.step(games.random_actions())

Boards whose game has ended start again at once. The draw by the third occurrence of a position is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veier.core.bundles import encoding_bundle
from veier.core.encoding import Bytes, unpack_masks
from veier.core.errors import IllegalMove
from veier.core.position import Position
from veier.core.type_check import check_seat, check_whole_number, wrong_type
from veier.environments.rewards import MAX_PLIES, rewards_of
from veier.games import game as find_game
from veier.kernels import batches
from veier.kernels.batches import CHOICES, COUNTERS, CUT_OFF, KNOWN, NO_ACTION, PLIES
from veier.kernels.state import MOVER, Why, Words, result_code
from veier.messages import message


@dataclass(frozen=True, slots=True)
class Step:
    """What a step led to; the first index is the board.

    rewards     [board, seat]: what the end of a game is worth to each seat; 0 where none has ended
    terminated  whether a game has ended
    truncated   whether a game was cut off because it had gone on for too long
    """

    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]


class VectorGames:
    """Games of one kind, played at once.

    game       the game's id
    boards     the number of boards
    seed       of the random actions
    max_plies  a game of so many plies is cut off
    restart    whether a board whose game has ended starts again at once; else it waits for `reset`
    """

    def __init__(
        self, game: str, boards: int, *, seed: int = 0, max_plies: int = MAX_PLIES, restart: bool = True
    ) -> None:
        check_whole_number("boards", boards, 1)
        check_whole_number("max_plies", max_plies, 1)
        check_whole_number("seed", seed)
        self.game = find_game(game)
        self.max_plies = max_plies
        self.restarts = restart
        self._load()
        self._batch = _make_batch(self.game, boards, max_plies)
        self._rng = np.empty(1, np.int64)
        self._rewards = _rewards_by_code(self.game.players)
        self._movers = np.full(boards, -1, np.int64)
        self.seed(seed)
        self.reset()

    def _load(self) -> None:
        """Find what all games of the kind share."""
        self._encoding = self.game.encoding
        self._bundle = encoding_bundle(self.game)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the kernels, which cannot be copied."""
        return {name: value for name, value in vars(self).items() if name not in ("_encoding", "_bundle")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._load()

    def seed(self, seed: int) -> None:
        """Begin the random actions anew."""
        self._rng[:] = np.array([seed % 2**64], np.uint64).view(np.int64)

    def __len__(self) -> int:
        return len(self._batch.states)

    # Playing.

    def reset(self, boards: ArrayLike | None = None) -> None:
        """Start new games on some boards, given by number or as an array of bool; without any on all."""
        chosen = np.arange(len(self)) if boards is None else np.asarray(boards)
        if chosen.dtype == np.bool_:
            chosen = np.flatnonzero(chosen)
        # Out of range, or anything but numbers, raises here.
        _ = self._batch.counters[chosen]
        chosen = chosen % len(self)
        batches.restart(self._bundle, self._batch, np.ascontiguousarray(chosen, np.int64))

    def step(self, actions: ArrayLike) -> Step:
        """Make an action on each board, none where it is -1; raise IllegalMove, and do nothing, if one is not legal."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise ValueError(f"expected {len(self)} actions, not an array of shape {chosen.shape}")
        ended = batches.step(self._bundle, self._batch, chosen, self.max_plies, int(self.restarts))
        if ended < 0:
            board = -1 - ended
            raise IllegalMove(message("encoding.illegal", board=board, action=int(chosen[board])))
        codes = self._batch.ended
        # Twice as fast as indexing with an array.
        rewards = self._rewards.take(codes, axis=0, mode="wrap")
        return Step(rewards, codes > 0, codes == CUT_OFF)

    def random_actions(self) -> Words:
        """Choose a legal action on each board, every one as likely as the others; -1 where there is none."""
        actions = np.empty(len(self), np.int64)
        batches.choose_randomly(self._batch, self._rng, actions)
        return actions

    # What is on the boards.

    @property
    def movers(self) -> Words:
        """The seat to move on each board."""
        return self._batch.states[:, MOVER].copy()

    @property
    def plies(self) -> Words:
        """The number of plies made on each board."""
        return self._batch.counters[:, PLIES].copy()

    @property
    def choices(self) -> Words:
        """The number of legal actions on each board; 0 where a game has ended and waits."""
        return self._batch.counters[:, CHOICES].copy()

    def masks(self) -> Bytes:
        """Return 1 for each legal action and 0 for the others: [board, action]."""
        return unpack_masks(self._batch.masks, self._encoding.action_count)

    def packed_masks(self) -> NDArray[np.uint8]:
        """Return the legal actions as bits, eight actions to a byte, the lowest bit first.

        `np.unpackbits(packed, axis=1, bitorder="little")[:, :action_count]` are the masks.
        """
        return self._batch.masks.view(np.uint8).copy()

    def legal_actions(self) -> Words:
        """Return the legal actions of each board in ascending order, then -1: [board, k]."""
        actions = np.empty((len(self), int(self.choices.max(initial=0)) + 1), np.int64)
        batches.list_actions(self._batch, actions)
        return actions[:, :-1]

    def planes(self, seat: int | None = None, out: Bytes | None = None) -> Bytes:
        """Return the planes of all boards as the movers, or a seat, see them: [board, plane, row, column].

        They are counts; divided by `Game.encoding.plane_limits` they are from 0 to 1. `out` is an array to write to,
        C-contiguous.
        """
        count, rows, columns = self._encoding.shape
        shape = (len(self), count, rows, columns)
        if seat is not None:
            check_seat(seat, self.game.players)
        if out is None:
            out = np.empty(shape, np.int8)
        _check_target(out, shape)
        seats = self._movers if seat is None else np.full(len(self), seat, np.int64)
        batches.draw_planes(self._bundle, self._batch, seats, out.reshape(len(self), count, rows * columns))
        return out

    def position(self, board: int) -> Position:
        """Return the position on a board."""
        known = int(self._batch.counters[board, KNOWN])
        seen = sorted(self._batch.seen[board, :known].view(np.uint64).tolist())
        return Position(self.game, self._batch.states[board].tobytes(), tuple(seen))


def _make_batch(game: Any, boards: int, max_plies: int) -> batches.Batch:
    rules = game.rules
    return batches.Batch(
        start=rules.start_state(),
        states=np.zeros((boards, rules.state_size), np.int64),
        seen=np.empty((boards, max_plies), np.int64),
        counters=np.zeros((boards, COUNTERS), np.int64),
        ended=np.zeros(boards, np.int64),
        masks=np.zeros((boards, game.encoding.mask_words), np.int64),
        moves=np.empty(rules.move_limit, np.int64),
        viewer=np.zeros(2, np.int64),
    )


def _check_target(out: object, shape: tuple[int, ...]) -> None:
    """Raise BadType or ValueError for what the kernels cannot write planes of this shape to."""
    if not isinstance(out, np.ndarray):
        raise wrong_type("out", "numpy.ndarray", out)
    if out.dtype != np.int8 or out.shape != shape:
        raise ValueError(f"expected an array of int8 of shape {shape} as out, not of {out.dtype} of shape {out.shape}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError("expected a C-contiguous array that can be written to as out")


def _rewards_by_code(players: int) -> NDArray[np.float32]:
    """Return the rewards by result code; those of CUT_OFF, which is -1, are the last."""
    rewards = np.zeros((8 * (max(Why) + 1) + 1, players), np.float32)
    for why in Why:
        for winner in range(players):
            code = result_code(why, winner)
            rewards[code] = rewards_of(code, players)
    return rewards


__all__ = ["NO_ACTION", "Step", "VectorGames"]
