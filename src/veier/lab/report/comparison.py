"""The page that compares the games: which is the fairest for two, for three?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from veier.games import game as find_game
from veier.lab.report.document import Document, Link, Paragraph, Section, Table
from veier.lab.report.study import Study
from veier.lab.report.wording import NOTHING, Wording
from veier.messages import join


def compare(studies: Sequence[Study], addresses: Mapping[str, str], language: str) -> Document:
    """Return the comparison of studies, each with the address of its report, by the id of its game."""
    wordings = {study.game: Wording(language, find_game(study.game)) for study in studies}
    say = wordings[studies[0].game].text
    answers = [text for seats in (2, 3) for text in _answers([s for s in studies if _seats(s) == seats], wordings)]
    head = [say("report.column.game")]
    head += [say(f"colour.{colour}") for colour in ("red", "brown", "blue")]
    head += [say(f"report.column.{name}") for name in ("balance", "draws", "plies")]
    rows = [_row(study, wordings[study.game], addresses[study.game]) for study in studies]
    table = Table(say("report.index.title"), [*head, say("report.index.swap"), say("report.column.games")], rows)
    section = Section("games", say("report.seats.title"), [Paragraph(say("report.index.text")), table])
    how = Section("definitions", say("report.definitions.title"), [Paragraph(say("report.definition.points"))])
    total = wordings[studies[0].game].count(sum(study.games for study in studies))
    return Document(language, say("report.index.title"), say("report.made", games=total), answers, (section, how))


def fairest(studies: Sequence[Study]) -> tuple[Study, list[Study]]:
    """Return the study with the best balance, and those whose interval overlaps with its own."""
    best = max(studies, key=lambda study: study.strong.balance.mean)
    low = best.strong.balance.low
    return best, [study for study in studies if study is not best and study.strong.balance.high >= low]


def _seats(study: Study) -> int:
    return len(study.strong.seats)


def _answers(studies: Sequence[Study], wordings: Mapping[str, Wording]) -> Iterator[str]:
    if len(studies) < 2:
        return
    best, near = fairest(studies)
    wording = wordings[best.game]
    points = best.strong.seats
    if len(points) == 2:
        yield wording.text("report.index.two", title=wording.title(), points=wording.about(points[0]))
    else:
        yield wording.text("report.index.three", title=wording.title(), points=wording.seats(points))
    if near:
        titles = join((wordings[study.game].title() for study in near), wording.language)
        yield wording.text("report.index.near", titles=titles)


def _row(study: Study, wording: Wording, address: str) -> list[str | Link]:
    strong = study.strong
    points = dict(zip(wording.game.colours, strong.seats, strict=True))
    return [
        Link(wording.title(), address),
        *(wording.interval(points.get(colour)) for colour in ("red", "brown", "blue")),
        wording.interval(strong.balance),
        wording.share(strong.measures["draws"]),
        wording.interval(strong.measures["plies"], 1),
        wording.interval(study.swap.points) if study.swap else NOTHING,
        wording.number(strong.games, 0),
    ]
