"""The story of a study: the document that a report shows, in a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from veier.games import game as find_game
from veier.lab.report import charts
from veier.lab.report.answers import advice, answers, changed_from
from veier.lab.report.document import Chart, Document, Figures, Heat, Paragraph, Part, Section, Table
from veier.lab.report.estimates import Estimate, share_of
from veier.lab.report.plan import RANDOM
from veier.lab.report.study import Figures as LevelFigures
from veier.lab.report.study import Study
from veier.lab.report.wording import Wording

_DEFINITIONS = ("points", "draws", "plies", "phase_2", "drama", "decisiveness", "skill", "proved")
_TENSION = ("drama", "lead_changes", "decisiveness", "uncertainty")


def tell(study: Study, language: str) -> Document:
    """Return the report on a study."""
    wording = Wording(language, find_game(study.game))
    sections = [
        _section(wording, "advice", [Paragraph(text) for text in advice(study, wording)]),
        _section(wording, "seats", _seats(study, wording)),
        _section(wording, "course", _course(study, wording)),
        _section(wording, "tension", _tension(study, wording)),
        _section(wording, "boards", _boards(study, wording)),
        _section(wording, "openings", _openings(study, wording)),
        _section(wording, "skill", _skill(study, wording)),
        _section(wording, "options", _options(study, wording)),
        _section(wording, "shortest", _shortest(study, wording)),
        _section(wording, "how", [Paragraph(_how(study, wording))]),
    ]
    definitions = [Paragraph(wording.text(f"report.definition.{name}")) for name in _DEFINITIONS]
    last = Section("definitions", wording.text("report.definitions.title"), definitions, folded=True)
    title = wording.text("report.title", title=wording.title())
    about = wording.text("report.made", games=wording.count(study.games))
    found = tuple(section for section in sections if section.parts)
    return Document(language, title, about, tuple(answers(study, wording)), (*found, last))


def _section(wording: Wording, name: str, parts: Iterable[Part]) -> Section:
    return Section(name, wording.text(f"report.{name}.title"), tuple(parts))


def _how(study: Study, wording: Wording) -> str:
    return wording.text("report.how.text", games=wording.count(study.strong.games), seed=study.seed)


def _column(wording: Wording, name: str) -> str:
    return wording.text(f"report.column.{name}")


def _rows_in_words(rows: Iterable[tuple[str, Sequence[Estimate]]], wording: Wording) -> str:
    """Write rows on one line, with signs that no language needs inside numbers."""
    points = [(name, " / ".join(wording.number(one.mean) for one in seats)) for name, seats in rows]
    return " · ".join(wording.text("report.chart.row", name=name, points=text) for name, text in points)


def _seats(study: Study, wording: Wording) -> Iterator[Part]:
    rows = [(wording.player(figures.player), figures.seats) for figures in study.levels]
    titles = (wording.text("report.axis.level"), wording.text("report.axis.points"))
    alternative = wording.text("report.chart.seats", rows=_rows_in_words(rows, wording))
    # Levels stand side by side under a title, so that their numbers say enough.
    random = wording.text("report.axis.random")
    short = [(random if one.player == RANDOM else one.player, one.seats) for one in study.levels]
    yield Paragraph(wording.text("report.seats.text"))
    yield Figures([Chart(charts.seat_chart(wording.game, short, titles), alternative)])
    head = [
        _column(wording, "player"),
        *(wording.colour(seat) for seat in range(wording.game.players)),
        *(_column(wording, name) for name in ("balance", "draws", "games")),
    ]
    cells = [
        [wording.player(figures.player), *_seat_cells(figures, wording), wording.number(figures.games, 0)]
        for figures in study.levels
    ]
    yield Table(wording.text("report.seats.title"), head, cells)


def _seat_cells(figures: LevelFigures, wording: Wording) -> list[str]:
    """Return the cells of each seat's points, the balance and the draws."""
    seats = [wording.interval(points) for points in figures.seats]
    return [*seats, wording.interval(figures.balance), wording.share(figures.measures["draws"])]


def _course(study: Study, wording: Wording) -> Iterator[Part]:
    lengths, branching = study.lengths, study.branching
    most = max(lengths, key=lambda each: each[1])[0]
    ends = {"low": lengths[0][0], "high": lengths[-1][0], "most": most}
    bars = charts.bar_chart(lengths, (wording.text("report.axis.plies"), wording.text("report.axis.games")))
    line = charts.line_chart(branching, (wording.text("report.axis.ply"), wording.text("report.axis.choices")))
    first, last = (wording.interval(each[1], 0) for each in (branching[0], branching[-1]))
    words = wording.text("report.chart.branching", first=first, last=last, ply=branching[-1][0])
    squares = bool(wording.game.patterns.shapes)
    if squares:
        yield Paragraph(wording.text("report.course.text"))
    yield Figures([Chart(bars, wording.text("report.chart.lengths", **ends)), Chart(line, words)])
    names = ["plies", "branching", *(["phase_2", "gifts", "bans"] if squares else [])]
    head = [_column(wording, name) for name in ("player", *names)]
    rows = [[wording.player(figures.player), *_measures(figures, names, wording)] for figures in study.levels]
    yield Table(wording.text("report.course.title"), head, rows)


