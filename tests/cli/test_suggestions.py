"""Words that are nearly right: the nearest ones are suggested, in every language."""

from __future__ import annotations

import pytest

from cli.conftest import Run
from veier.messages import LANGUAGES

NEAR = {
    ("shwo", "4eyes"): "show",
    ("help",): "--help",
    ("show", "4eye"): "4eyes",
    ("show", "hexrow"): "hexrows",
    ("show", "4eyes?sied=4"): "side",
    ("show", "4eyes", "--themee", "dark"): "--theme",
}
MEANT = {"en": "did you mean", "fr": "pensais-tu à", "de": "meinst du", "lb": "mengs du"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("arguments", NEAR)
def test_the_nearest_words_are_suggested(veier: Run, arguments: tuple[str, ...], language: str) -> None:
    done = veier(*arguments, "--lang", language)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    meant = done.err.partition(MEANT[language])[2]
    assert meant.strip(" ?\n\u00a0\u202f").split(", ")[0] == NEAR[arguments]


def test_what_is_like_nothing_gets_the_list(veier: Run) -> None:
    assert "the games are 4eyes," in veier("show", "chess").err
    assert "the commands are serve," in veier("xyzzy").err
