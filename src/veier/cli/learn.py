"""`veier learn`: the lessons in the terminal, one small task after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from veier.cli.compile_progress import compile_progress
from veier.cli.completion import complete_game
from veier.cli.console import console, echo, say, supports_unicode
from veier.cli.framework import command, option
from veier.cli.language import Refusal, label, language, translate
from veier.cli.prompt import Words, explain_notation
from veier.core.errors import UnknownGame, VeierError
from veier.record.move_numbers import skip_numbers
from veier.view.styled_text import BOLD, styled

if TYPE_CHECKING:
    from veier.learn import Lesson, Task
    from veier.messages import Message
    from veier.view import View


@command("learn", "veier learn", "veier learn 4eyes", "veier learn 4eyes-plus-3p-7x7", "veier learn hexrows --lang lb")
@click.argument("game", required=False, metavar="[GAME]", shell_complete=complete_game)
@option("--ascii", is_flag=True)
def learn(game: str | None, ascii: bool) -> None:  # noqa: A002 - the option's name
    """List the lessons, or play the one of a game."""
    from veier.learn import read_lesson

    if game is None:
        _list()
        return
    with compile_progress():
        lesson = read_lesson(_find_page(game))
    _LessonSession(lesson, supports_unicode() and not ascii).run()


def _find_page(name: str) -> str:
    """Find the lesson of a game by the id of the game, or by its own name."""
    from veier.learn import find_lesson_page, lesson_pages

    try:
        page = find_lesson_page(name)
    except UnknownGame:
        page = None
    if page is None:
        raise Refusal(translate("cli.learn.unknown", page=name, pages=tuple(lesson_pages())))
    return page


def _list() -> None:
    from veier.learn import lesson_pages, read_page, task_names

    for page, game in lesson_pages().items():
        title, tasks = read_page(game, language()).title, translate("cli.learn.tasks", count=len(task_names(page)))
        echo(f"  {page:<14} {title}, {tasks}")


class _LessonSession:
    """A player who goes through a lesson."""

    def __init__(self, lesson: Lesson, unicode: bool) -> None:
        self._lesson = lesson
        self._unicode = unicode
        self._words = Words("help", "hint", "show", "skip", "quit", does={"hint": "look"})

    def run(self) -> None:
        """Run the tasks until the last one, or until the player stops."""
        solved, total, phase = 0, len(self._lesson.tasks), 0
        try:
            for number, task in enumerate(self._lesson.tasks, 1):
                if task.position.phase != phase:
                    _explain_notation(task)
                    phase = task.position.phase
                echo()
                where = translate("lesson.where", number=number, total=total)
                console().print(styled(f"{label(where)} {self._text(task.title)}", BOLD))
                solved += self._do(task)
        except (EOFError, KeyboardInterrupt):
            echo()
        say(translate("cli.learn.done", done=solved, total=total))

    def _do(self, task: Task) -> bool:
        """Ask for moves until one is right or the task is skipped; raise EOFError to stop."""
        self._show(task)
        say(translate("cli.prompt.how", words=self._words))
        hints = 0
        while True:
            typed = input("> ").strip()
            name, _ = self._words.find(typed) or ("", "")
            match name:
                case "quit":
                    raise EOFError
                case "skip":
                    return False
                case "help":
                    self._words.explain()
                    _explain_notation(task)
                case "show":
                    self._show(task)
                case "hint":
                    hints += 1
                    self._hint(task, hints)
                case _:
                    if typed and self._try(task, skip_numbers(typed)):
                        return True

    def _show(self, task: Task) -> None:
        self._draw(task.position.view())
        say(self._text(task.text))

    def _hint(self, task: Task, number: int) -> None:
        """Show what to look at, and from the second time on the answer."""
        from veier.learn import hint_view

        self._draw(hint_view(task))
        say(self._text(task.hint) if number == 1 else translate("cli.learn.answer", move=task.answer))

    def _try(self, task: Task, typed: str) -> bool:
        from veier.learn import check_task_try

        try:
            verdict = check_task_try(task, typed)
        except VeierError as error:
            say(translate("cli.play.refused", reason=error.text(language())))
            return False
        self._draw(verdict.view)
        say(self._text(verdict.text))
        return verdict.right

    def _draw(self, view: View) -> None:
        from veier.view import to_styled

        console().print(to_styled(view, unicode=self._unicode, trays=view.phase == 1))

    def _text(self, message: Message) -> str:
        return message.text(language())


def _explain_notation(task: Task) -> None:
    """Print how moves are written; the example is no answer, unless every move is one."""
    from veier.learn import check_task_try

    explain_notation(task.position, lambda move: check_task_try(task, move).right)
