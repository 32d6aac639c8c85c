"""Clocks after a run: nobody gained more than a second for each fault, and nobody was charged for more than passed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.chaos.journal import Sent
from benchmarks.chaos.replay import Replay, Step
from benchmarks.chaos.violations import Violations
from veier.table import Ended, Moved, TakenBack

# Milliseconds that a fault may give a player, and by which times may differ without one.
_PER_FAULT, _SLACK = 1000, 300


# Milliseconds after a fault in which clocks may still stand still: the server looks once a second whether it can write.
_AFTERWARDS = 2000


@dataclass(frozen=True)
class Window:
    """A fault, from its beginning until everything answered again, in milliseconds since 1970."""

    kind: str
    begun: int
    healed: int

    def overlap(self, begun: int, ended: int) -> int:
        """Return for how long a span of time was within the fault."""
        return max(0, min(self.healed, ended) - max(self.begun, begun))


def check_clocks(
    replays: Iterable[Replay], sent: dict[str, Sent], windows: list[Window], violations: Violations
) -> int:
    """Compare what every turn cost with the time that it took; return the number of turns compared."""
    compared = 0
    for replay in replays:
        clock = replay.start.setup.clock
        if clock is None or clock.kind != "minutes":
            continue
        began = 0
        for step in replay.steps:
            charged = _charged(step, clock.increment_ms)
            if charged is not None and began:
                compared += 1
                where = f"{replay.id}, version {step.after.version}"
                if charged > step.at - began + _SLACK:
                    violations.add("a player lost time", f"{where}: {charged} ms for {step.at - began}")
                if step.command_id in sent:
                    _check_thought(where, charged, sent[step.command_id].thought, windows, violations)
            if isinstance(step.event, Moved | TakenBack):
                began = step.at
    return compared


def _charged(step: Step, increment: int) -> int | None:
    """Return the milliseconds that an event took from the player whose clock ran; None if it ended no turn."""
    running, before, after = step.before.running, step.before.remaining, step.after.remaining
    if running is None or before is None or after is None or not isinstance(step.event, Moved | TakenBack | Ended):
        return None
    return before[running] - after[running] + (increment if isinstance(step.event, Moved) else 0)


def _check_thought(
    where: str, charged: int, thought: tuple[int, int], windows: list[Window], violations: Violations
) -> None:
    """Compare the cost with the time between a player's seeing the turn and sending the command.

    The turn had begun before it was seen, and the command came in after it was sent, however busy the machine is.
    """
    faults = [window for window in windows if window.overlap(thought[0] - _AFTERWARDS, thought[1])]
    outside = thought[1] - thought[0] - sum(window.overlap(*thought) for window in faults)
    if charged < outside - _PER_FAULT * len(faults) - _SLACK:
        kinds = ", ".join(window.kind for window in faults)
        violations.add("a player gained time", f"{where}: {charged} ms for {outside} outside of {kinds or 'any fault'}")
