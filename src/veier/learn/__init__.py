"""Learning the games: rules as pages of text and figures, for the browser, the terminal and printed sheets."""

from __future__ import annotations

from veier.learn.blocks import Block, Bullets, CaptionedFigure, FigureBlock, Heading, Page, Paragraph, Span, Steps
from veier.learn.figures import Figure, figure
from veier.learn.lessons import Lesson, Task, lesson_page, lesson_pages, read_lesson, task_names
from veier.learn.page import read_page
from veier.learn.places import page_name
from veier.learn.trainer import Exercise, exercises
from veier.learn.verdicts import Verdict, hint_view, judge

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
    "Verdict",
    "exercises",
    "figure",
    "hint_view",
    "judge",
    "lesson_page",
    "lesson_pages",
    "page_name",
    "read_lesson",
    "read_page",
    "task_names",
]
