"""Loading ahead of use: kernels are compiled or read from their cache on import, which takes from seconds to minutes.

Loading is for one thread at a time: Numba's settings are those of the whole process, and modules that import each other
must not be imported by two threads at once.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from threading import Lock

from veier.core.game import Game

_lock = Lock()
_loaded: set[tuple[str, Callable[[Game], None]]] = set()


def load_rules(game: Game) -> None:
    """Load what playing a game and showing it need."""
    _load_once(game, _load_rules)


def load_search(game: Game, *, explain: bool = False) -> None:
    """Load what thinking about a game needs; on request also what explaining it needs."""
    _load_once(game, _load_search)
    if explain:
        _load_once(game, _load_explainers)


def load_everything() -> None:
    """Load every kernel of every game."""
    import veier.kernels.perft
    import veier.learn.exhaustive
    import veier.search.solve.check
    import veier.search.solve.solver  # noqa: F401 - importing loads
    from veier.games import all_games

    for game in all_games():
        load_search(game, explain=True)


def are_rules_loaded(game: Game) -> bool:
    """Return whether `load_rules` would have nothing to do."""
    return (game.name, _load_rules) in _loaded


def _load_once(game: Game, load: Callable[[Game], None]) -> None:
    if (game.name, load) not in _loaded:
        with _lock:
            load(game)
            # Numba leaves many objects behind: each garbage collection among them would take 0.1 s.
            gc.freeze()
            _loaded.add((game.name, load))


def _load_rules(game: Game) -> None:
    from veier.table import board_data

    start = game.start()
    _ = board_data(start), start.digest


def _load_search(game: Game) -> None:
    import veier.search.levels  # noqa: F401 - importing loads

    _ = game.rules.kernels, game.evaluation.kernels, game.evaluation.tables
    _ = game.threat_support and game.threat_support.kernels


def _load_explainers(game: Game) -> None:
    import veier.explain.explainers  # noqa: F401 - importing loads
