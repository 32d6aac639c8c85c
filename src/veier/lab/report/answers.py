"""The answers of a report in words, and what they mean for a player."""

from __future__ import annotations

from collections.abc import Iterator

from veier.lab.report.study import Figures, Study
from veier.lab.report.wording import Wording

# Points per game: what nobody would notice at the table.
_EVEN = 0.06


def answers(study: Study, wording: Wording) -> Iterator[str]:
    """Answer in sentences: is it fair, with what rule, what is proved, how it goes."""
    strong, say = study.strong, wording.text
    if len(strong.seats) == 2:
        yield say("report.answer.two", colour=wording.colour(0), points=wording.about(strong.seats[0]))
    else:
        yield say("report.answer.three", points=wording.seats(strong.seats))
    ahead = advantages(strong)
    for seat in ahead:
        yield say("report.answer.ahead", colour=wording.colour(seat))
    if not ahead:
        key = "report.answer.even" if _is_sure(strong) else "report.answer.unsure"
        yield say(key, margin=wording.number(_margin(strong)))
    if study.swap:
        yield say("report.answer.swap", points=wording.about(study.swap.points))
    if study.proven and study.proven.winner is not None:
        colour = wording.colour(study.proven.winner)
        yield say("report.answer.proved", colour=colour, count=study.proven.plies)
    yield from _course(study, wording)


def _course(study: Study, wording: Wording) -> Iterator[str]:
    strong, weak, say = study.strong, beginners(study), wording.text
    if weak and len(weak.seats) == 2:
        yield say("report.answer.weak", player=wording.player(weak.player), points=wording.about(weak.seats[0]))
    plies, draws = strong.measures["plies"], strong.measures["draws"]
    if plies and draws:
        yield say("report.answer.length", plies=wording.about(plies, 1), draws=wording.share(draws))
    gifts = weak.measures["gifts"] if weak else None
    if gifts and wording.game.patterns.shapes:
        yield say("report.answer.gifts", share=wording.share(gifts))
    if study.steps:
        yield say("report.answer.skill", count=study.levels_of_play, steps=len(study.steps))


def advice(study: Study, wording: Wording) -> Iterator[str]:
    """Say what follows for somebody who wants to play."""
    strong, say = study.strong, wording.text
    if not advantages(strong) and _is_sure(strong):
        yield say("report.advice.even")
    else:
        yield say(f"report.advice.{_cure(study)}")
    if study.proven:
        yield say("report.advice.proved")
    decided = [one for one in study.options if _is_decided(one) or not _is_decided(strong)]
    fairest = max(decided, key=lambda figures: figures.balance.mean, default=None)
    if fairest and fairest.balance.low > strong.balance.high:
        differences = [wording.interval(figures.balance.mirrored()) for figures in (fairest, strong)]
        option = changed_from(study.game, fairest.game)
        yield say("report.advice.option", option=option, difference=differences[0], here=differences[1])


def _is_sure(figures: Figures) -> bool:
    """Return whether the games are enough to speak of equal seats."""
    return _margin(figures) <= _EVEN


def _cure(study: Study) -> str:
    """Name what makes up for an unfair seat; the swap rule only where the games do not show it to be unfair, too."""
    if len(study.strong.seats) != 2:
        return "rounds"
    points = study.swap and study.swap.points
    return "swap" if points and points.low <= 0.5 <= points.high else "twice"


def _is_decided(figures: Figures) -> bool:
    """Return whether at least half of the games have a winner: seats are even, too, where nobody ever wins."""
    draws = figures.measures["draws"]
    return draws is None or draws.mean <= 0.5


def _margin(figures: Figures) -> float:
    """Return how far a seat's points may be from a fair share."""
    fair = 1 / len(figures.seats)
    return max(max(points.high - fair, fair - points.low) for points in figures.seats)


def advantages(figures: Figures) -> list[int]:
    """List the seats that surely score more than a fair share."""
    fair = 1 / len(figures.seats)
    return [seat for seat, points in enumerate(figures.seats) if points.low > fair]


def beginners(study: Study) -> Figures | None:
    """Return what the lowest level has shown, if it is not the strongest."""
    return next((figures for figures in study.levels[:-1] if figures.player.isdigit()), None)


def changed_from(game: str, other: str) -> str:
    """Return the options of another game that differ from those of a game: `side=8`."""
    here = set(game.partition("?")[2].split("&"))
    options = [option for option in other.partition("?")[2].split("&") if option and option not in here]
    return ", ".join(options) or other.partition("?")[0]
