"""Logs: one JSON object per line on standard error. Only known fields are written, so that no token or name leaks."""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

logger = logging.getLogger("veier.server")

# Fields that may stand beside the event: kinds, counts and times, never what people wrote or who they are.
FIELDS = (
    *("method", "route", "status", "ms", "table", "game", "seat", "version"),
    *("strength", "kind", "count", "error", "request"),
)
# A table's id permits watching, so only its beginning is written: enough to find lines that belong together.
_SHORT_ID = 4
# The id of the request that this task works for; a proxy may have given it. Whoever changes a table tells it to the
# other servers, so that what all of them write about a request can be found.
request_id: ContextVar[str] = ContextVar("request_id", default="")
_GIVEN_ID = re.compile(r"[0-9a-f]{32}")


def begin_request(given: str | None) -> str:
    """Note which request this task works for, and return its id: the one that a proxy has given, or a new one."""
    name = given if given and _GIVEN_ID.fullmatch(given) else secrets.token_hex(16)
    request_id.set(name)
    return name


class JsonLines(logging.Formatter):
    """Formats a log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            "process": record.process,
        }
        if name := request_id.get():
            line["request"] = name
        line |= {name: getattr(record, f"veier_{name}") for name in FIELDS if hasattr(record, f"veier_{name}")}
        if record.exc_info and record.exc_info[0]:
            # The type and the place suffice; the message may quote user input.
            line["error"] = record.exc_info[0].__name__
            line["at"] = _location(record)
        return json.dumps(line, ensure_ascii=False)


def _location(record: logging.LogRecord) -> str:
    assert record.exc_info
    trace = record.exc_info[2]
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""


def log(event: str, severity: int = logging.INFO, *, fault: bool = False, **values: object) -> None:
    """Write a line: an event and some of FIELDS; `fault` adds the type and place of the current exception."""
    if isinstance(values.get("table"), str):
        values["table"] = str(values["table"])[:_SHORT_ID]
    logger.log(severity, event, exc_info=fault, extra={f"veier_{name}": value for name, value in values.items()})


def set_up_logging(level: str) -> None:
    """Write all logs to standard error as JSON lines, without uvicorn's access log, which holds addresses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logger.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
