"""Commands in the documents that cannot run in a test, such as servers and clusters, are at least understood."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from veier.cli.app import app

ROOT = Path(__file__).parents[2]
DOCUMENTS = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))]
# Lines of blocks, and words of the text; what a shell makes of the rest of a line is not ours.
LINE = re.compile(r"^ *(?:\$ )?(veier [^|<>…\n]*)|`(veier [^`…\n]*)`", re.MULTILINE)

# The first line of proof files begins like a command.
NO_COMMAND = ["proof", "1"]


def commands_of(text: str) -> list[list[str]]:
    found = (shlex.split(one or other, comments=True)[1:] for one, other in LINE.findall(text))
    return [command for command in found if command != NO_COMMAND]


def understand(command: click.Command, arguments: list[str]) -> None:
    """Parse arguments as the command line does, without doing anything; raise click.UsageError."""
    context = click.Context(command)
    _, rest, _ = command.make_parser(context).parse_args(list(arguments))
    if isinstance(command, click.Group) and rest:
        _, inner, left = command.resolve_command(context, rest)
        assert inner
        understand(inner, left)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_name_what_exists(document: str) -> None:
    for command in commands_of((ROOT / document).read_text(encoding="utf-8")):
        try:
            understand(app, command)
        except click.UsageError as error:
            pytest.fail(f"veier {' '.join(command)}: {error.format_message()}")


def test_what_does_not_exist_is_noticed() -> None:
    found = commands_of("`veier serve --no-such`\n```\n$ veier lab report hexrows --out x.html | cat\nveier oops\n```")
    assert found == [["serve", "--no-such"], ["lab", "report", "hexrows", "--out", "x.html"], ["oops"]]
    for wrong in (found[0], found[2], ["lab", "match", "--sptr", "0,5"]):
        with pytest.raises(click.UsageError):
            understand(app, wrong)
