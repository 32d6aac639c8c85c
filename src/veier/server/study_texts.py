"""Chapters of studies from clients and for them: records in any format, checked by the rules, as they are stored."""

from __future__ import annotations

import json
from collections.abc import Sequence

from veier.record import record_from_data, record_to_data
from veier.record.study import Chapter, Study, clean_title, format_study, read_study
from veier.server.compact_json import dump_json
from veier.server.records import read_record
from veier.server.store.studies import ChapterText


def read_chapter(text: str) -> ChapterText:
    """Read a chapter in any format of records; raise VeierError or Problem."""
    return _to_store(Chapter.of_record(read_record(text)))


def read_study_file(text: str, title: str) -> tuple[str, list[ChapterText]]:
    """Read a file of records, or one record in any format; return its title, or the one given, and its chapters."""
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        study = read_study(text)
    else:
        study = Study("", (Chapter.of_record(read_record(text)),))
    return clean_title(title) or study.title, [*map(_to_store, study.chapters)]


def write_study(title: str, records: Sequence[str]) -> str:
    """Write a study as the text of a file."""
    return format_study(load_study(title, records))


def load_study(title: str, records: Sequence[str]) -> Study:
    """Return a study from its chapters as they are stored."""
    return Study(title, tuple(map(load_chapter, records)))


def load_chapter(record: str) -> Chapter:
    """Return a chapter as it is stored."""
    return Chapter.of_record(record_from_data(json.loads(record)))


def _to_store(chapter: Chapter) -> ChapterText:
    record = chapter.to_record()
    task = str(chapter.task) if chapter.task else None
    return ChapterText(dump_json(record_to_data(record)), chapter.title, record.game.id, task)
