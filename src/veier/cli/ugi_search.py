"""The searches of `veier ugi`: what stands behind `go`, a thread that thinks, and what it says. docs/engine.md."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from veier.cli.framework import WholeNumber
from veier.cli.language import language, tell
from veier.cli.settings import LONGEST, RANGES, Settings
from veier.core.errors import VeierError
from veier.core.position import Position
from veier.messages import message
from veier.search.limits import Stop

if TYPE_CHECKING:
    from veier.search.analysis import Analysis

# The words behind `go` that have a value; those that nobody knows are passed over.
_CLOCKS = {f"p{seat}{what}" for seat in (1, 2, 3) for what in ("time", "inc")}
_VALUES = {"nodes", "depth", "movetime"} | _CLOCKS
_MILLISECONDS = WholeNumber(1, 1000 * LONGEST)
_INCREMENT = WholeNumber(0, 1000 * LONGEST)
# What is left on a clock; of one that has run out some programs give how long ago.
_LEFT = WholeNumber(-1000 * LONGEST, 1000 * LONGEST)
# With a clock for the whole game, a move takes this share of what is left; that is enough for any game.
_SHARE = 1 / 20
# How often somebody who waits for a search is awake, in seconds, so that Ctrl-C is heard.
_LOOK = 0.2
_WRITING = Lock()


@dataclass(frozen=True, slots=True)
class Order:
    """What a program asks for with `go`.

    limits    some of the fields of `Limits`
    infinite  to answer only after `stop`
    ponder    to answer only after `ponderhit`, from when on time counts, or after `stop`
    """

    limits: dict[str, Any]
    infinite: bool
    ponder: bool


def read_order(words: Sequence[str], mover: int) -> Order:
    """Read what stands behind `go`: limits of one search, or the clocks of a whole game."""
    given: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word in _VALUES:
            value = next(rest, None)
            if value is None:
                raise VeierError(message("cli.error.needs_value", option=word))
            given[word] = value
    limits = _read_limits(given, mover)
    infinite = "infinite" in words
    return Order({"movetime": LONGEST} if infinite else limits, infinite, "ponder" in words)


def _read_limits(given: dict[str, str], mover: int) -> dict[str, Any]:
    limits: dict[str, Any] = {
        name: RANGES[name].convert(given[name], None, None) for name in ("nodes", "depth") if name in given
    }
    clock, increment = f"p{mover + 1}time", f"p{mover + 1}inc"
    if "movetime" in given:
        limits["movetime"] = _MILLISECONDS.convert(given["movetime"], None, None) / 1000
    elif clock in given:
        left = _LEFT.convert(given[clock], None, None)
        more = _INCREMENT.convert(given.get(increment, 0), None, None)
        # Even when the flag has fallen a move is wanted: it takes the least time that there is.
        limits["movetime"] = max(min(left * _SHARE + more, left / 2), 1) / 1000
    return limits


class Search:
    """A search that runs beside the conversation and answers when it may."""

    def __init__(self, position: Position, settings: Settings, order: Order) -> None:
        self._order = order
        self._stop, self._may_answer = Stop(), Event()
        limits = replace(settings.limits, **order.limits)
        self._seconds = limits.seconds
        if order.ponder and self._seconds is not None:
            limits = replace(limits, movetime=LONGEST)
        if not order.ponder and not order.infinite:
            self._may_answer.set()
        self._thread = Thread(target=self._run, args=(position, replace(settings, limits=limits)), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the search; it answers before this returns."""
        self._stop.set()
        self._may_answer.set()
        self._wait()

    def finish(self) -> None:
        """Let the search come to its end, unless it waits to be told."""
        if self._may_answer.is_set():
            self._wait()

    def hit(self) -> None:
        """Let a search that ponders answer: from now on its time counts."""
        if self._order.ponder and not self._order.infinite:
            self._may_answer.set()
            Thread(target=self._end_in_time, daemon=True).start()

    def _end_in_time(self) -> None:
        self._thread.join(self._seconds)
        self._stop.set()

    def _wait(self) -> None:
        while self._thread.is_alive():
            self._thread.join(_LOOK)

    def _run(self, position: Position, settings: Settings) -> None:
        answer = _answer(position, settings, self._stop)
        self._may_answer.wait()
        for line in answer:
            say(line)


def _answer(position: Position, settings: Settings, stop: Stop) -> tuple[str, str]:
    """Think, and answer whatever goes wrong: a program that waits for a move would wait for ever."""
    try:
        analysis = settings.think(position, stop)
        return _tell(analysis), f"bestmove {analysis.best.move}"
    except VeierError as error:
        problem = error.text(language())
    except Exception as error:
        # Only what kind of error it is: its text may hold names of files.
        problem = tell("cli.ugi.failed", kind=type(error).__name__)
    return f"info string {problem}", "bestmove none"


def _tell(analysis: Analysis) -> str:
    best = analysis.best
    words: list[object] = ["info time", round(1000 * analysis.seconds), "nodes", analysis.nodes]
    words += ["chances", *(f"{chance:.4f}" for chance in best.chances), "draw", f"{best.draw:.4f}"]
    if best.proven:
        words += ["proven", tell_result(best.proven.winner), best.proven.plies]
    return " ".join(map(str, [*words, "pv", *best.pv]))


def tell_result(winner: int | None) -> str:
    """Name a result as UGI does."""
    return "draw" if winner is None else f"p{winner + 1}win"


def say(*words: object) -> None:
    """Write a line at once; when its reader has gone away, the input soon ends too, and with it the program."""
    with _WRITING, suppress(BrokenPipeError):
        sys.stdout.write(" ".join(map(str, words)) + "\n")
        sys.stdout.flush()
