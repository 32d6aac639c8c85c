"""Self-play: many games of levels or of random moves, as the chunks of a job. Each chunk is a file of the dataset."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np

from veier.core.bundles import eval_bundle, rules_bundle
from veier.core.game import Game
from veier.core.history import History
from veier.core.playouts import PLAYOUT_LIMIT
from veier.core.position import Position
from veier.datasets.schema import FILE, NOBODY, UNFINISHED, PlayedGame
from veier.datasets.writer import encode_games
from veier.games import game as find_game
from veier.kernels.state import RESULT, read_result
from veier.lab.run.job import Job
from veier.lab.run.versions import this_version

RANDOM = "random"
# Positions that the last level searches for a move, and random moves at the beginning of games between levels.
DEFAULT_NODES, DEFAULT_RANDOM_PLIES = 20_000, 4
_TASK = f"{__name__}:play_games"
_LIBRARIES = ("pyarrow",)
# Games in a chunk: seconds of work, and no more than ten thousand files.
_RANDOM_CHUNK, _CHUNK, _FILES = 5_000, 10, 10_000


@dataclass(frozen=True)
class SelfPlay:
    """What is played.

    levels        how each seat plays: "random", or the number of a level
    nodes         node limit of searches
    random_plies  the number of random moves at the beginning; without them, some levels would play one game again
                  and again
    """

    game: str
    games: int
    levels: tuple[str, ...]
    seed: int = 0
    nodes: int = DEFAULT_NODES
    random_plies: int = DEFAULT_RANDOM_PLIES

    def job(self) -> Job:
        """Return the job, whose results are the files of a dataset."""
        return Job(_TASK, asdict(self) | {"levels": list(self.levels)}, -(-self.games // self.chunk), FILE, _LIBRARIES)

    @property
    def chunk(self) -> int:
        """The number of games in a chunk."""
        return max(_RANDOM_CHUNK if self.is_random else _CHUNK, -(-self.games // _FILES))

    @property
    def is_random(self) -> bool:
        """Whether all seats play at random."""
        return set(self.levels) == {RANDOM}


def play_games(number: int, **settings: Any) -> bytes:
    """Play a chunk of games and return them as a Parquet file: the task of the job."""
    settings["levels"] = tuple(settings["levels"])
    plan = SelfPlay(**settings)
    first = number * plan.chunk
    player = _RandomPlayer(plan) if plan.is_random else _LevelPlayer(plan)
    games = [player.play(index) for index in range(first, min(first + plan.chunk, plan.games))]
    return encode_games(games, str(this_version(_TASK)))


def game_seed(seed: int, index: int) -> int:
    """Return the seed of a game: 63 bits that depend on the seed of the run and on the game's number."""
    return int.from_bytes(sha256(f"{seed} {index}".encode()).digest()[:8], "big") >> 1


class _Player:
    """Plays games of one plan."""

    def __init__(self, plan: SelfPlay) -> None:
        self.plan = plan
        self.game: Game = find_game(plan.game)

    def play(self, index: int) -> PlayedGame:
        """Play the game of a number."""
        raise NotImplementedError

    def row(self, index: int, result: int, moves: list[str], chances: Any, proven: list[int | None]) -> PlayedGame:
        """Return a game as a row; `result` is that of its state."""
        why, winner = read_result(result) if result else (None, None)
        reason = why.name.lower() if why else UNFINISHED
        about = self.game.id, index, game_seed(self.plan.seed, index), self.plan.levels
        return PlayedGame(*about, moves, winner, reason, chances, proven)


class _RandomPlayer(_Player):
    """Plays random games with a kernel."""

    def __init__(self, plan: SelfPlay) -> None:
        super().__init__(plan)
        self._bundles = rules_bundle(self.game), eval_bundle(self.game)
        self._moves = np.empty(PLAYOUT_LIMIT, np.int64)
        self._chances = np.empty((PLAYOUT_LIMIT, self.game.players + 1))

    def play(self, index: int) -> PlayedGame:
        from veier.kernels.random_games import random_game

        state = self.game.rules.start_state()
        rng = np.array([game_seed(self.plan.seed, index)], np.int64)
        plies = random_game(*self._bundles, state, rng, self._moves, self._chances)
        moves = list(map(self.game.notation.move_text, self._moves[:plies].tolist()))
        chances = self._chances[:plies, :-1].astype(np.float32)
        return self.row(index, int(state[RESULT]), moves, chances, [None] * plies)


class _LevelPlayer(_Player):
    """Plays games between levels, move by move."""

    def play(self, index: int) -> PlayedGame:
        seed = game_seed(self.plan.seed, index)
        random = Random(seed)
        history = History(self.game.start())
        chances: list[tuple[float, ...]] = []
        proven: list[int | None] = []
        while not history.final.is_over and len(history.moves) < PLAYOUT_LIMIT:
            level = self.plan.levels[history.final.mover]
            if level == RANDOM or len(history.moves) < self.plan.random_plies:
                history = history.play(random.choice(history.final.legal_numbers))
                chances.append(self._evaluate(history.final))
                proven.append(None)
                continue
            move, seen, winner = self._think(history, int(level), seed)
            history = history.play(move)
            chances.append(seen)
            proven.append(winner)
        final = history.final.state
        return self.row(index, int(final[RESULT]), [*history.moves], np.array(chances, np.float32), proven)

    def _think(self, history: History, level: int, seed: int) -> tuple[str, tuple[float, ...], int | None]:
        """Return a level's move, the chances that it sees, and the proven winner."""
        from veier.search.levels import think_at_level
        from veier.search.limits import Limits

        limits = Limits(nodes=self.plan.nodes)
        best = think_at_level(history.final, level, limits, seed=seed, history=history).best
        winner = None
        if best.proven:
            winner = NOBODY if best.proven.winner is None else best.proven.winner
        return best.move.text, best.chances, winner

    def _evaluate(self, position: Position) -> tuple[float, ...]:
        from veier.kernels.random_games import chances_of

        chances = np.empty(self.game.players + 1)
        chances_of(self._eval_bundle, position.state, chances)
        return tuple(chances[:-1].tolist())

    @cached_property
    def _eval_bundle(self) -> Any:
        return eval_bundle(self.game)
