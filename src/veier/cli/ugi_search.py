"""The searches of `veier ugi`: the arguments of `go`, the search thread and its output. See docs/engine.md."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any

from veier.cli.framework import WholeNumber
from veier.cli.language import language, translate
from veier.cli.settings import LONGEST, RANGES, Settings
from veier.core.control_characters import escape_controls
from veier.core.errors import VeierError
from veier.core.history import History
from veier.messages import message
from veier.search.limits import Stop, Watch

if TYPE_CHECKING:
    from veier.search.analysis import Analysis, Variation

# The arguments of `go` that have a value; unknown ones are ignored.
_CLOCKS = {f"p{seat}{what}" for seat in (1, 2, 3) for what in ("time", "inc")}
_VALUES = {"nodes", "depth", "movetime"} | _CLOCKS
_MILLISECONDS = WholeNumber(1, 1000 * LONGEST)
_INCREMENT = WholeNumber(0, 1000 * LONGEST)
# Time left on a clock; some programs send a negative number after it has run out.
_LEFT = WholeNumber(-1000 * LONGEST, 1000 * LONGEST)
# With a clock for the whole game, the share of the time left that a move takes; enough for any game.
_SHARE = 1 / 20
# Seconds to wait for a search at a time: Ctrl-C is handled in between.
_POLL = 0.2
# Seconds between reports during a search.
_REPORT_SECONDS = 1.0
_WRITING = Lock()


@dataclass(frozen=True, slots=True)
class GoCommand:
    """The arguments of `go`.

    limits    some of the fields of `Limits`
    infinite  answer only after `stop`
    ponder    answer only after `ponderhit`, when the clock starts, or after `stop`
    """

    limits: dict[str, Any]
    infinite: bool
    ponder: bool


def parse_go(words: Sequence[str], mover: int) -> GoCommand:
    """Parse the arguments of `go`: limits of one search, or the clocks of a whole game."""
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
    return GoCommand({"movetime": LONGEST} if infinite else limits, infinite, "ponder" in words)


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
        # Even without time left a move is wanted: it takes the least time possible.
        limits["movetime"] = max(min(left * _SHARE + more, left / 2), 1) / 1000
    return limits


class Search:
    """A search in a thread of its own, which answers when it is allowed to."""

    def __init__(self, history: History, settings: Settings, go: GoCommand, lines: int = 1) -> None:
        self._go = go
        self._lines = lines
        self._stop, self._may_answer = Watch(self._report, _REPORT_SECONDS), Event()
        limits = replace(settings.limits, **go.limits)
        self._seconds = limits.seconds
        if go.ponder and self._seconds is not None:
            limits = replace(limits, movetime=LONGEST)
        if not go.ponder and not go.infinite:
            self._may_answer.set()
        self._thread = Thread(target=self._run, args=(history, replace(settings, limits=limits)), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the search; it answers before this returns."""
        self._stop.set()
        self._may_answer.set()
        self._wait()

    def finish(self) -> None:
        """Wait for the end of the search, unless it waits for `stop` or `ponderhit`."""
        if self._may_answer.is_set():
            self._wait()

    def hit(self) -> None:
        """Let a pondering search answer, and start its clock."""
        if self._go.ponder and not self._go.infinite:
            self._may_answer.set()
            Thread(target=self._end_in_time, daemon=True).start()

    def _end_in_time(self) -> None:
        self._thread.join(self._seconds)
        self._stop.set()

    def _wait(self) -> None:
        while self._thread.is_alive():
            self._thread.join(_POLL)

    def _run(self, history: History, settings: Settings) -> None:
        answer = _answer(history, settings, self._stop, self._lines)
        self._may_answer.wait()
        for line in answer:
            write_line(line)

    def _report(self, analysis: Analysis) -> None:
        if self._go.ponder and not self._may_answer.is_set():
            return
        for line in _format_infos(analysis, self._lines):
            write_line(line)


def _answer(history: History, settings: Settings, stop: Stop, lines: int) -> tuple[str, ...]:
    """Search, and answer even after an error: the other program would wait for a move for ever."""
    try:
        analysis = settings.think(history, stop, widely=lines > 1)
        return *_format_infos(analysis, lines), f"bestmove {analysis.best.move}"
    except VeierError as error:
        problem = error.text(language())
    except Exception as error:
        # Only the type of the error: its text may contain file names.
        problem = translate("cli.ugi.failed", kind=type(error).__name__)
    return f"info string {problem}", "bestmove none"


def _format_infos(analysis: Analysis, lines: int) -> list[str]:
    """Write what is known of the best moves, each on a line; more than one have numbers."""
    shown = analysis.variations[:lines]
    return [_format_info(analysis, line, number if lines > 1 else None) for number, line in enumerate(shown, 1)]


def _format_info(analysis: Analysis, line: Variation, number: int | None) -> str:
    words: list[object] = ["info", *([] if number is None else ["multipv", number])]
    words += ["time", round(1000 * analysis.seconds), "nodes", analysis.nodes]
    words += ["chances", *(f"{chance:.4f}" for chance in line.chances), "draw", f"{line.draw:.4f}"]
    if line.proven:
        words += ["proven", result_name(line.proven.winner), line.proven.plies]
    return " ".join(map(str, [*words, "pv", *line.pv]))


def result_name(winner: int | None) -> str:
    """Return the UGI name of a result."""
    return "draw" if winner is None else f"p{winner + 1}win"


def write_line(*words: object) -> None:
    """Write a line at once. When the reader has closed the pipe, the input soon ends too, and with it the program."""
    with _WRITING, suppress(BrokenPipeError):
        sys.stdout.write(escape_controls(" ".join(map(str, words))) + "\n")
        sys.stdout.flush()
