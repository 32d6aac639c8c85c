"""`veier engine`: analysis for other programs, JSON lines in and out. docs/engine.md describes the protocol."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

from veier import __version__
from veier.cli.compile_progress import compile_progress
from veier.cli.engine_jobs import Job, Jobs
from veier.cli.engine_requests import FIELDS, BadRequest, Request, read_jobs, read_request, text_in, turns_in
from veier.cli.framework import WholeNumber, command, option
from veier.cli.language import language, translate
from veier.cli.search_output import proven_data, variation_data
from veier.core.errors import VeierError
from veier.core.position import Position
from veier.search.limits import Stop, Watch

if TYPE_CHECKING:
    from veier.search.analysis import Analysis, Variation


@command(
    "engine",
    """echo '{"id": "a", "game": "4eyes", "moves": ["13@C3"], "movetime": 1}' | veier engine""",
    "veier engine --threads 2",
)
@option("--threads", type=WholeNumber(1, 64), default=1, metavar="N", text="cli.option.workers")
def engine(threads: int) -> None:
    """Answer requests until standard input ends and all have been answered."""
    with compile_progress():
        handler = _RequestHandler(threads)
        try:
            for line in filter(bytes.strip, sys.stdin.buffer):
                handler.handle(line)
            handler.jobs.finish()
        except KeyboardInterrupt:
            handler.jobs.terminate(lambda job: True)
            handler.jobs.finish()
            raise


class _RequestHandler:
    """Reads requests, queues jobs for the workers and writes the responses."""

    def __init__(self, workers: int) -> None:
        self.jobs = Jobs(self._search, workers)
        self._writing = Lock()
        self._actions = {
            "query_version": self._write_version,
            "terminate": self._terminate,
            "terminate_all": self._terminate,
            "clear_cache": self._write,  # searches share no memory
        }

    def handle(self, line: bytes) -> None:
        """Handle a request: carry out its action, queue its positions, or write what is wrong with it."""
        request: Request = {}
        try:
            request = read_request(line)
            if "action" in request:
                self._act(request)
            else:
                self._ask(request)
        except BadRequest as error:
            field = {"field": error.field} if error.field else {}
            self._write({"error": error.reason, **field, **_id_of(request)})

    def _ask(self, request: Request) -> None:
        jobs = read_jobs(request)
        for field in [name for name in request if name not in FIELDS]:
            warning = translate("record.data_key", key=field, known=", ".join(FIELDS))
            self._write({"warning": warning, "field": field, **_id_of(request)})
        for job, priority in jobs:
            self.jobs.add(job, priority)

    def _act(self, request: Request) -> None:
        text_in(request, "id")
        action = self._actions.get(text_in(request, "action"))
        if action is None:
            known = ", ".join(self._actions)
            raise BadRequest(translate("cli.error.word", value=request["action"], words=known), "action")
        action(request)

    def _write_version(self, request: Request) -> None:
        self._write({**request, "version": __version__})

    def _terminate(self, request: Request) -> None:
        """Stop the jobs of one request, or of all."""
        only = text_in(request, "terminateId") if request["action"] == "terminate" else None
        turns = turns_in(request, "turnNumbers", 10**6)
        dropped = self.jobs.terminate(lambda job: only in (None, job.request) and (turns is None or job.turn in turns))
        self._write(request)
        for job in dropped:
            self._write({**_head(job), "noResults": True})

    def _search(self, job: Job) -> None:
        try:
            answer = self._answer(job)
        except VeierError as error:
            answer = {"error": error.text(language())}
        except Exception as error:
            # An error in one position must not stop the answers for the others.
            answer = {"error": f"{type(error).__name__}: {error}"}
        self._write({**_head(job), **answer})

    def _answer(self, job: Job) -> dict[str, Any]:
        if job.history.final.is_over:
            return {"rootInfo": _end_data(job.history.final), "moveInfos": []}
        return _analysis_data(job, job.settings.think(job.history, self._watched(job), widely=True))

    def _watched(self, job: Job) -> Stop:
        """Return what stops a job, and writes reports during its search if they are wanted."""
        if job.every is None:
            return job.stop
        report = {**_head(job), "isDuringSearch": True}
        watch = Watch(lambda analysis: self._write({**report, **_analysis_data(job, analysis)}), job.every)
        job.stop.tie(watch.word)
        return watch

    def _write(self, answer: dict[str, Any]) -> None:
        # When the reader has closed the pipe, the input soon ends too, and with it the program.
        with self._writing, suppress(BrokenPipeError):
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


def _id_of(request: Request) -> dict[str, Any]:
    return {"id": request["id"]} if isinstance(request.get("id"), str) else {}


def _head(job: Job) -> dict[str, Any]:
    return {"id": job.request, "turnNumber": job.turn, "isDuringSearch": False}


def _analysis_data(job: Job, analysis: Analysis) -> dict[str, Any]:
    lines = analysis.variations[: job.top]
    infos = [_move_data(line, order, job.with_line) for order, line in enumerate(lines)]
    return {"rootInfo": _root_data(analysis), "moveInfos": infos}


def _move_data(line: Variation, order: int, with_line: bool) -> dict[str, Any]:
    data = {"order": order, **variation_data(line)}
    if not with_line:
        del data["pv"]
    return data


def _root_data(analysis: Analysis) -> dict[str, Any]:
    best = analysis.best
    return {
        "mover": analysis.position.mover,
        "chances": list(best.chances),
        "draw": best.draw,
        "proven": proven_data(best.proven),
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
    }


def _end_data(position: Position) -> dict[str, Any]:
    """Return what a search would of a position where the game is over."""
    winner = position.outcome.winner if position.outcome else None
    return {
        "mover": position.mover,
        "chances": [float(seat == winner) for seat in range(position.game.players)],
        "draw": float(winner is None),
        "proven": {"winner": winner, "plies": 0},
        "nodes": 0,
        "seconds": 0.0,
    }
