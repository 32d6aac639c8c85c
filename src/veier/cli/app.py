"""The command `veier`: the list of its subcommands, which are loaded when they are called."""

from __future__ import annotations

from typing import Any

import click

from veier import __version__
from veier.cli.console import echo
from veier.cli.framework import Group
from veier.cli.language import Refusal, translate
from veier.cli.serve_options import make_serve_options

COMMANDS = (
    "serve",
    "think-worker",
    "backup",
    "restore",
    "export-games",
    "import-games",
    "delete-player",
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
    "lab",
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
def _without_command(ctx: click.Context, /, no_browser: bool, **flags: Any) -> None:
    """Open the table in the browser when no command is given; otherwise only `serve` takes the server's options."""
    given = {name: value for name, value in {"no_browser": no_browser, **flags}.items() if value}
    if ctx.invoked_subcommand is None:
        from veier.cli.serve import start

        start(no_browser, **flags)
    elif ctx.invoked_subcommand == "serve":
        ctx.default_map = {"serve": given}
    elif given:
        option = "--" + min(given).replace("_", "-")
        raise Refusal(translate("cli.error.serve_option", option=option, command="serve"), ctx)


_VERSION = click.Option(
    ["--version"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help=translate("cli.option.version"),
)

app = Group(
    "veier",
    COMMANDS,
    help=translate("cli.help"),
    callback=_without_command,
    invoke_without_command=True,
    params=[_VERSION],
    without_command=make_serve_options(),
    examples=(
        "veier",
        "veier --port 9000",
        "veier play 4eyes-beginners",
        "veier show 4eyes 13@C3 24@B2",
        "veier games --lang fr",
    ),
)
