"""Charts as Vega-Lite specifications, made with Altair, in the colours and type of the project.

They are drawn for a width of 320, which a phone shows in full size, and grow with the page. Seats differ by their marks
as their stones do: Red is a dot, Blue a ring, Brown a bar.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from veier.core.game import Game
from veier.lab.report.estimates import Estimate

# The tokens of the look by day; the page replaces them by its variables.
INK, QUIET, LINE, EDGE, PINE = "#1c282e", "#46545a", "#c9d0cb", "#75827d", "#1b6350"
SEAT_INKS = {"red": "#a3231a", "brown": "#5d3819", "blue": "#1c4a94"}
_SHAPES = {"red": "circle", "brown": "M-1.5,-0.5h3v1h-3Z", "blue": "circle"}
_WIDTH, _HEIGHT, _ROW = 320, 190, 30
# The width of a letter, and the most that names at the left may take.
_LETTER, _NAMES = 7.4, 130.0

Spec = dict[str, Any]
# A row of a chart: its name, and an estimate for each seat that is shown.
Row = tuple[str, Sequence[Estimate]]


def seat_chart(game: Game, rows: Sequence[Row], titles: tuple[str, str]) -> Spec:
    """Return points with whiskers for each seat, side by side, over names of rows; a dashed line is a fair share."""
    data = [
        {"name": name, "seat": seat, "mean": points.mean, "low": points.low, "high": points.high}
        for name, seats in rows
        for seat, points in enumerate(seats)
    ]
    x = alt.X("name:N", sort=None, title=titles[0], axis=alt.Axis(labelAngle=0, labelLimit=70))
    layers = [_fair(game, "y")]
    for seat, colour in enumerate(game.colours[: len(rows[0][1])]):
        base = alt.Chart().transform_filter(f"datum.seat == {seat}").encode(x=x, xOffset=_offset(seat, game.players))
        layers += _whiskers(base, "y", colour, titles[1])
    return _finish(alt.layer(*layers, data=_data(data)), _HEIGHT)


def row_chart(game: Game, rows: Sequence[Row], title: str, colour: str | None) -> Spec:
    """Return one point with a whisker per row, the names of rows at the left."""
    data = [{"name": name, "mean": seats[0].mean, "low": seats[0].low, "high": seats[0].high} for name, seats in rows]
    # Room for the names also in wide fonts, which the page may have.
    room = min(_NAMES, _LETTER * max(len(name) for name, _ in rows))
    y = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=_NAMES, minExtent=room))
    base = alt.Chart().encode(y=y)
    layers = [_fair(game, "x"), *_whiskers(base, "x", colour, title)]
    return _finish(alt.layer(*layers, data=_data(data)), _ROW * len(rows))


def bar_chart(counts: Sequence[tuple[int, int]], titles: tuple[str, str]) -> Spec:
    """Return bars over whole numbers."""
    first, last = counts[0][0], counts[-1][0]
    # At most thirty bars.
    step = max(1, -(-(last - first + 1) // 30))
    data = [{"x": number, "y": count} for number, count in counts]
    axis = alt.Axis(tickMinStep=1, grid=False)
    x = alt.X("x:Q", bin=alt.Bin(step=step, extent=[first - 0.5, last + 0.5]), title=titles[0], axis=axis)
    y = alt.Y("sum(y):Q", title=titles[1], axis=alt.Axis(tickMinStep=1, tickCount=4))
    return _finish(alt.Chart(_data(data)).mark_bar(color=EDGE, binSpacing=1).encode(x=x, y=y), _HEIGHT)


def line_chart(points: Sequence[tuple[int, Estimate]], titles: tuple[str, str]) -> Spec:
    """Return a line with the band of its intervals."""
    data = [{"x": x, "mean": point.mean, "low": point.low, "high": point.high} for x, point in points]
    x = alt.X("x:Q", title=titles[0], axis=alt.Axis(grid=False, tickMinStep=1))
    base = alt.Chart().encode(x=x)
    band = base.mark_area(color=PINE, opacity=0.22).encode(y=alt.Y("low:Q", title=titles[1]), y2="high:Q")
    line = base.mark_line(color=PINE, strokeWidth=2).encode(y="mean:Q")
    return _finish(alt.layer(band, line, data=_data(data)), _HEIGHT)


def _data(rows: Sequence[dict[str, Any]]) -> Any:
    return alt.InlineData(values=list(rows))


def _offset(seat: int, seats: int) -> Any:
    return alt.XOffsetDatum(seat, scale=alt.Scale(domain=[-1.5, seats + 0.5]))


def _fair(game: Game, axis: str) -> Any:
    rule: Any = alt.Chart(_data([{}])).mark_rule(color=EDGE, strokeDash=[4, 3])
    channel = alt.YDatum(1 / game.players) if axis == "y" else alt.XDatum(1 / game.players)
    return rule.encode(**{axis: channel})


def _whiskers(base: Any, axis: str, colour: str | None, title: str) -> list[Any]:
    ink = SEAT_INKS[colour] if colour else PINE
    make = alt.Y if axis == "y" else alt.X
    scale = alt.Scale(domain=[0, 1], nice=False)
    ends = {axis: make("low:Q", title=title, scale=scale, axis=alt.Axis(tickCount=5)), f"{axis}2": "high:Q"}
    hollow = colour == "blue"
    shape = _SHAPES[colour] if colour else "circle"
    mark = {"shape": shape, "size": 70, "opacity": 1, "stroke": ink, "strokeWidth": 2}
    fill = "#ffffff" if hollow else ink
    return [
        base.mark_rule(color=ink, strokeWidth=2, opacity=0.75).encode(**ends),
        base.mark_point(**mark, fill=fill, filled=True).encode(**{axis: make("mean:Q", title=title)}),
    ]


def _finish(chart: Any, height: int) -> Spec:
    """Return the specification with size and look."""
    text = {"labelFont": "Open Sans", "titleFont": "Open Sans", "labelFontSize": 12, "titleFontSize": 12}
    axis = {"labelColor": QUIET, "titleColor": QUIET, "titleFontWeight": 400, "titlePadding": 6}
    lines = {"gridColor": LINE, "tickColor": LINE, "domainColor": EDGE, "tickSize": 4, "labelPadding": 4}
    sized = chart.properties(width=_WIDTH, height=height, autosize=alt.AutoSizeParams(type="fit-x", contains="padding"))
    look = {"axis": {**text, **axis, **lines}, "view": {"stroke": None}, "background": "transparent", "padding": 2}
    found: Spec = sized.configure(**look).to_dict()
    return found
