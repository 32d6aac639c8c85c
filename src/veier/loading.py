"""Loading ahead of use: modules of kernels are imported late, and what the library does not provide must be compiled.

Loading is for one thread at a time: modules that import each other must not be imported by two threads at once.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from threading import Lock

from veier.core.game import Game
from veier.kernels.decorators import compile_all, declared

_lock = Lock()
_loaded: set[tuple[str, Callable[[Game], None]]] = set()


def load_rules(game: Game) -> None:
    """Load what playing a game and showing it need."""
    _load_once(game, _load_rules)


def load_search(game: Game) -> None:
    """Load what thinking about a game and explaining it need."""
    _load_once(game, _load_search)


def load_everything() -> None:
    """Load every kernel of every game."""
    import veier.core.perft
    import veier.core.playouts
    import veier.kernels.batches
    import veier.kernels.perft
    import veier.kernels.playouts
    import veier.kernels.random_games
    import veier.learn.endgame
    import veier.learn.exhaustive
    import veier.search.solve.check
    import veier.search.solve.gather  # noqa: F401 - importing loads
    from veier.games import all_games

    for game in all_games():
        _declare_kernels(game)
        _ = game.has_encoding and game.encoding.kernels
    packages = {"veier"} | {type(game.rules).__module__.partition(".")[0] for game in all_games()}
    compile_all([each for each in declared() if not each.is_compiled and each.module.partition(".")[0] in packages])


def are_rules_loaded(game: Game) -> bool:
    """Return whether `load_rules` would have nothing to do."""
    return (game.name, _load_rules) in _loaded


def is_search_loaded(game: Game) -> bool:
    """Return whether `load_search` would have nothing to do."""
    return (game.name, _load_search) in _loaded


def is_search_compiled(game: Game) -> bool:
    """Return whether `load_search` would compile nothing."""
    if is_search_loaded(game):
        return True
    from veier.search.preparation import pending_kernels

    with _lock:
        _declare_kernels(game)
        return not pending_kernels(game)


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
    from veier.search.preparation import prepare

    _declare_kernels(game)
    prepare(game)


def _declare_kernels(game: Game) -> None:
    """Import the modules that declare the kernels of a game, of searches and of explanations."""
    import veier.explain.explainers
    import veier.search.levels  # noqa: F401 - importing declares

    _ = game.rules.kernels, game.evaluation.kernels, game.evaluation.tables
    _ = game.threat_support and game.threat_support.kernels
