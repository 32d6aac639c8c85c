"""Studies on paper: chapters with diagrams, drawings and words; what solves a task is on a page of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from record.test_study import sample_study, task_position

from sheets.pdf_reader import Sheet, read_pdf
from veier.messages import LANGUAGES, translate
from veier.record.study import Chapter, Study
from veier.sheets import PrintSettings
from veier.sheets.study_sheet import study_pdf


def printed(study: Study, language: str = "en") -> list[Sheet]:
    return read_pdf(study_pdf(study, PrintSettings(language)))


def winning() -> set[str]:
    position = task_position()
    return {move.text for move in position.legal_moves if position.play(move).is_over}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_study_says_everything(language: str) -> None:
    sheets = printed(sample_study(), language)
    words = " ".join(" ".join(sheet.text for sheet in sheets).split())
    for told in ("Squares – an introduction", "1. Far from the middle", "3. Find it", "Léa", "13@C3", "Far away."):
        assert told in words
    assert "[%draw" not in words
    assert translate("print.solutions", language) in sheets[-1].text


def test_what_solves_a_task_is_on_the_last_page_alone() -> None:
    *sheets, last = printed(Study("One", sample_study().chapters[2:]))
    assert not any(move in sheet.text for move in winning() for sheet in sheets)
    assert any(move in last.text for move in winning())


def test_drawings_are_on_the_diagram() -> None:
    study = sample_study()
    position = study.chapters[1]
    plain = position.record
    drawn = replace(plain, comment=f"{plain.comment} [%draw green:c3 red:c3>e5 blue:d4]")

    def shapes(chapter: Chapter) -> int:
        return sum(len(sheet.shapes) for sheet in printed(Study("One", (chapter,))))

    assert shapes(replace(position, record=drawn)) > shapes(position)


def test_a_study_without_tasks_has_no_page_of_solutions() -> None:
    study = sample_study()
    sheets = printed(replace(study, chapters=study.chapters[:2]))
    assert all("Solutions" not in sheet.text for sheet in sheets)
