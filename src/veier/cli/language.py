"""The language of the command line: `--lang`, else VEIER_LANG or the locale; also for click's own messages."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import click

from veier import messages
from veier.core.nearest import nearest
from veier.messages import LANGUAGES, typography

_chosen: str | None = None


def language() -> str:
    """Return the chosen language."""
    global _chosen
    if _chosen is None:
        _chosen = _asked_for(sys.argv[1:]) or messages.preferred_language()
    return _chosen


def translate(key: str, /, **params: object) -> str:
    """Return a sentence of the catalogues in the chosen language."""
    return messages.translate(key, language(), **params)


def label(text: object) -> str:
    """Return what stands before something, with the colon of the chosen language."""
    return translate("list.label", label=text)


def format_number(number: int | float) -> str:
    """Format a number for the chosen language, a float with one decimal."""
    decimals = None if isinstance(number, int) else 1
    return typography.format_number(number, language(), decimals=decimals, grouped=True)


def format_count(key: str, /, count: int) -> str:
    """Format a number of things, such as "1,234 positions"."""
    return translate(key, count=count, number=format_number(count))


def describe_usage_error(error: click.ClickException) -> str:
    """Describe in the chosen language what is wrong with the arguments."""
    match error:
        case click.NoSuchOption():
            if near := nearest(error.option_name, _long_options(error.ctx)):
                return translate("cli.error.option_near", option=error.option_name, near=", ".join(near))
            return translate("cli.error.option", option=error.option_name)
        case click.BadOptionUsage():
            return translate("cli.error.needs_value", option=error.option_name)
        case click.MissingParameter() if error.param is not None and error.ctx is not None:
            return translate(
                "cli.error.missing", name=error.param.make_metavar(error.ctx), command=error.ctx.command_path
            )
        case click.BadParameter() if error.param is not None:
            return f"{label(error.param.human_readable_name)} {error.message}"
        case click.UsageError() if error.ctx is not None and not isinstance(error, Refusal):
            return translate("cli.error.usage", command=error.ctx.command_path)
    return error.message


def _long_options(ctx: click.Context | None) -> list[str]:
    """List the options of a command by their long names."""
    names = [name for param in ctx.command.get_params(ctx) for name in param.opts] if ctx else []
    return [name for name in names if name.startswith("--")]


def describe_file_error(error: OSError) -> str:
    """Describe in the chosen language what is wrong with a file."""
    known = {FileNotFoundError: "missing", PermissionError: "forbidden", IsADirectoryError: "directory"}
    kind = known.get(type(error))
    if isinstance(error, FileNotFoundError | NotADirectoryError) and error.filename:
        directory = Path(error.filename).parent
        if not directory.is_dir():
            return translate("cli.file.nowhere", file=error.filename, directory=directory)
    if kind and error.filename:
        return translate(f"cli.file.{kind}", file=error.filename)
    return f"{label(error.filename)} {error.strerror}" if error.filename else str(error)


class Refusal(click.UsageError):
    """Arguments that a command refuses; the message is in the chosen language already."""


def _asked_for(arguments: list[str]) -> str | None:
    """Find --lang before click does: help texts need the language when commands are defined."""
    for here, following in pairwise([*arguments, ""]):
        name = following if here == "--lang" else here.removeprefix("--lang=") if here.startswith("--lang=") else ""
        if name in LANGUAGES:
            return name
    return None
