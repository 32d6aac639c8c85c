"""The module of `<veier-board>` for other sites: one file with its styles and texts, which touches nothing else there.

Its sources are modules of the pages (`js/embed.js` and what it imports), so that boards look the same everywhere.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache

from veier.messages import LANGUAGES, read_catalogue
from veier.server.assets.files import File, all_stamps, make_file, read_source
from veier.server.assets.modules import Part, closure, read_part

_ENTRY = "js/embed.js"
_STYLES = ("css/tokens.css", "css/palette.css", "css/board.css", "css/motion.css", "css/embed.css")
_TEXTS = re.compile(r"web\.(embed\.(?!code|script)\w+|walk\.(?!where)\w+|again)")
_FONT_FACE = re.compile(r"@font-face \{[^}]*\}\s*")
_THEME = re.compile(r':root\[data-theme="(\w+)"\]')


def embed_module() -> File:
    """Return the module, made of the sources as they are now."""
    return _make_module(all_stamps())


@lru_cache(maxsize=1)
def _make_module(stamps: int) -> File:
    """Assemble the module; `stamps`, the files' times of change, make it be assembled again."""
    parts = cache(_read)
    made = [f'$makers["{part.name}"] = () => {{\n{part.text}\n}};\n' for part in closure([_ENTRY], parts)]
    need = "const $need = (name) => ($made[name] ??= $makers[name]());\n"
    text = f'const $makers = {{}}, $made = {{}};\n{need}{"".join(made)}$need("{_ENTRY}");\n'
    return make_file("embed/veier-board.js", text.encode())


def _read(name: str) -> Part:
    if name == "js/embed/styles.js":
        return read_part(name, f"export const STYLES = {json.dumps(_styles())};")
    if name == "js/embed/texts.js":
        return read_part(name, f"export const TEXTS = {json.dumps(_texts(), ensure_ascii=False)};")
    return read_part(name, (read_source(name) or b"").decode())


def _styles() -> str:
    """Return the style sheets for a shadow tree: what the page's root has, the element has there.

    Fonts belong to pages; where the element's page has none of ours, the next one in the list is used.
    """
    text = "".join((read_source(name) or b"").decode() for name in _STYLES)
    text = _THEME.sub(r':host([theme="\1"])', _FONT_FACE.sub("", text))
    return text.replace(":root", ":host")


def _texts() -> dict[str, dict[str, object]]:
    return {
        language: {key: text for key, text in read_catalogue(language).items() if _TEXTS.fullmatch(key)}
        for language in LANGUAGES
    }
