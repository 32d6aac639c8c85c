"""The command line: `veier COMMAND`. One small file per command; this one is the entry point.

Data goes to standard output, everything else to standard error. Bad input ends with exit code 2 and one line
that says what is wrong, never with a traceback.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from typing import Any


def main() -> None:
    """Run `veier` with the arguments of the process."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    import click

    _prepare_streams()
    warnings.showwarning = _show_warning
    from veier.cli.app import app
    from veier.cli.framework import NO_READER
    from veier.cli.language import describe_file_error, describe_usage_error, language
    from veier.core.errors import VeierError

    try:
        result = app.main(arguments, prog_name="veier", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        # The reader has closed the pipe, as in `veier moves 4eyes | head`: keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    except click.ClickException as error:
        problem = describe_usage_error(error)
    except VeierError as error:
        problem = error.text(language())
    except OSError as error:
        problem = describe_file_error(error)
    _complain(problem)
    return 2


def _show_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """Write a warning as one line, in the language of the command where it has one."""
    from veier.cli.language import language

    reason = getattr(message, "reason", None)
    _complain(reason.text(language()) if reason else str(message))


def _complain(problem: str) -> None:
    """Write what is wrong as one line, of which a terminal obeys nothing: it may quote a file."""
    from veier.core.control_characters import escape_controls

    # Not print(): once loaded, that name is the command in this package.
    sys.stderr.write(f"veier: {escape_controls(problem)}\n")


def _prepare_streams() -> None:
    """Replace missing streams, and let output escape characters that its encoding lacks."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for as long as we run
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
