"""Logs: one JSON object a line on standard error. Only known fields are written, so no token or name slips in."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

logger = logging.getLogger("veier.server")

# What may be said beside the event: kinds, counts and times, never what people wrote or who they are.
FIELDS = ("method", "route", "status", "ms", "table", "game", "seat", "version", "strength", "kind", "count", "error")
# A table's id lets people watch, so that only its beginning is written: enough to find lines that belong together.
_SHORT_ID = 4


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        line |= {name: getattr(record, f"veier_{name}") for name in FIELDS if hasattr(record, f"veier_{name}")}
        if record.exc_info and record.exc_info[0]:
            # The type and the place say enough; the message may quote what somebody wrote.
            line["error"] = record.exc_info[0].__name__
            line["at"] = _place(record)
        return json.dumps(line, ensure_ascii=False)


def _place(record: logging.LogRecord) -> str:
    assert record.exc_info
    trace = record.exc_info[2]
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""


def log(event: str, severity: int = logging.INFO, *, fault: bool = False, **values: object) -> None:
    """Write a line: an event and some of FIELDS; `fault` adds the exception that is being handled."""
    if isinstance(values.get("table"), str):
        values["table"] = str(values["table"])[:_SHORT_ID]
    logger.log(severity, event, exc_info=fault, extra={f"veier_{name}": value for name, value in values.items()})


def set_up(level: str) -> None:
    """Send all logs to standard error as lines of JSON; uvicorn's own access lines hold addresses and are left out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logger.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True
