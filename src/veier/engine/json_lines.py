"""A client of `veier engine`, which analyses positions with JSON lines in and out; docs/engine.md has the protocol.

with JsonEngine([sys.executable, "-m", "veier", "engine"]) as engine:
    for analysis in engine.analyses(History(game.start()), GoLimits(seconds=5), top=3):
        print(analysis.nodes, analysis.best.move, analysis.best.chances)
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from veier.core.history import History
from veier.engine.conversation import Engine, GoLimits, Patience, Program
from veier.engine.errors import EngineError
from veier.messages import message
from veier.record.position_string import format_position
from veier.search.analysis import Analysis, Proven, Variation

# Days that a search without limits may take, and how long it may take to stop.
_LONGEST = 7 * 24 * 3600.0
_STOPPING_SECONDS = 10.0


class JsonEngine(Engine):
    """An engine for any game, started when it is first asked.

    settings  sent with each question, such as `level`, `threads`, `memory`, `seed`
    every     seconds between reports during a search
    """

    def __init__(
        self,
        program: Program | Sequence[str],
        settings: Mapping[str, object] | None = None,
        patience: Patience | None = None,
        *,
        every: float = 0.5,
    ) -> None:
        super().__init__(program, patience)
        self._settings = dict(settings or {})
        self._every = every
        self._asked = 0
        self.version = ""

    def analyses(self, history: History, limits: GoLimits, top: int = 1) -> Generator[Analysis, None, None]:
        """Yield what the engine knows while it searches; the last one is its answer."""
        self.start()
        with self._ending_on_error():
            name = self._ask(history, limits, top)
            deadline = time.monotonic() + self._patience.for_move(limits)
            is_answered = False
            try:
                while not is_answered:
                    answer = self._answer_to(name, deadline)
                    is_answered = not answer.get("isDuringSearch")
                    yield self._analysis(history, answer)
            except GeneratorExit:
                if not is_answered:
                    self._end_search(name)
                raise

    def stop(self) -> None:
        """End the running search, from any thread: it answers with what it has."""
        if self._process:
            self._terminate(str(self._asked))

    # The conversation.

    def _introduce(self) -> None:
        self._send(json.dumps({"id": "version", "action": "query_version"}))
        answer = self._answer_to("version", time.monotonic() + self._patience.ready)
        self.version = str(answer.get("version", ""))

    def _ask(self, history: History, limits: GoLimits, top: int) -> str:
        self._asked += 1
        asked: dict[str, object] = {"nodes": limits.nodes, "movetime": limits.seconds}
        if limits.infinite:
            asked["movetime"] = _LONGEST
        question = {
            "id": str(self._asked),
            "game": format_position(history.start),
            "moves": list(history.moves),
            "top": top,
            "reportDuringSearchEvery": self._every,
            **{field: value for field, value in asked.items() if value is not None},
            **self._settings,
        }
        self._send(json.dumps(question))
        return str(self._asked)

    def _terminate(self, name: str) -> None:
        self._send(json.dumps({"id": f"stop {name}", "action": "terminate", "terminateId": name}))

    def _end_search(self, name: str) -> None:
        """Stop a search that nobody reads any longer, and skip what it still says."""
        deadline = time.monotonic() + _STOPPING_SECONDS
        with suppress(EngineError):
            self._terminate(name)
            while self._answer_to(name, deadline).get("isDuringSearch"):
                pass
            return
        self.kill()

    def _answer_to(self, name: str, deadline: float) -> dict[str, Any]:
        """Read lines up to one about a question; raise EngineError if it was refused."""
        while True:
            line = self._read(deadline)
            try:
                answer = json.loads(line)
            except ValueError:
                answer = None
            if not isinstance(answer, dict):
                raise EngineError(message("engine.garbled", engine=self.name, line=line[:100]))
            if "error" in answer and answer.get("id") in (name, None):
                raise EngineError(message("engine.refused", engine=self.name, reason=str(answer["error"])))
            if answer.get("id") == name and "warning" not in answer:
                return answer

    def _analysis(self, history: History, answer: Mapping[str, Any]) -> Analysis:
        try:
            root = answer["rootInfo"]
            lines = tuple(self._variation(history, each) for each in answer["moveInfos"])
            return Analysis(history.final, lines, int(root["nodes"]), float(root["seconds"]))
        except EngineError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            garbled = message("engine.garbled", engine=self.name, line=json.dumps(answer)[:100])
            raise EngineError(garbled) from error

    def _variation(self, history: History, info: Mapping[str, Any]) -> Variation:
        proven = Proven(info["proven"]["winner"], info["proven"]["plies"]) if info["proven"] else None
        chances, pv = tuple(map(float, info["chances"])), tuple(map(str, info.get("pv", ())))
        return Variation(
            self._parse(history, info["move"]), chances, float(info["draw"]), proven, pv, int(info["nodes"])
        )
