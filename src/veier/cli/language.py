"""The language of the command line: `--lang`, else VEIER_LANG or the locale; click's own words in it too."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import click

from veier.messages import LANGUAGES, say, wanted_language

# What parts the thousands of a number, and what its decimals (CLDR).
_MARKS = {"lb": (".", ","), "fr": ("\u202f", ","), "de": (".", ","), "en": (",", ".")}

_chosen: str | None = None


def language() -> str:
    """Give the language to speak."""
    global _chosen
    if _chosen is None:
        _chosen = _asked_for(sys.argv[1:]) or wanted_language()
    return _chosen


def tell(key: str, /, **params: object) -> str:
    """Say a sentence of the catalogues in the chosen language."""
    return say(key, language(), **params)


def tell_number(number: int | float) -> str:
    """Write a number as people who speak the chosen language do; one that is not whole with one decimal."""
    thousands, decimals = _MARKS[language()]
    english = f"{number:,}" if isinstance(number, int) else f"{number:,.1f}"
    return english.translate({ord(","): thousands, ord("."): decimals})


def tell_count(key: str, /, count: int) -> str:
    """Say how many there are of something."""
    return tell(key, count=count, number=tell_number(count))


def tell_usage_error(error: click.ClickException) -> str:
    """Say in the chosen language what is wrong with the arguments."""
    match error:
        case click.NoSuchOption():
            return tell("cli.error.option", option=error.option_name)
        case click.BadOptionUsage():
            return tell("cli.error.needs_value", option=error.option_name)
        case click.MissingParameter() if error.param is not None and error.ctx is not None:
            return tell("cli.error.missing", name=error.param.make_metavar(error.ctx), command=error.ctx.command_path)
        case click.BadParameter() if error.param is not None:
            return f"{error.param.human_readable_name}: {error.message}"
        case click.UsageError() if error.ctx is not None and not isinstance(error, Refusal):
            return tell("cli.error.usage", command=error.ctx.command_path)
    return error.message


def tell_file_error(error: OSError) -> str:
    """Say in the chosen language what is wrong with a file."""
    known = {FileNotFoundError: "missing", PermissionError: "forbidden", IsADirectoryError: "directory"}
    kind = known.get(type(error))
    if isinstance(error, FileNotFoundError | NotADirectoryError) and error.filename:
        directory = Path(error.filename).parent
        if not directory.is_dir():
            return tell("cli.file.nowhere", file=error.filename, directory=directory)
    if kind and error.filename:
        return tell(f"cli.file.{kind}", file=error.filename)
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


class Refusal(click.UsageError):
    """Arguments that a command refuses, with a message that is already in the chosen language."""


def _asked_for(arguments: list[str]) -> str | None:
    """Find --lang before click does: the help texts need it when commands are made."""
    for here, following in pairwise([*arguments, ""]):
        name = following if here == "--lang" else here.removeprefix("--lang=") if here.startswith("--lang=") else ""
        if name in LANGUAGES:
            return name
    return None
