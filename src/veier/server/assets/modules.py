"""ES modules in one file: each becomes a function that is called when it is first needed.

Only what the pages' sources use is understood, as prettier formats it: imports and exports that begin a line, imports
of names or of a whole module, exports of functions, classes, constants and lists of names. Anything else is refused.

No line is moved within its module, so that positions stay those of the sources: comments become empty lines, and
`import { h } from "./dom.js"` becomes `const { h } = $need("js/dom.js")` where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from posixpath import dirname, join, normpath

# Where bundles lie, and so the only folder whose modules may ask for their own address.
BUNDLE_FOLDER = "js"

_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)$", re.MULTILINE | re.DOTALL)
_IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"([^"]+)";$', re.MULTILINE)
# Types name modules in the same way, but only in comments.
_LATER = re.compile(r'(=> |await )import\("([^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_NOT_UNDERSTOOD = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class NotUnderstood(Exception):
    """A module has an import or an export of a kind that is not known here, or imports itself by a detour."""


@dataclass(frozen=True, slots=True)
class Part:
    """A module as part of a bundle.

    name   its path below web/
    text   its lines, as the body of a function
    needs  the modules that it imports
    later  those that it imports when they are asked for
    """

    name: str
    text: str
    needs: tuple[str, ...]
    later: tuple[str, ...]


def without_comments(text: str) -> str:
    """Empty the lines that are comments."""
    return _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)


def read_part(name: str, text: str) -> Part:
    """Make a module the body of a function that returns its exports. Raise NotUnderstood."""
    text = without_comments(text)
    needs = tuple(_resolve(name, found[2]) for found in _IMPORT.finditer(text))
    later = tuple(_resolve(name, found[2]) for found in _LATER.finditer(text))
    exports = [found[1] for found in _EXPORT.finditer(text)]
    exports += [_renamed(each) for found in _EXPORT_LIST.finditer(text) for each in found[1].split(",") if each.strip()]
    text = _IMPORT.sub(lambda found: _need(name, found), text)
    text = _LATER.sub(lambda found: f'{found[1]}$later("{_resolve(name, found[2])}")', text)
    text = _EXPORT_LIST.sub("", _EXPORT.sub("", text))
    if found := _NOT_UNDERSTOOD.search(text):
        raise NotUnderstood(f"{name}: {found[0]}")
    if "import.meta" in text and dirname(name) != BUNDLE_FOLDER:
        raise NotUnderstood(f"{name}: import.meta would be another folder in the bundle")
    return Part(name, f"{text.rstrip()}\nreturn {{ {', '.join(exports)} }};", needs, later)


def closure(entries: Iterable[str], parts: Callable[[str], Part], known: Iterable[str] = ()) -> list[Part]:
    """Return modules with everything that they import, what is imported first; without those known."""
    found: dict[str, Part] = {}
    begun = set(known)

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise NotUnderstood(" → ".join((*path, name)))
        if name in begun:
            return
        begun.add(name)
        for needed in parts(name).needs:
            visit(needed, (*path, name))
        found[name] = parts(name)

    for entry in entries:
        visit(entry, ())
    return list(found.values())


def _resolve(name: str, address: str) -> str:
    return normpath(join(dirname(name), address))


def _need(name: str, found: re.Match[str]) -> str:
    called = f'$need("{_resolve(name, found[2])}");'
    if found[1] is None:
        return called
    names = re.sub(r"(\w+) as (\w+)", r"\1: \2", found[1].removeprefix("* as "))
    return f"const {names} = {called}"


def _renamed(exported: str) -> str:
    """Write one of a list of exports as a property."""
    own, _, other = exported.strip().partition(" as ")
    return f"{other}: {own}" if other else own
