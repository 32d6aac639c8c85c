"""The best lines of a position while a search deepens: what is proved, apart from practical chances.

    for found in deepen(veier.game("4eyes").start().play("13@C3"), count=3):
        print(found.nodes, found.lines[0].moves, found.lines[0].proven)

Each step searches from the beginning with about twice the time. So a step can be stopped or put off, and callers that
serve many people can give each of them one step at a time. A search among three learns from the moves that are told as
history how well the others play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from veier.core.data import to_plain
from veier.core.history import History
from veier.core.position import Position
from veier.explain.practical import Chances, practical_chances, read_models
from veier.search.analysis import Analysis, Proven
from veier.search.limits import Limits, Stop, Watch
from veier.search.think import think

# Seconds of each step.
STEPS = (0.25, 0.5, 1.0, 2.0, 4.0)
MAX_LINES = 5
# The longest line that is told.
_PLIES = 12
# A step that ends within so much of its time has found out all there is.
_UNUSED = 0.5
_REPORT_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class BestLine:
    """A move and how the game is expected to go on.

    moves    this move first
    proven   the certain result, in plies with this move; None where it is not known
    chances  each seat's practical chances after the move
    """

    moves: tuple[str, ...]
    proven: Proven | None
    chances: Chances


@dataclass(frozen=True, slots=True)
class BestLines:
    """What a search knows of the best moves, best first; `proven` is the result of the position, if it is certain.

    done  whether nothing more is to be expected
    """

    lines: tuple[BestLine, ...]
    proven: Proven | None
    nodes: int
    done: bool = False

    def to_data(self) -> dict[str, Any]:
        """Return everything as data that JSON can hold."""
        data: dict[str, Any] = to_plain(self)
        return data


def deepen(
    position: Position, count: int, stop: Stop | None = None, history: History | None = None
) -> Iterator[BestLines]:
    """Yield the best lines after each step, until nothing more is to be expected or `stop` is set."""
    stop = stop or Stop()
    for step in range(len(STEPS)):
        found = take_step(history or History(position), count, step, stop)
        if stop.is_set:
            return
        yield found
        if found.done:
            return


def take_step(
    history: History, count: int, step: int, stop: Stop, report: Callable[[BestLines], None] | None = None
) -> BestLines:
    """Search the position after a history with the time of a step.

    `report` is told what is known meanwhile, in the thread that searches.
    """
    seconds = STEPS[step]
    # A search sets its flag when its time is over, so it gets its own.
    own = Watch(lambda known: report(_read(known, count)), _REPORT_SECONDS) if report else Stop()
    stop.tie(own.word)
    found = think(history.final, Limits(movetime=seconds), stop=own, history=history, widely=True)
    best = _read(found, count)
    certain = found.seconds < _UNUSED * seconds or all(line.proven for line in best.lines)
    return replace(best, done=certain or step == len(STEPS) - 1)


def _read(found: Analysis, count: int) -> BestLines:
    models = read_models(found.position.game)
    players = models[len(models) // 2]
    lines: dict[bytes, BestLine] = {}
    for each in found.variations:
        after = found.position.play(each.move.number)
        # Of moves that are the same, turned or mirrored, one is told.
        key = after.canonical().packed
        if key not in lines:
            later = each.proven and Proven(each.proven.winner, max(each.proven.plies - 1, 0))
            moves = each.pv[:_PLIES] or (each.move.text,)
            lines[key] = BestLine(moves, each.proven, practical_chances(after, later, players))
        if len(lines) == count:
            break
    return BestLines(tuple(lines.values()), found.proven, found.nodes)
