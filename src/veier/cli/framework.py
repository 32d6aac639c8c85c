"""Commands, options and help in the chosen language, on top of click.

The texts of a command are in the catalogues: `cli.NAME` is its line in `veier --help`, `cli.NAME.help` the rest. An
option's text is `cli.option.NAME`, or the key that it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from math import nan
from typing import Any, cast

import click
from click.shell_completion import CompletionItem

from veier.cli.completion import SETUP
from veier.cli.language import Refusal, label, language, translate
from veier.core.nearest import nearest
from veier.messages import LANGUAGES
from veier.messages.typography import parse_number

Function = Callable[..., Any]

# The exit code after a closed pipe: 128 plus the number of SIGPIPE.
NO_READER = 141


class _HelpFormatter(click.HelpFormatter):
    """Writes headings with the colon of the chosen language."""

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':{self.current_indent}}{label(heading)}\n")


class _Context(click.Context):
    formatter_class = _HelpFormatter


class _Localised(click.Command):
    """What commands and their group share: help with headings in the chosen language, and examples."""

    context_class = _Context

    def __init__(self, name: str, examples: Sequence[str] = (), **settings: Any) -> None:
        settings["options_metavar"] = translate("cli.options_here")
        settings["context_settings"] = {"help_option_names": ["-h", "--help"]}
        super().__init__(name, **settings)
        self.examples = examples
        # Options that a section of their own lists.
        self.own_params: Sequence[click.Option] = ()
        self.params.append(_language_option())

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=translate("cli.usage") + " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [param.get_help_record(ctx) for param in listed if param not in self.own_params]
        with formatter.section(translate("cli.options")):
            formatter.write_dl([record for record in records if record])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if self.examples:
            with formatter.section(translate("cli.examples")):
                for example in self.examples:
                    formatter.write(
                        f"{'':{formatter.current_indent}}{example}\n"
                    )  # never wrapped, so that it can be copied

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found:
            found.help = translate("cli.option.help")
        return found


class Command(_Localised):
    """One command of `veier`."""


class Group(_Localised, click.Group):
    """`veier` itself, or a command with commands of its own, whose modules are in a package of its name.

    Imports a command's module when the command is called, and none for its own help.
    """

    def __init__(
        self, name: str, names: Sequence[str], without_command: Sequence[click.Option] = (), **settings: Any
    ) -> None:
        super().__init__(name, subcommand_metavar=translate("cli.command_here"), **settings)
        self.names = names
        self._package, self._prefix = ("veier.cli", "") if name == "veier" else (f"veier.cli.{name}", f"{name}-")
        self.own_params = without_command
        self.params.extend(without_command)

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        with _closed_pipe_exits():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> Any:
        with _closed_pipe_exits():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.names)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.names:
            return None
        module = name.replace("-", "_")
        found: click.Command = getattr(import_module(f"{self._package}.{module}"), module)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.names and not args[0].startswith("-"):
            if near := nearest(args[0], (*self.names, "--help")):
                raise Refusal(translate("cli.error.command_near", command=args[0], near=", ".join(near)), ctx)
            raise Refusal(translate("cli.error.command", command=args[0], known=", ".join(self.names)), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(translate("cli.commands")):
            formatter.write_dl([(name, translate(f"cli.{self._prefix}{name}")) for name in self.names])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_commands(ctx, formatter)
        _Localised.format_options(self, ctx, formatter)
        if not self.own_params:
            return
        records = [param.get_help_record(ctx) for param in self.own_params]
        with formatter.section(translate("cli.serve_options", command="serve")):
            formatter.write_dl([record for record in records if record])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        with formatter.section(translate("cli.completion")):
            for shell, file, line in SETUP:
                formatter.write_text(translate("cli.completion.shell", shell=shell, file=file))
                formatter.write(f"{'':{formatter.current_indent + 2}}{line}\n")  # never wrapped, as above


@contextmanager
def _closed_pipe_exits() -> Iterator[None]:
    """Turn a closed pipe into the exit code that shells expect; click would report a failure."""
    try:
        yield
    except BrokenPipeError as error:
        raise click.exceptions.Exit(NO_READER) from error


def command(name: str, *examples: str) -> Callable[[Function], Command]:
    """Return a decorator that makes a function a command; the function has the name of its module.

    The command `x` of a group `g` is named `g-x` here and in the catalogues.
    """
    return click.command(name, cls=Command, help=help_text(name), examples=examples)


def help_text(name: str) -> str:
    """Return the help of a command, or of a group."""
    return f"{translate(f'cli.{name}')}\n\n{translate(f'cli.{name}.help')}"


def option(*names: str, text: str | None = None, **settings: Any) -> Callable[[Function], Function]:
    """Return a decorator that adds an option with its text from the catalogues."""
    name = names[-1].lstrip("-")
    return click.option(*names, help=translate(text or f"cli.option.{name}"), **settings)


def bundle(name: str, make: Callable[..., object], *options: str) -> Callable[[Function], Function]:
    """Return a decorator that hands several options to a command as one argument, `make(**options)`.

    It goes below the options, next to the function.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def bundled(**values: Any) -> Any:
            made = make(**{option: values.pop(option) for option in options})
            return function(**values, **{name: made})

        return cast(Function, bundled)

    return decorate


class WholeNumber(click.ParamType[int]):
    """A whole number in a range."""

    name = "n"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        text = str(value)
        if not re.fullmatch(r"-?[0-9]{1,19}", text) or not self.low <= int(text) <= self.high:
            self.fail(translate("cli.error.number", value=text, low=self.low, high=self.high), param, ctx)
        return int(text)


class Number(click.ParamType[float]):
    """A number in a range, with or without decimals."""

    name = "x"

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = parse_number(str(value), language())
        except ValueError:
            number = nan
        if not self.low <= number <= self.high:
            self.fail(translate("cli.error.decimal", value=value, low=self.low, high=self.high), param, ctx)
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
            self.fail(translate("cli.error.word", value=value, words=", ".join(self.words)), param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


def _language_option() -> click.Option:
    """Return the option --lang, whose value was read before click began."""
    return click.Option(["--lang"], type=OneOf(*LANGUAGES), expose_value=False, help=translate("cli.option.lang"))
