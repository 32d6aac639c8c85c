"""`veier learn`: the lessons in the terminal, one small task after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from veier.cli.compile_progress import compile_progress
from veier.cli.console import console, echo, supports_unicode
from veier.cli.framework import command, option
from veier.cli.language import Refusal, language, translate
from veier.core.errors import UnknownGame, VeierError

if TYPE_CHECKING:
    from veier.learn import Lesson, Task
    from veier.messages import Message
    from veier.view import View


@command("learn", "veier learn", "veier learn 4eyes", "veier learn 4eyes-plus-3p-7x7", "veier learn hexrows --lang lb")
@click.argument("game", required=False, metavar="[GAME]")
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
        self._words = {name: translate(f"cli.play.word.{name}") for name in ("hint", "quit")}
        self._words["skip"] = translate("cli.learn.word.skip")

    def run(self) -> None:
        """Run the tasks until the last one, or until the player stops."""
        solved, total = 0, len(self._lesson.tasks)
        echo(translate("cli.learn.notation", help=self._lesson.game.notation.help))
        try:
            for number, task in enumerate(self._lesson.tasks, 1):
                echo()
                click.secho(
                    f"{translate('lesson.where', number=number, total=total)}: {self._text(task.title)}", bold=True
                )
                solved += self._do(task)
        except (EOFError, KeyboardInterrupt):
            echo()
        echo(translate("cli.learn.done", done=solved, total=total))

    def _do(self, task: Task) -> bool:
        """Ask for moves until one is right or the task is skipped; raise EOFError to stop."""
        from veier.learn import check_task_try, hint_view

        self._draw(task.position.view())
        echo(self._text(task.text))
        echo(translate("cli.learn.how", **self._words))
        hints = 0
        while True:
            typed = input("> ").strip()
            if self._is(typed, "quit"):
                raise EOFError
            if self._is(typed, "skip"):
                return False
            if self._is(typed, "hint"):
                hints += 1
                self._draw(hint_view(task))
                echo(self._text(task.hint) if hints == 1 else translate("cli.learn.answer", move=task.answer))
            elif typed:
                try:
                    verdict = check_task_try(task, typed)
                except VeierError as error:
                    echo(translate("cli.play.refused", reason=error.text(language())))
                    continue
                self._draw(verdict.view)
                echo(self._text(verdict.text))
                if verdict.right:
                    return True

    def _is(self, typed: str, name: str) -> bool:
        """Return whether a command word was typed, in English or in the chosen language."""
        return typed.lower() in (name, self._words[name])

    def _draw(self, view: View) -> None:
        from veier.view import to_styled

        console().print(to_styled(view, unicode=self._unicode, trays=view.phase == 1))

    def _text(self, message: Message) -> str:
        return message.text(language())
