"""Learning the games: rules as pages of text and figures, for the browser, the terminal and printed sheets."""

from __future__ import annotations

from veier.learn.blocks import Block, Bullets, CaptionedFigure, FigureBlock, Heading, Page, Paragraph, Span, Steps
from veier.learn.figures import Figure, figure
from veier.learn.lessons import Lesson, Task, find_lesson_page, lesson_page, lesson_pages, read_lesson, task_names
from veier.learn.page import read_page
from veier.learn.rules_text import page_name
from veier.learn.task_verdicts import TaskVerdict, check_task_try, hint_view
from veier.learn.trainer import Exercise, exercises

__all__ = [
    "Block",
    "Bullets",
    "CaptionedFigure",
    "Exercise",
    "Figure",
    "FigureBlock",
    "Heading",
    "Lesson",
    "Page",
    "Paragraph",
    "Span",
    "Steps",
    "Task",
    "TaskVerdict",
    "check_task_try",
    "exercises",
    "figure",
    "find_lesson_page",
    "hint_view",
    "lesson_page",
    "lesson_pages",
    "page_name",
    "read_lesson",
    "read_page",
    "task_names",
]
