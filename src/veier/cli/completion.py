"""Completion by the shell: the ids of games, files, and the lines that switch it on."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

# The file that each shell reads when it starts, and the line that it needs.
SETUP = (
    ("bash", "~/.bashrc", 'eval "$(_VEIER_COMPLETE=bash_source veier)"'),
    ("zsh", "~/.zshrc", 'eval "$(_VEIER_COMPLETE=zsh_source veier)"'),
    ("fish", "~/.config/fish/config.fish", "_VEIER_COMPLETE=fish_source veier | source"),
)


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the ids of the games that begin like this."""
    from veier.games import all_specs

    return [CompletionItem(name) for name in all_specs() if name.startswith(incomplete)]


def complete_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let the shell complete the name of a file."""
    return [CompletionItem(incomplete, type="file")]


def complete_game_or_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return games; where none begins like this, let the shell complete the name of a file."""
    return complete_game(ctx, param, incomplete) or complete_file(ctx, param, incomplete)
