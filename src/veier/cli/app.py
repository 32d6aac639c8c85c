"""The command `veier`: the list of its subcommands, which are loaded when they are called."""

from __future__ import annotations

import click

from veier import __version__
from veier.cli.console import echo
from veier.cli.framework import Group
from veier.cli.language import translate

COMMANDS = (
    "serve",
    "play",
    "games",
    "rules",
    "learn",
    "trainer",
    "show",
    "print",
    "moves",
    "best",
    "analyse",
    "explain",
    "state",
    "convert",
    "puzzle",
    "puzzles",
    "solve",
    "check-proof",
    "engine",
    "ugi",
    "perft",
    "bench",
    "warmup",
)


def _show_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        echo(f"veier {__version__}")
        ctx.exit()


@click.pass_context
def _without_command(ctx: click.Context, no_browser: bool) -> None:
    """Open the table in the browser when no command is given."""
    if ctx.invoked_subcommand is None:
        from veier.cli.serve import start

        start(no_browser)


_VERSION = click.Option(
    ["--version"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help=translate("cli.option.version"),
)

_NO_BROWSER = click.Option(["--no-browser"], is_flag=True, help=translate("cli.option.no-browser"))

app = Group(
    "veier",
    COMMANDS,
    help=translate("cli.help"),
    callback=_without_command,
    invoke_without_command=True,
    params=[_VERSION, _NO_BROWSER],
    examples=("veier", "veier play 4eyes-beginners", "veier show 4eyes 13@C3 24@B2", "veier games --lang fr"),
)
