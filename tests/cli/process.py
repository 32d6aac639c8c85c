"""A process of `veier` that tests talk to, line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from types import TracebackType
from typing import Any


class VeierProcess:
    """A running command; leaving the `with` block closes its input and waits for its end."""

    def __init__(self, *arguments: str) -> None:
        environment = os.environ | {"VEIER_LANG": "en"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "veier", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment,
        )

    def send(self, *lines: str | dict[str, Any]) -> None:
        """Write lines; an object is written as JSON."""
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write((json.dumps(line) if isinstance(line, dict) else line) + "\n")
        self.process.stdin.flush()

    def read_line(self) -> str:
        """Read a line."""
        assert self.process.stdout
        return self.process.stdout.readline().rstrip("\n")

    def read_until(self, beginning: str) -> list[str]:
        """Read lines up to one with this beginning."""
        lines = [self.read_line()]
        while not lines[-1].startswith(beginning):
            assert self.process.poll() is None or lines[-1], lines
            lines.append(self.read_line())
        return lines

    def read_object(self) -> dict[str, Any]:
        """Read a line of JSON."""
        answer: dict[str, Any] = json.loads(self.read_line())
        return answer

    def end(self) -> tuple[int, str, str]:
        """Close the input; return the exit code and the remaining output."""
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err

    def __enter__(self) -> VeierProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.__exit__(kind, error, trace)
