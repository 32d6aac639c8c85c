"""A hook of MkDocs: pages that are made when the site is built, and links that lead out of docs/.

The files of the project itself (architecture, changes, …) become pages of the site, and so do the notebooks of
examples/, which are run; the reference of the commands is what they say of themselves with `--help`, and the logo is
that of the table.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from pathlib import Path, PurePosixPath
from typing import Any

import click

ROOT = Path(__file__).parent.parent
# Files outside docs/ by the page that they become.
PROJECT = {
    "project/architecture.md": "ARCHITECTURE.md",
    "project/benchmarks.md": "benchmarks/README.md",
    "project/changelog.md": "CHANGELOG.md",
    "project/contributing.md": "CONTRIBUTING.md",
    "project/security.md": "SECURITY.md",
}
NOTEBOOKS = {f"notebooks/{file.stem}.md": f"examples/{file.name}" for file in ROOT.glob("examples/*.ipynb")}
_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)((?:#[^)\s]*)?)(?=\))")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are not files of docs/."""
    from mkdocs.structure.files import File

    for page, source in PROJECT.items():
        text = _rewrite_links((ROOT / source).read_text(encoding="utf-8"), source, page)
        files.append(File.generated(config, page, content=text))
    files.append(File.generated(config, "pictures/logo.svg", abs_src_path=str(ROOT / "src/veier/web/icons/icon.svg")))
    files.append(File.generated(config, "reference/commands.md", content=describe_commands()))
    for page, source in NOTEBOOKS.items():
        for place, text in _notebooks().notebook_pages(ROOT / source, page).items():
            files.append(File.generated(config, place, content=_rewrite_links(text, source, page)))
    return files


def _notebooks() -> Any:
    """Return the module beside this one; MkDocs loads a hook as a file, outside of its package."""
    sys.path.insert(0, str(ROOT))
    try:
        return importlib.import_module("scripts.notebooks")
    finally:
        sys.path.remove(str(ROOT))


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Let links of docs/ to files of the project lead to their pages."""
    place = page.file.src_uri
    if place in PROJECT | NOTEBOOKS:
        return markdown
    return _rewrite_links(markdown, f"docs/{place}", place)


def _rewrite_links(text: str, source: str, page: str) -> str:
    """Return the text of a source file as it stands on a page of the site."""
    return _LINK.sub(lambda link: _rewrite(link, source, page), text)


def _rewrite(link: re.Match[str], source: str, page: str) -> str:
    """Return the target of a link, which stands in a source file, as a link from a page of the site."""
    target, anchor = link[1], link[2]
    file = os.path.normpath(PurePosixPath(source).parent / target)
    pages = {made_of: made for made, made_of in (PROJECT | NOTEBOOKS).items()}
    if file == "README.md":
        goal = "index.md"
    elif file.startswith("docs/"):
        goal = file.removeprefix("docs/")
    elif file in pages:
        goal = pages[file]
    else:
        return link[0]
    return os.path.relpath(goal, PurePosixPath(page).parent) + anchor


def describe_commands() -> str:
    """Return the reference of all commands, in English."""
    os.environ["VEIER_LANG"] = "en"
    from veier.cli.app import app

    parts = ["# Commands\n", "What `veier --help` and `veier COMMAND --help` print.\n", _help(app, "veier")]
    return "\n".join([*parts, *_subcommands(app, "veier")])


def _subcommands(group: click.Group, path: str) -> list[str]:
    context = click.Context(group, info_name=path)
    parts = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command
        parts += [f"## `{path} {name}`\n", _help(command, f"{path} {name}")]
        if isinstance(command, click.Group):
            parts += _subcommands(command, f"{path} {name}")
    return parts


def _help(command: click.Command, path: str) -> str:
    context = click.Context(command, info_name=path, terminal_width=80, max_content_width=80)
    return f"```text\n{command.get_help(context)}\n```\n"
