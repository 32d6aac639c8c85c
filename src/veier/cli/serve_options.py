"""The options of the server: of `veier serve`, and of plain `veier`, which does the same."""

from __future__ import annotations

from functools import reduce

import click

from veier.cli.framework import Function, OneOf, WholeNumber, option

_OPTIONS = (
    option("--host", metavar="ADDRESS"),
    option("--port", type=WholeNumber(0, 65535), metavar="N"),
    option("--database", metavar="URL"),
    option("--base-url", metavar="URL"),
    option("--allowed-hosts", metavar="NAMES"),
    option("--trusted-proxies", metavar="ADDRESSES"),
    option("--limits", metavar="LIMITS"),
    option("--allowed-origins", metavar="ORIGINS"),
    option("--frame-ancestors", metavar="ORIGINS"),
    option("--embed-origins", metavar="ORIGINS"),
    option("--dataset", metavar="DIR"),
    option("--keep-days", type=WholeNumber(0, 36500), metavar="N"),
    option("--log-level", type=OneOf("debug", "info", "warning", "error")),
    option("--workers", type=WholeNumber(1, 64), metavar="N", text="cli.option.server_workers"),
    option("--thinkers", type=WholeNumber(0, 64), metavar="N"),
    option("--no-browser", is_flag=True),
)


def serve_options(function: Function) -> Function:
    """Add the options of the server to a command."""
    return reduce(lambda decorated, add: add(decorated), reversed(_OPTIONS), function)


def make_serve_options() -> list[click.Option]:
    """Return the options of the server for a command that is made without decorators."""
    holder = click.command("serve")(serve_options(lambda **_: None))
    return [param for param in holder.params if isinstance(param, click.Option)]
