"""Studies as values and as files: what is written is read back, and every reader of records reads it."""

from __future__ import annotations

import pytest

import veier
from veier.core.errors import VeierError
from veier.record import Record, format_position, read_records
from veier.record.drawings import join_comment, split_comment
from veier.record.study import Chapter, Study, Task, clean_title, format_study, read_study
from veier.view.drawings import Drawing

DRAWN = "[%draw green:c3 red:c3>e5 blue:a1-c1-c3-a3]"


def sample_study() -> Study:
    """A study of a game with comments, variations and drawings, a position, and a task."""
    game = Record.from_moves("4eyes", "13@C3 24@A1 12@B2", seats=("Léa", "Max"))
    game = game.annotate(1, comment=f"Far away. {DRAWN}").add_variation(1, "24@B3 31@D4")
    start = veier.game("hexrows").start().play("f6", "f7")
    position = Record(start.game, start=start, comment='Two stones, {one} row. "So"', tags=(("Source", "a book"),))
    task = Record(task_position().game, start=task_position())
    chapters = Chapter(game, "Far from the middle"), Chapter(position), Chapter(task, "Find it", Task("win", 1))
    return Study("Squares – an introduction", chapters)


def task_position() -> veier.Position:
    """A position in which the mover has three corners of a square, and the tile for the fourth."""
    return veier.game("4eyes").start().play("12@A1", "34@E5", "12@C1", "34@E4", "12@A3", "34@E3")


def test_a_study_is_read_back_as_it_was() -> None:
    study = sample_study()
    text = format_study(study)
    assert read_study(text) == study
    assert format_study(read_study(text)) == text
    assert [record.game.name for record in read_records(text)] == ["4eyes", "hexrows", "4eyes"]


def test_any_file_of_records_is_a_study() -> None:
    study = read_study('[Game "4eyes"]\n[Red "Léa"]\n\n13@C3\n\n[Game "hexrows"]\n')
    assert study.title == ""
    assert [chapter.title for chapter in study.chapters] == ["", ""]


def test_drawings_are_split_from_words_and_joined_again() -> None:
    words, drawings = split_comment(f"Far away. {DRAWN}")
    assert words == "Far away."
    assert drawings == (
        Drawing("green", ("c3",)),
        Drawing("red", ("c3", "e5")),
        Drawing("blue", ("a1", "c1", "c3", "a3")),
    )
    assert join_comment(words, drawings) == f"Far away. {DRAWN}"
    assert join_comment("", drawings[:1]) == "[%draw green:c3]"
    for text in ("[%draw pink:c3]", "[%draw red:c3>]", "[%draw]", "see [%draw red:a1-a2]", " spaces  stay "):
        assert split_comment(text) == (text, ())


@pytest.mark.parametrize(
    ("task", "key"),
    [
        ("win", "study.task.unknown"),
        ("win 9", "study.task.unknown"),
        ("mate 2", "study.task.unknown"),
        ("win ²", "study.task.unknown"),
        ("score 1", "study.task.kind"),
    ],
)
def test_tasks_that_cannot_be_set_are_refused(task: str, key: str) -> None:
    with pytest.raises(VeierError) as refused:
        read_study(f'[Game "4eyes"]\n[Task "{task}"]\n')
    assert refused.value.reason.key == key


def test_a_finished_game_has_no_task() -> None:
    over = task_position().play(next(move.text for move in _wins()))
    with pytest.raises(VeierError) as refused:
        Chapter(Record(over.game, start=over), "", Task("win", 1))
    assert refused.value.reason.key == "study.task.over"
    assert format_position(over)


def _wins() -> list[veier.Move]:
    position = task_position()
    return [move for move in position.legal_moves if position.play(move).is_over]


def test_titles_are_one_line_that_can_be_seen() -> None:
    assert clean_title("  A\n title \u202ebackwards\u0007 ") == "A title backwards"
    assert len(clean_title("x" * 500)) == 100
    with pytest.raises(VeierError):
        Study("two\nlines", sample_study().chapters)
    with pytest.raises(VeierError):
        Study("empty", ())
