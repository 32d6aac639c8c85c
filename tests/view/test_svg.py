"""The SVG picture: what it must show, whatever the position."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from veier.view import RowMark, SquareMark, Theme, View, to_svg
from veier.view.palette import PALETTES

from .samples import (
    THREE,
    all_views,
    eyes_view,
    eyes_won_view,
    hexrows_view,
    paper_view,
    plus_two_view,
    plus_view,
)

NS = "{http://www.w3.org/2000/svg}"
VIEWS = all_views()
THEMES: tuple[Theme, ...] = ("light", "dark")


def parse(view: View, theme: Theme = "light", *, trays: bool = False) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(view, theme=theme, trays=trays))


def layer(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in picture.iter(f"{NS}g") if element.get("class") == name]


def drawn_stones(picture: ElementTree.Element) -> list[tuple[str, float, float]]:
    """What stands where: the definition used and its middle."""
    found = []
    for use in (use for group in layer(picture, "stones") for use in group.iter(f"{NS}use")):
        numbers = re.findall(r"-?[\d.]+", use.get("transform", ""))
        x, y = numbers[:2] or (use.get("x", "0"), use.get("y", "0"))
        found.append((use.get("href", "").rsplit("-", 1)[1], float(x), float(y)))
    return found


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("trays", [False, True])
@pytest.mark.parametrize("theme", THEMES)
def test_every_picture_is_whole(name: str, theme: Theme, trays: bool) -> None:
    text = to_svg(VIEWS[name], theme=theme, trays=trays)
    picture = ElementTree.fromstring(text)
    assert picture.tag == f"{NS}svg"
    assert picture.get("role") == "img"
    assert picture[0].tag == f"{NS}title"
    assert picture[0].text == "A sample"
    ids = [element.get("id") for element in picture.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    referred = set(re.findall(r'(?:href="#|url\(#)([\w-]+)', text))
    assert referred == set(ids), "every id is used and every reference has its definition"
    assert text == to_svg(VIEWS[name], theme=theme, trays=trays)


@pytest.mark.parametrize("name", VIEWS)
def test_a_strict_page_may_hold_every_picture(name: str) -> None:
    for element in parse(VIEWS[name], trays=True).iter():
        assert element.tag not in {f"{NS}style", f"{NS}script", f"{NS}image", f"{NS}foreignObject"}
        assert not any(key == "style" or key.startswith("on") for key in element.attrib)


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("theme", THEMES)
def test_each_stone_is_drawn_once_in_its_place(name: str, theme: Theme) -> None:
    view = VIEWS[name]
    expected = Counter((stone.colour, round(stone.x, 2), round(stone.y, 2)) for stone in view.stones)
    assert Counter(drawn_stones(parse(view, theme))) == expected


def test_light_and_dark_share_no_id() -> None:
    light, dark = (
        {e.get("id") for e in parse(eyes_view(), theme, trays=True).iter() if e.get("id")} for theme in THEMES
    )
    assert light
    assert not light & dark


def test_pictures_that_share_an_id_share_its_definition() -> None:
    seen: dict[str, str] = {}
    for view in VIEWS.values():
        for element in parse(view, trays=True).iter():
            if identifier := element.get("id"):
                text = ElementTree.tostring(element, encoding="unicode")
                assert seen.setdefault(identifier, text) == text


@pytest.mark.parametrize("kind", ["stone", "pencil", "mark"])
def test_colours_differ_by_shape_alone(kind: str) -> None:
    """With all paint taken away, as a grey printer nearly does, three colours are still three drawings."""
    shapes = set()
    view = paper_view() if kind == "pencil" else plus_view()
    stones = tuple(replace(view.stones[i], colour=colour) for i, colour in enumerate(THREE))
    squares = tuple(
        SquareMark("threat", colour, ("a1", "b1", "e2", f"{letter}3"), (1, 0), f"{letter}3")
        for colour, letter in zip(THREE, "abc", strict=True)
    )
    picture = parse(replace(view, stones=stones, squares=squares))
    for colour in THREE:
        definition = next(e for e in picture.iter() if e.get("id") == f"veier-light-{kind}-{colour}")
        paint = {"fill", "stroke", "opacity"}
        shapes.add(tuple((e.tag, *((k, v) for k, v in e.items() if k not in paint)) for e in definition))
    assert len(shapes) == 3


def test_owners_differ_by_shape() -> None:
    def arms(owner: str) -> str | None:
        tile = next(e for e in parse(eyes_view()).iter() if e.get("id") == f"veier-light-tile-{owner}")
        return tile[-1].get("d")

    assert arms("red") == "M0-7V7M-7 0H7"
    assert arms("blue") == "M-5.4-5.4 5.4 5.4M-5.4 5.4 5.4-5.4"
    pips = {e.get("id"): e[0] for e in parse(plus_two_view()).iter() if "-pip-" in e.get("id", "")}
    assert pips["veier-light-pip-red"].get("stroke") is None
    assert pips["veier-light-pip-blue"].get("stroke") == PALETTES["light"].players["blue"].body


def test_pips_show_only_where_stones_do_not_tell_the_owner() -> None:
    assert to_svg(plus_two_view()).count('href="#veier-light-pip-') == len(plus_two_view().plates)
    assert "pip" not in to_svg(plus_view())


def test_a_made_square_joins_the_middles_of_its_corners() -> None:
    view = eyes_won_view()
    where = {cell.name: f"{cell.x:g},{cell.y:g}" for cell in view.cells}
    (made,) = layer(parse(view), "made")
    polygon = made.find(f".//{NS}polygon")
    assert polygon is not None
    assert polygon.get("points") == " ".join(where[name] for name in view.squares[0].corners)
    assert [text.text for text in made.iter(f"{NS}text")] == ["5", "3"]
    (stones,) = (e for e in made.iter(f"{NS}g") if e.get("class") == "stones")
    assert len(stones) == 4, "the corners stand above the veil"


def test_an_upright_square_has_no_step_to_explain() -> None:
    upright = SquareMark("made", "red", ("b5", "g5", "g10", "b10"), (5, 0))
    (made,) = layer(parse(replace(eyes_won_view(), squares=(upright,))), "made")
    assert not list(made.iter(f"{NS}text"))


def test_the_missing_corner_is_drawn_in_its_cell_with_the_players_mark() -> None:
    view = eyes_view()
    where = {cell.name: cell for cell in view.cells}
    missing = layer(parse(view), "missing")
    assert len(missing) == 2
    for element, square in zip(missing, view.squares, strict=True):
        cell = where[square.missing or ""]
        assert element.get("transform") == f"translate({cell.x:g} {cell.y:g})"
        assert element[1].get("href") == "#veier-light-mark-red"


def test_only_the_first_threat_speaks() -> None:
    picture = parse(eyes_view())
    (light,) = layer(picture, "light")
    assert len(light) == 1
    widths = [path.get("stroke-width") for path in layer(picture, "threats")[0]]
    assert widths == ["1.6", "2", "6.4", "3", "3.6"]


def test_a_missing_corner_never_hides_a_stone() -> None:
    square = replace(eyes_view().squares[0], missing="g10")
    (missing,) = layer(parse(replace(eyes_view(), squares=(square,))), "missing")
    assert [child.get("fill") for child in missing] == ["none"]


def test_two_players_who_lack_the_same_corner_both_show() -> None:
    red, blue = eyes_view().squares[0], replace(eyes_view().squares[0], colour="blue")
    marks = [m[1].get("href") for m in layer(parse(replace(eyes_view(), squares=(red, blue))), "missing")]
    assert marks == ["#veier-light-mark-red", "#veier-light-mark-blue"]


def test_threats_are_silent_once_a_square_is_made() -> None:
    made = eyes_won_view().squares
    assert not layer(parse(replace(eyes_won_view(), squares=(*eyes_view().squares, *made))), "missing")


@pytest.mark.parametrize("name", VIEWS)
def test_the_last_move_is_marked(name: str) -> None:
    view = VIEWS[name]
    without_rows = replace(view, rows=())
    assert sum(e.get("class") == "last" for e in parse(without_rows).iter()) == 1
    assert not any(e.get("class") == "last" for e in parse(replace(without_rows, last=())).iter())


def test_full_rows_wear_capsules() -> None:
    view = hexrows_view()
    (rows,) = layer(parse(view), "rows")
    outlines = [capsule[1] for capsule in rows]
    assert [outline.get("stroke-dasharray") for outline in outlines] == ["1 5", None]
    assert all(float(outline.get("width", 0)) == pytest.approx(3 * 38.1 + 36, abs=0.1) for outline in outlines)
    backwards = replace(view, rows=tuple(RowMark(r.colour, r.cells[::-1], r.fresh) for r in view.rows))
    assert to_svg(backwards).count("<rect") == to_svg(view).count("<rect")


def test_all_coordinates_are_written() -> None:
    for view in VIEWS.values():
        (labels,) = layer(parse(view), "labels")
        assert sorted(t.text or "" for t in labels.iter(f"{NS}text")) == sorted(x.text for x in view.labels)


def test_trays_show_what_is_left() -> None:
    picture = parse(eyes_view(), trays=True)
    counts = [["".join(text.itertext()) for text in tray.iter(f"{NS}text")] for tray in layer(picture, "tray")]
    assert counts == [["A × 1", "B × 3", "D × 0"], ["A × 2", "B × 0", "D × 3"]]
    dominoes = [
        sum("domino" in use.get("href", "") for use in tray.iter(f"{NS}use"))
        for tray in layer(parse(plus_view(), trays=True), "tray")
    ]
    assert dominoes == [5, 5, 6]
    numbers = [[t.text for t in tray.iter(f"{NS}text")] for tray in layer(parse(hexrows_view(), trays=True), "tray")]
    assert numbers == [["4", "25", "4"], ["3", "26", "3"]]


def test_trays_stand_beside_the_board_and_inside_the_picture() -> None:
    for view in VIEWS.values():
        alone, beside = (
            [float(v) for v in parse(view, trays=trays).get("viewBox", "").split()] for trays in (False, True)
        )
        assert beside[0] < alone[0]
        assert beside[2] - alone[2] == alone[0] - beside[0]
        assert beside[3] >= alone[3]


def test_a_title_is_escaped_and_may_be_given() -> None:
    assert ElementTree.fromstring(to_svg(eyes_view(), title="Ä <b> & “c”"))[0].text == "Ä <b> & “c”"


def test_width_sets_the_size_and_small_pictures_get_larger_coordinates() -> None:
    large, small = (ElementTree.fromstring(to_svg(eyes_view(), width=width)) for width in (912, 320))
    assert (large.get("width"), large.get("height")) == ("912", "920")
    sizes = [float(next(p.iter(f"{NS}text")).get("font-size", 0)) for p in (large, small)]
    assert sizes[0] < sizes[1]
