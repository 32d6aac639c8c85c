"""Everything that people read: the sentences of the catalogues and the lines of the rules pages."""

from __future__ import annotations

import re
from pathlib import Path

import veier
from veier.messages import Sentence, catalogue

SOURCES = Path(veier.__file__).parent


def forms(sentence: Sentence) -> list[str]:
    return list(sentence.values()) if isinstance(sentence, dict) else [sentence]


def texts(language: str) -> dict[str, str]:
    """Return every sentence and every line of the rules in a language, by its place."""
    sentences = {key: "\n".join(forms(sentence)) for key, sentence in catalogue(language).items()}
    folder = SOURCES / "messages/rules" / language
    pages = {file.name: file.read_text(encoding="utf-8") for file in folder.rglob("*.md")}
    lines = [(place, line) for place, text in (sentences | pages).items() for line in text.splitlines()]
    return {f"{place}: {line}": _read(line) for place, line in lines if line}


def _read(line: str) -> str:
    """Return what is read of a line: neither the names of figures nor on which reading of the rules it depends."""
    return re.sub(r"^[?!][a-z]+: ", "", re.sub(r"\]\([\w-]+\)", "]", line))
