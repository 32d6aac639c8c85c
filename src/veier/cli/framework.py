"""Commands, options and help in the chosen language, on top of click.

A command's texts stand in the catalogues: `cli.NAME` is its one line in `veier --help`, `cli.NAME.help` the rest. An
option's text is `cli.option.NAME`, or another key if it is given one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from math import nan
from typing import Any

import click

from veier.cli.language import Refusal, tell
from veier.messages import LANGUAGES

Function = Callable[..., Any]

# The exit code of a program whose reader has gone away: 128 and the number of SIGPIPE.
NO_READER = 141


class _Localised(click.Command):
    """What commands and the group of them share: help with headings in the chosen language, and examples."""

    def __init__(self, name: str, examples: Sequence[str] = (), **settings: Any) -> None:
        settings["options_metavar"] = tell("cli.options_here")
        settings["context_settings"] = {"help_option_names": ["-h", "--help"]}
        super().__init__(name, **settings)
        self.examples = examples
        self.params.append(_language_option())

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=tell("cli.usage") + " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [param.get_help_record(ctx) for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section(tell("cli.options")):
            formatter.write_dl([record for record in records if record])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section(tell("cli.examples")):
                for example in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")  # never wrapped: to be copied

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found:
            found.help = tell("cli.option.help")
        return found


class Command(_Localised):
    """One command of `veier`."""


class Group(_Localised, click.Group):
    """`veier` itself: finds a command's file when it is called, and none of them for its own help."""

    def __init__(self, name: str, names: Sequence[str], **settings: Any) -> None:
        super().__init__(name, subcommand_metavar=tell("cli.command_here"), **settings)
        self.names = names

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        with _heeding_readers():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        with _heeding_readers():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.names:
            return None
        module = name.replace("-", "_")
        found: click.Command = getattr(import_module(f"veier.cli.{module}"), module)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.names and not args[0].startswith("-"):
            raise Refusal(tell("cli.error.command", command=args[0], known=", ".join(self.names)), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(tell("cli.commands")):
            formatter.write_dl([(name, tell(f"cli.{name}")) for name in self.names])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_commands(ctx, formatter)
        _Localised.format_options(self, ctx, formatter)


@contextmanager
def _heeding_readers() -> Iterator[None]:
    """End as the shell expects where a reader has had enough: click would call that a failure."""
    try:
        yield
    except BrokenPipeError as error:
        raise click.exceptions.Exit(NO_READER) from error


def command(name: str, *examples: str) -> Callable[[Function], Command]:
    """Make a command of a function that has the name of its file."""
    text = f"{tell(f'cli.{name}')}\n\n{tell(f'cli.{name}.help')}"
    return click.command(name, cls=Command, help=text, examples=examples)


def option(*names: str, text: str | None = None, **settings: Any) -> Callable[[Function], Function]:
    """Give a command an option with its text from the catalogues."""
    name = names[-1].lstrip("-")
    return click.option(*names, help=tell(text or f"cli.option.{name}"), **settings)


class WholeNumber(click.ParamType[int]):
    """A whole number in a range."""

    name = "n"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if not re.fullmatch(r"-?[0-9]{1,19}", text) or not self.low <= int(text) <= self.high:
            self.fail(tell("cli.error.number", value=text, low=self.low, high=self.high), param, ctx)
        return int(text)


class Number(click.ParamType[float]):
    """A number in a range, with or without decimals."""

    name = "x"

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(str(value))
        except ValueError:
            number = nan
        if not self.low <= number <= self.high:
            low, high = f"{self.low:.15g}", f"{self.high:.15g}"
            self.fail(tell("cli.error.decimal", value=value, low=low, high=high), param, ctx)
        return number


class OneOf(click.ParamType[str]):
    """One of a few words."""

    name = "word"

    def __init__(self, *words: str) -> None:
        self.words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "[" + "|".join(self.words) + "]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.words:
            self.fail(tell("cli.error.word", value=value, words=", ".join(self.words)), param, ctx)
        return str(value)


def _language_option() -> click.Option:
    """Accept --lang, which was read before click began."""
    return click.Option(["--lang"], type=OneOf(*LANGUAGES), expose_value=False, help=tell("cli.option.lang"))
