"""What all engines have in common: a program is started when it is asked, and gone after an error.

Whatever an engine does, the caller gets what was asked for or an EngineError.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from veier.core.errors import VeierError
from veier.core.history import History
from veier.core.move import Move
from veier.engine.errors import EngineError
from veier.engine.line_process import LineProcess
from veier.messages import message
from veier.search.analysis import Analysis

# Seconds that a search without an end may take: a week.
_LONGEST = 7 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class GoLimits:
    """The limits of one search; without any, the engine decides."""

    seconds: float | None = None
    nodes: int | None = None
    infinite: bool = False

    def __str__(self) -> str:
        words = ["go"]
        if self.seconds is not None:
            words += ["movetime", str(max(round(1000 * self.seconds), 1))]
        if self.nodes is not None:
            words += ["nodes", str(self.nodes)]
        if self.infinite:
            words.append("infinite")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that an engine may take: to get ready, to move without a limit of time, and beyond a limit of time."""

    ready: float = 120.0
    move: float = 120.0
    grace: float = 10.0

    def for_move(self, limits: GoLimits) -> float:
        """Return the seconds to wait for a move."""
        if limits.infinite:
            return _LONGEST
        return self.move if limits.seconds is None else limits.seconds + self.grace


@dataclass(frozen=True, slots=True)
class Program:
    """How to start an engine: the command, where, and variables of its environment."""

    command: Sequence[str]
    directory: str | None = None
    environment: Mapping[str, str] | None = None


class Engine(ABC):
    """A program that analyses positions; after an error it is gone, and the next question starts it again."""

    def __init__(self, program: Program | Sequence[str], patience: Patience | None = None) -> None:
        self._program = program if isinstance(program, Program) else Program(program)
        self._patience = patience or Patience()
        self._process: LineProcess | None = None

    @property
    def name(self) -> str:
        """The command."""
        return " ".join(self._program.command)

    def start(self) -> None:
        """Start the program unless it runs, and wait until it is ready."""
        if self._process is None:
            self._process = LineProcess(self._program.command, self._program.directory, self._program.environment)
            with self._ending_on_error():
                self._introduce()

    @abstractmethod
    def analyses(self, history: History, limits: GoLimits, top: int = 1) -> Generator[Analysis, None, None]:
        """Yield what the engine knows of the end of a history while it searches; the last one is its answer.

        `top` is the number of moves that are wanted. Whoever stops reading stops the search. Raise EngineError.
        """

    @abstractmethod
    def stop(self) -> None:
        """End the running search, from any thread: it answers with what it has."""

    def analyse(self, history: History, limits: GoLimits, top: int = 1) -> Analysis:
        """Return the engine's answer about the end of a history; raise EngineError."""
        with closing(self.analyses(history, limits, top)) as reports:
            return deque(reports, maxlen=1)[0]

    def close(self) -> None:
        """End the program."""
        if self._process:
            with suppress(EngineError):
                self._say_goodbye()
            self._process.close()
            self._process = None

    def kill(self) -> None:
        """End the program at once."""
        if self._process:
            self._process.kill()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # For the protocols.

    @abstractmethod
    def _introduce(self) -> None:
        """Get a program ready that has just been started."""

    def _say_goodbye(self) -> None:
        """Ask the program to end, where its end of input does not."""
        return

    @contextmanager
    def _ending_on_error(self) -> Iterator[None]:
        """Kill the program if something goes wrong."""
        try:
            yield
        except EngineError:
            self.kill()
            raise

    def _send(self, line: str) -> None:
        assert self._process
        self._process.send(line)

    def _read(self, deadline: float) -> str:
        assert self._process
        return self._process.read_line(deadline)

    def _parse(self, history: History, text: str) -> Move:
        try:
            return history.final.parse_move(text)
        except VeierError as error:
            illegal = message("engine.illegal", engine=self.name, move=text, reason=error.reason)
            raise EngineError(illegal) from error
