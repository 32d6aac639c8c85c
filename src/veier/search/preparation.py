"""Getting ready to think about a game: compiling its kernels by Numba, where the library does not provide them.

With the library there is nothing to do. Without it, compilation takes from seconds to a minute, once per computer, so
searches do it before their clock starts.
"""

from __future__ import annotations

from veier.core.game import Game
from veier.core.position import Position
from veier.core.type_check import wrong_type
from veier.kernels.backend import chosen_backend
from veier.kernels.decorators import Kernel, Watcher, compile_all, declared, watching


def prepare(subject: Game | Position, progress: Watcher | None = None) -> None:
    """Compile what thinking about a game or position needs and is not compiled yet.

    `progress` is called with a `CompileProgress` before each kernel, and at the end.
    """
    if not isinstance(subject, Game | Position):
        raise wrong_type("subject", "Game | Position", subject)
    kernels = pending_kernels(subject.game if isinstance(subject, Position) else subject)
    if progress is None:
        compile_all(kernels)
        return
    with watching(progress):
        compile_all(kernels)


def pending_kernels(game: Game) -> list[Kernel]:
    """List the kernels that thinking about a game needs, of those that are loaded and still to be compiled."""
    if chosen_backend() == "python":
        return []
    import veier.search.think  # noqa: F401 - importing declares kernels

    _ = game.rules.kernels, game.evaluation.kernels, game.threat_support and game.threat_support.kernels
    needed = _needed_modules(game)
    return [kernel for kernel in declared() if not kernel.is_compiled and kernel.module.startswith(needed)]


def _needed_modules(game: Game) -> tuple[str, ...]:
    """Return the beginnings of the names of the modules whose kernels thinking about a game and explaining it use."""
    family = type(game.rules).__module__.rpartition(".")[0]
    modules = [f"{family}.", "veier.kernels.", "veier.search.one_ply"]
    if game.players == 2:
        modules.append("veier.search.alphabeta.")
    if game.threat_support:
        modules += ["veier.search.pn.", "veier.search.solve.knowledge", "veier.explain."]
    else:
        modules.append("veier.search.mcts.")
    return tuple(modules)