def _measures(figures: LevelFigures, names: Iterable[str], wording: Wording) -> list[str]:
    """Return cells of measures: numbers of moves with one decimal, shares in percent, the others with two decimals."""
    found = []
    for name in names:
        estimate = figures.measures[name]
        if name in ("plies", "branching", "lead_changes"):
            found.append(wording.interval(estimate, 1))
        elif name in ("phase_2", "gifts", "bans", "draws", "decisiveness"):
            found.append(wording.share(estimate))
        else:
            found.append(wording.interval(estimate))
    return found


def _tension(study: Study, wording: Wording) -> Iterator[Part]:
    valued = [figures for figures in study.levels if figures.measures["uncertainty"]]
    if not valued:
        return
    yield Paragraph(wording.text("report.tension.text"))
    head = [_column(wording, name) for name in ("player", *_TENSION)]
    rows = [[wording.player(figures.player), *_measures(figures, _TENSION, wording)] for figures in valued]
    yield Table(wording.text("report.tension.title"), head, rows)


def _boards(study: Study, wording: Wording) -> Iterator[Part]:
    found = [_heat(study.stones, "stones", wording), _heat(study.patterns, "patterns", wording)]
    yield Figures([heat for heat in found if heat])


def _heat(shares: Mapping[str, Estimate], name: str, wording: Wording) -> Heat | None:
    if not shares:
        return None
    view = wording.game.start().view()
    never = share_of([0.0] * next(iter(shares.values())).n)
    everywhere = {cell.name: share for cell in view.cells if (share := shares.get(cell.name, never))}
    most, *_, least = sorted(everywhere, key=lambda cell: -everywhere[cell].mean)
    caption = wording.text(f"report.boards.{name}", cell=most, share=wording.share(everywhere[most]))
    named = {
        "most": f"{most}: {wording.share(everywhere[most])}",
        "least": f"{least}: {wording.share(everywhere[least])}",
    }
    means = {cell: share.mean for cell, share in shares.items()}
    return Heat(view, means, caption, wording.text("report.boards.alt", **named))


def _openings(study: Study, wording: Wording) -> Iterator[Part]:
    if not study.openings:
        return
    yield Paragraph(wording.text("report.openings.text", colour=wording.colour(0)))
    if study.swap:
        (points,) = (one.seats[0] for one in study.openings if one.moves[0] == study.swap.move)
        named = {"move": study.swap.move, "colour": wording.colour(0), "points": wording.interval(points)}
        yield Paragraph(wording.text("report.openings.swap", **named))
    proved = any(opening.proven for opening in study.openings)
    # With two players the second has the rest.
    seats = range(1 if wording.game.players == 2 else wording.game.players)
    head = [
        _column(wording, "move"),
        *([_column(wording, "proved")] if proved else []),
        *(wording.colour(seat) for seat in seats),
        *(_column(wording, name) for name in ("alike", "games")),
    ]
    rows = [
        [
            opening.moves[0],
            *([wording.proven(opening.proven)] if proved else []),
            *(wording.interval(opening.seats[seat]) for seat in seats),
            str(len(opening.moves)),
            wording.number(opening.games, 0),
        ]
        for opening in study.openings
    ]
    yield Table(wording.text("report.openings.title"), head, rows, frozenset({1} if proved else ()))


def _skill(study: Study, wording: Wording) -> Iterator[Part]:
    if not study.steps:
        return
    rows = [(wording.player(step.better), [step.points]) for step in study.steps]
    spec = charts.row_chart(wording.game, rows, wording.text("report.axis.points"), None)
    yield Paragraph(wording.text("report.skill.text"))
    yield Figures([Chart(spec, wording.text("report.chart.skill", rows=_rows_in_words(rows, wording)))])
    head = [_column(wording, name) for name in ("better", "weaker", "points", "games")]
    cells = [
        [
            wording.player(step.better),
            wording.player(step.weaker),
            wording.interval(step.points),
            wording.number(step.games, 0),
        ]
        for step in study.steps
    ]
    yield Table(wording.text("report.skill.title"), head, cells, frozenset({1}))


def _options(study: Study, wording: Wording) -> Iterator[Part]:
    if not study.options:
        return
    named = [(wording.text("report.options.here"), study.strong)]
    named += [(changed_from(study.game, figures.game), figures) for figures in study.options]
    rows = [(name, figures.seats) for name, figures in named]
    spec = charts.row_chart(wording.game, rows, wording.text("report.axis.points"), wording.game.colours[0])
    words = {"colour": wording.colour(0), "rows": _rows_in_words([(name, seats[:1]) for name, seats in rows], wording)}
    yield Paragraph(wording.text("report.options.text"))
    yield Figures([Chart(spec, wording.text("report.chart.options", **words))])
    measured = ["plies", *(["phase_2"] if wording.game.patterns.shapes else [])]
    head = [
        _column(wording, "option"),
        *(wording.colour(seat) for seat in range(wording.game.players)),
        *(_column(wording, name) for name in ("balance", "draws", *measured, "games")),
    ]
    cells = [
        [name, *_seat_cells(one, wording), *_measures(one, measured, wording), wording.number(one.games, 0)]
        for name, one in named
    ]
    yield Table(wording.text("report.options.title"), head, cells)


def _shortest(study: Study, wording: Wording) -> Iterator[Part]:
    if not study.shortest:
        return
    head = [_column(wording, name) for name in ("player", "plies", "winner", "line")]
    rows = [
        [wording.player(win.player), str(len(win.moves)), wording.colour(win.winner), " ".join(win.moves)]
        for win in study.shortest
    ]
    yield Table(wording.text("report.shortest.title"), head, rows, frozenset({2, 3}))
